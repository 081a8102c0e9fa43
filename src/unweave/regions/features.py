"""What regions of a page are made of: sets of features that can be counted, and amounts of text.

Legend

    feature     ``tr``, ``tr/td``, ``tr/td*2`` (a second cell), ``tr/td/#text``, ``tr/td/@class=no``: that a region has
                a node with this path of tags, that it has several, that one of them has these attributes
    above       of a feature: what a region with it has too, as ``tr/td`` of ``tr/td/a`` and of ``tr/td*2``
    form        what is counted of one region: its features, the logarithm of its length, the part that is in links
    plain       ``font``, ``b``, ``tbody``: elements that say little about structure. What is in them counts as if it
                were right in the element around them: old pages leave them open, so that they nest ever deeper
    weight      how much a text says: a letter counts 1, in a link less; other signs count less, too

Features are numbers, so that sets of them are small. Number 0 is above all others.
"""

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from math import log2
from typing import Any, NamedTuple

from unweave.regions.boundaries import Region
from unweave.regions.nodes import TEXT, PageNodes
from unweave.tuning import LIST_LINK_WEIGHT

PLAIN = frozenset(
    ("font", "b", "i", "u", "small", "big", "em", "strong", "tt", "s", "strike", "center", "tbody", "thead", "tfoot")
)
UNREAD = frozenset({"head", "title", "select", "option"})
"""Elements whose texts are not read from top to bottom with the others."""
DEEPEST = 6
MOST_NODES = 400  # of a region: a larger one is hardly a record, and not told apart any better by more
MOST_COUNTED = 3
TOP = 0
_NO_LETTER = re.compile(r"[\W\d_]+")
_SPACE = re.compile(r"\s+")
_NUMBER = re.compile(r"\d+")


class Form(NamedTuple):
    """What is counted of one region."""

    features: frozenset[int]
    length: int
    linked: int


class TextAmount(NamedTuple):
    """How many signs a text has (white space left out), how many of them are in links, and how much it says."""

    signs: int
    linked: int
    weight: float


class PageFeatures:
    """The features of the regions of one page.

    >>> from unweave.page import Page
    >>> features = PageFeatures(PageNodes(Page("<ul><li>Emma <i>1815</i><li>Kim")))
    >>> [features.name(one) for one in sorted(features.form(Region(4, 8)).features)]
    ['li', 'li/@', 'li/#text', 'li/#text*2']
    """

    def __init__(self, nodes: PageNodes) -> None:
        self.nodes = nodes
        self.above: list[int] = [TOP]
        self._names: list[str] = [""]
        self._numbers: dict[tuple[int, str], int] = {}
        self._forms: dict[Region, Form] = {}
        self._start_tags: dict[tuple[int, tuple[str, ...], str], int] = {}

    def name(self, feature: int) -> str:
        """A feature as it is written above."""
        return self._names[feature]

    def form(self, region: Region) -> Form:
        """What is counted of a region."""
        found = self._forms.get(region)
        if found is None:
            signs, linked, _ = self.amount(region)
            part = 0 if not linked else 1 + (linked > 0.5 * signs) + (linked > 0.95 * signs)
            found = self._forms[region] = Form(self._read(region), int(log2(signs + 1)), part)
        return found

    def _read(self, region: Region) -> frozenset[int]:
        nodes, found = self.nodes, set[int]()
        tags, children, numbers = nodes.tags, nodes.children, self._numbers
        counts: dict[tuple[Any, str], int] = {}
        roots, left = self._roots(region)
        # Of each node: the feature above it, the element around it that is not plain, and how deep that is.
        waiting: list[tuple[Any, int, Any, int]] = [(root, TOP, -1, 0) for root in reversed(roots)]
        while waiting and left > 0:
            number, above, owner, depth = waiting.pop()
            tag = tags[number]
            if tag in UNREAD or depth > DEEPEST:
                left -= nodes.size(number)
                continue
            left -= 1
            if tag not in PLAIN:
                count = counts[owner, tag] = counts.get((owner, tag), 0) + 1
                feature = numbers.get((above, tag)) or self._number(above, tag)
                found.add(feature)
                if 1 < count <= MOST_COUNTED:
                    found.add(self._number(self._number(feature, "*2") if count > 2 else feature, f"*{count}"))
                if tag == TEXT:
                    continue
                above, owner, depth = feature, number, depth + 1
                found.add(self._start_tag(feature, number))
            inside = children[number]
            if len(inside) == 1:
                waiting.append((inside[0], above, owner, depth))
            else:
                waiting += [(child, above, owner, depth) for child in reversed(inside)]
        return frozenset(found)

    def _start_tag(self, feature: int, number: Any) -> int:
        """The feature that an element with another one has these attributes."""
        key = feature, *_attributes(self.nodes.peers[number])
        found = self._start_tags.get(key)
        if found is None:
            found = self._start_tags[key] = self._number(feature, f"@{start_tag(self.nodes, number)}")
        return found

    def _roots(self, region: Region) -> tuple[Sequence[Any], int]:
        """The nodes beside each other that a region is made of, and how many of all nodes in it count."""
        return self.nodes.roots(*region), min(region.stop - region.start, MOST_NODES)

    def _number(self, above: int, step: str) -> int:
        found = self._numbers.get((above, step))
        if found is None:
            found = self._numbers[above, step] = len(self.above)
            self.above.append(above)
            own = self._names[above]
            self._names.append(own.partition("*")[0] + step if step[0] == "*" else f"{own}/{step}".lstrip("/"))
        return found

    def amount(self, region: Region) -> TextAmount:
        """How much text a region has."""
        start, stop = region
        signs, linked, weights = self._sums
        return TextAmount(signs[stop] - signs[start], linked[stop] - linked[start], weights[stop] - weights[start])

    @cached_property
    def _sums(self) -> tuple[list[int], list[int], list[float]]:
        """The amounts of all texts up to each node."""
        nodes = self.nodes
        skipped_to = linked_to = 0
        signs: list[int] = [0]
        linked: list[int] = [0]
        weights: list[float] = [0.0]
        for number, tag in enumerate(nodes.tags):
            if tag in UNREAD:
                skipped_to = max(skipped_to, nodes.ends[number])
            elif tag == "a" and "href" in nodes.peers[number].attrs:
                linked_to = max(linked_to, nodes.ends[number])
            every = letters = 0
            if tag == TEXT and number >= skipped_to:
                text = nodes.peers[number].data
                every, letters = len(_SPACE.sub("", text)), len(_NO_LETTER.sub("", text))
            in_link = number < linked_to
            signs.append(every)
            linked.append(every if in_link else 0)
            weight = letters + LIST_LINK_WEIGHT * (every - letters)
            weights.append(LIST_LINK_WEIGHT * weight if in_link else weight)
        return list(accumulate(signs)), list(accumulate(linked)), list(accumulate(weights))


def features_of(nodes: PageNodes) -> PageFeatures:
    """The features of a page's regions, read once and kept as long as its nodes.

    >>> from unweave.page import Page
    >>> nodes = PageNodes(Page("<p>x"))
    >>> features_of(nodes) is features_of(nodes)
    True
    """
    if nodes.features is None:
        nodes.features = PageFeatures(nodes)
    found: PageFeatures = nodes.features
    return found


def start_tag(nodes: PageNodes, number: int) -> str:
    """The attributes of an element: all names, and the value of the class, where any number is 0.

    >>> from unweave.page import Page
    >>> start_tag(PageNodes(Page("<p class=hit17 id=y>z")), 3)
    'class=hit0,id'
    """
    names, own = _attributes(nodes.peers[number])
    shown = f"class={_NUMBER.sub('0', own)}"
    return ",".join(shown if name == "class" else name for name in sorted(names))


def _attributes(element: Any) -> tuple[tuple[str, ...], str]:
    """The names of the attributes of an element, and its class."""
    names = tuple(element.attrs)
    return names, (element.attr("class") or "") if "class" in names else ""
