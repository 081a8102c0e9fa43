"""The links of a page: which of them lead to the next page of a list, by their labels and by numbers.

    >>> html = '<p>1 <a href="?p=2">2</a> <a href="?p=3">3</a> <a href="?p=2">Next</a>'
    >>> [link.label for link in PageLinks(Page(html, url="http://a.org/list")).to_next_page()]
    ['Next']

Legend
    target      the address that a link leads to: ``http://a.org/list?p=2``
    direction   what label, ``rel`` and marks of a link say (``link_labels``): positive to the next page, negative back
    pager       an element with several links to pages of one list: numbers, or next and previous
    current     the number of the page itself in a pager of numbers; it is not a link, or marked as current
    description what a link has in common with the same link of another page: "next in p.pager"
    step        1 to the page after this one, -1 to the one before, by number in a pager or by address
                (``page_addresses``)
    score       how much speaks for a link leading to a neighbouring page, in either direction: the amount of its
                direction, and 0.35 each for being in a pager, for a step in a pager, and for a step by address;
                1.0 is enough, so a word is enough, and so are the three without any word

What a link says decides whether it leads forward or back; where it says nothing, its step does. With ``by="numbers"``
it is the other way round, which differs on blogs whose "previous page" is the second one.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Literal

from unweave.page import Node, Page
from unweave.page.address import base_of, joined
from unweave.sites.link_labels import continues_list, direction_of_label, direction_of_mark
from unweave.sites.page_addresses import FARTHER, address_steps, can_be_followed, own_address, same_page
from unweave.tuning import CONTINUING_LABEL, NEXT_PAGE_SCORE, PAGER_EVIDENCE, PAGER_LEVELS, TITLE_WITH_REL

PAGE_NUMBER = re.compile(r"[\s\[\]().,|·-]*(\d{1,6})[\s\[\]().,|·-]*")
SAYS_SOMETHING = re.compile(r"[^\W_]")
CURRENT = frozenset({"current", "active", "selected", "activ", "actual", "here", "this", "on", "thispage", "aktiv"})
DISABLED = frozenset({"disabled", "inactive", "off", "unavailable", "disable"})
CLASS_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
DIGITS = re.compile(r"\d+")
LINKS = frozenset({"a", "area"})
OWN_LABELS = ("aria-label", "title")
DESCRIBING = ("class", "rel", *OWN_LABELS)
NUMBER_STEP = "number"
FIRST_LINKED = 2  # the number of the first link where the first page is not a link
By = Literal["labels", "numbers"]


@dataclass(frozen=True, slots=True, eq=False)
class PageLink:
    """A link of a page.

    >>> PageLinks(Page('<a rel="next" href="?p=2">2</a>')).all[0].direction
    1.0
    """

    node: Node
    target: str
    label: str
    number: int | None
    direction: float
    continues: bool = False
    has_title: bool = False


class PageLinks:
    """The links of a page, its pagers, and which of the links lead to the next page.

    >>> links = PageLinks(Page('<a href="?p=1">Back</a> 2 <a href="?p=3">3</a> <a href="?p=4">4</a>'))
    >>> [(link.label, links.steps.get(link.target), round(links.score(link), 2)) for link in links.all]
    [('Back', None, 1.35), ('3', 1, 1.05), ('4', 2, 0.0)]
    """

    def __init__(self, page: Page, *, scripts: bool = False) -> None:
        self.page = page
        self.base = base_of(page)
        self.own = own_address(page)
        self._scripts = scripts
        nodes = [node for node in page.tree.elements() if node.tag in LINKS]
        self._starts = [node.index for node in nodes]
        self.all = [link for node in nodes if (link := self._link(node))]
        self.in_head = [
            PageLink(node, target, "", None, direction)
            for node in page.tree.elements()
            if node.tag == "link" and (direction := _rel(node)) and (target := self._target(node))
        ]

    def to_next_page(self, by: By = "labels") -> list[PageLink]:
        """The links that lead to the next page, in page order.

        >>> html = '<a href="?p=1">1</a> <b>2</b> <a href="?p=3">3</a> <a href="?p=4">4</a>'
        >>> [link.label for link in PageLinks(Page(html, url="http://a.org/?p=2")).to_next_page()]
        ['3']
        """
        found = self._forward(self.all, by)
        if by == "numbers" and not found:
            found = self._forward(self.in_head, by)
        return [link for link in found if link.direction > 0] or found

    def _forward(self, links: Sequence[PageLink], by: By) -> list[PageLink]:
        """The links forward to a neighbouring page, without targets for which more speaks that they lead back."""
        scored = [(self._sign(link, by), self.score(link), link) for link in links]
        near = [one for one in scored if one[1] >= NEXT_PAGE_SCORE]
        back = {link.target: score for sign, score, link in sorted(near, key=itemgetter(1)) if sign < 0}
        return [link for sign, score, link in near if sign > 0 and score >= back.get(link.target, 0)]

    def score(self, link: PageLink) -> float:
        """How much speaks for a link leading to a neighbouring page.

        >>> links = PageLinks(Page('<a href="?p=2">Next</a>', url="http://a.org/"))
        >>> links.score(links.all[0])
        1.35
        """
        near = [abs(steps.get(link.target, 0)) == 1 for steps in (self.steps, self.address_steps)]
        far = any(abs(steps.get(link.target, 0)) > 1 for steps in (self.steps, self.address_steps))
        label = max(abs(link.direction), CONTINUING_LABEL * link.continues)
        return label + PAGER_EVIDENCE * (sum(near) + self._in_pager(link) - far)

    def _sign(self, link: PageLink, by: By) -> float:
        step = self.steps.get(link.target, 0) or self.address_steps.get(link.target, 0)
        return step or link.direction if by == "numbers" else link.direction or step

    @cached_property
    def address_steps(self) -> dict[str, int]:
        """The steps by address.

        >>> PageLinks(Page('<a href="/page/2">x</a>', url="http://a.org/")).address_steps
        {'http://a.org/page/2': 1}
        """
        if self.own:
            return address_steps(self.own, [link.target for link in (*self.all, *self.in_head)])
        # Without an address of the page, numbers are believed where the page has one list only.
        after = [target for target, step in self.steps.items() if step == 1]
        return {after[0]: 1} if len(after) == 1 else {}

    @cached_property
    def steps(self) -> dict[str, int]:
        """The steps by the numbers in pagers.

        >>> PageLinks(Page('<b>1</b> <a href="/a">2</a> <a href="/b">3</a>')).steps
        {'/a': 1, '/b': 2}
        """
        steps: dict[str, int] = {}
        for node, links in self._numbered_pagers.items():
            current = self._current(node, links)
            if current is None:
                continue
            for link in links:
                step = max(-FARTHER, min(FARTHER, (link.number or 0) - current))
                if step and abs(step) <= abs(steps.get(link.target, FARTHER)):
                    steps[link.target] = step
        return steps

    @cached_property
    def _numbered_pagers(self) -> dict[Node, list[PageLink]]:
        """The elements around links to several targets whose labels are rising numbers."""
        numbered = _without_calendars([link for link in self.all if link.number is not None])
        starts = [link.node.index for link in numbered]
        around = dict.fromkeys(node for link in numbered for node in _above(link.node))
        within = {node: numbered[_slice_within(starts, node)] for node in around}
        return {node: links for node, links in within.items() if _is_sequence(links)}

    def _current(self, pager: Node, links: list[PageLink]) -> int | None:
        """The number of the page itself in a pager of numbers: the one that is no link to another page."""
        numbers = {link.number for link in links if link.number is not None and not _is_marked(link.node)}
        texts = (PAGE_NUMBER.fullmatch(node.data) for node in pager.descendants() if node.kind == "text")
        named = {int(text[1]) for text in texts if text}
        found = {n for n in named - numbers if n + 1 in numbers or n - 1 in numbers}
        if len(found) == 1:
            return found.pop()
        return 1 if not found and min(numbers, default=0) == FIRST_LINKED else None

    def _in_pager(self, link: PageLink) -> bool:
        return any(node in self._pagers and self._pagers[node] != {link.target} for node in _above(link.node))

    @cached_property
    def _pagers(self) -> dict[Node, set[str]]:
        """The targets of the links that may lead to other pages of a list, by the elements around them."""
        found: dict[Node, set[str]] = defaultdict(set)
        numbered = {link.node for links in self._numbered_pagers.values() for link in links}
        for link in self.all:
            if link.direction or link.continues or link.node in numbered:
                for node in _above(link.node):
                    found[node].add(link.target)
        return found

    def descriptions(self, link: PageLink) -> set[str]:
        """What describes a link, without its target: its label with the element around it.

        Where the label is an image or the title of an article: its ``rel``, class, title and ``aria-label``.

        >>> links = PageLinks(Page('<p class="pager"><a href="?p=2" rel="next">Next</a> <a href="?p=2" rel="next">'))
        >>> [links.descriptions(link) for link in links.all]
        [{'next in p.pager'}, {'rel next in p.pager'}]
        """
        parent = link.node.parent
        classes = DIGITS.sub("", parent.attributes.get("class", "")).split() if parent else []
        place = ".".join([parent.tag if parent else "", *classes])
        if link.number is not None:
            step = self.steps.get(link.target)
            found = {f"{NUMBER_STEP} {step:+}"} if step else set()
        elif link.label and not link.has_title:
            found = {DIGITS.sub("#", link.label.casefold())}
        else:
            named = ((name, link.node.attributes.get(name, "").strip()) for name in DESCRIBING)
            found = {f"{name} {DIGITS.sub('#', value.casefold())}" for name, value in named if value}
            found.add(DIGITS.sub("#", link.label.casefold()))
        return {f"{each} in {place}" for each in found if each}

    def _link(self, node: Node) -> PageLink | None:
        target = self._target(node)
        return _read_link(node, target, alone=self._is_alone(node)) if target and not _is_disabled(node) else None

    def _target(self, node: Node) -> str:
        """The target of a link; "" if it leads to no page, or to this one."""
        href = node.attributes.get("href", "").strip()
        target = joined(self.base, href) if href and not href.startswith("#") else ""
        if target and not can_be_followed(target):
            return target if self._scripts else ""
        return "" if self.own and same_page(target, self.own) else target

    def _is_alone(self, node: Node) -> bool:
        """Whether a link is the only one in its parent, so that the names of the parent are its own."""
        parent = node.parent
        return parent is not None and _number_within(self._starts, parent) == 1


def targets_of(links: Iterable[PageLink]) -> list[str]:
    """The targets of links, each once.

    >>> targets_of(PageLinks(Page('<a href="/2">2</a><a href="/2">Next</a>')).all)
    ['/2']
    """
    return list(dict.fromkeys(link.target for link in links))


def _slice_within(starts: list[int], node: Node) -> slice:
    return slice(bisect_right(starts, node.index), bisect_right(starts, node.last))


def _number_within(starts: list[int], node: Node) -> int:
    part = _slice_within(starts, node)
    return int(part.stop) - int(part.start)


def _read_link(node: Node, target: str, *, alone: bool) -> PageLink:
    images = [child for child in node.descendants() if child.tag == "img"]
    label = node.text or " ".join(filter(None, (image.attributes.get("alt", "").strip() for image in images)))
    named = PAGE_NUMBER.fullmatch(label)
    number = int(named[1]) if named else None
    continues = continues_list(label)
    labels = [label, *(node.attributes.get(name, "") for name in OWN_LABELS)]
    direction = next(filter(None, map(direction_of_label, labels)), 0.0)
    rel = _rel(node)
    has_title = SAYS_SOMETHING.search(label) is not None and number is None and not continues and not direction
    if has_title:  # the title of an article, for example
        return PageLink(node, target, label, number, rel * TITLE_WITH_REL, has_title=True)
    marks = next(filter(None, map(direction_of_mark, _marks(node, images, alone=alone))), 0.0)
    return PageLink(node, target, label, number, direction + (rel or (0.0 if number is not None else marks)), continues)


def _rel(node: Node) -> float:
    words = node.attributes.get("rel", "").lower().split()
    return float(("next" in words) - ("prev" in words or "previous" in words))


def _marks(node: Node, images: list[Node], *, alone: bool) -> Iterator[str]:
    """The names in the source that may give the direction of a link, the nearest first."""
    attributes = node.attributes
    yield f"{attributes.get('class', '')} {attributes.get('id', '')}"
    for child in node.descendants():
        if child.kind == "element":
            yield child.attributes.get("class", "")
    for image in images:
        yield image.attributes.get("src", "").rpartition("/")[2]
    if alone and node.parent:
        yield f"{node.parent.attributes.get('class', '')} {node.parent.attributes.get('id', '')}"


def _above(node: Node) -> Iterator[Node]:
    """The elements around a link that are near enough to be its pager."""
    for level, above in enumerate(node.ancestors()):
        if level == PAGER_LEVELS or above.tag == "html":
            return
        yield above


def _is_sequence(links: list[PageLink]) -> bool:
    """Whether page numbers rise, as they do in a pager, and do not repeat."""
    numbers = [link.number for link in links if link.number is not None]
    return len({link.target for link in links}) > 1 and all(a < b for a, b in pairwise(numbers))


def _without_calendars(links: list[PageLink]) -> list[PageLink]:
    """The links that are not days of a calendar: numbers alone in their cells, in several rows of a table."""
    days = {link: place for link in links if (place := _table_and_row(link.node))}
    rows: dict[Node, set[Node]] = defaultdict(set)
    for table, row in days.values():
        rows[table].add(row)
    return [link for link in links if link not in days or len(rows[days[link][0]]) == 1]


def _table_and_row(node: Node) -> tuple[Node, Node] | None:
    """The table and the row of a link that is all that its cell has."""
    above = {each.tag: each for each in reversed([*node.ancestors()])}
    cell = above.get("td")
    if cell is None or cell.text != node.text or "tr" not in above or "table" not in above:
        return None
    return above["table"], above["tr"]


def _is_marked(node: Node) -> bool:
    return any(
        each.attributes.get("aria-current", "false") != "false" or not CURRENT.isdisjoint(_class_words(each))
        for each in (node, node.parent)
        if each is not None
    )


def _is_disabled(node: Node) -> bool:
    return any(
        each.attributes.get("aria-disabled") == "true" or not DISABLED.isdisjoint(_class_words(each))
        for each in (node, node.parent)
        if each is not None
    )


def _class_words(node: Node) -> list[str]:
    return [word.lower() for word in CLASS_WORDS.findall(node.attributes.get("class", ""))]
