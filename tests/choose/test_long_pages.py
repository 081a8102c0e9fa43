"""Long lists are learned from the first parts of their pages, and are right on the whole."""

from dataclasses import replace

import pytest

import unweave
from unweave.choose import long_pages
from unweave.choose.long_pages import first_parts, gives_the_same
from unweave.page import Page, Span
from unweave.records import Either, Example

ROW = '<tr><td class="t">Book {0}</td><td>by {1}</td><td class="p">${0}.50</td></tr>\n'
SIZE = 2_000


def row(number: int) -> dict[str, str]:
    """The values of a row."""
    return {"title": f"Book {number}", "author": f"by {number % 7}", "price": f"${number}.50"}


def table(rows: int, front: str = "") -> Page:
    """A table of books, ten to fourteen of them in its first part."""
    listed = "".join(ROW.format(number, number % 7) for number in range(rows))
    return Page(f"{front}<h1>Books</h1><table>{listed}</table><p>The end of {rows}", name="list.html", url="http://x/")


@pytest.fixture
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """First parts of two thousand characters."""
    monkeypatch.setattr(long_pages.first_parts, "__defaults__", (SIZE,))


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize("method", ["auto", "lr"])
def test_a_long_list_is_learned_from_its_first_part(method: str) -> None:
    """The wrapper finds all records of the whole page; its history says what it was learned from."""
    shown = Example.from_values(table(200), [row(0), row(1)], status="partial")
    wrapper = unweave.learn([shown], method=method)
    assert [record.to_dict() for record in wrapper.extract(shown.page)] == [row(number) for number in range(200)]
    note = "long pages, learned from their first parts, whose records were found again on the whole pages: 1"
    assert note in wrapper.origin.history
    assert wrapper.origin.site_profile.records.seen == {"200": 1}


def test_the_first_part_has_the_spans_of_the_page() -> None:
    """Places before its end are kept, later ones left out; the rest of the example stays as it is."""
    page = table(200)
    shown = Example.from_values(page, [row(0), row(1)], status="partial", rejected={"title": ["Book 3", "The end"]})
    (part,) = first_parts([shown], size=SIZE)
    end = len(part.page)
    assert page.source[:end] == part.page.source
    assert page.source[end] == "<"
    assert end <= SIZE
    authors = shown.records[0].cell("author")
    assert isinstance(authors, Either)
    kept = Either(tuple(span for span in authors.spans if span.end <= end))
    assert part.records[0].cell("author") == kept != authors
    assert [record.to_dict() for record in part.records] == [row(0), row(1)]
    assert part.rejected == {"title": shown.rejected["title"][:1]}
    assert replace(part, page=page, records=shown.records, rejected=shown.rejected) == shown


def test_a_complete_example_ends_before_the_next_record() -> None:
    """What is in the first part of a complete example is all labelled."""
    shown = Example.from_values(table(200), [row(number) for number in range(200)])
    (part,) = first_parts([shown], size=SIZE)
    count = len(part.records)
    assert 10 < count < 40
    assert part.status == "complete"
    assert [record.to_dict() for record in part.records] == [row(number) for number in range(count)]
    assert f"Book {count}<" not in part.page.source


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(Example.from_values(table(30), [row(0), row(1)], status="partial"), id="not long"),
        pytest.param(Example.from_values(table(200), [row(0), row(199)], status="partial"), id="shown at the end"),
        pytest.param(
            Example.from_values(table(200, f"<script>{'x' * 9 * SIZE}</script>"), [row(0)], status="partial"),
            id="in a script",
        ),
        pytest.param(Example.from_values(table(200), [{"title": "Books"}]), id="one record"),
    ],
)
def test_other_pages_are_used_as_a_whole(example: Example) -> None:
    """Short ones, those with a record shown further down, those that begin with a long script, and single records."""
    assert first_parts([example], size=SIZE)[0] is example


@pytest.mark.usefixtures("short_parts")
def test_what_only_fits_the_first_part_is_learned_again() -> None:
    """Further down the cells have another class: the wrapper of the first part is not taken."""
    page = table(200)
    changed = Page(page.source[: 2 * SIZE] + page.source[2 * SIZE :].replace('"t"', '"u"').replace("<tr>", "<tr id=x>"))
    shown = Example.from_values(changed, [row(0), row(1)], status="partial")
    found = [record.to_dict() for record in unweave.learn([shown]).extract(changed)]
    assert found == [row(number) for number in range(200)]


def test_the_same_is_compared_on_both_pages() -> None:
    """Other records at the front of the whole page, or none in its rest, and the wrapper is not taken."""
    part = Page("<b>Emma</b><b>Kim</b><b>Dun</b>")
    wrapper = unweave.learn([Example.from_spans(part, [{"title": Span(3, 7)}], status="partial")], method="lr")
    front = part.source.removesuffix("</b>")

    def is_taken(whole: str) -> bool:
        return gives_the_same(wrapper, [Example(part)], [Example(Page(whole))])

    assert is_taken(front + "e</b><b>She</b>")
    assert not is_taken("<b>She</b>" + front + "e</b>")
    assert not is_taken(front + "e</b>" + "<p>Nothing more" * 9)
