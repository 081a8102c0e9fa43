"""The template as a value, and how it is built from the classes of an analysis (ConstTemp).

Legend

    part        what stands in a position: a basic value, a tuple, a set, an optional part, or one of several parts
    strings     of a tuple with n parts: the n + 1 strings of keys around them, as numbers; of a set: its separator
    occurrence  ``(class 2, row 5)``: one occurrence of a class; occurrences form a forest, as classes are nested
    gaps        the tokens before, between and behind the child occurrences in a position
    empty       a position without anything in it on any page; a class all whose positions are empty

Patterns (the paper's table 1), where E and F are non-empty classes and every other token is a gap

    E E ...         set                     E x E x E     set with separator x
    E or F          either                  nothing or E  optional
    gaps only       basic                   all else      basic

A set, an optional part or a single one ("one") has four parts: its element, and what stands before the first, between,
and behind the last child: a constant text, or a basic value.

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
from unweave.templates.dtokens import Key
from unweave.templates.exalg import Analysis
from unweave.templates.forest import forest

String = tuple[int, ...]
Kind = Literal["basic", "text", "tuple", "set", "optional", "one", "either"]


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a template; ``name`` is the column of a basic value, or the name of a set.

    >>> Part("basic", name="title").parts
    ()
    """

    kind: Kind
    strings: tuple[String, ...] = ()
    parts: "tuple[Part, ...]" = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Template:
    """A deduced template: the keys that its strings number, and its root tuple.

    >>> Template((Key("<b>", "b"),), Part("tuple", ((0,),))).root.kind
    'tuple'
    """

    keys: tuple[Key, ...]
    root: Part


@dataclass(frozen=True, slots=True)
class Content:
    """What stands in one position of one occurrence: children, and the gaps around them (one more than children)."""

    children: tuple[tuple[int, int], ...]
    gaps: tuple[tuple[int, int], ...]


class Builder:
    """Builds parts from the top down; ``holders`` remembers for each class what its positions became."""

    def __init__(self, analysis: Analysis) -> None:
        self.corpus = analysis.corpus
        self.forest = forest(analysis.classes)
        self.classes = self.forest.classes
        self.empty = [not any(self.open_positions(number)) for number in range(len(self.classes))]

    def open_positions(self, number: int) -> list[int]:
        """The positions of a class that are not empty."""
        grid = self.classes[number].grid
        return (np.flatnonzero((np.diff(grid, axis=1) > 1).any(axis=0)) + 1).tolist()

    def contents(self, number: int, position: int) -> list[Content]:
        """What stands in a position, occurrence by occurrence; empty classes count as gaps."""
        return [self.content(number, row, position) for row in range(len(self.classes[number].grid))]

    def content(self, number: int, row: int, position: int) -> Content:
        """What stands in one position of one occurrence."""
        grid = self.classes[number].grid[row]
        children = self._filled(self.forest.children.get((number, row, position), ()))
        starts = [int(self.classes[child].starts[at]) for child, at in children]
        ends = [int(self.classes[child].ends[at]) for child, at in children]
        gaps = zip([int(grid[position - 1]), *ends], [*starts, int(grid[position])], strict=True)
        return Content(tuple(children), tuple((before + 1, after) for before, after in gaps))

    def _filled(self, children: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        return [child for child in children if not self.empty[child[0]]]

    def tuple_of(self, number: int) -> Part:
        """The template of a class."""
        members = self.classes[number].members
        positions = self.open_positions(number)
        cuts = [0, *positions, len(members)]
        strings = tuple(tuple(members[a:b]) for a, b in pairwise(cuts))
        parts = tuple(self.part_at(number, position) for position in positions)
        return Part("tuple", strings, parts, name=str(number))

    def part_at(self, number: int, position: int) -> Part:
        """The template of a position: which of the patterns its contents have."""
        contents = self.contents(number, position)
        name = f"{number}.{position}"
        kinds = sorted({child for content in contents for child, _ in content.children})
        if not kinds:
            return Part("basic", name=name)
        options = [self.tuple_of(kind) for kind in kinds]
        element = options[0] if len(options) == 1 else Part("either", parts=tuple(options))
        counts = {len(content.children) for content in contents}
        kind: Kind = "set" if max(counts) > 1 else "optional" if 0 in counts else "one"
        gaps = [
            self._gap([gap for content in contents for gap in chosen(content)], name + mark) for mark, chosen in GAPS
        ]
        if kind != "set" and any(gap.kind == "basic" for gap in gaps):
            return Part("basic", name=name)
        return Part(kind, parts=(element, *gaps), name=name)

    def _gap(self, gaps: Sequence[tuple[int, int]], name: str) -> Part:
        """What stands between children: the same string everywhere, or a basic value."""
        strings = {tuple(self.corpus.dtokens[slice(*gap)].tolist()) for gap in gaps}
        if len(strings) > 1:
            return Part("basic", name=name)
        return Part("text", strings=tuple(strings))


GAPS: tuple[tuple[str, Callable[[Content], tuple[tuple[int, int], ...]]], ...] = (
    ("-", lambda content: content.gaps[:1]),
    ("~", lambda content: content.gaps[1:-1]),
    ("+", lambda content: content.gaps[-1:] if content.children else ()),
)


def build(analysis: Analysis) -> Template:
    """The template of the root class, its columns named in order (ConstTemp)."""
    builder = Builder(analysis)
    return _renumbered(builder.tuple_of(builder.forest.root), analysis.corpus.keys)


def _renumbered(root: Part, keys: Sequence[Key]) -> Template:
    """Strings of dtokens become strings of keys; columns ``a1``, ``a2``, ... and sets ``set1``, ``set2``, ..."""
    numbers: dict[Key, int] = {}
    names: dict[str, int] = {}

    def convert(part: Part) -> Part:
        strings = tuple(tuple(numbers.setdefault(keys[d], len(numbers)) for d in string) for string in part.strings)
        return Part(part.kind, strings, tuple(convert(inner) for inner in part.parts), _name(part, names))

    made = convert(root)
    return Template(tuple(numbers), made)


def _name(part: Part, names: dict[str, int]) -> str:
    stem = {"basic": "a", "set": "set"}.get(part.kind)
    if stem is None:
        return ""
    names[stem] = names.get(stem, 0) + 1
    return f"{stem}{names[stem]}"


def fields_of(part: Part) -> list[Field]:
    """The fields of the records that a part gives."""
    if part.kind == "basic":
        return [Field(part.name, optional=True)]
    if part.kind == "set":
        element, before, between, behind = part.parts
        level = Field(part.name, many=True, fields=tuple(fields_of(element)))
        levels = [level] if level.fields else []
        many = [Field(field.name, many=True) for field in fields_of(between)]
        return [*fields_of(before), *levels, *many, *fields_of(behind)]
    return [field for inner in part.parts for field in fields_of(inner)]
