"""What undoing other words for labels promises: each label has its old words again, where it had lost them."""

import pytest

from unweave import Example, Page, check, errors, learn, repair
from unweave.observations import profile_of
from unweave.values.surroundings import PageTexts
from unweave.verify.labels import Rewording, old_labels, rewordings, undone_on, with_old_labels
from unweave.wrapper import Wrapper, with_origin

TITLES = ("Emma", "Kim", "She", "Dune", "Vathek", "Nana", "Ulysses", "Walden", "Carrie", "Holes", "Cujo", "Emile")


def isbn(at: int, seed: int) -> str:
    return f"978{(at * 7919 + seed) % 10**10:010}"


def book(at: int, label: str = "ISBN-13", other: str = "ISBN of set") -> Page:
    """A book with one number or more, in the same tags; on every second page another one comes first."""
    rows = [("Case", isbn(at, 5))] * (at % 2) + [(label, isbn(at, 11)), (other, isbn(at, 23)), ("Pages", f"{at + 90}")]
    told = "".join(f"<li><b>{label}</b> {value}</li>" for label, value in rows)
    return Page(f"<h1>{TITLES[at]}</h1><ul>{told}</ul>", name=f"{at}.html")


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    good = [book(at) for at in range(6)]
    shown = [{"title": TITLES[at], "isbn": isbn(at, 11)} for at in range(3)]
    found = learn([Example.from_values(page, [row]) for page, row in zip(good, shown, strict=False)])
    return with_origin(found, site_profile=profile_of(found, good))


def read(wrapper: Wrapper, pages: list[Page]) -> list[tuple[object, ...]]:
    return [tuple(record.to_dict().values()) for page in pages for record in wrapper.extract(page)]


ROWS = [(TITLES[at], isbn(at, 11)) for at in range(6, 12)]


@pytest.mark.parametrize("kept", [(), (7, 8)], ids=["on all pages", "on some pages"])
def test_a_label_in_other_words_gets_its_old_ones(wrapper: Wrapper, kept: tuple[int, ...]) -> None:
    """Another number stands beside the value in the same tags; pages that have the old label are left as they are."""
    pages = [book(at, "ISBN-13" if at in kept else "Number") for at in range(6, 12)]
    assert check(wrapper, pages)["isbn"].status == "drifted"
    found = with_old_labels(wrapper, pages, ["isbn"])
    assert found is not None
    assert [tuple(one.to_dict().values()) for example in found.examples for one in example.records] == ROWS
    assert read(repair(wrapper, pages), pages) == ROWS


def test_two_labels_that_could_be_the_old_one_are_refused(wrapper: Wrapper) -> None:
    """Where both numbers have other labels, and other texts behind them, nothing tells which one was which."""
    pages = [book(at, "Number", "Another number") for at in range(6, 12)]
    assert with_old_labels(wrapper, [Page(page.source.replace("Pages", "Size")) for page in pages], ["isbn"]) is None


def test_a_label_that_is_gone_is_not_made(wrapper: Wrapper) -> None:
    """A page without such a number has no place for the label."""
    pages = [Page(f"<h1>{TITLES[at]}</h1><p>Out of print", name=f"{at}.html") for at in range(6, 12)]
    assert with_old_labels(wrapper, pages, ["isbn"]) is None
    with pytest.raises(errors.CannotRepair):
        repair(wrapper, pages)


def test_labels_are_those_that_rules_ask_for(wrapper: Wrapper) -> None:
    """A profile has digits as zeros, rules have the label as it was written; a title has none."""
    assert old_labels(wrapper, "isbn") == ["ISBN-13"]
    assert old_labels(wrapper, "title") == []


def test_only_new_texts_before_values_are_tried(wrapper: Wrapper) -> None:
    """On pages that have the old label nothing is tried; a text that few pages have is none."""
    known = wrapper.origin.site_profile.fields["isbn"]
    same, new = [PageTexts(book(7))], [PageTexts(book(at, "Number")) for at in (6, 7, 8, 9)]
    assert rewordings("isbn", known, ["ISBN-13"], same) == []
    assert [one.new for one in rewordings("isbn", known, ["ISBN-13"], new)] == ["ISBN of set", "Number"]


def test_an_old_label_is_written_as_text(wrapper: Wrapper) -> None:
    """A label with signs that mean something in a source is no markup."""
    page = PageTexts(Page("<b>Now:</b> <i>9780000000001</i>"))
    known = wrapper.origin.site_profile.fields["isbn"]
    assert undone_on(page, Rewording("isbn", "A <b> & C", "Now:"), known).page.source == (
        "<b>A &lt;b&gt; &amp; C</b> <i>9780000000001</i>"
    )
