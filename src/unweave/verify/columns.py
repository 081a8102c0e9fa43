"""Columns: cells of tables that have changed places, to be undone (``undoing``).

Legend

    exchange    Exchange(2, 0, 1): in rows of two cells the first and the second have changed places; with a field, only
                in tables that have a text that was right before its values, or right behind them
    row         of a table that holds no other table: tables around others are the layout of a page

Cells that change places take their texts with them: a label comes behind its value, a date where a name was. With the
cells in their old places all is as it was. Where rows are longer on some pages, other cells may be the ones: so a page
on which a field has no value that had one on every good page may have an exchange of its own.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from unweave.budget import check_time
from unweave.page import Page, Span
from unweave.page.html import CELLS
from unweave.tuning import EXCHANGED_CELLS, MOST_PAGES, UNDOING_PAGES, UNDOINGS_CHECKED
from unweave.values.profile import Counts, FieldProfile, SiteProfile
from unweave.values.surroundings import PageTexts
from unweave.verify.undoing import Undone, UndoneReading, fitting, followed, has_values, promising, reading
from unweave.wrapper import Wrapper


class Exchange(NamedTuple):
    """In rows of so many cells, the cells with these two numbers have changed places."""

    cells: int
    first: int
    second: int
    field: str = ""


def exchanged(wrapper: Wrapper, pages: Sequence[Page], wrong: Sequence[str]) -> UndoneReading | None:
    """What the old wrapper finds once two cells of each row are in their old places; None where that is not clear.

    ``wrong`` are the fields that are not read right.
    """
    profile = wrapper.origin.site_profile
    every = [one._replace(field=name) for one in exchanges(pages) for name in ("", *wrong)]
    first = {tuple(undone_on(page, one, profile).page.source for page in pages[:UNDOING_PAGES]): one for one in every}
    tried = [[undone_on(page, one, profile) for page in pages] for one in first.values()]
    few = [tried[at] for at in promising(wrapper, pages, tried)[:UNDOINGS_CHECKED]]
    found = [reading(wrapper, pages, one) for one in few]
    best = max(range(len(few)), key=lambda at: found[at].likelihood, default=None)
    if best is not None:
        found += [reading(wrapper, pages, one) for one in _page_by_page(wrapper, pages, few[best])]
    return followed(wrapper, pages, found)


def _page_by_page(wrapper: Wrapper, pages: Sequence[Page], best: Sequence[Undone]) -> Iterator[Sequence[Undone]]:
    """The best exchange, and another one on each of a few pages on which it leaves a field without a value."""
    names = list(wrapper.origin.site_profile.fields)
    without = [at for at, one in enumerate(best) if not has_values(wrapper, one.page, names)]
    if 0 < len(without) <= (1 - MOST_PAGES) * len(pages):
        instead = {at: _alone(wrapper, pages[at]) for at in without}
        yield [instead.get(at, one) for at, one in enumerate(best)]


def _alone(wrapper: Wrapper, page: Page) -> Undone:
    """A page after that exchange which gives most values that look as before."""
    tried = [Undone(page), *(undone_on(page, one, wrapper.origin.site_profile) for one in exchanges([page]))]
    return max(tried, key=lambda one: fitting(wrapper, [one.page]))


def exchanges(pages: Sequence[Page]) -> list[Exchange]:
    """The exchanges to try: any two cells of rows that several pages, or one page several times, have.

    >>> exchanges([Page("<table><tr><td>Emma<th>Title<tr><td>Austen<th>By</table>")])
    [Exchange(cells=2, first=0, second=1, field='')]
    """
    counts = Counter(len(row) for page in pages[:UNDOING_PAGES] for row in rows_of(page))
    sizes = sorted(size for size, count in counts.items() if count > 1 and size <= EXCHANGED_CELLS)
    return [Exchange(size, *pair) for size in sizes for pair in combinations(range(size), 2)]


def undone_on(page: Page, exchange: Exchange, profile: SiteProfile) -> Undone:
    """The page with the cells in their old places.

    >>> page = Page("<table><tr><td>Emma</td><th>Title</th></table>")
    >>> undone_on(page, Exchange(2, 0, 1), SiteProfile()).page.source
    '<table><tr><th>Title</th><td>Emma</td></table>'
    """
    check_time()
    rows = [row for row in rows_of(page) if len(row) == exchange.cells]
    if exchange.field:
        near = list(_tables_with(page, profile.fields[exchange.field]))
        rows = [row for row in rows if any(one.start <= row[0].start < one.end for one in near)]
    return Undone.exchanged(page, [(row[exchange.first], row[exchange.second]) for row in rows])


def _tables_with(page: Page, known: FieldProfile) -> Iterator[Span]:
    """The innermost tables that have a text that was right before values of a field, or right behind them."""
    texts = PageTexts(page)
    for place, step in (("before", -1), ("behind", 1)):
        seen = known.features.get(place, Counts()).seen
        for at, _ in texts.having(place, {text for text, count in seen.items() if text and count > 1}):
            start, end, _ = texts.runs[at + step]
            node = page.tree.smallest(Span(start, end))
            tables = (one for one in (node, *node.ancestors()) if one.tag == "table" and one.span)
            yield from (one.span for one in islice(tables, 1) if one.span)


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
