"""What is found out about the nodes of a page, made when it is asked for: few nodes are asked about."""

from collections.abc import Callable
from typing import Any


class Lazy(dict[Any, Any]):
    """Values that are made when they are asked for, each once.

    >>> squares = Lazy(lambda number: number * number)
    >>> squares[7], squares
    (49, {7: 49})
    """

    def __init__(self, make: Callable[[Any], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Any) -> Any:
        made = self[key] = self._make(key)
        return made
