import msgspec
from hypothesis import given
from hypothesis import strategies as st

from unweave.values import Profile, profile
from unweave.values.patterns import Pattern, PatternToken


def test_profile_of_a_column() -> None:
    """A profile counts records, values and different values, and has lengths, kinds and pattern."""
    column = ["$5.50", "$12", None, "$5.50", "sold out"]
    assert profile(column) == Profile(
        count=5,
        filled=4,
        distinct=3,
        shortest=3,
        longest=8,
        kinds={"price": 0.75, "text": 0.25},
        pattern=Pattern((PatternToken("gap"),)),
    )


def test_profile_of_nothing() -> None:
    """A column without records, or without values, has a profile too."""
    assert profile([]) == Profile()
    assert profile([None]) == Profile(count=1)
    assert (Profile().fill, Profile().distinctness, Profile().kind) == (0.0, 0.0, "empty")


@given(st.lists(st.none() | st.text()))
def test_profile_is_stored_as_json(column: list[str | None]) -> None:
    """A profile written as JSON reads back as the same profile."""
    written = msgspec.json.encode(profile(column))
    assert msgspec.json.decode(written, type=Profile) == profile(column)


@given(st.lists(st.none() | st.text(), min_size=1))
def test_profile_measures_lie_in_range(column: list[str | None]) -> None:
    """Shares lie between 0 and 1, those of the kinds add up to 1, and the pattern matches every value."""
    found = profile(column)
    texts = [text for text in column if text is not None]
    assert 0 <= found.fill <= 1
    assert 0 <= found.distinctness <= 1
    assert abs(sum(found.kinds.values()) - (1 if texts else 0)) < 1e-9
    assert found.pattern is None or all(map(found.pattern.matches, texts))
