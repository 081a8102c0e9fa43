"""Insertions: texts that have come to the pages and are taken for values, to be undone (``undoing``).

Legend

    inserted    Inserted("price", 0, 2): of the values of a field in a record the first one, with the elements around it
                up to the second, is new
    around      the elements around a value that hold no other value: the value alone, its cell, its row with the label
    pieces      the elements that a value is made of, where a link is read that has become two: each may be new
    rival       the values that are found once the inserted ones are gone may be those that are new: this is undone,
                too, since it may be what has happened

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
from unweave.verify.edits import Edit, Undone
from unweave.verify.undoing import UndoneReading, is_clear, reading
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
    now = reading(wrapper, pages, [Undone(page) for page in pages])
    tried = [(one, _undone(now, one)) for one in insertions(now, wrong)]
    found = [(one, reading(wrapper, pages, undone)) for one, undone in tried if undone]
    others = [(one, each) for one, each in found if each.values != now.values]
    if not others:
        return None
    which, likeliest = max(others, key=lambda one: one[1].likelihood)
    rivals = [_undone(likeliest, one) for one in insertions(likeliest, wrong) if one.level == which.level]
    every = [*(each for _, each in found), *(reading(wrapper, pages, one) for one in rivals if one)]
    good = [one for one in every if one.is_ok and one.values != now.values]
    best = max(good, key=lambda one: one.likelihood, default=None)
    return best if best and is_clear(best, every) else None


def insertions(now: UndoneReading, wrong: Sequence[str]) -> Iterator[Inserted]:
    """The insertions to try, of values that are found now."""
    for name in wrong:
        most = max((len(_places(record, name)) for one in now.examples for record in one.records), default=0)
        for number in range(min(most, INSERTED_VALUES)):
            yield from (Inserted(name, number, level) for level in range(INSERTED_LEVELS))


def _places(record: Record, name: str) -> Sequence[Span]:
    """Where the values of a field are; of a value that is made of several elements, where these are."""
    spans = record.spans(name) if name in record else ()
    return [place for span in spans for place in _pieces(record.page, span)]


def _pieces(page: Page, span: Span) -> Sequence[Span]:
    """The elements that a value is made of; the value itself where it is in a single one."""
    inside = [one.span for one in page.tree.smallest(span).children if one.kind == "element" and one.text.strip()]
    pieces = [one for one in inside if one and one.start < span.end and span.start < one.end]
    return pieces if len(pieces) > 1 else [span]


def _undone(now: UndoneReading, inserted: Inserted) -> list[Undone]:
    """The pages without what was inserted; none where too few records have such elements."""
    name, number, level = inserted
    undone, missed, total = [], 0, 0
    for example in now.examples:
        edits = []
        values = {span for each in example.records for field in each for span in each.spans(field)}
        starts = sorted(one.start for one in values)
        for record in example.records:
            check_time()
            places = _places(record, name)
            own = {one for field in record for one in record.spans(field)[:1]}
            around = _around(example.page, places[number], own, starts) if number < len(places) else []
            edits += [Edit(*one) for one in around[level : level + 1]]
            total += bool(places)
            missed += bool(places) and level >= len(around)
        undone.append(Undone.of(example.page, edits))
    return undone if total and missed <= (1 - REPAIR_AGREEMENT) * total else []


def _around(page: Page, span: Span, own: AbstractSet[Span], starts: Sequence[int]) -> list[Span]:
    """The elements around a value, each with more text than the one before, that hold no value of another record.

    Nor do they hold another value of the field: of all values, which begin at ``starts``, just those of the record that
    are its ``own``.
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
