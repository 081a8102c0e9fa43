"""``unweave export``: a wrapper as XPath, CSS or regular expressions."""

import click

import unweave
from unweave.cli.label import read_pages
from unweave.cli.say import counted, harmless
from unweave.errors import CannotCompile
from unweave.targets.export import TARGETS, check, export
from unweave.wrapper import Wrapper


@click.command(name="export")
@click.argument("wrapper")
@click.argument("inputs", nargs=-1, metavar="[INPUT...]")
@click.option("--to", default="xpath", show_default=True, metavar="|".join(TARGETS), help="What it is written as.")
def command(wrapper: str, inputs: tuple[str, ...], to: str) -> None:
    """Write the rules of WRAPPER as XPath, CSS or regular expressions, one per field.

    Given pages in INPUT..., it is run in its own engine on them, and pages on which the values differ are named.
    """
    loaded = unweave.load(wrapper)
    pages = read_pages(inputs) if inputs else []
    for name, expression in export(loaded, to=to, pages=pages).items():
        click.echo(f"{harmless(name)}: {harmless(expression)}")
    if pages:
        _say_differences(loaded, pages, to)


def _say_differences(wrapper: Wrapper, pages: list[unweave.Page], to: str) -> None:
    try:
        different = check(wrapper, pages, to=to)
    except CannotCompile as reason:
        click.echo(f"not checked: {reason.reason}")
        return
    click.echo(f"the same values on {len(pages) - len(different):,} of {counted(len(pages), 'page')}")
    for page, fields in different.items():
        click.echo(f"  {harmless(page)}: other values of {', '.join(map(harmless, fields))}")
