"""Expressions as Scrapy runs them: parsel, on lxml's tree of a page."""

from collections.abc import Callable, Mapping
from typing import Any

from unweave.errors import BadInput
from unweave.page import Page
from unweave.page.text import collapse

Run = Callable[[Page], dict[str, list[str]]]
"""From a page to each field's values."""


def document(page: Page) -> Any:
    """The page as the engine reads it.

    >>> document(Page("<p>Emma")).xpath("//p/text()").get()
    'Emma'
    """
    try:
        from parsel import Selector  # noqa: PLC0415  # only where an export is run
    except ModuleNotFoundError as missing:
        raise BadInput(source="export", reason=f"to run it, install unweave[export] ({missing.name})") from missing
    return Selector(page.source)


def found(read: Any, to: str, expression: str) -> list[str]:
    """What an expression in this language ("xpath", "css") finds in a document, white space collapsed.

    >>> page = document(Page("<p>Emma <b>Woodhouse</b>"))
    >>> found(page, "xpath", "//p"), found(page, "css", "p::text")
    (['Emma Woodhouse'], ['Emma'])
    """
    return [shown(one) for one in (read.css if to == "css" else read.xpath)(expression)]


def running(to: str, written: Mapping[str, str]) -> Run:
    """Each field's expression, run.

    >>> running("css", {"title": "h1"})(Page("<h1>Emma</h1>"))
    {'title': ['Emma']}
    """

    def run(page: Page) -> dict[str, list[str]]:
        read = document(page)
        return {name: found(read, to, expression) for name, expression in written.items()}

    return run


def shown(one: Any) -> str:
    """What a found node says, white space collapsed.

    >>> shown(document(Page("<p> Emma <b>Woodhouse</b>")).css("p")[0])
    'Emma Woodhouse'
    """
    text = one.xpath("string(.)").get() if hasattr(one.root, "tag") else one.get()
    return collapse(text or "")
