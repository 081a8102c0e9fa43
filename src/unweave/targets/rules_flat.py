"""Pieces of Python put together to one function: a call for every check would take longer than the check.

Legend

    piece       some lines of Python, and the values for its gaps; a check that fails ends the function with None
    place       the node that was found; said is what it says
    walk        to the next text on the way that a reader sees; data is what stands there
    hidden      the nodes in a noscript or its like: none of them is found

The lines of all pieces stand here, in ``rules_roads`` and in ``rules_pieces``. What comes from a page or from a wrapper
is never part of them: it is bound to the names in their gaps, as an argument.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from textwrap import indent
from typing import Any, NamedTuple

from unweave.page.text import HIDDEN
from unweave.properties import UNSEEN
from unweave.targets.tree_peers import kinds

_MAKER = """
def make(text, element, hidden_tags, unseen_tags, {names}):
    def find(sheet, place=None):
        document, hidden = sheet.document, sheet.hidden
{body}
        return {result}
    return find
"""
SELECT = """
peers = document.select({0})
if hidden and not hidden.isdisjoint(peers):
    peers = sheet.among(peers)
"""
WALK = """
for node in nodes:
    if node.__class__ is text:
        data = node.data
        if not data.isspace():
            above = node.parent
            if not (hidden and above in hidden) and above.tag not in hidden_tags:
                break
else:
"""
FAILS = WALK + "    return None\n"

Texts = Callable[[Any, Any], Sequence[Any]]
"""Of a sheet and an element: which of its texts are wanted."""


class Piece(NamedTuple):
    """Lines with gaps, and what stands for them."""

    text: str
    values: tuple[Any, ...] = ()


def function_of(pieces: Iterable[Piece], result: str = "place") -> Callable[..., Any]:
    """A function of a sheet, and of a place if no piece finds one, that goes through all pieces.

    >>> from unweave.targets.rules_pieces import says
    >>> from unweave.targets.rules_roads import only
    >>> from unweave.targets.rules_sheet import Sheet
    >>> from turbohtml import parse
    >>> find = function_of([only("b"), says()], "said")
    >>> find(Sheet(parse("<b>Ann <i>Lee</i></b>"))), find(Sheet(parse("<b>1</b><b>2</b>")))
    ('Ann Lee', None)
    """
    texts, values = list[str](), list[Any]()
    for piece in pieces:
        texts.append(piece.text.format(*(f"value_{len(values) + at}" for at in range(len(piece.values)))))
        values += piece.values
    return _maker("".join(texts), len(values), result)(*kinds(), HIDDEN, UNSEEN, *values)


@lru_cache(maxsize=1024)
def _maker(body: str, count: int, result: str) -> Callable[..., Callable[..., Any]]:
    names = ", ".join(f"value_{at}" for at in range(count))
    text = _MAKER.format(names=names, body=indent(body, " " * 8), result=result)
    space: dict[str, Any] = {}
    exec(compile(text, "<lane>", "exec"), space)  # noqa: S102 - fixed lines, and names for their gaps
    make: Callable[..., Callable[..., Any]] = space["make"]
    return make
