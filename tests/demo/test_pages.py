"""The demo's pages: the same every time, with their true records."""

from collections.abc import Callable
from hashlib import sha256

import pytest

from unweave.delimiters import LR
from unweave.demo import BOOKS, COUNTRIES, DISTRACTED, DemoTask, book_pages, country_pages, shelf_pages
from unweave.demo.catalogue import catalogue
from unweave.errors import NoConsistentWrapper
from unweave.records import Example

MAKERS: list[Callable[[], list[Example]]] = [
    country_pages,
    lambda: country_pages(distracted=True),
    shelf_pages,
    book_pages,
]


@pytest.mark.parametrize("maker", MAKERS)
def test_pages_are_the_same_every_time(maker: Callable[[], list[Example]]) -> None:
    """A generator gives equal examples whenever it is asked, at least a dozen, with different names."""
    examples = maker()
    assert examples == maker()
    assert len({example.page.name for example in examples}) == len(examples) >= 12


def test_pages_are_the_same_on_every_machine() -> None:
    """The sources do not depend on the Python version, the hash seed or the day; change this with the templates."""
    sources = "".join(example.page.source for maker in MAKERS for example in maker())
    assert sha256(sources.encode()).hexdigest()[:16] == "5b36aebae6c6aa2f"


def test_another_seed_gives_other_pages() -> None:
    """The seed decides the data."""
    assert shelf_pages(seed=1)[0].page != shelf_pages()[0].page


def test_the_shop_shows_its_catalogue() -> None:
    """The truth of the list pages is the catalogue, entities decoded, absent fields absent."""
    shown = [record.to_dict() for example in shelf_pages() for record in example.records]
    assert shown == [
        {
            "title": book.title,
            "author": " and ".join(book.authors),
            "format": book.format,
            "old_price": book.old_price,
            "price": book.price,
        }
        for book in catalogue()
    ]


def test_details_show_the_catalogue() -> None:
    """The truth of the detail pages is the catalogue too, with several authors and nested reviews."""
    shown = [record.to_dict() for example in book_pages() for record in example.records]
    assert shown == [
        {
            "title": book.title,
            "authors": list(book.authors),
            "price": book.price,
            "publisher": book.publisher,
            "year": book.year,
            "format": book.format,
            "pages": book.pages,
            "language": book.language,
            "series": book.series,
            "isbn": book.isbn,
            "reviews": [{"by": each.by, "stars": each.stars, "text": each.text} for each in book.reviews],
        }
        for book in catalogue()
    ]


def test_the_awkward_things_are_there() -> None:
    """Some books lack a format, an old price, a language, a series or reviews, and some have them; and adverts."""
    books = catalogue()
    for name in ("format", "old_price", "language", "series", "reviews"):
        assert {bool(getattr(book, name)) for book in books} == {True, False}
    assert all('class="promo"' in example.page.source for example in shelf_pages())


@pytest.mark.parametrize("task", [COUNTRIES, BOOKS], ids=lambda task: task.name)
def test_lr_learns_the_tasks_of_the_demo(task: DemoTask) -> None:
    """LR learns these lessons from the shown pages and extracts exactly the truth from all the others."""
    wrapper = LR().learn(task.examples())
    found = [wrapper.extract(example.page) for example in task.rest()]
    assert found == [list(example.records) for example in task.rest()]


@pytest.mark.parametrize("number", range(12))
def test_lr_cannot_wrap_distracted_pages(number: int) -> None:
    """The bold heading and the bold end cannot be separated from countries by LR, on any page."""
    with pytest.raises(NoConsistentWrapper) as caught:
        LR().learn([DISTRACTED.pages()[number]])
    assert (caught.value.field, caught.value.page) == ("country", f"countries/distracted/page-{number + 1:02}.html")
    assert caught.value.constraint
