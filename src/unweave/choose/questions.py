"""The next question: the page and the value whose answer is expected to settle most.

Legend

    supporters  the groups of voters (``disagreement``) that are right if the answer is yes
    worth       the uncertainty of all groups, less what is expected to be left of it after the answer: the supporters
                are then alone, or gone. Where "no" is nothing to learn from, only "yes" counts
    whole       what the page has for the field if the answer is yes; ``part`` is what is asked about

    "is 'Paperback' on p7.html the format?"            "is there no format on p7.html?"
    "is 'Bob' on p7.html the author, beside 'Ann'?"    where some groups find Ann and others find Ann and Bob

This is the expected error reduction of Roy and McCallum, with the voters as a committee: a question about one page is
worth what it settles on all of them. That depends only on the supporters, so it is computed once for each set of them.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from unweave.choose.disagreement import (
    Disagreement,
    VoteWeight,
    WeighedVoters,
    Weights,
    disagreements,
    gain,
    grouped,
    voters_by_panel,
    votes_on,
)
from unweave.choose.evidence import ChosenWrapper
from unweave.choose.voters import PageValues, texts
from unweave.page import Page, Span
from unweave.records import Either
from unweave.records.headings import headings_of
from unweave.records.record import Item
from unweave.tuning import LEAST_QUESTION_VALUE


@dataclass(frozen=True, slots=True)
class Question:
    """Is this what the page has for the field? ``items`` are the values asked about; none asks if there is no value.

    An item is an ``Either`` where voters find its text at several places. ``beside`` are values that the page has as
    well if the answer is yes; ``alternatives`` is what other voters find there, the heaviest first. With ``among`` the
    question is whether the value is one of a list; with ``many``, whether these are all. ``under`` is the heading above
    the value, where it is open whether the list under that heading is wanted.

    >>> page = Page("<b>Emma</b> <i>Paperback</i>", name="p7.html")
    >>> str(Question("format", page, (Span(15, 24),), worth=0.8))
    "is 'Paperback' on p7.html the format?"
    """

    field: str
    page: Page
    items: tuple[Item, ...] = ()
    worth: float = 0.0
    beside: tuple[Item, ...] = ()
    alternatives: tuple[tuple[str, ...], ...] = ()
    among: bool = False
    many: bool = False
    under: str = ""

    @property
    def spans(self) -> tuple[Span, ...]:
        """The places of the values asked about; of several places of one value the first.

        >>> Question("format", Page("abab"), (Either((Span(0, 2), Span(2, 4))),)).spans
        (Span(start=0, end=2),)
        """
        return tuple(map(_first, self.items))

    @property
    def places(self) -> tuple[Span, ...]:
        """Every place of the values asked about."""
        return tuple(span for item in self.items for span in (item.spans if isinstance(item, Either) else (item,)))

    @property
    def whole(self) -> tuple[Item, ...]:
        """All values of the field on the page if the answer is yes, in document order."""
        return tuple(sorted((*self.items, *self.beside), key=_first))

    @property
    def text(self) -> str:
        """The text of the values asked about; empty where the question is whether there is none."""
        return ", ".join(map(self.page.text, self.spans))

    @property
    def refutable(self) -> bool:
        """Whether "no" means that one value is wrong; else it only means that something is."""
        return len(self.items) == 1 and (self.among or bool(self.beside) or not self.many)

    def __str__(self) -> str:
        where = f"on {self.page.name}" if self.page.name else "on the page"
        where = f"under the heading {self.under!r} {where}" if self.under else where
        if not self.items:
            return f"is there no {self.field} {where}?"
        verb = "are" if len(self.items) > 1 else "is"
        noun = f"one of the values of {self.field}" if self.among else f"{'all of ' * self.many}the {self.field}"
        if self.beside:
            noun = f"the {self.field}, beside {_quoted(self.page, self.beside)}"
        return f"{verb} {_quoted(self.page, self.items)} {where} {noun}?"


def _first(item: Item) -> Span:
    return item.first if isinstance(item, Either) else item


def _quoted(page: Page, items: Sequence[Item]) -> str:
    return ", ".join(repr(page.text(_first(item))) for item in items)


Gains: TypeAlias = dict[frozenset[int], float]


class PossibleQuestion(NamedTuple):
    """A question about a disagreement: what the page has if the answer is yes, the part asked about, the supporters."""

    whole: PageValues
    part: PageValues
    supporters: frozenset[int]


@dataclass(frozen=True, slots=True)
class PanelVoters:
    """The voters of one panel of a field, and what they find."""

    chosen: ChosenWrapper
    path: str
    number: int
    voters: WeighedVoters
    _found: dict[int, dict[str, list[Span]]] = field(default_factory=dict)

    @property
    def single(self) -> bool:
        """Whether there is one record a page."""
        return self.chosen.single

    @property
    def many(self) -> bool:
        """Whether that record may have many values of the field."""
        return self.single and self.chosen.wrapper.schema[self.path].many

    def values(self, page: int) -> list[PageValues]:
        """What is found on a page, by the heaviest voter first."""
        ordered = sorted(self.voters, key=lambda pair: -pair[1].value)
        return list(dict.fromkeys(voter.values[page] for voter, _ in ordered))

    def found(self, page: int) -> dict[str, list[Span]]:
        """Where each text is found on a page, in document order."""
        if page not in self._found:
            places: dict[str, list[Span]] = {}
            for span in sorted({span for voter, _ in self.voters for span in voter.spans[page]}):
                places.setdefault("".join(texts(self.chosen.pages[page], [span])), []).append(span)
            self._found[page] = places
        return self._found[page]


class RankedQuestion(NamedTuple):
    """A question before it is put into words; questions are asked in the order of these tuples.

    What settles most comes first, then the earlier page and field, then a question about a value, then the likelier.
    """

    unsettled: float
    page: int
    field: int
    is_absence: bool
    unlikely: float
    part: PageValues
    whole: PageValues


def next_question(chosen: ChosenWrapper, fields: Collection[str] | None = None) -> Question | None:
    """The question that would settle most, about these fields or any; None where everything is settled."""
    return next((one for one in questions(chosen) if fields is None or one.field in fields), None)


def questions(chosen: ChosenWrapper) -> list[Question]:
    """Every question that would settle something, the one that would settle most first."""
    panels = [
        PanelVoters(chosen, path, number, voters)
        for number, path in enumerate(chosen.evidence)
        if "." not in path
        for voters in voters_by_panel(chosen.evidence[path])
    ]
    ranked = sorted((one, number) for number, panel in enumerate(panels) for one in _ranked(panel))
    once = {(one.field, one.page, one.part): (one, number) for one, number in reversed(ranked)}
    return [_question(panels[number], one) for one, number in sorted(once.values())]


def _ranked(panel: PanelVoters) -> Iterator[RankedQuestion]:
    """The questions about a field that are worth asking."""
    groups = grouped(panel.voters)
    every = list(disagreements(groups, single=panel.single))
    weights = [one if panel.single else VoteWeight(one.value, one.value) for one in groups.values()]
    gains: Gains = {}
    for disagreement in every:
        possible = _about_page(disagreement, weights, many=panel.many) if panel.single else _about_list(disagreement)
        for one in possible:
            worth = _worth(one, every, weights, gains, many=panel.many)
            if worth > LEAST_QUESTION_VALUE:
                likely = sum(weights[group].value for group in sorted(one.supporters))
                order = (-round(worth, 9), disagreement.page, panel.number, not one.part, -round(likely, 9))
                yield RankedQuestion(*order, one.part, one.whole)


def _about_list(disagreement: Disagreement) -> Iterator[PossibleQuestion]:
    """About a list the question is what is in it, not what is missing."""
    values = next(filter(None, disagreement.values))
    yield PossibleQuestion(values, values, _groups_with(disagreement, values))


def _about_page(disagreement: Disagreement, weights: Weights, *, many: bool) -> Iterator[PossibleQuestion]:
    """About one page the question is whether it has these values, or more than others find."""
    votes = votes_on(disagreement, weights, range(len(weights)))
    for whole in votes:
        fewer = [other for other in votes if other and set(other) < set(whole)]
        if fewer:
            known: PageValues = max(fewer, key=lambda other: votes[other])
            part = tuple(text for text in whole if text not in known)
            supporters = (at for at, values in enumerate(disagreement.values) if set(part) <= set(values))
            yield PossibleQuestion(whole, part, frozenset(supporters))
        elif many or not whole or not any(set(whole) < set(other) for other in votes):
            yield PossibleQuestion(whole, whole, _groups_with(disagreement, whole))


def _groups_with(disagreement: Disagreement, values: PageValues) -> frozenset[int]:
    return frozenset(at for at, found in enumerate(disagreement.values) if found == values)


def _worth(
    possible: PossibleQuestion, every: Sequence[Disagreement], weights: Weights, gains: Gains, *, many: bool
) -> float:
    """How much less uncertainty is expected once it is known whether the supporters are right."""
    opponents = frozenset(range(len(weights))) - possible.supporters
    refutable = len(possible.part) == 1 and (possible.part != possible.whole or not many)
    sides = [possible.supporters, opponents] if refutable else [possible.supporters]
    for side in sides:
        if side not in gains:
            gains[side] = gain(every, weights, side)
    return sum(gains[side] for side in sides)


def _question(panel: PanelVoters, ranked: RankedQuestion) -> Question:
    found, page = panel.found(ranked.page), panel.chosen.pages[ranked.page]
    others = [values for values in panel.values(ranked.page) if values != ranked.whole] if panel.single else []
    return Question(
        panel.path,
        page,
        tuple(_item(found[text]) for text in ranked.part),
        worth=-ranked.unsettled,
        beside=tuple(_item(found[text]) for text in ranked.whole if text not in ranked.part),
        alternatives=tuple(tuple(page.text(found[text][0]) for text in values) for values in others),
        among=not panel.single,
        many=panel.many,
        under=_heading(page, ranked, found) if panel.chosen.evidence[panel.path].ambiguities else "",
    )


def _heading(page: Page, ranked: RankedQuestion, found: Mapping[str, Sequence[Span]]) -> str:
    """The last heading above the value that is asked about."""
    above = headings_of(page).above(found[ranked.part[0]][0].start)
    return above[-1].text if above else ""


def _item(spans: Sequence[Span]) -> Item:
    return spans[0] if len(spans) == 1 else Either(tuple(spans))
