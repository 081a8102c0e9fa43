"""``unweave export``: a wrapper as expressions, or as a program that needs nothing of this one."""

from pathlib import Path

import click

import unweave
from unweave.cli.label import read_pages
from unweave.cli.say import counted, harmless
from unweave.errors import CannotCompile
from unweave.files import replacing
from unweave.targets.export import FILES, TARGETS, check, export
from unweave.wrapper import Wrapper


@click.command(name="export")
@click.argument("wrapper")
@click.argument("inputs", nargs=-1, metavar="[INPUT...]")
@click.option("--to", default="xpath", show_default=True, metavar="|".join(TARGETS), help="What it is written as.")
@click.option("-o", "--output", help="The file to write; without it, it is shown.")
def command(wrapper: str, inputs: tuple[str, ...], to: str, output: str | None) -> None:
    """Write WRAPPER as XPath, CSS, regular expressions, a Python file, a spider or a page object.

    Given pages in INPUT..., it is run in its own engine on them, and pages on which the values differ are named.
    """
    loaded = unweave.load(wrapper)
    pages = read_pages(inputs) if inputs else []
    _give(_text(loaded, pages, to), output)
    if pages:
        _say_differences(loaded, pages, to, beside=output is None and to in FILES)


def _text(wrapper: Wrapper, pages: list[unweave.Page], to: str) -> str:
    written = export(wrapper, to=to, pages=pages)
    if isinstance(written, str):
        return written
    return "".join(f"{harmless(name)}: {harmless(expression)}\n" for name, expression in written.items())


def _give(text: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    with replacing(Path(output)) as draft:
        draft.write_text(text, "utf-8")
    click.echo(f"wrote {harmless(output)}")


def _say_differences(wrapper: Wrapper, pages: list[unweave.Page], to: str, *, beside: bool) -> None:
    """What came of running it; beside a program that is shown, on the error stream."""
    try:
        different = check(wrapper, pages, to=to)
    except CannotCompile as reason:
        click.echo(f"not checked: {reason.reason}", err=beside)
        return
    click.echo(f"the same values on {len(pages) - len(different):,} of {counted(len(pages), 'page')}", err=beside)
    for page, fields in different.items():
        click.echo(f"  {harmless(page)}: other values of {', '.join(map(harmless, fields))}", err=beside)
