"""A spider gives what the wrapper gives; its code is run as it is written, on parsel's responses."""

import ast

from hypothesis import given, settings

from targets.programs import BOOK, DUNE, KIM, hostile, mixed, ruled, scanned
from targets.substitutes import run_spider
from unweave.demo.pages import shelf_pages
from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules
from unweave.targets.export import check
from unweave.targets.programs import scrapy
from unweave.wrapper import Wrapper


def extracted(wrapper: Wrapper, page: Page) -> list[dict[str, object]]:
    return [record.to_dict() for record in wrapper.extract(page)]


def test_it_is_a_spider() -> None:
    """A class with a name, a place for the pages to begin with, and a method that gives items."""
    spider = next(one for one in ast.parse(scrapy(ruled("Price:"))).body[::-1] if isinstance(one, ast.ClassDef))
    assigned = [ast.unparse(one.targets[0]) for one in spider.body if isinstance(one, ast.Assign)]
    methods = [one.name for one in spider.body if isinstance(one, ast.FunctionDef)]
    assert (spider.name, ast.unparse(spider.bases[0])) == ("RecordSpider", "scrapy.Spider")
    assert (assigned, methods) == (["name", "start_urls"], ["parse"])


def test_it_gives_the_records_of_a_list() -> None:
    """One item for each record, on every page of the shelf."""
    wrapper = Rules().learn(shelf_pages()[:2])
    pages = [shelf.page for shelf in shelf_pages()]
    assert check(wrapper, pages, to="scrapy") == {}
    assert [run_spider(scrapy(wrapper), page) for page in pages] == [extracted(wrapper, page) for page in pages]


def test_it_gives_the_record_of_a_page_whatever_family_found_it() -> None:
    """From the response's tree, its text, or both."""
    for wrapper in (mixed(), scanned("Price: ", " ")):
        assert check(wrapper, [BOOK, KIM, DUNE], to="scrapy") == {}
        for page in (BOOK, KIM, DUNE):
            assert run_spider(scrapy(wrapper), page) == extracted(wrapper, page)


def test_records_of_a_type_name_the_spider() -> None:
    """As far as a name can be a class's."""
    page = Page("<h1>Emma</h1>")
    shown = Example.from_values(page, [{"type": "second-hand book", "record": {"title": "Emma"}}])
    text = scrapy(Rules().learn([shown]))
    assert "class SecondHandBookSpider(scrapy.Spider):" in text
    assert "name = 'second_hand_book'" in text
    assert run_spider(text, page) == [{"title": "Emma"}]


@settings(max_examples=30, deadline=None)
@given(label=hostile, name=hostile)
def test_texts_of_pages_are_data(label: str, name: str) -> None:
    """Whatever they hold, the spider is valid Python, and gives what the library gives."""
    for wrapper in (ruled(label, left=name), scanned(label, name, name=f"x{name}")):
        assert check(wrapper, [Page("<p>nothing</p>", name="p.html")], to="scrapy") == {}
