"""Readers: records as a user writes them -> Records, for ``Example.from_values`` and ``Example.from_spans``.

Legend:
    given     a record as a user writes it: ``{"title": "Emma", "tags": ["new", "used"], "reviews": [{"by": "Ann"}]}``
    item      what gives one value: ``"Emma"``, ``Span(3, 7)``, ``{"text": "Dallas", "nth": 2}``
    form      an item written as a dict with fixed keys; none of them can be read as a record, since values are texts
    path      the name of a field with the levels around it: ``"reviews.by"``
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from unweave.errors import MissingValue
from unweave.page import Page, Span
from unweave.records.cells import UNKNOWN, Either, Unknown, possible_spans
from unweave.records.locate import occurrences
from unweave.records.record import Cell, Item, Record, bad_input, checked_span

ItemReader: TypeAlias = Callable[[str, Any], Item | Unknown | None]
"""Path and what was given -> its span or spans, UNKNOWN when it is not on the page; None when it is no item."""


@dataclass(frozen=True, slots=True)
class TextReader:
    """Reads items given as texts to be found on the page, or as one of the forms.

    >>> read = TextReader(Page("<b>Dallas</b> <b>Dallas</b>"))
    >>> read("city", "Dallas")
    Either(spans=(Span(start=3, end=9), Span(start=17, end=23)))
    >>> read("city", {"text": "Dallas", "nth": 2})
    Span(start=17, end=23)

    Without ``embedded``, data in scripts is not searched. A text that is not on the page is unknown, and is added to
    ``missing`` with the number of its ``record``.

    >>> read("city", "Austin"), read.missing
    (UNKNOWN, [MissingValue(record=0, field='city', value='Austin')])
    """

    page: Page
    within: Span | None = None
    rejected: Mapping[str, Sequence[Span]] = field(default_factory=dict)
    record: int = 0
    embedded: bool = True
    missing: list[MissingValue] = field(default_factory=list)
    _known: dict[str, list[Span]] = field(default_factory=dict, compare=False, repr=False)

    def __call__(self, path: str, given: Any) -> Item | Unknown | None:
        """The span or spans of the item; UNKNOWN when it is not on the page, None when it is no item."""
        if isinstance(given, str):
            return self._located(path, given)
        if isinstance(given, Span | Either):
            return given
        return self._form(path, given) if isinstance(given, Mapping) else None

    def _located(self, path: str, text: str) -> Item | Unknown:
        rejected = self.rejected.get(path, ())
        places = self._places(path, text)
        if not places:
            return UNKNOWN
        spans = [span for span in places if span not in rejected] if rejected else places
        if not spans:
            raise bad_input(self.page, path, f"every place that shows {text!r} was rejected")
        return spans[0] if len(spans) == 1 else Either(tuple(spans))

    def _places(self, path: str, text: str) -> list[Span]:
        if text not in self._known:
            self._known[text] = occurrences(self.page, text, within=self.within, embedded=self.embedded)
        if not self._known[text]:
            self.missing.append(MissingValue(self.record, path, text))
        return self._known[text]

    def _form(self, path: str, given: Mapping[Any, Any]) -> Item | Unknown | None:
        match dict(given):
            case {"span": [int(), int()] as pair, **rest} if not rest:
                return checked_span(self.page, path, pair)
            case {"text": str(text), "nth": int(nth), **rest} if not rest:
                return self._nth(path, text, nth)
            case {"either": [[int(), int()], *_] as pairs, **rest} if not rest:
                return Either(tuple(checked_span(self.page, path, pair) for pair in pairs))
        return None

    def _nth(self, path: str, text: str, nth: int) -> Span | Unknown:
        places = self._places(path, text)
        if not places:
            return UNKNOWN
        if not 1 <= nth <= len(places):
            raise bad_input(self.page, path, f"{text!r} occurs {len(places)} times; there is no number {nth}")
        return places[nth - 1]


@dataclass(frozen=True, slots=True)
class SpanReader:
    """Reads items given as (start, end) pairs.

    >>> SpanReader(Page("<b>Dallas</b>"))("city", (3, 9))
    Span(start=3, end=9)
    """

    page: Page

    def __call__(self, path: str, given: Any) -> Item | None:
        """The span or spans of the item; None when it is no item."""
        match given:
            case Either():
                return given
            case [int(), int()]:
                return checked_span(self.page, path, given)
        return None


def read_record(page: Page, given: Any, read: ItemReader, inside: str = "") -> Record:
    """The record that is meant; ``{"type": "book", "record": {...}}`` gives its type.

    >>> page = Page("<b>Emma</b> $5")
    >>> read_record(page, {"title": "Emma", "price": "$5", "isbn": None}, TextReader(page)).to_dict()
    {'title': 'Emma', 'price': '$5', 'isbn': None}
    """
    match given:
        case Record():
            return given
        case {"type": str(kind), "record": Mapping() as fields, **rest} if not rest:
            return _record(page, fields, read, inside, kind)
        case Mapping():
            return _record(page, given, read, inside)
    raise bad_input(page, inside or None, f"{given!r} is not a record: give a mapping from field names to values")


def _record(page: Page, fields: Mapping[Any, Any], read: ItemReader, inside: str, kind: str = "") -> Record:
    prefix = f"{inside}." if inside else ""
    cells = {name: read_cell(page, f"{prefix}{name}", value, read) for name, value in fields.items()}
    return Record(page, cells, type=kind)


def read_cell(page: Page, path: str, given: Any, read: ItemReader) -> Cell:
    """The cell that is meant: absent, unknown, an item, or a level of items or records.

    An empty text is absent, as in a table; in a list it is left out.

    >>> page = Page("<i>red</i> <i>blue</i>")
    >>> read_cell(page, "colours", ["red", "", "blue"], TextReader(page))
    (Span(start=3, end=6), Span(start=14, end=18))
    >>> read_cell(page, "size", "", TextReader(page)) is None
    True
    """
    if _is_empty(given):
        return None
    if given is UNKNOWN or given == {"unknown": True}:
        return UNKNOWN
    item = read(path, given)
    if item is not None:
        return item
    if isinstance(given, list | tuple):
        return _level(page, path, given, read)
    raise bad_input(page, path, f"{_name_of(given)} is not a value: {_ADVICE}")


def _level(page: Page, path: str, given: Sequence[Any], read: ItemReader) -> Cell:
    """A level without what is not on the page, and with a text at most as often as the page shows it.

    It is unknown if nothing of it is on the page.
    """
    members = [(one, _member(page, path, one, read)) for one in given if not _is_empty(one)]
    found = [(one, member) for one, member in members if not isinstance(member, Unknown)]
    if members and not found:
        return UNKNOWN
    texts: Counter[str] = Counter()
    kept: list[Item | Record] = []
    for one, member in found:
        texts[one if isinstance(one, str) else ""] += 1
        if not isinstance(one, str) or isinstance(member, Record) or texts[one] <= len(possible_spans(member)):
            kept.append(member)
    return tuple(kept)  # type: ignore[return-value]  # Record refuses a mixed level


def _is_empty(given: Any) -> bool:
    return given is None or (isinstance(given, str) and not given.strip())


def _member(page: Page, path: str, given: Any, read: ItemReader) -> Item | Record | Unknown:
    item = read(path, given)
    if item is not None:
        return item
    if isinstance(given, Mapping | Record):
        return read_record(page, given, read, path)
    raise bad_input(page, path, f"{_name_of(given)} cannot be in a list: {_ADVICE}")


_ADVICE = "give the text as the page shows it, a span, a list of these or of records, null or unknown"


def _name_of(given: Any) -> str:
    kind = "a record" if isinstance(given, Mapping) else type(given).__name__
    return f"{given!r} ({kind})" if len(repr(given)) < 60 else kind
