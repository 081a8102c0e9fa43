"""Rivals: other texts of a page that look like values of a field, so that any of them could be taken for one.

Legend

    rival       a text that is no value of a field, but looks like one; of a field whose values look like many texts
                (titles), only if it is right behind the same tag as a value. Where values are parts of texts, a text
                behind the same tag with the shape of one of these texts; where they are attributes, the same attribute
                of another such tag
    number      how many rivals a value has: those up to the next value of the field on the page. A single value of a
                page has no such number: on whole pages it differs too much from page to page

A site that puts a list price before each price leaves everything else as it was: what is read then looks right, and
all rules agree. But each record has a rival that it did not have.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from unweave.values.profile import Counts, FieldProfile, shape_of
from unweave.values.surroundings import ATTRIBUTE, PageTexts, innermost


def rival_numbers(
    texts: PageTexts, spans: Sequence[tuple[int, int]], tags: Mapping[int, str], known: FieldProfile
) -> Iterator[int | None]:
    """The number of rivals of each value whose tags are given; None for the last of the page, which has no next one.

    ``spans`` are those of all values of the field, ``tags`` those before some of them, by the number of the value.

    >>> from unweave.page import Page
    >>> from unweave.values.profile import described
    >>> page = Page("<b>$5</b> <i>$6</i> <b>$7</b> <b>new</b> <b>$8</b>")
    >>> spans = [(page.source.index(price), page.source.index(price) + 2) for price in ("$5", "$7", "$8")]
    >>> list(rival_numbers(PageTexts(page), spans, dict.fromkeys(range(3), "<b>"), described(["$5", "$7", "$8"])))
    [1, 0, None]
    """
    if len(spans) < 2:
        yield from [None] * len(tags)
        return
    gaps = {at: (spans[at][1], spans[at + 1][0] if at + 1 < len(spans) else -1) for at in tags}
    shapes = frozenset(shape for at in tags if (shape := _shape_around(texts, spans[at])))
    every = dict.fromkeys(map(innermost, tags.values()))
    rivals = {tag: _rivals(texts, spans, gaps.values(), tag, shapes, known) for tag in every}
    for at, (end, following) in gaps.items():
        there = rivals[innermost(tags[at])]
        yield bisect_left(there, following) - bisect_right(there, end) if following > end else None


def _shape_around(texts: PageTexts, span: tuple[int, int]) -> str:
    """The shape of the text that a value is a part of; empty where it is a whole text, or more."""
    numbers = texts.numbers(*span)
    if len(numbers) != 1 or texts.text(numbers[0]) == texts.page.text(span):
        return ""
    return shape_of(texts.text(numbers[0]))


def _rivals(
    texts: PageTexts,
    spans: Sequence[tuple[int, int]],
    gaps: Iterable[tuple[int, int]],
    tag: str,
    shapes: frozenset[str],
    known: FieldProfile,
) -> list[int]:
    """Where the rivals in the gaps between values in this tag begin; of values that are parts of texts, such texts."""
    if tag.startswith(ATTRIBUTE):
        values = frozenset(spans)
        places = [place for place in texts.attributes(tag, spans) if place not in values]
        return [places[at][0] for at in known.fitting(texts.page.text(place) for place in places)]
    covered = {at for span in spans for at in texts.numbers(*span)}
    between = sorted({at for gap in gaps if gap[0] < gap[1] for at in texts.numbers(*gap)} - covered)
    anywhere = not shapes and known.features.get("shape", Counts()).is_telling
    numbers = [at for at in between if anywhere or innermost(texts.runs[at].tags) == tag]
    if shapes:
        return [texts.runs[at].start for at in numbers if shape_of(texts.text(at)) in shapes]
    return [texts.runs[numbers[at]].start for at in known.fitting(map(texts.text, numbers))]
