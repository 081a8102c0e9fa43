"""The wrapper that is learned: rules for each field, which vote, and one record or many a page.

Legend

    rule      Selection("price", steps=..., panel=0, weight=3.0): where the values of a field are, and its vote
    panel     0: the rules with this number vote together; the values of several panels of a field are joined
    single    True: one record a page; False: ``records`` are the rules for record nodes, or values are grouped
    repeats   ("tag",): fields whose values may occur more than once
    labels    ("Brand", "Price"): texts of the template, which begin a row of their own
    rows      ("by",): fields whose rules find one value; in a row ("Ann Lee, Bob Ray") all of it are values, unless
              one of them is a label
    data      DataVote(DataPath("price", ("offers", "price"))): what the data in scripts says votes as well

What the rules do is a program (``unweave.program``), which the engine runs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

from unweave.engine.data_words import in_words
from unweave.engine.run import PreparedProgram, prepare
from unweave.page import Page
from unweave.program import DataVote, Selection, Selections
from unweave.records import Record, Schema
from unweave.records.typed import with_bound_types
from unweave.rules.description import describe
from unweave.wrapper import Explanation, Mark, Origin, Statement, summary_of, wrapper_html

EXPLAINED_RULES = 3  # further rules of a panel that an explanation shows


@dataclass(frozen=True)
class RulesWrapper:
    """Rules for each field; those of one panel vote, panels are joined.

    With ``single`` there is one record a page. Otherwise ``records`` are the rules for record nodes, inside which the
    fields are looked for; without them values are grouped into records by their order. A value of the fields in
    ``repeats`` may occur more than once. ``labels`` are texts of the template: a rule that finds what is right behind
    a label of another field has no vote. The rules of the fields in ``rows`` find one value; where it is in a row with
    others, all are values. ``data`` are paths in the data of scripts that vote with the rules of a field.
    """

    schema: Schema
    rules: tuple[Selection, ...]
    single: bool = True
    repeats: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    records: tuple[Selection, ...] = ()
    rows: tuple[str, ...] = ()
    data: tuple[DataVote, ...] = ()
    kind: Literal["rules"] = "rules"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    @cached_property
    def _prepared(self) -> PreparedProgram:
        return prepare(self.program(), self.schema)

    def __reduce__(self) -> tuple[Any, ...]:
        # The prepared program has functions, which are not pickled.
        return type(self), tuple(getattr(self, one.name) for one in fields(self))

    def ready(self) -> None:
        """Prepare the program by which pages are read, which otherwise happens with the first page."""
        self._prepared  # noqa: B018  # it is kept

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The page's record, or its records; spans are computed when they are asked for."""
        return self._prepared.records(page)

    def dicts(self, page: Page) -> list[dict[str, Any]]:
        """The page's records as plain values, without spans; what ``compile`` runs."""
        return self._prepared.dicts(page)

    def of(self, name: str) -> list[Selection]:
        """The rules of one field, panel by panel."""
        return [rule for rule in self.rules if rule.field == name]

    def explain(self, page: Page | None = None) -> Explanation:
        """The rules in words, and the values that they find on a page."""
        records = self.extract(page) if page is not None else []
        return Explanation(
            title=f"rules for {len(self.schema.fields)} fields",
            statements=tuple(_statements(self)),
            page=page,
            marks=tuple(sorted(_marks(records), key=lambda mark: mark.span)),
            records=tuple(records),
        )

    def program(self) -> Selections:
        """The rules as a program."""
        grouped = not self.single and not self.records
        return Selections(self.rules, self.records, grouped, self.repeats, self.labels, self.rows, self.data)


def _statements(wrapper: RulesWrapper) -> Iterator[Statement]:
    if wrapper.records:
        yield _statement("", "each record is ", wrapper.records)
    for name in wrapper.schema.names:
        rules = wrapper.of(name)
        for panel in dict.fromkeys(rule.panel for rule in rules):
            yield _statement(name, "", [rule for rule in rules if rule.panel == panel])
        for one in wrapper.data:
            if one.path.field == name:
                yield Statement(name, f"where these do not agree or find nothing, also {in_words(one.path)}")
        if not rules:
            yield Statement(name, "never seen")
        elif name in wrapper.rows and wrapper.schema[name].many:
            yield Statement(name, "and all in a row with it, with only separators between them")


def _statement(name: str, lead: str, panel: Sequence[Selection]) -> Statement:
    further = [f"or, by {one.builder}: {describe(one)}" for one in panel[1 : 1 + EXPLAINED_RULES]]
    rest = len(panel) - 1 - len(further)
    more = [f"and {rest} more that agree{'s' * (rest == 1)} with the examples"] * bool(rest)
    return Statement(name, lead + describe(panel[0]), (*further, *more))


def _marks(records: Sequence[Record]) -> Iterator[Mark]:
    for record in records:
        for name in record:
            yield from (Mark(span, "value", name) for span in record.spans(name))
