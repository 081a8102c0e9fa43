"""Every learner of the project, each with something to learn: the contract suite runs all of them.

A new learner adds one ``Case``: a name, the learner, examples it must be able to learn from, and unseen pages with the
records it must find there.
"""

import json
from dataclasses import dataclass

from unweave.choose.auto import Auto
from unweave.combined import PerField, PerType, UnderHeading
from unweave.delimiters import HLRT, HOCLRT, LR, MLR, NHLRT, NLR, OCLR
from unweave.embedded import DiscoverData, Embedded
from unweave.labels import FromRecognizers, of_kind
from unweave.page import Page
from unweave.records import Example
from unweave.rules import Rules
from unweave.templates import Discover, DiscoverList, Exalg, LabelledColumns
from unweave.trees import KL
from unweave.wrapper import Learner


@dataclass(frozen=True)
class Case:
    """A learner, what it is shown, and what it must find on pages it has not seen."""

    name: str
    learner: Learner
    examples: tuple[Example, ...]
    unseen: tuple[tuple[Page, list[dict[str, object]]], ...]


def countries(*rows: tuple[str, str], name: str) -> tuple[Page, list[dict[str, object]]]:
    """A page of countries and their codes with nothing to distract, and its records."""
    lines = "".join(f"<B>{country}</B> <I>{code}</I><BR>\n" for country, code in rows)
    page = Page(f"<HTML><TITLE>Codes</TITLE><BODY>\n{lines}</BODY></HTML>", name=name)
    return page, [{"country": country, "code": code} for country, code in rows]


SHOWN = countries(("Congo", "242"), ("Egypt", "20"), ("Belize", "501"), name="shown.html")
UNSEEN = (
    countries(("Spain", "34"), name="one.html"),
    countries(("Côte d&#39;Ivoire", "225"), ("Fiji", "679"), name="two.html"),
    countries(name="none.html"),
)


def _readable(case: tuple[Page, list[dict[str, object]]]) -> tuple[Page, list[dict[str, object]]]:
    page, records = case
    return page, [{name: str(value).replace("&#39;", "'") for name, value in record.items()} for record in records]


COUNTRIES = (Example.from_values(*SHOWN),)
CODES = (Example.from_values(SHOWN[0], [{"code": record["code"]} for record in SHOWN[1]]),)
CODES_UNSEEN = tuple((page, [{"code": record["code"]} for record in records]) for page, records in UNSEEN)
COUNTRIES_UNSEEN = tuple(_readable(case) for case in UNSEEN)


def book(*rows: tuple[str, str], name: str) -> Page:
    """A page about one book, whose rows come and go."""
    lines = "".join(f"<tr><th>{label}<td>{value}" for label, value in rows)
    return Page(f"<html><body><h1>A book</h1><table>{lines}</table></body></html>", name=name)


BOOK = (
    Example.from_values(book(("Brand", "Acme"), ("Price", "$5"), ("Year", "1815"), name="b.html"), [{"price": "$5"}]),
)
BOOK_UNSEEN: tuple[tuple[Page, list[dict[str, object]]], ...] = (
    (book(("Price", "$7"), ("Year", "1815"), name="b1.html"), [{"price": "$7"}]),
    (book(("Author", "Ann"), ("Brand", "Bolt"), ("Price", "$9"), name="b2.html"), [{"price": "$9"}]),
)


def sold(*rows: tuple[str, str], name: str) -> tuple[Page, list[dict[str, object]]]:
    """A page about one thing that is sold, and what there is to discover on it."""
    lines = "".join(f"<tr><th>{label}:</th><td>{value}</td></tr>" for label, value in rows)
    page = Page(f"<html><body><h1>For sale</h1><table>{lines}</table><p>Buy now</p></body></html>", name=name)
    return page, [{label.lower(): value for label, value in rows}]


SALES = [
    sold(("Brand", brand), ("Price", price), ("Year", year), name=f"{brand}.html")
    for brand, price, year in [
        ("Acme", "$5", "1815"),
        ("Bolt", "$7", "1816"),
        ("Cole", "$9", "1817"),
        ("Dent", "$8", "1818"),
    ]
]
SALES_UNSEEN = (sold(("Brand", "Eden"), ("Price", "$2"), ("Year", "1900"), name="new.html"),)
NUMBERED = tuple(
    (page, [{f"a{at}": value for at, value in enumerate(record.values(), 1)} for record in records])
    for page, records in SALES_UNSEEN
)
TEMPLATE = (
    Example.from_values(SALES[0][0], [{"cost": "$5"}]),
    *(Example(page) for page, _ in SALES[1:]),
)
TEMPLATE_UNSEEN: tuple[tuple[Page, list[dict[str, object]]], ...] = ((SALES_UNSEEN[0][0], [{"cost": "$2"}]),)


def post(by: str, text: str) -> Page:
    """A page of another template than those of what is sold."""
    return Page(f"<dl class=post><dt>By:<dd>{by}<dt>Text:<dd>{text}</dl><p>Reply", name=f"{by}.html")


POSTS = [post(*said) for said in (("Ann", "good"), ("Bob", "fine"), ("Cy", "dull"), ("Di", "odd"), ("Ed", "long"))]
MIXED_UNSEEN: tuple[tuple[Page, list[dict[str, object]]], ...] = (
    (post("Flo", "dry"), [{"by": "Flo", "text": "dry", "brand": None, "price": None, "year": None}]),
)
DETAILS = tuple(Example.from_values(page, records) for page, records in SALES[:3])
DETAILS_UNSEEN = (SALES[3], *SALES_UNSEEN)
LISTED = Page(
    "<ul><li><a href=/1>Emma</a> <i>1815</i><li><a href=/2>Kim</a><li><a href=/3>Dune</a> <i>1965</i></ul>",
    name="list.html",
)
LISTED_UNSEEN: tuple[tuple[Page, list[dict[str, object]]], ...] = (
    (
        Page("<ul>" + "".join(f"<li><a href=/{n}>No {n}</a> <i>{n}</i>" for n in (4, 5, 6)) + "</ul>", name="new.html"),
        [{"a": f"No {n}", "link": f"/{n}", "i": str(n)} for n in (4, 5, 6)],
    ),
)


def framed(case: tuple[Page, list[dict[str, object]]]) -> tuple[Page, list[dict[str, object]]]:
    """The same page with things in its head and its tail that look like countries."""
    page, records = case
    source = page.source.replace("<BODY>\n", "<BODY>\n<B>Codes</B><P>\n").replace("</BODY>", "<HR><B>End</B></BODY>")
    return Page(source, name=page.name), records


FRAMED = (Example.from_values(*framed(SHOWN)),)
FRAMED_UNSEEN = tuple(_readable(framed(case)) for case in UNSEEN)


def shelf(*books: tuple[str, list[str]], name: str) -> tuple[Page, list[dict[str, object]]]:
    """A page of books and who reviewed them, and its records."""
    lines = "".join(f"<H2>{title}</H2>{''.join(f'<LI>{by}</LI>' for by in reviewers)}\n" for title, reviewers in books)
    page = Page(f"<HTML><BODY>\n{lines}</BODY></HTML>", name=name)
    return page, [{"title": title, "reviews": [{"by": by} for by in reviewers]} for title, reviewers in books]


SHELF = (Example.from_values(*shelf(("Emma", ["Ann", "Bob"]), ("Kim", []), ("Dune", ["Cy"]), name="shelf.html")),)
SHELF_UNSEEN = (shelf(("Ulysses", []), ("Molloy", ["Di", "Ed", "Flo"]), name="other.html"),)


def offers(*rows: tuple[str, str | None], name: str) -> tuple[Page, list[dict[str, object]]]:
    """A page of titles of which not all have a price, and its records."""
    lines = "".join(f"<LI><B>{title}</B>{f'<I>{price}</I>' if price else ''}</LI>\n" for title, price in rows)
    page = Page(f"<HTML><BODY>\n{lines}</BODY></HTML>", name=name)
    return page, [{"title": title, "price": price} for title, price in rows]


OFFERS = (Example.from_values(*offers(("Emma", "$5"), ("Kim", None), ("Dune", "$9"), name="offers.html")),)
OFFERS_UNSEEN = (offers(("Ulysses", None), ("Molloy", "$3"), ("Watt", None), name="more.html"),)


def shop(books: list[str], authors: list[str], name: str) -> tuple[Page, list[dict[str, object]]]:
    """A page with two independent lists, and the records of both."""
    titles = "".join(f"<LI>{title}</LI>\n" for title in books)
    names = "".join(f"<TD>{author}</TD>\n" for author in authors)
    page = Page(f"<HTML><BODY><UL>\n{titles}</UL><TABLE><TR>\n{names}</TABLE></BODY></HTML>", name=name)
    given: list[dict[str, object]] = [{"type": "book", "record": {"title": title}} for title in books]
    return page, given + [{"type": "author", "record": {"name": author}} for author in authors]


SHOP = (Example.from_values(*shop(["Emma", "Kim"], ["Jane", "Rudyard", "Ann"], name="shop.html")),)
SHOPS_UNSEEN: tuple[tuple[Page, list[dict[str, object]]], ...] = (
    (shop(["Dune"], ["Frank"], name="new.html")[0], [{"title": "Dune"}, {"name": "Frank"}]),
    (shop([], ["Ed", "Flo"], name="no-books.html")[0], [{"name": "Ed"}, {"name": "Flo"}]),
)


def halves(best: list[str], new: list[str], name: str) -> tuple[Page, list[dict[str, object]]]:
    """A page with two lists that only their headings tell apart, and the records of the first."""
    lists = [f"<H2>{word}</H2>\n" + "".join(f"<LI>{title}</LI>\n" for title in titles)
             for word, titles in (("Best", best), ("New", new))]  # fmt: skip
    return Page(f"<HTML><BODY>\n{''.join(lists)}</BODY></HTML>", name=name), [{"title": title} for title in best]


HALVES = (Example.from_values(*halves(["Emma", "Kim"], ["Dune"], name="halves.html")),)
HALVES_UNSEEN = (halves(["She"], ["Watt", "Molloy"], name="new.html"), halves([], ["Nana"], name="none.html"))


def state(*books: tuple[str, str | None, list[str]], name: str) -> tuple[Page, list[dict[str, object]]]:
    """A page whose books are only in the state that a script has, and its records."""
    items = [{"kind": "book", "title": title, "offer": {"price": price}, "tags": tags} for title, price, tags in books]
    data = json.dumps({"store": {"items": [{"kind": "advert", "text": "Buy now"}, *items]}}).replace("</", "<\\/")
    page = Page(f"<html><body><div id=app></div><script>window.STATE = {data};go()</script></body></html>", name=name)
    return page, [{"title": title, "price": price, "tags": tags} for title, price, tags in books]


STATE = (Example.from_values(*state(("Caf\xe9", "5.5", ["new"]), ("</script>", None, ["a", "b"]), name="state.html")),)
STATE_UNSEEN = (state(("Kim", "7", []), ("Dune", None, ["x"]), name="more.html"), state(name="none.html"))
DATA: list[tuple[Page, list[dict[str, object]]]] = [
    (
        Page(f'<h1>{sold}</h1><script type="application/ld+json">{json.dumps(known)}</script>', name=f"{sold}.html"),
        [{"sku": sku, "tags": tags}],
    )
    for sold, sku, tags in (("Acme", "A-1", ["x", "y"]), ("Bolt", "B-7", ["z"]), ("Cole", "C-9", ["x"]))
    for known in ([{"@type": "Shop", "name": "We"}, {"@type": "Product", "sku": sku, "keywords": tags}],)
]

NAMED_BY_KEYS: tuple[tuple[Page, list[dict[str, object]]], ...] = ((DATA[2][0], [{"sku": "C-9", "keywords": ["x"]}]),)
CODES_SEEN = (of_kind("code", "integer"),)


def film(title: str, names: str, name: str) -> tuple[Page, list[dict[str, object]]]:
    """A page about a film, with its directors in one text, and its record."""
    page = Page(f"<h1>{title}</h1><p><b>Director:</b> {names}</p><p><b>Year:</b> 1999</p>", name=name)
    readable = names.replace("&amp;", "&").replace(" and ", ", ")
    return page, [{"title": title, "director": readable.split(", ") if names else []}]


FILM = (Example.from_values(*film("Up", "Ann Lee and Bob Ray", name="film.html")),)
FILM_UNSEEN = (
    film("Out", "Cy Lo, Di &amp; Sons and Ed Poe", name="three.html"),
    film("Off", "Flo Nu", name="one.html"),
)

CASES = (
    Case("lr", LR(), COUNTRIES, COUNTRIES_UNSEEN),
    Case("hlrt", HLRT(), FRAMED, FRAMED_UNSEEN),
    Case("oclr", OCLR(), COUNTRIES, COUNTRIES_UNSEEN),
    Case("hoclrt", HOCLRT(), FRAMED, FRAMED_UNSEEN),
    Case("n-lr", NLR(), SHELF, SHELF_UNSEEN),
    Case("n-hlrt", NHLRT(), SHELF, SHELF_UNSEEN),
    Case("m-lr", MLR(), OFFERS, OFFERS_UNSEEN),
    Case("per-field", PerField(LR()), COUNTRIES, COUNTRIES_UNSEEN),
    Case("per-type", PerType(LR()), SHOP, SHOPS_UNSEEN),
    Case("under-heading", UnderHeading(LR()), HALVES, HALVES_UNSEEN),
    Case("per-type-of-one", PerType(LR()), COUNTRIES, COUNTRIES_UNSEEN),
    Case("recognizers", FromRecognizers(recognizers=CODES_SEEN, learner=LR()), COUNTRIES, COUNTRIES_UNSEEN),
    Case("tree", KL(), COUNTRIES, COUNTRIES_UNSEEN),
    Case("tree-of-one-field", KL(), CODES, CODES_UNSEEN),
    Case("rules", Rules(), COUNTRIES, COUNTRIES_UNSEEN),
    Case("rules-of-records", Rules(), OFFERS, OFFERS_UNSEEN),
    Case("rules-of-one-record", Rules(), BOOK, BOOK_UNSEEN),
    Case("embedded", Embedded(), STATE, STATE_UNSEEN),
    Case("embedded-of-one-record", Embedded(), (Example.from_values(*DATA[0]),), tuple(DATA[1:])),
    Case("discover-data", DiscoverData(), tuple(Example(page) for page, _ in DATA[:2]), NAMED_BY_KEYS),
    Case("discover", Discover(), tuple(Example(page) for page, _ in SALES), SALES_UNSEEN),
    Case(
        "discover-several",
        Discover(),
        tuple(Example(page) for page in [*(page for page, _ in SALES), *POSTS]),
        MIXED_UNSEEN,
    ),
    Case("discover-list", DiscoverList(), (Example(LISTED),), LISTED_UNSEEN),
    Case("template", LabelledColumns(), TEMPLATE, TEMPLATE_UNSEEN),
    Case("auto-of-a-list", Auto(), COUNTRIES, COUNTRIES_UNSEEN),
    Case("auto-of-details", Auto(), DETAILS, DETAILS_UNSEEN),
    Case("auto-of-values-in-a-text", Auto(), FILM, FILM_UNSEEN),
    Case("exalg", Exalg(), tuple(Example(page) for page, _ in SALES), NUMBERED),
)
