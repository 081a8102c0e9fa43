"""Many words as one regular expression that reads each letter once.

Legend

    words       {"mai", "mars", "may"}
    pattern     "ma(?:i|rs|y)": a tree of letters, so that the time to match does not grow with the number of words

    >>> pattern_of_words(["mai", "mars", "may", "mar"])
    'ma(?:i|rs?|y)'

White space in a word may be any white space, as values are compared with their white space collapsed.
"""

import re
from collections.abc import Iterable
from typing import Any

END = ""


def pattern_of_words(words: Iterable[str]) -> str:
    r"""The regular expression that matches one of the words, the longest that is there.

    >>> pattern_of_words(["kr", "$", "us$"])
    '(?:\\$|kr|us\\$)'
    """
    root: dict[str, Any] = {}
    for word in sorted(set(words)):
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[END] = {}
    return _pattern(root)


def _pattern(node: dict[str, Any]) -> str:
    ways = [re.escape(letter) + _pattern(below) for letter, below in node.items() if letter != END]
    if not ways:
        return ""
    if END in node:
        return f"{ways[0]}?" if len(ways) == 1 and len(node) == 2 and len(ways[0]) == 1 else f"(?:{'|'.join(ways)})?"
    return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"


def table_of_words(names: dict[str, str]) -> dict[str, str]:
    """What each word stands for, of a table as ``unweave.values.locale_names`` has them.

    >>> table_of_words({"5": "mai|may"})
    {'mai': '5', 'may': '5'}
    """
    return {word: meaning for meaning, words in names.items() for word in words.split("|")}
