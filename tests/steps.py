"""How much a function does, counted: a measure of growth that does not depend on the machine or on what else it runs.

Legend

    steps    the lines that Python runs, each pass of a loop or comprehension counted; what is done inside one call
             of a built-in function is one step
    walk     one call of a built-in function that goes through a list from its beginning, as ``islice`` does up to the
             first item that is wanted: in a loop over the list its time is quadratic, and no step shows it
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def steps(function: Callable[[], object]) -> int:
    """The steps of one call, those of our own modules only.

    >>> steps(lambda: None)
    0
    """
    counted = 0

    def count(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal counted
        counted += event == "line"
        return count

    def enter(frame: FrameType, _event: str, _argument: object) -> Any:
        return count if "/unweave/" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        function()
    finally:
        sys.settrace(before)
    return counted


def growth(prepare: Callable[[int], Callable[[], object]], size: int) -> float:
    """How many times the steps there are when the size is doubled."""
    prepare(2)()  # what is done once only, such as imports
    return steps(prepare(2 * size)) / steps(prepare(size))


class NeverWalked(list[Any]):
    """A list of which items and parts may be asked for by number; a walk from its beginning is an error.

    >>> NeverWalked("abc")[1:]
    ['b', 'c']
    """

    def __iter__(self) -> Any:
        raise AssertionError("walked from its beginning")
