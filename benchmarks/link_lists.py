"""Lists of links: the title and the target of two search results are shown, and ``unweave.learn`` finds all of them?

    python benchmarks/link_lists.py [--quick] [--detail] [--worth]

Any link of a page has a text and a target, so that the values hardly tell which links are meant; what is around them
does. The pages are those of the test beds for record lists (``records/*.zip``) whose gold is whole and has three
records or more: of each gold record the first link with a text of three characters, as title and url. Pages on which
one of the shown records, or a tenth of all, has no such link are left out. A gold record is sometimes less than what a
reader takes for one (records inside others, "more from this site"), so that not all pages can be perfect.

``zhao1`` was looked at while the choice of boundaries was made, and chose its numbers; ``zhao2`` and ``zhao3`` did
not: the figures are those of these two. Printed are record F1 and the share of perfect pages from the first two
records, from the third and the seventh, and from the first alone, and how often a field of each level of confidence is
imperfect. ``--worth``: the first two records, with other values of the numbers, or without their mechanism.
``--quick``: the two test beds that did not choose.
"""

import json
import statistics
import sys
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from data import command_line, required_data
from tuned import tuned
from unweave import Example, Page, learn

CHOSE = "zhao1"
CHOICES: Mapping[str, Sequence[int]] = {"first_two": (0, 1), "third_and_seventh": (2, 6), "one": (0,)}
SHORTEST_TITLE, FEWEST, MOST_WITHOUT = 3, 3, 0.1
ALTERNATIVES: Mapping[str, Sequence[float]] = {
    "REGION_VALUES_POWER": (1 / 3, 1.0),
    "REGION_PART_COST": (0.0, 0.05, 0.2),
}
"""Other values of the numbers; 0 is leaving the mechanism out."""
Row = dict[str, str | None]


@dataclass(frozen=True, slots=True)
class Task:
    """A page with the title and the target of each of its gold records."""

    bed: str
    name: str
    source: str
    gold: list[Row]


@dataclass(slots=True)
class Score:
    """What came of one page."""

    f1: float = 0.0
    failure: str = ""
    fields: dict[str, tuple[str, bool]] = field(default_factory=dict)
    """For each field the level of its confidence, and whether all of its values are right."""


def main() -> int:
    """Print a table for each choice of shown records, then the figures as one line of JSON."""
    parser = command_line(__doc__, quick="the two test beds that did not choose")
    parser.add_argument("--detail", action="store_true", help="also a line for each page that is not perfect")
    parser.add_argument("--worth", action="store_true", help="the numbers with other values")
    options = parser.parse_args()
    required_data()
    known = [task for task in tasks() if not (options.quick and task.bed == CHOSE)]
    if options.worth:
        print(json.dumps(worth(known)))
        return 0
    figures: dict[str, float] = {}
    for name, choice in CHOICES.items():
        scores = [(task, score(task, choice)) for task in known]
        show(name, scores, detail=options.detail)
        figures |= figures_of(name, [found for task, found in scores if task.bed != CHOSE])
    print(json.dumps({name: round(value, 4) for name, value in figures.items()}))
    return 0


def tasks() -> Iterator[Task]:
    """The pages whose gold records have titles that are links."""
    for path in sorted((required_data() / "records").glob("*.zip")):
        with zipfile.ZipFile(path) as archive:
            for name, gold in json.loads(archive.read("gold.json"))["pages"].items():
                source = archive.read(f"pages/{name}").decode("utf-8", "replace")
                rows = [] if gold.get("partial") else rows_of(source, gold["xpath"])
                without = sum(row["title"] is None for row in rows)
                shown = [row for choice in CHOICES.values() for row in shown_of(rows, choice)]
                if len(rows) >= FEWEST and without <= MOST_WITHOUT * len(rows) and all(row["title"] for row in shown):
                    yield Task(path.stem, name, source, rows)


def rows_of(source: str, xpath: str) -> list[Row]:
    """The title and the target of each record that an XPath selects: of its first link with a text."""
    rows: list[Row] = []
    for record in Page(source, html=True).document.xpath(xpath):
        links = [record] if record.tag == "a" else record.xpath(".//a")
        named = [link for link in links if len(folded(link.text)) >= SHORTEST_TITLE and link.attr("href")]
        first = named[0] if named else None
        rows.append({"title": first and folded(first.text), "url": first and first.attr("href")})
    return rows


def folded(text: object) -> str:
    """A text with single spaces."""
    return " ".join(str(text or "").split())


def shown_of(rows: Sequence[Row], choice: Sequence[int]) -> list[Row]:
    """The chosen records; the last ones where the list is shorter."""
    return [rows[at if at < len(rows) else len(rows) - len(choice) + order] for order, at in enumerate(choice) if rows]


def score(task: Task, choice: Sequence[int]) -> Score:
    """What is learned from the chosen records, and found on the same page."""
    shown = shown_of(task.gold, choice)
    page = Page(task.source, html=True)
    try:
        wrapper = learn([Example.from_values(page, shown, status="partial")])
        found = [record.to_dict() for record in wrapper.extract(page)]
    except Exception as error:  # noqa: BLE001 - every failure is a result here
        return Score(failure=f"{type(error).__name__}: {error}")
    levels = {name: one.level for name, one in wrapper.origin.confidence.items()}
    fields = {
        name: (levels.get(name, "none"), counted([name], task.gold) == counted([name], found)) for name in shown[0]
    }
    wanted, got = counted(["title", "url"], task.gold), counted(["title", "url"], found)
    return Score(2 * (wanted & got).total() / (len(task.gold) + len(found)), fields=fields)


def counted(names: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Counter[tuple[str, ...]]:
    """How often each combination of values occurs."""
    return Counter(tuple(folded(row.get(name)) for name in names) for row in rows)


def show(name: str, scores: Sequence[tuple[Task, Score]], *, detail: bool) -> None:
    """The means of each test bed."""
    print(f"\n{name:20}{'pages':>7}{'F1':>8}{'perfect':>9}")
    for bed in sorted({task.bed for task, _ in scores}):
        own = [found.f1 for task, found in scores if task.bed == bed]
        print(f"  {bed:18}{len(own):7}{statistics.fmean(own):8.4f}{perfect(own):9.1%}", flush=True)
    for task, found in scores:
        if detail and found.f1 < 1:
            print(f"    {task.bed} {task.name[:50]:50} {found.f1:.2f} {found.failure}")


def perfect(scores: Sequence[float]) -> float:
    """The share of the pages on which every record is right and no other is returned."""
    return statistics.fmean(one == 1 for one in scores)


def figures_of(name: str, scores: Sequence[Score]) -> dict[str, float]:
    """The means over the pages, and the imperfect fields of the levels better than low."""
    figures: dict[str, float] = {
        f"{name}_f1": statistics.fmean(one.f1 for one in scores),
        f"{name}_perfect": perfect([one.f1 for one in scores]),
        f"{name}_failed": sum(bool(one.failure) for one in scores),
    }
    for level in ("high", "medium"):
        right = [is_right for one in scores for found, is_right in one.fields.values() if found == level]
        figures[f"{name}_{level}_imperfect"] = 1 - statistics.fmean(right) if right else 0.0
        print(f"  {level}: {len(right)} fields, {len(right) - sum(right)} imperfect")
    return figures


def worth(known: Sequence[Task]) -> dict[str, float]:
    """The mean F1 of each test bed with other values of the numbers."""
    figures: dict[str, float] = {}
    changes: list[dict[str, float]] = [{}, *({name: value} for name, some in ALTERNATIVES.items() for value in some)]
    for change in changes:
        with tuned(change):
            scores = [(task.bed, score(task, CHOICES["first_two"]).f1) for task in known]
        title = " ".join(f"{name} {value:g}" for name, value in change.items()) or "shipped"
        for bed in sorted({bed for bed, _ in scores}):
            figures[f"{title} {bed}"] = round(statistics.fmean(found for own, found in scores if own == bed), 4)
        print(title, {name.rpartition(" ")[2]: value for name, value in figures.items() if name.startswith(title)})
    return figures


if __name__ == "__main__":
    sys.exit(main())
