"""Reports as self-contained HTML files: an explanation, and what was discovered.

Both show the source of pages with the values and the delimiters (or template texts) marked. Texts of pages are data:
every character is escaped, and a file has no script and loads nothing. It is readable in light and dark, and nothing
is wider than the window: long texts are broken, and records with many fields have a row for each field.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from unweave.cli.messages import counted
from unweave.cli.source_excerpt import MEANINGS, ORDER, field_colours
from unweave.page import Page, around
from unweave.records import Record
from unweave.templates.report import ColumnSummary, DataSummary
from unweave.templates.wrappers import ColumnWrapper
from unweave.wrapper import Explanation, Mark

# Eight colours that stay apart for colour-blind readers, as backgrounds under black text.
COLOURS = ("#9bd4f5", "#ffd27f", "#a8e6b0", "#f7b6d2", "#d3c4f3", "#ffe97f", "#f5b39b", "#b8d8d8")
WIDEST_HEADER = 60
"""Records whose field names have more characters together get a row for each field, not a column."""
MADE_BY = '<meta name="generator" content="unweave">'
"""In the head of every report."""
STYLE = """
:root { color-scheme: light dark; --text: #222; --dim: #6f6f6f; --line: #ccc; --paper: #fff; --side: #f4f4f2;
  --delimiter: #a33; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e4e2; --dim: #989896; --line: #4a4a4a; --paper: #1b1b1d; --side: #26262a; --delimiter: #f09a8e; }
}
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem;
  color: var(--text); background: var(--paper); overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
dt { font-weight: 600; } dd { margin: 0 0 .6rem 1rem; } small { display: block; color: var(--dim); }
table { border-collapse: collapse; margin-bottom: 1rem; }
td, th { border: 1px solid var(--line); padding: .2rem .6rem; text-align: left; vertical-align: top; min-width: 3rem; }
th.column { overflow-wrap: normal; } th.row { min-width: 14rem; } th[style], mark { color: #111; }
pre { white-space: pre-wrap; border: 1px solid var(--line); padding: 1rem; }
mark { padding: .1em 0; border-radius: 3px; } .outside { color: var(--dim); }
.delimiter { text-decoration: underline; text-decoration-thickness: 2px; color: var(--delimiter); }
.problem { color: var(--delimiter); font-weight: 600; }
.discovery { display: flex; max-width: none; margin: 0; padding: 0; }
.discovery nav { flex: 0 0 28rem; height: 100vh; overflow-y: auto; position: sticky; top: 0; background: var(--side); }
.discovery nav, .discovery main { padding: 1rem; box-sizing: border-box; min-width: 0; }
.discovery main { flex: 1; } .discovery nav table { width: 100%; } .discovery pre { color: var(--dim); }
.discovery .delimiter { text-decoration: none; font-weight: 600; color: var(--text); }
@media (max-width: 60rem) {
  .discovery { display: block; } .discovery nav { height: auto; position: static; }
}
"""


def is_report(path: Path) -> bool:
    """Whether a file is one of these reports, which a later report may replace."""
    with path.open("rb") as stream:
        return MADE_BY.encode() in stream.read(1000)


def explanation_page(explanation: Explanation) -> str:
    """The whole file of an explanation.

    >>> explanation_page(Explanation(title="LR <2 fields>")).count("LR &lt;2 fields&gt;")
    2
    """
    return html_file(explanation.title, f"<h1>{escape(explanation.title)}</h1>\n{''.join(_body(explanation))}")


def discovery_page(wrapper: ColumnWrapper, pages: Sequence[Page], summary: DataSummary, *, shown: int = 3) -> str:
    """The whole file of a discovered template: its columns, and the sources of some pages with the data in colours.

    >>> from unweave.templates import discover
    >>> from unweave.templates.report import summarise
    >>> pages = [Page(f"<h1>{title}</h1><p>A book</p>") for title in ("Emma", "Kim", "Dune")]
    >>> wrapper = discover(pages)
    >>> "1 column of 3 records on 3 pages" in discovery_page(wrapper, pages, summarise(wrapper, pages))
    True
    """
    colours = _column_colours([column.full_name for column in wrapper.columns])
    drawn = "".join(_discovered_page(wrapper.explain(page), colours) for page in pages[:shown])
    body = f"<nav>{''.join(_columns(summary, colours))}</nav>\n<main>{drawn}</main>"
    return html_file("Discovered template", body, css_class="discovery")


def html_file(title: str, body: str, *, css_class: str = "explanation") -> str:
    """A file with this title and body, in the style of all reports.

    >>> html_file("Books", "<p>None.</p>").count("<p>None.</p>")
    1
    """
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">{MADE_BY}<title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width">'
        f'<style>{STYLE}</style></head>\n<body class="{css_class}">{body}</body></html>\n'
    )


def _body(explanation: Explanation) -> Iterator[str]:
    yield "<dl>\n"
    for statement in explanation.statements:
        evidence = "".join(f"<small>{escape(each)}</small>" for each in statement.evidence)
        yield f"<dt>{escape(statement.field or 'all fields')}</dt><dd>{escape(statement.text)}{evidence}</dd>\n"
    yield "</dl>\n"
    if explanation.problem:
        yield f'<p class="problem">{escape(explanation.problem)}</p>\n'
    if explanation.page is not None:
        colours = field_colours(explanation.marks, COLOURS)
        yield f"<h2>{escape(explanation.page.name or 'The page')}: {counted(len(explanation.records), 'record')}</h2>\n"
        yield from _records(explanation, colours)
        yield f"<h2>Source</h2>\n<pre>{''.join(_source(explanation.page, explanation.marks, colours))}</pre>\n"


def _records(explanation: Explanation, colours: Mapping[str, str]) -> Iterator[str]:
    """The records in tables; where there are several types, under the name of each."""
    types: dict[str, list[Record]] = {}
    for record in explanation.records:
        types.setdefault(record.type, []).append(record)
    for kind, records in types.items():
        yield f"<h3>{escape(kind)}</h3>\n" if len(types) > 1 else ""
        names = {name: colours.get(f"{kind}.{name}", colours.get(name, "none")) for name in records[0]}
        yield from (_table if len("".join(names)) <= WIDEST_HEADER else _one_table_each)(records, names)


def _table(records: Sequence[Record], names: Mapping[str, str]) -> Iterator[str]:
    """A header with the fields in their colours, then a row for each record."""
    yield f"<table><tr>{''.join(_header(name, colour, 'column') for name, colour in names.items())}</tr>\n"
    for record in records:
        values = record.to_dict()
        yield "<tr>" + "".join(f"<td>{_shown(values[name])}</td>" for name in names) + "</tr>\n"
    yield "</table>\n"


def _one_table_each(records: Sequence[Record], names: Mapping[str, str]) -> Iterator[str]:
    """For each record a table with a row for each field."""
    for record in records:
        values = record.to_dict()
        yield "<table>"
        for name, colour in names.items():
            yield f"<tr>{_header(name, colour, 'row')}<td>{_shown(values[name])}</td></tr>\n"
        yield "</table>\n"


def _header(name: str, colour: str, css_class: str) -> str:
    style = "" if colour == "none" else f' style="background:{colour}"'  # a field without values has no colour
    return f'<th class="{css_class}"{style}>{escape(name)}</th>'


def _shown(value: object) -> str:
    """A value of a record: a list has a line for each item, a record in it its fields with their names."""
    if isinstance(value, list):
        return "<br>".join(map(_shown, value))
    if isinstance(value, dict):
        return ", ".join(f"{escape(name)}: {_shown(part)}" for name, part in value.items())
    return "" if value is None else escape(str(value))


def _column_colours(names: Sequence[str]) -> dict[str, str]:
    """A colour for each column, and for each level as a whole."""
    tops = list(dict.fromkeys([name.partition(".")[0] for name in names]))
    hue = {top: number * 137 % 360 for number, top in enumerate(tops)}
    return {name: f"hsl({hue[name.partition('.')[0]]} 70% 85%)" for name in [*names, *tops]}


def _columns(summary: DataSummary, colours: Mapping[str, str]) -> Iterator[str]:
    """The columns with how many of the records have them, how many different values there are, and some of these."""
    where = f"{counted(summary.records, 'record')} on {counted(summary.pages, 'page')}"
    yield f"<h1>{counted(len(summary.columns), 'column')} of {where}</h1>\n<table>"
    yield f"<tr>{''.join(_header(name, 'none', 'column') for name in ('column', 'filled', 'different'))}</tr>\n"
    for column in summary.columns:
        yield _column(column, summary.records, colours[column.name])
    yield "</table>\n"


def _column(column: ColumnSummary, records: int, colour: str) -> str:
    filled = f"{column.records / records:.0%}" if records else "-"
    some = escape(" · ".join(text[:60] for text in column.examples))
    name = f'<mark style="background:{colour}">{escape(column.name)}</mark>'
    return f"<tr><td>{name}<br>{some}</td><td>{filled}</td><td>{column.different:,}</td></tr>\n"


def _discovered_page(explanation: Explanation, colours: Mapping[str, str]) -> str:
    page = explanation.page
    if page is None:
        return ""
    if explanation.problem:
        return f'<h2>{escape(page.name)}</h2><p class="problem">{escape(explanation.problem)}</p>'
    return f"<h2>{escape(page.name)}</h2><pre>{''.join(_source(page, explanation.marks, colours))}</pre>"


def _source(page: Page, marks: Sequence[Mark], colours: Mapping[str, str]) -> Iterator[str]:
    """The source in pieces of one meaning; where marks overlap, values cover delimiters, and short ones long ones."""
    shown = sorted((mark for mark in marks if mark.role in MEANINGS), key=_covering_last)
    kinds = [("outside", ""), ("", ""), *((MEANINGS[mark.role], mark.field) for mark in shown)]
    at = [0] * len(page)
    spans = [around(mark.span for mark in shown)] if shown else []
    for kind, span in enumerate([*spans, *(mark.span for mark in shown)], 1):
        at[span.start : span.end] = [kind] * span.length
    position = 0
    for kind, run in groupby(at):
        length = sum(1 for _ in run)
        yield _run(escape(page.source[position : position + length]), *kinds[kind], colours)
        position += length


def _covering_last(mark: Mark) -> tuple[int, int]:
    return -ORDER.index(MEANINGS[mark.role]), -mark.span.length


def _run(text: str, meaning: str, name: str, colours: Mapping[str, str]) -> str:
    if meaning == "value":
        return f'<mark title="{escape(name)}" style="background:{colours.get(name, "#ddd")}">{text}</mark>'
    return f'<span class="{meaning}">{text}</span>' if meaning else text
