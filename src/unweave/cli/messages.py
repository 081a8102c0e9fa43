"""Text for the terminal: control characters escaped, numbers with their nouns, names in a list."""

import re
import shutil
import sys
import textwrap

import click

from unweave.errors import NoConsistentWrapper, UnweaveError
from unweave.records import Schema

_HELP = "It would help "
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def escape_controls(text: str) -> str:
    r"""The text with control characters escaped: texts of pages and file names must not control the terminal.

    >>> escape_controls("price\x1b[2J\r")
    'price\\x1b[2J\\x0d'
    """
    return CONTROLS.sub(lambda found: _escaped(ord(found[0])), text)


def counted(number: int, noun: str) -> str:
    """A number and its noun, in the plural where needed.

    >>> counted(1, "page"), counted(3120, "character"), counted(0, "record")
    ('1 page', '3,120 characters', '0 records')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(names: list[str] | tuple[str, ...]) -> str:
    """Names as a list in a sentence.

    >>> listed(["title"]), listed(["title", "author", "price"])
    ('title', 'title, author and price')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def fields_of(schema: Schema) -> str:
    """The names of a schema's fields, with the names of its types where there are several.

    >>> from unweave.records import Field
    >>> book, author = Schema((Field("title"), Field("by")), name="book"), Schema((Field("name"),), name="author")
    >>> fields_of(book), fields_of(Schema(types=(book, author)))
    ('title and by', 'book (title and by) and author (name)')
    """
    return listed([f"{each.name} ({listed(each.names)})" for each in schema.types] or schema.names)


def error_lines(error: UnweaveError) -> str:
    """The message of an error; where no wrapper agrees with the examples, what would help before the reason.

    >>> problem = NoConsistentWrapper(kind="LR", field="price", page="p1.html", reason="'<b>' occurs earlier")
    >>> problem.add_note("It would help to leave out --method lr")
    >>> print(error_lines(problem))
    no LR wrapper agrees with the examples: field price, page p1.html
    It would help to leave out --method lr.
    The reason: '<b>' occurs earlier
    """
    notes: list[str] = getattr(error, "__notes__", [])
    if not isinstance(error, NoConsistentWrapper):
        return "\n".join([str(error), *notes])
    reason, found, advice = error.reason.partition(_HELP)
    helps = [*[f"{_HELP}{advice}"] * bool(found), *(note for note in notes if note.startswith(_HELP))]
    where = [f"{noun} {name}" for noun, name in (("field", error.field), ("page", error.page)) if name]
    return "\n".join(
        [
            ": ".join([f"no {error.kind} wrapper agrees with the examples", *[", ".join(where)] * bool(where)]),
            *(f"{text.rstrip('.')}." for text in helps),
            f"The reason: {': '.join(filter(None, [error.constraint, reason.strip()]))}",
            *(note for note in notes if not note.startswith(_HELP)),
        ]
    )


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
