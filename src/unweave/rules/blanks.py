"""White space, which nobody means: left out where values begin and end, and where texts are searched."""

import re
from collections.abc import Iterator, Sequence

from unweave.page import Span

_SPACE = re.compile(r"(?:\s|&nbsp;|&#160;|&#[xX][aA]0;)*+")
_REFERENCE = re.compile(r"(?:&nbsp;|&#160;|&#[xX][aA]0;)$")


def begin_of(source: str, span: Span) -> int:
    """Where a span begins, behind the white space and its references.

    >>> begin_of("<p>&nbsp; 2 cups", Span(3, 16))
    10
    """
    space = _SPACE.match(source, span.start, span.end)
    return space.end() if space else span.start


def end_of(source: str, span: Span) -> int:
    """Where a span ends, before the white space and its references.

    >>> end_of("2 cups &nbsp;<p>", Span(0, 13))
    6
    """
    end = span.end
    while end > span.start:
        if source[end - 1].isspace():
            end -= 1
        elif found := _REFERENCE.search(source, max(span.start, end - 6), end):
            end = found.start()
        else:
            break
    return end


class Letters:
    """The words of a page without any white space, to be searched for values that run over several of them.

    >>> list(Letters(["2", "cups flour", "2"]).saying("2 cups flour"))
    [(0, 2)]
    """

    def __init__(self, words: Sequence[str]) -> None:
        packed = ["".join(word.split()) for word in words]
        self._all = "".join(packed)
        self._begins: dict[int, int] = {}
        at = 0
        for number, word in enumerate([*packed, ""]):
            self._begins[at] = number
            at += len(word)

    def saying(self, value: str) -> Iterator[tuple[int, int]]:
        """The runs of whole words that say the value, as numbers of words, half-open."""
        wanted = "".join(value.split())
        at = self._all.find(wanted) if wanted else -1
        while at >= 0:
            first, end = (self._begins.get(place) for place in (at, at + len(wanted)))
            if first is not None and end is not None:
                yield first, end
            at = self._all.find(wanted, at + 1)
