"""What was found on one page, as data: each value with its features, and the texts around that are none.

Legend

    sighting      one value that was found: its record, its text, its features (``values.profile``)
    sample        of a page with very many values of a field, some at equal distances are described
    observation   the sightings of one page, or the reason why there are none
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from unweave.votes import Shares


class Sighting(NamedTuple):
    """One value: the number of its record, its text and its features."""

    record: int
    text: str
    features: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Observation:
    """What was found on one page.

    ``sightings`` are by field, ``votes`` too; ``others`` are texts that are no values of a field, by field and by their
    surroundings; ``problem`` is why the page has no records, where it does not fit. ``fills``: in how many records each
    field has a value, where the sightings are a sample.
    """

    page: str
    records: int = 0
    sightings: Mapping[str, Sequence[Sighting]] = field(default_factory=dict)
    votes: Mapping[str, Shares] = field(default_factory=dict)
    others: Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]] = field(default_factory=dict)
    problem: str = ""
    fills: Mapping[str, int] = field(default_factory=dict)

    def filled(self, name: str) -> int:
        """In how many records the field has a value."""
        return self.fills[name] if name in self.fills else len({one.record for one in self.sightings.get(name, ())})
