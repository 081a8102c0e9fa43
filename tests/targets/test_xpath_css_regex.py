"""What is exported gives, in its own engine, what the wrapper gives; or the reason is given."""

import re

import pytest

from unweave.demo.pages import book_pages
from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.program import Condition, Cut, Scan, Selection, Selections, Step
from unweave.records import Example, Record
from unweave.rules import Rules, RulesWrapper
from unweave.targets import css, regex, xpath
from unweave.targets.choice import chosen
from unweave.targets.runners import differences, run_expressions


def books() -> list[Example]:
    """The bookshop's pages, without their nested reviews, the fullest first."""
    found = []
    for example in book_pages():
        names = [name for name in example.records[0] if name != "reviews"]
        record = Record(example.page, {name: example.records[0].cell(name) for name in names})
        found.append(Example(example.page, (record,), status="complete"))
    return sorted(found, key=lambda book: sum(value is None for value in book.records[0].to_dict().values()))


def learned(source: str, **record: str) -> RulesWrapper:
    return Rules().learn([Example.from_values(Page(source, name="p.html"), [record])])


def test_the_bookshop_as_xpath_gives_the_same_values_in_scrapys_engine() -> None:
    """Every field, on pages nobody has shown."""
    shown = books()
    wrapper = Rules().learn(shown[:2])
    pages = [book.page for book in shown[:25]]
    assert differences(wrapper, pages, run_expressions("xpath", chosen(wrapper, pages[:10], "xpath"))) == {}


def test_a_label_is_where_the_expression_starts() -> None:
    """From the label to the text behind it."""
    written = xpath.xpath(learned("<p><b>Brand:</b> Acme", brand="Acme").program())["brand"]
    assert written.startswith("//text()[")
    assert "/following::text()" in written


LIST = "<ul class=list><li class=part>Dough<li>1 egg<li>flour<li>salt</ul><ul><li>Print<li>Share</ul>"


@pytest.mark.parametrize(
    ("to", "written"),
    [
        (
            "xpath",
            (
                "//ul[contains(concat(' ', normalize-space(@class), ' '), ' list ')]"
                "/li[not(contains(concat(' ', normalize-space(@class), ' '), ' part '))]"
            ),
        ),
        ("css", "ul.list > li:not(.part)"),
    ],
)
def test_an_exception_is_written(to: str, written: str) -> None:
    """What is left out of a list is left out in the engines too."""
    item = (Condition("has", steps=(Step("parent", "ul", (Condition("class", "list"),)),)),)
    rule = Selection("items", (Step("descendant", "li", (*item, Condition("class", "part", negated=True))),))
    found = {"xpath": xpath.xpath, "css": css.css}[to](Selections((rule,)))
    assert found == {"items": written}
    assert run_expressions(to, found)(Page(LIST)) == {"items": ["1 egg", "flour", "salt"]}


@pytest.mark.parametrize(
    ("to", "written"),
    [
        ("xpath", "//li[ancestor::ul[contains(concat(' ', normalize-space(@class), ' '), ' list ')]]"),
        ("css", "ul.list li"),
    ],
)
def test_somewhere_inside_is_written(to: str, written: str) -> None:
    """Whatever is between."""
    inside = Condition("has", steps=(Step("ancestor", "ul", (Condition("class", "list"),)),))
    found = {"xpath": xpath.xpath, "css": css.css}[to](
        Selections((Selection("items", (Step("descendant", "li", (inside,)),)),))
    )
    assert found == {"items": written}
    assert run_expressions(to, found)(Page(LIST)) == {"items": ["Dough", "1 egg", "flour", "salt"]}


def test_a_body_of_a_table_with_a_mark_is_not_left_out() -> None:
    """Only a tbody that the source may leave out is passed over."""
    inside = Condition("has", steps=(Step("ancestor", "tbody", (Condition("class", "list"),)),))
    assert css.css(Selections((Selection("cell", (Step("descendant", "td", (inside,)),)),))) == {
        "cell": "tbody.list td"
    }


def test_pages_that_differ_are_named() -> None:
    """An export that gives other values is caught by running it."""
    wrapper = learned("<p><b>Brand:</b> Acme", brand="Acme")
    pages = [Page("<p><b>Brand:</b> Acme", name="same.html"), Page("<p><b>Brand:</b> Bolt", name="other.html")]
    found = differences(wrapper, pages, lambda _page: {"brand": ["Acme"]})
    assert found == {"other.html": ("brand",)}


@pytest.mark.parametrize("text", ["plain", "it's", 'say "hi"', "6' 11\" tall", "a\N{NO-BREAK SPACE}b"])
def test_any_text_is_a_literal(text: str) -> None:
    """A page's text is data: whatever quotes it holds, it stays one literal."""
    from parsel import Selector  # noqa: PLC0415  # the engine, needed here alone

    assert Selector("<p>").xpath(f"string({xpath.quoted(text)})").get() == text


def test_scans_have_no_xpath() -> None:
    """The reason is given."""
    with pytest.raises(CannotCompile, match="knows no tree"):
        xpath.xpath(Scan((Cut("a", "<b>", "</b>"),)))


def test_css_where_marks_do() -> None:
    """Marks and places are CSS, and Scrapy finds the same."""
    wrapper = learned("<div class=price><b>$5</b></div><div><b>x</b></div>", price="$5")
    page = Page("<div class=price><b>$7</b></div><div><b>y</b></div>", name="q.html")
    assert differences(wrapper, [page], run_expressions("css", css.css(wrapper.program()))) == {}


def test_css_cannot_compare_texts() -> None:
    """Where nothing but a label holds, and no page is given, the reason is given."""
    label = Condition("text", "Brand")
    with pytest.raises(CannotCompile, match="brand: CSS cannot compare texts"):
        css.css(Selections((Selection("brand", (Step("descendant", "td", (label,)),)),)))


def test_brackets_are_a_regular_expression() -> None:
    """The strings beside a value enter escaped."""
    between = Step("descendant", "#text", (Condition("left", "<b>($"), Condition("right", ")</b>")))
    pattern = regex.regex(Selections((Selection("price", (between,)),)))["price"]
    assert re.findall(pattern, "<b>($5)</b> <b>($7)</b>") == ["5", "7"]


def test_a_rule_of_the_tree_is_no_regular_expression() -> None:
    """The reason is given."""
    with pytest.raises(CannotCompile, match="looks at the tree"):
        regex.regex(learned("<p><b>Brand:</b> Acme", brand="Acme").program())


def test_a_scan_is_one_pattern() -> None:
    """Records come out one by one."""
    pattern = regex.regex(Scan((Cut("a", "<b>", "</b>"), Cut("b", "<i>", "</i>"))))["record"]
    page = "<b>Congo</b> <i>242</i><br>\n<b>Egypt</b> <i>20</i><br>"
    assert [found.groups() for found in re.finditer(pattern, page)] == [("Congo", "242"), ("Egypt", "20")]
