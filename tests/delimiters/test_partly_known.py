"""Learning from less than a complete label: unknown cells, some records, either/or, a section, unlabelled pages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.labelled_pages import flat_pages
from oracles.wrappers import Bounds, result
from unweave.delimiters import HLRT, HOCLRT, LR, MLR, NHLRT, NLR, OCLR
from unweave.delimiters.labelled_page import FlatPage
from unweave.errors import NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Example, Unknown
from unweave.wrapper import Learner

ROWS = [("Congo", "242"), ("Egypt", "20"), ("Belize", "501"), ("Spain", "34")]
BODY = "".join(f"<B>{country}</B> <I>{code}</I><BR>\n" for country, code in ROWS)
PLAIN = Page(f"<HTML><TITLE>Codes</TITLE><BODY>\n{BODY}</BODY></HTML>", name="plain.html")
DISTRACTED = Page(
    f"<HTML><TITLE>Some Country Codes</TITLE><BODY>\n<B>Some Country Codes</B><P>\n{BODY}<HR><B>End</B></BODY></HTML>",
    name="distracted.html",
)
ALL = [{"country": country, "code": code} for country, code in ROWS]
HOLES: list[dict[str, object]] = [
    {"country": "Congo", "code": UNKNOWN},
    {"country": UNKNOWN, "code": "20"},
    {"country": "Belize", "code": "501"},
    {"country": "Spain", "code": UNKNOWN},
]


def found(learner: Learner, page: Page, examples: list[Example]) -> list[dict[str, object]]:
    return [record.to_dict() for record in learner.learn(examples).extract(page)]


@pytest.mark.parametrize("learner", [LR(), OCLR(), NLR(), NHLRT(), HLRT(), HOCLRT(), MLR()])
def test_holes_are_filled_by_every_class(learner: Learner) -> None:
    """Half of the cells are unknown; the number of records is not."""
    assert found(learner, PLAIN, [Example.from_values(PLAIN, HOLES)]) == ALL


@pytest.mark.parametrize("learner", [HLRT(), HOCLRT(), NHLRT()])
def test_holes_are_filled_between_distractions(learner: Learner) -> None:
    """Head and tail are found although the cells next to them are unknown."""
    assert found(learner, DISTRACTED, [Example.from_values(DISTRACTED, HOLES)]) == ALL


@pytest.mark.parametrize("learner", [LR(), HLRT(), OCLR(), HOCLRT(), NLR(), NHLRT(), MLR()])
@pytest.mark.parametrize("shown", [ALL[:1], [ALL[1], ALL[3]]], ids=["the first", "the second and the last"])
def test_some_records_are_enough(learner: Learner, shown: list[dict[str, object]]) -> None:
    """All else is unknown, and found."""
    assert found(learner, PLAIN, [Example.from_values(PLAIN, shown, status="partial")]) == ALL


@pytest.mark.parametrize("learner", [HLRT(), HOCLRT()])
def test_one_record_is_enough_between_distractions(learner: Learner) -> None:
    """The scans that lose it are sorted out by executing them."""
    assert found(learner, DISTRACTED, [Example.from_values(DISTRACTED, ALL[:1], status="partial")]) == ALL


def test_what_was_rejected_is_not_taken() -> None:
    """Without head and tail N-LR takes the headings for countries; with these rejected, it begins after them."""
    shown = {"status": "partial", "rejected": {"country": ["Some Country Codes", "End"]}}
    example = Example.from_values(DISTRACTED, ALL[:2], **shown)  # type: ignore[arg-type]  # a dict of options
    assert found(NHLRT(), DISTRACTED, [example]) == ALL


def test_a_value_that_occurs_several_times_is_taken_in_its_usual_context() -> None:
    """20 is also a page number, Spain also a heading."""
    page = Page(f"<h1>Spain, page 20</h1>{BODY}<p>20 of 34</p>", name="again.html")
    example = Example.from_values(page, ALL)
    assert example.records[1].cell("code") != example.records[1].span("code")
    assert found(LR(), page, [example]) == ALL


def test_interpretations_that_lead_nowhere_do_not_take_forever() -> None:
    """Every value but the last record's occurs at two places; the last record is around them all."""
    page = Page("<i>z</i>" + "<b>x</b>" * 60 + "<u>y</u>", name="dead.html", html=False)
    records = [{"a": "x"}] * 30 + [{"a": "z", "b": "y"}]
    with pytest.raises(NoConsistentWrapper, match=r"order of the page|begins before"):
        LR().learn([Example.from_values(page, records, status="partial")])


def test_a_section_is_complete_and_the_rest_unknown() -> None:
    """The second table is neither wanted nor refused."""
    page = Page(f"<h1>A</h1>{BODY}<h1>B</h1><B>Peru</B> <I>51</I><BR>\n", name="two.html")
    section = (0, page.source.index("<h1>B"))
    records = found(LR(), page, [Example.from_values(page, ALL, section=section)])
    assert records[:4] == ALL


def test_unlabelled_pages_break_ties() -> None:
    """The head that would be preferred does not occur on the other page, so the next one is taken."""
    shown = Example.from_values(Page("<html><ul><b>x</b><b>y</b></ul></html>"), [{"a": "x"}, {"a": "y"}])
    other = Example(Page("<ul><b>z</b></ul>"))
    assert HLRT().learn([shown]).scan.head == "<html>"
    assert HLRT().learn([shown, other]).scan.head == "<ul>"
    assert found(HLRT(), other.page, [shown, other]) == [{"a": "z"}]


def test_giving_up_is_explained() -> None:
    """When no candidate agrees with what is known, the error has the field, the page and the reason."""
    page = Page("<b>1</b><b>2</b>", html=False, name="p1")
    shown = Example.from_values(page, [{"a": "1"}], status="partial", rejected={"a": ["2"]})
    with pytest.raises(NoConsistentWrapper) as raised:
        LR().learn([shown])
    assert (raised.value.field, raised.value.page, raised.value.constraint) == (
        "a",
        "p1",
        "execution on what is partly known",
    )
    assert raised.value.reason == (
        "none of the tried candidates agrees with what is known; of the first of them, a takes '2', which was rejected"
    )


@st.composite
def holed(draw: st.DrawFn) -> list[FlatPage]:
    """Lessons of which a quarter of the cells are unknown, every field being shown somewhere."""
    pages = [
        FlatPage(
            each.name,
            each.source,
            tuple(tuple(UNKNOWN if draw(st.integers(0, 3)) == 0 else cell for cell in row) for row in each.rows),
            fields=each.fields,
        )
        for each in draw(flat_pages(size=2, empty_pages=False))
    ]
    width = len(pages[0].rows[0])
    shown = [any(isinstance(row[at], Span) for each in pages for row in each.rows) for at in range(width)]
    return pages if all(shown) else []


def agrees(page: FlatPage, rows: object) -> bool:
    """Whether the rows are the page's wherever these are known."""
    return (
        isinstance(rows, list)
        and len(rows) == len(page.rows)
        and all(
            isinstance(known, Unknown) or cell == known
            for row, known_row in zip(rows, page.rows, strict=True)
            for cell, known in zip(row, known_row, strict=True)
        )
    )


@settings(max_examples=100, deadline=None)
@given(pages=holed())
def test_with_holes_a_wrapper_is_found_iff_there_is_one(pages: list[FlatPage]) -> None:
    """For LR and HLRT, against every wrapper of the class executed on every page."""
    if not pages:
        return
    examples = [
        Example.from_spans(
            Page(each.source, name=each.name, html=False),
            [{f"f{at}": cell for at, cell in enumerate(row)} for row in each.rows],
        )
        for each in pages
    ]
    for kind, learner in (("lr", LR()), ("hlrt", HLRT())):
        expected = any(
            all(agrees(each, result(each.source, scan)) for each in pages) for scan in Bounds(pages).scans(kind)
        )
        try:
            learner.learn(examples)
        except NoConsistentWrapper:
            assert not expected
        else:
            assert expected
