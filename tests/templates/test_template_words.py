"""Template words inside the texts of a column."""

from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Span
from unweave.templates.template_words import slot_span, slots, template_words

WORDS = st.lists(st.sampled_from(["alpha", "beta", "gamma"]), max_size=3).map(" ".join)


def test_words_in_changing_order_are_not_all_template() -> None:
    """Only what keeps its order is."""
    assert template_words(["a x b", "b y a"]) in {("a",), ("b",)}


def test_a_slot_is_found_in_the_source() -> None:
    """Entities for spaces separate words, other entities are part of them."""
    source = "<b>Item&nbsp;42 R&amp;D (Ends now)</b>"
    span = Span(3, len(source) - 4)
    found = slot_span(source, span, ("Item", "(Ends"), 1)
    assert found is not None
    assert source[found.start : found.end] == "42 R&amp;D"


def test_a_text_without_the_words_has_no_slot() -> None:
    """Nothing rather than something wrong."""
    assert slot_span("other text", Span(0, 10), ("Item",), 1) is None


@given(st.lists(st.tuples(WORDS, WORDS), min_size=2, max_size=6))
def test_slots_give_back_what_was_put_in(pairs: list[tuple[str, str]]) -> None:
    """Around words that the data does not have."""
    texts = [f"From {first} to {second}".replace("  ", " ").strip() for first, second in pairs]
    words = ("From", "to")
    assert [[text[start:end] for start, end in slots(text, words)][1:] for text in texts] == [
        list(pair) for pair in pairs
    ]
