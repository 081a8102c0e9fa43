r"""Pieces of source -> what they say: references decoded, letters composed, white space made single spaces.

Legend:
    stretch    a bit of text and the source it stands for: ``("&", 5, 10)`` for an ``&amp;``. It is *even* when both
               have the same length; then every character has its own place, otherwise only the whole has one
    cluster    a letter with its combining marks: what Unicode may compose into one character
    normal     the form in which texts are compared: Unicode's composed form (NFC), each run of white space (no-break
               spaces included) one space. Compatibility forms are not folded: a typographic quote is no straight one
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from unweave.page.entities import REFERENCE, decode_text
from unweave.page.text import collapse

_PARTS = re.compile(r"(\s+)|\S+")
_CLUSTER_LIMIT = 30  # longer heaps of marks are cut, as in Unicode's stream-safe format: composing them is quadratic


class Stretch(NamedTuple):
    """A bit of text and where its source begins and ends.

    >>> Stretch("&", 5, 10).even
    False
    """

    text: str
    start: int
    end: int

    @property
    def even(self) -> bool:
        """Whether each character of the text has its own place.

        >>> Stretch("Tom", 0, 3).even
        True
        """
        return len(self.text) == self.end - self.start


def normal(text: str) -> str:
    r"""The form in which texts are compared: composed, with white space collapsed.

    >>> normal("  Cafe\u0301\u00a0de\n Flore ") == "Café de Flore"
    True
    """
    return collapse(composed(text))


def composed(text: str) -> str:
    r"""The text in Unicode's composed form, in linear time.

    >>> composed("Cafe\u0301") == "Café"
    True
    """
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text
    return "".join(stretch.text for stretch in _compose([Stretch(text, 0, len(text))]))


def stretches(source: str, start: int, end: int, *, references: bool) -> Iterator[Stretch]:
    r"""What a piece of source says, bit by bit, white space as a stretch ``" "``; its references decoded or not.

    >>> [stretch.text for stretch in stretches("Tom &amp;\n Ann", 0, 14, references=True)]
    ['Tom', ' ', '&', ' ', 'Ann']
    """
    raw = _decoded(source, start, end) if references else [Stretch(source[start:end], start, end)]
    return _spaced(_in_composed_form(raw))


def _decoded(source: str, start: int, end: int) -> list[Stretch]:
    """A run with its character references decoded, each a stretch of its own."""
    found: list[Stretch] = []
    for reference in REFERENCE.finditer(source, start, end):
        text = decode_text(reference[0])
        if text != reference[0]:
            stop = reference.end()
            while len(text) > 1 and text[-1] == source[stop - 1] and stop - reference.start() > 2:
                text, stop = text[:-1], stop - 1  # what is not part of it: the "it;" of "&notit;"
            found += [Stretch(source[start : reference.start()], start, reference.start())]
            found += [Stretch(text, reference.start(), stop)]
            start = stop
    return [*found, Stretch(source[start:end], start, end)]


def _in_composed_form(raw: list[Stretch]) -> Iterable[Stretch]:
    text = raw[0].text if len(raw) == 1 else "".join(stretch.text for stretch in raw)
    return raw if text.isascii() or unicodedata.is_normalized("NFC", text) else _compose(raw)


def _compose(raw: Iterable[Stretch]) -> Iterator[Stretch]:
    cluster = Stretch("", 0, 0)
    for letter in _letters(raw):
        if cluster.text and _composes(cluster.text, letter.text):
            cluster = Stretch(cluster.text + letter.text, cluster.start, letter.end)
        else:
            yield Stretch(unicodedata.normalize("NFC", cluster.text), cluster.start, cluster.end)
            cluster = letter
    yield Stretch(unicodedata.normalize("NFC", cluster.text), cluster.start, cluster.end)


def _letters(raw: Iterable[Stretch]) -> Iterator[Stretch]:
    for stretch in raw:
        if stretch.even:
            yield from (
                Stretch(letter, stretch.start + i, stretch.start + i + 1) for i, letter in enumerate(stretch.text)
            )
        else:
            yield stretch


def _composes(cluster: str, letter: str) -> bool:
    """Whether the letter belongs to the cluster: it is a mark, or (as in Hangul) both make one letter."""
    if letter.isascii() or cluster.isspace() or len(cluster) > _CLUSTER_LIMIT:
        return False
    if unicodedata.combining(letter[0]):
        return True
    apart = unicodedata.normalize("NFC", cluster) + unicodedata.normalize("NFC", letter)
    return unicodedata.normalize("NFC", cluster + letter) != apart


def _spaced(raw: Iterable[Stretch]) -> Iterator[Stretch]:
    """The stretches with their white space as single spaces; even stretches without odd white space stay whole."""
    for stretch in raw:
        inner = stretch.text.strip()
        if inner and stretch.even and not _odd_space(inner):
            offset = stretch.text.find(inner)
            begin = stretch.start + offset
            if offset:
                yield Stretch(" ", stretch.start, begin)
            yield Stretch(inner, begin, begin + len(inner))
            if offset + len(inner) < len(stretch.text):
                yield Stretch(" ", begin + len(inner), stretch.end)
        else:
            yield from _split(stretch)


def _odd_space(text: str) -> bool:
    return " ".join(text.split()) != text


def _split(stretch: Stretch) -> Iterator[Stretch]:
    if not stretch.even:
        yield Stretch(" ", stretch.start, stretch.end) if stretch.text.isspace() else stretch
        return
    for part in _PARTS.finditer(stretch.text):
        start, end = stretch.start + part.start(), stretch.start + part.end()
        yield Stretch(" " if part[1] else part[0], start, end)
