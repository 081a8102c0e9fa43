"""What undoing new classes promises: each has its old name again, if the tags around values tell which one it was."""

import pytest

from unweave import Example, Page, check, learn, repair
from unweave.budget import Budget, OutOfTime
from unweave.observations import profile_of
from unweave.rules import Rules
from unweave.trees import KL
from unweave.verify.asked_classes import asked_classes
from unweave.verify.reclassed import old_names, undone_on, with_old_classes
from unweave.wrapper import Wrapper, with_origin

TITLES = ("Emma", "Kim", "She", "Dune", "Vathek", "Nana", "Ulysses", "Walden", "Carrie", "Holes", "Cujo", "Emile")
WRITERS = ("Lee", "Ray", "Fox", "Roe", "Day", "Poe", "Kay", "May", "Orr", "Ash", "Elm", "Oak")
NEW = {"by": "css-1", "title": "css-2", "top": "css-3", "note": "css-4"}


def book(at: int) -> Page:
    """A book between lines in the same tags, whose number varies: only classes tell them apart."""
    notes = "".join(f"<p class=note>{WRITERS[(at + number) % 12]}</p>" for number in range(1, 2 + at % 3))
    top = f"<div class=top>{notes}<p class=title>{TITLES[at]}</p>{notes}<p class='by'>{WRITERS[at]}</p></div>"
    return Page(f"{top}<div>{notes}</div>", name=f"{at}.html")


def renamed(page: Page) -> Page:
    source = page.source.replace("'by'", NEW["by"])
    for old in ("title", "top", "note"):
        source = source.replace(f"class={old}", f"class={NEW[old]}")
    return Page(source, name=page.name)


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    good = [book(at) for at in range(6)]
    shown = [{"title": TITLES[at], "by": WRITERS[at]} for at in range(3)]
    found = learn([Example.from_values(page, [row]) for page, row in zip(good, shown, strict=False)])
    return with_origin(found, site_profile=profile_of(found, good))


def test_new_classes_get_their_old_names(wrapper: Wrapper) -> None:
    """Nothing but classes tells a title from the lines before it; the old wrapper reads all pages again."""
    pages = [renamed(book(at)) for at in range(6, 12)]
    rows = [(TITLES[at], WRITERS[at]) for at in range(6, 12)]
    assert check(wrapper, pages).status != "ok"
    found = with_old_classes(wrapper, pages)
    assert found is not None
    assert [tuple(one.to_dict().values()) for example in found.examples for one in example.records] == rows
    new = repair(wrapper, pages)
    assert [tuple(record.to_dict().values()) for page in pages for record in new.extract(page)] == rows


def test_classes_that_are_known_keep_their_names(wrapper: Wrapper) -> None:
    """Where all is as it was, there is nothing to try."""
    assert old_names(wrapper.origin.site_profile, [book(7)]) == []


def test_only_classes_are_renamed() -> None:
    """The same word in a text, in another attribute or as a part of another class stays."""
    page = Page('<p id="x1" class="x1 x1-y z">x1 <b class=x1>x1</b><i class=\'a x1\'></i>')
    undone = undone_on(page, {"x1": "price"})
    assert undone.page.source == ('<p id="x1" class="price x1-y z">x1 <b class=price>x1</b><i class=\'a price\'></i>')


def test_a_class_that_only_a_rule_asks_for_is_found_by_what_the_rule_finds() -> None:
    """Of the new classes at such elements the one counts with which the rule finds what is read."""
    page = Page("<div class=ad><h1>Sale</h1></div><div class=book><h1>Emma</h1></div>")
    wrapper = Rules().learn([Example.from_values(page, [{"title": "Emma"}])])
    changed = Page(page.source.replace("=ad", "=x1").replace("=book", "=x2"))
    assert [record["title"] for record in wrapper.extract(changed)] == ["Emma"]
    assert asked_classes(wrapper, [changed], set()) == {"x2": "book"}
    assert asked_classes(wrapper, [changed], {"x2"}) == {}


def test_undoing_classes_ends_with_its_time(wrapper: Wrapper) -> None:
    """A step of undoing asks for the time."""
    with pytest.raises(OutOfTime), Budget(0.0, least=0.0).limit("undoing the change"):
        with_old_classes(wrapper, [renamed(book(at)) for at in range(6, 12)])


def test_a_tree_wrapper_asks_for_no_classes() -> None:
    """Its parts are those of texts, and no wrappers."""
    page = Page("<div class=book><b>Emma</b></div><div class=book><b>Kim</b></div>")
    wrapper = KL().learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    assert asked_classes(wrapper, [Page(page.source.replace("book", "x7"))], set()) == {}
