"""Texts that belong to the template: headings, and the labels before values.

Legend

    template text   ``("html/body/tr/th", "Publisher")``: a path and a text that is template there
    group           all texts of one path, as (page, index) pairs
    frequent        a text that occurs on a certain share of the pages; *required*: on nearly all of them
    once            a text that occurs once on a page, if it occurs there

A required text is template. A text on fewer pages is template when its group consists of such texts (labels of optional
rows) or when it ends with a colon, and when the text after it varies. But if another text takes its place on the pages
without it, it is a value that is the same on many pages ("Right", "Left"). And if texts of the group follow one
another, they are lists of values of which there are few ("Drama", "War"): behind a label is its value. So they are if
their order changes from page to page ("2 eggs, 1 salt", "3 salt, 1 eggs"): labels keep theirs. What separates values
("and") is no template text. Labels may occur several times on a page when at least three of them do so equally often on
every page: the paper's equivalence class.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from unweave.page import Page
from unweave.templates.texts import PathText, read_texts
from unweave.tuning import (
    EXALG_SIZE,
    FREQUENT,
    NEARLY_ALL,
    TEXT_LABELS,
    TEXT_LIKELY,
    TEXT_REPLACED,
)
from unweave.values.separators import separates

LETTER = re.compile(r"[^\W\d_]")
Rows = Sequence[Sequence[PathText]]
Group = list[tuple[int, int]]


class TemplateText(NamedTuple):
    """A path and the template's text there."""

    path: str
    text: str


NO_TEXT = TemplateText("", "")


def runs_in(row: Sequence[PathText], known: Container[TemplateText]) -> Iterator[tuple[TemplateText, int, int]]:
    """Each template text of a row with start and end of the texts up to the next one; first NO_TEXT with its texts.

    >>> row = [PathText("p", "Emma", 1), PathText("th", "Year:", 2), PathText("td", "1815", 3)]
    >>> [(text.text, start, end) for text, start, end in runs_in(row, {TemplateText("th", "Year:")})]
    [('', 0, 1), ('Year:', 2, 3)]
    """
    before, start = NO_TEXT, 0
    for at, text in enumerate(row):
        if text[:2] in known:  # as a tuple: few of all texts are template
            yield before, start, at
            before, start = TemplateText(*text[:2]), at + 1
    yield before, start, len(row)


def mostly_single(pages: Sequence[int]) -> bool:
    """Whether nearly every page occurs once, given the page of each value.

    >>> mostly_single([0, 1, 2]), mostly_single([0, 0, 1])
    (True, False)
    """
    counts = Counter(pages).values()
    return sum(count == 1 for count in counts) >= NEARLY_ALL * len(counts)


class GroupTexts:
    """The texts of one group: how often each occurs on each page, and what follows it.

    A group may have as many texts as the page has rows: whatever concerns all of them is computed once.
    """

    def __init__(self, rows: Rows, group: Group) -> None:
        self.rows = rows
        self.group = group
        self.counts: dict[str, dict[int, int]] = defaultdict(dict)
        for page, at in group:
            on = self.counts[rows[page][at].text]
            on[page] = on.get(page, 0) + 1
        self.size = len(group)
        self.single = mostly_single([page for page, _ in group])
        needed = max(2, FREQUENT * len(rows))
        self.frequent = [text for text, on in self.counts.items() if len(on) >= needed]
        self.once = {text: None for text in self.frequent if self._once(text) and _may_be_template(text)}

    def _once(self, text: str) -> bool:
        on = self.counts[text].values()
        return sum(count == 1 for count in on) >= NEARLY_ALL * len(on)

    def share(self, texts: Sequence[str]) -> float:
        """The share of these texts in the group."""
        return sum(sum(self.counts[text].values()) for text in texts) / self.size

    @cached_property
    def following(self) -> dict[str, set[str]]:
        """The texts that follow each text."""
        found: dict[str, set[str]] = defaultdict(set)
        for page, at in self.group:
            row = self.rows[page]
            found[row[at].text].add(row[at + 1].text if at + 1 < len(row) else "")
        return found

    @cached_property
    def repeating(self) -> bool:
        """Whether the group is rather a column of few different values."""
        return self.share([text for text in self.frequent if text not in self.once]) > 1 - TEXT_LABELS

    @cached_property
    def listed(self) -> bool:
        """Whether texts of the group follow one another, as the values of a list do."""
        alone = sum(not is_followed_by_like(self.rows[page], at) for page, at in self.group)
        return alone < NEARLY_ALL * self.size

    @cached_property
    def in_order(self) -> bool:
        """Whether the frequent texts have one order on all pages, with few exceptions, as labels do."""
        orders: dict[tuple[str, str], Counter[bool]] = defaultdict(Counter)
        for one, other in self._neighbours():
            orders[min(one, other), max(one, other)][one < other] += 1
        compared = [found for found in orders.values() if sum(found.values()) > 1]
        in_order = sum(max(found[True], found[False]) for found in compared)
        return in_order >= NEARLY_ALL * sum(sum(found.values()) for found in compared)

    def _neighbours(self) -> Iterator[tuple[str, str]]:
        """Each two frequent texts with none between them on a page."""
        last: dict[int, str] = {}
        for page, at in self.group:
            text = self.rows[page][at].text
            if text in self.once:
                if page in last:
                    yield last[page], text
                last[page] = text

    @cached_property
    def frequent_share(self) -> float:
        """The share of frequent texts in the group."""
        return self.share(self.frequent)

    def equal_counts(self) -> list[str]:
        """Frequent texts that occur several times on a page, at least three of them equally often everywhere."""
        vectors: dict[tuple[tuple[int, int], ...], list[str]] = defaultdict(list)
        for text in self.frequent:
            if text not in self.once and LETTER.search(text) and max(self.counts[text].values()) <= 3:
                vectors[tuple(sorted(self.counts[text].items()))].append(text)
        return [text for texts in vectors.values() if len(texts) >= EXALG_SIZE for text in texts]


def _may_be_template(text: str) -> bool:
    return LETTER.search(text) is not None and not separates(text)


def is_followed_by_like(row: Sequence[PathText], at: int) -> bool:
    """Whether the next text of a row, a separator left out, has the same path.

    >>> [is_followed_by_like([PathText("a", "Ann", 0), PathText("a", "Bob", 1)], at) for at in (0, 1)]
    [True, False]
    """
    following = next((one for one in row[at + 1 : at + 3] if not separates(one.text)), None)
    return following is not None and following.path == row[at].path


def grouped(rows: Rows) -> dict[str, Group]:
    """The texts of each path."""
    groups: dict[str, Group] = defaultdict(list)
    for page, row in enumerate(rows):
        for at, text in enumerate(row):
            groups[text.path].append((page, at))
    return groups


def template_texts(pages: Sequence[Page]) -> frozenset[str]:
    """The texts of the template of these pages, white space collapsed: headings, labels, buttons.

    They occur on nearly every page in the same role, or are labels of optional rows. One page shows none; on two or
    three, data that is the same everywhere passes for template.

    >>> books = [("Emma", "Austen"), ("Kim", "Kipling"), ("Dune", "Herbert"), ("Ulysses", "Joyce")]
    >>> pages = [Page(f"<h1>{title}</h1><table><tr><th>Author:<td>{author}</table>") for title, author in books]
    >>> template_texts(pages)
    frozenset({'Author:'})
    """
    texts = read_texts(pages, keep=True)
    rows = texts.rows(texts.vocabulary())
    return frozenset(found.text for found in find_template_texts(rows, grouped(rows)))


def find_template_texts(rows: Rows, groups: dict[str, Group]) -> dict[TemplateText, int]:
    """The template texts, each with the number of pages that have it."""
    found: dict[TemplateText, int] = {}
    likely: list[TemplateText] = []
    for path, group in groups.items():
        texts = GroupTexts(rows, group)
        for text in _certain_texts(texts, len(rows)):
            found[TemplateText(path, text)] = len(texts.counts[text])
        likely += [TemplateText(path, text) for text in _likely_texts(texts, len(rows))]
    required = {text for text, pages in found.items() if pages >= NEARLY_ALL * len(rows)}
    return found | _not_replaced(rows, likely, required)


def _certain_texts(texts: GroupTexts, pages: int) -> list[str]:
    required = [text for text in texts.once if len(texts.counts[text]) >= NEARLY_ALL * pages]
    limit = TEXT_LIKELY * pages
    labels = [text for text in texts.once if len(texts.counts[text]) < limit and _label(text, texts)]
    return required + [text for text in labels + texts.equal_counts() if len(texts.following[text]) > 1]


def _label(text: str, texts: GroupTexts) -> bool:
    if text.endswith(":"):
        return not texts.repeating
    alone = texts.single and len(texts.counts) > 1
    values = alone or texts.listed or texts.repeating or not texts.in_order
    return not values and texts.frequent_share >= TEXT_LABELS


def _likely_texts(texts: GroupTexts, pages: int) -> list[str]:
    if texts.repeating:
        return []
    return [t for t in texts.once if TEXT_LIKELY * pages <= len(texts.counts[t]) < NEARLY_ALL * pages]


def _not_replaced(rows: Rows, likely: Sequence[TemplateText], required: set[TemplateText]) -> dict[TemplateText, int]:
    """Of the likely texts those that no other text replaces on the pages without them."""
    counts: dict[tuple[str, TemplateText], Counter[int]] = defaultdict(Counter)
    seen: dict[TemplateText, dict[int, TemplateText]] = {text: {} for text in likely}
    paths = {text.path for text in likely}
    for page, row in enumerate(rows):
        before = NO_TEXT
        for text in row:
            if text[:2] in required:
                before = TemplateText(*text[:2])
            if text.path in paths:
                counts[text.path, before][page] += 1
                if (here := TemplateText(*text[:2])) in seen:
                    seen[here][page] = before
    return {text: len(on) for text, on in seen.items() if _absent_without(counts, text, on, len(rows))}


def _absent_without(
    counts: dict[tuple[str, TemplateText], Counter[int]], text: TemplateText, on: dict[int, TemplateText], pages: int
) -> bool:
    """Whether pages without the text have fewer texts at its path, behind the same required text."""
    before = Counter(on.values()).most_common(1)[0][0]
    here = counts[text.path, before]
    without = [here[page] for page in range(pages) if page not in on]
    with_it = [here[page] for page in on]
    return not without or sum(without) / len(without) <= sum(with_it) / len(with_it) - TEXT_REPLACED
