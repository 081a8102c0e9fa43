"""Connects autoscraper with the SWDE scorer: its rules are built from the same values, page by page.

As its documentation shows: ``build`` with wanted values by name, with ``update`` for further pages; then
``get_result_exact`` for names with one value, ``get_result_similar`` for names with several.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from autoscraper import AutoScraper

Values = Mapping[str, Sequence[str]]


def fit(train: Sequence[tuple[str, Values]]) -> tuple[Any, set[str]]:
    """The scraper, and the names that have several values somewhere."""
    scraper = AutoScraper()
    for number, (html, values) in enumerate(train):
        wanted = {name: list(found) for name, found in values.items() if found}
        scraper.build(html=html, wanted_dict=wanted, update=number > 0)
    return scraper, {name for _, values in train for name in values if len(set(values[name])) > 1}


def predict(model: tuple[Any, set[str]], html: str) -> dict[str, list[str]]:
    """The values of each attribute on one page."""
    scraper, many = model
    exact = scraper.get_result_exact(html=html, group_by_alias=True)
    similar = scraper.get_result_similar(html=html, group_by_alias=True)
    return {
        name: list(dict.fromkeys((similar if name in many else exact).get(name, []))) for name in {**exact, **similar}
    }
