"""Learning with answers: every answer is kept, also where no wrapper agrees with all of them.

Legend

    statement   one thing that was said: an answer, or the value of a field in an example
                "the format on kim.html is 'Hardcover'"
    unused      the answers with which no wrapper agrees, together with all other statements
    conflict    statements that contradict each other: without any one of them there is a wrapper

After an answer a wrapper is learned from all statements. If there is none, each earlier statement about the field is
left out in turn, to find those that contradict the answer. The wrapper that disagrees with the fewest statements is
kept; of several, the one before the answer. The answer stays among the examples, and is used again with the next one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from unweave.choose.answers import Answer, with_answer
from unweave.choose.auto import Auto
from unweave.choose.evidence import ChosenWrapper
from unweave.choose.questions import Question
from unweave.errors import BadInput, DoesNotFit, NoConsistentWrapper
from unweave.records import UNKNOWN, Example, Record
from unweave.records.agree import disagreements
from unweave.tuning import CONFLICT_TRIES
from unweave.wrapper import Wrapper

Given: TypeAlias = tuple[Question, Answer]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Statements about a field that no wrapper agrees with together, and why.

    >>> print(Conflict("format", ("the format on kim.html is 'Audio'", "the format on dune.html is 'Paper'")))
    no wrapper agrees with all statements about format; these contradict each other:
      the format on kim.html is 'Audio'
      the format on dune.html is 'Paper'
    """

    field: str
    statements: tuple[str, ...]
    reason: str = ""

    def __str__(self) -> str:
        why = f" ({self.reason})" if self.reason else ""
        first = f"no wrapper agrees with all statements about {self.field}{why}"
        if len(self.statements) == 1:
            return f"{first}; this one is kept, but not used:\n  {self.statements[0]}"
        return "\n  ".join([f"{first}; these contradict each other:", *self.statements])


@dataclass(slots=True)
class AnsweredExamples:
    """Examples and the answers about them: ``examples`` has all of them, ``chosen`` is the closest wrapper.

    >>> from unweave.page import Page, Span
    >>> page = Page("<b>Kim</b> <i>Hardcover</i>", name="kim.html")
    >>> shown = Example.from_values(Page("<b>Emma</b> <i>Paperback</i>"), [{"format": "Paperback"}])
    >>> asked = AnsweredExamples.start([shown, Example(page)], Auto())
    >>> asked.add(Question("format", page, (Span(14, 23),)), answer=True)
    >>> asked.chosen.wrapper.extract(page)[0].to_dict(), asked.conflicts
    ({'format': 'Hardcover'}, [])
    """

    learner: Auto
    initial: Sequence[Example]
    chosen: ChosenWrapper
    answers: list[Given] = field(default_factory=list)
    unused: set[int] = field(default_factory=set)
    conflicts: list[Conflict] = field(default_factory=list)

    @classmethod
    def start(cls, examples: Sequence[Example], learner: Auto) -> "AnsweredExamples":
        """Learn from the examples, without any answer."""
        return cls(learner, list(examples), learner.choose(examples))

    @property
    def examples(self) -> list[Example]:
        """The examples with all answers, also those that are not used."""
        return self._with(self.answers)

    @property
    def contradicted(self) -> list[str]:
        """What was said and the wrapper does not follow, page by page."""
        return contradicted(self.chosen.wrapper, self.examples)

    def add(self, question: Question, answer: Answer) -> None:
        """Add an answer and learn again; it raises ValueNotFound when the right value is not on the page."""
        with_answer(self.examples, question, answer)
        self.answers.append((question, answer))
        newest = len(self.answers) - 1
        problem = None
        for unused in dict.fromkeys((frozenset[int](), frozenset(self.unused))):
            found = self._learned(unused)
            if isinstance(found, ChosenWrapper):
                self.chosen, self.unused = found, set(unused)
                self.conflicts = self.conflicts if unused else []
                return
            problem = problem or found
        self._settle(newest, str(problem))

    def _settle(self, newest: int, reason: str) -> None:
        """Keep the closest wrapper, and name the statements that contradict the newest answer."""
        question = self.answers[newest][0]
        earlier = [at for at in range(newest) if at not in self.unused and self.answers[at][0].field == question.field]
        others = [
            (statement_of(*self.answers[at]), self._learned(frozenset({*self.unused, at})), {*self.unused, at})
            for at in earlier[-CONFLICT_TRIES:]
        ]
        others += [
            (words, self._chosen(examples), set(self.unused))
            for words, examples in list(self._without_a_page(question))[: CONFLICT_TRIES - len(others)]
        ]
        against = [(words, chosen, unused) for words, chosen, unused in others if isinstance(chosen, ChosenWrapper)]
        kept = [(self.chosen, {*self.unused, newest}), *((chosen, unused) for _, chosen, unused in against)]
        said = self.examples
        self.chosen, self.unused = min(kept, key=lambda one: len(contradicted(one[0].wrapper, said)))
        statements = (statement_of(*self.answers[newest]), *(words for words, *_ in against))
        self.conflicts.append(Conflict(question.field, statements, reason))

    def _without_a_page(self, question: Question) -> Iterator[tuple[str, list[Example]]]:
        """The examples without what one of the initial pages has for the field."""
        name, used = question.field, [one for at, one in enumerate(self.answers) if at not in self.unused]
        for at, example in enumerate(self.initial):
            if example.page == question.page or not any(name in record for record in example.records):
                continue
            value = next((record[name] for record in example.records if name in record), None)
            where = example.page.name or "the page"
            words = f"{where} has no {name}" if value is None else f"the {name} on {where} is {value!r}"
            changed = [*self.initial[:at], _without(example, name), *self.initial[at + 1 :]]
            yield words, self._with(used, changed)

    def _with(self, answers: Sequence[Given], examples: Sequence[Example] | None = None) -> list[Example]:
        now = list(self.initial if examples is None else examples)
        for question, answer in answers:
            now = with_answer(now, question, answer)
        return now

    def _learned(self, unused: frozenset[int]) -> ChosenWrapper | Exception:
        return self._chosen(self._with([one for at, one in enumerate(self.answers) if at not in unused]))

    def _chosen(self, examples: Sequence[Example]) -> ChosenWrapper | Exception:
        try:
            return self.learner.choose(examples)
        except (NoConsistentWrapper, BadInput) as problem:
            return problem


def contradicted(wrapper: Wrapper, examples: Sequence[Example]) -> list[str]:
    """What the examples say and the wrapper does not follow, page by page.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> shown = Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])
    >>> other = Example.from_values(Page("<b>Kim</b> <i>Dune</i>", name="p2.html"), [{"title": "Dune"}])
    >>> contradicted(LR().learn([shown]), [shown, other])
    ["p2.html: record 1 should be {'title': 'Dune'}, not {'title': 'Kim'}"]
    """
    found = []
    for example in examples:
        try:
            sentences = disagreements(wrapper.extract(example.page), example)
        except DoesNotFit as problem:
            sentences = [problem.reason] if example.records else []
        found += [f"{example.page.name or 'the page'}: {sentence}" for sentence in sentences]
    return found


def statement_of(question: Question, answer: Answer) -> str:
    """What an answer says, as a sentence.

    >>> from unweave.page import Page, Span
    >>> question = Question("format", Page("<b>Paper</b>", name="p7.html"), (Span(3, 8),))
    >>> statement_of(question, True), statement_of(question, False), statement_of(question, None)
    ("the format on p7.html is 'Paper'", "the format on p7.html is not 'Paper'", 'p7.html has no format')
    """
    where = question.page.name or "the page"
    if answer is None or (answer is True and not question.items):
        return f"{where} has no {question.field}"
    if answer is False and not question.items:
        return f"{where} has a {question.field}"
    text = question.text if isinstance(answer, bool) else answer
    return f"the {question.field} on {where} is {'not ' * (answer is False)}{text!r}"


def _without(example: Example, name: str) -> Example:
    """The example of which it is not known what it has for the field."""
    records = [
        Record(one.page, {each: UNKNOWN if each == name else one.cell(each) for each in one}, type=one.type)
        for one in example.records
    ]
    rejected = {each: spans for each, spans in example.rejected.items() if each != name}
    return replace(example, records=tuple(records), rejected=rejected)
