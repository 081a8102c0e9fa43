"""Signals: what is different on new pages, each with the chance that it is if the site has not changed.

Legend

    unseen      a value of a feature that no good page has had: the kind "date" where all values were prices
    signal      Signal("kind", hits=8, values=8, chance=0.0001): 8 of 8 values are of an unseen kind
    filled      signals of missing values; looks: signals of what the values are, and how they are written
    layout      signals of the places that values are read from: tags and texts around them, and rules that fail
    moved       a value that is read from an unseen place, or for which more rules fail than on any good page
    anchor      surroundings that on good pages only values of the field had (``anchors``)
    dissent     a page on which rules, or anchors, point to something else than what was extracted
    extra       signals of texts that are too many: more values in a record, or more rivals of a value, than ever
                (``values.rivals``)
    repeated    a value that is the same as another one, in a field whose values were different

Sources: Kushmerick (Regression testing for wrapper maintenance, 1999) and Lerman, Minton and Knoblock (Wrapper
maintenance: a machine learning approach, 2003) test whether features of the values have changed; they have one wrapper,
and so cannot ask other rules. Departures: a feature is tested by how many of its values were never seen (see
``values.profile``), with a distribution that is exact for few pages; rules that are not needed on good pages are
asked on each page, and their dissent is a signal of its own.

An unusual value in its usual place, found by all rules, is most often just an unusual value; in a new place it is most
often a wrong one. So the looks of moved values are tested apart from those of the others.

Each chance is compared with what a change would give (``chance.chance_beside_change``): a single odd page of eight is
rare, but a change that alters one page of eight is rarer still.

Later pages differ from good pages more than these differ from each other: they are about other things. So what good
pages show counts as if they were fewer (KNOWN_SHARE).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from unweave.observations import Observation, Sighting
from unweave.tuning import DRIFT_PRIORS, KNOWN_SHARE, MANY_AGAINST, RECORDS_FACTOR, VALUES_OF_A_PAGE
from unweave.values.profile import Counts, FieldProfile, SiteProfile
from unweave.values.surroundings import PLACES
from unweave.verify.anchors import Anchors
from unweave.verify.chance import chance_beside_change, chance_of_at_least

LOOKED_AT = ("kind", "size", "shape", "length")
EXAMPLES = 3
OFTEN = 0.3  # the share of records that have so many values of a field
MOST = 0.8  # the share of a page's values that have so many rivals


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that is different: so many of so many, and the chance of as many if nothing has changed.

    >>> Signal("fill", 8, 8, 1e-4, "8 of 8 records have no value; before 0 of 15").chance
    0.0001
    """

    name: str
    hits: int
    values: int
    chance: float
    text: str = ""
    examples: tuple[str, ...] = ()


def filled(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> list[Signal]:
    """The signals of missing values: how many records have none, or fewer than usual.

    >>> from unweave.values import described
    >>> pages = [Observation("p9.html", records=1, sightings={"price": []})] * 5
    >>> filled("price", described(["$5"] * 9), pages)[0].text
    '5 of 5 records have no value; before 0 of 9'
    """
    return [_fill(name, profile, pages), *_fewer(name, profile, pages)]


def looks(name: str, profile: FieldProfile, pages: Sequence[Observation], *, moved: bool | None = None) -> list[Signal]:
    """The signals of what a field's values are, and how they are written; of those that are moved, or are not.

    >>> from unweave.values import described
    >>> values = [Sighting(0, "in stock", {"kind": "text"})]
    >>> looks("price", described(["$5"] * 9), [Observation("p9.html", 1, {"price": values})])[0].text
    '1 of 1 values now look like text; before mostly a price'
    """
    found = [(page, one) for page in pages for one in page.sightings.get(name, ())]
    chosen = [(page, one) for page, one in found if moved is None or _is_moved(profile, one) == moved]
    if len(chosen) == len(found):
        return list(_unseen(profile, [one for _, one in found], LOOKED_AT, len(pages)))
    if moved:
        count = len({id(page) for page, _ in chosen})
        return list(_unseen(profile, [one for _, one in chosen], LOOKED_AT, count, " at a new place"))
    # The few values that have not moved are no sample of the field's values: they count among all of them.
    kept = [one for _, one in chosen]
    return list(_unseen(profile, [one for _, one in found], LOOKED_AT, len(pages), ", at their place,", kept))


def _is_moved(profile: FieldProfile, one: Sighting) -> bool:
    """Whether a value is read from a place that no good page has, or against more rules than on any good page."""
    for feature in ("tags", "before"):
        counts = profile.features.get(feature, Counts())
        if counts.is_telling and feature in one.features and not counts.is_known(one.features[feature]):
            return True
    most = _most("failing", profile)
    return most is not None and int(one.features.get("failing", "0")) > most


def _most(feature: str, profile: FieldProfile) -> int | None:
    """The largest number that good pages have of a feature; None where nothing is known of it."""
    return max(map(int, profile.features.get(feature, Counts()).seen), default=None)


def _fill(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Signal:
    records = sum(page.records for page in pages)
    empty = records - sum(page.filled(name) for page in pages)
    before = profile.records - profile.filled
    chance = _chance("fill", (empty, records, len(pages)), (before, profile.records, profile.pages))
    text = f"{empty:,} of {records:,} records have no value; before {before:,} of {profile.records:,}"
    return Signal("fill", empty, records, chance, text)


def _fewer(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Iterator[Signal]:
    """How many records have fewer values than a good part of the records had, where that is more than one."""
    known = {
        int(number): count // int(number) for number, count in profile.features.get("number", Counts()).seen.items()
    }
    usual = max((number for number, count in known.items() if count >= OFTEN * profile.filled), default=1)
    if usual < 2:
        return
    numbers = [
        count for page in pages for count in Counter(one.record for one in page.sightings.get(name, ())).values()
    ]
    hits, before = (sum(one < usual for one in some) for some in (numbers, _repeated(known)))
    chance = _chance("fewer", (hits, len(numbers), len(pages)), (before, sum(known.values()), profile.pages))
    good = f"before {before:,} of {sum(known.values()):,}"
    text = f"{hits:,} of {len(numbers):,} records have fewer than {usual} values; {good}"
    yield Signal("fewer", hits, len(numbers), chance, text if hits else "")


def _repeated(counts: Mapping[int, int]) -> Iterator[int]:
    for number, count in counts.items():
        yield from [number] * count


def records_signal(profile: SiteProfile, pages: Sequence[Observation]) -> Signal:
    """Pages without any record, or with far fewer or more than good pages have.

    >>> records_signal(SiteProfile(9, Counts({"1": 9})), [Observation("p9.html")] * 4).text
    '4 of 4 pages have no records; before 0 of 9'
    """
    sizes = [int(size) for size in profile.records.seen]
    least, most = min(sizes, default=0) // RECORDS_FACTOR, max(sizes, default=0) * RECORDS_FACTOR
    empty = [one for one in pages if not one.records]
    unusual = [one for one in pages if one.records and not least <= one.records <= most]
    before = profile.records.seen.get("0", 0)
    chance = chance_of_at_least(len(empty), len(pages), _known("fill", before, profile.pages - before))
    other = chance_of_at_least(len(unusual), len(pages), (DRIFT_PRIORS["records"][0], float(profile.pages)))
    if other < chance:
        usual = f"{min(sizes)} to {max(sizes)}" if len(set(sizes)) > 1 else f"{sizes[0]}"
        numbers = ", ".join(str(one.records) for one in unusual[:EXAMPLES])
        text = f"{len(unusual)} of {len(pages)} pages have {numbers} records; before {usual}"
        return Signal("records", len(unusual), len(pages), min(1.0, 2 * other), text)
    text = f"{len(empty):,} of {len(pages):,} pages have no records; before {before:,} of {profile.pages:,}"
    return Signal("records", len(empty), len(pages), min(1.0, 2 * chance), text if empty else "")


def _known(feature: str, hits: float, misses: float) -> tuple[float, float]:
    prior = DRIFT_PRIORS[feature]
    return KNOWN_SHARE * hits + prior[0], KNOWN_SHARE * misses + prior[1]


def _chance(feature: str, new: tuple[int, int, int], before: tuple[int, int, int]) -> float:
    """The chance of so many hits among so many values of so many pages, after those before, beside a change.

    The values of one page are alike, so that many of them tell little more than a few do: of a page at most
    VALUES_OF_A_PAGE count.
    """
    (hits, values), (old, total) = _counted(*new), _counted(*before)
    return chance_beside_change(round(hits), round(values), _known(feature, old, total - old))


def _counted(hits: int, values: int, pages: int) -> tuple[float, float]:
    scale = min(1.0, VALUES_OF_A_PAGE * pages / values) if values else 1.0
    return hits * scale, values * scale


def _unseen(  # noqa: PLR0913  # the words of the evidence
    profile: FieldProfile,
    found: Sequence[Sighting],
    features: Sequence[str],
    pages: int,
    where: str = "",
    chosen: Sequence[Sighting] | None = None,
) -> Iterator[Signal]:
    """For each feature that tells anything, how many of the values found, or chosen among them, are unseen."""
    for feature in features:
        counts = profile.features.get(feature, Counts())
        values = [one for one in found if feature in one.features]
        if counts.is_telling and values:
            looked_at = values if chosen is None else [one for one in chosen if feature in one.features]
            new = [one for one in looked_at if not counts.is_known(one.features[feature])]
            chance = _chance(feature, (len(new), len(values), pages), (counts.once, counts.total, profile.pages))
            examples = tuple(dict.fromkeys(one.text for one in new))[:EXAMPLES]
            text = _unseen_text(feature, new, values, counts, where)
            yield Signal(feature, len(new), len(values), chance, text, examples)


def _unseen_text(feature: str, new: Sequence[Sighting], values: Sequence[Sighting], counts: Counts, where: str) -> str:
    if not new:
        return ""
    usual = next(iter(counts.seen), "")
    now = new[0].features[feature]
    share = f"{len(new):,} of {len(values):,} values{where}"
    words = {
        "kind": f"{share} now look like {_kind(now)}; before mostly {_kind(usual)}",
        "shape": f"{share} have a shape that was not there before, such as {now!r}; mostly {usual!r}",
        "length": f"{share} have an unusual length",
        "size": f"{share} are numbers of an unusual size",
        "before": f"{share} are behind another text, such as {now!r}; mostly {usual!r}",
        "behind": f"{share} are before another text, such as {now!r}; mostly {usual!r}",
        "tags": f"{share} are in other tags, such as {now!r}; mostly {usual!r}",
    }
    return words[feature]


def _kind(kind: str) -> str:
    return f"a {kind}" if kind not in {"", "text", "isbn", "email", "integer"} else kind


def layout(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> list[Signal]:
    """The signals of the places that a field's values are read from."""
    found = [one for page in pages for one in page.sightings.get(name, ())]
    return [*_unseen(profile, found, PLACES, len(pages)), _failing(name, profile, pages)]


def _failing(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Signal:
    """The pages on which more rules fail than on any good page."""
    shares = [1 - page.votes[name].agree for page in pages if name in page.votes]
    hits, chance = _exceeding("failing", _tenths(shares), profile, len(pages))
    most = _most("failing", profile)
    text = f"on {hits} of {len(shares)} pages up to {max(shares, default=0):.0%} of its rules fail"
    return Signal("failing", hits, len(shares), chance, f"{text}; before at most {10 * (most or 0)} %" if hits else "")


def outvoted(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Signal:
    """The pages on which about half of the rules or more find something else than what was extracted."""
    shares = [page.votes[name].against for page in pages if name in page.votes]
    hits, chance = _exceeding("against", _tenths(shares), profile, len(pages), least=MANY_AGAINST)
    text = f"on {hits} of {len(shares)} pages up to {max(shares, default=0):.0%} of its rules find something else"
    most = _most("against", profile)
    return Signal("vote", hits, len(shares), chance, f"{text}; before at most {10 * (most or 0)} %" if hits else "")


def extra(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> list[Signal]:
    """The signals of texts that are too many: more values in a record, or more rivals of a value, than ever."""
    numbers = [
        count for page in pages for count in Counter(one.record for one in page.sightings.get(name, ())).values()
    ]
    hits, chance = _exceeding("number", numbers, profile, len(pages))
    text = f"{hits:,} of {len(numbers):,} records have more values than any record before"
    more = Signal("number", hits, len(numbers), chance, text if hits else "")
    rivals = [number for page in pages for number in _rivals(name, page)]
    hits, chance = _exceeding("rivals", rivals, profile, len(pages))
    text = f"{hits:,} of {len(rivals):,} values have more texts beside them that look the same than before"
    return [more, Signal("rivals", hits, len(rivals), chance, text if hits else "")]


def _rivals(name: str, page: Observation) -> list[int]:
    """For each value of a page how many rivals most of its values have, at least.

    A change of the layout gives rivals to all values of a page; a few of them have some by chance.
    """
    found = sorted(int(one.features["rivals"]) for one in page.sightings.get(name, ()) if "rivals" in one.features)
    return [found[int(len(found) * (1 - MOST))]] * len(found) if found else []


def _tenths(shares: Sequence[float]) -> list[int]:
    return [round(10 * share) for share in shares]


def _exceeding(
    feature: str, numbers: Sequence[int], profile: FieldProfile, pages: int, *, least: int = 0
) -> tuple[int, float]:
    """How many numbers exceed one that most of good pages do not, and the chance of as many.

    Of all such limits that one is taken which the new numbers exceed most surprisingly: a change may give to all values
    what a few had before. If the largest number of good pages was met only once, it exceeded all the others, and so may
    a later one.
    """
    counts = profile.features.get(feature, Counts())
    known = {int(number): count for number, count in counts.seen.items()}
    limits = sorted({max(one, least) for one in known})
    tried = [_beyond(feature, limit, numbers, profile, pages, known) for limit in limits]
    hits, chance = min(tried, key=lambda one: one[1], default=(0, 1.0))
    return hits, min(1.0, chance * max(1, len(limits)))


def _beyond(  # noqa: PLR0913
    feature: str, limit: int, numbers: Sequence[int], profile: FieldProfile, pages: int, known: Mapping[int, int]
) -> tuple[int, float]:
    hits = sum(number > limit for number in numbers)
    before = sum(count for number, count in known.items() if number > limit)
    before = before or int(known.get(limit) == 1)
    return hits, _chance(feature, (hits, len(numbers), pages), (before, sum(known.values()), profile.pages))


def misplaced(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Signal:
    """The pages on which another text is where the values were."""
    anchors = Anchors.of(profile)
    found = [(anchors.misplaced(page, name), max(1, page.filled(name))) for page in pages]
    found = _without_template(found, profile)
    hits = [text for text, _ in found if text]
    now = sum(values for text, values in found if text), sum(values for _, values in found), len(pages)
    chance = _chance("anchor", now, (0, profile.filled, profile.pages))
    text = f"on {len(hits)} of {len(pages)} pages there is another text where its values were" if hits else ""
    return Signal("anchor", len(hits), len(pages), chance, text, tuple(dict.fromkeys(hits))[:EXAMPLES])


def _without_template(found: Sequence[tuple[str, int]], profile: FieldProfile) -> list[tuple[str, int]]:
    """Where the values of a field are mostly different, a text that most of these pages share is none of them."""
    if profile.features.get("text", Counts()).is_telling:
        return list(found)
    counts = Counter(text for text, _ in found if text)
    shared = {text for text, count in counts.items() if count > 1 and 2 * count >= counts.total()}
    return [("" if text in shared else text, values) for text, values in found]


def repeated(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Signal:
    """The values that are the same as one before: of a list on its page, else on all pages.

    Titles that are all the same were read from another place, even if they look like titles.

    >>> from unweave.values import described
    >>> pages = [Observation(str(at), 1, {"title": [Sighting(0, "Home", {})]}) for at in range(5)]
    >>> repeated("title", described(["Emma", "Kim", "She", "Dune"]), pages).text
    '4 of 5 values are the same as another one; before 0 of 4'
    """
    seen = {(page.page, tuple(one.text for one in page.sightings.get(name, ()))) for page in pages}  # once, if twice
    texts = [list(some) for _, some in sorted(seen)]
    if all(page.records <= 1 for page in pages):
        texts = [[text for some in texts for text in some]]
    hits, values = sum(len(some) - len(set(some)) for some in texts), sum(map(len, texts))
    counts = profile.features.get("text", Counts())
    before = sum(count - 1 for count in counts.seen.values())
    known = before, counts.total, profile.pages
    chance = _chance("repeated", (hits, values, len(pages)), known) if counts.total else 1.0
    text = f"{hits:,} of {values:,} values are the same as another one; before {before:,} of {counts.total:,}"
    return Signal("repeated", hits, values, chance, text if hits else "")
