"""The options of commands that use the network, and the fetcher that they describe."""

from collections.abc import Callable
from typing import Any

import click

from unweave.run.fetch import Fetcher, need_client
from unweave.run.politeness import MIB, FetchLimits

DEFAULT = FetchLimits()

OPTIONS = [
    click.option(
        "--delay", default=DEFAULT.delay, show_default=True, metavar="S", help="Least seconds between requests."
    ),
    click.option("--retries", default=DEFAULT.retries, show_default=True, metavar="N", help="Tries after a failure."),
    click.option("--timeout", default=DEFAULT.timeout, show_default=True, metavar="S", help="Most seconds for a page."),
    click.option(
        "--page-size", default=DEFAULT.page_bytes // MIB, show_default=True, metavar="MIB", help="Largest page."
    ),
    click.option("--user-agent", default=DEFAULT.user_agent, metavar="TEXT", help="How the client names itself."),
    click.option(
        "--allow-private", is_flag=True, help="Also fetch from private addresses, such as those of this machine."
    ),
]


def network_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command with these options."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def fetcher_of(options: dict[str, Any], **limits: Any) -> Fetcher:
    """The fetcher that the options describe, or BadInput where the extra is not installed.

    >>> given = {"delay": 1.0, "retries": 2, "timeout": 5.0, "page_size": 1, "user_agent": "x", "allow_private": False}
    >>> fetcher_of(given, pages=7).limits.pages
    7
    """
    need_client()
    named = {**options, "page_bytes": options["page_size"] * MIB}
    del named["page_size"]
    return Fetcher(FetchLimits(**named, **limits))
