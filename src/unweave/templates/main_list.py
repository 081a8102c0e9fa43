"""The main list of one page: search results, products, messages.

    elements with similar neighbours -> candidates, scored -> the best -> its ends trimmed

Legend

    siblings    children of one parent with the same tag; or, across parents, block elements with the same path of tags
    candidate   those of them that are similar to their most typical member, or have their title at the same path
    score       text, times similarity, share with links, how evenly the text is spread, number of members
    odd         unlike the typical member, or short and made of links: a heading or "Next 10" at either end

It needs no other pages and no attributes of certain names.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt

from unweave.page import Node, Page, Span, Tree
from unweave.templates.similarity import FORMATTING, HIDDEN, ElementSignatures, children, start_tag
from unweave.tuning import (
    LIST_ACROSS_PARENTS,
    LIST_END_SIMILARITY,
    LIST_END_TRIMMED,
    LIST_EVEN_FACTOR,
    LIST_FILL_TEXT,
    LIST_FULL_COUNT,
    LIST_LINKED_WEIGHT,
    LIST_MIN_RECORDS,
    LIST_OTHER_ATTRIBUTES,
    LIST_PAGER,
    LIST_SIMILARITY,
    LIST_SIMILARITY_SAME_TITLE,
)

BLOCKS = frozenset(
    ("tr", "li", "table", "div", "p", "dl", "dt", "dd", "td", "tbody", "ul", "article", "section", "blockquote")
)
MOST = 400  # more elements of one path are not compared: it would take too long


Candidate = tuple[list[Node], float]


def find_list(page: Page) -> list[Node]:
    """The elements of the page's main list, one a record; none where nothing repeats.

    >>> books = {"Emma": 1815, "Kim": 1901, "Dune": 1965}
    >>> items = "".join(f"<li><a href=/{year}>{title}</a> {year}" for title, year in books.items())
    >>> page = Page(f"<h1>Books</h1><ul>{items}</ul>")
    >>> [node.text for node in find_list(page)]
    ['Emma 1815', 'Kim 1901', 'Dune 1965']
    """
    finder = ListFinder(page.tree)
    best = max(finder.candidates(), key=finder.score, default=None)
    return finder.filled(finder.trimmed(best[0])) if best else []


def list_spans(page: Page) -> list[Span]:
    """The spans of the records of the page's main list."""
    return [node.span for node in find_list(page) if node.span]


class ListFinder:
    """Candidates of one page and their scores."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.signatures = ElementSignatures(tree)

    def candidates(self) -> Iterator[Candidate]:
        """Similar siblings, and similar block elements of one path."""
        for members in self._siblings():
            yield from ((part, 1.0) for part in self._similar(members))
        for members in self._across():
            yield from (
                (part, LIST_ACROSS_PARENTS)
                for part in self._similar(members)
                if len({node.parent for node in part}) > 1
            )

    def _siblings(self) -> Iterator[list[Node]]:
        for parent in self.tree.nodes:
            by_tag: dict[str, list[Node]] = defaultdict(list)
            for child in children(parent) if parent.tag not in FORMATTING else parent.children:
                if self._counts(child):
                    by_tag[child.tag].append(child)
            yield from (members for members in by_tag.values() if len(members) >= LIST_MIN_RECORDS)

    def _across(self) -> Iterator[list[Node]]:
        paths: dict[int, str] = {}
        by_path: dict[str, list[Node]] = defaultdict(list)
        for node in self.tree.elements():
            above = paths.get(node.parent.index, "") if node.parent else ""
            paths[node.index] = f"{above}/{node.tag}"
            if node.tag in BLOCKS and self._counts(node):
                by_path[paths[node.index]].append(node)
        yield from (members for members in by_path.values() if LIST_MIN_RECORDS <= len(members) <= MOST)

    def _counts(self, node: Node) -> bool:
        return node.kind == "element" and node.tag not in HIDDEN and self.signatures.weight[node.index] > 0

    def _similar(self, members: list[Node]) -> Iterator[list[Node]]:
        """Up to three sets of similar members, the most typical first."""
        for _ in range(3):
            if len(members) < LIST_MIN_RECORDS:
                return
            typical = self.signatures.most_typical(members)
            kept = [node for node in members if self._belongs(node, typical)]
            members = [node for node in members if node not in kept]
            if len(kept) >= LIST_MIN_RECORDS:
                yield kept

    def _belongs(self, node: Node, typical: Node) -> bool:
        similarity = self.signatures.similarity(node, typical)
        mine, its = self.signatures.title_path(node), self.signatures.title_path(typical)
        if mine == its:
            same_class = bool(node.attributes.get("class")) and start_tag(node) == start_tag(typical)
            return similarity >= LIST_SIMILARITY_SAME_TITLE or same_class
        return similarity >= LIST_SIMILARITY and (mine is None) == (its is None)

    def score(self, candidate: Candidate) -> float:
        """How much a candidate looks like the page's main list."""
        members, factor = candidate
        weights = [self.signatures.weight[node.index] for node in members]
        middle = members[len(members) // 2]
        alike = sum(self.signatures.similarity(middle, node) for node in members) / len(members)
        linked = sum(self.signatures.links[node.index] > 0 for node in members) / len(members)
        with_links = 1 - LIST_LINKED_WEIGHT + LIST_LINKED_WEIGHT * linked
        even: float = min(1.0, LIST_EVEN_FACTOR * (1 - max(weights) / sum(weights))) ** 2
        count = sqrt(min(1.0, len(members) / LIST_FULL_COUNT))
        return factor * sum(weights) * with_links * alike * even * count

    def trimmed(self, members: Sequence[Node]) -> list[Node]:
        """The members without what is odd at either end."""
        odd = self._odd(members)
        first, last = 0, len(members)
        while last - first > LIST_MIN_RECORDS and first < LIST_END_TRIMMED and odd[first]:
            first += 1
        while last - first > LIST_MIN_RECORDS and len(members) - last < LIST_END_TRIMMED and odd[last - 1]:
            last -= 1
        return list(members[first:last])

    def filled(self, members: Sequence[Node]) -> list[Node]:
        """The members and the siblings between them that have a title at the same path, though they look different."""
        known = {node.index for node in members}
        middle = _median([self.signatures.weight[node.index] for node in members])
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
        kept = [node for node in alike if self.signatures.weight[node.index] >= LIST_FILL_TEXT * middle]
        return sorted([*members, *kept], key=lambda node: node.index)

    def _wrapped(self, node: Node, member: Node) -> bool:
        """Whether the elements between the node and the members' common parent contain no other text."""
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
        same_title = self.signatures.title_path(node) == self.signatures.title_path(typical)
        return same_title and self.signatures.similarity(node, typical) >= LIST_SIMILARITY_SAME_TITLE

    def _odd(self, members: Sequence[Node]) -> list[bool]:
        typical = self.signatures.most_typical(members)
        similarities = [self._end_similarity(node, typical) for node in members]
        weights = [self.signatures.weight[node.index] for node in members]
        linked = [self.signatures.linked[node.index] / max(1, self.signatures.weight[node.index]) for node in members]
        least_similar, least_text, more_links = LIST_PAGER
        return [
            similarity < LIST_END_SIMILARITY * _median(similarities)
            or (
                similarity < least_similar
                and weight < least_text * _median(weights)
                and share > _median(linked) + more_links
            )
            for similarity, weight, share in zip(similarities, weights, linked, strict=True)
        ]

    def _end_similarity(self, node: Node, typical: Node) -> float:
        return self.signatures.similarity(node, typical) * (
            1.0 if start_tag(node) == start_tag(typical) else LIST_OTHER_ATTRIBUTES
        )


def _shared_parent(one: Node, other: Node) -> Node:
    """The nearest element around both."""
    around = {node.index for node in one.ancestors()}
    return next(node for node in other.ancestors() if node.index in around)


def _median(numbers: Sequence[float]) -> float:
    return sorted(numbers)[len(numbers) // 2]
