"""Texts that an inner element breaks on some pages: ``<li>Fold in the <a>barley</a>.`` among plain items of the list.

Legend

    holder      the innermost element around a text that is no inline element: the ``li`` of all three texts above
    piece       one of several texts of a holder
    plain       a holder with one text and no inline element with a text
    broken      a holder with words of its own and texts in inline elements; a comma between links is no word
    whole path  a path of which more holders are plain than broken, and no piece is in most of the broken ones: a piece
                that is ("By", "[more]") is a text of the template, not a part of a value; a full stop is not

The texts of a broken holder with a whole path are read as one text, at the path of the plain ones. Which paths are
whole is known when all pages are read; it is part of the vocabulary.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from unweave.page.html import INLINE

INLINE_STEPS = frozenset(f"/{tag}" for tag in INLINE)


def holder_of(node: int, parents: Sequence[int], steps: Sequence[str]) -> int:
    """The holder of a text, given each node's parent and the last step of each element's path.

    >>> holder_of(3, [-1, 0, 1, 2], ["", "/li", "/a", ""])
    1
    """
    at = parents[node]
    while steps[at] in INLINE_STEPS:
        at = parents[at]
    return at


class HolderTexts(NamedTuple):
    """The texts of a holder: its own, and those in inline elements."""

    own: list[str]
    inner: list[str]

    @property
    def is_broken(self) -> bool:
        """Whether it is a text that inline elements break.

        >>> HolderTexts(["Fold in the", "."], ["barley"]).is_broken, HolderTexts([","], ["Ann", "Bob"]).is_broken
        (True, False)
        """
        return bool(self.inner) and any(map(_has_word, self.own))


class HolderCounts:
    """Counts plain and broken holders by their paths, page by page.

    >>> counts = HolderCounts()
    >>> for texts in (["Stir."], []), (["Bake."], []), (["Fold in the"], ["barley"]):
    ...     counts.add("ol/li", HolderTexts(*texts))
    >>> list(counts.whole_paths())
    ['ol/li']
    """

    def __init__(self) -> None:
        self.plain: Counter[str] = Counter()
        self.broken: dict[str, list[HolderTexts]] = defaultdict(list)

    def add(self, path: str, texts: HolderTexts) -> None:
        """Count a holder."""
        if texts.is_broken:
            self.broken[path].append(texts)
        elif len(texts.own) == 1 and not texts.inner:
            self.plain[path] += 1

    def whole_paths(self) -> Iterator[str]:
        """The whole paths."""
        for path, broken in self.broken.items():
            times = Counter(text for texts in broken for text in filter(_has_word, {*texts.own, *texts.inner}))
            is_template = max(times.values(), default=0) > max(1, len(broken) / 2)
            if self.plain[path] > len(broken) and not is_template:
                yield path


def _has_word(text: str) -> bool:
    return any(map(str.isalnum, text))


def runs(holders: Sequence[int]) -> list[range]:
    """The numbers of the texts of each holder, where they follow each other; a holder of two runs is cut in two.

    >>> runs([4, 4, 7, 4])
    [range(0, 2), range(2, 3), range(3, 4)]
    """
    found, start = [], 0
    for _, some in groupby(holders):
        end = start + sum(1 for _ in some)
        found.append(range(start, end))
        start = end
    return found
