"""Grouping of values into records: learned from examples of records, and by the order of the page alone."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.combined import PerField
from unweave.errors import BadInput
from unweave.page import Page, Span
from unweave.records import Example, Field, Record, Schema, group
from unweave.records.grouping import Grouping, groupings, paths, spans_of
from unweave.trees import KL

BOOKS = Schema(
    (Field("title"), Field("author", optional=True), Field("tags", many=True), Field("price", optional=True))
)


def woven(rows: list[dict[str, object]], *, boxed: bool) -> tuple[Page, list[Record]]:
    """A page with these records, each in a box of its own or all in a row, and the records with their places."""
    source, records = "", []
    for row in rows:
        cells: dict[str, object] = {}
        source += "<div>" * boxed
        for field in BOOKS.fields:
            given: Any = row.get(field.name)
            values: list[str] = given if isinstance(given, list) else [given] if given else []
            spans = []
            for value in values:
                source += f"<{field.name}>"
                spans.append(Span(len(source), len(source) + len(value)))
                source += f"{value}</{field.name}>"
            cells[field.name] = tuple(spans) if field.many else spans[0] if spans else None
        source += "</div>" * boxed
        records.append(cells)
    page = Page(f"{source}<hr>", html=True)
    return page, [Record(page, cells) for cells in records]  # type: ignore[arg-type]  # cells as built above


def regrouped(page: Page, records: list[Record], by: str) -> list[Record]:
    values = [value for record in records for value in spans_of(record)]
    spans = {path: [value.span for value in values if value.field == path] for path in paths(BOOKS.fields)}
    return Grouping(by, BOOKS.names).records(page, spans, BOOKS)  # type: ignore[arg-type]  # one of the groupings


rows = st.lists(
    st.fixed_dictionaries(
        {"title": st.just("Emma")},
        optional={"author": st.just("Jane"), "tags": st.lists(st.just("new"), max_size=3), "price": st.just("$5")},
    ),
    min_size=1,
    max_size=5,
)


@given(rows=rows, boxed=st.booleans())
def test_by_sequence(rows: list[dict[str, object]], boxed: bool) -> None:
    """Whatever optional and many-valued fields are there, the sequence gives the records back."""
    page, records = woven(rows, boxed=boxed)
    assert regrouped(page, records, "sequence") == records


@given(rows=rows)
def test_by_node(rows: list[dict[str, object]]) -> None:
    """Records in boxes of their own are separated by the boxes."""
    page, records = woven(rows, boxed=True)
    assert regrouped(page, records, "node") == records


def test_a_missing_leading_field() -> None:
    """A box keeps an optional field before the anchor with its own record."""
    page = Page("<div><b>Emma</b></div><div><i>new</i><b>Kim</b></div>")
    rows: list[dict[str, Any]] = [{"title": "Emma", "badge": None}, {"title": "Kim", "badge": "new"}]
    wrapper = PerField(KL()).learn([Example.from_values(page, rows)])
    other = Page("<div><i>new</i><b>Dune</b></div><div><b>Ubik</b></div><div><i>new</i><b>Solaris</b></div>")
    assert wrapper.grouping.by == "node"
    assert [record.to_dict() for record in wrapper.extract(other)] == [
        {"title": "Dune", "badge": "new"},
        {"title": "Ubik", "badge": None},
        {"title": "Solaris", "badge": "new"},
    ]


def test_by_column() -> None:
    """Records that are columns of a table are grouped by column, also with empty cells."""
    names = "".join(f"<td>N{number}</td>" for number in range(4))
    prices = "".join(f"<td>{'' if number == 2 else f'${number}'}</td>" for number in range(4))
    page = Page(f"<table><tr><th>Name</th>{names}</tr><tr><th>Price</th>{prices}</tr></table>")
    rows = [{"name": f"N{number}", "price": None if number == 2 else f"${number}"} for number in range(4)]
    wrapper = PerField(KL()).learn([Example.from_values(page, rows)])
    assert wrapper.grouping.by == "column"
    assert [record.to_dict() for record in wrapper.extract(page)] == rows


def test_the_order_is_learned_from_the_records() -> None:
    """The order is that of the page, not of the schema."""
    page = Page("$5 Emma $7 Kim")
    schema = Schema((Field("title"), Field("price")))
    record = Record(page, {"title": Span(3, 7), "price": Span(0, 2)})
    assert {each.order for each in groupings([record], schema)} == {("price", "title")}


def test_an_example_of_one_record_is_enough() -> None:
    """The grouping must hold on the whole page, also where only one of its records was shown."""
    page = Page("<b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i><br>")
    example = Example.from_values(page, [{"country": "Congo", "code": "242"}], status="partial")
    wrapper = PerField(KL()).learn([example])
    assert [record.to_dict() for record in wrapper.extract(page)] == [
        {"country": "Congo", "code": "242"},
        {"country": "Egypt", "code": "20"},
    ]


SHOP = Schema((Field("badge", optional=True), Field("title"), Field("tag", many=True), Field("price", optional=True)))
LETTERS = {"b": "badge", "t": "title", "g": "tag", "p": "price"}


def grouped(letters: str, schema: Schema) -> list[str]:
    """Groups a page of single letters, each standing for a field, and gives each record's letters."""
    page = Page(letters, html=False)
    places = {
        name: [Span(i, i + 1) for i, found in enumerate(letters) if found == letter]
        for letter, name in LETTERS.items()
        if name in schema
    }
    return ["".join(page[span] for span in sorted(_all_spans(record))) for record in group(page, places, schema)]


def _all_spans(record: Record) -> list[Span]:
    return [span for name in record for span in record.spans(name)]


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
    assert grouped("".join(records), SHOP) == records


@pytest.mark.parametrize("records", [["tpb", "tpb"], ["tb", "tpb"]])
def test_page_overrules_the_schema(records: list[str]) -> None:
    """A field that the page shows behind its last anchor, and never before the first, follows its anchor."""
    assert grouped("".join(records), SHOP) == records


def test_schema_order_need_not_be_page_order() -> None:
    """The fields of a record may have another order on the page than in the schema."""
    schema = Schema((Field("price"), Field("title"), Field("badge", optional=True)))
    assert grouped("btptpbtp", schema) == ["btp", "tp", "btp"]


def test_without_anchor() -> None:
    """Where every field is optional the most frequent one is the anchor."""
    schema = Schema((Field("badge", optional=True), Field("title", optional=True), Field("price", optional=True)))
    assert grouped("btptpbtp", schema) == ["btp", "tp", "btp"]


def test_every_field_has_a_cell() -> None:
    """A grouped record names every field of the schema, has its type, and lacks what the page lacks."""
    page = Page("t", html=False)
    schema = Schema(SHOP.fields, name="book")
    assert group(page, {"title": [Span(0, 1)]}, schema) == [
        Record(page, {"badge": None, "title": Span(0, 1), "tag": (), "price": None}, type="book")
    ]


@given(st.lists(st.sampled_from(["tgp", "t", "tp", "tggg", "tg"]), min_size=1))
def test_anchored_records_always_come_back(records: list[str]) -> None:
    """When each record begins with its anchor, any mixture of records comes back, and no value is lost."""
    assert grouped("".join(records), SHOP) == records


@given(st.text("btgp"))
def test_no_value_is_lost(letters: str) -> None:
    """Every value lands in exactly one record, in document order, whatever the sequence."""
    assert "".join(grouped(letters, SHOP)) == letters


def test_bad_fields() -> None:
    """A field that the schema lacks, or that is nested, cannot be grouped."""
    page, nested = Page("t", html=False), Schema((Field("reviews", fields=(Field("by"),)),))
    with pytest.raises(BadInput, match="field isbn: the schema has no such field; it has badge, title, tag, price"):
        group(page, {"isbn": []}, SHOP)
    with pytest.raises(BadInput, match="field reviews: a nested level cannot be grouped from spans"):
        group(page, {"reviews": [Span(0, 1)]}, nested)
