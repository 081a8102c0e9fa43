"""No answer is dropped."""

from collections.abc import Sequence
from typing import Any

import pytest

from unweave.choose.answered import AnsweredExamples, statement_of
from unweave.choose.evidence import ChosenWrapper
from unweave.choose.questions import Question
from unweave.delimiters import LR
from unweave.errors import ValueNotFound
from unweave.page import Page, Span
from unweave.records import Example

PAGES = [
    Page(f"<b>{title}</b><i>{kind}</i>", name=f"{title}.html".lower())
    for title, kind in (("Emma", "Paper"), ("Kim", "Hard"), ("Dune", "Audio"))
]
SHOWN = Example.from_values(PAGES[0], [{"format": "Paper"}])


class OneMethod:
    """A learner that agrees with all examples or fails, as ``Auto`` does on harder pages."""

    def choose(self, examples: Sequence[Example]) -> ChosenWrapper:
        """What LR learns."""
        return ChosenWrapper(LR().learn(examples))


def started() -> AnsweredExamples:
    learner: Any = OneMethod()
    return AnsweredExamples.start([SHOWN, *map(Example, PAGES[1:])], learner)


def question(page: Page, text: str) -> Question:
    at = page.source.index(text)
    return Question("format", page, (Span(at, at + len(text)),))


def formats(answered: AnsweredExamples, page: Page) -> list[object]:
    return [record["format"] for record in answered.chosen.wrapper.extract(page)]


def test_an_answer_that_agrees() -> None:
    """It is used, and there is no conflict."""
    answered = started()
    answered.add(question(PAGES[1], "Hard"), answer=True)
    assert (answered.conflicts, answered.contradicted, answered.unused) == ([], [], set())
    assert formats(answered, PAGES[2]) == ["Audio"]


def test_an_answer_against_an_example() -> None:
    """Both statements are named, the wrapper before the answer is kept, and the answer stays among the examples."""
    answered = started()
    answered.add(question(PAGES[1], "Kim"), answer=True)
    (conflict,) = answered.conflicts
    assert conflict.statements == ("the format on kim.html is 'Kim'", "the format on emma.html is 'Paper'")
    assert str(conflict).startswith("no wrapper agrees with all statements about format (")
    assert formats(answered, PAGES[0]) == ["Paper"]
    assert [example.records[0]["format"] for example in answered.examples[:2]] == ["Paper", "Kim"]
    assert answered.contradicted == ["kim.html: record 1 should be {'format': 'Kim'}, not {'format': 'Hard'}"]


def test_the_next_answer_is_used_all_the_same() -> None:
    """An answer that contradicts does not spoil the others."""
    answered = started()
    answered.add(question(PAGES[1], "Kim"), answer=True)
    answered.add(question(PAGES[2], "Audio"), answer=True)
    assert (answered.unused, len(answered.conflicts)) == ({0}, 1)
    assert [example.records[0]["format"] for example in answered.examples] == ["Paper", "Kim", "Audio"]


def test_an_answer_against_several_statements() -> None:
    """Where leaving out one of them does not help, the answer is named alone."""
    answered = started()
    answered.add(question(PAGES[1], "Hard"), answer=True)
    answered.add(question(PAGES[2], "Dune"), answer=True)
    (conflict,) = answered.conflicts
    assert conflict.statements == ("the format on dune.html is 'Dune'",)
    assert "this one is kept, but not used" in str(conflict)
    assert formats(answered, PAGES[1]) == ["Hard"]


def test_a_value_that_is_not_there_changes_nothing() -> None:
    """It is an error, after which one can answer again."""
    answered = started()
    with pytest.raises(ValueNotFound):
        answered.add(question(PAGES[1], "Hard"), answer="Soft")
    assert answered.answers == []


def test_statements_in_words() -> None:
    """Every kind of answer is a sentence."""
    asked, nothing = question(PAGES[1], "Hard"), Question("format", PAGES[1])
    given: list[tuple[Question, Any]] = [(asked, "Soft"), (asked, ["a", "b"]), (nothing, True), (nothing, False)]
    assert [statement_of(one, answer) for one, answer in given] == [
        "the format on kim.html is 'Soft'",
        "the format on kim.html is ['a', 'b']",
        "kim.html has no format",
        "kim.html has a format",
    ]
