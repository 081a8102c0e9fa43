"""``unweave explain``: what a wrapper says, and why these records come out of a page."""

import click

import unweave
from unweave.files import replacing


@click.command(name="explain")
@click.argument("wrapper")
@click.argument("page", required=False)
@click.option("--records", default=3, show_default=True, metavar="N", help="Show the source around so many records.")
@click.option("--html", "html_file", metavar="FILE", help="Write the whole page with its marks to an HTML file.")
def command(wrapper: str, page: str | None, records: int, html_file: str | None) -> None:
    """Tell the rules of WRAPPER and, given a PAGE, show where they apply in its source."""
    from unweave.cli.draw import show
    from unweave.cli.report import explanation_page

    explanation = unweave.load(wrapper).explain(unweave.Page.read(page) if page else None)
    if html_file is None:
        show(explanation, records=records)
        return
    with replacing(html_file) as draft:
        draft.write_text(explanation_page(explanation), encoding="utf-8")
    click.echo(f"The rules and the marked source: {html_file}")
