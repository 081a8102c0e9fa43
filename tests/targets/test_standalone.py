"""The code of exported programs does what the library does, on pages of every kind."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html

from unweave.delimiters.execution import run_scan
from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.program import Cut, Scan
from unweave.rules.views import PageView
from unweave.targets.standalone import records
from unweave.targets.standalone.source import PageDoesNotFit, SourceText, decoded, fit, nested_records, scan_rows
from unweave.targets.standalone.tree import ReaderTexts

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
    assert SourceText(source).text(start, end) == Page(source, html=True).text((start, end))


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
    assert SourceText(source).text(start, start + len(value)) == Page(source).text((start, start + len(value)))


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


@settings(max_examples=150, deadline=None)
@given(program=scans, source=st.text(alphabet="ab< &;\n", max_size=40))
def test_a_scan_cuts_what_execution_cuts(program: Scan, source: str) -> None:
    """The same values or the same misfit, for every class of flat scan, over any text."""
    try:
        expected = [record.to_dict() for record in run_scan(program, Page(source))]
    except DoesNotFit:
        with pytest.raises(PageDoesNotFit):
            scan_rows(SourceText(source), program)
    else:
        found = scan_rows(SourceText(source), program)
        assert [{name: row[name][0][1] if row[name] else None for name in row} for row in found] == expected


@settings(max_examples=100, deadline=None)
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
        with pytest.raises(PageDoesNotFit):
            nested_records(SourceText(source), program)
    else:
        assert nested_records(SourceText(source), program) == expected


INLINE = st.recursive(
    st.sampled_from(
        ["a", "Brand:", " ", "b &amp; c", "&nbsp;", "<br>", "<script>x</script>", "<noscript>n</noscript>"]
    ),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from(["b", "i", "span", "div", "section", "em"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=20,
)


@settings(max_examples=100, deadline=None)
@given(inside=INLINE)
def test_the_same_texts_are_seen_as_a_view_sees(inside: str) -> None:
    """On markup that every parser reads alike: the texts, in order, and what each element shows of them."""
    source = f"<html><body><div>{inside}</div></body></html>"
    view, texts = PageView(Page(source)), ReaderTexts(html.document_fromstring(source))
    ours = [(node.tag, view.extent(node), view.text(view.extent(node))) for node in view.by_tag["b"] + view.by_tag["i"]]
    theirs = [
        (node.tag, texts.shown[node], texts.text((*texts.shown[node], "")))
        for tag in ("b", "i")
        for node in texts.root.iter(tag)
    ]
    assert (texts.words, theirs) == (view.strings, [(tag, tuple(extent), said) for tag, extent, said in ours])


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
    assert decoded(data) == text


def test_what_is_behind_the_end_of_the_page_is_seen_too() -> None:
    """There lxml makes a second root, where a browser goes on with the first."""
    source = "<html><body><p>Emma</p></body></html><p>Kim</p>"
    texts = ReaderTexts(html.document_fromstring(source))
    assert (texts.words, [place for _, place in texts.find("//p")]) == (["Emma", "Kim"], [(0, 1, ""), (1, 2, "")])


def test_newlines_and_what_is_no_character() -> None:
    r"""Newlines become ``\n``, and a NUL or half a surrogate pair U+FFFD."""
    assert fit("one\r\ntwo\rthree\0\ud800") == "one\ntwo\nthree\ufffd\ufffd"


def row(*names: str) -> records.Row:
    """Values of these fields, one behind the other."""
    return [(name, (at, f"{name}{at}")) for at, name in enumerate(names)]


def fields(rows: list[records.Row]) -> list[list[str]]:
    return [[name for name, _ in one] for one in rows]


def test_a_record_ends_where_a_value_has_no_place_in_it() -> None:
    """A field that it has already, unless it may have many; or one that comes before the anchor."""
    names = ("title", "price", "tag")
    by_order = records.by_order(row("title", "title", "tag", "tag", "price"), names, ("tag",), "title")
    assert fields(by_order) == [["title"], ["title", "tag", "tag", "price"]]
    leading = records.by_order(row("tag", "title", "tag", "title"), ("tag", "title"), (), "title")
    assert fields(leading) == [["tag", "title"], ["tag", "title"]]
    assert records.leading_fields(["badge", "title", "title"], ["title", "badge"], "title") == {"badge"}
    assert fields(records.by_sequence(row("a", "b", "b", "a"), ["a", "b"], ["b"])) == [["a", "b", "b"], ["a"]]


def test_a_record_is_made_of_its_values() -> None:
    """Single values, lists, and records of a level below."""
    schema = {"title": False, "tags": True, "reviews": {"by": False, "stars": False}}
    order = records.paths_of(schema)
    assert order == ["title", "tags", "reviews.by", "reviews.stars"]
    assert records.paths_of(schema, is_many=True) == ["tags", "reviews.by", "reviews.stars"]
    made = records.plain_record(row("title", "reviews.by", "reviews.stars", "reviews.by"), schema, order)
    below = [{"by": "reviews.by1", "stars": "reviews.stars2"}, {"by": "reviews.by3", "stars": None}]
    assert made == {"title": "title0", "tags": [], "reviews": below}
