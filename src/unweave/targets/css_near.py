"""Selectors for what stands beside a label, read off pages: ``dt:contains("Brand") + dd``.

A rule says "the text behind *Brand*", which CSS cannot. But on a page it can be seen how label and value stand to each
other, and that CSS can say. Whether it holds on other pages too is for them to tell.

Legend, for ``<dl><dt><b>Brand</b><dd>Acme</dl>``

    place      where a value stands: an element, and what is taken of it: ``(dd, "::text")``
    common     the innermost element with label and value in it: ``dl``
    branch     its child with the label: ``dt``
    way        from its child down to the place: ``dd``
    look       how an element is told: by its tag, by its marks as well, or by its place among its like
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import product
from typing import Any, NamedTuple

from unweave.page.text import collapse
from unweave.program import Condition
from unweave.rules.paths import lasting_marks
from unweave.targets.css import attribute_of, condition_of, escaped, is_counted, says

FARTHEST = 4
"""So many elements the way may have."""
LONGEST, MOST_OTHERS = 60, 4
"""Other labels that hold this one ("Price" and "List price") are so long at most, and so many are told apart."""


class Beside(NamedTuple):
    """How a label and a value stand to each other."""

    common: Any
    branch: Any
    way: Sequence[Any]
    label: str
    end: str


def beside(root: Any, values: Sequence[str], label: str, take: str = "text") -> Iterator[str]:
    """Selectors for values (without white space) beside a label, the plainest first.

    >>> from lxml import html
    >>> page = html.fromstring("<dl><dt>Brand<dd>Acme<dt>Price<dd>$5</dl>")
    >>> next(beside(page, ["Acme"], "Brand"))
    'dt:contains("Brand") + dd::text'
    """
    texts = root.xpath("//text()")
    labels = [(_owner(text), text.strip()) for text in texts if collapse(text) == label]
    longer = dict.fromkeys(text.strip() for text in texts if label in text and label != collapse(text))
    no_other = "".join(f":not({says(text)})" for text in [one for one in longer if len(one) <= LONGEST][:MOST_OTHERS])
    for element, end in _places(root, values, take):
        found = _nearest(element, labels)
        if found is not None:
            owner, text, common = found
            way = _above(element)[: _above(element).index(common)][::-1]
            if len(way) <= FARTHEST:
                branch = next((one for one in _above(owner) if one.getparent() is common), None)
                place = Beside(common, None if owner is common else branch, way, says(text), end)
                yield from _written(place)
                yield from _written(place._replace(label=says(text) + no_other)) if no_other else ()


def _places(root: Any, values: Sequence[str], take: str) -> Iterator[tuple[Any, str]]:
    """Where the values stand: as a text of an element, as all that an element says, or as its attribute."""
    wanted = frozenset(values)
    if take.startswith("@"):
        name = take.removeprefix("@")
        yield from ((one, attribute_of(name)) for one in root.iter("*") if _flat(one.get(name, "")) in wanted)
        return
    texts = [
        one for one in root.xpath("//text()") if any(value.startswith(_flat(one)) for value in wanted if _flat(one))
    ]
    yield from ((_owner(one), "::text") for one in texts if _flat(one) in wanted)
    yield from dict.fromkeys((one, "") for text in texts for one in _saying(_owner(text), wanted) if len(one))


def _saying(element: Any, wanted: AbstractSet[str]) -> Iterator[Any]:
    """The element and those above it that say a value and nothing else."""
    longest = max(map(len, wanted))
    for one in _above(element):
        said = _flat("".join(one.itertext()))
        if len(said) > longest:
            return
        if said in wanted:
            yield one


def _flat(text: str) -> str:
    return "".join(text.split())


def _owner(text: Any) -> Any:
    around = text.getparent()
    above = around.getparent() if text.is_tail else None
    return around if above is None else above


def _above(element: Any) -> list[Any]:
    return [element, *element.iterancestors()]


def _nearest(element: Any, labels: Sequence[tuple[Any, str]]) -> tuple[Any, str, Any] | None:
    """The label with which an element has most above it in common; of several, the last."""
    above = _above(element)
    best = None
    for owner, text in labels:
        common = next((one for one in _above(owner) if one in above), None)
        if common is not None and (best is None or above.index(common) <= above.index(best[2])):
            best = (owner, text, common)
    return best


def _written(one: Beside) -> Iterator[str]:
    fence = next(filter(_marks, one.common.iterancestors()), None)
    fences = ["", *([f"{_look('marks', fence)} "] if fence is not None else [])]
    for before, way, own in product(fences, LOOKS, ("tag", "marks")):
        down = " > ".join(_look(way, element) for element in one.way)
        for head in _heads(one, own):
            yield before + head + (("" if head.endswith(" ") else " > ") if down else "") + down + one.end


def _heads(one: Beside, own: str) -> Iterator[str]:
    """What leads to the way: the branch beside it, or the common element."""
    common, text = _look(own, one.common), one.label
    branch = _look(own, one.branch) + text if one.branch is not None else ""
    if branch:
        if one.way and next(one.branch.itersiblings("*"), None) is one.way[0]:
            yield f"{branch} + "
        if one.way:
            yield f"{branch} ~ "
    yield f"{common}{text}"
    yield f"{common}:not(:has({escaped(one.common.tag)})){text}"
    if branch:
        yield f"{common}:has(> {branch})"


def _look(look: str, element: Any) -> str:
    return escaped(element.tag) + LOOKS[look](element)


def _marks(element: Any) -> str:
    conditions = [
        Condition("class", value) if name == "class" else Condition("attribute", value, name)
        for name, value in sorted(lasting_marks(element.attrib))
    ]
    return "".join(map(condition_of, conditions))


def _place(element: Any) -> str:
    if not is_counted(element.tag):
        return ""
    return f":nth-of-type({1 + sum(1 for _ in element.itersiblings(element.tag, preceding=True))})"


LOOKS: Mapping[str, Callable[[Any], str]] = {"tag": lambda _element: "", "marks": _marks, "place": _place}
