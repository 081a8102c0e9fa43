"""The wrapper of this family: languages that select nodes, and the part of each node that is the value.

Legend

    Picker(target, languages)       nodes of a kind, if one of the languages (a disjunction) accepts them
    TreeWrapper(first, parts)       of each picked node, the parts that are values
    TreeWrapper(first, parts, last) a value that begins inside one text and ends inside another: from the start boundary
                                    in a node of ``first`` to the end boundary in the next node of ``last``
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from unweave.engine.index import index_of
from unweave.errors import CannotCompile
from unweave.page import Page, Span
from unweave.page.markup import scan_markup
from unweave.program import Condition, Program, Selection, Selections, Step
from unweave.records import Record, Schema
from unweave.records.typed import with_bound_types
from unweave.trees.extraction import DOCUMENT, Selector, span_of
from unweave.trees.language import TreeLanguage
from unweave.trees.nodes import NodeTarget
from unweave.trees.outline import TEXT
from unweave.values.parts import WHOLE, TokenParts
from unweave.wrapper import Explanation, Mark, Origin, Statement, summary_of, wrapper_html


@dataclass(frozen=True)
class Picker:
    """Picks the nodes of one kind that one of its languages accepts."""

    target: NodeTarget
    languages: tuple[TreeLanguage, ...]

    @cached_property
    def _selector(self) -> Selector:
        return Selector(self.target, self.languages)

    def spans(self, page: Page, *, in_order: bool = True) -> list[Span]:
        """The spans of the picked nodes; in document order, if that matters. A node that the parser added has none."""
        nodes = self._selector.nodes(index_of(page), in_order=in_order)
        spans = (span_of(page, peer, self.target) for peer in nodes)
        return [span for span in spans if span is not None]


@dataclass(frozen=True, slots=True)
class TreeWrapper:
    """A field's values: parts of the nodes whose surroundings look like those of the examples.

    >>> from unweave.records import Example
    >>> from unweave.trees import KL
    >>> page = Page("<ul><li>name: <b>Emma</b><li>name: <b>Kim</b></ul><p><b>Top</b></p>")
    >>> wrapper = KL().learn([Example.from_values(page, [{"name": "Emma"}, {"name": "Kim"}])])
    >>> [record["name"] for record in wrapper.extract(page)]
    ['Emma', 'Kim']
    """

    schema: Schema
    first: Picker
    parts: TokenParts = WHOLE
    last: Picker | None = None
    kind: Literal["tree"] = "tree"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    @property
    def name(self) -> str:
        """The one field."""
        return self.schema.names[0]

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """A record per value, in document order."""
        return [Record(page, {self.name: self._cell(span)}, type=self.schema.name) for span in self.values(page)]

    def _cell(self, span: Span) -> Span | tuple[Span, ...]:
        return (span,) if self.schema[self.name].many else span

    def values(self, page: Page) -> list[Span]:
        """The spans of the values."""
        if self.last is None:
            spans = self.first.spans(page, in_order=False)  # the values are sorted
            found = (part for span in spans for part in self._parts(page, span))
            return sorted(dict.fromkeys(found))
        return list(self._stretches(page, self.first.spans(page), self.last.spans(page)))

    def explain(self, page: Page | None = None) -> Explanation:
        """Which nodes, which part of them; on a page, the values."""
        records = () if page is None else tuple(self.extract(page))
        return Explanation(
            title=f"tree wrapper of {self.name}",
            statements=tuple(self._statements()),
            page=page,
            marks=tuple(Mark(span, "value", self.name) for record in records for span in record.spans(self.name)),
            records=records,
        )

    def program(self) -> Program:
        """Steps to the nodes, where one chain of tags and marks says it all."""
        language = self.first.languages[0]
        if (
            self.last
            or not self.parts.is_whole
            or len(self.first.languages) > 1
            or language.width > 1
            or language.texts
        ):
            raise CannotCompile(target="steps", reason=f"{self.name} depends on what stands beside it")
        chains = list(language.chains())
        if len(chains) != 1:
            raise CannotCompile(target="steps", reason=f"{self.name} has {len(chains)} kinds of surroundings")
        take = f"@{self.first.target.name}" if self.first.target.kind == "attribute" else "text"
        return Selections((Selection(self.name, tuple(_steps(chains[0])), take),))

    def _parts(self, page: Page, place: Span) -> list[Span]:
        source = page[place]
        found = [(start, end) for start, end in self.parts.find(source) if self._is_text(source, start, end)]
        return [Span(place.start + start, place.start + end) for start, end in found]

    def _is_text(self, source: str, *offsets: int) -> bool:
        """Whether no offset is inside a tag: the source of an element has some, and a part of one is no value."""
        if "<" not in source or self.first.target.kind == "attribute" or self.parts.is_whole:
            return True
        markup = [token for token in scan_markup(source) if token.kind not in {"text", "raw"}]
        return not any(token.start < offset < token.end for token in markup for offset in offsets)

    def _stretches(self, page: Page, firsts: list[Span], lasts: list[Span]) -> Iterator[Span]:
        for at, first in enumerate(firsts):
            limit = firsts[at + 1].start if at + 1 < len(firsts) else len(page)
            start = self.parts.start.offset(page[first], self.parts.grain)
            for last in lasts:
                end = self.parts.end.offset(page[last], self.parts.grain)
                if start is None or end is None or not first.start <= last.start < limit:
                    continue
                if self._is_text(page[first], start) and self._is_text(page[last], end):
                    span = Span(first.start + start, last.start + end)
                    if span.start < span.end:
                        yield span
                        break

    def _statements(self) -> Iterator[Statement]:
        for language in self.first.languages:
            yield Statement(
                self.name, f"{self.first.target.description} of {language.description()}", language.evidence()
            )
        if self.last is not None:
            yield Statement(self.name, f"it ends in {self.last.languages[0].description()}")
        if not self.parts.is_whole:
            yield Statement(self.name, f"of it, from {self.parts.start} to {self.parts.end}")


def _steps(chain: tuple[str, ...]) -> Iterator[Step]:
    """The labels as steps from the document, which is where a program begins, so that it is no step itself."""
    is_whole = chain[0] == DOCUMENT
    for number, label in enumerate(chain[1:] if is_whole else chain):
        axis: Literal["child", "descendant"] = "child" if number or is_whole else "descendant"
        if label.startswith(TEXT):
            yield Step(axis, "#text", (Condition("filled"),))
        else:
            tag, *marks = label.split("\x1f")
            yield Step(axis, tag, tuple(_condition(mark) for mark in marks))


def _condition(mark: str) -> Condition:
    if mark.startswith("."):
        return Condition("class", mark[1:])
    name, _, value = mark.partition("=")
    return Condition("attribute", value, name)
