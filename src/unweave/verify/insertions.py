"""Insertions: texts that have come to the pages and are taken for values, to be undone (``undoing``).

Legend

    inserted    Inserted("price", 0, 2): of the values of a field in a record the first one, with the elements around it
                up to the second, is new
    around      the elements around a value that hold no other value: the value alone, its cell, its row with the label
    rival       the values that are found once the inserted ones are gone may be those that are new: this is undone, too

A list price in front of a price is found by all rules. Without it the old wrapper finds the price, and all is as it
was: label, tags, the text behind it. Without the price, the label or an echo is lost. Where both are the same, nothing
tells which of the two is new, and the repair is refused.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from unweave.budget import check_time
from unweave.page import Node, Page, Span
from unweave.records import Record
from unweave.tuning import INSERTED_LEVELS, INSERTED_VALUES, REPAIR_AGREEMENT
from unweave.verify.undoing import Edit, Undone, UndoneReading, is_clear, reading
from unweave.wrapper import Wrapper


class Inserted(NamedTuple):
    """Of the values of a field in a record the one that is new, and how many elements around it are new, too."""

    field: str
    number: int
    level: int


def without_inserted(wrapper: Wrapper, pages: Sequence[Page], wrong: Sequence[str]) -> UndoneReading | None:
    """What the old wrapper finds once texts that it takes for values are gone; None where that is not ok, or not clear.

    ``wrong`` are the fields that are not read right.
    """
    now = reading(wrapper, pages, [Undone(page) for page in pages], wrong)
    tried = [(one, _undone(now, one, wrong)) for one in insertions(now, wrong)]
    found = [(one, reading(wrapper, pages, undone, wrong)) for one, undone in tried if undone]
    good = [(one, each) for one, each in found if each.is_ok and each.values != now.values]
    if not good:
        return None
    which, best = max(good, key=lambda one: one[1].likelihood)
    rivals = [_undone(best, which._replace(number=number), wrong) for number in range(INSERTED_VALUES)]
    others = [*(each for _, each in found), *(reading(wrapper, pages, one, wrong) for one in rivals if one)]
    return best if is_clear(best, others) else None


def insertions(now: UndoneReading, wrong: Sequence[str]) -> Iterator[Inserted]:
    """The insertions to try, of values that are found now."""
    for name in wrong:
        most = max((len(_spans(record, name)) for one in now.examples for record in one.records), default=0)
        for number in range(min(most, INSERTED_VALUES)):
            yield from (Inserted(name, number, level) for level in range(INSERTED_LEVELS))


def _spans(record: Record, name: str) -> Sequence[Span]:
    return record.spans(name) if name in record else ()


def _undone(now: UndoneReading, inserted: Inserted, wrong: Sequence[str]) -> list[Undone]:
    """The pages without what was inserted; none where too few records have such elements."""
    name, number, level = inserted
    undone, missed, total = [], 0, 0
    for example in now.examples:
        edits = []
        values = {span for each in example.records for field in each for span in each.spans(field)}
        starts = sorted(one.start for one in values)
        for record in example.records:
            check_time()
            spans = _spans(record, name)
            own = {one for field in wrong for one in _spans(record, field)[:1]}
            around = _around(example.page, spans[number], own, starts) if number < len(spans) else []
            edits += [Edit(*one) for one in around[level : level + 1]]
            total += bool(spans)
            missed += bool(spans) and level >= len(around)
        undone.append(Undone.of(example.page, edits))
    return undone if total and missed <= (1 - REPAIR_AGREEMENT) * total else []


def _around(page: Page, span: Span, own: AbstractSet[Span], starts: Sequence[int]) -> list[Span]:
    """The elements around a value, each with more text than the one before, that hold no value of another record.

    Nor do they hold another value of the field, or one of a field that is read right: of all values, which begin at
    ``starts``, just those of the record that are its ``own``.
    """
    found: list[Span] = []
    length = -1
    node: Node | None = page.tree.smallest(span)
    while node is not None and node.span and node.tag not in {"body", "html"}:
        inside = bisect_left(starts, node.span.end) - bisect_left(starts, node.span.start)
        if inside > sum(node.span.start <= one.start < node.span.end for one in own | {span}):
            break
        if node.kind == "element":
            found[len(found) - (len(node.text) <= length) :] = [node.span]
            length = max(length, len(node.text))
        node = node.parent
    return found
