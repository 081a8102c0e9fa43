"""Are the fields that are not perfect those that a user is warned about, and the others not?

    python benchmarks/field_warnings.py [--quick] [--detail] [--only lists|swde] [--chosen]

A field is imperfect if one of its values is wrong or missing. It gets a warning

* ``below high``: if its confidence is medium or low, or it was left out;
* ``low``: if its confidence is low, or it was left out;
* ``summary``: if the summary marks it, ``FieldSummary.has_warning``: what a user reads after ``learn`` and ``extract``.

Lists: two records of a page are shown, and the page is judged (``lists/courts.zip``, complete pages). SWDE: one
labelled page of a site, with and without its test pages as unlabelled pages, and three; the test pages are judged. The
limits were set on every second site in order of name, the first included (``--chosen``); what is measured here are the
others.
Foreign pages: the signature of one page of each SWDE site is compared with other pages of the site, and with pages of
other sites: how many are said to look like another site or page type.

The aims: at least 90 % of the imperfect fields get a warning, at most 10 % of the perfect ones.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from data import command_line, required_data, sites
from lists import Answer, Lists, complete, first_two, read_tasks
from unweave import Example, Page
from unweave.errors import UnweaveError
from unweave.page import PageSignature
from unweave.summaries import WrapperSummary, summary
from unweave.wrapper import Wrapper
from wien import load

SETTINGS = {"swde_1": (1, False), "swde_1_unlabelled": (1, True), "swde_3": (3, False)}
FOREIGN_PAGES = 3
KINDS = ("below high", "low", "summary")


@dataclass(frozen=True, slots=True)
class Judged:
    """A field of a task: whether it is perfect, and which warnings it got."""

    name: str
    level: str
    perfect: bool
    marked: bool

    def warned(self, kind: str) -> bool:
        """Whether it got this kind of warning."""
        if kind == "summary":
            return self.marked
        return self.level in ({"low", "none"} if kind == "low" else {"medium", "low", "none"})


def main() -> None:
    """Print the tables, then the figures as one line of JSON."""
    parser = command_line(__doc__, quick="every second list of these, every tenth site with one page")
    parser.add_argument("--detail", action="store_true", help="also name the imperfect fields without a warning")
    parser.add_argument("--only", choices=("lists", "swde"), help="only this collection")
    parser.add_argument("--chosen", action="store_true", help="the half of the sites on which the limits were set")
    options = parser.parse_args()
    half = 0 if options.chosen else 1
    root = required_data()
    sys.path.insert(0, str(Path(__file__).resolve().parent / "adapters"))
    measured = sites("swde")[half :: 10 if options.quick else 2]
    tasks = {"lists": list(of_lists(root, half, quick=options.quick))} if options.only != "swde" else {}
    if options.only != "lists":
        settings = {"swde_1": SETTINGS["swde_1"]} if options.quick else SETTINGS
        tasks |= {name: [one for site in measured for one in of_site(site, *how)] for name, how in settings.items()}
    figures: dict[str, float] = {}
    for name, judged in tasks.items():
        figures |= shares(name, judged, detail=options.detail)
    figures |= foreign(sites("swde")[:: 8 if options.quick else 1])
    print(json.dumps({name: round(value, 4) for name, value in figures.items()}))


def of_lists(root: Path, half: int, *, quick: bool) -> Iterator[Judged]:
    """The fields of the lists of half of the sites."""
    tasks = [task for task in read_tasks(root / "lists" / "courts.zip", quick=False) if task.gold["complete"]]
    measured = sorted({task.gold["site"] for task in tasks})[half::2]
    chosen = [task for task in tasks if task.gold["site"] in measured]
    lists = Lists(load(root / "score_lists.py"), chosen[:: 2 if quick else 1])
    for answer in complete(lists.run(first_two)):
        found = summary(answer.wrapper, [_shown(answer)]) if answer.wrapper else None
        for field in answer.task.gold["fields"]:
            yield judged_field(answer.task.name, field, answer.wrapper, found, perfect=answer.row["fields"][field] == 1)


def _shown(answer: Answer) -> Example:
    return Example.from_values(Page(answer.task.page.source), answer.task.gold["records"][:2], status="partial")


def of_site(site: Path, pages_shown: int, unlabelled: bool) -> Iterator[Judged]:  # a setting
    """The fields of one site of SWDE."""
    scorer: Any = import_module("score_swde")
    adapter: Any = import_module("learn_swde")
    labels = scorer.read_labels(site)
    names = [*labels["train"][:pages_shown], *labels["test"]]
    pages = dict(zip(names, scorer.read_pages(site, names), strict=True))
    train = [(pages[name], labels["values"][name]) for name in labels["train"][:pages_shown]]
    wrapper = adapter.fit(train, [pages[name] for name in labels["test"]] if unlabelled else [])
    found = summary(wrapper, [Page(pages[name]) for name in labels["test"]]) if wrapper else None
    answers = {name: predicted(adapter, wrapper, pages[name]) for name in labels["test"]}
    for field in labels["attributes"]:
        pairs = [(answers[name].get(field, []), labels["values"][name].get(field, [])) for name in labels["test"]]
        if any(gold for _, gold in pairs):
            perfect = all(set(scorer.as_list(got)) == set(scorer.as_list(gold)) for got, gold in pairs)
            yield judged_field(site.stem, field, wrapper, found, perfect=perfect)


def predicted(adapter: Any, wrapper: Wrapper | None, html: str) -> dict[str, list[str]]:
    """The values that the wrapper finds on a page; none where it does not fit."""
    try:
        values: dict[str, list[str]] = adapter.predict(wrapper, html)
    except UnweaveError:
        return {}
    return values


def judged_field(
    task: str, field: str, wrapper: Wrapper | None, found: WrapperSummary | None, *, perfect: bool
) -> Judged:
    """The field with its confidence and whether the summary marks it."""
    known = wrapper.origin.confidence.get(field) if wrapper else None
    marked = found is None or next((one.has_warning for one in found.fields if one.name == field), True)
    return Judged(f"{task} {field}", known.level if known else "none", perfect, marked)


def shares(name: str, judged: Sequence[Judged], *, detail: bool) -> dict[str, float]:
    """The shares of imperfect and of perfect fields with a warning."""
    bad, good = [one for one in judged if not one.perfect], [one for one in judged if one.perfect]
    print(f"\n{name}: {len(bad)} imperfect fields, {len(good)} perfect ones\n{'':14}{'imperfect':>11}{'perfect':>9}")
    figures = {f"{name}_imperfect": float(len(bad)), f"{name}_perfect": float(len(good))}
    for kind in KINDS:
        caught, false = (sum(one.warned(kind) for one in some) / max(1, len(some)) for some in (bad, good))
        word = kind.replace(" ", "_")
        figures |= {f"{name}_{word}_caught": caught, f"{name}_{word}_false": false}
        print(f"{kind:14}{caught:11.1%}{false:9.1%}", flush=True)
    if detail:
        print(*(f"  imperfect without a warning: {one.name} ({one.level})" for one in bad if not one.marked), sep="\n")
    return figures


def foreign(chosen: Sequence[Path]) -> dict[str, float]:
    """How many pages of other sites are recognized, and how many of the own site are taken for others."""
    scorer: Any = import_module("score_swde")
    pages: dict[str, list[Page]] = {}
    for site in chosen:
        names = scorer.read_labels(site)
        some = scorer.read_pages(site, [names["train"][0], *names["test"][:FOREIGN_PAGES]])
        pages[site.stem] = [Page(html, html=True) for html in some]
    own: list[bool] = []
    others: list[bool] = []
    for name, (first, *rest) in pages.items():
        signature = PageSignature.of([first])
        own += [signature.unlike(page) is not None for page in rest]
        others += [signature.unlike(page) is not None for site, some in pages.items() if site != name for page in some]
    found = {"foreign_caught": sum(others) / len(others), "foreign_false": sum(own) / len(own)}
    print(f"\npages of other sites that are recognized: {found['foreign_caught']:.2%} of {len(others):,}")
    print(f"pages of the same site that are taken for others: {found['foreign_false']:.2%} of {len(own):,}")
    return found


if __name__ == "__main__":
    main()
