"""A project: a folder with pages and an event log, and the sessions that learn from what the log says.

Legend

    request    what a client sends: {"type": "label", "page": "p1", "unit": {...}, "sign": 1}
    event      what the log has: spans in place of units and row numbers (``commands`` makes one from the other)
    since      the seq that a client knows; a delta is what has changed between it and now
    page type  a project with list pages and detail pages has a session for each of the two; the fields of a type are
               learned from its pages. Without types all pages are of the type ""

Requests go through one lock and are done one after the other; learning does not hold it. So a click is answered at once
with a draft (``session.drafts``), and what is learned follows. A newer event ends the learning that is under way. What
was computed is kept for each event, so undo and deltas cost little.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Lock, RLock
from time import perf_counter
from typing import Any, TypeVar

from unweave.choose.evidence import ChosenWrapper
from unweave.choose.questions import questions
from unweave.page import Span
from unweave.records import Example
from unweave.records.grouping import Value
from unweave.session import Click, RecordStatement, Session, SessionState, Superseded
from unweave.studio.event_log import EventLog
from unweave.studio.marks import MarkKey, PageMarks, TableRow, page_marks, table_rows
from unweave.studio.pages import PageStore
from unweave.studio.recognizing import Recognizers
from unweave.studio.sessions import TypeSessions
from unweave.studio.statements import FieldValue, History, LabelKey, ProjectState, state_of
from unweave.wrapper import Learner, Wrapper

T = TypeVar("T")
MOST_UNCERTAIN = 5
"""Of each field so many values of a page are marked as uncertain: those whose answer would settle most."""
KEPT = 64
"""For so many of the last events the marks are kept, so that a client can get a delta."""


class Project:
    """A project in its folder; ``learner`` is that of the session.

    >>> import tempfile
    >>> project = Project(Path(tempfile.mkdtemp()))
    >>> project.seq, list(project.state.fields)
    (0, [])
    >>> project.close()
    """

    def __init__(self, folder: Path, *, learner: Learner | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._learner = learner
        self.lock = RLock()
        self._learning = Lock()
        self._turn = 0
        self.name = folder.resolve().name.removesuffix(".studio")
        self.log = EventLog(folder)
        self._reset()

    def _reset(self) -> None:
        """Replay the whole log."""
        self.history = History()
        self.pages = PageStore(self.folder)
        self.recognizers = Recognizers()
        self.state = ProjectState()
        self.sessions = TypeSessions(self._learner)
        self.rule_version = 0
        self.learn_ms = 0
        self._likely_types: dict[str, str] = {}
        self._marks: dict[tuple[str, str], PageMarks] = {}
        self._table: dict[tuple[int, str], list[TableRow]] = {}
        self._drafts: dict[tuple[int, str, str], tuple[Span, ...]] = {}
        self._rules: tuple[int, ...] = ()
        self._counted = -1
        self._ids = {event["id"] for event in self.log.events if event.get("id")}
        for event in self.log.events:
            self._take(event)
        self.settle()

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.log.seq

    def close(self) -> None:
        """Close the log; every event is on the disk already."""
        self.log.close()

    def take_over(self) -> None:
        """Become the writer of the project."""
        self.log.take_over()
        self._reset()

    def append(self, event: Mapping[str, Any], *, more: bool = False) -> dict[str, Any]:
        """Write an event to the log and take it into account, unless ``more`` is to follow; nothing is learned."""
        full = self.log.append(event)
        if full.get("id"):
            self._ids.add(full["id"])
        self._take(full)
        if not more:
            self.settle()
        return full

    def is_known(self, name: Any) -> bool:
        """Whether an event with this id is in the log already."""
        return bool(name) and name in self._ids

    def _take(self, event: Mapping[str, Any]) -> None:
        kind = event["type"]
        self.history.add(event)
        if kind == "page_add":
            self.pages.add(event)
            self._likely_types[event["page"]] = event.get("page_type", "")
        elif kind == "page_remove":
            self.pages.remove(event["page"])
            self._marks.clear()
        elif kind == "page_charset":
            self.pages.change_charset(event)
            self._marks.clear()
        elif kind == "name":
            self.name = event["name"]
        elif kind.startswith("recognizer_"):
            self.recognizers.take(event)

    def settle(self) -> None:
        """Take into account what was said; learning that is under way ends."""
        events = self.log.events
        self.state = state_of(events[seq - 1] for seq in self.history.done)
        self._turn += 1
        names = list(self.state.types) or [""]
        self.sessions.arrange({name: {page: self.pages[page].page for page in self.pages_of(name)} for name in names})
        for name, session in self.sessions.all.items():
            session.set_state(self._session_state(name))
        self._turn += 1
        oldest = self.seq - KEPT
        for key in [key for key in self._marks if int(key[0].removesuffix("d")) < oldest]:
            del self._marks[key]

    @property
    def is_learned(self) -> bool:
        """Whether learning is done for all that was said; if not, marks are a draft."""
        return self.sessions.is_learned

    def page_type(self, page: str) -> str:
        """The type of a page: what was said, else the type that it looked like when it was added."""
        return self.state.known_type(self.state.page_types.get(page, self._likely_types.get(page)))

    def pages_of(self, page_type: str) -> list[str]:
        """The ids of the pages of a type."""
        return [page for page in self.pages.pages if self.page_type(page) == page_type]

    def fields_on(self, page: str) -> list[str]:
        """The ids of the fields of a page's type."""
        return [one.id for one in self.state.fields_of(self.page_type(page))]

    @property
    def version(self) -> str:
        """Which marks the pages have now: "7" after event 7, "7d" while they are a draft."""
        return f"{self.seq}" if self.is_learned else f"{self.seq}d"

    def learn(self, work: Callable[[Session, Callable[[], bool]], T]) -> dict[str, T] | None:
        """Learn from what was said, or do other long work with each session, without the lock.

        ``work`` gets a snapshot of a session, and what tells whether a newer event has made it useless. None if that
        has happened; else what it returned for each page type.
        """
        with self._learning:
            turn, started = self._turn, perf_counter()
            was_learned = self.is_learned
            try:
                snapshots = {name: session.snapshot() for name, session in self.sessions.all.items()}
                found = {name: work(session, lambda: self._turn != turn) for name, session in snapshots.items()}
            except Superseded:
                return None
            if not was_learned:
                self.learn_ms = round(1000 * (perf_counter() - started))
            return found

    @contextmanager
    def learned(self) -> Iterator[None]:
        """The lock, once all that was said is learned. Learning itself leaves the lock to others."""
        while True:
            if not self.is_learned:
                self.learn(Session.learn)
            with self.lock:
                if self.is_learned:
                    self._count_rules()
                    yield
                    return

    def ready(self, *, draft: bool) -> AbstractContextManager[Any]:
        """The lock: at once where a draft is good enough, else once everything is learned."""
        return self.lock if draft else self.learned()

    def _count_rules(self) -> None:
        """Another version of the rules, if a field has another wrapper."""
        if self._counted == self.seq:
            return
        self._counted = self.seq
        rules = tuple(id(wrapper) for session in self.sessions.all.values() for wrapper in session.wrappers.values())
        self.rule_version += rules != self._rules
        self._rules = rules

    def _session_state(self, page_type: str) -> SessionState:
        """What was said about a page type, in the session's words: names for fields, numbers for pages."""
        fields = {one.id: one for one in self.state.fields_of(page_type)}
        numbers = {page: self.number(page) for page in self.pages_of(page_type)}
        in_rows = {(one.page, value) for one in self.state.rows for row in one.rows for value in row}
        said: list[tuple[int, int, Click | RecordStatement]] = []
        for key, label in self.state.labels.items():
            if key.page in numbers and key.field in fields:
                is_in_row = (key.page, FieldValue(*key[1:])) in in_rows and label.sign > 0
                if not is_in_row:
                    span = Span(key.start, key.end)
                    click = Click(numbers[key.page], fields[key.field].name, span, wanted=label.sign > 0)
                    said.append((label.seq, key.start, click))
        for one in self.state.rows:
            if one.page in numbers:
                named = (
                    tuple(Value(fields[value.field].name, value.span) for value in row if value.field in fields)
                    for row in one.rows
                )
                rows = tuple(row for row in named if row)
                said += [(one.seq, 0, RecordStatement(numbers[one.page], rows))] if rows else []
        statements = tuple(one for _, _, one in sorted(said, key=lambda each: each[:2]))
        complete = frozenset(numbers[name] for name in self.state.complete if name in numbers)
        many = frozenset(one.name for one in fields.values() if one.many)
        return SessionState(statements, complete, many)

    @property
    def names(self) -> dict[str, str]:
        """The name of each field by its id."""
        return {one.id: one.name for one in self.state.fields.values()}

    @property
    def ids(self) -> dict[str, str]:
        """The id of each field by its name."""
        return {one.name: one.id for one in self.state.fields.values()}

    def number(self, page: str) -> int:
        """The number of a page in the session of its type."""
        return self.sessions.place(self.pages[page].id)[1]

    def session_of(self, page: str) -> Session:
        """The session of a page's type."""
        return self.sessions.all[self.sessions.place(self.pages[page].id)[0]]

    def session_with(self, field: str) -> Session:
        """The session of a field's type."""
        return self.sessions.all[self.state.field_type(field)]

    def wrapper(self, page_type: str) -> Wrapper | None:
        """The current wrapper of all fields of a page type; None while there is none."""
        return self.sessions.all[page_type].wrapper

    def examples(self, page_type: str) -> list[Example]:
        """What was said about the pages of a type, as examples."""
        return self.sessions.all[page_type].examples

    def spans(self, field: str, page: str) -> tuple[Span, ...]:
        """The values of a field on a page of its type; while learning is not done, a draft of them."""
        if self.state.field_type(field) != self.page_type(page):
            return ()
        name, number, session = self.names[field], self.number(page), self.session_of(page)
        if self.is_learned:
            return session.spans(name, number)
        key = (self.seq, field, page)
        if key not in self._drafts:
            self._drafts = {one: spans for one, spans in self._drafts.items() if one[0] == self.seq}
            self._drafts[key] = session.draft(name, number)
        return self._drafts[key]

    def marks(self, page: str) -> PageMarks:
        """The marks of a page in the current version."""
        key = (self.version, page)
        if key not in self._marks:
            self._marks[key] = page_marks(
                page,
                self.state,
                {name: self.spans(name, page) for name in self.fields_on(page)},
                suggested=self.recognizers.suggestions(self.pages[page], self.fields_on(page)),
                uncertain=self._uncertain(page) if self.is_learned else (),
            )
        return self._marks[key]

    def marks_of(self, version: str, page: str) -> PageMarks | None:
        """The marks that a page had in a version; None if they are not known any more."""
        return self._marks.get((version, page))

    def _uncertain(self, page: str) -> list[MarkKey]:
        """The values of a page on which the methods disagree."""
        found: list[MarkKey] = []
        by_field = self.session_of(page).result.by_field
        for name in self.fields_on(page):
            shown = self.names[name]
            chosen = by_field.get(shown)
            if isinstance(chosen, ChosenWrapper):
                asked = [one for one in questions(chosen) if one.field == shown and one.page == self.pages[page].page]
                spans = [span for one in asked if one.refutable for span in one.spans]
                found += [MarkKey(name, *span) for span in spans[:MOST_UNCERTAIN]]
        return found

    def rows(self, page: str) -> list[TableRow]:
        """The records of a page."""
        key = (self.seq, page)
        if key not in self._table:
            self._table = {one: rows for one, rows in self._table.items() if one[0] == self.seq}
            records = self.session_of(page).page_records(self.number(page))
            self._table[key] = table_rows(self.pages[page], records, self.ids)
        return self._table[key]

    def labels(self, page: str | None = None, field: str | None = None) -> list[tuple[LabelKey, int]]:
        """The labels of a page, or of a field, with their signs; those of fields of other page types do not count."""
        return [
            (key, label.sign)
            for key, label in self.state.labels.items()
            if (page is None or key.page == page)
            and (field is None or key.field == field)
            and key.page in self.pages.pages
            and self.page_type(key.page) == self.state.field_type(key.field)
        ]

    def changed_since(self, page: str, since: int) -> set[MarkKey]:
        """The extracted values of a page that were not there at an earlier event."""
        before = self._marks.get((f"{since}", page)) or self._marks.get((f"{since}d", page), {})
        return {key for key, state in self.marks(page).items() if state in "XPU" and before.get(key, "N") not in "XPU"}


def history_items(project: Project) -> list[dict[str, Any]]:
    """The statements of the current line of the history, the undone ones last."""
    events, history = project.log.events, project.history
    line = [(seq, True) for seq in history.done] + [(seq, False) for seq in reversed(history.undone)]
    return [
        {
            "seq": seq,
            "sentence": events[seq - 1].get("sentence", events[seq - 1]["type"]),
            "time": events[seq - 1]["time"],
            "done": done,
            "type": events[seq - 1]["type"],
            "page": events[seq - 1].get("page"),
        }
        for seq, done in line
    ]
