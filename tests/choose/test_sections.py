"""Two lists of the same markup under two headings: which of them is meant?"""

from collections.abc import Sequence

import unweave
from unweave.choose import Auto
from unweave.choose.answers import with_answer
from unweave.choose.evidence import ChosenWrapper
from unweave.choose.questions import next_question
from unweave.page import Page
from unweave.records import Example


def price(title: str) -> str:
    """A price that no other title has."""
    return f"${len(title)}.{ord(title[0])}"


def shop(best: str, new: str, name: str) -> Page:
    """A page whose two lists only the headings tell apart; titles are words."""
    lists = [
        f"<h2>{word}</h2><ul>"
        + "".join(f"<li><b>{title}</b> <i>{price(title)}</i></li>\n" for title in titles.split())
        + "</ul>"
        for word, titles in (("Best sellers", best), ("New", new))
    ]
    return Page(f"<h1>Our shop</h1>{''.join(lists)}<p>Bye", name=name)


PAGES = [shop("Emma Kim Ulysses", "Dune She", "1.html"), shop("Candide", "Rasselas Evelina Nana", "2.html")]
OTHERS = [Example(page) for page in PAGES[1:]]
BOTH = [["Emma", "Kim", "Ulysses", "Dune", "She"], ["Candide", "Rasselas", "Evelina", "Nana"]]
BEST = [["Emma", "Kim", "Ulysses"], ["Candide"]]
REASON = "values under the heading 'New' are extracted too; all examples are under 'Best sellers'"


def shown(*titles: str, rejected: Sequence[str] = ()) -> Example:
    """Some rows of the first page, labelled in part."""
    records = [{"title": title, "price": price(title)} for title in titles]
    wrong = {"title": list(rejected)} if rejected else None
    return Example.from_values(PAGES[0], records, status="partial", rejected=wrong)


def found(chosen: ChosenWrapper) -> list[list[object]]:
    """The titles on each page."""
    return [[record["title"] for record in chosen.wrapper.extract(page)] for page in PAGES]


def test_both_lists_are_extracted_with_low_confidence() -> None:
    """Rows of one list do not prove that the other is unwanted: both are extracted, and a question would settle it."""
    chosen = Auto().choose([shown("Emma", "Kim"), *OTHERS])
    sure = chosen.wrapper.origin.confidence["title"]
    question = next_question(chosen)
    assert found(chosen) == BOTH
    assert (sure.level, sure.reasons[0]) == ("low", REASON)
    assert str(question) == "is 'Dune' under the heading 'New' on 1.html one of the values of title?"


def test_no_leaves_the_other_list_out() -> None:
    """A value under the other heading that is none settles it, on pages with any number of rows."""
    known = [shown("Emma", "Kim"), *OTHERS]
    question = next_question(Auto().choose(known))
    assert question is not None
    chosen = Auto().choose(with_answer(known, question, False))
    assert found(chosen) == BEST
    assert chosen.wrapper.origin.method == "rules under a heading"


def test_yes_settles_it() -> None:
    """Values under both headings: the list is wanted whole."""
    known = [shown("Emma", "Kim"), *OTHERS]
    question = next_question(Auto().choose(known))
    assert question is not None
    chosen = Auto().choose(with_answer(known, question, True))
    assert found(chosen) == BOTH
    assert (chosen.wrapper.origin.confidence["title"].level, next_question(chosen)) == ("high", None)


def test_a_rejected_value_settles_it_at_once() -> None:
    """No question is needed."""
    assert found(Auto().choose([shown("Emma", "Kim", rejected=["She"]), *OTHERS])) == BEST


def test_rows_of_both_lists_leave_no_question() -> None:
    """One row under the other heading is enough."""
    chosen = Auto().choose([shown("Emma", "Dune"), *OTHERS])
    assert (found(chosen), chosen.wrapper.origin.confidence["title"].level) == (BOTH, "high")


def test_a_heading_in_each_row_is_none_of_a_list() -> None:
    """Titles that are headings themselves divide nothing."""
    rows = "".join(f"<div><h3>{title}</h3> <i>{len(title)}</i></div>" for title in BOTH[0])
    page = Page(f"<h2>Books</h2>{rows}")
    records = [{"title": title, "size": str(len(title))} for title in BOTH[0][:2]]
    chosen = Auto().choose([Example.from_values(page, records, status="partial")])
    assert [record["title"] for record in chosen.wrapper.extract(page)] == BOTH[0]
    assert chosen.wrapper.origin.confidence["title"].level == "high"


def test_what_is_rejected_under_no_heading_is_told_apart_otherwise() -> None:
    """A link of the menu does not make the heading part of the rule: that may read differently elsewhere."""
    menu = "<p><b>Home</b> <i>0</i></p>"
    rows = "".join(f"<div><b>{title}</b> <i>{len(title)}</i></div>" for title in BOTH[0])
    page = Page(f"{menu}<h2>Books of May</h2>{rows}")
    records = [{"title": title, "size": str(len(title))} for title in BOTH[0][:2]]
    given = Example.from_values(page, records, status="partial", rejected={"title": ["Home"]})
    wrapper = Auto().learn([given])
    june = Page(page.source.replace("May", "June"))
    assert [record["title"] for record in wrapper.extract(june)] == BOTH[0]


CARD = "<div class=card><b>{}</b> <i>{}</i></div>".format
SHOP = [("Emma", "$5"), ("Kim", "$7"), ("Dune", "$6"), ("She", "$4"), ("Nana", "$8"), ("Zadig", "$3")]


def test_a_list_below_a_heading_behind_the_examples_is_doubted() -> None:
    """The same cards under "Recently viewed" may not be wanted: all fields are low, and the reason says why."""
    cards = [CARD(*book) for book in SHOP]
    first, second = "".join(cards[:4]), "".join(cards[4:])
    page = Page(f"<h1>Books</h1><div>{first}</div><h2>Recently viewed</h2><div>{second}</div>")
    given = [{"title": title, "price": price} for title, price in SHOP[:2]]
    wrapper = unweave.learn([Example.from_values(page, given, status="partial")])
    assert len(wrapper.extract(page)) == 6
    assert {(found.level, found.reasons[0]) for found in wrapper.origin.confidence.values()} == {
        ("low", "values under the heading 'Recently viewed' are extracted too; all examples are before it")
    }


def test_headings_of_groups_and_of_records_say_nothing() -> None:
    """Several headings behind the examples divide one list, one may be above the rest of it, or in each record."""
    cards = [CARD(*book) for book in SHOP]
    groups = "".join(f"<h2>{at}th century</h2>{card}" for at, card in enumerate(cards[2:], 18))
    own = "".join(f"<div class=card><h3>{title}</h3><i>{price}</i></div>" for title, price in SHOP[:3])
    more = f"{''.join(cards[:2])}<h4>More</h4>{''.join(cards[2:])}"
    for source in (f"<h1>Books</h1>{''.join(cards[:2])}{groups}", f"<h1>Books</h1>{more}", f"<h1>Books</h1>{own}"):
        page = Page(source)
        given = [{"title": title, "price": price} for title, price in SHOP[:2]]
        wrapper = unweave.learn([Example.from_values(page, given, status="partial")])
        assert "low" not in {found.level for found in wrapper.origin.confidence.values()}


def test_one_record_that_may_be_one_of_a_group_is_doubted() -> None:
    """The first show of the first channel: is a channel the record, or each show? A second record decides it."""
    channels = [(f"Channel {at}", SHOP[at : at + 3]) for at in range(4)]
    shows = ("".join(f"<li><b>{title}</b> <i>{price}</i></li>" for title, price in some) for _, some in channels)
    sections = (
        f"<section><h3>{name}</h3><ul>{some}</ul></section>" for (name, _), some in zip(channels, shows, strict=True)
    )
    page = Page(f"<div>{''.join(sections)}</div>")
    given = [{"show": title, "at": price, "channel": "Channel 0"} for title, price in SHOP[:2]]
    one, two = (unweave.learn([Example.from_values(page, some, status="partial")]) for some in (given[:1], given))
    assert {(found.level, found.reasons[0]) for found in one.origin.confidence.values()} == {
        ("low", "it may also be one of 12 records in groups: show another one")
    }
    assert len(two.extract(page)) == 12
    assert "low" not in {found.level for found in two.origin.confidence.values()}
