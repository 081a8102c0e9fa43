"""The thesis's country page: its famous wrapper, why LR has none, and how many there are."""

import pytest

from unweave.delimiters import HLRT, LR
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page
from unweave.program import Cut, Scan
from unweave.records import Example

ROWS = [("Congo", "242"), ("Egypt", "20"), ("Belize", "501"), ("Spain", "34")]
BODY = "".join(f"<B>{country}</B> <I>{code}</I><BR>\n" for country, code in ROWS)
TOP = "<HTML><TITLE>Some Country Codes</TITLE><BODY>\n"
DISTRACTED = Page(f"{TOP}<B>Some Country Codes</B><P>\n{BODY}<HR><B>End</B></BODY></HTML>", name="distracted.html")
PLAIN = Page(f"{TOP}{BODY}</BODY></HTML>", name="plain.html")
CUTS = (Cut("country", "<B>", "</B>"), Cut("code", "<I>", "</I>"))


def example(page: Page) -> Example:
    """The page with its four records, by position."""
    records, at = [], page.source.index("<B>Congo") + 3
    for country, code in ROWS:
        begin = page.source.index(country, at)
        at = page.source.index(code, begin + len(country))
        records.append({"country": (begin, begin + len(country)), "code": (at, at + len(code))})
    return Example.from_spans(page, records)


def test_lr_wraps_the_page_without_distractions() -> None:
    """And finds the same on it."""
    wrapper = LR().learn([example(PLAIN)])
    assert wrapper.scan == Scan(CUTS)
    assert wrapper.extract(PLAIN) == list(example(PLAIN).records)


def test_lr_says_why_it_cannot_wrap_the_other_one() -> None:
    """Field, constraint and page are named."""
    with pytest.raises(NoConsistentWrapper) as raised:
        LR().learn([example(DISTRACTED)])
    failure = raised.value
    assert (failure.kind, failure.field, failure.page) == ("LR", "country", "distracted.html")
    assert failure.constraint == "C2, the left delimiter"


def test_hlrt_finds_the_wrapper_a_person_wrote() -> None:
    """Of a quarter of a billion wrappers it takes ExtractCCs of figure 2.2, from one page."""
    wrapper = HLRT().learn([example(DISTRACTED)])
    assert wrapper.scan == Scan(CUTS, head="<P>", tail="<HR>")
    assert wrapper.extract(DISTRACTED) == list(example(DISTRACTED).records)


def test_the_label_is_the_thesis_s() -> None:
    """0-based and half-open: (78, 83), (91, 94), ..."""
    first = example(DISTRACTED).records[0]
    assert (first.span("country"), first.span("code")) == ((78, 83), (91, 94))


def test_the_consistent_wrappers_are_counted() -> None:
    """251,980,400 HLRT wrappers, no LR wrapper; on the plain page both have some."""
    assert HLRT().count_consistent([example(DISTRACTED)]) == 251_980_400
    assert LR().count_consistent([example(DISTRACTED)]) == 0
    assert LR().count_consistent([example(PLAIN)]) == 8 * 10 * 7 * 4


def test_only_what_is_completely_known_can_be_counted() -> None:
    """Unknown records could rule out anything."""
    shown = Example.from_values(PLAIN, [{"country": "Congo", "code": "242"}], status="partial")
    with pytest.raises(BadInput, match=r"plain\.html: wrappers can only be counted where everything is known"):
        HLRT().count_consistent([shown])
