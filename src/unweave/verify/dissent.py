"""Dissent: rules, anchors and other texts that speak against what was extracted.

Legend

    outvoted    a page on which many rules find something else than what was extracted (``votes``)
    misplaced   a page on which another text is where the values were (``anchors``)
    extra       texts that are too many: more values in a record, or more rivals of a value, than ever
                (``values.rivals``)
    repeated    a value that is the same as another one, in a field whose values were different
    template    a text that most pages share: where all values are different, it is none of them
"""

from collections import Counter
from collections.abc import Sequence

from unweave.observations import Observation
from unweave.tuning import MANY_AGAINST
from unweave.values.profile import Counts, FieldProfile
from unweave.verify.anchors import Anchors
from unweave.verify.comparing import EXAMPLES, Signal, chance_of, exceeding, most_of, tenths

MOST = 0.8  # the share of a page's values that have so many rivals


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
    found = [(anchors.misplaced(page, name), max(1, page.filled(name))) for page in pages]
    found = _without_template(found, profile)
    hits = [text for text, _ in found if text]
    now = sum(values for text, values in found if text), sum(values for _, values in found), len(pages)
    chance = chance_of("anchor", now, (0, profile.filled, profile.pages))
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

    >>> from unweave.observations import Sighting
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
    chance = chance_of("repeated", (hits, values, len(pages)), known) if counts.total else 1.0
    text = f"{hits:,} of {values:,} values are the same as another one; before {before:,} of {counts.total:,}"
    return Signal("repeated", hits, values, chance, text if hits else "")
