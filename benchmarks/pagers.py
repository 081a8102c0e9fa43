"""Which links lead to the next page: ``unweave.next_pages`` without an example, and with one page of the domain.

    python benchmarks/pagers.py [--quick] [--detail]

Pages of forums, shops, blogs and search results (``pagers/pagers.zip``), scored as ``score_pagers.py`` beside the data
does: precision, recall and F1 over all links of all pages, and the share of pages on which the links are exactly
right. Printed are

* all pages without an example, and two halves of the domains, by a hash of their names;
* ``by="numbers"``, which answers another question: "older posts" count as next pages, and the labels do not say so;
* with one example: for each page, the first other page of its domain that has a next page (or the first other one);
  pages that are alone in their domain are left out, and the same pages without an example are shown beside it;
* what each number is worth: the F1 of each half with other values.

``--quick``: without the last.
"""

import hashlib
import json
import sys
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from data import command_line, required_data
from tuned import tuned
from unweave import Page, next_pages
from unweave.sites import learn_pager
from wien import load

ALTERNATIVES: Mapping[str, Sequence[float]] = {
    "NEXT_PAGE_SCORE": (0.8, 1.2, 1.4),
    "PAGER_EVIDENCE": (0.0, 0.25, 0.3, 0.45, 0.5),
    "CONTINUING_LABEL": (0.0, 0.5, 1.0),
    "PAGER_LEVELS": (2, 3, 6),
    "TITLE_WITH_REL": (0.0, 1.0),
}
SHORT_SUFFIX = 3


@dataclass(frozen=True)
class Task:
    """A page with its wanted links."""

    name: str
    page: Page
    gold: dict[str, Any]

    @property
    def domain(self) -> str:
        """The registered domain, so far as its form tells: ``aussiev8.com.au``."""
        labels = urlsplit(self.gold["url"]).netloc.split(".")
        return ".".join(labels[-3:] if len(labels) > 2 and len(labels[-2]) <= SHORT_SUFFIX else labels[-2:])

    @property
    def half(self) -> int:
        """0 or 1 by a hash of the domain."""
        return hashlib.sha256(f"half {self.domain}".encode()).digest()[0] % 2


Finder = Callable[[Task], Iterable[str]]


class Pagers:
    """The pages, and the scorer's comparison."""

    def __init__(self, root: Path) -> None:
        self.scorer = load(root / "score_pagers.py")
        with zipfile.ZipFile(root / "pagers" / "pagers.zip") as archive:
            gold = json.loads(archive.read("gold.json"))
            self.tasks = [
                Task(name, Page(archive.read(f"pages/{name}.html").decode(), name=name, url=one["url"], html=True), one)
                for name, one in gold.items()
            ]

    def score(self, title: str, tasks: Sequence[Task], find: Finder, *, detail: bool = False) -> dict[str, float]:
        """Print and return F1 and share of exact pages."""
        hits = found = wanted = exact = 0
        for task in tasks:
            got, want = (
                self.scorer.absolute(links, task.gold["url"], task.page.source)
                for links in (find(task), task.gold["next"])
            )
            hits, found, wanted = hits + len(got & want), found + len(got), wanted + len(want)
            exact += got == want
            if detail and got != want:
                print(
                    f"  {task.name} {task.gold['url'][:80]}: missing {sorted(want - got)}, wrong {sorted(got - want)}"
                )
        precision, recall, f1 = self.scorer.f1(hits, found, wanted)
        share = exact / len(tasks)
        print(f"{title:34}{len(tasks):6}{precision:11.3f}{recall:8.3f}{f1:8.3f}{share:8.1%}", flush=True)
        return {"f1": f1, "exact": share}

    def with_example(self, task: Task) -> Iterable[str]:
        """The next pages, learned from one other page of the domain."""
        others = [one for one in self.tasks if one.domain == task.domain and one is not task]
        example = next((one for one in others if one.gold["next"]), others[0])
        return next_pages(task.page, pager=learn_pager([(example.page, example.gold["next"])]))


def main() -> int:
    """Print the table, and the figures as the last line."""
    parser = command_line(__doc__, quick="without what each number is worth")
    parser.add_argument("--detail", action="store_true")
    args = parser.parse_args()
    root = required_data()
    pagers = Pagers(root)
    print(json.dumps(figures(pagers, quick=args.quick, detail=args.detail)))
    return 0


def figures(pagers: Pagers, *, quick: bool, detail: bool) -> dict[str, float]:
    """All figures."""
    print(f"{'':34}{'pages':>6}{'precision':>11}{'recall':>8}{'F1':>8}{'exact':>8}")
    tasks = pagers.tasks
    plain = pagers.score("without an example", tasks, by_labels, detail=detail)
    for half in (0, 1):
        inside = [task for task in tasks if task.half == half]
        pagers.score(f"  half {half} ({len({task.domain for task in inside})} domains)", inside, by_labels)
    pagers.score('by="numbers"', tasks, lambda task: next_pages(task.page, by="numbers"))
    domains = defaultdict(list)
    for task in tasks:
        domains[task.domain].append(task)
    several = [task for task in tasks if len(domains[task.domain]) > 1]
    learned = pagers.score("with one example of the domain", several, pagers.with_example, detail=detail)
    pagers.score("  the same pages without", several, by_labels)
    if not quick:
        worth(pagers)
    named = {"f1": plain["f1"], "exact": plain["exact"], "example_f1": learned["f1"], "example_exact": learned["exact"]}
    return {name: round(value, 4) for name, value in named.items()}


def by_labels(task: Task) -> Iterable[str]:
    """The next pages without an example."""
    return next_pages(task.page)


def worth(pagers: Pagers) -> None:
    """The figures with other numbers, for each half."""
    for name, values in ALTERNATIVES.items():
        for value in values:
            with tuned({name: value}):
                for half in (0, 1):
                    inside = [task for task in pagers.tasks if task.half == half]
                    pagers.score(f"{name} {value}, half {half}", inside, by_labels)


if __name__ == "__main__":
    sys.exit(main())
