import pytest

from contract.cases import SHOWN, UNSEEN
from unweave.delimiters import LR
from unweave.delimiters.pac import pac_enough
from unweave.errors import BadInput
from unweave.induce import ListTeacher, induce
from unweave.records import Example
from unweave.wrapper import Wrapper


def examples() -> list[Example]:
    return [Example.from_values(*page) for page in (SHOWN, UNSEEN[0])]


def test_it_stops_as_soon_as_the_criterion_holds() -> None:
    """No page is asked for in vain."""
    result = induce(ListTeacher(examples()), LR(), enough=lambda wrapper, seen: len(seen) == 1)
    assert (result.reached, result.examples) == (True, tuple(examples()[:1]))


def test_it_says_when_the_teacher_ran_dry() -> None:
    """Two pages do not satisfy the PAC bound, and the result says so."""
    result = induce(ListTeacher(examples()), LR(), enough=pac_enough(epsilon=0.1, delta=0.1))
    assert (result.reached, len(result.examples)) == (False, 2)


def test_the_teacher_sees_the_wrapper_so_far() -> None:
    """First nothing, then what the first example taught."""
    seen: list[Wrapper | None] = []

    class Listening:
        def __init__(self) -> None:
            self.rest = examples()

        def teach(self, wrapper: Wrapper | None) -> Example | None:
            seen.append(wrapper)
            return self.rest.pop(0) if self.rest else None

    result = induce(Listening(), LR(), enough=lambda wrapper, so_far: False)
    assert seen == [None, LR().learn(examples()[:1]), result.wrapper]


def test_a_teacher_without_examples_is_an_error() -> None:
    """Nothing can be learned without examples."""
    with pytest.raises(BadInput, match="not given a single example"):
        induce(ListTeacher([]), LR(), enough=lambda wrapper, seen: True)
