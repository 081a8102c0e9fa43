"""Trees as indented text, ours and justhtml's, to compare them whole."""

from typing import Any

from justhtml import JustHTML

from unweave.page import Node, Tree


def our_tree(source: str) -> str:
    """Our tree, a line per node."""
    tree = Tree(source)
    return "\n".join(_ours(node) for node in tree.nodes[1:])


def their_tree(source: str) -> str:
    """The tree of justhtml in the same words."""
    root = JustHTML(source, sanitize=False, scripting_enabled=False).root
    lines: list[str] = []
    waiting = [(child, 1) for child in reversed(_children(root))]
    while waiting:
        node, depth = waiting.pop()
        lines.append(_line(depth, *_theirs(node)))
        waiting += [(child, depth + 1) for child in reversed(_children(node))]
    return "\n".join(lines)


def _ours(node: Node) -> str:
    depth = sum(1 for _ in node.ancestors())
    return _line(depth, node.kind, node.tag, node.data, node.attributes)


def _theirs(node: Any) -> tuple[str, str, str, dict[str, str]]:
    kinds = {"#text": "text", "#comment": "comment", "!doctype": "doctype"}
    if kind := kinds.get(node.name):
        return kind, "", node.data if kind != "doctype" else "", {}
    return "element", node.name, "", {name: value or "" for name, value in node.attrs.items()}


def _children(node: Any) -> list[Any]:
    content = getattr(node, "template_content", None)
    return list((content or node).children or [])


def _line(depth: int, kind: str, tag: str, data: str, attributes: dict[str, str]) -> str:
    return "  " * depth + " ".join([kind, tag, repr(data), repr(sorted(attributes.items()))])
