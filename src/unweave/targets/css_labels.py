"""Selectors for values beside a label, read from pages: ``dt:contains("Brand") + dd``.

A rule may ask for the text behind *Brand*, which CSS cannot. But a page shows where the value is from its label, and
that CSS can say. Whether it holds on other pages as well must be tested on them.

Legend, for ``<dl><dt><b>Brand</b><dd>Acme</dl>``

    common      ``dl``      the innermost element with label and value in it
    branch      ``dt``      its child with the label
    way         ``[dd]``    the elements from its child with the value down to the value's element
    end         ``::text``  what is taken of the last of these
    look        how an element is selected: by its tag, by its marks as well, or by its position among its like
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from typing import Any, NamedTuple

from unweave.page.html import collapse
from unweave.program import Condition
from unweave.rules.paths import stable_attributes
from unweave.targets.css import attribute_of, condition_of, contains, escaped, is_counted

LONGEST_WAY = 4
LONGEST_OTHER, MOST_OTHERS = 60, 4
"""Other labels that contain this one ("List price" contains "Price"): their length, and how many are excluded."""


class LabelledValue(NamedTuple):
    """Where a value is from its label."""

    common: Any
    branch: Any
    way: Sequence[Any]
    label: str
    end: str


def selectors_beside(root: Any, values: Sequence[str], label: str, take: str = "text") -> Iterator[str]:
    """Selectors for values (without white space) beside a label, the simplest first.

    >>> from lxml import html
    >>> page = html.fromstring("<dl><dt>Brand<dd>Acme<dt>Price<dd>$5</dl>")
    >>> next(selectors_beside(page, ["Acme"], "Brand"))
    'dt:contains("Brand") + dd::text'
    """
    texts = root.xpath("//text()")
    labels = [(_owner(text), text.strip()) for text in texts if collapse(text) == label]
    longer = dict.fromkeys(text.strip() for text in texts if label in text and label != collapse(text))
    others = [text for text in longer if len(text) <= LONGEST_OTHER][:MOST_OTHERS]
    no_other = "".join(f":not({contains(text)})" for text in others)
    for element, end in _elements(root, values, take):
        nearest = _nearest(element, labels)
        if nearest is not None:
            owner, text, common = nearest
            above = _with_ancestors(element)
            way = above[: above.index(common)][::-1]
            if len(way) <= LONGEST_WAY:
                branch = next((one for one in _with_ancestors(owner) if one.getparent() is common), None)
                place = LabelledValue(common, None if owner is common else branch, way, contains(text), end)
                yield from _written(place)
                yield from _written(place._replace(label=contains(text) + no_other)) if no_other else ()


def _elements(root: Any, values: Sequence[str], take: str) -> Iterator[tuple[Any, str]]:
    """The values' elements: a value is one of an element's texts, all of its text, or its attribute."""
    wanted = frozenset(values)
    if take.startswith("@"):
        name = take.removeprefix("@")
        yield from ((one, attribute_of(name)) for one in root.iter("*") if _squeezed(one.get(name, "")) in wanted)
        return
    texts = [(one, text) for one in root.xpath("//text()") if (text := _squeezed(one))]
    texts = [(one, text) for one, text in texts if any(value.startswith(text) for value in wanted)]
    yield from ((_owner(one), "::text") for one, text in texts if text in wanted)
    yield from dict.fromkeys((one, "") for text, _ in texts for one in _with_text(_owner(text), wanted) if len(one))


def _with_text(element: Any, wanted: AbstractSet[str]) -> Iterator[Any]:
    """The element and those above it whose text is a value and nothing else."""
    longest = max(map(len, wanted))
    for one in _with_ancestors(element):
        text = _squeezed("".join(one.itertext()))
        if len(text) > longest:
            return
        if text in wanted:
            yield one


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _owner(text: Any) -> Any:
    around = text.getparent()
    above = around.getparent() if text.is_tail else None
    return around if above is None else above


def _with_ancestors(element: Any) -> list[Any]:
    return [element, *element.iterancestors()]


def _nearest(element: Any, labels: Sequence[tuple[Any, str]]) -> tuple[Any, str, Any] | None:
    """The label that has most ancestors in common with an element, and the innermost of these; of several, the last."""
    above = _with_ancestors(element)
    best = None
    for owner, text in labels:
        common = next((one for one in _with_ancestors(owner) if one in above), None)
        if common is not None and (best is None or above.index(common) <= above.index(best[2])):
            best = (owner, text, common)
    return best


def _written(one: LabelledValue) -> Iterator[str]:
    marked = next(filter(_marks, one.common.iterancestors()), None)
    starts = ["", *([f"{_look('marks', marked)} "] if marked is not None else [])]
    for start, look, own in product(starts, LOOKS, ("tag", "marks")):
        down = " > ".join(_look(look, element) for element in one.way)
        for head in _heads(one, own):
            yield start + head + (("" if head.endswith(" ") else " > ") if down else "") + down + one.end


def _heads(one: LabelledValue, own: str) -> Iterator[str]:
    """What comes before the way: the branch beside it, or the common element."""
    common, label = _look(own, one.common), one.label
    branch = _look(own, one.branch) + label if one.branch is not None else ""
    if branch:
        if one.way and next(one.branch.itersiblings("*"), None) is one.way[0]:
            yield f"{branch} + "
        if one.way:
            yield f"{branch} ~ "
    yield f"{common}{label}"
    yield f"{common}:not(:has({escaped(one.common.tag)})){label}"
    if branch:
        yield f"{common}:has(> {branch})"


def _look(look: str, element: Any) -> str:
    return escaped(element.tag) + LOOKS[look](element)


def _marks(element: Any) -> str:
    conditions = [
        Condition("class", value) if name == "class" else Condition("attribute", value, name)
        for name, value in sorted(stable_attributes(element.attrib))
    ]
    return "".join(map(condition_of, conditions))


def _position(element: Any) -> str:
    if not is_counted(element.tag):
        return ""
    return f":nth-of-type({1 + sum(1 for _ in element.itersiblings(element.tag, preceding=True))})"


LOOKS: Mapping[str, Callable[[Any], str]] = {"tag": lambda _element: "", "marks": _marks, "position": _position}
