"""Mutated pages through every learner, wrapper, form, export, discovery, explanation and the store.

    python benchmarks/fuzz.py [--quick] [--seed N] [--first N] [--seconds S] [--pages N] [--only NAME] [--keep FOLDER]

Pages are the small ones of ``tests/contract`` and those of the public collections, where they are there; they are
mutated by ``tests/mutations/hostile.py``: stretches deleted, doubled and moved, pages cut off, wrong nesting, NUL,
surrogates, entities, attributes, comments. A finding is

    an error that is not one of ours; an operation that takes more than 5 s of CPU; a compiled form, or a wrapper read
    from its file, that gives other values than the wrapper; a wrapper that contradicts its examples, where its origin
    does not say so

Page N of seed S is always the same: ``--seed S --first N --pages 1`` repeats it. The source of each finding is
minimised and kept in a file. Ctrl-C ends a run with what it has found so far. The last line is JSON; the exit code is 1
where there are findings. ``--quick`` takes about 30 s of CPU.
"""

import json
import pickle
import random
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from pathlib import Path
from time import process_time
from typing import Any

from data import COLLECTIONS, command_line, read_pages, sites

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from contract.cases import CASES
from mutations.hostile import hostile
from mutations.stored import damaged
from unweave.choose import learn
from unweave.choose.methods import AUTO, METHODS
from unweave.errors import UnweaveError
from unweave.page import Page
from unweave.records import Example
from unweave.records.agree import disagreements
from unweave.store import dumps, loads
from unweave.targets.compile import compile as compile_wrapper
from unweave.targets.export import TARGETS, export
from unweave.templates import Discover, DiscoverList, Exalg
from unweave.templates.template_words import tight
from unweave.wrapper import Wrapper

QUICK_SECONDS, SECONDS = 30.0, 3600.0
LONGEST = 5.0  # seconds of CPU that an operation may take
MINIMISING = 10.0  # seconds of CPU for one finding
LARGEST_PAGE = 60_000  # characters of a real page that are used: learning from larger ones takes long
SITES = 3  # of each collection that are read in one run
SITE_PAGES = 4
BUDGET = 1.0  # seconds for ``learn``
REAL_PAGES = 0.3  # the share of real pages
KEPT = Path(__file__).resolve().parents[1] / "build" / "fuzz"


class Finding(Exception):  # it is what we look for
    """Something that must not happen, and is no error by itself."""


class Hang(BaseException):
    """An operation took too long; nothing but this program may catch it."""


@dataclass(frozen=True)
class Subject:
    """A mutated page, and the seed of everything that is drawn for it."""

    source: str
    seed: str
    real: bool

    @property
    def chance(self) -> random.Random:
        """Always the same draws."""
        return random.Random(self.seed)

    @property
    def page(self) -> Page:
        """A new page."""
        return Page(self.source, name="mutated.html", html=True)


def main() -> int:
    """Run until the time is used up; print the findings, and the figures as one line of JSON."""
    parser = command_line(__doc__, quick=f"{QUICK_SECONDS:g} s of CPU")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first page")
    parser.add_argument("--seconds", type=float, help=f"of CPU; {SECONDS:g} unless given")
    parser.add_argument("--pages", type=int, help="at most so many")
    parser.add_argument("--only", choices=OPERATIONS, help="one operation")
    parser.add_argument("--keep", type=Path, default=KEPT, help="the folder for findings")
    given = parser.parse_args()
    signal.signal(signal.SIGPROF, _hang)
    end = process_time() + (given.seconds or (QUICK_SECONDS if given.quick else SECONDS))
    chosen = {given.only: OPERATIONS[given.only]} if given.only else OPERATIONS
    numbers = range(given.first, given.first + given.pages) if given.pages else count(given.first)
    print(f"seed {given.seed}, from page {given.first}", flush=True)
    pages, operations, found = 0, 0, dict[str, int]()
    try:
        for number in numbers:
            if process_time() > end:
                break
            subject = subject_of(given.seed, number)
            for name in chosen:
                operations += 1
                place = finding(name, subject)
                if place is not None:
                    found[place] = found.get(place, 0) + 1
                    if found[place] == 1:
                        _keep(given.keep, name, subject, place, f"--seed {given.seed} --first {number} --pages 1")
            pages += 1
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    for place, times in found.items():
        print(f"{times:6} {place}")
    print(json.dumps({"seed": given.seed, "pages": pages, "operations": operations, "findings": len(found)}))
    return 1 if found else 0


def subject_of(seed: int, number: int) -> Subject:
    """Page ``number`` of a seed."""
    name = f"{seed}-{number}"
    chance = random.Random(name)
    real = chance.random() < REAL_PAGES and bool(real_pages(seed))
    return Subject(hostile(chance.choice(real_pages(seed) if real else small_pages()), seed=name), name, real)


@cache
def small_pages() -> list[str]:
    """The pages of the contract."""
    pages = [example.page for case in CASES for example in case.examples] + [
        p for case in CASES for p, _ in case.unseen
    ]
    return list(dict.fromkeys(page.source for page in pages))


@cache
def real_pages(seed: int) -> list[str]:
    """Some pages of some sites of each collection."""
    chance = random.Random(seed)
    found: list[str] = []
    for collection in (*COLLECTIONS, "lists"):
        there = sites(collection)
        for site in chance.sample(there, min(SITES, len(there))):
            for number, page in enumerate(read_pages(site)):
                if number < SITE_PAGES:
                    found.append(Page.from_bytes(page.data).source[:LARGEST_PAGE])
    return found


@cache
def wrappers() -> tuple[Wrapper, ...]:
    """The wrappers of the contract, of every kind."""
    return tuple(case.learner.learn(case.examples) for case in CASES)


def finding(name: str, subject: Subject) -> str | None:
    """What must not happen and does, with its place in the code; None where all is well."""
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        OPERATIONS[name](subject)
    except UnweaveError:
        return None
    except (Exception, Hang) as error:  # noqa: BLE001  # whatever it is
        return f"{name}: {_described(error)}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None


def _described(error: BaseException) -> str:
    if isinstance(error, Hang):
        return f"more than {LONGEST:g} s of CPU"
    frames = [one for one in traceback.extract_tb(error.__traceback__) if "/unweave/" in one.filename]
    where = f" at {frames[-1].filename.rpartition('/unweave/')[2]}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{'' if where and not isinstance(error, Finding) else f': {error}'}{where}"


def _hang(_number: int, _frame: object) -> None:
    raise Hang


def _need(condition: object, problem: str) -> None:
    if not condition:
        raise Finding(problem)


def the_page(subject: Subject) -> None:
    """Tokens cover the source, spans are inside it, and bytes give the same page."""
    page = subject.page
    _need("".join(page[token.span] for token in page.tokens) == page.source, "tokens do not cover the source")
    spans = [span for node in page.tree.nodes if (span := node.span) is not None]
    _need(all(0 <= span.start <= span.end <= len(page) for span in spans), "a span outside the page")
    page.text((0, len(page)))
    data = subject.source.encode(errors="surrogatepass")
    made = Page.from_bytes(data, name="mutated.html")
    made.document, made.tokens, made.text((0, len(made)))


def the_wrappers(subject: Subject) -> None:
    """Every kind of wrapper on a page that it was not learned from: extracted, compiled, explained."""
    chosen = wrappers() if not subject.real else subject.chance.sample(wrappers(), 3)
    for wrapper in chosen:
        page = Page(subject.source)  # as the compiled form makes it
        known = _records(lambda wrapper=wrapper, page=page: wrapper.extract(page))  # type: ignore[misc]  # a default is no argument
        run = pickle.loads(pickle.dumps(compile_wrapper(wrapper)))  # noqa: S301  # our own
        source = page.source
        compiled = _records(lambda run=run, source=source: run(source))  # type: ignore[misc]  # a default is no argument
        _need(known == compiled, f"the compiled {wrapper.kind} wrapper differs")
        try:
            wrapper.explain(page)
        except UnweaveError:
            continue


def _records(act: Callable[[], Sequence[Any]]) -> list[dict[str, Any]] | str:
    try:
        return [one if isinstance(one, dict) else one.to_dict() for one in act()]
    except UnweaveError as error:
        return type(error).__name__


def the_learners(subject: Subject) -> None:
    """A learner on the page; its wrapper reproduces the examples, and survives files, compiling and exporting."""
    chance, page = subject.chance, subject.page
    examples = [example for example in [_example(page, chance)] if example is not None]
    if not examples:
        return
    wrapper = chance.choice(LEARNERS)(examples)
    wrong = [problem for one in examples for problem in disagreements(wrapper.extract(one.page), one)]
    said = any(problem in note for note in wrapper.origin.history for problem in wrong)
    _need(said or not wrong, f"the {wrapper.kind} wrapper contradicts its examples")
    again = loads(dumps(wrapper))
    _need(again == wrapper, f"the stored {wrapper.kind} wrapper differs")
    known = _records(lambda: wrapper.extract(page))
    _need(known == _records(lambda: again.extract(page)), f"the stored {wrapper.kind} wrapper finds other values")
    unnamed = Page(page.source)  # as the compiled form makes it: without a name, markup decides whether it is HTML
    compiled = _records(lambda: compile_wrapper(wrapper)(unnamed.source))
    _need(_records(lambda: wrapper.extract(unnamed)) == compiled, f"the compiled {wrapper.kind} wrapper differs")
    wrapper.explain(page)
    target = chance.choice(TARGETS)
    for pages in ((), (page,)):
        try:
            export(wrapper, to=target, pages=pages)
        except UnweaveError:
            continue


def _example(page: Page, chance: random.Random) -> Example | None:
    """One to three records of one or two fields, whose values are texts of the page."""
    texts = [
        tight(page.source, node.span)
        for node in page.tree.nodes
        if node.kind == "text" and node.span and page.text(node.span)
    ]
    fields = chance.choice((1, 2))
    count_ = fields * chance.choice((1, 2, 3))
    if len(texts) < count_:
        return None
    start = chance.randint(0, len(texts) - count_)
    spans = sorted(chance.choice((texts[start : start + count_], chance.sample(texts, count_))))
    rows = [{f"f{at}": span for at, span in enumerate(spans[row : row + fields])} for row in range(0, count_, fields)]
    return Example.from_spans(page, rows, status=chance.choice(("complete", "partial")))


def the_discovery(subject: Subject) -> None:
    """Templates of mutated copies of the page, and the list of one."""
    chance = subject.chance
    copies = [subject.page, *(Page(hostile(subject.source, seed=f"{subject.seed}-{at}"), html=True) for at in range(2))]
    discover = chance.choice((Discover().discover, lambda some: DiscoverList().discover(some[:1]), Exalg().discover))
    wrapper = discover(copies)
    for page in copies:
        _records(lambda page=page: wrapper.extract(page))  # type: ignore[misc]  # a default is no argument
    _need(loads(dumps(wrapper)) == wrapper, f"the stored {wrapper.kind} wrapper differs")


def the_store(subject: Subject) -> None:
    """Damaged files are refused, or give wrappers that raise only our errors."""
    chance = subject.chance
    wrapper = chance.choice(wrappers())
    for _ in range(5):
        document = damaged(json.loads(dumps(wrapper)), chance)
        try:
            loaded = loads(json.dumps(document).encode())
        except UnweaveError:
            continue
        for page in (subject.page, Page(chance.choice(small_pages()), html=True)):
            _records(lambda loaded=loaded, page=page: loaded.extract(page))  # type: ignore[misc]  # a default is no argument


LEARNERS: tuple[Callable[[Sequence[Example]], Wrapper], ...] = tuple(
    partial(learn, method=name, budget=BUDGET) for name in (AUTO, *METHODS)
)
OPERATIONS: dict[str, Callable[[Subject], None]] = {
    "page": the_page,
    "wrappers": the_wrappers,
    "learners": the_learners,
    "discovery": the_discovery,
    "store": the_store,
}


def _keep(folder: Path, name: str, subject: Subject, place: str, repeat: str) -> None:
    """Minimise the source of a finding, print it, and write it to a file."""
    source = minimised(name, subject, place)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}-{subject.seed}.json"
    data = {"finding": place, "operation": name, "repeat": repeat, "seed": subject.seed, "source": source}
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    print(f"{place}\n  {repeat} --only {name}\n  {len(source)} characters: {file}", flush=True)


def minimised(name: str, subject: Subject, place: str) -> str:
    """A shorter source with the same finding: stretches are left out as long as it stays."""
    end = process_time() + MINIMISING
    source, size = subject.source, len(subject.source) // 2
    while size and process_time() < end:
        for shorter in _shorter(source, size):
            if process_time() > end:
                break
            if finding(name, Subject(shorter, subject.seed, subject.real)) == place:
                source = shorter
                break
        else:
            size //= 2
    return source


def _shorter(source: str, size: int) -> Iterator[str]:
    for start in range(0, len(source), size):
        yield source[:start] + source[start + size :]


if __name__ == "__main__":
    sys.exit(main())
