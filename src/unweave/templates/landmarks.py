"""Texts that belong to the template: headings, and the labels that stand before values.

Legend

    landmark    ``("html/body/tr/th", "Publisher")``: a path and the one text that is template there
    group       all leaves of one path, as (page, index) pairs
    frequent    a text that stands on a share of the pages; *steady*: on nearly all of them
    once        a text that a page has once, if it has it

A steady text is a landmark. A text on fewer pages is one when its group consists of such texts (labels; rows come and
go) or when it ends with a colon, and when what follows it varies; but a text that gives way to another one on the pages
without it is a value that happens to be the same on many pages ("Right", "Left"). Labels may stand several times on a
page when at least three of them do so equally often on every page: the paper's equivalence class.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from unweave.page import Page
from unweave.templates.leaves import Leaf, vocabulary
from unweave.templates.outlines import outlined

LETTER = re.compile(r"[^\W\d_]")
Rows = Sequence[Sequence[Leaf]]
Group = list[tuple[int, int]]


class Landmark(NamedTuple):
    """A path and the template's text there."""

    path: str
    text: str


NOWHERE = Landmark("", "")


@dataclass(frozen=True, slots=True)
class Shares:
    """From which share of the pages on a text is frequent, likely, steady; and how pure a group of labels is."""

    frequent: float = 0.2
    likely: float = 0.75
    steady: float = 0.95
    labels: float = 0.7


class Texts:
    """The texts of one group: on which pages how often."""

    def __init__(self, rows: Rows, group: Group, shares: Shares) -> None:
        self.counts: dict[str, Counter[int]] = defaultdict(Counter)
        for page, at in group:
            self.counts[rows[page][at].text][page] += 1
        self.size = len(group)
        pages = Counter(page for page, _ in group)
        self.single = sum(count > 1 for count in pages.values()) <= 0.05 * len(pages)
        needed = max(2, shares.frequent * len(rows))
        self.frequent = [text for text, on in self.counts.items() if len(on) >= needed]
        self.once = [text for text in self.frequent if self._once(text) and LETTER.search(text)]

    def _once(self, text: str) -> bool:
        on = self.counts[text]
        return sum(count > 1 for count in on.values()) <= 0.1 * len(on)

    def share(self, texts: Sequence[str]) -> float:
        """Which share of the group these texts are."""
        return sum(sum(self.counts[text].values()) for text in texts) / self.size

    def in_step(self) -> list[str]:
        """Frequent texts that stand several times on a page, at least three of them equally often everywhere."""
        vectors: dict[tuple[tuple[int, int], ...], list[str]] = defaultdict(list)
        for text in self.frequent:
            if text not in self.once and LETTER.search(text) and max(self.counts[text].values()) <= 3:
                vectors[tuple(sorted(self.counts[text].items()))].append(text)
        return [text for texts in vectors.values() if len(texts) >= 3 for text in texts]


def grouped(rows: Rows) -> dict[str, Group]:
    """The leaves of each path."""
    groups: dict[str, Group] = defaultdict(list)
    for page, row in enumerate(rows):
        for at, leaf in enumerate(row):
            groups[leaf.path].append((page, at))
    return groups


def template_texts(pages: Sequence[Page]) -> frozenset[str]:
    """The texts of the template of these pages, white space collapsed: headings, labels, buttons.

    They stand on nearly every page in the same role, or are labels of rows that come and go. One page shows none; on
    two or three, data that is the same everywhere passes for template.

    >>> books = [("Emma", "Austen"), ("Kim", "Kipling"), ("Dune", "Herbert"), ("Ulysses", "Joyce")]
    >>> pages = [Page(f"<h1>{title}</h1><table><tr><th>Author:<td>{author}</table>") for title, author in books]
    >>> template_texts(pages)
    frozenset({'Author:'})
    """
    outlines = outlined(pages, keep=True)
    rows = outlines.rows(vocabulary(outlines.names()))
    return frozenset(mark.text for mark in landmarks(rows, grouped(rows), Shares()))


def landmarks(rows: Rows, groups: dict[str, Group], shares: Shares) -> dict[Landmark, int]:
    """The landmarks, each with the number of pages that have it."""
    found: dict[Landmark, int] = {}
    likely: list[Landmark] = []
    for path, group in groups.items():
        texts = Texts(rows, group, shares)
        for text in _template_texts(rows, group, texts, shares):
            found[Landmark(path, text)] = len(texts.counts[text])
        likely += [Landmark(path, text) for text in _likely_texts(texts, shares, len(rows))]
    steady = {mark for mark, pages in found.items() if pages >= shares.steady * len(rows)}
    return found | _not_replaced(rows, likely, steady)


def _template_texts(rows: Rows, group: Group, texts: Texts, shares: Shares) -> list[str]:
    steady = [text for text in texts.once if len(texts.counts[text]) >= shares.steady * len(rows)]
    labels = [text for text in texts.once if _label(text, texts, shares) and text not in steady]
    labels = [text for text in labels if len(texts.counts[text]) < shares.likely * len(rows)] + texts.in_step()
    return steady + [text for text in labels if _followers_vary(rows, group, text)]


def _label(text: str, texts: Texts, shares: Shares) -> bool:
    if text.endswith(":"):
        return not _repeating(texts)
    alone = texts.single and len(texts.counts) > 1
    return not alone and not _repeating(texts) and texts.share(texts.frequent) >= shares.labels


def _repeating(texts: Texts) -> bool:
    """Whether the group is rather a column of few different values."""
    once = set(texts.once)
    return texts.share([text for text in texts.frequent if text not in once]) > 0.3


def _followers_vary(rows: Rows, group: Group, text: str) -> bool:
    behind = {
        rows[page][at + 1].text if at + 1 < len(rows[page]) else "" for page, at in group if rows[page][at].text == text
    }
    return len(behind) > 1


def _likely_texts(texts: Texts, shares: Shares, pages: int) -> list[str]:
    if _repeating(texts):
        return []
    return [t for t in texts.once if shares.likely * pages <= len(texts.counts[t]) < shares.steady * pages]


def _not_replaced(rows: Rows, likely: Sequence[Landmark], steady: set[Landmark]) -> dict[Landmark, int]:
    """Of the likely landmarks those whose place is empty, not taken by another text, on the pages without them."""
    counts: dict[tuple[str, Landmark], Counter[int]] = defaultdict(Counter)
    seen: dict[Landmark, dict[int, Landmark]] = {mark: {} for mark in likely}
    paths = {mark.path for mark in likely}
    for page, row in enumerate(rows):
        around = NOWHERE
        for leaf in row:
            here = Landmark(leaf.path, leaf.text)
            around = here if here in steady else around
            if leaf.path in paths:
                counts[leaf.path, around][page] += 1
                if here in seen:
                    seen[here][page] = around
    return {mark: len(on) for mark, on in seen.items() if _leaves_a_gap(counts, mark, on, len(rows))}


def _leaves_a_gap(
    counts: dict[tuple[str, Landmark], Counter[int]], mark: Landmark, on: dict[int, Landmark], pages: int
) -> bool:
    around = Counter(on.values()).most_common(1)[0][0]
    here = counts[mark.path, around]
    without = [here[page] for page in range(pages) if page not in on]
    with_it = [here[page] for page in on]
    return not without or sum(without) / len(without) <= sum(with_it) / len(with_it) - 0.6
