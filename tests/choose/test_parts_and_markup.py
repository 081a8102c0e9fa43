"""A part of a text is a part of what a reader sees: no tag, and no piece of one, is ever in it."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mutations.mutate import delete_tags, double_tags, drop_attributes, swap_texts
from unweave.choose import learn
from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.records import Example
from unweave.wrapper import Wrapper

ITEM = "<li><a href=/{0}>No {0}</a> size: {0} <b>by</b> <i class=x>2</i> cm, made in <u>{1}</u> (new)</li>"
SOURCE = "<ul>" + "".join(ITEM.format(at, year) for at, year in enumerate(range(1960, 1966), 3)) + "</ul>"
SHOWN = [{"number": str(at), "year": str(year)} for at, year in ((3, 1960), (4, 1961))]
EDITS = (delete_tags, double_tags, drop_attributes, swap_texts)


@cache
def learned(method: str) -> Wrapper:
    """From two records, whose number is a part of a link's text."""
    page = Page(SOURCE, html=True)
    starts = [(page.source.index(f"No {row['number']}") + 3, page.source.index(row["year"])) for row in SHOWN]
    rows = [{"number": (number, number + 1), "year": (year, year + 4)} for number, year in starts]
    wrapper = learn([Example.from_spans(page, rows, status="partial")], method=method)
    assert [record.to_dict() for record in wrapper.extract(page)][:2] == SHOWN
    return wrapper


@pytest.mark.parametrize("method", ["auto", "regions", "rules", "tree"])
@settings(max_examples=25)
@given(seed=st.integers(0, 10**6))
def test_no_value_has_markup_in_it(method: str, seed: int) -> None:
    """Whatever tags are deleted, doubled or moved: the page has no < in its texts, so no value has one."""
    chance, source = random.Random(seed), SOURCE
    for edit in chance.choices(EDITS, k=3):
        source = edit(source, chance)
    page = Page(source, html=True)
    try:
        records = [record.to_dict() for record in learned(method).extract(page)]
    except DoesNotFit:
        return
    assert [value for record in records for value in record.values() if value and {"<", ">"} & set(value)] == []
