"""Where the values of a shown record are on a page, and which of these places belong together.

Legend

    place       a node, and the attribute whose value it is ("" for its text); a part where the text has more than it
    core        the places of one record, one a field, that lie closest together
    extent      the node around a core: the smaller its subtree, the closer together the places lie

    words       runs of letters and digits. A place inside a longer word ("Kim" in "Kimson") is looked at only where a
                value is at no other place

A value may occur at many places: a judge decides many cases. The field with the fewest places is looked at first; for
each of its places, the nearest places of the other fields are taken, and the core with the smallest extent wins.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import NamedTuple

from unweave.records.normal_text import normal
from unweave.regions.nodes import TEXT, PageNodes

_WORD = re.compile(r"[^\W_]+")
MOST_CENTRES = 60  # places of the rarest field that are tried
MOST_PLACES = 600
LONGEST_TEXT = 4000
"""Texts of elements longer than this many characters beyond the value are not looked at for a part."""


class Place(NamedTuple):
    """A node of a page that shows a value: in its text or in an attribute, as a whole or as a part of it."""

    node: int
    attribute: str = ""
    part: bool = False


class Core(NamedTuple):
    """The places of one record, by field, and the innermost node around them."""

    places: Mapping[str, Place]
    around: int


class PlaceFinder:
    """Finds values on one page."""

    def __init__(self, nodes: PageNodes) -> None:
        self.nodes = nodes
        self._known: dict[str, list[Place]] = {}

    def places(self, value: str) -> list[Place]:
        """The places of a value: where it is a whole text or attribute value, and else where it is a part of a text.

        >>> from unweave.page import Page
        >>> nodes = PageNodes(Page("<p><b>Emma</b> (1815) <a href=/emma>Emma</a>"))
        >>> finder = PlaceFinder(nodes)
        >>> [(nodes.tags[place.node], place.part) for place in finder.places("Emma")]
        [('#text', False), ('#text', False)]
        >>> finder.places("1815")[0].part, finder.places("/emma")[0].attribute
        (True, 'href')
        """
        text = normal(value)
        if text not in self._known:
            found = [*self._in_texts(text), *self._in_attributes(text)] if text else []
            self._known[text] = sorted(set(found or self._inside(text)))[:MOST_PLACES]
        return self._known[text]

    def _inside(self, text: str) -> Iterable[Place]:
        """The places of a value inside longer words, or else as a part of attribute values."""
        if not text:
            return []
        longest = max(text.split(), key=len)
        inside = (number for number in self.nodes.text_numbers if longest in self.nodes.text(number))
        return list(self._shown_in(inside, text)) or self.inside_attributes(text)

    def _in_texts(self, text: str) -> Iterator[Place]:
        """The texts with the value, among those that have the rarest of its words."""
        words = _WORD.findall(text)
        rarest = min((self._by_word.get(word, []) for word in words), key=len, default=[])
        return self._shown_in(rarest, text)

    def _shown_in(self, numbers: Iterable[int], text: str) -> Iterator[Place]:
        for number in numbers:
            own = self.nodes.text(number)
            if text in own:
                yield Place(number, "", own != text)
            else:
                yield from self._around(number, text)

    @cached_property
    def _by_word(self) -> dict[str, list[int]]:
        """The texts with each word."""
        found: dict[str, list[int]] = {}
        for number in self.nodes.text_numbers:
            for word in dict.fromkeys(_WORD.findall(self.nodes.text(number))):
                found.setdefault(word, []).append(number)
        return found

    def _around(self, number: int, text: str) -> Iterable[Place]:
        """The innermost element whose text, made of several texts, shows the value."""
        for above in self.nodes.ancestors(number):
            own = self.nodes.text(above)
            if text in own:
                yield Place(above, "", own != text)
                return
            if len(own) > len(text) + LONGEST_TEXT:
                return

    def _in_attributes(self, text: str) -> list[Place]:
        return self._attributes.get(text, [])

    def inside_attributes(self, text: str) -> list[Place]:
        """The places of a value, in normal form, as a part of attribute values: looked at where no text has it.

        >>> from unweave.page import Page
        >>> PlaceFinder(PageNodes(Page("<img src=/logo.gif>"))).inside_attributes("logo")[0].attribute
        'src'
        """
        found = [some for value, some in self._attributes.items() if text in value]
        return [place._replace(part=True) for some in found for place in some]

    @cached_property
    def _attributes(self) -> dict[str, list[Place]]:
        """The places of the values of all attributes."""
        found: dict[str, list[Place]] = {}
        for number, tag in enumerate(self.nodes.tags):
            if tag != TEXT:
                for name in self.nodes.peers[number].attrs:
                    found.setdefault(normal(self.nodes.value(number, name)), []).append(Place(number, name))
        return found


def core_of(
    nodes: PageNodes, places: Mapping[str, Sequence[Place]], taken: AbstractSet[int] = frozenset(), *, side: int = 0
) -> Core | None:
    """The places of one record that lie closest together.

    ``taken``: nodes of records before it, which are others. ``side``: of places with the same node around them, those
    before the rarest value (-1) or behind it (1) are preferred to the nearest ones (0).

    >>> from unweave.page import Page
    >>> nodes = PageNodes(Page("<li>Kim <i>Ann</i><li>Emma <i>Ann</i>"))
    >>> finder = PlaceFinder(nodes)
    >>> core = core_of(nodes, {"title": finder.places("Emma"), "by": finder.places("Ann")})
    >>> nodes.text(core.around)
    'Emma Ann'
    """
    known = {name: _free(some, taken) for name, some in places.items() if some}
    if not known:
        return None
    rarest = min(known, key=lambda name: len(known[name]))
    cores = [_around(nodes, centre, rarest, known, side) for centre in known[rarest][:MOST_CENTRES]]
    return min(cores, key=lambda core: (nodes.ends[core.around] - core.around, core.around))


def _free(places: Sequence[Place], taken: AbstractSet[int]) -> Sequence[Place]:
    """The places that no record before it has; all of them where a value may belong to a group of records."""
    return [place for place in places if place.node not in taken] or places


def _around(nodes: PageNodes, centre: Place, name: str, known: Mapping[str, Sequence[Place]], side: int) -> Core:
    chosen = {name: centre}
    around = centre.node
    for field, places in known.items():
        if field != name:
            nearest = min(places, key=lambda place: _distance(nodes, centre.node, place, side))
            chosen[field] = nearest
            around = nodes.common(around, nearest.node)
    return Core({field: chosen[field] for field in known}, around)


def _distance(nodes: PageNodes, centre: int, place: Place, side: int) -> tuple[int, bool, bool, int]:
    around = nodes.common(centre, place.node)
    offset = place.node - centre
    return nodes.ends[around] - around, place.part, side * offset < 0, abs(offset)
