"""Concepts executed while learning: the nodes of our tree that a step selects.

Legend

    concept     Step("descendant", "td", (Condition("class", "price"),)): a tag, and conditions on the nodes
    condition   Condition("nth", "2"): one of them, which a node meets or not
    query       a concept that the engine can run; test: a condition that it can test. Both are made once
    view        a page as the builders see it (``views``); its scope is a record's node, or the whole page

The engine selects the parser's nodes; here they become nodes of our tree. In the paper's words, ``execute`` executes a
predicate, and ``holds`` tests it.
"""

from collections.abc import Sequence
from functools import lru_cache

from unweave.engine.select import Query, Test, query_of, test_of
from unweave.page import Node
from unweave.page.html import collapse
from unweave.program import Condition, Step
from unweave.rules.views import Extent, PageView

_query = lru_cache(maxsize=8192)(query_of)
_test = lru_cache(maxsize=8192)(test_of)


def execute(concept: Step, view: PageView) -> list[Node]:
    """The nodes that a concept selects, in document order.

    >>> from unweave.page import Page
    >>> bold = Step("descendant", "b", (Condition("nth", "2"),))
    >>> [node.text for node in execute(bold, PageView(Page("<p><b>a</b><b>b</b>")))]
    ['b']
    """
    query: Query = _query(concept)
    return [view.node(peer) for peer in query.find(view.index, view.scope)]


def extents_of(concept: Step, view: PageView) -> Sequence[Extent]:
    """The extents that a concept selects, kept as long as the view: fields and held-out pages ask for the same ones.

    >>> from unweave.page import Page
    >>> extents_of(Step("descendant", "b"), PageView(Page("<p>a <b>b</b>")))
    (Extent(first=1, end=2),)
    """
    known: dict[Step, Sequence[Extent]] = view.kept.setdefault("extents", {})
    found = known.get(concept)
    if found is None:
        query: Query = _query(concept)
        found = known[concept] = view.extents_of_peers(query.find(view.index, view.scope))
    return found


def holds(condition: Condition, view: PageView, node: Node) -> bool:
    """Whether a node meets a condition.

    >>> from unweave.page import Page
    >>> view = PageView(Page("<p>Brand:<b>Acme</b>"))
    >>> holds(Condition("text", "Acme"), view, view.by_tag["b"][0])
    True
    """
    test: Test = _test(condition)
    return test(view.index, view.peer(node), view.scope)


def text_of(node: Node) -> str:
    """The visible text of a node.

    >>> from unweave.page import Page
    >>> text_of(PageView(Page("<p>a <b>b</b>")).by_tag["p"][0])
    'a b'
    """
    return collapse(node.data) if node.kind == "text" else node.text
