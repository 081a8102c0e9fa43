"""Anchors: surroundings by which a reader, too, would know the values of a field.

Legend

    anchor      ("before", "Price:"): surroundings that on good pages only values of the field had, of all texts that
                look like its values
    lost        an anchor that the extracted value no longer has, but another text that looks like a value of the field
    shared      an anchor that the extracted value shares with other texts, which on good pages it did not
    own         a label that only the extracted value has: then a shared tag is harmless
    template    a text that most pages share: where all values are different, it is none of them

A list price before the sale price looks like it, is in the same tags, and may come behind the same label. Then the
anchors tell: the text behind the sale price is still there, and now the value before it is one that was not extracted.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from unweave.observations.sighting import Observation, Sighting
from unweave.tuning import ANCHOR_SHARE
from unweave.values.profile import Counts, FieldProfile
from unweave.values.surroundings import ATTRIBUTE, PLACES, SAME


@dataclass(frozen=True, slots=True)
class Anchors:
    """The anchors of a field by feature; with ``is_distinctive``, its values look different from most other texts."""

    known: Mapping[str, frozenset[str]] = field(default_factory=dict)
    is_distinctive: bool = True

    @classmethod
    def of(cls, profile: FieldProfile) -> "Anchors":
        """The anchors that good pages have.

        >>> features = {"before": Counts({"Price:": 9}), "tags": Counts({"<b>": 9})}
        >>> Anchors.of(FieldProfile(9, 9, 9, features, elsewhere={"tags": Counts({"<b>": 40})})).known
        {'before': frozenset({'Price:'})}
        """
        known = {place: found for place in PLACES if (found := _exclusive(profile, place))}
        shape = profile.features.get("shape", Counts())
        return cls(known, shape.is_telling)

    def misplaced(self, page: Observation, name: str) -> str:
        """A text of the page that is where the values were, and was not extracted; empty where there is none."""
        values = page.sightings.get(name, ())
        others = {place: self._not_read(place, page, name, values) for place in self.known}
        having = {place: any(one.features[place] in self.known[place] for one in values) for place in self.known}
        lost = [text for place, texts in others.items() for text in texts if not having[place]]
        shared = [text for place, texts in others.items() for text in texts if having[place]]
        own = [place for place in others if having[place] and not others[place] and self._is_label(place, values)]
        if lost and self.is_distinctive:
            return lost[0]
        return shared[0] if shared and not own else ""

    @staticmethod
    def _is_label(place: str, values: Sequence[Sighting]) -> bool:
        """Whether it is a text outside of the values; an attribute has none of its own."""
        inside = [
            one for one in values if one.features[place].startswith(SAME) or one.features["tags"].startswith(ATTRIBUTE)
        ]
        return place != "tags" and not inside

    def _not_read(self, place: str, page: Observation, name: str, values: Sequence[Sighting]) -> list[str]:
        """Texts at an anchor that were not extracted; a value that was read elsewhere may be the same text."""
        read = Counter(_plain(one.text) for one in values if one.features[place] not in self.known[place])
        found = []
        for anchor in sorted(self.known[place]):
            for text in page.others.get(name, {}).get(place, {}).get(anchor, ()):
                read[_plain(text)] -= 1
                if read[_plain(text)] < 0:
                    found.append(text)
        return found


def _exclusive(profile: FieldProfile, place: str) -> frozenset[str]:
    """The surroundings that a good part of the values had, and no other text that looks like them."""
    counts, others = profile.features.get(place, Counts()), profile.elsewhere.get(place, Counts())
    least = max(2.0, ANCHOR_SHARE * counts.total)
    return frozenset(
        value for value, count in counts.seen.items() if value and count >= least and not others.is_known(value)
    )


def _plain(text: str) -> str:
    return "".join(text.split())


def without_template(found: Sequence[str], profile: FieldProfile) -> list[str]:
    """The misplaced text of each page; where the values of a field mostly differ, one that most share is none of them.

    >>> without_template(["Kim", "Next", "Next"], FieldProfile(features={"text": Counts({"Emma": 1, "She": 1})}))
    ['Kim', '', '']
    """
    if profile.features.get("text", Counts()).is_telling:
        return list(found)
    counts = Counter(text for text in found if text)
    shared = {text for text, count in counts.items() if count > 1 and 2 * count >= counts.total()}
    return ["" if text in shared else text for text in found]


def misplaced_counts(name: str, pages: Sequence[Observation], found: Sequence[str]) -> Counts:
    """How many values are on pages with a misplaced text ("yes"), and how many are not."""
    weights = Counter[str]()
    for page, text in zip(pages, found, strict=True):
        weights["yes" if text else "no"] += max(1, page.filled(name))
    return Counts(dict(weights))
