"""The choice among consistent delimiters: what a person would call natural."""

import pytest

from unweave.delimiters.candidates import Candidates
from unweave.delimiters.choice import best, preferred


@pytest.mark.parametrize(
    ("before", "least", "expected"),
    [
        ("</b> <i>", 1, "<i>"),
        ("<td><b>", 4, "<td><b>"),
        ("<b>$", 1, "<b>$"),
        ('<li><a href="', 1, '<a href="'),
        ('<img src="/42.gif" alt="', 1, 'alt="'),
        ('<a href="/42.html" class="title">', 1, 'class="title">'),
        ("<br>\nPrice: ", 1, "Price: "),
        (", ", 1, ", "),
    ],
)
def test_left_delimiters_begin_with_a_tag_an_attribute_or_a_word(before: str, least: int, expected: str) -> None:
    """As short as that allows."""
    assert best(Candidates("x" + before + "v", 1 + len(before), "left", least, len(before), len(before))) == expected


@pytest.mark.parametrize(
    ("after", "least", "expected"),
    [
        ("</b> <i>", 1, "</b>"),
        ("\n\n<p>", 1, "\n"),
        ('" rel="x">Emma', 1, '"'),
        ('">Emma', 1, '">'),
        (" bytes - ", 1, " bytes "),
        (", Ohio)", 1, ", "),
        (")\n<li>", 1, ")"),
        ("</b></td>", 5, "</b></td>"),
    ],
)
def test_right_delimiters_end_with_a_tag_a_line_or_a_word(after: str, least: int, expected: str) -> None:
    """As short as that allows."""
    assert best(Candidates("v" + after + "x", 1, "right", least, len(after), 99)) == expected


def test_every_length_comes_in_the_end() -> None:
    """The preference orders the candidates; it drops none."""
    text = "<p>" * 400
    candidates = Candidates(text, len(text), "left", 3, len(text))
    assert sorted(preferred(candidates)) == list(candidates.lengths)
