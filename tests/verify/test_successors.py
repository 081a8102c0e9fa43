"""Where the values of a list are after a change: their order on good pages tells fields apart that look alike."""

import pytest

from unweave import Example, Page, Span, learn
from unweave.observations import besides, profile_of
from unweave.values.surroundings import PageTexts
from unweave.verify.list_successors import beside_rows, list_rows
from unweave.verify.order import orders
from unweave.votes import FoundValue
from unweave.wrapper import Wrapper, with_origin

BOOKS = [
    ("Emma", "Jane Austen", "1815"),
    ("Kim", "Rudyard Kipling", "1901"),
    ("Dune", "Frank Herbert", "1965"),
    ("Lord Jim", "Joseph Conrad", "1900"),
    ("Jane Eyre", "Charlotte Bronte", "1847"),
    ("Persuasion", "Jane Austen", "1817"),
]
NAMES = ("title", "author", "year")
OLD = '<tr><td class="t">{0}</td><td class="a">{1}</td><td class="y">{2}</td></tr>'
NEW = "<tr><td><b>{0}</b></td><td><p>{1}</p></td><td><em>{2}</em></td></tr>"


def listed(form: str, name: str) -> Page:
    return Page(f"<h1>Books</h1><table>{''.join(form.format(*book) for book in BOOKS)}</table>", name=name)


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    """A wrapper that knows the old layout of the whole list."""
    page = listed(OLD, "old.html")
    rows = [dict(zip(NAMES, book, strict=True)) for book in BOOKS]
    learned = learn([Example.from_values(page, rows, status="complete")])
    return with_origin(learned, site_profile=profile_of(learned, [page]))


def texts_of(page: Page, rows: list[dict[str, Span]]) -> list[tuple[str, ...]]:
    return [tuple(page.text(row[name]) for name in NAMES) for row in rows]


def test_the_order_of_fields_is_known(wrapper: Wrapper) -> None:
    """Each field knows which one comes next, and how many texts behind."""
    assert orders(wrapper.origin.site_profile).behind == {("title", "author"): 1, ("author", "year"): 1}


def test_columns_that_look_alike_are_told_by_their_order(wrapper: Wrapper) -> None:
    """Titles look like authors, but years do not, and the others come before them as they did."""
    page = listed(NEW, "new.html")
    assert texts_of(page, list_rows(wrapper.origin.site_profile, page)) == BOOKS


def test_fields_are_found_beside_those_that_still_work(wrapper: Wrapper) -> None:
    """From the years alone, titles and authors are where they were before them; nothing comes from no field."""
    page = listed(OLD, "old.html")
    assert texts_of(page, beside_rows(wrapper, page, ["year"])) == BOOKS
    assert beside_rows(wrapper, page, []) == []


def test_another_text_between_them_is_no_order(wrapper: Wrapper) -> None:
    """Where a new column comes between, nothing is at the place of the authors that could be one."""
    page = listed("<li><b>{0}</b> <i>12 %</i> <u>{1}</u> <s>x</s> <em>{2}</em>", "new.html")
    assert list_rows(wrapper.origin.site_profile, page) == []


def test_values_of_one_record_are_beside_each_other() -> None:
    """The last value of a record has nothing beside it, even if another record follows."""
    page = Page("<b>Emma</b><i>1815</i><b>Kim</b><i>1901</i>")
    starts = [page.source.index(text) for text in ("Emma", "1815", "Kim", "1901")]
    spans = {
        "title": [FoundValue(0, "Emma", starts[0], starts[0] + 4), FoundValue(1, "Kim", starts[2], starts[2] + 3)],
        "year": [FoundValue(0, "1815", starts[1], starts[1] + 4), FoundValue(1, "1901", starts[3], starts[3] + 4)],
    }
    assert besides(PageTexts(page), spans) == {starts[0]: "year 1", starts[2]: "year 1"}
