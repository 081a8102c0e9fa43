"""The report of a check as a self-contained HTML file: before and after, and the runs so far as small drawings.

Texts of pages are data: every character is escaped, and the file has no script and loads nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from unweave.cli.html_report import html_file
from unweave.cli.messages import counted
from unweave.verify import FieldVerdict, Verdict

MOST_RUNS = 60
"""So many runs are drawn, the last ones."""
COLOURS = {"ok": "#4a8f5a", "suspicious": "#c98a1b", "drifted": "#b3372f"}


def verdict_page(verdict: Verdict, runs: Sequence[Mapping[str, Any]], wrapper: str) -> str:
    """The whole file.

    >>> "price: drifted" in verdict_page(
    ...     Verdict("drifted", 1, 1, fields=(FieldVerdict("price", "drifted", 0.99),)), [], "w.json")
    True
    """
    return html_file(f"{wrapper}: {verdict.status}", "".join(_body(verdict, runs, wrapper)))


def _body(verdict: Verdict, runs: Sequence[Mapping[str, Any]], wrapper: str) -> Iterator[str]:
    yield f"<h1>{escape(wrapper)}: {verdict.status}</h1>\n"
    found = f"{counted(verdict.records, 'record')} from {counted(verdict.pages, 'page')}"
    yield f"<p>{found}, compared with {counted(verdict.good_pages, 'page')} known before.</p>\n"
    yield "".join(f"<p>{escape(text)}</p>\n" for text in verdict.evidence)
    yield "".join(f'<p class="problem">Gate: {escape(text)}</p>\n' for text in verdict.gates)
    for one in verdict.fields:
        yield from _field(one, runs)


def _field(one: FieldVerdict, runs: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield f"<h2>{escape(one.name)}: {one.status}</h2>\n<p>{_sparkline(one.name, runs)} "
    yield f"Probability of wrong or missing values: {one.probability:.0%}.</p>\n"
    if one.evidence:
        yield "<ul>" + "".join(f"<li>{escape(text)}</li>" for text in one.evidence) + "</ul>\n"
    if one.examples:
        columns = "".join(
            f"<tr><th>{when}</th><td>{'<br>'.join(map(escape, texts))}</td></tr>"
            for when, texts in (("before", one.usual), ("now", one.examples))
        )
        yield f"<table>{columns}</table>\n"


def _sparkline(name: str, runs: Sequence[Mapping[str, Any]]) -> str:
    """The probabilities of a field over the last runs, as small columns in the colours of the verdicts."""
    found = [one for run in runs[-MOST_RUNS:] for one in run["fields"] if one.get("name") == name]
    columns = "".join(
        f'<rect x="{5 * at}" y="{20 - _height(one)}" width="4" height="{_height(one)}"'
        f' fill="{COLOURS.get(one.get("status", ""), "#888")}"/>'
        for at, one in enumerate(found)
    )
    return f'<svg width="{5 * len(found)}" height="20" role="img" aria-label="the last runs">{columns}</svg>'


def _height(one: Mapping[str, Any]) -> int:
    probability = one.get("probability")
    return 2 + round(18 * min(1.0, max(0.0, probability))) if isinstance(probability, int | float) else 2
