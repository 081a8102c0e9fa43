"""The vote of all voters, and the trust in each of them."""

from hypothesis import given
from hypothesis import strategies as st

from unweave.choose.consensus import consensus, plain_vote
from unweave.choose.voters import FieldVoter

ANSWERS = st.sampled_from([(), ("a",), ("b",), ("a", "b")])
PAGES = 4


@st.composite
def panels(draw: st.DrawFn) -> list[FieldVoter]:
    """Readings of one panel over a few pages."""
    weights = draw(st.lists(st.sampled_from([0.5, 1.0, 3.0]), min_size=1, max_size=6))
    return [
        FieldVoter(
            "rules",
            str(number),
            tuple(draw(st.tuples(*[ANSWERS] * PAGES))),
            weight,
            draw(st.sampled_from([0.0, weight])),
        )
        for number, weight in enumerate(weights)
    ]


@given(panels())
def test_what_all_find_wins(voters: list[FieldVoter]) -> None:
    """Where every voter finds the same, that wins, and all voters have the same trust."""
    alike = [FieldVoter("rules", one.description, (("a",),) * PAGES, one.weight) for one in voters]
    agreed = consensus(alike)
    assert agreed.values == (("a",),) * PAGES
    assert agreed.shares == (1.0,) * PAGES
    assert len(set(agreed.trust)) == 1


@given(panels(), st.permutations(range(PAGES)))
def test_the_order_of_pages_does_not_matter(voters: list[FieldVoter], order: list[int]) -> None:
    """Pages in another order give the same answers in that order, and the same trust."""
    shuffled = [
        FieldVoter("rules", one.description, tuple(one.values[at] for at in order), one.weight, one.silence)
        for one in voters
    ]
    before, after = consensus(voters), consensus(shuffled)
    assert after.values == tuple(before.values[at] for at in order)
    assert after.trust == before.trust


@given(panels())
def test_the_first_round_is_a_plain_vote(voters: list[FieldVoter]) -> None:
    """A share is a share: between nothing and all of the weight."""
    assert all(0.0 <= share <= 1.0 for share in (*plain_vote(voters).shares, *consensus(voters).shares))


def test_a_voter_that_differs_is_not_trusted() -> None:
    """A heavy voter that two light ones contradict loses its weight, also where one of them finds nothing."""
    heavy = FieldVoter("rules", "heavy", (("x",), ("x",), ("x",), ("a",), ("x",)), weight=1.8)
    light = [
        FieldVoter("rules", name, (("a",), ("a",), ("a",), ("a",), ("a",) if name == "one" else ()))
        for name in ("one", "two")
    ]
    assert consensus([heavy, *light]).values == (("a",),) * 5


def test_other_methods_decide() -> None:
    """Another method decides where two voters disagree."""
    one, other = (FieldVoter("rules", name, ((name,), ("same",))) for name in ("one", "other"))
    agreed = consensus([one, other], [FieldVoter("tree", "", (("other",), ("same",)))])
    assert agreed.values == (("other",), ("same",))
    assert agreed.trust[1] > agreed.trust[0]


def test_panels_are_joined() -> None:
    """Readings of two panels find different values of one field; both are its values."""
    first, second = (FieldVoter("rules", name, ((name,),), panel=number) for number, name in enumerate(("a", "b")))
    assert consensus([first, second]).values == (("a", "b"),)
