"""Occurrences of nested classes as a forest: which lies in which position of which.

Legend

    occurrence  ``(2, 5)``: the fifth occurrence of class 2
    slot        ``(0, 3, 7)``: position 7 of the third occurrence of class 0
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from unweave.templates.classes import Class
from unweave.templates.dtokens import Integers


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
    """Which occurrences lie in which position of which occurrence: ``children[class, row, position]``, in order."""

    classes: tuple[Class, ...]
    children: dict[tuple[int, int, int], list[tuple[int, int]]]
    root: int


def forest(classes: Sequence[Class]) -> Forest:
    """The occurrences of all classes, each below the innermost position around it."""
    spans = sorted(
        (int(cls.starts[row]), -int(cls.ends[row]), number, row)
        for number, cls in enumerate(classes)
        for row in range(len(cls.grid))
    )
    children: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
    stack: list[tuple[int, int, int]] = []
    for start, negative_end, number, row in spans:
        while stack and stack[-1][0] < start:
            stack.pop()
        if stack:
            _, parent, parent_row = stack[-1]
            position = int(_position(classes[parent].grid[parent_row], start))
            children.setdefault((parent, parent_row, position), []).append((number, row))
        stack.append((-negative_end, number, row))
    return Forest(tuple(classes), children, spans[0][2])


def _position(row: Integers, place: int) -> int:
    return int(np.searchsorted(row, place, side="right"))
