"""A wrapper written for another engine: expressions, one per field, or the text of a program."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Literal, overload

from unweave.combined import Combined
from unweave.errors import BadInput, CannotCompile
from unweave.page import Page
from unweave.program import Program, Selections
from unweave.targets.chosen import LANGUAGES, chosen
from unweave.targets.engine import running
from unweave.targets.fitting import Extract, differences, fitted, record_differences
from unweave.wrapper import Wrapper

EXPRESSIONS = ("xpath", "css", "regex")
"""Written as one expression per field; each is a module here, with a function of the same name."""
FILES = ("python", "scrapy", "web-poet")
"""Written as one text; likewise."""
TARGETS = (*EXPRESSIONS, *FILES)


@overload
def export(
    wrapper: Wrapper, *, to: Literal["xpath", "css", "regex"] = "xpath", pages: Sequence[Page] = ()
) -> dict[str, str]: ...
@overload
def export(wrapper: Wrapper, *, to: Literal["python", "scrapy", "web-poet"], pages: Sequence[Page] = ()) -> str: ...
@overload
def export(wrapper: Wrapper, *, to: str, pages: Sequence[Page] = ()) -> dict[str, str] | str: ...
def export(wrapper: Wrapper, *, to: str = "xpath", pages: Sequence[Page] = ()) -> dict[str, str] | str:
    """Each field's expression (xpath, css, regex), or a program (python, scrapy, web-poet); or CannotCompile.

    Where several rules of a wrapper vote, a program holds them all; of expressions one is written per field, and pages
    help to find the one that speaks best for all.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> wrapper = Rules().learn([Example.from_values(page, [{"brand": "Acme"}])])
    >>> list(export(wrapper, to="xpath"))
    ['brand']
    >>> "def extract(html: str | bytes)" in export(wrapper, to="python")
    True
    >>> export(wrapper, to="poem")
    Traceback (most recent call last):
    unweave.errors.BadInput: export: 'poem' is not known; there are xpath, css, regex, python, scrapy, web-poet
    """
    if to not in TARGETS:
        raise BadInput(source="export", reason=f"{to!r} is not known; there are {', '.join(TARGETS)}")
    return _text(wrapper, to) if to in FILES else _expressions(wrapper, to, pages)


def _expressions(wrapper: Wrapper, to: str, pages: Sequence[Page]) -> dict[str, str]:
    found = {name: one for part in _parts(wrapper) for name, one in _written(part, to, pages).items()}
    return {name: found[name] for name in (*wrapper.schema.names, *found) if name in found}


def _written(wrapper: Wrapper, to: str, pages: Sequence[Page]) -> Mapping[str, str]:
    if pages and to in LANGUAGES:
        return chosen(wrapper, pages, to)
    program: Program = wrapper.program()
    write: Callable[[Program], Mapping[str, str]] = getattr(_module(to), to)
    return write(fitted(wrapper, pages) if pages and isinstance(program, Selections) else program)


def check(wrapper: Wrapper, pages: Sequence[Page], *, to: str = "xpath") -> dict[str, tuple[str, ...]]:
    """Run the export in its own engine: the pages on which it gives other values, with the fields that differ.

    A Python file is run; of a spider and a page object the code is run on parsel's responses.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> check(Rules().learn([Example.from_values(page, [{"brand": "Acme"}])]), [page])
    {}
    """
    try:
        if to in FILES:
            return record_differences(wrapper, pages, _runner(to)(_text(wrapper, to)))
        if to == "regex":
            raise CannotCompile(target=to, reason="patterns are not checked in their engine")
        return differences(wrapper, pages, running(to, _expressions(wrapper, to, pages)))
    except ModuleNotFoundError as missing:
        raise BadInput(source="export", reason=f"to check it, install unweave[export] ({missing.name})") from missing


def _text(wrapper: Wrapper, to: str) -> str:
    written: str = getattr(_module(to), _name(to))(wrapper)
    return written


def _runner(to: str) -> Callable[[str], Extract]:
    run: Callable[[str], Extract] = getattr(_module("stand-ins"), f"run_{_name(to)}")
    return run


def _module(name: str) -> ModuleType:
    return import_module(f"unweave.targets.{_name(name)}")


def _name(to: str) -> str:
    return to.replace("-", "_")


def _parts(wrapper: Wrapper) -> Sequence[Wrapper]:
    """The wrappers that have a program of their own, one or more fields each."""
    return wrapper.parts if isinstance(wrapper, Combined) else (wrapper,)
