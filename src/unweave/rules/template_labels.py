"""Which texts are labels of the template, also where only one of the pages has their row.

Legend

    context    where a text is: the tags and attributes of its path, ``#text, b, li, ul.facts, ...``
    peers      the texts of a page in the same context: ``Publisher``, ``Format``, ``Pages``
    known      those peers that another page has in this context too: ``Publisher``, ``Pages``

Where at least two and at least half of the peers are known, all of them are labels; otherwise only the known ones. The
positions of the two innermost levels are part of the context where more of the peers are known then: in tables whose
cells are all alike. A text that ends in a colon is a label without another page, and so are all texts of a context
whose element is made for labels (``dt``, ``th``), or in which the texts right before the values of two fields are, but
no value. So are the first texts of rows of one form: three texts of one context, each alone in its element and followed
by a text of the same other context. Of two such texts the first is the label, unless the second is nearer to the next.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from unweave.rules.bias import LABEL_ENDS
from unweave.rules.paths import shared_ancestors
from unweave.rules.text_contexts import Tags, TextContext, contexts_of
from unweave.rules.views import PageView
from unweave.tuning import RULE_KNOWN_LABELS, RULE_LABEL_POSITIONS, RULE_LABEL_ROWS

LABEL_ELEMENTS = frozenset({"dt", "th"})


class TemplateLabels:
    """The labels that several pages have in common; ``before``: of each field, the texts before its ``values``.

    >>> from unweave.page import Page
    >>> one, other = (PageView(Page("".join(f"<p><b>{label}</b> {value}" for label, value in rows))) for rows in (
    ...     [("Author", "Ann"), ("Brand", "Acme"), ("Price", "$5")], [("Author", "Bob"), ("Price", "$7")]))
    >>> labels = TemplateLabels([one, other])
    >>> [sorted(labels.labels_with(one, at)) for at in (2, 3)]
    [['Author', 'Brand', 'Price'], []]
    """

    def __init__(
        self,
        views: Sequence[PageView],
        before: Iterable[Iterable[tuple[PageView, int]]] = (),
        values: Iterable[tuple[PageView, int]] = (),
    ) -> None:
        self._views = views
        contexts = Counter(key for texts in before for key in {(id(view), _context(view, at, 0)) for view, at in texts})
        filled = {(id(view), _context(view, at, 0)) for view, at in values}
        self._label_contexts = frozenset(key for key, fields in contexts.items() if fields > 1 and key not in filled)
        self._found: dict[tuple[int, int, TextContext], frozenset[str]] = {}

    def labels_with(self, view: PageView, at: int) -> frozenset[str]:
        """The labels in the context of text number ``at`` of a page; none where that text is no label."""
        found = [self._labels(view, at, positions) for positions in (0, RULE_LABEL_POSITIONS)]
        mine = [(share, labels) for share, labels in found if view.strings[at] in labels]
        return max(mine, key=lambda one: (one[0], len(one[1])), default=(0, frozenset[str]()))[1]

    def _labels(self, view: PageView, at: int, positions: int) -> tuple[float, frozenset[str]]:
        """The labels among the text's peers, and the share of known ones where it is enough for all to be labels."""
        context, tags = _context(view, at, positions), contexts_of(view).tags(at)
        peers = self._peers(view, tags, positions, context)
        others = [self._peers(other, tags, positions, context) for other in self._views if other is not view]
        known = peers & frozenset[str]().union(*others)
        if RULE_KNOWN_LABELS <= len(known) >= len(peers) / 2:
            return len(known) / len(peers), peers
        if (id(view), context) in self._label_contexts or (tags[0] in LABEL_ELEMENTS and _is_alone(view, at)):
            return 0, peers
        if (rows := self._rows(view, at, positions)) and view.strings[at] in rows:
            return 0, rows
        return 0, known | {text for text in peers if text.endswith(LABEL_ENDS)}

    def _peers(self, view: PageView, tags: Tags, positions: int, context: TextContext) -> frozenset[str]:
        key = (id(view), positions, context)
        if key not in self._found:
            same = contexts_of(view).alike(tags, positions, context)
            self._found[key] = frozenset(view.strings[at] for at in same)
        return self._found[key]

    def _rows(self, view: PageView, at: int, positions: int) -> frozenset[str]:
        """The peers of a text that begin rows of one form: each is followed by a text in the same other context."""
        context, behind = _context(view, at, positions), _context_behind(view, at, positions)
        if behind in (context, None):
            return frozenset()
        peers = contexts_of(view).alike(contexts_of(view).tags(at), positions, context)
        rows = [one for one in peers if _context_behind(view, one, positions) == behind and _begins_row(view, one)]
        labels = frozenset(view.strings[one] for one in rows)
        return labels if len(labels) == len(rows) >= RULE_LABEL_ROWS and len(rows) > len(peers) / 2 else frozenset()


def _context_behind(view: PageView, at: int, positions: int) -> TextContext | None:
    """The context of the next text; None behind the last one."""
    return _context(view, at + 1, positions) if at + 1 in view.text_numbers else None


def _is_alone(view: PageView, at: int) -> bool:
    """Whether the next text is not in the element of this one, as the text of a link in a sentence is."""
    parent, behind = view.texts[at].parent, at + 1
    return behind in view.text_numbers and parent is not None and behind not in range(*view.extent(parent))


def _begins_row(view: PageView, at: int) -> bool:
    """Whether a text, alone in its element, is not further from the next one than that one is from the one after it."""
    if not _is_alone(view, at) or at + 2 not in view.text_numbers:
        return _is_alone(view, at)
    label, value, next_label = (view.texts[number] for number in (at, at + 1, at + 2))
    return shared_ancestors(label, value) >= shared_ancestors(value, next_label)


def _context(view: PageView, at: int, positions: int) -> TextContext:
    """The context of a text, with the positions of so many innermost levels."""
    return contexts_of(view).of(at, positions)
