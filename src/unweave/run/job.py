"""A run: read every page, extract, write. A page that cannot be used is set aside with its reason.

Whatever happens with a page, even an error of ours, the run goes on: it may have taken hours. Where no page could be
used, an output that exists is left as it was.

paths       files that the inputs name
write       takes a row
problems    pages set aside: they do not fit the wrapper, or cannot be read; kept in OUT.problems.jsonl
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO

import msgspec

from unweave.errors import BadInput, UnweaveError
from unweave.files import check_path, replacing
from unweave.page import LIMIT, Page
from unweave.run.existing import Update
from unweave.run.rows import OutputRow, row_of, writable
from unweave.run.sinks import Write, lines, open_sink
from unweave.run.sources import find_pages
from unweave.summaries import SummaryCounter, WrapperSummary
from unweave.wrapper import Wrapper

SHOWN = 3

Watch = Callable[[Sequence[Path]], Iterable[Path]]


@dataclass(frozen=True, slots=True)
class Problem:
    """A page that was set aside, and why.

    >>> Problem(page="p9.html", reason="the file is empty").reason
    'the file is empty'
    """

    page: str
    reason: str


Outcome = list[OutputRow] | Problem


class NothingUsed(Exception):  # it only ends the writing of an output
    """No page could be used, so the output that exists is not replaced."""


@dataclass(frozen=True, slots=True)
class RunSummary:
    """What a run did: pages read, records written, pages set aside with the first few reasons, and the output files.

    ``bare`` counts the pages that fitted and had no records; ``types``, where there are several, the records of each;
    ``found`` what was found, field by field. ``kept`` is an output that was left as it was: no page could be used.

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
    found: WrapperSummary | None = field(default=None, compare=False, repr=False)

    @property
    def used(self) -> int:
        """How many pages were extracted, with records or without."""
        return self.pages - self.set_aside


def extract(
    wrapper: Wrapper,
    inputs: Iterable[str | Path],
    out: str | Path | IO[bytes],
    *,
    spreadsheet_safe: bool = False,
    update: Update | None = None,
    limit: int = LIMIT,
    watch: Watch = iter,
) -> RunSummary:
    """Run the wrapper over the inputs' pages, into a file by its ending or, as lines of JSON, into a stream.

    A page that cannot be read or does not fit is set aside, as are pipes and devices in folders. They are listed with
    their reasons in a file beside the output, with ``.problems.jsonl`` added to its name.
    A page of more than ``limit`` bytes is not read. With ``update=Update()`` rows are added to an output that exists,
    with ``Update(("isbn",))`` they take the place of rows with the same key. ``watch`` takes the pages and yields them
    one by one: use it for a progress bar.

    >>> import tempfile
    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "p1.html").write_text("<b>Emma</b>"), (folder / "p2.html").write_text("<b>Kim</b><b>Dune</b>")
    >>> wrapper = LR().learn([Example.from_values(Page.read(folder / "p1.html"), [{"title": "Emma"}])])
    >>> summary = extract(wrapper, [folder], folder / "books.csv")
    >>> summary.pages, summary.records, summary.set_aside
    (2, 3, 0)
    """
    skipped: list[tuple[Path, Outcome]] = []

    def skip(path: Path, reason: str) -> None:
        skipped.append((path, _problem(path, reason)))

    paths = list(find_pages(inputs, skip=skip))
    if isinstance(out, str | Path):
        check_path(problems_file(Path(out)))
    with TemporaryFile() as aside:
        with (
            suppress(NothingUsed),
            _writer(wrapper, paths, out, spreadsheet_safe=spreadsheet_safe, update=update) as write,
        ):
            counter = SummaryCounter(wrapper)
            outcomes = ((path, _outcome(wrapper, path, limit, counter)) for path in watch(paths))
            summary = _run(chain(skipped, outcomes), write, aside, wrapper, counter)
            if not summary.used and isinstance(out, str | Path) and Path(out).exists():
                summary = replace(summary, kept=str(out))
                raise NothingUsed
        if not isinstance(out, str | Path):
            return summary
        return _told_where(summary, Path(out), aside)


def _writer(
    wrapper: Wrapper,
    paths: list[Path],
    out: str | Path | IO[bytes],
    *,
    spreadsheet_safe: bool,
    update: Update | None,
) -> AbstractContextManager[Write]:
    if not isinstance(out, str | Path):
        return nullcontext(lines(out, wrapper.schema))
    if any(os.path.realpath(path) == os.path.realpath(out) for path in paths):
        raise BadInput(
            source=str(out),
            reason="cannot write there: it is one of the pages to read. It would help to choose another name",
        )
    return open_sink(out, wrapper.schema, spreadsheet_safe=spreadsheet_safe, update=update)


def _run(
    outcomes: Iterable[tuple[Path, Outcome]], write: Write, aside: IO[bytes], wrapper: Wrapper, counter: SummaryCounter
) -> RunSummary:
    pages = set_aside = bare = 0
    kinds: Counter[str] = Counter()
    first: list[Problem] = []
    for path, outcome in outcomes:
        pages += 1
        if isinstance(outcome, Problem):
            set_aside += 1
            first += [outcome] * (len(first) < SHOWN)
            aside.write(msgspec.json.encode(outcome) + b"\n")
            counter.add_unusable(outcome.reason)
            continue
        kinds.update(row.type for row in outcome)
        bare += not outcome
        for row in outcome:
            write(row)
        counter.count(writable(str(path)), [(row.type, row.values) for row in outcome])
    return RunSummary(
        pages,
        kinds.total(),
        set_aside=set_aside,
        bare=bare,
        types={each.name: kinds[each.name] for each in wrapper.schema.types},
        problems=tuple(first),
        found=counter.summary(),
    )


def _outcome(wrapper: Wrapper, path: Path, limit: int, counter: SummaryCounter) -> Outcome:
    try:
        page = Page.read(path, limit=limit)
        counter.compare(page)
        records = wrapper.extract(page)
        return [row_of(record, page=str(path), number=number) for number, record in enumerate(records, start=1)]
    except Exception as error:  # noqa: BLE001  # one page must not end a run
        return problem_of(error, str(path))


def problem_of(error: Exception, page: str) -> Problem:
    """The problem of a page with which there was an error, whatever error it is.

    >>> problem_of(RecursionError(), "p1.html").reason
    'p1.html: it is nested too deeply'
    >>> problem_of(ZeroDivisionError("division by zero"), "p1.html").reason
    'p1.html: this is an error of unweave, please report it: ZeroDivisionError: division by zero'
    """
    if isinstance(error, UnweaveError):
        return Problem(writable(page), writable(str(error)))
    if isinstance(error, MemoryError):
        reason = "there is not enough memory for it"
    elif isinstance(error, RecursionError):
        reason = "it is nested too deeply"
    else:
        reason = f"this is an error of unweave, please report it: {type(error).__name__}: {error}"
    return _problem(page, reason)


def _problem(page: str | Path, reason: str) -> Problem:
    return Problem(writable(str(page)), writable(f"{page}: {reason}"))


def problems_file(out: Path) -> Path:
    """The file beside an output that lists the pages that were set aside.

    >>> problems_file(Path("books.csv")).name
    'books.csv.problems.jsonl'
    """
    return out.with_name(f"{out.name}.problems.jsonl")


def _told_where(summary: RunSummary, out: Path, aside: IO[bytes]) -> RunSummary:
    """The summary with the names of its files; the problems' file is written, or an old one removed."""
    beside = problems_file(out)
    if not summary.set_aside:
        beside.unlink(missing_ok=True)
        return replace(summary, output=str(out))
    output = None if summary.kept else str(out)
    aside.seek(0)
    with replacing(beside) as draft, draft.open("wb") as stream:
        copyfileobj(aside, stream)
    return replace(summary, output=output, problems_file=str(beside))
