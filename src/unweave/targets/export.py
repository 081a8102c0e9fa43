"""A wrapper written for other tools: expressions, one per field, or the text of a program.

Given pages, XPath and CSS are written as short as a person would write them (``short``). Otherwise, or with ``long``,
the rules of the wrapper are written one by one (``choice``).
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Literal, overload

from unweave.combined import Combined
from unweave.embedded import EmbeddedWrapper
from unweave.errors import BadInput, CannotCompile
from unweave.page import Page
from unweave.program import Program, Scan, Selections
from unweave.regions import RegionsWrapper
from unweave.regions.lowering import lowered_record, part_patterns_of
from unweave.rules import RulesWrapper
from unweave.targets import css as css_target
from unweave.targets.choice import chosen
from unweave.targets.css import css
from unweave.targets.expressions import Expressions, expression_differences
from unweave.targets.programs import python, scrapy, web_poet
from unweave.targets.regex import regex
from unweave.targets.runners import not_installed, record_differences, run_program
from unweave.targets.xpath import IN_SCRIPTS, expression, relative, xpath
from unweave.wrapper import Wrapper

EXPRESSIONS: Mapping[str, Callable[[Program], dict[str, str]]] = {"xpath": xpath, "css": css, "regex": regex}
"""Written as one expression per field."""
FILES: Mapping[str, Callable[..., str]] = {"python": python, "scrapy": scrapy, "web-poet": web_poet}
"""Written as one text."""
TARGETS = (*EXPRESSIONS, *FILES)


@overload
def export(
    wrapper: Wrapper, *, to: Literal["xpath", "css", "regex"] = "xpath", pages: Sequence[Page] = (), long: bool = False
) -> Expressions: ...
@overload
def export(
    wrapper: Wrapper, *, to: Literal["python", "scrapy", "web-poet"], pages: Sequence[Page] = (), long: bool = False
) -> str: ...
@overload
def export(wrapper: Wrapper, *, to: str, pages: Sequence[Page] = (), long: bool = False) -> Expressions | str: ...
def export(wrapper: Wrapper, *, to: str = "xpath", pages: Sequence[Page] = (), long: bool = False) -> Expressions | str:
    """Each field's expression (xpath, css, regex), or a program (python, scrapy, web-poet); or CannotCompile.

    Given pages, the shortest XPath or CSS is written that gives the wrapper's values on them. Without pages, or with
    ``long``, it is one rule of the wrapper for each field, of those that vote. A program has all rules and the vote; if
    that cannot be written, or gives other values on the pages, it has the short XPath instead.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> wrapper = Rules().learn([Example.from_values(page, [{"brand": "Acme"}])])
    >>> export(wrapper, to="xpath", pages=[page])["brand"]
    "//tr[th='Brand']/td/text()"
    >>> "def extract(html: str | bytes)" in export(wrapper, to="python")
    True
    >>> export(wrapper, to="poem")
    Traceback (most recent call last):
    unweave.errors.BadInput: export: 'poem' is not known; there are xpath, css, regex, python, scrapy, web-poet
    """
    if to not in TARGETS:
        raise BadInput(source="export", reason=f"{to!r} is not known; there are {', '.join(TARGETS)}")
    if to in FILES:
        return _program(wrapper, to, pages, long=long)
    if pages and not long and to != "regex":
        return _short(wrapper, to, pages)
    return _long(wrapper, to, pages)


def _program(wrapper: Wrapper, to: str, pages: Sequence[Page], *, long: bool) -> str:
    """The program of the wrapper's rules; where it differs on the pages, or there is none, that of short XPath."""
    try:
        text = FILES[to](wrapper)
    except CannotCompile:
        if not pages or long or wrapper.schema.types:
            raise
        return FILES[to](wrapper, _short(wrapper, "xpath", pages))
    if pages and not long and record_differences(wrapper, pages, run_program(text)):
        return _program_by_expressions(wrapper, to, pages, text)
    return text


def _program_by_expressions(wrapper: Wrapper, to: str, pages: Sequence[Page], text: str) -> str:
    """A program of short XPath expressions if it is right on more pages, else the text."""
    try:
        other = FILES[to](wrapper, _short(wrapper, "xpath", pages))
    except (CannotCompile, BadInput):
        return text
    counts = [len(record_differences(wrapper, pages, run_program(one))) for one in (text, other)]
    return other if counts[1] < counts[0] else text


def _short(wrapper: Wrapper, to: str, pages: Sequence[Page]) -> Expressions:
    if isinstance(wrapper, EmbeddedWrapper) and wrapper.paths.record is not None:
        raise CannotCompile(target=to, reason=IN_SCRIPTS)
    try:
        from unweave.targets.short import short  # noqa: PLC0415  # it needs lxml and parsel, an extra
    except ModuleNotFoundError as missing:
        raise not_installed(missing) from missing

    patterns = part_patterns_of(wrapper.rules) if isinstance(wrapper, RegionsWrapper) else {}

    reasons: dict[str, str] = {}

    def further(name: str) -> list[str]:
        """The long form, for a field that has no short one."""
        try:
            return [_long_field(wrapper, name, to, pages)]
        except CannotCompile as failure:
            reasons[name] = failure.reason.removeprefix(f"{name}: ")
            return []

    found = short(wrapper, pages, to, further=further, patterns=patterns, records=_record_expressions(wrapper, to))
    found = replace(found, reasons={name: reasons.get(name, reason) for name, reason in found.reasons.items()})
    if not list(found.items()):
        name, reason = next(found.all_reasons(), ("", "no page has a value"))
        raise CannotCompile(target=to, reason=f"{name}: {reason}" if name else reason)
    return found


def _record_expressions(wrapper: Wrapper, to: str) -> list[str]:
    """The wrapper's own expression for the elements of records, if it has one."""
    with suppress(CannotCompile):
        program = wrapper.program() if not isinstance(wrapper, RegionsWrapper) else None
        record = program.record if isinstance(program, Selections) else None
        if isinstance(wrapper, RegionsWrapper):
            record = lowered_record(wrapper.boundary)
        return [css_target.selector(record) if to == "css" else expression(record)] if record else []
    return []


def _long_field(wrapper: Wrapper, name: str, to: str, pages: Sequence[Page]) -> str:
    if isinstance(wrapper, Combined):
        part = next(part for part in wrapper.parts if name in part.schema.names)
        return _long_field(part, name, to, pages)
    if not isinstance(wrapper, RulesWrapper):
        return chosen(wrapper, pages, to)[name]
    fields = (wrapper.schema[name],)
    one = replace(wrapper, schema=replace(wrapper.schema, fields=fields), rules=tuple(wrapper.of(name)))
    return chosen(one, pages, to)[name]


def _long(wrapper: Wrapper, to: str, pages: Sequence[Page]) -> Expressions:
    parts = wrapper.parts if isinstance(wrapper, Combined) else (wrapper,)
    programs = [part.program() for part in parts]
    first = programs[0]
    if to != "regex" and len(parts) == 1 and isinstance(first, Selections) and first.record is not None:
        record, fields = (css_target.relative if to == "css" else relative)(first)
        return Expressions(to, fields, record)
    found = {
        _field(part, name, parts): one
        for part, program in zip(parts, programs, strict=True)
        for name, one in _written(part, program, to, pages).items()
    }
    return Expressions(to, {name: found[name] for name in (*wrapper.schema.names, *found) if name in found})


def _field(part: Wrapper, name: str, parts: Sequence[Wrapper]) -> str:
    """The name of an expression: of several scans, each finds one field, not the record."""
    return part.schema.names[0] if name == "record" and len(parts) > 1 else name


def _written(wrapper: Wrapper, program: Program, to: str, pages: Sequence[Page]) -> Mapping[str, str]:
    if pages and not (to == "regex" and isinstance(program, Scan)):
        return chosen(wrapper, pages, to)
    return EXPRESSIONS[to](program)


def check(
    wrapper: Wrapper,
    pages: Sequence[Page],
    *,
    to: str = "xpath",
    long: bool = False,
    written: Expressions | str | None = None,
) -> dict[str, tuple[str, ...]]:
    """Run the export on pages: the names of those on which it gives other values, with the fields that differ.

    Expressions are run with parsel, patterns with ``re``, a Python file as it is, the code of a spider or a page object
    on parsel's tree. ``written`` is an export that was made before.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>")
    >>> check(Rules().learn([Example.from_values(page, [{"brand": "Acme"}])]), [page])
    {}
    """
    try:
        made = export(wrapper, to=to, pages=pages, long=long) if written is None else written
        if isinstance(made, str):
            return record_differences(wrapper, pages, run_program(made))
        return expression_differences(wrapper, pages, made)
    except ModuleNotFoundError as missing:
        raise not_installed(missing) from missing
