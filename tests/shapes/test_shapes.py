"""What a record can be, end to end: from a few pages that are shown to the records of others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from shapes.cases import SHAPES, Given, Shape
from unweave.choose import learn
from unweave.choose.methods import METHODS
from unweave.combined import PerType
from unweave.errors import DoesNotFit, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.records.example import Status
from unweave.wrapper import Wrapper

LABELLED: tuple[Status, ...] = ("complete", "partial")


@dataclass(frozen=True)
class By:
    """What ``learn`` does with this method, as a learner."""

    method: str

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """The wrapper that ``learn`` gives."""
        return learn(examples, method=self.method)


def extracted(wrapper: Wrapper, pages: Iterable[Page]) -> list[Given]:
    """The records of each page, in the form in which they are given."""
    return [[_given(record.type, record.to_dict()) for record in wrapper.extract(page)] for page in pages]


def _given(kind: str, values: dict[str, Any]) -> dict[str, Any]:
    return {"type": kind, "record": values} if kind else values


def cases(names: Iterable[str], statuses: Iterable[Status], fails: dict[tuple[str, str, str], str]) -> list[Any]:
    """Every shape with every method and status; what fails today is marked with the reason."""
    marked = [
        (shape, name, status, fails.get((shape.name, name, status)))
        for name in names
        for shape in SHAPES
        for status in statuses
    ]
    return [
        pytest.param(
            shape,
            name,
            status,
            id=f"{name}-{shape.name}-{status}",
            marks=[pytest.mark.xfail(strict=True, reason=why)] if why else [],
        )
        for shape, name, status, why in marked
    ]


FAILS = {
    ("same-markup", "tree", "complete"): "the lists differ only in a heading, which is outside the context of trees",
    ("same-markup", "tree", "partial"): "the lists differ only in a heading, which is outside the context of trees",
}


@pytest.mark.parametrize(("shape", "method", "status"), cases(("auto", "tree"), LABELLED, FAILS))
def test_records_of_every_shape_are_learned(shape: Shape, method: str, status: Status) -> None:
    """Whole pages or two records of each type are enough for the records of pages that were not shown."""
    wrapper = PerType(By(method)).learn(shape.examples(status))
    assert extracted(wrapper, shape.unseen) == shape.wanted


OTHERS = [name for name in METHODS if name not in {"tree", "template"}]


@pytest.mark.parametrize(("shape", "method", "status"), cases(OTHERS, ["complete"], {}))
def test_every_family_is_right_or_says_that_it_cannot(shape: Shape, method: str, status: Status) -> None:
    """Shown whole pages, a family that has no words for a shape refuses it; none gives wrong records."""
    try:
        found = extracted(PerType(By(method)).learn(shape.examples(status)), shape.unseen)
    except (NoConsistentWrapper, DoesNotFit) as refusal:
        assert refusal.field
    else:
        assert found == shape.wanted
