"""A wrapper written for other tools: expressions, one per field, or the text of a program."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, overload

from unweave.combined import Combined
from unweave.errors import BadInput, CannotCompile
from unweave.page import Page
from unweave.program import Program, Scan
from unweave.targets.choice import chosen
from unweave.targets.css import css
from unweave.targets.programs import python, scrapy, web_poet
from unweave.targets.regex import regex
from unweave.targets.runners import differences, record_differences, run_expressions, run_program
from unweave.targets.xpath import xpath
from unweave.wrapper import Wrapper

EXPRESSIONS: Mapping[str, Callable[[Program], dict[str, str]]] = {"xpath": xpath, "css": css, "regex": regex}
"""Written as one expression per field."""
FILES: Mapping[str, Callable[[Wrapper], str]] = {"python": python, "scrapy": scrapy, "web-poet": web_poet}
"""Written as one text."""
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

    Where several rules of a wrapper vote, a program has them all. Of expressions one is written per field: given pages,
    the one that agrees best with the vote on them.

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
    return FILES[to](wrapper) if to in FILES else _expressions(wrapper, to, pages)


def _expressions(wrapper: Wrapper, to: str, pages: Sequence[Page]) -> dict[str, str]:
    parts = wrapper.parts if isinstance(wrapper, Combined) else (wrapper,)
    found = {_field(part, name, parts): one for part in parts for name, one in _written(part, to, pages).items()}
    return {name: found[name] for name in (*wrapper.schema.names, *found) if name in found}


def _field(part: Wrapper, name: str, parts: Sequence[Wrapper]) -> str:
    """The name of an expression: of several scans, each finds one field, not the record."""
    return part.schema.names[0] if name == "record" and len(parts) > 1 else name


def _written(wrapper: Wrapper, to: str, pages: Sequence[Page]) -> Mapping[str, str]:
    program = wrapper.program()
    if pages and not (to == "regex" and isinstance(program, Scan)):
        return chosen(wrapper, pages, to)
    return EXPRESSIONS[to](program)


def check(wrapper: Wrapper, pages: Sequence[Page], *, to: str = "xpath") -> dict[str, tuple[str, ...]]:
    """Run the export on pages: the names of those on which it gives other values, with the fields that differ.

    Expressions are run with parsel, a Python file as it is, the code of a spider or a page object on parsel's tree.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> check(Rules().learn([Example.from_values(page, [{"brand": "Acme"}])]), [page])
    {}
    """
    try:
        if to in FILES:
            return record_differences(wrapper, pages, run_program(FILES[to](wrapper)))
        if to == "regex":
            raise CannotCompile(target=to, reason="patterns are not checked in their engine")
        return differences(wrapper, pages, run_expressions(to, _expressions(wrapper, to, pages)))
    except ModuleNotFoundError as missing:
        raise BadInput(source="export", reason=f"to check it, install unweave[export] ({missing.name})") from missing
