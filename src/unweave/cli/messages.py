"""Text for the terminal: control characters escaped, numbers with their nouns, names in a list."""

import re
import shutil
import sys
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from unweave.errors import HELP, UnweaveError
from unweave.wording import counted

if TYPE_CHECKING:
    from unweave.records import Schema

CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def escape_controls(text: str) -> str:
    r"""The text with control characters escaped: texts of pages and file names must not control the terminal.

    >>> escape_controls("price\x1b[2J\r")
    'price\\x1b[2J\\x0d'
    """
    return CONTROLS.sub(lambda found: _escaped(ord(found[0])), text)


def listed(names: list[str] | tuple[str, ...]) -> str:
    """Names as a list in a sentence.

    >>> listed(["title"]), listed(["title", "author", "price"])
    ('title', 'title, author and price')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def fields_of(schema: "Schema") -> str:
    """The names of a schema's fields, with the names of its types where there are several.

    >>> from unweave.records import Field, Schema
    >>> book, author = Schema((Field("title"), Field("by")), name="book"), Schema((Field("name"),), name="author")
    >>> fields_of(book), fields_of(Schema(types=(book, author)))
    ('title and by', 'book (title and by) and author (name)')
    """
    return listed([f"{each.name} ({listed(each.names)})" for each in schema.types] or schema.names)


def error_lines(error: UnweaveError, *, verbose: bool = False) -> str:
    """An error for people: what happened, where, what would help; then the reason in the words of the method.

    With ``verbose`` the errors of Python that caused it are named, too.

    >>> from unweave.errors import NoConsistentWrapper
    >>> problem = NoConsistentWrapper(kind="LR", field="price", page="p1.html", reason="'<b>' occurs earlier")
    >>> problem.add_note("It would help to leave out --method lr")
    >>> print(error_lines(problem))
    no LR wrapper agrees with the examples
    Where: field price, page p1.html
    It would help to leave out --method lr.
    The reason: '<b>' occurs earlier
    """
    notes: list[str] = getattr(error, "__notes__", [])
    lines = [
        error.happened,
        *[f"Where: {error.place}"] * bool(error.place),
        *(f"{HELP}{advice}." for advice in error.advice),
        *error.technical.splitlines(),
        *(note for note in notes if HELP not in note),
        *(_causes(error) if verbose else ()),
    ]
    return "\n".join(lines)


def _causes(error: BaseException) -> Iterator[str]:
    cause = error.__cause__ or error.__context__
    while cause is not None:
        yield f"Caused by {type(cause).__name__}: {cause}"
        cause = cause.__cause__ or cause.__context__


def usage_lines(error: click.UsageError) -> str:
    """A wrong option or argument, in the same form.

    >>> print(usage_lines(click.UsageError("No such option '--valeu'.")))
    No such option '--valeu'
    It would help to look at the options: unweave --help
    """
    message = error.format_message().rstrip(".")
    command = error.ctx.command_path if error.ctx else "unweave"
    return "\n".join([message[:1].upper() + message[1:], f"{HELP}look at the options: {command} --help"])


def print_error(message: str) -> None:
    """Print a message on standard error, each of its lines as a paragraph."""
    text = f"unweave: {escape_controls(message)}"
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns
        wrap = textwrap.TextWrapper(width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        text = "\n".join(map(wrap.fill, text.split("\n")))
    click.echo(text, err=True)


def _escaped(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


__all__ = ["counted", "error_lines", "escape_controls", "fields_of", "listed", "print_error", "usage_lines"]
