"""Whether a check notices that a site has changed, and stays quiet where it has not; whether repair mends it.

    python benchmarks/drift.py [--quick] [--jobs N] [--half choose|report|all] [--every N] [--repair] [--fresh]
                               [--seeds N [N ...]] [--wrappers FOLDER] [--detail] [--speed]

Realistic changes (``site_changes``) are applied to later pages of the SWDE, WIEN and list sites (``drift_sites``), and
each case, one (site, change, seed), is checked with the wrapper that was learned before. A case is *wrong* if the
change makes more than 2 % of the values of a field wrong or missing: what was wrong on the same page before does not
count. *Plausible*: wrong, although fill and the numbers of records are as before. *Silent*: wrong, and the check says
ok. An alarm is a verdict that is not ok. Where only the form of values has changed (currency, dates) an alarm is
neither right nor wrong; these cases are in a line of their own. ``precision_right_fields`` takes an alarm for right
only if a field is wrong now that had no mistake on any unchanged page: it takes alarms for false where the change has
made another field worse.

The weights of the check were fitted to every second site (``--half choose``); the figures are those of the others.
Beside it: thresholds on fill and on records, as monitors of scrapers have them. ``--fresh``: the profile is that of the
labelled pages alone, without a good run. ``--wrappers`` keeps what was learned for the next run. ``--repair``: in each
case that is wrong and known to be, where all values are still on the pages, a repair is tried; it is right if at most
2 % of the values of each field are wrong then. ``survival``: the share of small changes (renamed classes, an element
more, a moved block) after which no field is wrong; ``survival_all``: all classes new and other tags included.
``--seeds 2 3 4``: other cases of the same sites, with other fields and words, so that the usual ones are not fitted.
``--speed``: instead of all that, the CPU seconds that a check of 1,000 pages takes, on unchanged pages of all kinds of
sites, by collection and in all, and how many times those of extraction.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from typing import Any, NamedTuple

import unweave
from data import bench_root, command_line, skip_word
from drift_sites import LabelledPage, Row, Site, every_site, halves, normal
from site_changes import CHANGES, COSMETIC, HALF, Change, Given, NotApplicable, Places
from unweave import Page, Span
from unweave.observations import profile_of
from unweave.verify.drift import Verdict
from unweave.wrapper import Wrapper, with_origin

WRONG = 0.02
SEEDS = (0, 1)
SAMPLES = ((0, 1), (1, 3), (2, 5), (0, 12))
"""The unchanged pages of a false alarm case: from which one on, how many."""
PAGES = 8
QUICK = 12
FORMS = ("currency moved", "date format")
REPAIRED = (*COSMETIC, "label reworded", "columns swapped", "list to table", "similar in front")
"""The changes after which all values are still on all pages, so that a repair is possible."""
REPAIR_BUDGET = 30.0
"""What a repair has if nobody says otherwise."""
SMALL = ("classes renamed", "div added", "div around value", "block moved")
"""Of the cosmetic changes those that every site makes now and then; new classes everywhere and other tags aside."""
LEAST_FILL, MOST_CHANGE = 0.9, 0.3
"""The baseline: an alarm where a field is filled in less than this share of what it was, or the records differ more."""


@dataclass(frozen=True, slots=True)
class Case:
    """One (site, change, seed): the verdict on the changed pages, and the share of wrong values by field."""

    site: str
    change: str
    target: str
    seed: int
    wrong: Mapping[str, float]
    verdict: Verdict
    baseline: bool
    fields: tuple[str, ...]
    repaired: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether the change makes values of some field wrong or missing."""
        return any(share > WRONG for share in self.wrong.values())

    @property
    def is_wrong_in_right_fields(self) -> bool:
        """Whether one of these fields was read without any mistake before."""
        return any(self.wrong.get(name, 0.0) > WRONG for name in self.fields)

    @property
    def is_form(self) -> bool:
        """Whether the change is one of the form of values."""
        return self.change in FORMS

    @property
    def is_alarm(self) -> bool:
        """Whether the check says anything but ok."""
        return self.verdict.status != "ok"


@dataclass(frozen=True, slots=True)
class Tried:
    """A site with its wrapper: the later pages, where the wrapper reads their values, what it reads wrong, and right.

    ``wrong`` has for each page and field how many of how many values are wrong or missing; ``fields`` are those that
    are read right.
    """

    site: Site
    wrapper: Wrapper
    later: tuple[LabelledPage, ...]
    places: tuple[Places, ...]
    wrong: tuple[Mapping[str, tuple[int, int]], ...]
    fields: tuple[str, ...]


def tried(site: Site, wrapper: Wrapper, *, good: bool) -> Tried:
    """The site with its wrapper, whose profile is that of the labelled pages and, with ``good``, of a good run."""
    pages = [*(example.page for example in site.examples), *(site.good if good else ())]
    wrapper = with_origin(wrapper, site_profile=profile_of(wrapper, pages))
    later = site.later
    if site.name.startswith("lists-"):
        later = list_pages(wrapper, later[0])
    wrong = tuple(wrong_values(wrapper, one) for one in later)
    places = tuple(places_on(wrapper, one.page) for one in later)
    return Tried(site, wrapper, later, places, wrong, tuple(name for name, s in _shares(wrong).items() if s <= WRONG))


def list_pages(wrapper: Wrapper, page: LabelledPage) -> tuple[LabelledPage, ...]:
    """The list with half of its records left out, several times; the whole list where it is not read right."""
    records = extracted(wrapper, page.page)
    extents = [record.extent for record in records]
    if len(records) != len(page.rows) or not all(extents):
        return (page,)
    rows = [row_span(page.page, span) for span in extents if span]
    if any(one is None for one in rows) or any(a[1] > b[0] for a, b in pairwise(rows) if a and b):
        return (page,)
    whole = [one for one in rows if one]
    return tuple(halves(page, whole, str(seed)) for seed in range(5))


def row_span(page: Page, span: Span) -> tuple[int, int] | None:
    """The row or item around a record."""
    found = None
    for node in page.tree.elements():
        if node.span and node.span.start <= span.start and span.end <= node.span.end:
            found = node.span if node.tag in {"tr", "li", "article", "p", "div"} else found
    limit = 8 * (span.end - span.start) + 2000
    return (found.start, found.end) if found and found.end - found.start < limit else None


def extracted(wrapper: Wrapper, page: Page) -> list[unweave.Record]:
    """The records of a page; none where it does not fit."""
    try:
        return wrapper.extract(page)
    except unweave.errors.UnweaveError:
        return []


def places_on(wrapper: Wrapper, page: Page) -> Places:
    """Where the wrapper reads the values of each record."""
    return [{name: record.spans(name) for name in record} for record in extracted(wrapper, page)]


def values_on(wrapper: Wrapper, page: Page) -> list[dict[str, tuple[str, ...]]]:
    """What the wrapper reads, as rows."""
    return [
        {name: tuple(normal(one) for one in listed(value)) for name, value in record.to_dict().items()}
        for record in extracted(wrapper, page)
    ]


def listed(value: Any) -> list[str]:
    """The texts of a value."""
    return [str(one) for one in value] if isinstance(value, list) else [value] if value else []


def wrong_shares(wrapper: Wrapper, pages: Sequence[LabelledPage]) -> dict[str, float]:
    """For each field the share of values that are wrong or missing."""
    return _shares([wrong_values(wrapper, page) for page in pages])


def _shares(counts: Sequence[Mapping[str, tuple[int, int]]]) -> dict[str, float]:
    wrong, total = Counter[str](), Counter[str]()
    for page in counts:
        for name, (bad, values) in page.items():
            wrong[name] += bad
            total[name] += values
    return {name: wrong[name] / count for name, count in total.items() if count}


def wrong_values(wrapper: Wrapper, page: LabelledPage) -> dict[str, tuple[int, int]]:
    """For each field how many values of a page are wrong or missing, of how many."""
    found = values_on(wrapper, page.page)
    return {name: _wrong_of(name, found, page.rows) for name in wrapper.schema.names}


def _wrong_of(name: str, found: Sequence[Row], rows: Sequence[Row]) -> tuple[int, int]:
    got, gold = (Counter(value for row in some for value in row.get(name, ())) for some in (found, rows))
    return max((got - gold).total(), (gold - got).total()), max(got.total(), gold.total())


def effects(one: Tried, pages: Sequence[LabelledPage]) -> dict[str, float]:
    """For each field the share of values that are wrong or missing now and were not before the change."""
    counts = []
    for before, page in zip(one.wrong, pages, strict=False):
        now = wrong_values(one.wrapper, page)
        counts.append({name: (max(0, now[name][0] - before[name][0]), now[name][1]) for name in now})
    return _shares(counts)


class ChangedPages(NamedTuple):
    """The pages of a case: what was changed, for which field, and a number that differs from case to case."""

    change: str
    target: str
    seed: int
    pages: Sequence[LabelledPage]


def cases(one: Tried, seeds: Sequence[int] = SEEDS, *, repairs: bool = False) -> Iterator[Case]:
    """The cases of a site, judged."""
    for some in changed_pages(one, seeds):
        yield case(one, *some, repairs=repairs and some.change in REPAIRED)


def changed_pages(one: Tried, seeds: Sequence[int] = SEEDS) -> Iterator[ChangedPages]:
    """The cases of a site: unchanged pages, and each change with targets that differ by the seed."""
    for start, size in SAMPLES:
        some = one.later[start : start + size]
        if some and (start == 0 or len(one.later) > start):
            yield ChangedPages("unchanged", "", start * 100 + size, some)
    for seed in seeds:
        for name, change in CHANGES.items():
            for target in targets(one, seed):
                pages = changed(one, change, target, seed)
                if pages:
                    yield ChangedPages(name, target, seed, pages)
                    if name in HALF and len(pages) > 1:
                        both = enumerate(zip(one.later, pages, strict=False))
                        mixed = [new if at % 2 else old for at, (old, new) in both]
                        yield ChangedPages(f"half: {name}", target, seed, mixed)
                    break


def targets(one: Tried, seed: int) -> list[str]:
    """The fields that are read right, in another order for each seed."""
    at = seed % max(1, len(one.fields))
    return [*one.fields[at:], *one.fields[:at]]


def changed(one: Tried, change: Change, target: str, seed: int) -> list[LabelledPage]:
    """The pages after a change; none where it does not apply to most of them."""
    pool = sorted({value for page in one.later for row in page.rows for value in row.get(target, ())})
    found = []
    missed = 0
    for page, places in zip(one.later[:PAGES], one.places, strict=False):
        try:
            found.append(change(Given(page, places, target, seed, pool)))
        except NotApplicable:
            found.append(page)
            missed += 1
    return found if missed <= 0.2 * len(found) else []


def wrong_by_field(one: Tried, change: str, target: str, pages: Sequence[LabelledPage]) -> dict[str, float]:
    """For each field the share of values that are wrong now; of a field that is gone, nothing is to be read."""
    wrong = {} if change == "unchanged" else effects(one, pages)
    if change.endswith("field removed"):
        wrong[target] = 0.5 if change.startswith("half") else 1.0
    return wrong


def case(
    one: Tried, change: str, target: str, seed: int, pages: Sequence[LabelledPage], *, repairs: bool = False
) -> Case:
    """The case of these pages; with ``repairs``, a repair is tried where values are wrong and the check says so."""
    wrong = wrong_by_field(one, change, target, pages)
    verdict = unweave.check(one.wrapper, [page.page for page in pages])
    baseline = threshold_alarm(one.wrapper, [page.page for page in pages])
    is_known = verdict.status != "ok" and any(wrong.get(name, 0.0) > WRONG for name in one.fields)
    repaired = repair_result(one, pages) if repairs and is_known else ""
    return Case(one.site.name, change, target, seed, wrong, verdict, baseline, one.fields, repaired)


def repair_result(one: Tried, pages: Sequence[LabelledPage]) -> str:
    """Whether the repaired wrapper reads every field right that the old one did; refused where there is none."""
    try:
        new = unweave.repair(one.wrapper, [page.page for page in pages], budget=REPAIR_BUDGET)
    except unweave.errors.CannotRepair:
        return "refused"
    shares = wrong_shares(new, pages)
    return "right" if all(shares.get(name, 1.0) <= WRONG for name in one.fields) else "wrong"


def threshold_alarm(wrapper: Wrapper, pages: Sequence[Page]) -> bool:
    """The baseline: whether fill or the number of records for each page has changed too much."""
    known = wrapper.origin.site_profile
    rows = [row for page in pages for row in values_on(wrapper, page)]
    before, now = known.mean_records, len(rows) / len(pages)
    if abs(now - before) > MOST_CHANGE * before:
        return True
    fills = {name: sum(bool(row.get(name)) for row in rows) / max(1, len(rows)) for name in known.fields}
    return any(fills[name] < LEAST_FILL * field.fill for name, field in known.fields.items())


def site_wrapper(site: Site, folder: Path | None) -> Wrapper | None:
    """The wrapper of a site, as it was kept in the folder, or learned; None where nothing can be learned."""
    kept = folder / f"{site.name}.json" if folder else None
    try:
        wrapper = unweave.load(kept) if kept and kept.exists() else unweave.learn(list(site.examples))
    except unweave.errors.UnweaveError:
        return None
    if kept and not kept.exists():
        unweave.dump(wrapper, kept)
    return wrapper


def site_cases(
    site: Site, *, folder: Path | None, fresh: bool, seeds: Sequence[int] = SEEDS, repairs: bool = False
) -> list[Case]:
    """The cases of a site; none where nothing can be learned, or no field is read right."""
    wrapper = site_wrapper(site, folder)
    if wrapper is None:
        return []
    one = tried(site, wrapper, good=not fresh)
    return list(cases(one, seeds, repairs=repairs)) if one.fields else []


class Speed(NamedTuple):
    """The later pages of a site, their size, and the CPU seconds to extract from them and to check them."""

    site: str
    pages: int
    characters: int
    extract: float
    check: float


def site_speed(site: Site, *, folder: Path | None) -> Speed | None:
    """How long the later pages of a site take; None where nothing can be learned."""
    wrapper = site_wrapper(site, folder)
    if wrapper is None:
        return None
    wrapper = with_origin(wrapper, site_profile=profile_of(wrapper, [one.page for one in site.examples]))
    seconds = []
    for work in (lambda pages: [extracted(wrapper, page) for page in pages], partial(unweave.check, wrapper)):
        pages = [Page(one.page.source, name=one.page.name) for one in site.later]  # nothing is kept from before
        begun = time.process_time()
        work(pages)
        seconds.append(time.process_time() - begun)
    return Speed(site.name, len(site.later), sum(len(one.page) for one in site.later), *seconds)


def speed_table(found: Sequence[Speed]) -> str:
    """For each collection the size of its pages, and the CPU seconds for 1,000 of them: mean, median, most."""
    lines = [f"{'collection':12}{'sites':>6}{'kB a page':>11}{'mean':>8}{'median':>8}{'most':>8}"]
    for collection in dict.fromkeys(one.site.partition("-")[0] for one in found):
        some = [one for one in found if one.site.startswith(f"{collection}-")]
        size = mean(one.characters / one.pages / 1000 for one in some)
        seconds = [1000 * one.check / one.pages for one in some]
        figures = "".join(f"{of(seconds):8.1f}" for of in (mean, median, max))
        lines.append(f"{collection:12}{len(some):6}{size:11.0f}{figures}")
    return "\n".join(lines)


def speed_figures(found: Sequence[Speed]) -> dict[str, float]:
    """CPU seconds for 1,000 pages, the sites weighing the same, and the ratio to extraction."""
    extract, check = (
        mean(1000 * one.extract / one.pages for one in found),
        mean(1000 * one.check / one.pages for one in found),
    )
    return {"sites": len(found), "extract_1000": extract, "check_1000": check, "check_of_extract": check / extract}


def is_plausible(one: Case) -> bool:
    """Whether values are wrong, although thresholds would not say so."""
    return one.is_wrong and not one.baseline


def figures(found: Sequence[Case]) -> dict[str, float]:
    """The figures of the cases."""
    judged = [one for one in found if not one.is_form]
    wrong = [one for one in judged if one.is_wrong]
    alarms = [one for one in judged if one.is_alarm]
    plausible = [one for one in wrong if is_plausible(one)]
    quiet = [one for one in judged if one.change == "unchanged" and not one.is_wrong]
    cosmetic = [one for one in judged if one.change in COSMETIC]
    return {
        "cases": len(found),
        "wrong": len(wrong),
        "precision": share(alarms, lambda one: one.is_wrong),
        "precision_right_fields": share(alarms, lambda one: one.is_wrong_in_right_fields),
        "recall": share(wrong, lambda one: one.is_alarm),
        "plausible": len(plausible),
        "plausible_recall": share(plausible, lambda one: one.is_alarm),
        "silent_per_1000": 1000 * len([one for one in wrong if not one.is_alarm]) / max(1, len(judged)),
        "false_alarms": share(quiet, lambda one: one.is_alarm),
        "unchanged": len(quiet),
        "survival": share([one for one in cosmetic if one.change in SMALL], lambda one: not one.is_wrong),
        "survival_all": share(cosmetic, lambda one: not one.is_wrong),
        "form_alarms": share([one for one in found if one.is_form], lambda one: one.is_alarm),
        "drifted_precision": share(
            [one for one in judged if one.verdict.status == "drifted"], lambda one: one.is_wrong
        ),
        **repair_figures(found),
        "baseline_precision": share([one for one in judged if one.baseline], lambda one: one.is_wrong),
        "baseline_recall": share(wrong, lambda one: one.baseline),
        "baseline_silent_per_1000": 1000 * len(plausible) / max(1, len(judged)),
    }


def repair_figures(found: Sequence[Case]) -> dict[str, float]:
    """How many repairs were tried, and which share of them is right, wrong and refused."""
    tries = [one for one in found if one.repaired]
    count = Counter(one.repaired for one in tries)
    return {
        "repairs": len(tries),
        **{f"repair_{what}": count[what] / max(1, len(tries)) for what in ("right", "wrong")},
    }


def share(some: Sequence[Case], holds: Callable[[Case], bool]) -> float:
    """The share of the cases for which something holds; 1 where there are none."""
    return sum(map(holds, some)) / len(some) if some else 1.0


def table(found: Sequence[Case]) -> str:
    """A line for each change."""
    head = f"{'change':26}{'cases':>7}{'wrong':>7}{'alarms':>8}{'missed':>8}{'false':>7}{'thresholds miss':>17}"
    lines = [f"{head}{'repaired':>10}{'wrongly':>9}{'refused':>9}"]
    for change in dict.fromkeys(one.change for one in found):
        some = [one for one in found if one.change == change]
        wrong, alarms = [one for one in some if one.is_wrong], [one for one in some if one.is_alarm]
        missed = sum(not one.is_alarm for one in wrong)
        false = sum(not one.is_wrong for one in alarms)
        passed = sum(not one.baseline for one in wrong)
        tries = Counter(one.repaired for one in some)
        repairs = f"{tries['right']:10}{tries['wrong']:9}{tries['refused']:9}"
        lines.append(f"{change:26}{len(some):7}{len(wrong):7}{len(alarms):8}{missed:8}{false:7}{passed:17}{repairs}")
    return "\n".join(lines)


def mistakes(found: Sequence[Case]) -> Iterator[str]:
    """A line for each case that was missed, and for each false alarm."""
    for one in found:
        if one.is_wrong != one.is_alarm and not one.is_form:
            wrong = {name: round(part, 2) for name, part in one.wrong.items() if part > WRONG}
            alarms = {each.name: each.evidence[:2] for each in one.verdict.fields if each.status != "ok"}
            what = "MISSED" if one.is_wrong else "FALSE "
            yield f"{what} {one.site} | {one.change} | {one.target} | {wrong} | {alarms or one.verdict.evidence}"


def main() -> None:
    """Print the table, then the figures as JSON."""
    parser = command_line(__doc__, quick="a few of the sites, one seed")
    parser.add_argument("--jobs", type=int, default=2, help="sites run at once")
    parser.add_argument("--half", choices=("choose", "report", "all"), default="report", help="which of the sites")
    parser.add_argument("--every", type=int, default=1, help="only every so many of these sites")
    parser.add_argument("--repair", action="store_true", help="also try repairs, which learn and take long")
    parser.add_argument("--seeds", type=int, nargs="+", help="other cases of the same sites: other fields, other words")
    parser.add_argument("--fresh", action="store_true", help="profiles of the labelled pages alone")
    parser.add_argument("--wrappers", type=Path, help="keep the learned wrappers in this folder")
    parser.add_argument("--speed", action="store_true", help="only how long a check takes")
    parser.add_argument("--detail", action="store_true", help="also a line for each mistake")
    options = parser.parse_args()
    if bench_root() is None:
        print(skip_word())
        return
    chosen = [site for at, site in enumerate(every_site()) if options.half in {"all", ("choose", "report")[at % 2]}]
    chosen = chosen[:: QUICK if options.quick else options.every]
    if options.speed:
        found_speed = [one for site in chosen if (one := site_speed(site, folder=options.wrappers))]
        print(speed_table(found_speed))
        print(json.dumps({name: round(value, 2) for name, value in speed_figures(found_speed).items()}))
        return
    seeds = options.seeds or (SEEDS[:1] if options.quick else SEEDS)
    run = partial(site_cases, folder=options.wrappers, fresh=options.fresh, seeds=seeds, repairs=options.repair)
    with ProcessPoolExecutor(options.jobs) as pool:
        found = [one for some in pool.map(run, chosen) for one in some]
    print(f"{len({one.site for one in found})} of {len(chosen)} sites with a field that is read right\n{table(found)}")
    if options.detail:
        print("\n".join(mistakes(found)))
    print(json.dumps({name: round(value, 4) for name, value in figures(found).items()}))


if __name__ == "__main__":
    main()
