"""A first answer to a click, before anything is learned: the values that look like the accepted ones.

Legend

    draft     the values that are marked at once; learning replaces them some time later
    alike     the nodes of a page with the role of a clicked one (``rows``): same path of tags, class and column
    classes   the tags and classes of a node and of everything above it, which tells more than its role

A draft needs no extraction and no search: the roles of a page are computed once, then a click is a look in a table. For
a value that is a whole text, element or attribute, the draft has those of all nodes alike; a part of a text stands for
itself. Of the nodes alike those are left out whose classes are the classes of a rejected value and of no accepted one.
Where the page seems to have one record (``layout``) a draft has the accepted values only.

What is learned later does not depend on the draft.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from unweave.engine.index import index_of
from unweave.engine.values import begin_of, end_of, whole_span
from unweave.page import Node, Page, Span
from unweave.session.layout import has_one_record
from unweave.session.rows import roles_of
from unweave.tuning import DRAFT_VALUES


def draft_spans(
    page: Page, accepted: Sequence[Span], rejected: Sequence[Span] = (), others: Sequence[Page] = ()
) -> tuple[Span, ...]:
    """The values of a field on a page that look like the accepted ones, of many those nearest to the last of these.

    ``others`` are more pages of the site.

    >>> page = Page("<b>Emma</b> <b>Kim</b> <p class=end><b>Top</b></p>")
    >>> [page.text(span) for span in draft_spans(page, [Span(3, 7)])]
    ['Emma', 'Kim']
    """
    if not accepted:
        return ()
    if not page.is_html or (len(accepted) == 1 and has_one_record(page, accepted[0], others)):
        return tuple(sorted(set(accepted)))
    found = {span for one in accepted for span in _alike(page, one)}
    wrong = _classes_of(page, rejected) - _classes_of(page, accepted)
    if wrong:
        found = {span for span in found if _classes(page.tree.smallest(span)) not in wrong}
    nearest = sorted(found - set(rejected), key=lambda span: (abs(span.start - accepted[-1].start), span))
    return tuple(sorted({*nearest[:DRAFT_VALUES], *accepted}))


def _alike(page: Page, span: Span) -> Iterator[Span]:
    """The values of the nodes that are alike to the node of a value, of many those nearest to it."""
    node = page.tree.smallest(span)
    alike = roles_of(page).alike(node)
    at = bisect_left(alike, node.index)
    nodes = [page.tree.nodes[index] for index in alike[max(0, at - DRAFT_VALUES) : at + DRAFT_VALUES]]
    if node.kind == "text" and span == _trimmed(page, node):
        yield from (own for one in nodes if (own := _trimmed(page, one)))
    elif node.kind == "element" and (name := _attribute_at(node, span)):
        yield from (own for one in nodes if (own := one.attribute_span(name)) and own.length)
    elif node.kind == "element" and span == _whole(page, node):
        yield from (own for one in nodes if one.text and (own := _whole(page, one)))


def _attribute_at(node: Node, span: Span) -> str | None:
    """The name of the attribute whose value a span is."""
    return next((name for name in node.attributes if node.attribute_span(name) == span), None)


def _trimmed(page: Page, node: Node) -> Span | None:
    """The span of a text without the white space around it."""
    if node.span is None:
        return None
    start = begin_of(page.source, node.span)
    end = end_of(page.source, Span(start, node.span.end))
    return Span(start, end) if start < end else None


def _whole(page: Page, node: Node) -> Span:
    return whole_span(index_of(page), page, page.tree.peer(node))


def _classes_of(page: Page, spans: Sequence[Span]) -> set[tuple[str, ...]]:
    return {_classes(page.tree.smallest(span)) for span in spans}


def _classes(node: Node) -> tuple[str, ...]:
    own = [node] if node.kind == "element" else []
    return tuple(f"{one.tag}.{one.attributes.get('class', '')}" for one in (*own, *node.ancestors()) if one.tag)
