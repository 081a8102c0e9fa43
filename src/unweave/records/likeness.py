"""Which texts of a page are most like a value that does not stand on it.

Likeness is the share of common pairs of letters (Dice's coefficient over sets of pairs, case aside), found in linear
time. Of texts equally like, those of the value's kind come first, then those that stand first.
"""

from collections.abc import Iterable

from unweave.page import Page
from unweave.records.attributes import attribute_values
from unweave.records.stretches import normal
from unweave.records.visible import visible_text
from unweave.values import kind_of

_WINDOW = 8  # longer values are compared with whole text nodes only
_LOOK = 200  # as many characters of a text are compared


def nearest(page: Page, value: str, *, count: int = 3) -> list[str]:
    """The texts most like the value: text nodes, as many words in a row as it has, and values of telling attributes.

    >>> nearest(Page("<b>Emma</b> by Jane Austen, $5.50"), "$5.60", count=1)
    ['$5.50']
    """
    wanted = normal(value)
    pairs, kind = _pairs(wanted), kind_of(wanted)
    candidates = _candidates(visible_text(page).texts(), len(wanted.split()))
    candidates |= {value.text: None for value in attribute_values(page).all if value.telling}
    scored = [
        (likeness, kind_of(text) == kind, text)
        for text in candidates
        if (likeness := _likeness(pairs, _pairs(text))) > 0
    ]
    scored.sort(key=lambda score: score[:2], reverse=True)
    return [text[:_LOOK] for *_, text in scored[:count]]


def _candidates(texts: Iterable[str], size: int) -> dict[str, None]:
    found: dict[str, None] = {}
    for text in texts:
        words = text.split()
        found[text] = None
        if 0 < size <= _WINDOW:
            found.update(dict.fromkeys(" ".join(words[i : i + size]) for i in range(len(words) - size + 1)))
    return found


def _pairs(text: str) -> set[str]:
    padded = f" {text[:_LOOK].casefold()} "
    return {padded[i : i + 2] for i in range(len(padded) - 1)}


def _likeness(one: set[str], other: set[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other))
