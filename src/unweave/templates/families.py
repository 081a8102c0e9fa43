"""A mixed folder or crawl, clustered into templates.

Legend

    form        the set of paths of a page's elements: what its template looks like
    family      pages of one form; worth discovering when there are enough of them

Two pages are of one family when they share at least a third of the paths of the one that has fewer (pages of different
sites share less than a quarter). Each page joins the
family whose first member it is most like.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from unweave.page import Page
from unweave.templates.leaves import HIDDEN, Vocabulary, names_of, names_on, vocabulary

ALIKE = 0.35
EVERYWHERE = frozenset({"html", "head", "body"})
WORTH = 4


@dataclass(frozen=True, slots=True)
class Family:
    """Pages of one template, largest family first; ``numbers`` are their places in what was given."""

    pages: tuple[Page, ...]
    numbers: tuple[int, ...]

    @property
    def worth_discovering(self) -> bool:
        """Whether there are enough pages to tell template and data apart."""
        return len(self.pages) >= WORTH


def form(page: Page, known: Vocabulary) -> frozenset[str]:
    """The paths of a page's elements, with the classes of the vocabulary.

    >>> sorted(form(Page("<p class=a><b>x"), frozenset({".a"})))
    ['/p.a', '/p.a/b']
    """
    paths: dict[int, str] = {}
    for node in page.tree.elements():
        above = paths.get(node.parent.index, "") if node.parent else ""
        if node.tag not in HIDDEN and node.tag not in EVERYWHERE:
            paths[node.index] = f"{above}/{node.tag}" + "".join(
                name for name in names_of(node) if name in known and name[0] == "."
            )
    return frozenset(paths.values())


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Which share of the smaller form the other has, too.

    >>> likeness(frozenset("ab"), frozenset("bcd"))
    0.5
    """
    return len(one & other) / max(1, min(len(one), len(other)))


def families(
    pages: Sequence[Page], *, alike: float = ALIKE, names: Sequence[frozenset[str]] | None = None
) -> list[Family]:
    """The pages by template, the largest family first; ``names`` are the ids and classes of each, where known."""
    known = vocabulary(names or [names_on(page) for page in pages], share=0.0)
    forms = [form(page, known) for page in pages]
    members: list[list[int]] = []
    for number, made in enumerate(forms):
        near = max(members, key=lambda family: likeness(made, forms[family[0]]), default=None)
        if near and likeness(made, forms[near[0]]) >= alike:
            near.append(number)
        else:
            members.append([number])
    ordered = sorted(members, key=lambda family: (-len(family), family[0]))
    return [Family(tuple(pages[number] for number in family), tuple(family)) for family in ordered]
