"""A budget of seconds of work: who is over it stops asking, and says what was left out.

Work, not wall-clock time: a busy machine makes learning slower, not worse.
"""

from dataclasses import dataclass, field
from time import process_time


@dataclass(slots=True)
class Clock:
    """Counts from its making; ``left_out`` is what there was no time for.

    >>> clock = Clock(0.0)
    >>> clock.allows("tree for price"), clock.note
    (False, 'the budget of 0 s was used up before: tree for price')
    >>> Clock(60.0).note
    ''
    """

    budget: float
    left_out: list[str] = field(default_factory=list)
    _started: float = field(default_factory=process_time)

    def allows(self, step: str) -> bool:
        """Whether there is time for a step; if not, it is remembered as left out."""
        if process_time() - self._started < self.budget:
            return True
        self.left_out.append(step)
        return False

    @property
    def note(self) -> str:
        """What was left out, in words; empty where nothing was."""
        return (
            f"the budget of {self.budget:g} s was used up before: {', '.join(self.left_out)}" if self.left_out else ""
        )
