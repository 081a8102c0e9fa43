"""Moves: a block that has another place among its neighbours, to be undone (``undoing``).

Legend

    anchor      a text that was right before the values of a field, or right behind them
    next        the text that is at an anchor now: behind one that was before values, before one that was behind them
    edge        the elements that begin or end at an anchor with its text, or with the next one, the innermost first
    move        Move("price", "before", "next", 1, 2): of the elements that begin with the text next to the anchor of
                the price the second one (1); the block two elements further (2) was in its place

The label of a value is often outside of the block that has moved, or the text that followed the block tells where it
was. With the block in its old place all is as it was: what was before each value, what was behind it, and its number
among the blocks beside it. A field that is still read right tells it, too, if its anchor is elsewhere now.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import partial
from itertools import product, starmap
from typing import NamedTuple

from unweave.budget import check_time
from unweave.errors import UnweaveError
from unweave.page import Node, Page, Span
from unweave.tuning import MOVED_BLOCKS, MOVED_LEVELS, UNDOING_PAGES
from unweave.values.profile import Counts, FieldProfile, SiteProfile
from unweave.values.surroundings import ATTRIBUTE, SAME, PageTexts
from unweave.verify.edits import Undone
from unweave.verify.undoing import UndoneReading, clearest
from unweave.wrapper import Wrapper

EDGES = ("next", "anchor")
DISTANCES = tuple(one for one in range(-MOVED_BLOCKS, MOVED_BLOCKS + 1) if one)
Exchange = tuple[Span, Span]
"""Two parts of a page that change places, the first one first."""


class Move(NamedTuple):
    """Where the block is that was at an anchor: so many elements further than one at the edge of the anchor."""

    field: str
    place: str
    edge: str
    level: int
    distance: int


def moved_back(wrapper: Wrapper, pages: Sequence[Page], wrong: Sequence[str]) -> UndoneReading | None:
    """What the old wrapper finds once a block is in its old place; None where that is not ok, or not clear.

    ``wrong`` are the fields that are not read right.
    """
    profile = wrapper.origin.site_profile
    tried = [partial(_undone, pages, profile, one) for one in moves(wrapper, pages, wrong)]
    return clearest(wrapper, pages, tried)


def _undone(pages: Sequence[Page], profile: SiteProfile, move: Move, at: int) -> Undone:
    return undone_on(pages[at], move, profile)


def moves(wrapper: Wrapper, pages: Sequence[Page], wrong: Sequence[str]) -> list[Move]:
    """The moves to try: those that put a value next to an anchor, on each of the first pages.

    Of a field that is read right it is the value that is read; of one that is ``wrong``, a text that looks like one.
    """
    profile = wrapper.origin.site_profile
    first = [(PageTexts(page), _read(wrapper, page)) for page in pages[:UNDOING_PAGES]]
    found: dict[tuple[tuple[Exchange, ...], ...], Move] = {}
    names = [name for name, known in profile.fields.items() if _is_text(known)]
    for move in starmap(Move, product(names, ("before", "behind"), EDGES, range(MOVED_LEVELS), DISTANCES)):
        known, is_wrong = profile.fields[move.field], move.field in wrong
        pairs = [_telling(texts, move, known, None if is_wrong else read) for texts, read in first]
        if pairs and all(pairs):
            found.setdefault(tuple(pairs), move)
    return list(found.values())


def undone_on(page: Page, move: Move, profile: SiteProfile) -> Undone:
    """The page with the block in its old place.

    >>> known = SiteProfile(fields={"price": FieldProfile(features={"before": Counts({"Price:": 9})})})
    >>> page = Page("<dl><dt>Price:</dt><dt>Title:</dt><dd>$5.10</dd></dl>")
    >>> undone_on(page, Move("price", "before", "next", 0, 1), known).page.source
    '<dl><dt>Price:</dt><dd>$5.10</dd><dt>Title:</dt></dl>'
    """
    check_time()
    kept: list[Exchange] = []
    for _, exchange in _exchanges(PageTexts(page), move, profile.fields[move.field]):
        if not kept or exchange[0].start >= kept[-1][1].end:
            kept.append(exchange)
    return Undone.exchanged(page, kept)


def _read(wrapper: Wrapper, page: Page) -> Mapping[str, AbstractSet[int]]:
    """Where the values of each field begin that are read now."""
    found: dict[str, set[int]] = {}
    with suppress(UnweaveError):
        for record in wrapper.extract(page):
            for name in record:
                found.setdefault(name, set()).update(span.start for span in record.spans(name))
    return found


def _is_text(known: FieldProfile) -> bool:
    tags = known.features.get("tags", Counts()).seen
    return not any(one.startswith(ATTRIBUTE) for one in tags)


def _telling(
    texts: PageTexts, move: Move, known: FieldProfile, read: Mapping[str, AbstractSet[int]] | None
) -> tuple[Exchange, ...]:
    """The exchanges of a page that put a value next to an anchor."""
    check_time()
    starts = {texts.numbers(one, one + 1).start for one in (read or {}).get(move.field, ())}
    found = []
    for anchor, exchange in _exchanges(texts, move, known):
        now, then = (_next(texts, anchor, move.place, one) for one in (None, exchange))
        is_value = then in starts if read is not None else then is not None and known.fits(texts.text(then))
        if is_value and then != now:
            found.append(exchange)
    return tuple(found)


def _next(texts: PageTexts, anchor: int, place: str, exchange: Exchange | None) -> int | None:
    """The number of the text that is next to an anchor, once two parts have changed places."""
    order = list(range(len(texts.runs)))
    if exchange is not None:
        first, second = (texts.numbers(*part) for part in exchange)
        order[first.start : second.stop] = [*second, *range(first.stop, second.start), *first]
    at = order.index(anchor) + (1 if place == "before" else -1)
    return order[at] if 0 <= at < len(order) else None


def _exchanges(texts: PageTexts, move: Move, known: FieldProfile) -> Iterator[tuple[int, Exchange]]:
    """For each anchor of the page, by the number of its text, the parts that change places."""
    seen = known.features.get(move.place, Counts()).seen
    anchors = {text for text, count in seen.items() if text and count > 1 and not text.startswith(SAME)}
    for at, _ in texts.having(move.place, anchors):
        step = -1 if move.place == "before" else 1
        is_first = (move.edge == "next") == (move.place == "before")
        around = _edge(texts, at if move.edge == "next" else at + step, is_first=is_first)
        exchange = _exchange(around[move.level], move.distance) if move.level < len(around) else None
        if exchange:
            yield at + step, exchange


def _edge(texts: PageTexts, at: int, *, is_first: bool) -> list[Node]:
    """The elements that begin with a text (or end with it), from the inside to the outside."""
    node: Node | None = texts.page.tree.smallest(Span(*texts.runs[at][:2]))
    found: list[Node] = []
    while node is not None and node.span and node.tag not in {"body", "html"}:
        covered = texts.numbers(*node.span)
        if not covered or (covered[0] if is_first else covered[-1]) != at:
            break
        found += [node] if node.kind == "element" else []
        node = node.parent
    return found


def _exchange(node: Node, distance: int) -> Exchange | None:
    """The block so many elements further, and the elements that it has to pass to come to the place of this one."""
    beside = node.parent.children if node.parent else ()
    blocks = [one.span for one in beside if one.kind == "element" and one.span and one.text.strip()]
    at = blocks.index(node.span) if node.span in blocks else -1
    block = at + distance
    if at < 0 or not 0 <= block < len(blocks):
        return None
    passed = range(at, block) if block > at else range(block + 1, at + 1)
    first, second = sorted([blocks[block], Span(blocks[passed[0]].start, blocks[passed[-1]].end)])
    return (first, second) if first.end <= second.start else None
