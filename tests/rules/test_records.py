"""Lists: rules for the record node, then for the fields inside it."""

import re
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsel import Selector

from steps import growth
from unweave.demo.pages import shelf_pages
from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules, RulesWrapper
from unweave.rules.execute import execute
from unweave.rules.partial_views import RecordView
from unweave.rules.views import PageView
from unweave.store import dumps, loads
from unweave.targets import css, xpath
from unweave.targets.runners import differences, run_expressions, text_of

Row = dict[str, str | None]


def values(wrapper: RulesWrapper, page: Page) -> list[dict[str, object]]:
    return [record.to_dict() for record in wrapper.extract(page)]


def offers(*rows: tuple[str | None, str, str | None], advert: str = "") -> tuple[Page, list[Row]]:
    """A list whose records may have a badge before the title and a price behind it, in elements of one kind."""
    items = "".join(
        f"<li>{f'<i>{badge}</i>' if badge else ''}<b>{title}</b>{f'<u>{price}</u>' if price else ''}</li>"
        for badge, title, price in rows
    )
    records: list[Row] = [{"badge": badge, "title": title, "price": price} for badge, title, price in rows]
    return Page(f"<h1>Offers</h1><ul>{items}{advert}</ul><p>Bye"), records


SHOWN = offers(("New", "Emma", "$5"), (None, "Kim", None), (None, "Dune", "$9"), ("Used", "Watt", None))


@cache
def wrapper_of_offers() -> RulesWrapper:
    """Learned from four offers, once for all tests."""
    return Rules().learn([Example.from_values(*SHOWN)])


def test_an_optional_field_stays_with_its_record() -> None:
    """A badge at the beginning of a record, a price at its end: neither goes to the neighbour, whichever is missing."""
    wrapper = wrapper_of_offers()
    assert wrapper.records
    page, records = offers(
        (None, "Molloy", "$3"), ("New", "Ulysses", None), ("Old", "Murphy", "$4"), (None, "It", None)
    )
    assert values(wrapper, page) == records


cells = st.tuples(st.sampled_from([None, "New"]), st.sampled_from(["Emma", "It"]), st.sampled_from([None, "$5"]))


@given(st.lists(cells, max_size=6))
def test_whatever_is_missing(rows: list[tuple[str | None, str, str | None]]) -> None:
    """Records of any form, in any order, equal ones too."""
    wrapper = wrapper_of_offers()
    page, records = offers(*rows)
    assert values(wrapper, page) == records


def bare(example: Example) -> Example:
    """A shelf without classes: adverts look like books."""
    marks = [found.span() for found in re.finditer(r' (?:class|data-id)="[^"]*"', example.page.source)]
    page = Page(re.sub(r' (?:class|data-id)="[^"]*"', "", example.page.source), name=example.page.name)

    def moved(at: int) -> int:
        return at - sum(end - start for start, end in marks if start < at)

    records = [
        {name: tuple(map(moved, spans[0])) if (spans := record.spans(name)) else None for name in record}
        for record in example.records
    ]
    return Example.from_spans(page, records)


def test_what_looks_like_a_record_and_holds_no_value_is_none() -> None:
    """On the shelves without classes, two pages are enough to distinguish books and adverts."""
    shelves = [bare(example) for example in shelf_pages()]
    wrapper = Rules().learn(shelves[:2])
    assert [values(wrapper, one.page) for one in shelves] == [[r.to_dict() for r in one.records] for one in shelves]


def test_flat_records_are_grouped() -> None:
    """Where records have no nodes of their own, values are grouped by their order."""
    page = Page("<b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i><br>")
    wrapper = Rules().learn([Example.from_values(page, [{"a": "Congo", "b": "242"}, {"a": "Egypt", "b": "20"}])])
    assert (wrapper.records, wrapper.program().grouped) == ((), True)


def test_one_record_a_page_is_no_list() -> None:
    """Pages with one record are learned without rules for record nodes."""
    example = Example.from_values(Page("<p><b>Brand:</b> Acme"), [{"brand": "Acme"}])
    assert Rules().learn([example]) == Rules(records=False).learn([example])


def test_rules_for_record_nodes_can_be_switched_off() -> None:
    """Without records, values are grouped."""
    assert Rules(records=False).learn([Example.from_values(*SHOWN)]).records == ()


@pytest.fixture(scope="module")
def shelf_wrapper() -> RulesWrapper:
    return Rules().learn(shelf_pages()[:2])


def test_the_export_is_relative_to_the_record(shelf_wrapper: RulesWrapper) -> None:
    """One XPath for the records and one for each field from there give the records, in Scrapy's engine."""
    record, fields = xpath.relative(shelf_wrapper.program())
    for shelf in shelf_pages():
        nodes = Selector(shelf.page.source).xpath(record)
        found = [{name: [text_of(one) for one in node.xpath(way)] for name, way in fields.items()} for node in nodes]
        assert found == [{n: [v] if v else [] for n, v in one.to_dict().items()} for one in shelf.records]


def test_one_expression_a_field_gives_the_same_values(shelf_wrapper: RulesWrapper) -> None:
    """As XPath and as CSS, the way to the field goes through the record."""
    program, pages = shelf_wrapper.program(), [shelf.page for shelf in shelf_pages()]
    assert css.css(program)["price"] == "li.book b.price::text"
    expressions = {"xpath": xpath.xpath(program), "css": css.css(program)}
    for run in (run_expressions(to, written) for to, written in expressions.items()):
        assert differences(shelf_wrapper, pages, run) == {}


def test_the_rule_for_records_is_described_and_stored(shelf_wrapper: RulesWrapper) -> None:
    """In words first of all; and a stored wrapper has it."""
    assert shelf_wrapper.explain().statements[0].text == "each record is the <li class=book>"
    assert loads(dumps(shelf_wrapper)) == shelf_wrapper


def test_a_record_is_seen_as_a_page_is() -> None:
    """What is found in all the records' views is what is found on the page, inside records."""
    whole = PageView(SHOWN[0])
    parts = [RecordView(whole, node) for node in whole.by_tag["li"]]
    for rule in Rules().learn([Example.from_values(*SHOWN)]).rules:
        if rule.builder in {"attributes", "tags", "positions"}:
            found = [node for part in parts for node in execute(rule.steps[0], part)]
            assert found == execute(rule.steps[0], whole)


def test_the_work_grows_with_the_labelled_records() -> None:
    """Not with their square: which nodes are around the values of one record and of no other is counted."""

    def prepare(size: int) -> Callable[[], object]:
        rows = [{"title": f"Book {at}", "price": f"${at}.50"} for at in range(size)]
        items = "".join(f"<li><b>{row['title']}</b> <i>{row['price']}</i>" for row in rows)
        example = Example.from_values(Page(f"<ul>{items}</ul><p>All prices with tax"), rows)
        return lambda: Rules().learn([example])

    assert growth(prepare, 100) < 2.2
