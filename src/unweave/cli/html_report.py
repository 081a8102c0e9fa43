"""An explanation as one self-contained HTML file: the rules, the records, and the whole source with its marks.

Texts of pages are data: every character is escaped, and the file has no script and loads nothing.
"""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from unweave.cli.messages import counted
from unweave.cli.source_excerpt import MEANINGS, ORDER, field_colours
from unweave.page import Page, around
from unweave.records import Record
from unweave.wrapper import Explanation, Mark

# Eight colours that stay apart for colour-blind readers, as backgrounds under black text.
COLOURS = ("#9bd4f5", "#ffd27f", "#a8e6b0", "#f7b6d2", "#d3c4f3", "#ffe97f", "#f5b39b", "#b8d8d8")
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #222; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
dt { font-weight: 600; } dd { margin: 0 0 .6rem 1rem; } dd small { display: block; color: #555; }
table { border-collapse: collapse; } td, th { border: 1px solid #ccc; padding: .2rem .6rem; text-align: left; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #ccc; padding: 1rem; }
.outside { color: #999; } .delimiter { text-decoration: underline; text-decoration-thickness: 2px; color: #a33; }
mark { padding: .1em 0; } .problem { color: #a00; font-weight: 600; }
"""


def explanation_page(explanation: Explanation) -> str:
    """The whole file.

    >>> explanation_page(Explanation(title="LR <2 fields>")).count("LR &lt;2 fields&gt;")
    2
    """
    title = escape(explanation.title)
    body = "".join(_body(explanation))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{body}</body></html>\n"
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
        yield from _table(explanation, colours)
        yield f"<h2>Source</h2>\n<pre>{''.join(_source(explanation.page, explanation.marks, colours))}</pre>\n"


def _table(explanation: Explanation, colours: dict[str, str]) -> Iterator[str]:
    """A table of the records; where there are several types, a table for each under its name."""
    types: dict[str, list[Record]] = {}
    for record in explanation.records:
        types.setdefault(record.type, []).append(record)
    for kind, records in types.items():
        yield f"<h3>{escape(kind)}</h3>\n" if len(types) > 1 else ""
        yield from _rows(
            records, {name: colours.get(f"{kind}.{name}", colours.get(name, "none")) for name in records[0]}
        )


def _rows(records: Sequence[Record], names: dict[str, str]) -> Iterator[str]:
    """A header with the fields in their colours, then a row for each record."""
    heads = "".join(f'<th style="background:{colour}">{escape(name)}</th>' for name, colour in names.items())
    yield f"<table><tr>{heads}</tr>\n"
    for record in records:
        values = record.to_dict()
        yield "<tr>" + "".join(f"<td>{escape(_shown(values[name]))}</td>" for name in names) + "</tr>\n"
    yield "</table>\n"


def _shown(value: object) -> str:
    return "" if value is None else str(value)


def _source(page: Page, marks: Sequence[Mark], colours: dict[str, str]) -> Iterator[str]:
    """The source in pieces of one meaning; where marks overlap, values cover delimiters."""
    shown = sorted((mark for mark in marks if mark.role in MEANINGS), key=_values_last)
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


def _values_last(mark: Mark) -> int:
    return -ORDER.index(MEANINGS[mark.role])


def _run(text: str, meaning: str, name: str, colours: dict[str, str]) -> str:
    if meaning == "value":
        return f'<mark title="{escape(name)}" style="background:{colours[name]}">{text}</mark>'
    return f'<span class="{meaning}">{text}</span>' if meaning else text
