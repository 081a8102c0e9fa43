"""Records: the chain from the page to a record's node, and from there to its fields.

Legend

    node         the highest node around a record's values that holds no other record's values: ``<li class=book>``
    candidates   the nodes that may be it, highest first, down to the lowest around all its values
    definite     the values of a record of which it is known where they stand
    RecordView   a page of which only one record is seen: rules for fields are learned and run in it

A rule for the nodes is learned by the same builders as one for values (``RECORD_BIAS``); inside, each record is to the
fields what a page with one record is, so an optional field can be taken for no other record's.

Departure: the paper's chain lets the user say what a record is; here the examples do. Where records have no nodes of
their own (rows of ``<b>..</b> <i>..</i><br>``), there is no chain.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from unweave.page import Node, Span
from unweave.program import Selection
from unweave.records import Example
from unweave.rules.bias import RECORD_BIAS, Preference
from unweave.rules.lesson import Lesson
from unweave.rules.teach import Shown, definite
from unweave.rules.view import Extent, View
from unweave.rules.vote import elect

MOST_TRIES = 3
SPECIFIC = tuple(one for one in RECORD_BIAS if one.aim == "specific")
_WHOLE_PAGE = frozenset({"", "html", "body"})


class RecordView(View):
    """A page's view, of which only what stands inside one node is seen.

    >>> from unweave.page import Page
    >>> whole = View(Page("<ul><li><b>Emma</b> $5<li><b>Kim</b></ul>"))
    >>> one = RecordView(whole, whole.by_tag["li"][1])
    >>> [node.text for node in one.by_tag["b"]], one.before(one.by_tag["b"][0]), whole.before(one.by_tag["b"][0])
    (['Kim'], '', '$5')
    """

    def __init__(self, whole: View, node: Node) -> None:
        whole.heading(node)  # so that it is looked up once for all records
        vars(self).update(vars(whole))
        self.outer, self._shown = node, whole.extent(node)
        self.elements = _inside(node, whole.elements)
        self.by_tag = defaultdict(list, {"#text": whole.texts[self._shown.first : self._shown.end]})
        for one in self.elements:
            self.by_tag[one.tag].append(one)

    @property
    def shown(self) -> range:
        """The numbers of the texts that the record shows."""
        return range(*self._shown)

    def before(self, node: Node, distance: int = 1) -> str:
        """The text so many texts before a node, where the record shows it."""
        return super().before(node, distance) if self.extent(node).first - distance >= self._shown.first else ""

    def behind(self, node: Node, distance: int = 1) -> str:
        """The text so many texts behind a node, where the record shows it."""
        return super().behind(node, distance) if self.extent(node).end + distance <= self._shown.end else ""

    def shown_by(self, span: Span) -> Extent | None:
        """The texts that a span touches, where the record shows them."""
        found = super().shown_by(span)
        return found if found and _holds(self._shown, found) else None


def _inside(node: Node, nodes: Sequence[Node]) -> list[Node]:
    """Those of the nodes, which are in document order, that stand inside one of them."""
    first, end = (bisect_left(nodes, at, key=lambda one: one.index) for at in (node.index + 1, node.last + 1))
    return list(nodes[first:end])


def _holds(outer: Extent, inner: Extent) -> bool:
    return outer.first <= inner.first and inner.end <= outer.end


def record_nodes(rules: Sequence[Selection], view: View) -> list[Node]:
    """The records' nodes on a page, by the vote of their rules; the node is what the first rule takes for it.

    >>> from unweave.page import Page
    >>> from unweave.program import Step
    >>> view = View(Page("<ul><li>Emma<li>Kim</ul>"))
    >>> [node.text for node in record_nodes([Selection("", (Step("descendant", "li"),))], view)]
    ['Emma', 'Kim']
    """
    tag = rules[0].steps[0].tag
    chains = [view.chain(place) for place, _ in elect(rules, view)]
    found = [next((node for node in chain if node.tag == tag), chain[-1]) for chain in chains]
    return [node for node in found if node.kind == "element"]


def record_lessons(shown: Shown) -> Iterator[tuple[list[Lesson], tuple[Preference, ...], str]]:
    """What the examples teach of records' nodes, whom to ask, and their tag; for each that may be one, highest first.

    First, nothing but the records may be found; then also what looks like one and holds no value (an advert).
    """
    known = [(view, example) for view, example in shown if example.status != "unlabelled"]
    pages = [[_candidates(at, view, values) for at in range(len(values))] for view, values in _definite(known)]
    choices = [each for page in pages for each in page]
    if max(map(len, pages), default=0) <= 1 or not all(choices):
        return
    for strict in (True, False):
        for seed in min(choices, key=len)[:MOST_TRIES]:
            nodes = [[_most_like(seed, each) for each in page] for page in pages]
            lessons = [_lesson(*one, here, strict=strict) for one, here in zip(known, nodes, strict=True)]
            yield lessons, RECORD_BIAS if strict else SPECIFIC, seed.tag


def _definite(known: Shown) -> Iterator[tuple[View, list[list[Extent]]]]:
    for view, example in known:
        values = [definite(view, example, record) for record in example.records]
        yield view, [each for each in values if each]


def _candidates(at: int, view: View, values: Sequence[Sequence[Extent]]) -> list[Node]:
    """The nodes around all values of one record and none of the others, highest first."""
    own = Extent(min(one.first for one in values[at]), max(one.end for one in values[at]))
    others = [one for number, each in enumerate(values) for one in each if number != at]
    found = []
    for node in view.texts[own.first].ancestors():
        shown = view.extent(node)
        if node.tag in _WHOLE_PAGE or any(shown.first < one.end and one.first < shown.end for one in others):
            break
        if _holds(shown, own):
            found.append(node)
    return found[::-1]


def _most_like(seed: Node, nodes: Sequence[Node]) -> Node:
    """The node under the tags that the seed stands under; else the highest with its tag, else the highest."""
    same = [node for node in nodes if _tags(node) == _tags(seed)] or [node for node in nodes if node.tag == seed.tag]
    return (same or nodes)[0]


def _tags(node: Node) -> list[str]:
    return [node.tag, *(above.tag for above in node.ancestors())]


def _lesson(view: View, example: Example, nodes: Sequence[Node], *, strict: bool) -> Lesson:
    closed = strict and example.status == "complete" and len(nodes) == len(example.records)
    return Lesson(
        view,
        tuple((view.extent(node),) for node in nodes),
        closed=closed,
        refused=frozenset() if closed else _related(view, nodes),
        zone=view.shown_by(example.section) if example.section else None,
        most=len(nodes) if closed and not example.section else None,
    )


def _related(view: View, nodes: Sequence[Node]) -> frozenset[Extent]:
    """What the nodes around records and inside them show, which can be no records."""
    related = (view.extent(one) for node in nodes for one in (*node.ancestors(), *node.descendants()))
    return frozenset(related) - {view.extent(node) for node in nodes}


def one_by_one(shown: Shown, rules: Sequence[Selection]) -> list[tuple[View, Example]]:
    """Each record that the rules find and the examples know as an example of its own."""
    return [(one, part) for view, example in shown for one, part in _known(view, example, record_nodes(rules, view))]


def _known(view: View, example: Example, nodes: Sequence[Node]) -> Iterator[tuple[View, Example]]:
    in_order = example.status == "complete" and len(nodes) == len(example.records)
    taken: list[Node] = []
    for number, record in enumerate(example.records):
        values = definite(view, example, record)
        around = [node for node in nodes if values and all(_holds(view.extent(node), one) for one in values)]
        for node in around[:1] or nodes[number : number + in_order]:
            taken.append(node)
            yield RecordView(view, node), replace(example, records=(record,), section=None)
    if example.status == "complete" and example.section is None and len(taken) == len(example.records):
        for node in nodes:
            if node not in taken:
                yield RecordView(view, node), replace(example, records=())
