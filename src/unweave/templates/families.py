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
from unweave.templates.leaves import vocabulary
from unweave.templates.outlines import Outlines, outlined

ALIKE = 0.35
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


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Which share of the smaller form the other has, too.

    >>> likeness(frozenset("ab"), frozenset("bcd"))
    0.5
    """
    return len(one & other) / max(1, min(len(one), len(other)))


def families(pages: Sequence[Page], *, alike: float = ALIKE) -> list[Family]:
    """The pages by template, the largest family first."""
    return [
        Family(tuple(pages[number] for number in numbers), numbers)
        for numbers in like_pages(outlined(pages), alike=alike)
    ]


def like_pages(outlines: Outlines, *, alike: float = ALIKE) -> list[tuple[int, ...]]:
    """The numbers of the pages of each family, the largest first."""
    forms = outlines.forms(vocabulary(outlines.names(), share=0.0))
    members: list[list[int]] = []
    for number, made in enumerate(forms):
        near = max(members, key=lambda family: likeness(made, forms[family[0]]), default=None)
        if near and likeness(made, forms[near[0]]) >= alike:
            near.append(number)
        else:
            members.append([number])
    return [tuple(family) for family in sorted(members, key=lambda family: (-len(family), family[0]))]
