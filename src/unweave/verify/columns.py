"""Columns: cells of tables that have changed places, to be undone (``undoing``).

Legend

    exchange    Exchange(2, 0, 1): in rows of two cells the first and the second have changed places
    row         of a table that holds no other table: tables around others are the layout of a page

Cells that change places take their texts with them: a label comes behind its value, a date where a name was. With the
cells in their old places all is as it was.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from unweave.budget import check_time
from unweave.page import Page, Span
from unweave.page.html import CELLS
from unweave.tuning import EXCHANGED_CELLS, UNDOING_PAGES
from unweave.verify.undoing import Undone, UndoneReading, clearest
from unweave.wrapper import Wrapper


class Exchange(NamedTuple):
    """In rows of so many cells, the cells with these two numbers have changed places."""

    cells: int
    first: int
    second: int


def exchanged(wrapper: Wrapper, pages: Sequence[Page], wrong: Sequence[str]) -> UndoneReading | None:
    """What the old wrapper finds once two cells of each row are in their old places; None where that is not clear.

    ``wrong`` are the fields that are not read right.
    """
    tried = [[undone_on(page, one) for page in pages] for one in exchanges(pages)]
    return clearest(wrapper, pages, tried, wrong)


def exchanges(pages: Sequence[Page]) -> list[Exchange]:
    """The exchanges to try: any two cells of rows that several pages, or one page several times, have.

    >>> exchanges([Page("<table><tr><td>Emma<th>Title<tr><td>Austen<th>By</table>")])
    [Exchange(cells=2, first=0, second=1)]
    """
    counts = Counter(len(row) for page in pages[:UNDOING_PAGES] for row in rows_of(page))
    sizes = sorted(size for size, count in counts.items() if count > 1 and size <= EXCHANGED_CELLS)
    return [Exchange(size, *pair) for size in sizes for pair in combinations(range(size), 2)]


def undone_on(page: Page, exchange: Exchange) -> Undone:
    """The page with the cells in their old places.

    >>> undone_on(Page("<table><tr><td>Emma</td><th>Title</th></table>"), Exchange(2, 0, 1)).page.source
    '<table><tr><th>Title</th><td>Emma</td></table>'
    """
    check_time()
    rows = [row for row in rows_of(page) if len(row) == exchange.cells]
    return Undone.exchanged(page, [(row[exchange.first], row[exchange.second]) for row in rows])


def rows_of(page: Page) -> Iterator[list[Span]]:
    """The cells of each row of a table that holds no other table.

    >>> page = Page("<table><tr><td>a<td><table><tr><td>b<td>c</table></table>")
    >>> [[page[cell] for cell in row] for row in rows_of(page)]
    [['<td>b', '<td>c']]
    """
    for row in (node for node in page.tree.elements() if node.tag == "tr"):
        cells = [cell for cell in row.children if cell.tag in CELLS]
        spans = [cell.span for cell in cells if cell.span]
        if len(spans) == len(cells) and not any(one.tag == "table" for one in row.descendants()):
            yield spans
