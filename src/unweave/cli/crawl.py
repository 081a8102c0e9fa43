"""``unweave crawl``: a site program on the network, politely."""

from typing import Any

import click

import unweave
from unweave.cli.json_text import json_line
from unweave.cli.messages import counted, escape_controls, listed
from unweave.cli.network import DEFAULT, fetcher_of, network_options
from unweave.cli.site_report import check_output, print_site_summary
from unweave.run.crawl import CrawlSummary, crawl
from unweave.run.politeness import MIB

CHANGED = 3
"""The exit status of ``--since-last`` if something has changed."""


@click.command(name="crawl")
@click.argument("site")
@click.argument("urls", nargs=-1, required=True, metavar="START_URL...")
@click.option("-o", "--output", required=True, metavar="OUT", help="The file for the rows, as for `unweave extract`.")
@click.option("--resume", is_flag=True, help="Go on with a crawl that was cut off, or try again what has failed.")
@click.option("--since-last", is_flag=True, help="Also write OUT.diff.jsonl: new, changed and vanished rows.")
@click.option("--pages", default=DEFAULT.pages, show_default=True, metavar="N", help="Most pages to fetch.")
@click.option("--depth", default=DEFAULT.depth, show_default=True, metavar="N", help="Most links from START_URL.")
@click.option(
    "--size", default=DEFAULT.total_bytes // MIB, show_default=True, metavar="MIB", help="Most bytes to fetch."
)
@click.option("--time", "seconds", default=DEFAULT.seconds, show_default=True, metavar="S", help="Most seconds to run.")
@click.option(
    "--render",
    type=click.Choice(["never", "if-needed"]),
    default="never",
    show_default=True,
    help="Run the scripts of pages whose fields are empty otherwise, in Chromium (extra `render`).",
)
@network_options
@click.option("--spreadsheet-safe", is_flag=True, help="As for `unweave extract`.")
@click.option("--force", is_flag=True, help="Overwrite OUT, whatever it is.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
@click.pass_context
def command(  # noqa: PLR0913  # the options of the command
    ctx: click.Context,
    /,
    site: str,
    urls: tuple[str, ...],
    output: str,
    *,
    resume: bool,
    since_last: bool,
    pages: int,
    depth: int,
    size: int,
    seconds: float,
    render: str,
    spreadsheet_safe: bool,
    force: bool,
    as_json: bool,
    **network: Any,
) -> None:
    """Visit a site politely from START_URL... on, and write its joined records.

    One request at a time; robots.txt is obeyed; private addresses and other hosts are not fetched. OUT.warc.gz keeps
    everything that was fetched: `unweave extract SITE.json OUT.warc.gz` gives the same rows without the network. A row
    whose detail page failed is kept, and the column `missing` has the reason; --resume tries again. Exit status 1 if
    there are no rows, and with --since-last 3 if something has changed.
    """
    program = unweave.load_site(site)
    check_output(program, output, force=force)
    fetcher = fetcher_of(network, pages=pages, depth=depth, total_bytes=size * MIB, seconds=seconds)
    done = crawl(
        program,
        urls,
        output,
        fetcher=fetcher,
        resume=resume,
        since_last=since_last,
        render=render == "if-needed",
        spreadsheet_safe=spreadsheet_safe,
    )
    print_site_summary(done.rows, as_json=as_json)
    more = {"fetched": done.fetched, "archive": done.archive, "diff": done.diff, "changes": dict(done.changes)}
    click.echo(json_line(more) if as_json else escape_controls("\n".join(crawl_lines(done))))
    ctx.exit(CHANGED if done.changes else 0 if done.rows.rows else 1)


def crawl_lines(done: CrawlSummary) -> list[str]:
    """What was fetched, and what has changed.

    >>> from unweave.run.site_job import SiteSummary
    >>> crawl_lines(CrawlSummary(SiteSummary(3), 5, "b.csv.warc.gz", "b.csv.diff.jsonl", {"new": 1, "vanished": 2}))
    ['5 pages fetched: b.csv.warc.gz', '1 new and 2 vanished since the last run: b.csv.diff.jsonl']
    """
    lines = [f"{counted(done.fetched, 'page')} fetched: {done.archive}"]
    if done.diff:
        changes = listed([f"{number:,} {change}" for change, number in done.changes.items()]) or "nothing has changed"
        lines += [f"{changes} since the last run: {done.diff}"]
    return lines
