"""A wrapper for one of several lists that differ only by their headings: another wrapper's records under a heading.

Legend

    UnderHeading(LR())      makes a learner of one such list out of a learner that takes all of them
    Sectioned               what it learns: a wrapper, and the heading above the records that are kept

The heading is above every example record. Inside its section the inner learner sees the whole example; outside of it
everything is unknown, so that the inner learner need not separate the lists.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal

from unweave.errors import CannotCompile, DoesNotFit, NoConsistentWrapper
from unweave.page import Page
from unweave.program import Program
from unweave.records import Example, Record, Schema, schema_of
from unweave.records.headings import PageHeading, headings_of, key_of
from unweave.records.record_types import retyped
from unweave.records.typed import with_bound_types
from unweave.wrapper import Explanation, Learner, Origin, Statement, Wrapper, reproduces, summary_of, wrapper_html

KIND = "sectioned"


@dataclass(frozen=True, slots=True)
class Sectioned:
    """The records of another wrapper under a heading; none where the page has no such heading.

    >>> from unweave.delimiters import LR
    >>> page = Page("<h2>Best</h2><b>Emma</b><b>Kim</b><h2>New</h2><b>Dune</b>")
    >>> shown = Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])
    >>> wrapper = UnderHeading(LR()).learn([shown])
    >>> [record["title"] for record in wrapper.extract(Page("<h2>Best</h2><b>She</b><h2>New</h2><b>Watt</b>"))]
    ['She']
    """

    schema: Schema
    inner: Wrapper
    heading: str
    kind: Literal["sectioned"] = "sectioned"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The records under the heading; it raises DoesNotFit when the inner wrapper does."""
        return [retyped(record, self.schema.name) for record in self.inner.extract(page) if self.holds(record)]

    def holds(self, record: Record) -> bool:
        """Whether a record is under the heading."""
        return record.extent is not None and self._is_above(record.page, record.extent.start)

    def explain(self, page: Page | None = None) -> Explanation:
        """The rules of the inner wrapper, and the heading."""
        inner = self.inner.explain(page)
        return replace(
            inner,
            title=f"{inner.title}, under a heading",
            statements=(Statement("", f"only records under the heading {self.heading!r}"), *inner.statements),
            marks=tuple(mark for mark in inner.marks if page and self._is_above(page, mark.span.start)),
            records=() if page is None or inner.problem else tuple(self.extract(page)),
        )

    def program(self) -> Program:
        """Not possible: headings are no part of a program."""
        raise CannotCompile(target="one program", reason="it looks for the heading above each record")

    def _is_above(self, page: Page, place: int) -> bool:
        return key_of(self.heading) in {heading.key for heading in headings_of(page).above(place)}


@dataclass(frozen=True, slots=True)
class UnderHeading:
    """A learner of the list under a heading, made of a learner that ignores headings.

    >>> from unweave.delimiters import LR
    >>> page = Page("<h2>Best</h2><b>Emma</b><b>Kim</b><h2>New</h2><b>Dune</b>")
    >>> UnderHeading(LR()).learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])]).heading
    'Best'
    """

    learner: Learner

    def learn(self, examples: Sequence[Example]) -> Sectioned:
        """A wrapper that agrees with the examples, or it raises NoConsistentWrapper."""
        failure = NoConsistentWrapper(kind=KIND, reason="the example records have no heading in common")
        for heading in reversed(common_headings(examples)):
            try:
                inner = self.learner.learn([_inside(example, heading.key) for example in examples])
            except NoConsistentWrapper as error:
                failure = error
                continue
            wrapper = Sectioned(schema_of(examples), inner, heading.text, origin=replace(inner.origin, method=KIND))
            if all(_agrees(wrapper, example) for example in examples):
                return wrapper
            failure = NoConsistentWrapper(
                kind=KIND, reason=f"the records under {heading.text!r} are not those of the examples"
            )
        raise failure


def common_headings(examples: Sequence[Example]) -> list[PageHeading]:
    """The headings above every example record, the highest rank first, spelled as above the first record.

    >>> page = Page("<h1>Shop</h1><h2>Best</h2><b>Emma</b><h2>New</h2><b>Kim</b>")
    >>> shown = Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])
    >>> [heading.text for heading in common_headings([shown])]
    ['Shop']
    """
    chains = list(_chains(examples))
    keys = [{(one.rank, one.key) for one in chain} for chain in chains]
    return [one for one in (chains[0] if chains else ()) if all((one.rank, one.key) in each for each in keys)]


def _chains(examples: Sequence[Example]) -> Iterator[tuple[PageHeading, ...]]:
    """The headings above each example record."""
    for example in examples:
        for record in example.records:
            if record.extent is not None:
                yield headings_of(example.page).above(record.extent.start)


def _inside(example: Example, key: str) -> Example:
    """The example reduced to the section under a heading; everything else is unknown."""
    sections = headings_of(example.page).sections(key)
    rejected = {
        name: tuple(span for span in spans if any(section.contains(span) for section in sections))
        for name, spans in example.rejected.items()
    }
    known = {name: spans for name, spans in rejected.items() if spans}
    if example.status != "complete":
        return replace(example, rejected=known)
    if len(sections) == 1 and example.section is None:
        return replace(example, rejected=known, section=sections[0])
    return replace(example, rejected=known, status="partial", section=None)


def _agrees(wrapper: Sectioned, example: Example) -> bool:
    with suppress(DoesNotFit):
        return reproduces(wrapper, example)
    return False
