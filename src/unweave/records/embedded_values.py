"""The values in the scripts of a page, by their text in normal form."""

from collections import defaultdict
from weakref import WeakKeyDictionary

from unweave.page import Page
from unweave.page.embedded import EmbeddedData, EmbeddedDocument, shown_text
from unweave.records.normal_text import normal

EmbeddedPlaces = dict[str, list[tuple[EmbeddedDocument, int]]]
"""Text in normal form -> the documents and nodes that have it."""


def embedded_places(page: Page) -> EmbeddedPlaces:
    """The page's embedded values by their text; they are kept as long as the page.

    >>> places = embedded_places(Page('<script>s = {"title": "Emma", "tags": ["Emma"]}</script>'))
    >>> [document.tree.path(node) for document, node in places["Emma"]]
    [('title',), ('tags', 0)]
    """
    if page.embedded not in _known:
        _known[page.embedded] = _places(page.embedded)
    return _known[page.embedded]


# By the page's own data, not by the page: of two equal pages each has documents of its own.
_known: WeakKeyDictionary[EmbeddedData, EmbeddedPlaces] = WeakKeyDictionary()


def _places(data: EmbeddedData) -> EmbeddedPlaces:
    found: EmbeddedPlaces = defaultdict(list)
    for document in data.documents:
        for node in document.tree.scalars():
            text = document.tree.text(node)
            found[text if text.isascii() and text.isalnum() else normal(shown_text(text))].append((document, node))
    return dict(found)
