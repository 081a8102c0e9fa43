"""``unweave export``: a wrapper as expressions, or as a program that does not need unweave."""

from pathlib import Path

import click

import unweave
from unweave.cli.label import read_pages
from unweave.cli.messages import counted, escape_controls, listed
from unweave.cli.site_export import export_site
from unweave.errors import BadInput, CannotCompile
from unweave.files import check_not_overwritten, is_site_file, replacing
from unweave.targets.export import FILES, TARGETS, check, export
from unweave.targets.expressions import Expressions
from unweave.wrapper import Wrapper

SHORT = ("xpath", "css")
"""The targets that have a short form."""
FIRST_LINE = "# unweave export"
"""How a file of expressions begins: by this a later export knows that it may be replaced."""
WRITTEN_BY = b"Written by unweave"
"""What a program has in its first lines, for the same reason."""
_READ = 2048  # bytes


@click.command(name="export")
@click.argument("wrapper")
@click.argument("inputs", nargs=-1, metavar="[INPUT...]")
@click.option("--to", default="xpath", show_default=True, metavar="|".join(TARGETS), help="The target to write.")
@click.option(
    "--long", "is_long", is_flag=True, help="XPath and CSS: a rule of the wrapper, not the shortest expression."
)
@click.option("-o", "--output", help="The file to write. Without it: standard output.")
@click.option("--start", "starts", multiple=True, metavar="URL", help="Of a site program: where the spider begins.")
@click.option("--force", is_flag=True, help="Overwrite the output, whatever it is.")
def command(
    wrapper: str,
    inputs: tuple[str, ...],
    to: str,
    output: str | None,
    *,
    is_long: bool,
    starts: tuple[str, ...],
    force: bool,
) -> None:
    """Write WRAPPER as XPath, CSS, regular expressions, a Python file, a spider or a page object.

    XPath and CSS are the shortest expressions that give, on the pages in INPUT..., the values that WRAPPER extracts.
    Without INPUT... the pages of its examples are used, if they are there. Whatever is written is run on the pages, and
    pages with other values are listed.

    With a site program, --to scrapy -o FOLDER writes a Scrapy project that visits the site and joins its records, and
    --to web-scraper a sitemap of the Web Scraper extension; what cannot be written there is named.
    """
    if is_site_file(wrapper):
        export_site(wrapper, inputs, to, output, starts, force=force)
        return
    if starts:
        raise click.UsageError("--start is for site programs")
    if output:
        check_not_overwritten(output, force=force, is_replaceable=is_export)
    loaded = unweave.load(wrapper)
    pages = read_pages(inputs) if inputs else []
    if not pages and to in SHORT and not is_long:
        pages = example_pages(loaded, Path(wrapper).parent)
        if not pages:
            click.echo("no pages are given, so this is the long form; with pages it is shorter, and checked", err=True)
    elif not pages and to in FILES:
        click.echo("no pages are given, so it is not checked that the program gives the same values", err=True)
    written = _written(loaded, pages, to, is_long=is_long)
    _write(_text(written), output)
    _show_reasons(written)
    if pages and (inputs or isinstance(written, Expressions)):
        _show_agreement(loaded, pages, to, written, to_stderr=output is None and to in FILES)


def _written(wrapper: Wrapper, pages: list[unweave.Page], to: str, *, is_long: bool) -> Expressions | str:
    try:
        return export(wrapper, to=to, pages=pages, long=is_long)
    except CannotCompile as failure:
        if not pages and to in TARGETS:
            failure.add_note("It would help to give pages: unweave export W.json PAGES...")
        raise


def is_export(path: Path) -> bool:
    """Whether a file was written by this command.

    >>> is_export(Path("no-such-file.py"))
    False
    """
    try:
        with path.open("rb") as stream:
            start = stream.read(_READ)
    except OSError:
        return False
    return start.startswith(FIRST_LINE.encode()) or WRITTEN_BY in start


def example_pages(wrapper: Wrapper, folder: Path) -> list[unweave.Page]:
    """The pages of the wrapper's examples that are still there: as they are named, or beside the wrapper's file."""
    found = []
    for entry in wrapper.origin.examples:
        name = str(entry.get("page") or "")
        paths = [path for path in (Path(name), folder / name) if name and path.is_file()]
        try:
            found += [unweave.Page.read(path) for path in paths[:1]]
        except BadInput:
            continue
    return found


def _text(written: Expressions | str) -> str:
    if isinstance(written, str):
        return written
    return "".join(f"{escape_controls(name)}: {escape_controls(text)}\n" for name, text in written.items())


def _write(text: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
        return
    is_program = WRITTEN_BY in text[:_READ].encode()
    with replacing(Path(output)) as draft:
        draft.write_text(text if is_program else f"{FIRST_LINE}\n{text}", "utf-8")
    click.echo(f"wrote {escape_controls(output)}")


def _show_reasons(written: Expressions | str) -> None:
    for name, reason in written.all_reasons() if isinstance(written, Expressions) else ():
        click.echo(f"{escape_controls(name)} is left out: {escape_controls(reason)}", err=True)


def _show_agreement(
    wrapper: Wrapper, pages: list[unweave.Page], to: str, written: Expressions | str, *, to_stderr: bool
) -> None:
    """The result of running the export; on standard error if a program is on standard output."""
    different = check(wrapper, pages, to=to, written=written)
    click.echo(f"the same values on {len(pages) - len(different):,} of {counted(len(pages), 'page')}", err=to_stderr)
    if different:
        names = dict.fromkeys(name for fields in different.values() for name in fields)
        counts = {name: sum(name not in fields for fields in different.values()) for name in names}
        same = len(pages) - len(different)
        text = listed([f"{name} on {same + count:,}" for name, count in counts.items()])
        click.echo(f"  {escape_controls(text)}", err=to_stderr)
    for page, fields in different.items():
        click.echo(
            f"  {escape_controls(page)}: other values of {', '.join(map(escape_controls, fields))}", err=to_stderr
        )
