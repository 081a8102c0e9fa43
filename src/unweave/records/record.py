"""Record: fields -> places on a page.

A *cell* is what a record holds for one field:

    ===================  ==========================================  =====================================
    cell                 means                                       ``record[name]``
    ===================  ==========================================  =====================================
    ``Span(78, 83)``     the value stands there                      ``"Congo"``
    ``(Span, Span)``     a field with many values (items may be      ``["red", "blue"]``
                         ``Either``)
    ``(Record,)``        a nested level                              ``[Record(...)]``
    ``None``             the record has no such value                ``None``
    ``UNKNOWN``          not known                                   ``None``
    ``Either(spans)``    one of these places, it is open which       the text of the first
    ===================  ==========================================  =====================================
"""

from collections.abc import Iterator, Mapping
from operator import index
from typing import Any, Never, TypeAlias

from unweave.errors import BadInput
from unweave.page import Page, Span, around
from unweave.records.cells import UNKNOWN, Either, Unknown

Item: TypeAlias = Span | Either
Cell: TypeAlias = "Span | Either | tuple[Item, ...] | tuple[Record, ...] | Unknown | None"
Text: TypeAlias = "str | list[str] | list[Record] | None"

__all__ = ["UNKNOWN", "Cell", "Either", "Item", "Record", "Text", "Unknown", "checked_span", "members", "wrong"]


class Record:
    """Some fields and where their values stand; an immutable value, bound to its page.

    >>> page = Page("<b>Congo</b> <i>242</i>")
    >>> record = Record(page, {"country": Span(3, 8), "code": Span(16, 19), "capital": None})
    >>> record["country"], record["capital"], record.span("code"), record.extent
    ('Congo', None, Span(start=16, end=19), Span(start=3, end=19))
    >>> record.to_dict()
    {'country': 'Congo', 'code': '242', 'capital': None}
    """

    __slots__ = ("_cells", "page", "type")
    _cells: dict[str, Cell]
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
        put(self, "_cells", {_checked_name(page, name): _checked(page, name, cells[name]) for name in cells})

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
        return self._cells[name]

    def span(self, name: str) -> Span | None:
        """Where the value stands: around all of it when there are many, None when it is absent or unknown.

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
        return tuple(_spans(self._cells[name]))

    @property
    def extent(self) -> Span | None:
        """The smallest span around all of the record; None when it has no value.

        >>> Record(Page("<b>Congo</b> 242"), {"code": Span(13, 16), "country": Span(3, 8)}).extent
        Span(start=3, end=16)
        """
        spans = [span for cell in self._cells.values() for span in _spans(cell)]
        return around(spans) if spans else None

    def to_dict(self) -> dict[str, Any]:
        """Plain values: texts, lists of texts, dicts for nested records, None for absent and unknown.

        >>> Record(Page("<b>Congo</b>"), {"country": Span(3, 8), "code": UNKNOWN}).to_dict()
        {'country': 'Congo', 'code': None}
        """
        return {name: _plain(self[name]) for name in self}

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def __contains__(self, name: object) -> bool:
        return name in self._cells

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return (self.type, self._cells, self.page) == (other.type, other._cells, other.page)

    def __hash__(self) -> int:
        return hash((self.type, frozenset(self._cells.items()), self.page))

    def __repr__(self) -> str:
        kind = f", type={self.type!r}" if self.type else ""
        return f"Record({self.page.name or 'the page'}, {self.to_dict()!r}{kind})"

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a Record cannot be changed: {name}")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a Record cannot be changed: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.page, self._cells, self.type)


def _rebuild(page: Page, cells: Mapping[str, Cell], kind: str) -> Record:
    return Record(page, cells, type=kind)


def checked_span(page: Page, field: str, span: Any) -> Span:
    """The span, when it lies on the page; else it raises BadInput.

    >>> checked_span(Page("<b>Congo</b>", name="p1.html"), "country", Span(3, 99))
    Traceback (most recent call last):
    unweave.errors.BadInput: p1.html: field country: the span 3-99 does not lie on the page, which has 12 characters
    """
    try:
        start, end = map(index, span)
    except (TypeError, ValueError):
        raise wrong(page, field, f"{span!r} is not a span, a pair of whole numbers") from None
    if start > end:
        raise wrong(page, field, f"the span {start}-{end} ends before it begins")
    if start < 0 or end > len(page):
        size = len(page)
        raise wrong(page, field, f"the span {start}-{end} does not lie on the page, which has {size} characters")
    return span if type(span) is Span and type(span.start) is type(span.end) is int else Span(start, end)


def wrong(page: Page, field: str | None, reason: str) -> BadInput:
    """The error that names page and field.

    >>> print(wrong(Page("", name="p1.html"), "price", "it is a number"))
    p1.html: field price: it is a number
    """
    return BadInput(source=page.name or "the page", field=field, reason=reason)


def _checked_name(page: Page, name: object) -> str:
    if not isinstance(name, str) or not name.strip():
        raise wrong(page, None, f"{name!r} cannot be the name of a field: it must be a text that is not empty")
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
    raise wrong(page, field, f"{cell!r} is not a cell: give a Span, a tuple of them, records, None or UNKNOWN")


def _checked_either(page: Page, field: str, cell: Either) -> Either:
    if not cell.spans:
        raise wrong(page, field, "an either/or cell needs at least one span")
    return Either(tuple(checked_span(page, field, span) for span in cell.spans))


def _checked_level(page: Page, field: str, cell: tuple[Any, ...]) -> Cell:
    nested = [item for item in cell if isinstance(item, Record)]
    if nested and len(nested) < len(cell):
        raise wrong(page, field, "records and single values are mixed in one level")
    if any(record.page != page for record in nested):
        raise wrong(page, field, "a nested record stands on another page")
    return cell if nested else tuple(_checked_item(page, field, item) for item in cell)


def _checked_item(page: Page, field: str, item: Any) -> Item:
    return _checked_either(page, field, item) if isinstance(item, Either) else checked_span(page, field, item)


def members(cell: Cell) -> tuple[Item, ...] | tuple[Record, ...]:
    """What a cell consists of: its items or records, itself when it is a single value, nothing when it has none.

    >>> members(Span(3, 7)), members((Span(3, 7), Span(9, 12))), members(None)
    ((Span(start=3, end=7),), (Span(start=3, end=7), Span(start=9, end=12)), ())
    """
    if isinstance(cell, Span | Either):
        return (cell,)
    return () if cell is None or isinstance(cell, Unknown) else cell


def _shown(page: Page, cell: Cell) -> Text:
    if cell is None or isinstance(cell, Unknown):
        return None
    if isinstance(cell, Span | Either):
        return _text(page, cell)
    return [item if isinstance(item, Record) else _text(page, item) for item in cell]  # type: ignore[return-value]  # all are records, or none is


def _text(page: Page, item: Item) -> str:
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
