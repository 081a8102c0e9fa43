"""Undoing: a change is taken back on the changed pages, so that the old wrapper reads them again.

Legend

    trial       a change that is undone on pages (``edits``), to see what the old wrapper finds there
    reading     what the old wrapper finds on the undone pages, as places of the pages themselves, with its likelihood
    likelihood  how well all that is around the values fits good pages: labels, tags, order, votes of the rules, echoes
    ok          a reading that nothing speaks against, by the same check that has noticed the change: the values of all
                fields are in the surroundings of good pages, and no record lacks a value that every one had, since a
                change that is undone leaves nothing that is new

The old wrapper knows far more than the look of single values: labels, how fields follow each other, where records begin
and end. So each change that a site may have made is tried, and the old wrapper itself is asked whether it works again.
What it reads then are examples for a new wrapper. A reading is followed only if it is ok, and every reading with other
values is clearly less likely.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import log

from unweave.budget import check_time
from unweave.errors import BadInput
from unweave.observations import Observation, PageReading
from unweave.page import Page
from unweave.records import Example, Record
from unweave.tuning import REPAIR_CHANCE, UNDOING_PAGES, UNDOINGS_CHECKED, UNDOINGS_COMPARED
from unweave.values.echoes import MOST_ECHOES
from unweave.values.profile import Counts, FieldProfile
from unweave.values.surroundings import PLACES
from unweave.verify.drift import judged
from unweave.verify.echo_evidence import EchoEvidence
from unweave.verify.edits import Undone
from unweave.verify.signals import layout
from unweave.verify.successors import example_rows
from unweave.wrapper import Wrapper

AROUND = ("before", "behind", "tags", "beside", "failing")
"""The features of values whose likelihood is compared: what is around them, and how many rules find them."""
LEAST_WRONG = 1e-4
"""No check is surer of right values than that."""


@dataclass(frozen=True, slots=True)
class UndoneReading:
    """What the old wrapper finds after a change was undone."""

    examples: tuple[Example, ...]
    is_ok: bool = False
    likelihood: float = float("-inf")

    @property
    def values(self) -> tuple[str, ...]:
        """The records as texts, to be compared."""
        return tuple(str(record.to_dict()) for example in self.examples for record in example.records)


class Trial:
    """A change that is undone, page by page when it is asked for; what the old wrapper finds there is read once.

    ``undo`` makes the undone page of the page with a number.
    """

    def __init__(self, wrapper: Wrapper, pages: Sequence[Page], undo: Callable[[int], Undone]) -> None:
        self.wrapper, self.pages, self.undone = wrapper, pages, cache(undo)
        self._read: dict[int, PageReading] = {}
        self._observed: dict[int, Observation] = {}

    def read(self, at: int) -> PageReading:
        """What the old wrapper finds on the undone page with a number."""
        if at not in self._read:
            check_time()
            self._read[at] = PageReading(self.wrapper, self.undone(at).page)
        return self._read[at]

    @property
    def sources(self) -> tuple[str, ...]:
        """The first pages without the change."""
        return tuple(self.undone(at).page.source for at in range(len(self.pages))[:UNDOING_PAGES])

    @cached_property
    def fitting(self) -> int:
        """How many values of the first pages look as before; others count against them."""
        return sum(_fitting(self.read(at)) for at in range(len(self.pages))[:UNDOING_PAGES])

    @cached_property
    def first_likelihood(self) -> float:
        """How well what is around the values of the first pages fits good pages."""
        return self.likelihood(range(len(self.pages))[:UNDOING_PAGES])

    def likelihood(self, numbers: Iterable[int]) -> float:
        """The same of the pages with these numbers."""
        around = _Surroundings(self.wrapper)
        return sum(around.likelihood(self.undone(at).page, self.observed(at)) for at in numbers)

    def observed(self, at: int) -> Observation:
        """What is found on the undone page with a number, described."""
        if at not in self._observed:
            check_time()
            self._observed[at] = self.read(at).observed(self.wrapper.origin.site_profile)
        return self._observed[at]

    @property
    def examples(self) -> tuple[Example, ...]:
        """What is found on each page, as places of the page itself."""
        return tuple(_example(page, self.undone(at), self.read(at)) for at, page in enumerate(self.pages))

    @cached_property
    def reading(self) -> UndoneReading:
        """What is found on all pages, with its likelihood."""
        return _reading(self)


def reading(wrapper: Wrapper, pages: Sequence[Page], undone: Sequence[Undone]) -> UndoneReading:
    """What the wrapper finds on pages after a change was undone."""
    return Trial(wrapper, pages, undone.__getitem__).reading


def _reading(trial: Trial) -> UndoneReading:
    try:
        examples = trial.examples
    except BadInput:  # a value is made of parts that are not next to each other on the page itself
        return UndoneReading(())
    wrapper, numbers = trial.wrapper, range(len(trial.pages))
    profile, found = wrapper.origin.site_profile, [trial.observed(at) for at in numbers]
    verdict = judged(wrapper, found, {})
    doubt = min(max(verdict.probability, LEAST_WRONG), 1 - LEAST_WRONG)
    likelihood = log((1 - doubt) / doubt) + trial.likelihood(numbers) - log(REPAIR_CHANCE) * _known(wrapper, examples)
    always = [name for name, known in profile.fields.items() if known.filled == known.records]
    is_ok = verdict.status == "ok" and all(has_values(trial.read(at).records, always) for at in numbers)
    is_ok = is_ok and not any(_is_elsewhere(wrapper, found, name) for name in profile.fields)
    return UndoneReading(examples, is_ok, likelihood)


def has_values(records: Iterable[Record], names: Sequence[str]) -> bool:
    """Whether each record has a value of each of these fields."""
    return all(name in one and one.spans(name) for one in records for name in names)


def _is_elsewhere(wrapper: Wrapper, found: Sequence[Observation], name: str) -> bool:
    """Whether the values of a field are in other surroundings than on good pages: then something is not undone."""
    content = [one for one in found if one.records]
    signals = layout(name, wrapper.origin.site_profile.fields[name], content)
    return any(one.name in PLACES and one.chance < REPAIR_CHANCE for one in signals)


def _known(wrapper: Wrapper, examples: Sequence[Example]) -> int:
    """How many records of the examples, with two values or more, are read again; each counts once."""
    known = [row for row in example_rows(wrapper) if len(row) > 1]
    there = [one.to_dict() for example in examples for one in example.records]
    return sum(any(row.items() <= one.items() for one in there) for row in known)


def is_clear(best: UndoneReading, others: Iterable[UndoneReading]) -> bool:
    """Whether a reading is clearly more likely than all others with other values."""
    rivals = [one.likelihood for one in others if one.values != best.values]
    return best.likelihood - max(rivals, default=float("-inf")) >= -log(REPAIR_CHANCE)


def clearest(wrapper: Wrapper, pages: Sequence[Page], undos: Iterable[Callable[[int], Undone]]) -> UndoneReading | None:
    """What the wrapper finds once one of these changes is undone, if that is ok and clear."""
    tried = promising(wrapper, pages, [Trial(wrapper, pages, undo) for undo in undos])[:UNDOINGS_COMPARED]
    best = sorted(tried, key=lambda one: -one.first_likelihood)
    return followed(wrapper, pages, best[:UNDOINGS_CHECKED])


def followed(wrapper: Wrapper, pages: Sequence[Page], tried: Sequence[Trial]) -> UndoneReading | None:
    """Of some changes the one that is ok and clear once it is undone, if it is not what the wrapper finds now."""
    good = [one for one in (trial.reading for trial in tried) if one.is_ok]
    now = UndoneReading(unchanged(wrapper, pages).examples).values if good else ()
    best = max((one for one in good if one.values != now), key=lambda one: one.likelihood, default=None)
    return best if best and is_clear(best, good) else None


def unchanged(wrapper: Wrapper, pages: Sequence[Page]) -> Trial:
    """The pages as they are."""
    return Trial(wrapper, pages, lambda at: Undone(pages[at]))


class _Surroundings:
    """What is around the values of good pages."""

    def __init__(self, wrapper: Wrapper) -> None:
        self.fields = wrapper.origin.site_profile.fields
        self.evidence = {name: EchoEvidence.of(known) for name, known in self.fields.items()}

    def likelihood(self, page: Page, found: Observation) -> float:
        """How likely what is around the values of a page is."""
        check_time()
        total = 0.0
        for name, known in self.fields.items():
            values = found.sightings.get(name, ())[:MOST_ECHOES]
            each = [sum(_chance(known, place, one.features.get(place)) for place in AROUND) for one in values]
            said = [self.evidence[name].score(page, one.text) for one in values]
            missing = known.fill * sum(_chance(known, place, None) for place in AROUND)
            total += sum((*each, *said)) / len(values) if values else missing
        return total


def _chance(known: FieldProfile, place: str, value: str | None) -> float:
    """The logarithm of how often values of good pages have this around them, with half a value added."""
    counts = known.features.get(place, Counts())
    return log((counts.seen.get(value or "", 0) + 0.5) / (counts.total + 1))


def promising(wrapper: Wrapper, pages: Sequence[Page], tried: Iterable[Trial]) -> list[Trial]:
    """Those changes that give no fewer values that look as before, once undone; the best ones first.

    What leaves the first pages as they are undoes nothing; of several that make the same of them the first is read.
    """
    now = unchanged(wrapper, pages)
    scores: dict[tuple[str, ...], tuple[int, Trial]] = {}
    for one in tried:
        if one.sources != now.sources and one.sources not in scores:
            scores[one.sources] = one.fitting, one
    ranked = sorted(scores.values(), key=lambda scored: -scored[0])
    return [one for score, one in ranked if score >= now.fitting]


def _fitting(read: PageReading) -> int:
    score = 0
    for name, known in read.wrapper.origin.site_profile.fields.items():
        texts = [read.page.text(span) for one in read.records if name in one for span in one.spans(name)]
        score += 2 * len(known.fitting(texts)) - len(texts)
    return score


def _example(page: Page, undone: Undone, read: PageReading) -> Example:
    """What is found on an undone page, as places of the page itself."""
    records, schema = [], read.wrapper.schema
    for record in read.records:
        places = {name: tuple(map(undone.span, record.spans(name))) for name in record}
        cells = {name: some if schema[name].many else some[0] if some else None for name, some in places.items()}
        records.append(Record(page, cells))
    return Example(page, tuple(records), status="complete")
