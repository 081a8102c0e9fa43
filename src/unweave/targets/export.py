"""A wrapper written for another engine: one expression per field."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from unweave.errors import BadInput, CannotCompile
from unweave.page import Page
from unweave.program import Program, Selections
from unweave.targets.xpath import differences, fitted
from unweave.wrapper import Wrapper

TARGETS = ("xpath", "css", "regex")
"""What a wrapper can be written as; each is a module here, with a function of the same name."""


def export(wrapper: Wrapper, *, to: str = "xpath", pages: Sequence[Page] = ()) -> dict[str, str]:
    """Each field's expression, or it raises CannotCompile with the reason.

    Where several rules of a wrapper vote, one of them is written; pages help to find the one that speaks best for all.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> wrapper = Rules().learn([Example.from_values(page, [{"brand": "Acme"}])])
    >>> list(export(wrapper, to="xpath"))
    ['brand']
    >>> export(wrapper, to="poem")
    Traceback (most recent call last):
    unweave.errors.BadInput: export: 'poem' is not known; there are xpath, css, regex
    """
    if to not in TARGETS:
        raise BadInput(source="export", reason=f"{to!r} is not known; there are {', '.join(TARGETS)}")
    write: Callable[[Program], Mapping[str, str]] = getattr(import_module(f"unweave.targets.{to}"), to)
    return dict(write(_program(wrapper, pages)))


def check(wrapper: Wrapper, pages: Sequence[Page], *, to: str = "xpath") -> dict[str, tuple[str, ...]]:
    """Run the export in its own engine: the pages on which it gives other values, with the fields that differ.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> check(Rules().learn([Example.from_values(page, [{"brand": "Acme"}])]), [page])
    {}
    """
    if to not in {"xpath", "css"}:
        raise CannotCompile(target=to, reason="only xpath and css can be checked in their engine")
    try:
        run = import_module(f"unweave.targets.{to}").runner(_program(wrapper, pages))
    except ModuleNotFoundError as missing:
        raise BadInput(source="export", reason=f"to check it, install unweave[export] ({missing.name})") from missing
    return differences(wrapper, pages, run)


def _program(wrapper: Wrapper, pages: Sequence[Page]) -> Program:
    program = wrapper.program()
    return fitted(wrapper, pages) if pages and isinstance(program, Selections) else program
