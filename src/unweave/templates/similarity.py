"""The elements of one page compared: how much text, how many links, which tags below them.

Legend

    weight      ``128``: how many characters of text an element contains, white space left out
    linked      ``40``: how many of them are in links
    signature   ``{"td", "td/p", "td/p/a", "@td align"}``: the tag paths below an element, up to four steps, and the
                attributes' names of its children
    title path  ``"td/p/a"``: the path from an element to its first link with text
    formatting  ``font``, ``b`` and the like: ignored, since those that are not closed nest deeper and deeper
"""

from collections.abc import Iterator, Sequence

from unweave.page import Node, Tree

HIDDEN = frozenset({"script", "style", "template", "noscript", "option", "select", "head", "title"})
FORMATTING = frozenset({"font", "b", "i", "u", "small", "big", "em", "strong", "tt", "s", "strike"})
DEEPEST = 3
WIDEST = 60
SAMPLE = 30


class ElementSignatures:
    """Weight, linked weight, links and signature of every node of a tree, computed from the leaves up."""

    def __init__(self, tree: Tree) -> None:
        self.weight = [0] * len(tree.nodes)
        self.linked = [0] * len(tree.nodes)
        self.links = [0] * len(tree.nodes)
        self.signature: list[frozenset[str]] = [frozenset()] * len(tree.nodes)
        self._title_paths: dict[int, str | None] = {}
        for node in reversed(tree.nodes):
            if node.kind == "text":
                self.weight[node.index] = _weight(node)
            elif node.tag not in HIDDEN:
                self._add_children(node)

    def _add_children(self, node: Node) -> None:
        at = node.index
        for child in node.children:
            self.weight[at] += self.weight[child.index]
            self.linked[at] += self.linked[child.index]
            self.links[at] += self.links[child.index]
        if node.tag == "a" and "href" in node.attributes:
            self.linked[at] = self.weight[at]
            self.links[at] += 1
        self.signature[at] = self._signature(node)

    def _signature(self, node: Node) -> frozenset[str]:
        found: set[str] = set()
        for child in node.children:
            if child.kind == "text" and self.weight[child.index]:
                found.add("#")
            elif child.tag in FORMATTING:
                found |= self.signature[child.index]
            elif child.kind == "element" and child.tag not in HIDDEN:
                found |= {child.tag, f"@{start_tag(child)}"}
                if len(found) < WIDEST:
                    below = self.signature[child.index]
                    found |= {f"{child.tag}/{path}" for path in below if path.count("/") < DEEPEST}
        return frozenset(found)

    def similarity(self, one: Node, other: Node) -> float:
        """How similar two elements are below, between 0 and 1 (Jaccard)."""
        mine, theirs = self.signature[one.index], self.signature[other.index]
        return len(mine & theirs) / len(mine | theirs) if mine or theirs else 1.0

    def most_typical(self, members: Sequence[Node]) -> Node:
        """The member that is most similar to the others, judged on about thirty of them."""
        sample = members if len(members) <= SAMPLE else members[:: len(members) // SAMPLE]
        return max(sample, key=lambda node: sum(self.similarity(node, other) for other in sample))

    def title_path(self, node: Node) -> str | None:
        """The path to the first link with text; None where there is none."""
        if node.index not in self._title_paths:
            self._title_paths[node.index] = self._find_title(node)
        return self._title_paths[node.index]

    def _find_title(self, node: Node) -> str | None:
        for below in node.tree.nodes[node.index : node.last + 1]:
            if below.tag == "a" and self.links[below.index] and self.weight[below.index]:
                return "/".join(reversed(_tags_up_to(below, node)))
        return None


def start_tag(node: Node) -> str:
    """An element by its start tag: tag, names of attributes, class."""
    return f"{node.tag} {','.join(sorted(node.attributes))} {node.attributes.get('class', '')}"


def _weight(node: Node) -> int:
    hidden = node.parent is None or node.parent.tag in HIDDEN
    return 0 if hidden else len("".join(node.data.split()))


def _tags_up_to(node: Node, top: Node) -> list[str]:
    tags: list[str] = []
    while node is not top and node.parent is not None:
        tags += [node.tag] * (node.tag not in FORMATTING)
        node = node.parent
    return tags


def children(node: Node) -> Iterator[Node]:
    """The child elements, and those inside formatting elements as if they were children."""
    stack = list(reversed(node.children))
    while stack:
        child = stack.pop()
        if child.tag in FORMATTING:
            stack += reversed(child.children)
            if child.parent is node:
                yield child
        elif child.kind == "element":
            yield child
