"""The columns of a table that has a row of headers: which cell is under which header.

Legend

    covers      a cell covers its own place; with rowspan and colspan further places below and to the right of it
    headers     the texts of the first row of nothing but th, by column
    own         of a row: the cells in it
    spanned     of a row: the cells of rows above that cover a place of it, as the year of several films does
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

MOST_COLUMNS = 100
MOST_ROWS = 1000


class HeadedRow(NamedTuple):
    """The headers of the cells of a row, and of those that are spanned."""

    own: Mapping[Any, str]
    spanned: Mapping[Any, str]


class _Reach(NamedTuple):
    """A cell, and how many further rows it covers."""

    cell: Any
    rows: int


NO_HEADERS = HeadedRow({}, {})


def headed_rows(
    rows: Iterable[Sequence[Any]], peers: Callable[[Any], Any], text: Callable[[Any], str]
) -> Iterator[HeadedRow]:
    """The rows of a table with the headers of their cells; none up to and with the row of headers.

    ``rows`` are the cells of each row, ``peers`` gives the parser's element of a cell, ``text`` its text.

    >>> from unweave.page import Page
    >>> page = Page("<table><tr><th>Year<th>Film<tr><td rowspan=2>1990<td>Emma<tr><td>Kim</table>")
    >>> rows = [row.select("td, th") for row in page.document.select("tr")]
    >>> last = [*headed_rows(rows, lambda cell: cell, lambda cell: cell.text)][-1]
    >>> [{cell.text: header for cell, header in some.items()} for some in last]
    [{'Kim': 'Film'}, {'1990': 'Year'}]
    """
    headers: dict[int, str] = {}
    above: dict[int, _Reach] = {}  # what covers the row before, by column
    for cells in rows:
        above = _covering(cells, above, peers)
        if headers:
            yield _headed(cells, above, headers)
            continue
        yield NO_HEADERS
        if cells and all(peers(cell).tag == "th" for cell in cells):
            headers = {column: text(reach.cell) for column, reach in above.items()}


def _headed(cells: Sequence[Any], covering: Mapping[int, _Reach], headers: Mapping[int, str]) -> HeadedRow:
    found: dict[Any, str] = {}
    for column, reach in sorted(covering.items()):
        if header := headers.get(column):
            found.setdefault(reach.cell, header)
    own = {cell: found[cell] for cell in cells if cell in found}
    return HeadedRow(own, {cell: header for cell, header in found.items() if cell not in own})


def _covering(cells: Sequence[Any], above: Mapping[int, _Reach], peers: Callable[[Any], Any]) -> dict[int, _Reach]:
    """What covers a row, by column, given what covers the row above it."""
    found = {column: _Reach(reach.cell, reach.rows - 1) for column, reach in above.items() if reach.rows}
    column = 0
    for cell in cells:
        peer = peers(cell)
        while column in found:
            column += 1
        reach = _Reach(cell, _covered(peer, "rowspan", MOST_ROWS) - 1)
        for at in range(column, column + _covered(peer, "colspan", MOST_COLUMNS)):
            found[at] = reach
    return found


def _covered(cell: Any, name: str, most: int) -> int:
    """How many rows or columns a cell of the parser covers."""
    number = cell.attr(name)  # most cells say nothing
    return max(1, min(int(number), most)) if number and number.isdecimal() else 1
