"""The demo's pages: woven from templates and data with a fixed seed, each with its true records.

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
from unweave.demo.weave import Plain, Rows, Values, Woven, weave
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
        _example(f"countries/{variant}/page-{number:02}.html", weave(template, countries=Rows(rows)), "countries")
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
    """The bookshop's detail pages: one book each, rows of ``label: value`` of which some may lack, and its reviews.

    >>> sorted(book_pages()[0].records[0].to_dict())[:4]
    ['authors', 'format', 'isbn', 'language']
    """
    books = catalogue(seed=seed)
    return [_example(f"bookshop/books/{_file(book)}", _detail(book, books)) for book in books]


def _example(name: str, woven: Woven, rows: str | None = None) -> Example:
    """A complete example of the woven page; its records are the named rows, or the whole page is one."""
    records = woven.cells[rows] if rows else [woven.cells]
    return Example.from_spans(Page(woven.source, name=name), records, status="complete")


@cache
def _template(name: str) -> str:
    return (files("unweave.demo") / "templates" / name).read_text(encoding="utf-8")


def _country_rows(seed: int) -> list[list[Woven]]:
    """The countries, shuffled and dealt out to the pages, which differ in length."""
    names = Random(seed).sample(list(words.COUNTRIES), len(words.COUNTRIES))  # noqa: S311  # no secrets here
    cuts = [len(names) * number * (number + 11) // (COUNTRY_PAGES * (COUNTRY_PAGES + 11)) for number in range(13)]
    rows = [weave(COUNTRY, country=name, code=words.COUNTRIES[name]) for name in names]
    return [rows[start:end] for start, end in pairwise(cuts)]


def _shelf(shelf: str, books: list[Book]) -> Woven:
    number = words.SHELVES.index(shelf)
    here = [book for book in books if book.shelf == shelf]
    return weave(
        _template("shop-list.html"),
        shelf=Plain(escape(shelf)),
        menu=Plain(_menu("")),
        count=Plain(str(len(here))),
        books=Rows(_with_adverts([_listed(book) for book in here], number)),
        pager=Plain(_pager(number)),
        recent=Plain(_links(_neighbours(books, here[0], 3))),
    )


def _listed(book: Book) -> Woven:
    return weave(
        LISTED,
        number=Plain(str(book.number)),
        link=Plain(f"../books/{_file(book)}"),
        title=book.title,
        author=" and ".join(book.authors),
        price=book.price,
        format_row=weave(FORMAT, format=book.format) if book.format else Woven("", {"format": None}),
        old=weave(OLD_PRICE, old_price=book.old_price) if book.old_price else Woven("", {"old_price": None}),
    )


def _with_adverts(rows: list[Woven], number: int) -> list[Woven]:
    """The rows with an advert behind every third one, starting at another row on each shelf."""
    adverts = (weave(ADVERT, advert=Plain(words.ADVERTS[(number + row) % len(words.ADVERTS)])) for row in range(99))
    return [
        piece
        for place, row in enumerate(rows, start=number)
        for piece in ((row, next(adverts)) if place % 3 == 2 else (row,))
    ]


def _detail(book: Book, books: list[Book]) -> Woven:
    return weave(
        _template("shop-book.html"),
        window_title=Plain(escape(book.title, quote=False)),
        menu=Plain(_menu("../shelves/")),
        shelf_link=Plain(f"../shelves/{_slug(book.shelf)}.html"),
        shelf=Plain(escape(book.shelf)),
        title=book.title,
        authors=_authors(book),
        price=book.price,
        blurb=Plain(book.blurb),
        facts=_facts(book),
        review_heading=Plain("What readers say" if book.reviews else "No one has reviewed this book yet"),
        reviews=Rows([_review(review) for review in book.reviews]),
        also=Plain(_links(_neighbours(books, book, 4))),
    )


def _authors(book: Book) -> Woven:
    return weave('<a href="search">{authors}</a>', authors=Values(list(book.authors), between=AUTHOR_LINK))


def _facts(book: Book) -> Woven:
    """The rows of label and value; the row of a value that lacks is left out."""
    rows = {
        "Publisher": ("publisher", book.publisher),
        "Published": ("year", book.year),
        "Format": ("format", book.format),
        "Pages": ("pages", book.pages),
        "Language": ("language", book.language),
        "Series": ("series", book.series),
        "ISBN-13": ("isbn", book.isbn),
    }
    return weave(
        "".join(f"{{{name}_row}}" for name, _ in rows.values()),
        **{f"{name}_row": _fact(label, name, value) for label, (name, value) in rows.items()},
    )


def _fact(label: str, name: str, value: str | None) -> Woven:
    if value is None:
        return Woven("", {name: None})
    return weave(FACT.replace("{value}", f"{{{name}}}"), label=Plain(label), **{name: value})


def _review(review: Review) -> Woven:
    return weave(REVIEW, by=review.by, stars=review.stars, text=review.text)


def _menu(folder: str) -> str:
    return "".join(f'<li><a href="{folder}{_slug(shelf)}.html">{escape(shelf)}</a></li>' for shelf in words.SHELVES)


def _pager(number: int) -> str:
    """Links to the shelf before and the shelf behind, where there are such."""
    before = (
        f'<a rel="prev" href="{_slug(words.SHELVES[number - 1])}.html">&laquo; previous shelf</a> ' if number else ""
    )
    behind = words.SHELVES[number + 1 : number + 2]
    return before + "".join(f'<a rel="next" href="{_slug(shelf)}.html">next shelf &raquo;</a>' for shelf in behind)


def _links(books: list[Book]) -> str:
    return "".join(
        f'<li><a href="../books/{_file(book)}">{escape(book.title, quote=False)}</a> <b>{book.price}</b></li>'
        for book in books
    )


def _neighbours(books: list[Book], book: Book, count: int) -> list[Book]:
    """Some other books, by a rule of thumb instead of taste."""
    return [books[(book.number * 7 + step * 13) % len(books)] for step in range(count)]


def _slug(shelf: str) -> str:
    return shelf.lower().replace(" & ", "-").replace(" ", "-")


def _file(book: Book) -> str:
    return f"{book.number:03}.html"
