"""A budget of seconds of work, checked wherever something may take long.

Legend

    budget      Budget(30.0), held by the code that chooses among several ways to learn
    limit       what is in force inside ``with budget.limit("tree"):``, for everything that is called there
    check_time  called by a search in its loops: it raises OutOfTime when the limit in force has passed
    skipped     steps that were not started for lack of time; ``cut``: steps that were started and not finished

A search does not know who set the limit, or whether there is one: ``check_time()`` asks the context it runs in, and
costs nothing where there is no limit. There are no threads and no signals. What a search does between two checks is
never interrupted, so a result does not depend on the budget as long as the time suffices.

Time is the CPU time of the thread, not wall-clock time: a busy machine, or another busy thread of the same program,
makes learning slower, not worse. A budget is used in the thread that made it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from time import thread_time

from unweave.errors import UnweaveError

LEAST = 1.0  # seconds that a first result may take, however small the budget


class OutOfTime(UnweaveError):
    """The budget is used up; the code that set the limit catches this.

    >>> print(OutOfTime(step="tree"))
    there is no time left for tree
    """

    step: str

    def __init__(self, *, step: str) -> None:
        super().__init__(f"there is no time left for {step}", step=step)


@dataclass(slots=True)
class Limit:
    """When a step must end, and whether that time has passed; a soft limit never raises."""

    step: str
    end: float
    now: Callable[[], float]
    soft: bool = False
    passed: bool = False

    def is_over(self) -> bool:
        """Whether the end has passed; once it has, this stays true."""
        self.passed = self.passed or self.now() >= self.end
        return self.passed


_LIMIT: ContextVar[Limit | None] = ContextVar("limit", default=None)


def check_time() -> None:
    """Return, unless the limit in force has passed: then it raises OutOfTime.

    >>> check_time()
    >>> with Budget(0.0, least=0.0).limit("tree"):
    ...     check_time()
    Traceback (most recent call last):
    unweave.budget.OutOfTime: there is no time left for tree
    """
    limit = _LIMIT.get()
    if limit is not None and not limit.soft and limit.is_over():
        raise OutOfTime(step=limit.step)


def out_of_time() -> bool:
    """Whether the limit in force has passed, for a search that can stop with what it has found so far.

    >>> out_of_time()
    False
    """
    limit = _LIMIT.get()
    return limit is not None and limit.is_over()


@contextmanager
def part_of_time(step: str, share: float) -> Iterator[None]:
    """A soft limit for this share of the time that is left, where there is a limit.

    >>> with part_of_time("reading", 0.3):
    ...     out_of_time()
    False
    """
    limit = _LIMIT.get()
    if limit is not None:
        now = limit.now()
        limit = Limit(step, now + share * (limit.end - now), limit.now, soft=True)
    with _in_force(limit):
        yield


@contextmanager
def first_answer(step: str, seconds: float = LEAST) -> Iterator[None]:
    """Time for a first answer, where the limit in force has passed and there is none yet; else that limit holds.

    >>> with Budget(0.0, least=0.0).limit("all rows"), first_answer("a few rows"):
    ...     check_time()
    """
    limit = _LIMIT.get()
    with _in_force(Limit(step, limit.now() + seconds, limit.now) if limit and limit.is_over() else limit):
        yield


@contextmanager
def _in_force(limit: Limit | None) -> Iterator[None]:
    token = _LIMIT.set(limit)
    try:
        yield
    finally:
        _LIMIT.reset(token)


@dataclass(slots=True)
class Budget:
    """Seconds of work, counted from its creation, with the steps that were skipped or cut short.

    ``least`` is how long a first result may take where the budget is smaller; ``now`` gives the time.

    >>> budget = Budget(0.0)
    >>> budget.allows("tree for price"), budget.note
    (False, 'the budget of 0 s was used up before: tree for price')
    >>> Budget(60.0).note
    ''
    """

    seconds: float
    least: float = LEAST
    now: Callable[[], float] = thread_time
    skipped: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    _started: float = 0.0

    def __post_init__(self) -> None:
        self._started = self.now()

    def allows(self, step: str) -> bool:
        """Whether there is time for a step; if not, the step is noted as skipped."""
        if self.now() - self._started < self.seconds:
            return True
        self.skipped.append(step)
        return False

    @contextmanager
    def limit(self, step: str, *, share: float = 1.0, soft: bool = False) -> Iterator[None]:
        """What runs inside must end with the budget, or with this share of the time that is left.

        >>> budget = Budget(60.0)
        >>> with budget.limit("tree", share=0.5):
        ...     check_time()
        >>> budget.cut
        []
        """
        now = self.now()
        left = self._started + max(self.seconds, self.least) - now
        limit = Limit(step, now + left * share, self.now, soft)
        try:
            with _in_force(limit):
                yield
        finally:
            self.cut += [step] * limit.passed

    @property
    def left(self) -> float:
        """The seconds that are left.

        >>> Budget(0.0).left
        0.0
        """
        return max(0.0, self.seconds - (self.now() - self._started))

    def half(self) -> "Budget":
        """A budget of half of the time that is left, for one of several tasks.

        >>> Budget(0.0, least=0.0).half().seconds
        0.0
        """
        gone = self.now() - self._started
        seconds, least = (max(0.0, whole - gone) / 2 for whole in (self.seconds, self.least))
        return Budget(seconds, least, self.now)

    @property
    def note(self) -> str:
        """What was skipped or cut short, as a sentence; empty where nothing was."""
        outcomes = [("was used up before", self.skipped), ("cut short", self.cut)]
        sentences = [f"{verb}: {', '.join(dict.fromkeys(steps))}" for verb, steps in outcomes if steps]
        return f"the budget of {round(self.seconds, 1):g} s {'; it '.join(sentences)}" if sentences else ""
