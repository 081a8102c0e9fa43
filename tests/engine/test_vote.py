"""The vote of rules: what wins where several values are wanted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.engine.index import Index
from unweave.engine.run import prepare
from unweave.engine.vote import asking_order, panel_of, winning
from unweave.page import Page, Span
from unweave.program import Condition, Selection, Selections, Step
from unweave.records import Example, Field, Schema
from unweave.rules import Rules, RulesWrapper
from unweave.targets.compile import compile as compiled

TEXTS = st.lists(st.sampled_from("abcd"), unique=True, max_size=4).map(tuple)
VOTES = st.dictionaries(TEXTS, st.integers(0, 8).map(float), min_size=1)
LABEL = Step("preceding", "#text", (Condition("filled"), Condition("position", "1"), Condition("text", "Price:")))
PRICE = Condition("has", steps=(LABEL,))


@given(votes=VOTES)
def test_a_fuller_answer_says_all_that_the_heaviest_says(votes: dict[tuple[str, ...], float]) -> None:
    """Of many values, what wins has every text of the heaviest answer, and no fuller answer has half of its votes."""
    heaviest, won = winning(votes, many=False), winning(votes, many=True)
    assert set(heaviest) <= set(won)
    assert [one for one in votes if won and set(won) < set(one) and 2 * votes[one] >= votes[won]] == []


def test_nothing_is_not_filled_up() -> None:
    """That there is nothing wins as any other answer does: by the most votes."""
    assert winning({(): 3.0, ("a",): 2.0}, many=True) == ()


def steps(*lines: str) -> Page:
    """A recipe's steps, each in a span in a list item."""
    return Page("<h1>R</h1><ol>" + "".join(f"<li class=s><div class=t><span>{one}</span></div>" for one in lines))


def learned() -> RulesWrapper:
    return Rules().learn([Example.from_values(steps("Mix it", "Bake it"), [{"steps": ["Mix it", "Bake it"]}])])


def test_a_step_with_markup_of_its_own_is_not_missed() -> None:
    """Rules that look for a single text miss what has a link in it; those that take the whole item win."""
    found = learned().extract(steps("Mix <b>two</b> eggs", "Fry it", "Eat <i>it</i>"))
    assert [record.to_dict() for record in found] == [{"steps": ["Mix two eggs", "Fry it", "Eat it"]}]


LINES = st.lists(st.sampled_from(("Fry it", "Eat <i>it</i>", "Mix <b>two</b> eggs", "<b>Cool</b>", "")), max_size=5)


@given(lines=LINES)
def test_compiled_votes_alike(lines: list[str]) -> None:
    """The compiled form finds the same values of a field with many."""
    wrapper, page = learned(), steps(*lines)
    assert compiled(wrapper)(page.source) == [record.to_dict() for record in wrapper.extract(page)]


def rule(tag: str, weight: float, *, panel: int = 0, silence: float = 0.0) -> Selection:
    return Selection("x", (Step("descendant", tag),), panel=panel, weight=weight, silence=silence)


def said(rules: list[Selection], source: str) -> list[str]:
    """The values of a field with many, by the vote of these rules."""
    prepared = prepare(Selections(tuple(rules)), Schema((Field("x", many=True),)))
    return [str(text) for record in prepared.records(Page(source)) for text in record["x"] or ()]


def test_the_heavier_answer_wins() -> None:
    """Answers are compared by what they say, so two places with the same text agree."""
    rules = [rule("b", 2), rule("i", 1.5), rule("u", 1)]
    assert said(rules, "<b>one</b><i>two</i><u>two</u>") == ["two"]


def test_panels_are_joined() -> None:
    """Each panel gives its own answer."""
    assert said([rule("b", 1), rule("i", 1, panel=1)], "<b>one</b><i>two</i>") == ["one", "two"]


def test_silence_is_an_answer() -> None:
    """A telling rule that finds nothing can outvote one that finds something."""
    assert said([rule("b", 3, silence=3), rule("i", 1)], "<i>two</i>") == []
    assert said([rule("b", 3), rule("i", 1)], "<i>two</i>") == ["two"]


def test_what_is_found_twice_is_taken_once() -> None:
    """Of two places with the same text the first counts."""
    prepared = prepare(Selections((rule("b", 1),)), Schema((Field("x", many=True),)))
    (record,) = prepared.records(Page("<b>one</b><b>one</b>"))
    assert (record["x"], record.spans("x")) == (["one"], (Span(3, 6),))


def test_the_cheapest_rules_that_settle_a_vote_are_asked_first() -> None:
    """Two selectors that outvote the heavy label together come before it; alone they come behind it."""
    by_label = Selection("price", (Step("descendant", "#text", (PRICE,)),), weight=2.0)
    selectors = [Selection("price", (Step("descendant", tag),), weight=2.5) for tag in ("b", "i")]
    light = [Selection("price", (Step("descendant", tag),), weight=0.1) for tag in ("b", "i")]
    assert asking_order([by_label, *selectors]) == [*selectors, by_label]
    assert asking_order([*light, by_label])[0] == by_label


def test_fewer_rules_settle_a_vote_for_one_value() -> None:
    """Where several values are wanted, half of the votes of a fuller answer would be enough, so more must agree."""
    by_label = Selection("price", (Step("descendant", "#text", (PRICE,)),), weight=2.0)
    selectors = [Selection("price", (Step("descendant", tag),), weight=1.2) for tag in ("b", "i")]
    assert asking_order([by_label, *selectors]) == [*selectors, by_label]
    assert asking_order([by_label, *selectors], many=True)[-1] != by_label


@pytest.mark.parametrize("source", ["Price:<b>1</b><i>2</i>", "<i>2</i>Price:<b>1</b>", "Price:<b>1</b>Price:<i>2</i>"])
def test_a_cheap_rule_beside_a_label_changes_nothing(source: str) -> None:
    """It may find the labelled value, another one, or one that has the same label."""
    by_label = Selection("price", (Step("descendant", "#text", (PRICE,)),), weight=2.0)
    light = Selection("price", (Step("descendant", "i"),), weight=0.1)
    index = Index(Page(source).document)
    assert panel_of([by_label, light]).winner(index).texts == panel_of([by_label]).winner(index).texts
