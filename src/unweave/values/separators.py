"""What is written between the values of a field that has several: "Ann Lee, Bob Ray and Cy Lo".

Legend

    remark    what is said of a value in brackets behind it: "Ann Lee (Author), Bob Ray (Editor)". It is no part of the
              value; among the separators, ``REMARK`` says that there may be one
"""

import re
from collections.abc import Iterator

CONJUNCTIONS = frozenset(("and", "und", "et", "y", "e", "en", "og", "och"))
REMARK = "(\N{HORIZONTAL ELLIPSIS})"
_WORD = re.compile(r"\w")
REMARKS = r"(?:\s*\([^()]*\))"
"""One remark with the white space before it, as a regular expression."""


def separates(text: str) -> bool:
    """Whether a text between two values is a separator: it has no word, or is a conjunction.

    >>> [separates(text) for text in (", ", "and", "read by")]
    [True, True, False]
    """
    return text.strip().casefold() in CONJUNCTIONS or not _WORD.search(text)


def without_remarks(text: str) -> str:
    """A text between two values, or behind one, without what is in brackets.

    >>> without_remarks(" (Author), "), without_remarks(" and ")
    (', ', ' and ')
    """
    return re.sub(REMARKS, "", text)


def separated(text: str, start: int, end: int, separators: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where the values between separators are, from a start to an end of a text; a word inside a word is none.

    >>> list(separated("Ann, Bob", 0, 8, (", ",))), list(separated("Sandy", 0, 5, ("and",)))
    ([(0, 3), (5, 8)], [(0, 5)])
    >>> list(separated("Ann (Author, Editor), Bob (Editor)", 0, 34, (", ", REMARK)))
    [(0, 3), (22, 25)]
    """
    words = [rf"\b{re.escape(one)}\b" if one.isalnum() else re.escape(one) for one in separators if one != REMARK]
    between = f"(?P<words>{'|'.join(words)})" if words else ""
    if REMARK in separators:
        between = f"{REMARKS}*{between}|{REMARKS}+" if words else rf"{REMARKS}+\s*(?P<words>)"
    for found in re.finditer(between, text[:end]) if between else ():
        is_between = found["words"] is not None or found.end() == end  # else a remark inside a value
        if found.start() >= start and is_between:
            yield start, found.start()
            start = found.end()
    if start < end or REMARK not in separators:
        yield start, end
