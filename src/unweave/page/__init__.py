"""Pages: a source text, where everything on it stands, and what a reader sees of it."""

from unweave.page.encoding import Encoding
from unweave.page.markup import Token
from unweave.page.node import Node
from unweave.page.page import LIMIT, Page
from unweave.page.span import Span, around
from unweave.page.tokens import Attribute, attributes, tokenize
from unweave.page.tree import Tree

__all__ = [
    "LIMIT",
    "Attribute",
    "Encoding",
    "Node",
    "Page",
    "Span",
    "Token",
    "Tree",
    "around",
    "attributes",
    "tokenize",
]
