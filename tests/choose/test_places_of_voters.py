"""A value that stands at several places of its page: which place is meant, and what stands beside it there."""

import unweave
from unweave.page import Page
from unweave.records import Example

JOBS = [("Baker", "Hahn"), ("Sailor", "Orsi"), ("Painter", "Novak"), ("Printer", "Egger"), ("Chemist", "Frost")]
BOOKS = [
    ("Emma", ["Ann Lee"]),
    ("Kim", ["Bob Ray", "Cy Lo"]),
    ("Dune", ["Di Mo"]),
    ("She", ["Ed Po", "Flo Qi"]),
    ("Nana", ["Gus Ro"]),
]


def job(title: str, company: str, head: str) -> Page:
    """A job whose title is in the head of the page as well, with other words there on most pages."""
    body = f"<p>Jobs</p><div><span class=job>{title}</span> <b class=firm>{company}</b></div>"
    return Page(f"<head><title>{head}</title></head><body>{body}")


def test_other_methods_that_take_another_place_do_not_make_a_field_unsure() -> None:
    """Delimiters and templates learn the title in the head, the first place; the place beside the company is meant."""
    known = job("Welder in Kiel", "Dietz", "Welder in Kiel")
    others = [job(title, company, f"Find jobs - {title} at {company}") for title, company in JOBS]
    shown = Example.from_values(known, [{"title": "Welder in Kiel", "company": "Dietz"}])
    wrapper = unweave.learn([shown, *map(Example, others)])
    assert [wrapper.extract(page)[0]["title"] for page in others] == [title for title, _ in JOBS]
    assert wrapper.origin.confidence["title"].level == "high"


def book(title: str, authors: list[str]) -> Page:
    """A book with its first author below the title, and all of them further down."""
    row = ", ".join(f"<a href=/a>{author}</a>" for author in authors)
    return Page(
        f"<h1>{title}</h1><div class=by>{authors[0]}</div><p>{len(title)} pages</p><p class=all>{row}</p><p>End"
    )


def test_a_row_at_any_place_of_a_value_makes_a_list() -> None:
    """The first author alone below the title does not hide the row of all authors."""
    pages = [book(*each) for each in BOOKS]
    shown = Example.from_values(pages[0], [{"title": "Emma", "author": "Ann Lee"}])
    wrapper = unweave.learn([shown, *map(Example, pages[1:])])
    assert [wrapper.extract(page)[0]["author"] for page in pages] == [authors for _, authors in BOOKS]
