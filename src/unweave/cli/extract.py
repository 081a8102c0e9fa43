"""``unweave extract``: run a wrapper over many pages."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

import unweave
from unweave import run
from unweave.cli.messages import counted, escape_controls
from unweave.combined import only


@click.command(name="extract")
@click.argument("wrapper")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="A file: .jsonl .csv .sqlite .parquet. Without it: JSON lines on standard output.",
)
@click.option("--type", "kind", metavar="TYPE", help="Only the records of this type, of a wrapper for several types.")
@click.option(
    "--spreadsheet-safe",
    is_flag=True,
    help="In a .csv, put an apostrophe before texts that a spreadsheet would read as formulas.",
)
@click.option(
    "--limit", default=32, show_default=True, metavar="MIB", help="Set aside pages that are larger than this."
)
@click.pass_context
def command(
    ctx: click.Context,
    wrapper: str,
    inputs: tuple[str, ...],
    *,
    output: str | None,
    kind: str | None,
    spreadsheet_safe: bool,
    limit: int,
) -> None:
    """Extract the records of all pages in INPUT... (files, folders, globs).

    A page that cannot be read or does not fit the wrapper is set aside: the run goes on, and OUT.problems.jsonl lists
    the page and the reason. Exit status 1 if no page could be used.
    """
    loaded = unweave.load(wrapper)
    summary = run.extract(
        only(loaded, kind) if kind else loaded,
        inputs,
        output or sys.stdout.buffer,
        spreadsheet_safe=spreadsheet_safe,
        limit=limit * 1024 * 1024,
        watch=progress if sys.stderr.isatty() else quiet,
    )
    click.echo(report(summary), err=output is None)
    ctx.exit(0 if summary.used else 1)


def quiet(paths: Sequence[Path]) -> Iterable[Path]:
    """The pages one by one, without a progress bar."""
    return paths


def progress(paths: Sequence[Path]) -> Iterable[Path]:
    """The pages one by one, with a progress bar on standard error."""
    from rich.console import Console
    from rich.progress import track

    return track(paths, description="Extracting", console=Console(stderr=True), transient=True)


def report(summary: run.RunSummary) -> str:
    """What the run did, in a few lines.

    >>> print(report(run.RunSummary(pages=3, records=1200, bare=1, output="books.csv")))
    1,200 records from 3 pages (1 without any): books.csv
    >>> print(report(run.RunSummary(pages=1, records=5, types={"book": 3, "author": 2})))
    5 records (3 book, 2 author) from 1 page
    """
    where = f": {summary.output}" if summary.output else ""
    bare = f" ({summary.bare:,} without any)" if summary.bare else ""
    types = f" ({', '.join(f'{count:,} {name}' for name, count in summary.types.items())})" if summary.types else ""
    lines = [f"{counted(summary.records, 'record')}{types} from {counted(summary.used, 'page')}{bare}{where}"]
    if summary.set_aside:
        more = f": {summary.problems_file}" if summary.problems_file else ""
        lines += [f"{counted(summary.set_aside, 'page')} set aside{more}"]
        lines += [f"  {problem.reason}" for problem in summary.problems]
        lines += ["  ..."] * (summary.set_aside > len(summary.problems))
    return escape_controls("\n".join(lines))
