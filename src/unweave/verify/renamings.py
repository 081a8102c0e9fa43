"""Renamings: a change of tags, to be undone (``undoing``).

Legend

    renaming    Renaming("strong", "b", "price"): elements ``strong`` were ``b`` before; with a field, only those whose
                text looks like its values

A site that writes ``<strong>`` for ``<b>`` leaves all else alone: texts, labels, their order. The profile has the tags
around the values, and the pages have few others. So each pair of an old and a new tag is tried.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from unweave.budget import check_time
from unweave.page import Node, Page
from unweave.tuning import RECORDS_FACTOR, UNDOING_PAGES
from unweave.values.profile import Counts, FieldProfile, SiteProfile
from unweave.verify.edits import Edit, Undone
from unweave.verify.order import is_whole
from unweave.verify.undoing import UndoneReading, clearest
from unweave.wrapper import Wrapper

_TAG = re.compile(r"</?([a-z][^.<>]*)")
NOT_RENAMED = frozenset(
    ("html", "head", "body", "title", "meta", "link", "base", "script", "style", "br", "hr", "img", "input", "form")
)
"""Tags that a page has for what they do, and not for how a text looks."""
LONGEST = 1000
"""A longer text is no value, and takes long to be compared with values."""


class Renaming(NamedTuple):
    """Elements with the tag ``new`` had the tag ``old``; with a field, those whose text looks like its values."""

    new: str
    old: str
    field: str = ""


def renamed(wrapper: Wrapper, pages: Sequence[Page], wrong: Sequence[str]) -> UndoneReading | None:
    """What the old wrapper finds once other tags are undone; None where that is not ok, or not clear.

    ``wrong`` are the fields that are not read right.
    """
    profile = wrapper.origin.site_profile
    tried = [partial(_undone, pages, profile, one) for one in renamings(profile, pages, wrong)]
    return clearest(wrapper, pages, tried)


def _undone(pages: Sequence[Page], profile: SiteProfile, renaming: Renaming, at: int) -> Undone:
    return undone_on(pages[at], renaming, profile)


def undone_on(page: Page, renaming: Renaming, profile: SiteProfile) -> Undone:
    """The page with the old tags.

    >>> undone_on(Page("<p><strong>Emma</strong>"), Renaming("strong", "b"), SiteProfile()).page.source
    '<p><b>Emma</b>'
    """
    check_time()
    known = profile.fields.get(renaming.field)
    nodes = [node for node in page.tree.elements() if node.tag == renaming.new]
    if known is not None:
        fitting = set(known.fitting(node.text for node in nodes))
        nodes = [node for at, node in enumerate(nodes) if at in fitting]
    old, size = renaming.old.upper() if is_large(page) else renaming.old, len(renaming.new)
    return Undone.of(page, [Edit(start, start + size, old) for node in nodes for start in _names(node)])


def _names(node: Node) -> Iterator[int]:
    """Where the name of an element is in its tags."""
    if node.start_tag:
        yield node.start_tag.start + 1
    if node.end_tag:
        yield node.end_tag.start + 2


def is_large(page: Page) -> bool:
    """Whether most tags of a page are in capitals: delimiters know the difference.

    >>> is_large(Page("<P><B>Emma</B> <i>Austen"))
    True
    """
    small, large = (len(re.findall(rf"<[{some}]", page.source)) for some in ("a-z", "A-Z"))
    return large > small


def renamings(profile: SiteProfile, pages: Sequence[Page], wrong: Sequence[str]) -> list[Renaming]:
    """The renamings to try: of the tags around the values of fields that are wrong, to other tags of the pages.

    >>> from dataclasses import replace
    >>> from unweave.values import described
    >>> known = described(["$7.20", "$8.10", "$9.40"])
    >>> known = replace(known, features={**known.features, "tags": Counts({"<b.new>": 9})})
    >>> page = Page("<p>Price: <em>$5.10</em></p>")
    >>> [tuple(one) for one in renamings(SiteProfile(1, fields={"price": known}), [page], ["price"])]
    [('em', 'b', ''), ('em', 'b', 'price')]
    """
    least = min(map(int, profile.records.seen), default=1) / RECORDS_FACTOR
    found = []
    for name in wrong:
        known = profile.fields[name]
        tags = next(iter(known.features.get("tags", Counts()).seen), "")
        old = [tag for tag in dict.fromkeys(_TAG.findall(tags)) if tag not in NOT_RENAMED]
        holding = _holding(pages[:UNDOING_PAGES], known, least)
        found += [Renaming(new, tag, which) for tag in old for new in holding if new not in old for which in ("", name)]
    return list(dict.fromkeys(found))


def _holding(pages: Sequence[Page], known: FieldProfile, least: float) -> list[str]:
    """The tags of so many elements of each page, or more, that may hold a value of the field.

    A value that is a whole text makes the text of its element look like it; other values may be in any element.
    """
    counts = []
    for page in pages:
        nodes = [node for node in page.tree.elements() if node.tag not in NOT_RENAMED and node.end_tag]
        nodes = [node for node in nodes if 0 < len(node.text) < LONGEST]
        fitting = known.fitting(node.text for node in nodes) if is_whole(known) else range(len(nodes))
        counts.append(Counter(nodes[at].tag for at in fitting))
    return sorted(tag for tag in counts[0] if all(one[tag] >= least for one in counts)) if counts else []
