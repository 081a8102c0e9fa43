"""What a check says of missing values: records without one, and records with one where others have several."""

from unweave.observations import Observation, Sighting
from unweave.values.profile import Counts, FieldProfile
from unweave.verify.signals import filled

AUTHORS = ("Austen", "Kipling", "Haggard")


def known(numbers: dict[str, int]) -> FieldProfile:
    """A field of which six good pages have a record; ``numbers`` are the values of a record, counted by value."""
    return FieldProfile(6, 6, 6, {"number": Counts(numbers)})


def books(authors: int) -> list[Observation]:
    sightings = [Sighting(0, name, {}) for name in AUTHORS[:authors]]
    return [Observation(f"{at}.html", 1, {"author": sightings}) for at in range(6)]


def test_only_the_first_of_several_values_is_read() -> None:
    """Books had three authors each; now one of each is found, though no record is empty."""
    missing, single = filled("author", known({"3": 18}), books(1))
    assert (missing.chance, single.text) == (1.0, "6 of 6 records have a single value; before 0 of 6")
    assert single.chance < 1e-4


def test_several_values_that_come_and_go() -> None:
    """Two authors instead of three are several, and one is no news where books had one before, or only one."""
    assert [one.chance for one in filled("author", known({"3": 18}), books(2))] == [1.0, 1.0]
    assert [one.chance for one in filled("author", known({"3": 9, "1": 3}), books(1))][1] > 0.02
    assert [one.name for one in filled("author", known({"1": 6}), books(1))] == ["fill"]
