"""Which of the consistent delimiters to choose: the one a person would choose, and of those the shortest.

Legend

    candidates   '</b> <i>', from 2 to 8      the strings that end at one position, of several lengths (``candidates``)
    near, far    the end of a delimiter beside the value, and its other end
    grade        0 to 3: how well the far end fits what a person would write; 0 is best
    border       a position between two characters that do not belong together: "b>|Co", but not "Co|ngo"
    joint        delimiters that must be chosen together, such as head, tail and first left one
    best first   combinations in the order of the sum of their ranks: (0, 0), (0, 1), (1, 0), (0, 2), ...

Every consistent wrapper is correct on the example pages; the choice decides what happens on the next one. Too short a
delimiter also occurs in new values (``<`` where ``</b>`` was meant). Too long a one contains text that happened to be
equal so far (``</b>`` and the beginning of the next text). The thesis leaves the choice open.

Ours is by *grade*, then by length. Grades, for the far end of a delimiter (its near end is the value itself):

    0   a whole tag, or the rest of one from an attribute's name on; or a label, the few words between a tag and the
        value (in a text without tags, those from the beginning of a line on that end with a colon); or a closing quote
        or bracket, or the end of the line, immediately after the value
    1   next to a tag; or all of a fragment without tags; or the first word or sign after a value, with the blank after
    2   another border between words, digits, punctuation; and tags with a longer text between them and the value
    3   anywhere else, and white space alone

Nothing here needs a page to be HTML: in a page without tags lines and words remain.
"""

import re
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice
from typing import Any, TypeVar

from unweave.budget import check_time
from unweave.delimiters.candidates import Candidates
from unweave.errors import NoConsistentWrapper
from unweave.tuning import GRADED_LENGTHS, JOINT_CHOICES, LABEL_BLANKS, LABEL_WORDS

CLOSING = frozenset("\"')]}")
"""Characters that end a value by themselves."""
JOINING = frozenset("._-/:@&=#+~")
"""Characters that join the text on both sides of them."""

_WORD = re.compile(r"&\w+;|(\w+)")
_FIRST = re.compile(r"\s*(?:\w+|[^\w\s]+) ?")
_ATTRIBUTE = re.compile(r"[\w:.-]+\s*=")

Item = TypeVar("Item")
Joint = TypeVar("Joint")


def preferred(candidates: Candidates) -> Iterator[int]:
    """The consistent lengths, best first.

    >>> left = Candidates("</b> <i>242", 8, "left", least=2, most=8)
    >>> left.string(next(preferred(left)))
    '<i>'
    """
    lengths = candidates.lengths
    grade = left_grade if candidates.side == "left" else right_grade
    yield from sorted(lengths[:GRADED_LENGTHS], key=lambda length: (grade(candidates, length), length))
    yield from lengths[GRADED_LENGTHS:]


def best(candidates: Candidates) -> str:
    """The string that is preferred to all others; there must be at least one.

    >>> best(Candidates("<b>Congo</b> <i>", 8, "right", least=1, most=8))
    '</b>'
    """
    return candidates.string(next(preferred(candidates)))


def left_grade(candidates: Candidates, length: int) -> int:
    """The grade of a left delimiter that begins so many characters before the value.

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
    if words > LABEL_WORDS:
        return max(2, _border(before, text[0]))
    if text[0] == "<":
        return 0 if last.count("=") <= 1 else 1
    if before.isspace() and _ATTRIBUTE.match(text):
        tag = candidates.source[candidates.source.rfind("<", 0, begin) : begin]
        return 0 if "=" in tag and ">" not in tag else 1
    if words and not tags and candidates.source[max(0, begin - LABEL_BLANKS) : begin].rstrip()[-1:] == ">":
        return 0 if before.isspace() or last.rstrip().endswith(":") else 1
    near_tag = 1 if before == ">" or _whole(candidates, text) else _border(before, text[0])
    return 0 if before in {"", "\n"} and _is_label_of_line(candidates, text) else near_tag


def _is_label_of_line(candidates: Candidates, text: str) -> bool:
    """Whether it is a part of one line that ends with a colon, and no candidate contains a tag."""
    is_label = "\n" not in text and text.rstrip().endswith(":") and _words(text) > 0
    return is_label and "<" not in candidates.string(candidates.most)


def right_grade(candidates: Candidates, length: int) -> int:
    """The grade of a right delimiter that ends so many characters after the value.

    >>> link = Candidates('<a href="/emma" rel="x">Emma</a>', 14, "right", least=1, most=10)
    >>> [right_grade(link, length) for length in (1, 2, 5, 10)]
    [0, 1, 2, 2]
    """
    text, after = candidates.string(length), candidates.source[candidates.at + length : candidates.at + length + 1]
    if text.isspace():
        return 0 if text[-1] == "\n" else 3
    if text[-1] == ">":
        return 2 if _words(text.partition("<")[0]) else 0
    if text in CLOSING and after != ">":
        return 0
    grade = 3 if text in JOINING and after.isalnum() else _border(text[-1], after)
    first = grade == 2 and after != " " and _FIRST.fullmatch(text) is not None
    beside = after == "<" and ">" not in text and _words(text) <= LABEL_WORDS
    return 1 if beside or first or _whole(candidates, text) else grade


def _whole(candidates: Candidates, text: str) -> bool:
    """Whether it is all of a fragment without tags."""
    return len(text) == candidates.shortest and "<" not in text


def _words(text: str) -> int:
    """How many words a text has; character references (``&nbsp;``) are none."""
    return sum(1 for word in _WORD.finditer(text) if word[1])


def _border(before: str, after: str) -> int:
    """2 between two characters that do not belong together, else 3; the end of a page is a border."""
    together = (before.isalnum() and after.isalnum()) or (before.isspace() and after.isspace())
    return 3 if together else 2


def strings_of(candidates: Sequence[Candidates]) -> list[Iterator[str]]:
    """The strings of some candidates, each best first.

    >>> [next(strings) for strings in strings_of([Candidates("<b>Congo</b> ", 8, "right", least=1, most=5)])]
    ['</b>']
    """
    return [map(one.string, preferred(one)) for one in candidates]


def best_first(lists: Sequence[Iterator[Item]], *, joint_choices: int = 1) -> Iterator[tuple[Item, ...]]:
    """One item of each list, in every combination, the earlier items of all lists first; the lists may be long.

    With ``joint_choices``, so many items of the first list are tried before the next ones of the others.

    >>> list(best_first([iter("ab"), iter("xy")]))
    [('a', 'x'), ('a', 'y'), ('b', 'x'), ('b', 'y')]
    """
    seen: list[list[Item]] = [[] for _ in lists]

    def item(which: int, rank: int) -> list[Item]:
        """The item of that rank, or nothing when the list is shorter."""
        known = seen[which]
        if rank >= len(known):
            known.extend(islice(lists[which], rank + 1 - len(known)))
        return known[rank : rank + 1]

    heap = [(0, (0,) * len(lists), 0)]
    while heap:
        check_time()
        total, ranks, last = heappop(heap)
        picked = [item(which, rank) for which, rank in enumerate(ranks)]
        if not all(picked):
            continue
        yield tuple(one for (one,) in picked)
        for which in range(last, len(ranks)):  # each combination is reached once: ranks are raised from left to right
            raised = (*ranks[:which], ranks[which] + 1, *ranks[which + 1 :])
            heappush(heap, (total + (joint_choices if which else 1), raised, which))


def with_independent(
    joint: Iterator[Joint], strings: Sequence[Iterator[str]]
) -> Iterator[tuple[Joint, tuple[str, ...]]]:
    """The jointly decided delimiters, each with a choice of the independent ones, best first; the joint ones vary most.

    >>> list(with_independent(iter([1, 2]), [iter("ab")]))
    [(1, ('a',)), (2, ('a',)), (1, ('b',)), (2, ('b',))]
    """
    lists: list[Iterator[Any]] = [joint, *strings]
    for one, *others in best_first(lists, joint_choices=JOINT_CHOICES):
        yield one, tuple(others)


def or_raise(items: Iterator[Item], failure: NoConsistentWrapper) -> Iterator[Item]:
    """The items, or an error where there are none.

    >>> list(or_raise(iter("ab"), NoConsistentWrapper(kind="LR", reason="none")))
    ['a', 'b']
    """
    found = False
    for item in items:
        found = True
        yield item
    if not found:
        raise failure
