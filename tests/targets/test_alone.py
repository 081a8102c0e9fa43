"""What stand-alone files are made of does what the library does: twins, compared on pages of every kind."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from unweave.delimiters.execution import run_scan
from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.program import Cut, Scan
from unweave.rules.view import View
from unweave.targets.alone import decoding, scan
from unweave.targets.alone.reading import Reading
from unweave.targets.alone.sight import Sight
from unweave.targets.core import table_of

PIECES = (
    "<b>",
    "</b>",
    "<br>",
    "<p>",
    "</p>",
    "a",
    "B2",
    " ",
    "\n",
    "&amp;",
    "&lt;",
    "&nbsp;",
    "é",
    "<!-- c -->",
    "x<y",
)
sources = st.lists(st.sampled_from(PIECES), max_size=20).map(lambda pieces: "<p>" + "".join(pieces) + "</p>")


@given(source=sources, ends=st.tuples(st.integers(0, 80), st.integers(0, 80)))
def test_a_stretch_is_read_as_a_page_reads_it(source: str, ends: tuple[int, int]) -> None:
    """Tags, references, comments, white space: whatever the stretch, inside a tag or across some."""
    start, end = sorted(min(one, len(source)) for one in ends)
    assert Reading(source).said(start, end) == Page(source, html=True).text((start, end))


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ('<p><a href="?a=1&amp;copy=2&copy=3">x</a>', "?a=1&amp;copy=2&copy=3"),
        ("<p><script>if (a < b && c) {}</script>", "a < b && c"),
        ("<p>a<script>b</script>c<style>d</style>e", "a<script>b</script>c<style>d</style>e"),
        ('<p title="a > b">x &gt; y</p>', "x &gt; y"),
        ("1 &amp; 2, 3 < 4", "1 &amp; 2"),
    ],
)
def test_attributes_scripts_and_plain_texts_are_read_by_their_own_rules(source: str, value: str) -> None:
    """What is a reference in a text need be none in an attribute, a script or a plain text."""
    start = source.index(value)
    assert Reading(source).said(start, start + len(value)) == Page(source).text((start, start + len(value)))


letters = st.text(alphabet="ab< ", min_size=1, max_size=3)
scans = st.builds(
    lambda cuts, head, tail, opening, closing: Scan(
        tuple(Cut(f"f{k}", left, right, missing) for k, (left, right, missing) in enumerate(cuts)),
        head,
        tail,
        opening,
        closing if opening else "",
    ),
    st.lists(st.tuples(letters, letters, st.just("") | letters), min_size=1, max_size=3),
    st.just("") | letters,
    st.just("") | letters,
    st.just("") | letters,
    st.just("") | letters,
)


@settings(max_examples=500, deadline=None)
@given(program=scans, source=st.text(alphabet="ab< &;\n", max_size=40))
def test_a_scan_cuts_what_execution_cuts(program: Scan, source: str) -> None:
    """The same values or the same misfit, for every class of flat scan, over any text."""
    try:
        expected = [record.to_dict() for record in run_scan(program, Page(source))]
    except DoesNotFit:
        with pytest.raises(scan.DoesNotFit):
            scan.scan_rows(Reading(source), table_of(program))
    else:
        found = scan.scan_rows(Reading(source), table_of(program))
        assert [{name: row[name][0][1] if row[name] else None for name in row} for row in found] == expected


@settings(max_examples=300, deadline=None)
@given(
    cuts=st.lists(st.tuples(letters, letters), min_size=1, max_size=3),
    names=st.sampled_from([("a", "b[].c", "b[].d[]"), ("a", "b", "c[]"), ("a", "b[].c", "b[].d[].e")]),
    source=st.text(alphabet="ab< \n", max_size=40),
)
def test_a_hierarchy_is_folded_as_execution_folds_it(
    cuts: list[tuple[str, str]], names: tuple[str, ...], source: str
) -> None:
    """Records inside records, lists of values, or the same misfit."""
    program = Scan(tuple(Cut(name, *cut) for name, cut in zip(names, cuts, strict=False)), nested=True)
    try:
        expected = [record.to_dict() for record in run_scan(program, Page(source))]
    except DoesNotFit:
        with pytest.raises(scan.DoesNotFit):
            scan.nested_records(Reading(source), table_of(program))
    else:
        assert scan.nested_records(Reading(source), table_of(program)) == expected


INLINE = st.recursive(
    st.sampled_from(
        ["a", "Brand:", " ", "b &amp; c", "&nbsp;", "<br>", "<script>x</script>", "<noscript>n</noscript>"]
    ),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from(["b", "i", "span", "div", "li", "h2", "em"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None)
@given(inside=INLINE)
def test_the_same_texts_are_seen_as_a_view_sees(inside: str) -> None:
    """On markup that every parser reads alike: the texts, in order, and what each element shows of them."""
    source = f"<html><body><div>{inside}</div></body></html>"
    view, sight = View(Page(source)), Sight(html.document_fromstring(source))
    ours = [(node.tag, view.extent(node), view.said(view.extent(node))) for node in view.by_tag["b"] + view.by_tag["i"]]
    theirs = [
        (node.tag, sight.shown[node], sight.joined((*sight.shown[node], "")))
        for tag in ("b", "i")
        for node in sight.root.iter(tag)
    ]
    assert (sight.words, theirs) == (view.words, [(tag, tuple(extent), said) for tag, extent, said in ours])


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("café".encode(), "café"),
        (b"caf\xe9", "café"),
        (b"<meta charset=iso-8859-1>caf\xe9", "<meta charset=iso-8859-1>café"),
        ("<meta charset='utf-8'>é".encode(), "<meta charset='utf-8'>é"),
        (b"\xef\xbb\xbfa", "a"),
        (b"<meta charset=nonsense>\x81", "<meta charset=nonsense>\x81"),
    ],
)
def test_bytes_are_decoded_by_what_they_say_and_by_what_they_are(data: bytes, text: str) -> None:
    """A mark, a meta element, UTF-8, Windows-1252; and bytes that are none of these are text all the same."""
    assert decoding.decoded(data) == text


def test_what_stands_behind_the_end_of_the_page_is_seen_too() -> None:
    """There lxml makes a second root, where a browser goes on with the first."""
    source = "<html><body><p>Emma</p></body></html><p>Kim</p>"
    sight = Sight(html.document_fromstring(source))
    assert (sight.words, [place for _, place in sight.find("//p")]) == (["Emma", "Kim"], [(0, 1, ""), (1, 2, "")])
