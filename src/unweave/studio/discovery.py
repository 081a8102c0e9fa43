"""Discovery in the studio: columns of unlabelled pages, which become fields with labels if they are kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.records import Record
from unweave.records.grouping import spans_of
from unweave.regions.main_list import list_spans
from unweave.studio.naming import free_name
from unweave.studio.pages import StudioPage
from unweave.studio.problems import StudioProblem
from unweave.studio.statements import of_type
from unweave.studio.units import SHOWN_TEXT
from unweave.templates import Discover, DiscoverList
from unweave.wrapper import Wrapper

LIST_SHARE = 0.4
"""A page is a list if that share of its text is in its main list."""
FEWEST_ITEMS = 4
LABELLED_ROWS, LABELLED_PAGES = 12, 3
"""So many rows on so many pages become labels when a column is kept: enough to learn from."""
EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class DiscoveredColumns:
    """What was discovered on some pages: for each page its records, and the columns by their ids."""

    layout: str
    records: Mapping[str, Sequence[Record]]
    columns: Mapping[str, str]

    def described(self, number: int, pages: Mapping[str, StudioPage]) -> dict[str, Any]:
        """It for the client."""
        return {
            "discovery": number,
            "layout": self.layout,
            "pages": list(self.records),
            "rows": {page: [list(one.extent) for one in some if one.extent] for page, some in self.records.items()},
            "columns": [self._column(name, path, pages) for name, path in self.columns.items()],
        }

    def _column(self, name: str, path: str, pages: Mapping[str, StudioPage]) -> dict[str, Any]:
        spans = {page: [span for one in some for span in _spans(one, path)] for page, some in self.records.items()}
        texts = [pages[page].page.text(span) for page, some in spans.items() if page in pages for span in some]
        every = [one for some in self.records.values() for one in some]
        marks = {
            page: [[*span, pages[page].units.target(span), pages[page].page.text(span)[:SHOWN_TEXT]] for span in some]
            for page, some in spans.items()
            if page in pages
        }
        return {
            "id": name,
            "name": path.replace(".", " "),
            "fill": round(sum(bool(_spans(one, path)) for one in every) / max(1, len(every)), 3),
            "distinct": len(set(texts)),
            "examples": list(dict.fromkeys(texts))[:EXAMPLES],
            "marks": marks,
        }


def discovered(pages: Sequence[StudioPage], *, as_list: bool | None, only_lists: bool = False) -> DiscoveredColumns:
    """The columns of some pages; ``as_list``: whether each page has a list of records (None: as they look).

    With ``only_lists`` nothing is discovered unless all of them look like lists.
    """
    sources = [one.page for one in pages]
    if only_lists and not all(map(looks_like_list, sources)):
        return DiscoveredColumns("detail", {}, {})
    if as_list is None:
        as_list = len(sources) == 1 or all(looks_like_list(page) for page in sources[:LABELLED_PAGES])
    wrapper: Wrapper = DiscoverList().discover(sources) if as_list else Discover().largest(sources)
    records = {one.id: _extracted(wrapper, one.page) for one in pages}
    paths = dict.fromkeys(value.field for some in records.values() for one in some for value in spans_of(one))
    columns = {f"c{number}": path for number, path in enumerate(paths, start=1)}
    return DiscoveredColumns("list" if as_list else "detail", records, columns)


def looks_like_list(page: Page) -> bool:
    """Whether much of a page's text is in one list.

    >>> looks_like_list(Page("<h1>Books</h1>" + "".join(f"<p><a href=/{n}>Title {n}</a> by Someone" for n in range(9))))
    True
    """
    items = list_spans(page) if page.is_html else []
    inside = sum(len(page.text(item)) for item in items)
    return len(items) >= FEWEST_ITEMS and inside >= LIST_SHARE * len(page.tree.root.text)


def _extracted(wrapper: Wrapper, page: Page) -> list[Record]:
    try:
        return wrapper.extract(page)
    except DoesNotFit:
        return []


def _spans(record: Record, path: str) -> list[Span]:
    return [value.span for value in spans_of(record) if value.field == path]


def kept_columns(
    found: DiscoveredColumns, chosen: Sequence[Mapping[str, Any]], *, taken: Sequence[str], first: int, page_type: str
) -> dict[str, Any]:
    """The members of an event that makes fields of the chosen columns; ``first`` numbers the first new field."""
    fields: list[dict[str, str]] = []
    paths: list[str] = []
    names = list(taken)
    for number, one in enumerate(chosen):
        path = found.columns.get(str(one.get("id")))
        if path is None:
            raise StudioProblem("not_found", f"there is no column {one.get('id')!r}")
        name = free_name(" ".join(str(one.get("name") or path).replace(".", " ").split())[:100] or "field 1", names)
        names.append(name)
        paths.append(path)
        field = f"f{first}_{number}" if number else f"f{first}"
        fields.append({"field": field, "name": name, **of_type(page_type)})
    labels: list[list[Any]] = []
    rows: list[dict[str, Any]] = []
    for page, some in list(found.records.items())[:LABELLED_PAGES]:
        for record in some[:LABELLED_ROWS]:
            values = [
                [field["field"], *span]
                for field, path in zip(fields, paths, strict=True)
                for span in _spans(record, path)[:1]
            ]
            labels += [[page, *value, 1] for value in values]
            rows.append({"page": page, "values": values})
    return {"new_fields": fields, "labels": labels, "kept_rows": rows if found.layout == "list" else []}
