"""Where the values of shown records are in a collection: which pages have them, and on which parts of the pages.

Legend
    shown       a record as a person gives it: ``{"title": "Emma", "isbn": "978...", "reviews": [{"by": "Ann"}]}``
    simple      its fields with texts; the others are nested
    weight      how much a value says about a page: a value that few pages have says more
"""

from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any

from unweave.errors import BadInput
from unweave.page import Page, Span
from unweave.records.locate import occurrences

Shown = Mapping[str, Any]


class ValuePlaces:
    """Which pages of a collection have a value, and where.

    >>> pages = [Page("<b>Emma</b> $5"), Page("<b>Kim</b> $5")]
    >>> places = ValuePlaces(pages)
    >>> places.pages_with("Emma"), places.pages_with("$5"), places.pages_with("Dune")
    ([0], [0, 1], [])
    """

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = pages
        self._texts = [unescape(page.source).casefold() for page in pages]
        self._found: dict[tuple[int, str], list[Span]] = {}
        self._likely: dict[str, list[int]] = {}

    def likely_pages(self, value: str) -> list[int]:
        """The numbers of the pages whose source has all words of a value: a quick test, before ``spans``.

        >>> ValuePlaces([Page("<b>Emma</b> $5"), Page("<b>Emma</b>")]).likely_pages("Emma $5")
        [0]
        """
        if value not in self._likely:
            words = value.casefold().split()
            self._likely[value] = [at for at, text in enumerate(self._texts) if all(word in text for word in words)]
        return self._likely[value]

    def pages_with(self, value: str) -> list[int]:
        """The numbers of the pages that show a value."""
        return [at for at in self.likely_pages(value) if self.spans(at, value)]

    def spans(self, at: int, value: str) -> list[Span]:
        """Every span of a page that shows a value."""
        if at not in self.likely_pages(value):
            return []
        if (at, value) not in self._found:
            self._found[at, value] = occurrences(self.pages[at], value, embedded=False)
        return self._found[at, value]

    def weight(self, value: str) -> float:
        """How much a value says about a page: one divided by the number of pages that may have it."""
        return 1 / max(1, len(self.likely_pages(value)))


def texts_of(value: Any) -> Iterator[str]:
    """The texts of a value: itself, or those of its items and their fields.

    >>> list(texts_of([{"by": "Ann"}, {"by": "Bo", "stars": None}])), list(texts_of("Emma")), list(texts_of(None))
    (['Ann', 'Bo'], ['Emma'], [])
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts_of(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_of(each)


def is_nested(value: Any) -> bool:
    """Whether a value is a list of records.

    >>> is_nested([{"by": "Ann"}]), is_nested(["Ann"]), is_nested("Ann")
    (True, False, False)
    """
    return isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value)


def check_shown(records: Sequence[Shown]) -> None:
    """It raises BadInput where what was shown cannot be used.

    >>> check_shown([])
    Traceback (most recent call last):
    unweave.errors.BadInput: the records: there are none. It would help to show two records with their values
    """
    if not records:
        advice = "It would help to show two records with their values"
        raise BadInput(source="the records", reason=f"there are none. {advice}")
    for number, record in enumerate(records, start=1):
        if not isinstance(record, Mapping) or not any(True for _ in texts_of(record)):
            advice = 'It would help to give its values by their fields: {"title": "Emma"}'
            raise BadInput(source="the records", reason=f"record {number} has no values. {advice}")
