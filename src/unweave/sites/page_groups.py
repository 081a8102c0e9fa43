"""The pages of a collection by type: pages of one type have a template in common and, mostly, the shape of addresses.

    >>> items = [Page(f"<h1>{n}</h1><p><b>{n} g</b></p>", url=f"http://a.org/item/{n}") for n in range(9)]
    >>> other = Page("<ul><li><a href=/item/1>1</a><li><i>2</i></ul>", url="http://a.org/")
    >>> [(group.numbers, group.shapes) for group in page_groups([*items, other])]
    [((0, 1, 2, 3, 4, 5, 6, 7, 8), ('a.org/item/*',)), ((9,), ('a.org/',))]

Legend
    shingle     two start tags that follow each other, as a number (``page.signature``)
    sketch      the smallest shingles of a page: a fair sample of them
    leader      the first page of a group, in the order of addresses; others are compared with it
    similarity  the share of the sketch of the one page that the other has, and the other way round: the mean of both

Source: the task is named by Arasu and Garcia-Molina, Extracting Structured Data from Web Pages (2003), as future work;
sketches are those of Broder, On the resemblance and containment of documents (1997). Each page joins the group whose
leader is most similar, if it is similar enough; pages with another shape of address must be more similar. Groups are
looked up by their shingles, and shingles that very many groups have are ignored, so the time is linear in the number
of pages.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from unweave.page import Page
from unweave.page.signature import shingles
from unweave.sites.recognition import page_shapes
from unweave.tuning import GROUP_OTHER_SHAPE, GROUP_SAME_SHAPE, SIGNATURE_SIZE

MOST_GROUPS = 64  # a shingle that more groups have says nothing
NOTHING = -1  # in the place of the shingles of a page without any


@dataclass(frozen=True, slots=True)
class PageGroup:
    """Pages of one type, by their numbers in the collection, and the shapes of their addresses.

    >>> PageGroup((0, 2), ("a.org/item/*",)).numbers
    (0, 2)
    """

    numbers: tuple[int, ...]
    shapes: tuple[str, ...] = ()


def page_groups(pages: Sequence[Page]) -> list[PageGroup]:
    """The groups of a collection, the largest first; the order of the pages does not matter.

    >>> page_groups([])
    []
    """
    shapes = page_shapes(pages)
    groups = _Groups()
    for at in sorted(range(len(pages)), key=lambda at: (pages[at].url or "", pages[at].name, pages[at].source)):
        groups.add(at, shingles(pages[at]), shapes[at])
    found = [
        PageGroup(tuple(sorted(numbers)), tuple(sorted({shapes[at] for at in numbers if shapes[at]})))
        for numbers in groups.members
    ]
    return sorted(found, key=lambda group: -len(group.numbers))


class _Groups:
    """The groups so far, and which of them have which shingles."""

    def __init__(self) -> None:
        self.members: list[list[int]] = []
        self._sketches: list[frozenset[int]] = []
        self._all: list[frozenset[int]] = []
        self._shapes: list[set[str]] = []
        self._having: dict[int, list[int]] = defaultdict(list)

    def add(self, number: int, found: frozenset[int], shape: str) -> None:
        """Add a page to the most similar group, or to a new one."""
        sketch = frozenset(sorted(found)[:SIGNATURE_SIZE])
        at = self._most_similar(found, sketch, shape)
        if at is None:
            at = len(self.members)
            self.members.append([])
            self._sketches.append(sketch)
            self._all.append(found)
            self._shapes.append(set())
            for each in sketch or (NOTHING,):
                self._having[each].append(at)
        self.members[at].append(number)
        self._shapes[at].add(shape)

    def _most_similar(self, found: frozenset[int], sketch: frozenset[int], shape: str) -> int | None:
        having = (self._having.get(each, ()) for each in found or (NOTHING,))
        near = {at for groups in having if len(groups) <= MOST_GROUPS for at in groups}
        close = [
            (similarity, -at)
            for at in near
            if (similarity := self._similarity(at, found, sketch))
            >= (GROUP_SAME_SHAPE if shape in self._shapes[at] else GROUP_OTHER_SHAPE)
        ]
        return -max(close)[1] if close else None

    def _similarity(self, at: int, found: frozenset[int], sketch: frozenset[int]) -> float:
        return (_share(sketch, self._all[at]) + _share(self._sketches[at], found)) / 2


def _share(sample: frozenset[int], others: frozenset[int]) -> float:
    return len(sample & others) / len(sample) if sample else 1.0 - bool(others)
