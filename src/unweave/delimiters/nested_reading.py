"""From examples to nests: which levels there are, and what stands in them.

Legend

    chain     title > chapters[].name > chapters[].sections[]      the levels of a schema, outermost first
    link      one of them: its path, the lists around it, its name, whether it is a list itself
    item      (2, ((14, 18), (40, 44)))      a level and the places where its value may stand; None when it is not known

A record is a chain of single values with at most one list at its end, of values or again of such records. A flat record
is a chain without a list. Only the innermost levels may be absent.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from unweave.delimiters.folding import LIST
from unweave.delimiters.lesson import Cells
from unweave.delimiters.nest import Nest, NestedReading
from unweave.delimiters.reading import READINGS, Terms, check_not_empty, context, paths_down
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Span
from unweave.records import Either, Example, Field, Record, Unknown, schema_of

_Item = tuple[int, tuple[Span, ...] | None]


def nested_readings(examples: Sequence[Example], terms: Terms) -> Iterator[NestedReading]:
    """Every way to read the labelled examples as hierarchies, best first; it raises when there is none.

    >>> from unweave.page import Page
    >>> shown = [{"part": "I", "chapters": ["1"]}]
    >>> next(nested_readings([Example.from_values(Page("[I](1)", html=False), shown)], Terms("N-LR"))).order
    ('part', 'chapters[]')
    """
    shown = [example for example in examples if example.status != "unlabelled"]
    schema = schema_of(shown)
    if not schema.fields or not any(example.records for example in shown):
        raise BadInput(
            source="the examples", reason="no page shows a record with a field, so there is nothing to learn"
        )
    chain = _chain(schema.fields, [record for example in shown for record in example.records], terms)
    options = [_nests(example, chain, terms) for example in shown]
    paths = tuple(link.path for link in chain)
    for nests in islice(product(*options), READINGS):
        yield NestedReading(paths, nests)


class _Link(NamedTuple):
    """A level: its path, the names of the lists around it, its own name, and whether it is a list itself."""

    path: str
    around: tuple[str, ...]
    name: str
    many: bool


def _chain(
    fields: Sequence[Field], records: Sequence[Record], terms: Terms, around: tuple[str, ...] = ()
) -> list[_Link]:
    """The levels of a schema: its single fields in the order of the page, then its one list, if it has one."""
    single, lists = [field.name for field in fields if not field.many], [field for field in fields if field.many]
    if not single or len(lists) > 1 or any(LIST in field.name for field in fields):
        raise NoConsistentWrapper(kind=terms.kind, field=fields[0].name, reason=_shape_problem(single, lists))
    inside = "".join(name + LIST + "." for name in around)
    links = [
        _Link(inside + name, around, name, many=False)
        for name in sorted(single, key=lambda name: _first(records, name))
    ]
    for field in lists:
        links += _below(field, records, terms, around)
    return links


def _below(field: Field, records: Sequence[Record], terms: Terms, around: tuple[str, ...]) -> list[_Link]:
    if not field.fields:
        inside = "".join(name + LIST + "." for name in around)
        return [_Link(f"{inside}{field.name}{LIST}", around, field.name, many=True)]
    cells = [record.cell(field.name) for record in records if field.name in record]
    children = [item for cell in cells if isinstance(cell, tuple) for item in cell if isinstance(item, Record)]
    return _chain(field.fields, children, terms, (*around, field.name))


def _shape_problem(single: Sequence[str], lists: Sequence[Field]) -> str:
    if not single:
        return "a level of a hierarchy needs a single value of its own, in front of its list"
    if len(lists) > 1:
        return f"a hierarchy has one list below each level, not {' and '.join(field.name for field in lists)}"
    return f"a field of a hierarchy cannot have {LIST} in its name"


def _first(records: Sequence[Record], name: str) -> int:
    """Where the field stands on the page, in the first record that shows it."""
    shown = (record.span(name) for record in records if name in record)
    return next((span.start for span in shown if span is not None), 0)


def _nests(example: Example, chain: Sequence[_Link], terms: Terms) -> list[Nest]:
    """The hierarchies that one example can be read as, its values following one another down the page."""
    items = [item for record in example.records for item in _items(example, record, chain, 0, terms)]
    _check_levels(example, items, chain, terms)
    options = _options(example.page.source, items)
    found = [_nest(example, items, path, len(chain)) for path in islice(paths_down(options), READINGS)]
    if not found:
        reason = "its values do not follow one another in the order of the hierarchy"
        raise NoConsistentWrapper(kind=terms.kind, field=chain[0].name, page=example.page.name, reason=reason)
    return found


def _check_levels(example: Example, items: Sequence[_Item], chain: Sequence[_Link], terms: Terms) -> None:
    before = 0
    for level, _ in items:
        if level > before + 1:
            name, above = chain[level - 1].name, chain[level - 2].name
            reason = f"a record has it, but no {above} above it: only the innermost levels may be absent"
            raise NoConsistentWrapper(kind=terms.kind, field=name, page=example.page.name, reason=reason)
        before = level


def _options(source: str, items: Sequence[_Item]) -> list[list[Cells]]:
    """Per known value its places, first those whose surroundings most other values of its level share."""
    support = Counter(
        (level, near) for level, spans in items for near in {context(source, span) for span in spans or ()}
    )

    def ranked(level: int, spans: Sequence[Span]) -> list[Cells]:
        return [(span,) for span in sorted(spans, key=lambda span: (-support[level, context(source, span)], span))]

    return [ranked(level, spans) for level, spans in items if spans is not None]


def _nest(example: Example, items: Sequence[_Item], path: Sequence[Cells], depth: int) -> Nest:
    spans = (cell for row in path for cell in row if isinstance(cell, Span))
    values = tuple(None if places is None else (level, next(spans)) for level, places in items)
    whole = example.status == "complete" and example.section is None
    return Nest(example.page.name, example.page.source, values, depth, whole=whole)


def _items(example: Example, record: Record, chain: Sequence[_Link], level: int, terms: Terms) -> Iterator[_Item]:
    """The values of a record from that level on, in order."""
    for at in range(level, len(chain)):
        link = chain[at]
        if link.around != chain[level].around:
            yield from _nested_items(example, record, chain, at, terms)
            return
        cell = example.cell(record, link.name)
        items = cell if link.many and isinstance(cell, tuple) else (cell,) * (cell is not None)
        yield from ((at + 1, _places(example, link.name, item, terms)) for item in items)


def _nested_items(example: Example, record: Record, chain: Sequence[_Link], at: int, terms: Terms) -> Iterator[_Item]:
    cell = example.cell(record, chain[at].around[-1])
    if isinstance(cell, Unknown):
        yield at + 1, None
    for child in cell if isinstance(cell, tuple) else ():
        yield from _items(example, child, chain, at, terms)  # type: ignore[arg-type]  # a nested level holds records


def _places(example: Example, name: str, item: object, terms: Terms) -> tuple[Span, ...] | None:
    if isinstance(item, Unknown):
        return None
    spans = item.spans if isinstance(item, Either) else (item,)
    check_not_empty(example.page, name, spans, terms)  # type: ignore[arg-type]  # what is neither unknown nor open is a span
    return spans  # type: ignore[return-value]  # same
