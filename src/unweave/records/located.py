"""A value that was found on a page: its text is known, its span is computed when somebody asks for it.

>>> value = Located("Congo", lambda: Span(3, 8))
>>> value.text, value.span
('Congo', Span(start=3, end=8))
"""

from collections.abc import Callable

from unweave.page import Span


class Located:
    """A text and, when asked for, its span.

    >>> Located("Congo", lambda: Span(3, 8))
    Located('Congo')
    """

    __slots__ = ("_locate", "_span", "text")

    def __init__(self, text: str, locate: Callable[[], Span]) -> None:
        self.text = text
        self._locate = locate
        self._span: Span | None = None

    @property
    def span(self) -> Span:
        """Where the value is, computed once."""
        if self._span is None:
            self._span = self._locate()
        return self._span

    def __repr__(self) -> str:
        return f"Located({self.text!r})"
