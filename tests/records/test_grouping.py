"""Fields into records, learned from examples of records."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from unweave.combined import PerField
from unweave.page import Page, Span
from unweave.records import Example, Field, Record, Schema
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
    return Grouping(by, BOOKS.names).records(page, spans, BOOKS)  # type: ignore[arg-type]  # one of the four words


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
    """Records in boxes of their own are told apart by the boxes."""
    page, records = woven(rows, boxed=True)
    assert regrouped(page, records, "node") == records


def test_a_missing_leading_field() -> None:
    """A box keeps an optional field that stands before the anchor with its own record."""
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
    """Records that stand side by side in a table are read by column, empty cells and all."""
    names = "".join(f"<td>N{number}</td>" for number in range(4))
    prices = "".join(f"<td>{'' if number == 2 else f'${number}'}</td>" for number in range(4))
    page = Page(f"<table><tr><th>Name</th>{names}</tr><tr><th>Price</th>{prices}</tr></table>")
    rows = [{"name": f"N{number}", "price": None if number == 2 else f"${number}"} for number in range(4)]
    wrapper = PerField(KL()).learn([Example.from_values(page, rows)])
    assert wrapper.grouping.by == "column"
    assert [record.to_dict() for record in wrapper.extract(page)] == rows


def test_the_order_is_read_off_the_records() -> None:
    """Not the schema's order counts but that of the page."""
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
