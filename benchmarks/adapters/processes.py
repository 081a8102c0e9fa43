"""CPU time and memory of this process and of all processes below it, worker processes among them (Linux)."""

import os
import resource
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cost:
    """What some work cost: CPU seconds of all processes, seconds by the clock, and samples of the memory in MB."""

    cpu: float
    clock: float
    memory: tuple[float, ...]

    @property
    def most_memory(self) -> float:
        """The most memory at a time."""
        return max(self.memory, default=0.0)

    @property
    def memory_gained(self) -> float:
        """How much more memory the last fifth of the time had than the second, in the mean: 0 where it is flat."""
        fifth = len(self.memory) // 5
        early, late = self.memory[fifth : 2 * fifth], self.memory[len(self.memory) - fifth :]
        return sum(late) / fifth - sum(early) / fifth if fifth else 0.0


def cost_of(work: Callable[[], object]) -> Cost:
    """What the work cost."""
    samples: list[float] = []
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.25):
            samples.append(resident())

    thread = threading.Thread(target=watch)
    thread.start()
    before, begun = cpu_now(), time.perf_counter()
    try:
        work()
    finally:
        cost = cpu_now() - before, time.perf_counter() - begun
        ended.set()
        thread.join()
    return Cost(*cost, tuple(samples))


def cpu_now() -> float:
    """CPU seconds so far, of this process, its children, and the children of the server that forks workers."""
    mine = resource.getrusage(resource.RUSAGE_SELF)
    return mine.ru_utime + mine.ru_stime + sum(map(_family_cpu, children(os.getpid())))


def resident() -> float:
    """The memory of this process and of those below it, in MB; what they share counts once for each."""
    pages = sum(map(_resident_pages, _below(os.getpid())))
    return pages * resource.getpagesize() / 2**20


def _family_cpu(process: int) -> float:
    """CPU seconds of a process and of its children, dead and alive."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    ticks = sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK") + sum(map(_family_cpu, children(process)))


def _below(process: int) -> Iterator[int]:
    yield process
    for child in children(process):
        yield from _below(child)


def children(process: int) -> list[int]:
    """The processes that a process has started, and that are there."""
    try:
        return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def _resident_pages(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0
