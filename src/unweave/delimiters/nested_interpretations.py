"""From examples to nested pages: which levels there are, and the values of each.

Legend

    levels    title > chapters[].name > chapters[].sections[]      the levels of a schema, outermost first
    level     one of them: its path, the lists around it, its name, whether it is a list itself
    item      (2, ((14, 18), (40, 44)))      a level number and the possible spans of its value; None when it is unknown

A record has single values and at most one list after them, of values or again of such records. A flat record is one
without a list. Only the innermost levels may be absent.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from unweave.delimiters.execution import LIST
from unweave.delimiters.interpretations import (
    Interpretation,
    WrapperClass,
    ascending,
    check_not_empty,
    context,
    is_complete,
    labelled_examples,
)
from unweave.delimiters.labelled_page import Cells, NestedPage
from unweave.errors import NoConsistentWrapper
from unweave.page import Span
from unweave.records import Either, Example, Field, Record, Unknown
from unweave.tuning import INTERPRETATIONS

_Item = tuple[int, tuple[Span, ...] | None]


def nested_interpretations(
    examples: Sequence[Example], wrapper_class: WrapperClass
) -> Iterator[Interpretation[NestedPage]]:
    """Every way to interpret the labelled examples as hierarchies, best first; it raises when there is none.

    >>> from unweave.page import Page
    >>> shown = [Example.from_values(Page("[I](1)", html=False), [{"part": "I", "chapters": ["1"]}])]
    >>> next(nested_interpretations(shown, WrapperClass("n-lr"))).order
    ('part', 'chapters[]')
    """
    labelled, schema = labelled_examples(examples)
    levels = _levels(schema.fields, [record for example in labelled for record in example.records], wrapper_class)
    options = [_pages(example, levels, wrapper_class) for example in labelled]
    paths = tuple(level.path for level in levels)
    for pages in islice(product(*options), INTERPRETATIONS):
        yield Interpretation(paths, pages)


class _HierarchyLevel(NamedTuple):
    """A level: its path, the names of the lists around it, its own name, and whether it is a list itself."""

    path: str
    around: tuple[str, ...]
    name: str
    many: bool


def _levels(
    fields: Sequence[Field], records: Sequence[Record], wrapper_class: WrapperClass, around: tuple[str, ...] = ()
) -> list[_HierarchyLevel]:
    """The levels of a schema: its single fields in the order of the page, then its one list, if it has one."""
    single, lists = [field.name for field in fields if not field.many], [field for field in fields if field.many]
    if not single or len(lists) > 1 or any(LIST in field.name for field in fields):
        reason = _shape_problem(single, lists)
        raise NoConsistentWrapper(kind=wrapper_class.name, field=fields[0].name, reason=reason)
    inside = "".join(name + LIST + "." for name in around)
    levels = [
        _HierarchyLevel(inside + name, around, name, many=False)
        for name in sorted(single, key=lambda name: _first_position(records, name))
    ]
    for field in lists:
        if field.fields:
            cells = [record.cell(field.name) for record in records if field.name in record]
            children = [item for cell in cells if isinstance(cell, tuple) for item in cell if isinstance(item, Record)]
            levels += _levels(field.fields, children, wrapper_class, (*around, field.name))
        else:
            levels.append(_HierarchyLevel(f"{inside}{field.name}{LIST}", around, field.name, many=True))
    return levels


def _shape_problem(single: Sequence[str], lists: Sequence[Field]) -> str:
    if not single:
        return "a level of a hierarchy needs a single value of its own, before its list"
    if len(lists) > 1:
        return f"a hierarchy has one list below each level, not {' and '.join(field.name for field in lists)}"
    return f"a field of a hierarchy cannot have {LIST} in its name"


def _first_position(records: Sequence[Record], name: str) -> int:
    """The position of the field in the first record that has it."""
    spans = (record.span(name) for record in records if name in record)
    return next((span.start for span in spans if span is not None), 0)


def _pages(example: Example, levels: Sequence[_HierarchyLevel], wrapper_class: WrapperClass) -> list[NestedPage]:
    """The nested pages that one example can be, its values following one another through the page."""
    items = [item for record in example.records for item in _items(example, record, levels, 0, wrapper_class)]
    _check_levels(example, items, levels, wrapper_class)
    options = _options(example.page.source, items)
    found = [_page(example, items, path, len(levels)) for path in islice(ascending(options), INTERPRETATIONS)]
    if not found:
        reason = "its values do not follow one another in the order of the hierarchy"
        raise NoConsistentWrapper(kind=wrapper_class.name, field=levels[0].name, page=example.page.name, reason=reason)
    return found


def _check_levels(
    example: Example, items: Sequence[_Item], levels: Sequence[_HierarchyLevel], wrapper_class: WrapperClass
) -> None:
    before = 0
    for level, _ in items:
        if level > before + 1:
            name, above = levels[level - 1].name, levels[level - 2].name
            reason = f"a record has it, but no {above} above it: only the innermost levels may be absent"
            raise NoConsistentWrapper(kind=wrapper_class.name, field=name, page=example.page.name, reason=reason)
        before = level


def _options(source: str, items: Sequence[_Item]) -> list[list[Cells]]:
    """Per known value its spans, first those whose context most other values of its level share."""
    support = Counter(
        (level, near) for level, spans in items for near in {context(source, span) for span in spans or ()}
    )

    def ranked(level: int, spans: Sequence[Span]) -> list[Cells]:
        return [(span,) for span in sorted(spans, key=lambda span: (-support[level, context(source, span)], span))]

    return [ranked(level, spans) for level, spans in items if spans is not None]


def _page(example: Example, items: Sequence[_Item], path: Sequence[Cells], depth: int) -> NestedPage:
    chosen = (cell for row in path for cell in row if isinstance(cell, Span))
    values = tuple(None if spans is None else (level, next(chosen)) for level, spans in items)
    return NestedPage(example.page.name, example.page.source, values, depth, complete=is_complete(example))


def _items(
    example: Example, record: Record, levels: Sequence[_HierarchyLevel], first: int, wrapper_class: WrapperClass
) -> Iterator[_Item]:
    """The values of a record from a level on, in order."""
    for at in range(first, len(levels)):
        level = levels[at]
        if level.around != levels[first].around:
            cell = example.cell(record, level.around[-1])
            if isinstance(cell, Unknown):
                yield at + 1, None
            for child in cell if isinstance(cell, tuple) else ():
                yield from _items(example, child, levels, at, wrapper_class)  # type: ignore[arg-type]  # a nested level holds records
            return
        cell = example.cell(record, level.name)
        items = cell if level.many and isinstance(cell, tuple) else (cell,) * (cell is not None)
        yield from ((at + 1, _spans(example, level.name, item, wrapper_class)) for item in items)


def _spans(example: Example, name: str, item: object, wrapper_class: WrapperClass) -> tuple[Span, ...] | None:
    if isinstance(item, Unknown):
        return None
    spans = item.spans if isinstance(item, Either) else (item,)
    check_not_empty(example.page, name, spans, wrapper_class)  # type: ignore[arg-type]  # what is neither unknown nor either/or is a span
    return spans  # type: ignore[return-value]  # same
