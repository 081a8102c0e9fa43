"""Comments with answers inside them are records of one list, whatever their depth."""

from collections.abc import Callable, Sequence

import pytest

import unweave
from unweave.page import Page
from unweave.records import Example

NAMES = ("author", "time", "text")
Comment = tuple[str, str, str, "Sequence[Comment]"]
THREAD: Sequence[Comment] = [
    (
        "Ann Lee",
        "3 hours ago",
        "The old one was better.",
        [
            (
                "Bob Ray",
                "2 hours ago",
                "I do not think so at all.",
                [("Cy Lo", "1 hours ago", "Neither do I, sorry.", [])],
            ),
            ("Di Ott", "2 hours ago", "It was.", []),
        ],
    ),
    ("Ed Poe", "5 hours ago", "Where can one buy it?", []),
    ("Flo Nu", "6 hours ago", "Mine came broken, twice.", [("Gus Ab", "4 hours ago", "Did you send it back?", [])]),
    ("Hal Ick", "7 hours ago", "Nice.", []),
]
LAYOUTS: dict[str, Callable[[str, str, str, str], str]] = {
    "answers in an element": lambda by, at, said, answers: (
        f"<div class=comment><div class=meta><a>{by}</a> <i>{at}</i></div><div class=body><p>{said}</p></div>"
        f"<div class=actions><a>Reply</a></div><div class=answers>{answers}</div></div>"
    ),
    "answers behind the text": lambda by, at, said, answers: (
        f"<div class=comment><b>{by}</b> <i>{at}</i><p>{said}</p>{answers}</div>"
    ),
    "items of lists": lambda by, at, said, answers: (
        f"<li><p class=meta>by <a>{by}</a> <i>{at}</i></p><p>{said}</p>{f'<ul>{answers}</ul>' if answers else ''}</li>"
    ),
    "an element of its own kind": lambda by, at, said, answers: (
        f'<x-comment author="{by}"><time>{at}</time><div><p>{said}</p></div>{answers}</x-comment>'
    ),
    "first texts of one kind": lambda by, at, said, answers: (
        f"<div class=c><span class=u>{by}</span><span class=d>{at}</span><div class=t>{said}</div>"
        f"<div>{answers}</div></div>"
    ),
    "tables in cells": lambda by, at, said, answers: (
        f"<table><tr><td><b>{by}</b> {at}<tr><td>{said}<tr><td>{answers}</table>"
    ),
}


def written(layout: str, comments: Sequence[Comment]) -> str:
    """The comments, each with its answers inside it."""
    return "".join(LAYOUTS[layout](by, at, said, written(layout, answers)) for by, at, said, answers in comments)


def flat(comments: Sequence[Comment]) -> list[tuple[str, ...]]:
    """All comments, in the order of the page."""
    return [row for by, at, said, answers in comments for row in [(by, at, said), *flat(answers)]]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("shown", [(0,), (0, 1), (4, 5), (1, 6)])
def test_all_comments_are_found_each_with_its_own_text(layout: str, shown: Sequence[int]) -> None:
    """Answers are no part of the comment that they are in, and the top ones are not all there is."""
    page = Page(f"<ul class=menu><li>Home<li>Help</ul><h1>A lamp</h1><div id=thread>{written(layout, THREAD)}</div>")
    given = [dict(zip(NAMES, flat(THREAD)[at], strict=True)) for at in shown]
    wrapper = unweave.learn([Example.from_values(page, given, status="partial")])
    assert [tuple(record[name] for name in NAMES) for record in wrapper.extract(page)] == flat(THREAD)
    assert len(shown) == 1 or "low" not in {found.level for found in wrapper.origin.confidence.values()}
    other = [("Ida Jo", "2 days ago", "Too bright.", [("Kit Li", "1 days ago", "No.", [])]), *THREAD[3:]]
    found = wrapper.extract(Page(f"<div id=thread>{written(layout, other)}</div>"))
    assert [tuple(record[name] for name in NAMES) for record in found] == flat(other)
