"""Pages read once: outlines, from which leaves follow when the vocabulary is known.

Legend

    paths       ``{(7, "/td2", (".price",)): 12}``: path 12 is path 7 and a step, with all the names of the element
    outline     a page's leaves with numbers for paths, the paths of its elements, and the parent of each node
    spelled     a path in words, with those names that are in the vocabulary
    form        the paths of a page's elements without ids and columns: what its template looks like

Which names are in the vocabulary shows only when all pages are read. So pages are read with all their names, and the
paths, which pages of a site have in common, are spelled later. An outline takes a small part of the memory of a tree,
which goes as soon as it is read, unless the page has it already or is to keep it for what comes next.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from unweave.clock import look
from unweave.page import Node, Page, Tree
from unweave.templates.leaves import Leaf, Vocabulary, names_of

HIDDEN = frozenset({"script", "style", "template", "noscript"})
CELLS = frozenset({"td", "th"})
UNSEEN = frozenset({"link", "base", "meta"})  # their addresses are for the browser
EVERYWHERE = frozenset({"/html", "/head", "/body"})
DOCUMENT, NOWHERE = 0, -1  # numbers of paths: of the document; of what is not to be read

Step = tuple[int, str, tuple[str, ...]]
RawLeaf = tuple[int, str, int, str]


class Paths:
    """The paths of pages, as numbers; each is the path above it and one step more."""

    def __init__(self) -> None:
        self.steps: list[Step] = [(NOWHERE, "", ())]
        self._numbers: dict[Step, int] = {}

    def below(self, above: int, said: str, names: tuple[str, ...] = ()) -> int:
        """The number of a path: the one above it, ``/td2``, ``/~b`` or ``@href``, and the names of the element."""
        step = (above, said, names)
        number = self._numbers.get(step)
        if number is None:
            number = self._numbers[step] = len(self.steps)
            self.steps.append(step)
        return number

    def spelled(self, known: Vocabulary) -> list[str]:
        """All paths in words."""
        made = [""]
        for above, said, names in self.steps[1:]:
            step = said + "".join(name for name in names if name in known)
            made.append(made[above] + step if above else step[1:])
        return made

    def forms(self, known: Vocabulary) -> list[str]:
        """All paths as they enter a form; those that every page has, and those of no element, are empty."""
        made = [""]
        for above, said, names in self.steps[1:]:
            classes = "".join(name for name in names if name in known and name[0] == ".")
            made.append("" if said in EVERYWHERE else made[above] + _without_column(said) + classes)
        return made


def _without_column(said: str) -> str:
    return said[:3] if said[1:3] in CELLS and said[3:].isdigit() else said


class Outline(NamedTuple):
    """A page as read; a leaf is a path, a text, the index of its node, and the name of its attribute."""

    leaves: list[RawLeaf]
    elements: frozenset[int]
    parents: "array[int]"


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Pages as read, and the paths that they have in common."""

    paths: Paths
    pages: tuple[Outline, ...]

    def names(self) -> list[frozenset[str]]:
        """The ids and classes of each page."""
        steps = self.paths.steps
        return [frozenset(name for number in page.elements for name in steps[number][2]) for page in self.pages]

    def forms(self, known: Vocabulary) -> list[frozenset[str]]:
        """The form of each page, with the classes of the vocabulary.

        >>> [sorted(form) for form in outlined([Page("<p class=a><b>x")]).forms(frozenset({".a"}))]
        [['/p.a', '/p.a/b']]
        """
        forms = self.paths.forms(known)
        return [frozenset(forms[number] for number in page.elements) - {""} for page in self.pages]

    def rows(self, known: Vocabulary) -> list[list[Leaf]]:
        """The leaves of each page, in document order."""
        paths = self.paths.spelled(known)
        return [[Leaf(paths[leaf[0]], *leaf[1:]) for leaf in page.leaves] for page in self.pages]

    def only(self, numbers: Iterable[int]) -> "Outlines":
        """Those pages alone."""
        return replace(self, pages=tuple(self.pages[number] for number in numbers))


class _Reader:
    """Reads trees, one after the other."""

    def __init__(self, attributes: Sequence[str]) -> None:
        self.paths = Paths()
        self.attributes = tuple(attributes)
        self.texts: dict[str, str] = {}  # a text that many pages have is kept once

    def read(self, tree: Tree) -> Outline:
        look()
        numbers, before = [DOCUMENT] * len(tree.nodes), [""] * len(tree.nodes)
        cells: Counter[int] = Counter()
        found: list[RawLeaf] = []
        for node in tree.nodes:
            parent = node.parent.index if node.parent else 0
            above = numbers[parent]
            if node.kind == "element":
                numbers[node.index] = self._element(node, above, cells)
                before[parent] = node.tag
                found += self._attributes(node, numbers[node.index]) if self.attributes else ()
            elif node.kind == "text" and above >= 0 and (text := " ".join(node.data.split())):
                path = self.paths.below(above, "/~" + before[parent]) if before[parent] else above
                found.append((path, self.texts.setdefault(text, text), node.index, ""))
        parents = array("i", [node.parent.index if node.parent else NOWHERE for node in tree.nodes])
        return Outline(found, frozenset(numbers) - {NOWHERE}, parents)

    def _element(self, node: Node, above: int, cells: Counter[int]) -> int:
        """The path of an element; nowhere if nothing is to be read in it."""
        if above < 0 or node.tag in HIDDEN:
            return NOWHERE
        said = "/" + node.tag
        if node.tag in CELLS and node.parent:
            cells[node.parent.index] += 1
            said += str(cells[node.parent.index])
        return self.paths.below(above, said, names_of(node))

    def _attributes(self, node: Node, path: int) -> list[RawLeaf]:
        given = node.attributes if path >= 0 and node.tag not in UNSEEN else {}
        values = [(name, given[name].strip()) for name in self.attributes if name in given]
        return [(self.paths.below(path, "@" + name), value, node.index, name) for name, value in values if value]


def outlined(pages: Iterable[Page], attributes: Sequence[str] = (), *, keep: bool = False) -> Outlines:
    """The outlines of pages, with the values of these attributes among the leaves; ``keep``: pages keep their trees.

    >>> [leaf[1:] for leaf in outlined([Page("<p>One <b>two</b>")]).pages[0].leaves]
    [('One', 5, ''), ('two', 7, '')]
    """
    reader = _Reader(attributes)
    read = tuple(reader.read(page.tree if keep or "tree" in vars(page) else Tree(page.source)) for page in pages)
    return Outlines(reader.paths, read)


def leaves(page: Page, known: Vocabulary, attributes: Sequence[str] = ()) -> list[Leaf]:
    """The texts of a page in document order, and between them the values of these attributes.

    >>> [leaf[:2] for leaf in leaves(Page("<p class=a>One <b>two</b> three"), frozenset({".a"}))]
    [('html/body/p.a', 'One'), ('html/body/p.a/b', 'two'), ('html/body/p.a/~b', 'three')]
    >>> [leaf[:2] for leaf in leaves(Page("<a href=/1>One</a>"), frozenset(), ["href"])]
    [('html/body/a@href', '/1'), ('html/body/a', 'One')]
    """
    (row,) = outlined([page], attributes, keep=True).rows(known)
    return row
