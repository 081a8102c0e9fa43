"""Records of a list: the training data for the node of a record, and records as examples of their own.

Legend

    record node   the highest node around a record's values without a value of another record: ``<li class=book>``
    candidates    the nodes that may be it, highest first, down to the lowest around all values of the record
    unambiguous   values of a record that occur once on the page

Rules for record nodes are learned by the same master learner, with ``RECORD_BIAS``. Inside, each record is to its
fields what a page with one record is, so a missing value is never taken from another record.

Departure from the paper: its user says what a record is, and fields are found by a chain from there; here the examples
say it. Where records have no nodes of their own (rows of ``<b>..</b> <i>..</i><br>``), there is no such rule.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from unweave.engine.run import record_elements
from unweave.page import Node
from unweave.program import Selection
from unweave.records import Example
from unweave.rules.bias import RECORD_BIAS, BiasEntry
from unweave.rules.partial_views import RecordView
from unweave.rules.training_data import ViewedExamples, unambiguous_values
from unweave.rules.training_page import TrainingPage
from unweave.rules.views import Extent, PageView
from unweave.tuning import RULE_RECORD_TRIES

SPECIFIC_BIAS = tuple(entry for entry in RECORD_BIAS if entry.aim == "specific")
_WHOLE_PAGE = frozenset({"", "html", "body"})


def record_nodes(rules: Sequence[Selection], view: PageView) -> list[Node]:
    """The record nodes of a page, by the vote of their rules.

    >>> from unweave.page import Page
    >>> from unweave.program import Step
    >>> view = PageView(Page("<ul><li>Emma<li>Kim</ul>"))
    >>> [node.text for node in record_nodes([Selection("", (Step("descendant", "li"),))], view)]
    ['Emma', 'Kim']
    """
    return [view.node(peer) for peer in record_elements(rules, view.index)]


def record_training(examples: ViewedExamples) -> Iterator[tuple[list[TrainingPage], tuple[BiasEntry, ...], str]]:
    """Training pages, bias and tag for each candidate of the record node, highest first.

    First, a rule may find nothing but records; then also nodes that look like one and contain no value (adverts).
    """
    known = [(view, example) for view, example in examples if example.status != "unlabelled"]
    pages = [list(_candidates(view, values)) for view, values in _values(known)]
    choices = [candidates for page in pages for candidates in page]
    if max(map(len, pages), default=0) <= 1 or not all(choices):
        return
    for strict in (True, False):
        for seed in min(choices, key=len)[:RULE_RECORD_TRIES]:
            nodes = [[_most_similar(seed, candidates) for candidates in page] for page in pages]
            training = [_training_page(*one, here, strict=strict) for one, here in zip(known, nodes, strict=True)]
            yield training, RECORD_BIAS if strict else SPECIFIC_BIAS, seed.tag


def _values(known: ViewedExamples) -> Iterator[tuple[PageView, list[list[Extent]]]]:
    """For each page, the unambiguous values of each record that has any."""
    for view, example in known:
        values = [unambiguous_values(view, example, record) for record in example.records]
        yield view, [each for each in values if each]


def _candidates(view: PageView, values: Sequence[Sequence[Extent]]) -> Iterator[list[Node]]:
    """For each record, the nodes around all of its values and none of the others, highest first."""
    firsts = sorted(one.first for each in values for one in each)
    ends = sorted(one.end for each in values for one in each)
    for own in values:
        whole = Extent(min(one.first for one in own), max(one.end for one in own))
        found = []
        for node in view.texts[whole.first].ancestors():
            extent = view.extent(node)
            # Those that begin before the end of the node, without those that end before it begins.
            inside = bisect_left(firsts, extent.end) - bisect_right(ends, extent.first)
            if node.tag in _WHOLE_PAGE or inside > sum(map(extent.overlaps, own)):
                break
            if extent.contains(whole):
                found.append(node)
        yield found[::-1]


def _most_similar(seed: Node, nodes: Sequence[Node]) -> Node:
    """The node whose ancestors have the tags of the seed's; else the highest with its tag, else the highest."""
    same = [node for node in nodes if _tags(node) == _tags(seed)] or [node for node in nodes if node.tag == seed.tag]
    return (same or nodes)[0]


def _tags(node: Node) -> list[str]:
    return [node.tag, *(above.tag for above in node.ancestors())]


def _training_page(view: PageView, example: Example, nodes: Sequence[Node], *, strict: bool) -> TrainingPage:
    complete = strict and example.status == "complete" and len(nodes) == len(example.records)
    return TrainingPage(
        view,
        tuple((view.extent(node),) for node in nodes),
        complete=complete,
        rejected=frozenset() if complete else _around_and_inside(view, nodes),
        section=view.extent_of_span(example.section) if example.section else None,
        max_found=len(nodes) if complete and not example.section else None,
    )


def _around_and_inside(view: PageView, nodes: Sequence[Node]) -> frozenset[Extent]:
    """The extents of ancestors and descendants of record nodes, which can be no records."""
    related = (view.extent(one) for node in nodes for one in (*node.ancestors(), *node.descendants()))
    return frozenset(related) - {view.extent(node) for node in nodes}


def record_examples(examples: ViewedExamples, rules: Sequence[Selection]) -> list[tuple[PageView, Example]]:
    """Each record of the examples that the rules find, as an example of its own."""
    return [one for view, example in examples for one in _known(view, example, record_nodes(rules, view))]


def _known(view: PageView, example: Example, nodes: Sequence[Node]) -> Iterator[tuple[PageView, Example]]:
    in_order = example.status == "complete" and len(nodes) == len(example.records)
    by_index = {node.index: node for node in nodes}
    taken: list[int] = []
    for number, record in enumerate(example.records):
        around = _around(view, unambiguous_values(view, example, record), by_index)
        for node in around[-1:] or nodes[number : number + in_order]:
            taken.append(node.index)
            yield RecordView(view, node), replace(example, records=(record,), section=None)
    if example.status == "complete" and example.section is None and len(taken) == len(example.records):
        for index in sorted(by_index.keys() - set(taken)):
            yield RecordView(view, by_index[index]), replace(example, records=())


def _around(view: PageView, values: Sequence[Extent], by_index: Mapping[int, Node]) -> list[Node]:
    """Those of the record nodes that are around all of these values, innermost first."""
    if not values:
        return []
    text = view.texts[values[0].first]
    above = [node for node in (text, *text.ancestors()) if node.index in by_index]
    return [node for node in above if all(map(view.extent(node).contains, values))]
