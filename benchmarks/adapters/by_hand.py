"""What a person would write with the parser's own selectors: parse, one selector per value, its text.

The selector of a value is generated from where it is on a labelled page: tags with ids, classes and places, as
short as finds it first; of all places that show the value, the one whose selector is right on most labelled pages.
Where no element shows just the value, it is one of the texts of an element; a field with several values has a selector
for each.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from parsel import Selector
from turbohtml import Text, parse

Values = Mapping[str, Sequence[str]]
Labelled = Sequence[tuple[str, Values]]
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z_-]*")
MOST_PLACES = 12


class Place(NamedTuple):
    """What a selector finds first, and which of its children is meant; -1 for all of it."""

    selector: str
    child: int = -1

    def read(self, page: Any) -> str | None:
        """The text at this place; None where there is nothing."""
        found = page.select_one(self.selector)
        if found is not None and self.child >= 0:
            found = found[self.child] if self.child < len(found) else None
        return " ".join(found.text.split()) if found is not None else None


def by_parsel(labelled: Labelled, fields: Sequence[str]) -> Callable[[str | bytes], list[dict[str, Any]]]:
    """The same places with parsel's CSS selectors; which of an element's texts is meant costs nothing there."""
    places = {name: found for name in fields if (found := places_of(name, labelled))}

    def run(page: str | bytes) -> list[dict[str, Any]]:
        selector = Selector(page if isinstance(page, str) else page.decode())
        return [{name: [_first(selector, place) for place in found] for name, found in places.items()}]

    return run


def _first(selector: Selector, place: "Place") -> str | None:
    found = selector.css(place.selector)[:1]
    return " ".join("".join(found[0].css("::text").getall()).split()) if found else None


def by_hand(labelled: Labelled, fields: Sequence[str]) -> Callable[[str | bytes], list[dict[str, Any]]]:
    """One place per field, or some, that show its values on labelled pages."""
    places = {name: found for name in fields if (found := places_of(name, labelled))}
    many = {name for name in places if any(len(set(values.get(name, ()))) > 1 for _, values in labelled)}

    def run(page: str | bytes) -> list[dict[str, Any]]:
        document: Any = parse(page if isinstance(page, str) else page.decode(), positions=False)
        record: dict[str, Any] = {}
        for name, (first, *others) in places.items():
            value = first.read(document)
            if name in many:
                found = [value, *(place.read(document) for place in others)]
                record[name] = list(dict.fromkeys(one for one in found if one))
            else:
                record[name] = value
        return [record]

    return run


def places_of(name: str, labelled: Labelled) -> list[Place]:
    """A place for each value of the field, as many as a labelled page has at most."""
    most = max(len(dict.fromkeys(values.get(name, ()))) for _, values in labelled)
    found = [place for at in range(most) if (place := place_of(name, labelled, at))]
    return list(dict.fromkeys(found))


def place_of(name: str, labelled: Labelled, at: int = 0) -> Place | None:
    """The place that gives a value of the field on most of the labelled pages; None where there is none."""
    pages = [(parse(source, positions=False), list(dict.fromkeys(values.get(name, ())))) for source, values in labelled]
    found = dict.fromkeys(path for page, values in pages for path in _places(page, values[at : at + 1]))
    right = {path: sum(path.read(page) in values for page, values in pages) for path in found}
    return max(right, key=lambda path: (right[path], -len(path.selector)), default=None)


def _places(page: Any, values: Sequence[str]) -> Iterator[Place]:
    """Elements that show a value; where there are none, the texts that do."""
    for value in values:
        exact = page.find_all(text=value)
        same = [node for node in page.select("body *") if " ".join(node.text.split()) == value]
        for node in dict.fromkeys([*exact, *same][:MOST_PLACES]):
            yield Place(_path(page, node))
        if not exact and not same:
            for node, child in list(_texts(page, value))[:MOST_PLACES]:
                yield Place(_path(page, node), child)


def _texts(page: Any, value: str) -> Iterator[tuple[Any, int]]:
    for node in page.select("body *"):
        for at, child in enumerate(node.children):
            if type(child) is Text and " ".join(child.data.split()) == value:
                yield node, at


def _path(page: Any, node: Any) -> str:
    """From the node upwards until the path finds it first."""
    steps: list[str] = []
    above = node
    while getattr(above, "tag", ""):
        for step in _compounds(above):
            path = " > ".join([step, *steps])
            if page.select_one(path) is node:
                return path
        steps.insert(0, _compounds(above)[-1])
        above = above.parent
    return " > ".join(steps)


def _compounds(peer: Any) -> list[str]:
    """A step, plain and with its place."""
    marks = f"#{name}" if _PLAIN.fullmatch(name := peer.attr("id") or "") else ""
    marks = marks or "".join(f".{name}" for name in (peer.attr("class") or "").split()[:1] if _PLAIN.fullmatch(name))
    like = [child for child in peer.parent.children if getattr(child, "tag", "") == peer.tag]
    at = next(number for number, child in enumerate(like, 1) if child is peer)
    return [peer.tag + marks, f"{peer.tag}{marks}:nth-of-type({at})"]
