"""The profile of good pages: what is counted of all that a wrapper finds on them (``values.profile``).

Legend

    good         pages that are known to be read right; those that do not fit are left out
    misplaced    a text that is where the values of the other good pages are (``anchors``): how often good pages have
                 some tells how often later ones will, if nothing changes
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from unweave.budget import out_of_time
from unweave.observations.anchors import Anchors, misplaced_counts, without_template
from unweave.observations.observing import ECHO, WORDS, PageReading
from unweave.observations.sighting import Observation
from unweave.page import Page
from unweave.tuning import FIRST_PART
from unweave.values.profile import LOOKS, Counts, FieldProfile, SiteProfile
from unweave.values.surroundings import PLACES
from unweave.wrapper import Wrapper

SHOWN = 3
"""So many values of a field are kept in its profile for people."""
FEATURES = (*LOOKS, "number", *PLACES, "beside", ECHO, WORDS, "rivals", "failing", "against")


def profile_of(wrapper: Wrapper, pages: Sequence[Page]) -> SiteProfile:
    """The profile of what the wrapper finds on these pages; pages that do not fit are left out.

    Each page is judged twice: what its rules and surroundings say depends on how the values of all pages look. Where a
    limit of time is in force and has passed, the pages that were read by then are all; the first is read in any case,
    unless it is very long.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> page = Page("<b>$5</b><b>$7</b>")
    >>> wrapper = LR().learn([Example.from_values(page, [{"price": "$5"}, {"price": "$7"}])])
    >>> profile_of(wrapper, [page]).fields["price"].features["shape"].seen
    {'$0': 2}
    """
    readings: list[PageReading] = []
    for page in pages:
        if (readings or len(page.source) > 2 * FIRST_PART) and out_of_time():
            break
        readings.append(PageReading(wrapper, page, words=True))
    first = profile_from(reading.observed() for reading in readings)
    return profile_from(reading.observed(first) for reading in readings)


def profile_from(observations: Iterable[Observation], known: SiteProfile | None = None) -> SiteProfile:
    """The profile of pages that were observed; of each page the misplaced texts, by what is known or by the others."""
    good = [one for one in observations if not one.problem]
    names = dict.fromkeys(name for one in good for name in one.sightings)
    return SiteProfile(
        pages=len(good),
        records=Counts.of(str(one.records) for one in good),
        fields={name: _with_misplaced(name, good, known) for name in names},
    )


def _with_misplaced(name: str, good: Sequence[Observation], known: SiteProfile | None) -> FieldProfile:
    """The profile of a field, with how many of its values are on pages with misplaced texts.

    The anchors of a page are those of the other pages: by its own, none is ever misplaced.
    """
    every = _field_profile(name, good)
    if known is not None and name in known.fields:
        anchors = [Anchors.of(known.fields[name])] * len(good)
    else:
        anchors = [Anchors.of(_field_profile(name, [*good[:at], *good[at + 1 :]])) for at in range(len(good))]
    found = without_template([one.misplaced(page, name) for one, page in zip(anchors, good, strict=True)], every)
    return replace(every, features={**every.features, "misplaced": misplaced_counts(name, good, found)})


def _field_profile(name: str, good: Sequence[Observation]) -> FieldProfile:
    found = [sighting for one in good for sighting in one.sightings.get(name, ())]
    features = {
        feature: Counts.of(one.features[feature] for one in found if feature in one.features) for feature in FEATURES
    }
    others = {place: [one.others[name].get(place, {}) for one in good] for place in (*PLACES, ECHO, WORDS)}
    elsewhere = {
        place: Counts.of(value for one in some for value, texts in one.items() for _ in texts)
        for place, some in others.items()
    }
    return FieldProfile(
        pages=len(good),
        records=sum(one.records for one in good),
        filled=sum(one.filled(name) for one in good),
        features={feature: counts for feature, counts in features.items() if counts.total},
        elsewhere={place: counts for place, counts in elsewhere.items() if counts.total},
        shown=tuple(dict.fromkeys(one.text for one in found))[:SHOWN],
    )
