"""Has a page one record or many? How often the guess from the first click is right, on sites that did not choose it.

    python benchmarks/layout.py [--quick]

A click on the first value of each field: of swde and wien with four other pages open, of the list pages alone. Pages
of swde have one record, the others many. The guess (``unweave.session.layout``) has two limits; sites are divided into
five folds, on four of them the best pair of limits is chosen, and the fifth is judged with it. The columns: right with
the limits of ``tuning.py``, and right with limits that other sites chose.
"""

import json
import sys
import zipfile
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from adapters.tree_tasks import swde_tasks, wien_tasks
from data import command_line, required_data, sites
from unweave.errors import UnweaveError
from unweave.page import Page
from unweave.records import Example
from unweave.session.layout import label_share
from unweave.tuning import KNOWN_LABEL_SHARE, KNOWN_LABEL_SHARE_IF_OWN, LAYOUT_PAGES

FOLDS = 5
LIMITS = tuple(product((0.3, 0.4, 0.5, 0.6, 0.7, 0.8), (0.1, 0.2, 0.25, 0.3, 0.4, 0.5)))
"""Pairs: the share of known labels that makes a page one of one record, and the same if the value itself has one."""
MINE = (KNOWN_LABEL_SHARE, KNOWN_LABEL_SHARE_IF_OWN)


class Guess(NamedTuple):
    """One first click: its collection and site, the share of known labels, and what is right."""

    collection: str
    site: str
    share: float
    own: bool
    is_single: bool

    def is_right(self, limits: tuple[float, float]) -> bool:
        """Whether the guess with these limits is right."""
        return (self.share >= limits[self.own]) == self.is_single


def guesses(*, quick: bool) -> Iterator[Guess]:
    """The first clicks of all collections."""
    most = 10 if quick else 40
    for collection, tasks in (("wien", wien_tasks()[0]), ("swde", list(swde_tasks(most)))):
        for task in tasks:
            at = next(number for number, values in enumerate(task.values) if values)
            others = [page for number, page in enumerate(task.pages[: LAYOUT_PAGES + 1 + at]) if number != at]
            share, own = label_share(task.pages[at], task.values[at][0], others)
            yield Guess(collection, task.name.rpartition("-")[0], share, own, collection == "swde")
    for site in sites("lists"):
        yield from list_guesses(site, most)


def list_guesses(path: Path, most: int) -> Iterator[Guess]:
    """The first values of list pages."""
    with zipfile.ZipFile(path) as archive:
        gold = json.loads(archive.read("gold.json"))
        for name, entry in sorted(gold.items())[: 2 * most]:
            page = Page(archive.read(f"pages/{name}.html").decode())
            shown = {key: value for key, value in entry["records"][0].items() if value}
            try:
                example = Example.from_values(page, [shown], status="partial")
            except UnweaveError:  # a value that the page does not show
                continue
            for field in shown:
                share, own = label_share(page, example.records[0].spans(field)[0])
                yield Guess("lists", entry["site"] or name, share, own, is_single=False)


def chosen(some: Sequence[Guess]) -> tuple[float, float]:
    """The limits with the best mean of both kinds of pages; of several the middle ones."""
    kinds = [[one for one in some if one.is_single == kind] for kind in (True, False)]
    right = {limits: sum(_share_right(kind, limits) for kind in kinds) for limits in LIMITS}
    best = [limits for limits, share in right.items() if share == max(right.values())]
    return best[len(best) // 2]


def _share_right(some: Sequence[Guess], limits: tuple[float, float]) -> float:
    return sum(one.is_right(limits) for one in some) / max(1, len(some))


def main() -> int:
    """Print the table, then the figures as one line of JSON."""
    parser = command_line(__doc__, quick="fewer pages")
    options = parser.parse_args()
    required_data()
    every = list(guesses(quick=options.quick))
    names = sorted({one.site for one in every})
    fold = {name: number % FOLDS for number, name in enumerate(names)}
    limits = {number: chosen([one for one in every if fold[one.site] != number]) for number in range(FOLDS)}
    figures: dict[str, float] = {}
    print(f"{'':8} {'clicks':>7} {'tuning.py':>10} {'other sites':>12}")
    for name in ("wien", "swde", "lists"):
        some = [one for one in every if one.collection == name]
        mine = _share_right(some, MINE)
        others = sum(one.is_right(limits[fold[one.site]]) for one in some) / len(some)
        figures |= {f"{name}_tuned": round(mine, 4), f"{name}_folds": round(others, 4)}
        print(f"{name:8} {len(some):7} {mine:10.3f} {others:12.3f}")
    print(f"limits chosen by the other folds: {list(limits.values())}; tuning.py has {MINE}")
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
