"""The index of a page: labels, headings and order are as by comparing all nodes, and nothing outlives the page."""

import gc
from collections.abc import Callable
from random import Random
from weakref import ref

from hypothesis import given, settings
from hypothesis import strategies as st
from turbohtml import Element

from engine.programs import WORDS, pages
from steps import growth
from unweave.engine.index import Index, is_inside
from unweave.page import Page
from unweave.page.html import HEADINGS, collapse
from unweave.records import Example
from unweave.rules import Rules

LABELS = st.sampled_from((*WORDS, "Brand: Price:", "Brand:\n Price:", "Brand", "caf\u00e9", "nowhere", " ", ""))


@settings(max_examples=150)
@given(source=pages, label=LABELS, near=st.integers(0, 20), scope=st.integers(0, 20))
def test_a_label_is_found_as_by_comparing_all_texts(source: str, label: str, near: int, scope: int) -> None:
    """Whatever text is given as near, whatever the scope: the visible texts that collapse to the label."""
    index = Index(Page(source, html=True).document)
    texts, elements = index.visible_texts(), index.select("*")
    wanted = [text for text in texts if collapse(text.data) == label]
    inside = elements[scope % len(elements)]
    assert Index(index.document).labelled(label, texts[near % len(texts)] if texts else None) == wanted
    assert index.labelled(label, scope=inside) == [text for text in wanted if is_inside(text, inside)]


@given(source=pages, shuffled=st.randoms(use_true_random=False))
def test_nodes_are_ordered_as_the_document_has_them(source: str, shuffled: Random) -> None:
    """Whatever order they are given in; a node that is given twice comes once."""
    index = Index(Page(source, html=True).document)
    nodes = list(index.document.descendants)
    given = [*nodes, *nodes[::2]]
    shuffled.shuffle(given)
    assert index.in_order(given) == nodes


HEADED = st.lists(
    st.sampled_from(("<h1>", "</h1>", "<h2>", "</h2>", "<div>", "</div>", "Tea", "<br>", "<noscript>", "</noscript>")),
    max_size=16,
).map("".join)


@given(source=HEADED)
def test_the_heading_of_a_node_is_the_nearest_before_it(source: str) -> None:
    """As the parser's axis has it: elements around the node are not before it, those without a text do not count."""
    index = Index(Page(source, html=True).document)
    for node in index.document.descendants:
        if type(node) is Element and not index.is_hidden(node):
            before = [one for one in node.preceding if getattr(one, "tag", "") in HEADINGS and index.first_text(one)]
            assert index.heading(node) == (index.text(before[0]) if before else "")


def test_nothing_outlives_the_page() -> None:
    """Without the garbage collector too: page, index and nodes hold no circle of references."""
    page = Page("<h1>Emma</h1><p><b>Price:</b> <i>$5</i></p>")
    wrapper = Rules().learn([Example.from_values(page, [{"title": "Emma", "price": "$5"}])])
    gc.disable()
    try:
        other = Page("<h1>Kim</h1><p><b>Price:</b> <i>$7</i></p>")
        kept, (record,) = ref(other), wrapper.extract(other)
        assert (record["price"], other[record.spans("price")[0]]) == ("$7", "$7")
        del other, record
        assert kept() is None
    finally:
        gc.enable()


def test_a_tree_does_not_keep_its_page() -> None:
    """A page whose tree was made is freed at once; its tree, whose nodes refer to each other, by the collector."""
    page = Page("<h1>Emma</h1>")
    kept = ref(page)
    assert page.tree.root.text == "Emma"
    gc.disable()
    try:
        del page
        assert kept() is None
    finally:
        gc.enable()


def test_an_element_is_read_once_for_its_last_text() -> None:
    """It is asked for each value of a list; the steps grow with the page, not with its square."""

    def prepare(rows: int) -> Callable[[], object]:
        index = Index(Page("<ul>" + "<li>x</li>" * rows + "</ul>").document)
        peer = index.select("ul")[0]
        return lambda: [index.last_text(peer) for _ in range(rows)]

    assert growth(prepare, 100) < 2.3
