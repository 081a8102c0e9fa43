"""Labels in other words, to be undone (``undoing``).

Legend

    label       a text that was right before values of a field on good pages, or right behind them, with 0 for numbers
    akin        texts of which one has all words of the other: "Price" and "Our price:"
    rewording   Rewording("ISBN-0:", "Full ISBN-0:"): in place of the second text there was the first one

A label that is worded anew leaves all else alone: what is behind the values, their tags, their order. A text that is
not akin to the label is not taken for it: any text that all pages have could be the one.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, zip_longest
from typing import NamedTuple

from unweave.budget import check_time
from unweave.page import Page, Span
from unweave.tuning import UNDOING_PAGES
from unweave.values.profile import Counts, FieldProfile
from unweave.values.surroundings import LONGEST, SAME, PageTexts, masked
from unweave.verify.edits import Edit, Undone
from unweave.verify.successors import run_span
from unweave.verify.undoing import UndoneReading, clearest
from unweave.wrapper import Wrapper

_WORD = re.compile(r"[^\W\d_]+|\d+")


class Rewording(NamedTuple):
    """There was the text ``old`` where ``new`` is now, both with 0 for numbers."""

    old: str
    new: str


def with_old_labels(wrapper: Wrapper, pages: Sequence[Page], wrong: Sequence[str]) -> UndoneReading | None:
    """What the old wrapper finds once labels have their old words; None where that is not ok, or not clear.

    ``wrong`` are the fields that are not read right.
    """
    texts, fields = cache(lambda at: PageTexts(pages[at])), wrapper.origin.site_profile.fields
    first = [texts(at) for at in range(len(pages))[:UNDOING_PAGES]]
    ranked = [some for name in wrong for label in labels(fields[name]) if (some := rewordings(label, first))]
    every = [[some[0] for some in ranked], *([one] for some in ranked for one in some)]
    return clearest(wrapper, pages, [partial(_undone, texts, some) for some in every])


def _undone(texts: Callable[[int], PageTexts], every: Sequence[Rewording], at: int) -> Undone:
    return undone_on(texts(at), every)


def labels(known: FieldProfile) -> Iterator[str]:
    """The texts that were before some values of a field, or behind them; parts of their own texts only before them.

    >>> list(labels(FieldProfile(features={"before": Counts({"\u2026By": 9, "$0": 1}), "behind": Counts({"In": 9})})))
    ['…By', 'In']
    """
    for place in ("before", "behind"):
        for text, count in known.features.get(place, Counts()).seen.items():
            if count > 1 and (place == "before" if text.startswith(SAME) else _words(text)):
                yield text


def rewordings(label: str, every: Sequence[PageTexts]) -> list[Rewording]:
    """The texts of all of some pages that are akin to a label; first those with the fewest other words.

    >>> texts = PageTexts(Page("<p>Our best price: <b>$5</b><p>Our price: <b>$4</b><p>Cost: <b>$2</b>"))
    >>> [one.new for one in rewordings("Price:", [texts])]
    ['Our price:', 'Our best price:']
    """
    check_time()
    found = [{new for _, new, _ in _places(label, texts)} for texts in every]
    shared, words = set.intersection(*found) if found else set(), len(_words(label))
    return [Rewording(label, new) for _, new in sorted((abs(len(_words(new)) - words), new) for new in shared)]


def undone_on(texts: PageTexts, every: Sequence[Rewording]) -> Undone:
    """The page with the old labels.

    >>> texts = PageTexts(Page("<p>Full iSBN-13: <b>978-1</b>"))
    >>> undone_on(texts, [Rewording("ISBN-0:", "Full iSBN-0:")]).page.source
    '<p>ISBN-13: <b>978-1</b>'
    """
    check_time()
    places = [(one, *place) for one in every for place in _places(one.old, texts)]
    return Undone.of(texts.page, [Edit(*span, text) for one, span, new, text in places if new == one.new])


def _places(label: str, texts: PageTexts) -> Iterator[tuple[Span, str, str]]:
    """Where texts are that may have been a label; what they are, with 0 for numbers; and the label as it was written.

    Of a label in the text of a value it is where this text begins; of a long one, the rest was cut from it.
    """
    plain, words, source = label.removeprefix(SAME), _words(label), texts.page.source
    pattern = re.compile(r"(\d+)".join(map(re.escape, plain.split("0"))), re.IGNORECASE)
    for at in range(len(texts.runs)):
        start, end = run_span(texts, at)
        found = pattern.search(source, start, end)
        if label != plain:
            end = found.end() if found else start
        text = source[start:end]
        if text and not masked(text).startswith(plain) and (found or _are_akin(words, _words(masked(text)))):
            numbers = found.groups() if found else re.findall(r"\d+", text)
            rest = source[found.end() : end] if found and len(plain) == LONGEST else ""
            yield Span(start, end), masked(text), _written(plain, numbers) + rest


def _written(label: str, numbers: Sequence[str]) -> str:
    """The label with these numbers in it.

    >>> _written("ISBN-0:", ["13"])
    'ISBN-13:'
    """
    parts = label.split("0")
    return "".join(chain.from_iterable(zip_longest(parts, numbers[: len(parts) - 1], fillvalue="")))


def _words(text: str) -> frozenset[str]:
    """The words of a text of usual length; numbers alone are none."""
    words = frozenset(_WORD.findall(text.lower())) if len(text) <= 2 * LONGEST else frozenset()
    return words if words - {"0"} else frozenset()


def _are_akin(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and (one <= other or other <= one)
