"""How labels are found in the texts of a page, joined to one string; and what other pages showed of them.

Legend

    parted      the texts with a mark before and behind each
    form        how a label was last written, white space and all
    entangled   a label whose letters other texts had too, or that was not alone in its element

Forms and entangled labels tell where to look first; what is found does not depend on them.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

PART = "\0"  # no page has it
FORMS: dict[str, str] = {}
ENTANGLED: set[str] = set()
_MOST = 10_000


def remember(label: str, texts: list[Any], *, is_entangled: bool) -> None:
    """A label that had to be looked for in all texts, and those that say it."""
    if len(FORMS) + len(ENTANGLED) > _MOST:
        FORMS.clear()
        ENTANGLED.clear()
    FORMS.update((label, text.data) for text in texts[:1])
    (ENTANGLED.add if is_entangled else ENTANGLED.discard)(label)


@lru_cache(maxsize=4096)
def search(label: str) -> tuple[Callable[[str], int], Callable[[str], list[int]]]:
    """How often the letters of a label occur in a text; and where in a parted text the parts are that say it."""
    words = label.split()
    letters = re.compile(r"\s+".join(map(re.escape, words)))
    count = (lambda text: text.count(label)) if len(words) == 1 else lambda text: len(letters.findall(text))

    def find(parted: str) -> list[int]:
        return [at.start() for at in letters.finditer(parted) if _is_whole(parted, at)]

    return count, find


def _is_whole(parted: str, match: re.Match[str]) -> bool:
    """Whether there is nothing but white space between a match and the marks around it."""
    start, end = match.span()
    before, behind = parted.rfind(PART, 0, start) + 1, parted.find(PART, end)
    return (before == start or parted[before:start].isspace()) and (behind == end or parted[end:behind].isspace())
