"""Which regions of a boundary are records: by their values, and by what they are made of.

Legend

    score       of a region: the mean plausibility of its values (``wrapper.region_score``)
    sure        a region whose values all look like shown ones
    likely      a region with a score of at least ``REGION_KEPT``
    between     a region between two likely ones, in the same parent. With a score of ``REGION_SKIPPED`` it may be a
                record that lacks a value, if such regions are few or irregular: every second row is something else.
                With all fields it may be a record whose values look different, however many there are
    beside      a region next to a likely one, or to one that is beside, in the same parent: the first or the last of a
                list. It may be a record that lacks values if those that it has, two or more, look like shown ones, and
                if such regions are few
    peer        of a region before the first or behind the last record: a record between others that is made of the same
                elements, has as many values, and is no more like the shown ones. What is a record between others is one
                at the end of the list, too. Of a region with all fields it is any record, if its elements have classes
                or targets: the headers and the totals of a plain table are made as its rows are
    described   the model of the sure regions (``main_list.RecordModel``) saves bits in describing the region. If the
                region lacks a value, it is enough that it has nothing that they lack, or that its other values look
                like shown ones

A sure region is a record. Any other must be described, too, and if it is not even likely, its text must not be
repeated: the row of headers has a title and an author that look like any other, but no link; the item of a menu has a
link, but nothing else. Where fewer regions than ``FEWEST_FORMS`` can make a model, the values decide alone.

On the pages of ``lists`` an earlier form of the model, made of the regions that the values keep, did not describe 1,636
of 1,637 other regions, and all but 12 of the 2,625 that are kept; the figures for this form were not counted.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import pairwise
from math import inf
from statistics import fmean

from unweave.regions.boundaries import Region
from unweave.regions.features import Form, features_of
from unweave.regions.main_list import RecordModel
from unweave.regions.nodes import PageNodes
from unweave.tuning import REGION_KEPT, REGION_SKIPPED

FEWEST_FORMS = 3
FEWEST_VALUES = 2  # one link alone is a note below the list more often than a record
MOST_FORMS = 400
SURE = 0.99
MARK = re.compile(r"/@.*\b(class=|href)")


def members(
    nodes: PageNodes,
    regions: Sequence[Region],
    scores: Sequence[float],
    present: Sequence[float],
    sizes: Sequence[int],
) -> list[bool]:
    """Which regions of a page are records; ``present``: the scores of the values that they have, ``sizes``: how many.

    >>> from unweave.page import Page
    >>> rows = "".join(f"<tr><td><a href=/{year}>{year}</a><td>x" for year in (1815, 1901, 1965))
    >>> nodes = PageNodes(Page(f"<table><tr><td>Year<td>Note{rows}"))
    >>> regions = [Region(at, nodes.ends[at]) for at, tag in enumerate(nodes.tags) if tag == "tr"]
    >>> members(nodes, regions, [0.75, 1.0, 1.0, 1.0], [0.75, 1.0, 1.0, 1.0], [2, 2, 2, 2])
    [False, True, True, True]
    """
    parents = [nodes.parents[region.start] for region in regions]
    inside = between(scores, parents)
    likely = _likely(scores, present, sizes, inside, parents)
    doubtful = [at for at, is_likely in enumerate(likely) if is_likely and scores[at] < SURE]
    typical = _typical(scores)
    full = {at for at, score in enumerate(scores) if REGION_SKIPPED <= score == present[at] and not likely[at]}
    if (doubtful or full) and len(typical) >= FEWEST_FORMS:
        forms = _Forms(nodes, regions, typical[:MOST_FORMS])
        texts = Counter(forms.text(at) for at in doubtful)
        for at in doubtful:
            is_new = scores[at] >= REGION_KEPT or texts[forms.text(at)] == 1
            likely[at] = is_new and forms.is_record(at, scores[at], present[at], sizes[at])
        peers = {at: scores[at] for at in doubtful if likely[at] and inside[at]}
        least = forms.least_scores(peers, sizes)

        def has_peer(at: int) -> bool:
            if inside[at] or (texts and forms.text(at) in texts):  # it was judged, or repeats what was
                return False
            if least and scores[at] >= least.get((forms.features(at), sizes[at]), inf):
                return True
            return at in full and forms.is_marked_as_others(at)

        if least or full:
            _add_ends(likely, parents, has_peer)
    return likely


def _likely(
    scores: Sequence[float],
    present: Sequence[float],
    sizes: Sequence[int],
    inside: Sequence[bool],
    parents: Sequence[int],
) -> list[bool]:
    """Which regions may be records by their values."""
    may_lack = [
        REGION_SKIPPED <= score < REGION_KEPT and own >= SURE and size >= FEWEST_VALUES
        for score, own, size in zip(scores, present, sizes, strict=True)
    ]
    beside = _beside(scores, may_lack, parents)
    few = _are_few(scores, inside)
    return [
        score >= REGION_KEPT
        or (few and (is_beside or (is_inside and score >= REGION_SKIPPED)))
        or (is_inside and score == own)
        for score, is_inside, is_beside, own in zip(scores, inside, beside, present, strict=True)
    ]


def _typical(scores: Sequence[float]) -> list[int]:
    """The regions that make the model: the sure ones, or the likely ones where these are too few."""
    sure = [at for at, score in enumerate(scores) if score >= SURE]
    return sure if len(sure) >= FEWEST_FORMS else [at for at, score in enumerate(scores) if score >= REGION_KEPT]


class _Forms:
    """What regions are made of, beside the model of the typical ones."""

    def __init__(self, nodes: PageNodes, regions: Sequence[Region], typical: Sequence[int]) -> None:
        self.nodes, self.regions, self.typical = nodes, regions, typical
        self.of_page = features_of(nodes)

    @cached_property
    def forms(self) -> list[Form]:
        """The forms of the typical regions, which most pages need not: read where a region is doubtful."""
        return [self.of_page.form(self.regions[at]) for at in self.typical]

    @cached_property
    def model(self) -> RecordModel:
        """What the typical regions are made of."""
        return RecordModel(self.of_page, self.forms)

    @cached_property
    def known(self) -> AbstractSet[int]:
        """The features of more than one typical region."""
        return {feature for feature, count in self.model.counts.items() if count > 1}

    def text(self, at: int) -> str:
        """The text of a region."""
        return " ".join(map(self.nodes.text, self.nodes.texts_in(self.regions[at])))

    def features(self, at: int) -> frozenset[int]:
        """The features of a region."""
        return self.of_page.form(self.regions[at]).features

    def is_marked_as_others(self, at: int) -> bool:
        """Whether a region is made of the same elements as a typical one, and these have classes or targets."""
        features = self.features(at)
        is_marked = any(MARK.search(self.of_page.name(one)) for one in features)
        return is_marked and any(features == form.features for form in self.forms)

    def is_record(self, at: int, score: float, present: float, size: int) -> bool:
        """Whether a region is described, or lacks a value and has nothing strange, or little."""
        form = self.of_page.form(self.regions[at])
        usual = len(form.features & self.known) / max(1, len(form.features))
        is_like = score >= REGION_KEPT or (size >= FEWEST_VALUES and usual >= REGION_KEPT)
        return self.model.saved(form) > 0 or (score < present and (usual == 1 or (present >= SURE and is_like)))

    def least_scores(self, peers: Mapping[int, float], sizes: Sequence[int]) -> dict[tuple[frozenset[int], int], float]:
        """The least score of the peers with the same features and as many values."""
        least: dict[tuple[frozenset[int], int], float] = {}
        for at, score in peers.items():
            key = self.features(at), sizes[at]
            least[key] = min(score, least.get(key, inf))
        return least


def _add_ends(likely: list[bool], parents: Sequence[int], has_peer: Callable[[int], bool]) -> None:
    """Take the regions with a peer that are next to a record, or to one that was taken, for records, too."""
    for order in (range(len(likely)), range(len(likely) - 1, -1, -1)):
        for before, at in pairwise(order):
            if likely[before] and not likely[at] and parents[at] == parents[before]:
                likely[at] = has_peer(at)


def alike(nodes: PageNodes, regions: Sequence[Region]) -> float:
    """The share of some regions that a model of all of them describes; 1 where there are too few for a model.

    >>> from unweave.page import Page
    >>> nodes = PageNodes(Page("<ul><li>Emma<li>Kim<li>Dune<li><table><tr><td>x<td>y</table>"))
    >>> alike(nodes, [Region(at, nodes.ends[at]) for at, tag in enumerate(nodes.tags) if tag == "li"])
    0.75
    """
    some = regions[:MOST_FORMS]
    if len(some) <= FEWEST_FORMS:
        return 1.0
    features = features_of(nodes)
    forms = [features.form(region) for region in some]
    model = RecordModel(features, forms)
    return fmean(model.saved(form) > 0 for form in forms)


def between(scores: Sequence[float], parents: Sequence[int]) -> list[bool]:
    """Which regions are between two likely ones that have the same parent, given the scores of the regions.

    >>> between([1.0, 0.5, 1.0, 0.5], [7, 7, 7, 7])
    [False, True, False, False]
    """
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for at, (score, parent) in enumerate(zip(scores, parents, strict=True)):
        if score >= REGION_KEPT:
            first.setdefault(parent, at)
            last[parent] = at
    return [
        scores[at] < REGION_KEPT and first.get(parent, at) < at < last.get(parent, at)
        for at, parent in enumerate(parents)
    ]


def _beside(scores: Sequence[float], may_lack: Sequence[bool], parents: Sequence[int]) -> list[bool]:
    """Which of the regions that may lack values are next to a likely one, or to each other up to a likely one."""
    found = [False] * len(scores)
    for order in (range(len(scores)), range(len(scores) - 1, -1, -1)):
        for before, at in pairwise(order):
            is_reached = found[before] or scores[before] >= REGION_KEPT
            found[at] = found[at] or (may_lack[at] and is_reached and parents[at] == parents[before])
    return found


def may_be_records(scores: Sequence[float], parents: Sequence[int]) -> list[bool]:
    """Which regions may be records by their scores: the likely ones, and those between them that may lack a value.

    >>> may_be_records([1.0, 0.5, 1.0, 1.0, 0.5], [7, 7, 7, 7, 7])
    [True, True, True, True, False]
    """
    inside = between(scores, parents)
    few = _are_few(scores, inside)
    return [
        score >= REGION_KEPT or (few and is_inside and score >= REGION_SKIPPED)
        for score, is_inside in zip(scores, inside, strict=True)
    ]


def _are_few(scores: Sequence[float], inside: Sequence[bool]) -> bool:
    """Whether the regions between likely ones that may lack a value are few, or come irregularly."""
    lacking = [at for at, is_inside in enumerate(inside) if is_inside and scores[at] >= REGION_SKIPPED]
    return 2 * len(lacking) <= sum(score >= REGION_KEPT for score in scores) or not is_regular(lacking)


def is_regular(numbers: Sequence[int]) -> bool:
    """Whether the distances of most neighbours are the same, and more than 1.

    >>> is_regular([1, 3, 5, 7]), is_regular([0, 1, 2]), is_regular([0, 2, 5])
    (True, False, False)
    """
    distances = Counter(after - before for before, after in pairwise(numbers))
    (distance, times), *_ = distances.most_common(1)
    return distance > 1 and times > REGION_KEPT * distances.total()
