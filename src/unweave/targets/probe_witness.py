r"""Second witnesses for a scan: what stands around a value, and other places that show it.

Legend

    frame       what all pages at hand have right before the string before the value, and right behind the value
    label       the text that a reader sees right before the value, if that is the same on all pages at hand
    witness     another place that shows the same value on all pages at hand: the string before it and the one behind it

All are literal strings of the source and cost little. Where a frame or a label is another, or a witness says something
else or is missing, the scan is not believed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from unweave.rules.cut import common_start

WIDEST = 80  # signs of a frame, on either side
SHORTEST, LONGEST = 6, 40  # signs before a witness
MOST_PLACES = 20
FURTHEST = 12  # tags before a place among which a label is sought
MOST_SIGNS = 6  # behind a witness
FEWEST_SIGNS = 3  # of a value for which witnesses are sought


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands before the string before a value, and behind the value."""

    above: str
    below: str

    def holds(self, source: str, start: int, end: int) -> bool:
        """Whether a source has it around a place.

        >>> Frame("<p>", "</p>").holds("<p>By: Ann</p>", 3, 10)
        True
        """
        return source.startswith(self.below, end) and source.endswith(self.above, 0, start)


@dataclass(frozen=True, slots=True)
class Witness:
    """Another place that shows a value."""

    left: str
    stop: str

    def says(self, source: str) -> str:
        """What stands there; empty where there is no such place.

        >>> Witness("<title>", "<").says("<title>Emma</title>")
        'Emma'
        """
        start = source.find(self.left) + len(self.left)
        end = source.find(self.stop, start) if start >= len(self.left) else -1
        return source[start:end] if end > start else ""


def label_before(source: str, at: int) -> str:
    """The last text before a place that is not blank, as it is written; empty where there is none nearby.

    >>> label_before('<td><b>Author:</b>&nbsp;<a href="x.html">Ann', 41)
    'Author:'
    """
    for _ in range(FURTHEST):
        opened = source.rfind("<", 0, at)
        at = source.rfind(">", 0, opened) + 1 if opened > 0 else 0
        text = source[at:opened].replace("&nbsp;", " ").strip() if at else ""
        if text or not at:
            return text
        at -= 1
    return ""


def label_of(places: Sequence[tuple[str, int]]) -> str:
    """The label that stands before all these places: sources, and where the value starts; empty where there is none."""
    labels = {label_before(source, at) for source, at in places}
    return labels.pop() if len(labels) == 1 else ""


def frame_of(places: Sequence[tuple[str, int, int]]) -> Frame:
    """The frame of all these places: sources, where the string before a value starts, where the value ends."""
    above = [source[max(0, start - WIDEST) : start][::-1] for source, start, _ in places]
    below = [source[end : end + WIDEST] for source, _, end in places]
    return Frame(common_start(above)[::-1], common_start(below))


def witness_of(places: Sequence[tuple[str, int, int]]) -> Witness | None:
    """Another place that shows the value on all the pages; None where there is none."""
    (source, start, end), *others = places
    for at in _elsewhere(source, start, end):
        left = common_start([source[max(0, at - LONGEST) : at][::-1], *(_nearest(source, at, one) for one in others)])
        behind = at + end - start
        stops = (source[behind : behind + size] for size in range(1, MOST_SIGNS + 1))
        for witness in (Witness(left[::-1], stop) for stop in stops if stop and len(left) >= SHORTEST):
            if all(_is_right(witness, *place) for place in places):
                return witness
    return None


def _elsewhere(source: str, start: int, end: int) -> Iterator[int]:
    """Where else a value stands, the first places first."""
    return islice(_found(source, start, end), MOST_PLACES) if end - start >= FEWEST_SIGNS else iter(())


def _found(source: str, start: int, end: int) -> Iterator[int]:
    value, at = source[start:end], -1
    while (at := source.find(value, at + 1)) >= 0:
        if at != start:
            yield at


def _nearest(source: str, at: int, other: tuple[str, int, int]) -> str:
    """What stands before the value elsewhere on another page, backwards: where that is most like here."""
    here = source[max(0, at - LONGEST) : at][::-1]
    there = [other[0][max(0, one - LONGEST) : one][::-1] for one in _elsewhere(*other)]
    return max(there, key=lambda text: len(common_start([here, text])), default="")


def _is_right(witness: Witness, source: str, start: int, end: int) -> bool:
    return source.count(witness.left) == 1 and witness.says(source) == source[start:end]
