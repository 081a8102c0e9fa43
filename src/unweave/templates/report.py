"""A report on one file: the schema, and some pages with the template grey and the data coloured by column."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from unweave.page import Page, Span
from unweave.templates.summary import Columned, ColumnSummary, Summary, full_names
from unweave.wrapper import Explanation

STYLE = """
body { font: 14px/1.5 system-ui, sans-serif; margin: 0; display: flex; color: #222 }
nav { width: 26em; height: 100vh; overflow: auto; position: sticky; top: 0; padding: 1em; background: #f6f6f4 }
main { flex: 1; padding: 1em; min-width: 0 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .15em .4em; vertical-align: top }
pre { white-space: pre-wrap; overflow-wrap: anywhere; color: #999; background: #fcfcfb; padding: 1em }
mark { color: #111; border-radius: 3px; padding: 0 .15em } .anchor { color: #555; font-weight: 600 }
"""


def report(wrapper: Columned, pages: Sequence[Page], summary: Summary, *, shown: int = 3) -> str:
    """A self-contained HTML page that shows some of these pages; nothing of theirs is executed or fetched."""
    colours = _colours(full_names(wrapper))
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


def _schema(summary: Summary, colours: Mapping[str, str]) -> str:
    rows = "".join(_row(column, summary.records, colours[column.name]) for column in summary.columns)
    return f"<h1>{len(summary.columns)} columns</h1><table><tr><th>column<th>filled<th>values{rows}</table>"


def _row(column: ColumnSummary, records: int, colour: str) -> str:
    filled = f"{column.records / records:.0%}" if records else "-"
    some = escape(" · ".join(text[:60] for text in column.examples))
    name = f"<mark style='background:{colour}'>{escape(column.name)}</mark>"
    return f"<tr><td>{name}<br>{some}<td>{filled}<td>{column.different}"


def _page(told: Explanation, colours: Mapping[str, str]) -> str:
    if told.page is None:
        return ""
    if told.problem:
        return f"<h2>{escape(told.page.name)}</h2><p>{escape(told.problem)}</p>"
    return f"<h2>{escape(told.page.name)}</h2><pre>{''.join(_pieces(told, told.page, colours))}</pre>"


def _pieces(told: Explanation, page: Page, colours: Mapping[str, str]) -> Iterator[str]:
    """The source, each stretch in its colour; where marks overlap the first and widest counts."""
    done = 0
    for mark in sorted(told.marks, key=lambda mark: (mark.span.start, -mark.span.end)):
        if mark.span.start < done or not mark.span.length:
            continue
        yield escape(page[Span(done, mark.span.start)])
        text = escape(page[mark.span])
        colour = colours.get(mark.field, "#eee")
        yield (
            f"<mark style='background:{colour}' title='{escape(mark.field)}'>{text}</mark>"
            if mark.field
            else (f"<span class=anchor>{text}</span>")
        )
        done = mark.span.end
    yield escape(page[Span(done, len(page))])
