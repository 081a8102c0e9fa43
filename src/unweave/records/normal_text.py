r"""Source text -> text in normal form: references decoded, letters composed, white space made single spaces.

Legend:
    run        a piece of text and the source it comes from: ``TextRun("&", 5, 10)`` for an ``&amp;``. It is *aligned*
               when both have the same length: each character has its own offset. Otherwise only the whole run has
    cluster    a letter with its combining marks: what Unicode may compose into one character
    normal     the form in which texts are compared: Unicode's composed form (NFC), each run of white space (no-break
               spaces included) one space
    plain      the normal form without typography, as a person types it: straight quotes, hyphens for dashes, ligatures
               and fractions as several characters, nothing for a soft hyphen. For texts that are not found otherwise
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from unweave.page.entities import REFERENCE, decode_text
from unweave.page.html import collapse

_FRACTIONS = (0xBC, 0xBD, 0xBE, *range(0x2150, 0x215F), 0x2189)
_PLAIN = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),  # hyphens, dashes, minus
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4`", "'"),  # single quotes, apostrophe, prime, accents
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033", '"'),  # double quotes, double prime
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff", ""),  # soft hyphen, what has no width
    **dict(
        zip("\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06", ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)
    ),
    **{chr(code): unicodedata.normalize("NFKC", chr(code)).replace("\u2044", "/") for code in _FRACTIONS},
    "\u2044": "/",  # the slash of a fraction
    "\u2026": "...",
}
"""Typographic characters -> what a person types instead."""
_TYPOGRAPHIC = re.compile("[" + "".join(_PLAIN) + "]")

_SPACE_OR_WORD = re.compile(r"(\s+)|\S+")
_CLUSTER_LIMIT = 30  # longer clusters are cut, as in Unicode's stream-safe format: composing them is quadratic


class TextRun(NamedTuple):
    """A piece of text and where its source begins and ends.

    >>> TextRun("&", 5, 10).aligned
    False
    """

    text: str
    start: int
    end: int

    @property
    def aligned(self) -> bool:
        """Whether each character of the text has its own offset.

        >>> TextRun("Tom", 0, 3).aligned
        True
        """
        return len(self.text) == self.end - self.start


def normal(text: str) -> str:
    r"""The form in which texts are compared: composed, with white space collapsed.

    >>> normal("  Cafe\u0301\u00a0de\n Flore ") == "Café de Flore"
    True
    """
    return collapse(composed(text))


def plain(text: str) -> str:
    r"""The normal form without typography.

    >>> plain("\u201c1\u00bd o\ufb03ce\u2019s \u2013 co\u00adop\u201d")
    '"1 1/2 office\'s - coop"'
    """
    text = composed(text)
    return collapse("".join(run.text for run in _without_typography([TextRun(text, 0, len(text))])))


def composed(text: str) -> str:
    r"""The text in Unicode's composed form, in linear time.

    >>> composed("Cafe\u0301") == "Café"
    True
    """
    if _is_composed(text):
        return text
    return "".join(run.text for run in _compose([TextRun(text, 0, len(text))]))


def text_runs(source: str, start: int, end: int, *, references: bool, typography: bool = True) -> Iterator[TextRun]:
    r"""The text of a piece of source as runs, white space as a run ``" "``; its references are decoded or not.

    Without ``typography`` the texts are plain.

    >>> [run.text for run in text_runs("Tom &amp;\n Ann", 0, 14, references=True)]
    ['Tom', ' ', '&', ' ', 'Ann']
    """
    runs = _decoded(source, start, end) if references else [TextRun(source[start:end], start, end)]
    text = runs[0].text if len(runs) == 1 else "".join(run.text for run in runs)
    found = runs if _is_composed(text) else _compose(runs)
    return _with_single_spaces(found if typography or not _TYPOGRAPHIC.search(text) else _without_typography(found))


def _decoded(source: str, start: int, end: int) -> list[TextRun]:
    """A piece of source with its character references decoded, each a run of its own."""
    found: list[TextRun] = []
    for reference in REFERENCE.finditer(source, start, end):
        text = decode_text(reference[0])
        if text != reference[0]:
            stop = reference.end()
            while len(text) > 1 and text[-1] == source[stop - 1] and stop - reference.start() > 2:
                text, stop = text[:-1], stop - 1  # what is not part of it: the "it;" of "&notit;"
            found += [TextRun(source[start : reference.start()], start, reference.start())]
            found += [TextRun(text, reference.start(), stop)]
            start = stop
    return [*found, TextRun(source[start:end], start, end)]


def _is_composed(text: str) -> bool:
    return text.isascii() or unicodedata.is_normalized("NFC", text)


def _compose(runs: Iterable[TextRun]) -> Iterator[TextRun]:
    cluster = TextRun("", 0, 0)
    for letter in _letters(runs):
        if cluster.text and _composes(cluster.text, letter.text):
            cluster = TextRun(cluster.text + letter.text, cluster.start, letter.end)
        else:
            yield TextRun(unicodedata.normalize("NFC", cluster.text), cluster.start, cluster.end)
            cluster = letter
    yield TextRun(unicodedata.normalize("NFC", cluster.text), cluster.start, cluster.end)


def _letters(runs: Iterable[TextRun]) -> Iterator[TextRun]:
    for run in runs:
        if run.aligned:
            yield from (TextRun(letter, at, at + 1) for at, letter in enumerate(run.text, run.start))
        else:
            yield run


def _composes(cluster: str, letter: str) -> bool:
    """Whether the letter belongs to the cluster: it is a mark, or (as in Hangul) both make one letter."""
    if letter.isascii() or cluster.isspace() or len(cluster) > _CLUSTER_LIMIT:
        return False
    if unicodedata.combining(letter[0]):
        return True
    apart = unicodedata.normalize("NFC", cluster) + unicodedata.normalize("NFC", letter)
    return unicodedata.normalize("NFC", cluster + letter) != apart


def _without_typography(runs: Iterable[TextRun]) -> Iterator[TextRun]:
    """The runs with each typographic character as a run of its own; a fraction after a digit is set apart from it."""
    last = ""
    for run in runs:
        done = 0
        for found in _TYPOGRAPHIC.finditer(run.text):
            before, text = run.text[done : found.start()], _PLAIN[found[0]]
            here = run.start + found.start() if run.aligned else run.start
            behind = here + 1 if run.aligned else run.end
            if before:
                yield TextRun(before, here - len(before), here) if run.aligned else TextRun(before, run.start, run.end)
                last = before
            if len(text) > 1 and "/" in text and last[-1:].isdigit():
                yield TextRun(" ", here, here)
            if text:
                yield TextRun(text, here, behind)
                last = text
            done = found.end()
        if rest := run.text[done:]:
            yield TextRun(rest, run.end - len(rest), run.end) if run.aligned else TextRun(rest, run.start, run.end)
            last = rest


def _with_single_spaces(runs: Iterable[TextRun]) -> Iterator[TextRun]:
    """The runs with their white space as runs of one space; an aligned run with single spaces inside stays whole."""
    for run in runs:
        inner = run.text.strip()
        if inner and run.aligned and " ".join(inner.split()) == inner:
            offset = run.text.find(inner)
            begin = run.start + offset
            if offset:
                yield TextRun(" ", run.start, begin)
            yield TextRun(inner, begin, begin + len(inner))
            if offset + len(inner) < len(run.text):
                yield TextRun(" ", begin + len(inner), run.end)
        elif run.aligned:
            for part in _SPACE_OR_WORD.finditer(run.text):
                start, end = run.start + part.start(), run.start + part.end()
                yield TextRun(" " if part[1] else part[0], start, end)
        else:
            yield TextRun(" ", run.start, run.end) if run.text.isspace() else run
