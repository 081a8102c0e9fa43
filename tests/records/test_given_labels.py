"""Labels as people have them: values that are not on the page, values and lists, field names with typos."""

import pickle
from typing import Any

import pytest

import unweave
from unweave.errors import BadInput, MissingValue, NoConsistentWrapper, ValueNotFound
from unweave.page import Page
from unweave.records import UNKNOWN, Example
from unweave.records.example import IfMissing
from unweave.records.field_shapes import likely_typos, with_same_shapes

PAGE = Page("<p><b>Emma</b> by Jane Austen, <i>$5</i><p><b>Kim</b> by Rudyard Kipling, <i>$7</i>", name="p1.html")
ROWS: list[dict[str, Any]] = [
    {"title": "Ema", "by": "Jane Austen", "price": "$5"},
    {"title": "Kim", "by": ["Rudyard Kipling", "Max"], "price": "$8"},
]
MISSING = (MissingValue(1, "title", "Ema"), MissingValue(2, "by", "Max"), MissingValue(2, "price", "$8"))


def test_all_missing_values_are_named_at_once() -> None:
    """Each with its record, its field and what is near; the data of the error are those of the first."""
    with pytest.raises(ValueNotFound) as caught:
        Example.from_values(PAGE, ROWS)
    error = caught.value
    assert str(error) == (
        "p1.html: 3 values are not on the page:\n"
        "  record 1, field title: 'Ema'; nearest: 'Emma'\n"
        "  record 2, field by: 'Max'; nearest: 'Emma'\n"
        "  record 2, field price: '$8'; nearest: '$5', '$7'"
    )
    assert (error.field, error.value, error.missing) == ("title", "Ema", MISSING)
    assert pickle.loads(pickle.dumps(error)).missing == MISSING  # noqa: S301  our own bytes


def test_missing_values_are_unknown_on_request() -> None:
    """They are listed; the others are located; a list keeps what is there."""
    example = Example.from_values(PAGE, ROWS, missing="unknown")
    assert example.missing == MISSING
    assert [record.to_dict() for record in example.records] == [
        {"title": None, "by": "Jane Austen", "price": "$5"},
        {"title": "Kim", "by": ["Rudyard Kipling"], "price": None},
    ]
    assert example.records[0].cell("title") is UNKNOWN
    assert example.notes[0] == "record 1, field title: 'Ema' is not on the page and is taken as unknown"
    assert pickle.loads(pickle.dumps(example)).missing == MISSING  # noqa: S301  our own bytes


def test_a_list_of_which_nothing_is_there_is_unknown() -> None:
    """It is not an empty list, which would be a statement."""
    example = Example.from_values(PAGE, [{"title": "Kim", "tags": ["x1", "x2"], "more": []}], missing="unknown")
    assert (example.records[0].cell("tags"), example.records[0].cell("more")) == (UNKNOWN, ())


def test_a_text_in_a_list_counts_as_often_as_it_is_shown() -> None:
    """Scraped lists repeat values."""
    example = Example.from_values(Page("Ann, Bob, Ann"), [{"by": ["Bob", "Ann", "Ann", "Ann", "Bob"]}])
    assert example.records[0]["by"] == ["Bob", "Ann", "Ann"]


@pytest.mark.parametrize("given", [None, "", "  "])
@pytest.mark.parametrize("missing", ["error", "unknown"])
def test_an_empty_text_is_absent(given: str | None, missing: IfMissing) -> None:
    """As None: exported tables have empty texts where there is no value. In a list it is left out."""
    rows = [{"title": "Kim", "subtitle": given, "by": ["Rudyard Kipling", given], "tags": [given]}]
    example = Example.from_values(PAGE, rows, missing=missing)
    assert example.records[0].to_dict() == {"title": "Kim", "subtitle": None, "by": ["Rudyard Kipling"], "tags": []}
    assert (example.records[0].cell("subtitle"), example.missing) == (None, ())


def test_a_field_that_never_has_a_value_is_left_out() -> None:
    """The others are learned, and a note names it; fields of records in records as well."""
    page = Page("<h1>Emma</h1><ul><li>fine<li>dull</ul>")
    reviews = [{"text": "fine", "by": None}, {"text": "dull", "by": None}]
    given = {"title": "Emma", "price": "$5", "isbn": None, "reviews": reviews}
    wrapper = unweave.learn([Example.from_values(page, [given], missing="unknown")])
    found = wrapper.extract(page)
    assert [record.to_dict() for record in found] == [
        {"title": "Emma", "reviews": [{"text": "fine"}, {"text": "dull"}]},
    ]
    left_out = [note.split(":")[0] for note in wrapper.origin.history if "left out" in note]
    assert left_out == ["field price is left out", "field isbn is left out", "field reviews.by is left out"]


def test_a_field_that_cannot_be_learned_is_left_out() -> None:
    """A letter inside a word has no rule; the title beside it has."""
    shown = [
        Example.from_spans(Page("<h1>Emma</h1><p>abcdef ghijkl</p>"), [{"title": (4, 8), "letter": (18, 19)}]),
        Example.from_spans(Page("<h1>Kim</h1><p>mnopqrst</p>"), [{"title": (4, 7), "letter": (21, 22)}]),
    ]
    wrapper = unweave.learn(shown)
    assert wrapper.schema.names == ("title",)
    assert [record.to_dict() for record in wrapper.extract(Page("<h1>Dune</h1>"))] == [{"title": "Dune"}]
    (note,) = [note for note in wrapper.origin.history if "left out" in note]
    assert note.startswith("field letter is left out: no method finds 'c' and nothing wrong")


def test_nothing_that_can_be_learned_is_an_error() -> None:
    """It names the first field."""
    example = Example.from_values(PAGE, [{"title": "Ema", "price": "$8"}], missing="unknown")
    with pytest.raises(NoConsistentWrapper) as caught:
        unweave.learn([example])
    assert caught.value.field == "title"


def test_another_word_for_missing_is_refused() -> None:
    """With the words that are known."""
    with pytest.raises(BadInput, match="there are error, unknown"):
        Example.from_values(PAGE, [], missing="ignore")  # type: ignore[arg-type]  # that is the point


def test_a_value_and_a_list_make_a_field_with_many_values() -> None:
    """Over all records and pages that are given to learn."""
    pages = [
        Page(f"<h1>{title}</h1><p>by {', '.join(f'<a>{name}</a>' for name in by)}</p>", name=title)
        for title, by in (("Emma", ["Jane Austen"]), ("Good Omens", ["Terry Pratchett", "Neil Gaiman"]))
    ]
    shown = [
        Example.from_values(pages[0], [{"title": "Emma", "by": "Jane Austen"}]),
        Example.from_values(pages[1], [{"title": "Good Omens", "by": ["Terry Pratchett", "Neil Gaiman"]}]),
    ]
    wrapper = unweave.learn(shown)
    assert wrapper.schema["by"].many
    assert [wrapper.extract(page)[0]["by"] for page in pages] == [
        ["Jane Austen"],
        ["Terry Pratchett", "Neil Gaiman"],
    ]


def test_shapes_of_nested_fields_and_of_types() -> None:
    """They are made the same too; an example that is fine stays the same object."""
    page = Page("<p>Emma Ann Bob Cy <p>Kim Di")
    rows = [{"title": "Emma", "reviews": [{"by": "Ann"}, {"by": ["Bob", "Cy"]}]}]
    typed = [{"type": "book", "record": row} for row in rows] + [{"type": "other", "record": {"title": ["Kim"]}}]
    nested, other = with_same_shapes([Example.from_values(page, typed)])[0].records
    assert nested.to_dict() == {"title": "Emma", "reviews": [{"by": ["Ann"]}, {"by": ["Bob", "Cy"]}]}
    assert other.to_dict() == {"title": ["Kim"]}
    same = Example.from_values(page, [{"title": "Emma"}])
    assert with_same_shapes([same])[0] is same


@pytest.mark.parametrize(
    ("rare", "name", "is_typo"),
    [
        ("pirce", "price", True),
        ("prices", "price", True),
        ("prce", "price", True),
        ("prize", "price", True),
        ("price2", "price", False),
        ("author", "price", False),
        ("id", "is", False),
    ],
)
def test_typos(rare: str, name: str, is_typo: bool) -> None:
    """One letter apart, one of them in one record only."""
    page = Page("<p>1 <p>2 <p>3")
    rows = [{name: "1"}, {name: "2"}, {rare: "3"}]
    assert bool(likely_typos([Example.from_values(page, rows)])) is is_typo
    assert likely_typos([Example.from_values(page, [{name: "1"}, {name: "2", rare: "3"}])]) == []


def test_a_typo_is_named_in_the_result() -> None:
    """In the history of the wrapper or, where nothing can be learned, in the notes of the error."""
    page = Page("<p><b>Emma</b> <i>$5</i><p><b>Kim</b> <i>$7</i><p><b>Dune</b> <i>$9</i>")
    rows = [{"title": "Emma", "price": "$5"}, {"title": "Kim", "price": "$7"}, {"title": "Dune", "pricee": "$9"}]
    try:
        notes = unweave.learn([Example.from_values(page, rows, status="partial")]).origin.history
    except NoConsistentWrapper as problem:
        notes = tuple(problem.__notes__)
    assert "the field 'pricee' is in one record only: is it a typo of 'price'?" in notes
