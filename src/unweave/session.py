"""The conversation: values are accepted and rejected, a wrapper is learned, a question is asked; no input, no output.

Legend

    Click(page=0, field="title", span=Span(78, 83), wanted=True)    one thing a person said
    State                           all that was said so far: clicks, and pages of which all was said
    found                           what the current wrapper finds everywhere: {("title", 0): (Span(78, 83), ...)}
    Change                          what the last thing said has added and removed
    Question                        the value about which an answer would settle most

Each field is learned by itself, and again only when something was said about it; what was learned for an earlier
state is kept, so undo costs nothing. A person in the studio and a simulated user drive the same object.

``Auto``, the learner unless another is given, is asked for a study: it then sees some of the other pages too, and the
question is read off its grounds. Where these leave none, and with ``KL``, the question is the value on which rival
tree wrappers are most divided.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import process_time
from typing import Any, TypeAlias

from unweave.choose.auto import Auto
from unweave.choose.question import questions
from unweave.choose.rivals import disputed
from unweave.choose.study import Study
from unweave.combined import Combined, with_fewest_records
from unweave.errors import BadInput, DoesNotFit, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Example, Field, Record, Schema
from unweave.trees import KL
from unweave.wrapper import Learner, Origin, Wrapper

QUICK = ("tree", "rules")  # methods that answer while a person waits
MOST_OTHERS = 4  # pages of which nothing was said
Problem: TypeAlias = NoConsistentWrapper | BadInput
Found = dict[tuple[str, int], tuple[Span, ...]]


@dataclass(frozen=True, slots=True)
class Click:
    """One thing that was said: this span of this page is a value of the field, or is not.

    >>> Click(0, "title", Span(3, 7), wanted=True).field
    'title'
    """

    page: int
    field: str
    span: Span
    wanted: bool


@dataclass(frozen=True, slots=True)
class State:
    """All that was said so far.

    >>> State().fields
    ()
    """

    clicks: tuple[Click, ...] = ()
    complete: frozenset[int] = frozenset()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that were spoken of, in that order."""
        return tuple(dict.fromkeys(click.field for click in self.clicks))


@dataclass(frozen=True, slots=True)
class Change:
    """What came of the last thing said: values added and removed, as (field, page, span); learning took ``seconds``."""

    added: tuple[tuple[str, int, Span], ...] = ()
    removed: tuple[tuple[str, int, Span], ...] = ()
    problems: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Question:
    """Is this a value of the field? ``doubt`` is how much is open that the answer would settle."""

    field: str
    page: int
    span: Span
    text: str
    doubt: float


class Session:
    """A conversation about some pages.

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
        self.learner: Learner = learner if learner is not None else Auto(methods=QUICK)
        self._states = [State()]
        self._undone: list[State] = []
        self._known: dict[tuple[Any, ...], Study | Problem] = {}
        self._learners: dict[str, Learner] = {}
        self._extracted: dict[tuple[int, int], tuple[Span, ...]] = {}

    @property
    def state(self) -> State:
        """All that was said so far."""
        return self._states[-1]

    def accept(self, page: int, field: str, span: Span) -> Change:
        """This is a value of the field."""
        return self._say(Click(page, field, span, wanted=True))

    def reject(self, page: int, field: str, span: Span) -> Change:
        """This is not a value of the field."""
        return self._say(Click(page, field, span, wanted=False))

    def complete(self, page: int, *, is_complete: bool = True) -> Change:
        """All values of the page were accepted, of every field; or this is taken back."""
        pages = self.state.complete | {page} if is_complete else self.state.complete - {page}
        return self._go(replace(self.state, complete=pages))

    def undo(self) -> Change:
        """Back to what was said before; nothing happens at the beginning."""
        if len(self._states) == 1:
            return Change()
        before = self.found
        self._undone.append(self._states.pop())
        return self._change(before, process_time())

    def redo(self) -> Change:
        """Say again what was undone last."""
        if not self._undone:
            return Change()
        rest = self._undone[:-1]
        change = self._go(self._undone[-1])
        self._undone = rest
        return change

    @property
    def wrappers(self) -> dict[str, Wrapper]:
        """The current wrapper of each field that has one."""
        studied = {name: self._studied(name) for name in self.state.fields}
        return {name: each.wrapper for name, each in studied.items() if isinstance(each, Study)}

    @property
    def problems(self) -> dict[str, str]:
        """Why a field has no wrapper."""
        studied = {name: self._studied(name) for name in self.state.fields}
        return {name: str(each) for name, each in studied.items() if not isinstance(each, Study)}

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
        """What the current wrappers find, on every page, by field and page."""
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
        """What was said, as examples: a record per value."""
        return [example for name in self.state.fields for example in self._examples(name)]

    @property
    def question(self) -> Question | None:
        """The value that would tell most, the one with most doubt; None if all is clear."""
        asked = [question for name in self.wrappers for question in self._questions(name)]
        return max(asked, key=lambda each: (each.doubt, -each.page, -each.span.start), default=None)

    def _say(self, click: Click) -> Change:
        if not 0 <= click.page < len(self.pages):
            raise BadInput(source="the session", field=click.field, reason=f"there is no page {click.page}")
        kept = tuple(each for each in self.state.clicks if replace(each, wanted=click.wanted) != click)
        return self._go(replace(self.state, clicks=(*kept, click)))

    def _go(self, state: State) -> Change:
        before, started = self.found, process_time()
        self._states.append(state)
        self._undone.clear()
        return self._change(before, started)

    def _change(self, before: Found, started: float) -> Change:
        problems = self.problems
        seconds = process_time() - started
        now = self.found
        return Change(tuple(_more(now, before)), tuple(_more(before, now)), problems, seconds)

    def _studied(self, name: str) -> Study | Problem:
        clicks = tuple(click for click in self.state.clicks if click.field == name)
        key = (name, clicks, self.state.complete)
        if key not in self._known:
            try:
                self._known[key] = self._study(name)
            except (NoConsistentWrapper, BadInput) as problem:
                self._known[key] = problem
        return self._known[key]

    def _study(self, name: str) -> Study:
        """What is learned of a field: a study where the learner makes one, else a wrapper without grounds."""
        learner, examples = self._learner(name), self._examples(name)
        if not isinstance(learner, Auto):
            return Study(learner.learn(examples))
        if not any(example.records for example in examples):
            raise NoConsistentWrapper(kind="known", field=name, reason="no page shows a value of it")
        others = [page for page in self.pages if page not in {example.page for example in examples}]
        return learner.study([*examples, *map(Example, others[:MOST_OTHERS])])

    def _spans(self, name: str, wrapper: Wrapper, number: int) -> tuple[Span, ...]:
        """What the wrapper finds on a page, looked up where it was found before."""
        key = (id(wrapper), number)
        if key not in self._extracted:
            self._extracted[key] = tuple(_spans(wrapper, self.pages[number], name))
        return self._extracted[key]

    def _learner(self, name: str) -> Learner:
        """The field's own learner: one that remembers is given a memory of its own."""
        if name not in self._learners:
            own = self.learner
            self._learners[name] = own.remembering() if isinstance(own, KL) else own
        return self._learners[name]

    def _examples(self, name: str) -> list[Example]:
        spoken = {click.page for click in self.state.clicks if click.field == name}
        return [self._example(name, number) for number in sorted(spoken | self.state.complete)]

    def _example(self, name: str, number: int) -> Example:
        page = self.pages[number]
        said = [click for click in self.state.clicks if (click.page, click.field) == (number, name)]
        records = [Record(page, {name: click.span}) for click in said if click.wanted]
        refused = tuple(click.span for click in said if not click.wanted)
        return Example(
            page,
            tuple(sorted(records, key=lambda record: record.span(name) or Span(0, 0))),
            status="complete" if number in self.state.complete else "partial",
            rejected={name: refused} if refused else {},
        )

    def _questions(self, name: str) -> Iterator[Question]:
        said = {(click.page, click.span) for click in self.state.clicks if click.field == name}
        for number, span, doubt in self._doubts(name):
            if (number, span) not in said:
                yield Question(name, number, span, self.pages[number].text(span), doubt)

    def _doubts(self, name: str) -> list[tuple[int, Span, float]]:
        """Values that are in doubt: on which page, where, and how much."""
        study, learner = self._studied(name), self._learner(name)
        if not isinstance(study, Study):
            return []
        asked = [(one, span) for one in questions(study) if one.refutable for span in one.spans]
        doubts = [(self.pages.index(one.page), span, one.worth) for one, span in asked]
        if doubts or not isinstance(learner, Auto | KL):
            return doubts
        wrappers = (learner if isinstance(learner, KL) else KL()).rivals(self._examples(name))
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
