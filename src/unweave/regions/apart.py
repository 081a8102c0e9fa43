"""Which fields of the shown records are together in one list, where the others are somewhere else.

Legend

    core      the places of one shown record that lie closest together (``shown_records``)
    apart     cores of which none is inside another one, so that each record may have an element of its own

A record with its name in one table and its figures in the table beside it has a core that holds both tables, as that of
every other record. The figures alone are apart: the records are the rows of their table (``parallel``).
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from unweave.regions.places import core_of
from unweave.regions.shown_records import ShownRecord


def names_apart(shown: Sequence[ShownRecord], first: str, names: Sequence[str]) -> frozenset[str]:
    """A field with those whose values are near its own, so that the cores of the shown records are apart.

    >>> from unweave.page import Page
    >>> from unweave.records import Example, schema_of
    >>> from unweave.regions.nodes import nodes_of
    >>> from unweave.regions.shown_records import shown_records
    >>> page = Page("<p><b>Ann</b><b>Bob</b></p><p><i>5 <u>x</u></i><i>7 <u>y</u></i></p>")
    >>> rows = [{"name": "Ann", "won": "5", "by": "x"}, {"name": "Bob", "won": "7", "by": "y"}]
    >>> known = [Example.from_values(page, rows, status="partial")]
    >>> shown = list(shown_records(known, [nodes_of(page)], schema_of(known)))
    >>> [sorted(names_apart(shown, first, ("name", "won", "by"))) for first in ("name", "won")]
    [['name'], ['by', 'won']]
    """
    chosen = frozenset({first})
    for name in names:
        cores = with_only(shown, chosen | {name})
        if len(cores) == len(shown) and _are_apart(cores):
            chosen |= {name}
    return chosen


def with_only(shown: Sequence[ShownRecord], names: AbstractSet[str]) -> list[ShownRecord]:
    """The records with cores of some of their fields; without those that have none of them.

    >>> with_only([], {"name"})
    []
    """
    taken: set[int] = set()
    found = []
    for one in shown:
        core = core_of(one.nodes, {name: some for name, some in one.places.items() if name in names}, taken)
        if core is not None:
            taken.update(place.node for place in core.places.values())
            found.append(one._replace(core=core))
    return found


def _are_apart(shown: Sequence[ShownRecord]) -> bool:
    places = sorted((id(one.nodes), one.core.around, one.nodes.ends[one.core.around]) for one in shown)
    return all(one[0] != other[0] or one[2] <= other[1] for one, other in pairwise(places))
