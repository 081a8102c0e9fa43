"""Do exports give, in their own engines, what the wrapper gives?

    python benchmarks/exports.py [--quick] [--every N] [--expressions | --short]

A case is one field of one site. On SWDE, rules are learned from three labelled pages of a site and exported; every
export is run on all the site's test pages, and a case is the same when the values are those of ``extract`` on every
page: letter by letter for programs (a Python file; the code of a Scrapy spider and a web-poet page object on parsel's
tree), but for white space and repetition for expressions. Rules vote and an expression does not: which expression is
written is chosen on the pages, as ``unweave export W.json PAGES...`` does; beside it is what comes of choosing on one
half of the pages and running on the other. Where a program differs, its code is run on the HTML5 tree
as well: if the values are the same there, the reason is lxml's parser. On the wien sites delimiter wrappers are learned
from the labels of all pages; a case is a field, as learned by a class.

``--short``: how long the short expressions are, and how often they are right. On SWDE, for each field the median length
of its XPath, chosen on the three labelled pages or on half of the test pages, and the share of the other pages on which
it gives the values of ``extract``. On the lists, two records of each page are shown, and the wrapper is exported from
that page: how many wrappers can be written as XPath, as CSS, and as a Python file, and with the same values.
"""

import json
import re
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from lxml import etree

from adapters.rules_swde import fit, page_of
from adapters.wien_adapter import learn
from data import command_line, required_data, sites
from lists import read_tasks
from unweave import Example
from unweave import learn as learned
from unweave.errors import CannotCompile, UnweaveError
from unweave.page import Node, Page
from unweave.rules import RulesWrapper
from unweave.targets.choice import chosen
from unweave.targets.export import FILES, check, export
from unweave.targets.expressions import Expressions
from unweave.targets.runners import differences, record_differences, run_expressions
from unweave.wrapper import Wrapper

SHOWN = 3
QUICK = 4
CLASSES = ("lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt")
EXPRESSIONS = ("xpath", "css")
Outcome = tuple[str, str, str]
"""A target, a case, and what came of it: "same", or why not."""


def main() -> int:
    """Print the table and the reasons, then the figures as one line of JSON."""
    parser = command_line(__doc__, quick=f"{QUICK} sites of each kind")
    parser.add_argument("--every", type=int, default=1, help="every so many of the sites")
    parser.add_argument("--expressions", action="store_true", help="no programs, which are all rules and the vote")
    parser.add_argument("--short", action="store_true", help="length and agreement of short expressions, lists")
    arguments = parser.parse_args()
    root = required_data()
    if arguments.short:
        print(json.dumps(short_report(root, 10 if arguments.quick else arguments.every)))
        return 0
    every = {name: len(sites(name)) // QUICK if arguments.quick else arguments.every for name in ("swde", "wien")}
    files = () if arguments.expressions else tuple(FILES)
    outcomes = [one for site in sites("swde")[:: every["swde"]] for one in counted(site, of_fields(site, files))]
    if not arguments.expressions:
        outcomes += [one for site in sites("wien")[:: every["wien"]] for one in counted(site, of_classes(site))]
    print(json.dumps(report(outcomes)))
    return 0


def counted(site: Path, outcomes: Iterator[Outcome]) -> list[Outcome]:
    """The outcomes of a site, counted on the error stream as they come."""
    found = list(outcomes)
    same = Counter(target for target, _, outcome in found if outcome == "same")
    counts = Counter(target for target, _, _ in found)
    rest = ", ".join(f"{target} {same[target]}/{count}" for target, count in counts.items())
    print(f"{site.stem}: {rest}", file=sys.stderr, flush=True)
    return found


def of_fields(site: Path, files: Sequence[str] = tuple(FILES)) -> Iterator[Outcome]:
    """What came of exporting the rules for one site of SWDE, as these files and as expressions."""
    scorer: Any = import_module("score_swde")  # it lies in the benchmark folder
    labels = scorer.read_labels(site)
    train = labels["train"][:SHOWN]
    shown = [(text, labels["values"][page]) for page, text in zip(train, scorer.read_pages(site, train), strict=True)]
    pages = [
        Page(page_of(text).source, name=name, html=True)
        for name, text in zip(labels["test"], scorer.read_pages(site, labels["test"]), strict=True)
    ]
    wrapper = fit(shown)
    for target in files:
        yield from of_program(wrapper, pages, target, site.stem)
    for name in wrapper.schema.names:
        if wrapper.of(name):
            one = replace(
                wrapper, schema=replace(wrapper.schema, fields=(wrapper.schema[name],)), rules=tuple(wrapper.of(name))
            )
            for target in EXPRESSIONS:
                yield target, f"{site.stem} {name}", expressed(one, pages, pages, target)
                half = expressed(one, pages[::2], pages[1::2], target)
                yield f"{target}, other half", f"{site.stem} {name}", half


def expressed(wrapper: RulesWrapper, at_hand: Sequence[Page], pages: Sequence[Page], target: str) -> str:
    """What came of one expression, chosen on some pages and run on others."""
    try:
        run = run_expressions(target, chosen(wrapper, at_hand, target))
    except CannotCompile as failure:
        return f"cannot be written: {failure.reason.partition(': ')[2]}"
    found = differences(wrapper, pages, run)
    return f"other values on {'one page' if len(found) == 1 else 'some pages'}" if found else "same"


def of_program(wrapper: Wrapper, pages: Sequence[Page], target: str, case: str) -> Iterator[Outcome]:
    """What came of one program, field by field."""
    names = wrapper.schema.names
    try:
        found = check(wrapper, pages, to=target)
    except CannotCompile as failure:
        yield from ((target, f"{case} {name}", f"cannot be written: {failure.reason}") for name in names)
        return
    wrong = [page for page in pages if page.name in found]
    by_tree = on_html5_tree(wrapper, wrong) if wrong and wrapper.kind == "rules" else {}
    for name in names:
        is_other = any(name in fields for fields in found.values())
        still = any(name in fields for fields in by_tree.values())
        yield target, f"{case} {name}", f"other values: {'rules' if still else 'parser'}" if is_other else "same"


def on_html5_tree(wrapper: Wrapper, pages: Sequence[Page]) -> dict[str, tuple[str, ...]]:
    """Where the program's code still differs when it is given the HTML5 tree."""
    space: dict[str, Any] = {"__name__": "exported"}
    exec(compile(export(wrapper, to="python"), "exported.py", "exec"), space)  # noqa: S102 - what is measured
    records: Callable[[Any], list[dict[str, Any]]] = space["records"]
    return record_differences(wrapper, pages, lambda page: records(html5_root(page)))


def html5_root(page: Page) -> Any:
    """The HTML5 tree of a page as lxml's elements."""
    made: dict[int, Any] = {}
    for node in page.tree.nodes:
        parent = made.get(node.parent.index) if node.parent else None
        if node.kind == "element" and (parent is not None or not made):
            made[node.index] = element_of(node, parent)
        elif node.kind == "text" and parent is not None:
            add_text(parent, node.data)
    return next(iter(made.values()))


def element_of(node: Node, parent: Any) -> Any:
    """An element; names and letters that XML does not know are left out."""
    try:
        made = etree.Element(node.tag) if parent is None else etree.SubElement(parent, node.tag)
    except ValueError:
        return element_of(node.parent, parent) if node.parent else parent
    for name, value in node.attributes.items():
        try:
            made.set(name, value)
        except ValueError:
            continue
    return made


def add_text(parent: Any, text: str) -> None:
    """A text behind what the parent has already."""
    text = "".join(letter if letter.isprintable() or letter.isspace() else " " for letter in text)
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def of_classes(site: Path) -> Iterator[Outcome]:
    """What came of exporting the delimiter wrappers of one wien site."""
    scorer: Any = import_module("score_wien")  # same
    document = scorer.load_site(site)
    pages = [Page(text, name=name) for name, text in document["texts"].items()]
    for name in CLASSES:
        examples = scorer.site_examples(document, name)
        wrapper = (
            learn(name, list(examples.values())) if examples is not None and name in document["reference"] else None
        )
        if wrapper is not None:
            for target, case, outcome in of_program(wrapper, pages, "python", f"{site.stem} {name}"):
                yield f"{target}, delimiters", case, outcome


class ShortField(NamedTuple):
    """A field of a site: its expression, on which pages it was chosen, and the share of the others it is right on."""

    case: str
    chosen_on: str
    expression: str
    share: float


def short_report(root: Path, every: int) -> dict[str, float]:
    """Print length and agreement of short expressions; return the figures."""
    fields = [one for site in sites("swde")[::every] for one in short_fields(site)]
    figures: dict[str, float] = {}
    print(
        f"{'xpath chosen on':<18}{'fields':>7}{'written':>9}{'median':>8}{'90 %':>6}{'same pages':>12}{'all same':>10}"
    )
    for chosen_on in dict.fromkeys(one.chosen_on for one in fields):
        mine = [one for one in fields if one.chosen_on == chosen_on]
        written = [one for one in mine if one.expression]
        lengths = sorted(len(one.expression) for one in written)
        shares = [one.share for one in written]
        row = {
            "written": len(written) / len(mine),
            "length": statistics.median(lengths),
            "length_90": lengths[int(0.9 * (len(lengths) - 1))],
            "pages": statistics.fmean(shares),
            "perfect": statistics.fmean(share == 1 for share in shares),
        }
        figures |= {f"{chosen_on}, {name}": round(value, 4) for name, value in row.items()}
        start = f"{chosen_on:<18}{len(mine):>7}{row['written']:>9.1%}{row['length']:>8.0f}{row['length_90']:>6.0f}"
        print(f"{start}{row['pages']:>12.1%}{row['perfect']:>10.1%}")
        for one in sorted(written, key=lambda one: one.share)[:8]:
            print(f"    {one.share:.0%} {one.case}: {one.expression}")
    return figures | lists_report(root, every)


def short_fields(site: Path) -> Iterator[ShortField]:
    """The short expressions for one site of SWDE: chosen on three labelled pages, and on half of the test pages."""
    scorer: Any = import_module("score_swde")  # it lies in the benchmark folder
    labels = scorer.read_labels(site)
    train, test = labels["train"][:SHOWN], labels["test"]
    shown = [(text, labels["values"][page]) for page, text in zip(train, scorer.read_pages(site, train), strict=True)]
    wrapper = fit(shown)
    first, second = (
        [
            Page(page_of(text).source, name=name, html=True)
            for name, text in zip(some, scorer.read_pages(site, some), strict=True)
        ]
        for some in (train, test)
    )
    for chosen_on, some, others in (
        ("3 labelled pages", first, second),
        ("half of the pages", second[::2], second[1::2]),
    ):
        try:
            written = export(wrapper, to="xpath", pages=some)
        except CannotCompile:
            written = Expressions("xpath", {})
        wrong = Counter(name for names in check(wrapper, others, written=written).values() for name in names)
        for name in wrapper.schema.names:
            expression = written.fields.get(name, "")
            yield ShortField(f"{site.stem} {name}", chosen_on, expression, 1 - wrong[name] / len(others))
    print(site.stem, file=sys.stderr, flush=True)


def lists_report(root: Path, every: int) -> dict[str, float]:
    """Print how many wrappers of lists can be written; return the figures."""
    archive = root / "lists" / "courts.zip"
    if not archive.exists():
        return {}
    outcomes: list[Outcome] = []
    lengths: list[int] = []
    for task in read_tasks(archive, quick=False)[::every]:
        try:
            wrapper = learned([Example.from_values(task.page, task.gold["records"][:2], status="partial")])
            is_list = len(wrapper.extract(task.page)) > 1
        except UnweaveError:
            continue
        if is_list:
            outcomes += [(to, task.name, listed(wrapper, task.page, to, lengths)) for to in ("xpath", "css", "python")]
    figures = report(outcomes)
    print(f"median length of the XPath for records and fields: {statistics.median(lengths):.0f}")
    named = {f"lists, {name}": value for name, value in figures.items()}
    return named | {"lists, length": statistics.median(lengths)}


def listed(wrapper: Wrapper, page: Page, to: str, lengths: list[int]) -> str:
    """What came of exporting a list wrapper, run on its page; the lengths of XPath expressions are added."""
    try:
        written = export(wrapper, to=to, pages=[page])
        different = check(wrapper, [page], to=to, written=written)
    except CannotCompile as failure:
        return "cannot be written: " + re.sub(r"field \S+|^[^:]*: ", "", failure.reason)
    if isinstance(written, Expressions):
        if to == "xpath":
            lengths += [len(expression) for _, expression in written.items()]
        if written.reasons:
            return f"{'one field' if len(written.reasons) == 1 else 'fields'} left out"
    return "other values" if different else "same"


def report(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Print what was measured; return the figures."""
    figures: dict[str, float] = {}
    print(f"{'target':<22}{'cases':>6}{'same':>6}{'share':>8}")
    for target in dict.fromkeys(one[0] for one in outcomes):
        mine = [outcome for one, _, outcome in outcomes if one == target]
        figures[target] = round(mine.count("same") / len(mine), 4)
        print(f"{target:<22}{len(mine):>6}{mine.count('same'):>6}{figures[target]:>8.1%}")
    reasons = Counter((target, outcome) for target, _, outcome in outcomes if outcome != "same")
    print("\nreasons for the rest")
    for (target, reason), count in sorted(reasons.items()):
        cases = [case for one, case, outcome in outcomes if (one, outcome) == (target, reason)]
        print(f"{target:<22}{count:>4}  {reason} ({', '.join(cases[:3])}{', ...' * (count > 3)})")
    return figures


if __name__ == "__main__":
    sys.exit(main())
