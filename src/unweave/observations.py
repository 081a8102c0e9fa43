"""What a wrapper finds on a page, with all that a later check compares: looks, surroundings and votes of its values.

Legend

    sighting      one value that was found: its field, its text, its features (``values.profile``)
    failing       "3": the tenths of the weight of the field's rules that find something else or nothing (``votes``)
    against       "4": the tenths of the weight that find something else, of all that find anything
    rivals        "1": how many other texts up to the next value could be taken for a value (``values.rivals``)
    number        "2": how many values of the field its record has
    beside        "price 2": the value of another field that comes next in the record, and how many texts behind
    elsewhere     texts that are no values of a field, but have surroundings that its values have: behind its label, ...
    observation   the sightings of one page, or the reason why there are none

Several rules of different kinds find the same values in different ways. On pages that have changed they no longer agree
before they all fail; that is the idea behind the features "failing" and "against".
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from unweave.errors import UnweaveError
from unweave.page import Page
from unweave.records import Record
from unweave.records.cells import Either
from unweave.records.grouping import paths
from unweave.records.record import items_of
from unweave.values.profile import LOOKS, Counts, FieldProfile, SiteProfile, looks_of
from unweave.values.rivals import rival_numbers
from unweave.values.surroundings import PLACES, PageTexts
from unweave.votes import Ballot, FoundValue, Shares, ballots_of
from unweave.wrapper import Wrapper

SHOWN = 3
"""So many values of a field are kept in its profile for people."""
FEATURES = (*LOOKS, "number", *PLACES, "beside", "rivals", "failing", "against")


class Sighting(NamedTuple):
    """One value: the number of its record, its text and its features."""

    record: int
    text: str
    features: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Observation:
    """What was found on one page.

    ``sightings`` are by field, ``votes`` too; ``others`` are texts that are no values of a field, by field and by their
    surroundings; ``problem`` is why the page has no records, where it does not fit.
    """

    page: str
    records: int = 0
    sightings: Mapping[str, Sequence[Sighting]] = field(default_factory=dict)
    votes: Mapping[str, Shares] = field(default_factory=dict)
    others: Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]] = field(default_factory=dict)
    problem: str = ""

    def filled(self, name: str) -> int:
        """In how many records the field has a value."""
        return len({one.record for one in self.sightings.get(name, ())})


def observed(wrapper: Wrapper, page: Page, known: SiteProfile | None = None) -> Observation:
    """What the wrapper finds on the page.

    Texts elsewhere are listed for the surroundings of the values found here, and for those that are ``known``; then
    only those that look like values of the field.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> page = Page("<i>title</i><b>Emma</b>", name="p1.html")
    >>> wrapper = LR().learn([Example.from_values(page, [{"title": "Emma"}])])
    >>> observed(wrapper, page).sightings["title"][0].features["before"]
    'title'
    """
    return _Reading(wrapper, page).observed(known)


class _Reading:
    """What a wrapper extracts from a page: read once, however often it is judged by what is known."""

    def __init__(self, wrapper: Wrapper, page: Page) -> None:
        self.wrapper, self.page = wrapper, page
        self.problem = ""
        try:
            records = wrapper.extract(page)
        except UnweaveError as problem:
            self.problem = str(problem)
            return
        self.records = len(records)
        self.texts = PageTexts(page)
        self.spans = _spans(wrapper, records)
        beside = besides(self.texts, self.spans)
        self.sightings = {name: self._sightings(some, beside) for name, some in self.spans.items()}

    def _sightings(self, some: Sequence[FoundValue], beside: Mapping[int, str]) -> list[Sighting]:
        found = [
            Sighting(record, text, looks_of(text) | self.texts.places(start, end) | {"beside": beside.get(start, "")})
            for record, text, start, end in some
        ]
        return _with_number(found)

    def observed(self, known: SiteProfile | None = None) -> Observation:
        """The observation, judged by what is known."""
        if self.problem:
            return Observation(self.page.name, problem=self.problem)
        ballots = ballots_of(self.wrapper, self.page, self.spans, known)
        votes = {name: ballot.shares for name, ballot in ballots}
        sightings = {
            name: _with_vote(some, votes[name]) if name in votes else some for name, some in self.sightings.items()
        }
        fields = known.fields if known else {}
        others = {}
        for name, some in self.spans.items():
            spans = [(one.start, one.end) for one in some]
            others[name] = _others(self.texts, spans, sightings[name], fields.get(name))
            if name in fields:
                sightings[name] = _with_rivals(self.texts, spans, sightings[name], fields[name])
        return Observation(self.page.name, self.records, sightings, votes, others)


def besides(texts: PageTexts, spans: Mapping[str, Sequence[FoundValue]]) -> dict[int, str]:
    """For the start of each value, the field whose value comes next in its record, and how many texts behind.

    It is the order of the fields on the page, and survives most changes of tags and classes.

    >>> texts = PageTexts(Page("<b>Emma</b> by <i>Jane Austen</i>"))
    >>> besides(texts, {"title": [FoundValue(0, "Emma", 3, 7)], "author": [FoundValue(0, "Jane Austen", 18, 29)]})
    {3: 'author 2'}
    """
    placed = sorted((one.record, one.start, name) for name, some in spans.items() for one in some)
    found = {}
    for (record, start, name), (other, behind, following) in pairwise(placed):
        if record == other and name != following:
            first, second = (texts.numbers(at, at + 1).start for at in (start, behind))
            found[start] = f"{following} {second - first}"
    return found


def ballots_on(wrapper: Wrapper, page: Page, records: Sequence[Record]) -> Iterator[tuple[str, Ballot]]:
    """How the rules of each field vote on the records that were extracted; no list has such votes.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<p>Price: <b>$5</b></p>")
    >>> wrapper = Rules().learn([Example.from_values(page, [{"price": "$5"}])])
    >>> [(name, set(ballot.says)) for name, ballot in ballots_on(wrapper, page, wrapper.extract(page))]
    [('price', {'+'})]
    """
    return ballots_of(wrapper, page, _spans(wrapper, records))


def _spans(wrapper: Wrapper, records: Sequence[Record]) -> dict[str, list[FoundValue]]:
    """For each field its values."""
    spans: dict[str, list[FoundValue]] = {name: [] for name in field_names(wrapper)}
    for number, record in enumerate(records):
        for name, text, start, end in _values(wrapper, record):
            spans.setdefault(name, []).append(FoundValue(number, text, start, end))
    return spans


def field_names(wrapper: Wrapper) -> list[str]:
    """The fields that hold values, with the type in front where there are several types of records."""
    types = wrapper.schema.types
    return [f"{each.name}.{path}" if types else path for each in wrapper.schema.each for path in paths(each.fields)]


def _values(wrapper: Wrapper, record: Record) -> Iterator[tuple[str, str, int, int]]:
    front = f"{record.type}." if wrapper.schema.types else ""
    for path, item in items_of(record):
        start, end = item.first if isinstance(item, Either) else item
        text = record.page.text((start, end))
        if text:
            yield front + path, text, start, end


def _with_vote(found: Sequence[Sighting], vote: Shares) -> list[Sighting]:
    features = {
        "failing": str(round(10 * (1 - vote.agree))),
        "against": str(round(10 * vote.against)),
    }
    return [one._replace(features={**one.features, **features}) for one in found]


def _with_number(found: Sequence[Sighting]) -> list[Sighting]:
    """The sightings with the number of values that their record has."""
    records = Counter(one.record for one in found)
    return [one._replace(features={**one.features, "number": str(records[one.record])}) for one in found]


def _with_rivals(
    texts: PageTexts, spans: Sequence[tuple[int, int]], found: Sequence[Sighting], known: FieldProfile
) -> list[Sighting]:
    """The sightings with the number of their rivals, where it is known."""
    numbers = rival_numbers(texts, spans, [one.features["tags"] for one in found], known)
    return [
        one if number is None else one._replace(features={**one.features, "rivals": str(number)})
        for one, number in zip(found, numbers, strict=True)
    ]


def _others(
    texts: PageTexts, spans: Sequence[tuple[int, int]], found: Sequence[Sighting], known: FieldProfile | None
) -> dict[str, dict[str, list[str]]]:
    """The texts that are no values but have surroundings of values, by feature and surroundings."""
    covered = {at for span in spans for at in texts.numbers(*span)}
    others: dict[str, dict[str, list[str]]] = {}
    for place in PLACES:
        wanted = {one.features[place] for one in found}
        wanted |= set(known.features[place].seen) if known and place in known.features else set()
        wanted.discard("")
        others[place] = defaultdict(list)
        for at, value in texts.having(place, wanted):
            if at not in covered and (known is None or known.fits(texts.text(at))):
                others[place][value].append(texts.text(at))
    return others


def profile_of(wrapper: Wrapper, pages: Sequence[Page]) -> SiteProfile:
    """The profile of what the wrapper finds on these pages; pages that do not fit are left out.

    Each page is judged twice: what its rules and surroundings say depends on how the values of all pages look.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> page = Page("<b>$5</b><b>$7</b>")
    >>> wrapper = LR().learn([Example.from_values(page, [{"price": "$5"}, {"price": "$7"}])])
    >>> profile_of(wrapper, [page]).fields["price"].features["shape"].seen
    {'$0': 2}
    """
    readings = [_Reading(wrapper, page) for page in pages]
    first = profile_from(reading.observed() for reading in readings)
    return profile_from(reading.observed(first) for reading in readings)


def profile_from(observations: Iterable[Observation]) -> SiteProfile:
    """The profile of pages that were observed."""
    good = [one for one in observations if not one.problem]
    names = dict.fromkeys(name for one in good for name in one.sightings)
    return SiteProfile(
        pages=len(good),
        records=Counts.of(str(one.records) for one in good),
        fields={name: _field_profile(name, good) for name in names},
    )


def _field_profile(name: str, good: Sequence[Observation]) -> FieldProfile:
    found = [sighting for one in good for sighting in one.sightings.get(name, ())]
    features = {
        feature: Counts.of(one.features[feature] for one in found if feature in one.features) for feature in FEATURES
    }
    elsewhere = {
        place: Counts.of(value for one in good for value, texts in one.others[name][place].items() for _ in texts)
        for place in PLACES
    }
    return FieldProfile(
        pages=len(good),
        records=sum(one.records for one in good),
        filled=sum(one.filled(name) for one in good),
        features={feature: counts for feature, counts in features.items() if counts.total},
        elsewhere={place: counts for place, counts in elsewhere.items() if counts.total},
        shown=tuple(dict.fromkeys(one.text for one in found))[:SHOWN],
    )
