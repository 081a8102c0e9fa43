"""Discovery on made collections of pages: every field that varies is a column, with all its values on every page."""

from collections.abc import Callable
from random import Random

import pytest

from templates.made_sites import SITES, Values, collection
from unweave.templates import discover
from unweave.templates.report import columns_of

LEFT_OUT = {("recipe", "step")}
"""An advertisement among the items of a list, on some pages, splits its column: its heading passes for a label."""


def _missing(site: Callable[[Random], tuple[str, Values]], seed: int) -> list[str]:
    """The fields of a made site that no column has."""
    made = collection(site, seed)
    wrapper = discover(made.pages)
    found = [columns_of(wrapper.extract(page)[0]) for page in made.pages]
    names = dict.fromkeys(name for columns in found for name in columns)
    columns = [[[" ".join(text.split()) for text in page.get(name, [])] for page in found] for name in names]
    return [field for field, values in made.values.items() if values not in columns]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("site", SITES, ids=lambda site: site.__name__)
def test_every_field_is_a_column(site: Callable[[Random], tuple[str, Values]], seed: int) -> None:
    """Optional rows stay in their columns, labels may have two forms, values of lists are not taken for labels."""
    assert [field for field in _missing(site, seed) if (site.__name__, field) not in LEFT_OUT] == []
