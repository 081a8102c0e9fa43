"""A budget of seconds of work, looked at wherever something may take long.

Legend

    clock       Clock(30.0)     who has the budget: whoever chooses among several ways to learn
    limit       what is in force inside ``with clock.limits("tree"):``, for everything that is called there
    look        what a search does in its loops: it raises OutOfTime when the limit in force is passed
    left out    a step for which there was no time; cut short: one that was begun and not finished

Searches do not know who set the limit, or whether there is one: ``look()`` asks the context they run in, and costs
nothing where there is none. No threads and no signals: what a search does between two looks is never interrupted, so an
answer does not depend on the clock as long as the time suffices.

Work, not wall-clock time: a busy machine makes learning slower, not worse.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import process_time

from unweave.errors import UnweaveError

LEAST = 1.0  # seconds that there are for a first answer, however small the budget


class OutOfTime(UnweaveError):
    """The budget is used up; whoever has set it catches this, nobody else sees it.

    >>> print(OutOfTime(step="tree"))
    there is no time left for tree
    """

    step: str

    def __init__(self, *, step: str) -> None:
        super().__init__(f"there is no time left for {step}", step=step)


@dataclass(slots=True)
class Limit:
    """When a step must end, and whether it was found to be past that; a soft one is asked for, and never raises."""

    step: str
    end: float
    now: Callable[[], float]
    soft: bool = False
    passed: bool = False

    def is_over(self) -> bool:
        """Whether the end has come; that it has is remembered."""
        self.passed = self.passed or self.now() >= self.end
        return self.passed


_LIMIT: ContextVar[Limit | None] = ContextVar("limit", default=None)


def look() -> None:
    """Go on, unless the limit in force is passed: then it raises OutOfTime.

    >>> look()
    >>> with Clock(0.0, least=0.0).limits("tree"):
    ...     look()
    Traceback (most recent call last):
    unweave.clock.OutOfTime: there is no time left for tree
    """
    limit = _LIMIT.get()
    if limit is not None and not limit.soft and limit.is_over():
        raise OutOfTime(step=limit.step)


def out_of_time() -> bool:
    """Whether the limit in force is passed, for a search that can stop with what it has.

    >>> out_of_time()
    False
    """
    limit = _LIMIT.get()
    return limit is not None and limit.is_over()


@dataclass(slots=True)
class Clock:
    """Counts from its making; ``left_out`` is what there was no time for, ``cut`` what was cut short.

    ``least`` is how long a first answer may take where the budget is smaller; ``now`` tells the time.

    >>> clock = Clock(0.0)
    >>> clock.allows("tree for price"), clock.note
    (False, 'the budget of 0 s was used up before: tree for price')
    >>> Clock(60.0).note
    ''
    """

    budget: float
    least: float = LEAST
    now: Callable[[], float] = process_time
    left_out: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    _started: float = 0.0

    def __post_init__(self) -> None:
        self._started = self.now()

    def allows(self, step: str) -> bool:
        """Whether there is time for a step; if not, it is remembered as left out."""
        if self.now() - self._started < self.budget:
            return True
        self.left_out.append(step)
        return False

    @contextmanager
    def limits(self, step: str, *, share: float = 1.0, soft: bool = False) -> Iterator[None]:
        """What runs inside ends with the budget, or with its share of what is left; if it must, it was cut short.

        >>> clock = Clock(60.0)
        >>> with clock.limits("tree", share=0.5):
        ...     look()
        >>> clock.cut
        []
        """
        now = self.now()
        left = self._started + max(self.budget, self.least) - now
        limit = Limit(step, now + left * share, self.now, soft)
        token = _LIMIT.set(limit)
        try:
            yield
        finally:
            _LIMIT.reset(token)
            self.cut += [step] * limit.passed

    def half(self) -> "Clock":
        """A clock with half of what is left, for one of several things to be done.

        >>> Clock(0.0, least=0.0).half().budget
        0.0
        """
        gone = self.now() - self._started
        budget, least = (max(0.0, whole - gone) / 2 for whole in (self.budget, self.least))
        return Clock(budget, least, self.now)

    @property
    def note(self) -> str:
        """What was left out or cut short, in words; empty where nothing was."""
        said = [("was used up before", self.left_out), ("cut short", self.cut)]
        told = [f"{verb}: {', '.join(dict.fromkeys(steps))}" for verb, steps in said if steps]
        return f"the budget of {self.budget:g} s {'; it '.join(told)}" if told else ""
