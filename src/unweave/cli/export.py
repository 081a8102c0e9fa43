"""``unweave export``: a wrapper as expressions, or as a program that does not need unweave."""

from pathlib import Path

import click

import unweave
from unweave.cli.label import read_pages
from unweave.cli.messages import counted, escape_controls
from unweave.errors import CannotCompile
from unweave.files import replacing
from unweave.targets.export import FILES, TARGETS, check, export
from unweave.wrapper import Wrapper


@click.command(name="export")
@click.argument("wrapper")
@click.argument("inputs", nargs=-1, metavar="[INPUT...]")
@click.option("--to", default="xpath", show_default=True, metavar="|".join(TARGETS), help="The target to write.")
@click.option("-o", "--output", help="The file to write. Without it: standard output.")
def command(wrapper: str, inputs: tuple[str, ...], to: str, output: str | None) -> None:
    """Write WRAPPER as XPath, CSS, regular expressions, a Python file, a spider or a page object.

    Given pages in INPUT..., the export is run on them, and pages with other values than WRAPPER extracts are listed.
    """
    loaded = unweave.load(wrapper)
    pages = read_pages(inputs) if inputs else []
    _write(_text(loaded, pages, to), output)
    if pages:
        _show_differences(loaded, pages, to, to_stderr=output is None and to in FILES)


def _text(wrapper: Wrapper, pages: list[unweave.Page], to: str) -> str:
    written = export(wrapper, to=to, pages=pages)
    if isinstance(written, str):
        return written
    return "".join(f"{escape_controls(name)}: {escape_controls(expression)}\n" for name, expression in written.items())


def _write(text: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    with replacing(Path(output)) as draft:
        draft.write_text(text, "utf-8")
    click.echo(f"wrote {escape_controls(output)}")


def _show_differences(wrapper: Wrapper, pages: list[unweave.Page], to: str, *, to_stderr: bool) -> None:
    """The result of running the export; on standard error if a program is on standard output."""
    try:
        different = check(wrapper, pages, to=to)
    except CannotCompile as reason:
        click.echo(f"not checked: {reason.reason}", err=to_stderr)
        return
    click.echo(f"the same values on {len(pages) - len(different):,} of {counted(len(pages), 'page')}", err=to_stderr)
    for page, fields in different.items():
        click.echo(
            f"  {escape_controls(page)}: other values of {', '.join(map(escape_controls, fields))}", err=to_stderr
        )
