"""One run of discovery over rows of leaves: landmarks, places, values, and the columns that look like data.

Legend

    rows        the leaves of each page (of each record, where the records of one list are compared)
    values      for each place, on each page what is found there
    rank        how much a place looks like data: filled on many pages, different from page to page
    level       the path and depth of the element that holds one value of a place and no more, and its landmarks
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from unweave.clock import look
from unweave.templates.columns import Splitter
from unweave.templates.landmarks import Group, Landmark, Rows, Shares, grouped, landmarks
from unweave.templates.layout import Column
from unweave.templates.leaves import depth_in_common
from unweave.templates.parts import slots, template_words
from unweave.templates.places import Found, Index, Place

HEADED = 0.9
ENOUGH = 6  # so many different values show variety, however many pages there are
Level = tuple[str, int, tuple[Landmark, ...]]
Parents = Sequence[Sequence[int]]
Values = dict[Place, dict[int, list[Found]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """Which steps a deduction takes, see ``Discover``; ``share``: on that share of the pages a column has values."""

    labels: bool = True
    runs: bool = True
    parts: bool = True
    share: float = 0.15
    shares: Shares = field(default_factory=Shares)


class Deduction:
    """One run of the pipeline; each step can be looked at.

    Landmarks are looked for unless they are given; levels are where the parents of each page's nodes are given.
    """

    def __init__(
        self, rows: Rows, steps: Steps, marks: Mapping[Landmark, int] | None = None, parents: Parents = ()
    ) -> None:
        self.rows = rows
        self.steps = steps
        self.parents = parents
        self.groups = grouped(rows)
        self.marks = self._landmarks() if marks is None else dict(marks)
        self.splitter = Splitter(rows, self.marks, steps.share)
        self.places = [place for path, group in self.groups.items() for place in self._split(path, group)]
        self.places += self.splitter.runs() if steps.runs else []
        self.values = self._values()

    def _landmarks(self) -> dict[Landmark, int]:
        return landmarks(self.rows, self.groups, self.steps.shares) if self.steps.labels else {}

    def _split(self, path: str, group: Group) -> list[Place]:
        look()
        return self.splitter.places(path, group)

    def _values(self) -> Values:
        index = Index(self.places, self.marks)
        values: Values = {place: defaultdict(list) for place in self.places}
        for page, row in enumerate(self.rows):
            look()
            for found in index.find(row):
                values[found.place][page].append(found)
        return values

    def text(self, page: int, found: Found) -> str:
        """The text of a value."""
        return " ".join(leaf.text for leaf in self.rows[page][found.first : found.last + 1])

    def texts(self, place: Place) -> dict[int, list[str]]:
        """The texts of a place, page by page."""
        return {page: [self.text(page, value) for value in found] for page, found in self.values[place].items()}

    def ranked(self) -> list[Place]:
        """The places that vary, those that look most like data first."""
        return [place for _, _, place in sorted(self._candidates(), key=lambda item: (-item[0], item[1]))]

    def _candidates(self) -> Iterator[tuple[int, float, Place]]:
        needed = max(2, self.steps.share * len(self.rows))
        for place in self.places:
            look()
            texts = self.texts(place)
            if len(texts) >= needed and len({tuple(found) for found in texts.values()}) > 1:
                yield round(4 * rank(texts, len(self.rows))), self.position(place), place

    def position(self, place: Place) -> float:
        """How far down a page it stands, between 0 and 1."""
        return min(found[0].first / len(self.rows[page]) for page, found in self.values[place].items())

    def columns(self, places: Sequence[Place], limit: int) -> list[Column]:
        """The columns of the first of these places, with the parts of their texts, in document order."""
        found = [column for place in places for column in self.with_parts(place)][:limit]
        order = {column.place: self.position(column.place) for column in found}
        return sorted(found, key=lambda column: order[column.place])

    def with_parts(self, place: Place) -> list[Column]:
        """The column of a place, and those of the parts of its texts."""
        look()
        found = self.values[place]
        many = sum(len(values) > 1 for values in found.values()) > 0.05 * len(found)
        header = self._header(place) if many else ""
        column = Column("", place, many, len(found) < len(self.rows), header=header)
        texts = [text for on_page in self.texts(place).values() for text in on_page[on_page[0] == header :]]
        words = template_words(texts) if self.steps.parts else ()
        if not words:
            return [column]
        return [column, *(replace(column, words=words, slot=slot) for slot in _varying(texts, words))]

    def _header(self, place: Place) -> str:
        """The text that comes first on nearly all pages, if there is one."""
        texts = self.texts(place)
        first, times = Counter(found[0] for found in texts.values()).most_common(1)[0]
        return first if times >= HEADED * len(texts) else ""

    def label(self, place: Place) -> str:
        """The landmark that stands right before most of its values."""
        before = Counter(
            self._landmark_before(page, found[0].first) for page, found in self.values[place].items() if found
        )
        label, times = before.most_common(1)[0]
        return label if 2 * times > len(self.values[place]) or place.scope == "run" else ""

    def _landmark_before(self, page: int, at: int) -> str:
        mark = Landmark(*self.rows[page][at - 1][:2]) if at else None
        return mark.text if mark in self.marks else ""

    def level(self, place: Place) -> Level | None:
        """The path and depth of the element that holds one value and no more."""
        if not self.parents:
            return None
        depths = Counter(
            depth_in_common(self.parents[page], self.rows[page][one.first].node, self.rows[page][other.first].node) + 1
            for page, found in self.values[place].items()
            for one, other in pairwise(found)
        )
        if not depths:
            return None
        depth = depths.most_common(1)[0][0]
        steps = [step.partition("@")[0] for step in place.path.split("/") if not step.startswith("~")]
        return ("/".join(steps[:depth]), depth, place.marks) if depth <= len(steps) else None


def rank(texts: Mapping[int, Sequence[str]], pages: int) -> float:
    """How much a column looks like data, between 0 and 1.5.

    >>> rank({0: ["Emma"], 1: ["Kim"]}, 2), rank({0: ["Emma"]}, 2)
    (1.5, 0.75)
    """
    different = len({tuple(found) for found in texts.values()})
    average = sum(map(len, texts.values())) / len(texts)
    variety = min(1.0, max(2 * different / len(texts), different / ENOUGH))
    return len(texts) / pages * (0.5 + variety) / (1.5 if average >= 3 else 1.0)


def _varying(texts: Sequence[str], words: tuple[str, ...]) -> list[int]:
    """The slots that are not the same in all texts."""
    filled = [[text[start:end] for start, end in slots(text, words)] for text in texts]
    return [slot for slot in range(len(words) + 1) if len({found[slot] for found in filled if len(found) > slot}) > 1]
