"""Several independent lists on one page, each a type of record with a schema of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.combined import PerType, SeveralTypes, only
from unweave.delimiters import HLRT, LR, MLR
from unweave.errors import BadInput, CannotCompile, DoesNotFit, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example, Field, Schema
from unweave.records.agree import disagreements
from unweave.rules import Rules
from unweave.store import dumps, loads
from unweave.trees import KL
from unweave.wrapper import Confidence, Learner, Origin, Wrapper, with_origin

Book = tuple[str, str, str | None]
Author = tuple[str, str]


def shop(books: Sequence[Book], authors: Sequence[Author], name: str = "shop.html") -> Page:
    """A page with a list of books and a table of their authors."""
    listed = "".join(
        f"<li class=book><b>{title}</b> by <span>{author}</span>{f' <i>{price}</i>' if price else ''}</li>\n"
        for title, author, price in books
    )
    rows = "".join(f"<tr><td>{author}</td><td>{born}</td></tr>\n" for author, born in authors)
    return Page(f"<h1>Shop</h1><ul>\n{listed}</ul><h2>Authors</h2><table>\n{rows}</table><p>Bye</p>", name=name)


def given_as(books: Sequence[Book], authors: Sequence[Author]) -> list[dict[str, Any]]:
    """The records of such a page, as a person gives them."""
    return [
        *({"type": "book", "record": {"title": title, "author": by, "price": price}} for title, by, price in books),
        *({"type": "author", "record": {"name": name, "born": born}} for name, born in authors),
    ]


def extracted(wrapper: Wrapper, page: Page) -> list[dict[str, Any]]:
    """The records of a page in the shape in which they are given."""
    return [{"type": record.type, "record": record.to_dict()} for record in wrapper.extract(page)]


BOOKS: list[Book] = [
    ("Emma", "Jane Austen", "$5"), ("Kim", "Rudyard Kipling", None), ("Persuasion", "Jane Austen", "$7"),
]  # fmt: skip
AUTHORS = [("Jane Austen", "1775"), ("Rudyard Kipling", "1865")]
OTHER_BOOKS: list[Book] = [
    ("Dune", "Frank Herbert", None), ("She", "Rider Haggard", "$3"), ("Watt", "Samuel Beckett", "$9"),
]  # fmt: skip
OTHER_AUTHORS = [("Frank Herbert", "1920"), ("Rider Haggard", "1856"), ("Samuel Beckett", "1906")]
SHOWN = shop(BOOKS, AUTHORS)
EXAMPLE = Example.from_values(SHOWN, given_as(BOOKS, AUTHORS))
MARKED = Page("<b>1</b><i>2</i><p>3</p><b>4</b><i>5</i><p>6</p>")
MARKS = SeveralTypes(
    tuple(
        LR().learn([Example.from_values(MARKED, [{"type": tag, "record": {"value": value}} for value in values])])
        for tag, values in [("b", "14"), ("i", "25"), ("p", "36")]
    )
)
LEARNERS: list[Learner] = [MLR(), KL(), Rules()]


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: type(learner).__name__)
def test_two_lists_of_which_one_names_the_other(learner: Learner) -> None:
    """Every author is in both lists; both types are learned from all their records, and separated on new pages."""
    wrapper = PerType(learner).learn([EXAMPLE])
    assert disagreements(wrapper.extract(SHOWN), EXAMPLE) == []
    assert extracted(wrapper, shop(OTHER_BOOKS, OTHER_AUTHORS)) == given_as(OTHER_BOOKS, OTHER_AUTHORS)
    assert extracted(wrapper, shop(OTHER_BOOKS, [])) == given_as(OTHER_BOOKS, [])


@pytest.mark.parametrize("learner", [MLR(), KL()], ids=lambda learner: type(learner).__name__)
def test_two_records_of_each_are_enough(learner: Learner) -> None:
    """The same from a partial example."""
    example = Example.from_values(SHOWN, given_as(BOOKS[:2], AUTHORS), status="partial")
    wrapper = PerType(learner).learn([example])
    assert extracted(wrapper, shop(OTHER_BOOKS, OTHER_AUTHORS)) == given_as(OTHER_BOOKS, OTHER_AUTHORS)


def test_the_schema_names_the_types() -> None:
    """One schema for each type, in the order in which they were shown."""
    assert PerType(KL()).learn([EXAMPLE]).schema == Schema(
        types=(
            Schema((Field("title"), Field("author"), Field("price", optional=True)), name="book"),
            Schema((Field("name"), Field("born")), name="author"),
        )
    )


def test_records_come_in_the_order_of_the_page() -> None:
    """Types may be mixed on the page: records come in page order, whatever the order of the examples."""
    page = Page("<i>Ann</i><b>Emma</b><b>Kim</b><i>Bob</i>")
    titles: list[dict[str, Any]] = [{"type": "book", "record": {"title": title}} for title in ("Emma", "Kim")]
    names = [{"type": "author", "record": {"name": name}} for name in ("Ann", "Bob")]
    wrapper = PerType(LR()).learn([Example.from_values(page, titles + names)])
    assert extracted(wrapper, page) == [names[0], *titles, names[1]]


def test_a_single_type_is_the_other_learners() -> None:
    """With one type, named or not, there is nothing to tell apart."""
    plain: dict[str, Any] = {"title": "Emma"}
    for record in (plain, {"type": "book", "record": plain}):
        example = Example.from_values(Page("<b>Emma</b>"), [record])
        assert dumps(PerType(LR()).learn([example])) == dumps(LR().learn([example]))


def test_types_need_names() -> None:
    """Records with a type and records without one cannot be mixed."""
    records: list[dict[str, Any]] = [{"type": "book", "record": {"title": "Emma"}}, {"name": "Jane"}]
    with pytest.raises(BadInput, match=r"some records have a type \(book\), others have none"):
        PerType(LR()).learn([Example.from_values(Page("<b>Emma</b><i>Jane</i>"), records)])


def test_what_cannot_be_learned_is_named_with_its_type() -> None:
    """The field is called by its full name."""
    with pytest.raises(NoConsistentWrapper) as failure:
        PerType(LR()).learn([EXAMPLE])
    assert (failure.value.field, failure.value.page) == ("book.price", "shop.html")


def test_a_part_that_does_not_fit_stops_the_whole() -> None:
    """No records rather than half of them; the error has the full name of the field, and so has the explanation."""
    lists = Page("<ul><li>Emma</li><li>Kim</li></ul><h2>Authors</h2><p>Jane</p><p>Ann</p><hr>", name="ok.html")
    records: list[dict[str, Any]] = [{"type": "book", "record": {"title": title}} for title in ("Emma", "Kim")]
    records += [{"type": "author", "record": {"name": name}} for name in ("Jane", "Ann")]
    wrapper = PerType(HLRT()).learn([Example.from_values(lists, records)])
    torn = Page("<ul><li>Emma</li></ul><h2>Authors</h2><p>Ja", name="torn.html")
    with pytest.raises(DoesNotFit) as misfit:
        wrapper.extract(torn)
    assert (misfit.value.field or "").startswith("author")
    assert wrapper.explain(torn).problem == str(misfit.value)


def test_it_explains_by_full_names() -> None:
    """Statements, marks and confidence speak of book.title, never of a title alone."""
    explanation = PerType(KL()).learn([EXAMPLE]).explain(SHOWN)
    full = {"book.title", "book.author", "book.price", "author.name", "author.born"}
    assert explanation.title == "2 wrappers, one per type of record: book, author"
    assert {mark.field for mark in explanation.marks if mark.role == "value"} == full
    assert {line.field for line in explanation.statements} >= full | {"book", "author"}
    assert [mark.span for mark in explanation.marks] == sorted(mark.span for mark in explanation.marks)


def test_it_says_that_its_parts_have_programs() -> None:
    """The order between types is not in the programs of the parts."""
    with pytest.raises(CannotCompile, match="one wrapper per type of record"):
        PerType(KL()).learn([EXAMPLE]).program()


def test_one_type_can_be_had_alone() -> None:
    """Its part is a whole wrapper; a type that is not there is named with those that are."""
    wrapper = PerType(KL()).learn([EXAMPLE])
    assert extracted(only(wrapper, "author"), SHOWN) == given_as([], AUTHORS)
    assert only(only(wrapper, "author"), "author") == only(wrapper, "author")
    with pytest.raises(BadInput, match="has no 'poet'; its types are book, author"):
        only(wrapper, "poet")


def test_two_parts_cannot_have_one_name() -> None:
    """Not even in a file that was written by hand."""
    wrapper = PerType(KL()).learn([EXAMPLE])
    assert isinstance(wrapper, SeveralTypes)
    with pytest.raises(BadInput, match="two types have the name 'book'"):
        loads(dumps(wrapper).replace(b'"author"', b'"book"'))


@dataclass(frozen=True)
class Sure:
    """A learner whose wrapper has a confidence."""

    learner: Learner
    known: Origin = field(default=Origin(confidence={"title": Confidence("high")}))

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """The other's answer with its own origin."""
        return with_origin(self.learner.learn(examples), confidence=self.known.confidence)


def test_what_the_parts_know_is_kept() -> None:
    """Confidence comes by the full names of the fields, and survives the file."""
    page = Page("<b>Emma</b><i>Ulysses</i>")
    records = [{"type": kind, "record": {"title": title}} for kind, title in [("new", "Emma"), ("old", "Ulysses")]]
    wrapper = PerType(Sure(LR())).learn([Example.from_values(page, records)])
    assert loads(dumps(wrapper)).origin == Origin(
        method="per-type",
        confidence={"new.title": Confidence("high"), "old.title": Confidence("high")},
    )


def test_a_value_of_another_type_is_a_negative() -> None:
    """On a partial page a type does not take what was shown to be of another type, though it was not rejected."""
    page = Page("<li><b>Emma</b><li><b>Kim</b><li><b>Dune</b><p><b>Jane</b><p><b>Rudyard</b>")
    records: list[dict[str, Any]] = [{"type": "book", "record": {"title": title}} for title in ("Emma", "Kim")]
    records += [{"type": "author", "record": {"name": "Jane"}}]
    alone = LR().learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}], status="partial")])
    assert [record["title"] for record in alone.extract(page)] == ["Emma", "Kim", "Dune", "Jane", "Rudyard"]
    wrapper = PerType(LR()).learn([Example.from_values(page, records, status="partial")])
    assert [record["title"] for record in only(wrapper, "book").extract(page)] == ["Emma", "Kim", "Dune"]


def test_a_complete_page_without_records_of_a_type_has_none() -> None:
    """Shown on one page only, a type is absent from the other, and what looks like it there is not taken."""
    both = Page("<p><b>Emma</b><p><i>Jane</i>", name="both.html")
    books = Page("<p><b>Kim</b><h2><i>Sold out</i></h2>", name="books.html")
    shown = [{"type": "book", "record": {"title": "Emma"}}, {"type": "author", "record": {"name": "Jane"}}]
    examples = [
        Example.from_values(both, shown),
        Example.from_values(books, [{"type": "book", "record": {"title": "Kim"}}]),
    ]
    wrapper = PerType(LR()).learn(examples)
    assert [disagreements(wrapper.extract(example.page), example) for example in examples] == [[], []]


@given(st.lists(st.tuples(st.sampled_from("bip"), st.integers(10, 99)), min_size=3, max_size=12))
def test_each_type_is_there_in_its_own_order(values: list[tuple[str, int]]) -> None:
    """Taken by type the records are those of the parts; taken together they are in page order."""
    page = Page("".join(f"<{tag}>{number}</{tag}>" for tag, number in values))
    found = MARKS.extract(page)
    assert [(record.type, record["value"]) for record in found] == [(tag, str(number)) for tag, number in values]
    for part in MARKS.parts:
        assert [record for record in found if record.type == part.schema.name] == part.extract(page)
