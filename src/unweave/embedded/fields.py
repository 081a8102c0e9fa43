"""The paths of one field: those of the proposals that give what was shown, and nothing else.

Legend

    base        where a path begins: all documents of a page, or a record's object
    target      a base and what the field has there: the shown items, none where it is absent
    fit         a path gives the shown texts from every base
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import NamedTuple

from unweave.budget import check_time
from unweave.embedded.proposals import fragility, merged, name_match, nodes_on, proposals
from unweave.embedded.shown import ShownItem
from unweave.engine.data import DataPlace, below, places_at, values_of
from unweave.page.embedded_document import EmbeddedDocument, EmbeddedValue
from unweave.program import DataPath
from unweave.records.normal_text import normal
from unweave.tuning import EMBEDDED_PLACES
from unweave.values.comparison import TypedComparison

MOST_FITS = 20  # paths that are compared on other pages
Base = Sequence[EmbeddedDocument] | DataPlace


@dataclass(frozen=True, slots=True)
class Target:
    """A base, and the items that the field has there; none where it is absent.

    With ``compared``, values that are equal after conversion are the same.
    """

    base: Base
    items: tuple[ShownItem, ...]
    compared: TypedComparison | None = None

    def is_fit(self, path: DataPath, *, many: bool) -> bool:
        """Whether a path gives the shown texts: all of them, or the first."""
        check_time()
        wanted = [item.text for item in self.items]
        most = len(wanted) + 1 if many else 1  # one more is one too many
        texts = [normal(value.shown) for value in islice(values_at(self.base, path), most)]
        if self.compared is None or len(texts) != len(wanted):
            return texts == wanted
        return all(self.compared.is_equal(one, other) for one, other in zip(wanted, texts, strict=True))


def values_at(base: Base, path: DataPath) -> Iterator[EmbeddedValue]:
    """The values that a path leads to from a base, one after the other."""
    return values_of(below(base, path) if isinstance(base, DataPlace) else places_at(base, path))


class RankedPath(NamedTuple):
    """A path that fits, and its rank: less is better."""

    rank: tuple[float, ...]
    path: DataPath


def ranked_paths(name: str, targets: Sequence[Target], *, many: bool, others: Sequence[Base] = ()) -> list[RankedPath]:
    """The paths that fit all targets, the best first.

    Best is what finds something from ``others``, bases of which nothing is known; what is in the record's object; what
    does not rest on numbers of items; what has the field's name.

    >>> from unweave.page import Page
    >>> documents = Page('<script>s = {"id": 5, "price": 5}</script>').embedded.documents
    >>> places = tuple(DataPlace(documents[0], node) for node in (1, 2))
    >>> ranked_paths("price", [Target(documents, (ShownItem("5", places),))], many=False)[0].path.keys
    ('price',)
    """
    shown = next((target for target in targets if target.items), None)
    if shown is None:
        return []
    fits: dict[DataPath, RankedPath] = {}
    for start in _starts(shown, many=many):
        for order, path in enumerate(_paths(shown.base, start, name, many=many)):
            if path not in fits and _fits(path, targets, many=many):
                fits[path] = RankedPath(
                    (path.up, fragility(path), -name_match(path, name), order, len(path.keys)), path
                )
    best = sorted(fits.values(), key=_rank)[:MOST_FITS]
    return sorted((RankedPath((_emptiness(path, others), *rank), path) for rank, path in best), key=_rank)


def _rank(one: RankedPath) -> tuple[float, ...]:
    return one.rank


def _fits(path: DataPath, targets: Sequence[Target], *, many: bool) -> bool:
    return all(target.is_fit(path, many=many) for target in targets)


def _emptiness(path: DataPath, others: Sequence[Base]) -> float:
    """The share of the other bases from which a path leads to nothing, in tenths."""
    return round(sum(next(values_at(base, path), None) is None for base in others) / max(1, len(others)), 1)


def _starts(target: Target, *, many: bool) -> Iterator[tuple[DataPlace, ...]]:
    """The places from which paths are proposed: of one value each of its places, of many two that are in one array."""
    first, *rest = [_nearest(target.base, item.places) for item in target.items[:2]]
    if not many or not rest:
        yield from ((place,) for place in first)
        return
    for one, other in product(first, rest[0]):
        if one.document is other.document and one.node != other.node:
            yield one, other


def _nearest(base: Base, places: Sequence[DataPlace]) -> Sequence[DataPlace]:
    """Of the places those in the record's object if there are any; at most so many."""
    inside = [place for place in places if _is_below(base, place)] if isinstance(base, DataPlace) else []
    return (inside or places)[:EMBEDDED_PLACES]


def _is_below(base: DataPlace, place: DataPlace) -> bool:
    return base.document is place.document and base.node in nodes_on(place.document.tree, place.node)


def _paths(base: Base, start: tuple[DataPlace, ...], name: str, *, many: bool) -> Iterable[DataPath]:
    place = start[0]
    tree = place.document.tree
    if not isinstance(base, DataPlace):
        own = proposals(place, name, document=place.document.name)
        found = [*own, *(replace(path, document="") for path in own)]
    elif base.document is not place.document:
        return ()
    else:
        above, way = nodes_on(tree, base.node), nodes_on(tree, place.node)
        shared = sum(1 for one, other in zip(above, way, strict=False) if one == other)
        found = proposals(place, name, top=above[shared - 1], up=len(above) - shared)
    return _repeated(found, start) if many else found


def _repeated(paths: Sequence[DataPath], start: tuple[DataPlace, ...]) -> Iterable[DataPath]:
    """The paths with each item of the array that has the values."""
    if len(start) == 1:
        depths = [at for at, key in enumerate(paths[0].keys) if key is None or isinstance(key, int)][-1:]
    else:
        tree = start[0].document.tree
        both = merged(tree.path(start[0].node), tree.path(start[1].node))
        above = len(both or ()) - len(paths[0].keys)
        depths = [at - above for at, key in enumerate(both or ()) if key is None]
    if len(start) == 1 and not depths:
        return paths  # a value instead of an array with one
    if not depths or min(depths) < 0:
        return ()
    return [
        replace(path, keys=tuple(None if at in depths else key for at, key in enumerate(path.keys))) for path in paths
    ]
