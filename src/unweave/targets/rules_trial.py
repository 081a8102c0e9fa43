"""Which short ways tell the most pages at hand what wins there, for the least time.

Legend

    way         leads to a place (``rules_guess``)
    heard       a page, and what each voter says there; None for one that a strange label misleads
    trial       a step of a script, tried on all pages: what it costs to come there, and what its members tell
    told        of one page: the text of the place, and which members name it; or each member's own answer

Steps are added one by one, each time the one that saves most; a page that no step settles costs a full vote. A member
that says something wrong on one page at hand is left out. What is chosen changes no result as long as a label is right
to be believed; on the pages at hand it is.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from unweave.targets.rules_flat import function_of
from unweave.targets.rules_guess import Only, besides_of, hints_of, selecting
from unweave.targets.rules_query import Asked, Query
from unweave.targets.rules_script import EPSILON, LUMP, Answer, Ballot, Count, Look, Member, Script, Way, is_strange_to
from unweave.targets.rules_sheet import Sheet

MOST_STEPS = 5
FEWEST = 3
FULL_VOTE = 250.0  # microseconds
HOPE = 0.7
FEWEST_PARTS = 8  # a way that finds a place on less than an eighth of the pages is not tried
_BEFORE, _BEHIND, _ROW, _LOOK, _STEP, _ANSWER, _LACKS = 1.5, 2.5, 5.0, 1.0, 0.3, 2.0, 25.0  # microseconds
_HEADING, _GUESSED, _OWN = 60.0, 5.0, 5.0
_VAGUE = 50.0  # for a selector of nothing but tags: it may well find several


Vote = tuple[Answer, float]


class Heard(NamedTuple):
    """What the voters say on a page, and where they find what wins; the first place is what ``extract`` reads."""

    sheet: Sheet
    answers: Sequence[Answer | None]
    places: Sequence[Any]

    def is_read(self, place: Any) -> bool:
        """Whether a place says something else than wins, or it is the one that is read."""
        sheet, read = self.sheet, self.places[0] if self.places else None
        if place is None or read is None or sheet.says(place) != sheet.says(read):
            return True
        return sheet.first(place) is sheet.first(read)


class Voters(NamedTuple):
    """The voters of a panel that can be asked, what all together have to say, and strange labels.

    ``ordered`` are those of a field with many values: it matters which of the places that say the same is found.
    ``stake`` is how much votes for another answer count against the heaviest.
    """

    asked: Sequence[Asked]
    total: float
    strange: AbstractSet[str]
    ordered: bool = False
    stake: float = 1.0


class Trial(NamedTuple):
    """A step that was tried: its members, what they cost, and which of them speak on each page, for what.

    It ``leads`` to the place that is read; one that does not may still tell what others say.
    """

    way: Way | None
    found: Sequence[tuple[Sheet, Any]]
    step: Look | Ballot
    cost: float
    members: Sequence[tuple[Member, float]]
    told: Sequence[Sequence[Vote | None]]
    leads: bool = True

    def on(self, pages: Sequence[int]) -> "Trial":
        """The same on some of the pages."""
        return self._replace(told=[self.told[at] for at in pages])


def scripted(panel: Voters, trials: Sequence[Trial]) -> Script:
    """The script that settles most pages in the least time."""
    left, chosen = [one for one in trials if one.leads], list[Trial]()
    pages = len(trials[0].told) if trials else 0
    cost = pages * FULL_VOTE
    while left and len(chosen) < MOST_STEPS:
        costs = [_cost([*chosen, one], panel.total, pages, hope=HOPE) for one in left]
        if min(costs) >= cost:
            break
        cost = min(costs)
        chosen.append(left.pop(costs.index(cost)))
    kept = _pruned(chosen, panel.total, pages)
    return Script([one.step for one in kept], panel.total, panel.strange, panel.stake)


def _pruned(chosen: Sequence[Trial], total: float, pages: int) -> Sequence[Trial]:
    """Without the steps that cost more than they save."""
    fewer = [[*chosen[:at], *chosen[at + 1 :]] for at in range(len(chosen))]
    best = min(fewer, key=lambda steps: _cost(steps, total, pages), default=chosen)
    return _pruned(best, total, pages) if _cost(best, total, pages) < _cost(chosen, total, pages) else chosen


def hoped(way: Way, query: Query, members: Sequence[Member]) -> Trial:
    """A way by a rule's selector that was not tried: as if all its members agreed."""
    told = [((query.selector,), one.asked.weight) for one in members]
    cost = _GUESSED + _STEP * len(query.chain) + _VAGUE * (way.leader is None or query.is_vague)
    return Trial(way, [], Look(way, members), cost, [(one, price_of(one)) for one in members], [told])


def _cost(trials: Sequence[Trial], total: float, pages: int, *, hope: float = 0.0) -> float:
    """The microseconds that all pages take; with hope, what is half settled costs less than what is not at all."""
    return sum(_page_cost(trials, total, at, hope=hope) for at in range(pages))


def _page_cost(trials: Sequence[Trial], total: float, at: int, *, hope: float = 0.0) -> float:
    count, cost = Count(total, frozenset()), 0.0
    for trial in trials:
        cost += trial.cost
        for (member, price), told in zip(trial.members, trial.told[at], strict=True):
            if count.spoken & member.bit:
                continue
            cost += price
            if told is not None and count.add(member, *told):
                return cost
    lead = max(count.votes.values(), default=0.0) + total - count.left
    return cost + FULL_VOTE * (1.0 - hope * lead / (2 * total or 1.0))


def trials_of(panel: Voters, heard: Sequence[Heard]) -> Iterator[Trial]:
    """All steps that may be worth their time, tried on pages."""
    asked = panel.asked
    places = [(one.sheet, place) for one in heard for place in one.places]
    anchors = dict.fromkeys(one.query.anchor for one in asked if one.query.anchor)
    onlys = onlys_of(asked)
    hints = hints_of(places, [one.leader for one in onlys])
    ways: list[Way] = [*onlys, *hints, *besides_of(places, anchors)]
    for way in ways:
        found = list(map(function_of(way.pieces), [one.sheet for one in heard]))
        leads = not panel.ordered or all(page.is_read(place) for place, page in zip(found, heard, strict=True))
        if sum(place is not None for place in found) * FEWEST_PARTS >= len(heard):
            yield _look(way, members_of(way, asked), found, panel, heard)._replace(leads=leads)
    for is_simple in (True, False):
        able = [(at, one) for at, one in enumerate(asked) if one.query.is_simple is is_simple]
        yield _ballot([Member(1 << at, one) for at, one in able], heard)


def onlys_of(asked: Sequence[Asked]) -> list[Only]:
    """The ways by the rules' own selectors."""
    queries = [one.query for one in asked if one.query.selector]
    return list({(one.selector, one.is_text, one.nth, one.from_end): Only(one) for one in reversed(queries)}.values())


def members_of(way: Way, asked: Sequence[Asked], *, believes: bool = True) -> list[Member]:
    """All that a look may tell to agree, those first that say most for their time."""
    members = [member for at, one in enumerate(asked) if (member := _member(way, 1 << at, one, believes=believes))]
    return sorted(members, key=lambda one: price_of(one) / max(one.asked.weight, EPSILON))


def _member(way: Way, bit: int, asked: Asked, *, believes: bool) -> Member | None:
    anchor, follows = asked.query.anchor, way.follows(asked.query)
    if follows is not None:
        return Member(bit, asked, None, follows, follows=True)
    if anchor is None and asked.query.is_simple and asked.query.selector:
        return Member(bit, asked, None, asked.query.finds_only)
    if anchor is None or not believes:
        return None
    return Member(bit, asked, anchor if anchor.side != "row" else None, asked.query.suits)


def price_of(member: Member) -> float:
    """What it takes to ask a member, in microseconds."""
    query = member.asked.query
    if query.is_simple and not member.follows:
        return _OWN + _STEP * len(query.chain)
    label = {"before": _BEFORE, "behind": _BEHIND, "row": _ROW}[query.anchor.side] if query.anchor else 0.0
    tests = (_LOOK if query.anchor else _HEADING) * len(query.tests)
    return label + tests + _LOOK * (not query.is_any_text) + _STEP * len(query.chain)


def _look(way: Way, members: Sequence[Member], found: Sequence[Any], panel: Voters, heard: Sequence[Heard]) -> Trial:
    told = [_told(members, place, page.sheet, panel.strange) for place, page in zip(found, heard, strict=True)]
    right = [
        at
        for at, one in enumerate(members)
        if all(_is_right(one, row[at], page) for row, page in zip(told, heard, strict=True))
    ]
    kept = [members[at] for at in right]
    return Trial(
        way,
        [(page.sheet, place) for place, page in zip(found, heard, strict=True)],
        Look(way, kept),
        way.cost(heard[0].sheet),
        [(one, price_of(one)) for one in kept],
        [[row[at] for at in right] for row in told],
    )


def _told(members: Sequence[Member], place: Any, sheet: Sheet, strange: AbstractSet[str]) -> list[Vote | None]:
    said = sheet.says(place) if place is not None else ""
    if not said:
        return [None] * len(members)
    is_strange = is_strange_to(sheet, (place,), strange)
    return [((said,), 0.0 if is_strange else one.asked.weight) if one.agrees(sheet, place) else None for one in members]


def _is_right(member: Member, vote: Vote | None, page: Heard) -> bool:
    """Whether a member says on a page what it is told to say, or nothing is told."""
    if vote is None:
        return True
    answer, weight = vote
    own = page.answers[member.bit.bit_length() - 1]
    return own == answer if weight else own is None


def _ballot(members: Sequence[Member], heard: Sequence[Heard]) -> Trial:
    prices = {one: _asking(one, heard[0].sheet) for one in members}
    ordered = sorted(members, key=lambda one: prices[one] / max(one.asked.weight, EPSILON))
    told = [[_spoken(one, page) for one in ordered] for page in heard]
    return Trial(None, [], Ballot(ordered), 0.0, [(one, prices[one]) for one in ordered], told)


def _asking(member: Member, sheet: Sheet) -> float:
    query = member.asked.query
    return _LACKS * (query.anchor is not None) + (selecting(query.selector, sheet) if query.selector else 0.0) + _ANSWER


def _spoken(member: Member, page: Heard) -> Vote | None:
    """What a member says when it is asked outright."""
    query, weight, silence, _ = member.asked
    own = page.answers[member.bit.bit_length() - 1]
    if query.selector and not page.sheet.select(query.selector):
        return (), silence
    if not query.is_simple:
        return ((), silence) if query.anchor is not None and page.sheet.lacks(query.anchor.label) else None
    if own is None:
        return (), 0.0
    return own if len(own) < 2 else LUMP, weight if own else silence
