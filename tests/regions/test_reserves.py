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


CELLS = "<tr><td>{year}<td class=name>{title}<td>Novel, {author}<td><a href='/{title}.html'>text</a>"
AUTHORS = ("Jane Austen", "Rudyard Kipling", "Henry Rider Haggard", "Frank Herbert", "William Beckford", "Mary Shelley")


def _table(cell: str = CELLS) -> str:
    rows = [cell.format(**row, author=author) for row, author in zip(BOOKS, AUTHORS, strict=False)]
    return f"<table>{''.join(rows)}</table>"


def test_a_column_in_another_tag_is_not_the_next_one() -> None:
    """The second cell becomes ``th``: the second ``td`` is another column, and looks like titles; texts tell."""
    changed = _table(CELLS.replace("<td class=name>{title}", "<th class=t>{title}</th>"))
    assert rows_of(learned(_table(), BOOKS[:2]), changed) == BOOKS


def test_a_class_is_known_in_another_tag() -> None:
    """Several texts of an element with a class: no text of the record is the value, and the tag is another one."""
    item = '<li><p class="book"><b>{title}</b> of {year}</p><p><i>{year}</i></p></li>'
    rows = [{"book": f"{row['title']} of {row['year']}", "year": row["year"]} for row in BOOKS]
    wrapper = learned(in_items(BOOKS, item), rows[:2])
    changed = item.replace('<p class="book"', '<h4 class="book"').replace("</b> of {year}</p>", "</b> of {year}</h4>")
    assert rows_of(wrapper, in_items(BOOKS, changed)) == rows


def test_what_does_not_look_like_values_is_no_answer() -> None:
    """The second note in the record gets the class of the year: the reserves know which text is the year."""
    item = '<li><b>{title}</b> <i class="year">{year}</i> <i class="note">A novel, in print, by several houses</i></li>'
    wrapper = learned(in_items(BOOKS, item), BOOKS[:2])
    changed = item.replace('class="year"', 'class="x"').replace('class="note"', 'class="year"')
    changed = changed.replace("<i class", "<u class", 1).replace("</i>", "</u>", 1)
    assert rows_of(wrapper, in_items(BOOKS, changed)) == BOOKS
