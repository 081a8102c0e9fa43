"""Shards as Ray tasks: the same function and the same shard files as with local workers.

Legend

    task        ``run_shard`` for one shard; Ray runs it again on another worker where one dies
    cluster     one on this machine, started for the run, which no other machine can reach; or one that is there
                already, at an address

The run directory must be on a file system that all machines see. A shard file is renamed when it is complete, and to
run a shard twice gives the same file, so retries change nothing. Ray's usage reporting is switched off. A page that
takes too long is interrupted by a timer in Python, which cannot end a parser; Ray's own tools must do that.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, Self

from unweave.errors import BadInput, UnweaveError
from unweave.run.shard_files import PageGuard, ShardJob, run_shard
from unweave.run.shards import Shard

RETRIES = 10
AHEAD = 4
"""How many tasks wait for each worker."""


class PageTooSlow(UnweaveError):
    """A page took more than its time."""


class PythonTimer(PageGuard):
    """Raises an error if a page takes too long; the page is then set aside like one with any other error."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def begin(self, number: int, page: int) -> None:  # noqa: ARG002  # the interface
        """Set the timer anew."""
        with suppress(ValueError):  # signals are for the main thread
            signal.signal(signal.SIGALRM, self._raise)
            signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def end(self) -> None:
        """Stop the timer."""
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _raise(self, *_: object) -> None:
        reason = f"it takes more than {self._seconds:g} s. It would help to give more: --page-seconds"
        raise PageTooSlow(reason, reason=reason)


def ray_task(job: ShardJob, number: int, shard: Shard, seconds: float) -> int:
    """Run one shard; returns its number."""
    run_shard(job, number, shard, guard=PythonTimer(seconds))
    return number


class RayTasks:
    """Runs tasks on a Ray cluster; used as a context, it ends a cluster that it started."""

    def __init__(self, job: ShardJob, *, workers: int, address: str | None, seconds: float) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        try:
            self._ray: Any = import_module("ray")
        except ImportError as error:
            reason = "--engine ray needs Ray, which is not installed. It would help to install it: pip install ray"
            raise BadInput(source="--engine", reason=reason) from error
        self._job, self._workers, self._address, self._seconds = job, workers, address, seconds

    def __enter__(self) -> Self:
        here = {"num_cpus": self._workers, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
        given = {"address": self._address} if self._address else here
        self._ray.init(ignore_reinit_error=True, log_to_driver=False, **given)
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()

    def completed(self, tasks: Iterator[tuple[int, Shard]]) -> Iterator[int]:
        """The numbers of finished shards; only so many tasks wait as keep the workers busy."""
        job = self._ray.put(self._job)
        run = self._ray.remote(max_retries=RETRIES, num_cpus=1)(ray_task)
        waiting: list[Any] = []
        for number, shard in tasks:
            waiting.append(run.remote(job, number, shard, self._seconds))
            if len(waiting) >= AHEAD * self._workers:
                yield from self._some(waiting)
        while waiting:
            yield from self._some(waiting)

    def _some(self, waiting: list[Any]) -> Iterator[int]:
        done, rest = self._ray.wait(waiting, num_returns=1)
        waiting[:] = rest
        yield from self._ray.get(done)
