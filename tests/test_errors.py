import pickle

import pytest

from unweave.errors import (
    BadInput,
    CannotCompile,
    DoesNotFit,
    NoConsistentWrapper,
    UnweaveError,
    ValueNotFound,
)

EVERY_ERROR = [
    BadInput(source="a.html", reason="the file is empty"),
    ValueNotFound(source="a.html", field="price", value="5", nearest=["$5"]),
    NoConsistentWrapper(kind="LR", field="price", page="a.html", constraint="r1", reason="nothing in common"),
    DoesNotFit(page="a.html", field="price", where=7, reason="'</b>' does not occur after it"),
    CannotCompile(target="css", reason="it looks at text"),
]


@pytest.mark.parametrize("error", EVERY_ERROR, ids=lambda error: type(error).__name__)
def test_errors_travel_between_processes(error: UnweaveError) -> None:
    """A worker's error arrives with its kind, its sentence and its data."""
    arrived = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (type(arrived), str(arrived), vars(arrived)) == (type(error), str(error), vars(error))


def test_an_error_without_a_place_says_just_the_reason() -> None:
    """What is not known is not made up."""
    assert str(NoConsistentWrapper(kind="LR", reason="no page shows a record")) == (
        "no LR wrapper agrees with the examples: no page shows a record"
    )
    assert str(DoesNotFit(page="", field=None, where=None, reason="no head")) == "the page does not fit: no head"
