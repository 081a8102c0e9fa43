"""How time grows with the rows of a page: M-LR with an optional field that never occurs, and discovery.

    python benchmarks/rows.py [--quick] [--rows N] [--only NAME ...]

Pages of 1/8, 1/4, 1/2 and all of ``--rows`` rows (50,000) are made; each figure is the CPU time of twice the rows
divided by that of the rows, and must be at most 2.3. What is measured:

    mlr         extraction by M-LR, where a delimiter of the wrapper occurs nowhere
    compiled    the same, compiled
    list        discovery of the list of one page
    pages       discovery of the template of five pages, many of whose texts are on all of them; without EXALG and
                without a budget, which would end it

``--quick``: 4,000 rows. Other programs on the machine make single figures larger: the least of some rounds counts.
"""

import gc
import json
import random
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from time import process_time

from data import command_line
from unweave.choose import learn
from unweave.page import Page
from unweave.records import Example
from unweave.targets.compile import compile as compile_wrapper
from unweave.templates import Discover, DiscoverList
from unweave.wrapper import Wrapper

ROWS, QUICK_ROWS = 50_000, 4_000
LABELLED_ROWS = 6
ROUNDS = 3
FIELDS = ("title", "author", "price", "old_price")
ROW = re.compile(r"<b>(.*?)</b> <i>(.*?)</i> <span>(.*?)</span>(?:<u>(.*?)</u>)?")


def page(rows: int, seed: int, *, reduced: bool = False) -> Page:
    """A list of books; ``reduced``: every third row has an old price."""
    chance = random.Random(seed)
    listed = "".join(
        f"<li><b>Book {chance.randrange(10**6)}</b> <i>by {chance.randrange(10**5)}</i> "
        f"<span>${chance.randrange(1000)}.50</span>{_old_price(chance) if reduced and at % 3 == 0 else ''}</li>"
        for at in range(rows)
    )
    return Page(f"<h1>Books {seed}</h1><ul>{listed}</ul><p>The end</p>", name=f"{seed}.html", html=True)


def _old_price(chance: random.Random) -> str:
    return f"<u>was {chance.randrange(99)}</u>"


def mlr_wrapper() -> Wrapper:
    """An M-LR wrapper whose last field is optional."""
    labelled = page(LABELLED_ROWS, 1, reduced=True)
    rows = [
        {name: row.span(at) if row[at] is not None else None for at, name in enumerate(FIELDS, 1)}
        for row in ROW.finditer(labelled.source)
    ]
    return learn([Example.from_spans(labelled, rows)], method="m-lr")


def seconds(prepare: Callable[[int], Callable[[], object]], sizes: Sequence[int]) -> list[float]:
    """The CPU time of what is prepared for each size: the least of some rounds, in which sizes take turns."""
    taken: dict[int, list[float]] = {size: [] for size in sizes}
    for _ in range(ROUNDS):
        for size in sizes:
            act = prepare(size)
            gc.collect()
            begin = process_time()
            act()
            taken[size].append(process_time() - begin)
    return [min(taken[size]) for size in sizes]


def main() -> None:
    """Print the table and the figures."""
    parser = command_line(__doc__, quick=f"{QUICK_ROWS} rows")
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--only", choices=("mlr", "compiled", "list", "pages"), action="append", metavar="NAME")
    options = parser.parse_args()
    most = QUICK_ROWS if options.quick else options.rows
    wrapper = mlr_wrapper()
    compiled = compile_wrapper(wrapper)
    discover = Discover(exalg=False, budget=10**6).discover

    def mlr(rows: int) -> Callable[[], object]:
        made = page(rows, 2)
        return lambda: wrapper.extract(made)

    def run(rows: int) -> Callable[[], object]:
        source = page(rows, 2).source
        return lambda: compiled(source)

    def one(rows: int) -> Callable[[], object]:
        made = page(rows, 2)
        return lambda: DiscoverList().discover([made])

    def five(rows: int) -> Callable[[], object]:
        made = [page(rows, seed) for seed in range(5)]
        return lambda: discover(made)

    figures: dict[str, float] = {}
    measured = {"mlr": mlr, "compiled": run, "list": one, "pages": five}
    for name, prepare in measured.items() if not options.only else [(name, measured[name]) for name in options.only]:
        sizes = [most // 8, most // 4, most // 2, most]
        taken = seconds(prepare, sizes)
        factors = [double / single for single, double in pairwise(taken)]
        timed = "".join(f"{size:>8}: {each:7.2f} s" for size, each in zip(sizes, taken, strict=True))
        print(f"{name:9}{timed}   times {', '.join(f'{each:.2f}' for each in factors)}", flush=True)
        figures[f"{name}_growth"] = round(max(factors), 2)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
