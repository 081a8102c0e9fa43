"""``unweave learn-site``: from values of a few records to a site program."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

import unweave
from unweave.cli.messages import counted, escape_controls, listed
from unweave.cli.values import ValuesInOrder, records_of
from unweave.errors import BadInput
from unweave.files import check_not_overwritten, is_site_file
from unweave.run.collections import read_collection
from unweave.sites.explanation import picture_line
from unweave.sites.sitemaps import read_sitemap


@click.command(name="learn-site", cls=ValuesInOrder)
@click.argument("inputs", nargs=-1, metavar="INPUT...")
@click.option("-o", "--output", required=True, metavar="SITE.json", help="The site program to write.")
@click.option(
    "--value",
    "values",
    multiple=True,
    metavar="NAME=TEXT",
    help="A value of a record, wherever it is; reviews.by=Ann begins a record of the list reviews.",
)
@click.option("--record", "_record", is_flag=True, help="Begin another record: the next --value belongs to it.")
@click.option(
    "--records", "file", metavar="FILE", help="The records as JSON: a list of objects, or one object on each line."
)
@click.option(
    "--next-page",
    "next_page",
    multiple=True,
    metavar="PAGE=NEXT",
    help="Corrects the pagination: the address of a list page and that of its next page (nothing: it is the last).",
)
@click.option("--sitemap", metavar="FILE", help="Instead: read a sitemap of the Web Scraper extension; no INPUT.")
@click.option("--budget", default=60.0, show_default=True, metavar="S", help="Seconds of work that learning may take.")
@click.option("--force", is_flag=True, help="Overwrite SITE.json, whatever it is.")
def command(
    inputs: tuple[str, ...],
    output: str,
    values: tuple[str, ...],
    *,
    _record: bool,
    file: str | None,
    next_page: tuple[str, ...],
    sitemap: str | None,
    budget: float,
    force: bool,
) -> None:
    """Learn a site program from values of records that are on several pages of INPUT...

    INPUT... are saved pages of a site with their addresses: WARC files, and folders with a manifest.jsonl as `unweave
    fetch` writes it, or whose pages link to each other by file names. Show two records, with the values that you want;
    the pages where they are, and the links between these pages, are found:

      unweave learn-site PAGES --value title=Emma --value isbn=978 --record --value title=Kim --value isbn=979 -o S.json

    Then `unweave extract SITE.json INPUT...` runs it on saved pages, and `unweave crawl SITE.json URL` on the site.
    """
    check_not_overwritten(output, force=force, is_replaceable=is_site_file)
    if sitemap:
        _from_sitemap(sitemap, output)
        return
    if not inputs:
        raise click.MissingParameter(param_type="argument", param_hint="'INPUT...'")
    if bool(values) == bool(file):
        raise click.UsageError("show two records: either with --value, or in a file with --records")
    records = read_shown(file) if file else [nested(record) for record in records_of(values)]
    found = read_collection(inputs)
    site = unweave.learn_site(found.pages, records, next_page=dict(map(_pair, next_page)), budget=budget)
    unweave.dump_site(site, output)
    title = f"Learned {listed(site.schema.names)} from {counted(len(records), 'record')}: {output}"
    lines = [title, f"  {picture_line(site)}"]
    lines += [f"  {name}: from {source} pages" for source, name in _by_source(site.sources)]
    lines += [f"  {note}" for note in site.origin.history[1:]]
    lines += [f"Next: unweave extract {output} INPUT... -o OUT.csv, or unweave crawl {output} START_URL -o OUT.csv"]
    click.echo("\n".join(map(escape_controls, lines)))


def _from_sitemap(path: str, output: str) -> None:
    """Write the site program of a sitemap, and what of it was left out."""
    try:
        data = msgspec.json.decode(Path(path).read_bytes())
    except OSError as error:
        raise BadInput(source=path, reason=f"cannot be read: {error.strerror}") from error
    except msgspec.DecodeError as error:
        raise BadInput(source=path, reason=f"this is no JSON: {error}") from error
    found = read_sitemap(data if isinstance(data, dict) else {}, source=path)
    unweave.dump_site(found.site, output)
    lines = [f"Read {listed(found.site.schema.names)} from {path}: {output}", f"  {picture_line(found.site)}"]
    lines += [f"  left out: {said}" for said in found.left_out]
    starts = " ".join(found.starts[:2]) + " ..." * (len(found.starts) > 2)
    lines += [f"Next: unweave crawl {output} {starts or 'START_URL'} -o OUT.csv"]
    click.echo("\n".join(map(escape_controls, lines)))


def _by_source(sources: Mapping[str, str]) -> list[tuple[str, str]]:
    types = dict.fromkeys(sources.values())
    return [(kind, listed([name for name, source in sources.items() if source == kind])) for kind in types]


def nested(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record with names such as reviews.by as lists of records.

    >>> nested({"title": "Emma", "reviews.by": ["Ann", "Bo"], "reviews.stars": ["4", "5"]})
    {'title': 'Emma', 'reviews': [{'by': 'Ann', 'stars': '4'}, {'by': 'Bo', 'stars': '5'}]}
    """
    found: dict[str, Any] = {}
    for name, value in record.items():
        outer, dot, inner = name.partition(".")
        if not dot:
            found[name] = value
            continue
        texts = value if isinstance(value, list) else [value]
        rows = found.setdefault(outer, [{} for _ in texts])
        if not isinstance(rows, list) or len(rows) != len(texts):
            advice = "It would help to give as many of each, or to use --records"
            reason = f"its records have {len(rows)} values of one field and {len(texts)} of another. {advice}"
            raise BadInput(source="--value", field=outer, reason=reason)
        for row, text in zip(rows, texts, strict=True):
            row[inner] = text
    return found


def read_shown(path: str) -> list[dict[str, Any]]:
    """The records of a JSON file."""
    try:
        data = Path(path).read_bytes()
        found = msgspec.json.decode(data) if data.lstrip()[:1] == b"[" else _lines(data)
    except OSError as error:
        raise BadInput(source=path, reason=f"cannot be read: {error.strerror}") from error
    except msgspec.DecodeError as error:
        raise BadInput(source=path, reason=f"this is no JSON: {error}") from error
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise BadInput(
            source=path, reason="it has no list of records. It would help to write objects, one on each line"
        )
    return found


def _lines(data: bytes) -> Sequence[Any]:
    return [msgspec.json.decode(line) for line in data.splitlines() if line.strip()]


def _pair(text: str) -> tuple[str, str | None]:
    # The address of a page may have a = itself; the second address begins with its protocol, or is empty.
    page, sign, target = text.rpartition("=http")
    if sign:
        return page, f"http{target}"
    if text.endswith("="):
        return text[:-1], None
    raise click.UsageError(f"--next-page {text}: write PAGE=NEXT with both addresses, or PAGE= for a last page")
