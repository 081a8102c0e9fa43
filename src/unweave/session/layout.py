"""Has a page one record or many? A guess from the first clicks, which decides how a field is learned.

Legend

    alike      the nodes of a page with the role of the clicked one (``rows``): the other prices of a list, or the other
               cells of a table of labels and values
    label      the text before a node: "Publisher:", or in a list the value before it
    known      a label that occurs once on the page, and on at least half of the other pages before a node of that role

On a page with one record a value is the only one of its role, or most of the nodes alike have known labels: the labels
of a table are the same on every page, the values of a list are not. Fewer are enough where the clicked value itself has
one. Where there is no other page, a label is taken as known if it looks like one: it ends with a colon, or is in a
heading of a table or list.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from unweave.page import Node, Page, Span
from unweave.session.rows import PageRoles, roles_of
from unweave.tuning import KNOWN_LABEL_SHARE, KNOWN_LABEL_SHARE_IF_OWN, LAYOUT_PAGES

LABEL_TAGS = frozenset({"th", "dt", "label"})


def has_one_record(page: Page, span: Span, others: Sequence[Page] = ()) -> bool:
    """Whether the page seems to have one record, given the place of one value.

    >>> page = Page("<h1>Emma</h1><dl><dt>Year:<dd>1815<dt>Pages:<dd>474</dl>")
    >>> has_one_record(page, Span(30, 34)), has_one_record(Page("<b>Emma</b> <b>Kim</b> <b>Dune</b>"), Span(3, 7))
    (True, False)
    """
    share, own = label_share(page, span, others)
    return share >= (KNOWN_LABEL_SHARE_IF_OWN if own else KNOWN_LABEL_SHARE)


def label_share(page: Page, span: Span, others: Sequence[Page] = ()) -> tuple[float, bool]:
    """Of the nodes alike to that of a value the share with known labels, and whether the value itself has one.

    >>> label_share(Page("<h1>Emma</h1><dl><dt>Year:<dd>1815<dt>Pages:<dd>474</dl>"), Span(30, 34))
    (1.0, True)
    """
    if not page.is_html:
        return 0.0, False
    roles = roles_of(page)
    node = page.tree.smallest(span)
    alike = roles.alike(node)
    if len(alike) == 1:
        return 1.0, True
    mine = _labels(roles, alike)
    counts = Counter(text for text, _ in mine)
    other_pages = [one for one in others if one.is_html][:LAYOUT_PAGES]
    known = _known(roles.roles[node.index], other_pages)
    if other_pages:
        is_known = [counts[text] == 1 and 2 * known[text] >= len(other_pages) and _has_letter(text) for text, _ in mine]
    else:
        is_known = [counts[text] == 1 and _looks_like_label(text, label) for text, label in mine]
    return sum(is_known) / len(mine), is_known[alike.index(node.index)]


def is_one_of_many(page: Page, spans: Sequence[Span], others: Sequence[Page] = ()) -> bool:
    """Whether a record of several values is one of many on its page: most of its values look so.

    >>> page = Page("<p><b>Emma</b> <i>$5</i></p><p><b>Kim</b> <i>$7</i></p>")
    >>> is_one_of_many(page, [Span(6, 10), Span(18, 20)]), is_one_of_many(page, [Span(6, 10)])
    (True, False)
    """
    single = [has_one_record(page, span, others) for span in spans]
    return page.is_html and len(spans) > 1 and 2 * sum(single) < len(spans)


def _has_letter(text: str) -> bool:
    """Whether a text may be a label: the number of a row is none."""
    return any(map(str.isalpha, text))


def _known(role: tuple[str, ...], pages: Sequence[Page]) -> Counter[str]:
    """On how many pages each text is before a node of the role."""
    known: Counter[str] = Counter()
    for page in pages:
        roles = roles_of(page)
        known.update({text for text, _ in _labels(roles, roles.with_role(role))})
    return known


def _labels(roles: PageRoles, nodes: Sequence[int]) -> list[tuple[str, Node | None]]:
    """The text before each node, and its own node."""
    before = [bisect_left(roles.texts, index) - 1 for index in nodes]
    labels = [roles.page.tree.nodes[roles.texts[at]] if at >= 0 else None for at in before]
    return [(" ".join(label.data.split()) if label else "", label) for label in labels]


def _looks_like_label(text: str, node: Node | None) -> bool:
    return text.endswith(":") or (node is not None and any(one.tag in LABEL_TAGS for one in node.ancestors()))
