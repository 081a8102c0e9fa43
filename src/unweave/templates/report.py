"""What a discovered wrapper finds on pages: numbers for each column, and an HTML file that shows data and template."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from html import escape

from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.records import Record
from unweave.templates.wrappers import ColumnWrapper
from unweave.wrapper import Explanation


@dataclass(frozen=True, slots=True)
class ColumnSummary:
    """One column: its full name, the number of records that have it, of values and different values, and examples."""

    name: str
    records: int
    values: int
    different: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DataSummary:
    """The number of pages that fit and of their records, and all columns in the order of the schema."""

    pages: int
    records: int
    columns: tuple[ColumnSummary, ...]


def summarise(wrapper: ColumnWrapper, pages: Iterable[Page], *, examples: int = 3) -> DataSummary:
    """What the wrapper finds on these pages; pages that do not fit are left out.

    Copies of the pages are read, so that their trees are not kept in memory.

    >>> from unweave.templates import discover
    >>> pages = [Page(f"<h1>{title}</h1><p>A book</p>") for title in ("Emma", "Kim", "Dune")]
    >>> summarise(discover(pages), pages).columns
    (ColumnSummary(name='h1', records=3, values=3, different=3, examples=('Emma', 'Kim', 'Dune')),)
    """
    fitting: list[int] = []
    texts: dict[str, list[list[str]]] = defaultdict(list)
    for page in pages:
        try:
            records = wrapper.extract(copy(page))
        except DoesNotFit:
            continue
        fitting.append(len(records))
        for name, found in (item for record in records for item in columns_of(record).items()):
            texts[name].append(found)
    columns = tuple(_summary(column.full_name, texts[column.full_name], examples) for column in wrapper.columns)
    return DataSummary(len(fitting), sum(fitting), columns)


def columns_of(record: Record) -> dict[str, list[str]]:
    """The values of a record, and of the records in it, by full name, as in ``list_1.price``."""
    columns: dict[str, list[str]] = defaultdict(list)
    for name, text in _flattened(record):
        columns[name].append(text)
    return dict(columns)


def _flattened(record: Record, above: str = "") -> Iterator[tuple[str, str]]:
    for name in record:
        value = record[name]
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Record):
                yield from _flattened(item, f"{above}{name}.")
            elif item:
                yield above + name, item


def _summary(name: str, texts: Sequence[Sequence[str]], examples: int) -> ColumnSummary:
    values = [text for found in texts for text in found]
    different = list(dict.fromkeys(values))
    return ColumnSummary(name, len(texts), len(values), len(different), tuple(different[:examples]))


STYLE = """
body { font: 14px/1.5 system-ui, sans-serif; margin: 0; display: flex; color: #222 }
nav { width: 26em; height: 100vh; overflow: auto; position: sticky; top: 0; padding: 1em; background: #f6f6f4 }
main { flex: 1; padding: 1em; min-width: 0 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .15em .4em; vertical-align: top }
pre { white-space: pre-wrap; overflow-wrap: anywhere; color: #999; background: #fcfcfb; padding: 1em }
mark { color: #111; border-radius: 3px; padding: 0 .15em } .anchor { color: #555; font-weight: 600 }
"""


def report(wrapper: ColumnWrapper, pages: Sequence[Page], summary: DataSummary, *, shown: int = 3) -> str:
    """A self-contained HTML page that shows some of these pages; nothing of theirs is executed or fetched."""
    colours = _colours([column.full_name for column in wrapper.columns])
    drawn = "".join(_page(wrapper.explain(page), colours) for page in pages[:shown])
    return (
        "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Discovered template</title>"
        f"<style>{STYLE}</style></head><body><nav>{_schema(summary, colours)}</nav><main>{drawn}</main></body></html>\n"
    )


def _colours(names: Sequence[str]) -> dict[str, str]:
    """A colour for each column, and for each level as a whole."""
    tops = list(dict.fromkeys([name.partition(".")[0] for name in names]))
    hue = {top: number * 137 % 360 for number, top in enumerate(tops)}
    return {name: f"hsl({hue[name.partition('.')[0]]} 70% 85%)" for name in [*names, *tops]}


def _schema(summary: DataSummary, colours: Mapping[str, str]) -> str:
    rows = "".join(_row(column, summary.records, colours[column.name]) for column in summary.columns)
    return f"<h1>{len(summary.columns)} columns</h1><table><tr><th>column<th>filled<th>values{rows}</table>"


def _row(column: ColumnSummary, records: int, colour: str) -> str:
    filled = f"{column.records / records:.0%}" if records else "-"
    some = escape(" · ".join(text[:60] for text in column.examples))
    name = f"<mark style='background:{colour}'>{escape(column.name)}</mark>"
    return f"<tr><td>{name}<br>{some}<td>{filled}<td>{column.different}"


def _page(explanation: Explanation, colours: Mapping[str, str]) -> str:
    page = explanation.page
    if page is None:
        return ""
    if explanation.problem:
        return f"<h2>{escape(page.name)}</h2><p>{escape(explanation.problem)}</p>"
    return f"<h2>{escape(page.name)}</h2><pre>{''.join(_coloured(explanation, page, colours))}</pre>"


def _coloured(explanation: Explanation, page: Page, colours: Mapping[str, str]) -> Iterator[str]:
    """The source with its marks in colour; of marks that overlap the first and widest is drawn."""
    done = 0
    for mark in sorted(explanation.marks, key=lambda mark: (mark.span.start, -mark.span.end)):
        if mark.span.start < done or not mark.span.length:
            continue
        yield escape(page[Span(done, mark.span.start)])
        text, colour = escape(page[mark.span]), colours.get(mark.field, "#eee")
        if mark.field:
            yield f"<mark style='background:{colour}' title='{escape(mark.field)}'>{text}</mark>"
        else:
            yield f"<span class=anchor>{text}</span>"
        done = mark.span.end
    yield escape(page[Span(done, len(page))])
