"""Worker processes on this machine: each runs one shard after the other; one that dies costs only its shard.

Legend

    task        a shard with its number
    worker      a process, forked from a clean server process, with a pipe of its own to the parent: workers share
                nothing, so one that is killed at any moment leaves no lock behind
    place       which page of which shard a worker is at, in shared memory: it can be read when the worker is dead
    time limit  a timer of the system, set anew for each page; it ends the process even inside a parser

A worker that dies is replaced, and its shard is run again from its begin. A page that takes too long, or at which a
worker died twice, is set aside in the next try. Where even reading a page takes too long, the rest of its shard is not
read. A worker whose parent is gone ends before its next page.
"""

import multiprocessing as mp
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, Self

from unweave.errors import UnweaveError
from unweave.run.shard_files import PageGuard, ShardJob, run_shard
from unweave.run.shards import Shard

Task = tuple[int, Shard]
AHEAD = 2
"""How many shards a worker has at a time: the second waits in its pipe, so it never waits for the parent."""
TRIES = 2
"""So often may a worker die at the same page before the page is set aside: somebody may have killed it."""


class WorkersFail(UnweaveError):
    """Workers cannot be started, or have an error that is not about a page."""


@dataclass
class _Retry:
    """What earlier tries of a shard have shown."""

    skipped: dict[int, str] = field(default_factory=dict)
    deaths: Counter[int] = field(default_factory=Counter)
    end: int | None = None


class SystemTimer(PageGuard):
    """Notes the place, and lets the system end this process if the page takes too long."""

    def __init__(self, place: Any, seconds: float) -> None:
        self._place, self._seconds = place, seconds
        self._parent = os.getppid()

    def begin(self, number: int, page: int) -> None:
        """Set the timer anew."""
        if os.getppid() != self._parent:
            os._exit(0)
        self._place[0], self._place[1] = number, page
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def end(self) -> None:
        """Stop the timer."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        self._place[0] = -1


class _WorkerProcess:
    """A worker as the parent sees it."""

    def __init__(self, context: Any, job: ShardJob, seconds: float) -> None:
        self.place = context.RawArray("q", [-1, -1])
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, self.place, job, seconds), daemon=True)
        self.process.start()
        theirs.close()
        self.tasks: list[Task] = []

    def give(self, task: Task, retry: _Retry) -> None:
        """One more task; if the worker is dead, that is noticed later."""
        self.tasks.append(task)
        with suppress(OSError):
            self.pipe.send((*task, retry.skipped, retry.end))

    def results(self) -> Iterator[tuple[int, str | None]]:
        """The numbers of the shards it has finished, with what went wrong."""
        with suppress(EOFError, OSError):
            while self.pipe.poll():
                yield self.pipe.recv()

    def stop(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class LocalWorkers:
    """Runs tasks with worker processes; use it as a context, so that no worker is left behind.

    ``completed(tasks)`` yields the numbers of finished shards as they come.
    """

    def __init__(self, job: ShardJob, *, workers: int, seconds: float, note: Callable[[str], None]) -> None:
        self._context = mp.get_context("forkserver")
        self._context.set_forkserver_preload(["unweave.run.preloaded"])
        self._job, self._count, self._seconds, self._note = job, workers, seconds, note
        self._workers: list[_WorkerProcess] = []
        self._retries: dict[int, _Retry] = {}
        self._failed_starts = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            worker.stop()

    def completed(self, tasks: Iterable[Task]) -> Iterator[int]:
        """The numbers of finished shards, in the order in which they are finished."""
        todo = iter(tasks)
        again: list[Task] = []
        while True:
            self._fill(todo, again)
            if not any(worker.tasks for worker in self._workers):
                return
            wait([one for worker in self._workers for one in (worker.pipe, worker.process.sentinel)])
            for worker in list(self._workers):
                yield from self._finished(worker)
                if not worker.process.is_alive():
                    yield from self._finished(worker)
                    again += self._bury(worker)

    def _fill(self, todo: Iterator[Task], again: list[Task]) -> None:
        """Give every worker its tasks, and replace dead workers."""
        for depth in range(AHEAD):
            while len(self._workers) < self._count or any(len(worker.tasks) <= depth for worker in self._workers):
                task = again.pop(0) if again else next(todo, None)
                if task is None:
                    return
                self._free(depth).give(task, self._retries.get(task[0], _Retry()))

    def _free(self, depth: int) -> _WorkerProcess:
        """A worker with no more than so many tasks; a new one while there are too few."""
        if len(self._workers) < self._count:
            self._workers.append(_WorkerProcess(self._context, self._job, self._seconds))
            return self._workers[-1]
        return next(worker for worker in self._workers if len(worker.tasks) <= depth)

    def _finished(self, worker: _WorkerProcess) -> Iterator[int]:
        for number, problem in worker.results():
            if problem is not None:
                raise WorkersFail(problem, reason=problem)
            worker.tasks = [task for task in worker.tasks if task[0] != number]
            self._retries.pop(number, None)
            yield number

    def _bury(self, worker: _WorkerProcess) -> list[Task]:
        """Take note of where a worker died, and return the tasks it had."""
        number, page = worker.place
        code = worker.process.exitcode
        worker.stop()
        self._workers.remove(worker)
        self._failed_starts = self._failed_starts + 1 if number < 0 else 0
        if self._failed_starts > self._count + TRIES:
            helps = "It would help to start a run in a script under 'if __name__ == \"__main__\":', or without workers"
            reason = f"worker processes end at once, with exit code {code}. {helps}"
            raise WorkersFail(reason, reason=reason)
        if number >= 0:
            self._learn_from(number, page, code)
        return worker.tasks

    def _learn_from(self, number: int, page: int, code: int | None) -> None:
        retry = self._retries.setdefault(number, _Retry())
        retry.deaths[page] += 1
        slow = code == -signal.SIGALRM
        self._note(f"shard {number}: a worker ended at page {page} with exit code {code}")
        if page in retry.skipped:
            retry.end = page
        elif slow:
            retry.skipped[page] = f"it takes more than {self._seconds:g} s. It would help to give more: --page-seconds"
        elif retry.deaths[page] >= TRIES:
            retry.skipped[page] = f"a worker process died at it {TRIES} times, with exit code {code}"


def _work(pipe: Connection, place: Any, job: ShardJob, seconds: float) -> None:
    """The life of a worker: run shards until the parent closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    guard = SystemTimer(place, seconds)
    with suppress(EOFError, OSError):
        while True:
            number, shard, skipped, end = pipe.recv()
            pipe.send((number, _problem_of(job, number, shard, skipped, end, guard)))


def _problem_of(job: ShardJob, number: int, shard: Shard, skipped: Any, end: Any, guard: PageGuard) -> str | None:
    """Run a shard; what went wrong beyond its pages, such as a full disk."""
    try:
        run_shard(job, number, shard, skipped=skipped, end=end, guard=guard)
    except OSError as error:
        return f"{job.folder}: cannot write there: {error.strerror or error}"
    except Exception as error:  # noqa: BLE001  # the parent tells it
        return f"this is an error of unweave, please report it: {type(error).__name__}: {error}"
    finally:
        guard.end()
    return None
