"""The demo's pages: templates filled with data from a fixed seed, each with its true records.

Every function gives a list of complete examples: a page, and all the records on it, with every field it shows. They are
what the demo learns from, and what tests and measurements can score against.

    >>> example = country_pages()[0]
    >>> example.page.name, example.records[0].to_dict()
    ('countries/plain/page-01.html', {'country': 'Switzerland', 'code': '41'})
"""

from functools import cache
from html import escape
from importlib.resources import files
from itertools import pairwise
from random import Random

from unweave.demo import words
from unweave.demo.catalogue import SEED, Book, Review, catalogue
from unweave.demo.filling import Filled, Markup, Rows, Values, fill
from unweave.page import Page
from unweave.records import Example

COUNTRY_PAGES = 12
COUNTRY = "<B>{country}</B> <I>{code}</I><BR>\n"
LISTED = """\
<li class="book" data-id="{number}">
  <a class="cover" href="{link}"><img src="../static/{number}.jpg" alt="" loading="lazy"></a>
  <h2><a href="{link}" class="title">{title}</a></h2>
  <p class="by">by <span class="author">{author}</span></p>
{format_row}  <p class="cost">{old}<b class="price">{price}</b></p>
</li>
"""
FORMAT = '  <p class="format">{format}</p>\n'
OLD_PRICE = '<s class="was">{old_price}</s> '
ADVERT = '<li class="promo"><p>{advert}</p></li>\n'
FACT = "<li><b>{label}:</b> {value}</li>\n"
AUTHOR_LINK = '</a>, <a href="search">'
REVIEW = """\
<div class="review">
<p><b>{by}</b> gave it {stars} of 5 stars</p>
<p class="said">{text}</p>
</div>
"""


def country_pages(*, distracted: bool = False, seed: int = SEED) -> list[Example]:
    """Lists of countries and their calling codes; distracted ones set their heading and their end in bold too.

    >>> print(country_pages(distracted=True)[0].page.source[:107])
    <HTML><TITLE>Some Country Codes</TITLE><BODY>
    <B>Some Country Codes</B><P>
    <B>Switzerland</B> <I>41</I><BR>
    """
    variant = "distracted" if distracted else "plain"
    template = _template(f"countries-{variant}.html")
    return [
        _example(f"countries/{variant}/page-{number:02}.html", fill(template, countries=Rows(rows)), "countries")
        for number, rows in enumerate(_country_rows(seed), start=1)
    ]


def shelf_pages(*, seed: int = SEED) -> list[Example]:
    """The bookshop's list pages: title, author, price, and sometimes a format and an old price; adverts in between.

    >>> shelf_pages()[0].records[1].to_dict()["author"]
    'Hugo Aziz'
    """
    books = catalogue(seed=seed)
    return [_example(f"bookshop/shelves/{_slug(shelf)}.html", _shelf(shelf, books), "books") for shelf in words.SHELVES]


def book_pages(*, seed: int = SEED) -> list[Example]:
    """The bookshop's detail pages: one book each, rows of ``label: value``, some of them missing, and its reviews.

    >>> sorted(book_pages()[0].records[0].to_dict())[:4]
    ['authors', 'format', 'isbn', 'language']
    """
    books = catalogue(seed=seed)
    return [_example(f"bookshop/books/{_file(book)}", _detail(book, books)) for book in books]


def _example(name: str, filled: Filled, rows: str | None = None) -> Example:
    """A complete example of the page; its records are the named rows, or the whole page is one."""
    records = filled.cells[rows] if rows else [filled.cells]
    return Example.from_spans(Page(filled.source, name=name), records, status="complete")


@cache
def _template(name: str) -> str:
    return (files("unweave.demo") / "templates" / name).read_text(encoding="utf-8")


def _country_rows(seed: int) -> list[list[Filled]]:
    """The countries, shuffled and distributed over the pages, which differ in length."""
    names = Random(seed).sample(list(words.COUNTRIES), len(words.COUNTRIES))  # noqa: S311  # no secrets here
    cuts = [len(names) * number * (number + 11) // (COUNTRY_PAGES * (COUNTRY_PAGES + 11)) for number in range(13)]
    rows = [fill(COUNTRY, country=name, code=words.COUNTRIES[name]) for name in names]
    return [rows[start:end] for start, end in pairwise(cuts)]


def _shelf(shelf: str, books: list[Book]) -> Filled:
    number = words.SHELVES.index(shelf)
    here = [book for book in books if book.shelf == shelf]
    return fill(
        _template("shop-list.html"),
        shelf=Markup(escape(shelf)),
        menu=Markup(_menu("")),
        count=Markup(str(len(here))),
        books=Rows(_with_adverts([_listed(book) for book in here], number)),
        pager=Markup(_pager(number)),
        recent=Markup(_links(_neighbours(books, here[0], 3))),
    )


def _listed(book: Book) -> Filled:
    return fill(
        LISTED,
        number=Markup(str(book.number)),
        link=Markup(f"../books/{_file(book)}"),
        title=book.title,
        author=" and ".join(book.authors),
        price=book.price,
        format_row=fill(FORMAT, format=book.format) if book.format else Filled("", {"format": None}),
        old=fill(OLD_PRICE, old_price=book.old_price) if book.old_price else Filled("", {"old_price": None}),
    )


def _with_adverts(rows: list[Filled], number: int) -> list[Filled]:
    """The rows with an advert after every third one, starting at another row on each shelf."""
    adverts = (fill(ADVERT, advert=Markup(words.ADVERTS[(number + row) % len(words.ADVERTS)])) for row in range(99))
    return [
        item
        for place, row in enumerate(rows, start=number)
        for item in ((row, next(adverts)) if place % 3 == 2 else (row,))
    ]


def _detail(book: Book, books: list[Book]) -> Filled:
    return fill(
        _template("shop-book.html"),
        window_title=Markup(escape(book.title, quote=False)),
        menu=Markup(_menu("../shelves/")),
        shelf_link=Markup(f"../shelves/{_slug(book.shelf)}.html"),
        shelf=Markup(escape(book.shelf)),
        title=book.title,
        authors=_authors(book),
        price=book.price,
        blurb=Markup(book.blurb),
        facts=_facts(book),
        review_heading=Markup("What readers say" if book.reviews else "No one has reviewed this book yet"),
        reviews=Rows([_review(review) for review in book.reviews]),
        also=Markup(_links(_neighbours(books, book, 4))),
    )


def _authors(book: Book) -> Filled:
    return fill('<a href="search">{authors}</a>', authors=Values(list(book.authors), between=AUTHOR_LINK))


def _facts(book: Book) -> Filled:
    """The rows of label and value; a missing value has no row."""
    rows = {
        "Publisher": ("publisher", book.publisher),
        "Published": ("year", book.year),
        "Format": ("format", book.format),
        "Pages": ("pages", book.pages),
        "Language": ("language", book.language),
        "Series": ("series", book.series),
        "ISBN-13": ("isbn", book.isbn),
    }
    return fill(
        "".join(f"{{{name}_row}}" for name, _ in rows.values()),
        **{f"{name}_row": _fact(label, name, value) for label, (name, value) in rows.items()},
    )


def _fact(label: str, name: str, value: str | None) -> Filled:
    if value is None:
        return Filled("", {name: None})
    return fill(FACT.replace("{value}", f"{{{name}}}"), label=Markup(label), **{name: value})


def _review(review: Review) -> Filled:
    return fill(REVIEW, by=review.by, stars=review.stars, text=review.text)


def _menu(folder: str) -> str:
    return "".join(f'<li><a href="{folder}{_slug(shelf)}.html">{escape(shelf)}</a></li>' for shelf in words.SHELVES)


def _pager(number: int) -> str:
    """Links to the previous and the next shelf, where there are such."""
    before = (
        f'<a rel="prev" href="{_slug(words.SHELVES[number - 1])}.html">&laquo; previous shelf</a> ' if number else ""
    )
    after = words.SHELVES[number + 1 : number + 2]
    return before + "".join(f'<a rel="next" href="{_slug(shelf)}.html">next shelf &raquo;</a>' for shelf in after)


def _links(books: list[Book]) -> str:
    return "".join(
        f'<li><a href="../books/{_file(book)}">{escape(book.title, quote=False)}</a> <b>{book.price}</b></li>'
        for book in books
    )


def _neighbours(books: list[Book], book: Book, count: int) -> list[Book]:
    """Some other books, chosen by a fixed rule."""
    return [books[(book.number * 7 + step * 13) % len(books)] for step in range(count)]


def _slug(shelf: str) -> str:
    return shelf.lower().replace(" & ", "-").replace(" ", "-")


def _file(book: Book) -> str:
    return f"{book.number:03}.html"
