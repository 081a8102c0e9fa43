"""The session itself: values are accepted and rejected, records are put right, a question is asked."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import process_time

from unweave.choose.auto import Auto
from unweave.choose.disagreement import disputed
from unweave.choose.evidence import ChosenWrapper
from unweave.choose.questions import questions
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Example, Record
from unweave.records.grouping import Value, spans_of
from unweave.session.drafts import draft_spans
from unweave.session.learning import Layout, LearningRun, SessionLearning, SessionResult, examples_of
from unweave.session.rows import Row
from unweave.session.statements import (
    Change,
    Click,
    ClickConflict,
    RecordStatement,
    SessionState,
    SessionStatement,
    ValueQuestion,
    accepted_values,
    rejected_spans,
)
from unweave.trees import KL
from unweave.tuning import SESSION_HUGE_PAGE, SESSION_METHODS, SESSION_RECORD_QUESTIONS, SESSION_SECONDS
from unweave.wrapper import Learner, Wrapper

Found = dict[tuple[str, int], tuple[Span, ...]]


class Session:
    """A dialogue about some pages.

    >>> page = Page("<p><b>Emma</b> <i>$5</i></p><p><b>Kim</b> <i>$7</i></p><b>Top</b>")
    >>> session = Session([page])
    >>> len(session.accept(0, "title", Span(6, 10)).added)
    2
    >>> _ = session.accept(0, "price", Span(18, 20))
    >>> [record.to_dict() for record in session.records[0]]
    [{'title': 'Emma', 'price': '$5'}, {'title': 'Kim', 'price': '$7'}]
    >>> session.undo().removed == session.redo().added
    True
    """

    def __init__(self, pages: Sequence[Page], *, learner: Learner | None = None) -> None:
        self.pages = tuple(pages)
        self.learner: Learner = learner or Auto(methods=SESSION_METHODS, budget=SESSION_SECONDS)
        self._learning = SessionLearning(self.learner)
        self._states = [SessionState()]
        self._undone: list[SessionState] = []

    @property
    def state(self) -> SessionState:
        """All statements so far."""
        return self._states[-1]

    @property
    def result(self) -> SessionResult:
        """What was learned from the statements so far."""
        return self.learn()

    @property
    def is_learned(self) -> bool:
        """Whether learning from the statements so far has been done."""
        return self._learning.is_known(self.pages, self.state)

    def learn(self, is_superseded: Callable[[], bool] = lambda: False) -> SessionResult:
        """What is learned from the statements so far.

        ``is_superseded`` may be asked at any time; when it returns true, learning ends with ``Superseded``. So a thread
        can learn while another one makes further statements.
        """
        return self._learning.result(self.pages, self.state, is_superseded)

    def snapshot(self) -> "Session":
        """The session with the statements so far, for use in another thread; what it learns is known here, too.

        >>> session = Session([Page("<b>Emma</b> <b>Kim</b>")])
        >>> session.set_state(SessionState((Click(0, "title", Span(3, 7), wanted=True),)))
        >>> _ = session.snapshot().learn()
        >>> session.is_learned
        True
        """
        copy = Session(self.pages, learner=self.learner)
        copy._learning, copy._states = self._learning, [self.state]  # another one of this class
        return copy

    def draft(self, name: str, number: int) -> tuple[Span, ...]:
        """A first answer without learning: what the wrapper before finds, if it agrees; else values that look alike.

        >>> page = Page("<b>Emma</b> <b>Kim</b>")
        >>> session = Session([page])
        >>> session.set_state(SessionState((Click(0, "title", Span(3, 7), wanted=True),)))
        >>> session.draft("title", 0), session.is_learned
        ((Span(start=3, end=7), Span(start=15, end=18)), False)
        """
        statements = self.state.about((name,))
        pages = {one.page for one in statements}
        wanted = {page: dict.fromkeys(one.span for one in accepted_values(statements, page)) for page in pages}
        unwanted = {page: set(rejected_spans(statements, page).get(name, ())) for page in pages}
        before = self._learning.last.by_field.get(name)
        if isinstance(before, ChosenWrapper) and any(wanted.values()):
            found = {page: set(self._found_by(before.wrapper, name, page)) for page in {*pages, number}}
            if all(wanted[page].keys() <= found[page] and not unwanted[page] & found[page] for page in pages):
                return self._found_by(before.wrapper, name, number)
        others = [page for at, page in enumerate(self.pages) if at != number]
        return draft_spans(self.pages[number], list(wanted.get(number, ())), sorted(unwanted.get(number, ())), others)

    def _found_by(self, wrapper: Wrapper, name: str, number: int) -> tuple[Span, ...]:
        return tuple(span for record in self._extract(wrapper, number) for span in record.spans(name))

    def add_page(self, page: Page) -> int:
        """Add a page; its number."""
        self.pages = (*self.pages, page)
        return len(self.pages) - 1

    def accept(self, page: int, field: str, span: Span) -> Change:
        """This is a value of the field."""
        return self._add(Click(page, field, span, wanted=True))

    def reject(self, page: int, field: str, span: Span) -> Change:
        """This is not a value of the field; it raises BadInput where nothing there is extracted, nor asked about.

        As in the paper on tree languages (its example 13): what is not extracted cannot be marked as wrong.
        """
        self.check_extracted(page, field, span)
        return self._add(Click(page, field, span, wanted=False))

    def complete(self, page: int, *, is_complete: bool = True) -> Change:
        """All values of the page were accepted, for every field; or this is withdrawn."""
        pages = self.state.complete | {page} if is_complete else self.state.complete - {page}
        return self._move_to(replace(self.state, complete=pages))

    def many(self, field: str, *, is_many: bool = True) -> Change:
        """A record may have many values of the field; or this is withdrawn."""
        fields = self.state.many | {field} if is_many else self.state.many - {field}
        return self._move_to(replace(self.state, many=fields))

    def records_are(self, page: int, rows: Sequence[Sequence[Value]]) -> Change:
        """The values of each row belong to one record, and different rows are different records.

        >>> page = Page("<b>Emma</b> <b>Kim</b> <i>$7</i>")
        >>> session = Session([page])
        >>> _ = session.records_are(0, [[Value("title", Span(3, 7))], [Value("title", Span(15, 18))]])
        >>> len(session.records[0])
        2
        """
        self._check_page(page, "")
        kept = tuple(tuple(row) for row in rows if row)
        statement = RecordStatement(page, kept)
        return self._move_to(replace(self.state, statements=(*self.state.statements, statement)))

    def merge(self, page: int, rows: Sequence[int]) -> Change:
        """Rows of a page, given by their numbers from 0, are one record."""
        known = self.rows(page)
        return self.records_are(page, merged(known, rows))

    def split(self, page: int, row: int, at: Value) -> Change:
        """A row of a page is two records: the second one begins with this value."""
        return self.records_are(page, split(self.rows(page), row, at))

    def move(self, page: int, value: Value, to: int | None) -> Change:
        """A value belongs to another row of the page; with None, to a record of its own."""
        return self.records_are(page, moved(self.rows(page), value, to))

    def set_state(self, state: SessionState) -> None:
        """Take over statements that are kept elsewhere; the history of this session is then of no use."""
        self._states, self._undone = [state], []

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
    def layout(self) -> Layout:
        """Whether pages have one record ("detail") or many ("list"), as far as it is known."""
        return self.result.layout

    @property
    def wrappers(self) -> dict[str, Wrapper]:
        """The current wrapper of each field that has one; fields learned together have the same."""
        return {name: each.wrapper for name, each in self.result.by_field.items() if isinstance(each, ChosenWrapper)}

    @property
    def problems(self) -> dict[str, str]:
        """Why a field has no wrapper."""
        results = self.result.by_field.items()
        return {name: str(each) for name, each in results if not isinstance(each, ChosenWrapper)}

    @property
    def conflicts(self) -> dict[str, ClickConflict]:
        """The fields for which no wrapper agrees with all statements, and those that contradict each other."""
        return {name: one for name, one in self.result.conflicts.items() if name in self.wrappers}

    @property
    def wrapper(self) -> Wrapper | None:
        """The wrapper of all fields that can be learned; None while there is none."""
        return self.result.wrapper

    @property
    def found(self) -> Found:
        """What the current wrappers find on every page, by field and page."""
        return {(name, number): self.spans(name, number) for name in self.wrappers for number in range(len(self.pages))}

    def spans(self, name: str, number: int) -> tuple[Span, ...]:
        """What the wrapper of a field finds on a page; computed once."""
        wrapper = self.wrappers.get(name)
        return self._found_by(wrapper, name, number) if wrapper else ()

    @property
    def records(self) -> list[list[Record]]:
        """The records of every page."""
        return [self.page_records(number) for number in range(len(self.pages))]

    def page_records(self, number: int) -> list[Record]:
        """The records of one page; computed once."""
        return self._extract(self.wrapper, number) if self.wrapper else []

    def rows(self, number: int) -> list[Row]:
        """The records of one page as rows of values."""
        return [tuple(sorted(spans_of(record), key=lambda one: one.span)) for record in self.page_records(number)]

    @property
    def examples(self) -> list[Example]:
        """The statements as examples: a record for each row."""
        state = self.state
        return examples_of(self.pages, state, state.statements, state.fields, self.layout)

    @property
    def question(self) -> ValueQuestion | None:
        """The question about a value that would settle most; None if everything is settled."""
        return next(iter(self.questions()), None)

    def questions(self, is_superseded: Callable[[], bool] = lambda: False) -> list[ValueQuestion]:
        """All questions about values, the one that would settle most first; it may be superseded like ``learn``."""
        self.learn(is_superseded)
        run = LearningRun(is_superseded)
        asked = [question for name in self.wrappers for question in self._questions(name, run)]
        return sorted(asked, key=lambda each: (-each.worth, each.page, each.span.start))

    def _add(self, click: Click) -> Change:
        self._check_page(click.page, click.field)
        kept = tuple(one for one in self.state.statements if not _is_same_place(one, click))
        return self._move_to(replace(self.state, statements=(*kept, click)))

    def _check_page(self, page: int, field: str) -> None:
        if not 0 <= page < len(self.pages):
            raise BadInput(source="the session", field=field or None, reason=f"there is no page {page}")

    def check_extracted(self, page: int, field: str, span: Span) -> None:
        """Raise BadInput where a value is neither extracted nor asked about: it cannot be rejected."""
        if field not in self.wrappers or any(one.overlaps(span) for one in self.spans(field, page)):
            return
        if not any((one.page, one.span) == (page, span) for one in self._questions(field, LearningRun())):
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

    def _extract(self, wrapper: Wrapper, number: int) -> list[Record]:
        return self._learning.records(wrapper, self.pages[number])

    def _used_examples(self, name: str) -> list[Example]:
        """The examples of a field without the statements that its wrapper does not agree with."""
        conflict = self.result.conflicts.get(name)
        unused = conflict.unused if conflict else ()
        statements = tuple(one for one in self.state.about((name,)) if one not in unused)
        return examples_of(self.pages, self.state, statements, (name,), "list")

    def _questions(self, name: str, run: LearningRun) -> Iterator[ValueQuestion]:
        known = {(click.page, click.span) for click in self.state.clicks if click.field == name}
        for number, span, worth in self._open_values(name, run):
            if (number, span) not in known:
                yield ValueQuestion(name, number, span, self.pages[number].text(span), worth)

    def _open_values(self, name: str, run: LearningRun) -> list[tuple[int, Span, float]]:
        """Values that are not settled: page, span, and how much an answer would settle."""
        chosen, learner = self.result.by_field[name], self._learning.own_learner((name,))
        if not isinstance(chosen, ChosenWrapper):
            return []
        asked = [one for one in questions(chosen) if one.refutable and one.field == name]
        values = [(self.pages.index(one.page), span, one.worth) for one in asked for span in one.spans]
        if values or not isinstance(learner, Auto | KL) or self.layout == "detail":
            return values
        examples = [one for one in self._used_examples(name) if one.records or one.rejected]
        if any(_is_huge(example.page) for example in examples):
            return []
        try:
            wrappers = (learner if isinstance(learner, KL) else KL()).rivals(examples)
        except NoConsistentWrapper:  # no second learner agrees with the examples, so there is nothing to compare with
            return []
        found: list[tuple[int, Span, float]] = []
        for number, page in enumerate(self.pages):
            run.check()
            found += [] if _is_huge(page) else [(number, *one) for one in disputed(wrappers, page, name)]
        if len(chosen.wrapper.schema.names) == 1:
            return found
        return sorted(found, key=lambda one: -one[2])[:SESSION_RECORD_QUESTIONS]


def merged(rows: Sequence[Row], numbers: Sequence[int]) -> list[Row]:
    """Some rows as one.

    >>> title, price = Value("title", Span(3, 7)), Value("price", Span(20, 22))
    >>> len(merged([(title,), (price,)], [0, 1])[0])
    2
    """
    return [tuple(value for number in sorted(set(numbers)) for value in rows[number])]


def split(rows: Sequence[Row], number: int, at: Value) -> list[Row]:
    """A row as two: what is before a value, and the value with what follows.

    >>> title, price = Value("title", Span(3, 7)), Value("price", Span(20, 22))
    >>> split([(title, price)], 0, price) == [(title,), (price,)]
    True
    """
    row = rows[number]
    before = tuple(value for value in row if value.span < at.span)
    return [one for one in (before, tuple(value for value in row if value not in before)) if one]


def moved(rows: Sequence[Row], value: Value, to: int | None) -> list[Row]:
    """The rows that change when a value is moved to another row, or into one of its own.

    >>> title, price = Value("title", Span(3, 7)), Value("price", Span(20, 22))
    >>> moved([(title, price)], price, None) == [(title,), (price,)]
    True
    """
    source = [tuple(one for one in row if one != value) for row in rows if value in row]
    target = (*(one for one in rows[to] if one != value), value) if to is not None else (value,)
    return [row for row in (*source, target) if row]


def _is_huge(page: Page) -> bool:
    return page.is_html and len(page.tree.nodes) > SESSION_HUGE_PAGE


def _is_same_place(one: SessionStatement, click: Click) -> bool:
    return isinstance(one, Click) and replace(one, wanted=click.wanted) == click


def _more(now: Found, before: Found) -> Iterator[tuple[str, int, Span]]:
    for (name, number), spans in now.items():
        known = set(before.get((name, number), ()))
        yield from ((name, number, span) for span in spans if span not in known)
