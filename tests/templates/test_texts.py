"""The texts of pages: paths, nodes, depths."""

from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.page import Page, Span
from unweave.templates import discover, template_texts
from unweave.templates.template_words import tight
from unweave.templates.texts import depth_in_common, read_texts, row_of

PIECES = (
    "<p class=a>|<p class='b c'>|</p>|<table><tr><td>|<td id=x1>|<th>|<a href=/1>|</a>|<b>|</b>|<noscript>|</noscript>|"
    "<script>|</script>|one|two words| |<!--no-->"
)
MARKUP = st.lists(st.sampled_from(PIECES.split("|")), max_size=25).map("".join)
TITLES = ["Emma", "Kim", "Dune", "Walden", "Ulysses"]
BOOKS = [f"<h1>{title}</h1><p>A book</p>" for title in TITLES]


@settings(max_examples=60, deadline=None)
@given(sources=st.lists(MARKUP, min_size=1, max_size=5))
def test_pages_read_together_have_the_texts_they_have_alone(sources: list[str]) -> None:
    """Sharing paths between pages changes nothing."""
    pages = [Page(source, html=True) for source in sources]
    together = read_texts(pages, ["href"])
    known = together.vocabulary()
    assert together.rows(known) == [row_of(page, known, ["href"]) for page in pages]


@settings(max_examples=60, deadline=None)
@given(source=MARKUP)
def test_the_texts_are_those_of_the_tree(source: str) -> None:
    """Every text outside of scripts is read, in order, with the index of its node."""
    page = Page(source, html=True)
    seen = [
        node
        for node in page.tree.texts()
        if node.data.strip() and not any(above.tag in {"script", "noscript"} for above in node.ancestors())
    ]
    found = row_of(page, frozenset())
    assert [(page.tree.nodes[text.node], text.text) for text in found] == [
        (node, " ".join(node.data.split())) for node in seen
    ]


@settings(max_examples=60, deadline=None)
@given(source=MARKUP, data=st.data())
def test_depth_in_common_is_that_of_the_innermost_common_ancestor(source: str, data: st.DataObject) -> None:
    """Whatever two nodes are taken, counted from the document, which has depth 0."""
    page = Page(source, html=True)
    one, other = (data.draw(st.sampled_from(page.tree.nodes)) for _ in range(2))
    lines = [[*reversed(list(node.ancestors())), node] for node in (one, other)]
    common = [a for a, b in zip(*lines, strict=False) if a is b]
    assert depth_in_common(read_texts([page]).pages[0].parents, one.index, other.index) == len(common) - 1


def test_discovery_leaves_no_trees_behind() -> None:
    """Pages are as light afterwards as before: memory grows with what is kept of them, not with their trees."""
    pages = [Page(source) for source in BOOKS]
    discover(pages)
    assert [set(vars(page)) for page in pages] == [set(vars(Page(source))) for source in BOOKS]


def test_a_document_that_is_there_is_used() -> None:
    """Nothing is parsed twice, and it stays; so does the document that asking for template texts made."""
    pages = [Page(source) for source in BOOKS]
    template_texts(pages)
    documents = [vars(page)["document"] for page in pages]
    discover(pages)
    assert all(page.document is document for page, document in zip(pages, documents, strict=True))


def test_no_tree_of_our_own_is_made_to_read_texts() -> None:
    """The parser's nodes are read: making ours takes several times as long as all the rest of reading."""
    pages = [Page(source) for source in BOOKS]
    read_texts(pages, keep=True)
    assert not any("tree" in vars(page) for page in pages)


@given(before=st.text(" \n\xa0", max_size=4), word=st.text("ab&;", max_size=5), behind=st.text(" \n\xa0", max_size=4))
def test_a_tight_span_has_no_white_space_at_its_ends(before: str, word: str, behind: str) -> None:
    """Written as it is or as a reference; what is between is kept."""
    source = f"{before}&nbsp;{word}&#160;{behind}"
    assert source[slice(*tight(source, Span(0, len(source))))] == word


def around(inner: str, extra: bool) -> str:
    """A page whose main part is in one more element on some pages."""
    return f"<div>{'<div><center>' * extra}<div id=main>{inner}</div></div>"


def test_elements_around_an_id_that_only_some_pages_have_split_no_column() -> None:
    """A path begins at an id that no page has twice, so that a banner around the main part changes nothing."""
    pages = [Page(around(f"<h1>{title}</h1><p>A book", at in {1, 4})) for at, title in enumerate(TITLES)]
    wrapper = discover(pages)
    assert [wrapper.extract(page)[0].to_dict() for page in pages] == [{"main": title} for title in TITLES]


def test_an_id_that_a_page_has_twice_begins_no_path() -> None:
    """It does not say where something is."""
    pages = [Page(f"<div><p id=x>{title}</p></div><ul><li id=x>A book</ul>") for title in TITLES]
    assert [text.path for text in row_of(pages[0], read_texts(pages).vocabulary())] == [
        "html/body/div/p#x",
        "html/body/ul/li#x",
    ]


def test_nested_records_below_an_id_are_those_of_their_elements_at_any_depth() -> None:
    """A record that lacks a value does not take that of the next one, also where the list is deeper than elsewhere."""
    rows: list[list[tuple[str, str | None]]] = [
        [("Tom", "5"), ("Ann", None), ("Zoe", "3")],
        [("Max", "1"), ("Eve", "2")],
        [("Ian", None), ("Una", "4")],
    ]
    rows += [[("Lea", "2"), ("Kai", "1")], [("Pia", None), ("Udo", "5"), ("Ole", "2")]]
    pages = [
        Page(around("".join(f"<ul><li><b>{who}</b>{stars(n)}</ul>" for who, n in found) + "<p>Reviews", at in {1, 4}))
        for at, found in enumerate(rows)
    ]
    wrapper = discover(pages)
    assert [wrapper.extract(page)[0].to_dict() for page in pages] == [
        {"list_1": [{"b": who, "i": number} for who, number in found]} for found in rows
    ]


def stars(number: str | None) -> str:
    """How many stars, if it is known."""
    return f"<i>{number}</i>" if number else ""
