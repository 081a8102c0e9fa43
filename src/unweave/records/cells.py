"""What a cell of a record may be besides a span: not known, or one of several places.

>>> Either((Span(91, 96), Span(40, 45))).first
Span(start=40, end=45)
>>> UNKNOWN
UNKNOWN
"""

import enum
from dataclasses import dataclass

from unweave.page import Span


class Unknown(enum.Enum):
    """The type of ``UNKNOWN``: the cell exists, but nobody has said what it is, or whether it is there.

    >>> UNKNOWN is Unknown.UNKNOWN, bool(UNKNOWN)
    (True, False)
    """

    UNKNOWN = "unknown"

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __bool__(self) -> bool:
        return False


UNKNOWN = Unknown.UNKNOWN


@dataclass(frozen=True, slots=True)
class Either:
    """One of these spans is meant, and it is open which: they are kept distinct and in document order.

    >>> Either((Span(9, 12), Span(3, 6), Span(9, 12))).spans
    (Span(start=3, end=6), Span(start=9, end=12))
    """

    spans: tuple[Span, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "spans", tuple(sorted(set(self.spans))))

    @property
    def first(self) -> Span:
        """The alternative that comes first on the page; it stands for the cell until the choice is made.

        >>> Either((Span(3, 6), Span(9, 12))).first
        Span(start=3, end=6)
        """
        return self.spans[0]
