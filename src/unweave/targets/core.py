"""The core of a stand-alone file: what was learned, in tables, and the code that runs it, as text.

Legend

    modules    of ``unweave.targets.alone``, in the order in which they stand in the file
    tables     what was learned, as Python literals: the only text that depends on a wrapper
    records    the function at the end, from a page to its records; it takes the source, lxml's tree, or both

The tables stand behind the classes that they are made of and before the code that reads them.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files

from unweave.combined import Combined
from unweave.delimiters import DelimiterWrapper
from unweave.errors import CannotCompile
from unweave.program import Scan
from unweave.records import Field
from unweave.rules import RulesWrapper
from unweave.targets.alone.cuts import Cut
from unweave.targets.alone.cuts import Scan as Table
from unweave.targets.alone.tables import Part
from unweave.targets.literal import literal
from unweave.targets.lower import part_of
from unweave.wrapper import Wrapper

TREE = ("order", "sight", "vote")
SCAN = ("order", "decoding", "reading", "scan")
SOURCE, ROOT = "source: str", "root: Any"


@dataclass(frozen=True, slots=True)
class Core:
    """The parts of a stand-alone file; ``takes`` are the parameters of ``records``."""

    classes: tuple[str, ...]
    tables: str
    modules: tuple[str, ...]
    records: str
    takes: tuple[str, ...]

    @property
    def needs_lxml(self) -> bool:
        """Whether it selects in a tree."""
        return ROOT in self.takes

    def text(self) -> str:
        """All of it, without imports."""
        head = f'def records({", ".join(self.takes)}) -> list[dict[str, Any]]:\n    """The records of a page."""\n'
        code = [*map(body, self.classes), self.tables, *map(body, self.modules), head + self.records]
        return "\n\n\n".join(map(str.strip, code)) + "\n"

    def imports(self, *more: str) -> str:
        """The import statements of what it is made of, and some more, in order."""
        lines = {line for name in (*self.classes, *self.modules) for line in imports(name)}
        return "\n".join(_in_order({*lines, "from typing import Any", *more}))


def core_of(wrapper: Wrapper) -> Core:
    """The core of the file for a wrapper, or it raises CannotCompile with the reason."""
    if isinstance(wrapper, Combined):
        return _of_combined(wrapper)
    if isinstance(wrapper, DelimiterWrapper):
        return _of_scan(wrapper)
    tables = f"PART = {literal(part_of(wrapper))}"
    told = "    return [told(row, PART.fields) for row in tree_rows(Sight(root), PART)]"
    return Core(("tables",), tables, TREE, told, (ROOT,))


def is_one_record(wrapper: Wrapper) -> bool:
    """Whether all that a page shows is one record."""
    if isinstance(wrapper, Combined):
        return wrapper.grouping.by == "page"
    return isinstance(wrapper, RulesWrapper) and wrapper.single and not wrapper.records


def _of_scan(wrapper: DelimiterWrapper) -> Core:
    tables = f"SCAN = {literal(table_of(wrapper.scan))}\nFIELDS = {wrapper.schema.names!r}"
    told = "    rows = scan_rows(Reading(fit(source)), SCAN)\n"
    told += "    return [{name: next((text for _, text in row[name]), None) for name in FIELDS} for row in rows]"
    if wrapper.scan.nested:
        tables = f"SCAN = {literal(table_of(wrapper.scan))}"
        told = "    return nested_records(Reading(fit(source)), SCAN)"
    return Core(("cuts",), tables, SCAN, told, (SOURCE,))


def table_of(scan: Scan) -> Table:
    """A scan as a plain value."""
    cuts = tuple(Cut(one.field, one.left, one.right, one.missing) for one in scan.cuts)
    return Table(cuts, scan.head, scan.tail, scan.opening, scan.closing, scan.nested)


def _of_combined(wrapper: Combined) -> Core:
    parts = [_part(one) for one in wrapper.parts]
    scans = [one for one in parts if isinstance(one, Table)]
    trees = [one for one in parts if isinstance(one, Part)]
    by = wrapper.grouping.by
    _check_order(by, scans, trees)
    modules = [*TREE * bool(trees), *SCAN * bool(scans), "rows", *["regions"] * (by in {"node", "column"})]
    tables = f"PARTS = {literal(tuple(parts))}\nSCHEMA = {literal(_schema(wrapper.schema.fields))}\n"
    tables += f"ORDER = {wrapper.grouping.order!r}\nANCHOR = {wrapper.schema.anchor or ''!r}"
    takes = (SOURCE,) * bool(scans) + (ROOT,) * bool(trees)
    classes = ("tables",) * bool(trees) + ("cuts",) * bool(scans)
    return Core(classes, tables, tuple(dict.fromkeys(modules)), "\n".join(_lines(by, scans, trees)), takes)


def _part(wrapper: Wrapper) -> Part | Table:
    if isinstance(wrapper, DelimiterWrapper):
        if wrapper.scan.nested:
            raise CannotCompile(target="a file", reason="a hierarchy inside a wrapper of wrappers")
        return table_of(wrapper.scan)
    return part_of(wrapper)


def _check_order(by: str, scans: Sequence[Table], trees: Sequence[Part]) -> None:
    if scans and trees and by != "page":
        reason = "some fields are found in the source and some in the tree, and lxml does not know where both meet"
        raise CannotCompile(target="a file", reason=reason)
    if scans and by in {"node", "column"}:
        raise CannotCompile(target="a file", reason="its records are nodes, and its values are found in the source")


def _schema(fields: Sequence[Field]) -> dict[str, object]:
    return {each.name: _schema(each.fields) if each.fields else each.many for each in fields}


_CUTS = {
    "page": "[values]",
    "sequence": "by_sequence(values, ORDER, many_of(SCHEMA))",
    "order": "in_order(values, paths_of(SCHEMA), many_of(SCHEMA), ANCHOR)",
    "node": "by_node(sight, values, ANCHOR, ORDER, many_of(SCHEMA))",
    "column": "by_column(sight, values)",
}


def _lines(by: str, scans: Sequence[Table], trees: Sequence[Part]) -> Iterator[str]:
    if trees:
        yield "    sight = Sight(root)"
    if scans:
        yield "    reading = Reading(fit(source))"
    one = "scan_rows(reading, part)" if not trees else "tree_rows(sight, part)"
    if scans and trees:
        one = "(scan_rows(reading, part) if isinstance(part, Scan) else tree_rows(sight, part))"
    yield f"    found = merged([row for part in PARTS for row in {one}])"
    yield "    values = in_document_order(found)"
    yield f"    return [one_row(row, SCHEMA, ORDER) for row in {_CUTS[by]} if row]"


def body(name: str) -> str:
    """The code of a module of ``alone``, as it stands below its imports.

    >>> body("parsing").startswith("def parsed(source: str)")
    True
    """
    source = _source(name)
    last = max(node.end_lineno or 0 for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom))
    return "\n".join(source.splitlines()[last:]).strip()


def imports(name: str) -> Iterator[str]:
    """What a module of ``alone`` imports from elsewhere.

    >>> list(imports("parsing"))
    ['from typing import Any', 'from lxml import etree']
    """
    for node in ast.parse(_source(name)).body:
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and "unweave" not in (node.module or "")):
            yield ast.unparse(node)


def _source(name: str) -> str:
    return files("unweave.targets.alone").joinpath(f"{name}.py").read_text("utf-8")


def _in_order(lines: set[str]) -> list[str]:
    """One statement per module: plain imports, then names, then what is not the standard library's."""
    names: dict[str, set[str]] = {}
    plain = sorted(line for line in lines if line.startswith("import "))
    for line in lines - set(plain):
        module, _, imported = line.removeprefix("from ").partition(" import ")
        names.setdefault(module, set()).update(imported.split(", "))
    froms = [f"from {module} import {', '.join(sorted(names[module]))}" for module in sorted(names)]
    others = [line for line in [*plain, *froms] if line.split()[1].partition(".")[0] in OTHERS]
    return [line for line in [*plain, *froms] if line not in others] + [""] * bool(others) + others


OTHERS = frozenset({"lxml", "scrapy", "web_poet"})
