"""The bookshop's catalogue: invented books, the same ones every time.

>>> book = catalogue()[0]
>>> book.title, book.authors, book.price
('My Atlas and Other Stories', ('Jonas Thorne', "Oskar O'Dowd"), '$15.75')
>>> catalogue() == catalogue()
True
"""

from dataclasses import dataclass
from random import Random

from unweave.demo import words

SEED = 1997
BOOKS_PER_SHELF = (7, 5, 8, 6, 9, 7, 4, 8, 6, 7, 5, 8)


@dataclass(frozen=True, slots=True)
class Review:
    """A review of a book.

    >>> Review(by="Ann", stars="4", text="Good company.").stars
    '4'
    """

    by: str
    stars: str
    text: str


@dataclass(frozen=True, slots=True)
class Book:
    """The data of a book; a missing value is None.

    >>> catalogue()[1].format, catalogue()[1].series
    ('Audio CD', None)
    """

    number: int
    shelf: str
    title: str
    authors: tuple[str, ...]
    price: str
    old_price: str | None
    format: str | None
    publisher: str
    year: str
    pages: str
    isbn: str
    language: str | None
    series: str | None
    blurb: str
    reviews: tuple[Review, ...]


def catalogue(*, seed: int = SEED) -> list[Book]:
    """All the books, in the order of the shelves.

    >>> len(catalogue()), len({book.title for book in catalogue()})
    (80, 80)
    """
    random = Random(seed)  # noqa: S311  # invented books need no secrecy
    titles = _titles(random, sum(BOOKS_PER_SHELF))
    shelves = [shelf for shelf, count in zip(words.SHELVES, BOOKS_PER_SHELF, strict=True) for _ in range(count)]
    rows = enumerate(zip(shelves, titles, strict=True), start=1)
    return [_book(random, number, shelf, title) for number, (shelf, title) in rows]


def _titles(random: Random, count: int) -> list[str]:
    """That many different titles."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[_title(random)] = None
    return list(found)


def _title(random: Random) -> str:
    noun, other = random.sample(words.NOUNS, 2)
    return random.choice(words.PATTERNS).format(adjective=random.choice(words.ADJECTIVES), noun=noun, other=other)


def _book(random: Random, number: int, shelf: str, title: str) -> Book:
    cents = random.randrange(400, 2600, 25)
    return Book(
        number=number,
        shelf=shelf,
        title=title,
        authors=tuple(_person(random) for _ in range(random.choice((1, 1, 1, 2)))),
        price=_dollars(cents),
        old_price=_maybe(random, 0.3, _dollars(cents + random.randrange(100, 900, 25))),
        format=_maybe(random, 0.7, random.choice(words.FORMATS)),
        publisher=random.choice(words.PUBLISHERS),
        year=str(random.randrange(1978, 2025)),
        pages=str(random.randrange(64, 720)),
        isbn=_isbn(random),
        language=_maybe(random, 0.5, random.choice(words.LANGUAGES)),
        series=_maybe(random, 0.3, random.choice(words.SERIES)),
        blurb=random.choice(words.BLURBS),
        reviews=tuple(_review(random) for _ in range(random.choice((0, 1, 2, 2, 3, 4)))),
    )


def _person(random: Random) -> str:
    return f"{random.choice(words.FIRST_NAMES)} {random.choice(words.LAST_NAMES)}"


def _review(random: Random) -> Review:
    return Review(by=_person(random), stars=str(random.randint(1, 5)), text=random.choice(words.OPINIONS))


def _dollars(cents: int) -> str:
    return f"${cents // 100}.{cents % 100:02}"


def _maybe(random: Random, chance: float, value: str) -> str | None:
    return value if random.random() < chance else None


def _isbn(random: Random) -> str:
    """Thirteen digits, the last one a valid check digit."""
    digits = f"9780{random.randrange(10**8):08}"
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return f"{digits}{-total % 10}"
