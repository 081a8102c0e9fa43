"""Head and tail for a hierarchy: N2, the joint part of N-HLRT.

Legend

    lefts      ('<h1>', '<li>')    the left delimiters of all levels
    demand     ((4, 9), (812,))    all through which a tail matters to them: how long each must be so that the tail is
               not found before it in a gap, and where the tail is found behind the last value of each page

Left delimiters are tried in the order of preference, and head and tail looked for as in HLRT. When the first few do
not lead to an answer, it is the other way round: for each demand that some tail makes, and each l_1, the left
delimiters that meet it are found (again constraints of the form *at least so long*, see ``levels``), so that an
answer is found if there is one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice

from unweave.delimiters.choice import preferred
from unweave.delimiters.constraints import levels_agree
from unweave.delimiters.frame import Frame, Pair, Range, frames
from unweave.delimiters.ground import Ground
from unweave.delimiters.landmarks import Landmarks, Place
from unweave.delimiters.levels import Lengths, Levels
from unweave.delimiters.nest import Nest, NestedReading
from unweave.errors import NoConsistentWrapper

N2 = "N2, head, tail and left delimiters of all levels"
LEAVES = 8
"""How many choices of left delimiters are tried before tails are."""
FEW = 3000
"""Up to how many tails all are tried; beyond, the longest and the shortest of every start."""

Lefts = tuple[str, ...]
Demand = tuple[tuple[int, ...], tuple[int, ...]]


def joint(reading: NestedReading, alone: Levels | None, levels: Levels) -> Iterator[tuple[str, str, Lefts]]:
    """Every head, tail and left delimiters that agree, best first; it raises when there are none.

    >>> from unweave.delimiters.nest import Nest
    >>> from unweave.page import Span
    >>> nest = Nest("p1", "h[I](1)t", ((1, Span(2, 3)), (2, Span(5, 6))), depth=2)
    >>> reading = NestedReading(("part", "chapters[]"), (nest,))
    >>> from unweave.delimiters.nested import levels_of
    >>> next(joint(reading, None, levels_of("N-HLRT", reading, framed=True)))
    ('h', 't', ('h[', ']('))
    """
    ground, found = Ground(reading.lessons), False
    tried: set[Lefts] = set()
    for lefts in _lefts(ground, alone, levels):
        for head, tail in _pairs(ground, lefts) if lefts not in tried else ():
            found = True
            yield head, tail, lefts
        tried.add(lefts)
    if found:
        return
    reason = "no head, tail and left delimiters tell the levels apart, and all of them from the rest of the page"
    raise NoConsistentWrapper(kind="N-HLRT", field=reading.order[0], constraint=N2, reason=reason)


def _lefts(ground: Ground[Nest], alone: Levels | None, levels: Levels) -> Iterator[Lefts]:
    """Left delimiters to try, best first."""
    if alone is not None:
        yield from map(levels.strings, islice(alone.solutions(), LEAVES))
    longest = levels.longest()
    tails = _possible_tails(ground, levels, longest) if longest is not None else None
    if tails:
        chosen = chain(islice(levels.solutions(), LEAVES), _meeting_demands(ground, levels, tails))
        yield from map(levels.strings, chosen)


def _possible_tails(ground: Ground[Nest], levels: Levels, longest: Lengths) -> Landmarks:
    """All tails that may do: they stand behind the last values, and in no gap before the longest left delimiters."""
    limits = [Place(ground.page(at), nest.tail.start, len(nest.source)) for at, nest in enumerate(ground.lessons)]
    return ground.landmarks(limits, _zones(ground, levels.strings(longest)))


def _meeting_demands(ground: Ground[Nest], levels: Levels, tails: Landmarks) -> Iterator[Lengths]:
    """For each first left delimiter and each demand of a tail, left delimiters that meet it."""
    strings = tails.all() if tails.count <= FEW else dict.fromkeys(chain(tails.longest(), tails.shortest()))
    demands = list(dict.fromkeys(_demand(ground, levels, tail) for tail in strings))
    for length in preferred(levels.candidates[0]):
        for demand in demands:
            meeting = replace(levels.fixed(0, length), allows=partial(_meets, ground, levels, demand))
            yield from islice(meeting.solutions(), 1)


def _demand(ground: Ground[Nest], levels: Levels, tail: str) -> Demand:
    least = [0] * len(levels.candidates)
    for nest in ground.lessons:
        for step in nest.steps[1:-1]:
            gap = step.gap
            found = gap.source.find(tail, gap.start, gap.end - 1 + len(tail)) if gap.sure else -1
            least[step.level - 1] = max(least[step.level - 1], 0 if found < 0 else gap.end - found + 1)
    return tuple(least), tuple(nest.source.find(tail, nest.tail.start) for nest in ground.lessons)


def _meets(ground: Ground[Nest], levels: Levels, demand: Demand, level: int, length: int) -> bool:
    """Whether a left delimiter is so long that the tail is not found before it, but is found before it in the tails."""
    least, places = demand
    left = levels.candidates[level].string(length)
    return length >= least[level] and all(
        place <= found or found < 0
        for nest, place in zip(ground.lessons, places, strict=True)
        if nest.values and nest.tail.sure and level <= nest.steps[-1].before
        for found in [nest.source.find(left, nest.tail.start)]
    )


def _pairs(ground: Ground[Nest], lefts: Lefts) -> Iterator[Pair]:
    """The heads and tails that go with left delimiters; first those whose tail is found before any left delimiter."""
    return chain(_framed(ground, lefts, cautious=True), _framed(ground, lefts, cautious=False))


def _framed(ground: Ground[Nest], lefts: Lefts, *, cautious: bool) -> Iterator[Pair]:
    """The heads and tails that go with left delimiters, best first."""
    windows = tuple(_window(nest, lefts[0]) for nest in ground.lessons)
    apart = [
        Place(ground.page(at), *windows[at]) for at, nest in enumerate(ground.lessons) if nest.values and nest.head.sure
    ]
    limits = tuple(_limit(nest, lefts, cautious=cautious) for nest in ground.lessons)
    frame = Frame(windows, limits, tuple(_zones(ground, lefts)), tuple(apart))
    whole = tuple(
        window if nest.values else (0, window[1]) for window, nest in zip(windows, ground.lessons, strict=True)
    )
    return frames(ground, frame, replace(frame, windows=whole), partial(_agree, ground.lessons, lefts))


def _zones(ground: Ground[Nest], lefts: Lefts) -> list[Place]:
    """Between values, where no tail may begin."""
    return [
        Place(ground.page(at), step.gap.start, step.gap.end - len(lefts[step.level - 1]) + 1)
        for at, nest in enumerate(ground.lessons)
        for step in nest.steps[1:-1]
        if step.gap.sure
    ]


def _window(nest: Nest, left: str) -> Range:
    if not nest.values:
        return nest.source.rfind(left) + 1, len(nest.source)
    if not nest.head.sure:
        return 0, nest.head.end
    return nest.source.rfind(left, 0, nest.head.end - 1) + 1, nest.head.end - len(left) + 1


def _limit(nest: Nest, lefts: Lefts, *, cautious: bool) -> Range:
    """Where t may be found: up to the first left delimiter that is looked for in the tail, or (cautiously) any."""
    reachable = lefts[: len(lefts) if cautious else nest.steps[-1].before + 1] if nest.values and nest.tail.sure else ()
    found = [at for left in reachable if (at := nest.source.find(left, nest.tail.start)) >= 0]
    return nest.tail.start, min(found, default=len(nest.source) - 1) + 1


def _agree(nests: Sequence[Nest], lefts: Lefts, head: str, tail: str) -> bool:
    return all(levels_agree(lefts, nest, head, tail) for nest in nests if nest.plain)
