"""Region wrappers on a parsed page: records and their fields are found by the parser's own selectors.

Legend

    prepared    a boundary or a rule made ready to run on many pages: selectors for what CSS can say, tests for the rest
    start       the first node of a record
    rooted      a boundary whose path begins at the top of the page: all of its starts are equally deep, so that a
                stretch ends at the next start beside it, or with its parent
    finder      what finds the nodes with an address in a region

Only the nodes of records are visited. ``Boundary.regions`` and ``FieldRule.nodes_in`` on the numbered nodes of a page
are the slow definition. A boundary that has no prepared form (a tag that CSS cannot name, a stretch that is not rooted)
is run by its definition.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from unweave.engine.index import ancestors_without
from unweave.engine.select import css_of
from unweave.page.html import HIDDEN, class_tokens
from unweave.page.parser import kinds
from unweave.program import Condition
from unweave.regions.addresses import (
    ANYWHERE,
    ICON_NAMES,
    LONGEST_LABEL,
    NAMED,
    FieldRule,
    extension_of,
    icon_marks,
    is_marked,
)
from unweave.regions.boundaries import LONGEST_VALUE, UNSTABLE, Boundary, NodeTest
from unweave.regions.nodes import ANY, CELLS, TEXT, is_visible
from unweave.regions.parallel import parallel_nodes
from unweave.regions.parsed_nodes import ParsedNodes, ParsedRegion
from unweave.tuning import REGION_NESTED

Finder = Callable[[ParsedRegion], Sequence[Any]]
_TAG = re.compile(r"[a-z][a-z0-9-]*")
_ADDRESS = re.compile(r"([^\[]*)\[([^=]+)=(.*)\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class PreparedBoundary:
    """A boundary as a selector, and the tests that CSS cannot say."""

    selector: str
    last: str
    tests: tuple[NodeTest, ...] = ()
    stretch: bool = False

    def regions(self, nodes: ParsedNodes) -> list[ParsedRegion]:
        """The regions of the records of a page, in document order.

        >>> from unweave.page import Page
        >>> nodes = ParsedNodes(Page("<h3>Emma</h3><p>1815</p><h3>Kim</h3><p>1901</p>"))
        >>> regions = prepared_boundary(Boundary(("html", "body", "h3"), stretch=True)).regions(nodes)
        >>> [[nodes.text(root) for root in region.roots] for region in regions]
        [['Emma', '1815'], ['Kim', '1901']]
        """
        starts: Sequence[Any] = self.starts(nodes)
        for test in self.tests:
            starts = test.passing(nodes, starts)
        starts = starts if self.stretch else _in_few_others(starts)
        nodes.starts, nodes.headings = list(starts), {}
        if not self.stretch:
            return [ParsedRegion(nodes, (start,), stretch=False) for start in starts]
        known = set(starts)
        return [ParsedRegion(nodes, _stretch(start, known), stretch=True) for start in starts]

    def starts(self, nodes: ParsedNodes) -> list[Any]:
        """The nodes that the selector finds, in document order."""
        index = nodes.index
        if self.last == TEXT and not self.selector:
            return index.visible_texts()
        found = index.select(self.selector)
        if self.last != TEXT:
            return [peer for peer in found if peer.tag not in HIDDEN] if self.last == ANY else found
        texts = [text for peer in found for text in index.child_texts(peer) if index.is_visible(text)]
        return texts if self.selector.partition(" ")[0] == "html" else index.in_order(texts)


def _in_few_others(starts: Sequence[Any]) -> list[Any]:
    """The starts without those that are inside many others, as in ``Boundary.regions``."""
    around: dict[Any, int] = {}  # how many others each is in
    found, last, number = [], None, 0
    for start in starts:
        if start.parent != last:  # else it is in the same ones as the start before it
            last = start.parent
            number = next((around[above] + 1 for above in start.ancestors if above in around), 0)
        around[start] = number
        if number < REGION_NESTED:
            found.append(start)
    return found


def _stretch(start: Any, starts: set[Any]) -> list[Any]:
    """The visible nodes from a start up to the next one beside it."""
    roots, beside = [start], start.next_sibling
    while beside is not None and beside not in starts:
        if is_visible(beside):
            roots.append(beside)
        beside = beside.next_sibling
    return roots


def prepared_boundary(boundary: Boundary) -> PreparedBoundary | None:
    """A boundary made ready to run; None where it has to be run by its definition.

    >>> prepared_boundary(Boundary(("ul", "li"), (NodeTest("class", "x"), NodeTest("begins", "No.")))).selector
    'ul > li[class~="x"]'
    """
    *above, last = boundary.path
    elements = above if last == TEXT else boundary.path
    if any(tag != ANY and (not _TAG.fullmatch(tag) or tag in HIDDEN) for tag in elements):
        return None
    if boundary.stretch and boundary.path[0] != "html":
        return None
    selector, tests = " > ".join(elements), []
    for test in boundary.tests:
        css = _test_as_css(test) if last != TEXT else None
        if css is None:
            tests.append(test)
        else:
            selector += css
    return PreparedBoundary(selector, last, tuple(tests), boundary.stretch)


def _test_as_css(test: NodeTest) -> str | None:
    """A test behind a tag as CSS; None where CSS cannot say it."""
    if test.kind == "class":
        return css_of(Condition("class", test.value))
    if test.kind == "attribute":
        name, _, value = test.value.partition("=")
        if name in UNSTABLE or name == "class" or len(value) > LONGEST_VALUE:
            return None
        return css_of(Condition("attribute", value, name))
    if test.kind == "has":
        tags = test.value.split("/")
        return f":has(> {' > '.join(tags)})" if all(map(_is_visible_tag, tags)) else None
    return None


def _is_visible_tag(tag: str) -> bool:
    return bool(_TAG.fullmatch(tag)) and tag not in HIDDEN


class PreparedRule:
    """A rule made ready to run; it has what a ``FieldRule`` has.

    >>> from unweave.page import Page
    >>> from unweave.regions.addresses import Address
    >>> nodes = ParsedNodes(Page("<ul><li><b>Emma</b> <i class=year>1815</i>"))
    >>> region = prepared_boundary(Boundary(("ul", "li"))).regions(nodes)[0]
    >>> addresses = Address("class", "i.year"), Address("path", "b[1]/#text[1]")
    >>> [PreparedRule(FieldRule(address)).nodes_in(region) for address in addresses]
    [[Element('i')], [Text('Emma')]]
    """

    __slots__ = ("_find", "attribute", "opinion", "ordinal", "part")

    def __init__(self, rule: FieldRule) -> None:
        self.ordinal = None if rule.address.kind in {"before", "parallel"} else rule.ordinal
        self.attribute = rule.attribute
        self.part = rule.part
        self.opinion = rule.opinion
        self._find = _FINDERS[rule.address.kind](rule.address.value)

    def nodes_in(self, region: ParsedRegion) -> Sequence[Any]:
        """The nodes that it selects."""
        found, ordinal = self._find(region), self.ordinal
        if ordinal is None or (ordinal == 0 and len(found) < 2):
            return found
        at = ordinal if ordinal >= 0 else len(found) + ordinal
        return [found[at]] if 0 <= at < len(found) else []


def _by_path(value: str) -> Finder:
    """The node that a path leads to: ``i[1]/#text[1]``."""
    if value == ".":
        return lambda region: () if region.stretch else (region.start,)
    steps = [(tag, int(nth)) for step in value.split("/") for tag, _, nth in (step[:-1].rpartition("["),)]
    whole, behind = _followed(steps), _followed(steps[1:])
    tag, nth = steps[0]

    def find(region: ParsedRegion) -> Sequence[Any]:
        if not region.stretch:
            return whole(region.start, region)
        tags = region.nodes.tags
        first = (
            next(islice((root for root in region.roots if tags[root] == tag), nth - 1, None), None) if nth > 0 else None
        )
        return () if first is None else behind(first, region)

    return find


def _followed(steps: Sequence[tuple[str, int]]) -> Callable[[Any, ParsedRegion], Sequence[Any]]:
    """What follows steps from a node: one selector for the elements, and the text at the end."""
    if not steps:
        return lambda peer, _region: [peer]
    text = steps[-1] if steps[-1][0] == TEXT else None
    elements = steps if text is None else steps[:-1]
    if not all(_is_visible_tag(tag) for tag, _ in elements):
        return lambda peer, region: _stepped(peer, region, steps)
    selector = ":scope > " + " > ".join(f"{tag}:nth-of-type({nth})" for tag, nth in elements)

    def follow(peer: Any, region: ParsedRegion) -> Sequence[Any]:
        if elements:
            peer = peer.select_one(selector) if type(peer) is kinds().element else None
        if peer is None:
            return ()
        return [peer] if text is None else _child(peer, region, *text)

    return follow


def _stepped(peer: Any, region: ParsedRegion, steps: Sequence[tuple[str, int]]) -> Sequence[Any]:
    found: Sequence[Any] = [peer]
    for tag, nth in steps:
        found = _child(found[0], region, tag, nth) if found else ()
    return found


def _child(peer: Any, region: ParsedRegion, tag: str, nth: int) -> Sequence[Any]:
    """The n-th visible child of a tag, if there is one."""
    if type(peer) is kinds().element and len(peer) == 1 and nth == 1 and tag == TEXT:  # most often
        only = peer[0]
        return [only] if type(only) is kinds().text and not only.data.isspace() else ()
    same = [child for child in region.nodes.children[peer] if region.nodes.tags[child] == tag]
    return same[nth - 1 : nth] if nth > 0 else ()


def _by_selector(tag: str, condition: Condition) -> Finder:
    """The elements of a tag with a class or an attribute."""
    css = css_of(condition)
    if not _is_visible_tag(tag) or css is None:
        return lambda region: [peer for peer in region.elements() if peer.tag == tag and _has(peer, condition)]
    return lambda region: region.select(tag + css)


def _has(peer: Any, condition: Condition) -> bool:
    if condition.property == "class":
        return condition.value in class_tokens(peer.attr("class") or "")
    return condition.name in peer.attrs and peer.attr(condition.name) == condition.value


def _by_class(value: str) -> Finder:
    tag, _, token = value.partition(".")
    return _by_selector(tag, Condition("class", token))


def _by_attribute(value: str) -> Finder:
    found = _ADDRESS.fullmatch(value)
    return (
        _by_selector(found[1], Condition("attribute", found[3], found[2])) if found and found[2] in NAMED else _nothing
    )


def _by_tags(value: str) -> Finder:
    """The nodes at a path of tags: ``td/a``, ``td/#text``."""
    *above, last = value.split("/")
    elements = above if last == TEXT else [*above, last]
    if not all(map(_is_visible_tag, elements)):
        return lambda region: _at_tags(region, [*above, last])
    below = ":scope > " + " > ".join(elements)

    def find(region: ParsedRegion) -> Sequence[Any]:
        if region.stretch or not elements:
            return _at_tags(region, [*above, last])
        if type(region.start) is not kinds().element:
            return ()
        found = region.start.select(below)
        return found if last != TEXT else [text for peer in found for text in _texts(region, peer)]

    return find


def _texts(region: ParsedRegion, peer: Any) -> list[Any]:
    return [child for child in region.nodes.children[peer] if region.nodes.tags[child] == TEXT]


def _at_tags(region: ParsedRegion, tags: Sequence[str]) -> Sequence[Any]:
    """The same, step by step."""
    nodes = region.nodes
    found = region.roots if region.stretch else nodes.children[region.start]
    for at, tag in enumerate(tags):
        found = [peer for peer in found if nodes.tags[peer] == tag]
        if at < len(tags) - 1:
            found = [child for peer in found for child in nodes.children[peer]]
    return found


def _by_header(value: str) -> Finder:
    header, _, tag = value.rpartition(" > ")
    if tag not in CELLS or not header:
        return _nothing

    def find(region: ParsedRegion) -> Sequence[Any]:
        headed = region.nodes.headed
        return [cell for cell in region.select(tag) if headed(cell.parent).own.get(cell) == header]

    return find


def _by_column(value: str) -> Finder:
    """The same, and cells of rows before the region that reach into it."""
    header, _, tag = value.rpartition(" > ")
    if tag not in CELLS or not header:
        return _nothing
    inside = _by_header(value)

    def find(region: ParsedRegion) -> Sequence[Any]:
        rows = [region.nodes.headed(row) for row in region.elements(own=True) if row.tag == "tr"]
        before = {cell for row in rows for cell, own in row.spanned.items() if own == header and cell.tag == tag}
        return [*region.nodes.index.in_order(before - set(inside(region))), *inside(region)]

    return find


def _by_label(value: str) -> Finder:
    label, _, tag = value.rpartition(" > ")
    return lambda region: _labelled(region, label, tag) if 0 < len(label) <= LONGEST_LABEL else ()


def _labelled(region: ParsedRegion, label: str, tag: str) -> list[Any]:
    """The texts behind a label, or the elements that begin with them."""
    found, nodes, before = [], region.nodes, None
    for text in region.texts():
        if before is not None and nodes.text(before) == label:
            around = (text,) if tag == TEXT else ancestors_without(text, before)
            found += [one for one in around if nodes.tags[one] == tag]
        before = text
    return found


def _by_icon(value: str) -> Finder:
    """The texts right behind an element without text that stands for something."""
    named, (tag, _, token) = _ADDRESS.fullmatch(value), value.partition(".")
    if named and named[2] not in ICON_NAMES:
        return _nothing
    tag, condition = (
        (named[1], Condition("attribute", named[3], named[2])) if named else (tag, Condition("class", token))
    )
    icons = _by_selector(tag, condition)

    def find(region: ParsedRegion) -> Sequence[Any]:
        empty = {peer for peer in icons(region) if not region.nodes.visible_texts(peer) and value in icon_marks(peer)}
        found, is_next = [], False
        for peer in region.nodes.index.in_order([*empty, *region.texts()]) if empty else ():
            if peer in empty:
                is_next = True
            elif is_next:
                found.append(peer)
                is_next = False
        return found

    return find


def _by_own_text(value: str) -> Finder:
    tag, _, text = value.partition("=")
    if tag != "a" or not 0 < len(text) <= LONGEST_LABEL:
        return _nothing
    return lambda region: [peer for peer in region.select("a") if len(peer.attrs) and region.nodes.text(peer) == text]


def _by_extension(value: str) -> Finder:
    tag, _, ending = value.partition(".")
    if tag != "a" or not ending:
        return _nothing
    return lambda region: [peer for peer in region.select("a[href]") if extension_of(peer) == ending]


def _before(value: str) -> Finder:
    """The last node with a path of tags, and a mark if there is one, before a region."""

    def find(region: ParsedRegion) -> Sequence[Any]:
        headings = region.nodes.headings
        if value not in headings:
            headings[value] = _last_before(region.nodes, value)
        heading = headings[value].get(region.start)
        return () if heading is None else [heading]

    return find


def _last_before(nodes: ParsedNodes, value: str) -> dict[Any, Any]:
    """For each start the last node with a path and a mark before it."""
    path, _, mark = value.partition(" ")
    headings = [peer for peer in _with_path(nodes, tuple(path.split("/"))) if not mark or is_marked(peer, mark)]
    known, starts = set(headings), set(nodes.starts)
    found: dict[Any, Any] = {}
    last = None
    for peer in nodes.index.in_order([*headings, *nodes.starts]):
        if peer in starts:
            found[peer] = last
        if peer in known:
            last = peer
    return found


def _with_path(nodes: ParsedNodes, path: tuple[str, ...]) -> list[Any]:
    """The visible nodes of a page with just this path of tags, in document order."""
    boundary = prepared_boundary(Boundary(path)) if ANY not in path else None
    if boundary is not None:
        return boundary.starts(nodes) if path[0] == "html" else []
    inside, found = list(nodes.children[nodes.index.document.root]), []
    while inside:
        peer = inside.pop()
        if nodes.tags[peer] == path[-1] and nodes.path(peer) == path:
            found.append(peer)
        inside += reversed(nodes.children[peer])
    return found


def _parallel(value: str) -> Finder:
    """The node in the row with the same number of another list."""
    return lambda region: parallel_nodes(region.nodes, region.start, value)


def _anywhere(value: str) -> Finder:
    if value == TEXT:
        return lambda region: region.texts()
    name = value[1:]
    if value.startswith("."):
        return lambda region: [peer for peer in region.elements(own=True) if _has(peer, Condition("class", name))]
    return lambda region: [peer for peer in region.elements(own=True) if name in peer.attrs]


def _nothing(_region: ParsedRegion) -> Sequence[Any]:
    return ()


_FINDERS: dict[str, Callable[[str], Finder]] = {
    "path": _by_path,
    "class": _by_class,
    "attribute": _by_attribute,
    "tags": _by_tags,
    "header": _by_header,
    "column": _by_column,
    "label": _by_label,
    "icon": _by_icon,
    "own text": _by_own_text,
    "extension": _by_extension,
    "before": _before,
    "parallel": _parallel,
    ANYWHERE: _anywhere,
}


class PreparedRegions(NamedTuple):
    """A regions wrapper made ready to run: its boundaries, the reserves last, and the rules of each field."""

    boundaries: Sequence[PreparedBoundary | Boundary]
    rules: Mapping[str, Sequence[PreparedRule]]
    reserve_rules: Mapping[str, Sequence[PreparedRule]]


def prepared_regions(boundaries: Sequence[Boundary], *rules: Mapping[str, Sequence[FieldRule]]) -> PreparedRegions:
    """Boundaries, the rules of each field and their reserves, made ready to run.

    >>> prepared_regions([Boundary(("ul", "li"))], {}, {}).boundaries[0].selector
    'ul > li'
    """
    prepared = [{name: tuple(map(PreparedRule, some)) for name, some in one.items()} for one in rules]
    return PreparedRegions([prepared_boundary(one) or one for one in boundaries], *prepared)
