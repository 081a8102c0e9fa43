"""``unweave explain``: the rules of a wrapper, and where they apply on a page."""

from collections.abc import Sequence
from dataclasses import replace

import click

import unweave
from unweave.errors import BadInput
from unweave.files import check_not_overwritten, is_site_file, replacing
from unweave.wrapper import Explanation, Statement


@click.command(name="explain")
@click.argument("wrapper")
@click.argument("page", required=False)
@click.option("--records", default=3, show_default=True, metavar="N", help="Show the source around this many records.")
@click.option("--html", "html_file", metavar="FILE", help="Write the whole page with its marks to an HTML file.")
@click.option("--svg", "svg_file", metavar="FILE", help="Of a site program: write its picture to an SVG file.")
@click.option("--force", is_flag=True, help="Overwrite the file, whatever it is.")
def command(
    wrapper: str, page: str | None, records: int, html_file: str | None, svg_file: str | None, *, force: bool
) -> None:
    """Show the rules of WRAPPER and, given a PAGE, where they apply in its source.

    WRAPPER may be a site program, too: its page types and links are shown, and the rules of each type.
    """
    from unweave.cli.terminal import show

    if is_site_file(wrapper):
        _explain_site(wrapper, page, html_file, svg_file, force=force)
        return
    if svg_file:
        raise click.UsageError("--svg is for site programs")
    loaded = unweave.load(wrapper)
    explanation = with_notes(loaded.explain(unweave.Page.read(page) if page else None), loaded.origin.history)
    if html_file is None:
        show(explanation, records=records)
        return
    from unweave.cli.html_report import explanation_page, is_report

    check_not_overwritten(html_file, force=force, is_replaceable=is_report)
    with replacing(html_file) as draft:
        draft.write_text(explanation_page(explanation), encoding="utf-8")
    click.echo(f"The rules and the marked source: {html_file}")


def with_notes(explanation: Explanation, notes: Sequence[str]) -> Explanation:
    """The explanation, and below its rules what was noted when the wrapper was learned or changed.

    >>> with_notes(Explanation(title="rules"), ["the data in scripts has 30 records, the text 10"]).statements[0].text
    'note: the data in scripts has 30 records, the text 10'
    """
    return replace(explanation, statements=(*explanation.statements, *(Statement("", f"note: {one}") for one in notes)))


def _explain_site(path: str, page: str | None, html_file: str | None, svg_file: str | None, *, force: bool) -> None:
    """The page types of a site program, in words or as a picture."""
    from unweave.cli.site_report import is_picture
    from unweave.cli.terminal import show
    from unweave.sites.picture import svg_picture

    if page or html_file:
        reason = "a site program is explained without a page. It would help to leave out PAGE and --html"
        raise BadInput(source=path, reason=reason)
    site = unweave.load_site(path)
    if svg_file is None:
        show(site.explain())
        return
    check_not_overwritten(svg_file, force=force, is_replaceable=is_picture)
    with replacing(svg_file) as draft:
        draft.write_text(svg_picture(site), encoding="utf-8")
    click.echo(f"The page types and links: {svg_file}")
