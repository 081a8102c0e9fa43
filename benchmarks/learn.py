"""How well does ``unweave.learn``, with all its defaults, do; and does it know how well?

    python benchmarks/learn.py [--quick] [--jobs N]

Few labelled pages of a site, values only. SWDE: 1, 3 and 5 labelled pages, and 1 and 3 with 40 further pages at hand of
which nothing is known. Recipes (pages of today): one labelled page, the data in their scripts (JSON-LD) not read, the
group ``other`` apart; then with that data, and apart the attributes whose labels are values of it. WIEN: the values of
three records on each of two pages, labelled in part; records found on the others.
The bookshop that comes with unweave: two pages of values, lists and details.

Confidence is held against what came out: of the fields called high, how many are right on every unseen page? Its limit
is chosen on four fifths of the sites and measured on the others (``calibration``). ``--quick``: a tenth of the sites,
in the settings that have floors.
"""

import json
import statistics
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from adapters import learn_lists
from adapters import learn_swde as adapter
from calibration import JudgedField, evidence_kept, in_folds
from data import bench_root, command_line, required_data, sites
from tuned import family
from unweave.choose.evidence import FieldEvidence

LEVELS = ("high", "medium", "low", "none")
SETTINGS = ((1, False), (3, False), (5, False), (1, True), (3, True))
QUICK_SETTINGS = ((1, False), (3, False), (1, True))


class Case(NamedTuple):
    """One attribute of one site, learned in one setting: how right it is, and how sure we were."""

    collection: str
    site: str
    attribute: str
    pages: int
    unlabelled: bool
    f1: float
    whole: float
    level: str
    seconds: float
    embedded: bool = True
    in_data: bool = False
    evidence: FieldEvidence | None = None


class Task(NamedTuple):
    """A site and a setting."""

    site: Path
    pages: int
    unlabelled: bool
    embedded: bool = True


def main() -> None:
    """Print the tables, then the figures as JSON."""
    parser = command_line(__doc__, quick="a tenth of the sites, fewer settings")
    parser.add_argument("--jobs", type=int, default=2, help="sites run at once")
    options = parser.parse_args()
    required_data()
    every, settings, embedded = (10, QUICK_SETTINGS, (False,)) if options.quick else (1, SETTINGS, (False, True))
    with ProcessPoolExecutor(options.jobs) as pool:
        cases = [case for found in pool.map(run, tasks(every, settings, embedded)) for case in found]
        lists = list(pool.map(learn_lists.wien_site, sites("wien")[:: 4 if options.quick else 1]))
    figures = dict(show(cases)) | show_calibration(cases) | show_lists(lists)
    print(json.dumps({name: round(value, 4) for name, value in figures.items()}))


def tasks(every: int, settings: Sequence[tuple[int, bool]], embedded: Sequence[bool]) -> list[Task]:
    """Every so many sites in the settings."""
    recipes = sites("recipes")[:: every * 2 - 1]
    return [
        *(Task(site, *setting) for site in sites("swde")[::every] for setting in settings),
        *(Task(site, 1, unlabelled=False, embedded=one) for one in embedded for site in recipes),
    ]


def run(task: Task) -> list[Case]:
    """Learn a site and look at every attribute on its unseen pages."""
    sys.path.insert(0, str(bench_root()))
    scorer: Any = import_module("score_swde")  # it lies in the benchmark folder
    labels = scorer.read_labels(task.site)
    shown, unseen = labels["train"][: task.pages], scorer.read_pages(task.site, labels["test"])
    train = [
        (text, labels["values"][page]) for page, text in zip(shown, scorer.read_pages(task.site, shown), strict=True)
    ]
    started = process_time()
    with evidence_kept() as evidence:
        wrapper = adapter.fit(train, unseen if task.unlabelled else (), embedded=task.embedded)
    seconds = process_time() - started
    in_data = adapter.in_data(train) if task.embedded else set[str]()
    scored = scorer.score_site(task.site, {"predictions": [adapter.predict(wrapper, html) for html in unseen]})
    sure = wrapper.origin.confidence
    return [
        Case(
            task.site.parent.name,
            task.site.stem,
            one["attribute"],
            task.pages,
            task.unlabelled,
            one["f1"],
            one["whole"],
            sure[one["attribute"]].level if one["attribute"] in sure else "none",
            seconds,
            task.embedded,
            one["attribute"] in in_data,
            evidence.get(one["attribute"]),
        )
        for one in scored
    ]


def show(cases: Sequence[Case]) -> Iterator[tuple[str, float]]:
    """A line per setting; its figures for the gate."""
    print(f"{'':24}{'cases':>6}{'F1':>8}{'perfect':>9}{'whole':>8}{'seconds':>9}")
    for pages, unlabelled in SETTINGS:
        yield from line(_name(pages, unlabelled), _cases(cases, pages, unlabelled))
    recipes = [one for one in cases if one.collection == "recipes" and not one.embedded]
    yield from line("recipes", recipes)
    yield from line("recipes_other", [one for one in recipes if one.site.startswith("other-")])
    with_data = [one for one in cases if one.collection == "recipes" and one.embedded]
    yield from line("recipes_embedded", with_data)
    yield from line("recipes_in_data", [one for one in with_data if one.in_data])


def line(name: str, cases: Sequence[Case]) -> Iterator[tuple[str, float]]:
    """Print the means over some cases; the median time is over sites."""
    if not cases:
        return
    f1, whole = statistics.fmean(one.f1 for one in cases), statistics.fmean(one.whole for one in cases)
    perfect = statistics.fmean(one.f1 == 1 for one in cases)
    seconds = statistics.median({one.site: one.seconds for one in cases}.values())
    print(f"{name:24}{len(cases):6}{f1:8.3f}{perfect:9.1%}{whole:8.1%}{seconds:9.2f}")
    yield from (
        (f"{name}_f1", f1),
        (f"{name}_perfect", perfect),
        (f"{name}_whole", whole),
        (f"{name}_seconds", seconds),
    )


def show_calibration(cases: Sequence[Case]) -> dict[str, float]:
    """Each level against the share of its fields that are right on every unseen page; then high in folds."""
    print(f"\n{'confidence':24}" + "".join(f"{level:>16}" for level in LEVELS))
    recipes = [one for one in cases if one.collection == "recipes" and not one.embedded]
    swde = {_name(*setting): _cases(cases, *setting) for setting in SETTINGS}
    for name, chosen in (swde | {"recipes": recipes}).items():
        print(f"{name:24}" + "".join(f"{told(chosen, level):>16}" for level in LEVELS))
    compared = {_name(*setting): judged for setting in SETTINGS if setting[1] and (judged := _judged(cases, *setting))}
    return in_folds(compared)


def _name(pages: int, unlabelled: bool) -> str:  # the two of a setting
    return f"swde_{pages}{'_unlabelled' * unlabelled}"


def _cases(cases: Sequence[Case], pages: int, unlabelled: bool) -> list[Case]:
    return [one for one in cases if (one.collection, one.pages, one.unlabelled) == ("swde", pages, unlabelled)]


def _judged(cases: Sequence[Case], pages: int, unlabelled: bool) -> list[JudgedField]:
    found = _cases(cases, pages, unlabelled)
    return [JudgedField(family(one.site), one.evidence, one.f1 == 1) for one in found if one.evidence is not None]


def told(cases: Sequence[Case], level: str) -> str:
    """How many cases are of a level, and how many of these are perfect."""
    of_level = [one for one in cases if one.level == level]
    perfect = statistics.fmean(one.f1 == 1 for one in of_level) if of_level else 0.0
    return f"{len(of_level) / len(cases):.0%}: {perfect:.1%}" if of_level else "-"


def show_lists(wien: Sequence[learn_lists.Site]) -> dict[str, float]:
    """Record F1 on lists."""
    print(f"\n{'lists':12}{'method':>10}{'record F1':>11}{'seconds':>9}")
    for site in wien:
        print(f"{site.name:12}{site.method:>10}{site.f1:11.3f}{site.seconds:9.2f}")
    shop = [learn_lists.bookshop(kind) for kind in ("shelves", "books")]
    for site in shop:
        print(f"{site.name:12}{site.method:>10}{site.f1:11.3f}{site.seconds:9.2f}")
    mean = statistics.fmean(site.f1 for site in wien)
    return {
        "wien_record_f1": mean,
        "bookshop_record_f1": min(site.f1 for site in shop),
        "bookshop_seconds": max(site.seconds for site in shop),
    }


if __name__ == "__main__":
    main()
