"""Values that occur several times on a page: which candidate is likely; and texts that contain the value."""

import pytest

from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules
from unweave.rules.likely_candidates import nearest_to_others, other_values
from unweave.rules.views import Extent, PageView


def recipe(title: str, name: str, time: str, *, story: str = "") -> Page:
    """A post with a title, a story, and a card that has a name of its own."""
    return Page(
        f"<title>{title}</title><nav><a>Home</a> <span class=last>{title}</span></nav><article><h1 class=t>{title}</h1>"
        f"<p>{story}</p><div class=card><h2 class=n id={name.lower().replace(' ', '-')}>{name}</h2>"
        f"<ul><li class=i>2 eggs of {name}</ul><p>Time <b>{time}</b></p></div></article>"
    )


def test_the_candidate_near_the_other_values_is_likely() -> None:
    """A name in the heading, the breadcrumb and the card is the card's, where the time is there too."""
    shown = recipe("Bean Casserole", "Bean Casserole", "45 min")
    wrapper = Rules().learn([Example.from_values(shown, [{"name": "Bean Casserole", "time": "45 min"}])])
    found = wrapper.extract(recipe("The Best Burger Sauce Ever", "Burger Sauce", "5 min"))
    assert [record.to_dict() for record in found] == [{"name": "Burger Sauce", "time": "5 min"}]


def test_without_other_values_all_candidates_vote() -> None:
    """Where the name is the only field, the main heading is likely."""
    shown = recipe("Bean Casserole", "Bean Casserole", "45 min")
    wrapper = Rules().learn([Example.from_values(shown, [{"name": "Bean Casserole"}])])
    found = wrapper.extract(recipe("The Best Burger Sauce Ever", "Burger Sauce", "5 min"))
    assert [record.to_dict() for record in found] == [{"name": "The Best Burger Sauce Ever"}]


def test_a_candidate_in_prose_is_not_likely() -> None:
    """A title that a sentence mentions is not likely, however near the sentence is."""
    long = "and everything else that can be said of a book in a few words that nobody will ever read to the end"
    page = Page(f"<h1>Emma</h1><div><p>With <i>Emma</i> {long}</p><b>$5</b></div>")
    candidates = [Extent(0, 1), Extent(2, 3)]
    assert nearest_to_others(PageView(page), candidates, [[Extent(4, 5)]]) == [Extent(0, 1)]


def test_a_candidate_in_another_value_is_not_likely() -> None:
    """The 60 of "60 g sugar" is not the time, though it is among the ingredients."""
    page = Page("<p>ready in <b>60</b> minutes</p><ul><li><b>60</b> g sugar<li>2 eggs</ul>")
    view = PageView(page)
    example = Example.from_values(page, [{"time": "60", "ingredients": ["60 g sugar", "2 eggs"]}])
    others = other_values(view, example, "time")
    assert others == [[Extent(3, 5), Extent(5, 6)]]
    assert nearest_to_others(view, [Extent(1, 2), Extent(3, 4)], others) == [Extent(1, 2)]


def test_where_depth_and_distance_disagree_all_candidates_are_returned() -> None:
    """A candidate with more shared ancestors, but at a greater distance, is no better than the other."""
    far = "".join(f"<li>other {number}" for number in range(30))
    page = Page(f"<h1>Emma</h1><div><b>$5</b><ul>{far}</ul><em>Emma</em></div>")
    candidates = [Extent(0, 1), Extent(32, 33)]
    assert nearest_to_others(PageView(page), candidates, [[Extent(1, 2)]]) == candidates


@pytest.mark.parametrize(
    "attribute", ["id=bean-casserole", "class='name toc-bean-casserole'", "data-name='Bean Casserole'"]
)
def test_an_attribute_that_contains_the_value_is_not_used(attribute: str) -> None:
    """An id made of the value is of one page only; no rule uses it."""
    page = Page(f"<div><h2 {attribute}>Bean Casserole</h2><p>by Ann</p></div>")
    wrapper = Rules().learn([Example.from_values(page, [{"name": "Bean Casserole"}])])
    assert "asserole" not in str(wrapper.rules)


def test_a_text_that_contains_the_value_is_no_label() -> None:
    """A text before the value that contains it is of one page only, and so is a whole sentence."""
    sentence = "Everybody should be able to join in the celebration, whatever they can and cannot eat"
    page = Page(f"<p>About Bean Casserole</p><h2>Bean Casserole</h2><p>{sentence}</p><b>Bean Casserole</b>")
    wrapper = Rules().learn([Example.from_values(page, [{"name": "Bean Casserole"}])])
    assert "About" not in str(wrapper.rules)
    assert "Everybody" not in str(wrapper.rules)


def test_the_main_heading_is_preferred_to_a_heading_near_one_field() -> None:
    """The name of a dish is in the main heading, though the heading of its ingredients has the same text."""

    def dish(name: str, part: str, parts: str, step: str) -> Page:
        return Page(f"<main><h1>{name}</h1><dl><dt>{part}</dt><dd>{parts}</dd></dl><p>{step}</p></main>")

    page = dish("Pie", "Pie", "flour", "Bake.")
    others = [[Extent(2, 3)], [Extent(3, 4)]]
    assert nearest_to_others(PageView(page), [Extent(0, 1), Extent(1, 2)], others) == [Extent(0, 1)]
    assert nearest_to_others(PageView(page), [Extent(0, 1), Extent(1, 2)], others[:1]) == [Extent(1, 2)]
    shown = Example.from_values(page, [{"name": "Pie", "parts": "flour", "steps": "Bake."}])
    (record,) = Rules().learn([shown]).extract(dish("Scones", "Dough", "milk", "Knead."))
    assert record.to_dict() == {"name": "Scones", "parts": "milk", "steps": "Knead."}


def test_without_other_values_the_main_heading_is_likely() -> None:
    """A name in the breadcrumb and the main heading, without other fields."""

    def post(crumb: str, title: str) -> Page:
        return Page(f"<nav><a>Home</a><span>{crumb}</span></nav><h1>{title}</h1>")

    wrapper = Rules().learn([Example.from_values(post("Pie", "Pie"), [{"name": "Pie"}])])
    assert wrapper.extract(post("Sauces", "The best sauce"))[0]["name"] == "The best sauce"
