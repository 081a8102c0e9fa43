"""Dissent: rules, anchors and other texts that speak against what was extracted.

Legend

    outvoted    a page on which many rules find something else than what was extracted (``votes``)
    misplaced   a page on which another text is where the values were (``anchors``)
    extra       texts that are too many: more values in a record, or more rivals of a value, than ever
                (``values.rivals``)
    repeated    a value that is the same as another one, in a field whose values were different
    portion     as many values as are known: of more values more are the same by chance
    uniform     a page of a list on which most values are one text
    echo        the value once more on its page, elsewhere (``values.echoes``)
    unechoed    a value without an echo, where values had one
    told        all values have an echo, where values of other pages have none: so they are the values
"""

from collections import Counter
from collections.abc import Sequence

from unweave.observations import ECHO, Observation
from unweave.observations.anchors import Anchors, misplaced_counts, without_template
from unweave.tuning import ECHO_EXCEPTIONS, MANY_AGAINST
from unweave.values.profile import Counts, FieldProfile
from unweave.verify.comparing import EXAMPLES, Signal, chance_of, exceeding, most_of, tenths

MOST = 0.8  # the share of a page's values that have so many rivals; of a field's values that are different
FEW_VALUES = 2  # so many values of a page are no list


def outvoted(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Signal:
    """The pages on which about half of the rules or more find something else than what was extracted."""
    shares = [page.votes[name].against for page in pages if name in page.votes]
    hits, chance = exceeding("against", tenths(shares), profile, len(pages), least=MANY_AGAINST)
    text = f"on {hits} of {len(shares)} pages up to {max(shares, default=0):.0%} of its rules find something else"
    most = most_of("against", profile)
    return Signal("vote", hits, len(shares), chance, f"{text}; before at most {10 * (most or 0)} %" if hits else "")


def extra(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> list[Signal]:
    """The signals of texts that are too many: more values in a record, or more rivals of a value, than ever."""
    numbers = [
        count for page in pages for count in Counter(one.record for one in page.sightings.get(name, ())).values()
    ]
    hits, chance = exceeding("number", numbers, profile, len(pages))
    text = f"{hits:,} of {len(numbers):,} records have more values than any record before"
    more = Signal("number", hits, len(numbers), chance, text if hits else "")
    rivals = [number for page in pages for number in _rivals(name, page)]
    hits, chance = exceeding("rivals", rivals, profile, len(pages))
    text = f"{hits:,} of {len(rivals):,} values have more texts beside them that look the same than before"
    return [more, Signal("rivals", hits, len(rivals), chance, text if hits else "")]


def _rivals(name: str, page: Observation) -> list[int]:
    """For each value of a page how many rivals most of its values have, at least.

    A change of the layout gives rivals to all values of a page; a few of them have some by chance.
    """
    found = sorted(int(one.features["rivals"]) for one in page.sightings.get(name, ()) if "rivals" in one.features)
    return [found[int(len(found) * (1 - MOST))]] * len(found) if found else []


def misplaced(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Signal:
    """The pages on which another text is where the values were."""
    anchors = Anchors.of(profile)
    found = without_template([anchors.misplaced(page, name) for page in pages], profile)
    hits = [text for text in found if text]
    counts = misplaced_counts(name, pages, found)
    before = profile.features.get("misplaced", Counts({"no": profile.filled}))
    new, known = ((one.seen.get("yes", 0), one.total) for one in (counts, before))
    chance = chance_of("anchor", (*new, len(pages)), (*known, profile.pages))
    text = f"on {len(hits)} of {len(pages)} pages there is another text where its values were" if hits else ""
    return Signal("anchor", len(hits), len(pages), chance, text, tuple(dict.fromkeys(hits))[:EXAMPLES])


def repeated(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Signal:
    """The values that are the same as another one in their portion: of a list on its page, else of all pages.

    Titles that are all the same were read from another place, even if they look like titles.

    >>> from unweave.observations import Sighting
    >>> from unweave.values import described
    >>> pages = [Observation(str(at), 1, {"title": [Sighting(0, "Home", {})]}) for at in range(5)]
    >>> repeated("title", described(["Emma", "Kim", "She", "Dune", "Lear", "Walden"]), pages).text
    '4 of 5 values are the same as another one; before 0 of 6'
    """
    seen = {(page.page, tuple(one.text for one in page.sightings.get(name, ()))) for page in pages}  # once, if twice
    texts = [list(some) for _, some in sorted(seen)]
    if all(page.records <= 1 for page in pages):
        texts = [[text for some in texts for text in some]]
    counts = profile.features.get("text", Counts())
    portions = [some[at : at + counts.total] for some in texts for at in range(0, len(some), max(1, counts.total))]
    hits, values = sum(len(some) - len(set(some)) for some in portions), sum(map(len, texts))
    before = sum(count - 1 for count in counts.seen.values())
    known = before, counts.total, profile.pages
    chance = chance_of("repeated", (hits, values, len(pages)), known) if counts.total else 1.0
    text = f"{hits:,} of {values:,} values are the same as another one; before {before:,} of {counts.total:,}"
    return Signal("repeated", hits, values, chance, text if hits else "")


def uniform(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Signal:
    """The pages of a list on which most values are one text, in a field whose values were different.

    "Not available" looks like many a title, and all rules find it.

    >>> from unweave.observations import Sighting
    >>> values = [Sighting(at, "On request", {"text": "On request"}) for at in range(9)]
    >>> known = FieldProfile(2, 9, 9, {"text": Counts({"Emma": 1, "Kim": 1, "She": 1})})
    >>> uniform("title", known, [Observation("p1", 9, {"title": values})]).text
    "on 1 of 1 pages most values are 'On request'"
    """
    counts = profile.features.get("text", Counts())
    lists = [some for page in pages if len(some := page.sightings.get(name, ())) > FEW_VALUES]
    if not lists or sum(count - 1 for count in counts.seen.values()) > (1 - MOST) * counts.total:
        return Signal("uniform", 0, 0, 1.0)
    common = [Counter(one.features["text"] for one in some).most_common(1)[0] for some in lists]
    hits = [text for (text, count), some in zip(common, lists, strict=True) if 2 * count > len(some)]
    chance = chance_of("uniform", (len(hits), len(lists), len(pages)), (0, profile.pages, profile.pages))
    text = f"on {len(hits)} of {len(lists)} pages most values are {hits[0]!r}" if hits else ""
    return Signal("uniform", len(hits), len(lists), chance, text)


def unechoed(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> Signal:
    """The values that their pages do not say once more, where the pages of earlier ones did.

    >>> from unweave.observations import Sighting
    >>> known = FieldProfile(9, 9, 9, {"echo": Counts({"yes": 9})}, {"echo": Counts({"no": 40})})
    >>> pages = [Observation(str(at), 1, {"title": [Sighting(0, "Home", {"echo": "no"})]}) for at in range(5)]
    >>> unechoed("title", known, pages).text
    '5 of 5 values are nowhere else on their pages; before 0 of 9'
    """
    values = [one for page in pages for one in page.sightings.get(name, ()) if ECHO in one.features]
    lost = [one.text for one in values if one.features[ECHO] == "no"]
    counts = profile.features.get(ECHO, Counts())
    before = counts.seen.get("no", 0)
    known = before, counts.total, profile.pages
    chance = chance_of(ECHO, (len(lost), len(values), len(pages)), known) if tells_by_echo(profile) else 1.0
    share = f"{len(lost):,} of {len(values):,} values are nowhere else on their pages"
    text = f"{share}; before {before:,} of {counts.total:,}"
    return Signal(ECHO, len(lost), len(values), chance, text if lost else "", tuple(dict.fromkeys(lost))[:EXAMPLES])


def is_told(name: str, profile: FieldProfile, pages: Sequence[Observation]) -> bool:
    """Whether echoes tell that these are the values: then other texts that look like them are none.

    >>> from unweave.observations import Sighting
    >>> known = FieldProfile(features={"echo": Counts({"yes": 9})}, elsewhere={"echo": Counts({"no": 40})})
    >>> is_told("title", known, [Observation("p1", 1, {"title": [Sighting(0, "Emma", {"echo": "yes"})]})])
    True
    """
    values = [one for page in pages for one in page.sightings.get(name, ())]
    return bool(values) and tells_by_echo(profile) and all(one.features.get(ECHO) == "yes" for one in values)


def tells_by_echo(profile: FieldProfile) -> bool:
    """Whether an echo tells the values of a field: they have one, and values of other pages have none.

    >>> tells_by_echo(FieldProfile(features={"echo": Counts({"yes": 9})}, elsewhere={"echo": Counts({"no": 40})}))
    True
    """
    own, strange = (some.get(ECHO, Counts()) for some in (profile.features, profile.elsewhere))
    lost, common = own.seen.get("no", 0), strange.seen.get("yes", 0)
    return min(own.total, strange.total) > 2 and max(lost / own.total, common / strange.total) <= ECHO_EXCEPTIONS
