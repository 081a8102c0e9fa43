"""Values in another list beside that of the records: the n-th row of one table goes on in the n-th row of another.

Legend

    list        the children of one element with one tag: the rows of a table. That of the records is called their own
    parallel    a list with as many rows as the own one
    way         from a record's first node to a node of the other list: "2 table[1]/tbody[1] tr td[2]" is two elements
                up from the own list, down to the parent of the other one, its row with the same number, and there down

Tables with columns that stay in place while the others are scrolled are made so: the names are in one table, and the
figures in another. So is a table whose records are its columns: each of its rows is a list. Where the lists have
different numbers of rows, nothing is found: it is open which belong together.
"""

import re
from collections.abc import Iterator
from typing import Any

from unweave.regions.nodes import PageNodes

FEWEST_ROWS = 3
WAY = re.compile(r"([0-9]{1,3}) (\S+) (\S+) (\S+)")
_STEP = re.compile(r"([^/\[\]]+)\[([1-9][0-9]{0,5})\]")


def parallel_ways(nodes: PageNodes, start: int, number: int) -> Iterator[str]:
    """The ways from a record's first node to a node in the row with the same number of a parallel list.

    >>> from unweave.page import Page
    >>> rows = "".join(f"<tr><td>{name}" for name in ("Ann", "Bob", "Cy"))
    >>> nodes = PageNodes(Page(f"<table>{rows}</table><table>{rows}</table>"))
    >>> starts = [at for at, tag in enumerate(nodes.tags) if tag == "tr"]
    >>> list(parallel_ways(nodes, starts[4], starts[1] + 1))
    ['2 table[1]/tbody[1] tr td[1]']
    """
    above = list(nodes.ancestors(start))
    chain = [number, *nodes.ancestors(number)]
    up = next((at for at, one in enumerate(above) if one in chain), 0)
    down = chain[: chain.index(above[up])][::-1] if up else []
    own = _rows(nodes, above[0], nodes.tags[start]) if down else []
    for at, row in enumerate(down[1:], 1):
        rows = _rows(nodes, down[at - 1], nodes.tags[row])
        if len(rows) == len(own) >= FEWEST_ROWS and rows.index(row) == own.index(start):
            yield f"{up} {_steps(nodes, down[:at])} {nodes.tags[row]} {_steps(nodes, down[at + 1 :])}"


def parallel_nodes(nodes: PageNodes, start: Any, way: str) -> list[Any]:
    """The node to which a way leads, if there is one, the lists have as many rows, and they are not the same.

    >>> from unweave.page import Page
    >>> rows = "".join(f"<tr><td>{name}" for name in ("Ann", "Bob", "Cy"))
    >>> nodes = PageNodes(Page(f"<table>{rows}</table><table>{rows}</table>"))
    >>> starts = [at for at, tag in enumerate(nodes.tags) if tag == "tr"]
    >>> [nodes.text(one) for one in parallel_nodes(nodes, starts[5], "2 table[1]/tbody[1] tr td[1]")]
    ['Cy']
    """
    found, above = WAY.fullmatch(way), list(nodes.ancestors(start))
    if found is None or int(found[1]) >= len(above):
        return []
    other = _followed(nodes, above[int(found[1])], found[2])
    own = _numbers(nodes, above[0], nodes.tags[start])
    rows = [] if other is None or other == above[0] else list(_numbers(nodes, other, found[3]))
    if len(rows) != len(own):
        return []
    node = _followed(nodes, rows[own[start]], found[4])
    return [] if node is None else [node]


def _rows(nodes: PageNodes, parent: Any, tag: str) -> list[Any]:
    return [child for child in nodes.children[parent] if nodes.tags[child] == tag]


def _numbers(nodes: PageNodes, parent: Any, tag: str) -> dict[Any, int]:
    """The rows of a list with their numbers, kept with the page as long as its records are read."""
    key = ("rows", parent, tag)
    if key not in nodes.headings:
        nodes.headings[key] = {row: at for at, row in enumerate(_rows(nodes, parent, tag))}
    numbers: dict[Any, int] = nodes.headings[key]
    return numbers


def _steps(nodes: PageNodes, down: list[int]) -> str:
    return "/".join(f"{nodes.tags[one]}[{nodes.nths[one]}]" for one in down) or "."


def _followed(nodes: PageNodes, top: Any, steps: str) -> Any:
    """The node to which steps lead; None where there is none."""
    for step in steps.split("/") if steps != "." else ():
        found = _STEP.fullmatch(step)
        same = _rows(nodes, top, found[1]) if found else []
        if found is None or len(same) < int(found[2]):
            return None
        top = same[int(found[2]) - 1]
    return top
