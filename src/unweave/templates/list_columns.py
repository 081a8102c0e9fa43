"""Columns inside the records of the main list, where that list is most of a page.

    pages -> their main lists -> columns of the records, each treated as a small page -> those instead of the columns
    that say the same

Legend

    main list   see ``regions.main_list``
    reading     the values of a column on each page, see ``readings``

Discovery compares whole pages: a text is told from others of its path by the template text before it. In a list the
same label comes once in every record and often on every page, so that labels and values of one path stay together. When
the records are compared with each other, as ``discover_list`` does, such a label is one text in every record. So where
a column of the records is not just some columns of the page put together, all columns of the records are taken, and
those of the page's columns with many values that say the same as one of them are left out. Rows of a label and a value
look like a list as well; but what they say is what columns with one value a page say together.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from unweave.budget import check_time
from unweave.page import Page
from unweave.regions.main_list import ListRecord, list_records
from unweave.templates.arrangement import distinct
from unweave.templates.columns import TemplateColumn, schema_of
from unweave.templates.readings import Reading, bare, column_values, readings, values_in
from unweave.templates.wrappers import ListWrapper, RecordTemplate, TemplateWrapper

LEVEL = "records"
DECIDING_PAGES = 3


class ListPage(NamedTuple):
    """A page and the records of its main list."""

    page: Page
    records: list[ListRecord]


def main_lists(pages: Sequence[Page]) -> list[ListPage]:
    """The main list of each page; none at all unless more than half of what most pages say is in them.

    The first pages decide, so that pages of another kind cost little.

    >>> len(main_lists([Page("<h1>Books</h1><ul><li>Emma, 1815<li>Kim, 1901<li>Dune, 1965</ul>")]))
    1
    >>> main_lists([Page("<h1>Emma</h1><p>A novel about youthful hubris and romantic misunderstandings.")])
    []
    """
    found: list[ListPage] = []
    others = 0
    for page in pages:
        check_time()
        found.append(ListPage(page, list_records(page)))
        others += len(found) <= DECIDING_PAGES and not _is_mostly_list(found[-1])
        if 2 * others > min(DECIDING_PAGES, len(pages)):
            return []
    return found


def _is_mostly_list(found: ListPage) -> bool:
    inside = {at for record in found.records for at in range(record.first.index, record.last.last + 1)}
    lengths = {node.index: len("".join(node.data.split())) for node in found.page.tree.texts()}
    return 2 * sum(length for at, length in lengths.items() if at in inside) > sum(lengths.values())


def with_list_columns(
    wrapper: TemplateWrapper, of_list: ListWrapper, lists: Sequence[ListPage], limit: int
) -> TemplateWrapper:
    """The wrapper with the columns of the records, if one of them says something new and they are not too many."""
    known = readings([column_values(wrapper, found.page) for found in lists])
    there = readings([values_in(found.page, of_list.records_in(*found)) for found in lists])
    labels = {bare(text.text) for text in wrapper.template_texts}
    if not any(_is_new(reading, list(known.values()), labels) for reading in there.values()):
        return wrapper
    said = set(there.values())
    kept = [column for column in wrapper.columns if not _repeats(column) or known.get(column.full_name) not in said]
    columns = [*kept, *_in_records(of_list.columns, wrapper.schema.names)]
    if len(columns) > limit:
        return wrapper
    template = RecordTemplate(of_list.template_texts, of_list.vocabulary)
    return replace(wrapper, columns=tuple(columns), schema=schema_of(columns, wrapper.schema.name), in_records=template)


def _is_new(reading: Reading, known: Sequence[Reading], template: AbstractSet[str]) -> bool:
    """Whether on most pages that have values of a column they are not the values of others put together."""
    filled = [at for at, values in enumerate(reading) if values]
    new = [at for at in filled if not _is_union(set(reading[at]), [other[at] for other in known], template)]
    return 2 * len(new) > len(filled)


def _is_union(values: set[str], others: Iterable[Sequence[str]], template: AbstractSet[str]) -> bool:
    """Whether values are those of other columns, each taken whole, and template texts.

    >>> _is_union({"904", "857"}, [("1", "2"), ("3kbytes", "857", "904")], {"Score"})
    False
    >>> _is_union({"Emma", "Title"}, [("Emma",), ("Austen",)], {"Title"})
    True
    """
    return values <= set(template).union(*(other for other in others if values.issuperset(other)))


def _repeats(column: TemplateColumn) -> bool:
    return column.many or bool(column.level)


def _in_records(columns: Sequence[TemplateColumn], taken: Sequence[str]) -> list[TemplateColumn]:
    level = distinct([*taken, LEVEL])[-1]
    return [replace(column, level=level, in_record=True) for column in columns]
