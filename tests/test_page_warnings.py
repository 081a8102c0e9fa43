"""Warnings about values that are probably wrong, told without any label."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from unweave import Example, Page, learn, summary
from unweave.page import Span
from unweave.page_warnings import PageWarnings, page_warnings
from unweave.program import Condition, Selection, Step
from unweave.records import Field, Schema
from unweave.rules import RulesWrapper
from unweave.rules.rows import has_separator, row_around
from unweave.wrapper import Confidence, with_origin

BOOK = "<h1>{title}</h1><p class=by>by {by}</p><table><tr><th>Price<td>{price}<tr><th>Pages<td>{pages}</table>"
LINK = "<a>{}</a>".format


def book(title: str, *by: str, price: str = "$5", pages: str = "90", between: str = ", ") -> Page:
    html = BOOK.format(title=title, by=between.join(map(LINK, by)), price=price, pages=pages)
    return Page(html, name=f"{title}.html")


SHOWN = Example.from_values(
    book("Emma", "Jane Austen"), [{"title": "Emma", "by": "Jane Austen", "price": "$5", "pages": "90"}]
)


def test_one_of_several_in_a_row() -> None:
    """Only where the shown value had no others beside it, and the field has one value; rules take them all."""
    wrapper = learn([SHOWN])
    assert isinstance(wrapper, RulesWrapper)
    wrapper = replace(wrapper, rows=())
    found = summary(wrapper, [SHOWN, book("Kim", "Ann Lee", "Bob Ray"), book("She", "Cy Lo", "Di Ott")])
    (warning,) = [text for text in found.warnings if "in a row" in text]
    assert warning == (
        "by: one of several values in a row is taken on 2 pages, show a page that has several as a list if all are "
        "wanted: Kim.html, She.html"
    )
    assert [each.name for each in found.fields if each.has_warning] == ["by"]


def test_several_values_where_one_was_shown_are_told() -> None:
    """They are right, so the field has no warning; but their type changes from page to page."""
    found = summary(learn([SHOWN]), [SHOWN, book("Kim", "Ann Lee", "Bob Ray"), book("She", "Cy Lo", "Di Ott")])
    (warning,) = found.warnings
    assert warning == (
        "by has several values on 2 pages, as a list there: Kim.html, She.html. Where a list is shown on one page, "
        "every page has one"
    )
    assert [each.name for each in found.fields if each.has_warning] == []


def test_a_value_that_is_in_a_row_on_every_page_is_meant() -> None:
    """As the last of a row of links."""
    first = Example.from_values(book("Emma", "Books", "Novels"), [{"title": "Emma", "kind": "Novels"}])
    found = summary(learn([first]), [first, book("Kim", "Books", "Tales")])
    assert found.warnings == ()


OFFER = "<h1>{}</h1><p>{}</p><p>In stock</p>"


def offer(name: str, *prices: str) -> Page:
    """A product whose former price is not on every page."""
    return Page(OFFER.format(name, "".join(f"<i>{price}</i>" for price in prices)), name=f"{name}.html")


def test_a_text_that_is_two_fields_on_some_pages_is_told() -> None:
    """The only price is no former price: both fields are doubtful where they are told apart elsewhere."""
    first, last = (Step("descendant", "i", (Condition(place, "1"),)) for place in ("nth", "nth-from-end"))
    rules = (Selection("price", (first,)), Selection("was", (last,)))
    wrapper = RulesWrapper(Schema((Field("price"), Field("was"))), rules, single=True)
    pages = [offer("Lamp", "$5", "$9"), offer("Chair", "$7"), offer("Table", "$8", "$11")]
    found = summary(wrapper, pages)
    assert [record["was"] for page in pages for record in wrapper.extract(page)] == ["$9", "$7", "$11"]
    assert found.warnings == (
        "price is the same text as was on 1 page, and another one elsewhere: Chair.html",
        "was is the same text as price on 1 page, and another one elsewhere: Chair.html",
    )
    assert [each.has_warning for each in found.fields] == [True, True]
    assert summary(wrapper, pages[1:2]).warnings == ()


def test_of_two_fields_with_one_text_the_less_certain_one_is_doubted() -> None:
    """Its confidence is low; the other one keeps its level."""
    known = Example.from_values(offer("Lamp", "$5", "$9"), [{"price": "$5", "was": "$9"}])
    first, last = (Step("descendant", "i", (Condition(place, "1"),)) for place in ("nth", "nth-from-end"))
    rules = (Selection("price", (first,)), Selection("was", (last,)))
    levels = {"price": Confidence("high"), "was": Confidence("medium")}
    wrapper = RulesWrapper(Schema((Field("price"), Field("was"))), rules, single=True)
    found = summary(with_origin(wrapper, confidence=levels), [known, offer("Chair", "$7")])
    assert [(each.confidence, each.shared.names, each.shared_with) for each in found.fields] == [
        ("high", (), ""),
        ("low", ("Chair.html",), "price"),
    ]


def test_rules_that_disagree() -> None:
    """The class says one thing, the label another: whatever is taken, it is named."""
    row = "<p>{} <b class=price>{}</b></p>".format
    shown = Page(f"<h1>Emma</h1>{row('Price:', '$5')}<p>Old <b>$9</b></p>", name="emma.html")
    other = Page("<h1>Kim</h1><p>Price: <b>$7</b></p><p>Old <b class=price>$8</b></p>", name="kim.html")
    wrapper = learn([Example.from_values(shown, [{"title": "Emma", "price": "$5"}])])
    ballots = [dict(page_warnings(wrapper, page, wrapper.extract(page)).ballots) for page in (shown, other)]
    assert [set(some["title"].says) for some in ballots] == [{"+"}, {"+"}]
    assert [set(some["price"].says) >= {"+", "-"} for some in ballots] == [False, True]
    assert summary(wrapper, [shown, other]).warnings == (
        "price: its rules disagree on 1 page, look at the values there: kim.html",
    )


def test_a_value_of_another_kind() -> None:
    """One text among prices; a year among numbers of pages is a number too."""
    prices = ["$5", "$7", "$12.50", "$3", "$8", "Sold out"]
    pages = [book(f"B{at}", "Ann Lee", price=price, pages=f"{1500 + at}") for at, price in enumerate(prices)]
    found = summary(learn([SHOWN]), [SHOWN, *pages])
    assert found.warnings == ("price: the value looks different from the others on B5.html",)
    assert [each.odd.count for each in found.fields] == [0, 0, 1, 0]


def test_values_of_several_kinds_are_no_exception() -> None:
    """Where every third value is a text, nothing is odd."""
    prices = ["$5", "Sold out", "$7", "$9", "Sold out"]
    found = summary(learn([SHOWN]), [book(f"B{at}", "Ann Lee", price=price) for at, price in enumerate(prices)])
    assert found.warnings == ()


def test_pages_with_several_records_are_not_judged() -> None:
    """Values of a list are always in a row."""
    page = Page("<ul><li>Emma<li>Kim<li>She</ul>")
    wrapper = learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}], status="partial")])
    assert page_warnings(wrapper, page, wrapper.extract(page)) == PageWarnings()


BETWEEN = st.sampled_from([", ", " and ", "<br>", "; ", " &amp; ", " | ", " read by ", " ", "", "</p><p>"])


@given(st.lists(st.sampled_from(["Ann Lee", "Bob Ray", "Cy"]), min_size=1, max_size=3), BETWEEN, st.sampled_from("abi"))
def test_without_a_separator_there_is_no_row(names: list[str], between: str, tag: str) -> None:
    """The quick look at the source never misses a row that the tree has."""
    source = f"<p>by {between.join(f'<{tag} class=x>{name}</{tag}>' for name in names)} (2001)</p>"
    page = Page(source)
    start = source.index(names[0])
    span = Span(start, start + len(names[0]))
    assert has_separator(page, span) or not row_around(page, span)
