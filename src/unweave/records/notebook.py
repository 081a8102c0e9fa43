"""Records as HTML tables, as a notebook shows them. Texts of pages are data: every character is escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

LONGEST_VALUE = 200
MOST_ROWS = 50


def html_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table of texts, each escaped.

    >>> html_table(["title"], [["<b>Emma</b>"]])
    '<table><thead><tr><th>title</th></tr></thead><tbody><tr><td>&lt;b&gt;Emma&lt;/b&gt;</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(f'<td>{html_value(value)}</td>' for value in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def html_value(value: Any) -> str:
    """A value as escaped text: a long one is cut off, a list has a line for each item.

    >>> html_value(["Ann & Bob", {"by": "Cy"}])
    'Ann &amp; Bob<br>by: Cy'
    """
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return "<br>".join(map(html_value, value))
    if isinstance(value, dict):
        return ", ".join(f"{escape(str(name))}: {html_value(one)}" for name, one in value.items())
    text = str(value)
    return escape(text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}...")


def records_table(rows: Sequence[tuple[str, dict[str, Any]]]) -> str:
    """The table of records, each with the name of its page; of many only the first are shown.

    >>> records_table([("p1.html", {"title": "Emma"})]).count("<td>")
    2
    """
    names = list(dict.fromkeys(name for _, values in rows for name in values))
    shown = [[page, *(values.get(name) for name in names)] for page, values in rows[:MOST_ROWS]]
    more = f"<p>the first {MOST_ROWS} of {len(rows):,} records</p>" if len(rows) > MOST_ROWS else ""
    return html_table(["page", *names], shown) + more
