"""Jobs: what takes long runs in a thread of its own, with progress, and can be cancelled."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any, TypeVar

from unweave.errors import UnweaveError
from unweave.studio.problems import StudioProblem

T = TypeVar("T")
MOST_JOBS = 50


class JobCancelled(UnweaveError):
    """The user has cancelled the job.

    >>> str(JobCancelled("cancelled"))
    'cancelled'
    """


@dataclass
class StudioJob:
    """A job: how far it is, and its result, which may be partial while it runs.

    >>> StudioJob("j1", "verify").to_dict()["state"]
    'running'
    """

    id: str
    kind: str
    state: str = "running"
    done: int = 0
    total: int = 0
    message: str = ""
    result: Any = None
    error: dict[str, Any] | None = None
    stop: Event = field(default_factory=Event)

    def to_dict(self) -> dict[str, Any]:
        """The job for the client."""
        names = ("id", "kind", "state", "done", "total", "message", "result", "error")
        return {name: getattr(self, name) for name in names}

    def watched(self, items: Iterable[T], total: int, name: Callable[[T], str]) -> Iterator[T]:
        """The items one by one, counted; JobCancelled when the job is cancelled."""
        self.total = total
        for item in items:
            self.check()
            self.message = name(item)
            yield item
            self.done += 1
        self.message = ""

    def check(self) -> None:
        """Raise JobCancelled when the job was cancelled."""
        if self.stop.is_set():
            raise JobCancelled("cancelled")


class Jobs:
    """The jobs of a server.

    >>> jobs = Jobs()
    >>> job = jobs.start("verify", lambda job: 42)
    >>> jobs.wait(job.id).result
    42
    """

    def __init__(self) -> None:
        self.all: dict[str, StudioJob] = {}
        self._threads: dict[str, Thread] = {}
        self._count = 0

    def __getitem__(self, name: str) -> StudioJob:
        if name not in self.all:
            raise StudioProblem("not_found", f"there is no job {name!r}")
        return self.all[name]

    def start(self, kind: str, work: Callable[[StudioJob], Any]) -> StudioJob:
        """Start a job; what the work returns is its result."""
        self._count += 1
        job = StudioJob(f"j{self._count}", kind)
        self.all[job.id] = job
        thread = Thread(target=_run, args=(job, work), daemon=True)
        self._threads[job.id] = thread
        for old in list(self.all)[:-MOST_JOBS]:
            if self.all[old].state != "running":
                del self.all[old]
        thread.start()
        return job

    def wait(self, name: str, seconds: float = 60.0) -> StudioJob:
        """Wait until a job has ended."""
        self._threads[name].join(seconds)
        return self[name]

    def cancel(self, name: str) -> StudioJob:
        """Cancel a job; it ends before its next item."""
        self[name].stop.set()
        return self[name]

    def cancel_all(self) -> None:
        """Cancel all jobs."""
        for job in self.all.values():
            job.stop.set()


def _run(job: StudioJob, work: Callable[[StudioJob], Any]) -> None:
    try:
        job.result = work(job)
        job.state = "done"
    except JobCancelled:
        job.state = "cancelled"
    except StudioProblem as problem:
        job.state, job.error = "failed", problem.to_dict()["error"]
    except UnweaveError as problem:
        job.state, job.error = "failed", {"code": "bad_request", "message": str(problem), "hint": ""}
    except Exception as problem:  # noqa: BLE001  # a job must not end silently
        job.state, job.error = "failed", {"code": "internal", "message": type(problem).__name__, "hint": ""}
