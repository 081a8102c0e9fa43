"""Lists that only their headings tell apart."""

import pytest

from unweave.combined import Sectioned, UnderHeading
from unweave.delimiters import LR
from unweave.errors import CannotCompile, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example


def halves(best: list[str], new: list[str]) -> Page:
    """A page with two lists of the same markup."""
    lists = [
        f"<h2>{word}</h2>" + "".join(f"<li>{title}</li>" for title in titles)
        for word, titles in (("Best", best), ("New", new))
    ]
    return Page(f"<h1>Shop</h1>{''.join(lists)}<p>Bye")


SHOWN = halves(["Emma", "Kim"], ["Dune", "She"])


def learned(titles: list[str], **known: object) -> Sectioned:
    """A wrapper from some titles of the page above."""
    records = [{"title": title} for title in titles]
    return UnderHeading(LR()).learn([Example.from_values(SHOWN, records, **known)])  # type: ignore[arg-type]  # checked by the tests


def titles(wrapper: Sectioned, page: Page) -> list[object]:
    return [record["title"] for record in wrapper.extract(page)]


@pytest.mark.parametrize(("shown", "heading"), [(["Emma", "Kim"], "Best"), (["Dune", "She"], "New")])
def test_either_list_of_a_complete_page(shown: list[str], heading: str) -> None:
    """What a complete page shows is all there is under its heading; the other list is not wanted."""
    wrapper = learned(shown)
    assert (wrapper.heading, titles(wrapper, SHOWN)) == (heading, shown)


def test_a_page_without_the_heading_has_no_records() -> None:
    """Rows under other headings are not those that were meant."""
    assert titles(learned(["Emma"], status="partial"), Page("<h2>Used</h2><li>Watt</li>")) == []


def test_the_nearest_heading_is_taken() -> None:
    """All records are under "Shop" as well, but so is the other list."""
    wrapper = learned(["Emma"], status="partial", rejected={"title": ["Dune"]})
    assert (wrapper.heading, titles(wrapper, SHOWN)) == ("Best", ["Emma", "Kim"])


def test_records_without_a_heading_in_common_are_refused() -> None:
    """There is nothing to go by."""
    page = Page("<h2>Best</h2><li>Emma</li><h2>New</h2><li>Dune</li>")
    with pytest.raises(NoConsistentWrapper, match="no heading in common"):
        UnderHeading(LR()).learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Dune"}])])


def test_it_explains_the_heading_and_has_no_program() -> None:
    """Its explanation names the heading; compiled, it extracts as ``extract`` does."""
    wrapper = learned(["Emma", "Kim"])
    explanation = wrapper.explain(SHOWN)
    assert explanation.statements[0].text == "only records under the heading 'Best'"
    assert [record["title"] for record in explanation.records] == ["Emma", "Kim"]
    with pytest.raises(CannotCompile):
        wrapper.program()
