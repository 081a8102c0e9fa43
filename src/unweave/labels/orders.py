"""In which order a record has its fields, as noisy evidence tells it.

Legend

    follows    ('title', 'price') -> 31      how often the next reported instance behind one field's is the other's
    round      ('title', 'price', 'by')      an order in which all instances follow one another, again and again
    turn       ('price', 'by', 'title')      the same round, begun at another field

Records one behind the other make a round; it is the one with the most followings. Where records begin in it is told
by the rows it gives: begun at the wrong field, a row takes half of one record and half of the next, and the first and
the last are lost. Not in the thesis, whose Corrob tries all orders, and whose Corrob* must be told.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, permutations

from unweave.errors import BadInput
from unweave.labels.corroborate import WIDEST
from unweave.labels.surroundings import Ground, explained, most_reported

PAGES = 5
"""On how many pages turns are compared."""


def probable_order(grounds: Sequence[Ground], fields: Sequence[str]) -> tuple[str, ...]:
    """The order of the fields that explains the evidence best.

    >>> from unweave.labels.evidence import Report, weighed
    >>> from unweave.page import Page, Span
    >>> page = Page("<b>Emma</b> <i>$5</i><b>Kim</b> <i>$7</i><b>Dune</b> <i>$9</i>")
    >>> titles = weighed([Report("unreliable", (Span(3, 7), Span(24, 27), Span(44, 48)))])
    >>> prices = weighed([Report("unreliable", (Span(15, 17), Span(35, 37), Span(56, 58)))])
    >>> probable_order([Ground(page, {"price": prices, "title": titles})], ["price", "title"])
    ('title', 'price')
    """
    if len(fields) == 1:
        return tuple(fields)
    turns = _turns(_round(_follows(grounds), fields))
    shown = most_reported(grounds, PAGES)
    return max(turns, key=lambda turn: explained(shown, turn))


def _follows(grounds: Sequence[Ground]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for ground in grounds:
        values = sorted((span, name) for name, told in ground.evidence.items() for span in told.spans)
        found.update((one, other) for (_, one), (_, other) in pairwise(values) if one != other)
    return found


def _round(follows: Counter[tuple[str, str]], fields: Sequence[str]) -> tuple[str, ...]:
    """The round with the most followings; it begins with the first field."""
    if len(fields) > WIDEST:
        reason = f"{len(fields)} fields have too many orders to try them all: say in which order a record has them"
        raise BadInput(source="the recognizers", reason=reason)
    first, *others = fields
    rounds = [(first, *rest) for rest in permutations(others)]
    return max(rounds, key=lambda each: sum(follows[pair] for pair in pairwise((*each, first))))


def _turns(fields: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [fields[at:] + fields[:at] for at in range(len(fields))]
