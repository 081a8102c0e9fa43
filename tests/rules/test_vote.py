"""The vote of rules: what wins where several values are wanted."""

from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules, RulesWrapper
from unweave.rules.vote import winning
from unweave.targets.rules import compile_rules

TEXTS = st.lists(st.sampled_from("abcd"), unique=True, max_size=4).map(tuple)
VOTES = st.dictionaries(TEXTS, st.integers(0, 8).map(float), min_size=1)


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
    """The fast form, with pages at hand and without, finds the same values of a field with many."""
    wrapper, page = learned(), steps(*lines)
    runs = [compile_rules(wrapper), compile_rules(wrapper, [steps("Mix it", "Bake it"), steps("Fry"), steps("A", "B")])]
    assert [run(page.source) for run in runs] == [[record.to_dict() for record in wrapper.extract(page)]] * 2
