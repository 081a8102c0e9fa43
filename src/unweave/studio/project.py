"""A project: a folder with pages and an event log, and the session that learns from what the log says.

Legend

    request    what a client sends: {"type": "label", "page": "p1", "unit": {...}, "sign": 1}
    event      what the log has: spans in place of units and row numbers (``commands`` makes one from the other)
    since      the seq that a client knows; a delta is what has changed between it and now

Everything goes through one lock: requests are done one after the other. What was computed is kept for each seq, so undo
and deltas cost little.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from time import perf_counter
from typing import Any

from unweave import __version__
from unweave.choose.evidence import ChosenWrapper
from unweave.choose.questions import questions
from unweave.page import LIMIT, Page, Span
from unweave.records import Example
from unweave.records.grouping import Value
from unweave.session import Click, RecordStatement, Session, SessionState
from unweave.studio.event_log import EventLog
from unweave.studio.marks import MarkKey, PageMarks, TableRow, page_marks, table_rows, written_marks
from unweave.studio.pages import MOST_ELEMENTS, PageStore, StudioPage
from unweave.studio.recognizing import Recognizers
from unweave.studio.statements import SIDE_EVENTS, FieldValue, History, LabelKey, ProjectState, state_of
from unweave.wrapper import Learner, Wrapper

MOST_UNCERTAIN = 5
"""Of each field so many values of a page are marked as uncertain: those whose answer would settle most."""
KEPT = 64
"""For so many of the last events the marks are kept, so that a client can get a delta."""
BODY_LIMIT = 1 << 20


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
        self.name = folder.resolve().name.removesuffix(".studio")
        self.log = EventLog(folder)
        self._reset()

    def _reset(self) -> None:
        """Replay the whole log."""
        self.history = History()
        self.pages = PageStore(self.folder)
        self.recognizers = Recognizers()
        self.state = ProjectState()
        self.session = Session([], learner=self._learner)
        self.rule_version = 0
        self.learn_ms = 0
        self._numbers: dict[str, int] = {}
        self._marks: dict[tuple[int, str], PageMarks] = {}
        self._table: dict[tuple[int, str], list[TableRow]] = {}
        self._rules: tuple[int, ...] = ()
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
        """Write an event to the log and take it into account; with ``more`` to follow, nothing is learned yet."""
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
            self._numbers[event["page"]] = self.session.add_page(self.pages[event["page"]].page)
        elif kind == "page_remove":
            self.pages.remove(event["page"])
            self._renumber()
        elif kind == "page_charset":
            self.pages.change_charset(event)
            self._renumber()
        elif kind == "name":
            self.name = event["name"]
        elif kind.startswith("recognizer_"):
            self.recognizers.take(event)

    def _renumber(self) -> None:
        self.session = Session([one.page for one in self.pages.pages.values()], learner=self._learner)
        self._numbers = {name: number for number, name in enumerate(self.pages.pages)}
        self._marks.clear()

    def settle(self) -> None:
        """What was said, and what is learned from it."""
        events = self.log.events
        self.state = state_of(events[seq - 1] for seq in self.history.done)
        self.session.set_state(self._session_state())
        started = perf_counter()
        wrappers = [id(wrapper) for wrapper in self.session.wrappers.values()]
        self.learn_ms = round(1000 * (perf_counter() - started))
        if tuple(wrappers) != self._rules:
            self._rules = tuple(wrappers)
            self.rule_version += 1
        for key in [key for key in self._marks if key[0] < self.seq - KEPT]:
            del self._marks[key]

    def _session_state(self) -> SessionState:
        """The state in the session's words: names for fields, numbers for pages."""
        names = self.names
        in_rows = {(one.page, value) for one in self.state.rows for row in one.rows for value in row}
        said: list[tuple[int, int, Click | RecordStatement]] = []
        for key, label in self.state.labels.items():
            if key.page in self._numbers and key.field in names:
                is_in_row = (key.page, FieldValue(*key[1:])) in in_rows and label.sign > 0
                if not is_in_row:
                    span = Span(key.start, key.end)
                    click = Click(self._numbers[key.page], names[key.field], span, wanted=label.sign > 0)
                    said.append((label.seq, key.start, click))
        for one in self.state.rows:
            if one.page in self._numbers:
                rows = tuple(tuple(Value(names[value.field], value.span) for value in row) for row in one.rows)
                said.append((one.seq, 0, RecordStatement(self._numbers[one.page], rows)))
        statements = tuple(one for _, _, one in sorted(said, key=lambda each: each[:2]))
        complete = frozenset(self._numbers[name] for name in self.state.complete if name in self._numbers)
        many = frozenset(one.name for one in self.state.fields.values() if one.many)
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
        """The number of a page in the session."""
        return self._numbers[self.pages[page].id]

    def page_id(self, number: int) -> str:
        """The id of the page with this number in the session."""
        return next(name for name, one in self._numbers.items() if one == number)

    @property
    def wrapper(self) -> Wrapper | None:
        """The current wrapper of all fields; None while there is none."""
        return self.session.wrapper

    def examples(self) -> list[Example]:
        """What was said, as examples."""
        return self.session.examples

    def marks(self, page: str) -> PageMarks:
        """The marks of a page."""
        key = (self.seq, page)
        if key not in self._marks:
            number, names = self.number(page), self.names
            found = {name: self.session.spans(shown, number) for name, shown in names.items()}
            self._marks[key] = page_marks(
                page,
                self.state,
                found,
                suggested=self.recognizers.suggestions(self.pages[page], self.state.fields),
                uncertain=self._uncertain(page),
            )
        return self._marks[key]

    def _uncertain(self, page: str) -> list[MarkKey]:
        """The values of a page on which the methods disagree."""
        found: list[MarkKey] = []
        for name, shown in self.names.items():
            chosen = self.session.result.by_field.get(shown)
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
            self._table[key] = table_rows(self.pages[page], self.session.page_records(self.number(page)), self.ids)
        return self._table[key]

    def labels(self, page: str | None = None, field: str | None = None) -> list[tuple[LabelKey, int]]:
        """The labels of a page, or of a field, with their signs."""
        return [
            (key, label.sign)
            for key, label in self.state.labels.items()
            if (page is None or key.page == page)
            and (field is None or key.field == field)
            and key.page in self._numbers
        ]

    def described_page(self, page: StudioPage, *, count: bool = True) -> dict[str, Any]:
        """A page for the client."""
        labels = self.labels(page.id)
        marks = self.marks(page.id) if count and self.wrapper else {}
        return {
            **page.to_dict(),
            "status": "complete" if page.id in self.state.complete else "partial",
            "n": sum(len(self.session.spans(name, self.number(page.id))) for name in self.ids) if count else None,
            "pos": sum(sign > 0 for _, sign in labels),
            "neg": sum(sign < 0 for _, sign in labels),
            "conflicts": sum(state == "C" for state in marks.values()),
        }

    def described_fields(self, pages: Collection[str]) -> list[dict[str, Any]]:
        """All fields for the client, counted on these pages."""
        conflicts, problems, wrapper = self.session.conflicts, self.session.problems, self.wrapper
        rows = [row for page in pages for row in self.rows(page)]
        found = []
        for number, one in enumerate(self.state.fields.values(), start=1):
            chosen = self.session.result.by_field.get(one.name)
            signs = [sign for _, sign in self.labels(field=one.id)]
            state = "conflict" if one.name in conflicts else "no_rule" if one.name in problems else "ok"
            message = conflicts[one.name].reason if one.name in conflicts else problems.get(one.name, "")
            confidence = chosen.wrapper.origin.confidence.get(one.name) if isinstance(chosen, ChosenWrapper) else None
            found.append(
                {
                    "id": one.id,
                    "number": number,
                    "name": one.name,
                    "color": one.color,
                    "required": one.required,
                    "many": one.many,
                    "recognizer": one.recognizer,
                    "n": sum(len(self.session.spans(one.name, self.number(page))) for page in pages),
                    "pos": sum(sign > 0 for sign in signs),
                    "neg": sum(sign < 0 for sign in signs),
                    "missing": sum(not row.values.get(one.id) for row in rows) if wrapper else 0,
                    "state": state if signs else "empty",
                    "message": message,
                    "kept": one.name in conflicts,
                    "confidence": {"level": confidence.level, "reasons": list(confidence.reasons)}
                    if confidence
                    else None,
                }
            )
        return found

    def described_conflicts(self) -> list[dict[str, Any]]:
        """The statements that contradict each other, for the client."""
        found = []
        for name, conflict in self.session.conflicts.items():
            said = [self._described_statement(one, name) for one in conflict.clicks]
            unused = [self._described_statement(one, name)["seq"] for one in conflict.unused]
            found.append({"field": self.ids[name], "reason": conflict.reason, "statements": said, "unused": unused})
        return found

    def _described_statement(self, statement: Click | RecordStatement, name: str) -> dict[str, Any]:
        page = self.pages[self.page_id(statement.page)]
        if isinstance(statement, RecordStatement):
            texts = [", ".join(page.page.text(value.span) for value in row) for row in statement.rows]
            rows = " | ".join(texts)
            seq = next((one.seq for one in self.state.rows if one.page == page.id), None)
            return {"seq": seq, "text": f"records on {page.name}: {rows}", "mark": None}
        field = self.ids[statement.field]
        key = LabelKey(page.id, field, *statement.span)
        label = self.state.labels.get(key)
        verb = "is" if statement.wanted else "is not"
        text = f"{page.page.text(statement.span)!r} {verb} {name} on {page.name}"
        mark = written_marks(page, {MarkKey(field, *statement.span): "C"})[0]
        return {"seq": label.seq if label else None, "text": text, "mark": mark}

    def record_counts(self, pages: Iterable[str]) -> dict[str, Any]:
        """How many records each page has."""
        counts = {page: len(self.session.page_records(self.number(page))) for page in pages}
        return {
            "total": sum(counts.values()),
            "pages": counts,
            "proposed": not self.state.rows,
            "layout": self.session.layout,
        }

    def described(self, pages: Sequence[str]) -> dict[str, Any]:
        """The project for the client; values are counted on these pages."""
        shown = [page for page in pages if page in self.pages.pages]
        return {
            "name": self.name,
            "version": __version__,
            "seq": self.seq,
            "read_only": self.log.read_only,
            "saved": self.log.saved,
            "undo": len(self.history.done),
            "redo": len(self.history.undone),
            "fields": self.described_fields(shown),
            "pages": [self.described_page(one, count=one.id in shown) for one in self.pages.pages.values()],
            "records": self.record_counts(shown),
            "conflicts": self.described_conflicts(),
            "recognizers": self.recognizers.described(self.pages.pages.values()),
            "rule_version": self.rule_version,
            "limits": {"body": BODY_LIMIT, "page": LIMIT, "elements": MOST_ELEMENTS},
        }

    def delta(self, since: int, pages: Sequence[str], **more: Any) -> dict[str, Any]:
        """What has changed since an event, with the marks of these pages."""
        started = perf_counter()
        shown = [page for page in pages if page in self.pages.pages]
        changes = {page: self._page_delta(since, page) for page in shown}
        side = [
            event
            for event in self.log.events[since:]
            if event["type"].startswith("page_") and event["type"] in SIDE_EVENTS
        ]
        dropped = self.history.dropped
        said = (event for event in reversed(self.log.events) if event["type"] not in SIDE_EVENTS)
        last: Mapping[str, Any] = next(said, {})
        answer = {
            "seq": self.seq,
            "since": since,
            "full": since > self.seq,
            "learn_ms": self.learn_ms,
            "fields": self.described_fields(shown),
            "undo": len(self.history.done),
            "redo": len(self.history.undone),
            "rule_version": self.rule_version,
            "pages": changes,
            "records": {**self.record_counts(shown), "changed": True},
            "conflicts": self.described_conflicts(),
            "page_list": [self.described_page(one, count=one.id in shown) for one in self.pages.pages.values()]
            if side
            else None,
            "made": {},
            "sentence": last.get("sentence", ""),
            "dropped": {"count": len(dropped), "last": dropped[-1] if dropped else None},
            "saved": self.log.saved,
        }
        return {**answer, "apply_ms": round(1000 * (perf_counter() - started)), **more}

    def _page_delta(self, since: int, name: str) -> dict[str, Any]:
        page, now, before = self.pages[name], self.marks(name), self._marks.get((since, name))
        labels = [sign for _, sign in self.labels(name)]
        old = before or {}
        changed = {key: state for key, state in now.items() if old.get(key) != state}
        found, earlier = (sum(state in "XPU" for state in marks.values()) for marks in (now, old))
        gained = sum(state in "XPU" and old.get(key, "N") not in "XPU" for key, state in now.items())
        return {
            "add": written_marks(page, changed),
            "remove": [list(key) for key in old if key not in now],
            "full": before is None,
            "new": gained if before is not None else 0,
            "gone": earlier - found + gained if before is not None else 0,
            "total": found,
            "status": "complete" if name in self.state.complete else "partial",
            "pos": sum(sign > 0 for sign in labels),
            "neg": sum(sign < 0 for sign in labels),
            "conflicts": sum(state == "C" for state in now.values()),
            "records": [[row.number, *row.extent] for row in self.rows(name)],
        }

    def changed_since(self, page: str, since: int) -> set[MarkKey]:
        """The extracted values of a page that were not there at an earlier event."""
        before = self._marks.get((since, page), {})
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


def renamed_page(page: Page, name: str) -> Page:
    """The same page with another name."""
    return Page(page.source, name=name, url=page.url, html=page.is_html)
