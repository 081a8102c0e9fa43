"""The main list of single pages: search results of three test beds, and lists that courts publish.

    python benchmarks/records.py [--quick] [--detail] [--folds]

On the lists of courts no borders are known, only values: a record is found if a region has all values that only this
record has, and none of another one (``courts_f1``, the mean over the pages with complete labels).

``--folds`` chooses the numbers of ``tuning`` on four fifths of the sites and measures the others (``tuned``). The
figure is the mean of the pages' F1: exact for the test beds, of the pages whose gold is whole; each of their pages is
of another site.
"""

import json
import re
import statistics
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from importlib import import_module
from typing import Any, NamedTuple

from adapters.records_lists import segment
from data import command_line, required_data
from scorers import run
from tuned import chosen_in_folds
from unweave.page import Page
from unweave.templates import list_records

ALTERNATIVES: Mapping[str, Sequence[float]] = {
    "LIST_LINK_WEIGHT": (0.1, 0.5, 1.0),
    "LIST_ACROSS_PARENTS": (0.6, 1.0),
    "LIST_ASIDE": (0.1, 1.0),
    "LIST_FILL_TEXT": (0.2, 0.8),
    "LIST_OCCURS": (0.5, 0.9),
    "LIST_FEATURE_BITS": (4.0, 10.0),
    "LIST_REGULARITY_POWER": (1, 2, 4),
    "LIST_RECORD_BITS": (0.0, 50.0, 200.0),
}
"""Other values of the numbers for lists; 1.0 is mostly what leaving the mechanism out means, 0 bits is it too."""


class Task(NamedTuple):
    """A page, its site, and what is known of its records: their texts, or their values."""

    site: str
    source: str
    gold: list[Any]


def tasks() -> Iterator[Task]:
    """The pages of the test beds whose gold is whole."""
    for path in sorted((required_data() / "records").glob("*.zip")):
        with zipfile.ZipFile(path) as archive:
            for name, gold in json.loads(archive.read("gold.json"))["pages"].items():
                if not gold.get("partial"):
                    yield Task(f"{path.stem} {name}", _read(archive, name), gold["records"])


def court_tasks() -> Iterator[Task]:
    """The pages of courts with complete labels, of at least three records; of each record the values of its own."""
    with zipfile.ZipFile(required_data() / "lists" / "courts.zip") as archive:
        for name, gold in json.loads(archive.read("gold.json")).items():
            if gold["complete"] and len(gold["records"]) > 2:
                yield Task(gold["site"], _read(archive, f"{name}.html"), own_values(gold["records"]))


def _read(archive: zipfile.ZipFile, name: str) -> str:
    return archive.read(f"pages/{name}").decode("utf-8", "replace")


def own_values(records: list[dict[str, Any]]) -> list[list[str]]:
    """The values of each record that no other one has, without white space: a date of a group belongs to several."""
    every = [[squeezed(str(value)) for value in record.values() if value] for record in records]
    times = Counter(value for values in every for value in set(values))
    return [[value for value in values if times[value] == 1] or values for values in every]


def squeezed(text: str) -> str:
    """A text without white space."""
    return re.sub(r"\s+", "", text)


def exact_f1(task: Task) -> float:
    """The share of exact records."""
    got = segment(task.source)
    hits: int = import_module("score_records").exact(got, task.gold)
    return 2 * hits / (len(got) + len(task.gold))


def region_f1(task: Task) -> float:
    """The share of records in regions of their own."""
    page = Page(task.source, html=True)
    regions = [_text_and_source(page, found.first.index, found.last.last) for found in list_records(page)]
    inside = [[at for at, text in enumerate(regions) if all(value in text for value in own)] for own in task.gold]
    taken = Counter(at for places in inside for at in places)
    hits = {at for places in inside for at in places[:1] if taken[at] == 1}
    return 2 * len(hits) / (len(regions) + len(task.gold))


def _text_and_source(page: Page, first: int, last: int) -> str:
    """The texts of a region, and its source for the targets of links."""
    nodes = page.tree.nodes[first : last + 1]
    span = nodes[0].span
    end = max((node.span.end for node in nodes if node.span), default=0)
    source = unescape(page.source[span.start : end]) if span else ""
    return squeezed("".join(node.data for node in nodes if node.kind == "text")) + "\n" + squeezed(source)


def folds() -> dict[str, float]:
    """The mean F1 of each fold of sites with the numbers that are best on the other folds."""
    beds, courts = list(tasks()), list(court_tasks())

    def measure() -> dict[str, float]:
        scores = [exact_f1(task) for task in beds] + [region_f1(task) for task in courts]
        return {str(number): score for number, score in enumerate(scores)}

    return chosen_in_folds(ALTERNATIVES, measure, {str(at): task.site for at, task in enumerate(beds + courts)})


def figures_of(pages: list[dict[str, Any]]) -> dict[str, float]:
    """Exact F1 over records and the number of perfect pages, of the pages whose gold is whole."""
    whole = [page for page in pages if "exact" in page]
    hits = sum(page["exact"] for page in whole)
    total = sum(page["gold"] + page["found"] for page in whole)
    perfect = sum(page["exact"] == page["gold"] == page["found"] for page in whole)
    return {"f1": round(2 * hits / total, 4), "perfect": perfect, "pages": len(whole)}


def cause(page: dict[str, Any]) -> str:
    """Why a page is not perfect."""
    if not page["exact"]:
        return "another list was chosen, or records have other borders"
    if page["exact"] == page["gold"]:
        return "something beside the list was taken for records"
    return "records are missing" if page["exact"] == page["found"] else "some records have other borders"


def main() -> None:
    """Print the table, the failures by cause, and the figures."""
    parser = command_line(__doc__, quick="all pages; they take a few seconds")
    parser.add_argument("--detail", action="store_true", help="one line per page")
    parser.add_argument("--folds", action="store_true", help="numbers chosen on the other pages")
    options = parser.parse_args()
    required_data()
    if options.folds:
        print(json.dumps(folds()))
        return
    report = run("score_records.py", "records_lists.py", *["--detail"] * options.detail)
    failed = [page for page in report if "exact" in page and not page["exact"] == page["gold"] == page["found"]]
    for reason in sorted({cause(page) for page in failed}):
        print(f"\n{reason}:")
        print("\n".join(f"  {page['bed']} {page['page']}" for page in failed if cause(page) == reason))
    beds = sorted({page["bed"] for page in report})
    made = {bed: figures_of([page for page in report if page["bed"] == bed]) for bed in beds}
    figures = {f"{bed}_{name}": value for bed, found in made.items() for name, value in found.items()}
    courts = [region_f1(task) for task in court_tasks()]
    figures |= {"courts_f1": round(statistics.fmean(courts), 4), "courts_perfect": courts.count(1.0)}
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
