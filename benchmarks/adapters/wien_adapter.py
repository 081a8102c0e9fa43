"""The delimiter classes for the wien scorer: labels as lists of offsets in, labels as lists of offsets out.

A nested label is a list of trees ``[[begin, end], [tree, ...]]``. As records, all levels but the last are nested
records and the last is a list of spans: ``{"a1": span, "below": [{"a2": span, "a3": [span, ...]}]}``.
"""

from typing import Any

from unweave.delimiters import HLRT, HOCLRT, LR, NHLRT, NLR, OCLR, DelimiterWrapper
from unweave.errors import DoesNotFit, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example, Record

# The site's labels hold some values of length zero.
LEARNERS: dict[str, LR | HLRT | OCLR | HOCLRT | NLR | NHLRT] = {
    "lr": LR(empty_values=True),
    "hlrt": HLRT(empty_values=True),
    "oclr": OCLR(empty_values=True),
    "hoclrt": HOCLRT(empty_values=True),
    "n-lr": NLR(empty_values=True),
    "n-hlrt": NHLRT(empty_values=True),
}
Label = list[Any]


def learn(cls: str, examples: list[tuple[str, Label]]) -> DelimiterWrapper | None:
    """A wrapper of that class, or None when there is none."""
    depth = max(map(_depth, (label for _, label in examples))) if cls.startswith("n-") else 0
    shown = [
        Example.from_spans(Page(text), [_from_tree(tree, 1, depth) if depth else _from_row(tree) for tree in label])
        for text, label in examples
    ]
    try:
        return LEARNERS[cls].learn(shown)
    except NoConsistentWrapper:
        return None


def extract(wrapper: DelimiterWrapper, text: str) -> Label | None:
    """The label of a page, or None when the wrapper does not fit it."""
    try:
        records = wrapper.extract(Page(text))
    except DoesNotFit:
        return None
    depth = len(wrapper.scan.cuts)
    return [_to_tree(record, 1, depth) if wrapper.scan.nested else _to_row(record) for record in records]


def _from_row(row: Label) -> dict[str, Any]:
    return {f"a{at}": span for at, span in enumerate(row, 1)}


def _to_row(record: Record) -> Label:
    return [list(span) for name in record for span in record.spans(name)]


def _depth(trees: Label) -> int:
    return max((1 + _depth(below) for _, below in trees), default=0)


def _from_tree(tree: Label, level: int, depth: int) -> dict[str, Any]:
    span, below = tree
    if level == depth:
        return {f"a{level}": span}
    if level == depth - 1:
        return {f"a{level}": span, f"a{depth}": [leaf for leaf, _ in below]}
    return {f"a{level}": span, "below": [_from_tree(child, level + 1, depth) for child in below]}


def _to_tree(record: Record, level: int, depth: int) -> Label:
    span = list(record.spans(f"a{level}")[0])
    if level == depth:
        return [span, []]
    if level == depth - 1:
        return [span, [[list(leaf), []] for leaf in record.spans(f"a{depth}")]]
    below = record.cell("below")
    children = [child for child in below if isinstance(child, Record)] if isinstance(below, tuple) else []
    return [span, [_to_tree(child, level + 1, depth) for child in children]]
