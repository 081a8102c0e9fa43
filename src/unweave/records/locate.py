r"""locate: a value -> every span that shows it.

Legend

    occurrence    a span that shows the value: (6, 10) for "Emma" on ``<p><b>Emma</b>``
    visible text  what a reader sees of the page (``visible_text``), in normal form (``normal_text``)
    nearest       the texts of the page that are most similar to a value that is not on it

A value is searched in these kinds of places, in this order. The first kind that has it gives the answer, all of its
occurrences in document order:

    1. the visible text, at token boundaries: a whole text node, a part of one, or across several; and the whole values
       of content attributes (``title``, ``href``, ``content``, ...), links by their absolute or relative address
    2. the visible text with every tag read as white space: "Price: $5" on ``<b>Price:</b><i>$5</i>``
    3. the visible text with no tag read as white space, for longer values: "one cupof tea" on ``one cup<br>of tea``
    4. the visible text, inside a word: "24" on "242"; and the whole values of layout attributes (``class``, ...)
    5. part of an attribute's value, at token boundaries, written as in the source: "Three" in ``class="stars Three"``
    6. the visible text as in 1, 2 and 3, and the whole values of content attributes, typography aside: "Emma's" on
       "Emma’s", "1 1/2" on "1½"
    7. the data in scripts, where values are searched there too: whole values of JSON, escapes decoded. A number is
       searched there before 4: on "$12.50", "12.5" is a part of another number

Nothing else is found in scripts, and nothing in styles and comments. A span is as tight as it can be around the text
(an attribute's value is taken whole). Texts are compared in normal form, see :mod:`unweave.records.normal_text`.

A value that is not on the page raises ValueNotFound with the most similar texts, and with where these are: a part of a
longer text, a whole text, an attribute. Similarity is Dice's coefficient over
the sets of pairs of letters, case aside. Of equally similar texts, those of the value's kind come first, then the
first on the page. If the data in scripts has the value in another form, 12.5 for "12.50 €", that is said first.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from unweave.errors import MissingValue, ValueNotFound
from unweave.page import Page, Span
from unweave.page.address import base_of
from unweave.page.embedded_document import shown_text
from unweave.records.attributes import attribute_values
from unweave.records.embedded_values import embedded_places, places_of_equal
from unweave.records.normal_text import normal, plain
from unweave.records.visible_text import Spaces, VisibleText, visible_text
from unweave.tuning import COMPARED_CHARACTERS, JOINED_VALUE_LENGTH, SIMILAR_VALUE_WORDS
from unweave.values import kind_of
from unweave.values.comparison import TypedComparison
from unweave.values.suggest import suggested_type

_EXPLAINED = 10  # missing values for which the nearest texts are searched: each takes a while on a large page
_is_number = re.compile(r"[0-9]++(?:[.,][0-9]++)*+").fullmatch
_AROUND = 60  # characters that are shown of a long text


def locate(page: Page, value: str, *, within: Span | None = None, field: str = "", embedded: bool = True) -> list[Span]:
    """Every span that shows the value, in document order; there is at least one, or ValueNotFound is raised.

    >>> page = Page("<p><b>Emma</b> by Jane Austen, $5.50 <img alt='Emma'>")
    >>> [page[span] for span in locate(page, "Emma")], [page[span] for span in locate(page, "Emma by Jane")]
    (['Emma', 'Emma'], ['Emma</b> by Jane'])
    >>> locate(page, "$5.60", field="price")
    Traceback (most recent call last):
    unweave.errors.ValueNotFound: the page: field price: '$5.60' is not on the page;
    nearest: '$5.50', 'by Jane Austen, $5.50'
    """
    spans = occurrences(page, value, within=within, embedded=embedded)
    if not spans:
        raise not_found(page, [MissingValue(0, field, value)], within=within, embedded=embedded)
    return spans


def not_found(
    page: Page, missing: Sequence[MissingValue], *, within: Span | None = None, embedded: bool = True
) -> ValueNotFound:
    """The error that names all these values, the first of them with their nearest texts.

    >>> print(not_found(Page("<b>Emma</b>"), [MissingValue(1, "title", "Ema"), MissingValue(2, "title", "Kim")]))
    the page: 2 values are not on the page:
      record 1, field title: 'Ema'; nearest: 'Emma'
      record 2, field title: 'Kim'
    """
    first = missing[0]
    return ValueNotFound(
        source=page.name or "the page",
        field=first.field,
        value=first.value,
        nearest=nearest_texts(page, first.value),
        missing=missing,
        hints=[_hint(page, one.value, within, embedded=embedded) for one in missing[:_EXPLAINED]],
    )


def _hint(page: Page, value: str, within: Span | None, *, embedded: bool) -> str:
    """What may help to find the value that is meant."""
    if within is not None and occurrences(page, value, embedded=embedded):
        return "it is on the page, but outside the section"
    hidden = page.is_html and len(value.strip()) > 1 and value.strip() in page.source
    scripts = "the code of a script" if embedded else "a script"
    hints = [f"it is only in {scripts}, a style or a comment, which are not searched"] * hidden
    other = _other_form(page, value) if embedded and page.is_html else ""
    hints += [f"the data in scripts has it as {other!r}"] * bool(other)
    texts = nearest_texts(page, value)
    nearest = [_described(page, text, beside=texts) for text in texts]
    return "; ".join([*hints, *["nearest: " + ", ".join(nearest)] * bool(nearest)])


def _other_form(page: Page, value: str) -> str:
    """What the data in scripts has in place of a value: equal after conversion by the type that it seems to have."""
    kind = suggested_type([value], [])
    places = places_of_equal(page, value, TypedComparison(kind, base_of(page))) if kind is not None else []
    return next((shown_text(document.tree.text(node)) for document, node in places), "")


def _described(page: Page, text: str, *, beside: Sequence[str]) -> str:
    """A text of the page, with the longer text or the attribute that it is in, unless that is named beside it."""
    texts = visible_text(page).texts()
    if text in texts or any(longer.startswith(text) for longer in texts if len(text) == COMPARED_CHARACTERS):
        return repr(text)
    longer = next((longer for longer in texts if f" {text} " in f" {longer} "), None)
    if longer is not None and longer in beside:
        return repr(text)
    if longer is not None:
        return f"{text!r} (part of {_shortened(longer, text)!r})"
    attribute = next((one for one in attribute_values(page).all if one.is_content and one.text.startswith(text)), None)
    return f"{text!r} (the {attribute.name} of <{attribute.tag}>)" if attribute else repr(text)


def _shortened(longer: str, text: str) -> str:
    """The longer text or, where it is very long, what is around the text."""
    if len(longer) <= _AROUND:
        return longer
    start = max(0, longer.find(text) - (_AROUND - len(text)) // 2)
    return "..." * (start > 0) + longer[start : start + max(_AROUND, len(text))] + "..."


def occurrences(page: Page, value: str, *, within: Span | None = None, embedded: bool = True) -> list[Span]:
    """Every span that shows the value, in document order; none when it is not there.

    Where no text and no attribute has it, the data in scripts may; without ``embedded`` that is not searched.

    >>> occurrences(Page("<b>Emma</b>"), "Persuasion")
    []
    >>> page = Page('<script>book = {"title": "Emma"}</script>')
    >>> occurrences(page, "Emma"), occurrences(page, "Emma", embedded=False)
    ([Span(start=26, end=30)], [])
    """
    text = normal(value)
    for search in _SEARCHES if text else ():
        if search is _anywhere and embedded and _is_number(text) and (found := _in_scripts(page, text, within)):
            return found
        found = sorted({span for span in search(page, text) if within is None or within.contains(span)})
        if found:
            return found
    return _typography_aside(page, value, within) or (_in_scripts(page, text, within) if embedded else [])


def _in_scripts(page: Page, text: str, within: Span | None) -> list[Span]:
    """Every value of the data in scripts that has the text."""
    if not text or not page.is_html or "<script" not in page.source.lower():
        return []
    spans = {document.span(node) for document, node in embedded_places(page).get(text, ())}
    return sorted(span for span in spans if within is None or within.contains(span))


def _typography_aside(page: Page, value: str, within: Span | None) -> list[Span]:
    """Every span that shows the value with other quotes, dashes, spaces, ligatures or fractions."""
    text = plain(value)
    kinds: tuple[Spaces, ...] = ("blocks", "all", "none")
    for spaces in kinds if text else ():
        is_possible = len(text) >= JOINED_VALUE_LENGTH or spaces == "all"
        if spaces != "blocks" and not (is_possible and _is_there(page, text, typography=False)):
            continue
        spans = {*_between_boundaries(visible_text(page, spaces=spaces, typography=False), text)}
        if spaces == "blocks":
            spans |= {one.span for one in attribute_values(page).with_plain_text(text) if one.is_content}
        found = sorted(span for span in spans if within is None or within.contains(span))
        if found:
            return found
    return []


def all_occurrences(page: Page, value: str) -> list[Span]:
    """Every span that shows the value in any of the kinds of places, in document order.

    >>> page = Page("<b>Emma</b> <img src='emma.gif' alt='Emma.gif'>")
    >>> [page[span] for span in all_occurrences(page, "Emma")], len(occurrences(page, "Emma"))
    (['Emma', 'Emma'], 1)
    """
    text = normal(value)
    return sorted({span for search in _SEARCHES for span in search(page, text)}) if text else []


def _at_boundaries(page: Page, text: str) -> Iterator[Span]:
    yield from _between_boundaries(visible_text(page), text)
    values = attribute_values(page)
    yield from (value.span for value in values.with_text(text) if value.is_content)
    if "/" in text:
        yield from (value.span for value in values.linking_to(text))


def _all_tags_as_space(page: Page, text: str) -> Iterator[Span]:
    if _is_there(page, text):
        yield from _between_boundaries(visible_text(page, spaces="all"), text)


def _no_tags_as_space(page: Page, text: str) -> Iterator[Span]:
    if len(text) >= JOINED_VALUE_LENGTH and _is_there(page, text):
        yield from _between_boundaries(visible_text(page, spaces="none"), text)


def _is_there(page: Page, text: str, *, typography: bool = True) -> bool:
    """Whether the visible text has it, white space aside: else no reading of tags as white space has it."""
    return text.replace(" ", "") in _without_spaces(page, page.is_html, typography)


@lru_cache(maxsize=8)
def _without_spaces(page: Page, _is_html: bool, typography: bool) -> str:
    return visible_text(page, typography=typography).text.replace(" ", "")


def _anywhere(page: Page, text: str) -> Iterator[Span]:
    visible = visible_text(page)
    yield from (visible.span(start, end) for start, end in visible.find(text))
    yield from (value.span for value in attribute_values(page).with_text(text))


def _inside_attributes(page: Page, text: str) -> Iterator[Span]:
    token = re.compile(rf"(?<![^\W_]){re.escape(text)}(?![^\W_])")
    for value in attribute_values(page).all:
        yield from (Span(*match.span()) for match in token.finditer(page.source, *value.span))


_SEARCHES = (_at_boundaries, _all_tags_as_space, _no_tags_as_space, _anywhere, _inside_attributes)


def _between_boundaries(visible: VisibleText, text: str) -> Iterator[Span]:
    for start, end in visible.find(text):
        if visible.is_boundary(start) and visible.is_boundary(end):
            yield visible.span(start, end)


def nearest_texts(page: Page, value: str, *, count: int = 3) -> list[str]:
    """The texts most similar to the value: text nodes, as many words in a row as it has, and content attributes.

    >>> nearest_texts(Page("<b>Emma</b> by Jane Austen, $5.50"), "$5.60", count=1)
    ['$5.50']
    """
    wanted = normal(value)
    pairs, kind = _letter_pairs(wanted), kind_of(wanted)
    candidates = _candidates(visible_text(page).texts(), len(wanted.split()))
    candidates |= {value.text: None for value in attribute_values(page).all if value.is_content}
    scored = [
        (similarity, kind_of(text) == kind, text)
        for text in candidates
        if (similarity := _similarity(pairs, _letter_pairs(text))) > 0
    ]
    scored.sort(key=lambda score: score[:2], reverse=True)
    return [text[:COMPARED_CHARACTERS] for *_, text in scored[:count]]


def _candidates(texts: Iterable[str], size: int) -> dict[str, None]:
    found: dict[str, None] = {}
    for text in texts:
        words = text.split()
        found[text] = None
        if 0 < size <= SIMILAR_VALUE_WORDS:
            found.update(dict.fromkeys(" ".join(words[i : i + size]) for i in range(len(words) - size + 1)))
    return found


def _letter_pairs(text: str) -> set[str]:
    padded = f" {text[:COMPARED_CHARACTERS].casefold()} "
    return {padded[i : i + 2] for i in range(len(padded) - 1)}


def _similarity(one: set[str], other: set[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other))
