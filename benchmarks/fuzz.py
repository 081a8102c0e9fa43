"""Mutated pages through every learner, wrapper, form, export, discovery, explanation and the store.

    python benchmarks/fuzz.py [--quick] [--seed N] [--first N] [--seconds S] [--pages N] [--only NAME] [--keep FOLDER]
                              [--log FILE]

Pages are mutated by ``tests/mutations/hostile.py``: stretches deleted, doubled and moved, pages cut off, wrong nesting,
NUL, surrogates, entities, attributes, comments, encodings. Half of them are made (``fuzz_sites``), of the rest most are
stretches of up to 2,000 characters of real pages, some are whole real pages. Every page goes through wrappers that were
learned on its site before, extracted and compiled; the shares of pages that go through the other operations are the
``RATES`` of ``fuzz_operations``. A finding is

    foreign         an error that is not one of ours
    hangs           an operation that takes more than 5 s of CPU
    differences     a compiled form, a stored wrapper, an exported scan or the slow definition gives other values than
                    the wrapper; a span outside the page
    contradictions  a wrapper that contradicts its examples, where its origin does not say so

Page N of seed S is always the same: ``--seed S --first N --pages 1`` repeats it. The source of each finding is
minimised and kept in a file. With ``--log`` a line of figures is added to a file every 1,000 pages, and a run of the
same seed goes on behind the last page that is written there. Ctrl-C ends a run with what it has found so far. The last
line is JSON; the exit code is 1 where there are findings, but 0 with ``--quick``, where the gate reads the figures.
``--quick``: 3,000 pages, one site of each collection, and the rare operations five times as often.
"""

import json
import random
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from time import process_time
from typing import Any

from data import command_line

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from fuzz_operations import OPERATIONS, Finding, Subject, drawn_operations
from fuzz_sites import made_sites, real_sites
from mutations.hostile import hostile
from unweave.errors import UnweaveError

QUICK_PAGES, QUICK_RATE = 3_000, 5
LONGEST = 5.0  # seconds of CPU that an operation may take
MINIMISING = 10.0  # seconds of CPU for one finding
BLOCK = 1_000  # pages between two lines of the log
MADE, STRETCHES = 0.5, 0.49  # the shares of pages; the rest are whole real pages
STRETCH = 2_000  # characters, at most
CATEGORIES = ("foreign", "hangs", "differences", "contradictions")
KEPT = Path(__file__).resolve().parents[1] / "build" / "fuzz"


class Hang(BaseException):
    """An operation took too long; nothing but this program may catch it."""


def main() -> int:
    """Run until the pages are done; print the findings, and the figures as one line of JSON."""
    given = arguments()
    signal.signal(signal.SIGPROF, _hang)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    run = Run(given.seed, given.keep, (given.only,) if given.only else (), quick=given.quick)
    first = max(given.first, logged(given.log, given.seed))
    end = given.first + given.pages if given.pages else given.first + QUICK_PAGES if given.quick else None
    print(f"seed {given.seed}, from page {first}", flush=True)
    try:
        for number in range(first, end) if end is not None else count(first):
            if process_time() > given.seconds:
                break
            run.page(number)
            if given.log and (number + 1) % BLOCK == 0:
                with given.log.open("a", encoding="utf-8") as log:
                    log.write(json.dumps({"next": number + 1, **run.figures()}) + "\n")
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    for place, times in run.found.items():
        print(f"{times:6} {place}")
    print(json.dumps(run.figures()))
    return 1 if run.found and not given.quick else 0


def arguments() -> Any:
    """The options."""
    parser = command_line(__doc__, quick=f"{QUICK_PAGES} pages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first page")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of CPU, at most")
    parser.add_argument("--pages", type=int, help="so many; without end unless given")
    parser.add_argument("--only", choices=OPERATIONS, help="one operation, on every page")
    parser.add_argument("--keep", type=Path, default=KEPT, help="the folder for findings")
    parser.add_argument("--log", type=Path, help="add figures to this file, and go on where it ends")
    return parser.parse_args()


def logged(log: Path | None, seed: int) -> int:
    """The first page of a seed that is not in the log."""
    if log is None or not log.exists():
        return 0
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    return max((line["next"] for line in lines if line["seed"] == seed), default=0)


class Run:
    """What a run has done and found so far."""

    def __init__(self, seed: int, keep: Path, only: tuple[str, ...] = (), *, quick: bool = False) -> None:
        self.seed, self.keep, self.only, self.quick = seed, keep, only, quick
        self.found, self.sizes, self.operations = Counter[str](), Counter[str](), Counter[str]()

    def page(self, number: int) -> None:
        """One page through its operations."""
        try:
            subject = subject_of(self.seed, number, quick=self.quick)
        except Exception as error:  # noqa: BLE001  # whatever it is, learning from real pages must not raise it
            self.found[_described("learning a site", error)] += 1
            return
        self.sizes[subject.size] += 1
        for name in self.only or drawn_operations(subject, QUICK_RATE if self.quick else 1):
            self.operations[name] += 1
            place = finding(name, subject)
            if place is not None:
                self.found[place] += 1
                if self.found[place] == 1:
                    repeat = f"--seed {self.seed} --first {number} --pages 1 --only {name}{' --quick' * self.quick}"
                    _keep(self.keep, name, subject, place, repeat)

    def figures(self) -> dict[str, Any]:
        """The counts of pages, operations and findings."""
        found = Counter[str]()
        for place, times in self.found.items():
            found[place.partition(":")[0]] += times
        counts = {"seed": self.seed, "pages": self.sizes.total(), **self.sizes, "operations": dict(self.operations)}
        return counts | {name: found[name] for name in CATEGORIES} | {"cpu_seconds": round(process_time())}


def subject_of(seed: int, number: int, *, quick: bool = False) -> Subject:
    """Page ``number`` of a seed."""
    name = f"{seed}-{number}"
    chance = random.Random(name)
    drawn = chance.random()
    if drawn < MADE or not real_sites(seed, quick=quick):
        site = chance.choice(made_sites())()
        return Subject(hostile(chance.choice(site.pages), seed=name), name, site, "made")
    site = chance.choice(real_sites(seed, quick=quick))()
    at = chance.randrange(len(site.pages))
    if drawn >= MADE + STRETCHES:
        return Subject(hostile(site.pages[at], seed=name), name, site, "whole")
    return Subject(hostile(_stretch(site.pages[at], site.spots[at], chance), seed=name), name, site, "stretch")


def _stretch(source: str, spots: tuple[int, ...], chance: random.Random) -> str:
    """A stretch of a page, more often than not with a value in it."""
    middle = chance.choice(spots) if spots and chance.random() < 0.7 else chance.randint(0, len(source))
    before, behind = chance.randint(0, STRETCH // 2), chance.randint(1, STRETCH // 2)
    return source[max(0, middle - before) : middle + behind] or source[:STRETCH]


def finding(name: str, subject: Subject) -> str | None:
    """What must not happen and does, with its place in the code; None where all is well."""
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        OPERATIONS[name](subject)
    except UnweaveError:
        return None
    except (Exception, Hang) as error:  # noqa: BLE001  # whatever it is
        return _described(name, error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return None


def _described(name: str, error: BaseException) -> str:
    if isinstance(error, Hang):
        return f"hangs: {name}: more than {LONGEST:g} s of CPU"
    if isinstance(error, Finding):
        return f"{error.category}: {name}: {error}"
    frames = [one for one in traceback.extract_tb(error.__traceback__) if "/unweave/" in one.filename]
    where = f" at {frames[-1].filename.rpartition('/unweave/')[2]}:{frames[-1].lineno}" if frames else f": {error}"
    return f"foreign: {name}: {type(error).__name__}{where}"


def _hang(_number: int, _frame: object) -> None:
    raise Hang


def _keep(folder: Path, name: str, subject: Subject, place: str, repeat: str) -> None:
    """Minimise the source of a finding, print it, and write it to a file."""
    source = minimised(name, subject, place)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}-{subject.seed}.json"
    data = {"finding": place, "site": subject.site.name, "repeat": repeat, "source": source}
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    print(f"{place}\n  {repeat}\n  {len(source)} characters: {file}", flush=True)


def minimised(name: str, subject: Subject, place: str) -> str:
    """A shorter source with the same finding: stretches are left out as long as it stays."""
    end = process_time() + MINIMISING
    source, size = subject.source, len(subject.source) // 2
    while size and process_time() < end:
        for shorter in _shorter(source, size):
            if process_time() > end:
                break
            if finding(name, Subject(shorter, subject.seed, subject.site, subject.size)) == place:
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
