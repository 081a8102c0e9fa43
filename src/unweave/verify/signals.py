"""Signals: what is different on new pages, each with the chance that it is if the site has not changed.

Legend

    unseen      a value of a feature that no good page has had: the kind "date" where all values were prices
    filled      signals of missing values; looks: signals of what the values are, and how they are written
    layout      signals of the places that values are read from: tags and texts around them, and rules that fail
    moved       a value that is read from unseen tags
    dissent     the signals of who points to something else than what was extracted are in ``dissent``

Sources: Kushmerick (Regression testing for wrapper maintenance, 1999) and Lerman, Minton and Knoblock (Wrapper
maintenance: a machine learning approach, 2003) test whether features of the values have changed; they have one wrapper,
and so cannot ask other rules. Departures: a feature is tested by how many of its values were never seen (see
``values.profile``), with a distribution that is exact for few pages; rules that are not needed on good pages are
asked on each page, and their dissent is a signal of its own.

An unusual value in its usual place, found by all rules, is most often just an unusual value; in a new place it is most
often a wrong one. So the looks of moved values are tested apart from those of the others.

Each chance is compared with what a change would give (``chance.chance_beside_change``): a single odd page of eight is
rare, but a change that alters one page of eight is rarer still.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from unweave.observations import Observation, Sighting
from unweave.tuning import RECORDS_FACTOR, RECORDS_RATE
from unweave.values.profile import Counts, FieldProfile, SiteProfile
from unweave.values.surroundings import PLACES
from unweave.verify.chance import chance_of_at_least
from unweave.verify.comparing import EXAMPLES, Signal, chance_of, exceeding, known_of, most_of, tenths

LOOKED_AT = ("kind", "size", "shape")
LAYOUT = (*PLACES, "failing")
"""The signals of where values are read from: they do not count, since the values may be right."""


def filled(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> list[Signal]:
    """The signals of missing values: how many records have none, or only one in a field with several.

    >>> from unweave.values import described
    >>> pages = [Observation("p9.html", records=1, sightings={"price": []})] * 5
    >>> filled("price", described(["$5"] * 9), pages)[0].text
    '5 of 5 records have no value; before 0 of 9'
    """
    return [_empty(name, profile, pages), *_single(name, profile, pages)]


def _empty(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Signal:
    records = sum(page.records for page in pages)
    empty = records - sum(page.filled(name) for page in pages)
    before = profile.records - profile.filled
    chance = chance_of("fill", (empty, records, len(pages)), (before, profile.records, profile.pages))
    text = f"{empty:,} of {records:,} records have no value; before {before:,} of {profile.records:,}"
    return Signal("fill", empty, records, chance, text)


def _single(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Iterator[Signal]:
    """How many records have one value, in a field of which good pages have records with several."""
    values = profile.features.get("number", Counts()).seen
    known = {int(number): count // int(number) for number, count in values.items()}
    if max(known, default=1) < 2:  # several
        return
    counts = [Counter(one.record for one in page.sightings.get(name, ())) for page in pages]
    numbers = [number for some in counts for number in some.values()]
    one, records, before = numbers.count(1), sum(known.values()), known.get(1, 0)
    chance = chance_of("single", (one, len(numbers), len(pages)), (before, records, profile.pages))
    text = f"{one:,} of {len(numbers):,} records have a single value; before {before:,} of {records:,}"
    yield Signal("single", one, len(numbers), chance, text if one else "")


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
    """Whether a value is read from tags that no good page has around a value."""
    counts = profile.features.get("tags", Counts())
    return counts.is_telling and "tags" in one.features and not counts.is_known(one.features["tags"])


def records_signal(profile: SiteProfile, pages: Sequence[Observation]) -> Signal:
    """Pages without any record, or with far fewer or more than good pages have: how many times as many makes it rare.

    >>> records_signal(SiteProfile(9, Counts({"1": 9})), [Observation("p9.html")] * 4).text
    '4 of 4 pages have no records; before 0 of 9'
    >>> known = SiteProfile(1, Counts({"60": 1}))
    >>> [round(records_signal(known, [Observation("p9.html", records=number)]).chance, 2) for number in (20, 10, 1)]
    [1.0, 0.26, 0.03]
    """
    sizes = [int(size) for size in profile.records.seen] or [0]
    least, most = min(sizes) // RECORDS_FACTOR, max(sizes) * RECORDS_FACTOR
    empty = [one for one in pages if not one.records]
    unusual = [one for one in pages if one.records and not least <= one.records <= most]
    times = min((_times(one.records, sizes) for one in unusual), default=1.0)
    rate = RECORDS_RATE * min(1.0, RECORDS_FACTOR / times)  # ten times as few are rarer than four times
    before = profile.records.seen.get("0", 0)
    chance = chance_of_at_least(len(empty), len(pages), known_of("fill", before, profile.pages - before))
    other = chance_of_at_least(len(unusual), len(pages), (rate, float(profile.pages)))
    if other < chance:
        usual = f"{min(sizes)} to {max(sizes)}" if len(set(sizes)) > 1 else f"{sizes[0]}"
        numbers = ", ".join(str(one.records) for one in unusual[:EXAMPLES])
        text = f"{len(unusual)} of {len(pages)} pages have {numbers} records; before {usual}"
        return Signal("records", len(unusual), len(pages), min(1.0, 2 * other), text)
    text = f"{len(empty):,} of {len(pages):,} pages have no records; before {before:,} of {profile.pages:,}"
    return Signal("records", len(empty), len(pages), min(1.0, 2 * chance), text if empty else "")


def _times(records: int, sizes: Sequence[int]) -> float:
    """How many times as many records as any good page a page has, or how many times as few."""
    return max(min(sizes) / records, records / max(1, *sizes))


def _unseen(  # the words of the evidence
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
            chance = chance_of(feature, (len(new), len(values), pages), (counts.once, counts.total, profile.pages))
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
    hits, chance = exceeding("failing", tenths(shares), profile, len(pages))
    most = most_of("failing", profile)
    text = f"on {hits} of {len(shares)} pages up to {max(shares, default=0):.0%} of its rules fail"
    return Signal("failing", hits, len(shares), chance, f"{text}; before at most {10 * (most or 0)} %" if hits else "")
