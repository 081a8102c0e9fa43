"""What cannot be learned from is refused with the field, the page and the reason."""

from typing import Any

import pytest

from unweave.delimiters import HLRT, HOCLRT, LR, MLR, NHLRT, NLR, OCLR
from unweave.demo import shelf_pages
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.wrapper import Learner

PAGE = Page("[A](B)[C](D)[E](F)", name="p1", html=False)
FLAT = [LR(), HLRT(), OCLR(), HOCLRT(), MLR()]
ALL = [*FLAT, NLR(), NHLRT()]
every_class = pytest.mark.parametrize("learner", ALL, ids=lambda learner: type(learner).__name__)
flat_classes = pytest.mark.parametrize("learner", FLAT, ids=lambda learner: type(learner).__name__)


def example(*records: dict[str, Any]) -> Example:
    return Example.from_spans(PAGE, list(records))


@every_class
def test_nothing_to_learn_from(learner: Learner) -> None:
    """No example, an unlabelled page, a page without records, records without fields (K = 0)."""
    for examples in ([], [Example(PAGE)], [example()], [example({})]):
        with pytest.raises(BadInput, match="nothing to learn"):
            learner.learn(examples)


@every_class
def test_a_value_of_length_zero(learner: Learner) -> None:
    """It is refused, and the way to allow it is named."""
    with pytest.raises(BadInput, match=r"p1: field b: the value at 4 has length zero.*empty_values"):
        learner.learn([example({"a": (1, 2), "b": (4, 4)})])


def test_a_value_of_length_zero_can_be_allowed() -> None:
    """An empty cell of a table is a value where it is allowed."""
    page = Page("[A]()[C](D)", html=False)
    shown = Example.from_spans(page, [{"a": (1, 2), "b": (4, 4)}, {"a": (6, 7), "b": (9, 10)}])
    assert LR(empty_values=True).learn([shown]).extract(page) == list(shown.records)


@flat_classes
def test_values_that_overlap(learner: Learner) -> None:
    """Two fields cannot share a character."""
    with pytest.raises(NoConsistentWrapper, match="field b, page p1: its value in record 1 overlaps that of a"):
        learner.learn([example({"a": (1, 5), "b": (4, 6)})])


@flat_classes
def test_records_in_another_order_than_the_page(learner: Learner) -> None:
    """An example has them in the order of the page, so that the result is the same."""
    rows: list[Any] = [{"a": (1, 2), "b": (4, 5)}, {"a": (7, 8), "b": (10, 11)}]
    results: list[object] = []
    for given in (rows, rows[::-1]):
        try:
            results.append(learner.learn([example(*given)]))
        except NoConsistentWrapper as problem:
            results.append(str(problem))
    assert results[0] == results[1]


@flat_classes
def test_records_inside_one_another(learner: Learner) -> None:
    """Records follow one another."""
    with pytest.raises(NoConsistentWrapper, match="page p1: record 2 begins before record 1 ends"):
        learner.learn([example({"a": (1, 2), "b": (10, 11)}, {"a": (4, 5), "b": (7, 8)})])


@flat_classes
def test_fields_in_changing_order(learner: Learner) -> None:
    """In one record a comes before b, in the other after it."""
    with pytest.raises(NoConsistentWrapper, match=r"in record 2 it comes before .*fields must keep one order"):
        learner.learn([example({"a": (1, 2), "b": (4, 5)}, {"b": (7, 8), "a": (10, 11)})])


@every_class
def test_a_label_outside_the_page(learner: Learner) -> None:
    """The example itself is refused."""
    with pytest.raises(BadInput, match="does not lie on the page"):
        learner.learn([example({"a": (1, 99)})])


@pytest.mark.parametrize("learner", [LR(), HLRT(), OCLR(), HOCLRT()], ids=lambda learner: type(learner).__name__)
def test_an_absent_value_where_the_class_knows_none(learner: Learner) -> None:
    """Only M-LR and the nested classes do."""
    with pytest.raises(NoConsistentWrapper, match="field b, page p1: record 2 has no value for it"):
        learner.learn([example({"a": (1, 2), "b": (4, 5)}, {"a": (7, 8), "b": None})])


@flat_classes
def test_a_list_where_the_class_knows_none(learner: Learner) -> None:
    """Only the nested classes take lists."""
    with pytest.raises(NoConsistentWrapper, match="field b, page p1: it has lists of values"):
        learner.learn([example({"a": (1, 2), "b": [(4, 5)]})])


@pytest.mark.parametrize("learner", [NLR(), NHLRT()], ids=lambda learner: type(learner).__name__)
@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"a": (1, 2), "b": [(4, 5)], "c": [(7, 8)]}, "one list below each level, not b and c"),
        ({"b": [(4, 5)]}, "needs a single value of its own"),
        ({"a": (1, 2), "b": None, "c": [(7, 8)]}, "no b above it: only the innermost levels may be absent"),
        ({"a": (4, 5), "b": [(1, 2)]}, "do not follow one another"),
    ],
)
def test_a_shape_that_is_no_hierarchy(learner: Learner, record: dict[str, Any], reason: str) -> None:
    """A chain of single values with at most one list at its end."""
    shown = [example(record), example({**record, "b": (4, 5)})] if record.get("b", 1) is None else [example(record)]
    with pytest.raises(NoConsistentWrapper, match=reason):
        learner.learn(shown)


def test_a_record_without_any_value() -> None:
    """M-LR cannot find what is not there."""
    with pytest.raises(NoConsistentWrapper, match="page p1: record 2 has no value at all"):
        MLR().learn([example({"a": (1, 2), "b": (4, 5)}, {"a": None, "b": None})])


def test_a_field_that_is_never_shown() -> None:
    """Its delimiters cannot be guessed."""
    shown = Example.from_values(PAGE, [{"a": "A", "b": {"unknown": True}}], status="partial")
    with pytest.raises(NoConsistentWrapper, match="field b: none of its values is shown"):
        LR().learn([shown])


def test_labels_that_leave_out_records_are_refused() -> None:
    """The last record of every page is forgotten, so what follows looks like a record and cannot be excluded."""
    names = ("title", "author", "price")
    shown = [
        Example.from_spans(one.page, [{name: record.span(name) for name in names} for record in one.records[:-1]])
        for one in shelf_pages()[:5]
    ]
    with pytest.raises(NoConsistentWrapper) as raised:
        OCLR().learn(shown)
    assert (raised.value.field, raised.value.constraint) == ("title", "C4, opening, closing and first left delimiter")
