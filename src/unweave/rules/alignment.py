"""Which candidate of each target a rule is learned from, given one candidate of a seed target.

Legend

    seed        the target with the fewest candidates, from which the search starts
    Positives   one candidate for each target: ``{(page, target): extent}``
    align       of each other target, the candidate that is most similar to that of the seed
    subset      the targets that one panel of rules must cover: all, one on each page, or those with the seed's tags
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from unweave.rules.paths import path_of
from unweave.rules.training_page import Target, TargetId, TrainingPage
from unweave.rules.views import Extent, PageView
from unweave.tuning import RULE_SIMILARITY_DEPTH, RULE_SIMILARITY_LABEL, RULE_SIMILARITY_POSITION

Uncovered: TypeAlias = Mapping[TargetId, Target]
Positives: TypeAlias = dict[TargetId, Extent]


def align(training: Sequence[TrainingPage], uncovered: Uncovered, seed: TargetId, extent: Extent) -> Positives:
    """For each target the candidate that is most similar to ``extent``, a candidate of the seed."""
    view = training[seed[0]].view
    chosen: Positives = {}
    for target_id, target in uncovered.items():
        if target_id == seed or len(target) == 1:
            chosen[target_id] = extent if target_id == seed else target[0]
        else:
            other, is_same_page = training[target_id[0]].view, target_id[0] == seed[0]
            scores = [
                (similarity(view, extent, other, one), -abs(one.first - extent.first) * is_same_page) for one in target
            ]
            chosen[target_id] = target[scores.index(max(scores))]
    return chosen


def similarity(view: PageView, extent: Extent, other_view: PageView, other: Extent) -> float:
    """How similar two extents are: the levels that their paths share from below, and the texts before and after.

    >>> from unweave.page import Page
    >>> view = PageView(Page("<b>a</b><b>b</b><i>c</i>"))
    >>> same, different = (similarity(view, Extent(0, 1), view, Extent(at, at + 1)) for at in (1, 2))
    >>> same > different
    True
    """
    first, second = path_of(view, view.first_node(extent)), path_of(other_view, other_view.first_node(other))
    score = RULE_SIMILARITY_DEPTH * (len(first) == len(second))
    for one, two in zip(first, second, strict=False):
        if one.tag != two.tag:
            break
        score += 1 + (one.attributes == two.attributes) + RULE_SIMILARITY_POSITION * (one.nth == two.nth)
    before = view.previous_text(extent) == other_view.previous_text(other)
    after = view.next_text(extent) == other_view.next_text(other)
    return score + RULE_SIMILARITY_LABEL * before + after


def tags_of(view: PageView, extent: Extent) -> tuple[str, ...]:
    """The tags from the innermost node of an extent up to the root.

    >>> from unweave.page import Page
    >>> tags_of(PageView(Page("<b>a</b>")), Extent(0, 1))
    ('#text', 'b', 'body', 'html')
    """
    return tuple(level.tag for level in path_of(view, view.nodes_of(extent)[0]))


def all_targets(training: Sequence[TrainingPage], positives: Positives, seed: TargetId) -> Positives:
    """All of them."""
    del training, seed
    return positives


def _one_per_page(training: Sequence[TrainingPage], positives: Positives, seed: TargetId) -> Positives:
    """On each page the one that is most similar to the seed's."""
    chosen: Positives = {seed: positives[seed]}
    view = training[seed[0]].view
    for page in dict.fromkeys(page for page, _ in positives):
        if page != seed[0]:
            here = [one for one in positives if one[0] == page]
            scores = [similarity(view, positives[seed], training[page].view, positives[one]) for one in here]
            best = here[scores.index(max(scores))]
            chosen[best] = positives[best]
    return chosen


def same_tags(training: Sequence[TrainingPage], positives: Positives, seed: TargetId) -> Positives:
    """Those with the tags of the seed's."""
    wanted = tags_of(training[seed[0]].view, positives[seed])
    return {one: extent for one, extent in positives.items() if tags_of(training[one[0]].view, extent) == wanted}


def seed_only(training: Sequence[TrainingPage], positives: Positives, seed: TargetId) -> Positives:
    """The seed's only."""
    del training
    return {seed: positives[seed]}


SUBSETS = ((all_targets, False), (all_targets, True), (_one_per_page, False), (same_tags, False))
"""The subsets that a panel is learned for, and whether its rules may have exceptions."""
