"""The text of an exported program: what was learned, in tables, and the code that runs it.

Legend

    tables         ``SCAN = Scan(...)``: what was learned, as Python literals
    records        the function ``records``, from a page's source, lxml's tree of it, or both, to its records
    definition     a function, class or constant of ``unweave.targets.standalone``, or of a module that is shared
    needed         the definitions that tables, ``records`` and what follows them use, directly or not

Only what is needed is copied into a program, so a scan imports no lxml. The classes of the tables come first, then the
tables, then the other definitions.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.resources import files
from inspect import getsource
from textwrap import fill
from types import FunctionType
from typing import NamedTuple

from unweave.combined import LINE_BREAK, Combined, Separated
from unweave.delimiters import DelimiterWrapper
from unweave.embedded import EmbeddedWrapper
from unweave.errors import CannotCompile
from unweave.program import DataPaths, Scan
from unweave.records import Field, Schema
from unweave.targets.expressions import Expressions
from unweave.targets.program_tables import literal, rules_table
from unweave.targets.standalone.tables import RecordRules
from unweave.wrapper import Wrapper

MODULES = ("tables", "tree", "records", "source", "vote", "paths", "data")
COPIED = {
    "unweave.program": "tables",
    "unweave.page.json_strings": "data",
    "unweave.page.json_scan": "data",
    "unweave.page.json_references": "data",
    "unweave.page.embedded_document": "data",
    "unweave.page.embedded": "data",
    "unweave.engine.data": "data",
}
"""Modules of unweave whose definitions programs share, and which part of a program they are in."""
THIRD_PARTY = frozenset({"lxml", "scrapy", "web_poet"})


@dataclass(frozen=True, slots=True)
class ProgramCode:
    """What depends on the wrapper: the tables, the body of ``records``, and what ``records`` takes."""

    tables: str
    body: str
    takes_source: bool = False
    takes_root: bool = False

    def arguments(self, source: str, root: str) -> str:
        """The arguments of a call of ``records``, given how a program names the source and the root of the tree."""
        return ", ".join([source] * self.takes_source + [root] * self.takes_root)

    def text(self, doc: str, end: str, *imports: str) -> str:
        """The whole program: its docstring, the code, its end, and import statements that the end needs."""
        head = f"def records({self.arguments('source: str', 'root: Any')}) -> list[dict[str, Any]]:"
        records = f'{head}\n    """The records of a page."""\n{self.body}'
        needed = list(_needed(f"{self.tables}\n\n{records}\n\n{end}"))
        first = [one.text for one in needed if one.module == "tables"]
        rest = [one.text for one in needed if one.module not in {"tables", ""}]
        lines = "\n".join(_sorted_imports({*imports, *(one.text for one in needed if not one.module)}))
        return (
            f"{doc}\n\n{lines}\n\n\n" + "\n\n\n".join(map(str.strip, [*first, self.tables, *rest, records, end])) + "\n"
        )


def program_code(wrapper: Wrapper) -> ProgramCode:
    """The code for a wrapper, or it raises CannotCompile with the reason."""
    if isinstance(wrapper, Combined):
        return _of_combined(wrapper)
    if isinstance(wrapper, Separated):
        return _of_separated(wrapper)
    if isinstance(wrapper, EmbeddedWrapper):
        body = "    return [plain_data(row, PATHS) for row in data_rows(script_documents(source), PATHS)]"
        return ProgramCode(f"PATHS = {literal(wrapper.paths)}", body, takes_source=True)
    if not isinstance(wrapper, DelimiterWrapper):
        table = rules_table(wrapper)
        said = ", script_voice(source)" * _has_data(table)
        body = f"    return [plain_values(row, RULES.fields) for row in tree_rows(ReaderTexts(root), RULES{said})]"
        return ProgramCode(f"RULES = {literal(table)}", body, takes_source=_has_data(table), takes_root=True)
    tables = f"SCAN = {literal(wrapper.scan)}"
    if wrapper.scan.nested:
        return ProgramCode(tables, "    return nested_records(SourceText(fit(source)), SCAN)", takes_source=True)
    body = "    rows = scan_rows(SourceText(fit(source)), SCAN)\n"
    body += "    return [{name: next((text for _, text in row[name]), None) for name in FIELDS} for row in rows]"
    return ProgramCode(f"{tables}\nFIELDS = {wrapper.schema.names!r}", body, takes_source=True)


def _of_separated(wrapper: Separated) -> ProgramCode:
    """The code for the texts, whose values are then split; a text of several lines is read as one line there."""
    lines = [name for name, between in wrapper.separators.items() if LINE_BREAK in between]
    if lines:
        raise CannotCompile(target="a file", reason=f"the values of {lines[0]} are lines of one text")
    whole = program_code(wrapper.whole)
    body = whole.body.replace("    return ", "    found = ", 1)
    body += "\n    return [split_values(record, SEPARATORS) for record in found]"
    return replace(whole, tables=f"{whole.tables}\nSEPARATORS = {wrapper.separators!r}", body=body)


def expressions_code(expressions: Expressions, schema: Schema) -> ProgramCode:
    """The code for short XPath expressions, which any wrapper may have been written as."""
    record, fields, many = _expression_tables(expressions, schema)
    tables = f"RECORD = {record!r}\nFIELDS = {literal(fields)}\nMANY = {many!r}"
    left_out = [name for name, _ in expressions.all_reasons()]
    tables = f"# No XPath gives these fields, which are left out: {left_out!r}\n" * bool(left_out) + tables
    body = "    return expression_records(ReaderTexts(root), root, RECORD, FIELDS, MANY)"
    return ProgramCode(tables, body, takes_root=True)


def _expression_tables(expressions: Expressions, schema: Schema) -> tuple[str, dict[str, object], tuple[str, ...]]:
    levels = {each.name: Schema(each.fields) for each in schema.fields if each.fields}
    fields: dict[str, object] = {}
    for name in schema.names:
        if name in expressions.levels:
            fields[name] = _expression_tables(expressions.levels[name], levels[name])
        elif name in expressions.fields:
            fields[name] = expressions[name]
    return expressions.record, fields, tuple(each.name for each in schema.fields if each.many and not each.fields)


def _of_combined(wrapper: Combined) -> ProgramCode:
    parts = [_part(one) for one in wrapper.parts]
    has_scans, has_rules, has_data = (any(isinstance(one, kind) for one in parts) for kind in _ROWS)
    by = wrapper.grouping.by
    if has_data and by != "page":
        raise CannotCompile(target="a file", reason="some fields are found in scripts, and records are not")
    if has_scans and has_rules and by != "page":
        reason = "some fields are found in the source and some in the tree, and lxml does not know where both meet"
        raise CannotCompile(target="a file", reason=reason)
    if has_scans and by in {"node", "column"}:
        raise CannotCompile(target="a file", reason="its records are nodes, and its values are found in the source")
    tables = f"PARTS = {literal(tuple(parts))}\nSCHEMA = {literal(_schema(wrapper.schema.fields))}\n"
    tables += f"ORDER = {wrapper.grouping.order!r}\nANCHOR = {wrapper.schema.anchor or ''!r}"
    body = "\n".join(f"    {line}" for line in _combined_lines(by, parts))
    has_source = has_scans or has_data or any(map(_has_data, parts))
    return ProgramCode(tables, body, takes_source=has_source, takes_root=has_rules)


def _has_data(part: RecordRules | Scan | DataPaths) -> bool:
    """Whether data in scripts votes with rules."""
    return isinstance(part, RecordRules) and any(one.data is not None for one in part.fields.values())


def _part(wrapper: Wrapper) -> RecordRules | Scan | DataPaths:
    if isinstance(wrapper, EmbeddedWrapper):
        return wrapper.paths
    if isinstance(wrapper, DelimiterWrapper):
        if wrapper.scan.nested:
            raise CannotCompile(target="a file", reason="a hierarchy inside a wrapper of wrappers")
        return wrapper.scan
    return rules_table(wrapper)


def _schema(fields: Sequence[Field]) -> dict[str, object]:
    return {each.name: _schema(each.fields) if each.fields else each.many for each in fields}


_GROUPED = {
    "page": "[values]",
    "sequence": "by_sequence(values, ORDER, paths_of(SCHEMA, is_many=True))",
    "order": "by_order(values, paths_of(SCHEMA), paths_of(SCHEMA, is_many=True), ANCHOR)",
    "node": "by_node(texts, values, ANCHOR, ORDER, paths_of(SCHEMA, is_many=True))",
    "column": "by_column(texts, values)",
}


_ROWS: dict[type, tuple[str, str]] = {
    Scan: ("text = SourceText(fit(source))", "scan_rows(text, part)"),
    RecordRules: ("texts = ReaderTexts(root)", "tree_rows(texts, part)"),
    DataPaths: ("documents = script_documents(source)", "placed_rows(documents, part)"),
}
"""For each kind of part what it reads, and the expression of its rows."""


def _combined_lines(by: str, parts: Sequence[RecordRules | Scan | DataPaths]) -> Iterator[str]:
    kinds = [kind for kind in _ROWS if any(isinstance(one, kind) for one in parts)]
    yield from (_ROWS[kind][0] for kind in kinds)
    made = {kind: _ROWS[kind][1] for kind in kinds}
    if any(map(_has_data, parts)):
        yield "said = script_voice(source)"
        made[RecordRules] = "tree_rows(texts, part, said)"
    *first, last = kinds
    rows = "".join(f"{made[kind]} if isinstance(part, {kind.__name__}) else " for kind in first) + made[last]
    yield f"rows = [row for part in PARTS for row in {f'({rows})' if first else rows}]"
    yield "found = by_field((name, value) for row in rows for name in row for value in row[name])"
    yield "values = in_document_order(found)"
    yield f"return [plain_record(row, SCHEMA, ORDER) for row in {_GROUPED[by]} if row]"


class Definition(NamedTuple):
    """A definition: its module ("" for an import statement), its text, and the names that it uses."""

    module: str
    text: str
    uses: frozenset[str] = frozenset()


def _needed(code: str) -> Iterator[Definition]:
    """The definitions that the code uses, directly or not, in the order of the modules."""
    known = definitions()
    needed: set[str] = set()
    waiting = set(_names(ast.parse(code)))
    while waiting := {name for name in waiting if name in known} - needed:
        needed |= waiting
        waiting = {name for one in waiting for name in known[one].uses}
    return iter(dict.fromkeys(one for name, one in known.items() if name in needed))


@cache
def definitions() -> dict[str, Definition]:
    """All that a program can be made of, by name: definitions, classes and constants of unweave, import statements.

    >>> definitions()["parsed"].module, definitions()["etree"].text, definitions()["FULLER"].text
    ('tree', 'from lxml import etree', 'FULLER = 0.5')
    """
    shared = {name: one for origin, module in COPIED.items() for name, one in _definitions(origin, module)}
    own = {
        name: one for module in MODULES for name, one in _definitions(f"unweave.targets.standalone.{module}", module)
    }
    return shared | own


def _definitions(origin: str, module: str) -> Iterator[tuple[str, Definition]]:
    package, _, file = origin.rpartition(".")
    source = files(package).joinpath(f"{file}.py").read_text("utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _imported(node, module)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign):
            first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
            text = "\n".join(source.splitlines()[first - 1 : node.end_lineno])
            one = Definition(module, text, frozenset(_names(node)))
            yield from ((name, one) for name in _assigned(node))


def _assigned(node: ast.FunctionDef | ast.ClassDef | ast.Assign) -> list[str]:
    """The names that a definition defines."""
    if not isinstance(node, ast.Assign):
        return [node.name]
    return [name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name)]


def _imported(node: ast.Import | ast.ImportFrom, module: str) -> Iterator[tuple[str, Definition]]:
    origin = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
    for name in (one.name for one in node.names):
        if not origin.startswith("unweave."):
            yield name, Definition("", f"from {origin} import {name}" if origin else f"import {name}")
        elif not origin.startswith("unweave.targets.standalone.") and origin not in COPIED:
            value = getattr(import_module(origin), name)
            text = getsource(value) if isinstance(value, type | FunctionType) else f"{name} = {literal(value)}"
            if isinstance(value, frozenset):  # of tags, which hold no spaces
                text = fill(text, 110, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
            yield (
                name,
                Definition("tables" if isinstance(value, type) else module, text, frozenset(_names(ast.parse(text)))),
            )


def _names(tree: ast.AST) -> Iterator[str]:
    return (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def _sorted_imports(lines: set[str]) -> list[str]:
    """One statement per module: plain imports, then names, then those of other packages."""
    names: dict[str, set[str]] = {}
    plain = sorted(line for line in lines if line.startswith("import "))
    for line in lines - set(plain):
        module, _, imported = line.removeprefix("from ").partition(" import ")
        names.setdefault(module, set()).update(imported.split(", "))
    froms = [f"from {module} import {', '.join(sorted(names[module]))}" for module in sorted(names)]
    others = [line for line in [*plain, *froms] if line.split()[1].partition(".")[0] in THIRD_PARTY]
    return [line for line in [*plain, *froms] if line not in others] + [""] * bool(others) + others
