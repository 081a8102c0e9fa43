"""How fast is the compiled form of a scan, against parsing and selecting the same values with the fastest parser?

    python benchmarks/speed.py [--quick]

Pages are made here: a detail page of about 25 KB with one record of ten fields spread over it, a list page with about a
hundred records of ten fields, and the detail page at 1, 2, 4 and 8 times its size. Both sides return cleaned values,
and the values are compared before anything is timed. Figures are ratios of CPU time per page, the median of many short
rounds in which the two sides take turns, so that what else runs on the machine slows down both.
"""

import json
import random
import statistics
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import turbohtml

from data import command_line
from unweave.delimiters.execution import run_scan
from unweave.engine.scan import compile_scan
from unweave.program import Cut, Scan

FIELDS = [f"field{number}" for number in range(10)]
ROUND = 0.02
"""How many seconds one side is timed before the other has its turn."""

Extract = Callable[[Any], list[dict[str, Any]]]


def filler(rows: int) -> str:
    """What stands between the values: links, lists, a script."""
    links = "".join(
        f'<li class="nav-{at % 7}"><a href="/shelf/{at}?page=1&amp;sort=title">Shelf {at} &amp; more</a></li>\n'
        for at in range(rows)
    )
    return f"<ul class='menu'>{links}</ul><script>window.rows = {rows};</script>\n"


def detail_page(chance: random.Random, *, size: int = 1) -> str:
    """One record whose fields are spread over the page."""
    fields = "".join(
        f'{filler(25 * size)}<p><b>{name}:</b> <span class="{name}">Value {chance.random():.9f} of {name}</span></p>\n'
        for name in FIELDS
    )
    return f"<html><head><title>A book</title></head><body>{fields}{filler(25 * size)}</body></html>"


def list_page(chance: random.Random, *, records: int = 100) -> str:
    """Many records, each a row of cells."""
    rows = "".join(
        '<tr class="book">'
        + "".join(f'<td class="{name}">Value {chance.random():.6f}</td>' for name in FIELDS)
        + "</tr>\n"
        for _ in range(records)
    )
    return f"<html><body>{filler(20)}<table>{rows}</table>{filler(10)}</body></html>"


def text_of(node: turbohtml.Node, selector: str) -> str:
    """The selected element's text, cleaned as our values are."""
    found = node.select_one(selector)
    return " ".join(found.text.split()) if found else ""


def select_detail(page: Any) -> list[dict[str, Any]]:
    """Parse, then one selector per field."""
    document = turbohtml.parse(page, positions=False)
    return [{name: text_of(document, f"span.{name}") for name in FIELDS}]


def select_list(page: Any) -> list[dict[str, Any]]:
    """Parse, select the rows, then one selector per field and row."""
    document = turbohtml.parse(page, positions=False)
    return [{name: text_of(row, f"td.{name}") for name in FIELDS} for row in document.select("tr.book")]


def scan(tag: str) -> Extract:
    """The compiled delimiters of the same values."""
    program = Scan(tuple(Cut(name, f'<{tag} class="{name}">', f"</{tag}>") for name in FIELDS))
    return compile_scan(program, lambda page: run_scan(program, page))


def seconds(extract: Extract, page: Any, pages: int) -> float:
    """CPU seconds per page, over so many of them."""
    begin = time.process_time()
    for _ in range(pages):
        extract(page)
    return (time.process_time() - begin) / pages


def enough(extract: Extract, page: Any) -> int:
    """How many pages make a round long enough to be timed."""
    return max(1, round(ROUND / seconds(extract, page, 20)))


def ratio(ours: Extract, theirs: Extract, page: Any, rounds: int) -> float:
    """How many times their pages per second ours does; the answers must be the same."""
    assert ours(page) == theirs(page)  # noqa: S101 - a ratio of different answers means nothing
    we, they = enough(ours, page), enough(theirs, page)
    return statistics.median(seconds(theirs, page, they) / seconds(ours, page, we) for _ in range(rounds))


def least(extract: Extract, pages: list[Any], rounds: int) -> list[float]:
    """CPU seconds of each page, the least of some rounds in which the pages take turns."""
    counts = [enough(extract, page) for page in pages]
    each = [[seconds(extract, page, count) for page, count in zip(pages, counts, strict=True)] for _ in range(rounds)]
    return [min(times) for times in zip(*each, strict=True)]


def main() -> None:
    """Print the table, then the figures as one JSON object."""
    parser = command_line(__doc__, quick="fewer rounds")
    quick = parser.parse_args().quick
    rounds = 25 if quick else 101
    chance = random.Random(1)
    detail, listing = detail_page(chance), list_page(chance)
    figures = {
        "detail_str": ratio(scan("span"), select_detail, detail, rounds),
        "detail_bytes": ratio(scan("span"), select_detail, detail.encode(), rounds),
        "list_str": ratio(scan("td"), select_list, listing, rounds),
        "list_bytes": ratio(scan("td"), select_list, listing.encode(), rounds),
    }
    print(f"compiled scan against parse-and-select, pages per second ({len(detail):,} and {len(listing):,} characters)")
    for name, value in figures.items():
        print(f"  {name:14} {value:6.1f} x")
    times = least(scan("span"), [detail_page(chance, size=size) for size in (1, 2, 4, 8)], rounds)
    growth = [double / single for single, double in pairwise(times)]
    print("time of one page at 1, 2, 4, 8 times the size: " + ", ".join(f"{each * 1e6:.0f} us" for each in times))
    print(json.dumps({name: round(value, 2) for name, value in figures.items()} | {"growth": round(max(growth), 2)}))


if __name__ == "__main__":
    main()
