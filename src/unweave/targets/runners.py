"""Exports, run and compared with the wrapper: expressions with parsel, as Scrapy runs them, and programs.

A program is executed as it is written, in a namespace of its own. Scrapy and web-poet need not be installed for that:
of a spider and a page object the function ``records`` is run, on the tree that parsel makes of a page.
"""

import builtins
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import unescape
from types import SimpleNamespace
from typing import Any

from unweave.errors import BadInput, DoesNotFit
from unweave.page import Page
from unweave.page.html import collapse
from unweave.wrapper import Wrapper

RunExpressions = Callable[[Page], dict[str, list[str]]]
"""From a page to each field's values."""
RunProgram = Callable[[Page], list[dict[str, Any]]]
"""From a page to its records."""


def not_installed(missing: ModuleNotFoundError) -> BadInput:
    """The error for an export that cannot be run, since a library is missing.

    >>> print(not_installed(ModuleNotFoundError(name="parsel")))
    export: it needs parsel to be run. It would help to install parsel and cssselect
    """
    advice = "It would help to install parsel and cssselect"
    return BadInput(source="export", reason=f"it needs {missing.name} to be run. {advice}")


def selector_of(page: Page) -> Any:
    """The page as a parsel Selector.

    >>> selector_of(Page("<p>Emma")).xpath("//p/text()").get()
    'Emma'
    """
    try:
        from parsel import Selector  # noqa: PLC0415  # only where an export is run
    except ModuleNotFoundError as missing:
        raise not_installed(missing) from missing
    return Selector(page.source)


def found(page: Any, to: str, expression: str) -> list[str]:
    """The texts of what an expression finds: "xpath" or "css" in a Selector, "regex" in a Page.

    >>> page = Page("<p>Emma <b>Woodhouse</b>")
    >>> found(selector_of(page), "xpath", "//p"), found(selector_of(page), "css", "p::text")
    (['Emma Woodhouse'], ['Emma'])
    >>> found(page, "regex", "<b>([^<]*)")
    ['Woodhouse']
    """
    if to == "regex":
        return [collapse(unescape("".join(match.groups("")))) for match in re.finditer(expression, page.source)]
    return [text_of(one) for one in (page.css if to == "css" else page.xpath)(expression)]


def text_of(one: Any) -> str:
    """The text of a Selector, white space collapsed.

    >>> text_of(selector_of(Page("<p> Emma <b>Woodhouse</b>")).css("p")[0])
    'Emma Woodhouse'
    """
    text = one.xpath("string(.)").get() if hasattr(one.root, "tag") else one.get()
    return collapse(text or "")


def run_expressions(to: str, expressions: Mapping[str, str]) -> RunExpressions:
    """A function that runs each field's expression ("xpath", "css") on a page.

    >>> run_expressions("css", {"title": "h1"})(Page("<h1>Emma</h1>"))
    {'title': ['Emma']}
    """

    def run(page: Page) -> dict[str, list[str]]:
        selector = selector_of(page)
        return {name: found(selector, to, expression) for name, expression in expressions.items()}

    return run


def run_program(text: str) -> RunProgram:
    """A function that runs a program, given its text: ``extract`` of a Python file, else ``records``.

    >>> run_program("def extract(html): return [{'title': html}]")(Page("Emma"))
    [{'title': 'Emma'}]
    """
    names: dict[str, Any] = {"__name__": "exported", "__builtins__": {**vars(builtins), "__import__": _import}}
    exec(compile(text, "exported.py", "exec"), names)  # noqa: S102  # our own code; what pages gave are literals in it
    extract = names.get("extract") or names["records"]
    arguments = extract.__code__.co_varnames[: extract.__code__.co_argcount]

    def run(page: Page) -> list[dict[str, Any]]:
        try:
            return list(extract(*(selector_of(page).root if name == "root" else page.source for name in arguments)))
        except ValueError as failure:
            raise DoesNotFit(page=page.name, field=None, where=None, reason=str(failure)) from failure

    return run


_SUBSTITUTES = {"scrapy": SimpleNamespace(Spider=object), "web_poet": SimpleNamespace(WebPage=object, field=property)}


def _import(name: str, *arguments: Any) -> Any:
    return _SUBSTITUTES.get(name) or builtins.__import__(name, *arguments)


def differences(wrapper: Wrapper, pages: Iterable[Page], run: RunExpressions) -> dict[str, tuple[str, ...]]:
    """The names of the pages on which expressions give other values than the wrapper, with the fields that differ.

    White space does not count, nor that a value is found twice.
    """

    def differing(page: Page) -> Iterator[str]:
        theirs, ours = run(page), values_of(wrapper, page)
        for name in wrapper.schema.names:
            texts = dict.fromkeys("".join(text.split()) for text in theirs.get(name, ()))
            if list(dict.fromkeys(ours[name])) != [text for text in texts if text]:
                yield name

    return _by_page(pages, differing)


def values_of(wrapper: Wrapper, page: Page) -> dict[str, list[str]]:
    """The wrapper's values, by field, without white space; none where the page does not fit."""
    try:
        records = wrapper.extract(page)
    except DoesNotFit:
        records = []
    return {
        name: ["".join(page.text(span).split()) for record in records for span in record.spans(name)]
        for name in wrapper.schema.names
    }


def record_differences(wrapper: Wrapper, pages: Iterable[Page], run: RunProgram) -> dict[str, tuple[str, ...]]:
    """The names of the pages on which a program gives other records than the wrapper, with the fields that differ.

    Here every letter counts, and in which record a value is.
    """

    def differing(page: Page) -> Iterator[str]:
        ours = _column_reader(lambda page: [record.to_dict() for record in wrapper.extract(page)], page)
        theirs = _column_reader(run, page)
        return (name for name in wrapper.schema.names if ours(name) != theirs(name))

    return _by_page(pages, differing)


def _column_reader(run: RunProgram, page: Page) -> Callable[[str], list[Any] | None]:
    """A function from a field to its values, record by record; to None where the page does not fit."""
    try:
        records = run(page)
    except DoesNotFit:
        return lambda _name: None
    return lambda name: [record.get(name) for record in records]


def _by_page(pages: Iterable[Page], differing: Callable[[Page], Iterator[str]]) -> dict[str, tuple[str, ...]]:
    return {page.name: fields for page in pages if (fields := tuple(differing(page)))}
