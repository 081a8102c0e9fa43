"""What undoing other tags promises: a list that was a table, or the other way round, is one again."""

from dataclasses import replace
from time import thread_time

import pytest

from unweave import Example, Page, check, learn, repair
from unweave.budget import Budget, OutOfTime
from unweave.observations import profile_of
from unweave.values import described
from unweave.values.profile import Counts, SiteProfile
from unweave.verify.asked_records import AskedRecord
from unweave.verify.retagged import GapsOfPage, Retagging, retagged, retaggings, undone_on
from unweave.wrapper import Wrapper, with_origin

TITLES = ("Emma", "Kim", "She", "Dune", "Vathek", "Nana", "Ulysses", "Walden", "Carrie", "Holes", "Cujo", "Emile")
WRITERS = ("Lee", "Ray", "Fox", "Roe", "Day", "Poe", "Kay", "May", "Orr", "Ash", "Elm", "Oak")
TABLE = ("<table>{}</table>", "<tr>{}</tr>", "<td>{}</td>")
LIST = ("<div>{}</div>", "<ul>{}</ul>", "<li>{}</li>")


def shelf(start: int, form: tuple[str, str, str]) -> Page:
    """Six books by rows, with two people for each, in cells or items that look the same."""
    table, row, cell = form
    every = range(start, start + 6)
    cells = [(f"{at + 1}.", TITLES[at % 12], f"{WRITERS[at % 12]}", WRITERS[(at + 5) % 12]) for at in every]
    rows = "".join(row.format("".join(map(cell.format, one))) for one in cells)
    return Page(f"<h1>Books</h1><ul><li>Home<li>Shop</ul>{table.format(rows)}<p>The end", name=f"{start}.html")


def learned(form: tuple[str, str, str]) -> Wrapper:
    good = [shelf(at, form) for at in (0, 3)]
    shown = [{"title": TITLES[at], "by": WRITERS[at]} for at in range(2)]
    found = learn([Example.from_values(good[0], shown, status="partial")])
    return with_origin(found, site_profile=profile_of(found, good))


def read(wrapper: Wrapper, pages: list[Page]) -> list[tuple[object, ...]]:
    return [tuple(record.to_dict().values()) for page in pages for record in wrapper.extract(page)]


@pytest.mark.parametrize(("old", "new"), [(TABLE, LIST), (LIST, TABLE)], ids=["a list now", "a table now"])
def test_a_table_and_a_list_are_undone(old: tuple[str, str, str], new: tuple[str, str, str]) -> None:
    """No record of the examples is on the new pages, and both people look alike: the old places of all tags tell."""
    wrapper, pages = learned(old), [shelf(at, new) for at in (6, 8)]
    rows = [(TITLES[at % 12], WRITERS[at % 12]) for start in (6, 8) for at in range(start, start + 6)]
    assert check(wrapper, pages).status != "ok"
    found = retagged(wrapper, pages)
    assert found is not None
    assert [tuple(one.to_dict().values()) for example in found.examples for one in example.records] == rows
    assert read(repair(wrapper, pages), pages) == rows


def test_rows_of_one_cell_that_are_items_are_undone() -> None:
    """An item that has become a row with one cell: the cell has come, and is taken away with its table."""
    page = Page("<table><tbody><tr><td>Emma</td></tr><tr><td>Kim</td></tr></tbody></table>")
    one = Retagging("title", ("/li", "li"), ("/tr", "tr"), "td")
    assert undone_on(GapsOfPage(page), [one]).page.source == "<ul><li>Emma</li><li>Kim</li></ul>"


def test_a_menu_in_the_same_tags_stays_a_list() -> None:
    """Only elements around values, and those beside them in the same list, are cells."""
    page = Page("<ul><li>Home</li></ul><div><ul><li>Emma</li><li>Lee</li></ul></div>")
    source = undone_on(GapsOfPage(page), [Retagging("by", ("/td", "td"), ("/li", "li"))]).page.source
    assert source == "<ul><li>Home</li></ul><table><tr><td>Emma</td><td>Lee</td></tr></table>"


def chapter(title: str) -> GapsOfPage:
    menu = "<ul><li><a>Second hand</a></li><li><a>New books</a></li></ul>"
    others = "".join(f"<s>New</s></dd></ol><main><{tag}>Great books</{tag}></main>" for tag in "biu" * 3)
    return GapsOfPage(Page(f"{menu}<div><h2>{title}</h2></div>{others}"))


def test_a_gap_that_is_nearly_the_old_one_is_tried() -> None:
    """Texts in other tags are more frequent; one title of three is shorter than any before, one is in other tags."""
    known = described(["The Idiot", "Jane Eyre", "The Trial", "Dead Souls", "Lord Jim"])
    known = replace(known, features={**known.features, "tags": Counts({"</a></li></ul><div><h1>": 5})})
    pages = [chapter("She"), chapter("Moby Dick"), GapsOfPage(Page("<p><a>Bleak House</a></p>"))]
    tried = retaggings(SiteProfile(fields={"title": known}), pages)
    gap = ("/a", "/li", "/ul", "div")
    assert [Retagging("title", (*gap, "h1"), (*gap, "h2"))] in tried


def test_cells_get_the_classes_of_their_own_fields() -> None:
    """All items are in the same tags now, and only what is in them tells which was which."""
    fields = {"at": described(["1785", "1901", "1866"]), "title": described(["Emma", "Kim", "Dune"])}
    page = Page("<div><ul><li>Seen</li><li>1847</li><li>Walden</li></ul></div>")
    every = [Retagging("at", ("/td", "td"), ("/li", "li")), Retagging("title", ("/td", "td.name"), ("/li", "li"))]
    source = undone_on(GapsOfPage(page), every, AskedRecord(fields=fields)).page.source
    assert source == '<table><tr><td>Seen</td><td>1847</td><td class="name">Walden</td></tr></table>'


@pytest.mark.parametrize("head", ["", "<ul><li>Nr.</li><li>Title</li></ul>"], ids=["without a head", "with one"])
def test_records_have_what_the_wrapper_asks_for(head: str) -> None:
    """Rows had a color, and the head of the table none; the first row is one, whatever is before it."""
    rows = "<ul><li>14-15</li><li>Lee</li></ul><ul><li>14-16</li><li>Ray</li></ul>"
    asked = AskedRecord("tr", "tbody", ("case",), (("bgcolor", "#FFF"),), {"nr": described(["12-1", "13-2", "13-4"])})
    every = [Retagging("nr", ("/td", "/tr", "tr", "td"), ("/li", "/ul", "ul", "li"))]
    source = undone_on(GapsOfPage(Page(f"<p>Cases</p><div>{head}{rows}</div>")), every, asked).page.source
    assert source.count('<tr class="case" bgcolor="#FFF">') == 2
    assert source.count("<tr>") == bool(head)


def test_numbered_lists_stay_numbered() -> None:
    """The wrapper knows what its items are in."""
    page = Page("<table><tr><td>Emma</td></tr><tr><td>Kim</td></tr></table>")
    every = [Retagging("title", ("/li", "li"), ("/tr", "tr"), "td")]
    source = undone_on(GapsOfPage(page), every, AskedRecord("li", "ol")).page.source
    assert source == "<ol><li>Emma</li><li>Kim</li></ol>"


def test_tags_that_are_as_before_are_none() -> None:
    """Where gaps are as they were, nothing is undone."""
    assert retagged(learned(TABLE), [shelf(6, TABLE)]) is None


def test_it_takes_no_longer_than_its_time() -> None:
    """The limit in force is asked for on each page."""
    wrapper, page = learned(TABLE), shelf(6, LIST)
    with Budget(0.0, least=0.0).limit("undoing the change"), pytest.raises(OutOfTime):
        retagged(wrapper, [page])


def test_tags_in_capitals_are_written_in_capitals() -> None:
    """Delimiters know the difference."""
    page = Page("<P>Price: <STRONG>$5</STRONG>")
    one = Retagging("price", ("b.new",), ("strong",))
    assert undone_on(GapsOfPage(page), [one]).page.source == '<P>Price: <B class="new">$5</B>'


def test_a_long_list_takes_time_in_proportion() -> None:
    """Ten times as many rows take less than thirty times as long."""

    def seconds(rows: int) -> float:
        gaps = GapsOfPage(Page(f"<div>{'<ul><li>Emma</li><li>Lee</li></ul>' * rows}</div>"))
        begun = thread_time()
        undone = undone_on(gaps, [Retagging("by", ("/td", "td"), ("/li", "li"))])
        taken = thread_time() - begun
        assert undone.page.source.count("<tr><td>Emma</td><td>Lee</td></tr>") == rows
        return taken

    assert seconds(4000) < 30 * max(seconds(400), 0.01)
