"""The texts of one path told apart by role, and a selector for each role.

Legend

    item        ``(3, 17)``: page 3, text 17
    context     the template text before an item
    run         the texts from one template text up to the next
    label       a template text that its items follow directly, or the first of several on a page does

A path that occurs once a page is one role. Otherwise its texts are split by the template text before them (the paper's
DiffEq). Groups whose template texts are only somewhere before them, on different pages, are one role (an optional text
came between). Groups that follow their labels directly stay apart, unless one label begins like the other ("Country",
"Country/Region"; "Author:", "Authors:"). What still has several texts a page is split by its first words where most of
them begin with repeated ones (a list has titles such as "Java: a primer" on a few pages), or by number where all pages
have equally many; the rest is a column of many values.
"""

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import itemgetter
from typing import TypeVar

from unweave.templates.selectors import TextSelector, prefix_of
from unweave.templates.template_texts import NO_TEXT, Rows, TemplateText, mostly_single, runs_in
from unweave.tuning import NEARLY_ALL, NUMBERED_COUNTS, RUN_LONGEST, RUN_REPEATED, TEXT_LABELS

Item = tuple[int, int]
Key = TypeVar("Key", bound=Hashable)


class RoleSplitter:
    """Splits the texts of a path into roles and makes their selectors."""

    def __init__(self, rows: Rows, template_texts: Mapping[TemplateText, int], share: float) -> None:
        self.rows = rows
        self.template_texts = template_texts
        self.runs_of_page = [list(runs_in(row, template_texts)) for row in rows]
        self.contexts = [_contexts(runs) for runs in self.runs_of_page]
        self.needed = max(2, share * len(rows))

    def selectors(self, path: str, group: Sequence[Item]) -> list[TextSelector]:
        """The selectors of one path."""
        data = [item for item in group if (path, self.text(item)) not in self.template_texts]
        if not data:
            return []
        if _single(data):
            return [TextSelector(path)]
        groups = self._by_template_text(data)
        found = [each for texts, items in groups for each in self._finer(TextSelector(path, "behind", texts), items)]
        return [*found, TextSelector(path, "elsewhere")]

    def text(self, item: Item) -> str:
        """The text of an item."""
        return self.rows[item[0]][item[1]].text

    def _follows_directly(self, item: Item) -> bool:
        page, at = item
        return at > 0 and self.rows[page][at - 1][:2] in self.template_texts

    def _is_label(self, items: Sequence[Item]) -> bool:
        """Whether on most pages the first of these items follows its template text directly."""
        first = {page: (page, at) for page, at in reversed(items)}
        return sum(map(self._follows_directly, first.values())) >= len(first) / 2

    def _by_template_text(self, data: Sequence[Item]) -> list[tuple[tuple[TemplateText, ...], list[Item]]]:
        """Items by the template text before them, joined where they have one role behind different texts."""
        groups = _split(data, lambda item: self.contexts[item[0]][item[1]])
        labelled = {text: self._is_label(items) for text, items in groups.items()}
        pages = {text: frozenset(page for page, _ in items) for text, items in groups.items()}
        often = {text: None for text, on in pages.items() if len(on) >= self.needed}
        seldom = [text for text in groups if text not in often and not labelled[text]]
        joined = JoinedTexts(pages, labelled)
        for text in sorted(often, key=lambda text: -len(pages[text])):
            joined.add(text)
        for text in seldom:
            joined.join(text)
        return [(tuple(texts), sorted(item for text in texts for item in groups[text])) for texts in joined.roles]

    def _finer(self, selector: TextSelector, items: Sequence[Item]) -> list[TextSelector]:
        """The selector; or several, that differ in first words or number."""
        if _single(items):
            return [selector]
        by_prefix = _split(items, lambda item: prefix_of(self.text(item)))
        prefixes = [p for p, part in by_prefix.items() if p and len(_pages(part)) >= self.needed and _single(part)]
        left = [item for item in items if prefix_of(self.text(item)) not in prefixes]
        if len(items) - len(left) < TEXT_LABELS * len(items):
            return _numbered(selector, items)
        named = [replace(selector, prefix=prefix) for prefix in prefixes]
        return named + (_numbered(selector, left) if left else [])

    def runs(self) -> list[TextSelector]:
        """Selectors of whole runs, behind labels whose values have several forms or text nodes."""
        found: dict[TemplateText, list[list[str]]] = defaultdict(list)
        repeated: set[TemplateText] = set()
        for row, runs in zip(self.rows, self.runs_of_page, strict=True):
            seen: set[TemplateText] = set()
            for text, start, end in runs:
                found[text].append([each.path for each in row[start:end]])
                repeated |= {text} & seen
                seen.add(text)
        single = {text: runs for text, runs in found.items() if text not in repeated and text is not NO_TEXT}
        return [TextSelector("", "run", (text,)) for text, runs in single.items() if self._varied(runs)]

    def _varied(self, runs: Sequence[list[str]]) -> bool:
        filled = [run for run in runs if run]
        if len(filled) < self.needed or max(map(len, filled)) > RUN_LONGEST:
            return False
        if any(len(run) > RUN_REPEATED and len(set(run)) < len(run) for run in filled):
            return False
        return len({tuple(run) for run in filled}) > 1 or len(filled[0]) > 1


def _contexts(runs: Iterable[tuple[TemplateText, int, int]]) -> list[TemplateText]:
    """The template text before each text of a page; template texts themselves have none."""
    found: list[TemplateText] = []
    for text, start, end in runs:
        found += [*[NO_TEXT] * (start - len(found)), *[text] * (end - start)]
    return found


class JoinedTexts:
    """Template texts joined where the items behind one are, on other pages, those behind the others.

    A page of thousands of rows may have as many template texts, so a role is looked for only among those that can be
    the one: with labels of the same beginning, and by its pages.
    """

    def __init__(self, pages: Mapping[TemplateText, frozenset[int]], labelled: Mapping[TemplateText, bool]) -> None:
        self.pages = pages
        self.beginnings = _beginnings([text for text, is_label in labelled.items() if is_label])
        self.roles: list[list[TemplateText]] = []
        self._by_pages: dict[str | None, dict[frozenset[int], list[int]]] = defaultdict(lambda: defaultdict(list))

    def add(self, text: TemplateText) -> None:
        """Join the text to the first role that it fits, or else make a role of it."""
        if not self.join(text):
            self.roles.append([])
            self._put(text, len(self.roles) - 1, self.pages[text])

    def join(self, text: TemplateText) -> bool:
        """Join the text to the first role that it fits, if there is one."""
        mine, there = self.pages[text], self._by_pages[self.beginnings.get(text)]
        apart = [pages for pages in there if len(mine - pages) >= NEARLY_ALL * len(mine)]
        fitting = [(number, pages) for pages in apart for number in self._first_fitting(text, there[pages])]
        if not fitting:
            return False
        number, pages = min(fitting, key=itemgetter(0))
        there[pages].remove(number)
        if not there[pages]:
            del there[pages]
        self._put(text, number, pages | mine)
        return True

    def _put(self, text: TemplateText, number: int, pages: frozenset[int]) -> None:
        self.roles[number].append(text)
        insort(self._by_pages[self.beginnings.get(text)][pages], number)

    def _first_fitting(self, text: TemplateText, numbers: Sequence[int]) -> Sequence[int]:
        """The first of these roles whose texts can be the same label as this one, alone; without labels all can."""
        if text not in self.beginnings:
            return numbers[:1]
        fitting = (n for n in numbers if all(_same_label(text.text, other.text) for other in self.roles[n]))
        return list(islice(fitting, 1))


def _same_label(one: str, other: str) -> bool:
    """Whether one label begins like the other.

    >>> _same_label("Author:", "Authors:"), _same_label("Author:", "Title:")
    (True, False)
    """
    return _words(one).startswith(_words(other)) or _words(other).startswith(_words(one))


def _words(label: str) -> str:
    """A label without the sign behind it."""
    return label.rstrip(": ")


def _beginnings(labels: Iterable[TemplateText]) -> dict[TemplateText, str]:
    """For each label the shortest one that it begins with: where one begins like another, they have the same.

    >>> list(_beginnings([TemplateText("th", text) for text in ("City", "Country/Region", "Country")]).values())
    ['City', 'Country', 'Country']
    """
    found: dict[TemplateText, str] = {}
    shortest = ""
    for label in sorted(labels, key=lambda label: _words(label.text)):
        words = _words(label.text)
        shortest = shortest if found and words.startswith(shortest) else words
        found[label] = shortest
    return found


def _split(items: Sequence[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    parts: dict[Key, list[Item]] = defaultdict(list)
    for item in items:
        parts[key(item)].append(item)
    return parts


def _pages(items: Sequence[Item]) -> set[int]:
    return {page for page, _ in items}


def _single(items: Sequence[Item]) -> bool:
    return mostly_single([page for page, _ in items])


def _numbered(selector: TextSelector, items: Sequence[Item]) -> list[TextSelector]:
    """One selector for each number where nearly all pages have the same few."""
    pages = Counter(page for page, _ in items)
    count, times = Counter(pages.values()).most_common(1)[0]
    least, most = NUMBERED_COUNTS
    if not least <= count <= most or times < NEARLY_ALL * len(pages):
        return [selector]
    return [replace(selector, ordinal=number, last=count - 1) for number in range(count)]
