"""Addresses: which spellings name one page, and what the addresses of a page type have in common."""

import string

from hypothesis import given
from hypothesis import strategies as st

from unweave.sites.address_shapes import canonical_address, has_shape, shapes_of

SEGMENT = st.text(string.ascii_letters + string.digits + "-_.~ %é", max_size=6)
ADDRESS = st.builds(
    "{}://{}/{}?{}#{}".format,
    st.sampled_from(["http", "https", "HTTP"]),
    st.sampled_from(["a.org", "A.org:80", "b.test:8080"]),
    st.lists(SEGMENT, max_size=3).map("/".join),
    st.lists(st.builds("{}={}".format, SEGMENT, SEGMENT), max_size=3).map("&".join),
    SEGMENT,
)


@given(ADDRESS)
def test_the_canonical_address_is_its_own_canonical_address(address: str) -> None:
    """It is one spelling, without a fragment."""
    one = canonical_address(address)
    assert canonical_address(one) == one
    assert "#" not in one


def test_spellings_of_one_page() -> None:
    """Case of the host, default ports, order of parameters and fragments do not matter; everything else does."""
    same = ["http://a.org/x?b=2&a=1", "HTTP://A.ORG:80/x?a=1&b=2#top", " http://a.org/x?a=1&b=2 "]
    assert len({canonical_address(one) for one in same}) == 1
    other = ["http://a.org/x?a=1&b=3", "http://a.org/X?a=1&b=2", "https://a.org/x?a=1&b=2", "http://a.org:81/x?a=1&b=2"]
    assert len({canonical_address(one) for one in [*same, *other]}) == 5


@given(st.lists(ADDRESS, max_size=12))
def test_an_address_has_its_own_shape(addresses: list[str]) -> None:
    """Whatever the other addresses are."""
    assert all(has_shape(address, shape) for address, shape in zip(addresses, shapes_of(addresses), strict=True))


def test_shapes_of_a_site() -> None:
    """What varies is left out, the words of a few kinds of pages are kept."""
    items = [f"http://a.org/item/{n}" for n in range(9)]
    lists = [f"http://a.org/list/{n}?page={n}" for n in range(2)]
    assert sorted(set(shapes_of([*items, *lists, "http://a.org/about"]))) == [
        "a.org/about",
        "a.org/item/*",
        "a.org/list/*?page",
    ]
