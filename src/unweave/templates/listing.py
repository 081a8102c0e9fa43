"""The fields of the records of one page's main list: search results, products, messages.

    page -> find_list -> the records, each taken for a small page -> discovery -> columns

Legend

    row         the leaves of one record, with paths that begin at the record's element: ``li/a``, ``tr/td2``
    columns     as in a layout, of one record; there are no levels below it, only columns of many values
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal

from unweave.errors import BadInput, CannotCompile, DoesNotFit
from unweave.page import Node, Page
from unweave.program import Program
from unweave.records import Example, Record, Schema
from unweave.templates.discover import Discover
from unweave.templates.finish import finished
from unweave.templates.landmarks import Landmark
from unweave.templates.layout import Column, attributes_in, cells_of, schema_of, sentence, values_of
from unweave.templates.leaves import Leaf, Vocabulary, names_of, vocabulary
from unweave.templates.lists import find_list
from unweave.templates.outlines import leaves
from unweave.templates.telling import told
from unweave.wrapper import Explanation, Mark, Origin, Statement

Row = list[Leaf]


@dataclass(frozen=True, slots=True)
class ListWrapper:
    """The wrapper that ``discover_list`` returns: each element of a page's main list is a record of these columns."""

    schema: Schema
    columns: tuple[Column, ...]
    landmarks: tuple[Landmark, ...] = ()
    vocabulary: tuple[str, ...] = ()
    kind: Literal["list"] = "list"
    origin: Origin = field(default=Origin(), compare=False)

    def extract(self, page: Page) -> list[Record]:
        """The records of the page's main list, or it raises DoesNotFit."""
        rows = record_rows(page, find_list(page), frozenset(self.vocabulary), attributes_in(self.columns))
        records = [self._record(page, row) for row in rows]
        if not any(record.extent for record in records):
            reason = "nothing repeats on this page" if not records else "its main list has none of the columns"
            raise DoesNotFit(page=page.name, field=None, where=None, reason=reason)
        return records

    def _record(self, page: Page, row: Row) -> Record:
        values = values_of(page, row, self.columns, self.landmarks)
        return Record(page, cells_of(page, self.schema, self.columns, values))

    def explain(self, page: Page | None = None) -> Explanation:
        """Where each column stands in a record and, given a page, its records and values."""
        title = f"records of the main list, {len(self.columns)} columns"
        statements = [Statement(column.name, sentence(column)) for column in self.columns]
        return told(title, statements, page, self.extract, _record_marks)

    def program(self) -> Program:
        """Which list is the main one is no selection."""
        raise CannotCompile(target="a program", reason="the main list is looked for on each page")


def _record_marks(page: Page) -> list[Mark]:
    return [Mark(node.span, "record") for node in find_list(page) if node.span]


def record_rows(page: Page, records: Sequence[Node], known: Vocabulary, attributes: Sequence[str] = ()) -> list[Row]:
    """The leaves of each record, their paths beginning at the record's element.

    >>> page = Page("<ul><li><b>One</b> 1<li><b>Two</b> 2<li><b>Three</b> 3</ul>")
    >>> [[leaf[:2] for leaf in row] for row in record_rows(page, find_list(page), frozenset())][0]
    [('li/b', 'One'), ('li/~b', '1')]
    """
    found = leaves(page, known, attributes)
    return [[leaf._replace(path=_within(leaf, node)) for leaf in _below(found, node)] for node in records]


def _below(row: Row, node: Node) -> Row:
    index = attrgetter("node")
    return row[bisect_left(row, node.index, key=index) : bisect_right(row, node.last, key=index)]


def _within(leaf: Leaf, record: Node) -> str:
    above = sum(node.kind == "element" for node in record.ancestors())
    own, *below = leaf.path.split("/")[above:]
    return "/".join([record.tag + own[len(own.partition("@")[0]) :], *below])


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoverList:
    """The learner behind ``discover_list``; it looks at pages only. The settings are those of pages."""

    settings: Discover = field(default_factory=Discover)

    def learn(self, examples: Sequence[Example]) -> ListWrapper:
        """A wrapper for the main lists of the examples' pages."""
        return self.discover([example.page for example in examples])

    def discover(self, pages: Sequence[Page]) -> ListWrapper:
        """A wrapper for the main lists of these pages; one page is enough."""
        found = [(page, records) for page in pages if (records := find_list(page))]
        if not found:
            raise BadInput(source="the pages", reason="nothing repeats on them: there is no list to discover")
        known = vocabulary([_names(node) for _, records in found for node in records])
        attributes = self.settings.attributes
        rows = [row for page, records in found for row in record_rows(page, records, known, attributes)]
        texts, beside = self.settings.deductions(rows)
        columns = finished(texts, beside, self.settings.limit)
        history = (f"discovered on {len(rows)} records of {len(found)} pages",)
        return ListWrapper(
            schema_of(columns),
            tuple(columns),
            tuple(texts.marks),
            tuple(sorted(known)),
            origin=Origin(method="discover", history=history),
        )


def _names(record: Node) -> frozenset[str]:
    below = record.tree.nodes[record.index + 1 : record.last + 1]
    return frozenset(name for node in below if node.kind == "element" for name in names_of(node))


def discover_list(pages: Page | Sequence[Page], **settings: object) -> ListWrapper:
    """A wrapper for the main list of a page (or of several like it), from the page alone.

    >>> books = {"Emma": 1815, "Kim": 1901, "Dune": 1965}
    >>> items = "".join(f"<li><a href=/{year}>{title}</a> <i>{year}</i>" for title, year in books.items())
    >>> page = Page(f"<h1>Books</h1><ul>{items}</ul>")
    >>> discover_list(page).extract(page)[1].to_dict()
    {'a': 'Kim', 'link': '/1901', 'i': '1901'}
    """
    made = Discover(**settings)  # type: ignore[arg-type]  # the settings are those of Discover
    return DiscoverList(settings=made).discover([pages] if isinstance(pages, Page) else pages)
