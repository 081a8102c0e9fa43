"""What undoing a change promises: the old wrapper reads the pages again, or where nothing tells, it is refused."""

from functools import partial
from typing import cast

import pytest

from unweave import Example, Page, check, errors, learn, repair
from unweave.budget import Budget, OutOfTime
from unweave.delimiters import LR
from unweave.observations import profile_of
from unweave.page import Span
from unweave.records import Record
from unweave.values.profile import SiteProfile
from unweave.verify import repairing
from unweave.verify.accepting import check_same
from unweave.verify.columns import Exchange, exchanged, exchanges, undone_on
from unweave.verify.edits import Edit, Undone
from unweave.verify.insertions import without_inserted
from unweave.verify.renamings import renamed
from unweave.verify.undoing import Trial, UndoneReading, has_values, is_clear, promising, reading
from unweave.wrapper import Wrapper, with_origin

TITLES = ("Emma", "Kim", "She", "Dune", "Vathek", "Nana", "Ulysses", "Walden", "Carrie", "Holes", "Cujo", "Emile")
PRICES = ("$5.50", "$7.20", "$4.10", "$9.30", "$3.80", "$6.40", "$8.15", "$2.95", "$5.15", "$7.75", "$4.60", "$6.05")
FORMER = ("$9.50", "$9.20", "$8.10", "$9.90", "$7.80", "$8.40", "$9.15", "$6.95", "$8.15", "$9.75", "$7.60", "$9.05")


def with_profile(wrapper: Wrapper, good: list[Page]) -> Wrapper:
    return with_origin(wrapper, site_profile=profile_of(wrapper, good))


def values(found: UndoneReading | None) -> list[tuple[object, ...]]:
    assert found is not None
    return [tuple(record.to_dict().values()) for one in found.examples for record in one.records]


def read(wrapper: Wrapper, pages: list[Page]) -> list[tuple[object, ...]]:
    return [tuple(record.to_dict().values()) for page in pages for record in wrapper.extract(page)]


# --- texts that have come ---


def film(at: int, front: str = "", *, says_cast: bool = True) -> Page:
    cast = f"<a>{TITLES[at]} Lee</a><a>{TITLES[at]} Ray</a>"
    title = f"{TITLES[at]} Lee and {TITLES[at]} Ray" if says_cast else "A film"
    return Page(f"<title>{title}</title><p>With {front}{cast}</p><p>Also seen:</p>", name=f"{at}.html")


def films(*, says_cast: bool) -> Wrapper:
    """A wrapper for a field with two values, which the titles of the pages say once more, or not."""
    pages = [film(at, says_cast=says_cast) for at in range(6)]
    shown = [{"cast": [f"{title} Lee", f"{title} Ray"]} for title in TITLES[:3]]
    examples = [Example.from_values(page, [row]) for page, row in zip(pages, shown, strict=False)]
    return with_profile(learn(examples), pages)


def test_of_several_values_one_that_no_page_says_twice_is_new() -> None:
    """Somebody in front of the cast whom the title does not name; the others are values as before."""
    wrapper, pages = films(says_cast=True), [film(at, f"<a>{TITLES[at - 6]} Fox</a>") for at in range(6, 12)]
    assert check(wrapper, pages).status == "drifted"
    cast = [([f"{title} Lee", f"{title} Ray"],) for title in TITLES[6:]]
    assert values(without_inserted(wrapper, pages, ["cast"])) == cast
    assert read(repair(wrapper, pages), pages) == cast


def test_of_several_values_nothing_tells_which_is_new() -> None:
    """Without an echo each of the three may be the new one."""
    wrapper = films(says_cast=False)
    pages = [film(at, f"<a>{TITLES[at - 6]} Fox</a>", says_cast=False) for at in range(6, 12)]
    assert check(wrapper, pages).status == "drifted"
    assert without_inserted(wrapper, pages, ["cast"]) is None
    with pytest.raises(errors.CannotRepair, match="several values on a page"):
        repair(wrapper, pages)


def book(at: int, row: str) -> Page:
    told = row.format(price=PRICES[at], former=FORMER[at])
    return Page(f"<h1>{TITLES[at]}</h1><div>Price: {told}</div><div>Free returns.</div>", name=f"{at}.html")


@pytest.mark.parametrize(
    "row", ["<b>{former}</b><b>{price}</b>", "<b>{price}</b><b>{former}</b>"], ids=["in front", "behind"]
)
def test_two_values_at_one_label_are_refused(row: str) -> None:
    """Nothing tells whether the first or the second price is the new one: not that rules find the first."""
    pages = [book(at, "<b>{price}</b>") for at in range(6)]
    shown = [{"title": title, "price": price} for title, price in zip(TITLES, PRICES, strict=True)]
    examples = [Example.from_values(page, [row]) for page, row in zip(pages[:3], shown, strict=False)]
    wrapper, new = with_profile(learn(examples), pages), [book(at, row) for at in range(6, 12)]
    assert check(wrapper, new)["price"].status == "drifted"
    assert without_inserted(wrapper, new, ["price"]) is None
    with pytest.raises(errors.CannotRepair) as refused:
        repair(wrapper, new)
    assert refused.value.field == "price"


def case(at: int, front: str = "") -> Page:
    number = f"<td>{front}<a>{at}0-1{at}</a></td>"
    return Page(
        f"<h3>Cases</h3><table><tr>{number}<td><a href='/{at}0-1{at}.pdf'>Text</a></td></tr></table>", name=f"{at}"
    )


def test_a_value_that_is_made_of_two_links_has_one_too_many() -> None:
    """The number of another case stands in front, in the same cell; the link of the case says its number once more."""
    good = [case(at) for at in range(10, 16)]
    shown = [{"number": f"{at}0-1{at}"} for at in range(10, 13)]
    examples = [Example.from_values(page, [row]) for page, row in zip(good, shown, strict=False)]
    wrapper = with_profile(learn(examples), good)
    pages = [case(at, f"<a>{at - 4}0-1{at - 4}</a>") for at in range(16, 22)]
    numbers = [(f"{at}0-1{at}",) for at in range(16, 22)]
    assert read(repair(wrapper, pages), pages) == numbers


# --- other tags ---

OLD, NEW = "<b>{0}</b> <i>{1}</i><br>", "<b>{0}</b> <em>{1}</em><br>"


def listed(since: int, until: int, row: str) -> Page:
    rows = "".join(row.format(TITLES[at], PRICES[at]) for at in range(since, until))
    return Page(f"<h3>Books</h3>{rows}<hr><p>Contact <em>us</em>", name=f"{since}.html")


@pytest.fixture(scope="module")
def delimited() -> Wrapper:
    """A wrapper that knows the tags around the values, and nothing else."""
    rows = [{"title": title, "price": price} for title, price in zip(TITLES[:4], PRICES, strict=False)]
    wrapper = LR().learn([Example.from_values(listed(0, 4, OLD), rows, status="complete")])
    return with_profile(wrapper, [listed(0, 4, OLD), listed(2, 7, OLD)])


def test_other_tags_are_undone(delimited: Wrapper) -> None:
    """Delimiters find nothing any more; with the old tag they find all records, and what they find is learned from."""
    pages = [listed(4, 8, NEW), listed(7, 12, NEW)]
    assert check(delimited, pages).status != "ok"
    rows = [(TITLES[at], PRICES[at]) for at in (*range(4, 8), *range(7, 12))]
    assert values(renamed(delimited, pages, ["title", "price"])) == rows
    assert read(repair(delimited, pages), pages) == rows


def test_tags_that_hold_no_such_texts_are_not_undone(delimited: Wrapper) -> None:
    """No other element of the pages holds prices."""
    pages = [listed(4, 8, "<b>{0}</b> <em>on request</em><br>")]
    assert renamed(delimited, pages, ["price"]) is None


def noted(at: int, tag: str) -> Page:
    """Seven texts in tags of their own that may be titles, too, and one title."""
    notes = "".join(f"<{one}>Note</{one}><br>" for one in ("b", "big", "cite", "code", "dfn", "em", "i"))
    return Page(f"<p>{notes}Now</p><{tag}>{TITLES[at]}</{tag}><p>The end</p>", name=f"{at}.html")


def test_of_many_tags_the_one_in_known_surroundings_is_undone() -> None:
    """Each gives texts that may be titles; what is around them tells, before any of them is read on all pages."""
    good = [noted(at, "h1") for at in range(6)]
    found = LR().learn([Example.from_values(good[at], [{"title": TITLES[at]}]) for at in range(3)])
    wrapper, pages = with_profile(found, good), [noted(at, "u") for at in range(6, 12)]
    assert values(renamed(wrapper, pages, ["title"])) == [(title,) for title in TITLES[6:]]


# --- cells that have changed places ---

CITIES = ("Bonn", "Kyiv", "Lima", "Oslo", "Rome", "Cairo", "Delhi", "Paris", "Quito", "Sofia", "Tunis", "Vaduz")
BEFORE, BEHIND = "<tr><th>{0}</th><td>{1}</td></tr>", "<tr><td>{1}</td><th>{0}</th></tr>"


def author(at: int, row: str) -> Page:
    """The table of an author; on every second page with a row in front, so that labels tell the fields apart."""
    facts = [("Born", f"{1800 + 7 * at}"), ("City", CITIES[at]), ("Died", f"{1870 + 9 * at}"), ("Wrote", TITLES[at])]
    table = "".join(row.format(*fact) for fact in [*[("School", CITIES[(at + 1) % 12])] * (at % 2), *facts])
    return Page(f"<h1>Author {at}</h1><table>{table}</table><p>The end</p>", name=f"{at}.html")


def test_labels_behind_their_values_are_undone() -> None:
    """The label before each value is now that of another field; years of birth and death look alike."""
    good = [author(at, BEFORE) for at in range(6)]
    shown = [{"born": f"{1800 + 7 * at}", "died": f"{1870 + 9 * at}"} for at in range(12)]
    examples = [Example.from_values(page, [row]) for page, row in zip(good[:3], shown, strict=False)]
    wrapper = with_profile(learn(examples), good)
    pages = [author(at, BEHIND) for at in range(6, 12)]
    assert check(wrapper, pages).status == "drifted"
    rows = [tuple(row.values()) for row in shown[6:]]
    assert values(exchanged(wrapper, pages, ["born", "died"])) == rows
    assert read(repair(wrapper, pages), pages) == rows


def test_only_the_table_of_a_field_may_have_changed() -> None:
    """Another table has its labels still in front, and a field in it that is read right."""
    other = "<table><tr><th>Pages</th><td>{0}</td></tr><tr><th>Weight</th><td>{1}</td></tr></table>"

    def two_tables(at: int, row: str) -> Page:
        page = author(at, row)
        return Page(page.source + other.format(100 + at, 300 + at), name=page.name)

    good = [two_tables(at, BEFORE) for at in range(6)]
    shown = [{"born": f"{1800 + 7 * at}", "died": f"{1870 + 9 * at}", "pages": f"{100 + at}"} for at in range(12)]
    wrapper = with_profile(learn([Example.from_values(good[at], [shown[at]]) for at in range(3)]), good)
    pages = [two_tables(at, BEHIND) for at in range(6, 12)]
    assert values(exchanged(wrapper, pages, ["born", "died"])) == [tuple(row.values()) for row in shown[6:]]


def test_longer_rows_of_one_page_have_an_exchange_of_their_own() -> None:
    """On the last page two facts share a row, and of each row the last two cells have changed places."""
    good = [author(at, BEFORE) for at in range(6)]
    shown = [{"born": f"{1800 + 7 * at}", "died": f"{1870 + 9 * at}"} for at in range(12)]
    wrapper = with_profile(learn([Example.from_values(good[at], [shown[at]]) for at in range(3)]), good)
    facts = [("City", "Vaduz", "1877", "Born"), ("Wrote", "Emile", "1969", "Died")]
    rows = "".join("<tr><th>{}</th><td>{}</td><td>{}</td><th>{}</th></tr>".format(*one) for one in facts)
    pages = [
        *(author(at, BEHIND) for at in range(6, 11)),
        Page(f"<h1>Author 11</h1><table>{rows}</table><p>The end</p>"),
    ]
    assert values(exchanged(wrapper, pages, ["born", "died"])) == [tuple(row.values()) for row in shown[6:]]


def test_rows_of_outer_tables_are_left_alone() -> None:
    """A table around others is the layout of a page; a row that no other row is like tells nothing."""
    page = Page("<table><tr><td>Menu<td><table><tr><td>a<td>b<tr><td>c<td>d<tr><td>e</table></table>")
    assert exchanges([page]) == [Exchange(2, 0, 1)]
    source = undone_on(page, Exchange(2, 0, 1), SiteProfile()).page.source
    assert source == "<table><tr><td>Menu<td><table><tr><td>b<td>a<tr><td>d<td>c<tr><td>e</table></table>"


# --- readings ---


def test_places_of_an_undone_page_are_those_of_the_page() -> None:
    """Behind a longer and a shorter text every value is where it was."""
    page = Page("<p><strong>Emma</strong> <s>$9</s> <i>$5</i>")
    undone = Undone.of(page, [Edit(4, 10, "b"), Edit(17, 23, "b"), Edit(25, 34)])
    assert undone.page.source == "<p><b>Emma</b>  <i>$5</i>"
    found = [undone.span(Span(*place)) for place in ((6, 10), (19, 21))]
    assert [page[span] for span in found] == ["Emma", "$5"]


def test_places_of_exchanged_parts_are_those_of_the_page() -> None:
    """Before, between and behind the parts that have changed places, and in them."""
    page = Page("<i>a</i> <u>longer</u>, <b>c</b>.")
    undone = Undone.exchanged(page, [(Span(0, 8), Span(24, 32))])
    assert undone.page.source == "<b>c</b> <u>longer</u>, <i>a</i>."
    found = [undone.span(Span(*place)) for place in ((3, 4), (12, 18), (27, 28), (32, 33))]
    assert [page[span] for span in found] == ["c", "longer", "a", "."]


def test_a_reading_is_clear_if_no_other_one_is_nearly_as_likely() -> None:
    """Readings with the same values are no rivals."""
    page = Page("<b>Emma</b><b>Kim</b>")

    def one(start: int, end: int, likelihood: float) -> UndoneReading:
        records = (Record(page, {"title": Span(start, end)}),)
        return UndoneReading((Example(page, records, status="complete"),), is_ok=True, likelihood=likelihood)

    best = one(3, 7, 20.0)
    assert is_clear(best, [best, one(3, 7, 19.9), one(14, 17, 10.0)])
    assert not is_clear(best, [one(14, 17, 19.0)])


def test_a_reading_is_ok_if_nothing_is_new_around_any_field() -> None:
    """The check says ok, since titles are read as before; but their place is a new one in every way."""
    good = [Page(f"<div>Books</div><h1>{title}</h1><p>Price</p>", name=title) for title in TITLES[:6]]
    shown = [{"title": title} for title in TITLES[:3]]
    examples = [Example.from_values(page, [row]) for page, row in zip(good, shown, strict=False)]
    wrapper = with_profile(learn(examples), good)
    new = [Page(f"<b>Top</b><h1>{title}</h1><p>Rent</p>") for title in TITLES[6:]]
    assert check(wrapper, new).status == "ok"
    assert [reading(wrapper, pages, list(map(Undone, pages))).is_ok for pages in (good, new)] == [True, False]


def test_a_record_without_a_value_that_every_one_had_is_not_filled() -> None:
    """Of the fields that are asked for; a page without records lacks nothing."""
    page = Page("<h1>Emma</h1><p>by <i>Jane Austen</i></p>")
    wrapper = learn([Example.from_values(page, [{"title": "Emma", "by": "Jane Austen"}])])
    other = Page("<h1>Beowulf</h1><p>by nobody</p>")
    assert [has_values(wrapper.extract(one), ["title", "by"]) for one in (page, other)] == [True, False]
    assert has_values(wrapper.extract(other), ["title"])


def test_a_value_whose_parts_are_torn_is_no_reading() -> None:
    """What is one value on the undone page is at two places of the page itself, with another text between them."""
    page = Page("<p><i>Emma</i> <b>Woodhouse</b></p>")
    wrapper = learn([Example.from_values(page, [{"name": "Emma Woodhouse"}])])
    wrapper = with_profile(wrapper, [page])
    other = Page("<p><b>Fairfax</b> <i>Jane</i></p>")
    undone = Undone.exchanged(other, [(Span(3, 17), Span(18, 29))])
    assert [one["name"] for one in wrapper.extract(undone.page)] == ["Jane Fairfax"]
    assert reading(wrapper, [other], [undone]) == UndoneReading(())


def test_a_change_is_undone_on_pages_that_are_asked_for(delimited: Wrapper) -> None:
    """Two pages tell whether it is worth more; each is made and read once."""
    pages, undone, read_pages = [listed(at, at + 4, NEW) for at in range(6)], [], []

    class Counting:
        def __getattr__(self, name: str) -> object:
            return getattr(delimited, name)

        def extract(self, page: Page) -> list[Record]:
            read_pages.append(page.name)
            return delimited.extract(page)

    def undo(at: int) -> Undone:
        undone.append(at)
        return Undone(Page(pages[at].source.replace("em>", "i>"), name=f"{at}"))

    trial = Trial(cast("Wrapper", Counting()), pages, undo)
    assert trial.fitting == trial.fitting > 0
    assert (undone, read_pages) == ([0, 1], ["0", "1"])
    assert trial.reading.is_ok
    assert (undone, read_pages) == ([*range(6)], [f"{at}" for at in range(6)])


def test_what_undoes_nothing_is_not_read_on_all_pages(delimited: Wrapper) -> None:
    """Nor is the second one of two that make the same page."""
    pages = [listed(4, 8, NEW), listed(7, 12, NEW)]

    def undo(tag: str, at: int) -> Undone:
        return Undone(Page(pages[at].source.replace("em>", tag)))

    same, old, again = (Trial(delimited, pages, partial(undo, tag)) for tag in ("em>", "i>", "i>"))
    assert promising(delimited, pages, [same, old, again]) == [old]


def test_what_is_learned_must_read_the_same(delimited: Wrapper) -> None:
    """A wrapper that misses a record of the reading is refused."""
    pages = [listed(4, 8, OLD)]
    example = Example(pages[0], tuple(delimited.extract(pages[0])), status="complete")
    check_same(delimited, [example])
    with pytest.raises(errors.CannotRepair, match="does not find what the old one would"):
        check_same(delimited, [Example(pages[0], example.records[:2], status="complete")])


def test_learning_has_the_time_that_undoing_leaves(delimited: Wrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Undoing may take half of it, and takes far less."""
    given = []

    def learned(examples: list[Example], *, budget: float) -> Wrapper:
        given.append(budget)
        return learn(examples, budget=budget)

    monkeypatch.setattr(repairing, "learn", learned)
    repair(delimited, [listed(4, 8, NEW), listed(7, 12, NEW)], budget=40.0)
    assert [budget > 30 for budget in given] == [True]


def test_undoing_ends_with_its_time(delimited: Wrapper) -> None:
    """A step of undoing asks for the time; a repair goes on without what there was no time for."""
    wrapper, films_now = films(says_cast=True), [film(at, f"<a>{TITLES[at - 6]} Fox</a>") for at in range(6, 12)]
    steps = (
        partial(renamed, delimited, [listed(4, 8, NEW)], ["price"]),
        partial(exchanged, wrapper, [author(at, BEHIND) for at in range(6)], ["cast"]),
        partial(without_inserted, wrapper, films_now, ["cast"]),
    )
    for undo in steps:
        with pytest.raises(OutOfTime), Budget(0.0, least=0.0).limit("undoing the change"):
            undo()
