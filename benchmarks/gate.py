"""The quality gate: run the quick benchmarks and compare their figures with the floors, which only go up.

    python benchmarks/gate.py [NAME ...]

``floors.json`` names, per benchmark, the figures of its last output line and the least they may be (``most`` where less
is better). A benchmark that skips for want of data is said to be skipped; with CI set that is a failure, since the gate
that never runs guards nothing. Benchmarks run side by side, one on each core. What else a machine does changes a time,
and makes no program faster than it is: where a figure of time is below its floor, the benchmark is run again, now
alone, up to five times, and its last run counts. What fell is printed at the very end, where a cut-off log still shows
it.
"""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TIMED = frozenset({"extraction", "growth"})
LONG = frozenset({"discover", "drift", "extraction", "layouts", "learn", "link_lists", "lists", "swde"})
"""They begin first, so that no core is idle while the last of them runs."""
TIMED_AGAIN = 5
Floors = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Finding:
    """One figure beside its floor."""

    benchmark: str
    figure: str
    value: float | None
    floor: dict[str, float]

    @property
    def holds(self) -> bool:
        """Whether the figure is there and on the right side of its floor."""
        if self.value is None:
            return False
        return self.floor.get("least", self.value) <= self.value <= self.floor.get("most", self.value)


def main(names: list[str]) -> int:
    """Run every benchmark that has floors, print a table, and return 1 if one figure fell below."""
    floors: dict[str, Floors] = json.loads((HERE / "floors.json").read_text())
    figures = run_all(names or sorted(floors), floors)
    skipped = [name for name, found in figures.items() if found is None]
    findings = [finding for name, found in figures.items() for finding in compare(name, found, floors[name])]
    failed = [finding for finding in findings if not finding.holds]
    show(findings, skipped)
    if failed:
        print("below the floor: " + ", ".join(f"{finding.benchmark} {finding.figure}" for finding in failed))
    return 1 if failed or (skipped and os.environ.get("CI")) else 0


def run_all(names: list[str], floors: dict[str, Floors]) -> dict[str, dict[str, Any] | None]:
    """The figures of every benchmark."""
    side_by_side = sorted(names, key=lambda name: name not in LONG)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        figures = dict(zip(side_by_side, pool.map(run, side_by_side), strict=True))
    return {name: measured_again(name, figures[name], floors[name]) for name in names}


def compare(name: str, figures: dict[str, Any] | None, floors: Floors) -> list[Finding]:
    """The figures of one benchmark beside its floors; none when it skipped."""
    if figures is None:
        return []
    return [Finding(name, figure, figures.get(figure), floor) for figure, floor in floors.items()]


def measured_again(name: str, figures: dict[str, Any] | None, floors: Floors) -> dict[str, Any] | None:
    """The figures of a benchmark; those of time measured again where they fell."""
    for _ in range(TIMED_AGAIN if name in TIMED else 0):
        if all(finding.holds for finding in compare(name, figures, floors)):
            break
        figures = run(name)
    return figures


def run(name: str) -> dict[str, Any] | None:
    """The figures of one benchmark, or None when it skipped."""
    command = [sys.executable, str(HERE / f"{name}.py"), "--quick"]
    begin = time.monotonic()
    last, cpu = last_line(command)
    print(f"{name}: {time.monotonic() - begin:.0f} s, {cpu:.0f} s of CPU", flush=True)
    if last.startswith("skipped"):
        return None
    figures: dict[str, Any] = json.loads(last)
    return figures


def last_line(command: list[str]) -> tuple[str, float]:
    """The last line that a program prints, and the CPU seconds that it and the processes it started took."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout  # noqa: S101 - it is a pipe
        lines = process.stdout.read().strip().splitlines()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return lines[-1], usage.ru_utime + usage.ru_stime


def show(findings: list[Finding], skipped: list[str]) -> None:
    """A line per figure, then what was skipped."""
    for finding in findings:
        floor = ", ".join(f"{word} {value}" for word, value in finding.floor.items())
        verdict = "ok" if finding.holds else "BELOW THE FLOOR"
        print(f"{finding.benchmark:12} {finding.figure:32} {finding.value!s:>12}   {floor:16} {verdict}")
    for name in skipped:
        print(f"{name:12} skipped: no benchmark data")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
