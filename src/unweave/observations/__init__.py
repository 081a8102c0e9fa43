"""What a wrapper finds on pages, described: values with their features, and the profile of good pages."""

from unweave.observations.observing import ECHO, WORDS, PageReading, ballots_on, besides, field_names, observed
from unweave.observations.profiles import profile_from, profile_of
from unweave.observations.sighting import Observation, Sighting

__all__ = [
    "ECHO",
    "WORDS",
    "Observation",
    "PageReading",
    "Sighting",
    "ballots_on",
    "besides",
    "field_names",
    "observed",
    "profile_from",
    "profile_of",
]
