"""What tells on a page, without any label, that values found there may be wrong.

Legend

    ballot       what each rule of a field says about the value (``votes``): whether the page is contested depends on
                 what the rules say on other pages, so that is decided when all pages are known (``summaries``)
    in a row     further values are in a row with the only one that is taken: "Ann Lee, Bob Ray" (``rules.rows``)

A row matters only where it is on some pages and not on others: the shown values then had none, and the field may have
several values. Rules take them all; what other wrappers find has this warning. Both are asked of fields of pages with
one record each.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from unweave.observations import ballots_on
from unweave.page import Page
from unweave.records import Record
from unweave.votes import Ballot
from unweave.wrapper import Wrapper


class PageWarnings(NamedTuple):
    """The ballots of one page, each with its field, and the fields whose value is in a row.

    >>> PageWarnings().in_a_row
    ()
    """

    ballots: tuple[tuple[str, Ballot], ...] = ()
    in_a_row: tuple[str, ...] = ()


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
    return PageWarnings(tuple(ballots_on(wrapper, page, records)), tuple(_in_a_row(wrapper, page, records)))


def _in_a_row(wrapper: Wrapper, page: Page, records: Sequence[Record]) -> Iterator[str]:
    from unweave.rules.rows import has_separator, row_around  # noqa: PLC0415  # it loads all builders

    single = [field.name for field in wrapper.schema.fields if not field.many and not field.fields]
    for name in single:
        found = [record.spans(name) for record in records]
        spans = [some[0] for some in found if len(some) == 1 and has_separator(page, some[0])]
        if any(len({page.text(one) for one in row_around(page, span)}) > 1 for span in spans):
            yield name
