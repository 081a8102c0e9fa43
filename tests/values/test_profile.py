from itertools import pairwise

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Page
from unweave.values import Counts, FieldProfile, described
from unweave.values.profile import MOST_KEPT, SiteProfile, looks_of
from unweave.values.surroundings import PageTexts, Run, runs_of

COLUMNS = st.lists(st.none() | st.text(min_size=1))


def test_profile_of_a_column() -> None:
    """A profile counts the records, those with a value, and each feature of the values."""
    assert described(["$5.50", "$12", None, "sold out"]) == FieldProfile(
        pages=1,
        records=4,
        filled=3,
        features={
            "kind": Counts({"price": 2, "text": 1}),
            "shape": Counts({"$0": 2, "aa": 1}),
            "size": Counts({"1": 1, "2": 1, "none": 1}),
            "text": Counts({"$12": 1, "$5.50": 1, "sold out": 1}),
        },
        shown=("$5.50", "$12", "sold out"),
    )


def test_profile_of_nothing() -> None:
    """A column without records has a profile too."""
    assert (described([]).fill, described([None]).fill, FieldProfile().fill) == (0.0, 0.0, 0.0)


@given(COLUMNS)
def test_profile_is_stored_as_json(column: list[str | None]) -> None:
    """A profile written as JSON reads back as the same profile."""
    site = SiteProfile(1, Counts({"1": 1}), {"title": described(column)})
    assert msgspec.json.decode(msgspec.json.encode(site), type=SiteProfile) == site


@given(COLUMNS, COLUMNS)
def test_joined_profiles_are_those_of_all_values(one: list[str | None], other: list[str | None]) -> None:
    """As long as all values are kept by name, joining two profiles is describing all their values."""
    if len({text for text in (*one, *other) if text}) <= MOST_KEPT:
        both, whole = described(one).joined(described(other)), described([*one, *other])
        assert (both.records, both.filled, dict(both.features)) == (whole.records, whole.filled, dict(whole.features))


@given(st.lists(st.text(max_size=2)))
def test_counts_lose_no_sighting(values: list[str]) -> None:
    """The total is the number of values, however many of them are kept by name, in whatever order they come."""
    counts = Counts.of(values)
    assert counts.total == len(values)
    assert counts == Counts.of(reversed(values))
    assert len(counts.seen) <= MOST_KEPT


@given(st.lists(st.text(min_size=1), min_size=2))
def test_a_profile_fits_its_own_values(values: list[str]) -> None:
    """Values that were described twice fit: nothing about them is unseen."""
    profile = described([*values, *values])
    if len(set(values)) <= MOST_KEPT:
        assert all(profile.fits(value) for value in values)


def test_what_does_not_fit() -> None:
    """A text with an unseen kind or shape does not fit; a feature whose values are all different tells nothing."""
    prices = described(["$5.50", "$7.20", "$12.90", "$31.00"])
    titles = described(["Emma", "The Call of the Wild", "2001: A Space Odyssey", "1984"])
    assert [prices.fits(text) for text in ("$8.15", "8.15", "today")] == [True, False, False]
    assert titles.fits("Moby-Dick; or, The Whale")
    assert looks_of("$1,250.50")["size"] == "4"


def test_runs_leave_out_what_no_reader_sees() -> None:
    """Comments, scripts and styles have no runs; a `<` that begins no tag is text."""
    page = Page("<!-- <b>x</b> --><script>var a = '<b>y</b>'</script><style>b {}</style><p class='a b'>1 < 2</p>")
    assert runs_of(page) == [Run(86, 91, "<p.a.b>")]
    assert PageTexts(page).text(0) == "1 < 2"


def test_runs_of_hostile_sources_take_linear_time() -> None:
    """Thousands of elements and comments that are never closed are read as one that goes on to the end."""
    assert runs_of(Page("<p>x</p>" + 50_000 * "<script>")) == [Run(3, 4, "<p>")]
    assert runs_of(Page("<p>x</p>" + 50_000 * "<!-- ")) == [Run(3, 4, "<p>")]
    assert runs_of(Page("<p>x</p>" + 50_000 * "<b ", html=True))[0] == Run(3, 4, "<p>")


@given(st.text(alphabet="<>/ab ='\"!-", max_size=60))
def test_runs_lie_in_order_inside_any_source(source: str) -> None:
    """Whatever the source: runs are not blank, lie inside it, in order, and do not overlap."""
    page = Page(source, html=True)
    runs = runs_of(page)
    assert all(page.source[run.start : run.end].strip() for run in runs)
    assert [run.start for run in runs] == sorted({run.start for run in runs})
    assert all(one.end <= other.start for one, other in pairwise(runs))


def test_places_of_a_part_of_a_text() -> None:
    """A value that is a part of a text has the rest of that text around it; at the ends of a page there is none."""
    page = Page("<p>No. 12, Smith v. Jones</p>")
    start = page.source.index("Smith")
    assert PageTexts(page).places(start, start + 5) == {"before": "…No. 0,", "behind": "…v. Jones", "tags": "<p>"}
    assert PageTexts(Page("<b>Emma</b>")).places(3, 7) == {"before": "", "behind": "", "tags": "<b>"}
