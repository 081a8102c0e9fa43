"""``unweave discover``: template, columns and data of unlabelled pages."""

from collections.abc import Sequence
from pathlib import Path

import click

import unweave
from unweave import run
from unweave.cli.say import counted, harmless
from unweave.errors import BadInput, UnweaveError
from unweave.files import replacing
from unweave.page import Page
from unweave.templates import Discover, LayoutWrapper, families
from unweave.templates.report import report
from unweave.templates.summary import renamed, summarise


@click.command(name="discover")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("-o", "--output", metavar="W.json", help="Where the wrapper goes.")
@click.option("--data", metavar="OUT", help="Where the data of all pages goes: .jsonl .csv .sqlite .parquet.")
@click.option("--report", "report_file", metavar="R.html", help="A page that shows template and data in colours.")
@click.option("--rename", multiple=True, metavar="OLD=NEW", help="Another name for a column; may be given many times.")
@click.option("--columns", default=60, show_default=True, help="At most so many columns.")
@click.option("--sample", default=60, show_default=True, help="Deduce the template from so many pages at most.")
@click.option("--trace", is_flag=True, help="Also print the rounds of the plain algorithm (EXALG) on the sample.")
def command(
    inputs: tuple[str, ...],
    output: str | None,
    data: str | None,
    report_file: str | None,
    rename: tuple[str, ...],
    columns: int,
    sample: int,
    trace: bool,
) -> None:
    """Find the template, the columns and the data of unlabelled pages in INPUT... (files, folders, globs).

    Pages of several templates are told apart first; the largest family is discovered and the others are listed.
    """
    pages, unread = read(inputs)
    for told in [*unread, *told_families(pages)]:
        click.echo(harmless(told))
    wrapper = renamed(Discover(limit=columns, sample=sample).discover(pages), _names(rename))
    click.echo(harmless(told_schema(wrapper, pages[:sample])))
    if trace:
        click.echo(harmless(told_rounds(pages[:sample])))
    if output:
        unweave.dump(wrapper, output)
    if report_file:
        with replacing(report_file) as draft:
            draft.write_text(report(wrapper, pages), encoding="utf-8")
    if data:
        summary = run.extract(wrapper, inputs, data)
        click.echo(f"{counted(summary.records, 'record')} from {counted(summary.used, 'page')}: {harmless(data)}")


def read(inputs: Sequence[str]) -> tuple[list[Page], list[str]]:
    """The pages, and a word about each that cannot be read."""
    pages: list[Page] = []
    unread: list[str] = []
    for path in run.find_pages(inputs):
        try:
            pages.append(Page.read(path))
        except UnweaveError as error:
            unread.append(f"set aside: {error}")
    return pages, unread


def told_families(pages: Sequence[Page]) -> list[str]:
    """The families of pages, where there are several."""
    found = families(pages)
    if len(found) < 2:
        return []
    lines = [f"{len(found)} templates:"]
    for family in found:
        worth = "" if family.worth_discovering else " (too few to discover)"
        lines.append(f"  {counted(len(family.pages), 'page')} like {Path(family.pages[0].name).name}{worth}")
    return lines


def told_schema(wrapper: LayoutWrapper, pages: Sequence[Page]) -> str:
    """The schema as a tree, with fill rates, counts and examples."""
    summary = summarise(wrapper, pages)
    lines = [f"{counted(len(wrapper.columns), 'column')} on {counted(summary.pages, 'page')}"]
    level = ""
    for column, found in zip(wrapper.columns, summary.columns, strict=True):
        if column.level and column.level != level:
            lines.append(f"  {column.level}: a list of")
        level = column.level
        filled = found.pages / max(1, summary.pages)
        some = " | ".join(text[:30] for text in found.examples)
        lines.append(f"{'    ' if level else '  '}{column.name:24} {filled:4.0%} {found.different:6,}  {some}")
    return "\n".join(lines)


def told_rounds(pages: Sequence[Page]) -> str:
    """The rounds of the plain algorithm."""
    from unweave.templates.exalg import analyse
    from unweave.templates.plain import trace

    return trace(analyse(pages))


def _names(given: Sequence[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in given]
    wrong = [text for text, (old, sign, new) in zip(given, pairs, strict=True) if not (old and sign and new)]
    if wrong:
        raise BadInput(source="--rename", reason=f"{wrong[0]!r} is not of the form OLD=NEW")
    return {old: new for old, _, new in pairs}
