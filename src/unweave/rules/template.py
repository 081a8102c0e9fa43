"""Which texts are the site's own: labels are, even where only one of the pages shows their row.

Legend

    stand      where a text stands, as tags and marks from its own level to the root: ``#text, b, li, ul.facts, ...``
    peers      the texts of a page with the same stand: ``Publisher``, ``Format``, ``Pages``
    known      peers that stand so on another page too: ``Publisher``, ``Pages``

Where at least two and at least half of the peers are known, all of them are labels; else those that are known. The
places of the two innermost levels among their like are part of the stand where more of the peers are known then: in
tables whose cells are all alike. A text that ends in a colon needs no other page.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

from unweave.rules.bias import LABEL_ENDS
from unweave.rules.paths import Level, levels_of
from unweave.rules.view import View

Stand: TypeAlias = tuple[Level, ...]
ENOUGH = 2
PLACED = 2  # levels


class Template:
    """What several pages have in common.

    >>> from unweave.page import Page
    >>> one, other = (View(Page("".join(f"<p><b>{label}</b> {value}" for label, value in rows))) for rows in (
    ...     [("Author", "Ann"), ("Brand", "Acme"), ("Price", "$5")], [("Author", "Bob"), ("Price", "$7")]))
    >>> template = Template([one, other])
    >>> [sorted(template.labels_like(one, at)) for at in (2, 3)]
    [['Author', 'Brand', 'Price'], []]
    """

    def __init__(self, views: Sequence[View]) -> None:
        self._views = views
        self._near: dict[int, dict[tuple[str, str], list[int]]] = {}
        self._found: dict[tuple[int, int, Stand], frozenset[str]] = {}

    def labels_like(self, view: View, at: int) -> frozenset[str]:
        """The labels among which the text number ``at`` of a page is one; none where it is no label."""
        found = [self._labels(view, at, placed) for placed in (0, PLACED)]
        mine = [(share, labels) for share, labels in found if view.words[at] in labels]
        return max(mine, key=lambda one: (one[0], len(one[1])), default=(0, frozenset[str]()))[1]

    def _labels(self, view: View, at: int, placed: int) -> tuple[float, frozenset[str]]:
        """The labels among the text's peers, and the share of them that is known, where that is enough for all."""
        stand, near = _stand(view, at, placed), _tags(view, at)
        peers = self._peers(view, near, placed, stand)
        others = [self._peers(other, near, placed, stand) for other in self._views if other is not view]
        known = peers & frozenset[str]().union(*others)
        if ENOUGH <= len(known) >= len(peers) / 2:
            return len(known) / len(peers), peers
        return 0, known | {text for text in peers if text.endswith(LABEL_ENDS)}

    def _peers(self, view: View, near: tuple[str, str], placed: int, stand: Stand) -> frozenset[str]:
        key = (id(view), placed, stand)
        if key not in self._found:
            alike = [at for at in self._texts(view).get(near, ()) if _stand(view, at, placed) == stand]
            self._found[key] = frozenset(view.words[at] for at in alike)
        return self._found[key]

    def _texts(self, view: View) -> dict[tuple[str, str], list[int]]:
        """The numbers of a page's texts by the tags right around them, among which those with one stand are sought."""
        if id(view) not in self._near:
            found: dict[tuple[str, str], list[int]] = defaultdict(list)
            for at in view.shown:
                found[_tags(view, at)].append(at)
            self._near[id(view)] = found
        return self._near[id(view)]


def _tags(view: View, at: int) -> tuple[str, str]:
    parent = view.texts[at].parent
    above = parent.parent if parent else None
    return parent.tag if parent else "", above.tag if above else ""


def _stand(view: View, at: int, placed: int) -> Stand:
    levels = levels_of(view, view.texts[at])
    return (
        *(level._replace(nth_from_end=0) for level in levels[:placed]),
        *(level._replace(nth=0, nth_from_end=0) for level in levels[placed:]),
    )
