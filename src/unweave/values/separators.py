"""What is written between the values of a field that has several: "Ann Lee, Bob Ray and Cy Lo"."""

import re

CONJUNCTIONS = frozenset(("and", "und", "et", "y", "e", "en", "og", "och"))
_WORD = re.compile(r"\w")


def separates(text: str) -> bool:
    """Whether a text between two values is a separator: it has no word, or is a conjunction.

    >>> [separates(text) for text in (", ", "and", "read by")]
    [True, True, False]
    """
    return text.strip().casefold() in CONJUNCTIONS or not _WORD.search(text)
