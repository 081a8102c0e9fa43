"""The summary of what a wrapper finds, as lines of text: after ``unweave learn`` and ``unweave extract``."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from unweave.cli.messages import counted, escape_controls, listed
from unweave.summaries import (
    DISTINCT_LIMIT,
    FieldSummary,
    LabelledPageSummary,
    WrapperSummary,
    value_text,
)

CLIPPED = 30  # characters of a value
PAGES_SHOWN = 10
NOTES_SHOWN = 20
COLOURS = {"low": "red", "medium": "yellow"}


def learned_lines(summary: WrapperSummary) -> Iterator[str]:
    """What ``learn`` prints: the table of fields, labelled pages, the first and the last record, notes, warnings."""
    yield from field_table(summary.fields, level=coloured_level)
    yield from map(escape_controls, _reasons(summary.fields))
    yield from map(escape_controls, _suggestions(summary.fields))
    yield from map(escape_controls, _labelled(summary.labelled))
    if summary.has_lists and summary.first is not None and summary.last is not None:
        yield escape_controls(f"  first record: {record_text(summary.first)}")
        yield escape_controls(f"  last record:  {record_text(summary.last)}")
    yield from (f"  {escape_controls(note)}" for note in _clipped(summary.notes, NOTES_SHOWN))
    yield from warnings(summary)


def next_step(summary: WrapperSummary, output: str, *, asked: bool = False) -> str:
    """The one step that would help most after ``learn``.

    >>> next_step(WrapperSummary(pages=1, records=1), "w.json")
    'Next: unweave extract w.json PAGES... -o OUT.csv'
    """
    levels = {each.confidence for each in summary.fields}
    shown = sum(each.shown for each in summary.labelled)
    if any(each.differences for each in summary.labelled):
        return "Next: show more records, or records of another page; those that were shown are not all found."
    if shown == 1 and sum(each.found for each in summary.labelled) > 1:
        return "Next: show a second record of the page. One alone does not determine what the others look like."
    alone = summary.pages == len(summary.labelled)
    if alone and "low" in levels and _has_more(summary):
        return "Next: look at the records. If some are wrong or missing, show one more of them, or one more field."
    if alone and levels & {"low", "medium"} and not _has_more(summary):
        return (
            "Next: add pages of the same kind to this command. They need no labels, and help to choose between rules."
        )
    if "low" in levels and not asked:
        return "Next: give --ask as well, to be asked about values on which rules disagree."
    return f"Next: unweave extract {shlex.quote(output)} PAGES... -o OUT.csv"


def _has_more(summary: WrapperSummary) -> bool:
    """Whether the labelled pages are lists with more records than were shown: these tell what other pages would."""
    return any(each.found > each.shown for each in summary.labelled)


def extracted_lines(summary: WrapperSummary, wrapper: str = "W.json") -> Iterator[str]:
    """What ``extract`` prints: the table of fields, warnings, and the command that would help most."""
    if summary.records:
        yield from field_table(summary.fields, confidence=False)
    yield from warnings(summary)
    yield from map(escape_controls, step_after_run(summary, wrapper))


def step_after_run(summary: WrapperSummary, wrapper: str) -> Iterator[str]:
    """The command that would help most after a run with warnings.

    >>> from unweave.summaries import NamedPages
    >>> found = WrapperSummary(pages=3, records=2, compared=3, other_site=NamedPages(1, ("p7.html",)))
    >>> list(step_after_run(found, "w.json"))
    ['Next: unweave learn p7.html, for a wrapper of its own, or leave this page out.']
    """
    unlike = [*summary.other_site.names, *summary.other_type.names]
    odd = [*summary.empty_page_names, *summary.many_records.names]
    if unlike:
        yield f"Next: unweave learn {shlex.quote(unlike[0])}, for a wrapper of its own, or leave this page out."
    elif odd:
        yield f"Next: unweave explain {shlex.quote(wrapper)} {shlex.quote(odd[0])}, to see where the rules apply."


def warnings(summary: WrapperSummary) -> Iterator[str]:
    """The warnings, one a line.

    >>> list(warnings(WrapperSummary(pages=1, records=0, empty_pages=1, empty_page_names=("p1.html",))))
    ['Warning: 1 of 1 page has no records: p1.html']
    """
    return (escape_controls(f"Warning: {text}") for text in summary.warnings)


def field_table(
    fields: Sequence[FieldSummary], *, confidence: bool = True, level: Callable[[str], str] = str
) -> list[str]:
    r"""A line for each field, below a line with the names of the columns; ``level`` colours the confidence.

    >>> price = FieldSummary("price", records=10, filled=9, distinct=7, examples=("$5", "$7"), confidence="medium")
    >>> print(*field_table([price]), sep="\n")
      field  confidence  filled   distinct  examples
      price  medium      9 of 10  7         $5; $7
    """
    head = ["field", *["confidence"] * confidence, "filled", "distinct", "examples"]
    rows = [head, *(_cells(each, confidence=confidence) for each in fields)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(head) - 1)]
    lines = []
    for row in rows:
        padded = [text.ljust(width) for text, width in zip(row, widths, strict=False)]
        if confidence and row is not head:
            padded[1] = padded[1].replace(row[1], level(row[1]))
        lines.append("  " + "  ".join([*padded, row[-1]]).rstrip())
    return lines


def coloured_level(level: str) -> str:
    r"""The level of a confidence in its colour; it is printed without it where there are no colours.

    >>> coloured_level("low"), coloured_level("high")
    ('\x1b[31mlow\x1b[0m', 'high')
    """
    colour = COLOURS.get(level)
    return click.style(level, fg=colour) if colour else level


def _cells(each: FieldSummary, *, confidence: bool) -> list[str]:
    more = "+" * (each.distinct >= DISTINCT_LIMIT)
    cells = [
        each.name,
        *[each.confidence or "-"] * confidence,
        f"{each.filled:,} of {each.records:,}",
        f"{each.distinct:,}{more}",
        "; ".join(map(_clip, each.examples)),
    ]
    return [escape_controls(cell) for cell in cells]


def _reasons(fields: Sequence[FieldSummary]) -> Iterator[str]:
    """The first reason of each confidence, with the fields that it holds for."""
    names: dict[tuple[str, str], list[str]] = {}
    for each in fields:
        if each.confidence and each.reasons:
            names.setdefault((each.confidence, each.reasons[0]), []).append(each.name)
    for (level, reason), several in names.items():
        yield f"  {listed(several)}: {level}, {reason}"


def _suggestions(fields: Sequence[FieldSummary]) -> Iterator[str]:
    """The types that fields seem to have, and how they are applied."""
    found = [f"{each.name} {each.suggested}" for each in fields if each.suggested]
    if found:
        yield f"  types that fit: {', '.join(found)} (to apply them: --types auto)"


def _labelled(pages: Sequence[LabelledPageSummary]) -> Iterator[str]:
    """How many records are found on each labelled page; pages with as many as shown are counted together."""
    same = [each for each in pages if each.found == each.shown]
    if len(same) > 3:
        yield f"  on {len(same)} labelled pages: as many records found as shown"
        pages = [each for each in pages if each.found != each.shown]
    lines = [f"  {each.page}: {counted(each.found, 'record')} found, {each.shown:,} shown" for each in pages]
    yield from _clipped(lines, PAGES_SHOWN)


def record_text(values: Mapping[str, Any]) -> str:
    """The values of a record on one line.

    >>> record_text({"title": "Emma", "isbn": None, "by": ["Ann", "Bo"]})
    "title='Emma', by='Ann | Bo'"
    """
    return ", ".join(f"{name}={_clip(value_text(value))!r}" for name, value in values.items() if value is not None)


def _clipped(lines: Sequence[str], most: int) -> Iterable[str]:
    return lines if len(lines) <= most else [*lines[:most], f"  ... and {len(lines) - most:,} more"]


def _clip(text: str) -> str:
    return text if len(text) <= CLIPPED else f"{text[: CLIPPED - 1].rstrip()}…"
