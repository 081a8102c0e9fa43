"""Segmentation of single pages by ``find_list``, for the records scorer."""

from unweave.page import Node, Page
from unweave.templates import find_list


def segment(html: str) -> list[str]:
    """The texts of the page's main list."""
    return [_text(node) for node in find_list(Page(html, html=True))]


def _text(top: Node) -> str:
    below = top.tree.nodes[top.index : top.last + 1]
    return " ".join(node.data for node in below if node.kind == "text" and not _hidden(node))


def _hidden(node: Node) -> bool:
    return node.parent is not None and node.parent.tag in {"script", "style"}
