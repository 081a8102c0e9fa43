"""The fast forms agree with the slow, obvious definitions."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.exalg import around, equal_vectors, located, longest_in_order, nested, parent
from templates.test_exalg import letters
from unweave.templates.dtokens import Corpus
from unweave.templates.equivalence import EquivalenceClass, equivalence_classes, frequent, nesting
from unweave.templates.exalg import contexts, differentiate
from unweave.templates.invalid import ordered_parts, relation, unsettled, valid_classes
from unweave.templates.template_words import template_words

# the data between template letters; words of a small alphabet meet by chance, which is what breaks a wrong index
data = st.text(alphabet="xyz", max_size=2)
rows = st.builds(lambda first, second: f"A{first}B{second}C", data, data)
woven = st.builds(lambda head, items, tail: f"({head}[{''.join(items)}]{tail})", data, st.lists(rows, max_size=3), data)
random_pages = st.text(alphabet="ABCxyz", min_size=1, max_size=12)
corpora = st.lists(st.one_of(woven, random_pages), min_size=2, max_size=5).map(lambda pages: letters(*pages))
woven_corpora = st.lists(woven, min_size=2, max_size=5).map(lambda pages: letters(*pages))


def classes_of(corpus: Corpus) -> list[EquivalenceClass]:
    return valid_classes(corpus, equivalence_classes(corpus, size=2, support=2))


@given(st.one_of(corpora, woven_corpora), st.integers(1, 4))
def test_classes_are_dtokens_with_equal_vectors(corpus: Corpus, support: int) -> None:
    """FindEq: members, places and order."""
    fast = [(members, places.tolist()) for members, places in frequent(corpus, support)]
    assert fast == equal_vectors(corpus, support)


@given(st.one_of(corpora, woven_corpora))
def test_a_place_is_located_in_its_occurrence(corpus: Corpus) -> None:
    """Positions count from 1 inside an occurrence; outside they are 0."""
    everywhere = np.arange(len(corpus.dtokens))
    for cls in classes_of(corpus):
        occurrence, position = cls.locate(everywhere)
        assert list(zip(occurrence.tolist(), position.tolist(), strict=True)) == [
            located(cls, place) for place in everywhere.tolist()
        ]


@given(st.one_of(corpora, woven_corpora))
def test_the_context_of_a_place_is_the_innermost_position(corpus: Corpus) -> None:
    """DiffEq differentiates by context, and two tokens have one context just where the definition has it so."""
    classes = classes_of(corpus)
    fast = contexts(corpus, classes).tolist()
    slow = [around(classes, place) for place in range(len(fast))]
    bases = np.cumsum([0] + [cls.size for cls in classes]).tolist()
    assert fast == [0 if spot is None else bases[spot[0]] + spot[2] for spot in slow]


@given(st.one_of(corpora, woven_corpora))
def test_roles_are_told_apart_by_context(corpus: Corpus) -> None:
    """As many dtokens as there are pairs of dtoken and context."""
    made = contexts(corpus, classes_of(corpus))
    pairs = set(zip(corpus.dtokens.tolist(), made.tolist(), strict=True))
    assert len(set(differentiate(corpus, made).dtokens.tolist())) == len(pairs)


@given(st.one_of(corpora, woven_corpora))
def test_an_occurrence_lies_below_the_innermost_position_around_it(corpus: Corpus) -> None:
    """The forest, occurrence by occurrence."""
    classes = classes_of(corpus)
    if not classes:
        return
    found = {child: slot for slot, children in nesting(classes).children.items() for child in children}
    occurrences = [(number, row) for number, cls in enumerate(classes) for row in range(len(cls.grid))]
    assert {each: found.get(each) for each in occurrences} == {each: parent(classes, *each) for each in occurrences}


@given(st.one_of(corpora, woven_corpora))
@settings(max_examples=60)
def test_pairs_of_classes_that_are_settled_together_are_nested(corpus: Corpus) -> None:
    """What ``unsettled`` leaves out is nested; and where one class is outside of another, it is left out."""
    found = frequent(corpus, 1)
    classes = [part for members, places in found for part in ordered_parts(corpus, members, places)]
    for cls in classes:
        others = [other for other in classes if other is not cls]
        left = set(unsettled(cls, others))
        assert all(relation(other, cls) == "nested" for at, other in enumerate(others) if at not in left)
        apart = [not cls.locate(other.grid)[1].any() and not other.locate(cls.grid)[1].any() for other in others]
        assert not left & {at for at, is_apart in enumerate(apart) if is_apart}


@given(st.one_of(corpora, woven_corpora))
@settings(max_examples=60)
def test_valid_classes_are_nested_by_definition(corpus: Corpus) -> None:
    """HandInv leaves no other pair, and "nested" is what the definition calls nested."""
    classes = classes_of(corpus)
    pairs = [(one, other) for at, one in enumerate(classes) for other in classes[at + 1 :]]
    assert all(nested(one, other) and relation(one, other) == "nested" for one, other in pairs)


@given(st.permutations("abcdef"), st.permutations("abcdef"))
def test_template_words_are_as_many_as_can_be(one: list[str], other: list[str]) -> None:
    """Of two texts with the same words, the longest part of the order that both keep."""
    words = template_words([" ".join(one), " ".join(other)])
    assert len(words) == longest_in_order(one, other)
    assert [word for word in other if word in words] == list(words)
