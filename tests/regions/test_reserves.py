"""Other ways to the same records: what a wrapper for a list finds after its site has changed a little."""

import re
from collections.abc import Callable, Mapping

import pytest

from regions.lists import BOOKS, Row, in_items, learned, rows_of
from unweave.page import Page
from unweave.regions import RegionsWrapper

ITEM = '<li class="hit"><b class="title">{title}</b> <i>{year}</i></li>'
LIST = f'<div class="main"><h1>Books</h1>{in_items(BOOKS, ITEM)}</div>'
TABLE_ROW = '<tr class="hit"><td><a href="/{title}.html">{title}</a><td class="year">{year}'
LINKED = [{**row, "url": f"/{row['title']}.html"} for row in BOOKS]
TABLE = f"<h1>Books</h1><table>{''.join(TABLE_ROW.format(**row) for row in BOOKS)}</table>"

CHANGES: Mapping[str, Callable[[str], str]] = {
    "a div around the page": lambda source: f'<div id="layout">{source}</div>',
    "a div around the list": lambda source: re.sub(
        "(<(ul|table).*</(ul|table)>)", r"<div class='box'>\1</div>", source
    ),
    "classes renamed": lambda source: re.sub('class="(\\w+)"', r'class="css-\1"', source),
    "no classes": lambda source: re.sub(' class="\\w+"', "", source),
    "values in another tag": lambda source: re.sub(r"<(/?)(b|i)\b", r"<\1em", source),
    "values in one element more": lambda source: re.sub(r"<(b|i|a)\b(.*?)</\1>", r"<span><\1\2</\1></span>", source),
    "list moved": lambda source: re.sub("(<h1>.*</h1>)(.*)", r"\2\1", source),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize(("source", "rows"), [(LIST, BOOKS), (TABLE, LINKED)], ids=["items", "table"])
def test_all_records_after_a_small_change(source: str, rows: list[Row], change: Callable[[str], str]) -> None:
    """Nothing is learned anew, and all records are there."""
    wrapper = learned(source, rows[:2])
    assert rows_of(wrapper, change(source)) == rows


@pytest.mark.parametrize(
    "footer",
    [
        "<ul><li>Terms</li><li>Privacy</li><li>Help</li></ul>",
        "<div><p>Terms</p></div>",
        "<p><b>Terms</b> <i>1999</i></p>",
    ],
)
def test_a_page_with_nothing_to_list_stays_empty(footer: str) -> None:
    """The footer is no record, though nothing else is on the page."""
    wrapper = learned(f"{LIST}{footer}", BOOKS[:2])
    assert rows_of(wrapper, f'<div class="main"><h1>Books</h1><p>Nothing was found.</p></div>{footer}') == []


def test_without_reserves_one_more_element_is_too_much() -> None:
    """The reserves are what finds the records: without them the path is another one."""
    wrapper = learned(LIST, BOOKS[:2])
    bare = RegionsWrapper(wrapper.schema, wrapper.boundary, wrapper.rules, wrapper.looks)
    assert rows_of(bare, f"<div>{LIST}</div>") == []


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("<h1>Nothing was found</h1><ul><li>Try other words<li>Look at all books</ul>", id="no results"),
        pytest.param("<h1>Sign in</h1><form><p>Your name <input><p><button>Go</button></form>", id="sign in"),
    ],
)
def test_a_page_without_records_has_none(source: str) -> None:
    """Where nothing looks like the values of a record, no reserve finds one."""
    assert rows_of(learned(LIST, BOOKS[:2]), source) == []


def test_a_field_that_a_page_does_not_have_stays_empty() -> None:
    """A page whose books have no year: nothing else is taken for it."""
    wrapper = learned(LIST, BOOKS[:2])
    without = in_items(BOOKS, '<li class="hit"><b class="title">{title}</b></li>')
    assert all(row["year"] is None for row in rows_of(wrapper, without))


def test_reserves_find_the_same_on_the_known_page() -> None:
    """Each reserve alone gives the records that the wrapper gives."""
    wrapper, page = learned(LIST, BOOKS[:2]), Page(LIST)
    assert wrapper.reserves
    for boundary in wrapper.reserves:
        other = RegionsWrapper(wrapper.schema, boundary, wrapper.rules, wrapper.looks)
        assert [record.to_dict() for record in other.extract(page)] == BOOKS
    for name, rules in wrapper.reserve_rules.items():
        for rule in rules:
            other = RegionsWrapper(wrapper.schema, wrapper.boundary, {**wrapper.rules, name: (rule,)}, wrapper.looks)
            assert [record.to_dict() for record in other.extract(page)] == BOOKS
