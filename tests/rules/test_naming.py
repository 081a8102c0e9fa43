"""Values at several places of one page: the field's own name tells which of them is meant."""

import pytest

from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules
from unweave.rules.naming import bearing, words_of
from unweave.rules.view import Extent, View


def recipe(prep: int, total: int, *, labels: tuple[str, str] = ("Prep Time:", "Total Time:")) -> Page:
    """A recipe with two times."""
    rows = zip(labels, "ab", (prep, total), strict=True)
    return Page("<h1>Soup</h1>" + "".join(f"<p>{label} <b class={mark}>{time}</b> min" for label, mark, time in rows))


def test_the_label_that_is_the_name_is_believed() -> None:
    """Where preparation takes all the time, the total is what stands behind "Total Time"."""
    wrapper = Rules().learn([Example.from_values(recipe(25, 25), [{"total_time": "25"}])])
    assert [record.to_dict() for record in wrapper.extract(recipe(15, 35))] == [{"total_time": "35"}]


def test_a_mark_with_all_words_of_the_name_is_believed() -> None:
    """Without labels, a class that has both words tells."""
    pages = [
        Page(f"<h1>Soup</h1><i class=r-prep_time>{prep}</i><i class=r-total_time>{total}</i>")
        for prep, total in ((25, 25), (15, 35))
    ]
    wrapper = Rules().learn([Example.from_values(pages[0], [{"total_time": "25"}])])
    assert [record.to_dict() for record in wrapper.extract(pages[1])] == [{"total_time": "35"}]


@pytest.mark.parametrize("source", ["<h1 class=title>Emma</h1><p><b>Emma</b>", "<p>Emma<p>Title: <b>Emma</b>"])
def test_a_name_of_one_word_is_not_looked_for(source: str) -> None:
    """A class "title" may be any title, and so may be what stands behind such a label."""
    view = View(Page(source))
    places = [Extent(at, at + 1) for at, word in enumerate(view.words) if word == "Emma"]
    assert (len(places), bearing(view, places, "title")) == (2, [])


@pytest.mark.parametrize("name", ["total_time_needed", "cook_time", "::"])
def test_no_other_label_counts(name: str) -> None:
    """Labels that have some of the words, or more, say nothing; nor does a name without words."""
    view = View(recipe(25, 25))
    assert bearing(view, [Extent(2, 3), Extent(5, 6)], name) == []


def test_what_is_said_of_all_places_says_nothing() -> None:
    """Two places behind the same label are both meant, or none."""
    view = View(recipe(25, 25, labels=("Total Time:", "Total time")))
    assert bearing(view, [Extent(2, 3), Extent(5, 6)], "total_time") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [("Total Time:", {"total", "time"}), ("ISBN13", {"isbn", "13"}), ("datePosted", {"date", "posted"}), ("  ", set())],
)
def test_words(text: str, words: set[str]) -> None:
    """Words are what letters and digits make, however they are joined."""
    assert words_of(text) == words
