"""Expressions as short as a person would write: the shortest that give, on the pages at hand, what the wrapper gives.

Legend

    group       the records of a page, or the records inside a record
    sample      a record's element, or a page, and the values of one field there
    quality     of a path to records: how many fields can be written, and on how many pages they are right

It does not matter what kind of wrapper it is: the values that it extracts are looked for in lxml's trees of the pages,
paths are read from there (``record_paths``, ``field_paths``), and what is written has been run on every page.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from unweave.errors import CannotCompile, DoesNotFit
from unweave.page import Page
from unweave.page.html import collapse
from unweave.records import Schema
from unweave.targets.expressions import Expressions
from unweave.targets.field_paths import FieldPaths, FieldSample
from unweave.targets.places import PlacesOfPage, nodes_at, places_of_pages, squeezed
from unweave.targets.record_paths import RecordGroup, RecordPath, record_paths
from unweave.tuning import EXPORT_AGREEMENT
from unweave.wrapper import Wrapper

TRIED_RECORD_PATHS = 6
LANGUAGES = {"xpath": "XPath", "css": "CSS"}
Values = Mapping[str, Any]
"""A record: a list of texts by field, or a list of records where there is a level below."""
Further = Callable[[str], Sequence[str]]
"""From a field to other expressions for it, longer ones."""


def short(
    wrapper: Wrapper,
    pages: Sequence[Page],
    to: str,
    *,
    further: Further = lambda _name: (),
    patterns: Mapping[str, Sequence[str]] | None = None,
    records: Sequence[str] = (),
) -> Expressions:
    """The shortest expressions ("xpath", "css") that give the wrapper's values on the pages; or CannotCompile.

    ``further`` are tried where no short one is right; ``patterns`` are regular expressions for parts of texts, and
    ``records`` further expressions for the elements of records.

    >>> from unweave.records import Example
    >>> from unweave.regions import Regions
    >>> page = Page("<ul><li><b>Emma</b> <i>1815</i><li><b>Kim</b> <i>1901</i><li><b>She</b> <i>1887</i></ul>")
    >>> shown = [{"title": "Emma", "year": "1815"}, {"title": "Kim", "year": "1901"}]
    >>> wrapper = Regions().learn([Example.from_values(page, shown, status="partial")])
    >>> print(short(wrapper, [page], "xpath"))
    record: //li
    title: ./b/text()
    year: ./i/text()
    """
    places = places_of_pages(pages)
    found = [_records(wrapper, page) for page in pages]
    search = ShortSearch(to, len(pages), further, patterns or {}, records)
    if wrapper.schema.types:
        levels = {
            each.name: search.expressions(
                each,
                [
                    _group(one, [values for kind, values in some if kind == each.name])
                    for one, some in zip(places, found, strict=True)
                ],
            )
            for each in wrapper.schema.types
        }
        return Expressions(to, {}, levels=levels, pages=len(pages))
    groups = [_group(one, [values for _, values in some]) for one, some in zip(places, found, strict=True)]
    return search.expressions(wrapper.schema, groups)


def _group(places: PlacesOfPage, records: Sequence[Values]) -> RecordGroup:
    return RecordGroup(places, places.root, records)


def _records(wrapper: Wrapper, page: Page) -> list[tuple[str, Values]]:
    """The types and values of the page's records; none where it does not fit."""
    try:
        return [(record.type, _values(record.to_dict())) for record in wrapper.extract(page)]
    except DoesNotFit:
        return []


def _values(record: Mapping[str, Any]) -> Values:
    """The values of a record as lists, white space collapsed."""
    found: dict[str, Any] = {}
    for name, value in record.items():
        items = value if isinstance(value, list) else [] if value is None else [value]
        found[name] = [_values(one) if isinstance(one, dict) else collapse(one) for one in items]
    return found


@dataclass(frozen=True, slots=True)
class ShortSearch:
    """The search in one language on one set of pages."""

    to: str
    pages: int
    further: Further
    patterns: Mapping[str, Sequence[str]]
    records: Sequence[str] = ()

    def expressions(self, schema: Schema, groups: Sequence[RecordGroup], *, is_level: bool = False) -> Expressions:
        """The expressions of a schema's fields, in these groups of records."""
        if not is_level and all(len(group.records) <= 1 for group in groups):
            samples = [replace(group, records=group.records or [{}]) for group in groups]
            return self._fields(schema, samples, [[group.node] for group in samples], RecordPath("", self.pages))
        flat = [replace(group, records=[_flat(record) for record in group.records]) for group in groups]
        best: Expressions | None = None
        for path in islice(record_paths(self.to, flat, () if is_level else self.records), TRIED_RECORD_PATHS):
            nodes = [self._nodes(path, group) for group in groups]
            found = self._fields(schema, groups, nodes, path)
            if best is None or _quality(found) > _quality(best):
                best = found
            if not found.reasons and all(one == self.pages for _, one in found.agreement()):
                break
        if best is None or not len(best):
            reason = f"no {LANGUAGES[self.to]} of a known form selects the elements of its records"
            if best is not None and best.reasons:
                reason = next(iter(best.reasons.values()))
            if is_level:
                return Expressions(self.to, {}, pages=self.pages, reasons=dict.fromkeys(schema.names, reason))
            raise CannotCompile(target=self.to, reason=reason)
        return best

    def _nodes(self, path: RecordPath, group: RecordGroup) -> list[Any]:
        """The elements of the records; none where there are not as many as records."""
        nodes = list(nodes_at(self.to, path.expression, group.node))
        return nodes if len(nodes) == len(group.records) else []

    def _fields(
        self, schema: Schema, groups: Sequence[RecordGroup], nodes: Sequence[Sequence[Any]], path: RecordPath
    ) -> Expressions:
        written: dict[str, str] = {}
        right: dict[str, int] = {}
        reasons: dict[str, str] = {}
        levels: dict[str, Expressions] = {}
        for each in schema.fields:
            if each.fields:
                levels[each.name] = self._level(each.name, Schema(each.fields), groups, nodes, path)
                continue
            samples = list(self._samples(each.name, groups, nodes, path))
            if not any(sample.values for sample in samples):
                reasons[each.name] = "no page has a value of it"
                continue
            search = FieldPaths(self.to, samples, each.many, self.patterns.get(each.name, ()))
            expression, score = search.best()
            if score < EXPORT_AGREEMENT * len(samples) and not path.expression:
                for one in self.further(each.name):
                    if search.score(one) > score:
                        expression, score = one, search.score(one)
            if not expression or score < EXPORT_AGREEMENT * len(samples):
                reasons[each.name] = f"no {LANGUAGES[self.to]} of a known form gives its values"
                continue
            written[each.name] = expression
            right[each.name] = len({id(group.places) for group in groups}) - len(
                {id(group.places) for group, some in zip(groups, nodes, strict=True) if len(some) != len(group.records)}
                | {id(sample.places) for sample in samples if not search.is_right(expression, sample)}
            )
        return Expressions(self.to, written, path.expression, levels, right, self.pages, reasons)

    def _samples(
        self, name: str, groups: Sequence[RecordGroup], nodes: Sequence[Sequence[Any]], path: RecordPath
    ) -> Iterator[FieldSample]:
        is_page = not path.expression
        for group, some in zip(groups, nodes, strict=True):
            for at, (node, record) in enumerate(zip(some, group.records, strict=False)):
                texts = tuple(record.get(name, ()))
                values = tuple(dict.fromkeys(map(squeezed, texts)))
                siblings = _siblings(node, some[at + 1 : at + 2]) if path.is_stretch else ()
                yield FieldSample(
                    group.places, node, values, texts, is_page=is_page and group.is_page, siblings=siblings
                )

    def _level(
        self,
        name: str,
        schema: Schema,
        groups: Sequence[RecordGroup],
        nodes: Sequence[Sequence[Any]],
        path: RecordPath,
    ) -> Expressions:
        inner = [
            RecordGroup(group.places, node, record.get(name, []), is_page=not path.expression and group.is_page)
            for group, some in zip(groups, nodes, strict=True)
            for node, record in zip(some, group.records, strict=False)
        ]
        return self.expressions(schema, inner, is_level=True)


def _quality(found: Expressions) -> tuple[int, int, int]:
    """How many fields it has, on how many pages they are right, and how short it is."""
    count = len(list(found.agreement()))
    return count, sum(one for _, one in found.agreement()), -len(str(found))


def _flat(record: Values) -> dict[str, tuple[str, ...]]:
    """The squeezed values of a record by field, those of levels below under the name of the level."""
    return {name: tuple(_texts(items)) for name, items in record.items()}


def _texts(items: Sequence[Any]) -> Iterator[str]:
    for item in items:
        if isinstance(item, str):
            yield squeezed(item)
        else:
            yield from (text for below in item.values() for text in _texts(below))


def _siblings(node: Any, following: Sequence[Any]) -> list[Any]:
    """The elements behind a record's first one, up to the first one of the next record."""
    found = []
    for one in node.itersiblings():
        if following and one is following[0]:
            break
        if isinstance(one.tag, str):
            found.append(one)
    return found
