"""``unweave test``: run a wrapper on stored pages and compare it with the expected records."""

from pathlib import Path

import click

import unweave
from unweave.cli.json_text import json_line
from unweave.cli.messages import counted, escape_controls
from unweave.files import check_not_overwritten
from unweave.verify.stored_cases import case_files, folder_of, results, store_case

FAILED = 1


@click.command(name="test")
@click.argument("wrapper", metavar="WRAPPER")
@click.argument("pages", nargs=-1, metavar="[PAGE...]")
@click.option("--folder", metavar="FOLDER", help="Where the cases are; without it, in W.tests beside W.json.")
@click.option(
    "--add", is_flag=True, help="Store each PAGE with what WRAPPER finds on it now; look at the records then."
)
@click.option("--json", "as_json", is_flag=True, help="Print each result as a line of JSON.")
@click.option("--force", is_flag=True, help="With --add: overwrite cases that exist.")
@click.pass_context
def command(
    ctx: click.Context,
    wrapper: str,
    pages: tuple[str, ...],
    *,
    folder: str | None,
    add: bool,
    as_json: bool,
    force: bool,
) -> None:
    """Test WRAPPER on stored pages with expected records.

    There is a result for each field of each page. Exit status: 0 if all are right, 1 if one is wrong.
    """
    loaded = unweave.load(wrapper)
    place = Path(folder) if folder else folder_of(Path(wrapper))
    if add or pages:
        _add(loaded, pages, place, add=add, force=force)
        return
    found = [one for page, expected in case_files(place) for one in results(loaded, page, expected)]
    wrong = [one for one in found if not one.is_right]
    for one in found if as_json else wrong:
        data = {"page": one.page, "field": one.field, "right": one.is_right, "why": "" if one.is_right else str(one)}
        click.echo(json_line(data) if as_json else escape_controls(str(one)))
    if not as_json:
        click.echo(f"{counted(len(found) - len(wrong), 'result')} right, {len(wrong):,} wrong: {place}")
    ctx.exit(FAILED if wrong else 0)


def _add(wrapper: unweave.Wrapper, pages: tuple[str, ...], place: Path, *, add: bool, force: bool) -> None:
    if not add or not pages:
        raise click.UsageError("pages are given to store them: --add PAGE...; without pages the stored cases are run")
    for page in map(Path, pages):
        check_not_overwritten(place / f"{page.name}.json", force=force)
        check_not_overwritten(place / page.name, force=force)
        records = store_case(wrapper, page, place)
        click.echo(
            escape_controls(f"{place / page.name}.json: {counted(records, 'record')}; check that they are right")
        )
