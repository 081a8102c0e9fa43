"""Record boundaries: which nodes of a page begin a record, and how far it goes.

Legend

    boundary    the tags from the top of the page to a record's first node, and what that node must have besides
    element     a record is one element: ``Boundary(("html", "body", "ul", "li"))``
    stretch     a record goes from its first node to the next such node beside it: h3, p, ul, h3, ...
    region      the numbers of the nodes of one record, a range: ``Region(12, 19)``
    test        something that a first node must have: ``NodeTest("class", "result")``

Tests compare a node with its neighbours, not with the source: white space and comments do not matter.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Literal, NamedTuple

from unweave.regions.nodes import ANY, NO_NODE, TEXT, PageNodes
from unweave.tuning import REGION_NESTED

TestKind = Literal["class", "attribute", "around", "has", "children", "before", "after", "begins", "first", "divided"]
_WORDS: Mapping[TestKind, str] = {
    "class": "with the class {!r}",
    "attribute": "with {}",
    "around": "somewhere in {!r}",
    "has": "that has {}",
    "children": "with the children {}",
    "before": "right behind {}",
    "after": "right before {}",
    "begins": "that begins with {!r}",
    "first": "whose first text is in {}",
    "divided": "at the beginning or right behind {}",
}
SEPARATORS = frozenset({"br", "hr"})
UNSTABLE = frozenset({"id", "href", "src", "style", "title", "alt", "about", "onclick", "name", "value"})
"""Attributes whose values mostly differ from record to record."""
LONGEST_VALUE = 40
MOST_CHILDREN = 4


class NodeTest(NamedTuple):
    """What a record's first node must have.

    ============= ==================================================================
    ``class``     this class token
    ``attribute`` this attribute with this value, as ``bgcolor=#fff``
    ``around``    an element around it with this class token or id, as ``#main``
    ``has``       below it a path of tags, as ``td/a``
    ``children``  just these children, as ``td td``
    ``before``    siblings with these tags right before it, as ``br br``
    ``after``     siblings with these tags right after it
    ``begins``    a text that begins with this word
    ``first``     its first text at this path of tags, as ``td/b/a``
    ``divided``   just these separators before it, as ``br br``, or nothing: it is its parent's first child
    ============= ==================================================================
    """

    kind: TestKind
    value: str

    def __str__(self) -> str:
        return _WORDS[self.kind].format(self.value)

    def holds(self, nodes: PageNodes, number: int) -> bool:
        """Whether a node has it.

        >>> from unweave.page import Page
        >>> nodes = PageNodes(Page("<p class=x>No. 5"))
        >>> [NodeTest(*test).holds(nodes, 3) for test in (("class", "x"), ("begins", "No."), ("has", "a"))]
        [True, True, False]
        """
        return self.value in _VALUES[self.kind](nodes, number)

    def passing(self, nodes: PageNodes, numbers: Sequence[int]) -> list[int]:
        """Those of the nodes that have it; each node of a page is tested once, since boundaries share tests.

        >>> from unweave.page import Page
        >>> NodeTest("class", "x").passing(PageNodes(Page("<p class=x>No. 5<p>No. 6")), [3, 5])
        [3]
        """
        known: dict[int, bool] = nodes.passed.setdefault(self, {})
        for number in numbers:
            if number not in known:
                known[number] = self.holds(nodes, number)
        return [number for number in numbers if known[number]]


class Region(NamedTuple):
    """The nodes of one record: from ``start`` up to, not including, ``stop``."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Boundary:
    """Where records begin and end.

    >>> from unweave.page import Page
    >>> nodes = PageNodes(Page("<h3>Emma</h3><p>1815</p><h3>Kim</h3><p>1901</p>"))
    >>> regions = Boundary(("html", "body", "h3"), stretch=True).regions(nodes)
    >>> [[nodes.tags[at] for at in range(*region)] for region in regions]
    [['h3', '#text', 'p', '#text'], ['h3', '#text', 'p', '#text']]
    """

    path: tuple[str, ...]
    tests: tuple[NodeTest, ...] = ()
    stretch: bool = False

    def regions(self, nodes: PageNodes) -> list[Region]:
        """The regions of the records of a page, in document order."""
        starts = nodes.ending(self.path)
        for test in self.tests:
            starts = test.passing(nodes, starts)
        if not self.stretch:
            return _in_few_others([Region(start, nodes.ends[start]) for start in starts])
        found = []
        for start, following in pairwise([*starts, len(nodes.tags)]):
            found.append(Region(start, min(following, nodes.ends[nodes.parents[start]])))
        return found

    def __str__(self) -> str:
        node = {TEXT: "a text", ANY: "an element"}.get(self.path[-1], f"an element {self.path[-1]!r}")
        inside = " > ".join(self.path[-4:-1])
        what = f"{node} inside {inside}" if inside else node
        if self.tests:
            what += " " + " and ".join(map(str, self.tests))
        return f"from {what} up to the next one" if self.stretch else what


def _in_few_others(regions: Sequence[Region]) -> list[Region]:
    """The regions without those that are inside many others: to read all of them would take the square of the time."""
    found: list[Region] = []
    around: list[int] = []  # where the regions that are open end
    for region in regions:
        while around and around[-1] <= region.start:
            around.pop()
        if len(around) < REGION_NESTED:
            found.append(region)
            around.append(region.stop)
    return found


def tests_of(nodes: PageNodes, number: int) -> frozenset[NodeTest]:
    """What can be said of a node besides its path; ``has`` aside.

    >>> from unweave.page import Page
    >>> nodes = PageNodes(Page("<hr><p class=x>No. 5"))
    >>> sorted(tests_of(nodes, 4))[:2]
    [NodeTest(kind='before', value='hr'), NodeTest(kind='begins', value='No.')]
    """
    found = nodes.tests.get(number)
    if found is None:
        kinds = [kind for kind in _VALUES if kind != "has"]
        found = nodes.tests[number] = frozenset(node_tests(nodes, number, kinds))
    return found


def node_tests(nodes: PageNodes, number: int, kinds: Iterable[TestKind]) -> Iterator[NodeTest]:
    """The tests of these kinds that a node passes, each once.

    >>> from unweave.page import Page
    >>> list(node_tests(PageNodes(Page("<hr><p class=x>No. 5")), 4, ["class"]))
    [NodeTest(kind='class', value='x')]
    """
    for kind in kinds:
        yield from (NodeTest(kind, value) for value in dict.fromkeys(_VALUES[kind](nodes, number)))


def _attributes(nodes: PageNodes, number: int) -> Iterator[str]:
    peer = nodes.peers[number]
    for name in peer.attrs if nodes.tags[number] != TEXT else ():
        value = peer.attr(name) or ""
        if name not in UNSTABLE and name != "class" and len(value) <= LONGEST_VALUE:
            yield f"{name}={value}"


def _children(nodes: PageNodes, number: int) -> Iterable[str]:
    children = nodes.children[number]
    return (" ".join([nodes.tags[child] for child in children]),) if 0 < len(children) <= MOST_CHILDREN else ()


def _first_word(nodes: PageNodes, number: int) -> Sequence[str]:
    return nodes.text(number).split(None, 1)[:1]


def _around(nodes: PageNodes, number: int) -> Iterator[str]:
    for above in islice(nodes.ancestors(number), 3):
        yield from nodes.classes(above)
        identity = nodes.peers[above].attr("id")
        if identity:
            yield f"#{identity}"


def _before(nodes: PageNodes, number: int) -> list[str]:
    parent, at = nodes.parents[number], nodes.positions[number]
    sizes = [size for size in (1, 2) if at >= size]
    return [" ".join([nodes.tags[one] for one in nodes.children[parent][at - size : at]]) for size in sizes]


def _after(nodes: PageNodes, number: int) -> list[str]:
    parent = nodes.parents[number]
    siblings, at = nodes.children[parent] if parent != NO_NODE else [number], nodes.positions[number] + 1
    sizes = [size for size in (1, 2) if at + size <= len(siblings)]
    return [" ".join([nodes.tags[one] for one in siblings[at : at + size]]) for size in sizes]


def _separators(nodes: PageNodes, number: int) -> Iterable[str]:
    """The run of separators right before a node; of a first child, the runs before all of its siblings."""
    parent = nodes.parents[number]
    if parent == NO_NODE or nodes.tags[number] in SEPARATORS:
        return ()
    if nodes.positions[number]:
        run = _run_before(nodes, number)
        return (run,) if run else ()
    others = nodes.children[parent][1:]
    return sorted({run for one in others if nodes.tags[one] not in SEPARATORS and (run := _run_before(nodes, one))})


def _run_before(nodes: PageNodes, number: int) -> str:
    siblings, at = nodes.children[nodes.parents[number]], nodes.positions[number]
    first = at
    while first and nodes.tags[siblings[first - 1]] in SEPARATORS:
        first -= 1
    return " ".join(nodes.tags[one] for one in siblings[first:at])


def first_text_path(nodes: PageNodes, number: int) -> str:
    """The tags from below a node down to its first text; "" where the node is that text, or has none.

    >>> from unweave.page import Page
    >>> first_text_path(PageNodes(Page("<p><b><a href=/>Emma</a></b> 1815")), 3)
    'b/a'
    """
    waiting = [number]
    while waiting:
        first = waiting.pop()
        if nodes.tags[first] == TEXT:
            return "/".join(nodes.path(first)[len(nodes.path(number)) : -1])
        waiting += reversed(nodes.children[first])
    return ""


def below(nodes: PageNodes, number: int) -> set[str]:
    """The paths of tags below a node, up to two steps.

    >>> from unweave.page import Page
    >>> sorted(below(PageNodes(Page("<p><b><i>x")), 3))[:2]
    ['b', 'b/i']
    """
    found: set[str] = set()
    for child in nodes.children[number]:
        tag = nodes.tags[child]
        found.add(tag)
        found |= {f"{tag}/{nodes.tags[inner]}" for inner in nodes.children[child]}
    return found


def _first_path(nodes: PageNodes, number: int) -> Iterable[str]:
    return filter(None, (first_text_path(nodes, number),))


_VALUES: Mapping[TestKind, Callable[[PageNodes, int], Iterable[str]]] = {
    "class": PageNodes.classes,
    "attribute": _attributes,
    "around": _around,
    "has": below,
    "children": _children,
    "before": _before,
    "after": _after,
    "begins": _first_word,
    "first": _first_path,
    "divided": _separators,
}
"""For each kind of test, the values with which a node passes it."""


def common_tests(nodes: Iterable[tuple[PageNodes, int]]) -> list[NodeTest]:
    """What all these nodes have, in a fixed order."""
    pairs = list(nodes)
    shared = frozenset.intersection(*(tests_of(page, number) for page, number in pairs))
    paths = set.intersection(*(below(page, number) for page, number in pairs))
    return sorted(shared | {NodeTest("has", path) for path in paths if TEXT not in path})
