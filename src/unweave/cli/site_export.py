"""A site program for other tools: a Scrapy project, or a sitemap of the Web Scraper extension."""

import json
from collections.abc import Sequence
from pathlib import Path

import click

import unweave
from unweave.cli.messages import counted, escape_controls
from unweave.errors import BadInput
from unweave.files import check_not_overwritten, replacing
from unweave.page import Page
from unweave.run.collections import read_collection
from unweave.sites import SiteProgram
from unweave.sites.scrapy import scrapy_project
from unweave.sites.sitemaps import write_sitemap

TARGETS = ("scrapy", "web-scraper")
PROJECT_FILE = "scrapy.cfg"


def export_site(
    path: str, inputs: Sequence[str], to: str, output: str | None, starts: Sequence[str], *, force: bool
) -> None:
    """Write a site program as a Scrapy project into a folder, or as a sitemap into a file."""
    site = unweave.load_site(path)
    if to not in TARGETS:
        reason = f"a site program cannot be written as {to}. It would help to use --to {' or '.join(TARGETS)}"
        raise BadInput(source=path, reason=reason)
    pages = read_collection(inputs).pages if inputs else []
    name = Path(path).name.partition(".")[0]
    if to == "web-scraper":
        _write_sitemap(site, name, starts, pages, output, force=force)
        return
    if output is None:
        raise click.UsageError("a project has several files: give a folder with -o")
    folder = Path(output)
    if folder.exists() and not force and not (folder.is_dir() and _is_project_or_empty(folder)):
        advice = "It would help to choose another name, or to give --force"
        raise BadInput(source=output, reason=f"it exists, and is no project that this command made. {advice}")
    files = scrapy_project(site, name=name, starts=starts, pages=pages)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    click.echo(f"wrote {counted(len(files), 'file')}: {escape_controls(output)}")
    click.echo(f"Next: cd {escape_controls(output)} && scrapy crawl site -O rows.jsonl")


def _write_sitemap(
    site: SiteProgram, name: str, starts: Sequence[str], pages: Sequence[Page], output: str | None, *, force: bool
) -> None:
    if not pages:
        raise click.UsageError("a sitemap has short CSS, which is looked for on pages: give saved pages of the site")
    data, left_out = write_sitemap(site, name=name, starts=starts, pages=pages)
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    for said in left_out:
        click.echo(escape_controls(f"left out: {said}"), err=True)
    if output is None:
        click.echo(text, nl=False)
        return
    check_not_overwritten(output, force=force, is_replaceable=is_sitemap)
    with replacing(output) as draft:
        draft.write_text(text, encoding="utf-8")
    click.echo(f"wrote {escape_controls(output)}")


def is_sitemap(path: Path) -> bool:
    """Whether a file is a sitemap.

    >>> is_sitemap(Path("no-such-file.json"))
    False
    """
    try:
        return {"_id", "selectors"} <= set(json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError):
        return False


def _is_project_or_empty(folder: Path) -> bool:
    return not any(folder.iterdir()) or (folder / PROJECT_FILE).is_file()
