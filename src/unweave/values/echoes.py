"""Echoes: whether a page says a value once more, in its title, a heading, a link or the data of a script.

Legend

    echo        an occurrence of a value's text in the source of its page beside those that were read as values
    words       most words of a value, each somewhere else on the page: "Brown, Dee" is no echo of "Dee Brown #9", but
                its words are there
    foreign     a value of another page; where such values have no echo, an echo tells the values of this page

Pages repeat what they are about: the title of a book is in the title of the page, its number in the targets of links.
A layout may change everywhere around a value, and its echo stays where it was. So a text that is read in place of the
value is noticed even if it looks the same, comes behind the same label, and all rules agree; and of several texts that
could be the value, the one with an echo is.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from html import escape

from unweave.page import Page
from unweave.page.html import collapse
from unweave.tuning import WORDS_SAID
from unweave.values.profile import LONGEST_TEXT

MOST_ECHOES = 20
"""So many values of a field are looked for on a page: of a list the first ones."""
_WORD = re.compile(r"[^\W_]{3,}")  # shorter ones are on every page


def echoes(page: Page, texts: Iterable[str]) -> Iterator[bool]:
    """Whether each of some values has an echo on its page; the values themselves are none.

    >>> page = Page("<title>Emma, a novel</title><h1>Emma</h1><p>by <i>Jane Austen</i>")
    >>> list(echoes(page, ["Emma", "Jane Austen"]))
    [True, False]
    """
    every = [_plain(text) for text in texts]
    read = Counter(every)
    for text in every:
        yield _occurrences(page, text) > read[text]


def word_echoes(page: Page, texts: Iterable[str]) -> Iterator[bool]:
    """Whether a page says most words of each of some values once more, wherever; the values themselves do not count.

    >>> page = Page("<title>Brown, Dee</title><h1>Dee Brown #9</h1><p>by <i>Jane Austen</i>")
    >>> list(word_echoes(page, ["Dee Brown #9", "Jane Austen"]))
    [True, False]
    """
    every = [_words(text) for text in texts]
    read = Counter(word for words in every for word in words)
    for words in every:
        yield _is_said(page, words, read)


def mentions_words(page: Page, text: str) -> bool:
    """Whether most words of a text are anywhere in the source of a page.

    >>> mentions_words(Page("<title>Brown, Dee</title>"), "Dee Brown")
    True
    """
    return _is_said(page, _words(text), Counter())


def _is_said(page: Page, words: AbstractSet[str], read: Mapping[str, int]) -> bool:
    there = _page_words(page.source)
    said = sum(there[word] > read.get(word, 0) for word in words)
    return bool(words) and said >= WORDS_SAID * len(words)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(_plain(text)))


@lru_cache(maxsize=2)  # one page is looked at after another
def _page_words(source: str) -> Counter[str]:
    return Counter(_WORD.findall(_lowered(source)))


def mentions(page: Page, text: str) -> bool:
    """Whether a text is anywhere in the source of a page.

    >>> mentions(Page("<title>EMMA</title>"), "Emma")
    True
    """
    return _occurrences(page, _plain(text)) > 0


def _occurrences(page: Page, plain: str) -> int:
    source = _lowered(page.source)
    return sum(source.count(one) for one in {plain, escape(plain, quote=False)}) if plain else 0


@lru_cache(maxsize=2)  # one page is looked at after another
def _lowered(source: str) -> str:
    return source.lower()


def _plain(text: str) -> str:
    return collapse(text)[:LONGEST_TEXT].lower()
