"""Pages: a source text, the spans of all that is in it, and the text that a reader sees."""

from unweave.page.encoding import Encoding
from unweave.page.markup import Token
from unweave.page.node import Node
from unweave.page.page import LIMIT, Page
from unweave.page.signature import PageSignature
from unweave.page.span import Span, around
from unweave.page.tokens import Attribute, attributes, tokenize
from unweave.page.tree import Tree

__all__ = [
    "LIMIT",
    "Attribute",
    "Encoding",
    "Node",
    "Page",
    "PageSignature",
    "Span",
    "Token",
    "Tree",
    "around",
    "attributes",
    "tokenize",
]
