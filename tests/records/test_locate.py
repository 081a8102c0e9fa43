from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.errors import ValueNotFound
from unweave.page import Page, Span
from unweave.records import locate, occurrences
from unweave.records.normal_text import normal
from unweave.records.visible_text import visible_text


def shown(source: str, value: str, url: str | None = None) -> list[str]:
    page = Page(source, html=True, url=url)
    return [page[span] for span in locate(page, value)]


@pytest.mark.parametrize(
    ("source", "value", "found"),
    [
        ("<b>Emma</b>", "Emma", ["Emma"]),
        ("<b> Emma </b>", " Emma\n", ["Emma"]),
        ("<b>Emma</b> by Jane", "Emma by Jane", ["Emma</b> by Jane"]),
        ("<td>Emma</td>\n<td>by Jane</td>", "Emma by Jane", ["Emma</td>\n<td>by Jane"]),
        ("<b>Em</b>ma", "Emma", ["Em</b>ma"]),
        ("by Jane Austen, $5.50", "Jane Austen", ["Jane Austen"]),
        ("by Jane Austen, $5.50", "$5.50", ["$5.50"]),
        ("<p>+242", "242", ["242"]),
        ("Tom &amp; Ann", "Tom & Ann", ["Tom &amp; Ann"]),
        ("Tom&nbsp;&amp;\n  Ann", "Tom & Ann", ["Tom&nbsp;&amp;\n  Ann"]),
        ("Cafe\u0301 Flore", "Café", ["Cafe\u0301"]),
        ("Café Flore", "Cafe\u0301", ["Café"]),
        ("<i title='Tom &amp; Ann'>", "Tom & Ann", ["Tom &amp; Ann"]),
        ("<i title=' Emma '>", "Emma", [" Emma "]),
        ("<title>Emma</title>", "Emma", ["Emma"]),
        ("H<sub>2</sub>O", "2", ["2"]),
    ],
)
def test_where_a_value_is_found(source: str, value: str, found: list[str]) -> None:
    """A value is found as a text node, in part of one, over several, and as an attribute's value, whatever its form."""
    assert shown(source, value) == found


def test_all_places_in_document_order() -> None:
    """All places that show a value are found, attributes and texts alike, in document order."""
    page = Page("<h1>Emma</h1><img alt='Emma'><p>Emma, by Jane<a title=Emma>Emma</a>")
    places = locate(page, "Emma")
    assert [page[span] for span in places] == ["Emma"] * 5
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("source", "value", "found"),
    [
        ("<b>242</b> 2423 <b>$242.50</b> 1,242", "242", [Span(3, 6)]),
        ("242: 2423", "242", [Span(0, 3)]),
        ("<b>2423</b> 1242", "242", [Span(3, 6), Span(13, 16)]),
        ("<td width=80>80 cm</td>", "80", [Span(13, 15)]),
        ("<td width=80>cm</td>", "80", [Span(10, 12)]),
        ("<td width=80 title=80>cm</td>", "80", [Span(19, 21)]),
        ("<b>Price:</b><i>$5</i>", "Price:$5", [Span(3, 18)]),
        ("<b>Price:</b><i>$5</i>", "Price: $5", [Span(3, 18)]),
        ("one cup<br>of tea", "one cupof tea", [Span(0, 17)]),
        ("<p class='stars Three'>", "Three", [Span(16, 21)]),
    ],
)
def test_better_places_hide_worse_ones(source: str, value: str, found: list[Span]) -> None:
    """Places inside a word, in layout attributes, or with tags read otherwise count only where there are no better."""
    assert locate(Page(source, html=True), value) == found


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("<script>Emma</script><style>Emma</style><!-- Emma -->", "Emma"),
        ("<li>1<li>2", "12"),
        ("<b>Emma</b>", "emma"),
        ("<b>Emma</b>", ""),
        ("<b>Emma</b>", " "),
        ("<p Emma>", "Emma"),
        ("", "Emma"),
    ],
)
def test_where_a_value_is_not_found(source: str, value: str) -> None:
    """Scripts, comments and names do not show values; case counts; an empty value is nowhere."""
    assert occurrences(Page(source, html=True), value) == []


@pytest.mark.parametrize("value", ["/emma", "http://books.org/emma", "../emma", "//books.org/emma"])
@pytest.mark.parametrize("link", ["/emma", "http://books.org/emma", "../emma", "../new/../emma"])
def test_links(value: str, link: str) -> None:
    """Where the page's address is known, a link is found by its relative and its absolute form."""
    assert shown(f"<a href='{link}'>go</a>", value, "http://books.org/new/") == [link]


def test_links_with_a_base() -> None:
    """A page's base is used as its address."""
    assert shown("<base href='http://books.org/old/'><a href=emma>go", "http://books.org/old/emma") == ["emma"]
    assert shown("<a href='http://[broken'>go", "http://[broken", "http://books.org") == ["http://[broken"]


def test_within() -> None:
    """Within a span only places inside it count, also when better ones lie outside."""
    page = Page("<b>242</b> 2423 1242")
    assert locate(page, "242", within=Span(8, len(page))) == [Span(11, 14), Span(17, 20)]


def test_plain_text() -> None:
    """A page that is not HTML is searched without markup in the way."""
    page = Page("name;code\nCongo;<242>\n", name="codes.csv")
    assert not page.is_html
    assert [page[span] for span in locate(page, "<242>")] == ["<242>"]
    assert [page[span] for span in locate(page, "code Congo")] == ["code\nCongo"]


def test_same_source_as_html_and_as_text() -> None:
    """Whether a page is HTML decides what is found on it, though pages with the same source are equal."""
    source = "<b>Tom</b> &amp; <i title=Ann>"
    found = [
        len(occurrences(Page(source, html=html), text)) for html in (True, False) for text in ("Tom &", "<b>", "Ann")
    ]
    assert found == [1, 0, 1, 0, 1, 1]


def test_not_found() -> None:
    """A value that is not there is an error that names page, field, value and the nearest texts, of its kind first."""
    page = Page("<h1>Persuasion</h1><p>Emma<p>Price $5.50<p>In stock<p>5.5.2010", name="p1.html")
    with pytest.raises(ValueNotFound) as caught:
        locate(page, "$5.55", field="price")
    assert str(caught.value) == (
        "p1.html: field price: '$5.55' is not on the page; nearest: '$5.50', 'Price $5.50', '5.5.2010'"
    )


@pytest.mark.parametrize(
    ("source", "value", "found"),
    [
        ("<b>'Emma'</b>", "‘Emma’", ["'Emma'"]),
        ("<b>Emma’s</b> Emma`s", "Emma's", ["Emma’s", "Emma`s"]),
        ("<b>&ldquo;Emma&rdquo;</b>", '"Emma"', ["&ldquo;Emma&rdquo;"]),
        ("5′ 10″ tall", "5' 10\"", ["5′ 10″"]),
        ("1815–1816, 2–3 – x", "1815-1816", ["1815–1816"]),
        ("well‑known", "well-known", ["well‑known"]),
        ("−5 °C", "-5 °C", ["−5 °C"]),
        ("the oﬃce", "office", ["oﬃce"]),
        ("1½ cups", "1 1/2 cups", ["1½ cups"]),
        ("1 ½ cups", "1½ cups", ["1 ½ cups"]),
        ("1&frac12; cups", "1 1/2", ["1&frac12;"]),
        ("½ cup", "1/2 cup", ["½ cup"]),
        ("co&shy;oper\u00adation", "cooperation", ["co&shy;oper\u00adation"]),
        ("10\u2009000\u202fkm", "10 000 km", ["10\u2009000\u202fkm"]),
        ("and so on…", "and so on...", ["and so on…"]),
        ("<img alt='Emma’s'>", "Emma's", ["Emma’s"]),
        ("Emma's <b>Emma’s", "Emma's", ["Emma's"]),
    ],
)
def test_typographic_variants(source: str, value: str, found: list[str]) -> None:
    """A value is found with other quotes, dashes, spaces, ligatures and fractions, where its own form is not there."""
    assert shown(source, value) == found


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        ("Jane Austin", "nearest: 'Jane Austen' (part of 'A novel in three volumes by Jane Austen for only $5')"),
        ("the cover of emma", "nearest: 'The cover of Emma' (the alt of <img>)"),
        ("4711", "it is only in the code of a script, a style or a comment, which are not searched"),
    ],
)
def test_hints(value: str, hint: str) -> None:
    """The error says where the nearest texts are."""
    text = "A novel in three volumes by Jane Austen for only $5"
    page = Page(f"<h1>Emma</h1><p>{text}<img alt='The cover of Emma'><script>x = 4711</script>")
    with pytest.raises(ValueNotFound) as caught:
        locate(page, value)
    assert f"{value!r} is not on the page; {hint}" in str(caught.value)


def test_outside_the_section() -> None:
    """A value that is on the page, but not in the section, is named as such."""
    with pytest.raises(ValueNotFound, match="it is on the page, but outside the section"):
        locate(Page("<b>Emma</b><b>Kim</b>"), "Kim", within=Span(0, 11))


def test_nothing_near() -> None:
    """On an empty page there are no similar texts, and the error is one short sentence."""
    with pytest.raises(ValueNotFound, match=r"^the page: 'Emma' is not on the page$"):
        locate(Page(""), "Emma")


TEXTS = st.text(st.sampled_from("abAB12 .,$&<>'\"\n\u00a0é\u0301中;"), min_size=1, max_size=12)


def _element(tag: str, title: str, children: list[str]) -> str:
    return f'<{tag} title="{escape(title)}">{"".join(children)}</{tag}>'


def fragments() -> st.SearchStrategy[str]:
    leaves = TEXTS.map(escape) | st.just("<!-- Emma -->") | st.just("<br>") | st.just("<script>ab = 1</script>")
    tags = st.sampled_from(["b", "i", "span", "x-y"])
    inline = st.recursive(
        leaves, lambda inner: st.builds(_element, tags, TEXTS, st.lists(inner, max_size=3)), max_leaves=5
    )
    blocks = st.builds(_element, st.sampled_from(["div", "section"]), TEXTS, st.lists(inline, max_size=3))
    return st.lists(blocks | inline, max_size=4).map("".join)


@settings(deadline=None)  # a busy machine is no failure
@given(fragments())
def test_finds_every_text_node(source: str) -> None:
    """Every text node is found by its own text, in its own place."""
    page = Page(source, html=True)
    for node in page.tree.texts():
        if normal(node.data) and node.parent is not None and node.parent.tag != "script":
            assert node.span is not None
            places = locate(page, node.data)
            assert any(node.span.contains(place) for place in places), (node.data, places)


@settings(deadline=None)  # a busy machine is no failure
@given(fragments(), st.data())
def test_what_is_found_reads_as_the_value(source: str, data: st.DataObject) -> None:
    """Any part of the visible text is found, at least there, and every place found reads as the value."""
    page = Page(source, html=True)
    visible = visible_text(page)
    start = data.draw(st.integers(0, len(visible.text)))
    end = data.draw(st.integers(start, len(visible.text)))
    value = normal(visible.text[start:end])
    places = occurrences(page, value)
    assert bool(places) == bool(value)
    assert {normal(page.text(place)) for place in places} <= {value}
    if value == visible.text[start:end] and value and visible.is_boundary(start) and visible.is_boundary(end):
        assert visible.span(start, end) in places


@settings(deadline=None)  # a busy machine is no failure
@given(fragments(), TEXTS)
def test_finds_every_attribute_value(source: str, title: str) -> None:
    """Every telling attribute is found by its value."""
    page = Page(f'{source}<i title="{escape(title)}">', html=True)
    if normal(title):
        assert page.source[-2 - len(escape(title)) : -2] in [page[span] for span in locate(page, title)]
