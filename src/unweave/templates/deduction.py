"""One run of discovery over rows of texts: template texts, selectors, values, and the columns that look like data.

Legend

    rows        the texts of each page (of each record, where the records of one list are compared)
    values      for each selector, on each page its matches
    score       how much a selector's texts look like data: present on many pages, different from page to page
    level       the path of the element that contains one value and no more, with the selector's template texts; and
                how many nodes above the value it is
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import NamedTuple

from unweave.budget import check_time
from unweave.templates.columns import TemplateColumn
from unweave.templates.roles import RoleSplitter
from unweave.templates.selectors import SelectorIndex, SelectorMatch, TextSelector
from unweave.templates.template_texts import NO_TEXT, Rows, TemplateText, find_template_texts, grouped
from unweave.templates.template_words import slots, template_words
from unweave.templates.texts import depth_in_common
from unweave.tuning import COLUMN_SHARE, NEARLY_ALL, VARIETY_ENOUGH

Parents = Sequence[Sequence[int]]
Values = dict[TextSelector, dict[int, list[SelectorMatch]]]


class Level(NamedTuple):
    """Where a column repeats: columns that repeat together have one list in common, at heights of their own."""

    list: tuple[str, tuple[TemplateText, ...]]
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """Which steps a deduction takes, see ``Discover``; ``share``: a column has values on that share of the pages."""

    labels: bool = True
    runs: bool = True
    parts: bool = True
    share: float = COLUMN_SHARE


class Deduction:
    """One run of the pipeline; the result of each step is an attribute.

    Template texts are searched unless they are given; levels need the parents of each page's nodes.
    """

    def __init__(
        self,
        rows: Rows,
        steps: Steps,
        template_texts: Mapping[TemplateText, int] | None = None,
        parents: Parents = (),
    ) -> None:
        self.rows = rows
        self.steps = steps
        self.parents = parents
        groups = grouped(rows)
        if template_texts is None:
            template_texts = find_template_texts(rows, groups) if steps.labels else {}
        self.template_texts = template_texts
        splitter = RoleSplitter(rows, template_texts, steps.share)
        self.selectors: list[TextSelector] = []
        for path, group in groups.items():
            check_time()
            self.selectors += splitter.selectors(path, group)
        self.selectors += splitter.runs() if steps.runs else []
        self.values = self._values()

    def _values(self) -> Values:
        index = SelectorIndex(self.selectors, self.template_texts)
        values: Values = {selector: defaultdict(list) for selector in self.selectors}
        for page, row in enumerate(self.rows):
            check_time()
            for found in index.find(row):
                values[found[0].selector][page] += found
        return values

    def text(self, page: int, match: SelectorMatch) -> str:
        """The text of a value."""
        return " ".join(text.text for text in self.rows[page][match.first : match.last + 1])

    def texts(self, selector: TextSelector) -> dict[int, list[str]]:
        """The texts of a selector, page by page."""
        return {page: [self.text(page, match) for match in found] for page, found in self.values[selector].items()}

    def ranked(self) -> list[TextSelector]:
        """The selectors whose texts vary, those that look most like data first."""
        return [selector for _, _, selector in sorted(self._candidates(), key=lambda item: (-item[0], item[1]))]

    def _candidates(self) -> Iterator[tuple[int, float, TextSelector]]:
        needed = max(2, self.steps.share * len(self.rows))
        for selector in self.selectors:
            check_time()
            texts = self.texts(selector)
            if len(texts) >= needed and len({tuple(found) for found in texts.values()}) > 1:
                yield round(4 * score(texts, len(self.rows))), self.position(selector), selector

    def position(self, selector: TextSelector) -> float:
        """How far down a page its first value is, between 0 and 1."""
        return min(found[0].first / len(self.rows[page]) for page, found in self.values[selector].items())

    def columns(self, selectors: Sequence[TextSelector], limit: int) -> list[TemplateColumn]:
        """The columns of the first of these selectors, with the parts of their texts, in document order."""
        found = list(islice((column for selector in selectors for column in self.with_parts(selector)), limit))
        order = {column.selector: self.position(column.selector) for column in found}
        return sorted(found, key=lambda column: order[column.selector])

    def with_parts(self, selector: TextSelector) -> list[TemplateColumn]:
        """The column of a selector, and those of the parts of its texts."""
        check_time()
        found = self.values[selector]
        many = sum(len(values) == 1 for values in found.values()) < NEARLY_ALL * len(found)
        header = self._header(selector) if many else ""
        column = TemplateColumn("", selector, many, len(found) < len(self.rows), header=header)
        texts = [text for on_page in self.texts(selector).values() for text in on_page[on_page[0] == header :]]
        words = template_words(texts) if self.steps.parts else ()
        if not words:
            return [column]
        return [column, *(replace(column, words=words, slot=slot) for slot in _varying(texts, words))]

    def _header(self, selector: TextSelector) -> str:
        """The text that comes first on nearly all pages, if there is one."""
        texts = self.texts(selector)
        first, times = Counter(found[0] for found in texts.values()).most_common(1)[0]
        return first if times >= NEARLY_ALL * len(texts) else ""

    def label(self, selector: TextSelector) -> str:
        """The template text right before most of its values."""
        values = self.values[selector]
        before = Counter(self._text_before(page, found[0].first) for page, found in values.items() if found)
        label, times = before.most_common(1)[0]
        return label if 2 * times > len(values) or selector.scope == "run" else ""

    def _text_before(self, page: int, at: int) -> str:
        before = TemplateText(*self.rows[page][at - 1][:2]) if at else NO_TEXT
        return before.text if before in self.template_texts else ""

    def level(self, selector: TextSelector) -> Level | None:
        """The element that contains one value and no more."""
        if not self.parents:
            return None
        heights = Counter(
            self._height(page, one.first, other.first)
            for page, found in self.values[selector].items()
            for one, other in pairwise(found)
        )
        if not heights:
            return None
        height = heights.most_common(1)[0][0]
        steps = [step for step in selector.path.split("/") if not step.startswith("~")]
        own = height if "@" in steps[-1] else height - 1  # a text is below its path, an attribute is not
        element = steps[: len(steps) - own]
        if own < 0 or not element:  # two texts of one element
            return None
        return Level(("/".join(element).partition("@")[0], selector.behind), height)

    def _height(self, page: int, one: int, other: int) -> int:
        """How many nodes above a value the outermost node is that does not contain the other value."""
        parents, first, second = self.parents[page], self.rows[page][one].node, self.rows[page][other].node
        return depth_in_common(parents, first, first) - depth_in_common(parents, first, second) - 1


def score(texts: Mapping[int, Sequence[str]], pages: int) -> float:
    """How much the texts of a column look like data, between 0 and 1.5.

    >>> score({0: ["Emma"], 1: ["Kim"]}, 2), score({0: ["Emma"]}, 2)
    (1.5, 0.75)
    """
    different = len({tuple(found) for found in texts.values()})
    average = sum(map(len, texts.values())) / len(texts)
    variety = min(1.0, max(2 * different / len(texts), different / VARIETY_ENOUGH))
    return len(texts) / pages * (0.5 + variety) / (1.5 if average >= 3 else 1.0)


def _varying(texts: Sequence[str], words: tuple[str, ...]) -> list[int]:
    """The slots that are not the same in all texts."""
    filled = [[text[start:end] for start, end in slots(text, words)] for text in texts]
    return [slot for slot in range(len(words) + 1) if len({found[slot] for found in filled if len(found) > slot}) > 1]
