"""The vote of text and scripts: a value that is in both is found by both, and they are compared."""

import json
from typing import Any

import pytest

import unweave
from oracles.agreement import differences
from unweave import Example, Page
from unweave.program import DataPath, DataVote, Neighbour, Selection, Step
from unweave.records import Field, Schema
from unweave.rules import RulesWrapper
from unweave.store import dumps, loads
from unweave.targets.runners import run_program

TITLES = ["Emma", "Kim", "Dune", "She", "Vathek", "Nana", "Ulysses", "Walden"]
AUTHORS = [
    "Jane Austen",
    "Rudyard Kipling",
    "Frank Herbert",
    "Rider Haggard",
    "William Beckford",
    "Zola",
    "Joyce",
    "Thoreau",
]
BOOK = Neighbour(0, "@type", "Book")
TITLE, BY = (
    DataPath(name, keys, "application/ld+json", neighbours=(BOOK,))
    for name, keys in (("title", ("name",)), ("by", ("author", "name")))
)


def book(title: str, by: str, *, said: str | None = None, shown: str = "<h1>{}</h1><p>by <i>{}</i></p>") -> Page:
    """A page about a book: what its text shows, and what its data says, which is the same unless it is given."""
    data = json.dumps({"@type": "Book", "name": said or title, "author": {"name": by}})
    text = shown.format(title, by)
    return Page(f'<body>{text}<script type="application/ld+json">{data}</script>', name=f"{title}.html")


def learned(*unlabelled: Page, **options: Any) -> unweave.Wrapper:
    """A wrapper from Emma, and from pages of which nothing is known."""
    example = Example.from_values(book("Emma", "Jane Austen"), [{"title": "Emma", "by": "Jane Austen"}])
    return unweave.learn([example, *map(Example, unlabelled)], **options)


def others(**said: str) -> list[Page]:
    """Six further pages; of those that are named, the data says another title."""
    return [book(title, by, said=said.get(title)) for title, by in list(zip(TITLES, AUTHORS, strict=True))[1:7]]


def test_both_are_learned() -> None:
    """A value that is in the text and in a script gets rules for its text, and a path that votes with them."""
    wrapper = learned()
    assert isinstance(wrapper, RulesWrapper)
    assert [one.path for one in wrapper.data] == [TITLE, BY]
    assert "where these do not agree or find nothing, also name in the script data" in str(wrapper.explain().statements)


def test_without_embedded_there_is_none() -> None:
    """The switch leaves data out of the vote."""
    wrapper = learned(embedded=False)
    assert isinstance(wrapper, RulesWrapper)
    assert wrapper.data == ()


def test_the_data_has_the_value_that_rules_do_not_find() -> None:
    """After a change of the markup the values still come, from the script, with their place there."""
    page = book("Kim &amp; Co", "Rudyard Kipling", shown="<main><section>{}<section>{}</main>")
    wrapper = learned()
    [record] = wrapper.extract(page)
    assert record.to_dict() == {"title": "Kim & Co", "by": "Rudyard Kipling"}
    [place] = record.spans("title")
    assert page[place] == "Kim &amp; Co"
    assert page.text(place) == "Kim & Co"
    assert page.embedded.is_inside(place)


def test_scripts_are_not_read_where_rules_agree() -> None:
    """A page on which the rules settle the vote is read without its scripts."""
    page = book("Kim", "Rudyard Kipling")
    wrapper = learned(*others())
    assert [record.to_dict() for record in wrapper.extract(page)] == [{"title": "Kim", "by": "Rudyard Kipling"}]
    assert "embedded" not in vars(page)


@pytest.mark.parametrize("said", ["Kim", "Kim, abridged"])
def test_the_data_decides_where_rules_do_not_agree(said: str) -> None:
    """Two equally heavy rules find different texts: what the data says wins, whichever it is."""
    rules = tuple(Selection("title", (Step("descendant", tag),)) for tag in ("h1", "b"))
    schema = Schema((Field("title"),))
    page = book("Kim", "Rudyard Kipling", said=said, shown="<h1>{}</h1><b>Kim, abridged</b>{}")
    wrapper = RulesWrapper(schema, rules, data=(DataVote(TITLE, 0.5),))
    assert [record["title"] for record in wrapper.extract(page)] == [said]
    assert differences(wrapper, page) == []


def test_the_text_decides_against_data_where_its_rules_agree() -> None:
    """One witness does not outvote many."""
    page = book("Kim", "Rudyard Kipling", said="Kim: a novel")
    assert [record["title"] for record in learned().extract(page)] == ["Kim"]


def test_typography_is_no_difference() -> None:
    """The value is given as the text has it, and the data counts as a vote for it."""
    wrapper = learned(*others(Kim="Kim"), book("Emma’s cat", "Ann", said="Emma&#39;s cat"))
    assert "the data in scripts says the same on 7 of them" in wrapper.origin.confidence["title"].reasons


def test_agreement_is_a_reason_for_high_confidence() -> None:
    """Where text and data agree on all unlabelled pages, the reasons say so."""
    sure = learned(*others()).origin.confidence["title"]
    assert sure.level == "high"
    assert "the data in scripts says the same on 6 of them" in sure.reasons


def test_disagreement_lowers_confidence() -> None:
    """Where the data says something else on one of six pages, the field is not called high, and the reason is given."""
    sure = learned(*others(Dune="Dune Messiah")).origin.confidence
    assert sure["title"].level == "medium"
    assert "the data in scripts says something else on 1 unlabelled page" in sure["title"].reasons
    assert sure["by"].level == "high"


def test_data_that_mostly_says_something_else_is_left_out() -> None:
    """A path that had the shown text by chance has no vote, and is no reason for doubt."""
    wrapper = learned(*others(**dict.fromkeys(TITLES, "Shop")))
    assert isinstance(wrapper, RulesWrapper)
    assert [one.path for one in wrapper.data] == [BY]
    assert wrapper.origin.confidence["title"].level == "high"


def test_a_summary_names_the_pages_on_which_text_and_data_differ() -> None:
    """After extraction the pages with a disagreement are named."""
    wrapper = learned(*others())
    pages = [*others(), book("Walden", "Thoreau", said="Walden Two")]
    [warning] = wrapper.summary(pages).warnings
    assert warning == "title: its rules disagree on 1 page, look at the values there: Walden.html"


def test_numbers_that_are_anywhere_do_not_vote() -> None:
    """The price is in the settings of an advertisement by chance."""
    source = '<h1>Emma</h1><p>Price: <b>30</b></p><script>ads = {"sizes": [[3, 30]], "wait": {"most": 30}}</script>'
    wrapper = unweave.learn([Example.from_values(Page(source), [{"title": "Emma", "price": "30"}])])
    assert isinstance(wrapper, RulesWrapper)
    assert wrapper.data == ()


@pytest.mark.parametrize("to", ["python", "scrapy", "web-poet"])
def test_exported_programs_have_the_vote_of_data(to: str) -> None:
    """They give what the wrapper gives, from the text and from the script."""
    wrapper = learned()
    run = run_program(str(unweave.export(wrapper, to=to)))
    pages = [book("Kim", "Rudyard Kipling"), book("Kim &amp; Co", "Ann", shown="<main><section>{}<section>{}</main>")]
    for page in pages:
        assert run(page) == [record.to_dict() for record in wrapper.extract(page)]
        assert differences(wrapper, page) == []


def test_it_is_stored() -> None:
    """A wrapper file has the paths and their weights."""
    wrapper = learned()
    assert loads(dumps(wrapper)) == wrapper
