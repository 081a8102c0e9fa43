"""Record: fields -> spans of a page.

A *cell* is what a record holds for one field:

    ===================  ==========================================  =====================================
    cell                 means                                       ``record[name]``
    ===================  ==========================================  =====================================
    ``Span(78, 83)``     the value is there                          ``"Congo"``
    ``(Span, Span)``     a field with many values (items may be      ``["red", "blue"]``
                         ``Either``)
    ``(Record,)``        a nested level                              ``[Record(...)]``
    ``None``             absent: the record has no such value        ``None``
    ``UNKNOWN``          not known                                   ``None``
    ``Either(spans)``    one of these spans, not known which         the text of the first
    ===================  ==========================================  =====================================
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from operator import index, is_
from typing import Any, Never, TypeAlias

from unweave.errors import BadInput
from unweave.page import Page, Span, around
from unweave.page.address import base_of
from unweave.records.cells import UNKNOWN, Either, Unknown
from unweave.records.located import Located
from unweave.records.notebook import html_table

Item: TypeAlias = Span | Either
Cell: TypeAlias = "Span | Either | tuple[Item, ...] | tuple[Record, ...] | Unknown | None"
Text: TypeAlias = "str | list[str] | list[Record] | None"


class Record:
    """Some fields and the spans of their values; an immutable value, bound to its page.

    >>> page = Page("<b>Congo</b> <i>242</i>")
    >>> record = Record(page, {"country": Span(3, 8), "code": Span(16, 19), "capital": None})
    >>> record["country"], record["capital"], record.span("code"), record.extent
    ('Congo', None, Span(start=16, end=19), Span(start=3, end=19))
    >>> record.to_dict()
    {'country': 'Congo', 'code': '242', 'capital': None}
    """

    __slots__ = ("_cells", "_fields", "page", "type")
    _cells: dict[str, Any]  # a Cell, or values whose spans are not yet computed
    _fields: tuple[Any, ...]  # of its schema, where these have types
    page: Page
    type: str

    def __init__(
        self,
        page: Page,
        cells: Mapping[str, Cell],
        *,
        type: str = "",  # noqa: A002  the word that users read and write
    ) -> None:
        put = object.__setattr__
        put(self, "page", page)
        put(self, "type", type)
        put(self, "_fields", ())
        put(self, "_cells", {_checked_name(page, name): _checked(page, name, cells[name]) for name in cells})

    @classmethod
    def found(
        cls, page: Page, cells: "Mapping[str, Span | Located | tuple[Located, ...] | None]", *, kind: str
    ) -> "Record":
        """A record of this type whose values were found on the page; spans of Located ones are computed when asked for.

        >>> record = Record.found(Page("<b>Congo</b>"), {"country": Located("Congo", lambda: Span(3, 8))}, kind="")
        >>> record["country"], record.span("country")
        ('Congo', Span(start=3, end=8))
        """
        record, put = cls.__new__(cls), object.__setattr__
        put(record, "page", page)
        put(record, "type", kind)
        put(record, "_fields", ())
        put(record, "_cells", dict(cells))
        return record

    def with_fields(self, fields: tuple[Any, ...]) -> "Record":
        """The same record, which knows the fields of its schema, and so the types of its values."""
        record, put = Record.__new__(Record), object.__setattr__
        put(record, "page", self.page)
        put(record, "type", self.type)
        put(record, "_fields", fields)
        put(record, "_cells", self._cells)
        return record

    def __getitem__(self, name: str) -> Text:
        return _shown(self.page, self._cells[name])

    def get(self, name: str, default: Any = None) -> Any:
        """What ``record[name]`` gives, or the default where the record has no such field or no value for it.

        >>> Record(Page("<b>Congo</b>"), {"country": Span(3, 8)}).get("code", "none")
        'none'
        """
        value = _shown(self.page, self._cells.get(name))
        return default if value is None else value

    def cell(self, name: str) -> Cell:
        """The cell itself, as in the table above.

        >>> Record(Page("<b>Congo</b>"), {"country": UNKNOWN}).cell("country")
        UNKNOWN
        """
        cell: Any = self._cells[name]
        if type(cell) is Span:
            return cell
        if type(cell) is Located:
            return cell.span
        if isinstance(cell, tuple) and cell and isinstance(cell[0], Located):
            return tuple(item.span for item in cell)
        known: Cell = cell
        return known

    @property
    def _known_cells(self) -> dict[str, Cell]:
        """All cells, with the spans of what was found."""
        return {name: self.cell(name) for name in self._cells}

    def span(self, name: str) -> Span | None:
        """The span of the value: around all of them when there are many, None when it is absent or unknown.

        >>> Record(Page("<b>red</b> <b>blue</b>"), {"colour": (Span(3, 6), Span(14, 18))}).span("colour")
        Span(start=3, end=18)
        """
        spans = self.spans(name)
        return around(spans) if spans else None

    def spans(self, name: str) -> tuple[Span, ...]:
        """Every span of the field, those of nested records included; of an either/or cell the first.

        >>> Record(Page("<b>red</b> <b>blue</b>"), {"colour": (Span(3, 6), Span(14, 18))}).spans("colour")
        (Span(start=3, end=6), Span(start=14, end=18))
        """
        cell = self.cell(name)
        return (cell,) if type(cell) is Span else tuple(_spans(cell))

    @property
    def extent(self) -> Span | None:
        """The smallest span around all of the record; None when it has no value.

        >>> Record(Page("<b>Congo</b> 242"), {"code": Span(13, 16), "country": Span(3, 8)}).extent
        Span(start=3, end=16)
        """
        spans = [span for cell in self._known_cells.values() for span in _spans(cell)]
        return around(spans) if spans else None

    def to_dict(self, *, typed: bool = False) -> dict[str, Any]:
        """Plain values: texts, lists of texts, dicts for nested records, None for absent and unknown.

        With ``typed``, values are what the types of the wrapper's schema make of the texts: numbers, dates, amounts; a
        text that does not fit its type stays text (see ``unweave.with_types``).

        >>> Record(Page("<b>Congo</b>"), {"country": Span(3, 8), "code": UNKNOWN}).to_dict()
        {'country': 'Congo', 'code': None}
        """
        values = self._texts()
        if not typed or not self._fields:
            return values
        return import_module("unweave.records.typed").typed_values(  # type: ignore[no-any-return]  # it knows records
            values, self._fields, base=base_of(self.page)
        )

    def _texts(self) -> dict[str, Any]:
        page = self.page
        return {name: _plain(_shown(page, cell)) for name, cell in self._cells.items()}

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def __contains__(self, name: object) -> bool:
        return name in self._cells

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        if (self.type, self.page) != (other.type, other.page):
            return False
        return self._known_cells == other._known_cells

    def __hash__(self) -> int:
        return hash((self.type, frozenset(self._known_cells.items()), self.page))

    def __repr__(self) -> str:
        kind = f", type={self.type!r}" if self.type else ""
        return f"Record({self.page.name or 'the page'}, {self.to_dict()!r}{kind})"

    def _repr_html_(self) -> str:
        return html_table(["field", "value"], self.to_dict().items())

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a Record cannot be changed: {name}")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a Record cannot be changed: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.page, self._known_cells, self.type, self._fields)


def _rebuild(page: Page, cells: Mapping[str, Cell], kind: str, fields: tuple[Any, ...] = ()) -> Record:
    record = Record(page, cells, type=kind)
    return record.with_fields(fields) if fields else record


def checked_span(page: Page, field: str, span: Any) -> Span:
    """The span, when it lies on the page; else it raises BadInput.

    >>> checked_span(Page("<b>Congo</b>", name="p1.html"), "country", Span(3, 99))
    Traceback (most recent call last):
    unweave.errors.BadInput: p1.html: field country: the span 3-99 does not lie on the page, which has 12 characters
    """
    try:
        start, end = map(index, span)
    except (TypeError, ValueError):
        raise bad_input(page, field, f"{span!r} is not a span, a pair of whole numbers") from None
    if start > end:
        raise bad_input(page, field, f"the span {start}-{end} ends before it begins")
    if start < 0 or end > len(page):
        size = len(page)
        raise bad_input(page, field, f"the span {start}-{end} does not lie on the page, which has {size} characters")
    return span if type(span) is Span and type(span.start) is type(span.end) is int else Span(start, end)


def bad_input(page: Page, field: str | None, reason: str) -> BadInput:
    """The error that names page and field.

    >>> print(bad_input(Page("", name="p1.html"), "price", "it is a number"))
    p1.html: field price: it is a number
    """
    return BadInput(source=page.name or "the page", field=field, reason=reason)


def _checked_name(page: Page, name: object) -> str:
    if not isinstance(name, str) or not name.strip():
        raise bad_input(page, None, f"{name!r} cannot be the name of a field: it must be a text that is not empty")
    return name


def _checked(page: Page, field: str, cell: Any) -> Cell:
    if isinstance(cell, Span):
        return checked_span(page, field, cell)
    if cell is None or cell is UNKNOWN:
        return cell
    if isinstance(cell, Either):
        return _checked_either(page, field, cell)
    if isinstance(cell, tuple):
        return _checked_level(page, field, cell)
    raise bad_input(page, field, f"{cell!r} is not a cell: give a Span, a tuple of them, records, None or UNKNOWN")


def _checked_either(page: Page, field: str, cell: Either) -> Either:
    if not cell.spans:
        raise bad_input(page, field, "an either/or cell needs at least one span")
    checked = tuple(checked_span(page, field, span) for span in cell.spans)
    return cell if all(map(is_, checked, cell.spans)) else Either(checked)


def _checked_level(page: Page, field: str, cell: tuple[Any, ...]) -> Cell:
    nested = [item for item in cell if isinstance(item, Record)]
    if nested and len(nested) < len(cell):
        raise bad_input(page, field, "records and single values are mixed in one level")
    if any(record.page != page for record in nested):
        raise bad_input(page, field, "a nested record belongs to another page")
    return cell if nested else tuple(_checked_item(page, field, item) for item in cell)


def _checked_item(page: Page, field: str, item: Any) -> Item:
    return _checked_either(page, field, item) if isinstance(item, Either) else checked_span(page, field, item)


def members(cell: Cell) -> tuple[Item, ...] | tuple[Record, ...]:
    """What a cell consists of: its items or records, itself when it is a single value, nothing when it has none.

    >>> members(Span(3, 7)), members((Span(3, 7), Span(9, 12))), members(None)
    ((Span(start=3, end=7),), (Span(start=3, end=7), Span(start=9, end=12)), ())
    """
    if isinstance(cell, Span):
        return (cell,)
    if cell is None or isinstance(cell, Unknown):
        return ()
    return (cell,) if isinstance(cell, Either) else cell


def _shown(page: Page, cell: Any) -> Text:
    if isinstance(cell, Located):  # one class after the other: of all of them at once takes several times as long
        return cell.text
    if isinstance(cell, Span):
        return page.text(cell)
    if cell is None or isinstance(cell, Unknown):
        return None
    if isinstance(cell, Either):
        return page.text(cell.first)
    return [item if isinstance(item, Record) else _text(page, item) for item in cell]  # type: ignore[return-value]  # all are records, or none is


def _text(page: Page, item: Item | Located) -> str:
    if isinstance(item, Located):
        return item.text
    return page.text(item.first if isinstance(item, Either) else item)


def _plain(value: Text) -> Any:
    if isinstance(value, list):
        return [item.to_dict() if isinstance(item, Record) else item for item in value]
    return value


def _spans(cell: Cell) -> Iterator[Span]:
    for item in members(cell):
        if isinstance(item, Record):
            yield from (span for name in item for span in item.spans(name))
        else:
            yield item.first if isinstance(item, Either) else item


def items_of(record: Record, inside: str = "") -> Iterator[tuple[str, Item]]:
    """Every value of a record, those of nested records included, with the path of its field.

    >>> page = Page("Emma Ann Bob")
    >>> reviews = tuple(Record(page, {"by": span}) for span in (Span(5, 8), Span(9, 12)))
    >>> [(path, page[item]) for path, item in items_of(Record(page, {"title": Span(0, 4), "reviews": reviews}))]
    [('title', 'Emma'), ('reviews.by', 'Ann'), ('reviews.by', 'Bob')]
    """
    for name in record:
        for item in members(record.cell(name)):
            if isinstance(item, Record):
                yield from items_of(item, f"{inside}{name}.")
            else:
                yield inside + name, item
