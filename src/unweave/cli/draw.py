"""Drawing with rich: explanations and tables of records, in colour on a terminal, with labels where there is none.

What pages say is data: it is never read as rich's markup, and control characters are made visible.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from unweave.cli.say import counted, harmless
from unweave.cli.source import Gap, Piece, pieces
from unweave.wrapper import Explanation, Statement

COLOURS = ("cyan", "green", "yellow", "magenta", "blue", "red")


def show(explanation: Explanation, *, records: int = 3, console: Console | None = None) -> None:
    """Draw an explanation: its rules, and the page's source with marks around the first records.

    >>> show(Explanation("LR wrapper of 1 field", (Statement("title", "in bold"),)), console=Console(width=80))
    LR wrapper of 1 field
      title: in bold
    """
    console = console or plain_console()
    print_line(console, Text(harmless(explanation.title), style="bold"))
    for statement in explanation.statements:
        print_line(console, _statement(statement))
    if explanation.page is not None:
        _show_page(explanation, records, console)


def plain_console() -> Console:
    """A console that takes text as it is.

    >>> plain_console().is_terminal
    False
    """
    return Console(highlight=False, markup=False, emoji=False)


def table(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Table:
    """Rows of values as a table.

    >>> table(["title"], [["Emma"], [None]]).row_count
    2
    """
    drawn = Table(*(Column(Text(harmless(name))) for name in names))
    for row in rows:
        drawn.add_row(*(Text(harmless("" if value is None else str(value))) for value in row))
    return drawn


def print_line(console: Console, text: Text) -> None:
    """Print without wrapping: the terminal does that, and a pipe wants whole lines."""
    console.print(text, soft_wrap=True)


def _show_page(explanation: Explanation, records: int, console: Console) -> None:
    assert explanation.page is not None  # noqa: S101  # asked by the only caller
    found = f"{explanation.page.name or 'the page'}: {counted(len(explanation.records), 'record')}"
    print_line(console, Text(harmless(f"\n{explanation.problem or found}"), style="bold"))
    labelled = not console.is_terminal or console.no_color
    colours = _colours(explanation)
    source = Text()
    for part in pieces(explanation, records=records):
        source.append_text(_labelled(part) if labelled else _coloured(part, colours))
    source.rstrip()
    print_line(console, source)
    if not labelled:
        print_line(console, _legend(colours))


def _statement(statement: Statement) -> Text:
    text = Text("  ")
    if statement.field:
        text.append(f"{harmless(statement.field)}: ", style="bold")
    text.append(harmless(statement.text))
    for evidence in statement.evidence:
        text.append(f"\n    {harmless(evidence)}", style="dim")
    return text


def _labelled(part: Piece | Gap) -> Text:
    """A piece for readers without colour: values in brackets with their field, delimiters in guillemets."""
    if isinstance(part, Gap):
        return _gap(part)
    if part.meaning == "value":
        return Text(f"[{harmless(part.field)}: {harmless(part.text)}]")
    if part.meaning == "delimiter":
        return Text(f"«{harmless(part.text)}»")
    return Text(harmless(part.text))


def _coloured(part: Piece | Gap, colours: dict[str, str]) -> Text:
    if isinstance(part, Gap):
        return _gap(part)
    styles = {"value": colours.get(part.field, ""), "delimiter": "underline", "outside": "dim"}
    return Text(harmless(part.text), style=styles.get(part.meaning, ""))


def _gap(gap: Gap) -> Text:
    return Text(f"\n... {counted(gap.length, 'character')} ...\n", style="dim")


def _colours(explanation: Explanation) -> dict[str, str]:
    """A colour per field, in the order in which the fields occur."""
    names = dict.fromkeys(mark.field for mark in explanation.marks if mark.role == "value")
    return {name: f"bold {COLOURS[number % len(COLOURS)]}" for number, name in enumerate(names)}


def _legend(colours: dict[str, str]) -> Text:
    text = Text("")
    for name, colour in colours.items():
        text.append(harmless(name), style=colour).append("  ")
    return text.append("delimiters", style="underline")
