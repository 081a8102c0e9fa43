"""Head and tail delimiters for given left ones: where they may begin, and how the two depend on each other.

Legend, per page

    window     the starts at which h may be found: behind the last false beginning of a record in the head, up to the
               true one
    limit      the starts at which t may be found: behind the last record, up to the first false beginning in the tail
    zones      between records, where t must not begin: from the end of one up to the beginning of the next
    apart      where t does not begin either if it is to be independent of h: the windows

Where no t occurs in a window, any h goes with any t. Pairs are looked at only when that does not lead to an answer,
and then through where they are found: for each start the longest h (found last) and the longest t (found least often)
are enough.

The choice: h right behind what it protects from, t right before it (measured on the wien sites: what comes and goes
between the records and a false beginning then does no harm); where there is nothing to protect from, the first and
the last there is.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from unweave.clock import look
from unweave.delimiters.ground import Ground
from unweave.delimiters.landmarks import Landmarks, Place
from unweave.delimiters.sides import best_first

FEW = 20_000
"""Up to how many pairs are all looked at; beyond, one of those that are found at the same places."""

Pair = tuple[str, str]
Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """Where head and tail delimiters may be found, a window and a limit per lesson.

    >>> from unweave.delimiters.lesson import Lesson
    >>> from unweave.page import Span
    >>> ground = Ground([Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))])
    >>> sorted(Frame(windows=((0, 2),), limits=((6, 8),), zones=(), apart=()).heads(ground).all())
    ['[', 'h', 'h[']
    """

    windows: tuple[Range, ...]
    limits: tuple[Range, ...]
    zones: tuple[Place, ...]
    apart: tuple[Place, ...]

    def heads(self, ground: Ground[Any]) -> Landmarks:
        """The heads: found in every window, and nowhere before it."""
        windows = [Place(ground.head(at), *window) for at, window in enumerate(self.windows)]
        before = [Place(ground.page(at), 0, first) for at, (first, _) in enumerate(self.windows)]
        return ground.landmarks(windows, before)

    def behind(self, places: Sequence[int]) -> "Frame":
        """The frame with each window cut off behind a place in it."""
        cut = [(max(first, place + 1), end) for (first, end), place in zip(self.windows, places, strict=True)]
        return replace(self, windows=tuple(cut))

    def tails(self, ground: Ground[Any], *, apart: bool = False) -> Landmarks:
        """The tails: found within every limit, and in no zone."""
        limits = [Place(ground.page(at), *limit) for at, limit in enumerate(self.limits)]
        return ground.landmarks(limits, [*self.zones, *self.apart] if apart else self.zones)


def frames(ground: Ground[Any], frame: Frame, loose: Frame, agree: Callable[[str, str], bool]) -> Iterator[Pair]:
    """Every head and tail that go together, best first: the head as early, the tail as late as can be.

    Those that ``frame`` allows go together when they are apart; of those that ``loose`` allows, ``agree`` decides.

    >>> from unweave.delimiters.lesson import Lesson
    >>> from unweave.page import Span
    >>> ground = Ground([Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))])
    >>> frame = Frame(windows=((0, 2),), limits=((6, 8),), zones=(), apart=())
    >>> next(frames(ground, frame, frame, lambda head, tail: True))
    ('h', 't')
    """
    done: set[Pair] = set()
    tails = frame.tails(ground, apart=True)
    heads = frame.heads(ground) if tails else None
    if heads and tails:
        page = ground.texts[ground.page(heads.number)]
        for head, tail in best_first([heads.preferred("first", page=page), tails.preferred("last", page=tails.text)]):
            done.add((head, tail))
            yield head, tail
    if heads is None or heads or loose != frame:
        yield from (pair for pair in _pairs(ground, loose, agree) if pair not in done)


def count_pairs(ground: Ground[Any], frame: Frame) -> int:
    """How many pairs of head and tail go together, on pages that all have records.

    A tail allows the heads that are found behind its last occurrence in every window; most tails occur in none.

    >>> from unweave.delimiters.lesson import Lesson
    >>> from unweave.page import Span
    >>> ground = Ground([Lesson("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))])
    >>> count_pairs(ground, Frame(windows=((0, 2),), limits=((6, 8),), zones=(), apart=()))
    9
    """
    heads, tails = frame.heads(ground), frame.tails(ground)
    if not heads or not tails:
        return 0
    apart = frame.tails(ground, apart=True).count
    last = Counter(
        tuple(
            lesson.source.rfind(tail, first, end - 1 + len(tail))
            for lesson, (first, end) in zip(ground.lessons, frame.windows, strict=True)
        )
        for tail in ground.beginning(tails, frame.apart).all()
    )
    return apart * heads.count + sum(
        number * frame.behind(places).heads(ground).count for places, number in last.items()
    )


def _pairs(ground: Ground[Any], frame: Frame, agree: Callable[[str, str], bool]) -> Iterator[Pair]:
    tails = frame.tails(ground)
    heads = frame.heads(ground) if tails else None
    if heads and tails:
        if heads.count * tails.count <= FEW:
            pairs = product(list(heads.all()), tails.all())
        else:
            pairs = product(_found_differently(ground, heads, frame), _found_differently(ground, tails, frame))
        for pair in pairs:
            look()
            if agree(*pair):
                yield pair


def _found_differently(ground: Ground[Any], found: Landmarks, frame: Frame) -> list[str]:
    """One of the longest strings for each way to be found first and last in the windows."""

    def places(string: str) -> tuple[tuple[int, int], ...]:
        return tuple(
            (lesson.source.find(string, first, end), lesson.source.rfind(string, first, end - 1 + len(string)))
            for lesson, (first, end) in zip(ground.lessons, frame.windows, strict=True)
        )

    return list({places(string): string for string in dict.fromkeys(found.longest())}.values())
