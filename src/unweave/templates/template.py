"""The template as a value, and its construction from equivalence classes (ConstTemp).

Legend

    node        the template of a position: a basic value, a tuple, a set, an optional, or a disjunction
    strings     of a tuple with n parts: the n + 1 strings of roles around them, as numbers; of a set: its separator
    occurrence  ``(class 2, row 5)``: one occurrence of a class; classes are nested, so occurrences form a tree
    gaps        the tokens before, between and behind the child occurrences in a position
    empty       a position that has no tokens on any page; a class all of whose positions are empty

Patterns (the paper's table 1), where E and F are non-empty classes and every other token is a gap

    E E ...         set                     E x E x E     set with separator x
    E or F          disjunction             nothing or E  optional
    gaps only       basic                   all else      basic

A set, an optional or a single child ("one") has four parts: its element, and what is before the first, between, and
behind the last child: a constant text, or a basic value.

Departures from the paper: a position that holds only constant texts is a basic value (its alternatives are data: a
genre, a hand), not a disjunction of constants; a set may hold elements of several classes; a class that fills its
position on every page is a tuple in a tuple; the gaps of a set may vary and are then columns ("2.", "3.", ... before
each result), where the paper's table would make one value of the whole set.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np

from unweave.records import Field
from unweave.templates.dtokens import Corpus, Role
from unweave.templates.equivalence import EquivalenceClass, nesting

String = tuple[int, ...]
Kind = Literal["basic", "text", "tuple", "set", "optional", "one", "disjunction"]


@dataclass(frozen=True, slots=True)
class TemplateNode:
    """One node of a template; ``name`` is the column of a basic value, or the name of a set.

    >>> TemplateNode("basic", name="title").parts
    ()
    """

    kind: Kind
    strings: tuple[String, ...] = ()
    parts: "tuple[TemplateNode, ...]" = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class ExalgTemplate:
    """A deduced template: the roles that its strings number, and its root tuple.

    >>> ExalgTemplate((Role("<b>", "b"),), TemplateNode("tuple", ((0,),))).root.kind
    'tuple'
    """

    roles: tuple[Role, ...]
    root: TemplateNode


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


def fields_of(node: TemplateNode) -> list[Field]:
    """The fields of the records that a node gives."""
    if node.kind == "basic":
        return [Field(node.name, optional=True)]
    if node.kind == "set":
        element, before, between, behind = node.parts
        level = Field(node.name, many=True, fields=tuple(fields_of(element)))
        levels = [level] if level.fields else []
        many = [Field(field.name, many=True) for field in fields_of(between)]
        return [*fields_of(before), *levels, *many, *fields_of(behind)]
    return [field for part in node.parts for field in fields_of(part)]


def infix(template: ExalgTemplate, node: TemplateNode | None = None) -> str:
    """A template in the paper's notation: strings, ``*`` for values, ``{...}`` for sets, ``(...)?`` for optionals."""
    node = node or template.root
    parts = [infix(template, part) for part in node.parts]
    if node.kind == "basic":
        return "*"
    if node.kind in {"tuple", "text"}:
        strings = [" ".join(template.roles[role].text for role in string) for string in node.strings]
        return " ".join(text for pair in zip(strings, [*parts, ""], strict=False) for text in pair if text)
    if node.kind == "disjunction":
        return " | ".join(parts)
    element, before, between, behind = parts
    written = {"set": f"{{{element}}}_{between}" if between else f"{{{element}}}", "optional": f"({element})?"}
    return " ".join(text for text in (before, written.get(node.kind, element), behind) if text)


def schema_text(node: TemplateNode) -> str:
    """The schema of a template in the paper's notation: ``B`` a basic value, ``{}`` a set, ``?`` an optional.

    >>> basic, text = TemplateNode("basic"), TemplateNode("text")
    >>> reviews = TemplateNode("set", parts=(TemplateNode("tuple", parts=(basic, basic)), text, text, text))
    >>> schema_text(TemplateNode("tuple", parts=(basic, reviews)))
    '<B, {<B, B>}>'
    """
    parts = [schema_text(part) for part in node.parts]
    if node.kind in {"basic", "text"}:
        return "B" if node.kind == "basic" else ""
    if node.kind == "tuple":
        return f"<{', '.join(filter(None, parts))}>"
    if node.kind == "disjunction":
        return f"({' | '.join(parts)})"
    element, before, between, behind = parts
    separated = f"{element}, {between}" if between else element
    written = {"set": f"{{{separated}}}", "optional": f"({element})?"}.get(node.kind, element)
    return ", ".join(filter(None, (before, written, behind)))
