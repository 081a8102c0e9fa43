"""Naming: where a value stands at several places of a page, the place that bears the field's name is meant.

Legend

    words      the words of a field's name, of a label or of a mark, small, whatever joins them:
               ``total_time``, "Total Time:" and ``recipe-totalTime`` have both words of the first
    called     a place behind a label that has just these words
    marked     a place of which one of the innermost marks has all of them

A single word says little: a class ``title`` may be any title, and "Price:" one that nobody pays (on the public pages as
many labels of one word were wrong as right, and more marks). So only names of two words and more are looked for, first
in labels, then in marks.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from unweave.rules.view import Extent, View

MARKS = ("class", "id", "itemprop")
FEWEST_WORDS = 2
INNERMOST = 3
"""So many nodes around a place are looked at for marks."""

_WORD = re.compile(r"[^\W\d_]+|\d+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
Words: TypeAlias = frozenset[str]


def words_of(text: str) -> Words:
    """The words of a name, a label or a mark.

    >>> sorted(words_of("ISBN-13:")), sorted(words_of("totalTime"))
    (['13', 'isbn'], ['time', 'total'])
    """
    return frozenset(word.casefold() for part in _HUMP.split(text) for word in _WORD.findall(part))


def bearing(view: View, places: Sequence[Extent], name: str) -> list[Extent]:
    """Those of the places that bear the name; none where that is said of all or of none.

    >>> from unweave.page import Page
    >>> page = Page("<p>Prep Time: <b>25</b><p>Total Time: <b>25</b>")
    >>> bearing(View(page), [Extent(1, 2), Extent(3, 4)], "total_time")
    [Extent(first=3, end=4)]
    """
    wanted = words_of(name)
    tests: Sequence[Callable[[Extent], bool]] = (
        lambda place: words_of(view.word_before(place)) == wanted,
        lambda place: any(wanted <= words for words in _marks(view, place)),
    )
    for test in tests if len(wanted) >= FEWEST_WORDS else ():
        found = [place for place in places if test(place)]
        if found:
            return found if len(found) < len(places) else []
    return []


def _marks(view: View, place: Extent) -> Iterator[Words]:
    for node in islice(view.innermost(place).ancestors(), INNERMOST):
        for mark in MARKS:
            yield from map(words_of, node.attributes.get(mark, "").split())
