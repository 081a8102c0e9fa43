"""From the values of a hierarchy to records: they are folded back into the shape they were given in.

Legend

    path      'chapters[].name'       where a level's values stand in a record: in each of the records of ``chapters``
    paths     ('title', 'chapters[].name', 'chapters[].sections[]')      of all levels, outermost first
    draft     {'title': (3, 6), 'chapters': [{...}]}                     a record that is still being filled

A path that ends with ``[]`` is a list of single values, the last level of a hierarchy.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.records import Cell, Record

LIST = "[]"
Leveled = tuple[int, Span]
"""A value and its level in a hierarchy, 1 is the outermost."""


def folded(page: Page, paths: Sequence[str], values: Iterable[Leveled], *, type: str = "") -> list[Record]:  # noqa: A002 - as Record has it
    """The records (of that type) whose values these are; it raises DoesNotFit where a single field is found twice.

    >>> page = Page("[I][II](1)(2)")
    >>> values = [(1, Span(1, 2)), (1, Span(4, 6)), (2, Span(8, 9)), (2, Span(11, 12))]
    >>> [record.to_dict() for record in folded(page, ("part", "chapters[].number"), values)]
    [{'part': 'I', 'chapters': []}, {'part': 'II', 'chapters': [{'number': '1'}, {'number': '2'}]}]
    """
    drafts: list[dict[str, Any]] = []
    opened: list[dict[str, Any]] = []  # the record that is being filled, and those around it, outermost first
    split = [path.split(LIST + ".") for path in paths]
    for level, span in values:
        *around, name = split[level - 1]
        if level == 1 or around != split[level - 2][:-1]:
            below = opened[len(around) - 1][around[-1]] if around else drafts
            below.append(_draft(paths, around))
            opened[len(around) :] = [below[-1]]
        _put(opened[len(around)], name, span, page)
        del opened[len(around) + 1 :]
    return [_record(page, draft, type) for draft in drafts]


def _draft(paths: Sequence[str], around: Sequence[str]) -> dict[str, Any]:
    """An empty record of the level inside these lists."""
    inside = "".join(name + LIST + "." for name in around)
    names = [path.removeprefix(inside) for path in paths if path.startswith(inside)]
    return {name.partition(LIST)[0]: [] if LIST in name else None for name in names}


def _put(draft: dict[str, Any], name: str, span: Span, page: Page) -> None:
    if name.endswith(LIST):
        draft[name.removesuffix(LIST)].append(span)
    elif draft[name] is None:
        draft[name] = span
    else:
        raise DoesNotFit(
            page=page.name, field=name, where=span.start, reason="a record would have a second value for it"
        )


def _record(page: Page, draft: dict[str, Any], kind: str = "") -> Record:
    return Record(page, {name: _cell(page, value) for name, value in draft.items()}, type=kind)


def _cell(page: Page, value: Any) -> Cell:
    if isinstance(value, list):
        return tuple(_record(page, item) if isinstance(item, dict) else item for item in value)
    return value  # type: ignore[no-any-return]  # a span or None
