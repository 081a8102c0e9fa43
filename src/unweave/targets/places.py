"""A page as lxml reads it: the texts and attributes in which values are found, and what an expression gives there.

Legend

    squeezed    "12cm"    a text without white space: how values are compared
    place       where a value is: an element, and whether its own text ("/text()"), all of its text ("") or one of its
                attributes ("/@href") is the value
    words       the texts that a reader sees, in order, each with the element around it: [("Brand:", <th>), ...]
    find        what an expression gives from an element: each text once, squeezed
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from lxml import etree
from parsel.csstranslator import HTMLTranslator

from unweave.page import Page
from unweave.page.html import HIDDEN, collapse
from unweave.targets.runners import selector_of

LONGEST_TEXT = 3000  # squeezed letters of an element whose text is kept
_EXSLT = {"re": "http://exslt.org/regular-expressions"}
_string = etree.XPath("string()")


def squeezed(text: str) -> str:
    """A text without white space.

    >>> squeezed(" 12 cm ")
    '12cm'
    """
    return "".join(text.split())


class ValuePlace(NamedTuple):
    """An element, and the end of the path that gives the value from there; ``word`` is the number of a text."""

    element: Any
    end: str
    word: int = -1


def places_of_pages(pages: Sequence[Page]) -> list["PlacesOfPage"]:
    """The places of several pages; each knows which texts the others have too.

    >>> one, other = places_of_pages([Page("<b>Brand:</b> Acme"), Page("<b>Brand:</b> Bolt")])
    >>> sorted(one.shared)
    ['Brand:']
    """
    found = [PlacesOfPage(page) for page in pages]
    counts = Counter(text for one in found for text in {word.text for word in one.words})
    if len(found) > 1:
        for one in found:
            one.shared = frozenset(text for text, count in counts.items() if count > 1)
    return found


class PageWord(NamedTuple):
    """A text that a reader sees, white space collapsed, and the element that it is directly in."""

    text: str
    element: Any


class PlacesOfPage:
    """The texts and attributes of one page, by what they are.

    >>> places = PlacesOfPage(Page("<p>Brand: <b>Acme</b>"))
    >>> [(place.element.tag, place.end) for place in places.of("Acme")], [word.text for word in places.words]
    ([('b', '/text()')], ['Brand:', 'Acme'])
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = selector_of(page).root
        self.words: list[PageWord] = []
        self.first_word: dict[Any, int] = {}
        self.shared: frozenset[str] | None = None
        """The texts that another page has too, of which labels are taken; None where there is no other page."""
        self._places: dict[str, list[ValuePlace]] = {}
        self._found: dict[tuple[Any, str], tuple[str, ...]] = {}
        self._read(self.root)

    def _read(self, root: Any) -> None:
        """Read all texts, in document order; the texts of elements are made of those inside."""
        waiting: list[list[str] | None] = []
        hidden = 0
        for event, node in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
            if event == "start":
                hidden += node.tag in HIDDEN
                self.first_word[node] = len(self.words)
                waiting.append([])
                self._add_text(node, node.text, waiting, is_hidden=bool(hidden))
                if not hidden:
                    self._add_attributes(node)
                continue
            if event == "end":
                hidden -= node.tag in HIDDEN
                self._close(node, waiting)
            if waiting and node is not root:
                self._add_text(node.getparent(), node.tail, waiting, is_hidden=bool(hidden))

    def _add_text(self, owner: Any, text: str | None, waiting: list[list[str] | None], *, is_hidden: bool) -> None:
        if not text or text.isspace() or is_hidden:
            return
        self.words.append(PageWord(collapse(text), owner))
        self._add(squeezed(text), ValuePlace(owner, "/text()", len(self.words) - 1))
        inside = waiting[-1]
        if inside is not None:
            inside.append(squeezed(text))

    def _close(self, node: Any, waiting: list[list[str] | None]) -> None:
        inside = waiting.pop()
        text = None if inside is None else "".join(inside)
        is_long = text is None or len(text) > LONGEST_TEXT
        if inside and text and not is_long:
            self._add(text, ValuePlace(node, ""))
        if waiting:
            around = waiting[-1]
            if is_long:
                waiting[-1] = None
            elif around is not None and text:
                around.append(text)

    def _add_attributes(self, node: Any) -> None:
        for name, value in node.attrib.items():
            if name not in {"class", "id", "style"} and (text := squeezed(value)):
                self._add(text, ValuePlace(node, f"/@{name}"))

    def _add(self, text: str, place: ValuePlace) -> None:
        places = self._places.setdefault(text, [])
        if place not in places:
            places.append(place)

    def of(self, value: str, inside: Any = None) -> list[ValuePlace]:
        """The places of a value (squeezed), in an element if one is given.

        Elements with one text are left out: their text is a place already.
        """
        found = self._places.get(value, [])
        own = {place.element for place in found if place.end == "/text()"}
        kept = [place for place in found if place.end or place.element not in own]
        return kept if inside is None else [place for place in kept if is_inside(place.element, inside)]

    def containing(self, value: str, inside: Any = None) -> Iterator[ValuePlace]:
        """The places of the texts that contain a value (white space collapsed) and more, the innermost first."""
        for number, word in enumerate(self.words):
            if value in word.text and (inside is None or is_inside(word.element, inside)):
                yield ValuePlace(word.element, "/text()", number)
                yield from (ValuePlace(one, "") for one in [word.element, *word.element.iterancestors()][:2])

    def find(self, to: str, expression: str, node: Any) -> tuple[str, ...]:
        """What an expression ("xpath", "css") gives from an element: each text once; a blank one is kept if first."""
        key = (node, expression)
        if key not in self._found:
            texts = list(dict.fromkeys(squeezed(text) for text in texts_at(to, expression, node)))
            self._found[key] = tuple(text for at, text in enumerate(texts) if text or (at == 0 and len(texts) > 1))
        return self._found[key]

    @cached_property
    def headings(self) -> list[Any]:
        """The headings, in document order."""
        return [one for one in self.root.iter("h1", "h2", "h3", "h4", "h5", "h6") if self.text(one)]

    def text(self, element: Any) -> str:
        """All text of an element, white space collapsed."""
        return collapse(_string(element))


def raw_text(element: Any) -> str:
    """All text of an element as it is in the page."""
    return str(_string(element))


def texts_at(to: str, expression: str, node: Any) -> list[str]:
    """The texts of what an expression ("xpath", "css") finds from an element, as the page has them.

    >>> from lxml import html
    >>> texts_at("xpath", "./b", html.fromstring("<p><b>Emma</b> by Jane</p>"))
    ['Emma']
    """
    found = nodes_at(to, expression, node)
    if isinstance(found, str):
        return [found] if found else []
    return [str(one) if isinstance(one, str) else str(_string(one)) for one in found]


def nodes_at(to: str, expression: str, node: Any) -> Any:
    """What an expression ("xpath", "css") finds from an element: elements, texts, or one text."""
    return _compiled(to, expression)(node)


@cache
def _compiled(to: str, expression: str) -> Any:
    path = HTMLTranslator().css_to_xpath(expression) if to == "css" else expression
    return etree.XPath(path, namespaces=_EXSLT)


def is_inside(element: Any, around: Any) -> bool:
    """Whether an element is another one, or inside it."""
    return element is around or any(one is around for one in element.iterancestors())


def chain(element: Any, top: Any) -> list[Any]:
    """The elements from below ``top`` down to an element; all from the root where it is not inside.

    >>> from lxml import html
    >>> tree = html.fromstring("<div><p><b>Emma</b></p></div>")
    >>> [one.tag for one in chain(tree[0][0], tree)]
    ['p', 'b']
    """
    found = [element] if element is not top else []
    while found and (above := found[-1].getparent()) is not None and above is not top:
        found.append(above)
    return found[::-1]


def place_among(element: Any) -> tuple[int, int]:
    """An element's place among its siblings with the same tag, from 1, and how many of these there are."""
    before = sum(1 for _ in element.itersiblings(element.tag, preceding=True))
    return before + 1, before + 1 + sum(1 for _ in element.itersiblings(element.tag))


def common_ancestor(elements: Sequence[Any]) -> Any:
    """The innermost element with all of these in it."""
    first, *others = elements
    for one in [first, *first.iterancestors()]:
        if all(is_inside(other, one) for other in others):
            return one
    return None
