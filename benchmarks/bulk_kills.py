"""A run with workers that is killed with -9 at random moments, and resumed: is its output that of an undisturbed run?

    python benchmarks/bulk_kills.py [--quick] [--kills N] [--seed N]

160 pages, some of which do not fit, in shards of four. The parent is killed at a random moment of its life, also while
it starts or writes the output, and resumed with one, two or three workers; now and then a worker is killed besides.
How long a life is, is measured on an undisturbed run, at the begin and after each run that was done, so that moments
are spread over the whole of it on a busy machine, too.
This goes on until a run is done; its rows and its list of problems are compared, byte for byte, with those of an
undisturbed run, and it is seen that nothing else is left behind. Then the next run begins, until there were N kills
(1,000 by default). ``--quick``: 20 kills. The last line has the figures as JSON.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from adapters.processes import children
from data import command_line

PAGES, QUICK_KILLS = 160, 20
TESTS = Path(__file__).resolve().parents[1] / "tests"
COMMAND = [sys.executable, str(TESTS / "oracles" / "slow_run.py")]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
OUTPUTS = ("out.jsonl", "out.jsonl.problems.jsonl")
LEFT = {"pages", "out.jsonl", "out.jsonl.problems.jsonl", "out.jsonl.run"}


def main() -> None:
    """Print the progress, then the figures as JSON."""
    parser = command_line(__doc__, quick=f"{QUICK_KILLS} kills")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        print(json.dumps(faults(QUICK_KILLS if options.quick else options.kills, options.seed)))


def faults(count: int, seed: int) -> dict[str, int]:
    """Kill until so many kills, resume with other numbers of workers, compare."""
    Path("pages").mkdir()
    for number in range(PAGES):
        Path(f"pages/{number:03}.html").write_text(f"<b>Book {number}</b>" if number % 50 else "<i>none</i>")
    longest = undisturbed()
    wanted = outputs()
    moments = random.Random(seed)
    kills = workers_killed = runs = different = 0
    while kills < count:
        for name in OUTPUTS:
            Path(name).unlink(missing_ok=True)
        process, runs = started(2), runs + 1
        while kills < count and killed(process, moments.random() * longest):
            kills += 1
            process = resumed(moments.choice([1, 2, 3]))
            workers_killed += moments.random() < 0.2 and worker_killed(process, moments.random() * longest, moments)
        if process.wait():
            sys.exit("a run ended with an error")
        different += outputs() != wanted or {one.name for one in Path().iterdir()} != LEFT
        longest = undisturbed()
        print(f"{kills} kills, {runs} runs, {different} different", file=sys.stderr, flush=True)
    return {"kills": kills, "workers_killed": workers_killed, "runs": runs, "different": different}


def undisturbed() -> float:
    """Run from begin to end; how many seconds it took."""
    began = time.monotonic()
    started(2).wait()
    return time.monotonic() - began


def started(workers: int, *more: str) -> "subprocess.Popen[bytes]":
    """A run in a process of its own."""
    return subprocess.Popen([*COMMAND, str(workers), *more], env=ENVIRONMENT)


def resumed(workers: int) -> "subprocess.Popen[bytes]":
    """The run goes on; if it was killed before there was anything to resume, it begins again."""
    has_begun = Path("out.jsonl.run/run.json").exists()
    return started(workers, "--resume" if has_begun else "--force")


def killed(process: "subprocess.Popen[bytes]", after: float) -> bool:
    """Whether the process was still there to be killed after so many seconds."""
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True
    return False


def worker_killed(process: "subprocess.Popen[bytes]", after: float, moments: random.Random) -> bool:
    """After so many seconds, kill one of the processes that the run has started by then, if there are any."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(after)
    workers = sorted(one for server in children(process.pid) for one in children(server))
    if not workers:
        return False
    with suppress(ProcessLookupError):
        os.kill(moments.choice(workers), signal.SIGKILL)
    return True


def outputs() -> list[bytes]:
    """The rows and the problems of the last run."""
    return [Path(name).read_bytes() for name in OUTPUTS]


if __name__ == "__main__":
    main()
