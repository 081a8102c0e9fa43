"""Values at several places: which of them is meant, and what is only one page's own."""

import pytest

from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules
from unweave.rules.company import company, nearest
from unweave.rules.view import Extent, View


def recipe(title: str, name: str, time: str, *, story: str = "") -> Page:
    """A post with a title, a story, and a card that has a name of its own."""
    return Page(
        f"<title>{title}</title><nav><a>Home</a> <span class=last>{title}</span></nav><article><h1 class=t>{title}</h1>"
        f"<p>{story}</p><div class=card><h2 class=n id={name.lower().replace(' ', '-')}>{name}</h2>"
        f"<ul><li class=i>2 eggs of {name}</ul><p>Time <b>{time}</b></p></div></article>"
    )


def test_the_place_in_the_company_of_the_other_values_is_meant() -> None:
    """A name in the heading, the breadcrumb and the card is the card's, where the time stands there too."""
    shown = recipe("Bean Casserole", "Bean Casserole", "45 min")
    wrapper = Rules().learn([Example.from_values(shown, [{"name": "Bean Casserole", "time": "45 min"}])])
    found = wrapper.extract(recipe("The Best Burger Sauce Ever", "Burger Sauce", "5 min"))
    assert [record.to_dict() for record in found] == [{"name": "Burger Sauce", "time": "5 min"}]


def test_without_company_all_places_vote() -> None:
    """Where the name is all that was shown, nothing is known of where it belongs: the heading and its like win."""
    shown = recipe("Bean Casserole", "Bean Casserole", "45 min")
    wrapper = Rules().learn([Example.from_values(shown, [{"name": "Bean Casserole"}])])
    found = wrapper.extract(recipe("The Best Burger Sauce Ever", "Burger Sauce", "5 min"))
    assert [record.to_dict() for record in found] == [{"name": "The Best Burger Sauce Ever"}]


def test_a_place_in_prose_is_not_near() -> None:
    """A title that a sentence mentions is not meant, however near the sentence stands."""
    long = "and everything else that can be said of a book in a few words that nobody will ever read to the end"
    page = Page(f"<h1>Emma</h1><div><p>With <i>Emma</i> {long}</p><b>$5</b></div>")
    places = [Extent(0, 1), Extent(2, 3)]
    assert nearest(View(page), places, [[Extent(4, 5)]]) == [Extent(0, 1)]


def test_a_place_in_another_value_is_not_near() -> None:
    """The 60 of "60 g sugar" is not the time, though it stands among the ingredients."""
    page = Page("<p>ready in <b>60</b> minutes</p><ul><li><b>60</b> g sugar<li>2 eggs</ul>")
    view = View(page)
    example = Example.from_values(page, [{"time": "60", "ingredients": ["60 g sugar", "2 eggs"]}])
    others = company(view, example, "time")
    assert others == [[Extent(3, 5), Extent(5, 6)]]
    assert nearest(view, [Extent(1, 2), Extent(3, 4)], others) == [Extent(1, 2)]


def test_where_depth_and_distance_disagree_nothing_is_known() -> None:
    """A place that is joined deeper, but stands further away, is no better than the other."""
    far = "".join(f"<li>other {number}" for number in range(30))
    page = Page(f"<h1>Emma</h1><div><b>$5</b><ul>{far}</ul><em>Emma</em></div>")
    places = [Extent(0, 1), Extent(32, 33)]
    assert nearest(View(page), places, [[Extent(1, 2)]]) == places


@pytest.mark.parametrize("mark", ["id=bean-casserole", "class='name toc-bean-casserole'", "data-name='Bean Casserole'"])
def test_a_mark_that_spells_the_value_is_no_sign_of_the_field(mark: str) -> None:
    """An id made of the value is one page's own; no rule rests on it."""
    page = Page(f"<div><h2 {mark}>Bean Casserole</h2><p>by Ann</p></div>")
    wrapper = Rules().learn([Example.from_values(page, [{"name": "Bean Casserole"}])])
    assert "asserole" not in str(wrapper.rules)


def test_a_text_that_spells_the_value_is_no_label() -> None:
    """What is said before the value and holds it is one page's own, and so is a whole sentence."""
    sentence = "Everybody should be able to join in the celebration, whatever they can and cannot eat"
    page = Page(f"<p>About Bean Casserole</p><h2>Bean Casserole</h2><p>{sentence}</p><b>Bean Casserole</b>")
    wrapper = Rules().learn([Example.from_values(page, [{"name": "Bean Casserole"}])])
    assert "About" not in str(wrapper.rules)
    assert "Everybody" not in str(wrapper.rules)


def test_the_headline_stays_ahead_of_a_heading_among_one_fields_values() -> None:
    """The name of a dish is its headline, though a list of what goes into it bears the name too."""

    def dish(name: str, part: str, parts: str, step: str) -> Page:
        return Page(f"<main><h1>{name}</h1><dl><dt>{part}</dt><dd>{parts}</dd></dl><p>{step}</p></main>")

    page = dish("Pie", "Pie", "flour", "Bake.")
    others = [[Extent(2, 3)], [Extent(3, 4)]]
    assert nearest(View(page), [Extent(0, 1), Extent(1, 2)], others) == [Extent(0, 1)]
    assert nearest(View(page), [Extent(0, 1), Extent(1, 2)], others[:1]) == [Extent(1, 2)]
    shown = Example.from_values(page, [{"name": "Pie", "parts": "flour", "steps": "Bake."}])
    (record,) = Rules().learn([shown]).extract(dish("Scones", "Dough", "milk", "Knead."))
    assert record.to_dict() == {"name": "Scones", "parts": "milk", "steps": "Knead."}


def test_without_company_the_headline_is_meant() -> None:
    """A name in the breadcrumb and the headline, and nothing else is known: the page is about the headline."""

    def post(crumb: str, title: str) -> Page:
        return Page(f"<nav><a>Home</a><span>{crumb}</span></nav><h1>{title}</h1>")

    wrapper = Rules().learn([Example.from_values(post("Pie", "Pie"), [{"name": "Pie"}])])
    assert wrapper.extract(post("Sauces", "The best sauce"))[0]["name"] == "The best sauce"
