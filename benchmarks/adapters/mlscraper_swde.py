"""Connects mlscraper with the SWDE scorer: one scraper for each attribute, trained on the same values.

As its documentation shows: a sample is a page and a value, ``train_scraper`` makes a scraper of them. It is
asked attribute by attribute, so that one for which it finds nothing does not cost it the others; of several values on a
page it is shown the first.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from mlscraper.html import Page
from mlscraper.samples import Sample, TrainingSet
from mlscraper.training import train_scraper

Values = Mapping[str, Sequence[str]]


def fit(train: Sequence[tuple[str, Values]]) -> dict[str, Any]:
    """The scrapers by name; None where it finds none."""
    pages = [(Page(html), values) for html, values in train]
    return {name: _trained(pages, name) for name in dict.fromkeys(name for _, values in train for name in values)}


def _trained(pages: Sequence[tuple[Any, Values]], name: str) -> Any:
    samples = TrainingSet()
    for page, values in pages:
        if values.get(name):
            samples.add_sample(Sample(page, values[name][0]))
    try:
        return train_scraper(samples)
    except Exception:  # noqa: BLE001 - whatever a tool raises, it has not learned this
        return None


def predict(model: dict[str, Any], html: str) -> dict[str, list[str]]:
    """The values of each attribute on one page."""
    page = Page(html)
    return {name: _found(scraper, page) for name, scraper in model.items()}


def _found(scraper: Any, page: Any) -> list[str]:
    try:
        value = scraper.get(page) if scraper else None
    except Exception:  # noqa: BLE001 - nor has it found this
        return []
    return [value] if value else []
