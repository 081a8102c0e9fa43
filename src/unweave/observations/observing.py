"""What a wrapper finds on a page, with all that a later check compares: looks, surroundings and votes of its values.

Legend

    failing       "3": the tenths of the weight of the field's rules that find something else or nothing (``votes``)
    against       "4": the tenths of the weight that find something else, of all that find anything
    rivals        "1": how many other texts up to the next value could be taken for a value (``values.rivals``)
    number        "2": how many values of the field its record has
    echo          "yes": the page says the value once more, elsewhere (``values.echoes``); "no": it does not
    words         "yes": the page says most words of the value once more; only of good pages, since it takes long
    beside        "price 2": the value of another field that comes next in the record, and how many texts behind
    elsewhere     texts that are no values of a field, but have surroundings that its values have: behind its label, ...

Several rules of different kinds find the same values in different ways. On pages that have changed they no longer agree
before they all fail; that is the idea behind the features "failing" and "against".
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from unweave.errors import UnweaveError
from unweave.observations.sighting import Observation, Sighting
from unweave.page import Page
from unweave.records import Record
from unweave.records.cells import Either
from unweave.records.grouping import paths
from unweave.records.record import items_of
from unweave.tuning import PROFILE_VALUES
from unweave.values.echoes import MOST_ECHOES, echoes, mentions, mentions_words, word_echoes
from unweave.values.profile import FieldProfile, SiteProfile, looks_of
from unweave.values.rivals import rival_numbers
from unweave.values.surroundings import PLACES, PageTexts
from unweave.votes import Ballot, FoundValue, Shares, ballots_of
from unweave.wrapper import Wrapper

ECHO, WORDS = "echo", "words"


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
    return PageReading(wrapper, page).observed(known)


class PageReading:
    """What a wrapper extracts from a page: read once, however often it is judged by what is known.

    ``words``: also whether the page says the words of its values once more.
    """

    def __init__(self, wrapper: Wrapper, page: Page, *, words: bool = False) -> None:
        self.wrapper, self.page, self.words = wrapper, page, words
        self.problem = ""
        self.records: list[Record] = []
        try:
            self.records = wrapper.extract(page)
        except UnweaveError as problem:
            self.problem = str(problem)

    @cached_property
    def texts(self) -> PageTexts:
        """The texts of the page."""
        return PageTexts(self.page)

    @cached_property
    def spans(self) -> dict[str, list[FoundValue]]:
        """For each field its values."""
        return _spans(self.wrapper, self.records)

    @cached_property
    def sightings(self) -> dict[str, list[Sighting]]:
        """For each field a sample of its values with their features, without the votes of rules."""
        beside = besides(self.texts, self.spans)
        return {name: self._sightings(some, beside) for name, some in self.spans.items()}

    def _sightings(self, some: Sequence[FoundValue], beside: Mapping[int, str]) -> list[Sighting]:
        """A sample of the values with their features; whether the page says them once more is asked for the first."""
        sample = [some[at] for at in _sample(some)]
        texts = [one.text for one in sample[:MOST_ECHOES]]
        said = {ECHO: list(echoes(self.page, texts))}
        if self.words:
            said[WORDS] = list(word_echoes(self.page, texts))
        numbers = Counter(one.record for one in some)  # how many values their records have
        found = []
        for at, (record, text, start, end) in enumerate(sample):
            features = looks_of(text) | self.texts.places(start, end)
            features |= {"beside": beside.get(start, ""), "number": str(numbers[record])}
            features |= {name: _word(answers[at]) for name, answers in said.items() if at < len(answers)}
            found.append(Sighting(record, text, features))
        return found

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
            others[name] |= self._foreign(sightings[name], fields.get(name))
            if name in fields:
                sightings[name] = _with_rivals(self.texts, spans, sightings[name], fields[name])
        return Observation(self.page.name, len(self.records), sightings, votes, others, fills=self._fills())

    def _fills(self) -> dict[str, int]:
        """In how many records fields have a value of which only a sample is described."""
        return {
            name: len({one.record for one in some}) for name, some in self.spans.items() if len(some) > PROFILE_VALUES
        }

    def _foreign(self, found: Sequence[Sighting], known: FieldProfile | None) -> dict[str, dict[str, list[str]]]:
        """Known values of other pages, by whether this page has them or their words; not asked again where known."""
        ways = {ECHO: mentions, WORDS: mentions_words} if self.words else {ECHO: mentions}
        said: dict[str, dict[str, list[str]]] = {way: defaultdict(list) for way in ways}
        for way, is_said in ways.items() if known and found else ():
            for text in _strange(found, known) if known and way not in known.elsewhere else ():
                said[way][_word(is_said(self.page, text))].append(text)
        return said


def _sample(values: Sequence[object]) -> range:
    """The numbers of the values that are described."""
    return range(0, len(values), -(-len(values) // PROFILE_VALUES) or 1)


def _strange(found: Sequence[Sighting], known: FieldProfile) -> list[str]:
    """Known values that are not those of this page."""
    own = {one.features["text"] for one in found}
    return [text for text in known.features["text"].seen if text not in own][:MOST_ECHOES]


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


def _word(is_said: bool) -> str:  # the value of a feature
    return "yes" if is_said else "no"


def _with_rivals(
    texts: PageTexts, spans: Sequence[tuple[int, int]], found: Sequence[Sighting], known: FieldProfile
) -> list[Sighting]:
    """The sightings with the number of their rivals, where it is known."""
    tags = {at: one.features["tags"] for at, one in zip(_sample(spans), found, strict=True)}
    numbers = rival_numbers(texts, spans, tags, known)
    return [
        one if number is None else one._replace(features={**one.features, "rivals": str(number)})
        for one, number in zip(found, numbers, strict=True)
    ]


def _wanted(place: str, found: Sequence[Sighting], known: FieldProfile | None) -> set[str]:
    """The surroundings of the values found, and of those that are known."""
    usual = known.features[place].seen if known and place in known.features else ()
    return {one.features[place] for one in found}.union(usual) - {""}


def _others(
    texts: PageTexts, spans: Sequence[tuple[int, int]], found: Sequence[Sighting], known: FieldProfile | None
) -> dict[str, dict[str, list[str]]]:
    """The texts that are no values but have surroundings of values, by feature and surroundings."""
    covered = {at for span in spans for at in texts.numbers(*span)}
    having = {place: list(texts.having(place, _wanted(place, found, known))) for place in PLACES}
    numbers = sorted({at for some in having.values() for at, _ in some if at not in covered})
    if known is not None:
        numbers = [numbers[at] for at in known.fitting(map(texts.text, numbers))]
    fitting = set(numbers)
    others: dict[str, dict[str, list[str]]] = {place: defaultdict(list) for place in PLACES}
    for place, some in having.items():
        for at, value in some:
            if at in fitting:
                others[place][value].append(texts.text(at))
    return others
