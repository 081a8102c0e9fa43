"""What the columns of a wrapper say on each page, so that columns can be compared.

Legend

    bare        a text without white space, and without signs at its ends
    reading     for each page the different bare values of a column, sorted: two columns with one reading say the same
    alone       for each page the template texts, and the values of columns that have one value a page
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.records import Record
from unweave.records.record import items_of
from unweave.templates.wrappers import TemplateWrapper
from unweave.wrapper import Wrapper

IGNORED = re.compile(r"\s+|^\W+|\W+$")
Reading = tuple[tuple[str, ...], ...]
Found = dict[str, list[tuple[Span, str]]]


def bare(text: str) -> str:
    """A text as it is compared.

    >>> bare(" Jane Austen, ")
    'JaneAusten'
    """
    return IGNORED.sub("", text)


def column_values(wrapper: Wrapper, page: Page) -> Found:
    """The values of each column on a page, with their bare texts; none where the page does not fit."""
    try:
        return values_in(page, wrapper.extract(page))
    except DoesNotFit:
        return {}


def values_in(page: Page, records: Sequence[Record]) -> Found:
    """The values of each column in records of a page, with their bare texts."""
    spans: dict[str, list[Span]] = defaultdict(list)
    for name, item in (pair for record in records for pair in items_of(record)):
        spans[name] += [item] if isinstance(item, Span) else []
    return values_with_texts(page, spans)


def values_with_texts(page: Page, spans: Mapping[str, Sequence[Span]]) -> Found:
    """Spans with their bare texts."""
    return {name: [(span, bare(page.text(span))) for span in here] for name, here in spans.items()}


def readings(pages: Sequence[Found]) -> dict[str, Reading]:
    """The reading of each column, in the order in which they occur.

    >>> readings([{"title": [(Span(0, 4), "Emma")]}, {}])
    {'title': (('Emma',), ())}
    """
    names = dict.fromkeys(name for page in pages for name in page)
    return {name: tuple(_different(page.get(name, ())) for page in pages) for name in names}


def _different(values: Sequence[tuple[Span, str]]) -> tuple[str, ...]:
    return tuple(sorted({text for _, text in values} - {""}))


def said_alone(wrapper: TemplateWrapper, pages: Sequence[Found]) -> list[set[str]]:
    """For each page the template texts, and the values of columns that have one value a page."""
    single = [column.full_name for column in wrapper.columns if not column.many and not column.level]
    template = {bare(text.text) for text in wrapper.template_texts}
    return [{text for name in single for _, text in page.get(name, ())} | template for page in pages]


def says_more(reading: Reading, alone: Sequence[set[str]]) -> bool:
    """Whether a column has values that are not said alone.

    >>> says_more((("Emma", "Kim"),), [{"Emma", "Kim", "1815"}])
    False
    """
    return any(not set(found) <= values for found, values in zip(reading, alone, strict=True))
