"""Page types proposed for a collection: its groups with names, and the links from one to another.

    >>> items = "".join(f'<li><a href="/b/{n}">{n}</a></li>' for n in range(4))
    >>> pages = [Page(f"<ul>{items}</ul>", url="http://a.org/")]
    >>> pages += [Page(f"<h1>{n}</h1><p><i>{n}</i></p>", url=f"http://a.org/b/{n}") for n in range(4)]
    >>> [(one.name, one.numbers) for one in proposed_types(pages)]
    [('list', (0,)), ('detail', (1, 2, 3, 4))]

Legend
    group       pages that are alike (``page_groups``)
    navigation  addresses that nearly all pages link to: menu, imprint. Such a link says nothing about types
    leads       a group leads to another if its pages have more links to pages of that one than the other way round: a
                list has a link to each detail page, a detail page at most one back
    names       detail: leads to no other; list: leads to details; then categories, index, start (as ``learning`` names
                them). Groups without any link are one type, ``other``; where no group has links, they are numbered
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from unweave.page import Page
from unweave.sites.learning import DETAIL, LIST, PARENTS
from unweave.sites.linked_pages import SourceLink, links_of
from unweave.sites.page_groups import page_groups
from unweave.sites.page_sources import page_key
from unweave.tuning import NAVIGATION_SHARE

OTHER = "other"
LEAST_NAVIGATION = 3  # of fewer pages all may have a link to the same list


@dataclass(frozen=True, slots=True)
class ProposedType:
    """Pages that may be of one type, by their numbers, and a name for it.

    >>> ProposedType("list", (0, 2)).numbers
    (0, 2)
    """

    name: str
    numbers: tuple[int, ...]


def type_links(
    pages: Sequence[Page], groups: Sequence[Sequence[int]], links: Sequence[Sequence[SourceLink]] | None = None
) -> dict[tuple[int, int], dict[int, list[SourceLink]]]:
    """Which group leads to which, with the links of each page; ``links`` are those of the pages, if they are known.

    >>> pages = [Page('<p><a href="/1">x', url="http://a.org/"), Page("<p>y", url="http://a.org/1")]
    >>> {pair: list(found) for pair, found in type_links(pages, [[0], [1]]).items()}
    {(0, 1): [0]}
    """
    every = links if links is not None else [links_of(page) for page in pages]
    at = {page_key(page): number for number, page in enumerate(pages)}
    group_of = {number: group for group, numbers in enumerate(groups) for number in numbers}
    ignored = _navigation(every, at)
    found: dict[tuple[int, int], dict[int, list[SourceLink]]] = {}
    for number, group in group_of.items():
        for link in every[number]:
            to = group_of.get(at.get(link.target, -1))
            if to not in (None, group) and link.target not in ignored:
                found.setdefault((group, to), {}).setdefault(number, []).append(link)
    means = {pair: _mean(some, len(groups[pair[0]])) for pair, some in found.items()}
    return {(one, to): found[one, to] for one, to in found if means[one, to] > means.get((to, one), 0.0)}


def _navigation(links: Sequence[Sequence[SourceLink]], at: Mapping[str, int]) -> set[str]:
    counts = Counter(target for some in links for target in {link.target for link in some} if target in at)
    least = max(LEAST_NAVIGATION, NAVIGATION_SHARE * (len(links) - 1))
    return {target for target, count in counts.items() if count >= least}


def _mean(some: Mapping[int, Sequence[SourceLink]], pages: int) -> float:
    return sum(len({link.target for link in each}) for each in some.values()) / max(1, pages)


def proposed_types(pages: Sequence[Page], links: Sequence[Sequence[SourceLink]] | None = None) -> list[ProposedType]:
    """The types of a collection, those that lead to others first; one type if all pages are alike.

    ``links`` are those of the pages, if they are known.

    >>> [one.name for one in proposed_types([Page("<p>x<b>y", name="1"), Page("<p>z<b>w", name="2")])]
    ['page']
    """
    groups = [group.numbers for group in page_groups(pages)]
    if len(groups) < 2:
        return [ProposedType("page", tuple(groups[0]))] if groups else []
    leads = type_links(pages, groups, links).keys()
    linked = {group for pair in leads for group in pair}
    if not linked:
        return [ProposedType(f"page {number}", tuple(some)) for number, some in enumerate(groups, start=1)]
    heights = {group: _height(group, leads, ()) for group in linked}
    ordered = sorted(linked, key=lambda group: (-heights[group], group))
    found = [*_named(ordered, heights, groups)]
    rest = [number for group, numbers in enumerate(groups) if group not in linked for number in numbers]
    return [*found, *([ProposedType(OTHER, tuple(sorted(rest)))] if rest else [])]


def _height(group: int, leads: Collection[tuple[int, int]], way: tuple[int, ...]) -> int:
    """How many links lead on from a group; one that leads back to itself ends there."""
    onward = [to for one, to in leads if one == group and to not in way]
    return max((1 + _height(to, leads, (*way, group)) for to in onward), default=0)


def _named(
    ordered: Sequence[int], heights: Mapping[int, int], groups: Sequence[Sequence[int]]
) -> Iterator[ProposedType]:
    names = (DETAIL, LIST, *PARENTS)
    counts: Counter[str] = Counter()
    for group in ordered:
        name = names[min(heights[group], len(names) - 1)]
        counts[name] += 1
        shown = name if counts[name] == 1 else f"{name} {counts[name]}"
        yield ProposedType(shown, tuple(groups[group]))
