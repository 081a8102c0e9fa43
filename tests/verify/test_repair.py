"""What repair promises: right or refused, the old wrapper untouched, and the history kept."""

import pytest

from unweave import Example, Page, Record, Span, check, errors, learn, repair, with_types
from unweave.delimiters import LR
from unweave.observations import profile_of
from unweave.records.typed import types_of_fields
from unweave.rules import RulesWrapper
from unweave.store import dumps, loads
from unweave.verify.accepting import check_changed
from unweave.verify.comparing import Signal
from unweave.verify.drift import FieldVerdict
from unweave.verify.repairing import learned_first
from unweave.wrapper import Wrapper, with_origin

BOOKS = [
    ("Emma", "$5.50", "1815"),
    ("Kim", "$7.20", "1901"),
    ("She", "$4.10", "1887"),
    ("Dune", "$9.30", "1965"),
    ("Vathek", "$3.80", "1786"),
    ("Middlemarch", "$6.40", "1871"),
]


def detail(number: int, row: str = "<tr><th>{label}<td>{value}") -> Page:
    title, price, year = BOOKS[number]
    rows = "".join(row.format(label=label, value=value) for label, value in (("Price:", price), ("Year:", year)))
    return Page(f"<h1>{title}</h1><table>{rows}</table><p>Free returns.</p>", name=f"{number}.html")


def rows_of(wrapper: Wrapper, pages: list[Page]) -> list[tuple[str, ...]]:
    return [tuple(record.to_dict().values()) for page in pages for record in wrapper.extract(page)]


@pytest.fixture(scope="module")
def details() -> Wrapper:
    """A wrapper for the first four pages."""
    rows = [dict(zip(("title", "price", "year"), book, strict=True)) for book in BOOKS]
    return learn([Example.from_values(detail(at), [rows[at]]) for at in range(4)])


def test_detail_pages_in_a_new_layout(details: Wrapper) -> None:
    """Labels that survived lead near the values; the new wrapper says what was done and knows the new pages."""
    pages = [detail(at, "<dl><dt><i>{label}</i><dd><small>today</small><p><u>{value}</u></p></dl>") for at in range(6)]
    assert check(details, pages).status != "ok"
    new = repair(details, pages)
    assert rows_of(new, pages) == BOOKS
    assert new.origin.history[-1].startswith("repaired: drifted on 6 pages")
    assert check(new, pages).status == "ok"
    assert loads(dumps(new)).origin == new.origin


def test_types_are_kept(details: Wrapper) -> None:
    """The fields of the new wrapper have the types of the old one."""
    pages = [detail(at, "<dl><dt><i>{label}</i><dd><small>today</small><p><u>{value}</u></p></dl>") for at in range(6)]
    new = repair(with_types(details, {"price": "money", "year": "integer"}), pages)
    assert types_of_fields(new.schema) == {"price": "money", "year": "integer"}


def test_nothing_to_repair(details: Wrapper) -> None:
    """Where the pages are ok, the wrapper itself is the answer."""
    assert repair(details, [detail(4), detail(5)]) is details


def test_pages_without_content_are_refused(details: Wrapper) -> None:
    """Nothing is learned from block pages."""
    pages = [Page("<h1>Access denied</h1><p>Please verify that you are human.", name=f"{at}.html") for at in range(4)]
    with pytest.raises(errors.CannotRepair, match="block, consent, login or error pages"):
        repair(details, pages)


def test_a_field_that_is_gone_is_refused(details: Wrapper) -> None:
    """The error names the field and a page on which its value would settle it."""
    pages = [
        Page(detail(at).source.replace("Year:", "About").replace(BOOKS[at][2], "us"), name="p.html") for at in range(6)
    ]
    with pytest.raises(errors.CannotRepair) as refused:
        repair(details, pages)
    assert (refused.value.field, refused.value.page) == ("year", "p.html")
    assert refused.value.advice == ("show its value on this page",)


LIST_PRICES = ["<td>$9{0}.90<tr><th>Price:<td>", "<td>$9{0}.90<tr><th>Today:<td>", "<td><s>$9{0}.90</s> "]


@pytest.mark.parametrize("front", LIST_PRICES, ids=["same label", "other label", "same cell"])
@pytest.mark.parametrize("name", ["{0}.html", "new-{0}.html"], ids=["known pages", "new pages"])
def test_another_price_before_the_price_is_told_or_refused(details: Wrapper, front: str, name: str) -> None:
    """The old rules read the list price now; pages of the examples tell the right one, other pages may not."""
    sources = [detail(at).source.replace("Price:<td>", f"Price:{front.format(at)}") for at in range(6)]
    pages = [Page(source, name=name.format(at)) for at, source in enumerate(sources)]
    assert check(details, pages)["price"].status == "drifted"
    try:
        new = repair(details, pages)
    except errors.CannotRepair as refused:
        assert refused.field == "price"
        assert name != "{0}.html"
    else:
        assert rows_of(new, pages) == BOOKS


def test_an_answer_settles_it(details: Wrapper) -> None:
    """A value that somebody shows on a changed page is learned from."""
    source = "<h1>{0}</h1><p>Our offer: <b>{1}</b> <s>$99.90</s></p><p>First printed <i>{2}</i>, again <i>2003</i></p>"
    pages = [Page(source.format(*book), name=f"{at}.html") for at, book in enumerate(BOOKS)]
    with pytest.raises(errors.CannotRepair):
        repair(details, pages)
    shown = [
        Example.from_values(page, [dict(zip(("title", "price", "year"), book, strict=True))])
        for page, book in zip(pages[:3], BOOKS, strict=False)
    ]
    assert rows_of(repair(details, pages, shown=shown), pages) == BOOKS


def listed(record: str, *, since: int = 1, until: int = 9) -> Page:
    records = "".join(record.format(title=f"Book number {n}", date=f"{n} March 2024") for n in range(since, until))
    return Page(f"<body><h1>New books</h1>{records}<p>Copyright</p>", name="list.html")


OLD_RECORD = "<div class=item><a class=t>{title}</a><span class=d>{date}</span></div>"


@pytest.fixture(scope="module")
def books() -> Wrapper:
    """A wrapper from two records of a list."""
    shown = [{"title": f"Book number {n}", "date": f"{n} March 2024"} for n in (1, 2)]
    return learn([Example.from_values(listed(OLD_RECORD), shown, status="partial")])


def test_a_list_with_other_classes_and_tags_needs_no_repair(books: Wrapper) -> None:
    """After classes were renamed and an element added, every record is found, not one of them."""
    new = listed("<section class=x7><div><em class=k2>{title}</em></div><div class=k3>{date}</div></section>", until=12)
    assert repair(books, [new]) is books
    assert rows_of(books, [new]) == [(f"Book number {n}", f"{n} March 2024") for n in range(1, 12)]


def test_all_records_of_a_list_come_back(books: Wrapper) -> None:
    """Other classes, other tags, and another order of the values: every record is found again."""
    new = listed("<section class=x7><p class=k3>{date}</p><div><em class=k2>{title}</em></div></section>", until=12)
    assert check(books, [new]).status == "drifted"
    assert rows_of(repair(books, [new]), [new]) == [(f"Book number {n}", f"{n} March 2024") for n in range(1, 12)]


def test_fields_that_are_still_right_keep_their_rules(details: Wrapper) -> None:
    """Only what is wrong is learned anew; the rules of the other fields are those of the old wrapper."""
    moved = "<p><i>Price:</i> <small>today</small> <u>{0}</u></p>"
    pages = [
        Page(detail(at).source.replace(f"<tr><th>Price:<td>{BOOKS[at][1]}", "") + moved.format(BOOKS[at][1]))
        for at in range(6)
    ]
    assert [one.name for one in check(details, pages).fields if one.status != "ok"] == ["price"]
    new = repair(details, pages)
    assert rows_of(new, pages) == BOOKS
    assert isinstance(new, RulesWrapper)
    assert isinstance(details, RulesWrapper)
    assert [new.of(name) == details.of(name) for name in ("title", "price", "year")] == [True, False, True]


def test_a_field_with_several_values() -> None:
    """Other tags around them and each of them are undone; which texts are its values now, one successor cannot tell."""
    rows = [{"title": title, "tags": [f"{year}s", f"{title} fans"]} for title, _, year in BOOKS]

    def page(at: int, tag: str) -> Page:
        tags = "".join(f"<{tag}>{one}</{tag}>" for one in rows[at]["tags"])
        return Page(f"<h1>{rows[at]['title']}</h1><div>{tags}</div>", name=f"{at}.html")

    wrapper = learn([Example.from_values(page(at, "i"), [rows[at]]) for at in range(4)])
    pages = [Page(page(at, "q").source.replace("div>", "nav>"), name="p.html") for at in range(6)]
    assert [record.to_dict() for one in pages for record in repair(wrapper, pages).extract(one)] == rows
    with pytest.raises(errors.CannotRepair, match="several values on a page"):
        repair(wrapper, [Page(one.source.replace("<q>", "<p>Tag: <q>"), name="p.html") for one in pages])


class Reader:
    """Stands for a wrapper that reads the price of every page but some."""

    def __init__(self, *unread: str) -> None:
        self.unread = unread

    def extract(self, page: Page) -> list[Record]:
        start = page.source.index("$")
        return [] if page.name in self.unread else [Record(page, {"price": Span(start, start + 5)})]


def test_a_few_wrong_pages_in_a_layout_that_is_new_everywhere() -> None:
    """That tags are others on all pages speaks against no value: only where values are wrong must they change."""
    signals = (Signal("tags", 6, 6, 1e-9), Signal("fill", 1, 6, 1e-5))
    wrong = [FieldVerdict("price", "drifted", 0.9, signals=signals)]
    old, new, pages = Reader("5.html"), Reader(), [detail(at) for at in range(6)]
    check_changed(old, new, pages, wrong)  # type: ignore[arg-type]
    with pytest.raises(errors.CannotRepair, match="is what is read now"):
        check_changed(old, old, pages, wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("is_told", [True, False], ids=["told", "not told"])
def test_values_that_pages_tell_are_right_where_they_are_read_as_before(is_told: bool) -> None:
    """One page is read otherwise, though rules objected on all: enough only where each page says its value twice."""

    def page(title: str, first: str) -> Page:
        head = f"<title>{title}, a book</title>" if is_told else ""
        return Page(f"{head}<h1>{first}</h1><h2>{title}</h2>", name=title)

    titles = [book[0] for book in BOOKS]
    good = [page(title, title) for title in titles]
    old, new = (
        LR().learn([Example.from_spans(one, [{"title": _span_in(one, tag)}], status="complete") for one in good[:2]])
        for tag in ("h1", "h2")
    )
    old = with_origin(old, site_profile=profile_of(old, good))
    pages = [*good[:5], page("Middlemarch", "Kim")]
    wrong = [FieldVerdict("title", "drifted", 0.9, signals=(Signal("vote", 6, 6, 1e-9),))]
    if is_told:
        check_changed(old, new, pages, wrong)
    else:
        with pytest.raises(errors.CannotRepair, match="is what is read now"):
            check_changed(old, new, pages, wrong)


def _span_in(page: Page, tag: str) -> tuple[int, int]:
    return page.source.index(f"<{tag}>") + len(tag) + 2, page.source.index(f"</{tag}>")


def test_a_value_that_is_missing_now_is_asked_for(details: Wrapper) -> None:
    """Every page had a price; a page of the new layout without one is named, and not passed over."""
    form = "<dl><dt><i>{label}</i><dd><small>today</small><p><u>{value}</u></p></dl>"
    sold = Page("<h1>Middlemarch</h1><p>Sold out.</p><p>Free returns.</p>", name="sold.html")
    pages = [*(detail(at, form) for at in range(5)), sold]
    with pytest.raises(errors.CannotRepair, match="find no value, though every page had one") as refused:
        repair(details, pages)
    assert (refused.value.field, refused.value.page) == ("price", "sold.html")


def test_pages_that_are_read_wrong_are_learned_from(details: Wrapper) -> None:
    """One page of the last ones has the new layout: it is learned from, though the others come first."""
    pages = [detail(at % 6) for at in range(7)]
    new = detail(5, "<dl><dt><i>{label}</i><dd><small>today</small><p><u>{value}</u></p></dl>")
    row = {"price": Span(new.source.index("$"), new.source.index("$") + 5)}
    known = [(page, {"price": Span(page.source.index("$"), page.source.index("$") + 5)}) for page in pages]
    assert learned_first(details, [*known, (new, row)], {}) == [7, *range(7)]
