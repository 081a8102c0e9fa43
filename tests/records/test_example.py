import pickle
from typing import Any

import pytest

from unweave.errors import BadInput, ValueNotFound
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Either, Example, Field, Record, Schema, schema_of

PAGE = Page("<h1>Dallas</h1><p>Emma <b>$5</b> Dallas <i>Ann</i> <i>Bob</i><p>Kim <b>$7</b>", name="p1.html")
DALLAS = (Span(4, 10), Span(33, 39))
EMMA, KIM, FIVE, SEVEN, ANN, BOB = Span(18, 22), Span(64, 67), Span(26, 28), Span(71, 73), Span(43, 46), Span(54, 57)


def cells(example: Example) -> list[dict[str, Any]]:
    return [{name: record.cell(name) for name in record} for record in example.records]


def test_unlabelled_page() -> None:
    """A page alone is an example of which nothing is known."""
    example = Example(PAGE)
    assert (example.records, example.status, dict(example.rejected), example.section) == ((), "unlabelled", {}, None)
    assert example.schema == Schema()


def test_from_values() -> None:
    """Texts are found on the page; null, unknown and lists become what they mean, in the given order."""
    example = Example.from_values(
        PAGE,
        [
            {"title": "Emma", "price": "$5", "isbn": None, "year": UNKNOWN, "by": ["Ann", "Bob"]},
            {"title": "Kim", "price": "$7", "isbn": {"unknown": True}, "year": None, "by": []},
        ],
    )
    assert cells(example) == [
        {"title": EMMA, "price": FIVE, "isbn": None, "year": UNKNOWN, "by": (ANN, BOB)},
        {"title": KIM, "price": SEVEN, "isbn": UNKNOWN, "year": None, "by": ()},
    ]
    assert example.status == "complete"
    assert example.schema.names == ("title", "price", "isbn", "year", "by")


def test_forms_of_a_value() -> None:
    """A value may be given by its span, by its number among the places of its text, or as several spans."""
    given = {
        "a": {"span": [18, 22]},
        "b": {"text": "Dallas", "nth": 2},
        "c": {"either": [[33, 39], [4, 10]]},
        "d": EMMA,
        "e": Either(DALLAS),
    }
    assert cells(Example.from_values(PAGE, [given])) == [
        {"a": EMMA, "b": DALLAS[1], "c": Either(DALLAS), "d": EMMA, "e": Either(DALLAS)}
    ]


def test_nested_records() -> None:
    """A nested level given as records comes back as records, one given as values as values."""
    given = {"title": "Emma", "reviews": [{"text": "Ann", "nth": "Bob"}, {"text": "Bob", "nth": None}]}
    example = Example.from_values(PAGE, [given])
    assert example.records[0].to_dict() == given
    assert example.schema["reviews"] == Field("reviews", fields=(Field("text"), Field("nth", optional=True)))


def test_several_places_are_either_or() -> None:
    """A text that occurs several times is an Either, also inside a list."""
    example = Example.from_values(PAGE, [{"city": "Dallas", "cities": ["Dallas", "Emma"]}])
    assert cells(example) == [{"city": Either(DALLAS), "cities": (Either(DALLAS), EMMA)}]


def test_rejected_places_are_not_alternatives() -> None:
    """A place that was rejected for a field is no alternative for its values, but one for those of other fields."""
    example = Example.from_values(
        PAGE, [{"city": "Dallas", "town": "Dallas"}], rejected={"city": [{"text": "Dallas", "nth": 1}]}
    )
    assert cells(example) == [{"city": DALLAS[1], "town": Either(DALLAS)}]
    assert dict(example.rejected) == {"city": (DALLAS[0],)}


def test_rejected_text_rejects_all_its_places() -> None:
    """A rejected text rejects all its occurrences."""
    example = Example.from_values(PAGE, [], status="partial", rejected={"city": ["Dallas", "Emma"]})
    assert dict(example.rejected) == {"city": (DALLAS[0], EMMA, DALLAS[1])}


def test_section() -> None:
    """Within a section values are looked for, and counted, only there."""
    example = Example.from_values(PAGE, [{"city": "Dallas", "again": {"text": "Dallas", "nth": 1}}], section=[15, 61])
    assert cells(example) == [{"city": DALLAS[1], "again": DALLAS[1]}]
    assert example.section == Span(15, 61)


def test_from_spans() -> None:
    """Pairs of numbers are spans, lists of pairs are many values, lists of dicts are nested records."""
    given = {
        "title": (18, 22),
        "price": [26, 28],
        "by": [(43, 46), (54, 57)],
        "city": Either(DALLAS),
        "isbn": None,
        "year": UNKNOWN,
        "reviews": [{"by": (43, 46)}],
    }
    example = Example.from_spans(PAGE, [given], rejected={"title": [(4, 10)]})
    assert cells(example) == [
        {
            "title": EMMA,
            "price": FIVE,
            "by": (ANN, BOB),
            "city": Either(DALLAS),
            "isbn": None,
            "year": UNKNOWN,
            "reviews": (Record(PAGE, {"by": ANN}),),
        }
    ]
    assert dict(example.rejected) == {"title": (Span(4, 10),)}


def test_records_can_be_given() -> None:
    """Records themselves are taken as they are, so extracted ones can become an example."""
    record = Record(PAGE, {"title": EMMA}, type="book")
    assert Example.from_values(PAGE, [record]).records == Example.from_spans(PAGE, [record]).records == (record,)


def test_several_types() -> None:
    """An example may hold records of several types; each type must have a schema of its own."""
    given = [{"type": "book", "record": {"title": "Emma"}}, {"type": "city", "record": {"title": ["Ann"]}}]
    example = Example.from_values(PAGE, given)
    assert [record.type for record in example.records] == ["book", "city"]
    with pytest.raises(BadInput, match="several types"):
        _ = example.schema


def test_what_is_not_named() -> None:
    """A field that a record does not name is absent in a complete example, unknown in a partial one."""
    for status, cell, optional in (("complete", None, True), ("partial", UNKNOWN, False)):
        example = Example.from_values(
            PAGE,
            [{"title": "Emma", "price": "$5"}, {"title": "Kim"}],
            status=status,  # type: ignore[arg-type]  # one of the known words
        )
        assert example.cell(example.records[1], "price") is cell
        assert example.schema["price"].optional is optional


def test_schema_of_several_examples() -> None:
    """Examples of one site share a schema, in which silence counts only on complete pages."""
    one = Example.from_values(PAGE, [{"title": "Emma", "price": "$5"}])
    two = Example.from_values(PAGE, [{"title": "Kim"}], status="partial")
    assert schema_of([one, two, Example(PAGE)]) == Schema((Field("title"), Field("price")))


def test_example_is_a_value() -> None:
    """Examples are equal when they say the same, hash alike, survive pickling and cannot be changed."""

    def make() -> Example:
        return Example.from_values(PAGE, [{"title": "Emma"}], rejected={"title": ["Kim"]})

    assert make() == make() == pickle.loads(pickle.dumps(make()))  # noqa: S301  our own bytes
    assert hash(make()) == hash(make())
    assert make() != Example.from_values(PAGE, [{"title": "Emma"}])
    with pytest.raises(AttributeError):
        make().status = "partial"  # type: ignore[misc]  # that is the point
    with pytest.raises(TypeError):
        make().rejected["title"] = ()  # type: ignore[index]  # that is the point


def test_value_not_on_the_page() -> None:
    """A value that is not on its page is an error with page, field, value and the nearest texts."""
    with pytest.raises(ValueNotFound) as caught:
        Example.from_values(PAGE, [{"title": "Emma", "reviews": [{"by": "Anne"}]}])
    assert str(caught.value) == "p1.html: field reviews.by: 'Anne' is not on the page; nearest: 'Ann'"
    assert (caught.value.value, caught.value.nearest) == ("Anne", ("Ann",))


BAD_VALUES: list[tuple[Any, str]] = [
    ("Emma", "p1.html: 'Emma' is not a record: give a mapping from field names to values"),
    ({"a": 5}, "p1.html: field a: 5 (int) is not a value: "),
    ({"a": True}, "p1.html: field a: True (bool) is not a value: "),
    ({"a": {"by": "Ann"}}, "p1.html: field a: {'by': 'Ann'} (a record) is not a value: "),
    ({"a": [3, 7]}, "p1.html: field a: 3 (int) cannot be in a list: "),
    ({"a": [["Ann"]]}, "p1.html: field a: ['Ann'] (list) cannot be in a list: "),
    ({"a": ["Ann", {"by": "Bob"}]}, "p1.html: field a: records and single values are mixed in one level"),
    ({"a": {"span": [9, 4]}}, "p1.html: field a: the span 9-4 ends before it begins"),
    ({"a": {"span": [0, 400]}}, "p1.html: field a: the span 0-400 does not lie on the page, which has 77 characters"),
    ({"a": {"either": [[0, 4], [1]]}}, "p1.html: field a: [1] is not a span, a pair of whole numbers"),
    ({"a": {"text": "Dallas", "nth": 3}}, "p1.html: field a: 'Dallas' occurs 2 times; there is no number 3"),
    ({"a": {"text": "Dallas", "nth": 0}}, "p1.html: field a: 'Dallas' occurs 2 times; there is no number 0"),
    ({"": "Emma"}, "p1.html: '' cannot be the name of a field: it must be a text that is not empty"),
    ({3: "Emma"}, "p1.html: 3 cannot be the name of a field: it must be a text that is not empty"),
]


@pytest.mark.parametrize(("given", "reason"), BAD_VALUES)
def test_bad_values(given: Any, reason: str) -> None:
    """What cannot be a value is refused with page, field and reason."""
    with pytest.raises(BadInput) as caught:
        Example.from_values(PAGE, [given])
    assert str(caught.value).startswith(reason)


BAD_EXAMPLES: list[tuple[dict[str, Any], str]] = [
    ({"status": "done"}, "p1.html: 'done' is no status. It would help to use one of complete, partial, unlabelled"),
    (
        {"status": "unlabelled"},
        "p1.html: an unlabelled page has no records and rejects nothing; its status must be complete or partial",
    ),
    (
        {"status": "partial", "section": [0, 50]},
        "p1.html: only a complete example has a section, and this one is partial",
    ),
    ({"section": [0, 400]}, "p1.html: field section: the span 0-400 does not lie on the page, which has 77 characters"),
    ({"section": [5]}, "p1.html: field section: [5] is not a span, a pair of whole numbers"),
    ({"section": [0, 15]}, "p1.html: field title: 'Emma' at 18-22 lies outside the section"),
    ({"rejected": {"title": [EMMA]}}, "p1.html: field title: 'Emma' at 18-22 is given as a value and rejected"),
    ({"rejected": {"title": "Emma"}}, "p1.html: field title: what is rejected is given as a list of values"),
    ({"rejected": {"title": [5]}}, "p1.html: field title: 5 cannot be rejected: give a text or a span"),
    ({"rejected": ["Emma"]}, "p1.html: what is rejected is given as a mapping from field names to lists of values"),
]


@pytest.mark.parametrize(("changes", "reason"), BAD_EXAMPLES)
def test_bad_examples(changes: dict[str, Any], reason: str) -> None:
    """An example that contradicts itself is refused with page, field and reason."""
    with pytest.raises(BadInput) as caught:
        Example.from_values(PAGE, [{"title": {"span": [18, 22]}}], **changes)
    assert str(caught.value) == reason


def test_every_place_rejected() -> None:
    """A value of which every place was rejected cannot be a value."""
    with pytest.raises(BadInput, match="field city: every place that shows 'Dallas' was rejected"):
        Example.from_values(PAGE, [{"city": "Dallas"}], rejected={"city": ["Dallas"]})


def test_records_of_another_page() -> None:
    """A record of another page is refused."""
    with pytest.raises(BadInput, match=r"^p1.html: a record belongs to another page, p2.html$"):
        Example(PAGE, (Record(Page("x", name="p2.html"), {}),), status="complete")


def test_inconsistent_shapes() -> None:
    """Records that give values and nested records for a field do not make an example; a value and a list do."""
    with pytest.raises(BadInput, match=r"^p1.html: field by: it is given as a list of records and as a single value$"):
        Example.from_values(PAGE, [{"by": [{"name": "Ann"}]}, {"by": "Bob"}])
    assert Example.from_values(PAGE, [{"by": ["Ann"]}, {"by": "Bob"}]).schema["by"].many


@pytest.mark.parametrize(
    "given", [{"a": (9, 4)}, {"a": (0, 400)}, {"a": "Emma"}, {"a": (1, 2, 3)}, {"a": [(1,)]}, {"a": 3}]
)
def test_bad_spans(given: Any) -> None:
    """What is not a pair of numbers on the page cannot be a span."""
    with pytest.raises(BadInput, match=r"^p1.html: field a: "):
        Example.from_spans(PAGE, [given])
