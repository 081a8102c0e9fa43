"""What undoing other words promises: a label that is worded anew leads to its values, as long as it is akin."""

from itertools import permutations

import pytest

from unweave import Example, Page, check, errors, learn, repair
from unweave.budget import Budget, OutOfTime
from unweave.observations import profile_of
from unweave.values.surroundings import PageTexts
from unweave.verify.relabelled import Rewording, rewordings, undone_on, with_old_labels
from unweave.wrapper import Wrapper, with_origin

TITLES = ("Emma", "Kim", "She", "Dune", "Vathek", "Nana", "Ulysses", "Walden", "Carrie", "Holes", "Cujo", "Emile")
LABELS = ("ISBN-10", "ISBN-13", "Code")
TWO, ONE = "<li>{0}: <b>{1}</b></li>", "<li>{0}: {1}</li>"


def code(at: int, number: int) -> str:
    """A number of three digits, of which none is the same in all of them."""
    return str(100 + (at * 137 + number * 311) % 900)


def book(at: int, labels: tuple[str, ...] = LABELS, row: str = TWO) -> Page:
    """Three numbers that look alike, in another order on each page."""
    facts = [(label, code(at, number)) for number, label in enumerate(labels)]
    rows = "".join(row.format(*one) for one in list(permutations(facts))[at % 6])
    return Page(f"<h1>{TITLES[at]}</h1><ul>{rows}</ul>", name=f"{at}.html")


def learned(row: str = TWO) -> Wrapper:
    good = [book(at, LABELS, row) for at in range(6)]
    found = learn([Example.from_values(good[at], [{"isbn": code(at, 1)}]) for at in range(3)])
    return with_origin(found, site_profile=profile_of(found, good))


def read(wrapper: Wrapper, pages: list[Page]) -> list[object]:
    return [record.to_dict()["isbn"] for page in pages for record in wrapper.extract(page)]


@pytest.mark.parametrize(
    ("label", "row"),
    [("Full iSBN-13", TWO), ("ISBN-13 (EAN)", TWO), ("Full iSBN-13", ONE)],
    ids=["before", "behind", "one text"],
)
def test_a_label_with_more_words_is_undone(label: str, row: str) -> None:
    """Nothing else tells which of the numbers it is: not the one at the other label with the word ISBN."""
    wrapper, pages = learned(row), [book(at, ("ISBN-10", label, "Code"), row) for at in range(6, 12)]
    assert check(wrapper, pages).status != "ok"
    assert read(repair(wrapper, pages), pages) == [code(at, 1) for at in range(6, 12)]


def test_a_label_without_a_word_of_the_old_one_is_none() -> None:
    """Any of the labels could be the new one."""
    wrapper, pages = learned(), [book(at, ("Number", "Reference", "Code")) for at in range(6, 12)]
    assert with_old_labels(wrapper, pages, ["isbn"]) is None
    with pytest.raises(errors.CannotRepair):
        repair(wrapper, pages)


def test_two_akin_labels_are_refused() -> None:
    """Both readings are as likely."""
    wrapper, pages = learned(), [book(at, ("New ISBN-13", "Old ISBN-13", "Code")) for at in range(6, 12)]
    with pytest.raises(errors.CannotRepair):
        repair(wrapper, pages)


def test_a_label_of_numbers_alone_has_no_words() -> None:
    """Else each number would be akin to each label with a number."""
    texts = PageTexts(Page("<b>13</b> <b>ISBN-13</b>"))
    assert rewordings("0 of 0:", [texts]) == []


def test_what_was_cut_from_a_long_label_is_written_again() -> None:
    """A profile keeps forty characters of a text, with 0 for numbers."""
    label = "Number of pages of the first edition of 19"
    page = Page(f"<p>Our {label}07 <b>250</b>")
    texts = PageTexts(page)
    assert undone_on(texts, rewordings(label[:40], [texts])).page.source == f"<p>{label}07 <b>250</b>"


def test_all_labels_may_be_worded_anew_at_once() -> None:
    """One undone page for all of them."""
    texts = PageTexts(Page("<p>Our price: <b>$5</b><p>The title: <b>Emma</b>"))
    every = [Rewording("Price:", "Our price:"), Rewording("Title:", "The title:")]
    assert undone_on(texts, every).page.source == "<p>Price: <b>$5</b><p>Title: <b>Emma</b>"


def test_it_takes_no_longer_than_its_time() -> None:
    """The limit in force is asked for on each page."""
    with Budget(0.0, least=0.0).limit("undoing the change"), pytest.raises(OutOfTime):
        with_old_labels(learned(), [book(6)], ["isbn"])
