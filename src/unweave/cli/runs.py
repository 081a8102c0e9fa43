"""``unweave runs``: the runs with workers below some folders, their state and failures."""

from pathlib import Path

import click

from unweave import run
from unweave.cli.json_text import json_line
from unweave.cli.messages import counted, escape_controls


@click.command(name="runs")
@click.argument("folders", nargs=-1, metavar="[FOLDER]...")
@click.option("--json", "as_json", is_flag=True, help="Print each run as a line of JSON.")
def command(folders: tuple[str, ...], *, as_json: bool) -> None:
    """List the runs with workers whose outputs are below FOLDER..., their state and failures.

    Without FOLDER, those below this one. A run is stopped if it was interrupted or killed, or had an error: `unweave
    extract ... --resume` goes on with it.
    """
    found = list(run.find_runs(folders or ["."]))
    for path, info in found:
        click.echo(_line_of_json(path, info) if as_json else escape_controls(line_of(info)))
    if not found and not as_json:
        click.echo("there are no runs here")


def line_of(info: run.RunInfo) -> str:
    """A run in one line.

    >>> print(line_of(run.RunInfo("books.csv", "3f9a61c20b7d", state="done", pages=1200, records=1198, set_aside=2)))
    books.csv: done, 1,198 records from 1,200 pages, 2 set aside
    >>> print(line_of(run.RunInfo("books.csv", "3f9a61c20b7d", state="stopped", reason="it was killed")))
    books.csv: stopped: it was killed
    """
    if info.state != "done":
        return f"{info.output}: {info.state}" + (f": {info.reason}" if info.reason else "")
    aside = f", {info.set_aside:,} set aside" if info.set_aside else ""
    return f"{info.output}: done, {counted(info.records, 'record')} from {counted(info.pages, 'page')}{aside}"


def _line_of_json(path: Path, info: run.RunInfo) -> str:
    import msgspec

    return json_line({"run": str(path), **msgspec.to_builtins(info)})
