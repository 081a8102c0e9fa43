"""Parts of a text: where inside a text the wanted values begin and end, learned from a few examples.

Legend

    text = "Call (415) 555-1234 today"      the wanted part is text[6:9], "415"
    token                                   digits, letters, white space, an entity, or any other single character
    edge                                    a place between two tokens, told by what stands left and right of it, and
                                            which of the places that look so: Edge(left=("(",), right=("<number>",))
    parts                                   a first edge, a last edge behind it and, for "A, B and C", what separates
                                            values

An edge is exact about a token, or asks for its class (number, Capitalised, punctuation, currency, ...: see
``patterns``), or does not care. ``BEGIN`` and ``END`` stand at both ends of the text, inside surrounding white space.

Three grains are tried: tokens; raw, where white space counts and is cut into characters; and single characters.

Learning: every edge that the first example allows, up to three tokens to the left and two to the right, is tried on the
others; of those that are right on all, the one with the best prior wins: edges at the ends and beside punctuation
first, then words, then classes, and counting places last. Texts without examples help: an edge that most of them have
is better.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product

from unweave.clock import look
from unweave.errors import NoConsistentWrapper
from unweave.values.edges import BEGIN, END, GRAINS, Cut, Edge, Grain
from unweave.values.patterns import Part, class_of

LEFT, RIGHT = 3, 2
OTHERS = 200
Place = tuple[int, int]
Sample = tuple[str, Sequence[Place]]


@dataclass(frozen=True, slots=True)
class Parts:
    """Where the values of a text begin and end.

    >>> parts = learned_parts([("Call (415) 555-1234", [(6, 9)])])
    >>> [text[start:end] for text in ("Call (650) 321-0000", "or (212) 99") for start, end in parts.find(text)]
    ['650', '212']
    """

    start: Edge
    end: Edge
    separators: tuple[str, ...] = ()
    grain: Grain = "token"

    @property
    def is_whole(self) -> bool:
        """Whether it takes the whole text but for white space around it.

        >>> WHOLE.is_whole
        True
        """
        return (self.start, self.end, self.separators) == (WHOLE.start, WHOLE.end, ())

    def find(self, text: str) -> list[Place]:
        """The values' places, as (start, end); none where the edges are not found.

        >>> learned_parts([("by Ann, Bob and Cy", [(3, 6), (8, 11), (16, 18)])]).find("by Al and Di")
        [(3, 5), (10, 12)]
        """
        cut = Cut(text, self.grain)
        start = self.start.among(cut, cut.places())
        end = None if start is None else self.end.among(cut, cut.places(start + 1))
        if start is None or end is None:
            return []
        return list(_between(text, cut.offset(start), cut.offset(end), self.separators))


WHOLE = Parts(Edge(left=(BEGIN,)), Edge(right=(END,)))


def learned_parts(samples: Sequence[Sample], *, unlabelled: Iterable[str] = ()) -> Parts:
    """The parts that reproduce every sample; ``unlabelled`` texts of the same kind help to choose.

    >>> samples = [("Emma ($5.50)", [(6, 11)]), ("Sanditon and other tales ($12)", [(26, 29)])]
    >>> parts = learned_parts(samples)
    >>> print(parts.start, "/", parts.end)
    the 1st place behind '(' / the 1st place before ')'
    """
    others = list(islice(unlabelled, OTHERS))
    for grain in GRAINS:
        try:
            return _learned(samples, others, grain)
        except NoConsistentWrapper as problem:
            if grain == "character":
                raise
            del problem
    raise AssertionError  # pragma: no cover  # the loop returns or raises


def _learned(samples: Sequence[Sample], unlabelled: Sequence[str], grain: Grain) -> Parts:
    others = [Cut(text, grain) for text in unlabelled]
    cuts = [(Cut(text, grain), places[0][0], places[-1][1]) for text, places in samples]
    starts = [(cut, cut.places(), cut.place(first)) for cut, first, _ in cuts]
    start = _best_edge(starts, [(cut, cut.places()) for cut in others], "begin")
    ends = [(cut, cut.places((cut.place(first) or 0) + 1), cut.place(last)) for cut, first, last in cuts]
    found = [(cut, start.among(cut, cut.places())) for cut in others]
    end = _best_edge(ends, [(cut, cut.places(at + 1)) for cut, at in found if at is not None], "end")
    parts = Parts(start, end, _separators(samples), grain)
    wrong = next((text for text, places in samples if parts.find(text) != [tuple(place) for place in places]), None)
    if wrong is not None:
        raise _impossible(f"nothing tells the values of {wrong[:80]!r} apart")
    return parts


def _impossible(reason: str) -> NoConsistentWrapper:
    return NoConsistentWrapper(kind="part of a text", reason=reason)


def _separators(samples: Sequence[Sample]) -> tuple[str, ...]:
    """What stands between the values, longest first, so that ", and " is not taken for ", "."""
    between = {text[end:start] for text, places in samples for (_, end), (start, _) in pairwise(places)}
    return tuple(sorted(between, key=lambda each: (-len(each), each)))


def _between(text: str, start: int, end: int, separators: Sequence[str]) -> Iterator[Place]:
    if not separators:
        yield start, end
        return
    pattern = re.compile("|".join(_not_inside_a_word(separator) for separator in separators))
    for found in pattern.finditer(text, start, end):
        yield start, found.start()
        start = found.end()
    yield start, end


def _not_inside_a_word(separator: str) -> str:
    return rf"\b{re.escape(separator)}\b" if separator.isalnum() else re.escape(separator)


Asked = tuple[Cut, Sequence[int], int | None]


def _is_right(edge: Edge, asked: Sequence[Asked]) -> bool:
    look()
    return all(edge.among(cut, places) == wanted for cut, places, wanted in asked)


def _best_edge(asked: Sequence[Asked], others: Sequence[tuple[Cut, Sequence[int]]], side: str) -> Edge:
    """The edge that is right everywhere, found in most other texts, and has the best prior."""
    cut, places, wanted = asked[0]
    right = [edge for edge in _candidates(cut, places, wanted) if _is_right(edge, asked[1:])]
    if not right:
        raise _impossible(f"no edge is found where the {side} of the values is")
    return max(right, key=lambda edge: (_support(edge, others), _prior(edge, side, len(asked))))


def _support(edge: Edge, others: Sequence[tuple[Cut, Sequence[int]]]) -> int:
    """In how many tenths of the other texts there is such an edge."""
    found = sum(edge.among(cut, places) is not None for cut, places in others)
    return round(10 * found / len(others)) if others else 0


def _candidates(cut: Cut, places: Sequence[int], wanted: int | None) -> Iterator[Edge]:
    """Every edge that is right in this text."""
    if wanted is None:
        return
    for left, right in product(_sides(cut, wanted, -1, LEFT), _sides(cut, wanted, 1, RIGHT)):
        there = [place for place in places if Edge(left, right).stands_at(cut, place)]
        if wanted in there:
            at = there.index(wanted)
            yield Edge(left, right, at)
            if len(there) > 1:
                yield Edge(left, right, len(there) - 1 - at, backwards=True)


def _sides(cut: Cut, place: int, step: int, most: int) -> list[tuple[Part, ...]]:
    """What may be said of the tokens on one side of the place."""
    sides: list[tuple[Part, ...]] = [()]
    longest: list[tuple[Part, ...]] = [()]
    for distance in range(most):
        at = place + distance if step > 0 else place - 1 - distance
        told = [part for part in (cut.part(at, exact=True), cut.part(at, exact=False)) if part is not None]
        longest = [(*side, part) if step > 0 else (part, *side) for side in longest for part in dict.fromkeys(told)]
        sides += longest
    return sides


_OUTSIDE = {
    "begin": 40,
    "end": 40,
    "number": 10,
    "currency": 12,
    "UPPER": 7,
    "Capitalised": 5,
    "punctuation": 4,
    "space": 0,
}
_INSIDE = {
    "begin": 0,
    "end": 0,
    "number": 9,
    "currency": 12,
    "UPPER": 8,
    "Capitalised": 6,
    "punctuation": 4,
    "space": 0,
}

_WORDS = {"lower": 14, "Capitalised": 8, "word": 8, "UPPER": 6}


def _prior(edge: Edge, side: str, examples: int) -> float:
    """How likely the edge holds elsewhere: what is outside of the values is the site's, what is inside is data."""
    outside, inside = (edge.left[::-1], edge.right) if side == "begin" else (edge.right, edge.left[::-1])
    worth = [_worth(part, examples, _OUTSIDE, near) for near, part in enumerate(outside)]
    worth += [_worth(part, examples, _INSIDE, near) for near, part in enumerate(inside)]
    said = sum(0.5 if _is_space(part) else 5 for part in inside)
    said += sum(0.5 if _is_space(part) else 5 / examples if part.kind == "exact" else 5 for part in outside)
    return max(worth, default=0) + 0.1 * sum(worth) - said - 25 * edge.nth - 6 * edge.backwards


def _worth(part: Part, examples: int, worths: Mapping[str, int], near: int) -> float:
    """How much a token tells: the more, the more examples have it; the ends only where the edge is at them."""
    kind = class_of(part.text) if part.kind == "exact" else part.kind
    if part.kind != "exact":
        return 0 if kind in {"begin", "end"} and near else worths.get(kind, 2)
    if kind == "space":
        return 1
    if worths is _INSIDE:
        return min(20, 1 + 3 * (examples - 1) + 8 * (kind in {"punctuation", "currency"}))
    return 30 if kind in {"punctuation", "currency"} else min(28, _WORDS.get(kind, 0) + 6 * (examples - 1))


def _is_space(part: Part) -> bool:
    return part.kind == "space" or (part.kind == "exact" and part.text.isspace())
