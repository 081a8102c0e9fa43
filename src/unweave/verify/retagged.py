"""Several other tags at once, as where a table becomes a list, to be undone (``undoing``).

Legend

    gap         the tags between two texts: ("/li", "li") before the second item of a list
    retagging   Retagging("price", ("/td", "td.price"), ("/li", "li")): gaps before values of the price were as the
                first one, and are as the second one now
    extra       a tag that has come: "td", where ("/li", "li") is ("/td", "/tr", "tr", "td") now
    names       {7: "td.price"}: what elements were, by their numbers, with their classes; "" for one that has come
    completed   names of the elements around and beside those in gaps: cells are in rows, and rows in a table, and what
                is no cell is in no table

A value keeps its place among the texts of its page, and elements are opened and closed before it as before. So a gap
tells what each tag was called, and each of its elements has the name that most gaps give it.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, partial
from html import escape
from itertools import chain, takewhile
from typing import NamedTuple

from unweave.budget import check_time
from unweave.page import Node, Page
from unweave.page.html import CELLS
from unweave.tuning import RETAGGED_PAGES, RETAGGINGS_TRIED
from unweave.values.profile import Counts, FieldProfile, SiteProfile
from unweave.values.surroundings import ATTRIBUTE, MOST_TAGS, PageTexts
from unweave.verify.asked_records import NOTHING_ASKED, AskedRecord, asked_record
from unweave.verify.edits import Edit, Undone
from unweave.verify.order import is_whole
from unweave.verify.renamings import NOT_RENAMED, is_large
from unweave.verify.undoing import UndoneReading, clearest
from unweave.wrapper import Wrapper

TABLES = frozenset({"table", "thead", "tbody", "tfoot"})
TABLE_PARTS = TABLES | CELLS | {"tr"}
LISTS, OUTER = frozenset({"ul", "ol"}), "div"
HOLDERS = {"li": "ul", "dt": "dl", "dd": "dl"}
"""What items are in; all else that is in no table is in OUTER."""


class Retagging(NamedTuple):
    """The gaps before values of a field: what they were, and what they are, without a tag that has come."""

    field: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    extra: str = ""


class GapTag(NamedTuple):
    """A tag of a gap, "/li" for one that closes an element, and the element."""

    name: str
    node: Node


class GapsOfPage:
    """The texts of a page, and the gap before each of them.

    >>> gaps = GapsOfPage(Page("<p>Now <b>$5</b>"))
    >>> [[tag.name for tag in gap] for gap in gaps.gaps]
    [['p'], ['b']]
    """

    def __init__(self, page: Page) -> None:
        self.page, self.texts = page, PageTexts(page)
        tags = sorted(_tags(page), key=lambda one: one[0])
        starts = [at for at, _ in tags]
        ends = [0, *(run.end for run in self.texts.runs)]
        places = [
            (bisect_left(starts, end), bisect_left(starts, run.start))
            for end, run in zip(ends, self.texts.runs, strict=False)
        ]
        self.gaps = [[tag for _, tag in tags[first:last]] for first, last in places]


def _tags(page: Page) -> Iterator[tuple[int, GapTag]]:
    for node in page.tree.elements():
        if node.start_tag:
            yield node.start_tag.start, GapTag(node.tag, node)
        if node.end_tag:
            yield node.end_tag.start, GapTag(f"/{node.tag}", node)


def retagged(wrapper: Wrapper, pages: Sequence[Page]) -> UndoneReading | None:
    """What the old wrapper finds once several other tags are undone; None where that is not ok, or not clear."""
    gaps = cache(lambda at: GapsOfPage(pages[at]))
    first = [gaps(at) for at in range(len(pages))[:RETAGGED_PAGES]]
    record = asked_record(wrapper)
    tried = [partial(_undone, gaps, one, record) for one in retaggings(wrapper.origin.site_profile, first)]
    return clearest(wrapper, pages, tried)


def _undone(gaps: Callable[[int], GapsOfPage], every: Sequence[Retagging], record: AskedRecord, at: int) -> Undone:
    return undone_on(gaps(at), every, record)


def retaggings(profile: SiteProfile, every: Sequence[GapsOfPage]) -> list[list[Retagging]]:
    """The retaggings to try: the first ones of each gap of each field; one of them; another one in its place.

    First come the most frequent ones, and then those with the fewest other tags.

    >>> known = FieldProfile(features={"tags": Counts({"</th><td>": 9})})
    >>> page = Page("<ul><li>Price</li><li>$5</li></ul>")
    >>> retaggings(SiteProfile(fields={"price": known}), [GapsOfPage(page)])
    [[Retagging(field='price', old=('/th', 'td'), new=('/li', 'li'), extra='')]]
    """
    ranked = [some for name, known in profile.fields.items() for some in _ranked(name, known, every)]
    best = [some[0] for some in ranked]
    others = [[*best[:at], one, *best[at + 1 :]] for at, some in enumerate(ranked) for one in some[1:]]
    found = [[one for one in some if _is_new(one)] for some in (best, *([one] for one in best), *others)]
    return [some for at, some in enumerate(found) if some and some not in found[:at]]


def _is_new(one: Retagging) -> bool:
    return bool(one.extra) or [*map(_name, one.old)] != [*map(_name, one.new)]


def _ranked(name: str, known: FieldProfile, every: Sequence[GapsOfPage]) -> Iterator[list[Retagging]]:
    """For each gap that good pages had, its retaggings on most of some pages, the most frequent ones first.

    On some pages the value itself may have an unusual look.
    """
    seen = known.features.get("tags", Counts()).seen
    for old in [_parts(tags) for tags, count in seen.items() if 2 * count >= max(seen.values())]:
        counts = [Counter(_found(name, known, old, gaps)) for gaps in every]
        pages, totals = Counter(chain.from_iterable(counts)), sum(counts, Counter[Retagging]())
        shared = [one for one in totals if 2 * pages[one] > len(every)]
        if shared:
            frequent = sorted(shared, key=lambda one: (-totals[one], bool(one.extra), one))
            alike = sorted(filter(_is_new, frequent), key=_other_tags)
            yield [*frequent[:RETAGGINGS_TRIED], *alike[:RETAGGINGS_TRIED]]


def _other_tags(one: Retagging) -> int:
    """How many tags are others than they were."""
    return bool(one.extra) + sum(_name(old) != _name(new) for old, new in zip(one.old, one.new, strict=True))


def _found(name: str, known: FieldProfile, old: tuple[str, ...], gaps: GapsOfPage) -> Iterator[Retagging]:
    """The retaggings before the texts of a page that look like values; of parts of texts, before all texts."""
    check_time()
    every = range(len(gaps.gaps))
    for at in known.fitting(map(gaps.texts.text, every)) if is_whole(known) else every:
        for extra in ("", *sorted({tag.name.strip("/") for tag in gaps.gaps[at]})):
            new = _plain(gaps.gaps[at], len(old), extra)
            if _is_aligned(old, new):
                yield Retagging(name, old, new, extra)


def _parts(tags: str) -> tuple[str, ...]:
    """The tags of a feature, each with its classes; those of an attribute are none."""
    return () if tags.startswith(ATTRIBUTE) else tuple(tags[1:-1].split("><"))


def _plain(gap: Sequence[GapTag], size: int, extra: str) -> tuple[str, ...]:
    """The names in a gap without those of a tag: all of them, or as many as are kept in a profile."""
    names = [tag.name for tag in gap if not extra or tag.name.strip("/") != extra]
    return tuple(names[-MOST_TAGS:] if size == MOST_TAGS else names)


def _is_aligned(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether as many elements are opened and closed, in the same order, and none is there for what it does."""
    if not old or [one[0] == "/" for one in old] != [one[0] == "/" for one in new]:
        return False
    pairs = [(_name(one), _name(other)) for one, other in zip(old, new, strict=True)]
    return not any(one != other and NOT_RENAMED & {one, other} for one, other in pairs)


def _name(tag: str) -> str:
    return tag.strip("/").partition(".")[0]


def undone_on(gaps: GapsOfPage, every: Sequence[Retagging], record: AskedRecord = NOTHING_ASKED) -> Undone:
    """The page with the old tags, and the records as the wrapper asks for them.

    >>> page = Page("<div><ul><li>Price</li><li>$5</li></ul></div>")
    >>> undone_on(GapsOfPage(page), [Retagging("price", ("/th", "td.new"), ("/li", "li"))]).page.source
    '<table><tr><th>Price</th><td class="new">$5</td></tr></table>'
    """
    check_time()
    votes: dict[int, Counter[str]] = defaultdict(Counter)
    for at, gap in enumerate(gaps.gaps):
        for one in every:
            if _plain(gap, len(one.old), one.extra) == one.new:
                kept = [tag for tag in gap if not one.extra or tag.name.strip("/") != one.extra][-len(one.old) :]
                fits = record.fits(one.field, gaps.texts.text(at))
                for old, tag in zip(one.old, kept, strict=True):
                    if _name(old) != tag.node.tag:
                        votes[tag.node.index][old if fits and old[0] != "/" else _name(old)] += 1
                for tag in gap:
                    votes[tag.node.index][""] += tag.name.strip("/") == one.extra
    nodes = gaps.page.tree.nodes
    names = {at: _elected(some) for at, some in votes.items() if some.total()}
    found = _completed(nodes, names, record)
    edits = _edits(nodes, found, set(_records(gaps, found, record)), record)
    return Undone.of(gaps.page, map(_large, edits) if is_large(gaps.page) else edits)


def _elected(votes: Mapping[str, int]) -> str:
    """The name with the most votes; with the classes with the most votes, which not all of them know.

    >>> _elected({"td": 3, "td.title": 2, "li.new": 4})
    'td.title'
    """
    tags = Counter(chain.from_iterable([_name(name)] * count for name, count in votes.items()))
    tag = max(tags, key=lambda one: (tags[one], one))
    return max((name for name in votes if _name(name) == tag), key=lambda one: ("." in one, votes[one], one))


def _records(gaps: GapsOfPage, names: Mapping[int, str], record: AskedRecord) -> Iterator[int]:
    """The elements with the tag of records and such values: the head of a table has none."""
    for at, name in names.items():
        span = gaps.page.tree.nodes[at].span
        if span and record.tag and _name(name) == record.tag:
            texts = [gaps.texts.text(number) for number in gaps.texts.numbers(*span)]
            yield from [at] if record.has_values(texts) else []


def _completed(nodes: Sequence[Node], names: Mapping[int, str], record: AskedRecord) -> dict[int, str]:
    """The names, and those of the elements that hold these elements, or are beside them in the same table or list."""
    found = dict(names)
    cells: dict[tuple[int, str], str] = {}
    for at in sorted(names):
        name, holder = _name(names[at]), _holder(nodes[at])
        if name in CELLS and holder is not None:
            cells.setdefault((holder.index, nodes[at].tag), name)
        elif name and name not in TABLE_PARTS:
            around = record.holder if name == record.tag else ""
            _out_of_table(nodes[at], around or HOLDERS.get(name, OUTER), found)
    _in_tables(nodes, cells, found)
    return found


def _in_tables(nodes: Sequence[Node], cells: Mapping[tuple[int, str], str], found: dict[int, str]) -> None:
    """What holds cells is a row, and what holds rows a table; so are elements with the same tags beside them.

    ``cells`` are by the number of the element around them, and by their tag.
    """
    rows: dict[tuple[int, str], tuple[str, str]] = {}
    for (at, tag), cell in cells.items():
        _name_alike(nodes[at], tag, cell, found)
        table = _holder(nodes[at])
        if found.setdefault(at, "tr") == "tr" and nodes[at].tag != "tr" and table is not None:
            rows.setdefault((table.index, nodes[at].tag), (tag, cell))
    for (at, row), (tag, cell) in rows.items():
        if nodes[at].tag not in TABLES:
            found.setdefault(at, "table")
        for one in _name_alike(nodes[at], row, "tr", found):
            _name_alike(one, tag, cell, found)


def _out_of_table(node: Node, around: str, found: dict[int, str]) -> None:
    """What is around a node that is no cell is no table: a row of items is a list, or the table of items."""
    for one in takewhile(lambda one: one.tag in TABLE_PARTS, node.ancestors()):
        is_list = one.tag == "table" or (one.tag == "tr" and around in LISTS)
        if found.setdefault(one.index, around if is_list else ""):
            around = OUTER


def _name_alike(holder: Node, tag: str, name: str, found: dict[int, str]) -> list[Node]:
    """Those children with a tag that had no name, which now have this one."""
    alike = [one for one in holder.children if one.tag == tag and one.index not in found]
    found.update((one.index, name) for one in alike)
    return alike


def _holder(node: Node) -> Node | None:
    """The nearest element around one that is in the source; None where this is the page."""
    found = next((one for one in node.ancestors() if one.start_tag), None)
    return None if found is None or found.tag in NOT_RENAMED else found


def _edits(
    nodes: Sequence[Node], names: Mapping[int, str], records: AbstractSet[int], record: AskedRecord
) -> Iterator[Edit]:
    """The tags of the elements with their names."""
    for at, name in names.items():
        node, (tag, *classes) = nodes[at], (record.named(name) if at in records else name).split(".")
        pairs = [("class", " ".join(classes))] if classes else []
        pairs += record.attributes if at in records else ()
        written = " ".join([tag, *(f'{each}="{escape(value)}"' for each, value in pairs)])
        if node.start_tag:
            start, end = node.start_tag
            yield Edit(start + 1, start + 1 + len(node.tag), written) if tag else Edit(start, end)
        if node.end_tag:
            start, end = node.end_tag
            yield Edit(start + 2, start + 2 + len(node.tag), tag) if tag else Edit(start, end)


def _large(edit: Edit) -> Edit:
    name, space, attributes = edit.text.partition(" ")
    return edit._replace(text=f"{name.upper()}{space}{attributes}")
