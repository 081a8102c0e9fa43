"""The tree cases of html5lib-tests against our tree: how many agree, and why the others do not.

    python benchmarks/html5_trees.py FOLDER

The cases are not part of the project. The source distribution of html5lib has them
(``pip download --no-binary :all: html5lib==1.1``, then unpack it): FOLDER is its
``html5lib/tests/testdata/tree-construction``. Cases of fragments and of scripting are left out: a page is a whole
document, read without scripting. The last line is JSON.
"""

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from unweave.page import Node, Page

FOREIGN = frozenset({"svg", "math"})


class Case(NamedTuple):
    """A source and its tree, as html5lib-tests writes it."""

    source: str
    tree: str
    left_out: str


def cases(text: str) -> Iterator[Case]:
    r"""The cases of one file.

    >>> next(cases("#data\n<p>\n#errors\n#document\n| <html>\n")).tree
    '| <html>'
    """
    for block in ("\n" + text.rstrip("\n")).split("\n#data\n")[1:]:
        parts: dict[str, list[str]] = {"data": []}
        name = "data"
        for line in block.split("\n"):
            known = line.startswith("#") and (name != "document" and line[1:] in SECTIONS)
            name = line[1:] if known else name
            if known:
                parts[name] = []
            else:
                parts[name].append(line)
        tree = "\n".join(parts.get("document", [])).rstrip("\n")
        left_out = next((why for section, why in LEFT_OUT.items() if section in parts), "")
        yield Case("\n".join(parts["data"]), tree, left_out)


LEFT_OUT = {"document-fragment": "fragments", "script-on": "scripting"}
SCRIPTED = "scripted"  # a folder of cases that need scripting
SECTIONS = frozenset({"errors", "new-errors", "document", *LEFT_OUT, "script-off"})


def written(source: str) -> str:
    """Our tree as html5lib-tests writes it."""
    lines: list[str] = []
    for node in Page(source, html=True).tree.nodes[1:]:
        depth = sum(1 for _ in node.ancestors()) - 1 + _templates(node)
        lines += ["| " + "  " * depth + line for line in _lines(node)]
    return "\n".join(lines)


def _templates(node: Node) -> int:
    """How many templates are around a node: there, each has its content one level deeper."""
    return sum(above.tag == "template" and not _foreign(above) for above in node.ancestors())


def _foreign(node: Node) -> str:
    """Whether an element is one of SVG or MathML, whose names have a prefix there."""
    for above in (node, *node.ancestors()):
        if above.tag in FOREIGN:
            return above.tag
        if above is not node and above.tag.lower() in {"foreignobject", "desc", "title", "annotation-xml"}:
            return ""
    return ""


def _lines(node: Node) -> Iterator[str]:
    match node.kind:
        case "doctype":
            yield "<!DOCTYPE>"
        case "comment":
            yield f"<!-- {node.data} -->"
        case "text":
            yield f'"{node.data}"'
        case "element":
            yield f"<{node.tag}>"
            for name in sorted(node.attributes):
                yield f'  {name}="{node.attributes[name]}"'
            if node.tag == "template" and not _foreign(node):
                yield "  content"


def normal(tree: str) -> str:
    """A tree without what ours does not have: names of doctypes, namespaces of elements and attributes."""
    lines = []
    for line in tree.split("\n"):
        indent = line[: len(line) - len(line[1:].lstrip())] if line.startswith("|") else ""
        rest = line[len(indent) :]
        if rest.startswith("<!DOCTYPE"):
            rest = "<!DOCTYPE>"
        for name in FOREIGN:
            rest = rest.replace(f"<{name} ", "<") if rest.startswith(f"<{name} ") else rest
        for prefix in ("xlink ", "xml ", "xmlns "):
            if rest.startswith(prefix):
                rest = prefix[:-1] + ":" + rest[len(prefix) :]
        lines.append(indent + rest)
    return "\n".join(_sorted_attributes(lines))


def _sorted_attributes(lines: list[str]) -> list[str]:
    """The attributes of each element in order of their names with prefix."""
    done: list[str] = []
    group: list[str] = []
    for line in lines:
        rest = line[1:].lstrip()
        if line.startswith("|") and "=" in rest and not rest.startswith(('"', "<")):
            group.append(line)
            continue
        done += sorted(group)
        group = []
        done.append(line)
    return done + sorted(group)


def main() -> int:
    """Print the cases that differ, and the figures."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", type=int, default=0, help="print so many of the cases that differ")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for file in sorted(options.folder.rglob("*.dat")):
        for case in cases(file.read_bytes().decode("utf-8", "surrogatepass")):
            if case.left_out or file.parent.name == SCRIPTED:
                counts[case.left_out or LEFT_OUT["script-on"]] += 1
                continue
            counts["cases"] += 1
            ours = written(case.source)
            reason = "agree" if normal(ours) == normal(case.tree) else _reason(case)
            counts[reason] += 1
            if reason != "agree":
                print(f"{file.name}: {reason}: {case.source[:70]!r}")
                if options.show:
                    options.show -= 1
                    print(f"--- expected\n{normal(case.tree)}\n--- ours\n{normal(ours)}\n---")
    figures: dict[str, Any] = dict(counts) | {"share": round(counts["agree"] / max(1, counts["cases"]), 4)}
    print(json.dumps(figures))
    return 0


def _reason(case: Case) -> str:
    """Why a case differs; the cases are of 2020."""
    if "\0" in case.source:
        return "NUL: a page has U+FFFD in its place"
    if "<select" in case.source:
        return "select: the standard has since allowed elements in it"
    return "<?: the parser makes a processing instruction of it" if "<?" in case.source else "another tree"


if __name__ == "__main__":
    sys.exit(main())
