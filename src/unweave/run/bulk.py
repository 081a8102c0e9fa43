"""Runs with workers and a run directory: what is done is kept, and an interrupted run can be resumed.

Legend

    merge       reading the shard files in the order of the plan; it goes on while workers are at later shards
    engine      what runs the shards: processes on this machine (``local``), or a Ray cluster (``cluster``)

Two shards of a WARC must meet: the second begins where the record after the first begins. Where a page contains what
looks like a record the plan may have a wrong begin; the merge notices, and runs the shard again from the right place.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

from unweave.errors import BadInput
from unweave.run.outcomes import PageOutcome
from unweave.run.provenance import wrapper_id
from unweave.run.run_directory import RunDirectory, RunInfo, read_info, run_path
from unweave.run.shard_files import ShardJob, read_end, read_outcomes, run_shard, shard_file
from unweave.run.shards import Plan, Shard, after
from unweave.wrapper import Wrapper

TOLD_PAGES = 64
"""Progress is told every so many pages."""


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run with workers is: shards merged, pages, records, and pages set aside so far.

    >>> RunProgress(shards=1, of=4).of
    4
    """

    shards: int = 0
    of: int = 0
    pages: int = 0
    records: int = 0
    set_aside: int = 0


class Engine(Protocol):
    """What runs shards: ``completed`` yields the numbers of finished shards as they come."""

    def completed(self, tasks: Iterator[tuple[int, Shard]]) -> Iterator[int]:
        """Run the tasks."""


@dataclass(frozen=True, slots=True)
class BulkOptions:
    """How shards are run.

    >>> BulkOptions(workers=2).engine
    'local'
    """

    workers: int
    page_seconds: float = 60.0
    engine: str = "local"
    address: str | None = None


def describe(wrapper: Wrapper, inputs: list[str], out: Path, content: dict[str, Any]) -> RunInfo:
    """What a run is to do; a run can be resumed by one with the same description."""
    return RunInfo(str(out), wrapper_id(wrapper), tuple(inputs), content, version("unweave"))


def begin(info: RunInfo, plan: Plan, *, force: bool) -> RunDirectory:
    """A new run directory beside the output; an earlier run that is not done is not removed without force."""
    path = run_path(info.output)
    earlier = read_info(path)
    if earlier is not None and earlier.state != "done" and not force:
        reason = f"there is a run that is not done ({earlier.state}). It would help to go on: --resume, or --force"
        raise BadInput(source=str(path), reason=reason)
    if path.exists() and earlier is None and any(path.iterdir()) and not (path / "lock").exists():
        raise BadInput(source=str(path), reason="this exists, and is no run. It would help to choose another name")
    return RunDirectory.create(path, info, plan)


@contextmanager
def running(
    directory: RunDirectory,
    plan: Plan,
    job: ShardJob,
    options: BulkOptions,
    progress: Callable[[RunProgress], None] = lambda _: None,
) -> Iterator[Iterator[PageOutcome]]:
    """The outcomes of all pages, in order, while workers run; what ends the context early is the end of the run."""
    state, reason = "stopped", ""
    try:
        with engine_for(options, job, directory.log) as engine:
            yield Merge(directory, plan, job, progress).outcomes(engine)
        state = ""
    except KeyboardInterrupt:
        reason = "it was interrupted"
        raise
    except BaseException as error:
        reason = f"{error}" or type(error).__name__
        raise
    finally:
        if state:
            directory.end(state, reason)


def engine_for(options: BulkOptions, job: ShardJob, note: Callable[[str], None]) -> AbstractContextManager[Engine]:
    """What runs the shards of a job; ``note`` takes lines for the log."""
    if options.engine == "ray":
        from unweave.run.cluster import RayTasks  # noqa: PLC0415  # an extra, and heavy

        return RayTasks(job, workers=options.workers, address=options.address, seconds=options.page_seconds)
    from unweave.run.local import LocalWorkers  # noqa: PLC0415  # processes only where they are wanted

    return LocalWorkers(job, workers=options.workers, seconds=options.page_seconds, note=note)


@dataclass(slots=True)
class Merge:
    """Reads the shard files in the order of the plan."""

    directory: RunDirectory
    plan: Plan
    job: ShardJob
    progress: Callable[[RunProgress], None]
    _pages: int = 0
    _records: int = 0
    _set_aside: int = 0

    def outcomes(self, engine: Engine) -> Iterator[PageOutcome]:
        """The outcomes of all pages; shards that are done already are not run again."""
        done = {number for number, shard in enumerate(self.plan.shards) if self._is_done(number, shard)}
        tasks = ((number, shard) for number, shard in enumerate(self.plan.shards) if number not in done)
        completed = engine.completed(tasks)
        following: int | None = None
        for number, planned in enumerate(self.plan.shards):
            while number not in done:
                done.add(next(completed))
                self._tell(number)
            shard = after(planned, following)
            if shard != planned and not self._is_done(number, shard):
                self.directory.log(f"shard {number}: begins at {getattr(shard, 'start', 0)}, not where it seemed")
                run_shard(self.job, number, shard)
            following = yield from self._counted(shard_file(self.directory.shards, number, shard), number)
        self._tell(len(self.plan.shards))

    def _is_done(self, number: int, shard: Shard) -> bool:
        return read_end(shard_file(self.directory.shards, number, shard)) is not None

    def _counted(self, path: Path, number: int) -> Any:
        found = read_outcomes(path)
        while True:
            try:
                outcome = next(found)
            except StopIteration as stop:
                return stop.value
            self._pages += 1
            self._records += len(outcome.rows)
            self._set_aside += not outcome.is_used
            if self._pages % TOLD_PAGES == 0:
                self._tell(number)
            yield outcome

    def _tell(self, number: int) -> None:
        self.progress(RunProgress(number, len(self.plan.shards), self._pages, self._records, self._set_aside))


def default_workers(plan: Plan, *, shards: int = 4) -> int:
    """As many workers as there are processors, if there are enough shards for it to be worth it; else none.

    >>> default_workers(Plan())
    0
    """
    return (os.cpu_count() or 1) if len(plan.shards) > shards else 0
