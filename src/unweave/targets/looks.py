"""How a person names an element in a path: by its tag, an id, a class, another attribute, or its position.

Legend, for ``<td class="price big">``, the second cell of its row

    look      one step, in XPath and in CSS: ``td``, ``td[contains(@class, 'price')]``, ``td[2]``
    path      looks joined: ``//table[@id='facts']//td[2]``
    cost      letters, and what a position or a tag alone costs besides: the cheapest path that is right is written

Departures from what rules do: a class is compared as people write it, whole or with ``contains()``. Whether that is
right is tested on pages.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import Any, NamedTuple

from unweave.errors import CannotCompile
from unweave.rules.paths import stable_attributes
from unweave.targets import css
from unweave.targets.places import chain, place_among
from unweave.targets.xpath import quoted
from unweave.tuning import EXPORT_BARE_COST, EXPORT_POSITION_COST

_PLAIN_TAG = re.compile(r"[a-z][a-z0-9-]*")
NAMING_TAGS = frozenset(
    {"h1", "h2", "title", "address", "time", "dt", "dd", "figcaption", "blockquote", "main", "article"}
)
"""Tags that say by themselves what an element is."""
MOST_PATHS = 240  # to one element
TAIL = 4  # steps of a path without a mark
LONGEST_CLASS = 40
MOST_MARKS = 3  # of an element around it


class Look(NamedTuple):
    """One step, in XPath and in CSS (empty where CSS cannot), and its cost beyond its letters."""

    xpath: str
    css: str
    extra: int = 0


class WrittenPath(NamedTuple):
    """A path in both languages, and its cost beyond its letters."""

    xpath: str
    css: str
    extra: int = 0

    def written(self, to: str) -> str:
        """The text in one language; empty where it has none."""
        return self.css if to == "css" else self.xpath


def looks_of(element: Any) -> list[Look]:
    """How an element can be named, its tag alone first.

    >>> from lxml import html
    >>> [look.xpath for look in looks_of(html.fromstring("<p id=x class=big>"))]
    ['p', "p[@id='x']", "p[@class='big']", "p[contains(@class, 'big')]"]
    """
    tag = element.tag
    if not isinstance(tag, str) or not _PLAIN_TAG.fullmatch(tag):
        return []
    bare = 0 if tag in NAMING_TAGS else EXPORT_BARE_COST
    found = [Look(tag, tag, bare), *_marks(element)]
    nth, count = place_among(element)
    if count > 1:
        found.append(Look(f"{tag}[{nth}]", f"{tag}:nth-of-type({nth})", EXPORT_POSITION_COST))
        if nth == count:
            found.append(Look(f"{tag}[last()]", f"{tag}:last-of-type", EXPORT_POSITION_COST))
    return found


def _marks(element: Any) -> Iterator[Look]:
    tag, whole = element.tag, element.get("class") or ""
    for name, value in sorted(stable_attributes(element.attrib), key=lambda one: (one[0] != "id", one[0] != "class")):
        try:
            if name == "class":
                selector = f"{tag}.{css.escaped(value)}"
                if value == whole:
                    yield Look(f"{tag}[@class={quoted(value)}]", selector)
                yield Look(f"{tag}[contains(@class, {quoted(value)})]", selector)
            elif name == "id":
                yield Look(f"{tag}[@id={quoted(value)}]", f"#{css.escaped(value)}")
            else:
                yield Look(f"{tag}[@{name}={quoted(value)}]", f"{tag}[{css.escaped(name)}={css.quoted(value)}]")
        except CannotCompile:
            continue
    if " " in whole.strip() and len(whole) <= LONGEST_CLASS and not re.search(r"\d\d|[\\\"'\n]", whole):
        selector = tag + "".join(f".{css.escaped(token)}" for token in whole.split())
        yield Look(f"{tag}[@class={quoted(whole)}]", selector)


def marks_of(element: Any) -> list[Look]:
    """How an element can be named by an attribute."""
    return [look for look in looks_of(element) if "@" in look.xpath]


def step_of(element: Any) -> Look | None:
    """An element by its tag, with its position only where there are several with that tag beside it."""
    looks = looks_of(element)
    return next((look for look in looks if look.xpath.endswith("]") and look.xpath[-2].isdigit()), None) or (
        looks[0] if looks else None
    )


def paths_to(element: Any, top: Any, *, is_page: bool) -> list[WrittenPath]:
    """Paths to an element from the page, or from a record's element ``top``; the cheapest first.

    >>> from lxml import html
    >>> tree = html.fromstring("<div><ul class=facts><li>Emma</li><li>1815</li></ul></div>")
    >>> [path.xpath for path in paths_to(tree[0][1], tree, is_page=True)][:2]
    ['//li', '//ul/li']
    """
    if element is top:
        return [] if is_page else [WrittenPath(".", ":scope")]
    found = dict.fromkeys(islice(_paths(chain(element, top), is_page=is_page), MOST_PATHS))
    return sorted(found, key=lambda path: len(path.xpath) + path.extra)


def _paths(steps: list[Any], *, is_page: bool) -> Iterator[WrittenPath]:
    start = "//" if is_page else ".//"
    own, *above = steps[::-1]
    if not is_page and len(steps) <= TAIL:
        yield from _from_top(steps)
    for look in looks_of(own):
        yield _begun(start, look)
    for over, look in product(looks_of(above[0]) if above else (), looks_of(own)):
        yield _child(_begun(start, _cheaper(over)), look)
    tail = [step for one in steps[-TAIL:] if (step := step_of(one))]
    for length in range(3, len(tail) + 1):
        yield _joined(_begun(start, tail[-length]), tail[-length + 1 :])
    for distance, one in enumerate(above, 1):
        for mark in marks_of(one)[:MOST_MARKS]:
            yield from _below_mark(_begun(start, mark), own, above[: distance - 1])


def _below_mark(base: WrittenPath, own: Any, between: list[Any]) -> Iterator[WrittenPath]:
    """From an element with a mark down to its descendant ``own``, given the elements between them, innermost first."""
    steps = [step for other in between[::-1] if (step := step_of(other))]
    looks = looks_of(own)
    if len(between) < TAIL:
        yield from (_joined(base, [*steps, look]) for look in looks)
    if between:
        yield from (_below(base, _cheaper(look)) for look in looks)
        for over, look in product(looks_of(between[0])[:3], looks[:3]):
            yield _child(_below(base, _cheaper(over)), _cheaper(look))


def _begun(start: str, look: Look) -> WrittenPath:
    return WrittenPath(start + look.xpath, look.css, look.extra)


def _cheaper(look: Look) -> Look:
    """The look where it is not all that tells the element from others."""
    return look._replace(extra=look.extra // 2)


def _from_top(steps: list[Any]) -> Iterator[WrittenPath]:
    """From a record's element down, child by child: with positions where they are needed, and without.

    In a record, as in a row of a table, a position says what a value is; the tag alone of one of several does not.
    """
    exact = [step._replace(extra=0) for one in steps if (step := step_of(one))]
    plain = [
        looks[0]._replace(extra=EXPORT_BARE_COST * (place_among(one)[1] > 1))
        for one in steps
        if (looks := looks_of(one))
    ]
    if len(exact) == len(plain) == len(steps):
        for some in (plain, exact):
            first = some[0]
            yield _joined(WrittenPath(f"./{first.xpath}", f":scope > {first.css}", first.extra), some[1:])


def _child(path: WrittenPath, look: Look) -> WrittenPath:
    selector = f"{path.css} > {look.css}" if path.css and look.css else ""
    return WrittenPath(f"{path.xpath}/{look.xpath}", selector, path.extra + look.extra)


def _below(path: WrittenPath, look: Look) -> WrittenPath:
    selector = f"{path.css} {look.css}" if path.css and look.css else ""
    return WrittenPath(f"{path.xpath}//{look.xpath}", selector, path.extra + look.extra)


def _joined(path: WrittenPath, looks: Iterable[Look]) -> WrittenPath:
    for look in looks:
        path = _child(path, look)
    return path
