"""``unweave demo``: learn from the pages of the demo, extract, and show the result."""

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
from unweave.choose import learn_from_recognizers
from unweave.cli.label import library_of
from unweave.cli.messages import counted, listed
from unweave.demo import BOOKS, COUNTRIES, DemoTask, write_demo, write_recognizers
from unweave.run.sqlite import quoted

SHOWN = 8


@click.command(name="demo")
@click.option(
    "--out", default="demo-out", show_default=True, metavar="DIR", help="The folder for the files of the demo."
)
def command(out: str) -> None:
    """Learn from a few pages, extract the others, and show the result."""
    folder = Path(out)
    pages = write_demo(folder)
    click.echo(f"{counted(pages, 'page')} of a country list and a bookshop are in {folder}. The demo made them.\n")
    for task in (COUNTRIES, BOOKS):
        _learn_and_extract(task, folder)
    _learn_with_recognizers(folder)
    _show_table(folder / "books.sqlite", BOOKS)
    click.echo(f"\nTry next:\n\n{_next_commands(folder)}\n")


def _learn_and_extract(task: DemoTask, folder: Path) -> None:
    """Learn from the examples file, extract the other pages, and print how many records are right."""
    files = {kind: folder / f"{task.name}.{kind}" for kind in ("examples.json", "wrapper.json", "sqlite")}
    examples = unweave.read_examples(files["examples.json"])
    wrapper = unweave.learn(examples)
    unweave.dump(wrapper, files["wrapper.json"])
    rest = task.rest()
    summary = run.extract(wrapper, [folder / example.page.name for example in rest], files["sqlite"])
    right = _right(task, folder, files["sqlite"])
    click.echo(f"{task.name}: {listed(task.fields)}, learned from {counted(len(examples), 'page')}")
    click.echo(f"  wrapper  {files['wrapper.json']}")
    click.echo(
        f"  output   {files['sqlite']}, {counted(summary.records, 'record')} of {counted(summary.pages, 'page')}"
    )
    click.echo(f"  right    {right:,} of {_size(task):,}\n")


def _learn_with_recognizers(folder: Path) -> None:
    """The bookshop again, without labels: half of the titles are known, persons and prices are recognized."""
    recognizers = write_recognizers(folder)
    pages = [unweave.Page.read(folder / example.page.name) for example in BOOKS.pages()]
    wrapper = learn_from_recognizers(pages[: BOOKS.shown], library_of(str(recognizers)))
    database = folder / "books-recognized.sqlite"
    summary = run.extract(wrapper, [page.name for page in pages[BOOKS.shown :]], database)
    click.echo(f"books once more, labelled only by recognizers: {recognizers}")
    click.echo(f"  output   {database}, {counted(summary.records, 'record')} of {counted(summary.pages, 'page')}")
    click.echo(f"  right    {_right(BOOKS, folder, database):,} of {_size(BOOKS):,}\n")


def _size(task: DemoTask) -> int:
    return sum(len(example.records) for example in task.rest())


def _right(task: DemoTask, folder: Path, database: Path) -> int:
    """How many of the true records are in the database, page by page."""
    truth = {
        (str(folder / example.page.name), *(record[name] for name in task.fields))
        for example in task.rest()
        for record in example.records
    }
    return len(truth & set(_rows(database, ("page", *task.fields))))


def _rows(database: Path, names: tuple[str, ...]) -> list[tuple[Any, ...]]:
    chosen = ", ".join(quoted(name) for name in names)
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(f"SELECT {chosen} FROM records ORDER BY id").fetchall()  # noqa: S608  # names are quoted


def _show_table(database: Path, task: DemoTask) -> None:
    from unweave.cli.terminal import table, text_console

    rows = _rows(database, task.fields)
    text_console().print(table(task.fields, rows[:SHOWN]))
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
    """The name of this program where the shell finds it, else its path."""
    return "unweave" if shutil.which("unweave") else sys.argv[0]
