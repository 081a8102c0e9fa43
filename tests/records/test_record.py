import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.errors import BadInput
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Cell, Either, Record

PAGE = Page("<p><b>Emma</b> &amp; Co <i>$5</i> <u>new</u> <u>used</u> <s>Ann</s> <s>Bob</s>", name="p1.html")
TITLE, PRICE, TAGS = Span(6, 10), Span(27, 29), (Span(37, 40), Span(48, 52))
REVIEWS = (Record(PAGE, {"by": Span(60, 63)}), Record(PAGE, {"by": Span(71, 74)}))
FULL: dict[str, Cell] = {
    "title": TITLE,
    "price": Either((PRICE, TITLE)),
    "tags": TAGS,
    "reviews": REVIEWS,
    "isbn": None,
    "year": UNKNOWN,
}


NAMES = st.sampled_from(["title", "price", "naïve", " spaced "])


def _odd(start: Any, end: Any) -> Span:
    return Span(start, end)


def spans() -> st.SearchStrategy[Span]:
    places = st.integers(0, len(PAGE))
    return st.tuples(places, places).map(lambda pair: Span(min(pair), max(pair)))


def cells() -> st.SearchStrategy[Cell]:
    single = st.one_of(spans(), st.lists(spans(), min_size=1, max_size=3).map(lambda found: Either(tuple(found))))
    nested = st.lists(st.dictionaries(NAMES, single, max_size=2).map(lambda found: Record(PAGE, found)), max_size=3)
    return st.one_of(single, st.none(), st.just(UNKNOWN), st.lists(single, max_size=3).map(tuple), nested.map(tuple))


def test_record_gives_text() -> None:
    """A record gives the text of its values, lists for many values and nested records, None for what it lacks."""
    record = Record(PAGE, FULL)
    assert [record[name] for name in record] == ["Emma", "Emma", ["new", "used"], [*REVIEWS], None, None]
    assert list(record) == list(FULL)
    assert (len(record), "isbn" in record, "pages" in record) == (6, True, False)


def test_record_gives_spans() -> None:
    """A record gives the spans of its values; of an either/or cell the first, of a nested level all."""
    record = Record(PAGE, FULL)
    assert {name: record.spans(name) for name in record} == {
        "title": (TITLE,),
        "price": (TITLE,),
        "tags": TAGS,
        "reviews": (Span(60, 63), Span(71, 74)),
        "isbn": (),
        "year": (),
    }
    assert [record.span(name) for name in ("title", "tags", "isbn")] == [TITLE, Span(37, 52), None]
    assert record.extent == Span(6, 74)
    assert {name: record.cell(name) for name in record} == FULL


def test_record_as_plain_values() -> None:
    """A record's dict holds texts, lists, dicts and None, in the record's order, and nothing else."""
    assert list(Record(PAGE, FULL).to_dict().items()) == [
        ("title", "Emma"),
        ("price", "Emma"),
        ("tags", ["new", "used"]),
        ("reviews", [{"by": "Ann"}, {"by": "Bob"}]),
        ("isbn", None),
        ("year", None),
    ]


def test_unknown_name() -> None:
    """A name that the record does not have is a KeyError; ``get`` has a default for it and for absent values."""
    record = Record(PAGE, FULL)
    for ask in (record.__getitem__, record.cell, record.span, record.spans):
        with pytest.raises(KeyError):
            ask("pages")
    assert [record.get(name, "-") for name in ("title", "isbn", "year", "pages")] == ["Emma", "-", "-", "-"]


def test_text_across_nodes() -> None:
    """A value that runs over tags and entities reads as a reader sees it."""
    assert Record(PAGE, {"shop": Span(6, 23)})["shop"] == "Emma & Co"


def test_record_is_a_value() -> None:
    """Records are equal when page, type and cells are, hash alike, and survive copying and pickling."""
    record = Record(PAGE, FULL, type="book")
    same = Record(PAGE, dict(reversed(FULL.items())), type="book")
    assert record == same
    assert hash(record) == hash(same)
    assert record == pickle.loads(pickle.dumps(record)) == copy.deepcopy(record)  # noqa: S301  our own bytes
    others = [Record(PAGE, FULL), Record(PAGE, FULL | {"isbn": TITLE}, type="book"), Record(Page(PAGE.source), {})]
    assert [other == record for other in others] == [False, False, False]
    assert record != "book"


def test_record_cannot_change() -> None:
    """Nothing about a record can be changed, also not through the mapping it was made from."""
    given = dict(FULL)
    record = Record(PAGE, given)
    given.clear()
    assert list(record) == list(FULL)
    with pytest.raises(AttributeError):
        record.type = "book"
    with pytest.raises(AttributeError):
        del record.page


def test_record_shows_itself() -> None:
    """The repr names the page and shows the values."""
    assert repr(Record(PAGE, {"title": TITLE}, type="book")) == "Record(p1.html, {'title': 'Emma'}, type='book')"


@given(st.dictionaries(NAMES, cells(), max_size=4))
def test_extent_contains_all_spans(given: dict[str, Cell]) -> None:
    """The extent contains every span of the record and begins and ends with one of them."""
    record = Record(PAGE, given)
    found = [span for name in record for span in record.spans(name)]
    if record.extent is None:
        assert found == []
    else:
        assert all(record.extent.contains(span) for span in found)
        assert record.extent.start in {span.start for span in found}
        assert record.extent.end in {span.end for span in found}


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({"": TITLE}, "p1.html: '' cannot be the name of a field: it must be a text that is not empty"),
        ({" ": TITLE}, "p1.html: ' ' cannot be the name of a field: it must be a text that is not empty"),
        ({3: TITLE}, "p1.html: 3 cannot be the name of a field: it must be a text that is not empty"),
        ({"a": Span(7, 3)}, "p1.html: field a: the span 7-3 ends before it begins"),
        ({"a": Span(-1, 3)}, "p1.html: field a: the span -1-3 does not lie on the page, which has 78 characters"),
        ({"a": Span(3, 79)}, "p1.html: field a: the span 3-79 does not lie on the page, which has 78 characters"),
        (
            {"a": (TITLE, Span(3, 79))},
            "p1.html: field a: the span 3-79 does not lie on the page, which has 78 characters",
        ),
        (
            {"a": Either((Span(3, 79),))},
            "p1.html: field a: the span 3-79 does not lie on the page, which has 78 characters",
        ),
        ({"a": _odd("3", 7)}, "p1.html: field a: Span(start='3', end=7) is not a span, a pair of whole numbers"),
        ({"a": _odd(3.5, 7)}, "p1.html: field a: Span(start=3.5, end=7) is not a span, a pair of whole numbers"),
        ({"a": (3, 7)}, "p1.html: field a: 3 is not a span, a pair of whole numbers"),
        ({"a": (None,)}, "p1.html: field a: None is not a span, a pair of whole numbers"),
        ({"a": Either(())}, "p1.html: field a: an either/or cell needs at least one span"),
        ({"a": (TITLE, REVIEWS[0])}, "p1.html: field a: records and single values are mixed in one level"),
        ({"a": (Record(Page("x"), {}),)}, "p1.html: field a: a nested record belongs to another page"),
        (
            {"a": "Emma"},
            "p1.html: field a: 'Emma' is not a cell: give a Span, a tuple of them, records, None or UNKNOWN",
        ),
        (
            {"a": [TITLE]},
            f"p1.html: field a: {[TITLE]} is not a cell: give a Span, a tuple of them, records, None or UNKNOWN",
        ),
    ],
)
def test_bad_cells(cells: dict[Any, Any], reason: str) -> None:
    """What cannot be a cell, or does not lie on the page, is refused with page, field and reason."""
    with pytest.raises(BadInput) as caught:
        Record(PAGE, cells)
    assert str(caught.value) == reason


def test_bad_cell_on_a_page_without_name() -> None:
    """A page without name is called the page."""
    with pytest.raises(BadInput, match=r"^the page: field a: the span 0-4 "):
        Record(Page("Emm"), {"a": Span(0, 4)})


def test_empty_spans_are_allowed() -> None:
    """An empty span is a place with no text, at either end of the page too."""
    record = Record(PAGE, {"start": Span(0, 0), "end": Span(len(PAGE), len(PAGE))})
    assert record.to_dict() == {"start": "", "end": ""}
