"""The straight way through a vote: what settles it on most pages, asked without counting.

Legend

    lane        places and checks; if all of them hold, voters enough to settle the vote name a text that all places say
    part        a way to a place, and the checks of those that name it
    need        what must be checked for a voter to agree, as a key: several voters may need the same
    sole        the place is an element with nothing but one text, so that rules for either mean the same
    implied     a voter whose selector says no more than the way's own: it need not be matched

Where a check fails nothing is said, and the script counts (``rules_script``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from unweave.page.text import HIDDEN, collapse
from unweave.targets.rules_query import Anchor, Query, Unlike, above, is_within, label_of, shows_only, stands
from unweave.targets.rules_script import Member, Way
from unweave.targets.rules_sheet import Sheet

Check = Callable[[Sheet, Any], bool]


class Need(NamedTuple):
    """One thing to be checked."""

    kind: str
    what: Any = None

    @property
    def price(self) -> float:
        """What it takes, in microseconds."""
        if self.kind == "label":
            return 1.0 + float(self.what.distance)
        steps = self.what.count(">") if self.kind == "match" else len(self.what.chain) if self.kind == "own" else 0
        return _PRICES[self.kind] + _STEP * steps


_STEP = 0.4
_PRICES = {"sole": 0.1, "plain": 0.3, "inside": 1.5, "row": 2.5, "unlike": 0.1, "match": 0.8, "own": 8.0, "fits": 9.0}


def price_on(need: Need, sheet: Sheet, place: Any) -> float:
    """What a need takes at a place, in microseconds: more where there is a long way to go."""
    return need.price + _NODE * _passed(need, sheet, place)


def _passed(need: Need, sheet: Sheet, place: Any) -> int:
    """How many nodes are looked at."""
    if need.kind == "own":
        return sum(1 for peer in need.what.find(sheet) for _ in peer.descendants)
    if need.kind == "label" and need.what.side != "row":
        text = label_of(sheet, place, need.what)
        return _until(text, place.preceding if need.what.side == "before" else place.following)
    row = above(place, need.what[1]) if need.kind == "row" else None
    return _until(sheet.first(row), row.descendants) if row is not None else 0


def _until(text: Any, nodes: Iterable[Any]) -> int:
    return next((at for at, node in enumerate(nodes) if node is text or at > _FAR), _FAR)


_NODE, _FAR = 0.15, 500


class Part(NamedTuple):
    """A way to a place, how to tell what that says, what it must not say, and what else must hold there."""

    way: Way
    tell: Callable[[Sheet, Any], str]
    unlike: AbstractSet[str]
    checks: tuple[Check, ...]

    def holds(self, sheet: Sheet, place: Any) -> bool:
        """Whether all checks hold."""
        return self.tell(sheet, place) not in self.unlike and all(check(sheet, place) for check in self.checks)

    def says(self, sheet: Sheet, said: str) -> bool:
        """Whether there is a place that says this, and all checks hold."""
        place = self.way.place(sheet)
        return place is not None and self.tell(sheet, place) == said and self.holds(sheet, place)


class Lane:
    """Parts that must say the same; ``is_sole`` tells that the place is an element with nothing but one text."""

    def __init__(self, parts: Sequence[Part]) -> None:
        first, *self._others = parts
        self._locate, self._tell, self._unlike, self._checks = first.way.place, *first[1:]
        self.is_sole = first.tell is Sheet.only_says

    def find(self, sheet: Sheet) -> Any:
        """The place that wins; None where this does not tell."""
        place = self._locate(sheet)
        if place is None or (said := self._tell(sheet, place)) in self._unlike:
            return None
        for check in self._checks:
            if not check(sheet, place):
                return None
        for part in self._others:
            if not part.says(sheet, said):
                return None
        return place


def part_of(way: Way, needs: Iterable[Need], strange: AbstractSet[str]) -> Part:
    """The part that checks these needs, and that no strange label stands before the place."""
    wanted = dict.fromkeys(needs)
    is_sole = Need("sole") in wanted
    unlike = {"", *(one.what for one in wanted if one.kind == "unlike")}
    is_told = any(one.kind == "label" and one.what.side == "before" and one.what.distance == 1 for one in wanted)
    matched = "".join(f":is({one.what})" for one in wanted if one.kind == "match")
    done = {"sole", "unlike", "match", *["plain"] * is_sole}
    checks = [_check(one) for one in sorted(wanted, key=lambda one: one.price) if one.kind not in done]
    checks += [_matches(matched)] if matched else []
    checks += [_not_behind(strange)] if strange and not is_told else []
    return Part(way, Sheet.only_says if is_sole else Sheet.says, unlike, tuple(checks))


def needs_of(way: Way, member: Member) -> tuple[Need, ...]:
    """What must be checked at the place of a way for a member to agree."""
    query, anchor = member.asked.query, member.asked.query.anchor
    unlike = [Need("unlike", test.value) for test in query.tests if isinstance(test, Unlike)]
    if len(unlike) < len(query.tests):
        return own_needs(member)
    if anchor is None and not member.follows:
        return (Need("own", query),)
    where = _following(way, query) if member.follows else _by_label(way, query)
    if where is None:
        return own_needs(member)
    needs, height = where
    sole = (Need("sole"),) if unlike or (member.follows and anchor) else ()
    return (*_standing(anchor, height), *needs, *sole, *unlike)


def _standing(anchor: Anchor | None, height: int) -> Iterator[Need]:
    if anchor is not None:
        is_row = anchor.side == "row"
        yield Need("row", (anchor.label, height + anchor.distance)) if is_row else Need("label", anchor)


def own_needs(member: Member) -> tuple[Need, ...]:
    """A look of its own."""
    return (*([Need("label", member.anchor)] if member.anchor is not None else []), Need("fits", member.fits))


Where = tuple[tuple[Need, ...], int]
"""What tells that a rule means the place, and how far above an element the rule's own node is; -1 for its text."""


def _following(way: Way, query: Query) -> Where | None:
    """Of a rule whose selector says more than the one that found the only element."""
    leader = way.leader
    if leader is None or not (query.takes_first or _is_same(query, leader)):
        return None
    sole = () if _is_same(query, leader) else (Need("sole"),)
    match = (Need("match", query.selector),) if query.selector != leader.selector else ()
    return (*sole, *match), -query.is_text


def _is_same(query: Query, leader: Query) -> bool:
    return (query.is_text, query.nth, query.from_end) == (leader.is_text, leader.nth, leader.from_end)


def _by_label(way: Way, query: Query) -> Where | None:
    """Of a rule whose label stands by the place: any text will do, or its selector is implied."""
    is_row = query.anchor is not None and query.anchor.side == "row"
    if query.is_any_text:
        return ((Need("plain"),), -1) if not is_row else None
    if not query.takes_first:
        return None
    if is_within(way.chain, query.chain):
        return (Need("sole"),), -query.is_text
    heights = (height for height in range(1, len(way.chain)) if is_within(way.chain[height:], query.chain))
    height = next(heights, 0)
    return ((Need("inside", height),), height) if height and not query.is_text else None


def _check(need: Need) -> Check:
    if need.kind == "label" and need.what.side == "before" and need.what.distance == 1:
        return _behind_label(need.what.label)
    return _CHECKS[need.kind](need.what)


def _behind_label(label: str) -> Check:
    def check(sheet: Sheet, place: Any) -> bool:
        kind = sheet.text
        for node in place.preceding:
            if type(node) is kind and not (data := node.data).isspace():
                parent = node.parent
                if getattr(parent, "tag", "") not in HIDDEN and not (sheet.hidden and parent in sheet.hidden):
                    return data == label or collapse(data) == label
        return False

    return check


def _row(what: tuple[str, int]) -> Check:
    label, height = what

    def check(sheet: Sheet, place: Any) -> bool:
        row = above(place, height)
        return type(row) is sheet.element and sheet.says_label(sheet.first(row), label)

    return check


def _inside(height: int) -> Check:
    def check(sheet: Sheet, place: Any) -> bool:
        for _ in range(height):
            outer = place.parent if type(place) is sheet.element else None
            if outer is None or not shows_only(sheet, outer, place):
                return False
            place = outer
        return True

    return check


def _matches(selector: str) -> Check:
    def check(sheet: Sheet, place: Any) -> bool:
        return bool((place.parent if type(place) is sheet.text else place).matches(selector))

    return check


def _not_behind(strange: AbstractSet[str]) -> Check:
    return lambda sheet, place: sheet.said_before(place) not in strange


_CHECKS: dict[str, Callable[[Any], Check]] = {
    "plain": lambda _: Sheet.is_plain,
    "label": lambda anchor: lambda sheet, place: stands(sheet, place, anchor),
    "row": _row,
    "inside": _inside,
    "own": lambda query: query.finds_only,
    "fits": lambda fits: fits,
}
