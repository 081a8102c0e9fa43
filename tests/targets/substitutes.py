"""Spiders and page objects, run without Scrapy and web-poet: small substitutes for what exported code asks of them.

The text is executed as it is written, in a namespace in which ``import scrapy`` and ``import web_poet`` give these.
"""

import builtins
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from parsel import Selector

from unweave.page import Page


class Response:
    """A response, as far as exported code looks at it."""

    def __init__(self, page: Page) -> None:
        self.text = self.html = page.source
        self.selector = Selector(page.source)


class PageObjectField:
    """A method as a field."""

    def __init__(self, method: Callable[[Any], Any]) -> None:
        self._method = method

    def __get__(self, page: Any, owner: type | None = None) -> Any:
        return self if page is None else self._method(page)


class PageObject:
    """A page object over a response."""

    def __init__(self, response: Response) -> None:
        self.html, self.selector = response.html, response.selector

    def to_item(self) -> dict[str, Any]:
        """The values of all fields."""
        return {name: getattr(self, name) for name, one in vars(type(self)).items() if isinstance(one, PageObjectField)}


MODULES = {
    "scrapy": SimpleNamespace(Spider=object),
    "web_poet": SimpleNamespace(WebPage=PageObject, field=PageObjectField),
}


def run_spider(text: str, page: Page) -> list[dict[str, Any]]:
    """What the spider's ``parse`` gives for a page."""
    return list(_last_class(text, "Spider")().parse(Response(page)))


def page_item(text: str, page: Page) -> dict[str, Any]:
    """The page object's item."""
    item: dict[str, Any] = _last_class(text, "Page")(Response(page)).to_item()
    return item


def _last_class(text: str, ending: str) -> Any:
    """The class whose name ends so that the text defines last."""

    def imported(name: str, *arguments: Any) -> Any:
        return MODULES.get(name) or builtins.__import__(name, *arguments)

    names: dict[str, Any] = {"__name__": "exported", "__builtins__": {**vars(builtins), "__import__": imported}}
    exec(compile(text, "exported.py", "exec"), names)  # noqa: S102 - our own code
    return [one for name, one in names.items() if name.endswith(ending) and isinstance(one, type)][-1]
