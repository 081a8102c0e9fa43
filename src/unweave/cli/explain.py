"""``unweave explain``: the rules of a wrapper, and where they apply on a page."""

import click

import unweave
from unweave.files import check_not_overwritten, replacing


@click.command(name="explain")
@click.argument("wrapper")
@click.argument("page", required=False)
@click.option("--records", default=3, show_default=True, metavar="N", help="Show the source around this many records.")
@click.option("--html", "html_file", metavar="FILE", help="Write the whole page with its marks to an HTML file.")
@click.option("--force", is_flag=True, help="Overwrite the HTML file, whatever it is.")
def command(wrapper: str, page: str | None, records: int, html_file: str | None, *, force: bool) -> None:
    """Show the rules of WRAPPER and, given a PAGE, where they apply in its source."""
    from unweave.cli.html_report import explanation_page, is_report
    from unweave.cli.terminal import show

    explanation = unweave.load(wrapper).explain(unweave.Page.read(page) if page else None)
    if html_file is None:
        show(explanation, records=records)
        return
    check_not_overwritten(html_file, force=force, is_replaceable=is_report)
    with replacing(html_file) as draft:
        draft.write_text(explanation_page(explanation), encoding="utf-8")
    click.echo(f"The rules and the marked source: {html_file}")
