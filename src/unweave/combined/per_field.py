"""One wrapper per field, and a grouping of their values into records.

Legend

    PerField(LR())      makes a learner of many fields out of a learner of one field
    Combined            what it learns: a part per field; ``extract`` runs every part and groups the values

Each part sees the field's values as records of a single field, so its learner need not know about optional, many-valued
or nested fields. Which values belong together is learned: the first of the groupings of ``records.grouping`` that
reproduces the examples' records.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from unweave.errors import CannotCompile
from unweave.page import Page, Span
from unweave.program import Program
from unweave.records import Example, Record, Schema, schema_of
from unweave.records.agree import disagreements
from unweave.records.cells import Either, Unknown
from unweave.records.grouping import Grouping, groupings, paths
from unweave.records.record import Cell
from unweave.records.typed import with_bound_types
from unweave.wrapper import Explanation, Learner, Mark, Origin, Statement, Wrapper, summary_of, wrapper_html


@dataclass(frozen=True, slots=True)
class Combined:
    """One wrapper per field; their values are grouped into records of the schema.

    >>> from unweave.delimiters import LR
    >>> page = Page("<b>Emma</b> <i>$5</i><hr><b>Kim</b> <i>$7</i>")
    >>> records = [{"title": "Emma", "price": "$5"}, {"title": "Kim", "price": "$7"}]
    >>> wrapper = PerField(LR()).learn([Example.from_values(page, records)])
    >>> [record.to_dict() for record in wrapper.extract(page)]
    [{'title': 'Emma', 'price': '$5'}, {'title': 'Kim', 'price': '$7'}]
    """

    schema: Schema
    parts: tuple[Wrapper, ...]
    grouping: Grouping = field(default_factory=Grouping)
    kind: Literal["combined"] = "combined"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """Every part's values, grouped into records; it raises DoesNotFit when a part does."""
        return self.grouping.records(page, self.values(page), self.schema)

    def explain(self, page: Page | None = None) -> Explanation:
        """The rules of each part, and the records."""
        explanations = [part.explain(page) for part in self.parts]
        statements = [
            Statement("", self.grouping.describe(self.schema)),
            *(line for one in explanations for line in one.statements),
        ]
        problem = next((one.problem for one in explanations if one.problem), None)
        return Explanation(
            title=f"{len(self.parts)} wrappers, one per field",
            statements=tuple(statements),
            page=page,
            marks=_in_order(mark for one in explanations for mark in one.marks),
            records=() if page is None or problem else tuple(self.extract(page)),
            problem=problem,
        )

    def program(self) -> Program:
        """Not possible: the grouping by position is no part of a program."""
        raise CannotCompile(target="one program", reason="its fields come from separate wrappers, grouped by position")

    def values(self, page: Page) -> dict[str, list[Span]]:
        """Where each part finds values, by field."""
        return {
            name: [span for record in part.extract(page) for span in record.spans(name)]
            for part in self.parts
            for name in part.schema.names
        }


@dataclass(frozen=True, slots=True)
class PerField:
    """A learner of many fields, made of one that learns each field by itself.

    >>> from unweave.delimiters import LR
    >>> PerField(LR()).learner == LR()
    True
    """

    learner: Learner

    def learn(self, examples: Sequence[Example]) -> Combined:
        """One part per field of the examples' schema; the first field that cannot be learned is named."""
        schema = schema_of(examples)
        parts = tuple(
            self.learner.learn([of_path(example, path) for example in examples]) for path in paths(schema.fields)
        )
        return _grouped(Combined(schema=schema, parts=parts, origin=Origin(method="per-field")), examples)


def _grouped(wrapper: Combined, examples: Sequence[Example]) -> Combined:
    """The wrapper with the first grouping that reproduces the examples; with the last one where none does."""
    records = [record for example in examples for record in example.records]
    found = [(wrapper.values(example.page), example) for example in examples]
    choices = list(groupings(records, wrapper.schema))
    fitting = (each for each in choices if all(_agrees(each, wrapper.schema, *one) for one in found))
    return replace(wrapper, grouping=next(fitting, choices[-1]))


def _agrees(grouping: Grouping, schema: Schema, values: Mapping[str, Sequence[Span]], example: Example) -> bool:
    return not disagreements(grouping.records(example.page, values, schema), example)


def with_fewest_records(wrapper: Combined, pages: Sequence[Page]) -> Combined:
    """The wrapper with the grouping that loses no value and makes the fewest records, for examples without records.

    >>> from unweave.delimiters import LR
    >>> page = Page("<b>Emma</b> <i>$5</i><b>Kim</b> <i>$7</i>")
    >>> shown = Example.from_values(page, [{"title": "Emma", "price": "$5"}, {"title": "Kim", "price": "$7"}])
    >>> len(with_fewest_records(PerField(LR()).learn([shown]), [page]).extract(page))
    2
    """
    values = [(page, wrapper.values(page)) for page in pages]
    rows = [Record(page, {name: spans[0] for name, spans in found.items() if spans}) for page, found in values]

    def cost(grouping: Grouping) -> tuple[int, int]:
        records = [record for page, found in values for record in grouping.records(page, found, wrapper.schema)]
        kept = sum(len(record.spans(name)) for record in records for name in record)
        return -kept, len(records)

    return replace(wrapper, grouping=min(groupings(rows, wrapper.schema), key=cost))


def of_path(example: Example, path: str) -> Example:
    """The example reduced to one field, or to a field of a nested level: a record per value.

    >>> page = Page("<b>red</b> <b>blue</b>")
    >>> example = Example.from_values(page, [{"colour": ["red", "blue"]}])
    >>> [record.to_dict() for record in of_path(example, "colour").records]
    [{'colour': 'red'}, {'colour': 'blue'}]
    """
    cells = [cell for record in example.records for cell in _cells(record, path.split("."), path)]
    records = tuple(Record(example.page, {path: cell}) for cell in cells)
    rejected = {path: example.rejected[path]} if path in example.rejected else {}
    return replace(example, records=records, rejected=rejected)


def _cells(record: Record, names: Sequence[str], path: str) -> Iterator[Cell]:
    if path in record:
        yield from _one_by_one(record.cell(path))
    elif names[0] in record:
        for item in _one_by_one(record.cell(names[0])):
            if isinstance(item, Record):
                yield from _cells(item, names[1:], ".".join(names[1:]))


def _one_by_one(cell: Cell) -> list[Any]:
    """A many-valued cell as its values, an absent one as none."""
    if cell is None:
        return []
    return [cell] if isinstance(cell, Span | Either | Unknown) else list(cell)


def _in_order(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    return tuple(sorted(marks, key=lambda mark: mark.span))
