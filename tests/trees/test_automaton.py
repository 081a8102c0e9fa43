"""The automaton accepts what the definition accepts."""

import resource
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import forks
from unweave.trees.automaton import Automaton, ContextTable, OutlineContexts
from unweave.trees.language import TreeLanguage
from unweave.trees.outline import TEXT, Outline, Sketch, sketched
from unweave.trees.vocabulary import Vocabulary

leaves = st.sampled_from("xyz")
sketches = st.recursive(
    leaves, lambda below: st.tuples(st.sampled_from("ab"), st.lists(below, max_size=3)), max_leaves=9
)
widths, depths = st.integers(1, 4), st.integers(1, 5)
vocabularies = st.builds(Vocabulary, texts=st.frozensets(st.sampled_from("xyz")))


def grove(tops: Sequence[Sketch]) -> Outline:
    return sketched(("r", list(tops)))


@st.composite
def groves(draw: st.DrawFn) -> tuple[Outline, list[int]]:
    """A tree and some of its nodes as positives."""
    outline = grove(draw(st.lists(sketches, min_size=1, max_size=3)))
    nodes = st.integers(0, len(outline.tags) - 1)
    return outline, draw(st.lists(nodes, min_size=1, max_size=3, unique=True))


def by_forks(outline: Outline, marked: list[int], width: int, depth: int, words: Vocabulary) -> list[int]:
    language = forks.learned([(outline, at) for at in marked], width=width, depth=depth, vocabulary=words)
    nodes = range(len(outline.tags))
    return [at for at in nodes if forks.accepts(language, outline, at, width=width, depth=depth, vocabulary=words)]


def by_automaton(outline: Outline, marked: list[int], width: int, depth: int, words: Vocabulary) -> list[int]:
    contexts = OutlineContexts(outline, width, words, ContextTable())
    automaton = Automaton.of([(contexts, at) for at in marked], depth=depth)
    return [at for at in range(len(outline.tags)) if automaton.accepts(contexts, at)]


@settings(max_examples=200, deadline=None)
@given(case=groves(), width=widths, depth=depths, words=vocabularies)
def test_automaton_equals_forks(case: tuple[Outline, list[int]], width: int, depth: int, words: Vocabulary) -> None:
    """On random trees and markings, for every node, width up to 4 and depth up to 5."""
    outline, marked = case
    assert by_automaton(outline, marked, width, depth, words) == by_forks(outline, marked, width, depth, words)


@settings(max_examples=150, deadline=None)
@given(case=groves(), width=widths, depth=st.integers(2, 5), words=vocabularies)
def test_a_stored_language_equals_forks(
    case: tuple[Outline, list[int]], width: int, depth: int, words: Vocabulary
) -> None:
    """The language as a value, renumbered, selects the same texts."""
    outline, _ = case
    texts = outline.text_nodes()
    language = (
        TreeLanguage.learned([(outline, at) for at in texts[:2]], width=width, depth=depth, vocabulary=words)
        if texts
        else None
    )
    if language:
        accepted = by_forks(outline, texts[:2], width, depth, words)
        assert language.select(outline, texts) == [at for at in texts if at in accepted]


@settings(max_examples=200, deadline=None)
@given(case=groves(), width=st.integers(1, 3), depth=st.integers(1, 4))
def test_it_is_anti_monotone(case: tuple[Outline, list[int]], width: int, depth: int) -> None:
    """A larger width or depth never accepts more."""
    outline, marked = case
    words = Vocabulary()
    here = set(by_automaton(outline, marked, width, depth, words))
    assert set(by_automaton(outline, marked, width + 1, depth, words)) <= here
    assert set(by_automaton(outline, marked, width, depth + 1, words)) <= here


@settings(max_examples=100, deadline=None)
@given(case=groves(), width=widths, depth=depths)
def test_it_accepts_its_examples(case: tuple[Outline, list[int]], width: int, depth: int) -> None:
    """Whatever was positive is accepted."""
    outline, marked = case
    assert set(marked) <= set(by_automaton(outline, marked, width, depth, Vocabulary()))


def test_two_positives_may_cover_a_third_together() -> None:
    """Forks are pooled: what is around a node may come partly from one example, partly from another."""
    outline = grove(
        [("p", ["x", ("a", []), ("b", [])]), ("p", [("b", []), "x", ("a", [])]), ("p", [("b", []), "x", ("b", [])])]
    )
    texts = outline.text_nodes()
    assert by_automaton(outline, texts[:2], 2, 2, Vocabulary()) == by_forks(outline, texts[:2], 2, 2, Vocabulary())


def bushy(levels: int, branching: int) -> Outline:
    """A tree with too many forks to list: every ancestor of the value has many different children."""
    outline = Outline()
    parent = outline.add("r", -1)
    for _ in range(levels):
        children = [outline.add("abcd"[number % 4], parent) for number in range(branching)]
        for number, child in enumerate(children):
            for below in range(number % 3):
                outline.add(TEXT, outline.add("xy"[below], child), text="t")
        parent = children[branching // 2]
    outline.add(TEXT, parent, text="value")
    return outline


def test_bushy_trees_stay_small() -> None:
    """Forty children, width 4, depth 5: without hundreds of megabytes."""
    outline = bushy(6, 40)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    marked = outline.texts.index("value")
    assert marked in by_automaton(outline, [marked], 4, 5, Vocabulary())
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000
