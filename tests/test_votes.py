"""Which pages are contested: where rules disagree that agree on the others."""

from hypothesis import given
from hypothesis import strategies as st

from unweave.tuning import CONTESTED_SHARE, TRUST_EXPONENT
from unweave.votes import Ballot, contested

RULES = (3.0, 2.0, 1.0)
SAID = st.text("+-.", min_size=3, max_size=3)
PAGES = st.lists(SAID, min_size=1, max_size=6)


def counted(pages: list[str], weights: tuple[float, ...] = RULES) -> dict[Ballot, int]:
    return {Ballot(weights, said): pages.count(said) for said in dict.fromkeys(pages)}


def by_definition(pages: list[str]) -> list[str]:
    """For each page, the trust in each rule is counted on all the others, one by one."""
    found = []
    for at, said in enumerate(pages):
        others = pages[:at] + pages[at + 1 :]
        trust = [(sum(one[rule] == "+" for one in others) + 1) / (len(others) + 2) for rule in range(3)]
        weights = dict.fromkeys("+-.", 0.0)
        for rule, what in enumerate(said):
            weights[what] += RULES[rule] * trust[rule] ** TRUST_EXPONENT
        if weights["-"] and weights["-"] / (weights["+"] + weights["-"]) >= CONTESTED_SHARE:
            found.append(said)
    return list(dict.fromkeys(found))


@given(PAGES)
def test_trust_is_what_a_rule_says_on_the_other_pages(pages: list[str]) -> None:
    assert [one.says for one in contested(counted(pages))] == by_definition(pages)


@given(PAGES, PAGES)
def test_other_rules_do_not_count(pages: list[str], others: list[str]) -> None:
    """Pages of another wrapper of the same run have rules of their own."""
    every = counted(pages) | counted(others, (1.0, 1.0, 5.0))
    assert [one for one in contested(every) if one.weights == RULES] == contested(counted(pages))


def test_a_rule_that_is_wrong_everywhere_says_nothing() -> None:
    """The light rule is heard where it agrees elsewhere, and not where it never does."""
    alone, agreed = Ballot(RULES, "++-"), Ballot(RULES, "+++")
    assert contested({agreed: 20, alone: 1}) == [alone]
    assert contested({alone: 20}) == []


def test_one_page_is_contested_by_weight() -> None:
    """Nothing is known of the rules but their weights."""
    assert contested({Ballot(RULES, "++-"): 1}) == [Ballot(RULES, "++-")]
    assert contested({Ballot((10.0, 1.0), "+-"): 1}) == []


def test_silence_is_not_against() -> None:
    assert contested({Ballot(RULES, "+.."): 1, Ballot(RULES, "+++"): 5}) == []
