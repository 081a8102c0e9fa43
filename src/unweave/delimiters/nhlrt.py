"""N-HLRT: N-LR after a head delimiter and before a tail delimiter.

Legend

    wrapper    <ul> </ul> <h1> </h1> <li> </li>       h t l1 r1 l2 r2, outermost level first
    N2         as N1 (see ``nlr``) after h and before t; after the last value t comes before (or at) any left delimiter
    lefts      ('<h1>', '<li>')    the left delimiters of all levels
    demand     ((4, 9), (812,))    all through which a tail matters to them: the least length of each so that the tail
               is not found before it in a fragment, and where the tail is found after the last value of each page

Left delimiters that need no head and tail are tried first, then any that distinguish the levels, in the order of
preference; head and tail are found as in HLRT (see ``head_tail``). When the first few do not lead to an answer, it is
the other way round: for each demand that some tail makes, and each l_1, the left delimiters that meet it are found
(again constraints of the form *at least so long*, see ``nlr``), so that an answer is found if there is one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice

from unweave.delimiters.choice import or_raise, preferred, strings_of, with_independent
from unweave.delimiters.common_substrings import CommonSubstrings, FragmentIndex, unique
from unweave.delimiters.constraints import levels_agree
from unweave.delimiters.head_tail import HeadTailRanges, Pair, Range, head_range, heads_and_tails
from unweave.delimiters.interpretations import Interpretation, WrapperClass
from unweave.delimiters.labelled_page import NestedPage
from unweave.delimiters.learning import learn_wrapper
from unweave.delimiters.lr import cuts
from unweave.delimiters.nested_interpretations import nested_interpretations
from unweave.delimiters.nlr import Lengths, LevelLefts, level_lefts, level_rights
from unweave.delimiters.suffix_array import TextRange
from unweave.delimiters.wrapper import DelimiterWrapper
from unweave.errors import NoConsistentWrapper
from unweave.program import Scan
from unweave.records import Example
from unweave.tuning import LEFTS_BEFORE_TAILS, NESTED_TAILS

N2 = "N2, head, tail and left delimiters of all levels"
Lefts = tuple[str, ...]
Demand = tuple[tuple[int, ...], tuple[int, ...]]


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
        """The preferred N-HLRT wrapper that is consistent with the examples, or it raises NoConsistentWrapper."""
        wrapper_class = WrapperClass("n-hlrt", absent=True, empty=self.empty_values)
        return learn_wrapper(wrapper_class, examples, nested_interpretations(examples, wrapper_class), scans)


def scans(shown: Interpretation[NestedPage]) -> Iterator[Scan]:
    """The consistent scans, the preferred one first.

    >>> from unweave.page import Span
    >>> page = NestedPage("p1", "h[I](1)t", ((1, Span(2, 3)), (2, Span(5, 6))), depth=2)
    >>> scan = next(scans(Interpretation(("part", "chapters[]"), (page,))))
    >>> scan.head, scan.tail, [cut.left for cut in scan.cuts]
    ('h', 't', ['h[', ']('])
    """
    rights = level_rights("N-HLRT", shown)
    for (head, tail, lefts), ends in with_independent(_joint(shown), strings_of(rights)):
        yield Scan(cuts(shown.order, (*lefts, *ends)), head=head, tail=tail, nested=True)


def _joint(shown: Interpretation[NestedPage]) -> Iterator[tuple[str, str, Lefts]]:
    """Every head, tail and left delimiters that agree, best first; it raises when there are none."""
    levels = level_lefts("N-HLRT", shown, head_and_tail=True)
    index = FragmentIndex(shown.pages)
    choices = unique(_lefts(index, _without_head_and_tail(shown), levels))
    found = ((*pair, lefts) for lefts in choices for pair in _pairs(index, lefts))
    reason = "no head, tail and left delimiters distinguish the levels, and all of them from the rest of the page"
    return or_raise(found, NoConsistentWrapper(kind="N-HLRT", field=shown.order[0], constraint=N2, reason=reason))


def _without_head_and_tail(shown: Interpretation[NestedPage]) -> LevelLefts | None:
    """The left delimiters that need no head and tail, if there are any."""
    try:
        return level_lefts("N-HLRT", shown, head_and_tail=False).not_in_tails()
    except NoConsistentWrapper:
        return None


def _lefts(index: FragmentIndex[NestedPage], alone: LevelLefts | None, levels: LevelLefts) -> Iterator[Lefts]:
    """Left delimiters to try, best first."""
    if alone is not None:
        yield from map(levels.strings, islice(alone.solutions(), LEFTS_BEFORE_TAILS))
    longest = levels.longest()
    tails = _possible_tails(index, levels, longest) if longest is not None else None
    if tails:
        chosen = chain(islice(levels.solutions(), LEFTS_BEFORE_TAILS), _meeting_demands(index, levels, tails))
        yield from map(levels.strings, chosen)


def _possible_tails(index: FragmentIndex[NestedPage], levels: LevelLefts, longest: Lengths) -> CommonSubstrings:
    """All possible tails: they occur after the last values, and in no fragment before the longest left delimiters."""
    tails = [index.source(at, page.tail.start, len(page.source)) for at, page in enumerate(index.pages)]
    return index.common(tails, _forbidden(index, levels.strings(longest)))


def _meeting_demands(
    index: FragmentIndex[NestedPage], levels: LevelLefts, tails: CommonSubstrings
) -> Iterator[Lengths]:
    """For each first left delimiter and each demand of a tail, left delimiters that meet it."""
    strings = tails.all() if tails.count <= NESTED_TAILS else dict.fromkeys(chain(tails.longest(), tails.shortest()))
    demands = list(dict.fromkeys(_demand(index, levels, tail) for tail in strings))
    for length in preferred(levels.candidates[0]):
        for demand in demands:
            meeting = replace(levels.fixed(0, length), allows=partial(_meets, index, levels, demand))
            yield from islice(meeting.solutions(), 1)


def _demand(index: FragmentIndex[NestedPage], levels: LevelLefts, tail: str) -> Demand:
    least = [0] * len(levels.candidates)
    for page in index.pages:
        for fragment, _before, level in page.transitions[1:-1]:
            end = fragment.end - 1 + len(tail)
            found = fragment.source.find(tail, fragment.start, end) if fragment.certain else -1
            least[level - 1] = max(least[level - 1], 0 if found < 0 else fragment.end - found + 1)
    return tuple(least), tuple(page.source.find(tail, page.tail.start) for page in index.pages)


def _meets(index: FragmentIndex[NestedPage], levels: LevelLefts, demand: Demand, level: int, length: int) -> bool:
    """Whether a left delimiter is so long that the tail is not found before it, but is found before it in the tails."""
    least, positions = demand
    left = levels.candidates[level].string(length)
    return length >= least[level] and all(
        position <= found or found < 0
        for page, position in zip(index.pages, positions, strict=True)
        if page.values and page.tail.certain and level <= page.transitions[-1].before
        for found in [page.source.find(left, page.tail.start)]
    )


def _pairs(index: FragmentIndex[NestedPage], lefts: Lefts) -> Iterator[Pair]:
    """The heads and tails that go with left delimiters; first those whose tail is found before any left delimiter."""
    agree = partial(_agree, index.pages, lefts)
    heads, forbidden = tuple(head_range(page, lefts[0]) for page in index.pages), tuple(_forbidden(index, lefts))
    for before_all in (True, False):
        tails = tuple(_tail_range(page, lefts, before_all=before_all) for page in index.pages)
        yield from heads_and_tails(index, HeadTailRanges(heads, tails, forbidden), agree)


def _forbidden(index: FragmentIndex[NestedPage], lefts: Lefts) -> list[TextRange]:
    """Between values, where no tail may begin."""
    return [
        index.source(at, fragment.start, fragment.end - len(lefts[level - 1]) + 1)
        for at, page in enumerate(index.pages)
        for fragment, _before, level in page.transitions[1:-1]
        if fragment.certain
    ]


def _tail_range(page: NestedPage, lefts: Lefts, *, before_all: bool) -> Range:
    """Where t may be found: up to the first left delimiter that is searched for in the tail, or up to any of them."""
    reachable = len(lefts) if before_all else page.transitions[-1].before + 1
    searched = lefts[:reachable] if page.values and page.tail.certain else ()
    found = [at for left in searched if (at := page.source.find(left, page.tail.start)) >= 0]
    return page.tail.start, min(found, default=len(page.source) - 1) + 1


def _agree(pages: Sequence[NestedPage], lefts: Lefts, head: str, tail: str) -> bool:
    return all(levels_agree(lefts, page, head, tail) for page in pages if page.fully_known)
