"""``unweave learn PAGE`` on a terminal: the columns that the page seems to have are shown, and a person picks.

Legend

    column      ``2  price  3 of 3  $5 | $7``: what ``discover`` finds in the page's main list, or on pages of one kind
    pick        ``1=title, 2``: the columns to keep, each with a name; one alone keeps the name it has
    shown       the records of the first page that are learned from: the first ones with a value for every field
    correction  ``price=$5`` for the first record, ``last price=$9`` for the last one, ``-price`` to leave a field out

After every answer the wrapper is learned again, and the first and the last record that it finds are printed. Nothing
is written before the person agrees. Every answer is a line of standard input, so a file can answer, too.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from unweave.cli.messages import counted, error_lines, escape_controls
from unweave.cli.status import Learn, learned_with_status
from unweave.cli.summary_text import record_text
from unweave.cli.values import pair
from unweave.errors import UnweaveError
from unweave.page import Page
from unweave.records import Example, Record
from unweave.summaries import value_text
from unweave.templates import Discover, DiscoverList, ListWrapper, TemplateWrapper
from unweave.wrapper import Wrapper

SHOWN_RECORDS = 3
"""So many records of a list are learned from: two show what varies, the third confirms it."""
EXAMPLES, CLIPPED = 3, 24  # values shown for a column, and characters of each
STOP = frozenset({"q", "quit", "exit"})
YES = frozenset({"", "y", "yes"})
PICK_HELP = (
    "Which columns? Write their numbers, with names: 1=title, 2=price. Empty line: all. 0: none of them, values follow."
)
VALUE_HELP = "Write values of one record as the page shows them, one a line: title=Emma. Empty line: that is all."
CHECK_HELP = (
    "Is this right? y: write the wrapper. title=Emma: correct the first record, or add a field; last title=Kim: the "
    "last record. -title: leave the field out. q: stop."
)

Values = dict[str, Any]


class Stopped(Exception):
    """The person stopped the dialogue; nothing is written."""


@dataclass(frozen=True, slots=True)
class FoundColumns:
    """What discovery finds on a page: the records, and in which columns.

    >>> page = Page("<ul>" + "".join(f"<li><b>{name}</b> {year}</li>" for name, year in
    ...     [("Emma", 1815), ("Kim", 1901), ("Dune", 1965)]) + "</ul>")
    >>> found = found_columns([page])
    >>> len(found.records), len(found.names)
    (3, 2)
    """

    records: tuple[Record, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How much text the columns have: of two ways to see a page, the one with more is shown."""
        return sum(len(value_text(record.get(name) or "")) for record in self.records for name in self.names)

    def lines(self) -> list[str]:
        """A numbered line for each column: its name, in how many records it has a value, the first values."""
        width = max(map(len, self.names), default=0)
        lines = []
        for number, name in enumerate(self.names, 1):
            texts = [value_text(value) for record in self.records if (value := record.get(name))]
            some = " | ".join(_clip(text) for text in list(dict.fromkeys(texts))[:EXAMPLES])
            lines.append(f"  {number:>2}  {name:{width}}  {len(texts)} of {len(self.records)}  {some}")
        return lines


@dataclass(slots=True)
class Draft:
    """The records of the first page that are shown to the learner, as far as the person has agreed."""

    page: Page
    unlabelled: Sequence[Page]
    learn: Learn
    shown: list[Values] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)

    def learned(self) -> Wrapper:
        """The wrapper that follows from the records."""
        known = Example.from_values(self.page, self.shown, status="partial")
        examples, wrapper = learned_with_status([known, *map(Example, self.unlabelled)], self.learn)
        self.examples = examples
        return wrapper

    def correct(self, typed: str, found: Sequence[Record]) -> None:
        """Change the records as an answer says.

        >>> draft = Draft(Page("<b>Emma</b>"), [], lambda examples: None, [{"title": "Ema", "by": "Ann"}])
        >>> draft.correct("title=Emma", [])
        >>> draft.correct("-by", [])
        >>> draft.shown
        [{'title': 'Emma'}]
        """
        if typed.startswith("-"):
            name = typed[1:].strip()
            self.shown = [{key: value for key, value in one.items() if key != name} for one in self.shown]
            self.shown = [one for one in self.shown if one]
            return
        last, name_and_text = _correction(typed)
        name, text = pair(name_and_text)
        if last and found:
            self.shown.append({**_values(found[-1]), name: text})
        elif self.shown:
            self.shown[0][name] = text
        else:
            self.shown.append({name: text})


def guided(page: Path, others: Sequence[Path], learn: Learn) -> tuple[Wrapper, list[Example]]:
    """The wrapper that a person agrees to, and the examples; it raises Stopped where the person stops."""
    pages = [Page.read(path) for path in (page, *others)]
    found = found_columns(pages)
    draft = Draft(pages[0], pages[1:], learn)
    if found.names:
        _show([_title(pages, found), *found.lines(), PICK_HELP])
        draft.shown = _picked(found)
    else:
        _show([f"{pages[0].name}: no columns are seen on this page alone."])
    wrapper, records = _attempt(draft)
    while True:
        _show_records(records)
        _show([CHECK_HELP])
        if (typed := _read("> ")).lower() in YES:
            return wrapper, draft.examples
        before = [dict(one) for one in draft.shown]
        try:
            draft.correct(typed, records)
        except UnweaveError as problem:
            _show([f"{problem.happened}. Write NAME=TEXT."])
            continue
        wrapper, records = _attempt(draft, before)


def found_columns(pages: Sequence[Page]) -> FoundColumns:
    """The columns of the first page: of its main list, or of what it has in common with the other pages."""
    template = _columns_by(Discover().largest, pages) if len(pages) > 1 else FoundColumns()
    listed = _columns_by(DiscoverList().discover, pages[:1])
    return max(template, listed, key=lambda found: found.size)


def _columns_by(
    discover: Callable[[Sequence[Page]], ListWrapper | TemplateWrapper], pages: Sequence[Page]
) -> FoundColumns:
    """The columns that discovery finds, without nested ones; none where it fails."""
    try:
        wrapper = discover(pages)
        records = tuple(wrapper.extract(pages[0]))
    except UnweaveError:
        return FoundColumns()
    names = [each.name for each in wrapper.schema.fields if not each.fields]
    return FoundColumns(records, tuple(name for name in names if any(record.get(name) for record in records)))


def proposed_file(page: Path) -> str:
    """The name of the wrapper file, as the person types it or agrees to it; no file has it."""
    proposed = free_name(page)
    while True:
        typed = _read(f"Name of the wrapper file [{escape_controls(proposed)}]: ") or proposed
        if not Path(typed).exists():
            return typed
        _show([f"{typed} exists, and is not overwritten. Choose another name."])


def free_name(page: Path) -> str:
    """A name for the wrapper of a page that no file has.

    >>> free_name(Path("no-such-folder/books.html"))
    'books.wrapper.json'
    """
    names = (f"{page.stem}{f'-{number}' * (number > 1)}.wrapper.json" for number in range(1, 10_000))
    return next(name for name in names if not Path(name).exists())


def _title(pages: Sequence[Page], found: FoundColumns) -> str:
    records = counted(len(found.records), "record") if len(found.records) > 1 else "one record"
    return f"{pages[0].name}: {records}, {counted(len(found.names), 'column')}"


def _picked(found: FoundColumns) -> list[Values]:
    """Records with the columns that the person keeps; none where the person types values instead."""
    while True:
        typed = _read("> ")
        try:
            names = chosen_columns(typed, found.names)
        except ValueError as problem:
            _show([str(problem)])
            continue
        return _first_records(found.records, names)


def chosen_columns(typed: str, columns: Sequence[str]) -> dict[str, str]:
    """The columns that an answer keeps, each with its name.

    >>> chosen_columns("2=price, 1", ["h1", "b"])
    {'b': 'price', 'h1': 'h1'}
    >>> chosen_columns("", ["h1", "b"]), chosen_columns("0", ["h1", "b"])
    ({'h1': 'h1', 'b': 'b'}, {})
    >>> chosen_columns("3=price", ["h1", "b"])
    Traceback (most recent call last):
    ValueError: There is no column 3; write numbers from 1 to 2.
    """
    if not typed or typed.lower() == "all":
        return {name: name for name in columns}
    if typed == "0":
        return {}
    names: dict[str, str] = {}
    for part in filter(None, re.split(r"\s*,\s*|\s+(?=\d+\s*(?:=|,|$))", typed.strip())):
        number, _, name = (text.strip() for text in part.partition("="))
        if not number.isdigit() or not 1 <= int(number) <= len(columns):
            raise ValueError(f"There is no column {number}; write numbers from 1 to {len(columns)}.")
        column = columns[int(number) - 1]
        names[column] = name or column
    twice = [name for name in names.values() if list(names.values()).count(name) > 1]
    if twice:
        raise ValueError(f"Two columns have the name {twice[0]}; give each its own.")
    return names


def _first_records(records: Sequence[Record], names: Mapping[str, str]) -> list[Values]:
    """The first records with a value for every kept column; where there is none, the fullest one."""
    if not names:
        return []
    rows = [{new: record.get(old) for old, new in names.items() if record.get(old)} for record in records]
    most = max(map(len, rows))
    return [row for row in rows if len(row) == most][:SHOWN_RECORDS]


def _typed_record() -> list[Values]:
    """One record that the person types, value by value."""
    _show([VALUE_HELP])
    record: Values = {}
    while (typed := _read("> ")) or not record:
        if not typed:
            raise Stopped
        try:
            name, text = pair(typed)
        except UnweaveError as problem:
            _show([f"{problem.happened}. Write NAME=TEXT."])
        else:
            record[name] = text
    return [record]


def _attempt(draft: Draft, before: Sequence[Values] = ()) -> tuple[Wrapper, list[Record]]:
    """The wrapper, and the records that it finds on the first page; where that fails, other records are asked for.

    The records as they were before the last answer come first: what was right stays.
    """
    while True:
        draft.shown = draft.shown or _typed_record()
        try:
            wrapper = draft.learned()
            return wrapper, wrapper.extract(draft.page)
        except UnweaveError as problem:
            _show([error_lines(problem), *["The records stay as they were."] * bool(before)])
        draft.shown, before = list(before), ()


def _show_records(records: Sequence[Record]) -> None:
    _show([f"The wrapper finds {counted(len(records), 'record')} on this page."])
    if records:
        _show([f"  first record: {record_text(records[0].to_dict())}"])
    if len(records) > 1:
        _show([f"  last record:  {record_text(records[-1].to_dict())}"])


def _values(record: Record) -> Values:
    return {name: value for name in record if (value := record.get(name))}


def _correction(typed: str) -> tuple[bool, str]:
    """Whether an answer is about the last record, and the rest of it."""
    word, _, rest = typed.partition(" ")
    return (True, rest) if word.lower() == "last" and "=" in rest else (False, typed)


def _clip(text: str) -> str:
    return text if len(text) <= CLIPPED else f"{text[: CLIPPED - 1].rstrip()}…"


def _read(prompt: str) -> str:
    """A line of input; the end of the input stops the dialogue."""
    try:
        typed: str = click.prompt(prompt, default="", show_default=False, prompt_suffix="")
    except click.Abort:
        click.echo()
        raise Stopped from None
    if typed.strip().lower() in STOP:
        raise Stopped
    return typed.strip()


def _show(lines: Sequence[str]) -> None:
    for line in lines:
        click.echo(escape_controls(line))
