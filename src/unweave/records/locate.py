r"""locate: a value -> every span that shows it.

A value is looked for in these places, in this order; the first kind of place that shows it at all gives the answer, all
of it, in document order:

    1. the visible text, at token boundaries: a whole text node, a part of one, or across several; and the whole values
       of telling attributes (``title``, ``href``, ``content``, ...), links by their absolute or relative address
    2. the visible text with every tag taken as white space: "Price: $5" on ``<b>Price:</b><i>$5</i>``
    3. the visible text with no tag taken as white space, for longer values: "one cupof tea" on ``one cup<br>of tea``
    4. the visible text, inside a word: "24" on "242"; and the whole values of layout attributes (``class``, ...)
    5. part of an attribute's value, at token boundaries, written as in the source: "Three" in ``class="stars Three"``

Nothing is found in scripts, styles and comments. A span is as tight as it can be around the text (an attribute's value
is taken whole). How texts are compared is told in :mod:`unweave.records.stretches`.
"""

import re
from collections.abc import Iterator

from unweave.errors import ValueNotFound
from unweave.page import Page, Span
from unweave.records.attributes import attribute_values
from unweave.records.likeness import nearest
from unweave.records.stretches import normal
from unweave.records.visible import VisibleText, visible_text

_LONGER = 8  # characters; shorter ones would be found in what only seems to be one word: "12" on <li>1<li>2


def locate(page: Page, value: str, *, within: Span | None = None, field: str = "") -> list[Span]:
    """Every span that shows the value, in document order; there is at least one, or ValueNotFound is raised.

    >>> page = Page("<p><b>Emma</b> by Jane Austen, $5.50 <img alt='Emma'>")
    >>> [page[span] for span in locate(page, "Emma")], [page[span] for span in locate(page, "Emma by Jane")]
    (['Emma', 'Emma'], ['Emma</b> by Jane'])
    >>> locate(page, "$5.60", field="price")
    Traceback (most recent call last):
    unweave.errors.ValueNotFound: the page: field price: '$5.60' is not on the page;
    nearest: '$5.50', 'by Jane Austen, $5.50'
    """
    spans = occurrences(page, value, within=within)
    if not spans:
        raise ValueNotFound(source=page.name or "the page", field=field, value=value, nearest=nearest(page, value))
    return spans


def occurrences(page: Page, value: str, *, within: Span | None = None) -> list[Span]:
    """Every span that shows the value, in document order; none when it is not there.

    >>> occurrences(Page("<b>Emma</b>"), "Persuasion")
    []
    """
    text = normal(value)
    for look in _LOOKS if text else ():
        found = sorted({span for span in look(page, text) if within is None or within.contains(span)})
        if found:
            return found
    return []


def everywhere(page: Page, value: str) -> list[Span]:
    """Every span that shows the value in any of these kinds of place, in document order.

    >>> page = Page("<b>Emma</b> <img src='emma.gif' alt='Emma.gif'>")
    >>> [page[span] for span in everywhere(page, "Emma")], len(occurrences(page, "Emma"))
    (['Emma', 'Emma'], 1)
    """
    text = normal(value)
    return sorted({span for look in _LOOKS for span in look(page, text)}) if text else []


def _at_boundaries(page: Page, text: str) -> Iterator[Span]:
    yield from _clean_places(visible_text(page), text)
    values = attribute_values(page)
    yield from (value.span for value in values.saying(text) if value.telling)
    if "/" in text:
        yield from (value.span for value in values.leading_to(text))


def _all_tags_part(page: Page, text: str) -> Iterator[Span]:
    return _clean_places(visible_text(page, parting="all"), text)


def _no_tags_part(page: Page, text: str) -> Iterator[Span]:
    return _clean_places(visible_text(page, parting="none"), text) if len(text) >= _LONGER else iter(())


def _anywhere(page: Page, text: str) -> Iterator[Span]:
    visible = visible_text(page)
    yield from (visible.span(start, end) for start, end in visible.find(text))
    yield from (value.span for value in attribute_values(page).saying(text))


def _inside_attributes(page: Page, text: str) -> Iterator[Span]:
    token = re.compile(rf"(?<![^\W_]){re.escape(text)}(?![^\W_])")
    for value in attribute_values(page).all:
        yield from (Span(*match.span()) for match in token.finditer(page.source, *value.span))


_LOOKS = (_at_boundaries, _all_tags_part, _no_tags_part, _anywhere, _inside_attributes)


def _clean_places(visible: VisibleText, text: str) -> Iterator[Span]:
    for start, end in visible.find(text):
        if visible.clean(start) and visible.clean(end):
            yield visible.span(start, end)
