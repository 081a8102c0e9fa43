"""The index and what is found with it, against definitions that try everything."""

from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.delimiters.common_substrings import FEW_STARTS, CommonSubstrings, common_substrings
from unweave.delimiters.suffix_array import SuffixArray, TextRange

letters = st.text("ab<>é☃", max_size=30)


def shared(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


@settings(max_examples=100, deadline=None)
@given(texts=st.lists(letters, min_size=1, max_size=5), data=st.data())
def test_the_index_knows_how_much_any_two_places_share(texts: list[str], data: st.DataObject) -> None:
    """For each start the most that it shares with one of some others."""
    index = SuffixArray(texts)
    places = [(number, at) for number, text in enumerate(texts) for at in range(len(text))]
    among = data.draw(st.lists(st.sampled_from(places), unique=True)) if places else []
    starts = index.starts(TextRange(number, at, at + 1) for number, at in places)
    others = index.starts(TextRange(number, at, at + 1) for number, at in among)
    expected = [
        max((shared(texts[number][at:], texts[other][place:]) for other, place in among), default=0)
        for number, at in places
    ]
    assert index.longest(starts, others).tolist() == expected


def test_the_index_is_not_confused_by_many_signs() -> None:
    """More different characters than a byte has values, and the sign between texts among them."""
    texts = ["".join(map(chr, range(400))), "".join(map(chr, range(300, 500))), "\0\0"]
    index = SuffixArray(texts)
    found = index.longest(index.starts([TextRange(0, 300, 301)]), index.starts([TextRange(1, 0, 200)]))
    assert found.tolist() == [100]


@st.composite
def places(draw: st.DrawFn, texts: list[str], *, least: int) -> list[TextRange]:
    """Some places in some texts."""
    found = []
    for _ in range(draw(st.integers(least, 3))):
        number = draw(st.integers(0, len(texts) - 1))
        first = draw(st.integers(0, len(texts[number])))
        found.append(TextRange(number, first, draw(st.integers(first, len(texts[number])))))
    return found


def begins(string: str, texts: list[str], place: TextRange) -> bool:
    """Whether the string begins in the place."""
    return any(texts[place.text].startswith(string, at) for at in range(place.first, place.end))


def everything(texts: list[str], everywhere: list[TextRange], nowhere: list[TextRange]) -> set[str]:
    """The strings that begin in each place of one kind and in none of the other, by trying all of them."""
    strings = {
        text[start:end] for text in texts for start in range(len(text)) for end in range(start + 1, len(text) + 1)
    }
    return {
        string
        for string in strings
        if all(begins(string, texts, place) for place in everywhere)
        and not any(begins(string, texts, place) for place in nowhere)
    }


@settings(max_examples=150, deadline=None)
@given(texts=st.lists(st.text("ab<", min_size=1, max_size=9), min_size=1, max_size=4), data=st.data())
def test_all_common_substrings_are_found(texts: list[str], data: st.DataObject) -> None:
    """Each once; the preferred ones are the same strings in another order; the longest and shortest are among them."""
    everywhere, nowhere = data.draw(places(texts, least=1)), data.draw(places(texts, least=0))
    found = common_substrings(SuffixArray(texts), everywhere, nowhere)
    expected = everything(texts, everywhere, nowhere)
    assert sorted(found.all()) == sorted(expected)
    assert found.count == len(expected)
    assert sorted(found.preferred("first")) == sorted(found.preferred("last", page=texts[0])) == sorted(expected)
    assert {*found.longest(), *found.shortest(), *found.graded("first")} <= expected


def test_many_starts_are_found_like_few() -> None:
    """Beyond some number of starts the index is asked, below it the text; both say the same."""
    one, other = "<p>" * FEW_STARTS + "x", "<p>" * 3 + "y"
    texts = [one, other]
    found = common_substrings(SuffixArray(texts), [TextRange(0, 0, len(one)), TextRange(1, 0, len(other))], [])
    back = common_substrings(SuffixArray(texts[::-1]), [TextRange(1, 0, len(one)), TextRange(0, 0, len(other))], [])
    assert sorted(found.all()) == sorted(back.all())


def preferred(text: str, prefer: str) -> str:
    """The best string of a text that is the only one."""
    found = common_substrings(SuffixArray([text]), [TextRange(0, 0, len(text))], [])
    assert isinstance(found, CommonSubstrings)
    return next(found.preferred("first" if prefer == "first" else "last"))


def test_whole_tags_are_preferred_to_anything_else() -> None:
    """Then tags with attributes, then words; of equal ones the first or the last, as asked."""
    assert preferred('x<a href="y"> word <hr> <p> z', "first") == "<hr>"
    assert preferred('x<a href="y"> word <hr> <p> z', "last") == "<p>"
    assert preferred('x <a href="y"> word', "first") == '<a href="y">'
    assert preferred(", word, more", "last") == "more"
