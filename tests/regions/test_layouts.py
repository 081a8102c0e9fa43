"""Made pages of many layouts: the records are found with nothing shown, and learned from the first two."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regions.further_layouts import FURTHER, further_page
from regions.layouts import LAYOUTS, NOISE, WITHOUT_NOTES, MadePage, fields, made_page
from regions.lists import found
from unweave.page import Page
from unweave.regions.features import PageFeatures
from unweave.regions.main_list import list_spans
from unweave.regions.nodes import PageNodes
from unweave.regions.repeated import repeated_regions

LAID_OUT = st.sampled_from(sorted(LAYOUTS))
NOISES = st.sampled_from(NOISE)
SEEDS = st.integers(0, 50)


def regions_of(page: MadePage) -> list[str]:
    source = Page(page.source)
    return [source.text(span) for span in list_spans(source)]


@settings(max_examples=40)
@given(LAID_OUT, NOISES, SEEDS)
def test_each_record_is_a_region_of_its_own(layout: str, noise: str, seed: int) -> None:
    """With nothing shown: as many regions as records, in their order, each with its title and its author."""
    page = made_page(layout, noise, seed=seed, size=10)
    texts = regions_of(page)
    assert len(texts) == len(page.rows)
    assert all(str(row["title"]) in text and str(row["by"]) in text for row, text in zip(page.rows, texts, strict=True))


@pytest.mark.parametrize(
    ("layout", "noise", "seed"),
    [
        *((layout, "menu and footer", 0) for layout in LAYOUTS),
        *(("items", noise, 0) for noise in NOISE),
        ("blocks of lines", "advertisement", 2),
        ("items", "none", 4),
    ],
)
def test_two_records_give_all(layout: str, noise: str, seed: int) -> None:
    """The first two shown records give all, where no record lacks a value."""
    page = made_page(layout, noise, seed=seed)
    rows = fields(page, layout)
    assert found(page.source, rows[:2]) == rows


@pytest.mark.parametrize("layout", sorted(set(LAYOUTS) - WITHOUT_NOTES - {"blocks of lines"}))
def test_a_record_may_lack_a_value(layout: str) -> None:
    """A value that a record lacks is missing, not taken from another field."""
    page = made_page(layout, "menu and footer", optional=True, seed=3)
    assert found(page.source, page.rows[:2]) == list(page.rows)


@pytest.mark.parametrize("shown", [(0, 1), (3, 5)])
@pytest.mark.parametrize("layout", FURTHER)
def test_any_two_records_give_all(layout: str, shown: tuple[int, int]) -> None:
    """What real pages do between, around and inside the records; two records from the top or the middle are shown."""
    page = further_page(layout, "menu")
    rows = [{name: value for name, value in page.rows[at].items() if value} for at in shown]
    assert found(page.source, rows) == list(page.rows)


@given(LAID_OUT, NOISES, SEEDS)
def test_repeated_regions_are_apart_and_in_order(layout: str, noise: str, seed: int) -> None:
    """The regions of one candidate do not overlap if they are siblings, and come in document order."""
    nodes = PageNodes(Page(made_page(layout, noise, seed=seed).source))
    for one in repeated_regions(PageFeatures(nodes)):
        starts = [region.start for region in one.regions]
        assert starts == sorted(set(starts))
        if not one.across:
            stops = [region.stop for region in one.regions]
            assert all(stop <= start for stop, start in zip(stops, starts[1:], strict=False))
