"""``unweave demo``: learn, extract and show, on pages that come with it."""

import shlex
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import click

import unweave
from unweave import run
from unweave.choose.recognized import learn_recognized
from unweave.cli.label import library_of
from unweave.cli.say import counted, listed
from unweave.demo import BOOKS, COUNTRIES, Lesson, lay_out, lay_out_recognizers
from unweave.run.sqlite import quoted

SHOWN = 8


@click.command(name="demo")
@click.option("--out", default="demo-out", show_default=True, metavar="DIR", help="Where the demo's files are written.")
def command(out: str) -> None:
    """Learn from a few pages, extract the rest, and show what came of it."""
    folder = Path(out)
    pages = lay_out(folder)
    click.echo(f"{counted(pages, 'page')} of a country list and a bookshop are in {folder}. The demo made them.\n")
    for lesson in (COUNTRIES, BOOKS):
        _teach(lesson, folder)
    _teach_without_a_person(folder)
    _show_table(folder / "books.sqlite", BOOKS)
    click.echo(f"\nTry next:\n\n{_next_commands(folder)}\n")


def _teach(lesson: Lesson, folder: Path) -> None:
    """Learn a lesson from its examples file, run it over the other pages, and say how well that went."""
    files = {kind: folder / f"{lesson.name}.{kind}" for kind in ("examples.json", "wrapper.json", "sqlite")}
    examples = unweave.read_examples(files["examples.json"])
    wrapper = unweave.learn(examples)
    unweave.dump(wrapper, files["wrapper.json"])
    rest = lesson.rest()
    summary = run.extract(wrapper, [folder / example.page.name for example in rest], files["sqlite"])
    right = _right(lesson, folder, files["sqlite"])
    click.echo(f"{lesson.name}: {listed(lesson.fields)}, shown on {counted(len(examples), 'page')}")
    click.echo(f"  wrapper  {files['wrapper.json']}")
    click.echo(
        f"  output   {files['sqlite']}, {counted(summary.records, 'record')} of {counted(summary.pages, 'page')}"
    )
    click.echo(f"  right    {right:,} of {_size(lesson):,}\n")


def _teach_without_a_person(folder: Path) -> None:
    """The bookshop again, with nothing labelled: half of the titles are known, persons and prices are recognized."""
    recognizers = lay_out_recognizers(folder)
    pages = [unweave.Page.read(folder / example.page.name) for example in BOOKS.pages()]
    wrapper = learn_recognized(pages[: BOOKS.shown], library_of(str(recognizers)))
    database = folder / "books-recognized.sqlite"
    summary = run.extract(wrapper, [page.name for page in pages[BOOKS.shown :]], database)
    click.echo(f"books once more, labelled by recognizers only: {recognizers}")
    click.echo(f"  output   {database}, {counted(summary.records, 'record')} of {counted(summary.pages, 'page')}")
    click.echo(f"  right    {_right(BOOKS, folder, database):,} of {_size(BOOKS):,}\n")


def _size(lesson: Lesson) -> int:
    return sum(len(example.records) for example in lesson.rest())


def _right(lesson: Lesson, folder: Path, database: Path) -> int:
    """How many of the true records, page by page, stand in the database."""
    truth = {
        (str(folder / example.page.name), *(record[name] for name in lesson.fields))
        for example in lesson.rest()
        for record in example.records
    }
    return len(truth & set(_rows(database, ("page", *lesson.fields))))


def _rows(database: Path, names: tuple[str, ...]) -> list[tuple[Any, ...]]:
    chosen = ", ".join(quoted(name) for name in names)
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(f"SELECT {chosen} FROM records ORDER BY id").fetchall()  # noqa: S608  # names are quoted


def _show_table(database: Path, lesson: Lesson) -> None:
    from unweave.cli.draw import plain_console, table

    rows = _rows(database, lesson.fields)
    plain_console().print(table(lesson.fields, rows[:SHOWN]))
    click.echo(f"... and {len(rows) - SHOWN} more" if len(rows) > SHOWN else "")


def _next_commands(folder: Path) -> str:
    books, countries = folder / "books.wrapper.json", folder / "countries.wrapper.json"
    commands = [
        ["explain", books, folder / "bookshop" / "shelves" / "crime.html"],
        ["learn", folder / "countries.examples.json", "-o", countries],
        ["extract", countries, folder / "countries" / "plain", "-o", folder / "countries.csv"],
    ]
    return "\n".join(f"  {shlex.join([_program(), *map(str, command)])}" for command in commands)


def _program() -> str:
    """How this program was called: by its bare name where the shell finds it, else by its path."""
    return "unweave" if shutil.which("unweave") else sys.argv[0]
