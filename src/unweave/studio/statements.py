"""Events -> what was said so far. Undo, redo and travel are events as well.

Legend

    statement   an event that says something: a label, a field, a record; all types but those below
    move        undo, redo or travel: it changes which statements count, and says nothing
    side event  a page, a recognizer, the project's name: it always counts, whatever is undone
    done        the statements that count, by seq: [2, 3, 7]
    undone      those that can be done again, the next one last
    parent      of a statement: the one that was done last when it was made; so every branch of the history can be
                visited again, also one that was left by a new statement
    page type   list pages, detail pages: each has fields of its own. A project has none until types are made; then
                every page and every field belongs to one

``ProjectState`` is the result of replaying all of them. It depends on the events alone, not on what a learner found:
events store spans, not row numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from unweave.page import Span

MOVES = frozenset({"undo", "redo", "travel"})
SIDE_EVENTS = frozenset(
    {"page_add", "page_remove", "page_charset", "name", "recognizer_add", "recognizer_change", "recognizer_remove"}
)


class FieldValue(NamedTuple):
    """A value: the id of its field, and where it is on its page."""

    field: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Its span.

        >>> FieldValue("f1", 3, 7).span
        Span(start=3, end=7)
        """
        return Span(self.start, self.end)


class LabelKey(NamedTuple):
    """What a label is about."""

    page: str
    field: str
    start: int
    end: int


class StudioLabel(NamedTuple):
    """A label: 1 or -1, and the seq of the statement that made it."""

    sign: int
    seq: int


@dataclass(frozen=True, slots=True)
class RowStatement:
    """Values of a page that are records: each row is one record, and different rows are different records."""

    page: str
    rows: tuple[tuple[FieldValue, ...], ...]
    seq: int


@dataclass(frozen=True, slots=True)
class StudioField:
    """A field as its user sees it.

    >>> StudioField("f1", "title").many
    False
    """

    id: str
    name: str
    color: int = 0
    required: bool = False
    many: bool = False
    recognizer: str | None = None
    page_type: str = ""
    leads_to: str | None = None


@dataclass(frozen=True, slots=True)
class ProjectState:
    """All that was said: fields, labels, records, complete pages, flags, page types.

    Attributes:
        types: the names of the page types by their ids, in order; empty while there is one kind of pages only.
        page_types: the types of pages, as far as they were said.
        next_pages: the address of the next page of a list page, None for a last page; where recognition was corrected.
        site_rows: the page type whose records are the rows of the joined table, if it was said.
    """

    fields: Mapping[str, StudioField] = field(default_factory=dict)
    labels: Mapping[LabelKey, StudioLabel] = field(default_factory=dict)
    rows: tuple[RowStatement, ...] = ()
    complete: frozenset[str] = frozenset()
    flags: frozenset[tuple[str, int]] = frozenset()
    types: Mapping[str, str] = field(default_factory=dict)
    page_types: Mapping[str, str] = field(default_factory=dict)
    next_pages: Mapping[str, str | None] = field(default_factory=dict)
    site_rows: str | None = None

    def known_type(self, name: str | None) -> str:
        """A page type that there is: the given one, else the first; "" where there are none.

        >>> ProjectState(types={"t1": "list"}).known_type("t9"), ProjectState().known_type("t9")
        ('t1', '')
        """
        return name if name in self.types and name is not None else next(iter(self.types), "")

    def field_type(self, name: str) -> str:
        """The page type of a field.

        >>> ProjectState(fields={"f1": StudioField("f1", "title")}, types={"t1": "list"}).field_type("f1")
        't1'
        """
        return self.known_type(self.fields[name].page_type)

    def fields_of(self, page_type: str) -> list[StudioField]:
        """The fields of a page type.

        >>> ProjectState(fields={"f1": StudioField("f1", "title")}).fields_of("")[0].name
        'title'
        """
        return [one for name, one in self.fields.items() if self.field_type(name) == page_type]


class History:
    """Which statements count; fed with the events of a log in their order.

    >>> history = History()
    >>> for event in ({"seq": 1, "type": "field_add"}, {"seq": 2, "type": "field_add"}, {"seq": 3, "type": "undo"}):
    ...     history.add(event)
    >>> history.done, history.undone
    ([1], [2])
    """

    def __init__(self) -> None:
        self.done: list[int] = []
        self.undone: list[int] = []
        self.dropped: tuple[int, ...] = ()
        self._parents: dict[int, int] = {}

    def add(self, event: Mapping[str, Any]) -> None:
        """Take the next event into account."""
        kind, seq = event["type"], event["seq"]
        if kind not in SIDE_EVENTS:
            self.dropped = ()
        if kind == "undo" and self.done:
            self.undone.append(self.done.pop())
        elif kind == "redo" and self.undone:
            self.done.append(self.undone.pop())
        elif kind == "travel":
            self._travel(event["to"])
        elif kind not in MOVES and kind not in SIDE_EVENTS:
            self._parents[seq] = self.done[-1] if self.done else 0
            self.done.append(seq)
            self.dropped, self.undone = tuple(reversed(self.undone)), []

    def knows(self, seq: int) -> bool:
        """Whether it is possible to travel there."""
        return seq == 0 or seq in self._parents

    def _travel(self, seq: int) -> None:
        line = [*self.done, *reversed(self.undone)]
        if seq and seq not in line:
            line = self._path(seq)
        at = line.index(seq) + 1 if seq else 0
        self.done, self.undone = line[:at], list(reversed(line[at:]))

    def _path(self, seq: int) -> list[int]:
        path = []
        while seq:
            path.append(seq)
            seq = self._parents[seq]
        return path[::-1]


def state_of(events: Iterable[Mapping[str, Any]]) -> ProjectState:
    """What these statements say together.

    >>> state = state_of([{"seq": 1, "type": "field_add", "field": "f1", "name": "title"}])
    >>> state.fields["f1"].name
    'title'
    """
    draft = _Draft()
    for event in events:
        draft.add(event)
    return draft.state()


class _Draft:
    """A state in the making."""

    def __init__(self) -> None:
        self.fields: dict[str, StudioField] = {}
        self.labels: dict[LabelKey, StudioLabel] = {}
        self.rows: list[RowStatement] = []
        self.complete: set[str] = set()
        self.flags: set[tuple[str, int]] = set()
        self.types: dict[str, str] = {}
        self.page_types: dict[str, str] = {}
        self.next_pages: dict[str, str | None] = {}
        self.site_rows: str | None = None

    def state(self) -> ProjectState:
        return ProjectState(
            self.fields,
            self.labels,
            tuple(self.rows),
            frozenset(self.complete),
            frozenset(self.flags),
            self.types,
            self.page_types,
            self.next_pages,
            self.site_rows,
        )

    def add(self, event: Mapping[str, Any]) -> None:
        kind = event["type"]
        self._change_types(kind, event)
        self._change_site(kind, event)
        for given in event.get("new_fields", ()):
            self._new_field(given)
        if kind in {"field_add", "field_change", "field_remove", "field_order"}:
            self._change_fields(kind, event)
        elif kind == "page_status":
            (self.complete.add if event["status"] == "complete" else self.complete.discard)(event["page"])
        elif kind == "row_flag":
            (self.flags.add if event["flag"] else self.flags.discard)((event["page"], event["start"]))
        self._label_all(event)
        for page, rows in _rows_said(event).items():
            self._say_rows(page, rows, event["seq"])

    def _label_all(self, event: Mapping[str, Any]) -> None:
        """``labels`` of an event: [page, field, start, end, sign], the last one about a place counts."""
        for page, name, start, end, sign in event.get("labels", ()):
            key = LabelKey(page, name, start, end)
            self.labels.pop(key, None)
            if sign:
                self.labels[key] = StudioLabel(sign, event["seq"])
            if sign <= 0:
                self._forget_value(page, FieldValue(name, start, end))

    def _forget_value(self, page: str, value: FieldValue) -> None:
        """A value that is not accepted any more belongs to no record."""
        self.rows = [_without(one, value) if one.page == page else one for one in self.rows]

    def _say_rows(self, page: str, given: Sequence[Any], seq: int) -> None:
        """What is said of a value's record last counts; the values are accepted by it."""
        rows = tuple(tuple(FieldValue(*value) for value in row) for row in given)
        new = {value for row in rows for value in row}
        for value in new:
            self._forget_value(page, value)
        self.rows = [one for one in self.rows if any(one.rows)]
        self.rows.append(RowStatement(page, rows, seq))
        for value in sorted(new):
            key = LabelKey(page, *value)
            if key not in self.labels or self.labels[key].sign < 0:
                self.labels[key] = StudioLabel(1, seq)

    def _change_types(self, kind: str, event: Mapping[str, Any]) -> None:
        """``page_types`` of an event: types with their pages and fields; these are moved to them."""
        if kind == "types_take":
            self.types, self.page_types = {}, {}
        for one in event.get("page_types", ()):
            self.types[one["page_type"]] = one["name"]
            self.page_types |= dict.fromkeys(one["pages"], one["page_type"])
            for name in one["fields"]:
                if name in self.fields:
                    self.fields[name] = replace(self.fields[name], page_type=one["page_type"])
        if kind == "type_change":
            self.types[event["page_type"]] = event["name"]
        elif kind == "type_remove":
            self.types.pop(event["page_type"], None)
            for name in event["fields"]:
                self._remove_field(name)
        elif kind == "page_move":
            self.page_types |= dict.fromkeys(event["pages"], event["page_type"])

    def _change_site(self, kind: str, event: Mapping[str, Any]) -> None:
        if kind == "site_rows":
            self.site_rows = event["page_type"]
        elif kind == "next_page" and event["auto"]:
            self.next_pages.pop(event["page"], None)
        elif kind == "next_page":
            self.next_pages[event["page"]] = event["target"]

    def _new_field(self, given: Mapping[str, Any]) -> None:
        name, page_type = given["field"], given.get("page_type", "")
        used = {one.color for one in self.fields.values() if one.page_type == page_type}
        color = next(number for number in range(len(used) + 1) if number not in used)
        leads_to = given.get("leads_to")
        self.fields[name] = StudioField(name, given["name"], color, page_type=page_type, leads_to=leads_to)

    def _change_fields(self, kind: str, event: Mapping[str, Any]) -> None:
        if kind == "field_add":
            self._new_field(event)
        elif kind == "field_order":
            self.fields = {name: self.fields[name] for name in event["fields"] if name in self.fields}
        elif event["field"] in self.fields and kind == "field_change":
            self.fields[event["field"]] = replace(self.fields[event["field"]], **event["changes"])
        elif kind == "field_remove":
            self._remove_field(event["field"])

    def _remove_field(self, name: str) -> None:
        self.fields.pop(name, None)
        self.labels = {key: label for key, label in self.labels.items() if key.field != name}
        for one in list(self.rows):
            for value in [value for row in one.rows for value in row if value.field == name]:
                self._forget_value(one.page, value)


def of_type(page_type: str) -> dict[str, str]:
    """The member that says to which page type a new field belongs.

    >>> of_type("t3"), of_type("")
    ({'page_type': 't3'}, {})
    """
    return {"page_type": page_type} if page_type else {}


def _rows_said(event: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The rows that an event says, by page."""
    if "rows" in event:
        return {event["page"]: event["rows"]}
    found: dict[str, list[Any]] = {}
    for row in event.get("kept_rows", ()):
        found.setdefault(row["page"], []).append(row["values"])
    return found


def _without(one: RowStatement, value: FieldValue) -> RowStatement:
    rows: Sequence[tuple[FieldValue, ...]] = [tuple(each for each in row if each != value) for row in one.rows]
    return replace(one, rows=tuple(row for row in rows if row))
