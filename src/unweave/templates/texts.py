"""The texts of pages, each with the path to it: what discovery works on.

Legend

    step        ``td2``, ``div#main``, ``li.row.odd``: an element by its tag, its column in a row, its id and classes
    path        ``html/body/div.a/h1``: the steps to a text; ``.../~b`` when an element precedes it in its parent
    anchor      an id that no page has twice; a path begins at the innermost one, ``//div#main/h1``, so that elements
                around it, which only some pages have, do not change it
    path text   a path, a text with white space collapsed, and the text node's index in the tree; or ``.../a@href``, the
                attribute's value, the element's index
    row         the path texts of one page, in document order
    names       the ids and classes of a page; digits become 0
    vocabulary  the names that enough pages have; rarer ones are not part of a path, they often contain data. Of an
                anchor it has ``//#main``, too
    whole path  a path whose texts are read as one where an inner element breaks them (``broken_texts``); the vocabulary
                has it as ``=html/body/ol/li``
    path table  ``{(7, "/td2", (".price",)): 12}``: path 12 is path 7 and a step, with all the names of the element

The vocabulary is known only when all pages are read. So pages are read with all their names, paths are stored as
numbers, and the strings are made later. They are read from the parser's own nodes: making ours would take several times
as long. A document is dropped as soon as it is read, unless the page has it already or is to keep it.
"""

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from unweave.budget import check_time
from unweave.page import Node, Page
from unweave.page.html import CELLS
from unweave.page.parser import kinds, numbered, parse
from unweave.templates.broken_texts import HolderCounts, HolderTexts, holder_of, runs
from unweave.tuning import FREQUENT

DIGITS = re.compile(r"\d+")
SIGNS = str.maketrans("/@~", "___")  # these characters have a meaning in a path
HIDDEN = frozenset({"script", "style", "template", "noscript"})
RESOURCES = frozenset({"link", "base", "meta"})  # their addresses are for the browser
EVERYWHERE = frozenset({"/html", "/head", "/body"})
ANCHOR, WHOLE = "//", "="
DOCUMENT, SKIPPED = 0, -1  # numbers of paths: of the document; of what is not read

Vocabulary = frozenset[str]
Step = tuple[int, str, tuple[str, ...]]
NumberedText = tuple[int, str, int, str]


class PathText(NamedTuple):
    """One text of a page, or the value of one attribute; ``node`` is its index in the tree.

    Of several texts that are read as one, ``last`` is the index of the last.
    """

    path: str
    text: str
    node: int
    attribute: str = ""
    last: int = 0

    @property
    def end(self) -> int:
        """The index of its last text node."""
        return self.last or self.node


Row = list[PathText]


class PathTable:
    """The paths of pages, as numbers; each is the path above it and one step more."""

    def __init__(self) -> None:
        self.steps: list[Step] = [(SKIPPED, "", ())]
        self._numbers: dict[Step, int] = {}

    def below(self, above: int, name: str, names: tuple[str, ...] = ()) -> int:
        """The number of a path: the one above it, ``/td2``, ``/~b`` or ``@href``, and the names of the element."""
        step = (above, name, names)
        number = self._numbers.get(step)
        if number is None:
            number = self._numbers[step] = len(self.steps)
            self.steps.append(step)
        return number

    def strings(self, known: Vocabulary) -> list[str]:
        """All paths as strings, with the names of the vocabulary."""
        paths = [""]
        for above, name, names in self.steps[1:]:
            step = name + "".join(each for each in names if each in known)
            if names and ANCHOR + names[0] in known:
                paths.append("/" + step)
            else:
                paths.append(paths[above] + step if above else step[1:])
        return paths

    def element_paths(self, known: Vocabulary) -> list[str]:
        """All paths without ids and columns; those that every page has, and those of no element, are empty."""
        paths = [""]
        for above, name, names in self.steps[1:]:
            classes = "".join(each for each in names if each in known and each[0] == ".")
            paths.append("" if name in EVERYWHERE else paths[above] + _without_column(name) + classes)
        return paths


def _without_column(name: str) -> str:
    return name[:3] if name[1:3] in CELLS and name[3:].isdigit() else name


class NumberedPage(NamedTuple):
    """One page as read: its texts with the numbers of their paths, the paths of its elements, each node's parent.

    And the ids that it has more than once, and the number of each element's path.
    """

    texts: list[NumberedText]
    elements: frozenset[int]
    parents: "array[int]"
    repeated: frozenset[str]
    numbers: "array[int]"


@dataclass(frozen=True, slots=True, eq=False)
class CollectionTexts:
    """Several pages as read, and the paths that they have in common."""

    paths: PathTable
    pages: tuple[NumberedPage, ...]

    def names(self) -> list[frozenset[str]]:
        """The ids and classes of each page."""
        steps = self.paths.steps
        return [frozenset(name for number in page.elements for name in steps[number][2]) for page in self.pages]

    def vocabulary(self) -> Vocabulary:
        """The names that enough pages have, and which of them are anchors.

        >>> pages = [Page("<div id=top><p class=a id=x>"), Page("<p id=x><p id=x>")]
        >>> sorted(read_texts(pages).vocabulary()), sorted(read_texts(pages[:1]).vocabulary())
        (['#x'], ['#top', '#x', '.a', '//#top', '//#x'])
        """
        known = vocabulary(self.names(), FREQUENT)
        repeated = frozenset[str]().union(*(page.repeated for page in self.pages))
        known |= {ANCHOR + name for name in known - repeated if name[0] == "#"}
        return known | {WHOLE + path for path in self._whole_paths(known)}

    def _whole_paths(self, known: Vocabulary) -> Iterator[str]:
        """The whole paths of all pages."""
        paths, counts = self.paths.strings(known), HolderCounts()
        for page in self.pages:
            texts: dict[int, HolderTexts] = defaultdict(lambda: HolderTexts([], []))
            for holder, one in zip(self._holders(page), page.texts, strict=True):
                _add(texts[holder], holder, one, page)
            for holder, found in texts.items():
                counts.add(paths[page.numbers[holder]], found)
        return counts.whole_paths()

    def _holders(self, page: NumberedPage) -> list[int]:
        """The holder of each text of a page."""
        steps = [self.paths.steps[number][1] if number >= 0 else "" for number in page.numbers]
        return [holder_of(text[2], page.parents, steps) for text in page.texts]

    def element_paths(self, known: Vocabulary) -> list[frozenset[str]]:
        """The paths of each page's elements, with the classes of the vocabulary: pages of a template share most.

        >>> [sorted(paths) for paths in read_texts([Page("<p class=a><b>x")]).element_paths(frozenset({".a"}))]
        [['/p.a', '/p.a/b']]
        """
        paths = self.paths.element_paths(known)
        return [frozenset(paths[number] for number in page.elements) - {""} for page in self.pages]

    def rows(self, known: Vocabulary) -> list[Row]:
        """The path texts of each page."""
        paths = self.paths.strings(known)
        whole = {number for number, path in enumerate(paths) if WHOLE + path in known}
        return [
            [PathText(paths[text[0]], *text[1:]) for text in page.texts]
            if whole.isdisjoint(page.elements)
            else list(self._joined(page, paths, whole))
            for page in self.pages
        ]

    def _joined(self, page: NumberedPage, paths: Sequence[str], whole: AbstractSet[int]) -> Iterator[PathText]:
        """The path texts of a page, those of one holder with a whole path as one; attributes inside come behind it."""
        holders = self._holders(page)
        for run in runs(holders):
            texts, number, found = [page.texts[at] for at in run], page.numbers[holders[run.start]], HolderTexts([], [])
            for one in texts:
                _add(found, holders[run.start], one, page)
            if number in whole and found.is_broken:
                pieces = [one for one in texts if not one[3]]
                yield PathText(paths[number], " ".join(one[1] for one in pieces), pieces[0][2], "", pieces[-1][2])
                texts = [one for one in texts if one[3]]
            yield from (PathText(paths[one[0]], *one[1:]) for one in texts)

    def only(self, numbers: Iterable[int]) -> "CollectionTexts":
        """Those pages alone."""
        return replace(self, pages=tuple(self.pages[number] for number in numbers))


def _add(texts: HolderTexts, holder: int, one: NumberedText, page: NumberedPage) -> None:
    """Add a text to those of its holder; the value of an attribute is none."""
    _, text, node, attribute = one
    if not attribute:
        (texts.own if page.parents[node] == holder else texts.inner).append(text)


class _TextReader:
    """Reads documents of the parser, one after the other; nodes have the numbers that a tree gives them."""

    def __init__(self, attributes: Sequence[str]) -> None:
        self.paths = PathTable()
        self.attributes = tuple(attributes)
        self.attribute_steps = [(name, "@" + name) for name in attributes]
        self.texts: dict[str, str] = {}  # a text that many pages have is stored once

    def read(self, document: Any) -> NumberedPage:
        check_time()
        text_kind, element_kind, _ = kinds()
        parents, numbers, before = array("i"), list[int](), list[str]()
        counts: Counter[int | str] = Counter()
        found: list[NumberedText] = []
        for at, (peer, parent) in enumerate(numbered(document)):
            parents.append(parent)
            number, above = SKIPPED, numbers[parent] if at else DOCUMENT
            if type(peer) is element_kind and above >= 0:
                tag = peer.tag
                number = self._element(peer, tag, above, parent, counts)
                before[parent] = tag if tag != "br" else before[parent]
                if number >= 0 and self.attributes and tag not in RESOURCES:
                    found += self._attributes(peer, number, at)
            elif type(peer) is text_kind and above >= 0 and (text := " ".join(peer.data.split())):
                path = self.paths.below(above, "/~" + before[parent]) if before[parent] else above
                found.append((path, self.texts.setdefault(text, text), at, ""))
            numbers.append(number if at else DOCUMENT)
            before.append("")
        repeated = frozenset(one for one, times in counts.items() if isinstance(one, str) and times > 1)
        return NumberedPage(found, frozenset(numbers) - {SKIPPED}, parents, repeated, array("i", numbers))

    def _element(self, peer: Any, tag: str, above: int, parent: int, counts: Counter[int | str]) -> int:
        """The path of an element; SKIPPED if nothing in it is read."""
        if tag in HIDDEN:
            return SKIPPED
        name, names = "/" + tag, _names(peer.attr("id", ""), peer.attr("class", ""))
        if names and names[0][0] == "#":
            counts[names[0]] += 1
        if tag in CELLS:
            counts[parent] += 1
            name += str(counts[parent])
        return self.paths.below(above, name, names)

    def _attributes(self, peer: Any, path: int, at: int) -> Iterator[NumberedText]:
        for name, step in self.attribute_steps:
            if value := peer.attr(name, "").strip():
                yield self.paths.below(path, step), value, at, name


def read_texts(pages: Iterable[Page], attributes: Sequence[str] = (), *, keep: bool = False) -> CollectionTexts:
    """The texts of pages, and the values of these attributes among them; ``keep``: pages keep their documents.

    >>> [text[1:] for text in read_texts([Page("<p>One <b>two</b>")]).pages[0].texts]
    [('One', 5, ''), ('two', 7, '')]
    """
    reader = _TextReader(attributes)
    read = tuple(reader.read(page.document if keep or "document" in vars(page) else _document(page)) for page in pages)
    return CollectionTexts(reader.paths, read)


def _document(page: Page) -> Any:
    """The document of a page that does not keep it."""
    return parse(page.source, located=False, name=page.name)


def row_of(page: Page, known: Vocabulary, attributes: Sequence[str] = ()) -> Row:
    """The texts of a page in document order, and between them the values of these attributes.

    >>> [text[:2] for text in row_of(Page("<p class=a>One <b>two</b> three"), frozenset({".a"}))]
    [('html/body/p.a', 'One'), ('html/body/p.a/b', 'two'), ('html/body/p.a/~b', 'three')]
    >>> [text[:2] for text in row_of(Page("<a href=/1>One</a>"), frozenset(), ["href"])]
    [('html/body/a@href', '/1'), ('html/body/a', 'One')]
    """
    (row,) = read_texts([page], attributes, keep=True).rows(known)
    return row


def names_of(node: Node) -> tuple[str, ...]:
    """An element's id and classes, as they are written in a step.

    >>> names_of(Page("<p id=p7 class='b a'>x").tree.nodes[4])
    ('#p0', '.a', '.b')
    """
    attributes = node.attributes
    return _names(attributes.get("id", ""), attributes.get("class", "")) if attributes else ()


@lru_cache(maxsize=20_000)
def _names(identity: str, classes: str) -> tuple[str, ...]:
    ids = ("#" + _plain(identity),) if identity else ()
    return ids + tuple("." + name for name in sorted(set(_plain(classes).split())))


def _plain(name: str) -> str:
    return DIGITS.sub("0", name).translate(SIGNS)


def vocabulary(names: Sequence[frozenset[str]], share: float) -> Vocabulary:
    """The ids and classes that at least a share of the pages have, given those of each page.

    >>> sorted(vocabulary([frozenset({".a", ".b"}), frozenset({".a"}), frozenset({".c"})], 0.5))
    ['.a']
    """
    counts = Counter(name for on_page in names for name in on_page)
    needed = min(len(names), max(2, share * len(names)))
    return frozenset(name for name, pages_with in counts.items() if pages_with >= needed)


def depth_in_common(parents: Sequence[int], one: int, other: int) -> int:
    """The depth below the document of the innermost node that contains both.

    >>> depth_in_common([-1, 0, 1, 2, 1, 4], 3, 5)
    1
    """
    while one != other:  # a parent comes before its children
        one, other = (parents[one], other) if one > other else (one, parents[other])
    depth = -1
    while one >= 0:
        one, depth = parents[one], depth + 1
    return depth


def ancestor(node: Node, height: int) -> Node:
    """The ancestor so many nodes above; the document where there are fewer."""
    chain = [node, *node.ancestors()]
    return chain[min(height, len(chain) - 1)]
