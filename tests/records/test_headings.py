"""The headings above an offset of a page."""

from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Page
from unweave.records.headings import headings_of

PIECES = st.lists(st.tuples(st.integers(0, 4), st.sampled_from(["Best", "New", "Used"])), max_size=8)


def written(pieces: list[tuple[int, str]]) -> Page:
    """Headings of rank 1 to 4, and rows (rank 0)."""
    return Page("".join(f"<h{rank}>{text}</h{rank}>" if rank else f"<b>{text}</b>" for rank, text in pieces), html=True)


@given(PIECES)
def test_above_a_place_ranks_rise(pieces: list[tuple[int, str]]) -> None:
    """The last heading before it, the last of a higher rank before that, and so on; each begins before the place."""
    page = written(pieces)
    for place in range(len(page)):
        above = headings_of(page).above(place)
        assert [one.rank for one in above] == sorted({one.rank for one in above})
        assert [one.start for one in above] == sorted(one.start for one in above if one.start <= place)


@given(PIECES)
def test_sections_are_what_stands_under_a_heading(pieces: list[tuple[int, str]]) -> None:
    """A place is in one of the sections of a heading exactly when that is one of those above it."""
    page = written(pieces)
    headings = headings_of(page)
    for key in ("best", "new"):
        sections = headings.sections(key)
        for place in range(len(page)):
            inside = any(section.start <= place < section.end for section in sections)
            assert inside == (key in {heading.key for heading in headings.above(place)})


def test_numbers_and_case_do_not_count() -> None:
    """A heading that counts what follows is the same on every page."""
    pages = [Page(f"<h2>{text}</h2><b>Emma</b>") for text in ("New (12)", "NEW (7)", "New  (3):")]
    assert {headings_of(page).above(len(page))[0].key for page in pages} == {"new (#)"}
