"""``unweave repair``: a new wrapper for pages whose layout has changed."""

from pathlib import Path

import click

import unweave
from unweave.cli.check import usable_pages, verdict_lines
from unweave.cli.messages import counted, escape_controls
from unweave.errors import CannotRepair
from unweave.files import check_not_overwritten
from unweave.records import Example
from unweave.verify.repairing import repair
from unweave.wrapper import Wrapper

MOST_ANSWERS = 5
"""So many questions are asked at most."""
ASKED_RECORDS = 2
"""So many records of a list are asked for."""


@click.command(name="repair")
@click.argument("wrapper", metavar="WRAPPER")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("-o", "--output", required=True, metavar="NEW.json", help="The file for the new wrapper.")
@click.option("--ask", is_flag=True, help="Ask for the value that would settle it, instead of giving up.")
@click.option("--budget", default=30.0, show_default=True, metavar="S", help="Seconds of work that learning may take.")
@click.option("--force", is_flag=True, help="Overwrite NEW.json, if it exists.")
@click.pass_context
def command(
    ctx: click.Context, wrapper: str, inputs: tuple[str, ...], output: str, *, ask: bool, budget: float, force: bool
) -> None:
    """Repair WRAPPER with the changed pages in INPUT..., and write a new wrapper.

    The new wrapper is learned from values that are surely the successors of the known ones, and is written only if what
    it finds on the pages looks as before. WRAPPER stays as it is. Where it cannot be repaired, the field and the page
    are named that one value would settle (exit status 2).
    """
    check_not_overwritten(output, force=force)
    loaded = unweave.load(wrapper)
    pages, problems = usable_pages(inputs)
    for line in problems:
        click.echo(escape_controls(line), err=True)
    if not pages:
        ctx.exit(1)
    click.echo("\n".join(verdict_lines(unweave.check(loaded, pages))))
    new = _answered(loaded, pages, budget) if ask else repair(loaded, pages, budget=budget)
    if new is loaded:
        click.echo("Nothing is to be repaired, and nothing was written.")
        return
    unweave.dump(new, output)
    click.echo(f"Repaired on {counted(len(pages), 'page')}: {output}. {Path(wrapper).name} stays as it was.")
    click.echo("\n".join(verdict_lines(unweave.check(new, pages))))


def _answered(wrapper: Wrapper, pages: list[unweave.Page], budget: float) -> Wrapper:
    """The repaired wrapper, with a question for what is open: a value, or two records of a list."""
    shown: list[Example] = []
    for _ in range(MOST_ANSWERS):
        try:
            return repair(wrapper, pages, shown=shown, budget=budget)
        except CannotRepair as problem:
            click.echo(escape_controls(f"{problem.happened}."))
            shown.append(_asked(wrapper, problem, pages, shown))
    return repair(wrapper, pages, shown=shown, budget=budget)


def _asked(wrapper: Wrapper, problem: CannotRepair, pages: list[unweave.Page], shown: list[Example]) -> Example:
    """An example with the answers, on the page that was named, or else on one that nothing was asked about yet."""
    is_list = wrapper.origin.site_profile.most_records > 1
    if problem.field is None and not is_list:
        raise problem
    names = list(wrapper.schema.names) if is_list else [str(problem.field)]
    about = [example.page for example in shown if is_list or any(problem.field in one for one in example.records)]
    left = [page for page in pages if page not in about] or pages
    page = next((one for one in left if one.name == problem.page), left[0])
    rows = []
    for number in range(1, ASKED_RECORDS + 1 if is_list else 2):
        what = f", record {number}" if is_list else ""
        rows.append({name: click.prompt(escape_controls(f"{name} on {page.name}{what}")) for name in names})
    return Example.from_values(page, rows, status="partial")
