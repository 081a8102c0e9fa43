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
from functools import partial
from itertools import combinations, islice
from typing import NamedTuple

from unweave.budget import check_time
from unweave.page import Page, Span
from unweave.page.html import CELLS
from unweave.tuning import EXCHANGED_CELLS, MOST_PAGES, UNDOING_PAGES, UNDOINGS_CHECKED
from unweave.values.profile import Counts, FieldProfile, SiteProfile
from unweave.values.surroundings import PageTexts
from unweave.verify.edits import Undone
from unweave.verify.undoing import Trial, UndoneReading, followed, has_values, promising, unchanged
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
    every = [one._replace(field=name) for one in exchanges(pages) for name in (*wrong, "")]
    tried = [Trial(wrapper, pages, partial(_undone, pages, profile, one)) for one in every]
    few = promising(wrapper, pages, tried)[:UNDOINGS_CHECKED]
    best = max(few, key=lambda one: one.reading.likelihood, default=None)
    return followed(wrapper, pages, [*few, *(_page_by_page(best) if best else ())])


def _undone(pages: Sequence[Page], profile: SiteProfile, exchange: Exchange, at: int) -> Undone:
    return undone_on(pages[at], exchange, profile)


def _page_by_page(best: Trial) -> Iterator[Trial]:
    """The best exchange, and another one on each of a few pages on which it leaves a field without a value."""
    wrapper, pages, names = best.wrapper, best.pages, list(best.wrapper.origin.site_profile.fields)
    without = [at for at in range(len(pages)) if not has_values(best.read(at).records, names)]
    if 0 < len(without) <= (1 - MOST_PAGES) * len(pages):
        instead = {at: _alone(wrapper, pages[at]) for at in without}
        yield Trial(wrapper, pages, lambda at: instead[at] if at in instead else best.undone(at))


def _alone(wrapper: Wrapper, page: Page) -> Undone:
    """A page after that exchange which gives most values that look as before."""
    every = [partial(_undone, [page], wrapper.origin.site_profile, one) for one in exchanges([page])]
    tried = [unchanged(wrapper, [page]), *(Trial(wrapper, [page], one) for one in every)]
    return max(tried, key=lambda one: one.fitting).undone(0)


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
