"""Paths to the elements of records, as a person would write them, read from pages.

Legend, for ``<ul class=books><li><b>Emma</b> 1815<li><b>Kim</b> 1901</ul>``

    group         an element (the page, or a record's element) and the records that are wanted in it, in order
    located       for each record the elements with its values: those whose values are at one place only
    root          the highest element around the located values of a record that has no values of other records: ``li``
    stretch       records without such an element: they go from their first element to the next one's, h3, p, h3, p
    candidate     ``//ul[@class='books']/li``

A candidate is right for a group if it gives an element for each record, in which the values of its root are found.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from unweave.targets.looks import Look, WrittenPath, looks_of, marks_of
from unweave.targets.places import PlacesOfPage, chain, common_ancestor, is_inside, nodes_at, place_among, squeezed

LOCATED_GROUPS = 4  # groups from which paths are read
MOST_RECORDS = 60  # of a group that are located
MOST_CANDIDATES = 500
TELLING_TAGS = ("a", "img", "h2", "h3", "h4", "b", "strong", "time")
"""Tags by which a record is told from a heading or an empty row."""
RecordValues = Mapping[str, Any]
"""The values of a record by field, squeezed."""


@dataclass(slots=True)
class RecordGroup:
    """The records that are wanted inside an element of a page."""

    places: PlacesOfPage
    node: Any
    records: Sequence[RecordValues]
    is_page: bool = True


@dataclass(frozen=True, slots=True)
class RecordPath:
    """A path to the elements of records, on how many pages it is right, and whether records go on behind them."""

    expression: str
    right: int
    is_stretch: bool = False


def record_paths(to: str, groups: Sequence[RecordGroup], further: Sequence[str] = ()) -> Iterator[RecordPath]:
    """The paths to records that are right on most pages, the cheapest first.

    >>> from unweave.page import Page
    >>> places = PlacesOfPage(Page("<ul class=books><li><b>Emma</b> 1815<li><b>Kim</b> 1901</ul><ul><li>Top</ul>"))
    >>> wanted = [{"title": ("Emma",)}, {"title": ("Kim",)}]
    >>> next(record_paths("xpath", [RecordGroup(places, places.root, wanted)])).expression
    '//li[b]'
    """
    read = [one for one in groups if len(one.records) > 1][:LOCATED_GROUPS] or [one for one in groups if one.records][
        :1
    ]
    rooted = [(group, *_roots(group)) for group in read]
    is_stretch = sum(stretch for _, _, stretch in rooted) * 2 > len(rooted)
    costs: dict[str, int] = {}
    for group, roots, stretch in rooted:
        if stretch == is_stretch and roots:
            for path in islice(_paths(group, roots), MOST_CANDIDATES):
                expression = path.written(to)
                if expression:
                    costs.setdefault(expression, len(expression) + path.extra)
    ordered = [*sorted(costs, key=lambda one: (costs[one], one)), *further]
    scored = [(one, _score(to, one, groups)) for one in ordered]
    best = max((score for _, score in scored), default=0)
    if best:
        yield from (RecordPath(one, score, is_stretch) for one, score in scored if score == best)


def _score(to: str, expression: str, groups: Sequence[RecordGroup]) -> int:
    """On how many pages an expression gives as many elements as there are records, with their values."""
    pages = {id(group.places) for group in groups}
    return len(pages - {id(group.places) for group in groups if not _is_right(to, expression, group)})


def _is_right(to: str, expression: str, group: RecordGroup) -> bool:
    try:
        nodes = nodes_at(to, expression, group.node)
    except Exception:  # noqa: BLE001  # lxml and cssselect have errors of many kinds; such an expression is not written
        return False
    if isinstance(nodes, str) or len(nodes) != len(group.records):
        return False
    return all(_has_some(group.places, node, record) for node, record in zip(nodes, group.records, strict=True))


def _has_some(places: PlacesOfPage, node: Any, record: RecordValues) -> bool:
    """Whether one of a record's values is in an element; a record without values is in any."""
    if isinstance(node, str):
        return False
    values = [value for some in record.values() for value in some]
    if not values:
        return True
    text = squeezed(places.text(node))
    return any(value in text for value in values) or any(places.of(value, node) for value in values)


def _roots(group: RecordGroup) -> tuple[list[Any], bool]:
    """The roots of the records that are located, and whether the records are stretches."""
    located = [some for some in _located(group) if some]
    if len(located) == 1 and len(group.records) == 1:
        return [common_ancestor(located[0])], False
    owners: dict[Any, set[int]] = {}
    for at, some in enumerate(located):
        for one in some:
            for above in [one, *one.iterancestors()]:
                owners.setdefault(above, set()).add(at)
    whole = [common_ancestor(some) for some in located]
    is_stretch = sum(len(owners.get(one, ())) > 1 for one in whole) * 2 > len(whole)
    firsts = [some[0] for some in located] if is_stretch else whole
    roots = []
    for one in firsts:
        if one is None or len(owners.get(one, ())) > 1:
            continue
        root = one
        while (above := root.getparent()) is not None and len(owners.get(above, ())) == 1 and above is not group.node:
            root = above
        roots.append(root)
    kinds = Counter(_tags(root, group.node) for root in roots)
    usual = kinds.most_common(1)[0][0] if kinds else ()
    return [root for root in roots if _tags(root, group.node) == usual], is_stretch


def _tags(element: Any, top: Any) -> tuple[str, ...]:
    return tuple(one.tag for one in chain(element, top))


def _located(group: RecordGroup) -> list[list[Any]]:
    """For each record the elements of its values, in document order, as far as they are at one place only."""
    found: list[list[Any]] = [[] for _ in group.records[:MOST_RECORDS]]
    names = dict.fromkeys(name for record in group.records for name in record)
    inside = None if group.is_page else group.node
    for name in names:
        column = [record.get(name, ()) for record in group.records[:MOST_RECORDS]]
        counts = Counter(value for some in column for value in some)
        for at, some in enumerate(column):
            for value in some:
                places = group.places.of(value, inside) if counts[value] == 1 else []
                elements = list(dict.fromkeys(place.element for place in places))
                if len(elements) == 1 or (len(elements) > 1 and _is_one_chain(elements)):
                    found[at].append(elements[-1])
                elif not places and counts[value] == 1:
                    found[at] += _around_text(group, value)
    order = group.places.first_word
    return [sorted(some, key=lambda one: order.get(one, 0)) for some in found]


def _is_one_chain(elements: Sequence[Any]) -> bool:
    inner = max(elements, key=lambda one: sum(1 for _ in one.iterancestors()))
    return all(is_inside(inner, one) for one in elements)


def _around_text(group: RecordGroup, value: str) -> list[Any]:
    """The element of the only text that contains a value."""
    found = [word.element for word in group.places.words if value in squeezed(word.text)]
    found = [one for one in found if group.is_page or is_inside(one, group.node)]
    return found if len(found) == 1 else []


def _paths(group: RecordGroup, roots: Sequence[Any]) -> Iterator[WrittenPath]:
    """Paths to the roots: by what they have in common, by what is around them, and by what is in them."""
    start = "//" if group.is_page else ".//"
    common = _common_looks(roots)
    if not common:
        return
    tests = list(_tests(roots))
    plain = [WrittenPath(start + look.xpath, look.css, look.extra) for look in common]
    around = list(_around(group, roots))
    yield from plain
    yield from _tested(plain, tests)
    for above, is_parent in around:
        base = WrittenPath(start + above.xpath, above.css, above.extra // 2)
        some = [
            _step(base, look, is_parent=kind) for look in common for kind in ((True, False) if is_parent else (False,))
        ]
        yield from some
        yield from _tested(some, tests)
    if not group.is_page and roots[0].getparent() is group.node:
        some = [WrittenPath(f"./{look.xpath}", f":scope > {look.css}", look.extra) for look in common]
        yield from some
        yield from _tested(some, tests)


def _common_looks(roots: Sequence[Any]) -> list[Look]:
    """The looks without positions that all roots have."""
    shared = [{look for look in looks_of(root) if not _is_position(look)} for root in roots]
    return sorted(set.intersection(*shared) if shared else (), key=lambda look: (len(look.xpath), look.xpath))


def _is_position(look: Look) -> bool:
    return look.xpath[-2:-1].isdigit() or look.xpath.endswith("[last()]")


def _around(group: RecordGroup, roots: Sequence[Any]) -> Iterator[tuple[Look, bool]]:
    """Elements around the roots, and whether they are the parents: by attributes, by tag, and by position."""
    parents = {id(root.getparent()) for root in roots}
    one = roots[0].getparent()
    distance = 0
    while one is not None and one is not group.node and distance < 6:
        if all(is_inside(root, one) for root in roots) or distance == 0:
            is_parent = distance == 0
            yield from ((look, is_parent) for look in marks_of(one))
            if distance < 2 and (looks := looks_of(one)):
                yield looks[0], is_parent
                nth, count = place_among(one)
                if count > 1 and len(parents) == 1:
                    yield next(look for look in looks if look.xpath == f"{one.tag}[{nth}]"), is_parent
        distance += 1
        one = one.getparent()


def _tests(roots: Sequence[Any]) -> Iterator[Look]:
    """What distinguishes records from other elements of their tag: what all of them have below."""
    counts = [Counter(child.tag for child in root if _has_plain_tag(child)) for root in roots]
    for tag in _shared(counts):
        yield Look(f"[{tag}]", f":has(> {tag})")
        least = min(some[tag] for some in counts)
        if least > 1:
            yield Look(f"[{tag}[{least}]]", f":has(> {tag}:nth-of-type({least}))", 4)
    for tag in _shared([{one.tag for one in root.iterdescendants(*TELLING_TAGS)} for root in roots]):
        yield Look(f"[.//{tag}]", f":has({tag})")
    for path in _shared([set(_grandchildren(root)) for root in roots]):
        yield Look(f"[{path}]", f":has(> {path.replace('/', ' > ')})")
    marked = [{look.xpath: look for child in root for look in marks_of(child)} for root in roots]
    for path in _shared(marked):
        yield Look(f"[{path}]", f":has(> {marked[0][path].css})")
    yield Look("[position()>1]", ":nth-of-type(n+2)", 6)
    if all(root.get("class") is None for root in roots):
        yield Look("[not(@class)]", ":not([class])")
    if all(root.get("class") for root in roots):
        yield Look("[@class]", "[class]")


def _shared(some: Sequence[Iterable[str]]) -> list[str]:
    """What is in all of these, in order of name."""
    return sorted(set.intersection(*map(set, some))) if some else []


def _has_plain_tag(element: Any) -> bool:
    return isinstance(element.tag, str) and element.tag.isalnum()


def _grandchildren(root: Any) -> Iterator[str]:
    """The paths of two tags below an element: ``td/a``."""
    for child in filter(_has_plain_tag, root):
        yield from (f"{child.tag}/{one.tag}" for one in filter(_has_plain_tag, child))


def _tested(paths: Sequence[WrittenPath], tests: Sequence[Look]) -> Iterator[WrittenPath]:
    for path in paths:
        for test in tests:
            selector = f"{path.css}{test.css}" if path.css and test.css else ""
            yield WrittenPath(f"{path.xpath}{test.xpath}", selector, path.extra + test.extra)


def _step(base: WrittenPath, look: Look, *, is_parent: bool) -> WrittenPath:
    joint, selector_joint = ("/", " > ") if is_parent else ("//", " ")
    selector = f"{base.css}{selector_joint}{look.css}" if base.css and look.css else ""
    return WrittenPath(f"{base.xpath}{joint}{look.xpath}", selector, base.extra + look.extra // 2)
