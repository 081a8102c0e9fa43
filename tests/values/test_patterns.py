import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.values import generalise, split
from unweave.values.patterns import Pattern, PatternToken

TEXTS = st.lists(
    st.lists(st.sampled_from(["Emma", "ISBN", "by", "12", "5.50", "$", "-", " ", "\n", "é", "中文", "٣"])).map("".join)
    | st.text(),
    min_size=1,
)


@pytest.mark.parametrize(
    ("texts", "pattern"),
    [
        (["$5.50", "$12"], "$<number>"),
        (["$5", "€5"], "<currency>5"),
        (["Emma"], "Emma"),
        (["Emma", "Persuasion"], "<Capitalised>"),
        (["Emma", "ISBN", "by"], "<word>"),
        (["Emma", "12"], "<any>"),
        (["Page 3", "Page 12 of 20"], "Page <number><...>"),
        (["Emma by Jane", "Sense and Sensibility by Jane"], "<Capitalised><...> by Jane"),
        (["3 stars", "stars"], "<...>stars"),
        (["", "x"], "<...>"),
        ([""], ""),
    ],
)
def test_generalise(texts: list[str], pattern: str) -> None:
    """Texts are joined place by place, no higher than needed; where their lengths differ there is a gap."""
    assert str(generalise(texts)) == pattern


@given(TEXTS)
def test_pattern_matches_each_member(texts: list[str]) -> None:
    """The pattern of some texts matches each of them."""
    pattern = generalise(texts)
    assert [text for text in texts if not pattern.matches(text)] == []


@given(TEXTS, st.randoms(use_true_random=False))
def test_order_does_not_matter(texts: list[str], shuffle: random.Random) -> None:
    """The pattern depends on which texts there are, not on their order or number."""
    mixed = [*texts, texts[0]]
    shuffle.shuffle(mixed)
    assert generalise(mixed) == generalise(texts)


@given(st.text())
def test_tokens_join_to_the_text(text: str) -> None:
    """Splitting loses nothing but the form of white space."""
    assert "".join("".join(split(text)).split()) == "".join(text.split())


@pytest.mark.parametrize("text", ["7.20", "$", "$x", "$7 each", "x$7", ""])
def test_pattern_refuses(text: str) -> None:
    """A pattern does not match what looks different, is shorter or longer."""
    assert not generalise(["$5.50", "$12"]).matches(text)


def test_gap_does_not_overlap() -> None:
    """The parts before and behind a gap need tokens of their own."""
    pattern = Pattern((PatternToken("number"), PatternToken("gap"), PatternToken("number")))
    assert [pattern.matches(text) for text in ("1", "1 2", "1 of 2")] == [False, True, True]
