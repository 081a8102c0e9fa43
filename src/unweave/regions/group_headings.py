"""Rows that are nothing but the heading of a group: ``<tr><td colspan=3>Timber</td></tr>`` between rows of prices.

Legend

    heading     a text before records that is a value of each of them, up to the next one: a rule ``before`` finds it
    its row     has this text where records have their first value, and looks like a record that lacks the others
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from unweave.regions.boundaries import Region
from unweave.regions.nodes import PageNodes


def texts_of_headings(
    nodes: PageNodes, rules: Mapping[str, Sequence[Any]], read: Callable[[Any], Iterable[Any]]
) -> frozenset[str]:
    """The texts before the regions of a page that are values of theirs, given how regions are read for some rules."""
    before = {name: [rule for rule in some if rule.opinion[0] == "before"] for name, some in rules.items()}
    every = [rule for some in before.values() for rule in some]
    regions = read(before) if every else ()
    return frozenset(nodes.text(node) for region in regions for rule in every for node in rule.nodes_in(region))


def is_heading(nodes: PageNodes, region: Any, headings: frozenset[str]) -> bool:
    """Whether the whole text of a region is that of a heading.

    >>> from unweave.page import Page
    >>> nodes = PageNodes(Page("<table><tr><td>Timber<tr><td>Oak<td>$5"))
    >>> rows = [Region(at, nodes.ends[at]) for at, tag in enumerate(nodes.tags) if tag == "tr"]
    >>> [is_heading(nodes, row, frozenset({"Timber"})) for row in rows]
    [True, False]
    """
    if not headings:
        return False
    texts = nodes.texts_in(region) if isinstance(region, Region) else region.texts()
    return len(texts) == 1 and nodes.text(texts[0]) in headings
