"""The induction loop: a Teacher gives examples, a Learner learns from all of them, until a criterion holds.

Legend

    teacher     returns one more labelled page, given the wrapper so far
    enough      the criterion: ``enough(wrapper, examples) -> bool``, for instance that a PAC bound is met
    Induction   the result: the last wrapper, the examples it was learned from, and whether the criterion holds

Departure: the loop of the thesis (its Induce) asks an oracle for random pages. Our teacher sees the current wrapper, so
it can be a person who corrects mistakes, and it may have no more examples.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from unweave.errors import BadInput
from unweave.records import Example
from unweave.wrapper import Learner, Teacher, Wrapper

Criterion = Callable[[Wrapper, Sequence[Example]], bool]


@dataclass(frozen=True, slots=True)
class Induction:
    """A wrapper, the examples it was learned from, and whether they were enough."""

    wrapper: Wrapper
    examples: tuple[Example, ...]
    reached: bool


def induce(teacher: Teacher, learner: Learner, *, enough: Criterion) -> Induction:
    """Ask for an example and learn, until the criterion holds or the teacher has no more examples.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> pages = [Page("<b>Emma</b>"), Page("<b>Kim</b><b>Dune</b>")]
    >>> titles = [["Emma"], ["Kim", "Dune"]]
    >>> shelf = [
    ...     Example.from_values(page, [{"title": title} for title in on_page])
    ...     for page, on_page in zip(pages, titles, strict=True)
    ... ]
    >>> result = induce(ListTeacher(shelf), LR(), enough=lambda wrapper, examples: len(examples) == 2)
    >>> result.reached, [record["title"] for record in result.wrapper.extract(pages[1])]
    (True, ['Kim', 'Dune'])
    """
    examples: list[Example] = []
    wrapper: Wrapper | None = None
    while (example := teacher.teach(wrapper)) is not None:
        examples.append(example)
        wrapper = learner.learn(examples)
        if enough(wrapper, examples):
            return Induction(wrapper, tuple(examples), reached=True)
    if wrapper is None:
        raise BadInput(source="the teacher", reason="it has not given a single example")
    return Induction(wrapper, tuple(examples), reached=False)


class ListTeacher:
    """A teacher with a list of examples, which it returns one after the other."""

    def __init__(self, examples: Sequence[Example]) -> None:
        self._rest = list(examples)

    def teach(self, wrapper: Wrapper | None) -> Example | None:
        """The next example of the list; the wrapper is ignored."""
        del wrapper
        return self._rest.pop(0) if self._rest else None
