"""Examples -> lessons: where the values of a field stand, as places of a view.

A value is a place of its own when some node shows exactly it, or has it as an attribute. Where a value of the field is
only part of a text, the places are the texts around the values, and a cut says which part is meant.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from unweave.page import Span
from unweave.records import Either, Example, Record, Unknown
from unweave.records.record import Cell
from unweave.rules.attribute import MARK, attribute_of, seen
from unweave.rules.company import company, headline, nearest
from unweave.rules.cut import Cut, learn_cut
from unweave.rules.lesson import Lesson, Want
from unweave.rules.naming import bearing
from unweave.rules.view import Extent, View


class Course(NamedTuple):
    """The lessons for one field, what part of the places is meant, and what is taken of their nodes."""

    lessons: list[Lesson]
    cut: Cut | None
    take: str = "text"


Shown: TypeAlias = Sequence[tuple[View, Example]]
"""The examples, each with the view of its page."""


def course(shown: Shown, name: str, *, single: bool, lenient: bool = False) -> Course:
    """The lessons that the examples give for one field; ``single``: there is one record a page.

    With ``lenient``, values for which there is neither a place nor a part of one are left out.
    """
    known = [one for one in shown if one[1].status != "unlabelled" or name in one[1].rejected]
    whole = _lessons(known, name, single=single)
    if all(all(lesson.wants) for lesson in whole):
        return Course(whole, Cut())
    attributes = [(_seen(known, take), take) for take in _attributes(known, name)]
    for there, take in attributes:
        found = _lessons(there, name, single=single)
        if all(all(lesson.wants) for lesson in found):
            return Course(found, Cut(), take)
    for there, take in [(known, "text"), *attributes]:
        if (cut := _cut(there, name)) is not None:
            return Course(_lessons(there, name, single=single, part=True), cut, take)
    some = [replace(lesson, wants=tuple(filter(None, lesson.wants))) for lesson in whole]
    return Course(some, Cut() if lenient else None)


def _attributes(shown: Shown, name: str) -> list[str]:
    """The attributes in which values of a field stand, the most frequent first, as a selection takes them."""
    found = Counter(
        attribute_of(span, view) for view, example in shown for item in _items(example, name) for span in _spans(item)
    )
    return [f"{MARK}{attribute}" for attribute, _ in found.most_common() if attribute]


def _seen(shown: Shown, take: str) -> Shown:
    return [(seen(view, take), example) for view, example in shown]


def _lessons(shown: Shown, name: str, *, single: bool, part: bool = False) -> list[Lesson]:
    alone = sum(any(record.get(name) for record in example.records) for _, example in shown) == 1
    return [_lesson(view, example, name, single=single, part=part, alone=alone) for view, example in shown]


def _lesson(
    view: View, example: Example, name: str, *, single: bool, part: bool = False, alone: bool = False
) -> Lesson:
    """What one page says of a field; where it is ``alone`` to show the field, names and company count."""
    items = list(_items(example, name))
    known = [item for item in items if not isinstance(item, Unknown)]
    wants = tuple(tuple(place for span in _spans(item) for place in _places(view, span, part=part)) for item in known)
    refused = (place for span in example.rejected.get(name, ()) for place in _places(view, span, part=part))
    near = _near(view, example, name, wants) if alone else frozenset[Extent]()
    return Lesson(
        view,
        tuple(_near_first(want, near) for want in wants),
        closed=example.status == "complete" and len(known) == len(items),
        refused=frozenset(refused),
        zone=view.shown_by(example.section) if example.section else None,
        most=None if single else len(wants),
        near=near,
    )


def _near(view: View, example: Example, name: str, wants: Sequence[Want]) -> frozenset[Extent]:
    """Of the values that stand at several places, those that bear the field's name or are in the others' company."""
    several = [want for want in wants if len(want) > 1]
    is_one = len(example.records) == 1
    others = company(view, example, name) if several and is_one else []
    return frozenset(
        place
        for want in several
        for place in bearing(view, want, name)
        or (nearest(view, want, others) if others else headline(view, want) if is_one else ())
    )


def _near_first(want: Want, near: Collection[Extent]) -> Want:
    return tuple(sorted(want, key=lambda place: place not in near))


def definite(view: View, example: Example, record: Record) -> list[Extent]:
    """The texts of the values of a record of which it is known where they stand.

    >>> from unweave.page import Page
    >>> page = Page("<p>Emma<p>5<p>5")
    >>> example = Example.from_values(page, [{"title": "Emma", "price": "5"}])
    >>> definite(View(page), example, example.records[0])
    [Extent(first=0, end=1)]
    """
    items = [item for name in record for item in _flat(example.cell(record, name))]
    found = (view.shown_by(item) for item in items if isinstance(item, Span))
    return [place for place in found if place is not None]


def _items(example: Example, name: str) -> Iterator[Span | Either | Unknown]:
    for record in example.records:
        yield from _flat(example.cell(record, name))


def _flat(cell: Cell) -> Iterator[Span | Either | Unknown]:
    match cell:
        case Span() | Either() | Unknown():
            yield cell
        case tuple():
            yield from cell  # type: ignore[misc]  # nested levels were refused before


def _spans(item: Span | Either | Unknown) -> tuple[Span, ...]:
    match item:
        case Span():
            return (item,)
        case Either():
            return item.spans
        case _:
            return ()


def _places(view: View, span: Span, *, part: bool) -> Iterator[Extent]:
    """The place that shows exactly the span (or, for parts, the innermost one around it), if there is one."""
    touched = view.shown_by(span)
    if touched is None:
        return
    if part:
        around = view.around(touched)
        yield from [around] if view.chain(around) else []
    elif view.chain(touched) and _same(view.said(touched), view.page.text(span)):
        yield touched


def _same(one: str, other: str) -> bool:
    """Whether two texts differ in white space at most: where a block ends, one counts it and one does not."""
    return one == other or "".join(one.split()) == "".join(other.split())


def _cut(shown: Shown, name: str) -> Cut | None:
    """The cut that gives each value out of the place around its first span."""
    pairs = [
        (view.said(view.around(touched)), example.page.text(span))
        for view, example in shown
        for item in _items(example, name)
        for span in _spans(item)[:1]
        if (touched := view.shown_by(span)) is not None
    ]
    return learn_cut(pairs) if pairs else None
