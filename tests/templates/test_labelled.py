"""Labelled fields from discovered columns, and the texts of a template."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.records import UNKNOWN, Example
from unweave.templates import LabelledColumns, template_texts

Book = tuple[str, str, str | None, tuple[str, ...]]
BOOKS: list[Book] = [
    ("Emma", "Austen", "1815", ("novel", "classic")),
    ("Kim", "Kipling", "1901", ("novel",)),
    ("Dune", "Herbert", None, ("space", "desert", "novel")),
    ("Ulysses", "Joyce", "1922", ("novel", "long")),
    ("Walden", "Thoreau", "1854", ("woods", "calm")),
]


def book_page(book: Book) -> Page:
    """A page about one book: its title twice, a row that comes and goes, tags."""
    title, author, year, tags = book
    rows = f"<tr><th>Author:<td>&nbsp;{author} " + (f"<tr><th>Year:<td>{year}" if year else "")
    items = "".join(f"<li>{tag}" for tag in tags)
    source = f"<title>{title}</title><h1>{title}</h1><table>{rows}</table><h2>Tags</h2><ul>{items}</ul><p>Buy now"
    return Page(source, name=f"{title}.html")


PAGES = [book_page(book) for book in BOOKS]
REST = [Example(page) for page in PAGES[1:]]
HUNGER: Book = ("Hunger", "Hamsun", None, ("bleak",))


def refusal(*examples: Example) -> NoConsistentWrapper:
    """How it refuses these examples."""
    with pytest.raises(NoConsistentWrapper) as refused:
        LabelledColumns().learn(examples)
    return refused.value


def test_template_texts_are_headings_and_labels_of_rows_that_come_and_go() -> None:
    """They are the texts of the template, none of the data, white space collapsed."""
    assert template_texts(PAGES) == {"Author:", "Year:", "Tags", "Buy now"}


def test_one_page_shows_no_template() -> None:
    """One page, or none, shows no template."""
    assert (template_texts(PAGES[:1]), template_texts([])) == (frozenset(), frozenset())


@settings(max_examples=30, deadline=None)
@given(names=st.lists(st.text("abcdef", min_size=3, max_size=8), min_size=6, max_size=12, unique=True))
def test_template_texts_are_what_all_pages_share(names: list[str]) -> None:
    """Texts that differ from page to page are never among them, the label before them always."""
    pages = [Page(f"<div><b>Name of it:</b> <i>{name}</i></div>") for name in names]
    assert template_texts(pages) == {"Name of it:"}


def test_labels_on_one_page_choose_columns_of_the_template() -> None:
    """Fields are called as the example calls them, and read pages that it has not seen; a missing row is absent."""
    record = {"title": "Emma", "by": "Austen", "in": "1815", "about": ["novel", "classic"]}
    wrapper = LabelledColumns().learn([Example.from_values(PAGES[0], [record]), *REST])
    assert wrapper.extract(book_page(HUNGER))[0].to_dict() == {
        "title": "Hunger",
        "by": "Hamsun",
        "in": None,
        "about": ["bleak"],
    }
    assert wrapper.origin.method == "template"
    assert [(entry.name, entry.optional, entry.many) for entry in wrapper.schema.fields] == [
        ("title", False, False),
        ("by", False, False),
        ("in", True, False),
        ("about", False, True),
    ]


def test_an_absent_value_chooses_as_well() -> None:
    """The year is absent on one labelled page: its column is, too."""
    shown = [Example.from_values(PAGES[at], [{"in": BOOKS[at][2]}]) for at in (0, 2)]
    wrapper = LabelledColumns().learn([*shown, *REST])
    assert [wrapper.extract(page)[0]["in"] for page in PAGES] == [year for _, _, year, _ in BOOKS]


def test_what_is_not_known_is_free() -> None:
    """An unknown cell does not influence the choice."""
    unsure = Example.from_values(PAGES[1], [{"by": "Kipling", "in": UNKNOWN}], status="partial")
    wrapper = LabelledColumns().learn([Example.from_values(PAGES[0], [{"by": "Austen", "in": "1815"}]), unsure, *REST])
    assert wrapper.extract(PAGES[1])[0].to_dict() == {"by": "Kipling", "in": "1901"}


def test_a_rejected_place_is_not_taken() -> None:
    """The title occurs twice; the rejected occurrence is not taken."""
    spans = Example.from_values(PAGES[0], [{"title": "Emma"}]).records[0].cell("title").spans  # type: ignore[union-attr]  # it occurs twice
    for refused, taken in (spans, reversed(spans)):
        example = Example.from_values(PAGES[0], [{"title": "Emma"}], rejected={"title": [{"span": tuple(refused)}]})
        assert LabelledColumns().learn([example, *REST]).extract(PAGES[0])[0].span("title") == taken


def test_too_few_pages_are_refused_with_that_reason() -> None:
    """Three pages show no template; nor do pages of other templates help."""
    example = Example.from_values(PAGES[0], [{"by": "Austen"}])
    others = [Example(Page(f"<div class=post><em>Post {number}</em></div>")) for number in range(6)]
    reason = "a template needs 4 pages or more, and there are 3 like this one"
    assert refusal(example, *REST[:2]).reason == reason
    assert refusal(example, *REST[:2], *others).reason == reason


def test_a_field_without_a_column_is_named() -> None:
    """A text of the template is no column."""
    refused = refusal(Example.from_values(PAGES[0], [{"by": "Austen", "button": "Buy now"}]), *REST)
    assert (refused.kind, refused.field) == ("template", "button")


def test_a_lenient_learner_leaves_that_field_out() -> None:
    """It is absent on every page; the others are as they would be."""
    example = Example.from_values(PAGES[0], [{"by": "Austen", "button": "Buy now"}])
    wrapper = LabelledColumns(lenient=True).learn([example, *REST])
    assert wrapper.extract(PAGES[1])[0].to_dict() == {"by": "Kipling", "button": None}


def test_labels_that_no_column_joins_are_refused() -> None:
    """An author here and a year there are not one column."""
    shown = [Example.from_values(PAGES[at], [{"it": value}]) for at, value in ((0, "Austen"), (1, "1901"))]
    assert refusal(*shown, *REST[1:]).field == "it"


@pytest.mark.parametrize(
    ("records", "reason"),
    [
        ([{"by": "Emma"}, {"by": "Austen"}], "it has more than one record"),
        ([{"tags": [{"tag": "novel"}]}], "it has records inside records"),
    ],
)
def test_one_flat_record_a_page(records: list[dict[str, object]], reason: str) -> None:
    """Anything else is for other methods."""
    assert refusal(Example.from_values(PAGES[0], records, status="partial"), *REST).reason == reason


def test_a_page_that_has_no_record_contradicts() -> None:
    """A template wrapper finds a record on every page of its template."""
    empty = Example(PAGES[1], status="complete")
    refused = refusal(Example.from_values(PAGES[0], [{"by": "Austen"}]), empty, *REST[1:])
    assert (refused.page, refused.reason) == (
        "Kim.html",
        "record 1 should not be there: {'by': 'Kipling'}",
    )
