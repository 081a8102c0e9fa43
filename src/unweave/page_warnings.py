"""What tells on a page, without any label, that values found there may be wrong.

Legend

    ballot       what each rule of a field says about the value (``votes``): whether the page is contested depends on
                 what the rules say on other pages, so that is decided when all pages are known (``summaries``)
    in a row     further values are in a row with the only one that is taken: "Ann Lee, Bob Ray" (``rules.rows``)
    shared       two fields have one place: the only price is also found as the former price

A row matters only where it is on some pages and not on others: the shown values then had none, and the field may have
several values. Rules take them all; what other wrappers find has this warning. In the same way two fields that share a
place on some pages, and not on others, are not both right there. All are asked of fields of pages with one record each.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from unweave.observations import ballots_on
from unweave.page import Page, Span
from unweave.records import Record
from unweave.votes import Ballot
from unweave.wrapper import Wrapper


class PageWarnings(NamedTuple):
    """The ballots of one page, each with its field, and the fields whose value is in a row.

    ``filled`` are the fields with one value, ``shared`` pairs of them that have the same place.

    >>> PageWarnings().in_a_row
    ()
    """

    ballots: tuple[tuple[str, Ballot], ...] = ()
    in_a_row: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()
    shared: tuple[tuple[str, str], ...] = ()


def page_warnings(wrapper: Wrapper, page: Page, records: Sequence[Record]) -> PageWarnings:
    """What may be wrong with what the wrapper found on a page.

    >>> from unweave.choose import learn
    >>> from unweave.records import Example
    >>> book = "<h1>{}</h1><p>by {}</p>".format
    >>> shown = Example.from_values(Page(book("Emma", "<a>Jane Austen</a>")), [{"title": "Emma", "by": "Jane Austen"}])
    >>> wrapper = learn([shown], method="tree")
    >>> other = Page(book("Kim", "<a>Ann Lee</a>, <a>Bob Ray</a>"))
    >>> page_warnings(wrapper, other, wrapper.extract(other)).in_a_row
    ('by',)
    """
    if not page.is_html or wrapper.schema.types or len(records) > 1:
        return PageWarnings()
    places = dict(_places(wrapper, records))
    shared = tuple(pair for pair in combinations(places, 2) if places[pair[0]] == places[pair[1]])
    in_a_row = tuple(name for name, span in places.items() if _is_in_a_row(page, span))
    return PageWarnings(tuple(ballots_on(wrapper, page, records)), in_a_row, tuple(places), shared)


def _places(wrapper: Wrapper, records: Sequence[Record]) -> Iterator[tuple[str, Span]]:
    """The fields of the only record that have one value, with its place."""
    for field in wrapper.schema.fields:
        spans = [] if field.many or field.fields else [span for record in records for span in record.spans(field.name)]
        if len(spans) == 1:
            yield field.name, spans[0]


def _is_in_a_row(page: Page, span: Span) -> bool:
    from unweave.rules.rows import has_separator, row_around  # noqa: PLC0415  # it loads all builders

    return has_separator(page, span) and len({page.text(one) for one in row_around(page, span)}) > 1
