"""Whether the parts of a stored wrapper fit together, beyond their types: a damaged file is an error when it is loaded.

A file has been edited, cut or made by hand. ``check`` finds what would otherwise be a KeyError, an endless loop or very
much memory while pages are read: names of fields that the schema does not have, empty delimiters, numbers of things
that do not exist, regular expressions that are none.

Legend

    paths       the fields that hold values, with the names of the levels above: ``title``, ``reviews.by``
    Damage      what is wrong, as a ValueError; ``unweave.store`` adds the name of the file
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from unweave.program import Condition, DataPath, Selection, Step
from unweave.records import Field
from unweave.records.grouping import paths

NUMBERED = frozenset({"position", "position-from-end", "nth", "nth-from-end"})
HIGHEST = 1_000_000  # for positions, widths and depths, which are small numbers in every wrapper that was learned
LONGEST_PATTERN = 10_000  # characters of a regular expression
CHILDREN = 4  # parts of a node of an EXALG template that repeats: the element, and the gaps before, between, behind


class Damage(ValueError):
    """What is wrong with a wrapper."""


def check(wrapper: Any) -> None:
    """Raise Damage if the parts of a wrapper do not fit together.

    >>> from unweave.delimiters import DelimiterWrapper
    >>> from unweave.program import Cut, Scan
    >>> from unweave.records import Schema
    >>> check(DelimiterWrapper(Schema((Field("title"),)), Scan((Cut("title", "", "</b>"),))))
    Traceback (most recent call last):
    unweave.store.checks.Damage: a delimiter of title is empty
    """
    _CHECKS[type(wrapper).__name__](wrapper)


def _need(condition: object, problem: str) -> None:
    if not condition:
        raise Damage(problem)


def _need_same(found: Iterable[str], wanted: Iterable[str], what: str) -> None:
    found, wanted = list(found), list(wanted)
    _need(len(set(found)) == len(found), f"{what}: a name is there twice")
    unknown, missing = sorted(set(found) - set(wanted)), sorted(set(wanted) - set(found))
    _need(not unknown, f"{what}: {unknown[:1]} is no field of the schema")
    _need(not missing, f"{what}: there is nothing for the field {missing[:1]}")


def _delimiters(wrapper: Any) -> None:
    scan = wrapper.scan
    cuts = [cut.field for cut in scan.cuts]
    wanted = list(_levels(wrapper.schema.fields)) if scan.nested else list(wrapper.schema.names)
    _need(cuts, "it has no delimiters")
    _need_same(cuts, wanted, "the delimiters")
    _need(not scan.nested or cuts == wanted, "the levels are not in the order of the schema")
    _need(scan.nested or not any(each.fields for each in wrapper.schema.fields), "it has no levels, but nested fields")
    for cut in scan.cuts:
        _need(cut.left and cut.right, f"a delimiter of {cut.field} is empty")


def _levels(fields: Sequence[Field], inside: str = "") -> Iterator[str]:
    for each in fields:
        if each.fields:
            yield from _levels(each.fields, f"{inside}{each.name}[].")
        else:
            yield inside + each.name


def _rules(wrapper: Any) -> None:
    names = set(wrapper.schema.names)
    _need(not any(each.fields for each in wrapper.schema.fields), "rules have no nested fields")
    for rule in wrapper.rules:
        _need(rule.field in names, f"a rule is for {rule.field!r}, which is no field of the schema")
    _need(set(wrapper.repeats) <= names, "a field that repeats is no field of the schema")
    for name in [one.path.field for one in wrapper.data]:
        panels = {(rule.panel, rule.left, rule.right) for rule in wrapper.rules if rule.field == name}
        _need(len(panels) == 1, f"a data path votes on {name!r}: it has not one panel")
    _need(not wrapper.data or (wrapper.single and not wrapper.records), "data paths vote on pages with many records")
    for one in wrapper.data:
        _need(not one.path.up, "a path begins above its document")
        _data_path(one.path)
    for rule in (*wrapper.rules, *wrapper.records):
        _selection(rule)
    try:
        wrapper.ready()
    except (KeyError, ValueError, IndexError, TypeError, re.error) as error:
        raise Damage(f"a rule cannot be run: {error}") from error


def _selection(rule: Selection) -> None:
    _need(rule.steps, "a rule has no steps")
    _need(rule.take == "text" or (rule.take[:1] == "@" and rule.take[1:]), f"a rule takes {rule.take!r}")
    for step in rule.steps:
        _step(step)


def _step(step: Step) -> None:
    for one in step.conditions:
        _condition(one)


def _condition(one: Condition) -> None:
    if one.property in NUMBERED:
        number = int(one.value) if one.value.isascii() and one.value.isdecimal() and len(one.value) < 9 else 0
        _need(0 < number <= HIGHEST, f"the number {one.value[:20]!r} of a condition ({one.property})")
    _need(one.property != "attribute" or one.name, "a condition names no attribute")
    _need((one.property == "has") == bool(one.steps), f"the steps of a condition ({one.property})")
    for step in one.steps:
        _step(step)


def _tree(wrapper: Any) -> None:
    _need(len(wrapper.schema.fields) == 1 and not wrapper.schema.fields[0].fields, "a tree wrapper is for one field")
    for picker in (wrapper.first, wrapper.last):
        for language in picker.languages if picker else ():
            _language(language)
        _need(picker is None or picker.target.kind != "attribute" or picker.target.name, "it names no attribute")
    for boundary in (wrapper.parts.start, wrapper.parts.end):
        _need(0 <= boundary.nth <= HIGHEST, "the number of a boundary")
    _need(all(wrapper.parts.separators), "a separator is empty")


def _language(language: Any) -> None:
    _need(0 < language.width <= HIGHEST and 0 < language.depth <= HIGHEST, "the size of its contexts")
    for at, context in enumerate(language.contexts):
        below = [each for window in context.windows or () for each in window]
        _need(all(0 <= each < at for each in below), "a context is not above those that it contains")
        _need(all(len(window) <= language.width for window in context.windows or ()), "a context is too wide")
    known = range(len(language.contexts))
    _need(all(each in known for some in language.accepted for each in some), "a context that does not exist")


def _regions(wrapper: Any) -> None:
    _need(not any(each.fields for each in wrapper.schema.fields), "regions have no nested fields")
    _need_same(wrapper.rules, wrapper.schema.names, "the rules")
    _need_same(wrapper.looks, wrapper.schema.names, "the looks")
    _need(all(one.path for one in (wrapper.boundary, *wrapper.reserves)), "the boundary has no path")
    _need(set(wrapper.reserve_rules) <= set(wrapper.schema.names), "reserve rules of a field that does not exist")
    for shown in wrapper.looks.values():
        _need(shown and all(0 <= one.digits <= 1 and one.size >= 0 and one.words >= 0 for one in shown), "a look")
    for name, rules in wrapper.rules.items():
        _need(rules, f"the rules: there is nothing for the field {name!r}")
        for rule in (*rules, *wrapper.reserve_rules.get(name, ())):
            _need(rule.ordinal is None or abs(rule.ordinal) <= HIGHEST, "the number of a rule")
            _address(*rule.address)
            if rule.part is not None:
                _pattern(rule.part)


def _address(kind: str, value: str) -> None:
    from unweave.regions.addresses import ADDRESS_KINDS, ADDRESS_PATH  # noqa: PLC0415  # the family is loaded by now
    from unweave.regions.parallel import WAY  # noqa: PLC0415  # likewise

    _need(kind in ADDRESS_KINDS, f"{kind!r} is no kind of address")
    _need(kind != "path" or ADDRESS_PATH.fullmatch(value), "a path in a record")
    _need(kind != "parallel" or WAY.fullmatch(value), "a way to another list")


def _pattern(part: Any) -> None:
    for text in (part.left, part.right, part.shape):
        _need(len(text) <= LONGEST_PATTERN, "a regular expression is too long")
        try:
            compiled = re.compile(text)
        except (re.error, RecursionError, OverflowError) as error:
            raise Damage(f"a regular expression: {error}") from error
        _need(not compiled.groups, "a regular expression has groups")


def _embedded(wrapper: Any) -> None:
    paths = wrapper.paths
    _need(not any(each.fields for each in wrapper.schema.fields), "data paths have no nested fields")
    _need_same([path.field for path in paths.fields], wrapper.schema.names, "the paths")
    _need(set(paths.repeats) == {each.name for each in wrapper.schema.fields if each.many}, "the fields that repeat")
    for path in (*paths.fields, *([paths.record] if paths.record else [])):
        _need(0 <= path.up <= (len(paths.record.keys) if paths.record else 0), "a path begins above its document")
        _need(not (paths.record and path.document and path.field), "the path of a field names a document")
        _data_path(path)
    _need(paths.record is None or not paths.record.up, "the path of the records begins above its document")


def _data_path(path: DataPath) -> None:
    _need(all(0 <= one.depth <= len(path.keys) for one in path.neighbours), "the depth of a condition")
    _need(not any(isinstance(key, int) and key < 0 for key in path.keys), "the number of an item")


def _columns(wrapper: Any) -> None:
    columns = [f"{column.level}.{column.name}".lstrip(".") for column in wrapper.columns]
    _need_same(columns, paths(wrapper.schema.fields), "the columns")
    for column in wrapper.columns:
        _need(-1 <= column.slot <= len(column.words), "the slot of a column")
    positions = {column.selector.path for column in wrapper.columns if column.selector.scope == "position"}
    in_record = {column.level for column in wrapper.columns if column.in_record}
    _need(not in_record or getattr(wrapper, "in_records", None), "a column in records that have no template")
    _need(len(in_record) < 2 and "" not in in_record, "the level of a column in records")
    tokens = getattr(wrapper, "tokens", None)
    _need(positions <= set(_positions(tokens) if tokens else ()), "a position that its template does not have")


def _templates(wrapper: Any) -> None:
    _need(wrapper.templates, "it has no templates")
    for template in wrapper.templates:
        _columns(template)
        unknown = set(template.schema.names) - set(wrapper.schema.names)
        _need(not unknown, f"the templates: {sorted(unknown)[:1]} is no field of the schema")


def _exalg(wrapper: Any) -> None:
    _need_same(_positions(wrapper.template), paths(wrapper.schema.fields), "the template")


def _positions(template: Any) -> list[str]:
    """Check an EXALG template; the names of its positions."""
    _need(template.root.kind == "tuple", "the root of the template")
    return list(_node(template.root, len(template.roles)))


def _node(node: Any, roles: int, inside: str = "") -> Iterator[str]:
    """Check a node of a template; the names of the columns in it."""
    for string in node.strings:
        _need(string or node.kind == "text", "a string of the template is empty")
        _need(all(0 <= number < roles for number in string), "a string of the template")
    if node.kind in {"basic", "text"}:
        _need(not node.parts, "a value of the template has parts")
        yield from [inside + node.name] * (node.kind == "basic")
    elif node.kind == "tuple":
        _need(len(node.strings) == len(node.parts) + 1, "the parts of the template do not fit its strings")
        _need(all(part.kind not in {"tuple", "disjunction"} for part in node.parts), "a tuple in a tuple")
    elif node.kind == "disjunction":
        _need(node.parts and all(part.kind == "tuple" for part in node.parts), "an alternative of the template")
    else:
        _need(len(node.parts) == CHILDREN, "the parts of a list of the template")
        _need(node.parts[0].kind in {"tuple", "disjunction"}, "the element of a list of the template")
        _need(all(part.kind in {"basic", "text"} for part in node.parts[1:]), "the texts of a list of the template")
    for number, part in enumerate(node.parts):  # the texts between the elements of a list are outside of it
        yield from _node(part, roles, f"{inside}{node.name}." if node.kind == "set" and not number else inside)


def _combined(wrapper: Any) -> None:
    found = [name for part in wrapper.parts for name in part.schema.names]
    wanted = list(paths(wrapper.schema.fields))
    _need_same(found, wanted, "the parts")
    if wrapper.grouping.order or wrapper.grouping.by == "sequence":
        _need_same(wrapper.grouping.order, wanted, "the order of the fields")


def _sectioned(wrapper: Any) -> None:
    _need(wrapper.inner.schema.fields == wrapper.schema.fields, "the fields of its part are not those of the schema")
    _need(not wrapper.schema.types, "its records are of several types")


def _separated(wrapper: Any) -> None:
    _need(wrapper.whole.schema.names == wrapper.schema.names, "the fields of its part are not those of the schema")
    _need(not wrapper.schema.types, "its records are of several types")
    for name, between in wrapper.separators.items():
        is_list = name in wrapper.schema and wrapper.schema[name].many and not wrapper.schema[name].fields
        _need(is_list, f"it splits {name!r}, which is no field with several values")
        _need(between and all(between), f"a separator of {name} is empty")


def _several(wrapper: Any) -> None:
    _need(wrapper.parts, "it has no parts")


_CHECKS: dict[str, Callable[[Any], None]] = {
    "Combined": _combined,
    "DelimiterWrapper": _delimiters,
    "EmbeddedWrapper": _embedded,
    "ExalgWrapper": _exalg,
    "ListWrapper": _columns,
    "MultiTemplateWrapper": _templates,
    "RegionsWrapper": _regions,
    "RulesWrapper": _rules,
    "Sectioned": _sectioned,
    "Separated": _separated,
    "SeveralTypes": _several,
    "TemplateWrapper": _columns,
    "TreeWrapper": _tree,
}
