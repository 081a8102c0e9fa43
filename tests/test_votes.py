"""What rules say of what was extracted; which pages are contested: where rules disagree that agree on the others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Page
from unweave.program import Selection, Step
from unweave.records import Field, Schema
from unweave.rules import RulesWrapper
from unweave.tuning import CONTESTED_SHARE, TRUST_EXPONENT
from unweave.values import described
from unweave.values.profile import SiteProfile
from unweave.votes import Ballot, FoundValue, ballots_of, contested

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


TEAMS = SiteProfile(3, fields={"team": described(["Denver Nuggets", "Chicago Bulls", "Miami Heat"])})


@pytest.mark.parametrize(
    ("before", "weight", "said"),
    [
        ("Share:", 3.0, "+-"),
        ("Share:", 1.0, "+."),
        ("News", 3.0, "+-"),
        ("News", 1.0, "+-"),
    ],
)
def test_misled_rules_dissent_if_they_outweigh_the_others(before: str, weight: float, said: str) -> None:
    """The team has moved behind the label of another row: the rule by its tag has no vote, and its place is read."""
    rules = [Selection("team", (Step("descendant", tag),), weight=w) for tag, w in (("i", 2.0), ("h2", weight))]
    wrapper = RulesWrapper(Schema((Field("team"),)), tuple(rules), labels=("Share:",))
    page = Page(f"<p>{before}</p><h2>Utah Jazz</h2><h1>Kirk Hinrich</h1><i>Guard</i>")
    at = page.source.index("Guard")
    values = {"team": [FoundValue(0, "Guard", at, at + len("Guard"))]}
    assert [(name, one.says) for name, one in ballots_of(wrapper, page, values, TEAMS)] == [("team", said)]
    silent = "+-" if before == "News" else "+."
    assert [one.says for _, one in ballots_of(wrapper, page, values)] == [silent]


def test_a_rule_is_not_misled_by_what_looks_like_no_value() -> None:
    """What is behind the label of another row is that row's value, and says nothing of this field."""
    rules = [Selection("team", (Step("descendant", tag),), weight=w) for tag, w in (("i", 2.0), ("h2", 3.0))]
    wrapper = RulesWrapper(Schema((Field("team"),)), tuple(rules), labels=("Height:",))
    page = Page("<p>Height:</p><h2>6-9</h2><h1>Kirk Hinrich</h1><i>Guard</i>")
    at = page.source.index("Guard")
    ballots = ballots_of(wrapper, page, {"team": [FoundValue(0, "Guard", at, at + len("Guard"))]}, TEAMS)
    assert [one.says for _, one in ballots] == ["+."]
