"""Runs that are killed with -9 at random moments and resumed: ``python killed_runs.py KILLS SEED``, beside ``pages``.

Each run is a process group of its own, forked from this process, where everything is imported already; its workers are
forked, too, so that a run takes a few hundredths of a second. The whole group is killed at once. (That the parent
alone is killed while its workers live is seen in ``test_workers`` and in ``benchmarks/bulk_kills.py``, at a fiftieth
of this speed.) The last line is JSON: how many runs were killed, how many were done, and how many of these have other
files than an undisturbed run.
"""

import json
import os
import random
import select
import signal
import sys
import time
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from unittest.mock import patch

from oracles.fragile import Fragile
from unweave.run import RunOptions, extract, find_runs, preloaded, shards

OUTPUTS = ("out.jsonl", "out.jsonl.problems.jsonl")
IMPORTED = preloaded  # what workers need, before they are forked
LEFT = {"pages", "out.jsonl.run", *OUTPUTS}


def main() -> None:
    """Print the figures."""
    shards.SHARD_FILES = 4
    with patch("multiprocessing.get_context", return_value=get_context("fork")):  # as the docstring above says
        figures = killed_and_resumed(int(sys.argv[1]), random.Random(int(sys.argv[2])))
    sys.stdout.write(json.dumps(figures) + "\n")


def killed_and_resumed(kills: int, moments: random.Random) -> dict[str, int]:
    """Kill, resume with another number of workers, kill again; compare whenever a run is done."""
    began = time.monotonic()
    ended(started(2), 60.0)
    longest = time.monotonic() - began
    wanted, killed, done, different = files(), 0, 0, 0
    while killed < kills:
        if ended(started(moments.choice([1, 2, 3])), moments.random() * longest):
            done, different = done + 1, different + (files() != wanted)
            for name in OUTPUTS:
                Path(name).unlink()
        else:
            killed += 1
    return {"killed": killed, "done": done, "different": different}


def started(workers: int) -> tuple[int, int]:
    """A run in a process group of its own, and a pipe that is open while any process of it lives.

    Where an earlier run is not done it goes on with that.
    """
    living, theirs = os.pipe()
    process = os.fork()
    if not process:
        os.setpgid(0, 0)
        extract(Fragile(0.001), ["pages"], "out.jsonl", options=RunOptions(workers=workers, resume=is_begun()))
        os._exit(0)
    with suppress(OSError):  # the new process may have done it, or be gone
        os.setpgid(process, process)
    os.close(theirs)
    return process, living


def is_begun() -> bool:
    """Whether there is a run that is not done."""
    return any(info.state != "done" for _, info in find_runs(["."]))


def ended(run: tuple[int, int], seconds: float) -> bool:
    """Kill the run after so many seconds, and wait until it is gone; whether it had ended before."""
    process, living = run
    select.select([living], [], [], seconds)
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    os.read(living, 1)
    os.close(living)
    if not os.WIFSIGNALED(status) and status:
        raise SystemExit(f"a run ended with status {status}")
    return status == 0


def files() -> tuple[bytes | set[str], ...]:
    """What a run leaves: rows, problems, and which files there are."""
    return (*(Path(name).read_bytes() for name in OUTPUTS), {one.name for one in Path().iterdir()} - LEFT)


if __name__ == "__main__":
    main()
