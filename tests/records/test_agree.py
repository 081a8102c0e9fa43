import pytest

from unweave.page import Page, Span
from unweave.records import UNKNOWN, Either, Example, Record, Status
from unweave.records.agree import disagreements

PAGE = Page("<b>Emma</b> <i>$5</i> <b>Kim</b> <i>$7</i>", name="shelf.html")
EMMA, FIVE, KIM, SEVEN = Span(3, 7), Span(15, 17), Span(25, 28), Span(36, 38)


def record(title: Span | None, price: Span | Either | None) -> Record:
    return Record(PAGE, {"title": title, "price": price})


STATUSES: tuple[Status, ...] = ("complete", "partial")
FOUND = [record(EMMA, FIVE), record(KIM, SEVEN)]


def test_a_complete_example_wants_its_records_and_no_others() -> None:
    """All of them, in order, nothing more."""
    complete = Example(PAGE, tuple(FOUND), status="complete")
    assert disagreements(FOUND, complete) == []
    assert disagreements(FOUND[:1], complete) == ["record 2 was not found"]
    assert disagreements([*FOUND, record(EMMA, None)], complete) == [
        "record 3 should not be there: {'title': 'Emma', 'price': None}"
    ]
    assert disagreements([record(EMMA, SEVEN), record(KIM, SEVEN)], complete) == [
        "record 1 should be {'title': 'Emma', 'price': '$5'}, not {'title': 'Emma', 'price': '$7'}"
    ]


def test_a_partial_example_wants_its_records_among_the_others() -> None:
    """What it does not mention is not known, and may be anything."""
    assert disagreements(FOUND, Example(PAGE, (FOUND[1],), status="partial")) == []
    assert disagreements(FOUND[:1], Example(PAGE, (FOUND[1],), status="partial")) == [
        "record 1 was not found: {'title': 'Kim', 'price': '$7'}"
    ]


def test_a_section_limits_what_is_negative() -> None:
    """Complete within a section: what lies outside is nobody's business."""
    section = Example(PAGE, (FOUND[0],), status="complete", section=Span(0, 21))
    assert disagreements(FOUND, section) == []


@pytest.mark.parametrize("known", [UNKNOWN, Either((FIVE, SEVEN)), FIVE])
def test_an_open_cell_agrees_with_what_it_allows(known: Span) -> None:
    """Unknown allows anything, either/or any of its places, a span itself."""
    assert disagreements(FOUND[:1], Example(PAGE, (record(EMMA, known),), status="complete")) == []


def test_absence_is_a_statement() -> None:
    """An absent value is not a forgotten one."""
    example = Example(PAGE, (record(EMMA, None),), status="complete")
    assert disagreements([record(EMMA, None)], example) == []
    assert len(disagreements(FOUND[:1], example)) == 1


def test_a_rejected_span_must_not_come_back() -> None:
    """Whatever the status."""
    rejecting = Example(PAGE, status="partial", rejected={"title": (KIM,)})
    assert disagreements(FOUND, rejecting) == ["title takes 'Kim', which was rejected"]
    assert disagreements(FOUND[:1], rejecting) == []


def test_nested_records_are_compared_level_by_level() -> None:
    """The same rules hold inside."""
    known = Record(PAGE, {"title": EMMA, "offers": (Record(PAGE, {"price": Either((FIVE, SEVEN))}),)})
    found = Record(PAGE, {"title": EMMA, "offers": (Record(PAGE, {"price": SEVEN}),)})
    none = Record(PAGE, {"title": EMMA, "offers": ()})
    example = Example(PAGE, (known,), status="complete")
    assert disagreements([found], example) == []
    assert len(disagreements([none], example)) == 1


def test_types_are_compared_one_by_one() -> None:
    """Independent lists may be given one after the other, whatever their order on the page."""
    titles = tuple(Record(PAGE, {"title": span}, type="book") for span in (EMMA, KIM))
    prices = tuple(Record(PAGE, {"amount": span}, type="price") for span in (FIVE, SEVEN))
    found = [titles[0], prices[0], titles[1], prices[1]]
    complete, partial = (Example(PAGE, titles + prices, status=status) for status in STATUSES)
    assert [disagreements(found, each) for each in (complete, partial)] == [[], []]
    assert disagreements(found[:-1], complete) == ["price 2 was not found"]
    assert disagreements(found, Example(PAGE, titles, status="complete")) == [
        "price 1 should not be there: {'amount': '$5'}",
        "price 2 should not be there: {'amount': '$7'}",
    ]
