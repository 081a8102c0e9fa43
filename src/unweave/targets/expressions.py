"""What an export as XPath, CSS or regular expressions is: an expression per field, and how to run them with parsel.

Legend

    fields      {"title": "./h3/text()"}    an expression per field; from the record's element where there is one
    record      "//ul/li"                   the elements of records; empty where a page is one record
    levels      {"reviews": ...}            the same for records inside records, and for each type of several types
    right       {"title": 12}               on how many of the pages a field's values are those of the wrapper
    reasons     {"price": "..."}            why a field has no expression
    column      the values of one field, record by record: (("Emma",), ("Kim",)), without white space, each once
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.targets.runners import found, selector_of
from unweave.wrapper import Wrapper

Column = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Expressions:
    """An expression per field and, where a page has several records, one for the elements of records.

    >>> written = Expressions("xpath", {"title": "./b/text()"}, record="//li")
    >>> written["title"], list(written), written.record
    ('./b/text()', ['title'], '//li')
    >>> print(written)
    record: //li
    title: ./b/text()
    """

    target: str
    fields: Mapping[str, str]
    record: str = ""
    levels: Mapping[str, "Expressions"] = field(default_factory=dict)
    right: Mapping[str, int] = field(default_factory=dict)
    pages: int = 0
    reasons: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        return self.fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def items(self, inside: str = "") -> Iterator[tuple[str, str]]:
        """The names and the expressions, those of records and of levels below included.

        >>> list(Expressions("css", {}, levels={"reviews": Expressions("css", {"by": "b"}, record="li")}).items())
        [('reviews.record', 'li'), ('reviews.by', 'b')]
        """
        if self.record:
            yield f"{inside}record", self.record
        yield from ((f"{inside}{name}", expression) for name, expression in self.fields.items())
        for name, below in self.levels.items():
            yield from below.items(f"{inside}{name}.")

    def agreement(self, inside: str = "") -> Iterator[tuple[str, int]]:
        """On how many pages each field gives what the wrapper gives, levels included."""
        yield from ((f"{inside}{name}", self.right[name]) for name in self.fields if name in self.right)
        for name, below in self.levels.items():
            yield from below.agreement(f"{inside}{name}.")

    def all_reasons(self, inside: str = "") -> Iterator[tuple[str, str]]:
        """Why fields have no expression, levels included."""
        yield from ((f"{inside}{name}", reason) for name, reason in self.reasons.items())
        for name, below in self.levels.items():
            yield from below.all_reasons(f"{inside}{name}.")

    def __str__(self) -> str:
        return "\n".join(f"{name}: {expression}" for name, expression in self.items())

    def run(self, page: Page) -> list[dict[str, Any]]:
        """What the expressions give on a page: records of lists of texts, and of records below.

        A regular expression gives the records of its groups.

        >>> Expressions("xpath", {"title": "./b/text()"}, record="//li").run(Page("<ul><li><b>Emma</b><li><b>Kim</b>"))
        [{'title': ['Emma']}, {'title': ['Kim']}]
        """
        if self.target == "regex":
            return _run_patterns(self.fields, page)
        return _run(self, selector_of(page))


def _run(expressions: Expressions, selector: Any) -> list[dict[str, Any]]:
    to = expressions.target
    nodes = (selector.css if to == "css" else selector.xpath)(expressions.record) if expressions.record else [selector]
    return [
        {name: found(node, to, expression) for name, expression in expressions.fields.items()}
        | {name: _run(below, node) for name, below in expressions.levels.items()}
        for node in nodes
    ]


def _run_patterns(patterns: Mapping[str, str], page: Page) -> list[dict[str, Any]]:
    if set(patterns) == {"record"} and (pattern := re.compile(patterns["record"])).groupindex:
        matches = [match for match in pattern.finditer(page.source) if match.lastgroup]
        return [{name: [] if text is None else [text] for name, text in one.groupdict().items()} for one in matches]
    return [{name: found(page, "regex", pattern) for name, pattern in patterns.items()}]


def expression_differences(
    wrapper: Wrapper, pages: Sequence[Page], expressions: Expressions
) -> dict[str, tuple[str, ...]]:
    """The names of the pages on which expressions give other values than the wrapper, with the fields that differ.

    White space does not count, nor that a value is found twice in a record.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> page = Page("<b>Emma</b><b>Kim</b>", name="p.html")
    >>> wrapper = LR().learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> expression_differences(wrapper, [page], Expressions("xpath", {"title": "./text()"}, record="//b"))
    {}
    """
    named = {page.name: tuple(_differing(wrapper, page, expressions)) for page in pages}
    return {name: fields for name, fields in named.items() if fields}


def _differing(wrapper: Wrapper, page: Page, expressions: Expressions) -> Iterator[str]:
    try:
        records = wrapper.extract(page)
    except DoesNotFit:
        records = []
    if wrapper.schema.types:
        theirs = expressions.run(page)[0]
        for kind, below in expressions.levels.items():
            own = [record.to_dict() for record in records if record.type == kind]
            yield from _unequal(below, theirs[kind], own, f"{kind}.")
        return
    raw = expressions.target == "regex" and expressions.fields.keys() == {"record"}
    ours = [_sources(record, page) if raw else record.to_dict() for record in records]
    if raw:
        groups = re.compile(expressions["record"]).groupindex
        named = dict(zip(groups, (name for name in _cut_order(wrapper)), strict=True))
        found_ = [{named[name]: texts for name, texts in one.items()} for one in expressions.run(page)]
        yield from (name for name in wrapper.schema.names if _column(found_, name) != _column(ours, name))
        return
    yield from _unequal(expressions, expressions.run(page), ours)


def _cut_order(wrapper: Wrapper) -> list[str]:
    program: Any = wrapper.program()
    return [cut.field for cut in program.cuts]


def _sources(record: Any, page: Page) -> dict[str, list[str]]:
    """The values of a record as the source has them, which is what a pattern finds there."""
    return {name: [page[span] for span in record.spans(name)] for name in record}


def _unequal(expressions: Expressions, theirs: Sequence[Any], ours: Sequence[Any], inside: str = "") -> Iterator[str]:
    joins = not expressions.record
    for name in expressions.fields:
        one, other = _column(theirs, name), _column(ours, name)
        if (_joined(one) != _joined(other)) if joins else (one != other):
            yield inside + name
    for name, below in expressions.levels.items():
        pairs = zip(theirs, ours, strict=False)
        yield from dict.fromkeys(
            path
            for one, other in pairs
            for path in _unequal(below, one[name], other.get(name) or [], f"{inside}{name}.")
        )


def _column(records: Sequence[Mapping[str, Any]], name: str) -> Column:
    return tuple(tuple(_texts(record.get(name))) for record in records)


def _texts(value: Any) -> Iterator[str]:
    items = value if isinstance(value, list) else [] if value is None else [value]
    return iter(dict.fromkeys(text for one in items if (text := "".join(str(one).split()))))


def _joined(column: Column) -> list[str]:
    return list(dict.fromkeys(text for some in column for text in some))
