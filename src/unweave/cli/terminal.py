"""Explanations and tables on the terminal, drawn with rich: with colours, or with labels where there are none.

Texts of pages are data: they are never read as rich's markup, and control characters are escaped.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from unweave.cli.messages import counted, escape_controls
from unweave.cli.source_excerpt import SourceGap, SourcePiece, field_colours, pieces
from unweave.wrapper import Explanation, Statement

STYLES = ("bold cyan", "bold green", "bold yellow", "bold magenta", "bold blue", "bold red")


def show(explanation: Explanation, *, records: int = 3, console: Console | None = None) -> None:
    """Print an explanation: its rules, and the page's source with marks around the first records.

    >>> show(Explanation("LR wrapper of 1 field", (Statement("title", "in bold"),)), console=Console(width=80))
    LR wrapper of 1 field
      title: in bold
    """
    console = console or text_console()
    print_unwrapped(console, Text(escape_controls(explanation.title), style="bold"))
    for statement in explanation.statements:
        print_unwrapped(console, _statement(statement))
    if explanation.page is not None:
        _show_page(explanation, records, console)


def text_console() -> Console:
    """A console that prints text without changes.

    >>> text_console().is_terminal
    False
    """
    return Console(highlight=False, markup=False, emoji=False)


def table(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Table:
    """Rows of values as a table.

    >>> table(["title"], [["Emma"], [None]]).row_count
    2
    """
    drawn = Table(*(Column(Text(escape_controls(name))) for name in names))
    for row in rows:
        drawn.add_row(*(Text(escape_controls("" if value is None else str(value))) for value in row))
    return drawn


def print_unwrapped(console: Console, text: Text) -> None:
    """Print without wrapping: a terminal wraps lines itself, and a pipe needs whole lines."""
    console.print(text, soft_wrap=True)


def _show_page(explanation: Explanation, records: int, console: Console) -> None:
    assert explanation.page is not None  # noqa: S101  # checked by the only caller
    found = f"{explanation.page.name or 'the page'}: {counted(len(explanation.records), 'record')}"
    print_unwrapped(console, Text(escape_controls(f"\n{explanation.problem or found}"), style="bold"))
    labelled = not console.is_terminal or console.no_color
    colours = field_colours(explanation.marks, STYLES)
    source = Text()
    for part in pieces(explanation, records=records):
        source.append_text(_labelled(part) if labelled else _coloured(part, colours))
    source.rstrip()
    print_unwrapped(console, source)
    if not labelled:
        print_unwrapped(console, _legend(colours))


def _statement(statement: Statement) -> Text:
    text = Text("  ")
    if statement.field:
        text.append(f"{escape_controls(statement.field)}: ", style="bold")
    text.append(escape_controls(statement.text))
    for evidence in statement.evidence:
        text.append(f"\n    {escape_controls(evidence)}", style="dim")
    return text


def _labelled(part: SourcePiece | SourceGap) -> Text:
    """A piece without colours: values in brackets with their field, delimiters in guillemets."""
    if isinstance(part, SourceGap):
        return _gap(part)
    if part.meaning == "value":
        return Text(f"[{escape_controls(part.field)}: {escape_controls(part.text)}]")
    if part.meaning == "delimiter":
        return Text(f"«{escape_controls(part.text)}»")
    return Text(escape_controls(part.text))


def _coloured(part: SourcePiece | SourceGap, colours: dict[str, str]) -> Text:
    if isinstance(part, SourceGap):
        return _gap(part)
    styles = {"value": colours.get(part.field, ""), "delimiter": "underline", "outside": "dim"}
    return Text(escape_controls(part.text), style=styles.get(part.meaning, ""))


def _gap(gap: SourceGap) -> Text:
    return Text(f"\n... {counted(gap.length, 'character')} ...\n", style="dim")


def _legend(colours: dict[str, str]) -> Text:
    text = Text("")
    for name, colour in colours.items():
        text.append(escape_controls(name), style=colour).append("  ")
    return text.append("delimiters", style="underline")
