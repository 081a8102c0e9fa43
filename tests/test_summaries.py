"""What a wrapper finds on pages, counted."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from unweave import Example, Page, dump, learn, load, summary
from unweave.combined import PerType
from unweave.delimiters import LR
from unweave.page_warnings import PageWarnings
from unweave.store import KINDS
from unweave.summaries import DISTINCT_LIMIT, LEVELS, FieldSummary, SummaryCounter, WrapperSummary
from unweave.votes import Ballot
from unweave.wrapper import Confidence, Level, summary_of, with_origin

BOOK = "<h1>{}</h1><table><tr><th>Price<td>{}</table>"


def page(title: str, price: str, name: str = "") -> Page:
    return Page(BOOK.format(title, price), name=name or f"{title}.html")


SHOWN = Example.from_values(page("Emma", "$5"), [{"title": "Emma", "price": "$5"}])


def test_what_is_counted() -> None:
    """Records, values and distinct values of each field, with the confidence, over labelled and other pages."""
    pages: list[Page | Example] = [SHOWN, page("Kim", "$7"), page("Dune", "$5")]
    found = summary(learn([SHOWN]), pages)
    assert (found.pages, found.records, found.empty_pages, found.unusable, found.has_lists) == (3, 3, 0, 0, False)
    assert [(each.name, each.filled, each.distinct, each.examples) for each in found.fields] == [
        ("title", 3, 3, ("Emma", "Kim")),
        ("price", 3, 2, ("$5", "$7")),
    ]
    assert {each.confidence for each in found.fields} == {"medium"}
    assert [(each.page, each.shown, each.found, each.differences) for each in found.labelled] == [
        ("Emma.html", 1, 1, ())
    ]
    assert found.warnings == ()
    assert json.loads(json.dumps(found.to_dict()))["last"] == {"title": "Dune", "price": "$5"}


def test_a_field_that_is_often_empty() -> None:
    """More than a tenth of the records without a value: a warning. A tenth: none."""
    assert not FieldSummary("price", records=10, filled=9, distinct=1).is_often_empty
    assert FieldSummary("price", records=10, filled=8, distinct=1).is_often_empty
    assert not FieldSummary("price", records=0, filled=0, distinct=0).is_often_empty


def test_pages_without_records_are_named() -> None:
    """The first ten by name, the others as a number."""
    wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    found = summary(wrapper, [Page("<p>none</p>", name=f"p{number}.html") for number in range(12)])
    names = ", ".join(f"p{number}.html" for number in range(10))
    assert found.warnings == (f"12 of 12 pages have no records: {names} and 2 more",)


def test_pages_that_cannot_be_used() -> None:
    """They are counted; a labelled one differs from what was shown."""
    example = Example.from_values(Page("<b>Emma</b>", name="p1.html"), [{"title": "Emma"}])
    other = Example.from_values(Page("<b>Kim", name="p2.html"), [{"title": "Kim"}])
    found = summary(LR().learn([example]), [example, other, Page("<b>Dune", name="p3.html")])
    assert (found.pages, found.unusable, found.records) == (3, 2, 1)
    (warning,) = found.warnings
    assert warning.startswith("p2.html differs from what was shown: p2.html does not fit")


def test_records_that_are_not_found() -> None:
    """A labelled page on which other records are found than shown gets a warning with the first difference."""
    wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    example = Example.from_values(Page("<b>Kim</b><i>Dune</i>", name="p.html"), [{"title": "Kim"}, {"title": "Dune"}])
    assert summary(wrapper, [example]).warnings == ("p.html differs from what was shown: record 2 was not found",)


def test_lists_and_nested_records() -> None:
    """A list is one value; an empty one is none; the confidence of a level is the lowest of its fields."""
    wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    counter = SummaryCounter(wrapper)
    counter.count("p.html", [("", {"title": ["Ann", "Bo"]}), ("", {"title": []}), ("", {"title": [{"by": "Cy"}]})])
    (title,) = counter.summary().fields
    assert (title.records, title.filled, title.distinct, title.examples) == (3, 2, 2, ("Ann | Bo", "Cy"))
    assert counter.summary().has_lists


def test_several_types() -> None:
    """Each field has the name of its type in front, and is counted among the records of its type."""
    shop = Page("<li>Emma</li><p>Jane</p><li>Kim</li>", name="shop.html")
    given = [("book", "title", "Emma"), ("author", "name", "Jane"), ("book", "title", "Kim")]
    example = Example.from_values(shop, [{"type": kind, "record": {name: text}} for kind, name, text in given])
    found = summary(PerType(LR()).learn([example]), [example])
    assert [(each.name, each.filled, each.records) for each in found.fields] == [
        ("book.title", 2, 2),
        ("author.name", 1, 1),
    ]


def test_memory_is_bounded() -> None:
    """Distinct values are counted up to a limit."""
    wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    counter = SummaryCounter(wrapper)
    counter.count("p.html", [("", {"title": str(number)}) for number in range(DISTINCT_LIMIT + 5)])
    (title,) = counter.summary().fields
    assert (title.filled, title.distinct) == (DISTINCT_LIMIT + 5, DISTINCT_LIMIT)


def test_nothing_at_all() -> None:
    """No pages: counts of zero, and no warning."""
    wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    found = summary(wrapper, [])
    assert (found.pages, found.records, found.warnings, found.first) == (0, 0, (), None)
    assert found.fields == (FieldSummary("title", records=0, filled=0, distinct=0),)
    assert isinstance(found, WrapperSummary)


def shop(title: str, kind: str = "book") -> Page:
    """A page with enough markup to be compared: classes have the name of the page's kind."""
    rows = "".join(f"<tr><th class={kind}{row}>Fact {row}<td class={kind}v{row}>{title} {row}" for row in range(25))
    menu = "".join(f"<li class=menu{number}>" for number in range(12))
    source = f"<ul>{menu}</ul><h1 class={kind}>{title}</h1><table>{rows}</table>"
    return Page(source, name=f"{title.lower()}.html")


def test_pages_of_another_site_are_named() -> None:
    """Pages whose markup is far from that of the labelled pages are counted and listed."""
    wrapper = learn([Example.from_values(shop("Emma"), [{"title": "Emma"}])])
    foreign = Page("<h1>News</h1><article><p>Rain</p><p><i>today</i></p></article>", name="news.html")
    found = wrapper.summary([shop("Kim"), shop("Dune"), foreign])
    assert (found.compared, found.other_site.count, found.other_site.names) == (3, 1, ("news.html",))
    assert "1 of 3 pages looks like another site: news.html" in found.warnings
    assert wrapper.summary([shop("Kim")]).warnings == ()


def test_the_signature_is_kept_with_the_wrapper(tmp_path: Path) -> None:
    """A wrapper that was stored knows its training pages."""
    wrapper = learn([Example.from_values(shop("Emma"), [{"title": "Emma"}])])
    dump(wrapper, tmp_path / "w.json")
    loaded = load(tmp_path / "w.json")
    assert loaded.origin.signature == wrapper.origin.signature
    assert loaded.summary([shop("Lamp", "camera")]).other_site.count == 1


def test_far_more_records_than_on_the_labelled_pages() -> None:
    """Such pages are named: a wrapper of detail pages that returns fifty records for one has found something else."""
    page = Page("<b>Emma</b>", name="p1.html")
    wrapper = learn([Example.from_values(page, [{"title": "Emma"}])], method="lr")
    found = wrapper.summary([page, Page("<b>x</b>" * 50, name="p2.html")])
    assert found.warnings == ("1 of 2 pages has far more records than the pages of the examples: p2.html",)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_wrapper_has_the_method(kind: str) -> None:
    """``wrapper.summary(pages)`` is ``unweave.summary(wrapper, pages)``, whatever the family."""
    module, name = KINDS[kind]
    assert getattr(import_module(module), name).summary is summary_of


@pytest.mark.parametrize("level", ["high", "medium", "low"])
@pytest.mark.parametrize(
    ("found", "most"),
    [
        (PageWarnings(), "high"),
        (PageWarnings(in_a_row=("title",)), "medium"),
        (PageWarnings((("title", Ballot((1.0, 1.0), "+-")),)), "low"),
    ],
)
def test_confidence_and_warnings_agree(level: Level, found: PageWarnings, most: Level) -> None:
    """A field with a warning about a page is not called high, and low where its rules disagree."""
    wrapper = with_origin(learn([SHOWN]), confidence={"title": Confidence(level), "price": Confidence("high")})
    counter = SummaryCounter(wrapper)
    counter.add_warnings("Kim.html", found)
    counter.add_warnings("Dune.html", PageWarnings())
    title, price = counter.summary().fields
    assert title.confidence == min(level, most, key=LEVELS.index)
    assert price.confidence == "high"
