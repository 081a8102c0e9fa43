"""From groups of leaves to places: a path alone where a page has it once; else told apart by what stands around it.

Legend

    item        ``(3, 17)``: page 3, leaf 17
    contexts    for each leaf the landmark before it
    near        a leaf right behind a landmark: the landmark is its label

A group with several leaves a page is split by landmark; groups whose landmarks are only somewhere before them, on
different pages, are one group (an optional link came between); groups right behind their labels stay apart, unless one
label begins like the other ("Country", "Country/Region"). What is left with several leaves a page is split by its first
words, or by number where all pages have equally many; the rest is a column of many values.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

from unweave.templates.landmarks import NOWHERE, Landmark, Rows
from unweave.templates.leaves import Leaf
from unweave.templates.places import Place, prefix_of

Item = tuple[int, int]
Key = TypeVar("Key", bound=Hashable)
LONGEST_RUN = 6
SHORT = 4  # a longer run with a path twice is a list, not a value


def contexts(rows: Rows, marks: Mapping[Landmark, int]) -> list[list[Landmark]]:
    """The landmark before each leaf."""
    return [list(_before(row, marks)) for row in rows]


def _before(row: Sequence[Leaf], marks: Mapping[Landmark, int]) -> Iterator[Landmark]:
    behind = NOWHERE
    for path, text, *_ in row:
        yield behind
        here = Landmark(path, text)
        behind = here if here in marks else behind


class Splitter:
    """Splits groups into places."""

    def __init__(self, rows: Rows, marks: Mapping[Landmark, int], share: float) -> None:
        self.rows = rows
        self.marks = marks
        self.contexts = contexts(rows, marks)
        self.needed = max(2, share * len(rows))

    def places(self, path: str, group: Sequence[Item]) -> list[Place]:
        """The places of one path."""
        data = [item for item in group if Landmark(path, self.text(item)) not in self.marks]
        if not data:
            return []
        if _single(data):
            return [Place(path)]
        parts = self._by_landmark(data)
        made = [place for marks, items in parts for place in self._finer(Place(path, "behind", marks), items)]
        return [*made, Place(path, "elsewhere")]

    def text(self, item: Item) -> str:
        """The text of a leaf."""
        return self.rows[item[0]][item[1]].text

    def _near(self, item: Item) -> bool:
        page, at = item
        return at > 0 and Landmark(*self.rows[page][at - 1][:2]) in self.marks

    def _by_landmark(self, data: Sequence[Item]) -> list[tuple[tuple[Landmark, ...], list[Item]]]:
        """Items by landmark, joined where they are the same thing behind different ones."""
        groups = _split(data, lambda item: self.contexts[item[0]][item[1]])
        labelled = {mark: sum(map(self._near, items)) >= 0.5 * len(items) for mark, items in groups.items()}
        often = [mark for mark, items in groups.items() if len(_pages(items)) >= self.needed]
        seldom = [mark for mark in groups if mark not in often and not labelled[mark]]
        joined: list[list[Landmark]] = []
        for mark in [*sorted(often, key=lambda mark: -len(_pages(groups[mark]))), *seldom]:
            friends = next((other for other in joined if _same(mark, other, groups, labelled)), None)
            if friends:
                friends.append(mark)
            elif mark in often:
                joined.append([mark])
        return [(tuple(marks), sorted(item for mark in marks for item in groups[mark])) for marks in joined]

    def _finer(self, place: Place, items: Sequence[Item]) -> list[Place]:
        """The place; or several, told apart by first words or by number."""
        if _single(items):
            return [place]
        by_prefix = _split(items, lambda item: prefix_of(self.text(item)))
        prefixes = [p for p, part in by_prefix.items() if p and len(_pages(part)) >= self.needed and _single(part)]
        left = [item for item in items if prefix_of(self.text(item)) not in prefixes]
        named = [Place(place.path, place.scope, place.marks, prefix=prefix) for prefix in prefixes]
        return named + (_numbered(place, left) if left else [])

    def runs(self) -> list[Place]:
        """Places of whole runs, behind labels whose values stand in several forms or pieces."""
        found: dict[Landmark, list[list[str]]] = defaultdict(list)
        repeated: set[Landmark] = set()
        for row in self.rows:
            seen: set[Landmark] = set()
            for mark, paths in _runs(row, self.marks):
                found[mark].append(paths)
                repeated |= {mark} & seen
                seen.add(mark)
        return [Place("", "run", (mark,)) for mark, runs in found.items() if mark not in repeated and self._mixed(runs)]

    def _mixed(self, runs: Sequence[list[str]]) -> bool:
        filled = [run for run in runs if run]
        if len(filled) < self.needed or max(map(len, filled)) > LONGEST_RUN:
            return False
        if any(len(run) > SHORT and len(set(run)) < len(run) for run in filled):
            return False
        return len({tuple(run) for run in filled}) > 1 or len(filled[0]) > 1


def _runs(row: Sequence[Leaf], marks: Mapping[Landmark, int]) -> Iterator[tuple[Landmark, list[str]]]:
    behind, paths = NOWHERE, list[str]()
    for path, text, *_ in row:
        here = Landmark(path, text)
        if here in marks:
            if behind is not NOWHERE:
                yield behind, paths
            behind, paths = here, []
        else:
            paths.append(path)
    if behind is not NOWHERE:
        yield behind, paths


def _split(items: Sequence[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    parts: dict[Key, list[Item]] = defaultdict(list)
    for item in items:
        parts[key(item)].append(item)
    return parts


def _pages(items: Sequence[Item]) -> set[int]:
    return {page for page, _ in items}


def _single(items: Sequence[Item]) -> bool:
    pages = Counter(page for page, _ in items)
    return sum(count > 1 for count in pages.values()) <= 0.05 * len(pages)


def _same(
    mark: Landmark, others: Sequence[Landmark], groups: Mapping[Landmark, list[Item]], labelled: Mapping[Landmark, bool]
) -> bool:
    """Whether the items behind a landmark are, on other pages, those behind the others."""
    mine = _pages(groups[mark])
    theirs = {page for other in others for page in _pages(groups[other])}
    return len(mine & theirs) <= 0.05 * len(mine) and all(_compatible(mark, other, labelled) for other in others)


def _compatible(one: Landmark, other: Landmark, labelled: Mapping[Landmark, bool]) -> bool:
    if labelled[one] and labelled[other]:
        return one.text.startswith(other.text) or other.text.startswith(one.text)
    return not labelled[one] and not labelled[other]


def _numbered(place: Place, items: Sequence[Item]) -> list[Place]:
    """One place for each number where nearly all pages have the same few."""
    pages = Counter(page for page, _ in items)
    count, times = Counter(pages.values()).most_common(1)[0]
    if not 2 <= count <= 4 or times < 0.9 * len(pages):
        return [place]
    return [Place(place.path, place.scope, place.marks, "", number, count - 1) for number in range(count)]
