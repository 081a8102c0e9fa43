r"""Source text -> text in normal form: references decoded, letters composed, white space made single spaces.

Legend:
    run        a piece of text and the source it comes from: ``TextRun("&", 5, 10)`` for an ``&amp;``. It is *aligned*
               when both have the same length: each character has its own offset. Otherwise only the whole run has
    cluster    a letter with its combining marks: what Unicode may compose into one character
    normal     the form in which texts are compared: Unicode's composed form (NFC), each run of white space (no-break
               spaces included) one space. Compatibility forms are not folded: a typographic quote is no straight one
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from unweave.page.entities import REFERENCE, decode_text
from unweave.page.html import collapse

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


def composed(text: str) -> str:
    r"""The text in Unicode's composed form, in linear time.

    >>> composed("Cafe\u0301") == "Café"
    True
    """
    if _is_composed(text):
        return text
    return "".join(run.text for run in _compose([TextRun(text, 0, len(text))]))


def text_runs(source: str, start: int, end: int, *, references: bool) -> Iterator[TextRun]:
    r"""The text of a piece of source as runs, white space as a run ``" "``; its references are decoded or not.

    >>> [run.text for run in text_runs("Tom &amp;\n Ann", 0, 14, references=True)]
    ['Tom', ' ', '&', ' ', 'Ann']
    """
    runs = _decoded(source, start, end) if references else [TextRun(source[start:end], start, end)]
    text = runs[0].text if len(runs) == 1 else "".join(run.text for run in runs)
    return _with_single_spaces(runs if _is_composed(text) else _compose(runs))


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
