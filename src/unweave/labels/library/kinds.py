"""Recognizers of kinds of values: price, date, person, ...; and of whatever a regular expression describes.

The patterns of kinds are ours (see :mod:`unweave.values.finding`); a person's pattern runs on RE2, in linear time.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from unweave.errors import BadInput
from unweave.labels.library.looking import Where, look
from unweave.labels.recognizer import Kind, Recognizer
from unweave.page import Page, Span
from unweave.values.finding import find_kind, kinds_to_find

EVERYWHERE = frozenset({"url", "email"})
"""Kinds that are at home in attributes too."""


def of_kind(field: str, what: str, *, kind: Kind = "unsound", where: Where | None = None, **rates: float) -> Recognizer:
    """Recognizes values of a kind: number, price, date, person, ...

    >>> page = Page("<b>Emma</b> $5.50, 12 March 1815")
    >>> [page[span] for span in of_kind("price", "price")(page)]
    ['$5.50']
    """
    if what not in kinds_to_find():
        reason = f"{what!r} is no kind of value; there are {', '.join(kinds_to_find())}"
        raise BadInput(source="the recognizer", field=field, reason=reason)
    place: Where = where or ("both" if what in EVERYWHERE else "text")
    return Recognizer(field, partial(look, search=partial(find_kind, what), where=place), kind, name=what, **rates)


def of_pattern(
    field: str,
    pattern: str,
    *,
    kind: Kind = "unreliable",
    where: Where = "text",
    ignore_case: bool = False,
    **rates: float,
) -> Recognizer:
    r"""Recognizes what a regular expression (in RE2's syntax) matches; its first group, if it has one.

    >>> page = Page("<p>Call number: PR4034 .E5</p>")
    >>> [page[span] for span in of_pattern("shelf", r"number: (\w+)")(page)]
    ['PR4034']
    """
    compiled = _compiled(field, pattern, ignore_case=ignore_case)
    return Recognizer(field, partial(_look, compiled=compiled, where=where), kind, name="pattern", **rates)


def _look(page: Page, compiled: Any, where: Where) -> Iterator[Span]:
    def search(text: str) -> Iterator[tuple[int, int]]:
        for match in compiled.finditer(text):
            found = match.span(1 if compiled.groups else 0)
            if found[0] >= 0:
                yield found

    return look(page, search, where)


def _compiled(field: str, pattern: str, *, ignore_case: bool) -> Any:
    import re2  # noqa: PLC0415  (only where a person gives a pattern)

    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        said = error.args[0].decode() if isinstance(error.args[0], bytes) else error.args[0]
        reason = f"the pattern {pattern!r} is no regular expression that can be used: {said}"
        raise BadInput(source="the recognizer", field=field, reason=reason) from error
