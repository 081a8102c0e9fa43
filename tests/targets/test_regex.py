"""Scans as regular expressions: what the scan finds, in time that grows with the page."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unweave
from unweave import Example, Page, Schema
from unweave.delimiters import DelimiterWrapper
from unweave.delimiters.execution import rows
from unweave.errors import CannotCompile, DoesNotFit
from unweave.program import Cut, Scan
from unweave.records import Field
from unweave.targets.export import check
from unweave.targets.regex import regex

THREE = Scan((Cut("a", "<b>", "</b>"), Cut("b", "<i>", "</i>"), Cut("c", "<u>", "</u>")))
OPTIONAL = Scan((Cut("a", "<b>", "</b>"), Cut("b", "<i>", "</i>", missing="</li>"), Cut("c", "<u>", "</u>")))


def found(scan: Scan, source: str) -> list[tuple[str | None, ...]]:
    """The records that the pattern finds."""
    pattern = re.compile(regex(scan)["record"])
    return [match.groups() for match in pattern.finditer(source) if match.lastgroup]


def scanned(scan: Scan, source: str) -> list[tuple[str | None, ...]]:
    """The records that the scan finds, up to the search that fails."""

    def each() -> Iterator[tuple[str | None, ...]]:
        try:
            for row in rows(source, scan):
                yield tuple(None if span is None else source[slice(*span)] for span in row)
        except DoesNotFit:
            return

    return list(each())


delimiters = st.sampled_from(["[", "]", "(", ")", "[(", ")]", "-"])


@st.composite
def scans(draw: st.DrawFn) -> Scan:
    """Scans of one to three fields over a small alphabet, of all classes without levels."""
    names = ["a", "b", "c"][: draw(st.integers(1, 3))]
    optional = draw(st.booleans())
    cuts = [
        Cut(name, draw(delimiters), draw(delimiters), draw(delimiters) if optional and at else "")
        for at, name in enumerate(names)
    ]
    some = st.one_of(st.just(""), delimiters)
    opening = draw(some)
    return Scan(tuple(cuts), draw(some), draw(some), opening, draw(some) if opening else "")


@settings(max_examples=150, deadline=None)
@given(scans(), st.text("[]()-xy", max_size=40))
def test_the_pattern_finds_what_the_scan_finds(scan: Scan, source: str) -> None:
    """Head, tail, opening, closing and missing values included; where the scan fails, the records before that."""
    assert found(scan, source) == scanned(scan, source)


def test_fields_are_groups_by_name() -> None:
    """Where all names can be names of groups; else they are numbered."""
    pattern = regex(THREE)["record"]
    assert list(re.compile(pattern).groupindex) == ["a", "b", "c"]
    odd = regex(Scan((Cut("list price", "<b>", "</b>"),)))["record"]
    assert list(re.compile(odd).groupindex) == ["field1"]


@pytest.mark.parametrize(
    ("scan", "reason"),
    [
        (Scan((Cut("a", "[", "]"), Cut("b", "(", ")")), nested=True), "records inside records"),
        (Scan((Cut("a", "\n", ","),), lines=True), "as lines"),
    ],
)
def test_what_has_no_pattern_says_why(scan: Scan, reason: str) -> None:
    """In one sentence."""
    with pytest.raises(CannotCompile, match=reason):
        regex(scan)


def test_patterns_are_checked_in_their_engine() -> None:
    """On pages that the wrapper was not learned from, with absent values, and with another order in the schema."""
    schema = Schema((Field("c"), Field("b", optional=True), Field("a")))
    wrapper = DelimiterWrapper(schema, OPTIONAL, "m-lr")
    pages = [
        Page("<li><b>Emma</b><i>Jane &amp; co</i><u>1815</u></li><li><b>Kim</b><u>1901</u></li>", name="1"),
        Page("<p>nothing</p>", name="2"),
    ]
    assert check(wrapper, pages, to="regex") == {}


def test_an_hlrt_wrapper_is_one_pattern() -> None:
    """What is before the head and behind the tail is no record."""
    page = Page("<b>Codes</b><p><b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i><br><hr><b>End</b>", name="p.html")
    records = [{"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]
    wrapper = unweave.learn([Example.from_values(page, records)], method="hlrt")
    assert check(wrapper, [page, Page(page.source.replace("Congo", "Chad"), name="q")], to="regex") == {}
