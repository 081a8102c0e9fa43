"""A session: values are accepted and rejected, wrappers are learned, a question is asked; no input and no output.

Legend

    Click(page=0, field="title", span=Span(78, 83), wanted=True)    one statement of the user
    SessionState                    all statements so far: clicks, and complete pages
    found                           what the current wrappers find on all pages: {("title", 0): (Span(78, 83), ...)}
    Change                          the values that the last statement has added and removed
    ValueQuestion                   the value about which an answer would settle most

Each field is learned separately, and again only after a statement about it; what was learned for an earlier state is
kept, so undo costs nothing. A person in the studio and a simulated user use the same object.

No statement is dropped. Where no wrapper agrees with all statements about a field, the field keeps the wrapper that
agrees with all but one, and ``conflicts`` names the statements that contradict each other.

``Auto`` is the default learner. It also gets some of the other pages, unlabelled, and the question is computed from its
evidence. Where that leaves no question, and with ``KL``, the question is the value on which alternative tree wrappers
disagree most.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import process_time
from typing import Any, TypeAlias

from unweave.choose.auto import Auto
from unweave.choose.disagreement import disputed
from unweave.choose.evidence import ChosenWrapper
from unweave.choose.questions import questions
from unweave.combined import Combined, with_fewest_records
from unweave.errors import BadInput, DoesNotFit, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Example, Field, Record, Schema
from unweave.trees import KL
from unweave.tuning import CONFLICT_TRIES, SESSION_METHODS, SESSION_OTHER_PAGES
from unweave.wrapper import Learner, Origin, Wrapper

Problem: TypeAlias = NoConsistentWrapper | BadInput
Found = dict[tuple[str, int], tuple[Span, ...]]


@dataclass(frozen=True, slots=True)
class Click:
    """One statement: this span of this page is a value of the field, or is not.

    >>> Click(0, "title", Span(3, 7), wanted=True).field
    'title'
    """

    page: int
    field: str
    span: Span
    wanted: bool


@dataclass(frozen=True, slots=True)
class SessionState:
    """All statements so far.

    >>> SessionState().fields
    ()
    """

    clicks: tuple[Click, ...] = ()
    complete: frozenset[int] = frozenset()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields with clicks, in the order of their first clicks."""
        return tuple(dict.fromkeys(click.field for click in self.clicks))


@dataclass(frozen=True, slots=True)
class Change:
    """The effect of the last statement: values added and removed, as (field, page, span); learning took ``seconds``."""

    added: tuple[tuple[str, int, Span], ...] = ()
    removed: tuple[tuple[str, int, Span], ...] = ()
    problems: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    conflicts: "Mapping[str, ClickConflict]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClickConflict:
    """Clicks on a field that no wrapper agrees with together: without any of ``clicks`` there is one.

    ``unused`` are those that the field's wrapper does not agree with, ``reason`` is why there is none for all.
    """

    clicks: tuple[Click, ...]
    unused: tuple[Click, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class ValueQuestion:
    """Is this a value of the field? ``worth`` is how much the answer is expected to settle."""

    field: str
    page: int
    span: Span
    text: str
    worth: float


class Session:
    """A dialogue about some pages.

    >>> page = Page("<p><b>Emma</b> <i>$5</i></p><p><b>Kim</b> <i>$7</i></p><b>Top</b>")
    >>> session = Session([page])
    >>> len(session.accept(0, "title", Span(6, 10)).added)
    2
    >>> [record.to_dict() for record in session.records[0]]
    [{'title': 'Emma'}, {'title': 'Kim'}]
    >>> session.undo().removed == session.redo().added
    True
    """

    def __init__(self, pages: Sequence[Page], *, learner: Learner | None = None) -> None:
        self.pages = tuple(pages)
        self.learner: Learner = learner if learner is not None else Auto(methods=SESSION_METHODS)
        self._states = [SessionState()]
        self._undone: list[SessionState] = []
        self._known: dict[tuple[Any, ...], ChosenWrapper | Problem] = {}
        self._conflicts: dict[tuple[Any, ...], ClickConflict] = {}
        self._learners: dict[str, Learner] = {}
        self._extracted: dict[tuple[int, int], tuple[Span, ...]] = {}

    @property
    def state(self) -> SessionState:
        """All statements so far."""
        return self._states[-1]

    def accept(self, page: int, field: str, span: Span) -> Change:
        """This is a value of the field."""
        return self._add(Click(page, field, span, wanted=True))

    def reject(self, page: int, field: str, span: Span) -> Change:
        """This is not a value of the field; it raises BadInput where nothing there is extracted, nor asked about.

        As in the paper on tree languages (its example 13): what is not extracted cannot be marked as wrong.
        """
        self._check_extracted(page, field, span)
        return self._add(Click(page, field, span, wanted=False))

    def complete(self, page: int, *, is_complete: bool = True) -> Change:
        """All values of the page were accepted, for every field; or this is withdrawn."""
        pages = self.state.complete | {page} if is_complete else self.state.complete - {page}
        return self._move_to(replace(self.state, complete=pages))

    def undo(self) -> Change:
        """Withdraw the last statement; nothing happens at the beginning."""
        if len(self._states) == 1:
            return Change()
        before = self.found
        self._undone.append(self._states.pop())
        return self._change(before, process_time())

    def redo(self) -> Change:
        """Repeat the statement that was undone last."""
        if not self._undone:
            return Change()
        rest = self._undone[:-1]
        change = self._move_to(self._undone[-1])
        self._undone = rest
        return change

    @property
    def wrappers(self) -> dict[str, Wrapper]:
        """The current wrapper of each field that has one."""
        results = {name: self._result(name) for name in self.state.fields}
        return {name: each.wrapper for name, each in results.items() if isinstance(each, ChosenWrapper)}

    @property
    def problems(self) -> dict[str, str]:
        """Why a field has no wrapper."""
        results = {name: self._result(name) for name in self.state.fields}
        return {name: str(each) for name, each in results.items() if not isinstance(each, ChosenWrapper)}

    @property
    def conflicts(self) -> dict[str, ClickConflict]:
        """The fields for which no wrapper agrees with all statements, and the clicks that contradict each other."""
        keys = {name: self._key(name) for name in self.wrappers}
        return {name: self._conflicts[key] for name, key in keys.items() if key in self._conflicts}

    @property
    def wrapper(self) -> Wrapper | None:
        """The wrapper of all fields that can be learned; None while there is none."""
        parts = self.wrappers
        if len(parts) < 2:
            return next(iter(parts.values()), None)
        schema = Schema(tuple(Field(name) for name in parts))
        wrapper = Combined(schema, tuple(parts.values()), origin=Origin(method="session"))
        return with_fewest_records(wrapper, self.pages)

    @property
    def found(self) -> Found:
        """What the current wrappers find on every page, by field and page."""
        return {
            (name, number): self._spans(name, wrapper, number)
            for name, wrapper in self.wrappers.items()
            for number in range(len(self.pages))
        }

    @property
    def records(self) -> list[list[Record]]:
        """The records of every page."""
        wrapper = self.wrapper
        return [_records(wrapper, page) if wrapper else [] for page in self.pages]

    @property
    def examples(self) -> list[Example]:
        """The statements as examples: a record per value."""
        return [example for name in self.state.fields for example in self._examples(name, self._clicks(name))]

    @property
    def question(self) -> ValueQuestion | None:
        """The question about a value that would settle most; None if everything is settled."""
        asked = [question for name in self.wrappers for question in self._questions(name)]
        return max(asked, key=lambda each: (each.worth, -each.page, -each.span.start), default=None)

    def _add(self, click: Click) -> Change:
        if not 0 <= click.page < len(self.pages):
            raise BadInput(source="the session", field=click.field, reason=f"there is no page {click.page}")
        kept = tuple(each for each in self.state.clicks if replace(each, wanted=click.wanted) != click)
        return self._move_to(replace(self.state, clicks=(*kept, click)))

    def _check_extracted(self, page: int, field: str, span: Span) -> None:
        found = self.found.get((field, page))
        if found is None or any(Span(*one).overlaps(span) for one in found):
            return
        if not any((one.page, one.span) == (page, span) for one in self._questions(field)):
            text = self.pages[page].text(span)[:40]
            reason = f"{text!r} is not extracted, so it cannot be marked as wrong; only what is extracted can"
            raise BadInput(source=self.pages[page].name or "the page", field=field, reason=reason)

    def _move_to(self, state: SessionState) -> Change:
        before, started = self.found, process_time()
        self._states.append(state)
        self._undone.clear()
        return self._change(before, started)

    def _change(self, before: Found, started: float) -> Change:
        problems = self.problems
        seconds = process_time() - started
        now = self.found
        return Change(tuple(_more(now, before)), tuple(_more(before, now)), problems, seconds, self.conflicts)

    def _clicks(self, name: str) -> tuple[Click, ...]:
        return tuple(click for click in self.state.clicks if click.field == name)

    def _key(self, name: str) -> tuple[Any, ...]:
        return name, self._clicks(name), self.state.complete

    def _result(self, name: str) -> ChosenWrapper | Problem:
        """The field's wrapper: the one that agrees with all statements or, where there is none, with all but one."""
        return self._closest(name, self._clicks(name))

    def _closest(self, name: str, clicks: tuple[Click, ...]) -> ChosenWrapper | Problem:
        key = (name, clicks, self.state.complete)
        if key not in self._known:
            found = self._tried(name, clicks)
            self._known[key] = found if isinstance(found, ChosenWrapper) else self._settled(name, clicks, found)
        return self._known[key]

    def _settled(self, name: str, clicks: tuple[Click, ...], problem: Problem) -> ChosenWrapper | Problem:
        """The wrapper without the newest click; the clicks without any of which there is one contradict each other."""
        if len(clicks) < 2 or not any(click.wanted for click in clicks):
            return problem
        kept, newest = self._closest(name, clicks[:-1]), clicks[-1]
        if not isinstance(kept, ChosenWrapper):
            return problem
        before = self._conflicts.get((name, clicks[:-1], self.state.complete))
        key = (name, clicks, self.state.complete)
        if before:
            again = self._tried(name, tuple(click for click in clicks if click not in before.unused))
            if isinstance(again, ChosenWrapper):
                self._conflicts[key] = before
                return again
        earlier = [click for click in clicks[:-1][-CONFLICT_TRIES:] if self._is_learnable(name, clicks, click)]
        unused = (*(before.unused if before else ()), newest)
        self._conflicts[key] = ClickConflict((*earlier, newest), unused, str(problem))
        return kept

    def _is_learnable(self, name: str, clicks: Sequence[Click], without: Click) -> bool:
        left = tuple(click for click in clicks if click != without)
        return any(click.wanted for click in left) and isinstance(self._tried(name, left), ChosenWrapper)

    def _tried(self, name: str, clicks: tuple[Click, ...]) -> ChosenWrapper | Problem:
        try:
            return self._learned(name, clicks)
        except (NoConsistentWrapper, BadInput) as problem:
            return problem

    def _learned(self, name: str, clicks: tuple[Click, ...]) -> ChosenWrapper:
        """What is learned for a field; with a learner other than ``Auto``, a wrapper without evidence."""
        learner, examples = self._learner(name), self._examples(name, clicks)
        if not isinstance(learner, Auto):
            return ChosenWrapper(learner.learn(examples))
        if not any(example.records for example in examples):
            raise NoConsistentWrapper(kind="known", field=name, reason="no page has a value of it")
        others = [page for page in self.pages if page not in {example.page for example in examples}]
        return learner.choose([*examples, *map(Example, others[:SESSION_OTHER_PAGES])])

    def _spans(self, name: str, wrapper: Wrapper, number: int) -> tuple[Span, ...]:
        """What the wrapper finds on a page; computed once."""
        key = (id(wrapper), number)
        if key not in self._extracted:
            self._extracted[key] = tuple(_spans(wrapper, self.pages[number], name))
        return self._extracted[key]

    def _learner(self, name: str) -> Learner:
        """The field's own learner: a ``KL`` learner gets a cache of its own."""
        if name not in self._learners:
            own = self.learner
            self._learners[name] = own.remembering() if isinstance(own, KL) else own
        return self._learners[name]

    def _examples(self, name: str, given: Sequence[Click]) -> list[Example]:
        clicked = {click.page for click in given}
        return [self._example(name, number, given) for number in sorted(clicked | self.state.complete)]

    def _used_examples(self, name: str) -> list[Example]:
        """The examples without the clicks that the wrapper does not agree with."""
        conflict = self._conflicts.get(self._key(name))
        unused = conflict.unused if conflict else ()
        return self._examples(name, [click for click in self._clicks(name) if click not in unused])

    def _example(self, name: str, number: int, given: Sequence[Click]) -> Example:
        page = self.pages[number]
        clicks = [click for click in given if click.page == number]
        records = [Record(page, {name: click.span}) for click in clicks if click.wanted]
        rejected = tuple(click.span for click in clicks if not click.wanted)
        return Example(
            page,
            tuple(records),
            status="complete" if number in self.state.complete else "partial",
            rejected={name: rejected} if rejected else {},
        )

    def _questions(self, name: str) -> Iterator[ValueQuestion]:
        known = {(click.page, click.span) for click in self.state.clicks if click.field == name}
        for number, span, worth in self._open_values(name):
            if (number, span) not in known:
                yield ValueQuestion(name, number, span, self.pages[number].text(span), worth)

    def _open_values(self, name: str) -> list[tuple[int, Span, float]]:
        """Values that are not settled: page, span, and how much an answer would settle."""
        chosen, learner = self._result(name), self._learner(name)
        if not isinstance(chosen, ChosenWrapper):
            return []
        asked = [(one, span) for one in questions(chosen) if one.refutable for span in one.spans]
        values = [(self.pages.index(one.page), span, one.worth) for one, span in asked]
        if values or not isinstance(learner, Auto | KL):
            return values
        wrappers = (learner if isinstance(learner, KL) else KL()).rivals(self._used_examples(name))
        return [(number, *one) for number, page in enumerate(self.pages) for one in disputed(wrappers, page, name)]


def _spans(wrapper: Wrapper, page: Page, name: str) -> list[Span]:
    return [span for record in _records(wrapper, page) for span in record.spans(name)]


def _records(wrapper: Wrapper, page: Page) -> list[Record]:
    """The page's records; none where the page does not fit."""
    try:
        return wrapper.extract(page)
    except DoesNotFit:
        return []


def _more(now: Found, before: Found) -> Iterator[tuple[str, int, Span]]:
    for (name, number), spans in now.items():
        known = set(before.get((name, number), ()))
        yield from ((name, number, span) for span in spans if span not in known)
