"""The loop over candidates that looks at their nearest neighbours, written out for the language at hand.

Legend

    one, two        the numbers told of the neighbours on the first and on the second side
    at_one, at_two  the neighbours themselves: the nearest nodes that count, or None
    ending          what is done with a candidate whose neighbours could be an example's

Nearly all the time of a check goes into this loop, and a call for each neighbour would double it. So the loop is put
together from the text of one side, taken twice, and an ending; all of it stands below, and nothing of it comes from a
page.
"""

from collections.abc import Callable
from functools import cache
from textwrap import indent
from typing import Any

_START = """
def near(peers, look, side_one, side_two):
    text, element, some, known = look.text, look.element, look.some, look.known
    said, numbers, labelled, alone = known.said, known.numbers, known.labels.of, known.alone
    lone, deep, row, judged = look.lone, look.deep, look.row, look.judged
    labels_one, lone_one, labels_two, lone_two = side_one.labels, side_one.lone, side_two.labels, side_two.lone
    found = []
    for peer in peers:
"""
_SIDE = """
at_{side} = peer.{ahead}
while (kind := at_{side}.__class__) is not element:
    if kind is text:
        data = at_{side}.data
        if {side} := {said}:
            break
    elif at_{side} is None:
        {side} = 0
        break
    at_{side} = at_{side}.{ahead}
else:
    {side} = {label}
if {side} not in labels_{side}:
    continue
if kind is element:
    below = at_{side}.children
    if not below:
        {side} = lone_{side}.get(({side}, 0)) or lone(at_{side}, ({side}, 0), side_{side})
    elif len(below) == 1 and below[0].__class__ is text:
        data = below[0].data
        key = {side}, {said}
        {side} = lone_{side}.get(key) or lone(at_{side}, key, side_{side})
    else:
        {side} = deep(at_{side}, {side}, side_{side})
    if {side} < 0:
        continue
"""
_PAIRS = """
found.append((peer, (one, two)))
"""
_ROWS = """
found.append((peer, (row(at_one, side_one.ahead), row(at_two, side_two.ahead))))
"""
_TEXTS = """
below = peer.children
if len(below) == 1:
    child = below[0]
    if child.__class__ is text:
        data = child.data
        if not data.isspace():
            around = one, two
            verdict = alone.get(around)
            if verdict is None:
                verdict = alone[around] = judged(child)
            if verdict:
                found.append(data)
elif below:
    return None
"""
_ENDINGS = {"pairs": _PAIRS, "rows": _ROWS, "texts": _TEXTS}


@cache
def near_of(*, right_first: bool, worded: bool, marked: bool, ending: str) -> Callable[..., Any]:
    """The loop for a language that tells texts apart (worded), or elements by more than their tags (marked).

    With the ending "pairs" it gives the candidates whose neighbours could be an example's, each with the numbers of
    both; with "rows", with numbers for all within reach; with "texts", what the texts say that are in the language, or
    None if one of them is not all there is below its element.

    >>> near_of(right_first=False, worded=True, marked=False, ending="pairs").__name__
    'near'
    """
    said = "said[data]" if worded else "0 if data.isspace() else some"
    label = "labelled(at_{side})" if marked else "numbers[at_{side}.tag]"
    aheads = ("next_sibling", "previous_sibling") if right_first else ("previous_sibling", "next_sibling")
    sides = [
        _SIDE.format(side=side, ahead=ahead, said=said, label=label.format(side=side))
        for side, ahead in zip(("one", "two"), aheads, strict=True)
    ]
    space: dict[str, Any] = {}
    text = _START + indent("".join(sides) + _ENDINGS[ending], " " * 8) + "    return found\n"
    exec(compile(text, "<near>", "exec"), space)  # noqa: S102 - the text above, chosen by four switches
    near: Callable[..., Any] = space["near"]
    return near
