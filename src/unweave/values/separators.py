"""What is written between the values of a field that has several: "Ann Lee, Bob Ray and Cy Lo"."""

import re
from collections.abc import Iterator

CONJUNCTIONS = frozenset(("and", "und", "et", "y", "e", "en", "og", "och"))
_WORD = re.compile(r"\w")


def separates(text: str) -> bool:
    """Whether a text between two values is a separator: it has no word, or is a conjunction.

    >>> [separates(text) for text in (", ", "and", "read by")]
    [True, True, False]
    """
    return text.strip().casefold() in CONJUNCTIONS or not _WORD.search(text)


def separated(text: str, start: int, end: int, separators: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where the values between separators are, from a start to an end of a text; a word inside a word is none.

    >>> list(separated("Ann, Bob", 0, 8, (", ",))), list(separated("Sandy", 0, 5, ("and",)))
    ([(0, 3), (5, 8)], [(0, 5)])
    """
    words = [rf"\b{re.escape(one)}\b" if one.isalnum() else re.escape(one) for one in separators]
    for found in re.finditer("|".join(words), text[:end]) if words else ():
        if found.start() >= start:
            yield start, found.start()
            start = found.end()
    yield start, end
