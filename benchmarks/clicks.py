"""How many clicks until a tree wrapper is perfect, and how long does a learning step take?

The simulated user of section 7.3 of the paper: it starts with one random positive and answers with a random false
positive or false negative until nothing is wrong on any page of the site. Tasks: every field of the wien sites whose
values are whole text nodes, and the fields of twenty swde sites whose value stands in exactly one text node of every
page. Then table 1's protocol: five random positives, width and depth estimated without labels, F1 on all pages; for
whole text nodes, and (on unseen pages) for the fields that are parts of nodes or attributes. Beside the wien tasks are
the columns that the paper published: of table 2 its own tool and STALKER with Co-Testing, of table 1 LUTI, its own
algorithm with the best and with estimated parameters, STALKER and BWI.

With ``--studio`` the same conversations with the studio's own defaults: a session with ``learn``'s learner, which
guesses whether a page has one record or many.

``--only wien`` and ``--only swde`` hold the conversations of one collection alone.

    python benchmarks/clicks.py [--quick] [--runs 30] [--studio] [--only wien]
"""

import json
import random
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adapters.published_tree import (
    TABLE_1,
    TABLE_1_COLUMNS,
    TABLE_2,
    TABLE_2_COLUMNS,
    beside,
    heading,
    published_mean,
)
from adapters.tree_speed import by_selector, share
from adapters.tree_tasks import Task, swde_tasks, wien_tasks
from data import command_line, required_data
from unweave.errors import NoConsistentWrapper, UnweaveError
from unweave.page import Span
from unweave.records import Example, Record
from unweave.session import Session
from unweave.targets.compile import compile as compiled
from unweave.trees import KL, TreeWrapper
from unweave.wrapper import Learner

FIELD = "value"
MOST = 60


@dataclass(frozen=True, slots=True)
class Run:
    """One conversation: clicks, the seconds of each step, how it ended, and the last width, depth and words."""

    positives: int
    negatives: int
    seconds: tuple[float, ...]
    ending: str
    point: str


def converse(task: Task, seed: int, learner: Learner | None) -> Run:
    """One simulated conversation; without a learner, with the session's own."""
    chance = random.Random(seed)
    session = Session(task.pages, learner=learner)
    wanted = {(page, span) for page, spans in enumerate(task.values) for span in spans}
    clicks, seconds = [chance.choice(sorted(wanted))], list[float]()
    while True:
        page, span = clicks[-1]
        change = (session.accept if clicks[-1] in wanted else session.reject)(page, FIELD, span)
        seconds.append(change.seconds)
        found = {(page, span) for (_, page), spans in session.found.items() for span in spans}
        wrong = sorted(found ^ wanted)
        ending = "" if wrong and len(clicks) < MOST else "perfect" if not wrong else "too long"
        ending = "; ".join(session.problems.values()) or ending
        if ending:
            accepted = sum(click in wanted for click in clicks)
            return Run(accepted, len(clicks) - accepted, tuple(seconds), ending, _point(session))
        clicks.append(chance.choice(wrong))


def _point(session: Session) -> str:
    wrapper = session.wrappers.get(FIELD)
    if not isinstance(wrapper, TreeWrapper):
        return "-"
    language = wrapper.first.languages[0]
    words = "+texts" * bool(language.texts) + "+marks" * bool(language.marks)
    return f"({language.width},{language.depth}{words})" + f" x{len(wrapper.first.languages)}" * (
        len(wrapper.first.languages) > 1
    )


def five_positives(task: Task, seed: int, *, unseen: bool) -> float:
    """F1 of a wrapper learned from five random positives; on the other half of the pages, or on all."""
    chance = random.Random(seed)
    pages = list(range(len(task.pages)))
    chance.shuffle(pages)
    shown, tested = (pages[: len(pages) // 2], pages[len(pages) // 2 :]) if unseen else (pages, pages)
    values = [(page, span) for page in sorted(shown) for span in task.values[page]]
    examples = list(_examples(task, chance.sample(values, min(5, len(values)))))
    try:
        wrapper = KL().learn(examples)
    except NoConsistentWrapper:
        return 0.0
    scores = [_overlap(wrapper.extract(task.pages[page]), task.values[page]) for page in tested]
    right, found, wanted = (sum(column) for column in zip(*scores, strict=True))
    return float(2 * right / max(1, found + wanted))


def _examples(task: Task, chosen: Sequence[tuple[int, Span]]) -> Iterator[Example]:
    for page in sorted({page for page, _ in chosen}):
        spans = sorted(span for other, span in chosen if other == page)
        yield Example.from_spans(task.pages[page], [{FIELD: span} for span in spans], status="partial")


def _overlap(records: Sequence[Record], wanted: Sequence[Span]) -> tuple[int, int, int]:
    found = {record.span(FIELD) for record in records}
    return len(found & set(wanted)), len(found), len(set(wanted))


def click_table(title: str, tasks: Sequence[Task], runs: int, learner: Learner | None) -> dict[str, float]:
    """The table of conversations, and its figures."""
    print(f"\n{title}: clicks until perfect, {runs} runs per task")
    print(f"  {'task':24} {'positives + negatives':26} | {heading(TABLE_2_COLUMNS)}   (table 2 of the paper)")
    means, seconds, unfinished = [], list[float](), list[str]()
    for task in tasks:
        done = [converse(task, seed, learner) for seed in range(runs)]
        clicks = statistics.mean(run.positives + run.negatives for run in done)
        steps = [step for run in done for step in run.seconds]
        points = ", ".join(point for point, _ in Counter(run.point for run in done).most_common(2))
        endings = Counter(run.ending for run in done if run.ending != "perfect")
        positives = statistics.mean(run.positives for run in done)
        total = 1000 * statistics.mean(sum(run.seconds) for run in done)
        told = f"{positives:4.1f} + {clicks - positives:4.1f}   {total:7.0f} ms   "
        print(
            f"  {task.name:24} {told} | {beside(TABLE_2, task.name)} | {points}  {dict(endings) or ''}",
            flush=True,
        )
        means.append(clicks)
        seconds += steps
        unfinished += [task.name] * bool(endings)
    seconds.sort()
    figures = {
        "tasks": len(tasks),
        "clicks": round(statistics.mean(means), 3),
        "step_ms_median": round(1000 * statistics.median(seconds), 2),
        "step_ms_p95": round(1000 * seconds[int(0.95 * len(seconds))], 2),
        "unfinished": len(unfinished),
    }
    print(f"  {figures}")
    return figures


def score_table(title: str, tasks: Sequence[Task], runs: int, *, unseen: bool) -> float:
    """The table of five positives, and the mean F1."""
    print(f"\n{title}: F1 from five random positives, {runs} runs per task")
    print(f"  {'task':32} {'F1':5} | {heading(TABLE_1_COLUMNS)}   (table 1 of the paper, percent)")
    means = []
    for task in tasks:
        means.append(statistics.mean(five_positives(task, seed, unseen=unseen) for seed in range(runs)))
        low = "below 0.95" if means[-1] < 0.95 else ""
        print(f"  {task.name:32} {means[-1]:.3f} | {beside(TABLE_1, task.name)} {low}")
    mean = statistics.mean(means)
    others = ", ".join(f"{name} {published_mean(at):.3f}" for at, name in enumerate(TABLE_1_COLUMNS))
    print(f"  mean {mean:.4f}; published, over their tasks: {others}")
    return round(mean, 4)


def speed_table(tasks: Sequence[Task], seconds: float) -> dict[str, float]:
    """Pages per second of the compiled form, as a share of what the bare selector for the same way does."""
    print("\ncompiled form: pages per second against a hand-written selector")
    ratios: dict[str, list[float]] = {"width_1": [], "wider": []}
    for task in tasks:
        examples = [
            Example.from_spans(page, [{FIELD: span} for span in spans])
            for page, spans in list(zip(task.pages, task.values, strict=True))[:3]
        ]
        try:
            wrapper = KL().learn(examples)
            by_hand = by_selector(wrapper.first.languages, FIELD)  # type: ignore[union-attr]  # one field: no combination
        except UnweaveError as problem:
            print(f"  {task.name:32} {str(problem)[:60]}")
            continue
        sources = [page.source for page in task.pages]
        ratio = share(compiled(wrapper), by_hand, sources, seconds)
        width = max(language.width for language in wrapper.first.languages)  # type: ignore[union-attr]  # as above
        ratios["width_1" if width == 1 else "wider"].append(ratio)
        print(f"  {task.name:32} {ratio:.2f}   width {width}")
    ratios["all"] = [ratio for some in ratios.values() for ratio in some]
    means = {name: round(statistics.mean(some), 3) for name, some in ratios.items() if some}
    print(f"  {means}")
    return means


def main() -> None:
    """Run it all and print the figures."""
    required_data()
    parser = command_line(__doc__, quick="one run from five positives, the figures that have floors")
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--studio", action="store_true", help="conversations with the studio's own defaults")
    parser.add_argument("--only", choices=("wien", "swde"), help="the conversations of one collection alone")
    options = parser.parse_args()
    runs = 1 if options.quick else options.runs
    learner = None if options.studio else KL(estimate=False)
    whole, parts = wien_tasks()
    figures: dict[str, object] = {}
    if options.only != "swde" and not options.quick:
        figures["wien"] = click_table("wien", whole, runs, learner)
    if options.only != "wien" and not options.quick:
        figures["swde"] = click_table("swde", list(swde_tasks(20)), runs, learner)
    if options.studio or options.only:
        print(json.dumps(figures))
        return
    figures["five_positives_f1"] = score_table("wien, whole texts", whole, min(runs, 5), unseen=False)
    figures["parts_f1"] = score_table("wien, parts and attributes", parts, min(runs, 5), unseen=True)
    if not options.quick:
        figures["compiled"] = speed_table(whole, 0.3)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
