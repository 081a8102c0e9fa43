"""Values that occur several times on a page: the candidate with the field name is likely."""

import pytest

from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules
from unweave.rules.likely_candidates import name_words, with_field_name
from unweave.rules.views import Extent, PageView


def recipe(prep: int, total: int, *, labels: tuple[str, str] = ("Prep Time:", "Total Time:")) -> Page:
    """A recipe with two times."""
    rows = zip(labels, "ab", (prep, total), strict=True)
    return Page("<h1>Soup</h1>" + "".join(f"<p>{label} <b class={name}>{time}</b> min" for label, name, time in rows))


def test_a_label_with_the_field_name_counts() -> None:
    """Where preparation takes all the time, the total is right behind "Total Time"."""
    wrapper = Rules().learn([Example.from_values(recipe(25, 25), [{"total_time": "25"}])])
    assert [record.to_dict() for record in wrapper.extract(recipe(15, 35))] == [{"total_time": "35"}]


def test_a_class_with_all_words_of_the_name_counts() -> None:
    """Without labels, a class with both words counts."""
    pages = [
        Page(f"<h1>Soup</h1><i class=r-prep_time>{prep}</i><i class=r-total_time>{total}</i>")
        for prep, total in ((25, 25), (15, 35))
    ]
    wrapper = Rules().learn([Example.from_values(pages[0], [{"total_time": "25"}])])
    assert [record.to_dict() for record in wrapper.extract(pages[1])] == [{"total_time": "35"}]


@pytest.mark.parametrize("source", ["<h1 class=title>Emma</h1><p><b>Emma</b>", "<p>Emma<p>Title: <b>Emma</b>"])
def test_a_name_of_one_word_is_not_looked_for(source: str) -> None:
    """A class "title" may be any title, and so may be the text behind such a label."""
    view = PageView(Page(source))
    candidates = [Extent(at, at + 1) for at, word in enumerate(view.strings) if word == "Emma"]
    assert (len(candidates), with_field_name(view, candidates, "title")) == (2, [])


@pytest.mark.parametrize("name", ["total_time_needed", "cook_time", "::"])
def test_no_other_label_counts(name: str) -> None:
    """Labels that have some of the words, or more, do not count; nor does a name without words."""
    view = PageView(recipe(25, 25))
    assert with_field_name(view, [Extent(2, 3), Extent(5, 6)], name) == []


def test_a_label_of_all_candidates_does_not_count() -> None:
    """Two candidates behind the same label are equally likely."""
    view = PageView(recipe(25, 25, labels=("Total Time:", "Total time")))
    assert with_field_name(view, [Extent(2, 3), Extent(5, 6)], "total_time") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [("Total Time:", {"total", "time"}), ("ISBN13", {"isbn", "13"}), ("datePosted", {"date", "posted"}), ("  ", set())],
)
def test_words(text: str, words: set[str]) -> None:
    """Words are what letters and digits make, however they are joined."""
    assert name_words(text) == words
