"""Parts of a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.errors import NoConsistentWrapper
from unweave.values.boundaries import BEGIN, END, TokenBoundary, TokenizedText, is_right
from unweave.values.parts import WHOLE, Place, TextPart, learn_text_part, learn_token_parts
from unweave.values.patterns import PatternToken


def shown(text: str, *parts: str) -> tuple[str, list[Place]]:
    """The text with the places of its parts, in order."""
    places, at = [], 0
    for part in parts:
        at = text.index(part, at)
        places.append((at, at + len(part)))
        at += len(part)
    return text, places


def found(samples: list[tuple[str, list[Place]]], text: str) -> list[str]:
    return [text[start:end] for start, end in learn_token_parts(samples).find(text)]


@pytest.mark.parametrize(
    ("text", "part", "other", "wanted"),
    [
        ("Call (415) 555-1234", "415", "or (212) 99", "212"),
        ("Call (415) 555-1234", "555-1234", "or (212) 999-11", "999-11"),
        ("Jane Austen, 1815", "Jane Austen", "Leo Tolstoy, 1877", "Leo Tolstoy"),
        ("Dallas, TX 75201", "TX", "San Jose, CA 95112", "CA"),
        ("Dallas, TX 75201", "75201", "San Jose, CA 95112", "95112"),
        ("Price: $5.50", "$5.50", "Price: $12", "$12"),
        ("  Emma \n", "Emma", " The Voyage Out ", "The Voyage Out"),
    ],
)
def test_one_example_is_enough(text: str, part: str, other: str, wanted: str) -> None:
    """From a single example, at punctuation, at the ends and at changes of kind."""
    assert found([shown(text, part)], other) == [wanted]


def test_several_values_in_one_text() -> None:
    """What separates them is learned as well."""
    assert found([shown("A, B and C", "A", "B", "C")], "Ann and Bob") == ["Ann", "Bob"]


def test_more_examples_correct_the_first() -> None:
    """What one example suggests and another refutes is given up."""
    samples = [shown("Emma, by Jane Austen", "Jane Austen"), shown("Kim, Lama, by R. Kipling", "R. Kipling")]
    assert found(samples, "Dune, Arrakis, by F. Herbert") == ["F. Herbert"]


def test_texts_without_examples_help() -> None:
    """A boundary that other texts do not have is given up for one that they have."""
    sample = shown("5 in stock", "5")
    parts = learn_token_parts([sample], unlabelled=["12 left", "7 left", "9 left"])
    assert parts.find("12 left") == [(0, 2)]


def test_white_space_that_belongs_to_the_value() -> None:
    """Where values keep white space at their ends, white space counts."""
    samples = [shown(" a b   \n\n", "a b   "), shown(" c\n\n", "c")]
    assert learn_token_parts(samples).find(" d  \n\n") == [(1, 4)]


def test_inside_a_word() -> None:
    """A part that ends inside a word is cut by characters."""
    assert found([shown("x12kg", "12"), shown("x7kg", "7")], "x345kg") == ["345"]
    assert found([shown("IDabc", "abc"), shown("IDxyz", "xyz")], "IDdef") == ["def"]


def test_impossible_parts() -> None:
    """Places that nothing has in common are refused with a reason."""
    with pytest.raises(NoConsistentWrapper):
        learn_token_parts([("abab", [(0, 1)]), ("abab", [(2, 3)])])


def test_the_whole_text() -> None:
    """The whole text, without white space around it, is a part too."""
    assert WHOLE.find("  Emma ") == [(2, 6)]
    assert learn_token_parts([shown(" Emma ", "Emma")]).find(" a b ") == [(1, 4)]


@given(
    pieces=st.lists(st.sampled_from(["a", "1", ",", " ", "\n", "\u00a0", "\u2003", "\x1f", "&nbsp;", "&#160;", "&"]))
)
def test_the_whole_text_is_between_its_ends(pieces: list[str]) -> None:
    """What is found fast is what is between the positions that the two boundaries describe."""
    text = "".join(pieces)
    tokens = TokenizedText(text, "token")
    start = WHOLE.start.position(tokens, tokens.positions())
    end = None if start is None else WHOLE.end.position(tokens, tokens.positions(start + 1))
    wanted = [] if start is None or end is None else [(tokens.offsets[start], tokens.offsets[end])]
    assert WHOLE.find(text) == wanted


texts = st.text(alphabet="ab1 ,.$(", min_size=1, max_size=12)
sides = st.lists(
    st.sampled_from([BEGIN, END, *map(PatternToken, ("any", "lower", "number", "space")), PatternToken("exact", "a")]),
    max_size=3,
).map(tuple)


@given(text=texts, left=sides, right=sides, nth=st.integers(0, 2), backwards=st.booleans(), first=st.integers(0, 3))
def test_learning_takes_the_positions_that_extraction_takes(
    text: str, left: tuple[PatternToken, ...], right: tuple[PatternToken, ...], nth: int, *, backwards: bool, first: int
) -> None:
    """The bits are the positions that fit, and a boundary is right in a case if extraction finds that position."""
    tokens = TokenizedText(text, "token")
    positions = tokens.positions(first)
    boundary = TokenBoundary(left, right, nth, backwards)
    fitting = [position for position in positions if boundary.fits(tokens, position)]
    assert tokens.fitting(boundary, positions) == sum(1 << position for position in fitting)
    found = boundary.position(tokens, positions)
    for wanted in (None, *positions):
        assert is_right(boundary, (tokens, positions, wanted)) == (found == wanted)


@given(text=texts, data=st.data())
def test_every_sample_comes_back(text: str, data: st.DataObject) -> None:
    """Whatever part of a text is shown, the parts learned from it find it there."""
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    assert learn_token_parts([(text, [(start, end)])]).find(text) == [(start, end)]


@given(
    before=st.text("ab: ", max_size=4),
    behind=st.text("cd() ", max_size=4),
    parts=st.lists(st.text("xyz", min_size=1, max_size=4), min_size=1, max_size=4),
)
def test_a_text_part_reproduces_its_examples(before: str, behind: str, parts: list[str]) -> None:
    """Whatever strings are learned give exactly the parts of the examples."""
    pairs = [(before + each + behind, each) for each in parts]
    part = learn_text_part(pairs)
    assert part is not None
    assert [part.apply(text) for text, _ in pairs] == parts


def test_a_text_without_the_strings_has_no_part() -> None:
    """Without its strings a text has no such part."""
    assert TextPart("Brand: ").apply("Price: $5") is None


@pytest.mark.parametrize(
    ("samples", "unlabelled", "text", "wanted"),
    [
        (
            [
                shown("LULANA LLC v. SDCK LLC, 2026 NCBC 43", "2026 NCBC 43"),
                shown("BRIER v. ASH, 2026 NCBC 42", "2026 NCBC 42"),
            ],
            ["AUTO, LLC v. HOLDINGS, LLC, 2026 NCBC 40", "CADIEU, INC. v. WIEDNER, 2026 NCBC 35"],
            "PJC, LLC v. MAACO, 2026 NCBC 37",
            "2026 NCBC 37",
        ),
        (
            [shown("In re Kimble,  (321A24)", "In re Kimble"), shown("State v. Hunt,  (280A24)", "State v. Hunt")],
            ["Jones v. Kim, Inc.,  (264A23)", "Pai, LLC v. Moody,  (15A24)"],
            "Davis v. Props, LLC,  (32PA24)",
            "Davis v. Props, LLC",
        ),
    ],
)
def test_a_boundary_that_fits_once_is_preferred(
    samples: list[tuple[str, list[Place]]], unlabelled: list[str], text: str, wanted: str
) -> None:
    """Texts without labels have several commas: one that only one position fits is taken."""
    parts = learn_token_parts(samples, unlabelled=unlabelled)
    assert [text[start:end] for start, end in parts.find(text)] == [wanted]
