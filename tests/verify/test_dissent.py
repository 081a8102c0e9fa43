"""What speaks against values: the same text more often than good pages let expect, however many pages are looked at."""

from unweave.observations import Observation, Sighting
from unweave.values import described
from unweave.verify.dissent import repeated

HEIGHTS = [f"{feet}-{inches}" for inches in range(6) for feet in (5, 6)]


def players(heights: list[str]) -> list[Observation]:
    return [Observation(f"{at:03}.html", 1, {"height": [Sighting(0, height, {})]}) for at, height in enumerate(heights)]


def test_many_pages_repeat_more_values_than_few() -> None:
    """Six players of different heights are known: of 48 later ones of twelve heights most share one, which is usual."""
    known = described(HEIGHTS[:6])
    usual = repeated("height", known, players(HEIGHTS * 4))
    assert (usual.hits, usual.values, usual.chance) == (0, 48, 1.0)


def test_one_value_on_many_pages_is_noticed() -> None:
    """In each portion of six values five are the same as the first one, where none was before."""
    same = repeated("height", described(HEIGHTS[:6]), players(["6-0"] * 48))
    assert (same.hits, same.values, same.chance < 1e-5) == (40, 48, True)
