"""Recognizers of kinds of values (price, date, person, ...) and of regular expressions.

Legend

    search     text -> pairs (begin, end)          finds values in a text as a reader sees it
    where      "text", "attributes" or "both"      the visible text, the attributes that hold text, or both

A value lies within one text (between two tags) or one attribute value. Its span begins and ends at token boundaries
and covers exactly the characters that were found. In an attribute whose value is written with character references
(``&amp;``) only the whole value can be reported.

The patterns of kinds are ours (see :mod:`unweave.values.finding`); a user's pattern runs on RE2, in linear time.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Literal, TypeAlias, get_args

from unweave.errors import BadInput
from unweave.labels.recognizer import Kind, Recognizer
from unweave.page import Page, Span
from unweave.records.attributes import attribute_values
from unweave.records.visible_text import visible_text
from unweave.values.finding import find_kind, kinds_to_find

Where = Literal["text", "attributes", "both"]
TextSearch: TypeAlias = Callable[[str], Iterable[tuple[int, int]]]
IN_ATTRIBUTES = frozenset({"url", "email"})
"""Kinds that are searched for in attributes too."""


def of_kind(field: str, what: str, *, kind: Kind = "unsound", where: Where | None = None, **rates: float) -> Recognizer:
    """Reports the values of a kind: number, price, date, person, ...

    >>> page = Page("<b>Emma</b> $5.50, 12 March 1815")
    >>> [page[span] for span in of_kind("price", "price")(page)]
    ['$5.50']
    """
    if what not in kinds_to_find():
        reason = f"{what!r} is not a kind of value; the kinds are {', '.join(kinds_to_find())}"
        raise BadInput(source="the recognizer", field=field, reason=reason)
    place: Where = where or ("both" if what in IN_ATTRIBUTES else "text")
    return Recognizer(field, partial(_search, search=partial(find_kind, what), where=place), kind, name=what, **rates)


def of_pattern(
    field: str,
    pattern: str,
    *,
    kind: Kind = "unreliable",
    where: Where = "text",
    ignore_case: bool = False,
    **rates: float,
) -> Recognizer:
    r"""Reports the matches of a regular expression (in RE2's syntax), or of its first group if it has one.

    >>> page = Page("<p>Call number: PR4034 .E5</p>")
    >>> [page[span] for span in of_pattern("shelf", r"number: (\w+)")(page)]
    ['PR4034']
    """
    compiled = _compiled(field, pattern, ignore_case=ignore_case)

    def search(text: str) -> Iterator[tuple[int, int]]:
        for match in compiled.finditer(text):
            found = match.span(1 if compiled.groups else 0)
            if found[0] >= 0:
                yield found

    return Recognizer(field, partial(_search, search=search, where=where), kind, name="pattern", **rates)


def _compiled(field: str, pattern: str, *, ignore_case: bool) -> Any:
    import re2  # noqa: PLC0415  (only where a user gives a pattern)

    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        problem = error.args[0].decode() if isinstance(error.args[0], bytes) else error.args[0]
        reason = f"the pattern {pattern!r} is not a regular expression that can be used: {problem}"
        raise BadInput(source="the recognizer", field=field, reason=reason) from error


def _search(page: Page, search: TextSearch, where: Where) -> Iterator[Span]:
    """The spans in which a search finds something."""
    if where not in get_args(Where):
        reason = f"{where!r} is not a place to search; the places are {', '.join(get_args(Where))}"
        raise BadInput(source="the recognizer", reason=reason)
    if where != "attributes":
        yield from _in_text(page, search)
    if where != "text":
        yield from _in_attributes(page, search)


def _in_text(page: Page, search: TextSearch) -> Iterator[Span]:
    visible = visible_text(page, spaces="all")
    for start, end in visible.text_places():
        for first, last in search(visible.text[start:end]):
            begin, finish = start + first, start + last
            if first < last and visible.is_boundary(begin) and visible.is_boundary(finish):
                yield visible.span(begin, finish)


def _in_attributes(page: Page, search: TextSearch) -> Iterator[Span]:
    for value in attribute_values(page).all:
        if not value.is_content:
            continue
        without_references = page[value.span] == value.text
        for first, last in search(value.text):
            if without_references:
                yield Span(value.span.start + first, value.span.start + last)
            elif (first, last) == (0, len(value.text)):
                yield value.span
