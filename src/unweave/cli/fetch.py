"""``unweave fetch``: single pages, politely, into a folder."""

from pathlib import Path
from typing import Any

import click

from unweave.cli.messages import counted, escape_controls
from unweave.cli.network import fetcher_of, network_options
from unweave.run.saved import fetch_into


@click.command(name="fetch")
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@click.option("-o", "--output", required=True, metavar="FOLDER", help="The folder for the pages; it may exist.")
@click.option("--render", is_flag=True, help="Run the scripts of the pages in Chromium (extra `render`).")
@network_options
@click.pass_context
def command(ctx: click.Context, /, urls: tuple[str, ...], output: str, *, render: bool, **network: Any) -> None:
    """Fetch the pages at URL... politely into a folder.

    One request at a time; robots.txt is obeyed. FOLDER/manifest.jsonl has the address of each page, so that links
    between the pages are understood: `unweave learn`, `unweave learn-site`, `unweave studio` and `unweave extract` can
    begin with the folder. Exit status 1 if no page could be fetched.
    """
    fetcher = fetcher_of(network)
    done = 0
    try:
        for saved in fetch_into(output, urls, fetcher, render=render):
            done += bool(saved.file)
            told = str(Path(output, saved.file)) if saved.file else f"not fetched: {saved.reason}"
            click.echo(escape_controls(f"{saved.url}: {told}"), err=not saved.file)
    finally:
        fetcher.close()
    click.echo(f"{counted(done, 'page')} of {len(urls)} fetched: {escape_controls(output)}")
    ctx.exit(0 if done else 1)
