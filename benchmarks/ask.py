"""Does the next question pay? One labelled page, the site's other pages without labels, one question per field.

    python benchmarks/ask.py [--quick] [--jobs N]

``alone`` is what is learned from the labelled page only, ``before`` what is learned with the other pages as well, on
which rules and methods vote and about which questions are asked. A simulated person answers truthfully: yes, or no
(``yes/no``); or, where it is no, with what the page says (``told``). Learned again with the answers, how much better
are the unseen pages? Lifts are given over both, since most of what a question would settle the vote settles without it.
The pages asked about are among those that are scored, one in forty for each field.
"""

import json
import statistics
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import unweave
from adapters import learn_swde as adapter
from data import bench_root, command_line, required_data, sites
from unweave.choose import Auto
from unweave.choose.answers import with_answer
from unweave.choose.evidence import ChosenWrapper
from unweave.choose.questions import Question, next_question
from unweave.errors import ValueNotFound

Values = Mapping[str, Sequence[str]]


KINDS = ("alone", "before", "yes_no", "told")


class Site(NamedTuple):
    """What came of a site: the F1 of each case alone, before and after, and how many questions were asked."""

    name: str
    questions: int
    alone: list[float]
    before: list[float]
    yes_no: list[float]
    told: list[float]


def main() -> None:
    """Print a table, then the figures as JSON."""
    parser = command_line(__doc__, quick="every tenth site")
    parser.add_argument("--jobs", type=int, default=2, help="sites run at once")
    options = parser.parse_args()
    required_data()
    print(f"{'site':24}{'questions':>10}" + "".join(f"{word:>8}" for word in KINDS))
    results = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for one in pool.map(run, sites("swde")[:: 10 if options.quick else 1]):
            means = "".join(f"{statistics.fmean(f1):8.3f}" for f1 in one[2:])
            print(f"{one.name:24}{one.questions:>10}{means}", flush=True)
            results.append(one)
    print(json.dumps({name: round(value, 4) for name, value in figures(results).items()}))


def figures(results: Sequence[Site]) -> dict[str, float]:
    """The mean F1 of all cases, of each kind, and the lifts."""
    means = {kind: statistics.fmean(f1 for one in results for f1 in getattr(one, kind)) for kind in KINDS}
    lifts = {f"{kind} over {base}": means[kind] - means[base] for base in KINDS[:2] for kind in KINDS[2:]}
    return {"questions": float(sum(one.questions for one in results)), **means, **lifts}


def run(site: Path) -> Site:
    """Learn, ask one question per field, learn again with the answers of each kind of person."""
    sys.path.insert(0, str(bench_root()))
    scorer: Any = import_module("score_swde")  # it lies in the benchmark folder
    labels = scorer.read_labels(site)
    first, unseen = labels["train"][0], scorer.read_pages(site, labels["test"])
    pages = [unweave.Page(html) for html in unseen]
    gold = dict(zip(pages, (labels["values"][page] for page in labels["test"]), strict=True))
    shown = adapter.examples_of([(scorer.read_pages(site, [first])[0], labels["values"][first])])
    others = [unweave.Example(page) for page in pages]
    chosen = Auto().choose([*shown, *others])
    asked = [question for name in chosen.evidence if (question := next_question(chosen, [name])) is not None]

    def f1(model: ChosenWrapper) -> list[float]:
        found = [adapter.predict(model.wrapper, html) for html in unseen]
        return [case["f1"] for case in scorer.score_site(site, {"predictions": found})]

    after = [Auto().choose(_with_answers([*shown, *others], asked, gold, told=told)) for told in (False, True)]
    return Site(site.stem, len(asked), *map(f1, (Auto().choose(shown), chosen, *after)))


def _with_answers(
    examples: list[unweave.Example], asked: Sequence[Question], gold: Mapping[unweave.Page, Values], *, told: bool
) -> list[unweave.Example]:
    for question in asked:
        right = [" ".join(value.split()) for value in dict.fromkeys(gold[question.page][question.field])]
        said = [" ".join(question.page.text(span).split()) for span in question.spans]
        beside = [" ".join(question.page.text(span).split()) for span in map(_first, question.beside)]
        try:
            examples = with_answer(
                examples, question, _answer(right, [*said, *beside], told=told, all_of=question.many)
            )
        except ValueNotFound:
            continue  # the label says what the page does not
    return examples


def _first(item: Any) -> unweave.Span:
    return item if isinstance(item, unweave.Span) else item.first


def _answer(right: Sequence[str], said: Sequence[str], *, told: bool, all_of: bool) -> Any:
    if sorted(right) == sorted(said):
        return True
    if not told:  # who is asked about one of two right values says yes, unless asked whether it is all
        return bool(said) and not all_of and set(said) <= set(right)
    return list(right) if len(right) > 1 else right[0] if right else None


if __name__ == "__main__":
    main()
