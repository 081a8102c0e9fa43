"""What elements say of the records of a boundary, beside the values: are these made alike, and which are left out?

Legend

    record       the region of a record, with its nodes
    structure    between 0 and 1, the mean over the records of ``main_list.RecordModel.score`` on their pages, those
                 with three records or more. Any link of a page has a text and a target; only the records of the list
                 have a number before, and a description behind it
    among        from the first to the last record of a page

The boundary with the best structure may leave records out that are made differently: where regions of a boundary around
it have values that look like shown ones, and are among the records, but are none, nobody knows what they are.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

from unweave.regions.addresses import RegionNodes
from unweave.regions.features import features_of
from unweave.regions.main_list import RecordModel

FEWEST = 3  # records of a page that tell how they are made
LEAST_STRUCTURE = 0.01


def structure(records: Sequence[RegionNodes]) -> float | None:
    """How much speaks for records being made alike on purpose; None where no page has three.

    >>> from unweave.page import Page
    >>> from unweave.regions.boundaries import Boundary
    >>> from unweave.regions.nodes import nodes_of
    >>> boundary = Boundary(("ul", "li"))
    >>> def of(item):
    ...     nodes = nodes_of(Page(f"<ul>{3 * item}</ul>"))
    ...     return structure([RegionNodes.of(nodes, one, boundary) for one in boundary.regions(nodes)])
    >>> of("<li>Kim") < of("<li><b>Kim</b> 1901") < of("<li><a href=/>Kim</a><p>1901<p>Kipling")
    True
    """
    pages = [some for some in _by_page(records) if len(some) >= FEWEST]
    found = [len(some) * _on_page(some) for some in pages]
    return sum(found) / sum(map(len, pages)) if pages else None


def _on_page(records: Sequence[RegionNodes]) -> float:
    features = features_of(records[0].nodes)
    return max(LEAST_STRUCTURE, RecordModel(features, [features.form(one.region) for one in records]).score())


def _by_page(records: Sequence[RegionNodes]) -> list[list[RegionNodes]]:
    found: dict[int, list[RegionNodes]] = defaultdict(list)
    for one in records:
        found[id(one.nodes)].append(one)
    return list(found.values())


def share_among(records: Sequence[RegionNodes], others: Sequence[RegionNodes]) -> float:
    """The share of other regions among the records of their page in which a record begins; the least of all pages.

    >>> from unweave.page import Page
    >>> from unweave.regions.boundaries import Boundary
    >>> from unweave.regions.nodes import nodes_of
    >>> nodes = nodes_of(Page("<ul><li>Top<li><b>Emma</b><li>Kim<li><b>Dune</b><li>Next</ul>"))
    >>> def regions(*path):
    ...     boundary = Boundary(path)
    ...     return [RegionNodes.of(nodes, one, boundary) for one in boundary.regions(nodes)]
    >>> round(share_among(regions("li", "b"), regions("ul", "li")), 2)
    0.67
    """
    return min((_share_on_page(some, others) for some in _by_page(records)), default=1.0)


def _share_on_page(records: Sequence[RegionNodes], others: Sequence[RegionNodes]) -> float:
    starts = sorted(one.region.start for one in records)
    same_page = [one.region for one in others if one.nodes is records[0].nodes]
    among = [(start, stop) for start, stop in same_page if starts[0] < stop and start <= starts[-1]]
    return fmean(bisect_left(starts, start) < bisect_left(starts, stop) for start, stop in among) if among else 1.0
