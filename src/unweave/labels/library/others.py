"""Recognizers made of something else: another wrapper, or any function."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from unweave.errors import BadInput, DoesNotFit
from unweave.labels.recognizer import Kind, Recognizer
from unweave.page import Page, Span
from unweave.wrapper import Wrapper


def of_wrapper(
    field: str, wrapper: Wrapper, *, of: str | None = None, kind: Kind = "unreliable", **rates: float
) -> Recognizer:
    """Recognizes what another wrapper extracts for a field (``of``, or the one of the same name).

    A page that does not fit the wrapper has no instances.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> old = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"name": "Emma"}])])
    >>> of_wrapper("title", old, of="name")(Page("<b>Dune</b>"))
    (Span(start=3, end=7),)
    """
    source = of or field
    if source not in wrapper.schema:
        reason = f"the wrapper has no field {source!r}; it has {', '.join(wrapper.schema.names)}"
        raise BadInput(source="the recognizer", field=field, reason=reason)
    return Recognizer(field, partial(_extracted, wrapper=wrapper, name=source), kind, name="wrapper", **rates)


def of_function(
    field: str, find: Callable[[Page], Iterable[tuple[int, int]]], *, kind: Kind = "unreliable", **rates: Any
) -> Recognizer:
    """Recognizes what a function says: a page in, pairs of begin and end out.

    >>> of_function("title", lambda page: [(3, 7)])(Page("<b>Emma</b>"))
    (Span(start=3, end=7),)
    """
    return Recognizer(field, partial(_called, find=find), kind, name=getattr(find, "__name__", "function"), **rates)


def _extracted(page: Page, wrapper: Wrapper, name: str) -> Iterator[Span]:
    try:
        records = wrapper.extract(page)
    except DoesNotFit:
        return
    for record in records:
        yield from record.spans(name)


def _called(page: Page, find: Callable[[Page], Iterable[tuple[int, int]]]) -> Iterator[Span]:
    return (Span(*pair) for pair in find(page))
