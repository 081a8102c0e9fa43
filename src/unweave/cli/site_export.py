"""A site program for other tools: a Scrapy project."""

from collections.abc import Sequence
from pathlib import Path

import click

import unweave
from unweave.cli.messages import counted, escape_controls
from unweave.errors import BadInput
from unweave.run.collections import read_collection
from unweave.sites.scrapy import scrapy_project

TARGETS = ("scrapy",)
PROJECT_FILE = "scrapy.cfg"


def export_site(
    path: str, inputs: Sequence[str], to: str, output: str | None, starts: Sequence[str], *, force: bool
) -> None:
    """Write a site program as a Scrapy project into a folder."""
    site = unweave.load_site(path)
    if to not in TARGETS:
        reason = f"a site program cannot be written as {to}. It would help to use --to {' or '.join(TARGETS)}"
        raise BadInput(source=path, reason=reason)
    if output is None:
        raise click.UsageError("a project has several files: give a folder with -o")
    folder = Path(output)
    if folder.exists() and not force and not (folder.is_dir() and _is_project_or_empty(folder)):
        advice = "It would help to choose another name, or to give --force"
        raise BadInput(source=output, reason=f"it exists, and is no project that this command made. {advice}")
    pages = read_collection(inputs).pages if inputs else []
    files = scrapy_project(site, name=Path(path).name.partition(".")[0], starts=starts, pages=pages)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    click.echo(f"wrote {counted(len(files), 'file')}: {escape_controls(output)}")
    click.echo(f"Next: cd {escape_controls(output)} && scrapy crawl site -O rows.jsonl")


def _is_project_or_empty(folder: Path) -> bool:
    return not any(folder.iterdir()) or (folder / PROJECT_FILE).is_file()
