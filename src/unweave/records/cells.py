"""What a cell of a record may be besides a span: not known, or one of several spans.

>>> Either((Span(91, 96), Span(40, 45))).first
Span(start=40, end=45)
>>> UNKNOWN
UNKNOWN
"""

import enum
from dataclasses import dataclass

from unweave.page import Span


class Unknown(enum.Enum):
    """The type of ``UNKNOWN``: it is not known whether the record has a value for the field, or which.

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
    """One of these spans is the value, and it is not known which; they are distinct and in document order.

    >>> Either((Span(9, 12), Span(3, 6), Span(9, 12))).spans
    (Span(start=3, end=6), Span(start=9, end=12))
    """

    spans: tuple[Span, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "spans", tuple(sorted(set(self.spans))))

    @property
    def first(self) -> Span:
        """The span that comes first on the page; it represents the cell until the choice is made.

        >>> Either((Span(3, 6), Span(9, 12))).first
        Span(start=3, end=6)
        """
        return self.spans[0]


def possible_spans(item: Span | Either) -> tuple[Span, ...]:
    """The spans at which a value may be: one, or several where it is not known which.

    >>> possible_spans(Span(3, 7)), possible_spans(Either((Span(3, 7), Span(9, 13))))
    ((Span(start=3, end=7),), (Span(start=3, end=7), Span(start=9, end=13)))
    """
    return item.spans if isinstance(item, Either) else (item,)
