"""N-LR and N-HLRT: hierarchies, told apart by which left delimiter comes next.

Legend

    wrapper    <h1> </h1> <li> </li>       l1 r1 l2 r2, outermost level first; N-HLRT has h and t in front
    N1         in every gap the left delimiter of the level behind it is found first (see ``levels``)
    N2         the same behind h and in front of t; behind the last value t comes before (or at) any of them

The right delimiters are those of LR. N-HLRT first takes left delimiters that do without head and tail, if there are
any, then any that tell the levels apart; h and t as in HLRT (see ``frame``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from unweave.delimiters.candidates import Candidates, Gap
from unweave.delimiters.delimited import DelimiterWrapper
from unweave.delimiters.learning import learned
from unweave.delimiters.levels import Levels
from unweave.delimiters.nest import NestedReading, Step
from unweave.delimiters.nested_frame import joint
from unweave.delimiters.nested_reading import nested_readings
from unweave.delimiters.reading import Terms
from unweave.delimiters.sides import left_of, right_of, strings_of, with_strings
from unweave.errors import NoConsistentWrapper
from unweave.program import Cut, Scan
from unweave.records import Example

N1 = "N1, left delimiters of all levels"


@dataclass(frozen=True, slots=True, kw_only=True)
class NLR:
    """Learns a left and a right delimiter per level of a hierarchy.

    >>> from unweave.page import Page
    >>> page = Page("<h1>One</h1><li>a</li><li>b</li><h1>Two</h1>")
    >>> shown = [{"part": "One", "chapters": ["a", "b"]}, {"part": "Two", "chapters": []}]
    >>> wrapper = NLR().learn([Example.from_values(page, shown)])
    >>> [record.to_dict() for record in wrapper.extract(Page("<h1>X</h1><li>y</li>"))]
    [{'part': 'X', 'chapters': ['y']}]
    """

    empty_values: bool = False

    def learn(self, examples: Sequence[Example]) -> DelimiterWrapper:
        """The N-LR wrapper that agrees with the examples and is preferred, or it raises NoConsistentWrapper."""
        terms = Terms("N-LR", absent=True, empty=self.empty_values)
        return learned("n-lr", examples, nested_readings(examples, terms), nlr_scans, terms)


@dataclass(frozen=True, slots=True, kw_only=True)
class NHLRT:
    """Learns a head and a tail delimiter, and a left and a right one per level of a hierarchy.

    >>> from unweave.page import Page
    >>> page = Page("<ul><h1>One</h1><li>a</li><li>b</li><h1>Two</h1></ul><li>y</li>")
    >>> shown = [{"part": "One", "chapters": ["a", "b"]}, {"part": "Two", "chapters": []}]
    >>> scan = NHLRT().learn([Example.from_values(page, shown)]).scan
    >>> scan.tail, [cut.left for cut in scan.cuts]
    ('</ul>', ['<h1>', '<li>'])
    """

    empty_values: bool = False

    def learn(self, examples: Sequence[Example]) -> DelimiterWrapper:
        """The N-HLRT wrapper that agrees with the examples and is preferred, or it raises NoConsistentWrapper."""
        terms = Terms("N-HLRT", absent=True, empty=self.empty_values)
        return learned("n-hlrt", examples, nested_readings(examples, terms), nhlrt_scans, terms)


def nlr_scans(reading: NestedReading) -> Iterator[Scan]:
    """The consistent N-LR scans, the preferred one first.

    >>> from unweave.delimiters.nest import Nest
    >>> from unweave.page import Span
    >>> nest = Nest("p1", "h[I](1)t", ((1, Span(2, 3)), (2, Span(5, 6))), depth=2)
    >>> reading = NestedReading(("part", "chapters[]"), (nest,))
    >>> [(cut.left, cut.right) for cut in next(nlr_scans(reading)).cuts]
    [('h[', ']'), ('](', ')')]
    """
    lefts, rights = levels_of("N-LR", reading, framed=False), rights_of("N-LR", reading)
    if lefts.longest() is None:
        reason = "no choice of left delimiters tells the levels apart, and all of them from the rest of the page"
        raise NoConsistentWrapper(kind="N-LR", field=reading.order[0], constraint=N1, reason=reason)
    choices = chain(_cautious(lefts).solutions(), lefts.solutions())
    for strings, ends in with_strings(map(lefts.strings, choices), strings_of(rights)):
        yield Scan(_cuts(reading, strings, ends), nested=True)


def nhlrt_scans(reading: NestedReading) -> Iterator[Scan]:
    """The consistent N-HLRT scans, the preferred one first.

    >>> from unweave.delimiters.nest import Nest
    >>> from unweave.page import Span
    >>> nest = Nest("p1", "h[I](1)t", ((1, Span(2, 3)), (2, Span(5, 6))), depth=2)
    >>> reading = NestedReading(("part", "chapters[]"), (nest,))
    >>> scan = next(nhlrt_scans(reading))
    >>> scan.head, scan.tail
    ('h', 't')
    """
    rights, framed = rights_of("N-HLRT", reading), levels_of("N-HLRT", reading, framed=True)
    for (head, tail, strings), ends in with_strings(joint(reading, _alone(reading), framed), strings_of(rights)):
        yield Scan(_cuts(reading, strings, ends), head=head, tail=tail, nested=True)


def _alone(reading: NestedReading) -> Levels | None:
    """The left delimiters that do without head and tail, if there are any."""
    try:
        return _cautious(levels_of("N-HLRT", reading, framed=False))
    except NoConsistentWrapper:
        return None


def _cautious(levels: Levels) -> Levels:
    """Those that are found in no tail at all: another page may end at a deeper level than those shown."""
    tails = [step.gap for step in levels.steps if not step.level and step.gap.sure]
    unseen = [
        one.at_least(lambda left: all(gap.source.find(left, gap.start) < 0 for gap in tails))
        for one in levels.candidates
    ]
    return replace(levels, candidates=tuple(unseen))


def rights_of(kind: str, reading: NestedReading) -> list[Candidates]:
    """The right delimiters of every level.

    >>> from unweave.delimiters.nest import Nest
    >>> from unweave.page import Span
    >>> nest = Nest("p1", "h[I](1)t", ((1, Span(2, 3)), (2, Span(5, 6))), depth=2)
    >>> reading = NestedReading(("part", "chapters[]"), (nest,))
    >>> [len(one.lengths) for one in rights_of("N-LR", reading)]
    [2, 2]
    """
    return [
        right_of(kind, path, [place for nest in reading.lessons for place in nest.rights[at]])
        for at, path in enumerate(reading.order)
    ]


def levels_of(kind: str, reading: NestedReading, *, framed: bool) -> Levels:
    """The candidates of the left delimiters; where there is no frame, the head and the tail must not fool them.

    >>> from unweave.delimiters.nest import Nest
    >>> from unweave.page import Span
    >>> nest = Nest("p1", "h[I](1)t", ((1, Span(2, 3)), (2, Span(5, 6))), depth=2)
    >>> reading = NestedReading(("part", "chapters[]"), (nest,))
    >>> levels_of("N-LR", reading, framed=False).longest()
    (2, 2)
    """
    steps = [step for nest in reading.lessons for step in nest.steps]
    candidates = []
    for level in range(1, len(reading.order) + 1):
        gaps = [_of_frame(step, framed=framed) for step in steps if step.level == level]
        found = left_of(kind, reading.order[level - 1], gaps)
        candidates.append(found if framed else found.at_least(partial(_absent, steps, level)))
    return Levels(tuple(candidates), tuple(steps))


def _of_frame(step: Step, *, framed: bool) -> Gap:
    """The gap; where there is a frame, only the end of the head counts."""
    return step.gap._replace(sure=False) if framed and step.before == 0 else step.gap


def _absent(steps: Sequence[Step], level: int, left: str) -> bool:
    """Whether a level's delimiter is not found behind the last value of any page."""
    tails = [step.gap for step in steps if not step.level and level <= step.before + 1 and step.gap.sure]
    return all(gap.source.find(left, gap.start) < 0 for gap in tails)


def _cuts(reading: NestedReading, lefts: Sequence[str], rights: Sequence[str]) -> tuple[Cut, ...]:
    return tuple(Cut(*cut) for cut in zip(reading.order, lefts, rights, strict=True))
