"""A run: read every page, extract, write. A page that cannot be used is set aside with its reason.

Where no page could be used, an output that exists is left as it was.

Legend

    plan        the inputs in shards (``unweave.run.shards``)
    outcome     of a page: its rows, or why it was set aside (``unweave.run.outcomes``)
    problems    the pages set aside; kept in OUT.problems.jsonl
    write       takes a row

A run in this process reads the shards one after the other. With workers the shards are read by other processes, which
leave the outcomes in files; this process reads these in the same order, so the output is the same
(``unweave.run.bulk``).
"""

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from unweave.errors import BadInput
from unweave.field_types import with_types
from unweave.files import check_path
from unweave.page import LIMIT
from unweave.records import Schema
from unweave.records.typed import leaves, types_of_fields
from unweave.records.typed import with_types as schema_with_types
from unweave.run.bulk import BulkOptions, RunProgress, begin, default_workers, describe, running
from unweave.run.existing import Update, ending_of
from unweave.run.outcomes import PageOutcome, outcomes
from unweave.run.provenance import ids_of, with_columns
from unweave.run.routes import RoutedWrappers
from unweave.run.rows import writable
from unweave.run.run_directory import RunDirectory, now, run_path
from unweave.run.run_summary import RunCounter, RunSummary, problems_file, told_where
from unweave.run.shard_files import ShardJob, readable_pages
from unweave.run.shards import SHARD_FILES, FilesShard, Plan, Shard, SourceOptions, after, make_plan, pages_before
from unweave.run.sinks import Write, lines, open_sink
from unweave.run.typed_rows import Spool, TypedField, TypedRows, mixed_paths
from unweave.wrapper import Wrapper

SHOWN = 3
TEXT = "text"
SECONDS = 60.0
"""How long a worker may take for a page."""

Watch = Callable[[Sequence[Any]], Iterable[Any]]


class NothingUsed(Exception):  # it only ends the writing of an output
    """No page could be used, so the output that exists is not replaced."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How a run goes about it.

    Args:
        source: how inputs are read.
        provenance: whether rows tell wrapper and version; with None, if some input is a file with many pages.
        time: whether rows tell when the run began.
        flatten: nested records as columns of lists.
        max_rejects: the run ends with an error if more pages are set aside.
        workers: so many processes, and a run directory; 0 for neither; None to decide by the number of shards.
        resume: go on with an earlier run.
        force: begin again, whatever an earlier run left.
        page_seconds: the time limit of a page, for workers.
        engine: "local", or "ray", whose cluster is at ``address``.
        progress: told how far a run with workers is.
        types: types of fields, by path, besides those of the wrapper's schema; "text" leaves a field as it is.
        auto_types: whether fields without a type get the one that their values suggest.
        raw: whether typed fields have their texts beside them.

    >>> RunOptions(workers=2).engine
    'local'
    """

    source: SourceOptions = field(default_factory=SourceOptions)
    provenance: bool | None = None
    time: bool = False
    flatten: bool = False
    max_rejects: int | None = None
    workers: int | None = 0
    resume: bool = False
    force: bool = False
    page_seconds: float = SECONDS
    engine: str = "local"
    address: str | None = None
    progress: Callable[[RunProgress], None] = lambda _: None
    types: Mapping[str, str] = field(default_factory=dict)
    auto_types: bool = False
    raw: bool = False


def extract(
    wrapper: Wrapper,
    inputs: Iterable[str | Path],
    out: str | Path | IO[bytes],
    *,
    spreadsheet_safe: bool = False,
    update: Update | None = None,
    limit: int = LIMIT,
    watch: Watch = iter,
    options: RunOptions | None = None,
) -> RunSummary:
    """Run the wrapper over the inputs' pages, into a file by its ending or, as lines of JSON, into a stream.

    A page that cannot be read or does not fit is set aside, as are pipes and devices in folders. They are listed with
    their reasons in a file beside the output, with ``.problems.jsonl`` added to its name.
    A page of more than ``limit`` bytes is not read. With ``update=Update()`` rows are added to an output that exists,
    with ``Update(("isbn",))`` they take the place of rows with the same key. ``watch`` takes the pages (or shards of
    pages) of a run in this process and yields them one by one: use it for a progress bar.

    >>> import tempfile
    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "p1.html").write_text("<b>Emma</b>"), (folder / "p2.html").write_text("<b>Kim</b><b>Dune</b>")
    >>> wrapper = LR().learn([Example.from_values(Page.read(folder / "p1.html"), [{"title": "Emma"}])])
    >>> summary = extract(wrapper, [folder], folder / "books.csv")
    >>> summary.pages, summary.records, summary.set_aside
    (2, 3, 0)
    """
    options = options or RunOptions()
    wrapper = _with_types(wrapper, options)
    names = [str(each) for each in inputs]
    if isinstance(out, str | Path):
        check_path(problems_file(Path(out)))
    run = _Run(wrapper, out, options, limit, spreadsheet_safe, update)
    if isinstance(out, str | Path) and options.resume:
        return _bulk(run, names, Path(out), None)
    plan = make_plan(names, replace(options.source, limit=limit), skip=lambda *_: None)
    workers = default_workers(plan) if options.workers is None else options.workers
    if isinstance(out, str | Path) and (workers or options.engine != "local"):
        return _bulk(run, names, Path(out), plan)
    return replace(run, begun=now()).finish(plan, in_this_process(wrapper, plan, limit, watch))


def _with_types(wrapper: Wrapper, options: RunOptions) -> Wrapper:
    """The wrapper with the types of the run; where types are suggested, fields that have none are text until then."""
    known = types_of_fields(wrapper.schema)
    sites = [one.name for one in wrapper.routes if one.site] if isinstance(wrapper, RoutedWrappers) else []
    for path, kind in options.types.items():
        if kind != TEXT and path.partition(".")[0] in sites:
            raise BadInput(source=path, reason="the values of site programs are texts. It would help to leave it out")
    open_fields = {path: TEXT for path, _ in leaves(wrapper.schema) if options.auto_types and path not in known}
    return with_types(wrapper, {**open_fields, **options.types})


def _bulk(run: "_Run", inputs: list[str], out: Path, plan: Plan | None) -> RunSummary:
    """A run with a run directory: a new one, or without a plan the one that is there."""
    if run.update is not None and not run.update.key and plan is None:
        reason = "a run that appends cannot be resumed: rows could be there twice. It would help to give --upsert"
        raise BadInput(source=str(out), reason=reason)
    info = describe(run.wrapper, inputs, out, run.content)
    if plan is None:
        directory, plan = RunDirectory.resume(run_path(out), info)
    else:
        directory = begin(info, plan, force=run.options.force)
    try:
        job = ShardJob(run.wrapper, str(directory.shards), run.limit)
        options = BulkOptions(
            workers=run.options.workers or os.cpu_count() or 1,
            page_seconds=run.options.page_seconds,
            engine=run.options.engine,
            address=run.options.address,
        )
        with running(directory, plan, job, options, run.options.progress) as merged:
            summary = replace(run, begun=directory.begun).finish(plan, merged)
        directory.end("done", pages=summary.pages, records=summary.records, set_aside=summary.set_aside)
    finally:
        directory.close()
    return summary


@dataclass(frozen=True, slots=True)
class _Run:
    """From outcomes to files."""

    wrapper: Wrapper
    out: str | Path | IO[bytes]
    options: RunOptions
    limit: int
    spreadsheet_safe: bool
    update: Update | None
    begun: str = ""

    @property
    def content(self) -> dict[str, Any]:
        """What decides on the content of the output, besides wrapper and inputs."""
        return {
            "provenance": self.options.provenance,
            "flatten": self.options.flatten,
            "time": self.options.time,
            "types": types_of_fields(self.wrapper.schema),
            "auto_types": self.options.auto_types,
            "raw": self.options.raw,
            "spreadsheet_safe": self.spreadsheet_safe,
            "limit": self.limit,
            "columns": dict(self.options.source.columns),
            "base": self.options.source.base,
        }

    def finish(self, plan: Plan, found: Iterable[PageOutcome]) -> RunSummary:
        """Write the rows and the problems; count."""
        out = self.out
        skipped = [PageOutcome(writable(one.name), (), writable(one.reason)) for one in plan.skipped]
        with TemporaryFile() as aside:
            typed: list[TypedField] = []
            with suppress(NothingUsed), self._writer(plan, typed) as write:
                counter = RunCounter(self.wrapper, write, aside, max_rejects=self.options.max_rejects)
                self._run(chain(skipped, found), counter)
                summary = counter.summary()
                if not summary.used and isinstance(out, str | Path) and Path(out).exists():
                    summary = replace(summary, kept=str(out))
                    raise NothingUsed
            summary = replace(summary, typed=tuple(typed))
            return told_where(summary, Path(out), aside) if isinstance(out, str | Path) else summary

    @contextmanager
    def _writer(self, plan: Plan, typed: list[TypedField]) -> Iterator[Write]:
        """What takes the rows of the wrapper; what became of typed fields is added to ``typed`` at the end."""
        schema = self.wrapper.schema
        if not types_of_fields(schema):
            with self._open(plan, schema) as write:
                yield write
            return
        self._check_output(plan)
        with TemporaryFile() as file:
            spool = Spool(file, schema)
            yield spool.write
            rows = self._typed_rows(spool)
            with self._open(plan, rows.columns()) as write:
                for row in spool.rows():
                    write(rows.row(row))
            typed += rows.fields()

    def _typed_rows(self, spool: Spool) -> TypedRows:
        given = types_of_fields(spool.schema)
        chosen = {path: kind for path, kind in given.items() if kind != TEXT or not self.options.auto_types}
        explicit = {path: kind for path, kind in self.options.types.items() if kind == TEXT}
        types = spool.types({**chosen, **explicit}, auto=self.options.auto_types)
        left = {path: "" for path, kind in {**given, **types}.items() if types.get(path, TEXT) == TEXT}
        schema = schema_with_types(spool.schema, {**types, **left})
        native = isinstance(self.out, str | Path) and ending_of(self.out) == ".parquet"
        return TypedRows(schema, self.options.raw, native, mixed_paths(schema, spool.rows()))

    def _check_output(self, plan: Plan) -> None:
        """A run may take hours: what is wrong with its output is told before, with an output that is thrown away."""
        with suppress(NothingUsed), self._open(plan, self.wrapper.schema):
            raise NothingUsed

    @contextmanager
    def _open(self, plan: Plan, schema: Schema) -> Iterator[Write]:
        chosen = self.options.provenance
        provenance = plan.has_many_pages_in_a_file if chosen is None else chosen
        ids = ids_of(self.wrapper) if provenance else ()
        time = self.begun if self.options.time else ""
        full, adapt = with_columns(schema, provenance=provenance, flatten=self.options.flatten, ids=ids, time=time)
        with self._sink(plan, full) as write:
            yield adapt(write)

    def _sink(self, plan: Plan, schema: Any) -> AbstractContextManager[Write]:
        out = self.out
        if not isinstance(out, str | Path):
            return nullcontext(lines(out, schema))
        if any(os.path.realpath(name) == os.path.realpath(out) for name in plan.files):
            reason = "cannot write there: it is one of the pages to read. It would help to choose another name"
            raise BadInput(source=str(out), reason=reason)
        return open_sink(out, schema, spreadsheet_safe=self.spreadsheet_safe, update=self.update)

    def _run(self, found: Iterable[PageOutcome], counter: RunCounter) -> None:
        """Take all outcomes; rows of site programs are joined when all pages are read."""
        if not (isinstance(self.wrapper, RoutedWrappers) and self.wrapper.has_sites):
            for outcome in found:
                counter.add(outcome)
            return
        from unweave.run.site_pages import join_sites  # noqa: PLC0415  # heavy, and few runs have site programs

        join_sites(self.wrapper, found, counter)


def in_this_process(wrapper: Wrapper, plan: Plan, limit: int, watch: Watch = iter) -> Iterator[PageOutcome]:
    """The outcomes of all pages, one shard after the other; single files are watched one by one."""
    following: int | None = None
    for number, item in enumerate(watch(_items(plan))):
        shard = after(item, following) if isinstance(item, Shard) else FilesShard((str(item),))
        first = pages_before(number, item) if isinstance(item, Shard) else number
        found: Generator[PageOutcome, None, int | None] = outcomes(
            wrapper, readable_pages(shard, limit), first=first, begins=_begins(number, item), limit=limit
        )
        following = yield from found


def _begins(number: int, item: Path | Shard) -> bool:
    """Whether a shard begins with this item, as it does where workers read the pages."""
    return isinstance(item, Shard) or number % SHARD_FILES == 0


def _items(plan: Plan) -> list[Path | Shard]:
    """Single pages as paths, and shards of files with many pages."""
    items: list[Path | Shard] = []
    for shard in plan.shards:
        items += map(Path, shard.names) if isinstance(shard, FilesShard) else [shard]
    return items
