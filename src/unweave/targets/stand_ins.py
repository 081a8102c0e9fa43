"""Engines that need not be installed: stand-ins for what exported code asks of Scrapy and web-poet, over parsel.

Exported code is run as it stands, in a namespace of its own, in which ``import scrapy`` gives a stand-in; so what is
checked is the text that is written, and neither Scrapy nor web-poet need be there.
"""

import builtins
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from unweave.errors import DoesNotFit
from unweave.page import Page

Extract = Callable[[Page], list[dict[str, Any]]]


def run_python(text: str) -> Extract:
    """From a page to what the file's ``extract`` gives."""
    extract = _space(text)["extract"]
    return _fitting(lambda page: list(extract(page.source)))


def run_scrapy(text: str) -> Extract:
    """From a page to what the spider's ``parse`` gives for it."""
    spider = _last(_space(text), "Spider")()
    return _fitting(lambda page: list(spider.parse(_Response(page))))


def run_web_poet(text: str) -> Extract:
    """From a page to what the page object's item says: the record, or all of them."""
    made = _last(_space(text), "Page")

    def run(page: Page) -> list[dict[str, Any]]:
        item = made(_Response(page)).to_item()
        if list(item) == ["records"] and isinstance(item["records"], list):
            return list(item["records"])
        return [item] if any(value not in (None, []) for value in item.values()) else []

    return _fitting(run)


def _fitting(run: Extract) -> Extract:
    """The same, with our own word for a page that does not fit."""

    def fitting(page: Page) -> list[dict[str, Any]]:
        try:
            return run(page)
        except ValueError as failure:
            raise DoesNotFit(page=page.name, field=None, where=None, reason=str(failure)) from failure

    return fitting


class _Response:
    """A response, as far as exported code looks at it."""

    def __init__(self, page: Page) -> None:
        from parsel import Selector  # noqa: PLC0415  # only where an export is checked

        self.text = self.html = page.source
        self.url = page.url or ""
        self.selector = Selector(page.source)
        self.xpath, self.css = self.selector.xpath, self.selector.css


class _Field:
    """A method as a field."""

    def __init__(self, method: Callable[[Any], Any]) -> None:
        self._method = method

    def __get__(self, page: Any, owner: type | None = None) -> Any:
        return self if page is None else self._method(page)


class _WebPage:
    """A page object over a response."""

    def __init__(self, response: _Response) -> None:
        self.html, self.selector = response.html, response.selector

    def to_item(self) -> dict[str, Any]:
        """The values of all fields."""
        return {name: getattr(self, name) for name, one in vars(type(self)).items() if isinstance(one, _Field)}


_MODULES = {
    "scrapy": SimpleNamespace(Spider=object),
    "web_poet": SimpleNamespace(WebPage=_WebPage, field=_Field),
}


def _import(name: str, *arguments: Any) -> Any:
    return _MODULES.get(name) or builtins.__import__(name, *arguments)


def _space(text: str) -> dict[str, Any]:
    """What the text defines."""
    space: dict[str, Any] = {"__name__": "exported", "__builtins__": {**vars(builtins), "__import__": _import}}
    exec(compile(text, "exported.py", "exec"), space)  # noqa: S102  # our own code; what pages gave are literals in it
    return space


def _last(space: dict[str, Any], ending: str) -> Any:
    """The class whose name ends so that was defined last."""
    return [one for name, one in space.items() if name.endswith(ending) and isinstance(one, type)][-1]
