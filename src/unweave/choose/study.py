"""A study: the wrapper that was chosen, and the grounds on which it was.

What is left of the search when it ends: for each field its readings and what they agreed on, on the pages that nobody
has labelled. Confidence and the next question are read off it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from unweave.choose.consensus import Consensus
from unweave.choose.readings import Reading
from unweave.page import Page
from unweave.records import Example
from unweave.wrapper import Wrapper

MOST_PAGES = 16  # of those that nobody has labelled, to choose by; more cost time and told no more (docs/learn.md)
MOST_FURTHER = 48  # to look at once more, with what was chosen: rare kinds of page are seen only in many


@dataclass(frozen=True, slots=True)
class Ground:
    """What the choice of one field rests on.

    ``found`` of ``known`` values of the examples come back, which stand on ``pages`` pages; ``places`` is how many
    places a value may mean at most. ``left_out``: for each labelled page, what share of the weight rules that were
    learned from the others give to what it shows. ``further``: on unlabelled pages that had no part in the choice,
    the share of the weight behind what the chosen rules say. ``complaints``: why other families have no answer.
    ``doubts``: what nothing on the pages decides, and somebody has to say; ``doubters`` are the
    readings that say otherwise.

    >>> Ground(known=3, found=3).is_exact
    True
    """

    known: int = 0
    found: int = 0
    places: int = 1
    pages: int = 1
    method: str = "rules"
    readings: Sequence[Reading] = ()
    witnesses: Sequence[Reading] = ()
    agreed: Consensus | None = None
    left_out: tuple[float, ...] = ()
    further: tuple[float, ...] = ()
    complaints: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    doubters: Sequence[Reading] = ()

    @property
    def is_exact(self) -> bool:
        """Whether the field agrees with everything known."""
        return self.found == self.known


@dataclass(frozen=True, slots=True)
class Study:
    """The chosen wrapper, the unlabelled pages it was compared on, and the ground of each field.

    ``single``: there is one record a page.
    """

    wrapper: Wrapper
    pages: tuple[Page, ...] = ()
    grounds: Mapping[str, Ground] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    single: bool = True


def unlabelled(examples: Sequence[Example]) -> tuple[Page, ...]:
    """The pages of which nothing is known, in an order of their own, so that the order given does not matter.

    >>> pages = [Page("<b>Kim</b>"), Page("<b>Emma</b>")]
    >>> unlabelled([Example(page) for page in pages]) == unlabelled([Example(page) for page in reversed(pages)])
    True
    """
    return _every(examples)[:MOST_PAGES]


def further(examples: Sequence[Example]) -> tuple[Page, ...]:
    """The next pages of which nothing is known, behind those that the choice is made by.

    >>> further([Example(Page("<b>Kim</b>"))])
    ()
    """
    return _every(examples)[MOST_PAGES : MOST_PAGES + MOST_FURTHER]


def _every(examples: Sequence[Example]) -> tuple[Page, ...]:
    pages = {example.page for example in examples if example.status == "unlabelled"}
    return tuple(sorted(pages, key=_rank))


def _rank(page: Page) -> tuple[str, str, str]:
    return sha256(page.source.encode("utf-8", "surrogatepass")).hexdigest(), page.name, page.url or ""
