"""Examples from the command line: ``--value NAME=TEXT`` and ``--record``, in the order in which they are given.

Legend

    value     ``--value title=Emma``: a value of the current record; all after the first ``=`` is the text
    record    ``--record``: the values after it belong to another record
    list      ``--value by=Ann --value by=Bo``: the same name twice in a row is a field with several values

The records are on the first page; further pages are unlabelled.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from unweave.cli.messages import escape_controls
from unweave.errors import BadInput
from unweave.page import Page
from unweave.records import Example, IfMissing
from unweave.run.sources import find_pages

RECORD = "\0record"
"""How ``--record`` is written among the values; no argument of a command has this character."""

Values = dict[str, Any]


class ValuesInOrder(click.Command):
    r"""A command whose options ``--value`` and ``--record`` keep their common order: click sorts options by name.

    >>> ValuesInOrder.marked(["p.html", "--record", "--value", "a=1", "--", "--record"])
    ['p.html', '--value=\x00record', '--value', 'a=1', '--', '--record']
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with each ``--record`` as one of the values."""
        return super().parse_args(ctx, self.marked(args))

    @staticmethod
    def marked(args: Sequence[str]) -> list[str]:
        """The arguments, with each ``--record`` before ``--`` as one of the values."""
        end = list(args).index("--") if "--" in args else len(args)
        marked = [f"--value={RECORD}" if text == "--record" else text for text in args[:end]]
        return [*marked, *args[end:]]


def records_of(given: Sequence[str]) -> list[Values]:
    """The records that the options describe.

    >>> records_of(["title=Emma", "price=$5", RECORD, "title=a = b", "by=Ann", "by=Bo"])
    [{'title': 'Emma', 'price': '$5'}, {'title': 'a = b', 'by': ['Ann', 'Bo']}]
    >>> records_of(["title=Emma", "price=$5", "title=Kim"])
    Traceback (most recent call last):
    unweave.errors.BadInput: --value: field title: it is given again after price. It would help to put --record before
    the values of another record
    """
    groups = [list(group) for is_mark, group in groupby(given, RECORD.__eq__) if not is_mark]
    if not groups:
        raise BadInput(source="--record", reason="there is no value after it. It would help to give --value NAME=TEXT")
    return [_record([pair(text) for text in group]) for group in groups]


def example_of_values(
    inputs: Sequence[str], given: Sequence[str], missing: IfMissing, *, embedded: bool = True
) -> Example:
    """The example of the first page with these records, as a partial one; further pages are not read here."""
    records = records_of(given)
    paths = list(find_pages(inputs[:1], skip=print_skipped))
    if len(paths) != 1:
        reason = (
            f"values are on one page, and these are {len(paths)}. It would help to put the page of the values first"
        )
        raise BadInput(source=inputs[0], reason=reason)
    return Example.from_values(Page.read(paths[0]), records, status="partial", missing=missing, embedded=embedded)


def print_skipped(path: Path, reason: str) -> None:
    """A line on standard error for a pipe or device in a folder."""
    click.echo(escape_controls(f"skipped {path}: {reason}"), err=True)


def notes_on_values(given: Sequence[str]) -> Iterator[str]:
    """How values of the same name were read, where another reading is possible."""
    several = dict.fromkeys(
        name for record in (records_of(given) if given else []) for name in record if isinstance(record[name], list)
    )
    for name in several:
        yield f"{name} is a field with several values; for another record, put --record before its values"


def pair(text: str) -> tuple[str, str]:
    """The name and the text of a value.

    >>> pair("title = Emma")
    ('title', 'Emma')
    """
    name, sign, value = text.partition("=")
    name = name.strip()
    if not sign or not name:
        raise BadInput(
            source="--value", reason=f"{text!r} has no field name. It would help to write NAME=TEXT: --value title=Emma"
        )
    if not value.strip():
        reason = "its text is empty. It would help to leave it out, or to put a text with a $ into single quotes"
        raise BadInput(source="--value", field=name, reason=reason)
    return name, value.strip()


def _record(pairs: Sequence[tuple[str, str]]) -> Values:
    record: Values = {}
    before = ""
    for name, group in groupby(pairs, lambda pair: pair[0]):
        if name in record:
            reason = (
                f"it is given again after {before}. It would help to put --record before the values of another record"
            )
            raise BadInput(source="--value", field=name, reason=reason)
        texts = [text for _, text in group]
        record[name] = texts if len(texts) > 1 else texts[0]
        before = name
    return record
