"""What is each number of ``tuning`` worth: how much changes with half of it, or with twice as much?

    python benchmarks/worth.py [--quick] [--every N] [--part PART ...]

Every number of the named parts is replaced by a smaller and by a larger one, one at a time: half and double, of a share
the middle between it and 0 or 1. Each line has the change of the mean F1 in points, and the number of cases (fields,
pages) whose F1 is another one. What alters no case is not measured by these sites. What alters the mean by less than
0.2 points either way need not have been chosen: any number near it does. The parts, and what measures them:

    templates   discovery of every fourth SWDE site, 20 pages each, a case is a field
    lists       the main list of every third page of the test beds, a case is a page
    regions     learning from the first two records of every third list of courts, a case is a page
    places      the places of values of wien pages that are shown as texts, a case is an example
    choose      learning from one labelled and sixteen other pages of every fourth SWDE site, a case is a field
    verify      a check of every third of the sites that chose its numbers, a case is one of ``drift.py`` and counts
                1 if its verdict is right; the descriptions of pages and good pages stay as they are

Numbers that bound time or memory, and those that are no plain numbers, are left out. ``--every N`` takes every N-th of
these sites and pages, ``--quick`` every eighth.
"""

import ast
import inspect
import json
import re
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import discover
import drift
import records
from adapters.learn_swde import fit, predict
from adapters.learned_site import AT_HAND
from data import command_line, read_json, read_pages, required_data, sites
from drift_sites import Site, every_site
from lists import Lists, first_two, read_tasks
from tuned import tuned
from unweave import tuning
from unweave.choose.places import resolved
from unweave.errors import UnweaveError
from unweave.observations import Observation, observed
from unweave.page import Page
from unweave.records import Example
from unweave.templates import Discover
from unweave.verify.drift import judged
from unweave.verify.page_kinds import PageKind, page_kind
from unweave.wrapper import Wrapper
from wien import load

QUICK = 8
PAGES, UNSEEN = 20, 16
WIEN_PAGES, PLACED = 4, 30
Places = Mapping[str, tuple[int, int]]
Labelled = list[tuple[str, dict[str, list[str]]]]
Measure = Callable[[], Mapping[str, float]]
ObservedCase = tuple[Wrapper, Sequence[Observation], Mapping[PageKind, int], bool]
SECTION = re.compile(r"# --- (.*) ---")


def main() -> None:
    """Print a line for each number, then the figures as JSON."""
    parser = command_line(__doc__, quick="every eighth of the sites and pages")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--part", choices=sorted(PARTS), action="append")
    options = parser.parse_args()
    sys.path.insert(0, str(required_data()))
    figures = {}
    for part in options.part or sorted(PARTS):
        measure = PARTS[part](QUICK if options.quick else options.every)
        figures[part] = dict(worths(numbers_of(part), measure))
    print(json.dumps(figures))


def numbers_of(part: str) -> dict[str, float]:
    """The plain numbers of a part; those of the main list are among those of the templates."""
    section = "templates" if part == "lists" else part
    named = [name for name, there in sections().items() if there == section]
    chosen = [name for name in named if section != "templates" or name.startswith("LIST_") == (part == "lists")]
    numbers = {name: getattr(tuning, name) for name in chosen}
    return {name: value for name, value in numbers.items() if isinstance(value, int | float)}


def sections() -> dict[str, str]:
    """The names of ``tuning`` with the headings under which they are."""
    source = inspect.getsource(tuning)
    headings = {
        number: found[1] for number, line in enumerate(source.splitlines(), 1) if (found := SECTION.match(line))
    }
    assigned = [node for node in ast.parse(source).body if isinstance(node, ast.Assign)]
    return {
        name.id: headings[max(number for number in headings if number < node.lineno)]
        for node in assigned
        for target in node.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }


def others(value: float) -> tuple[float, float]:
    """A smaller and a larger number: half and double; of a share the middle between it and 0 or 1.

    >>> others(0.8), others(5), others(1.5)
    ((0.4, 0.9), (2, 10), (0.75, 3.0))
    """
    if isinstance(value, int):
        return value // 2, 2 * value
    return value / 2, (1 + value) / 2 if value < 1 else 2 * value


def worths(numbers: Mapping[str, float], measure: Measure) -> Iterator[tuple[str, dict[str, float]]]:
    """For each number the points by which a smaller and a larger one alter the mean, and how many cases differ."""
    shipped = measure()
    print(f"{'shipped':32}{statistics.fmean(shipped.values()):28.4f}   {len(shipped)} cases", flush=True)
    for name, value in numbers.items():
        found = {}
        for word, other in zip(("smaller", "larger"), others(value), strict=True):
            with tuned({name: other}):
                here = measure()
            found[word] = round(100 * (statistics.fmean(here.values()) - statistics.fmean(shipped.values())), 2)
            found[f"{word}_differ"] = sum(here[case] != shipped[case] for case in shipped)
            line = f"{name:32}{value:>10g} {word} {other:>8g}{found[word]:8.2f}"
            print(f"{line}   {found[f'{word}_differ']} cases differ", flush=True)
        yield name, found


def of_templates(every: int) -> Measure:
    """The F1 of each field of the sites, by the column that matches it best."""
    scorer = import_module("score_swde")  # it is in the benchmark folder
    known = {site.stem: discover.load(site, PAGES) for site in sites("swde")[:: 4 * every]}

    def measure() -> dict[str, float]:
        found: dict[str, float] = {}
        for name, (pages, gold) in known.items():
            fresh = [Page(page.source, name=page.name, html=True) for page in pages]
            scores = discover.scores(scorer, gold, discover.answers(_discover().largest(fresh), fresh))
            found |= {f"{name} {at}": score for at, score in enumerate(scores)}
        return found

    return measure


def _discover() -> Discover:
    """Discovery with the numbers of the moment, those that are its defaults included."""
    return Discover(limit=tuning.DISCOVER_COLUMNS, share=tuning.COLUMN_SHARE)


def of_lists(every: int) -> Measure:
    """The F1 of each page of the test beds: exact records of its main list."""
    tasks = list(records.tasks())[:: 3 * every]
    return lambda: {task.site: records.exact_f1(task) for task in tasks}


def of_regions(every: int) -> Measure:
    """The record F1 of each list of courts from its first two records."""
    root = required_data()
    tasks = [task for task in read_tasks(root / "lists" / "courts.zip", quick=False) if task.gold["complete"]]
    lists = Lists(load(root / "score_lists.py"), tasks[:: 3 * every])
    return lambda: {answer.task.name: answer.row["record_f1"] for answer in lists.run(first_two)}


def of_choose(every: int) -> Measure:
    """The F1 of each field of the sites, learned from one labelled page and others, on pages that it does not know."""
    scorer: Any = import_module("score_swde")
    known = {site.stem: _read(scorer, site) for site in sites("swde")[:: 4 * every]}

    def measure() -> dict[str, float]:
        found: dict[str, float] = {}
        for name, (shown, at_hand, unseen) in known.items():
            wrapper = fit(shown, at_hand)
            found |= {f"{name} {field}": score for field, score in _scores(scorer, wrapper, unseen)}
        return found

    return measure


def of_places(every: int) -> Measure:
    """The share of the values of each example that are found at their places."""
    known = {
        f"{name} {which} {order}": (example, shown)
        for name, page, rows_ in _wien_records()
        for which, shown in (("first", rows_[:2]), ("all", rows_[:PLACED]), ("last", rows_[-2:]))
        if len(shown) > 1
        for order, example in _shown_as_texts(page, shown)
    }
    cases = dict(list(known.items())[::every])
    return lambda: {name: _placed(resolved([example])[0], shown) for name, (example, shown) in cases.items()}


def of_verify(every: int) -> Measure:
    """Whether the verdict on the pages of each case is right: ok, or values are wrong."""
    known = dict(some for site in list(every_site())[:: 6 * every] for some in _observed_cases(site))

    def measure() -> dict[str, float]:
        return {
            name: float((judged(wrapper, found, kinds).status != "ok") == is_wrong)
            for name, (wrapper, found, kinds, is_wrong) in known.items()
        }

    return measure


def _observed_cases(site: Site) -> Iterator[tuple[str, ObservedCase]]:
    """What the wrapper of a site finds on the pages of each case, and whether values are wrong."""
    wrapper = drift.site_wrapper(site, None)
    if wrapper is None or not (one := drift.tried(site, wrapper, good=True)).fields:
        return
    for change, target, seed, pages in drift.changed_pages(one):
        if change not in drift.FORMS:
            found = [observed(one.wrapper, page.page, one.wrapper.origin.site_profile) for page in pages]
            both = zip(pages, found, strict=True)
            kinds = Counter(page_kind(page.page, each, one.wrapper.origin) for page, each in both)
            wrong = drift.wrong_by_field(one, change, target, pages)
            is_wrong = any(share > drift.WRONG for share in wrong.values())
            yield f"{site.name} {change} {target} {seed}", (one.wrapper, found, kinds, is_wrong)


def _wien_records() -> Iterator[tuple[str, Page, list[Places]]]:
    """The first pages of the wien sites whose records are flat, and the places of the values in each record."""
    for site in sites("wien"):
        labels = read_json(site, "labels.json")
        for raw in [] if labels["nested"] else list(read_pages(site))[:WIEN_PAGES]:
            page = Page(raw.data.decode(), name=Path(raw.name).name, html=True)
            rows = [{str(at): span for at, span in enumerate(row) if span} for row in labels["pages"][page.name]]
            yield f"{site.stem} {page.name}", page, [{at: _tight(page, *row[at]) for at in row} for row in rows]


def _tight(page: Page, start: int, end: int) -> tuple[int, int]:
    """The place without the white space at its ends."""
    text = page.source[start:end]
    return start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())


def _shown_as_texts(page: Page, shown: Sequence[Places]) -> Iterator[tuple[str, Example]]:
    """The values of records as texts, the fields in several orders; none where one of them is empty."""
    names = sorted({name for row in shown for name in row})
    if any(start >= end for row in shown for start, end in row.values()):
        return
    for order, ordered in (("given", names), ("reversed", names[::-1]), ("mixed", names[1::2] + names[::2])):
        rows = [{at: page.source[slice(*row[at])] if at in row else None for at in ordered} for row in shown]
        with suppress(UnweaveError):
            yield order, Example.from_values(page, rows)


def _placed(found: Example, shown: Sequence[Places]) -> float:
    pairs = [(record.span(at), row[at]) for record, row in zip(found.records, shown, strict=True) for at in row]
    return statistics.fmean(span == place for span, place in pairs)


def _read(scorer: Any, site: Path) -> tuple[Labelled, list[str], Labelled]:
    """The labelled page, the others that are learned from, and those that are not, all with their values."""
    labels = scorer.read_labels(site)
    names = [*labels["train"][:1], *labels["test"][: AT_HAND + UNSEEN]]
    pages = [(text, labels["values"][one]) for one, text in zip(names, scorer.read_pages(site, names), strict=True)]
    return pages[:1], [text for text, _ in pages[1 : AT_HAND + 1]], pages[AT_HAND + 1 :]


def _scores(scorer: Any, wrapper: Any, unseen: Labelled) -> Iterator[tuple[str, float]]:
    found = [predict(wrapper, text) for text, _ in unseen]
    for field in unseen[0][1]:
        wanted = [scorer.as_list(values[field]) for _, values in unseen]
        if any(wanted):
            got = [scorer.as_list(values.get(field, [])) for values in found]
            yield field, scorer.score_case(list(zip(wanted, got, strict=True)))["f1"]


PARTS: Mapping[str, Callable[[int], Measure]] = {
    "templates": of_templates,
    "lists": of_lists,
    "regions": of_regions,
    "places": of_places,
    "choose": of_choose,
    "verify": of_verify,
}

if __name__ == "__main__":
    main()
