"""What a record can be, each on small pages of its own: the first pages are shown, the others are unseen.

A ``Shape`` has pages with their records, in the form in which a person gives them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from unweave.page import Page
from unweave.records import Example
from unweave.records.example import Status

SITE = "https://shop.example"
Given = list[dict[str, Any]]
Sheet = tuple[Page, Given]


@dataclass(frozen=True)
class Shape:
    """Pages of one kind, and how many of them are shown."""

    name: str
    shown: int
    sheets: tuple[Sheet, ...]

    def examples(self, status: Status) -> list[Example]:
        """The pages that are shown: whole, or with two records of each type."""
        sheets = self.sheets[: self.shown]
        if status == "partial":
            sheets = tuple((page, _first_two(records)) for page, records in sheets)
        return [Example.from_values(page, records, status=status) for page, records in sheets]

    @property
    def unseen(self) -> list[Page]:
        """The pages that are not shown."""
        return [page for page, _ in self.sheets[self.shown :]]

    @property
    def wanted(self) -> list[Given]:
        """The records of the pages that are not shown; a link is read as the page writes it."""
        return [[_as_written(record) for record in records] for _, records in self.sheets[self.shown :]]


def _first_two(records: Given) -> Given:
    types = [record.get("type") for record in records]
    return [record for at, record in enumerate(records) if types[:at].count(types[at]) < 2]


def _as_written(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value.removeprefix(SITE) if name == "link" else value for name, value in record.items()}


def tag(name: str, *inside: str, **attributes: str) -> str:
    """An element."""
    said = "".join(f' {key.rstrip("_")}="{value}"' for key, value in attributes.items())
    return f"<{name}{said}>{''.join(inside)}</{name}>"


def each(rows: Iterable[Any], shown: Callable[..., str]) -> str:
    """One piece after the other."""
    return "\n".join(shown(*row) if isinstance(row, tuple) else shown(row) for row in rows)


def page(*body: str, url: str | None = None) -> Page:
    """A page with the usual things around what matters."""
    menu = tag("nav", tag("a", "Home", href="/"), " ", tag("a", "About", href="/about"))
    inside = "\n".join(["<h1>Our shop</h1>", menu, *body, '<p class="foot">Bye now</p>'])
    return Page(f"<!doctype html><html><head><title>Shop</title></head><body>\n{inside}\n</body></html>\n", url=url)


def typed(kind: str, records: Iterable[dict[str, Any]]) -> Given:
    """Records of a named type."""
    return [{"type": kind, "record": record} for record in records]


def shape(name: str, sheet: Callable[..., Sheet], *data: Sequence[Any], shown: int = 1) -> Shape:
    """A shape from its way to make a page and the data of each page."""
    return Shape(name, shown, tuple(sheet(*one) for one in data))


def single(title: str, author: str, year: str) -> Sheet:
    rows = each(
        [("Author", author), ("Year", year)], lambda label, value: tag("tr", tag("th", label), tag("td", value))
    )
    return page(tag("h2", title), tag("table", rows)), [{"title": title, "author": author, "year": year}]


def plain_list(*rows: tuple[str, str]) -> Sheet:
    items = each(rows, lambda title, year: tag("li", tag("b", title), " ", tag("i", year)))
    return page(tag("ul", items)), [{"title": title, "year": year} for title, year in rows]


def optional_last(*rows: tuple[str, str | None]) -> Sheet:
    items = each(
        rows, lambda title, price: tag("li", tag("b", title), tag("i", price, class_="price") if price else "")
    )
    return page(tag("ul", items)), [{"title": title, "price": price} for title, price in rows]


def optional_first(*rows: tuple[str | None, str, str]) -> Sheet:
    items = each(
        rows,
        lambda badge, title, price: tag("li", tag("em", badge) if badge else "", tag("b", title), " ", tag("i", price)),
    )
    return page(tag("ul", items)), [{"badge": badge, "title": title, "price": price} for badge, title, price in rows]


def many(*rows: tuple[str, list[str]]) -> Sheet:
    items = each(rows, lambda title, tags: tag("li", tag("b", title), " ", each(tags, lambda one: tag("a", one))))
    return page(tag("ul", items)), [{"title": title, "tags": tags} for title, tags in rows]


def many_on_detail(title: str, tags: list[str]) -> Sheet:
    items = each(tags, lambda one: tag("li", one))
    return page(tag("h2", title), tag("ul", items, class_="tags")), [{"title": title, "tags": tags}]


def many_and_optional(*rows: tuple[str, str | None, list[str]]) -> Sheet:
    items = each(
        rows,
        lambda title, old, tags: tag(
            "li", tag("b", title), tag("s", old) if old else "", " ", each(tags, lambda one: tag("a", one))
        ),
    )
    return page(tag("ul", items)), [{"title": title, "old": old, "tags": tags} for title, old, tags in rows]


def many_in_one_text(*rows: tuple[str, list[str]]) -> Sheet:
    items = each(rows, lambda title, authors: tag("li", tag("b", title), " by ", ", ".join(authors), "."))
    return page(tag("ul", items)), [{"title": title, "authors": authors} for title, authors in rows]


Review = tuple[str, str | None]


def _reviews(reviews: list[Review]) -> str:
    return each(reviews, lambda by, text: tag("li", tag("i", by), tag("q", text) if text else ""))


def _given_reviews(reviews: list[Review]) -> Given:
    return [{"by": by, "text": text} for by, text in reviews]


def nested(*rows: tuple[str, list[Review]]) -> Sheet:
    books = each(rows, lambda title, reviews: tag("div", tag("h3", title), tag("ul", _reviews(reviews)), class_="book"))
    return page(books), [{"title": title, "reviews": _given_reviews(reviews)} for title, reviews in rows]


def nested_on_detail(title: str, year: str, reviews: list[Review]) -> Sheet:
    shown = page(tag("h2", title), tag("p", "Year: ", tag("b", year)), tag("ul", _reviews(reviews), class_="reviews"))
    return shown, [{"title": title, "year": year, "reviews": _given_reviews(reviews)}]


def nested_twice(*rows: tuple[str, list[tuple[str, list[str]]]]) -> Sheet:
    def book(title: str, names: list[str]) -> str:
        return tag("div", tag("h3", title), tag("ul", each(names, lambda by: tag("li", by))))

    genres = each(rows, lambda genre, books: tag("section", tag("h2", genre), each(books, book)))
    return page(genres), [
        {
            "genre": genre,
            "books": [{"title": title, "reviews": [{"by": by} for by in names]} for title, names in books],
        }
        for genre, books in rows
    ]


def _links(rows: Sequence[tuple[str, str]]) -> str:
    return tag("ul", each(rows, lambda title, number: tag("li", tag("a", title, href=f"/b/{number}.html"))))


def link(*rows: tuple[str, str]) -> Sheet:
    return page(_links(rows)), [{"title": title, "link": f"/b/{number}.html"} for title, number in rows]


def whole_link(*rows: tuple[str, str]) -> Sheet:
    """The link is given with the site's address, which the page leaves out."""
    given = [{"title": title, "link": f"{SITE}/b/{number}.html"} for title, number in rows]
    return page(_links(rows), url=f"{SITE}/list"), given


def image(title: str, number: str) -> Sheet:
    shown = f'<p><img class="cover" src="/img/{number}.png" alt="cover"></p>'
    return page(tag("h2", title), shown), [{"title": title, "cover": f"/img/{number}.png"}]


def part(*rows: tuple[str, str]) -> Sheet:
    items = each(rows, lambda title, price: tag("li", tag("b", title), " ", tag("span", f"Price: ${price} only")))
    return page(tag("ul", items)), [{"title": title, "price": price} for title, price in rows]


def part_on_detail(title: str, year: str) -> Sheet:
    return page(tag("h2", title), tag("p", f"Published in {year} by us")), [{"title": title, "year": year}]


def over_nodes(*rows: tuple[str, str, str]) -> Sheet:
    items = each(
        rows,
        lambda title, first, last: tag(
            "li", tag("b", title), " ", tag("span", tag("i", first), " ", tag("u", last), class_="by")
        ),
    )
    return page(tag("ul", items)), [{"title": title, "author": f"{first} {last}"} for title, first, last in rows]


def over_lines(name: str, lines: list[str]) -> Sheet:
    shown = page(tag("h2", name), tag("div", "<br>".join(lines), class_="address"))
    return shown, [{"name": name, "address": " ".join(lines)}]


def in_two_rows(*rows: tuple[str, str, str]) -> Sheet:
    items = each(
        rows,
        lambda title, author, year: (
            tag("tr", tag("td", title)) + tag("tr", tag("td", tag("i", author), " ", tag("b", year)))
        ),
    )
    return page(tag("table", items)), [{"title": title, "author": author, "year": year} for title, author, year in rows]


def two_lists(books: list[tuple[str, str]], authors: list[tuple[str, str]]) -> Sheet:
    """Every author occurs in both lists."""
    listed = each(books, lambda title, author: tag("li", tag("b", title), " by ", tag("span", author)))
    rows = each(authors, lambda name, born: tag("tr", tag("td", name), tag("td", born)))
    given = typed("book", ({"title": title, "author": author} for title, author in books))
    given += typed("author", ({"name": name, "born": born} for name, born in authors))
    return page(tag("ul", listed), tag("h2", "Authors"), tag("table", rows)), given


def detail_and_list(title: str, year: str, others: list[tuple[str, str]]) -> Sheet:
    """A book, and a list of others."""
    items = each(others, lambda name, price: tag("li", tag("a", name), " ", tag("i", price)))
    given = typed("book", [{"title": title, "year": year}])
    given += typed("related", ({"title": name, "price": price} for name, price in others))
    shown = page(tag("h2", title), tag("p", "Year: ", tag("b", year)), tag("h3", "Related"), tag("ul", items))
    return shown, given


def _offers(rows: list[tuple[str, str]]) -> str:
    return tag("ul", each(rows, lambda title, price: tag("li", tag("b", title), " ", tag("i", price))))


def _given_offers(best: list[tuple[str, str]], new: list[tuple[str, str]]) -> Given:
    given = typed("best", ({"title": title, "price": price} for title, price in best))
    return given + typed("new", ({"title": title, "price": price} for title, price in new))


def same_markup(best: list[tuple[str, str]], new: list[tuple[str, str]]) -> Sheet:
    """Two lists that differ only in their headings."""
    shown = page(tag("h2", "Best sellers"), _offers(best), tag("h2", "New"), _offers(new))
    return shown, _given_offers(best, new)


def same_markup_named(best: list[tuple[str, str]], new: list[tuple[str, str]]) -> Sheet:
    """Two lists that differ only in the names of their containers."""
    shown = page(tag("div", _offers(best), id="best"), tag("div", _offers(new), id="new"))
    return shown, _given_offers(best, new)


def interleaved(*rows: tuple[str, str]) -> Sheet:
    """Records of two types in turn."""
    items = each(rows, lambda title, name: tag("tr", tag("td", title, class_="b"), tag("td", name, class_="a")))
    pairs = ((typed("book", [{"title": title}]), typed("author", [{"name": name}])) for title, name in rows)
    return page(tag("table", items)), [record for pair in pairs for one in pair for record in one]


OFFERS = [
    ([("Emma", "$5"), ("Kim", "$7"), ("Ulysses", "$8")], [("Dune", "$9"), ("She", "$4")]),
    ([("Watt", "$3"), ("Molloy", "$6")], [("Vathek", "$2"), ("Nana", "$11"), ("Zadig", "$12")]),
    ([("Candide", "$13")], [("Rasselas", "$14"), ("Evelina", "$15")]),
    ([("Cecilia", "$16"), ("Camilla", "$17"), ("Pamela", "$18")], [("Clarissa", "$19")]),
]
NUMBERED = [[("Emma", "12"), ("Kim", "77"), ("Ulysses", "13")], [("Dune", "98"), ("She", "35"), ("Watt", "61")]]
REVIEWED: list[list[tuple[str, list[Review]]]] = [
    [
        ("Emma", [("Ann", "good"), ("Bob", "fine")]),
        ("Kim", [("Cy", "dull")]),
        ("Ulysses", [("Di", "wise"), ("Ed", "slow")]),
    ],
    [("Dune", [("Gus", "dry")]), ("She", [("Hal", "odd"), ("Ida", "fun"), ("Jo", "neat")])],
]
SOME_REVIEWED: list[list[tuple[str, list[Review]]]] = [
    [("Emma", [("Ann", "good"), ("Bob", "fine")]), ("Kim", []), ("Ulysses", [("Di", "wise")])],
    [("Dune", []), ("She", [("Hal", "odd"), ("Ida", "fun")])],
]
BRIEFLY_REVIEWED: list[list[tuple[str, list[Review]]]] = [
    [
        ("Emma", [("Ann", "good"), ("Bob", None)]),
        ("Kim", [("Cy", None)]),
        ("Ulysses", [("Di", "wise"), ("Ed", "slow")]),
    ],
    [("Dune", [("Gus", None), ("Flo", "dry")]), ("She", [("Hal", "odd"), ("Ida", None)])],
]

SHAPES = (
    shape(
        "single",
        single,
        ("Emma", "Jane Austen", "1815"),
        ("Kim", "Rudyard Kipling", "1901"),
        ("Dune", "Frank Herbert", "1965"),
        ("She", "Rider Haggard", "1887"),
        shown=2,
    ),
    shape(
        "list",
        plain_list,
        [("Emma", "1815"), ("Kim", "1901"), ("Ulysses", "1922")],
        [("Dune", "1965"), ("She", "1887"), ("Watt", "1953"), ("Molloy", "1951")],
    ),
    shape(
        "optional-last",
        optional_last,
        [("Emma", "$15"), ("Kim", None), ("Ulysses", "$17")],
        [("Dune", None), ("She", "$87"), ("Watt", None), ("Molloy", "$51")],
    ),
    shape(
        "optional-first",
        optional_first,
        [("New", "Emma", "$15"), (None, "Kim", "$9"), ("Sale", "Ulysses", "$17")],
        [(None, "Dune", "$8"), ("New", "She", "$87"), (None, "Watt", "$5"), ("Sale", "Molloy", "$51")],
    ),
    shape(
        "many",
        many,
        [("Emma", ["novel", "love"]), ("Kim", ["travel"]), ("Ulysses", ["sea", "wit", "bath"])],
        [("Dune", ["space", "sand"]), ("She", ["africa"]), ("Watt", ["odd", "dry", "long", "sad"])],
    ),
    shape(
        "many-on-detail",
        many_on_detail,
        ("Emma", ["novel", "love"]),
        ("Kim", ["travel"]),
        ("Dune", ["space", "sand", "epic"]),
        ("She", ["africa"]),
        shown=2,
    ),
    shape(
        "many-and-optional",
        many_and_optional,
        [
            ("Emma", "$9", ["novel", "love"]),
            ("Kim", None, ["travel"]),
            ("Ulysses", None, []),
            ("Nana", "$4", ["paris"]),
        ],
        [("Dune", None, ["space", "sand"]), ("She", "$3", []), ("Watt", None, ["odd", "dry", "long", "sad"])],
    ),
    shape(
        "many-in-one-text",
        many_in_one_text,
        [
            ("Emma", ["Jane Austen"]),
            ("Omens", ["Neil Gaiman", "Terry Pratchett"]),
            ("Romance", ["Joe Conrad", "F Ford"]),
        ],
        [("Dune", ["Frank Herbert"]), ("Picnic", ["Arkady S", "Boris S"])],
    ),
    shape("nested", nested, *REVIEWED),
    shape("nested-or-none", nested, *SOME_REVIEWED),
    shape("nested-optional", nested, *BRIEFLY_REVIEWED),
    shape(
        "nested-on-detail",
        nested_on_detail,
        ("Emma", "1815", [("Ann", "good"), ("Bob", "fine")]),
        ("Kim", "1901", [("Cy", "dull")]),
        ("Dune", "1965", [("Di", "dry"), ("Ed", "long"), ("Flo", "odd")]),
        ("She", "1887", [("Gus", "fun")]),
        shown=2,
    ),
    shape(
        "nested-twice",
        nested_twice,
        [
            ("Novel", [("Emma", ["Ann", "Bob"]), ("Kim", ["Cy"])]),
            ("Play", [("Lear", ["Di"]), ("Faust", ["Ed", "Flo"])]),
        ],
        [("Poem", [("Howl", ["Gus", "Hal"])]), ("Essay", [("Walden", ["Ida"]), ("Nature", ["Jo", "Kit"])])],
    ),
    shape("link", link, *NUMBERED),
    shape("whole-link", whole_link, *NUMBERED),
    shape("image", image, ("Emma", "12"), ("Kim", "77"), ("Dune", "98"), ("She", "35"), shown=2),
    shape(
        "part", part, [("Emma", "15"), ("Kim", "9"), ("Ulysses", "17")], [("Dune", "8"), ("She", "87"), ("Watt", "105")]
    ),
    shape(
        "part-on-detail",
        part_on_detail,
        ("Emma", "1815"),
        ("Kim", "1901"),
        ("Dune", "1965"),
        ("She", "1887"),
        shown=2,
    ),
    shape(
        "over-nodes",
        over_nodes,
        [("Emma", "Jane", "Austen"), ("Kim", "Rudyard", "Kipling"), ("Evelina", "Fanny", "Burney")],
        [("Dune", "Frank", "Herbert"), ("She", "Rider", "Haggard")],
    ),
    shape(
        "over-lines",
        over_lines,
        ("Emma", ["12 High St", "Bath"]),
        ("Kim", ["3 Mall Rd", "Lahore"]),
        ("Dune", ["1 Dune Way", "Arrakeen"]),
        ("She", ["9 Cave Ln", "Kor", "Africa"]),
        shown=2,
    ),
    shape(
        "in-two-rows",
        in_two_rows,
        [("Emma", "Jane", "1815"), ("Kim", "Rudyard", "1901"), ("Ulysses", "James", "1922")],
        [("Dune", "Frank", "1965"), ("She", "Rider", "1887")],
    ),
    shape(
        "two-lists",
        two_lists,
        (
            [("Emma", "Jane Austen"), ("Kim", "Rudyard Kipling"), ("Persuasion", "Jane Austen")],
            [("Jane Austen", "1775"), ("Rudyard Kipling", "1865")],
        ),
        (
            [("Dune", "Frank Herbert"), ("She", "Rider Haggard"), ("Watt", "Samuel Beckett")],
            [("Frank Herbert", "1920"), ("Rider Haggard", "1856"), ("Samuel Beckett", "1906")],
        ),
    ),
    shape(
        "detail-and-list",
        detail_and_list,
        ("Emma", "1815", [("Kim", "$9"), ("She", "$7")]),
        ("Kim", "1901", [("Dune", "$5"), ("Watt", "$4"), ("Emma", "$15")]),
        ("Dune", "1965", [("She", "$7"), ("Emma", "$15"), ("Watt", "$4")]),
        ("She", "1887", [("Emma", "$15")]),
        shown=2,
    ),
    shape("same-markup", same_markup, *OFFERS, shown=2),
    shape("same-markup-named", same_markup_named, *OFFERS),
    shape(
        "interleaved",
        interleaved,
        [("Emma", "Jane"), ("Kim", "Rudyard"), ("Ulysses", "James")],
        [("Dune", "Frank"), ("She", "Rider")],
    ),
)
