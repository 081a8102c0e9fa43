"""Every substring of a set of texts at once: where it begins, and where else.

Legend

    texts         ('ho[', 'h[', ...)            page fragments and whole pages, separated by a character of its own
    TextRange     TextRange(1, 4, 9)            the offsets 4 to 8 of text number 1
    start         5                             a position in all texts joined; ``at(text, offset)`` computes it
    longest       [3, 0]                        of the text that begins at each start, the length that also begins at
                                                one of some other starts

A suffix array lists all starts in the order of the text that follows them. The starts that share the longest
beginning with a given one are therefore its neighbours, and the shared length is the minimum of the entries between
them in the array of common prefixes. Everything is linear in the texts, up to a logarithm.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Starts = NDArray[np.int64]

BLOCK = 32


class TextRange(NamedTuple):
    """The offsets from ``first`` up to, but not including, ``end`` of a text.

    >>> TextRange(text=1, first=4, end=9).first
    4
    """

    text: int
    first: int
    end: int


class SuffixArray:
    """An index of all substrings of some texts.

    >>> index = SuffixArray(["ab", "xaby"])
    >>> index.longest(index.starts([TextRange(0, 0, 2)]), index.starts([TextRange(1, 0, 4)])).tolist()
    [2, 1]
    """

    def __init__(self, texts: Sequence[str]) -> None:
        import numpy as np  # noqa: PLC0415 - only learners pay for it
        from pydivsufsort import divsufsort, kasai  # noqa: PLC0415 - same

        self.texts = texts
        sizes = np.array([len(text) + 1 for text in texts], dtype=np.int64)
        self._ends = np.cumsum(sizes) - 1  # the position of the separator after each text
        self._firsts = self._ends - sizes + 1
        codes = _codes(texts, self._ends)
        suffixes = divsufsort(codes)
        self._rank = np.empty(len(codes), dtype=np.int32)
        self._rank[suffixes] = np.arange(len(codes), dtype=np.int32)
        self._least = _RangeMinimum(kasai(codes, suffixes))

    def at(self, text: int, offset: int) -> int:
        """The start at that offset of that text."""
        return int(self._firsts[text]) + offset

    def starts(self, ranges: Iterable[TextRange]) -> "Starts":
        """All starts in some ranges."""
        import numpy as np  # noqa: PLC0415 - as above

        limits = [(self.at(text, first), self.at(text, max(first, end))) for text, first, end in ranges]
        firsts, ends = np.array([*limits, (0, 0)], dtype=np.int64).T
        sizes = ends - firsts
        totals = np.cumsum(sizes)
        starts: Starts = np.repeat(firsts - totals + sizes, sizes)
        return starts + np.arange(totals[-1])

    def longest(self, starts: "Starts", among: "Starts") -> "Starts":
        """For each start, how many of the characters from it on also begin at one of the others; 0 where none do."""
        import numpy as np  # noqa: PLC0415 - as above

        if not len(among):
            return np.zeros(len(starts), dtype=np.int64)
        marks, ranks = np.sort(self._rank[among]).astype(np.int64), self._rank[starts].astype(np.int64)
        place = np.searchsorted(marks, ranks)
        below, above = marks[np.maximum(place - 1, 0)], marks[np.minimum(place, len(marks) - 1)]
        shared = np.maximum(
            np.where(place > 0, self._least.between(below, ranks), 0),
            np.where(place < len(marks), self._least.between(ranks, above), 0),
        )
        room = self._room(starts)
        return np.minimum(np.where(above == ranks, room, shared), room)

    def shared_before(self, starts: "Starts") -> "Starts":
        """For each start, the length it shares with those of the others that precede it in the order of the array."""
        import numpy as np  # noqa: PLC0415 - as above

        order = np.argsort(self._rank[starts])
        ranks = self._rank[starts][order].astype(np.int64)
        shared = np.zeros(len(starts), dtype=np.int64)
        shared[order[1:]] = self._least.between(ranks[:-1], ranks[1:])
        return np.minimum(shared, self._room(starts))

    def _room(self, starts: "Starts") -> "Starts":
        """How many characters follow each start in its text."""
        import numpy as np  # noqa: PLC0415 - as above

        return self._ends[np.searchsorted(self._ends, starts)] - starts


def _codes(texts: Sequence[str], ends: "Starts") -> "NDArray[np.uint8]":
    """The texts as small numbers in the order of their characters, 0 after each."""
    import numpy as np  # noqa: PLC0415 - as above

    joined = "\0".join([*texts, ""]).encode("utf-32-le", "surrogatepass")
    points = np.frombuffer(joined, dtype=np.uint32)
    used = np.bincount(points) > 0
    table = np.cumsum(used)
    codes = table[points].astype(np.uint8 if table[-1] < 255 else np.int32)
    codes[ends] = 0
    return codes  # type: ignore[return-value]  # or a wider array, which the library takes as well


class _RangeMinimum:
    """The minimum of any slice of an array.

    Within a block by running minima, across blocks by a table of slices whose lengths are powers of two.
    """

    def __init__(self, values: "NDArray[np.int32]") -> None:
        import numpy as np  # noqa: PLC0415 - as above

        blocks = -(-len(values) // BLOCK)
        padded = np.full(blocks * BLOCK, np.iinfo(np.int32).max, dtype=np.int32)
        padded[: len(values)] = values
        grid = padded.reshape(blocks, BLOCK)
        self._values = padded
        self._from_left = np.minimum.accumulate(grid, axis=1).ravel()
        self._from_right = np.minimum.accumulate(grid[:, ::-1], axis=1)[:, ::-1].ravel()
        self._runs = [grid.min(axis=1)]
        while 2 ** len(self._runs) <= blocks:
            last, half = self._runs[-1], 2 ** (len(self._runs) - 1)
            self._runs.append(np.minimum(last[:-half], last[half:]))

    def between(self, firsts: "Starts", ends: "Starts") -> "Starts":
        """The minimum from each first up to, but not including, its end; anything where they are equal."""
        import numpy as np  # noqa: PLC0415 - as above

        lasts = np.maximum(ends - 1, firsts)
        left, right = firsts // BLOCK, lasts // BLOCK
        result = np.minimum(self._from_right[firsts], self._from_left[lasts]).astype(np.int64)
        same = np.flatnonzero(left == right)
        result[same] = self._within(firsts[same], lasts[same])
        far = np.flatnonzero(right - left > 1)
        result[far] = np.minimum(result[far], self._across(left[far] + 1, right[far]))
        return result

    def _within(self, firsts: "Starts", lasts: "Starts") -> "Starts":
        result = self._values[firsts].astype("int64")
        for step in range(1, BLOCK):
            inside = firsts + step <= lasts
            if not inside.any():
                break
            result[inside] = result[inside].clip(max=self._values[firsts[inside] + step])
        return result

    def _across(self, firsts: "Starts", ends: "Starts") -> "Starts":
        """The minimum over whole blocks: two slices of a power of two that together cover them."""
        import numpy as np  # noqa: PLC0415 - as above

        result = np.empty(len(firsts), dtype=np.int64)
        sizes = np.frexp(ends - firsts)[1] - 1
        for size in np.unique(sizes):
            here = sizes == size
            run = self._runs[size]
            result[here] = np.minimum(run[firsts[here]], run[ends[here] - 2**size])
        return result
