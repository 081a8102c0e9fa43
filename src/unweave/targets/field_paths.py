"""Paths to the values of one field, as a person would write them, read from pages.

Legend, for ``<tr><th>Brand</th><td>Acme</td></tr>``

    sample       an element in which to look (the page, or a record's element), and the values that are wanted there
    place        where a value is: ``td``, its own text
    label        "Brand", the text before the value; or the text of the heading before it
    candidate    an expression with its cost: ``//tr[th='Brand']/td/text()``

The forms, each with and without positions: a tag, an id, a class or another attribute of the element or of one around
it; the last steps of the way to it; the element behind a label, the row that has the label; the text behind a label;
where a value is a part of a text, what is before and behind it there. Whether a candidate is right is tested by
running it on all samples.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain as chain_iterables
from itertools import islice, takewhile
from typing import Any, NamedTuple

from unweave.errors import CannotCompile
from unweave.page.html import collapse
from unweave.targets import css
from unweave.targets.looks import WrittenPath, paths_to, step_of
from unweave.targets.places import (
    PlacesOfPage,
    ValuePlace,
    chain,
    is_inside,
    place_among,
    raw_text,
    texts_at,
)
from unweave.targets.xpath import quoted
from unweave.tuning import EXPORT_BARE_COST, EXPORT_ELEMENT_COST, EXPORT_POSITION_COST

MOST_PLACES = 6  # of a value, from which paths are read
READ_SAMPLES = 4  # from which paths are read
MOST_CANDIDATES = 300  # that are run
TRIAL_SAMPLES = 6  # of which an expression must be right for half, before it is run on all
MOST_NODES = 60  # whose texts are tried for a part
LONGEST_LABEL = 50
SCOPE_COST = 8  # of a selector with :scope, which few people write
PAIRED = 14  # candidates that are joined two by two


@dataclass(slots=True)
class FieldSample:
    """An element of a page, and the values (squeezed) that a field has there; ``behind`` is where the record ends.

    ``texts`` are the same values with white space collapsed. Without ``is_page`` the paths begin at the element.
    """

    places: PlacesOfPage
    node: Any
    values: tuple[str, ...]
    texts: tuple[str, ...] = ()
    is_page: bool = True
    siblings: Sequence[Any] = ()
    """The elements beside a record's first one that belong to the record too."""

    def found(self, to: str, expression: str) -> tuple[str, ...]:
        """What an expression gives here."""
        return self.places.find(to, expression, self.node)

    def places_of(self, value: str) -> list[ValuePlace]:
        """Where a value is, inside this element; else in the siblings of the record; else in headings before it."""
        inside = None if self.is_page else self.node
        found = self.places.of(value, inside)
        for one in () if found else self.siblings:
            found = [*found, *self.places.of(value, one)]
        if not found and not self.is_page:
            found = [
                place
                for place in self.places.of(value)
                if place.element.tag in {"h1", "h2", "h3", "h4", "h5", "caption"}
            ]
        return found


class FieldCandidate(NamedTuple):
    """An expression, and its cost."""

    expression: str
    cost: int


@dataclass(slots=True)
class FieldPaths:
    """The search for one field's expression in one language ("xpath", "css")."""

    to: str
    samples: Sequence[FieldSample]
    is_many: bool = False
    patterns: Sequence[str] = ()
    """Regular expressions, with one group, for the part of a text that is the value."""
    _scores: dict[str, int] = field(default_factory=dict)

    def best(self) -> tuple[str, int]:
        """The cheapest expression of those that are right for most samples, and for how many it is right."""
        found, best = "", 0
        tried: list[str] = []
        candidates = (one.expression for one in self._candidates()[:MOST_CANDIDATES])
        for expression in chain_iterables(candidates, self._parts(), self._pairs(tried)):
            if not self._is_promising(expression):
                continue
            score = self.score(expression, at_least=max(best + 1, len(self.samples) // 2))
            tried.append(expression)
            if score > best:
                found, best = expression, score
            if best == len(self.samples):
                break
        return found, best

    def score(self, expression: str, at_least: int = 0) -> int:
        """For how many samples an expression gives the values; -1 where it cannot reach ``at_least``."""
        if expression not in self._scores:
            wrong, count = 0, len(self.samples)
            for sample in self.samples:
                wrong += not self.is_right(expression, sample)
                if count - wrong < at_least:
                    return -1
            self._scores[expression] = count - wrong
        return self._scores[expression]

    def _is_promising(self, expression: str) -> bool:
        """Whether an expression is right for half of a few samples."""
        few = self.samples[:: max(1, len(self.samples) // TRIAL_SAMPLES)][:TRIAL_SAMPLES]
        wrong = 0
        for sample in few:
            wrong += not self.is_right(expression, sample)
            if wrong * 2 > len(few):
                return False
        return True

    def is_right(self, expression: str, sample: FieldSample) -> bool:
        """Whether an expression gives the values of a sample."""
        try:
            return sample.found(self.to, expression) == sample.values
        except Exception:  # noqa: BLE001  # lxml and cssselect have errors of many kinds; such an expression is not written
            return False

    def _candidates(self) -> list[FieldCandidate]:
        cheapest: dict[str, int] = {}
        for sample in self._read_samples():
            for path in self._paths(sample):
                expression = path.written(self.to)
                if expression:
                    cost = len(expression) + path.extra + SCOPE_COST * expression.startswith(":scope")
                    cheapest[expression] = min(cost, cheapest.get(expression, cost))
        return sorted((FieldCandidate(*item) for item in cheapest.items()), key=lambda one: (one.cost, one.expression))

    def _read_samples(self) -> list[FieldSample]:
        """A few samples with values, of different pages if possible."""
        filled = [one for one in self.samples if one.values]
        firsts = list({id(one.places): one for one in reversed(filled)}.values())[::-1]
        others = [one for one in filled if not any(one is first for first in firsts)]
        return [*firsts, *others[:1], *others[-1:], *others][:READ_SAMPLES]

    def _paths(self, sample: FieldSample) -> Iterator[WrittenPath]:
        wanted = [value for value in (sample.values[:1], sample.values[-1:]) if value]
        for value in dict.fromkeys(one for some in wanted for one in some):
            for place in sample.places_of(value)[:MOST_PLACES]:
                yield from paths_to_place(sample, place)

    def _parts(self) -> Iterator[str]:
        """Expressions for a value that is a part of a text, or of an attribute; in XPath only."""
        if self.to != "xpath" or self.is_many or not any(one.values for one in self.samples):
            return
        filled = [one for one in self.samples if one.values]
        nodes: dict[str, int] = {}
        for sample in self._read_samples()[:2]:
            inside = None if sample.is_page else sample.node
            for place in islice(sample.places.containing(sample.texts[0], inside), MOST_PLACES):
                for path in paths_to_place(sample, place):
                    nodes.setdefault(path.xpath, len(path.xpath) + path.extra)
        for expression in sorted(nodes, key=lambda one: (nodes[one], one))[:MOST_NODES]:
            yield from self._parts_of(expression, filled)

    def _parts_of(self, node: str, filled: Sequence[FieldSample]) -> Iterator[str]:
        sides = []
        for sample in filled:
            try:
                texts = [collapse(text) for text in texts_at(self.to, node, sample.node)]
            except Exception:  # noqa: BLE001  # as above
                return
            if not texts or not sample.texts[0] or sample.texts[0] not in texts[0]:  # an empty value is in any text
                return
            before, _, behind = texts[0].partition(sample.texts[0])
            sides.append((before, behind))
        left = _common_start([before[::-1] for before, _ in sides])[::-1]
        right = _common_start([behind for _, behind in sides])
        yield from _cut_texts(node, left, right)
        yield from (_matched(node, pattern) for pattern in self.patterns)

    def _pairs(self, tried: Sequence[str]) -> Iterator[str]:
        """Two expressions joined: a value may be at two kinds of places."""
        mark, start = (", ", "") if self.to == "css" else (" | ", ("/", "./"))
        scored = [one for one in tried if one in self._scores and one.startswith(start)]
        best = sorted(scored, key=lambda one: -self._scores[one])[:PAIRED]
        different: dict[tuple[tuple[str, ...], ...], str] = {}
        for one in best:
            different.setdefault(tuple(sample.found(self.to, one) for sample in self.samples), one)
        some = list(different.values())
        yield from (f"{one}{mark}{other}" for at, one in enumerate(some) for other in some[at + 1 :])


def paths_to_place(sample: FieldSample, place: ValuePlace) -> Iterator[WrittenPath]:
    """Paths to a place, by the element's own looks and by the labels before it."""
    ends = list(_ends(place))
    bases: Iterable[WrittenPath]
    if sample.is_page or is_inside(place.element, sample.node):
        bases = paths_to(place.element, sample.node, is_page=sample.is_page)
    else:
        bases = _beside_record(sample, place.element)
    for base in bases:
        for end in ends:
            yield _with_end(base, end)
    with suppress(CannotCompile):
        yield from _behind_labels(sample, place, ends)


def _ends(place: ValuePlace) -> Iterator[WrittenPath]:
    """How the value is taken from its element."""
    element, end = place.element, place.end
    if end.startswith("/@"):
        name = end.removeprefix("/@")
        with suppress(CannotCompile):
            yield WrittenPath(end, css.attribute_of(name))
        return
    if end == "/text()":
        yield WrittenPath("/text()", "::text", -7)
        texts = [str(text) for text in element.xpath("text()")]
        if len(texts) > 1 and sum(not text.isspace() for text in texts) > 0:
            yield from (
                WrittenPath(f"/text()[{at}]", "", EXPORT_POSITION_COST - 7)
                for at, text in enumerate(texts, 1)
                if text.strip()
            )
            yield WrittenPath("/text()[last()]", "", EXPORT_POSITION_COST - 7)
            yield WrittenPath("/text()[normalize-space()]", "", -7)
    yield WrittenPath("", "", EXPORT_ELEMENT_COST)


def _with_end(base: WrittenPath, end: WrittenPath) -> WrittenPath:
    selector = "" if end.xpath.startswith("/text()[") else f"{base.css}{end.css}" if base.css else ""
    if base.css == ":scope" and not end.css:
        selector = ""
    return WrittenPath(f"{base.xpath}{end.xpath}", selector, base.extra + end.extra)


def _beside_record(sample: FieldSample, element: Any) -> Iterator[WrittenPath]:
    """From a record's element to an element beside it that belongs to the record, or to a heading before it."""
    for at, sibling in enumerate(sample.siblings):
        if is_inside(element, sibling):
            same = 1 + sum(one.tag == sibling.tag for one in sample.siblings[:at])
            base = f"./following-sibling::{sibling.tag}[{same}]"
            selector = f":scope + {sibling.tag}" if at == 0 else f":scope ~ {sibling.tag}"
            start = WrittenPath(base, selector)
            if element is sibling:
                yield start
            for path in paths_to(element, sibling, is_page=False) if element is not sibling else ():
                yield WrittenPath(base + path.xpath.removeprefix("."), "", path.extra)
            return
    yield WrittenPath(f"./preceding::{element.tag}[1]", "")
    classes = element.get("class")
    if classes and "'" not in classes:
        yield WrittenPath(f"./preceding::{element.tag}[@class='{classes}'][1]", "")


def _behind_labels(sample: FieldSample, place: ValuePlace, ends: Sequence[WrittenPath]) -> Iterator[WrittenPath]:
    """Paths from a label before the place: the text right before it, the one before that, and the nearest heading."""
    words = sample.places.words
    first = _first_word(sample.places, place)
    for at in (first - 1, first - 2):
        if at >= 0 and _is_label(sample.places, words[at].text):
            text, owner = words[at]
            if sample.is_page or is_inside(owner, sample.node):
                yield from _from_label(sample, place, ends, text, owner)
    if sample.is_page:
        before = [one for one in sample.places.headings if sample.places.first_word[one] < first]
        heading = before[-1] if before else None
        if heading is not None and _is_label(sample.places, text := sample.places.text(heading)):
            yield from _from_label(sample, place, ends, text, heading)


def _is_label(places: PlacesOfPage, text: str) -> bool:
    """Whether a text can be a label: it is short, and other pages have it too."""
    return len(text) <= LONGEST_LABEL and (places.shared is None or text in places.shared)


def _first_word(places: PlacesOfPage, place: ValuePlace) -> int:
    """The number of the place's first text among the words of the page."""
    return place.word if place.word >= 0 else places.first_word.get(place.element, 0)


def _from_label(
    sample: FieldSample, place: ValuePlace, ends: Sequence[WrittenPath], text: str, owner: Any
) -> Iterator[WrittenPath]:
    start = "//" if sample.is_page else ".//"
    label = quoted(text)
    element = place.element
    same = [one for one in [owner, *owner.iterancestors()][:4] if sample.places.text(one) == text and step_of(one)]
    for one in same:
        test = f".={label}" if raw_text(one) == text else f"normalize-space()={label}"
        for condition in dict.fromkeys((test, f"normalize-space()={label}", f"contains(., {label})")):
            named = WrittenPath(f"{start}{one.tag}[{condition}]", _css_label(one.tag, text))
            yield from _from_label_element(sample, place, ends, named, one, text)
    if not same and is_inside(element, owner):  # a bare text: Brand: <b>Acme</b>
        steps = [step for below in chain(element, owner) if (step := step_of(below))]
        base = WrittenPath(f"{start}{owner.tag}[contains(., {label})]", _css_label(owner.tag, text))
        if steps or element is owner:
            yield from (_with_end(_down(base, chain(element, owner)), end) for end in ends)
        if steps and element.getparent() is owner:
            behind = f"{start}text()[normalize-space()={label}]/following-sibling::{element.tag}[1]"
            yield from (_with_end(WrittenPath(behind, ""), end) for end in ends)
    if place.end == "/text()":
        anchor = f"{start}text()[normalize-space()={label}]"
        yield WrittenPath(f"{anchor}/following::text()[1]", "", -7)
        yield WrittenPath(f"{anchor}/following::text()[normalize-space()][1]", "", -7)


def _from_label_element(
    sample: FieldSample, place: ValuePlace, ends: Sequence[WrittenPath], named: WrittenPath, one: Any, text: str
) -> Iterator[WrittenPath]:
    """Paths from the element whose text is the label: to its parent's text, to a sibling, or through their row."""
    element, parent = place.element, one.getparent()
    if parent is None:
        return
    if element is parent and place.end == "/text()":
        yield WrittenPath(f"{named.xpath}/following-sibling::text()[1]", "", -7)
        yield WrittenPath(f"{named.xpath}/following-sibling::text()[normalize-space()][1]", "", -7)
        yield from (_with_end(_row(sample, one, text), end) for end in ends)
        return
    if not is_inside(element, parent) or element is parent or is_inside(element, one):
        return
    sibling, *below = chain(element, parent)
    if step_of(sibling) is None:
        return
    between = list(one.itersiblings(sibling.tag))
    if sibling in between:
        number = 1 + between.index(sibling)
        is_next = next(one.itersiblings("*"), None) is sibling
        joint = (" + " if is_next else " ~ ") + sibling.tag
        behind = f"{named.xpath}/following-sibling::{sibling.tag}"
        selector = f"{named.css}{joint}" if named.css and (is_next or number == 1) else ""
        steps = {f"[{number}]": 0} | ({"": EXPORT_BARE_COST} if number == 1 else {})  # all of them, or the first only
        for step, extra in steps.items():
            yield from (_with_end(_down(WrittenPath(behind + step, selector, extra), below), end) for end in ends)
    alike = place_among(one)[1] - (sibling.tag == one.tag)
    if alike > 1:  # the parent has other labels too: dl
        return
    row = _row(sample, one, text)
    yield from (_with_end(_down(row, [sibling, *below]), end) for end in ends)
    if place_among(sibling)[1] > 1:
        plain = WrittenPath(f"{row.xpath}/{sibling.tag}", f"{row.css} > {sibling.tag}" if row.css else "")
        yield from (_with_end(_down(plain, below), end) for end in ends)


def _row(sample: FieldSample, one: Any, text: str) -> WrittenPath:
    """The element that has the label's element as a child: ``//tr[th='Brand']``."""
    start = "//" if sample.is_page else ".//"
    label, parent = quoted(text), one.getparent()
    test = f"{one.tag}={label}" if raw_text(one) == text else f"{one.tag}[normalize-space()={label}]"
    with suppress(CannotCompile):
        child = f"{css.escaped(one.tag)}{css.contains(text)}"
        return WrittenPath(f"{start}{parent.tag}[{test}]", f"{css.escaped(parent.tag)}:has(> {child})")
    return WrittenPath(f"{start}{parent.tag}[{test}]", "")


def _down(base: WrittenPath, elements: Sequence[Any]) -> WrittenPath:
    """The path on to an element, step by step, with positions where there are several of a tag."""
    for one in elements:
        step = step_of(one)
        if step is None:
            return WrittenPath("", "")
        selector = f"{base.css} > {step.css}" if base.css and step.css else ""
        base = WrittenPath(f"{base.xpath}/{step.xpath}", selector, base.extra + step.extra // 3)
    return base


def _css_label(tag: str, text: str) -> str:
    with suppress(CannotCompile):
        return f"{css.escaped(tag)}{css.contains(text)}"
    return ""


def _common_start(texts: Sequence[str]) -> str:
    """What all texts begin with."""
    columns = takewhile(lambda letters: len(set(letters)) == 1, zip(*texts, strict=False))
    return "".join(letters[0] for letters in columns)


def _cut_texts(node: str, left: str, right: str) -> Iterator[str]:
    """The part of a text between two texts; the shortest of these that may do first."""
    lefts = [one for one in dict.fromkeys([_last_token(left), left]) if one] or [""]
    rights = [one for one in dict.fromkeys([_first_token(right), right]) if one] or [""]
    for before in [*lefts, ""]:
        for behind in [*rights, ""]:
            if before or behind:
                with suppress(CannotCompile):
                    yield _cut(node, before, behind)


def _cut(node: str, left: str, right: str) -> str:
    text = f"normalize-space({node})"
    text = f"substring-after({text}, {quoted(left)})" if left else text
    return f"substring-before({text}, {quoted(right)})" if right else text


def _last_token(text: str) -> str:
    """The last word of a text with what is behind it."""
    words = text.rstrip().rsplit(" ", 1)[-1:]
    return (words[0] if words else "") + text[len(text.rstrip()) :]


def _first_token(text: str) -> str:
    """The first sign of a text, with the space before it."""
    inner = text.lstrip()
    return text[: len(text) - len(inner)] + inner[:1]


def _matched(node: str, pattern: str) -> str:
    return f"re:match(string({node}), {quoted(pattern)})[2]/text()"
