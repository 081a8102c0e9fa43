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
from collections.abc import Iterator, Sequence

from unweave.values.profile import Counts, FieldProfile, shape_of
from unweave.values.surroundings import ATTRIBUTE, PageTexts, innermost


def rival_numbers(
    texts: PageTexts, spans: Sequence[tuple[int, int]], tags: Sequence[str], known: FieldProfile
) -> Iterator[int | None]:
    """For each value the number of its rivals; None for the last one of the page, which has no next one.

    >>> from unweave.page import Page
    >>> from unweave.values.profile import described
    >>> page = Page("<b>$5</b> <i>$6</i> <b>$7</b> <b>new</b> <b>$8</b>")
    >>> spans = [(page.source.index(price), page.source.index(price) + 2) for price in ("$5", "$7", "$8")]
    >>> list(rival_numbers(PageTexts(page), spans, ["<b>"] * 3, described(["$5", "$7", "$8"])))
    [1, 0, None]
    """
    if len(spans) < 2:
        yield from [None] * len(spans)
        return
    shapes = frozenset(shape for span in spans if (shape := _shape_around(texts, span)))
    rivals = {tag: _rivals(texts, spans, tag, shapes, known) for tag in dict.fromkeys(map(innermost, tags))}
    for at, (_, end) in enumerate(spans):
        there = rivals[innermost(tags[at])]
        following = spans[at + 1][0] if at + 1 < len(spans) else -1
        yield bisect_left(there, following) - bisect_right(there, end) if following > end else None


def _shape_around(texts: PageTexts, span: tuple[int, int]) -> str:
    """The shape of the text that a value is a part of; empty where it is a whole text, or more."""
    numbers = texts.numbers(*span)
    if len(numbers) != 1 or texts.text(numbers[0]) == texts.page.text(span):
        return ""
    return shape_of(texts.text(numbers[0]))


def _rivals(
    texts: PageTexts, spans: Sequence[tuple[int, int]], tag: str, shapes: frozenset[str], known: FieldProfile
) -> list[int]:
    """Where the rivals of values in this tag begin; of values that are parts of texts of these shapes, such texts."""
    if tag.startswith(ATTRIBUTE):
        places = [place for place in texts.attributes(tag, spans) if place not in spans]
        return [places[at][0] for at in known.fitting(texts.page.text(place) for place in places)]
    covered = {at for span in spans for at in texts.numbers(*span)}
    between = range(min(covered, default=0), max(covered, default=0))
    anywhere = not shapes and known.features.get("shape", Counts()).is_telling
    numbers = [at for at in between if at not in covered and (anywhere or innermost(texts.runs[at].tags) == tag)]
    if shapes:
        return [texts.runs[at].start for at in numbers if shape_of(texts.text(at)) in shapes]
    return [texts.runs[numbers[at]].start for at in known.fitting(map(texts.text, numbers))]
