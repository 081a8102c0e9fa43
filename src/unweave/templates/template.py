"""The template as a value; ``template_building`` makes it from equivalence classes (ConstTemp).

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

from dataclasses import dataclass
from typing import Literal

from unweave.records import Field
from unweave.templates.dtokens import Role

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
