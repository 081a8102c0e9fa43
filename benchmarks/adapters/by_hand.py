"""What a person would write with the parser's own selectors: parse, one selector per field, its text.

The selector of a field is generated from where its value stands on a labelled page: tags with ids, classes and places,
as short as finds it first; of all places that show the value, the one whose selector is right on most labelled pages.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from turbohtml import parse

Values = Mapping[str, Sequence[str]]
Labelled = Sequence[tuple[str, Values]]
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z_-]*")
MOST_PLACES = 12


def by_hand(labelled: Labelled, fields: Sequence[str]) -> Callable[[str], list[dict[str, Any]]]:
    """One selector per field that has a value on some labelled page."""
    selectors = {name: found for name in fields if (found := selector_of(name, labelled))}

    def run(source: str) -> list[dict[str, Any]]:
        document: Any = parse(source, positions=False)
        record = {}
        for name, selector in selectors.items():
            found = document.select_one(selector)
            record[name] = " ".join(found.text.split()) if found is not None else None
        return [record]

    return run


def selector_of(name: str, labelled: Labelled) -> str:
    """The selector that gives a value of the field on most of the labelled pages; "" where there is none."""
    pages = [(parse(source, positions=False), values.get(name, ())) for source, values in labelled]
    found = dict.fromkeys(path for page, values in pages for path in _paths(page, values))
    right = {path: sum(_gives(page, path, values) for page, values in pages) for path in found}
    return max(right, key=lambda path: (right[path], -len(path)), default="")


def _gives(page: Any, selector: str, values: Sequence[str]) -> bool:
    found = page.select_one(selector)
    return found is not None and " ".join(found.text.split()) in values


def _paths(page: Any, values: Sequence[str]) -> Iterator[str]:
    nodes = [node for value in values[:1] for node in page.find_all(text=value)]
    texts = [node for node in page.select("body *") if values and " ".join(node.text.split()) == values[0]]
    for node in dict.fromkeys([*nodes, *texts][:MOST_PLACES]):
        yield _path(page, node)


def _path(page: Any, node: Any) -> str:
    """From the node upwards until the path finds it first."""
    steps: list[str] = []
    above = node
    while getattr(above, "tag", ""):
        for step in _compounds(above):
            path = " > ".join([step, *steps])
            if page.select_one(path) is node:
                return path
        steps.insert(0, _compounds(above)[-1])
        above = above.parent
    return " > ".join(steps)


def _compounds(peer: Any) -> list[str]:
    """A step, plain and with its place."""
    marks = f"#{name}" if _PLAIN.fullmatch(name := peer.attr("id") or "") else ""
    marks = marks or "".join(f".{name}" for name in (peer.attr("class") or "").split()[:1] if _PLAIN.fullmatch(name))
    like = [child for child in peer.parent.children if getattr(child, "tag", "") == peer.tag]
    at = next(number for number, child in enumerate(like, 1) if child is peer)
    return [peer.tag + marks, f"{peer.tag}{marks}:nth-of-type({at})"]
