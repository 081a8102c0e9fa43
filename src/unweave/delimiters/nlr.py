"""N-LR: hierarchies, whose levels are recognized by which left delimiter comes next.

Legend

    wrapper      <h1> </h1> <li> </li>       l1 r1 l2 r2, outermost level first
    N1           in every fragment the left delimiter of the level after it is found first, at the end of the fragment;
                 in the tail none is found
    transition   a fragment between a value of level k and one of level k'; a search from its beginning looks for the
                 delimiters of levels 1 to k + 1, and must find that of k' first (the deepest at the same position)
    lengths      (3, 9)      of each level's left delimiter, one of the suffixes that the fragments before its values
                 share
    needed       12          the least length of k' so that a given delimiter of another level is not found before it

The right delimiters are those of LR. The thesis conjectures that N1 cannot be decomposed, and tries all combinations.
It can: another level's delimiter l'' is found at a position that depends on l'' alone, and l' must begin no later, so
each constraint has the form *l' is at least so long, given l''*. For constraints of that form (max-closed ones) the
longest of two solutions, level by level, is again a solution. So there is a longest solution, found by shortening, step
by step, whatever cannot be kept; and fixing some of the delimiters leaves a problem of the same form, so that each can
be chosen in turn without backtracking.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from unweave.budget import check_time
from unweave.delimiters.candidates import Candidates, left_candidates, right_candidates
from unweave.delimiters.choice import preferred, strings_of, with_independent
from unweave.delimiters.interpretations import Interpretation, WrapperClass
from unweave.delimiters.labelled_page import Fragment, NestedPage, Transition
from unweave.delimiters.learning import learn_wrapper
from unweave.delimiters.lr import cuts
from unweave.delimiters.nested_interpretations import nested_interpretations
from unweave.delimiters.wrapper import DelimiterWrapper
from unweave.errors import NoConsistentWrapper
from unweave.program import Scan
from unweave.records import Example

N1 = "N1, left delimiters of all levels"
Lengths = tuple[int, ...]


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
        """The preferred N-LR wrapper that is consistent with the examples, or it raises NoConsistentWrapper."""
        wrapper_class = WrapperClass("n-lr", absent=True, empty=self.empty_values)
        return learn_wrapper(wrapper_class, examples, nested_interpretations(examples, wrapper_class), scans)


def scans(shown: Interpretation[NestedPage]) -> Iterator[Scan]:
    """The consistent scans, the preferred one first.

    >>> from unweave.page import Span
    >>> page = NestedPage("p1", "h[I](1)t", ((1, Span(2, 3)), (2, Span(5, 6))), depth=2)
    >>> [(cut.left, cut.right) for cut in next(scans(Interpretation(("part", "chapters[]"), (page,)))).cuts]
    [('h[', ']'), ('](', ')')]
    """
    lefts, rights = level_lefts("N-LR", shown, head_and_tail=False), level_rights("N-LR", shown)
    if lefts.longest() is None:
        reason = "no choice of left delimiters distinguishes the levels, and all of them from the rest of the page"
        raise NoConsistentWrapper(kind="N-LR", field=shown.order[0], constraint=N1, reason=reason)
    choices = chain(lefts.not_in_tails().solutions(), lefts.solutions())
    for strings, ends in with_independent(map(lefts.strings, choices), strings_of(rights)):
        yield Scan(cuts(shown.order, (*strings, *ends)), nested=True)


def level_rights(kind: str, shown: Interpretation[NestedPage]) -> list[Candidates]:
    """The candidates of the right delimiters of every level.

    >>> from unweave.page import Span
    >>> page = NestedPage("p1", "h[I](1)t", ((1, Span(2, 3)), (2, Span(5, 6))), depth=2)
    >>> [len(one.lengths) for one in level_rights("N-LR", Interpretation(("part", "chapters[]"), (page,)))]
    [2, 2]
    """
    return [right_candidates(kind, path, shown.rights(at)) for at, path in enumerate(shown.order)]


def level_lefts(kind: str, shown: Interpretation[NestedPage], *, head_and_tail: bool) -> "LevelLefts":
    """The candidates of the left delimiters; without head and tail delimiters, those that head and tail allow.

    >>> from unweave.page import Span
    >>> page = NestedPage("p1", "h[I](1)t", ((1, Span(2, 3)), (2, Span(5, 6))), depth=2)
    >>> level_lefts("N-LR", Interpretation(("part", "chapters[]"), (page,)), head_and_tail=False).longest()
    (2, 2)
    """
    transitions = [each for page in shown.pages for each in page.transitions]
    candidates = []
    for level, path in enumerate(shown.order, 1):
        fragments = [
            each.fragment._replace(certain=False) if head_and_tail and each.before == 0 else each.fragment
            for each in transitions
            if each.level == level
        ]
        found = left_candidates(kind, path, fragments)
        reachable = [each.fragment for each in transitions if not each.level and level <= each.before + 1]
        candidates.append(found if head_and_tail else found.not_in(reachable))
    return LevelLefts(tuple(candidates), tuple(transitions))


@dataclass(frozen=True)
class LevelLefts:
    """The candidates of each level's left delimiter, and the fragments in which they must be distinguished.

    ``allows``, where it is given, decides whether a level (counted from 0) may have a delimiter of some length.

    >>> from unweave.page import Span
    >>> page = NestedPage("p1", "[I](1)", ((1, Span(1, 2)), (2, Span(4, 5))), depth=2)
    >>> first, second = (Candidates(page.source, at, "left", 1, most) for at, most in ((1, 1), (4, 2)))
    >>> LevelLefts((first, second), tuple(page.transitions)).longest()
    (1, 2)
    """

    candidates: tuple[Candidates, ...]
    transitions: tuple[Transition, ...]
    allows: Callable[[int, int], bool] | None = None
    _needed: dict[tuple[int, int, int], int] = field(default_factory=dict, compare=False)
    _between: dict[tuple[int, int], list[Fragment]] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        for transition in () if self._between else self.transitions:
            for other in self._competing(transition):
                self._between.setdefault((transition.level - 1, other), []).append(transition.fragment)

    def strings(self, lengths: Lengths) -> tuple[str, ...]:
        """The delimiters of these lengths."""
        return tuple(one.string(length) for one, length in zip(self.candidates, lengths, strict=True))

    def not_in_tails(self) -> "LevelLefts":
        """Those that occur in no tail at all: another page may end at a deeper level than the examples."""
        tails = [each.fragment for each in self.transitions if not each.level]
        return replace(self, candidates=tuple(one.not_in(tails) for one in self.candidates))

    def solutions(self) -> Iterator[Lengths]:
        """Every choice of lengths that distinguishes the levels; the outer levels are chosen first, each best first."""
        if self.longest() is not None:
            yield from self._solutions(())

    def fixed(self, level: int, length: int) -> "LevelLefts":
        """The same with one delimiter fixed."""
        changed = list(self.candidates)
        changed[level] = replace(changed[level], least=length, most=length)
        return replace(self, candidates=tuple(changed))

    def longest(self) -> Lengths | None:
        """The longest solution, level by level; None when there is none."""
        lengths = [one.most for one in self.candidates]
        changed = all(self._shorten(level, lengths, 0) for level in range(len(lengths)))
        if not changed:
            return None
        while changed:
            check_time()
            changed = False
            for level, other in self._between:
                if self._need(level, other, lengths[other]) > lengths[level]:
                    changed = True
                    if not self._shorten(other, lengths, 1, level):
                        return None
        return tuple(lengths)

    def _solutions(self, chosen: Lengths) -> Iterator[Lengths]:
        level = len(chosen)
        if level == len(self.candidates):
            yield chosen
            return
        for length in preferred(self.candidates[level]):
            rest = self.fixed(level, length)
            if rest.longest() is not None:
                yield from rest._solutions((*chosen, length))  # noqa: SLF001 - of the same class

    def _shorten(self, other: int, lengths: list[int], by: int, level: int | None = None) -> bool:
        """Take the next shorter length that is allowed and lets a level be found first; False when there is none."""
        lengths[other] -= by
        while lengths[other] >= self.candidates[other].least:
            allowed = self.allows is None or self.allows(other, lengths[other])
            if allowed and (level is None or self._need(level, other, lengths[other]) <= lengths[level]):
                return True
            lengths[other] -= 1
        return False

    def _need(self, level: int, other: int, length: int) -> int:
        """The least length of a level's delimiter so that another's, of that length, is nowhere found before it."""
        key = level, other, length
        if key not in self._needed:
            text, deeper = self.candidates[other].string(length), int(other > level)
            self._needed[key] = max(_needed(fragment, text, deeper) for fragment in self._between[level, other])
        return self._needed[key]

    def _competing(self, transition: Transition) -> list[int]:
        """The levels, counted from 0, whose delimiters a search in the fragment looks for besides the right one."""
        certain = transition.level and transition.fragment.certain
        reachable = min(transition.before + 1, len(self.candidates)) if certain else 0
        return [other for other in range(reachable) if other != transition.level - 1]


def _needed(fragment: Fragment, text: str, deeper: int) -> int:
    """The least length of a fragment's delimiter so that it is found before another; 1 more where that is deeper."""
    found = fragment.source.find(text, fragment.start, fragment.end - 1 + len(text))
    return 0 if found < 0 else fragment.end - found + deeper
