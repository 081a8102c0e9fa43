"""Company: where a value stands at several places of a page, the place among the record's other values is meant.

Legend

    place       texts of a page that say a value: a title in the breadcrumb, as the heading, in the box with the facts
    company     the texts that say values of other fields, where each stands at one place only
    depth       how deep in the tree a place is joined with the nearest of a field's texts, added up over the fields
    distance    how many texts there are between, as a logarithm, added up over the fields
    prose       a place in the middle of a line that says much more: "... the <i>Emma</i> we know ..."
    headline    a place in an h1, if there is only one: what the page is about

Of the places that are not in prose nor part of another field's value, that one is near which is both joined deepest and
the least far away; if others are joined as deep, it must be less than half as far. Where there is none, nothing is
known. The headline goes before a place that is near some fields only (the heading of a list of ingredients): if to the
field furthest from it that place is joined no deeper than the headline. Without company the headline is near. The
deepest node that a text shares with any of a set of texts it shares with the one right before or right behind it.

Chosen on the public pages: of recipes whose name stands in the heading, the breadcrumb and the card, with small
differences on other pages, the card's is meant. Figures are in ``docs/rules.md``.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from math import log
from typing import TypeAlias

from unweave.page import Node, Span
from unweave.page.text import BLOCKS
from unweave.records import Either, Example
from unweave.records.record import members
from unweave.rules.view import Extent, View

TWICE = log(2)
"""By so much another place must be further away, where depth does not decide."""
PROSE = 4, 40
"""A line is prose around a place where it says so many times as much, and so many letters more."""

Company: TypeAlias = Sequence[Sequence[Extent]]
"""Per field, the places of its values, in order."""


def company(view: View, example: Example, name: str) -> Company:
    """The places of other fields' values, of those that stand at one place only.

    >>> from unweave.page import Page
    >>> page = Page("<h1>Emma</h1><p>Emma <b>$5</b>")
    >>> company(View(page), Example.from_values(page, [{"title": "Emma", "price": "$5"}]), "title")
    [[Extent(first=2, end=3)]]
    """
    others = dict.fromkeys(each for record in example.records for each in record if each != name)
    places = (sorted(set(_places(view, example, each))) for each in others)
    return [found for found in places if found]


def _places(view: View, example: Example, name: str) -> Iterator[Extent]:
    for record in example.records:
        for item in members(example.cell(record, name)):
            spans = item.spans if isinstance(item, Either) else [item] if isinstance(item, Span) else []
            places = {place for span in spans if (place := view.shown_by(span)) is not None}
            yield from places if len(places) == 1 else ()


def nearest(view: View, places: Sequence[Extent], others: Company) -> list[Extent]:
    """Those of the places that are closest to the others; all of them where that cannot be said.

    >>> from unweave.page import Page
    >>> page = Page("<h1>Emma</h1><div><p>Emma</p><b>$5</b></div>")
    >>> nearest(View(page), [Extent(0, 1), Extent(1, 2)], [[Extent(2, 3)]])
    [Extent(first=1, end=2)]
    """
    every = list(dict.fromkeys(places))
    free = [place for place in every if not any(map(partial(_meet, place), chain(*others)))] or every
    plain = [place for place in free if not _in_prose(view, place)] or free
    depths = [sum(_depth(view, place, theirs) for theirs in others) for place in plain]
    distances = [sum(_distance(place, theirs) for theirs in others) for place in plain]
    ranked = sorted(zip(depths, distances, plain, strict=True), key=lambda one: (-one[0], one[1]))
    (_, least, best), *as_deep = [one for one in ranked if one[0] == ranked[0][0]]
    is_clear = least == min(distances) and all(distance - least > TWICE for _, distance, _ in as_deep)
    if not is_clear:
        return every
    ahead = [place for place in headline(view, plain) if _least(view, place, others) >= _least(view, best, others)]
    return ahead or [best]


def headline(view: View, places: Sequence[Extent]) -> list[Extent]:
    """The one of the places that stands in an h1; none where that is said of none or of several.

    >>> from unweave.page import Page
    >>> headline(View(Page("<p>Emma<h1>Emma</h1>")), [Extent(0, 1), Extent(1, 2)])
    [Extent(first=1, end=2)]
    """
    found = {place for place in places if any(node.tag == "h1" for node in view.texts[place.first].ancestors())}
    return list(found) if len(found) == 1 else []


def _least(view: View, place: Extent, others: Company) -> int:
    """How deep a place is joined with the field that is furthest from it."""
    return min(_depth(view, place, theirs) for theirs in others)


def _meet(one: Extent, other: Extent) -> bool:
    return one.first < other.end and other.first < one.end


def _around(place: Extent, theirs: Sequence[Extent]) -> Sequence[Extent]:
    at = bisect(theirs, place)
    return theirs[max(at - 1, 0) : at + 1]


def _depth(view: View, place: Extent, theirs: Sequence[Extent]) -> int:
    return max(_shared(view.texts[place.first], view.texts[one.first]) for one in _around(place, theirs))


def _distance(place: Extent, theirs: Sequence[Extent]) -> float:
    return min(log(1 + abs(place.first - one.first)) for one in _around(place, theirs))


def _shared(one: Node, other: Node) -> int:
    """How many nodes two texts both stand in."""
    around = {node.index for node in one.ancestors()}
    return sum(node.index in around for node in other.ancestors())


def _in_prose(view: View, place: Extent) -> bool:
    times, more = PROSE
    said, line = len(view.said(place)), sum(len(view.words[at]) for at in _line(view, place))
    return line > times * said and line > said + more


def _line(view: View, place: Extent) -> Iterator[int]:
    """The texts of the block around a place, from one line break to the next."""
    block = _block(view.texts[place.first])
    breaks = [node.index for node in view.by_tag["br"]]
    number = bisect(breaks, view.texts[place.first].index)
    for at in range(*view.extent(block)) if block is not None else ():
        text = view.texts[at]
        if bisect(breaks, text.index) == number and _block(text) is block:
            yield at


def _block(text: Node) -> Node | None:
    return next((node for node in text.ancestors() if node.tag in BLOCKS), None)
