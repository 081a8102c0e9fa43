"""The next question: the one page and value whose answer would settle most.

Legend

    those       the voices (``doubt``) that are right if the answer is yes
    worth       the doubt of all voices, less what is expected to be left of it when the question is answered: those
                are then alone, or gone. Where "no" says nothing that can be learned from, only "yes" counts
    whole       what the page says of the field if the answer is yes; ``part`` is what is asked about

    "is 'Paperback' on p7.html the format?"            "is there no format on p7.html?"
    "is 'Bob' on p7.html the author, beside 'Ann'?"    where some voices say Ann and others say Ann and Bob

This is the expected error reduction of Roy and McCallum, with a committee of readings: a question about one page is
worth what it settles on all of them. That depends only on those, so it is worked out once for each such set.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from unweave.choose.doubt import Matter, Voters, Weight, Weights, electorates, gain, matters, voices, votes_on
from unweave.choose.readings import Answer, texts
from unweave.choose.study import Study
from unweave.headings import headings_of
from unweave.page import Page, Span
from unweave.records import Either
from unweave.records.record import Item

LEAST = 0.01  # what is worth less, in pages, is not asked


@dataclass(frozen=True, slots=True)
class Question:
    """Is this what the page says of the field? ``items`` are the values asked about; none asks if there is nothing.

    An item is an ``Either`` where readings find its text at several places. ``beside`` are values that it has as well,
    if the answer is yes; ``rivals`` is what other readings say there, the heaviest first. With ``among`` it is asked
    whether the value is one of a list; with ``many``, whether these are all. ``under`` is the heading above it, where
    it is in doubt whether what stands under that is wanted.

    >>> page = Page("<b>Emma</b> <i>Paperback</i>", name="p7.html")
    >>> str(Question("format", page, (Span(15, 24),), worth=0.8))
    "is 'Paperback' on p7.html the format?"
    """

    field: str
    page: Page
    items: tuple[Item, ...] = ()
    worth: float = 0.0
    beside: tuple[Item, ...] = ()
    rivals: tuple[tuple[str, ...], ...] = ()
    among: bool = False
    many: bool = False
    under: str = ""

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where the values asked about stand; of several places of one the first.

        >>> Question("format", Page("abab"), (Either((Span(0, 2), Span(2, 4))),)).spans
        (Span(start=0, end=2),)
        """
        return tuple(map(_first, self.items))

    @property
    def places(self) -> tuple[Span, ...]:
        """Every place at which a value asked about stands."""
        return tuple(span for item in self.items for span in (item.spans if isinstance(item, Either) else (item,)))

    @property
    def whole(self) -> tuple[Item, ...]:
        """All values of the field on the page if the answer is yes, in document order."""
        return tuple(sorted((*self.items, *self.beside), key=_first))

    @property
    def text(self) -> str:
        """What is asked about, as people read it; empty where it is whether there is nothing."""
        return ", ".join(map(self.page.text, self.spans))

    @property
    def refutable(self) -> bool:
        """Whether "no" says of a value that it is wrong; else it only says that something is."""
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


class Way(NamedTuple):
    """A way of asking about a matter: what the page says if the answer is yes, the part asked about, and those."""

    whole: Answer
    part: Answer
    those: frozenset[int]


@dataclass(frozen=True, slots=True)
class Panel:
    """The voters of a field, and what they find."""

    study: Study
    path: str
    number: int
    voters: Voters
    _found: dict[int, dict[str, list[Span]]] = field(default_factory=dict)

    @property
    def single(self) -> bool:
        """Whether there is one record a page."""
        return self.study.single

    @property
    def many(self) -> bool:
        """Whether that record may have many values of the field."""
        return self.single and self.study.wrapper.schema[self.path].many

    def said(self, page: int) -> list[Answer]:
        """What is said of a page, the heaviest voter's answer first."""
        ordered = sorted(self.voters, key=lambda voter: -voter[1].value)
        return list(dict.fromkeys(reading.answers[page] for reading, _ in ordered))

    def found(self, page: int) -> dict[str, list[Span]]:
        """Where each text is found on a page, in document order."""
        if page not in self._found:
            places: dict[str, list[Span]] = {}
            for span in sorted({span for reading, _ in self.voters for span in reading.spans[page]}):
                places.setdefault("".join(texts(self.study.pages[page], [span])), []).append(span)
            self._found[page] = places
        return self._found[page]


class Ask(NamedTuple):
    """A question before it is put into words; they are asked in their order.

    What settles most comes first, then the earlier page and field, then what is not about nothing, and is likelier.
    """

    unsettled: float
    page: int
    field: int
    is_nothing: bool
    unlikely: float
    part: Answer
    whole: Answer


def next_question(study: Study, fields: Collection[str] | None = None) -> Question | None:
    """The question that would settle most, about these fields or any; None where nothing is in doubt."""
    return next((one for one in questions(study) if fields is None or one.field in fields), None)


def questions(study: Study) -> list[Question]:
    """Every question that would settle something, the one that would settle most first."""
    panels = [
        Panel(study, path, number, voters)
        for number, path in enumerate(study.grounds)
        if "." not in path
        for voters in electorates(study.grounds[path])
    ]
    asked = sorted((ask, at) for at, panel in enumerate(panels) for ask in _asks(panel))
    once = {(ask.field, ask.page, ask.part): (ask, at) for ask, at in reversed(asked)}
    return [_question(panels[at], ask) for ask, at in sorted(once.values())]


def _asks(panel: Panel) -> Iterator[Ask]:
    """What may be asked about a field, and what it is worth."""
    heard = voices(panel.voters)
    doubtful = list(matters(heard, single=panel.single))
    weights = [one if panel.single else Weight(one.value, one.value) for one in heard.values()]
    gains: Gains = {}
    for matter in doubtful:
        for way in _ways(matter, weights, many=panel.many) if panel.single else _in_a_list(matter):
            worth = _worth(way, doubtful, weights, gains, many=panel.many)
            if worth > LEAST:
                likely = sum(weights[at].value for at in sorted(way.those))
                order = (-round(worth, 9), matter.page, panel.number, not way.part, -round(likely, 9))
                yield Ask(*order, way.part, way.whole)


def _in_a_list(matter: Matter) -> Iterator[Way]:
    """Of a list it is asked what is in it, not what is missing."""
    answer = next(filter(None, matter.said))
    yield Way(answer, answer, _who(matter, answer))


def _ways(matter: Matter, weights: Weights, *, many: bool) -> Iterator[Way]:
    """What may be asked about one page: whether it says this, or more than what others say."""
    votes = votes_on(matter, weights, range(len(weights)))
    for whole in votes:
        fewer = [other for other in votes if other and set(other) < set(whole)]
        if fewer:
            known: Answer = max(fewer, key=lambda other: votes[other])
            part = tuple(text for text in whole if text not in known)
            yield Way(whole, part, frozenset(at for at, said in enumerate(matter.said) if set(part) <= set(said)))
        elif many or not whole or not any(set(whole) < set(other) for other in votes):
            yield Way(whole, whole, _who(matter, whole))


def _who(matter: Matter, answer: Answer) -> frozenset[int]:
    return frozenset(at for at, said in enumerate(matter.said) if said == answer)


def _worth(way: Way, doubtful: Sequence[Matter], weights: Weights, gains: Gains, *, many: bool) -> float:
    """How much less doubt there is expected to be once we know whether those voices are right."""
    others = frozenset(range(len(weights))) - way.those
    refutable = len(way.part) == 1 and (way.part != way.whole or not many)
    sides = [way.those, others] if refutable else [way.those]
    for side in sides:
        if side not in gains:
            gains[side] = gain(doubtful, weights, side)
    return sum(gains[side] for side in sides)


def _question(panel: Panel, ask: Ask) -> Question:
    found = panel.found(ask.page)
    others = [answer for answer in panel.said(ask.page) if answer != ask.whole] if panel.single else []
    return Question(
        panel.path,
        panel.study.pages[ask.page],
        tuple(_item(found[text]) for text in ask.part),
        worth=-ask.unsettled,
        beside=tuple(_item(found[text]) for text in ask.whole if text not in ask.part),
        rivals=tuple(tuple(panel.study.pages[ask.page].text(found[text][0]) for text in answer) for answer in others),
        among=not panel.single,
        many=panel.many,
        under=_heading(panel, ask, found) if panel.study.grounds[panel.path].doubts else "",
    )


def _heading(panel: Panel, ask: Ask, found: Mapping[str, Sequence[Span]]) -> str:
    """The last heading above the value that is asked about."""
    above = headings_of(panel.study.pages[ask.page]).above(found[ask.part[0]][0].start)
    return above[-1].text if above else ""


def _item(spans: Sequence[Span]) -> Item:
    return spans[0] if len(spans) == 1 else Either(tuple(spans))
