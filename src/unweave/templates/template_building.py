"""A template from equivalence classes (ConstTemp): the patterns of what is between the tokens of each class.

Legend

    position    between two neighbouring tokens of a class; *open* where some page has tokens there
    content     of a position, on one occurrence of its class: the child classes in it, and the gaps around them

``template`` has the legend of templates. This module is apart from it, since extraction needs neither it nor numpy.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from unweave.templates.dtokens import Corpus, Role
from unweave.templates.equivalence import EquivalenceClass, nesting
from unweave.templates.template import ExalgTemplate, Kind, TemplateNode


@dataclass(frozen=True, slots=True)
class Content:
    """The content of one position of one occurrence: children, and the gaps around them (one more than children)."""

    children: tuple[tuple[int, int], ...]
    gaps: tuple[tuple[int, int], ...]


class TemplateBuilder:
    """Builds the nodes of a template from the root down."""

    def __init__(self, tokens: Corpus, classes: Sequence[EquivalenceClass]) -> None:
        self.corpus = tokens
        self.nesting = nesting(classes)
        self.classes = self.nesting.classes
        self.empty = [not any(self.open_positions(number)) for number in range(len(self.classes))]

    def open_positions(self, number: int) -> list[int]:
        """The positions of a class that are not empty."""
        grid = self.classes[number].grid
        return (np.flatnonzero((np.diff(grid, axis=1) > 1).any(axis=0)) + 1).tolist()

    def content(self, number: int, row: int, position: int) -> Content:
        """The content of one position of one occurrence; empty classes count as gaps."""
        grid = self.classes[number].grid[row]
        children = [
            child for child in self.nesting.children.get((number, row, position), ()) if not self.empty[child[0]]
        ]
        starts = [int(self.classes[child].starts[at]) for child, at in children]
        ends = [int(self.classes[child].ends[at]) for child, at in children]
        gaps = zip([int(grid[position - 1]), *ends], [*starts, int(grid[position])], strict=True)
        return Content(tuple(children), tuple((before + 1, after) for before, after in gaps))

    def tuple_of(self, number: int) -> TemplateNode:
        """The template of a class."""
        members = self.classes[number].members
        positions = self.open_positions(number)
        cuts = [0, *positions, len(members)]
        strings = tuple(tuple(members[a:b]) for a, b in pairwise(cuts))
        parts = tuple(self.node_at(number, position) for position in positions)
        return TemplateNode("tuple", strings, parts, name=str(number))

    def node_at(self, number: int, position: int) -> TemplateNode:
        """The template of a position: the pattern that its contents have."""
        contents = [self.content(number, row, position) for row in range(len(self.classes[number].grid))]
        name = f"{number}.{position}"
        kinds = sorted({child for content in contents for child, _ in content.children})
        if not kinds:
            return TemplateNode("basic", name=name)
        options = [self.tuple_of(kind) for kind in kinds]
        element = options[0] if len(options) == 1 else TemplateNode("disjunction", parts=tuple(options))
        counts = {len(content.children) for content in contents}
        kind: Kind = "set" if max(counts) > 1 else "optional" if 0 in counts else "one"
        gaps = [
            self._gap([gap for content in contents for gap in chosen(content)], name + mark) for mark, chosen in GAPS
        ]
        if kind != "set" and any(gap.kind == "basic" for gap in gaps):
            return TemplateNode("basic", name=name)
        return TemplateNode(kind, parts=(element, *gaps), name=name)

    def _gap(self, gaps: Sequence[tuple[int, int]], name: str) -> TemplateNode:
        """The tokens between children: the same string everywhere, or a basic value."""
        strings = {tuple(self.corpus.dtokens[slice(*gap)].tolist()) for gap in gaps}
        if len(strings) > 1:
            return TemplateNode("basic", name=name)
        return TemplateNode("text", strings=tuple(strings))


GAPS: tuple[tuple[str, Callable[[Content], tuple[tuple[int, int], ...]]], ...] = (
    ("-", lambda content: content.gaps[:1]),
    ("~", lambda content: content.gaps[1:-1]),
    ("+", lambda content: content.gaps[-1:] if content.children else ()),
)


def build(tokens: Corpus, classes: Sequence[EquivalenceClass]) -> ExalgTemplate:
    """The template of the root class, its columns named in order (ConstTemp)."""
    builder = TemplateBuilder(tokens, classes)
    return _renumbered(builder.tuple_of(builder.nesting.root), tokens.roles)


def _renumbered(root: TemplateNode, roles: Sequence[Role]) -> ExalgTemplate:
    """Strings of dtokens become strings of roles; columns ``a1``, ``a2``, ... and sets ``set1``, ``set2``, ..."""
    numbers: dict[Role, int] = {}
    names: dict[str, int] = {}

    def convert(node: TemplateNode) -> TemplateNode:
        strings = tuple(tuple(numbers.setdefault(roles[d], len(numbers)) for d in string) for string in node.strings)
        return TemplateNode(node.kind, strings, tuple(convert(part) for part in node.parts), _name(node, names))

    converted = convert(root)
    return ExalgTemplate(tuple(numbers), converted)


def _name(node: TemplateNode, names: dict[str, int]) -> str:
    stem = {"basic": "a", "set": "set"}.get(node.kind)
    if stem is None:
        return ""
    names[stem] = names.get(stem, 0) + 1
    return f"{stem}{names[stem]}"
