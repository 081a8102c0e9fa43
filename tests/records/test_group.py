import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.errors import BadInput
from unweave.page import Page, Span
from unweave.records import Field, Record, Schema, group

BOOKS = Schema((Field("badge", optional=True), Field("title"), Field("tag", many=True), Field("price", optional=True)))


def grouped(letters: str, schema: Schema) -> list[str]:
    """Groups a page of single letters, each standing for a field, and gives each record's letters."""
    page = Page(letters, html=False)
    places = {
        name: [Span(i, i + 1) for i, found in enumerate(letters) if found == letter]
        for letter, name in LETTERS.items()
        if name in schema
    }
    return ["".join(page[span] for span in sorted(_spans(record))) for record in group(page, places, schema)]


def _spans(record: Record) -> list[Span]:
    return [span for name in record for span in record.spans(name)]


LETTERS = {"b": "badge", "t": "title", "g": "tag", "p": "price"}


@pytest.mark.parametrize(
    "records",
    [
        ["btgp", "btgp"],
        ["t", "t", "t"],
        ["tgp", "btggp", "t", "bt", "tp"],
        ["bt", "btp"],
        ["tp", "btp"],
        [],
    ],
)
def test_records_stay_together(records: list[str]) -> None:
    """Values come back as the records they were, though optional fields are missing and others are many."""
    assert grouped("".join(records), BOOKS) == records


@pytest.mark.parametrize("records", [["tpb", "tpb"], ["tb", "tpb"]])
def test_page_overrules_the_schema(records: list[str]) -> None:
    """A field that the page shows behind its last anchor, and never before the first, follows its anchor."""
    assert grouped("".join(records), BOOKS) == records


def test_schema_order_need_not_be_page_order() -> None:
    """The fields of a record may stand in another order on the page than in the schema."""
    schema = Schema((Field("price"), Field("title"), Field("badge", optional=True)))
    assert grouped("btptpbtp", schema) == ["btp", "tp", "btp"]


def test_without_anchor() -> None:
    """Where every field is optional the most frequent one is the anchor."""
    schema = Schema((Field("badge", optional=True), Field("title", optional=True), Field("price", optional=True)))
    assert grouped("btptpbtp", schema) == ["btp", "tp", "btp"]


def test_every_field_has_a_cell() -> None:
    """A grouped record names every field of the schema, has its type, and lacks what the page lacks."""
    page = Page("t", html=False)
    schema = Schema(BOOKS.fields, name="book")
    assert group(page, {"title": [Span(0, 1)]}, schema) == [
        Record(page, {"badge": None, "title": Span(0, 1), "tag": (), "price": None}, type="book")
    ]


def test_another_way_to_cut() -> None:
    """How the sequence is cut into records can be replaced."""
    page = Page("tptp", html=False)
    places = {"title": [Span(0, 1), Span(2, 3)], "price": [Span(1, 2), Span(3, 4)]}
    found = group(page, places, BOOKS, begins=lambda sequence, _: list(range(len(sequence))))
    assert [record.extent for record in found] == [Span(0, 1), Span(1, 2), Span(2, 3), Span(3, 4)]


@given(st.lists(st.sampled_from(["tgp", "t", "tp", "tggg", "tg"]), min_size=1))
def test_anchored_records_always_come_back(records: list[str]) -> None:
    """When each record begins with its anchor, any mixture of records comes back, and no value is lost."""
    assert grouped("".join(records), BOOKS) == records


@given(st.text("btgp"))
def test_no_value_is_lost(letters: str) -> None:
    """Every value lands in exactly one record, in document order, whatever the sequence."""
    assert "".join(grouped(letters, BOOKS)) == letters


def test_bad_fields() -> None:
    """A field that the schema lacks, or that is nested, cannot be grouped."""
    page, nested = Page("t", html=False), Schema((Field("reviews", fields=(Field("by"),)),))
    with pytest.raises(BadInput, match="field isbn: the schema has no such field; it has badge, title, tag, price"):
        group(page, {"isbn": []}, BOOKS)
    with pytest.raises(BadInput, match="field reviews: a nested level cannot be grouped from spans"):
        group(page, {"reviews": [Span(0, 1)]}, nested)
