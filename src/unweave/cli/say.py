"""Saying things in plain text: harmless to the terminal, and counted properly."""

import re
import shutil
import sys
import textwrap

import click

from unweave.records import Schema

CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def harmless(text: str) -> str:
    r"""The text with characters that command a terminal made visible; pages and file names are not ours.

    >>> harmless("price\x1b[2J\r")
    'price\\x1b[2J\\x0d'
    """
    return CONTROLS.sub(lambda found: _spelled(ord(found[0])), text)


def counted(number: int, noun: str) -> str:
    """A number and its noun, in the plural where that is due.

    >>> counted(1, "page"), counted(3120, "character"), counted(0, "record")
    ('1 page', '3,120 characters', '0 records')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(names: list[str] | tuple[str, ...]) -> str:
    """Names in a row.

    >>> listed(["title"]), listed(["title", "author", "price"])
    ('title', 'title, author and price')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def fields_of(schema: Schema) -> str:
    """The names of a schema's fields, and those of its types where there are several.

    >>> from unweave.records import Field
    >>> book, author = Schema((Field("title"), Field("by")), name="book"), Schema((Field("name"),), name="author")
    >>> fields_of(book), fields_of(Schema(types=(book, author)))
    ('title and by', 'book (title and by) and author (name)')
    """
    return listed([f"{each.name} ({listed(each.names)})" for each in schema.types] or schema.names)


def complain(message: str) -> None:
    """One paragraph on standard error."""
    text = f"unweave: {harmless(message)}"
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns
        text = textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)
    click.echo(text, err=True)


def _spelled(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
