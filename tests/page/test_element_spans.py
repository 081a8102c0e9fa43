"""The spans of single nodes, against those of all nodes."""

import random
from contextlib import suppress

from hypothesis import assume, given
from hypothesis import strategies as st

from mutations.hostile import hostile
from page.soups import soup
from unweave.page import Page, Span
from unweave.page.element_spans import SourcePlaces, UnknownPlace
from unweave.page.spans import StartTags
from unweave.records.grouping import _region, _spans_around, _tidy_regions
from unweave.rules.rows import _row_by_view, _row_of_text

ITEMS = (
    "<ul>" + "".join(f"<li><b>{name}</b>, <a href=/{name}>{name} &amp; Co</a><br>{name} 5" for name in "abcd") + "</ul>"
)
TABLE = "<table>" + "".join(f"<tr><td>{name}<td><i>{name}1</i> and <i>{name}2</i>" for name in "abcd") + "</table><p>x"
SOURCES = st.one_of(
    soup,
    st.builds(lambda source, seed: hostile(source, seed=str(seed)), st.sampled_from([ITEMS, TABLE]), st.integers(0)),
)


@given(source=SOURCES)
def test_start_tags_are_where_the_parser_says(source: str) -> None:
    """Read from the source, they are what the parser tells at length; a copy of an element has none."""
    page = Page(source, html=True)
    start_tags = StartTags(page.source, page.document, few=0)
    for element in page.document.select("*"):
        location = element.source_location
        expected = None if location is None else Span(location.start_tag[2], location.start_tag[5])
        assert start_tags.span(element) == page.start_tags.span(element) == expected


@given(source=SOURCES)
def test_spans_of_elements_and_texts(source: str) -> None:
    """Where they are known, they are those of the tree; every place of a text leads to it."""
    page = Page(source, html=True)
    places = SourcePlaces(page)
    for node in page.tree.nodes:
        peer = page.tree.peer(node)
        try:
            if node.kind == "element" and not page.start_tags.has_copies:
                assert places.span(peer) == node.span
            elif node.kind == "text" and node.span is not None and node.span.length:
                assert places.text_at(Span(node.span.end - 1, node.span.end)) == peer
        except UnknownPlace:
            continue


@given(source=SOURCES, seed=st.integers(0, 10**6))
def test_regions_of_anchors(source: str, seed: int) -> None:
    """For any two anchors or more, the regions around them are those by the spans of all nodes, or not known."""
    page, chance = Page(source, html=True), random.Random(seed)
    spans = [span for number in page.tree.visible_texts if (span := page.tree.nodes[number].span)]
    anchors = sorted(chance.sample(spans, min(len(spans), chance.randint(2, 6))))
    assume(len(anchors) > 1)
    starts = [anchor.start for anchor in anchors]
    expected = [_region(anchor, starts, _spans_around(page.tree.smallest(anchor))) for anchor in anchors]
    with suppress(UnknownPlace):
        assert _tidy_regions(page, anchors, starts) == expected


@given(source=SOURCES, seed=st.integers(0, 10**6))
def test_rows_around_values(source: str, seed: int) -> None:
    """The row around any span is the one that the view of the page gives, or not known."""
    page, chance = Page(source, html=True), random.Random(seed)
    spans = [Span(*sorted(chance.choices(range(len(page) + 1), k=2))) for _ in range(4)]
    spans += [node.span for node in page.tree.texts() if node.span]
    for span in spans:
        try:
            found = _row_of_text(page, span)
        except UnknownPlace:
            continue
        assert found == _row_by_view(page, span)
