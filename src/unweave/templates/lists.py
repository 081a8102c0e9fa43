"""The main list of one page: search results, products, messages.

    elements with like neighbours -> candidates, scored -> the best -> its ends trimmed

Legend

    siblings    children of one parent with the same tag; or, across parents, block elements with the same path of tags
    candidate   those of them that are like their most typical member, or have their title in the same place
    score       text, times how alike, how many with links, how evenly the text is spread, how many there are
    odd         unlike the typical member, or short and made of links: a heading or "Next 10" at either end

No training pages, no attributes by name: what a list is shows in one page alone.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from unweave.page import Node, Page, Span, Tree
from unweave.templates.signatures import FORMATTING, HIDDEN, Signatures, children, outside

BLOCKS = frozenset(
    ("tr", "li", "table", "div", "p", "dl", "dt", "dd", "td", "tbody", "ul", "article", "section", "blockquote")
)
FEWEST = 3
ACROSS = 0.95
MOST = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSettings:
    """How alike members must be: alone, with the title in the same place; how unlike the ends; how many are trimmed."""

    alike: float = 0.5
    loosely: float = 0.3
    odd: float = 0.55
    trimmed: int = 6
    filling: float = 0.4


def find_list(page: Page, settings: ListSettings | None = None) -> list[Node]:
    """The elements of the page's main list, one a record; none where nothing repeats.

    >>> books = {"Emma": 1815, "Kim": 1901, "Dune": 1965}
    >>> items = "".join(f"<li><a href=/{year}>{title}</a> {year}" for title, year in books.items())
    >>> page = Page(f"<h1>Books</h1><ul>{items}</ul>")
    >>> [node.text for node in find_list(page)]
    ['Emma 1815', 'Kim 1901', 'Dune 1965']
    """
    settings = settings or ListSettings()
    found = Finder(page.tree, settings)
    best = max(found.candidates(), key=found.score, default=None)
    return found.filled(found.trimmed(best[0])) if best else []


def list_spans(page: Page) -> list[Span]:
    """Where the records of the page's main list stand."""
    return [node.span for node in find_list(page) if node.span]


Candidate = tuple[list[Node], float]


class Finder:
    """Candidates of one page and their scores."""

    def __init__(self, tree: Tree, settings: ListSettings) -> None:
        self.tree = tree
        self.settings = settings
        self.signatures = Signatures(tree)
        self._titles: dict[int, str | None] = {}

    def candidates(self) -> Iterator[Candidate]:
        """Like siblings, and like block elements of one path."""
        for members in self._siblings():
            yield from ((part, 1.0) for part in self._alike(members))
        for members in self._across():
            yield from ((part, ACROSS) for part in self._alike(members) if len({node.parent for node in part}) > 1)

    def _siblings(self) -> Iterator[list[Node]]:
        for parent in self.tree.nodes:
            by_tag: dict[str, list[Node]] = defaultdict(list)
            for child in children(parent) if parent.tag not in FORMATTING else parent.children:
                if self._counts(child):
                    by_tag[child.tag].append(child)
            yield from (members for members in by_tag.values() if len(members) >= FEWEST)

    def _across(self) -> Iterator[list[Node]]:
        paths: dict[int, str] = {}
        by_path: dict[str, list[Node]] = defaultdict(list)
        for node in self.tree.elements():
            above = paths.get(node.parent.index, "") if node.parent else ""
            paths[node.index] = f"{above}/{node.tag}"
            if node.tag in BLOCKS and self._counts(node):
                by_path[paths[node.index]].append(node)
        yield from (members for members in by_path.values() if FEWEST <= len(members) <= MOST)

    def _counts(self, node: Node) -> bool:
        return node.kind == "element" and node.tag not in HIDDEN and self.signatures.weight[node.index] > 0

    def title(self, node: Node) -> str | None:
        """The way to the first link, each worked out once."""
        if node.index not in self._titles:
            self._titles[node.index] = self.signatures.title_path(node)
        return self._titles[node.index]

    def _alike(self, members: list[Node]) -> Iterator[list[Node]]:
        """Up to three sets of like members, the most typical first."""
        for _ in range(3):
            if len(members) < FEWEST:
                return
            typical = self.signatures.most_typical(members)
            kept = [node for node in members if self._belongs(node, typical)]
            members = [node for node in members if node not in kept]
            if len(kept) >= FEWEST:
                yield kept

    def _belongs(self, node: Node, typical: Node) -> bool:
        like = self.signatures.like(node, typical)
        mine, its = self.title(node), self.title(typical)
        if mine == its:
            same_class = bool(node.attributes.get("class")) and outside(node) == outside(typical)
            return like >= self.settings.loosely or same_class
        return like >= self.settings.alike and (mine is None) == (its is None)

    def score(self, candidate: Candidate) -> float:
        """How much a candidate looks like the page's main list."""
        members, factor = candidate
        weights = [self.signatures.weight[node.index] for node in members]
        middle = members[len(members) // 2]
        alike = sum(self.signatures.like(middle, node) for node in members) / len(members)
        linked = sum(self.signatures.links[node.index] > 0 for node in members) / len(members)
        even: float = min(1.0, 1.6 * (1 - max(weights) / sum(weights))) ** 2
        return factor * sum(weights) * (0.3 + 0.7 * linked) * alike * even * sqrt(min(1.0, len(members) / 5))

    def trimmed(self, members: Sequence[Node]) -> list[Node]:
        """The members without what is odd at either end."""
        odd = self._odd(members)
        first, last = 0, len(members)
        while last - first > FEWEST and first < self.settings.trimmed and odd[first]:
            first += 1
        while last - first > FEWEST and len(members) - last < self.settings.trimmed and odd[last - 1]:
            last -= 1
        return list(members[first:last])

    def filled(self, members: Sequence[Node]) -> list[Node]:
        """The members and the siblings between them that have a title like they do, though they look different."""
        known = {node.index for node in members}
        middle = _middle([self.signatures.weight[node.index] for node in members])
        typical = self.signatures.most_typical(members)
        first, last = members[0], members[-1]
        between = [
            node
            for node in _shared_parent(first, last).descendants()
            if node.tag == first.tag and first.last < node.index < last.index and node.index not in known
        ]
        inside = {below for node in members for below in range(node.index, node.last + 1)}
        around = {above.index for node in members for above in node.ancestors()}
        free = [node for node in between if node.index not in inside and node.index not in around]
        alike = [node for node in free if self._fills(node, typical) and self._wrapped(node, first)]
        kept = [node for node in alike if self.signatures.weight[node.index] >= self.settings.filling * middle]
        return sorted([*members, *kept], key=lambda node: node.index)

    def _wrapped(self, node: Node, member: Node) -> bool:
        """Whether nothing stands beside the node in the elements between it and what the members stand in."""
        around = _shared_parent(node, member)
        while node.parent is not None and node.parent is not around:
            if (
                node.parent.tag not in FORMATTING
                and self.signatures.weight[node.parent.index] > self.signatures.weight[node.index]
            ):
                return False
            node = node.parent
        return True

    def _fills(self, node: Node, typical: Node) -> bool:
        same_title = self.title(node) == self.title(typical)
        return same_title and self.signatures.like(node, typical) >= self.settings.loosely

    def _odd(self, members: Sequence[Node]) -> list[bool]:
        typical = self.signatures.most_typical(members)
        alike = [self._alike_to(node, typical) for node in members]
        weights = [self.signatures.weight[node.index] for node in members]
        linked = [self.signatures.linked[node.index] / max(1, self.signatures.weight[node.index]) for node in members]
        return [
            like < self.settings.odd * _middle(alike)
            or (like < 0.9 and weight < 0.4 * _middle(weights) and share > _middle(linked) + 0.25)
            for like, weight, share in zip(alike, weights, linked, strict=True)
        ]

    def _alike_to(self, node: Node, typical: Node) -> float:
        return self.signatures.like(node, typical) * (1.0 if outside(node) == outside(typical) else 0.8)


def _shared_parent(one: Node, other: Node) -> Node:
    """The nearest element around both."""
    around = {node.index for node in one.ancestors()}
    return next(node for node in other.ancestors() if node.index in around)


def _middle(numbers: Sequence[float]) -> float:
    return sorted(numbers)[len(numbers) // 2]
