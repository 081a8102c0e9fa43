"""Which of the consistent delimiters to take: the one a person would call natural, and of those the shortest.

Every consistent wrapper is right on the pages shown; the choice decides what happens on the next one. Too short a
delimiter is fooled by new values (``<`` where ``</b>`` was meant), too long a one contains what happened to be equal
so far (``</b>`` and the beginning of the next text). The thesis leaves the choice open.

Ours is by *grade*, then by length. Grades, for the far end of a delimiter (its near end is the value itself):

    0   a whole tag, or the rest of one from an attribute's name on; or a label, the few words between a tag and the
        value; or a closing quote or bracket, or the end of the line, right behind the value
    1   next to a tag; or all of a gap without tags; or the first word or sign behind a value, and the blank after it
    2   another border between words, digits, punctuation; and tags with a longer text between them and the value
    3   anywhere else, and white space alone

Nothing here needs a page to be HTML: in a page without tags lines and words remain.
"""

import re
from collections.abc import Iterator

from unweave.delimiters.candidates import Candidates

NEAR = 400
"""How far from the value natural ends are looked for; longer candidates follow in the order of their length."""

BLANK = 80
"""How much white space may stand between a tag and the words that lead to a value."""
CLOSING = frozenset("\"')]}")
"""Signs that end a value by themselves."""

JOINING = frozenset("._-/:@&=#+~")
"""Signs that join what stands on both sides of them."""
LABEL = 3
"""How many words between a tag and a value may lead to it."""

_WORD = re.compile(r"&\w+;|(\w+)")
_FIRST = re.compile(r"\s*(?:\w+|[^\w\s]+) ?")
_ATTRIBUTE = re.compile(r"[\w:.-]+\s*=")


def preferred(candidates: Candidates) -> Iterator[int]:
    """The lengths that will do, best first.

    >>> left = Candidates("</b> <i>242", 8, "left", least=2, most=8)
    >>> left.string(next(preferred(left)))
    '<i>'
    """
    lengths = candidates.lengths
    grade = left_grade if candidates.side == "left" else right_grade
    yield from sorted(lengths[:NEAR], key=lambda length: (grade(candidates, length), length))
    yield from lengths[NEAR:]


def best(candidates: Candidates) -> str:
    """The string that is preferred to all others; there must be one.

    >>> best(Candidates("<b>Congo</b> <i>", 8, "right", least=1, most=8))
    '</b>'
    """
    return candidates.string(next(preferred(candidates)))


def left_grade(candidates: Candidates, length: int) -> int:
    """How natural it is for a left delimiter to begin that far in front of the value.

    >>> link = Candidates('<li><a rel="x" href="/emma', 21, "left", least=1, most=21)
    >>> [left_grade(link, length) for length in (1, 6, 17, 19)]
    [2, 0, 1, 3]
    """
    begin = candidates.at - length
    text, before = candidates.string(length), candidates.source[max(0, begin - 1) : begin]
    if text.isspace():
        return 3
    _, tags, last = text.rpartition(">")
    words = 0 if "<" in last else _words(last)
    if words > LABEL:
        return max(2, border(before, text[0]))
    if text[0] == "<":
        return 0 if last.count("=") <= 1 else 1
    if before.isspace() and _ATTRIBUTE.match(text):
        tag = candidates.source[candidates.source.rfind("<", 0, begin) : begin]
        return 0 if "=" in tag and ">" not in tag else 1
    if words and not tags and candidates.source[max(0, begin - BLANK) : begin].rstrip()[-1:] == ">":
        return 0 if before.isspace() or last.rstrip().endswith(":") else 1
    return 1 if before == ">" or _whole(candidates, text) else border(before, text[0])


def right_grade(candidates: Candidates, length: int) -> int:
    """How natural it is for a right delimiter to end that far behind the value.

    >>> link = Candidates('<a href="/emma" rel="x">Emma</a>', 14, "right", least=1, most=10)
    >>> [right_grade(link, length) for length in (1, 2, 5, 10)]
    [0, 1, 2, 2]
    """
    text, behind = candidates.string(length), candidates.source[candidates.at + length : candidates.at + length + 1]
    if text.isspace():
        return 0 if text[-1] == "\n" else 3
    if text[-1] == ">":
        return 2 if _words(text.partition("<")[0]) else 0
    if text in CLOSING and behind != ">":
        return 0
    grade = 3 if text in JOINING and behind.isalnum() else border(text[-1], behind)
    first = grade == 2 and behind != " " and _FIRST.fullmatch(text) is not None
    beside = behind == "<" and ">" not in text and _words(text) <= LABEL
    return 1 if beside or first or _whole(candidates, text) else grade


def _whole(candidates: Candidates, text: str) -> bool:
    """Whether it is all of a gap that holds no tag."""
    return len(text) == candidates.gap and "<" not in text


def _words(text: str) -> int:
    """How many words a text has; what is written with ``&`` is none."""
    return sum(1 for word in _WORD.finditer(text) if word[1])


def border(before: str, behind: str) -> int:
    """2 between two characters that do not belong together, else 3; the end of a page is a border.

    >>> border("a", "b"), border("a", " "), border(".", ""), border(" ", " ")
    (3, 2, 2, 3)
    """
    together = (before.isalnum() and behind.isalnum()) or (before.isspace() and behind.isspace())
    return 3 if together else 2
