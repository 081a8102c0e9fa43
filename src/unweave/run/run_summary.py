"""What a run counts, and what it tells at its end.

Legend

    outcome     of a page: its rows, or why it was set aside (``unweave.run.outcomes``)
    problems    the pages set aside, and pages that rows of site programs need and that are missing; they are written to
                a temporary file, for there may be many, and then to OUT.problems.jsonl
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import copyfileobj
from typing import IO

import msgspec

from unweave.errors import UnweaveError
from unweave.files import replacing
from unweave.run.outcomes import PageOutcome, SightedPage, SightedPages, reason_of
from unweave.run.routes import RoutedWrappers
from unweave.run.rows import OutputRow, free, writable
from unweave.run.sinks import Write
from unweave.run.typed_rows import TypedField
from unweave.summaries import SummaryCounter, WrapperSummary
from unweave.tuning import DRIFT_ROUTE_LEAST, DRIFT_RUN_MOST, DRIFT_RUN_PAGES
from unweave.verify.drift import Status, Verdict, judged
from unweave.wrapper import Wrapper

SHOWN = 3
STATUSES: tuple[Status, ...] = ("ok", "suspicious", "drifted")


@dataclass(frozen=True, slots=True)
class Problem:
    """A page that was set aside, and why.

    >>> Problem(page="p9.html", reason="the file is empty").reason
    'the file is empty'
    """

    page: str
    reason: str


class TooManyRejects(UnweaveError):
    """More pages were set aside than the run allows.

    >>> TooManyRejects(limit=10, first=Problem("p1.html", "p1.html: the page is empty")).reason
    'more than 10 pages were set aside, the first: p1.html: the page is empty'
    """

    def __init__(self, *, limit: int, first: Problem) -> None:
        reason = f"more than {limit:,} pages were set aside, the first: {first.reason}"
        super().__init__(reason, reason=reason)


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What a run did: pages read, records written, pages set aside with the first few reasons, and the output files.

    ``bare`` counts the pages that fitted and had no records; ``types``, where there are several, the records of each;
    ``found`` what was found, field by field; ``drift`` is the verdict on some of the pages, where the wrapper has a
    profile of good ones; in a run with routes ``routes_drift`` has that of each wrapper, by the name of its route (and
    of its page type, in a site program).
    ``kept`` is an output that was left as it was: no page could be used. ``typed`` tells what
    became of the values of fields with a type. ``holes`` counts the rows of site programs that lack a page.

    >>> RunSummary(pages=3, records=12, set_aside=1).used
    2
    """

    pages: int
    records: int
    set_aside: int = 0
    bare: int = 0
    types: Mapping[str, int] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    output: str | None = None
    problems_file: str | None = None
    kept: str | None = None
    typed: tuple[TypedField, ...] = ()
    holes: int = 0
    found: WrapperSummary | None = field(default=None, compare=False, repr=False)
    drift: Verdict | None = field(default=None, compare=False, repr=False)
    routes_drift: Mapping[str, Verdict] = field(default_factory=dict, compare=False, repr=False)

    @property
    def used(self) -> int:
        """How many pages were extracted, with records or without."""
        return self.pages - self.set_aside


class RunCounter:
    """Writes the rows of a run, and counts: ``add`` each outcome and each joined row, then ask for ``summary()``."""

    def __init__(self, wrapper: Wrapper, write: Write, aside: IO[bytes], *, max_rejects: int | None = None) -> None:
        self._wrapper, self._write, self._aside, self._max_rejects = wrapper, write, aside, max_rejects
        self._counter = SummaryCounter(wrapper)
        self._pages = self._set_aside = self._bare = self._holes = 0
        self._kinds: Counter[str] = Counter()
        self._first: list[Problem] = []
        self._judged = judged_wrappers(wrapper)
        most = max(DRIFT_ROUTE_LEAST, DRIFT_RUN_MOST // len(self._judged))
        self._sighted = {key: SightedPages(most) for key in self._judged}

    def add(self, outcome: PageOutcome) -> None:
        """The outcome of a page."""
        counter = self._counter
        self._pages += 1
        self._sight(outcome.sighted)
        if outcome.unlike is not None:
            counter.add_compared(outcome.page, outcome.unlike)
        if outcome.reason is not None:
            self._add_rejected(Problem(outcome.page, outcome.reason))
            return
        if outcome.warnings is not None:
            counter.add_warnings(outcome.page, outcome.warnings)
        self._bare += not outcome.rows
        for row in outcome.rows:
            self._kinds[row.type] += 1
            self._write(row)
        found = [(row.type, row.values) for row in outcome.rows]
        counter.count(outcome.page, found, kinds=outcome.warnings is not None)

    def add_site_page(self, outcome: PageOutcome) -> None:
        """A page of a site program, whose rows come later; or an address that leads to another one, which is none."""
        self._sight(outcome.sighted)
        if outcome.site_page is not None and not outcome.site_page.moved:
            self._pages += 1
            self._counter.count_page()

    def _sight(self, page: SightedPage | None) -> None:
        if page is not None:
            self._sighted[page.route, page.type].add(page)

    def add_joined(self, row: OutputRow, *, has_hole: bool) -> None:
        """A joined row of a site program."""
        self._kinds[row.type] += 1
        self._holes += has_hole
        self._write(row)
        self._counter.count_record(row.page, row.type, row.values)

    def list_problem(self, problem: Problem) -> None:
        """A problem that is listed, and is no page that was set aside."""
        self._aside.write(msgspec.json.encode(problem) + b"\n")

    def summary(self) -> RunSummary:
        """What was counted so far."""
        verdicts = dict(self._verdicts())
        return RunSummary(
            self._pages,
            self._kinds.total(),
            set_aside=self._set_aside,
            bare=self._bare,
            types={each.name: self._kinds[each.name] for each in self._wrapper.schema.types},
            problems=tuple(self._first),
            holes=self._holes,
            found=self._counter.summary(),
            drift=verdicts.get(""),
            routes_drift={name: verdict for name, verdict in verdicts.items() if name},
        )

    def _verdicts(self) -> Iterator[tuple[str, Verdict]]:
        """The verdict of each wrapper, by its name; "" is the only wrapper of a run without routes."""
        for key, (name, wrapper) in self._judged.items():
            if self._sighted[key].kept:
                yield name, worst_verdict(wrapper, self._sighted[key].kept)

    def _add_rejected(self, problem: Problem) -> None:
        self._set_aside += 1
        self._first += [problem] * (len(self._first) < SHOWN)
        self.list_problem(problem)
        self._counter.add_unusable(problem.reason)
        if self._max_rejects is not None and self._set_aside > self._max_rejects:
            raise TooManyRejects(limit=self._max_rejects, first=self._first[0])


def worst_verdict(wrapper: Wrapper, pages: Sequence[SightedPage]) -> Verdict:
    """The verdict on the pages; in a long run also on each half of them, for a site may change while it is crawled."""
    middle = len(pages) // 2
    parts = [pages, pages[:middle], pages[middle:]] if len(pages) > DRIFT_RUN_PAGES else [pages]
    verdicts = [judged(wrapper, [one.found for one in some], Counter(one.kind for one in some)) for some in parts]
    return max(verdicts, key=lambda one: STATUSES.index(one.status))  # of equal ones that on all pages


def judged_wrappers(wrapper: Wrapper) -> dict[tuple[int, str], tuple[str, Wrapper]]:
    """The wrapper of each route, and of each page type of a site program, with a name of its own.

    The keys are the number of a route and the name of a page type, "" where there is none. A single wrapper has the
    name "".

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> from unweave.run.routes import Route
    >>> book = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> routes = (Route("book", book, host="a.org"), Route("book", book, host="b.org"))
    >>> [name for name, _ in judged_wrappers(RoutedWrappers(routes)).values()], judged_wrappers(book)[0, ""][0]
    (['book', 'book_2'], '')
    """
    if not isinstance(wrapper, RoutedWrappers):
        return {(0, ""): ("", wrapper)}
    taken: set[str] = set()
    found: dict[tuple[int, str], tuple[str, Wrapper]] = {}
    for number, route in enumerate(wrapper.routes):
        name = free(route.name, taken, fold=False)
        if route.wrapper is not None:
            found[number, ""] = name, route.wrapper
        for kind in route.site.types if route.site is not None else ():
            found[number, kind.name] = f"{name} {kind.name}", kind.wrapper
    return found


def problem_of(error: Exception, page: str) -> Problem:
    """The problem of a page with which there was an error, whatever error it is.

    >>> problem_of(RecursionError(), "p1.html").reason
    'p1.html: it is nested too deeply'
    """
    return Problem(writable(page), writable(reason_of(error, page)))


def problems_file(out: Path) -> Path:
    """The file beside an output that lists the pages that were set aside.

    >>> problems_file(Path("books.csv")).name
    'books.csv.problems.jsonl'
    """
    return out.with_name(f"{out.name}.problems.jsonl")


def told_where(summary: RunSummary, out: Path, aside: IO[bytes]) -> RunSummary:
    """The summary with the names of its files; the problems' file is written, or an old one removed."""
    beside = problems_file(out)
    if not aside.tell():
        beside.unlink(missing_ok=True)
        return replace(summary, output=str(out))
    output = None if summary.kept else str(out)
    aside.seek(0)
    with replacing(beside) as draft, draft.open("wb") as stream:
        copyfileobj(aside, stream)
    return replace(summary, output=output, problems_file=str(beside))
