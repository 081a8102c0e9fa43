"""The values in the scripts of a page, by their text in normal form."""

from collections import defaultdict
from weakref import WeakKeyDictionary

from unweave.budget import check_time
from unweave.page import Page
from unweave.page.embedded import EmbeddedData
from unweave.page.embedded_document import EmbeddedDocument, shown_text
from unweave.records.normal_text import normal
from unweave.values.comparison import TypedComparison

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


def places_of_equal(page: Page, text: str, compared: TypedComparison) -> list[tuple[EmbeddedDocument, int]]:
    """Where the data has a value that is equal to a text after both are converted.

    >>> from unweave.values.types import ValueType
    >>> page = Page('<script>s = {"price": 12.5, "width": 125}</script>')
    >>> prices = TypedComparison(ValueType("money"))
    >>> [document.tree.path(node) for document, node in places_of_equal(page, "12.50 €", prices)]
    [('price',)]
    """
    wanted = compared.of_text(text)
    if wanted is None:
        return []
    check_time()
    every = embedded_places(page)
    return [place for other in every if compared.of_data(other) == wanted for place in every[other]]


# By the page's own data, not by the page: of two equal pages each has documents of its own.
_known: WeakKeyDictionary[EmbeddedData, EmbeddedPlaces] = WeakKeyDictionary()


def _places(data: EmbeddedData) -> EmbeddedPlaces:
    found: EmbeddedPlaces = defaultdict(list)
    for document in data.documents:
        for node in document.tree.scalars():
            text = document.tree.text(node)
            found[text if text.isascii() and text.isalnum() else normal(shown_text(text))].append((document, node))
    return dict(found)
