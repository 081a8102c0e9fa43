"""Which candidate of an ambiguous value is meant, if only one page has values of the field.

Legend

    candidate    an extent with the value's text: a title in the breadcrumb, in the heading, in the box with the facts
    name words   the words of the field name, of a label or of an attribute value, in lower case: ``total_time``,
                 "Total Time:" and ``recipe-totalTime`` all have "total" and "time"
    others       the extents of the other fields' values, of those that occur once on the page
    depth        how many ancestors a candidate shares with the nearest value of a field, summed over the fields
    distance     how many texts are between them, as a logarithm, summed over the fields
    prose        a line with much more text than the candidate: "... the <i>Emma</i> we know ..."

First, a candidate right behind a label with exactly the words of the field name is likely, else one with all these
words in an attribute value. Names of one word are not used: a class ``title`` may be any title.

Then, where a page has one record, the candidate nearest to the other values is likely: of those that are neither in
prose nor part of another value, the one with the greatest depth and the least distance. If others have the same depth,
they must be more than twice as far. The only candidate in an ``h1`` is preferred to one that is near some fields only,
such as the heading of a list of ingredients: if its depth with the field furthest from it is no less. Without other
values, the candidate in the ``h1`` is likely. Of a set of texts in document order, one shares most ancestors with the
text right before or right behind it, so only these two are compared.

The paper has no such step; its user marks spans.
"""

import re
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from math import log
from typing import TypeAlias

from unweave.page import Node, Span
from unweave.page.html import BLOCKS
from unweave.records import Either, Example
from unweave.records.record import members
from unweave.rules.paths import shared_ancestors
from unweave.rules.training_page import Target
from unweave.rules.views import Extent, PageView
from unweave.tuning import RULE_NAME_LEVELS, RULE_NAME_WORDS, RULE_NEAR_FACTOR, RULE_PROSE

NAME_ATTRIBUTES = ("class", "id", "itemprop")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_CASE_CHANGE = re.compile(r"(?<=[a-z])(?=[A-Z])")
Others: TypeAlias = Sequence[Sequence[Extent]]
"""Per field, the extents of its values, in document order."""


def likely_candidates(view: PageView, example: Example, name: str, targets: Sequence[Target]) -> frozenset[Extent]:
    """The likely candidates of all ambiguous targets."""
    ambiguous = [target for target in targets if len(target) > 1]
    is_single = len(example.records) == 1
    others = other_values(view, example, name) if ambiguous and is_single else []
    found: list[Extent] = []
    for target in ambiguous:
        named = with_field_name(view, target, name)
        if named or not is_single:
            found += named
        else:
            found += nearest_to_others(view, target, others) if others else in_main_heading(view, target)
    return frozenset(found)


def name_words(text: str) -> frozenset[str]:
    """The words of a field name, a label or an attribute value.

    >>> sorted(name_words("ISBN-13:")), sorted(name_words("totalTime"))
    (['13', 'isbn'], ['time', 'total'])
    """
    return frozenset(word.casefold() for part in _CASE_CHANGE.split(text) for word in _WORD.findall(part))


def with_field_name(view: PageView, candidates: Sequence[Extent], name: str) -> list[Extent]:
    """The candidates with the field name as label or in an attribute; empty where all or none of them have it.

    >>> from unweave.page import Page
    >>> page = Page("<p>Prep Time: <b>25</b><p>Total Time: <b>25</b>")
    >>> with_field_name(PageView(page), [Extent(1, 2), Extent(3, 4)], "total_time")
    [Extent(first=3, end=4)]
    """
    wanted = name_words(name)
    tests: Sequence[Callable[[Extent], bool]] = (
        lambda candidate: name_words(view.previous_text(candidate)) == wanted,
        lambda candidate: any(wanted <= words for words in _attribute_words(view, candidate)),
    )
    for test in tests if len(wanted) >= RULE_NAME_WORDS else ():
        found = [candidate for candidate in candidates if test(candidate)]
        if found:
            return found if len(found) < len(candidates) else []
    return []


def _attribute_words(view: PageView, candidate: Extent) -> Iterator[frozenset[str]]:
    for node in islice(view.first_node(candidate).ancestors(), RULE_NAME_LEVELS):
        for attribute in NAME_ATTRIBUTES:
            yield from map(name_words, node.attributes.get(attribute, "").split())


def other_values(view: PageView, example: Example, name: str) -> Others:
    """The extents of the other fields' values, of those that occur once on the page.

    >>> from unweave.page import Page
    >>> page = Page("<h1>Emma</h1><p>Emma <b>$5</b>")
    >>> other_values(PageView(page), Example.from_values(page, [{"title": "Emma", "price": "$5"}]), "title")
    [[Extent(first=2, end=3)]]
    """
    names = dict.fromkeys(each for record in example.records for each in record if each != name)
    extents = (sorted(set(_unambiguous(view, example, each))) for each in names)
    return [found for found in extents if found]


def _unambiguous(view: PageView, example: Example, name: str) -> Iterator[Extent]:
    for record in example.records:
        for item in members(example.cell(record, name)):
            spans = item.spans if isinstance(item, Either) else [item] if isinstance(item, Span) else []
            extents = {extent for span in spans if (extent := view.extent_of_span(span)) is not None}
            yield from extents if len(extents) == 1 else ()


def nearest_to_others(view: PageView, candidates: Sequence[Extent], others: Others) -> list[Extent]:
    """The candidates that are nearest to the other values; all of them where that is not clear.

    >>> from unweave.page import Page
    >>> page = Page("<h1>Emma</h1><div><p>Emma</p><b>$5</b></div>")
    >>> nearest_to_others(PageView(page), [Extent(0, 1), Extent(1, 2)], [[Extent(2, 3)]])
    [Extent(first=1, end=2)]
    """
    every = list(dict.fromkeys(candidates))
    free = [one for one in every if not any(map(one.overlaps, chain(*others)))] or every
    plain = [one for one in free if not _is_in_prose(view, one)] or free
    depths = [sum(_depth(view, one, values) for values in others) for one in plain]
    distances = [sum(_distance(one, values) for values in others) for one in plain]
    ranked = sorted(zip(depths, distances, plain, strict=True), key=lambda one: (-one[0], one[1]))
    (_, least, best), *same_depth = [one for one in ranked if one[0] == ranked[0][0]]
    margin = log(RULE_NEAR_FACTOR)
    is_clear = least == min(distances) and all(distance - least > margin for _, distance, _ in same_depth)
    if not is_clear:
        return every
    least_depth = _least_depth(view, best, others)
    return [one for one in in_main_heading(view, plain) if _least_depth(view, one, others) >= least_depth] or [best]


def in_main_heading(view: PageView, candidates: Sequence[Extent]) -> list[Extent]:
    """The candidate in an ``h1``; empty where there is none or there are several.

    >>> from unweave.page import Page
    >>> in_main_heading(PageView(Page("<p>Emma<h1>Emma</h1>")), [Extent(0, 1), Extent(1, 2)])
    [Extent(first=1, end=2)]
    """
    found = {one for one in candidates if any(node.tag == "h1" for node in view.first_node(one).ancestors())}
    return list(found) if len(found) == 1 else []


def _least_depth(view: PageView, candidate: Extent, others: Others) -> int:
    """The depth of a candidate with the field that is furthest from it."""
    return min(_depth(view, candidate, values) for values in others)


def _neighbours(candidate: Extent, values: Sequence[Extent]) -> Sequence[Extent]:
    at = bisect(values, candidate)
    return values[max(at - 1, 0) : at + 1]


def _depth(view: PageView, candidate: Extent, values: Sequence[Extent]) -> int:
    return max(
        shared_ancestors(view.first_node(candidate), view.first_node(one)) for one in _neighbours(candidate, values)
    )


def _distance(candidate: Extent, values: Sequence[Extent]) -> float:
    return min(log(1 + abs(candidate.first - one.first)) for one in _neighbours(candidate, values))


def _is_in_prose(view: PageView, candidate: Extent) -> bool:
    times, more = RULE_PROSE
    own, line = len(view.text(candidate)), sum(len(view.strings[at]) for at in _line(view, candidate))
    return line > times * own and line > own + more


def _line(view: PageView, candidate: Extent) -> Iterator[int]:
    """The numbers of the texts of the block around a candidate, from one line break to the next."""
    block = _block(view.first_node(candidate))
    breaks = [node.index for node in view.by_tag["br"]]
    number = bisect(breaks, view.first_node(candidate).index)
    for at in range(*view.extent(block)) if block is not None else ():
        text = view.texts[at]
        if bisect(breaks, text.index) == number and _block(text) is block:
            yield at


def _block(text: Node) -> Node | None:
    return next((node for node in text.ancestors() if node.tag in BLOCKS), None)
