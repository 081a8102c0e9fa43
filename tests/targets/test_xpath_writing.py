"""What is written as XPath and CSS finds, in lxml's tree, the nodes that are meant in the HTML5 tree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsel import Selector

from targets.programs import hostile, mixed
from unweave.definition import select
from unweave.demo.pages import shelf_pages
from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.program import Condition, Selection, Selections, Step
from unweave.records import Example, Field, Schema
from unweave.rules import Rules, RulesWrapper
from unweave.targets import css, xpath
from unweave.targets.choice import chosen, record_rules
from unweave.targets.export import check, export
from unweave.targets.runners import selector_of, text_of


def cell(*above: Step) -> Selection:
    """The second cell of a third row, under such a table."""
    row = Step("parent", "tr", (Condition("nth", "3"),))
    return Selection("x", (Step("descendant", "td", (Condition("nth", "2"), Condition("has", steps=(row, *above)))),))


IMPLIED = (
    Step("parent", "tbody", (Condition("nth", "1"),)),
    Step("parent", "table", (Condition("attribute", "t", "id"),)),
)
ROWS = "<tr><td>1<td>2<tr><td>3<td>4<tr><td>5<td>6"


@pytest.mark.parametrize(
    "source",
    [
        f"<div><table id=t>{ROWS}</table></div>",
        f"<div><table id=t><tbody>{ROWS}</table></div>",
        f"<div><table id=t><tr><td><table>{ROWS}</table><td>y<tr><td>z<td>z<tr><td>5<td>6</table></div>",
        f"<table id=t><thead><tr><th>h</thead>{ROWS}</table>",
        f"<table id=u>{ROWS}</table>",
    ],
)
def test_a_body_of_a_table_that_the_source_leaves_out(source: str) -> None:
    """Written or not, and with tables inside tables, the same cells are found."""
    selection = cell(*IMPLIED)
    expected = [node.text for node in select(Page(source).tree.root, selection.steps)]
    assert [text_of(one) for one in Selector(source).xpath(xpath.expression(selection))] == expected


def test_a_body_with_marks_is_asked_for() -> None:
    """It is in the source, or it would have no class."""
    marked = Step("parent", "tbody", (Condition("class", "data"),))
    written = xpath.expression(cell(marked, Step("parent", "table")))
    assert written == "//table/tbody[contains(concat(' ', normalize-space(@class), ' '), ' data ')]/tr[3]/td[2]"


@pytest.mark.parametrize("tag", ["o:p", "x-y", "a.b"])
def test_any_tag_is_a_node_test(tag: str) -> None:
    """Names with colons are no prefixes."""
    source = f"<p><{tag}>Emma</{tag}><b>no</b></p>"
    path = xpath.expression(Selection("x", (Step("descendant", tag),)))
    assert [text_of(one) for one in Selector(source).xpath(path)] == ["Emma"]


@given(value=hostile, name=st.sampled_from(["id", "data-x", "data-2.x", "itemprop"]))
def test_any_value_is_a_literal_or_refused(value: str, name: str) -> None:
    """An element whose attribute has it is found by XPath and by CSS, whatever it holds."""
    page = Selector("<p>Emma</p>")
    step = Step("descendant", "p", (Condition("attribute", value, name),))
    try:
        path = xpath.expression(Selection("x", (step,)))
    except CannotCompile as refused:
        assert "control characters" in refused.reason
        return
    page.css("p")[0].root.set(name, value)
    assert len(page.xpath(path)) == 1
    if "\\" not in value:  # which engines read differently
        assert len(page.css(css.selector(Selection("x", (step,))))) == 1


def test_attributes_in_both_languages() -> None:
    """As Scrapy writes them."""
    link = Selection("link", (Step("descendant", "a", (Condition("class", "next"),)),), take="@href")
    page = Selector("<a class=next href=/2>2</a><a href=/3>3</a>")
    assert page.xpath(xpath.expression(link)).getall() == page.css(css.selector(link)).getall() == ["/2"]


def test_a_part_of_a_text_is_cut_out() -> None:
    """White space in the source does not count."""
    rule = Selection("price", (Step("descendant", "p"),), left="Price: ", right=" (")
    written = xpath.xpath(Selections((rule,)))["price"]
    assert Selector("<p>\n Price:\n  $5 (new)</p>").xpath(written).get() == "$5"


def test_a_second_path_where_the_first_finds_nothing() -> None:
    """In both languages, and only there."""
    pages = ["<h1>a</h1><h2>b</h2>", "<h2>b</h2>"]
    in_xpath, in_css = xpath.in_turn("//h1/text()", "//h2/text()"), css.in_turn("h1::text", "h2::text")
    assert [Selector(page).xpath(in_xpath).getall() for page in pages] == [["a"], ["b"]]
    assert [Selector(page).css(in_css).getall() for page in pages] == [["a"], ["b"]]


@pytest.mark.parametrize(
    ("to", "one", "two"),
    [("xpath", "//h2", "//h2 | //h3[not(//h2)]"), ("css", "h2", "h2, :root:not(:has(h2)) h3")],
)
def test_the_rules_are_chosen_that_agree_with_the_vote(to: str, one: str, two: str) -> None:
    """On the pages at hand: one rule where one will do, else one after the other."""
    tags = {"h1": 1.0, "h2": 1.5, "h3": 1.5}
    rules = tuple(Selection("title", (Step("descendant", tag),), weight=weight) for tag, weight in tags.items())
    wrapper = RulesWrapper(Schema((Field("title"),)), rules)
    pages = [Page(f"<h1>x</h1><h2>{n}</h2><h3>{n}</h3>", name=str(n)) for n in range(3)]
    assert chosen(wrapper, pages, to) == {"title": one}
    pages += [Page("<h1>x</h1><h3>y</h3>", name="3"), Page("<h2>y</h2>", name="4")]
    assert chosen(wrapper, pages, to) == {"title": two}
    assert check(wrapper, pages, to=to) == {}


def test_in_records_the_rules_are_chosen_inside_them() -> None:
    """A rule that is right inside every record is right, though it finds more on the page."""
    wrapper = Rules().learn(shelf_pages()[:2])
    pages = [shelf.page for shelf in shelf_pages()]
    assert check(wrapper, pages, to="xpath") == {}
    (record,) = record_rules(wrapper, pages, [selector_of(page) for page in pages])
    assert xpath.expression(record) == "//li[contains(concat(' ', normalize-space(@class), ' '), ' book ')]"


def test_wrappers_of_wrappers_field_by_field() -> None:
    """Each field by its own part; where a part is a scan, the reason is given."""
    wrapper = mixed()
    with pytest.raises(CannotCompile, match="it scans the source"):
        export(wrapper, to="xpath")
    rules = wrapper.parts[0]
    assert list(export(rules, to="xpath")) == ["title", "colours"]


def test_a_field_that_cannot_be_written_is_named() -> None:
    """So that the others can be exported without it."""
    page = Page("<p><b>Brand:</b> Acme <b>Year:</b> 1815</p>", name="p.html")
    wrapper = Rules().learn([Example.from_values(page, [{"brand": "Acme"}])])
    with pytest.raises(CannotCompile, match="brand: CSS cannot"):
        export(wrapper, to="css")


words = st.sampled_from(["Brand", "Acme", "Price", " "])
insides = st.recursive(
    words,
    lambda inner: st.lists(inner | words, max_size=4).flatmap(
        lambda parts: st.sampled_from(["div", "span"]).map(lambda tag: f"<{tag}>{'<br>'.join(parts)}</{tag}>")
    ),
    max_leaves=12,
)


@given(source=insides, tag=st.sampled_from(["div", "span", "#text"]), far=st.integers(1, 2), behind=st.booleans())
def test_what_stands_beside_a_text_is_found_from_there(source: str, tag: str, far: int, behind: bool) -> None:
    """Whether the text is before or behind, in texts and elements alike: what the steps select, and no more."""
    asked = (Condition("filled"), Condition("position", str(far)), Condition("text", "Brand"))
    beside = Condition("has", steps=(Step("following" if behind else "preceding", "#text", asked),))
    steps = (Step("descendant", tag, (Condition("filled"), beside)),)
    page = f"<html><body><div>{source}</div></body></html>"
    expected = ["".join(node.text.split()) for node in select(Page(page).tree.root, steps)]
    path = xpath.expression(Selection("x", steps))
    assert path.startswith("//text()[")
    assert ["".join(text_of(one).split()) for one in Selector(page).xpath(path)] == expected
