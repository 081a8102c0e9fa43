"""The fast form of a scan gives what its definition gives, on any text."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.delimiters.execution import rows, run_scan
from unweave.engine.scan import compile_scan, span_cutter
from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.program import Cut, Scan

letters = st.text(alphabet="ab< ", min_size=1, max_size=3)
odd_letters = st.text(alphabet="ab<\n\r\0\ufffd\ud800", min_size=1, max_size=2)


def scans_of(delimiters: st.SearchStrategy[str]) -> st.SearchStrategy[Scan]:
    """Flat scans of every class."""
    maybe = st.just("") | delimiters
    return st.builds(
        lambda cuts, head, tail, opening, closing: Scan(
            tuple(Cut(f"f{k}", left, right) for k, (left, right) in enumerate(cuts)),
            head,
            tail,
            opening,
            closing if opening else "",
        ),
        st.lists(st.tuples(delimiters, delimiters), min_size=1, max_size=3),
        maybe,
        maybe,
        maybe,
        maybe,
    )


def compiled(scan: Scan) -> Callable[[str | bytes], list[dict[str, Any]]]:
    return compile_scan(scan, lambda page: run_scan(scan, page))


def check_same(scan: Scan, source: str) -> None:
    """Assert that the compiled form gives the values, or the misfit, that execution gives."""
    page = Page(source)
    run = compiled(scan)
    try:
        expected = [[page.text(span) for span in row if span is not None] for row in rows(page.source, scan)]
    except DoesNotFit as misfit:
        with pytest.raises(DoesNotFit) as raised:
            run(source)
        assert (raised.value.field, raised.value.where, raised.value.reason) == (
            misfit.field,
            misfit.where,
            misfit.reason,
        )
    else:
        assert [list(record.values()) for record in run(source)] == expected


@settings(max_examples=400, deadline=None)
@given(scan=scans_of(letters), source=st.text(alphabet="ab< &;\n", max_size=40))
def test_it_does_what_execution_does(scan: Scan, source: str) -> None:
    """The same values or the same misfit, for every class of flat scan, over any text."""
    check_same(scan, source)


@settings(max_examples=400, deadline=None)
@given(scan=scans_of(letters), source=st.text(alphabet="ab< ", max_size=40))
def test_spans_are_those_of_execution(scan: Scan, source: str) -> None:
    """The spans of all records, and ValueError where execution raises DoesNotFit."""
    cut = span_cutter(scan)
    assert cut is not None
    try:
        expected = list(rows(source, scan))
    except DoesNotFit:
        with pytest.raises(ValueError, match=r"^(?:substring not found)?$"):
            cut(source)
    else:
        assert cut(source) == expected


@settings(max_examples=400, deadline=None)
@given(
    scan=scans_of(letters) | scans_of(odd_letters),
    source=st.text(alphabet="aab<< \r\n\0\ufffd\ud800", max_size=40),
)
def test_a_source_is_made_fit_as_a_page_makes_it(scan: Scan, source: str) -> None:
    """Lone and paired carriage returns, NUL, half surrogate pairs, in values, between them and in delimiters."""
    check_same(scan, source)


@settings(max_examples=150, deadline=None)
@given(
    parts=st.lists(
        st.sampled_from(["<p>", "<b>", "</b>", "&amp;", "&lt", "<br>", "x", " ", "\r\n", "\0", "\xa0", "\u4e2d"])
    )
)
def test_markup_and_references_are_read_as_a_page_reads_them(parts: list[str]) -> None:
    """Tags, references and odd white space in values, on pages with one record and with many."""
    check_same(Scan((Cut("word", "<p>", "</b>"), Cut("next", "<b>", "<"))), "".join(parts))


@pytest.mark.parametrize(
    "value",
    ["Tom &amp; Ann", "a<br>b", " \n padded\t", "caf\u00e9", "a&copy=b", "x\u00a0y", "", "1 < 2", "\x00", "\ud800"],
)
def test_values_are_cleaned_as_a_page_cleans_them(value: str) -> None:
    """What a reader sees, in a text and in an attribute, also of later records."""
    source = f'<p><a href="{value}">{value}</a><p><a href="{value}">{value}</a>'
    scan = Scan((Cut("link", 'href="', '"'), Cut("text", ">", "</a>")))
    page = Page(source)
    expected = [[page.text(span) for span in row if span is not None] for row in rows(page.source, scan)]
    assert [list(record.values()) for record in compiled(scan)(source)] == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"<b>caf\xc3\xa9</b>", "caf\u00e9"),
        (b"<b>caf\xe9</b>", "caf\u00e9"),
        (b'<meta charset="iso-8859-2"><b>\xb1</b>', "\u0105"),
        (b"\xef\xbb\xbf<b>x\r\ny</b>", "x y"),
    ],
)
def test_bytes_are_decoded_as_a_page_decodes_them(data: bytes, expected: str) -> None:
    """UTF-8, windows-1252, what the page declares, a byte order mark."""
    assert compiled(Scan((Cut("word", "<b>", "</b>"),)))(data) == [{"word": expected}]
