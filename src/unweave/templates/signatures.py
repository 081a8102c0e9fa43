"""What the elements of one page look like: how much text, how many links, which tags below them.

Legend

    weight      ``128``: how many characters of text an element holds, white space left out
    linked      ``40``: how many of them stand in links
    signature   ``{"td", "td/p", "td/p/a", "@td align"}``: the tag paths below an element, up to four steps, and the
                attributes' names of its children
    title path  ``"td/p/a"``: the way from an element to its first link with text
    formatting  ``font``, ``b`` and the like: looked through, since those that are not closed pile up over the page
"""

from collections.abc import Iterator, Sequence

from unweave.page import Node, Tree

HIDDEN = frozenset({"script", "style", "template", "noscript", "option", "select", "head", "title"})
FORMATTING = frozenset({"font", "b", "i", "u", "small", "big", "em", "strong", "tt", "s", "strike"})
DEEPEST = 3
WIDEST = 60


class Signatures:
    """Weight, linked weight and signature of every node of a tree, worked out from the leaves up."""

    def __init__(self, tree: Tree) -> None:
        self.weight = [0] * len(tree.nodes)
        self.linked = [0] * len(tree.nodes)
        self.links = [0] * len(tree.nodes)
        self.shape: list[frozenset[str]] = [frozenset()] * len(tree.nodes)
        for node in reversed(tree.nodes):
            if node.kind == "text":
                self.weight[node.index] = _weight(node)
            elif node.tag not in HIDDEN:
                self._gather(node)

    def _gather(self, node: Node) -> None:
        at = node.index
        for child in node.children:
            self.weight[at] += self.weight[child.index]
            self.linked[at] += self.linked[child.index]
            self.links[at] += self.links[child.index]
        if node.tag == "a" and "href" in node.attributes:
            self.linked[at] = self.weight[at]
            self.links[at] += 1
        self.shape[at] = self._shape(node)

    def _shape(self, node: Node) -> frozenset[str]:
        found: set[str] = set()
        for child in node.children:
            if child.kind == "text" and self.weight[child.index]:
                found.add("#")
            elif child.tag in FORMATTING:
                found |= self.shape[child.index]
            elif child.kind == "element" and child.tag not in HIDDEN:
                found |= {child.tag, f"@{outside(child)}"}
                if len(found) < WIDEST:
                    below = self.shape[child.index]
                    found |= {f"{child.tag}/{path}" for path in below if path.count("/") < DEEPEST}
        return frozenset(found)

    def like(self, one: Node, other: Node) -> float:
        """How alike two elements are below, between 0 and 1."""
        mine, theirs = self.shape[one.index], self.shape[other.index]
        return len(mine & theirs) / len(mine | theirs) if mine or theirs else 1.0

    def most_typical(self, members: Sequence[Node]) -> Node:
        """The member that is most like the others, judged on at most thirty of them."""
        sample = members if len(members) <= 30 else members[:: len(members) // 30]
        return max(sample, key=lambda node: sum(self.like(node, other) for other in sample))

    def title_path(self, node: Node) -> str | None:
        """The way to the first link with text; None where there is none."""
        for below in node.tree.nodes[node.index : node.last + 1]:
            if below.tag == "a" and self.links[below.index] and self.weight[below.index]:
                return "/".join(reversed(list(_way_up(below, node))))
        return None


def outside(node: Node) -> str:
    """An element as it looks from outside: tag, names of attributes, class."""
    return f"{node.tag} {','.join(sorted(node.attributes))} {node.attributes.get('class', '')}"


def _weight(node: Node) -> int:
    hidden = node.parent is None or node.parent.tag in HIDDEN
    return 0 if hidden else len("".join(node.data.split()))


def _way_up(node: Node, top: Node) -> list[str]:
    tags: list[str] = []
    while node is not top and node.parent is not None:
        tags += [node.tag] * (node.tag not in FORMATTING)
        node = node.parent
    return tags


def children(node: Node) -> Iterator[Node]:
    """The child elements, those inside formatting elements in place of these."""
    stack = list(reversed(node.children))
    while stack:
        child = stack.pop()
        if child.tag in FORMATTING:
            stack += reversed(child.children)
            if child.parent is node:
                yield child
        elif child.kind == "element":
            yield child
