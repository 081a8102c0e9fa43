"""The straight way through a vote: what settles it on most pages, asked without counting.

Legend

    lane        places and checks; if all of them hold, voters enough to settle the vote name a text that all places say
    part        a way to a place, and the checks of those that name it
    need        what must be checked for a voter to agree, as a key: several voters may need the same
    sole        the place is an element with nothing but one text, so that rules for either mean the same
    bare, whole the place is a text with others beside it; an element, whatever it holds
    around      an element that shows nothing but the place
    own         a voter without a label, which is asked itself; mostly a glance at what its selector finds is enough
    implied     a voter whose selector says no more than the way's own: it need not be matched

Where a check fails nothing is said, and the script counts (``rules_script``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, NamedTuple

from unweave.targets import rules_pieces as written
from unweave.targets.rules_flat import Piece, function_of
from unweave.targets.rules_guess import selecting
from unweave.targets.rules_query import Anchor, Query, Unlike, above, is_within, label_of, shows_only
from unweave.targets.rules_script import Member, Way
from unweave.targets.rules_sheet import Sheet
from unweave.targets.rules_value import sound, value_of


class Need(NamedTuple):
    """One thing to be checked."""

    kind: str
    what: Any = None

    @property
    def price(self) -> float:
        """What it takes, in microseconds."""
        if self.kind == "label":
            return 0.5 + 0.5 * float(self.what.distance)
        steps = self.what.count(">") if self.kind == "match" else len(self.what.chain) if self.kind == "own" else 0
        return _PRICES[self.kind] + _STEP * steps


MOST_AROUND = 2
_STEP = 0.2
_PRICES = {"sole": 0.1, "unlike": 0.1, "bare": 0.1, "whole": 0.1, "plain": 0.2, "match": 0.5, "row": 1.5}
_PRICES |= {"inside": 1.0, "around": 1.5, "alone": 2.0, "own": 12.0, "fits": 9.0}


def price_on(need: Need, sheet: Sheet, place: Any) -> float:
    """What a need takes at a place, in microseconds: more where there is a long way to go."""
    if need.kind == "own" and _is_own(need.what, sheet, place):
        return selecting(need.what.selector, sheet)
    return need.price + _NODE * _passed(need, sheet, place)


def _is_own(query: Query, sheet: Sheet, place: Any) -> bool:
    """Whether it takes but a glance to tell that a rule finds this place alone."""
    found = sheet.select(query.selector)
    if found == [place]:
        return not query.is_text or (query.takes_first and sheet.is_plain(place))
    if found != [place.parent]:
        return False
    return query.texts(sheet, place.parent) == [place] if query.is_text else shows_only(sheet, place.parent, place)


def _passed(need: Need, sheet: Sheet, place: Any) -> int:
    """How many nodes are looked at."""
    if need.kind == "label" and need.what.side != "row":
        text = label_of(sheet, place, need.what)
        return _until(text, place.preceding if need.what.side == "before" else place.following)
    row = above(place, need.what[1]) if need.kind == "row" else None
    return _until(sheet.first(row), row.descendants) if row is not None else 0


def _until(text: Any, nodes: Iterable[Any]) -> int:
    return next((at for at, node in enumerate(nodes) if node is text or at > _FAR), _FAR)


_NODE, _FAR = 0.15, 500


class Part(NamedTuple):
    """A way to a place, and what must hold there; ``is_sole`` tells that it is an element with nothing but one text."""

    way: Way
    checks: tuple[Piece, ...]
    is_sole: bool

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All of it, written out."""
        return (*self.way.pieces, *self.checks)


class Lane:
    """Parts that must say the same."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts

    @cached_property
    def find(self) -> Callable[[Sheet], Any]:
        """From a page to the place that wins; None where this does not tell."""
        return function_of(self._pieces, "first")

    @cached_property
    def value(self) -> Callable[[Sheet], str | None]:
        """From a page to the value there; None where this does not tell."""
        ending = written.told(sound) if self._parts[0].is_sole else written.read(value_of, sound)
        return function_of([*self._pieces, ending], "said")

    @property
    def _pieces(self) -> Iterator[Piece]:
        first, *others = self._parts
        yield from (*first.pieces, written.parted())
        yield from (piece for part in others for piece in (*part.pieces, written.same()))


def part_of(way: Way, needs: Iterable[Need], strange: AbstractSet[str]) -> Part:
    """The part that checks these needs, and that no strange label stands before the place."""
    return Part(way, tuple(_checks(needs, strange)), Need("sole") in needs)


def check_of(needs: Iterable[Need]) -> Callable[[Sheet, Any], Any]:
    """From a page and a place to the place if all of these hold there, else None."""
    return function_of(_checks(needs, frozenset()))


def _checks(needs: Iterable[Need], strange: AbstractSet[str]) -> Iterator[Piece]:
    """What is said, and all checks, those first that take least."""
    wanted = sorted(dict.fromkeys(needs), key=lambda one: one.price)
    is_sole = any(one.kind == "sole" for one in wanted)
    matched = "".join(f":is({one.what})" for one in wanted if one.kind == "match")
    before = {(one.what.distance, one.what.label) for one in wanted if _is_before(one)}
    is_told = any(distance == 1 for distance, _ in before)
    yield written.says(is_sole=is_sole)
    yield written.unlike({"", *(one.what for one in wanted if one.kind == "unlike")})
    yield from (_CHECKS[one.kind](one.what) for one in wanted if one.kind in _CHECKS and not _is_before(one))
    yield from _owns([one.what for one in wanted if one.kind == "own"])
    if matched:
        yield written.matching(matched)
    if before or strange:
        yield from written.before_place(before, strange if not is_told else frozenset())


def _is_before(need: Need) -> bool:
    return need.kind == "label" and need.what.side == "before"


def needs_of(way: Way, member: Member) -> list[tuple[Need, ...]]:
    """What may be checked at the place of a way to tell that a member agrees: one of these is enough."""
    query, anchor = member.asked.query, member.asked.query.anchor
    unlike = [Need("unlike", test.value) for test in query.tests if isinstance(test, Unlike)]
    if len(unlike) < len(query.tests):
        return []
    if anchor is None and not member.follows:
        return [(Need("own", query),)]
    found = _following(way, query) if member.follows else _by_label(way, query)
    is_sole = bool(unlike or (member.follows and anchor))
    return [(*_standing(anchor, height), *_with_sole(needs, is_sole), *unlike) for needs, height in found]


def _with_sole(needs: tuple[Need, ...], is_sole: bool) -> tuple[Need, ...]:
    return (*needs, Need("sole")) if is_sole and Need("bare") not in needs else needs


def _standing(anchor: Anchor | None, height: int) -> Iterator[Need]:
    if anchor is not None:
        is_row = anchor.side == "row"
        yield Need("row", (anchor.label, height + anchor.distance)) if is_row else Need("label", anchor)


def own_needs(member: Member) -> tuple[Need, ...]:
    """A look of its own."""
    return (*([Need("label", member.anchor)] if member.anchor is not None else []), Need("fits", member.fits))


Where = tuple[tuple[Need, ...], int]
"""What tells that a rule means the place, and how far above an element the rule's own node is; -1 for its text."""


def _following(way: Way, query: Query) -> Iterator[Where]:
    """Of a rule whose selector says more than the one that found the only element."""
    leader = way.leader
    if leader is not None and (query.takes_first or _is_same(query, leader)):
        sole = () if _is_same(query, leader) else (Need("sole"),)
        match = (Need("match", query.selector),) if query.selector != leader.selector else ()
        yield (*sole, *match), -query.is_text
    if query.is_text and query.selector:
        yield (Need("bare"), Need("match", query.selector), Need("alone", query)), 0


def _is_same(query: Query, leader: Query) -> bool:
    return (query.is_text, query.nth, query.from_end) == (leader.is_text, leader.nth, leader.from_end)


def _by_label(way: Way, query: Query) -> Iterator[Where]:
    """Of a rule whose label stands by the place: any text will do, or its selector is implied, or it is matched."""
    if query.is_any_text and query.anchor is not None and query.anchor.side != "row":
        yield (Need("plain"),), -1
    if not query.selector:
        return
    if is_within(way.chain, query.chain) and query.takes_first:
        yield (Need("sole"),), -query.is_text
    elif not query.is_text:
        yield from (
            ((Need("inside", height),), height)
            for height in range(1, len(way.chain))
            if is_within(way.chain[height:], query.chain)
        )
    match = Need("match", query.selector)
    if query.takes_first:
        yield (Need("sole"), match), -query.is_text
    if query.is_text:
        at = (Need("alone", query),) if query.nth or query.from_end else ()
        yield (Need("bare"), match, *at), 0
    else:
        yield (Need("whole"), match), 0
        yield from (((Need("around", (query.selector, height)),), height) for height in range(1, MOST_AROUND + 1))


def _owns(queries: Sequence[Query]) -> Iterator[Piece]:
    """Rules that must find the place and nothing else; what several of them select is selected once."""
    for selector in dict.fromkeys(query.selector for query in queries):
        yield written.selected(selector)
        yield from (_own(query) for query in queries if query.selector == selector)


def _own(query: Query) -> Piece:
    if query.is_text:
        return written.only_text(query.finds_only, query.texts, takes_alone=query.takes_first)
    return written.only_place(query.finds_only, shows_only)


_CHECKS: dict[str, Callable[[Any], Piece]] = {
    "plain": lambda _: written.plain(),
    "bare": lambda _: written.bare(),
    "whole": lambda _: written.whole(),
    "label": lambda anchor: written.behind_place(anchor.label, anchor.distance),
    "row": lambda what: written.in_row(*what),
    "inside": lambda height: written.inside(height, shows_only),
    "around": lambda what: written.inside(what[1], shows_only, what[0]),
    "alone": lambda query: written.alone(query.texts),
    "fits": written.asking,
}
