"""What readings say together, and whom that makes credible."""

from hypothesis import given
from hypothesis import strategies as st

from unweave.choose.consensus import consensus, vote_shares
from unweave.choose.readings import Reading

ANSWERS = st.sampled_from([(), ("a",), ("b",), ("a", "b")])
PAGES = 4


@st.composite
def panels(draw: st.DrawFn) -> list[Reading]:
    """Readings of one panel over a few pages."""
    weights = draw(st.lists(st.sampled_from([0.5, 1.0, 3.0]), min_size=1, max_size=6))
    return [
        Reading(
            "rules",
            str(number),
            tuple(draw(st.tuples(*[ANSWERS] * PAGES))),
            weight,
            draw(st.sampled_from([0.0, weight])),
        )
        for number, weight in enumerate(weights)
    ]


@given(panels())
def test_what_all_say_is_agreed_on(readings: list[Reading]) -> None:
    """Where every reading answers the same, that is the answer, and everybody is trusted alike."""
    alike = [Reading("rules", one.words, (("a",),) * PAGES, one.weight) for one in readings]
    agreed = consensus(alike)
    assert agreed.answers == (("a",),) * PAGES
    assert agreed.shares == (1.0,) * PAGES
    assert len(set(agreed.trust)) == 1


@given(panels(), st.permutations(range(PAGES)))
def test_the_order_of_pages_does_not_matter(readings: list[Reading], order: list[int]) -> None:
    """Pages in another order give the same answers in that order, and the same trust."""
    shuffled = [
        Reading("rules", one.words, tuple(one.answers[at] for at in order), one.weight, one.silence) for one in readings
    ]
    before, after = consensus(readings), consensus(shuffled)
    assert after.answers == tuple(before.answers[at] for at in order)
    assert after.trust == before.trust


@given(panels())
def test_the_first_round_is_a_plain_vote(readings: list[Reading]) -> None:
    """A share is a share: between nothing and all of the weight."""
    assert all(0.0 <= share <= 1.0 for share in (*vote_shares(readings), *consensus(readings).shares))


def test_who_goes_his_own_way_is_not_believed() -> None:
    """A heavy reading that two light ones contradict loses its weight, also where one of them is silent."""
    heavy = Reading("rules", "heavy", (("x",), ("x",), ("x",), ("a",), ("x",)), weight=1.8)
    light = [
        Reading("rules", name, (("a",), ("a",), ("a",), ("a",), ("a",) if name == "one" else ()))
        for name in ("one", "two")
    ]
    assert consensus([heavy, *light]).answers == (("a",),) * 5


def test_witnesses_tip_the_scales() -> None:
    """Another family's word counts where two readings stand against each other."""
    one, other = (Reading("rules", name, ((name,), ("same",))) for name in ("one", "other"))
    told = consensus([one, other], [Reading("tree", "", (("other",), ("same",)))])
    assert told.answers == (("other",), ("same",))
    assert told.trust[1] > told.trust[0]


def test_panels_are_joined() -> None:
    """Readings of two panels find different values of one field; both are its values."""
    first, second = (Reading("rules", name, ((name,),), panel=number) for number, name in enumerate(("a", "b")))
    assert consensus([first, second]).answers == (("a", "b"),)
