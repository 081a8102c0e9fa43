"""Hierarchies: learned, distinguished, and extracted in the shape they were given in."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings

from oracles.labelled_pages import nested_pages
from unweave.delimiters import NHLRT, NLR
from unweave.delimiters.interpretations import Interpretation
from unweave.delimiters.labelled_page import NestedPage
from unweave.delimiters.nlr import LevelLefts, level_lefts
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example

Records = list[dict[str, Any]]
BOOKS: Records = [
    {"part": "I", "chapters": [{"name": "One", "sections": ["a", "b"]}, {"name": "Two", "sections": []}]},
    {"part": "II", "chapters": []},
    {"part": "III", "chapters": [{"name": "Three", "sections": ["c"]}]},
]


def contents(books: Records) -> str:
    """A table of contents."""
    lines = []
    for part in books:
        lines.append(f"<h1>Part {part['part']}</h1>")
        for chapter in part["chapters"]:
            lines.append(f"<h2>{chapter['name']}</h2>")
            lines += [f"<li>{section}</li>" for section in chapter["sections"]]
    return "<body>" + "\n".join(lines) + "\n<hr></body>"


def test_a_hierarchy_of_three_levels() -> None:
    """Records of records with lists of values; what has nothing below it is shown too."""
    shown = Example.from_values(Page(contents(BOOKS), name="shown"), BOOKS)
    wrapper = NLR().learn([shown])
    assert [cut.left for cut in wrapper.scan.cuts] == ["<h1>Part ", "<h2>", "<li>"]
    other: Records = [{"part": "X", "chapters": [{"name": "Ten", "sections": ["z"]}]}, {"part": "Y", "chapters": []}]
    assert [record.to_dict() for record in wrapper.extract(Page(contents(other)))] == other


def test_the_thesis_s_example_of_a_nested_label() -> None:
    """``{"a1": span, "a2": [spans]}``, the first value without anything below it."""
    page = Page("h[A11i][A11ii](A12)[A21](A22)[A31](A32)t", html=False)
    records: Records = [
        {"a1": (2, 6), "a2": []},
        {"a1": (8, 13), "a2": [(15, 18)]},
        {"a1": (20, 23), "a2": [(25, 28)]},
        {"a1": (30, 33), "a2": [(35, 38)]},
    ]
    shown = Example.from_spans(page, records)
    for learner in (NLR(), NHLRT()):
        assert learner.learn([shown]).extract(page) == list(shown.records)


def test_flat_records_are_chains_and_come_back_flat() -> None:
    """A table is a hierarchy in which everything has one child; an innermost value may be absent."""
    page = Page("<b>Congo</b><i>242</i><b>Egypt</b><b>Spain</b><i>34</i>")
    records: Records = [
        {"country": "Congo", "code": "242"},
        {"country": "Egypt", "code": None},
        {"country": "Spain", "code": "34"},
    ]
    wrapper = NLR().learn([Example.from_values(page, records)])
    assert [record.to_dict() for record in wrapper.extract(page)] == records


def test_several_single_values_stand_in_front_of_a_list() -> None:
    """Each is a level of its own, in the order of the page whatever the order given."""
    page = Page("<b>Emma</b><i>Austen</i><li>x<br><li>y<br><b>Kim</b><i>Kipling</i>")
    records = [
        {"author": "Austen", "title": "Emma", "notes": ["x", "y"]},
        {"author": "Kipling", "title": "Kim", "notes": []},
    ]
    wrapper = NLR().learn([Example.from_values(page, records)])
    assert [record.to_dict() for record in wrapper.extract(page)] == records


def test_head_and_tail_keep_a_hierarchy_from_what_looks_like_it() -> None:
    """The menu and the imprint have list items too."""
    inner = contents(BOOKS).replace("<body>", "").replace("<hr></body>", "")
    page = Page(f"<ul>\n<h1>Part of us</h1>\n<li>x</li>\n</ul><p>\n{inner}<hr>\n<li>imprint</li>", name="p")
    part = page.source.index("<p>")
    shown = Example.from_values(page, BOOKS, section=(part, page.source.index("<hr>")))
    spans = Example(page, shown.records, status="complete")
    with pytest.raises(NoConsistentWrapper):
        NLR().learn([spans])
    wrapper = NHLRT().learn([spans])
    assert [record.to_dict() for record in wrapper.extract(page)] == BOOKS


def test_a_page_may_end_on_a_deeper_level_than_those_shown() -> None:
    """Delimiters that also occur in the tail are avoided, or t is put before them, where it makes no difference yet."""
    tail = "<hr>Made in 1995, all rights reserved."
    shown = Page(f"<h2>A</h2><li>(x, y)</li><h2>B</h2>{tail}", html=False)
    records: Records = [{"part": "A", "places": [{"town": "x", "state": "y"}]}, {"part": "B", "places": []}]
    deeper = Page(f"<h2>A</h2><li>(x, y)</li>{tail}", html=False)
    wrapper = NHLRT().learn([Example.from_values(shown, records)])
    assert [record.to_dict() for record in wrapper.extract(deeper)] == records[:1]


@settings(max_examples=100, deadline=None)
@given(shown=nested_pages())
def test_the_longest_solution_is_longer_than_all_others(shown: list[NestedPage]) -> None:
    """Level by level: so it exists whenever one does, and shortening finds it."""
    interpretation = Interpretation(tuple(f"f{at}" for at in range(shown[0].depth)), tuple(shown))
    try:
        levels = level_lefts("N-LR", interpretation, head_and_tail=False)
    except NoConsistentWrapper:
        return
    solutions = [lengths for lengths in product(*(one.lengths for one in levels.candidates)) if solves(levels, lengths)]
    assert levels.longest() == (tuple(map(max, zip(*solutions, strict=True))) if solutions else None)
    assert sorted(levels.solutions()) == sorted(solutions)


def solves(levels: LevelLefts, lengths: tuple[int, ...]) -> bool:
    """Whether in every fragment the right delimiter is found first."""
    lefts = levels.strings(lengths)
    for step in levels.transitions:
        places = [
            (step.fragment.source.find(left, step.fragment.start), -at)
            for at, left in enumerate(lefts[: step.before + 1])
        ]
        found = min((place for place in places if place[0] >= 0), default=None)
        if found != ((step.fragment.end - lengths[step.level - 1], 1 - step.level) if step.level else None):
            return False
    return True
