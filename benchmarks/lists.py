"""Two records of a list are shown: does ``unweave.learn`` find all of them, and does it know where it does not?

    python benchmarks/lists.py [--quick] [--detail] [--folds]

Lists of decisions and hearings that courts publish today (``lists/courts.zip``). The values of two records of a page
are given as a partial example, all defaults; every record of the page is wanted, and a record is right if all of its
fields are (``score_lists.py``, which is beside the data). Only the group ``complete`` judges: on the other pages the
labels leave records out. Printed are

* the groups with the first two records, and the same by five folds of the sites (in order of name, every fifth site);
* other records: the third and the seventh (the last two of a short list), two at random (three draws), the first alone,
  and the first two in reversed order, which must give the same wrapper;
* second pages: of pages of one site with the same fields, learned on one and run on each other one;
* CPU seconds to learn a page, and how many times as long as reading the trees of all pages takes it is to learn them;
* confidence beside the result: how many fields of each level are imperfect, and the pages with a field better than low
  on which more than a tenth of the returned records are wrong. ``with other values``: a record that equals no gold
  record. ``that are no records``: one that equals no gold record even in the fields that are called better than low;
* calibration, with all answers from two shown records: the limits of the levels chosen on one half of the sites and
  measured on the other (``lists_calibration``).

``--folds``: only the first two records, in five folds by site, with the numbers of ``tuning`` that are best on the
other four folds; it also shows what each number is worth. ``--quick``: every second complete page; of these, every
second one with other records: the first alone, the third and the seventh, and the first two in reversed order.
"""

import json
import math
import random
import statistics
import sys
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any, TypeAlias

from calibration import JudgedField, evidence_kept
from data import command_line, required_data
from lists_calibration import calibration_figures
from tuned import FOLDS, chosen_in_folds
from unweave import Example, Page, learn
from unweave.choose.evidence import FieldEvidence
from unweave.page import Tree
from unweave.wrapper import Wrapper
from wien import load

DRAWS = 3
MOST_WRONG = 0.1
LEVELS = ("high", "medium", "low", "none")
ALTERNATIVES: Mapping[str, Sequence[float]] = {
    "REGION_KEPT": (0.65, 0.85),
    "REGION_ENOUGH_LIKE": (0.5, 0.75),
    "REGION_CLOSE_TOTAL": (0.7, 0.9),
    "REGION_DROPPED_COST": (0.0, 0.2),
    "REGION_OPTIONAL_COST": (0.0, 0.1),
}
"""Other values of the numbers that matter most; the first of each is mostly what leaving the mechanism out means."""
Choice: TypeAlias = Callable[[str, int], list[int]]
"""Which records are shown: from the name of a page and the number of its records to their numbers, from 0."""
Row: TypeAlias = dict[str, Any]
"""The scorer's result for one page."""


@dataclass(frozen=True, slots=True)
class Task:
    """A page with its gold records."""

    name: str
    page: Page
    gold: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What was learned on a page and extracted from it, and the score of that; no wrapper where learning failed."""

    task: Task
    wrapper: Wrapper | None
    records: Sequence[Mapping[str, Any]]
    row: Row
    evidence: Mapping[str, FieldEvidence] = field(default_factory=dict)

    def level(self, field: str) -> str:
        """The confidence of a field; none where it was left out."""
        found = self.wrapper.origin.confidence.get(field) if self.wrapper else None
        return found.level if found else "none"


class Lists:
    """The tasks, and the scorer that is beside them."""

    def __init__(self, scorer: Any, tasks: Sequence[Task]) -> None:
        self.scorer = scorer
        self.tasks = tasks

    def run(self, choice: Choice, tasks: Iterable[Task] | None = None) -> list[Answer]:
        """Learn on each page from the chosen records, and score what is extracted from it."""
        return [self.answer(task, choice) for task in (self.tasks if tasks is None else tasks)]

    def answer(self, task: Task, choice: Choice) -> Answer:
        """What is learned on one page, with CPU seconds."""
        gold = task.gold["records"]
        shown = [gold[at] for at in choice(task.name, len(gold))]
        started = process_time()
        try:
            with evidence_kept() as evidence:
                wrapper = learn([Example.from_values(Page(task.page.source), shown, status="partial")])
        except Exception as error:  # noqa: BLE001 - every failure is a result here
            return Answer(task, None, (), self.score(task, {"failure": f"{type(error).__name__}: {error}"}))
        seconds = process_time() - started
        records, failure = extracted(wrapper, task.page)
        answer = {"records": records, "learn_seconds": seconds, "failure": failure}
        return Answer(task, wrapper, records, self.score(task, answer), evidence)

    def score(self, task: Task, answer: Mapping[str, Any]) -> Row:
        """The scorer's figures of one page."""
        row: Row = self.scorer.score_page(task.name, task.gold, answer)
        return row

    def wrong(self, answer: Answer, fields: Sequence[str]) -> float:
        """The share of the returned records that equal no gold record in these fields."""
        gold = {self._values(record, fields) for record in answer.task.gold["records"]}
        wrong = [self._values(record, fields) not in gold for record in answer.records]
        return statistics.fmean(wrong) if wrong else 0.0

    def _values(self, record: Mapping[str, Any], fields: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.scorer.normalise(record.get(field)) for field in fields)


def main() -> int:
    """Print the tables, then the figures as one line of JSON."""
    parser = command_line(__doc__, quick="two records of every second complete page")
    parser.add_argument("--folds", action="store_true", help="only the folds, numbers chosen on the other sites")
    parser.add_argument("--detail", action="store_true", help="also one line per page")
    options = parser.parse_args()
    root = required_data()
    lists = Lists(load(root / "score_lists.py"), read_tasks(root / "lists" / "courts.zip", quick=options.quick))
    if options.folds:
        print(json.dumps(chosen(lists)))
        return 0
    answers = lists.run(first_two)
    print(lists.scorer.report([answer.row for answer in answers], options.detail), flush=True)
    figures = group_figures(lists, answers) | cpu_figures(answers) | confidence_figures(lists, answers)
    if not options.quick:
        figures |= fold_figures(answers)
    others = other_records(lists, answers[::2] if options.quick else answers, QUICK if options.quick else CHOICES)
    figures |= others.figures | second_pages(lists, answers)
    figures |= calibration_figures(judged_fields([*answers, *others.of_two]))
    print(json.dumps({name: round(value, 4) for name, value in figures.items()}))
    return 0


def read_tasks(path: Path, *, quick: bool) -> list[Task]:
    """The pages in order of their names; quick: every second complete one."""
    with zipfile.ZipFile(path) as archive:
        gold = dict(sorted(json.loads(archive.read("gold.json")).items()))
        names = [name for name in gold if gold[name]["complete"]][::2] if quick else list(gold)
        return [Task(name, Page(archive.read(f"pages/{name}.html").decode()), gold[name]) for name in names]


def first_two(name: str, size: int) -> list[int]:
    """The first two records."""
    del name, size
    return [0, 1]


def extracted(wrapper: Wrapper, page: Page) -> tuple[list[dict[str, Any]], str | None]:
    """The records of a page, and the error where there is one."""
    try:
        return [record.to_dict() for record in wrapper.extract(page)], None
    except Exception as error:  # noqa: BLE001 - every failure is a result here
        return [], f"{type(error).__name__}: {error}"


def complete(answers: Iterable[Answer]) -> list[Answer]:
    """The answers that judge."""
    return [answer for answer in answers if answer.row["complete"]]


def mean_f1(answers: Iterable[Answer]) -> float:
    """The mean record F1 of the complete pages."""
    return statistics.fmean(answer.row["record_f1"] for answer in complete(answers))


def perfect(answers: Iterable[Answer]) -> float:
    """The share of the complete pages on which every record is right and no other is returned."""
    return statistics.fmean(answer.row["record_f1"] == 1 for answer in complete(answers))


def failed(answers: Iterable[Answer]) -> int:
    """How many pages, of any group, have no wrapper."""
    return sum(bool(answer.row["failure"]) for answer in answers)


def group_figures(lists: Lists, answers: Sequence[Answer]) -> dict[str, float]:
    """The figures of the complete pages, and of those without and with parts of texts."""
    rows = [answer.row for answer in complete(answers)]
    parts = {"whole": [row for row in rows if not row["part"]], "part": [row for row in rows if row["part"]]}
    named = {f"{name}_f1": lists.scorer.summarise(some)["record_f1"] for name, some in parts.items()}
    return {"record_f1": mean_f1(answers), "perfect": perfect(answers), **named, "failed": failed(answers)}


def cpu_figures(answers: Sequence[Answer]) -> dict[str, float]:
    """CPU seconds to learn a page, over all groups."""
    seconds = sorted(answer.row["learn_seconds"] for answer in answers if answer.wrapper)
    found = {
        "cpu_median": statistics.median(seconds),
        "cpu_95": seconds[math.ceil(0.95 * len(seconds)) - 1],
        "cpu_max": seconds[-1],
        "cpu_to_trees": sum(seconds) / tree_seconds(answer.task.page for answer in answers if answer.wrapper),
    }
    words = "CPU seconds to learn a page: median {:.2f}, 95 % {:.2f}, max {:.2f}; {:.0f} times reading the trees"
    print("\n" + words.format(*found.values()))
    return found


def tree_seconds(pages: Iterable[Page]) -> float:
    """CPU seconds to read the trees of pages: what the same machine takes for a work that does not change."""
    started = process_time()
    for page in pages:
        Tree(page.source)
    return process_time() - started


def confidence_figures(lists: Lists, answers: Sequence[Answer]) -> dict[str, float]:
    """How many fields of each level are imperfect, and the pages whose wrong records are not called low."""
    judged = complete(answers)
    fields = [(answer, field) for answer in judged for field in answer.task.gold["fields"]]
    count = Counter((answer.level(field), answer.row["fields"][field] == 1) for answer, field in fields)
    print(f"\n{'confidence':12}{'fields':>8}{'imperfect':>11}{'share':>8}")
    figures: dict[str, float] = {}
    for level in LEVELS:
        number, imperfect = count[level, True] + count[level, False], count[level, False]
        figures |= {f"{level}_fields": number, f"{level}_imperfect": imperfect / max(1, number)}
        print(f"{level:12}{number:8}{imperfect:11}{figures[f'{level}_imperfect']:8.1%}")
    for answer, name in fields:
        if answer.level(name) in {"high", "medium"} and answer.row["fields"][name] < 1:
            print(f"  {answer.level(name)} but imperfect: {answer.task.name} {name}")
    return figures | junk_figures(lists, judged)


def junk_figures(lists: Lists, judged: Sequence[Answer]) -> dict[str, float]:
    """The pages with wrong records and a field that is called better than low."""
    figures: dict[str, float] = {}
    better = {
        answer.task.name: [field for field in answer.task.gold["fields"] if answer.level(field) in {"high", "medium"}]
        for answer in judged
    }
    sure = [answer for answer in judged if better[answer.task.name]]
    wrong = {
        "with other values": [one for one in sure if lists.wrong(one, list(one.task.gold["fields"])) > MOST_WRONG],
        "that are no records": [one for one in sure if lists.wrong(one, better[one.task.name]) > MOST_WRONG],
    }
    print("\npages with more than a tenth of returned records, although a field is called better than low,")
    for what, found in wrong.items():
        figures["pages_" + what.replace(" ", "_")] = len(found)
        print(f"  {what}: {len(found)} {', '.join(one.task.name for one in found)}")
    return figures


def fold_figures(answers: Sequence[Answer]) -> dict[str, float]:
    """The figures by folds of sites."""
    sites = sorted({answer.task.gold["site"] for answer in answers})
    folds: list[list[Answer]] = [[] for _ in range(FOLDS)]
    for answer in complete(answers):
        folds[sites.index(answer.task.gold["site"]) % FOLDS].append(answer)
    print(f"\n{'fold':8}{'pages':>6}{'record F1':>11}{'perfect':>9}")
    for number, fold in enumerate(folds):
        print(f"{number:<8}{len(fold):6}{mean_f1(fold):11.3f}{perfect(fold):9.1%}")
    means = {
        "folds_f1": statistics.fmean(map(mean_f1, folds)),
        "folds_perfect": statistics.fmean(map(perfect, folds)),
    }
    print(f"{'mean':14}{means['folds_f1']:11.3f}{means['folds_perfect']:9.1%}", flush=True)
    return means


def chosen(lists: Lists) -> dict[str, float]:
    """The record F1 of each fold of sites with the numbers of ``tuning`` that are best on the other folds."""
    tasks = [task for task in lists.tasks if task.gold["complete"]]

    def measure() -> dict[str, float]:
        return {answer.task.name: answer.row["record_f1"] for answer in lists.run(first_two, tasks)}

    return chosen_in_folds(ALTERNATIVES, measure, {task.name: task.gold["site"] for task in tasks})


@dataclass(frozen=True, slots=True)
class Others:
    """The figures with other records shown, and the answers from two records, those in reversed order aside."""

    figures: dict[str, float]
    of_two: list[Answer]


def other_records(lists: Lists, answers: Sequence[Answer], choices: Mapping[str, Choice]) -> Others:
    """The same with other records shown."""
    tasks = [answer.task for answer in answers]
    print(f"\n{'records shown':20}{'record F1':>11}{'perfect':>9}{'failed':>8}   (first two: {mean_f1(answers):.3f})")
    figures: dict[str, float] = {}
    of_two: list[Answer] = []
    for name, choice in choices.items():
        found = lists.run(choice, tasks)
        figures |= {f"{name}_f1": mean_f1(found), f"{name}_failed": failed(found)}
        print(f"{name:20}{mean_f1(found):11.3f}{perfect(found):9.1%}{failed(found):8}", flush=True)
        of_two += found if name not in {"one", "reversed"} else []
    different = [one.task.name for one, other in zip(answers, found, strict=True) if one.wrapper != other.wrapper]
    print(f"reversed order gives another wrapper on {len(different)} pages: {', '.join(different)}")
    return Others(figures | {"reversed_different": len(different)}, of_two)


def judged_fields(answers: Iterable[Answer]) -> list[JudgedField]:
    """The evidence for each field of the complete pages, and whether the field is perfect."""
    return [
        JudgedField(answer.task.gold["site"], answer.evidence[name], answer.row["fields"][name] == 1)
        for answer in complete(answers)
        for name in answer.task.gold["fields"]
        if name in answer.evidence
    ]


def drawn(seed: int) -> Choice:
    """Two records at random, in any order."""
    return lambda name, size: random.Random(f"{seed} {name}").sample(range(size), 2)


QUICK: Mapping[str, Choice] = {
    "third_and_seventh": lambda _, size: [min(2, size - 2), min(6, size - 1)],
    "one": lambda *_: [0],
    "reversed": lambda *_: [1, 0],
}
CHOICES: Mapping[str, Choice] = {**{f"random_{seed}": drawn(seed) for seed in range(DRAWS)}, **QUICK}
"""Other records that are shown; the last one is compared with the first two."""


def second_pages(lists: Lists, answers: Sequence[Answer]) -> dict[str, float]:
    """Learned on one page of a site, run on others with the same fields; the mean of the means of the sites."""
    alike: dict[str, list[Answer]] = defaultdict(list)
    for answer in complete(answers):
        alike[json.dumps([answer.task.gold["site"], answer.task.gold["fields"]])].append(answer)
    first: dict[str, list[float]] = defaultdict(list)
    second: dict[str, list[float]] = defaultdict(list)
    for group in alike.values():
        for one in group if len(group) > 1 else ():
            site = one.task.gold["site"]
            first[site].append(one.row["record_f1"])
            second[site] += [other_page(lists, one, other.task) for other in group if other is not one]
    print(f"\n{'second pages of':40}{'pages':>6}{'first':>8}{'second':>8}")
    for site, scores in first.items():
        means = f"{statistics.fmean(scores):8.3f}{statistics.fmean(second[site]):8.3f}"
        print(f"{site or '(no name)':40}{len(scores):6}{means}")
    every = [statistics.fmean(map(statistics.fmean, one.values())) for one in (first, second)]
    print(f"{'mean of the sites':46}{every[0]:8.3f}{every[1]:8.3f}   ratio {every[1] / every[0]:.3f}")
    return {"second_page_f1": every[1], "second_page_ratio": every[1] / every[0]}


def other_page(lists: Lists, learned: Answer, task: Task) -> float:
    """The record F1 of a wrapper on another page."""
    if learned.wrapper is None:
        return 0.0
    records, _ = extracted(learned.wrapper, task.page)
    f1: float = lists.score(task, {"records": records})["record_f1"]
    return f1


if __name__ == "__main__":
    sys.exit(main())
