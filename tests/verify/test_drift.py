"""What a check promises: quiet where nothing has changed, evidence where something has."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from unweave import Example, Gates, Page, check, dump, errors, learn, load, sharpened
from unweave.store import dumps, loads
from unweave.wrapper import Origin, Wrapper, with_origin

BOOKS = [
    ("Emma", "Jane Austen", "$5.50", "1815"),
    ("Kim", "Rudyard Kipling", "$7.20", "1901"),
    ("She", "Henry Rider Haggard", "$4.10", "1887"),
    ("Dune", "Frank Herbert", "$9.30", "1965"),
    ("Vathek", "William Beckford", "$3.80", "1786"),
    ("Middlemarch", "George Eliot", "$6.40", "1871"),
    ("Ulysses", "James Joyce", "$8.75", "1922"),
    ("Lord Jim", "Joseph Conrad", "$5.15", "1900"),
    ("Walden", "Henry David Thoreau", "$4.95", "1854"),
    ("Persuasion", "Jane Austen", "$5.05", "1817"),
    ("Jane Eyre", "Charlotte Bronte", "$6.10", "1847"),
    ("Villette", "Charlotte Bronte", "$7.30", "1853"),
]
SHOWN = 6


def book_page(number: int) -> Page:
    title, author, price, year = BOOKS[number]
    rows = f"<tr><th>Price:<td class=price>{price}<tr><th>Year:<td class=year>{year}"
    source = f"<body><div class=book><h1>{title}</h1><p class=by>by <i>{author}</i></p><table>{rows}</table></div>"
    return Page(f"{source}<p>Free returns within 30 days.</p>", name=f"{number}.html")


PAGES = [book_page(number) for number in range(len(BOOKS))]
NEW = PAGES[SHOWN:]


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    """A wrapper that was learned from the first pages."""
    rows = [dict(zip(("title", "author", "price", "year"), book, strict=True)) for book in BOOKS]
    examples = [Example.from_values(page, [row]) for page, row in zip(PAGES[:SHOWN], rows, strict=False)]
    return learn(examples)


def changed(change: Callable[[str], str]) -> list[Page]:
    return [Page(change(page.source), name=page.name) for page in NEW]


def test_unchanged_pages_are_ok(wrapper: Wrapper) -> None:
    """New pages of the same layout are ok, all together and one by one; every field has its verdict."""
    verdict = check(wrapper, NEW)
    assert (verdict.status, verdict.pages, verdict.records, verdict.good_pages) == ("ok", 6, 6, 6)
    assert {one.name: one.status for one in verdict.fields} == dict.fromkeys(("title", "author", "price", "year"), "ok")
    assert [check(wrapper, [page]).status for page in NEW] == ["ok"] * len(NEW)


def test_a_field_that_is_gone(wrapper: Wrapper) -> None:
    """Where a field has no values any more, it is drifted, and the others are not."""
    verdict = check(
        wrapper, changed(lambda source: source.replace("<tr><th>Year:", "<!--").replace("</table>", "--></table>"))
    )
    assert verdict.status == verdict["year"].status == "drifted"
    assert "6 of 6 records have no value; before 0 of 6" in verdict["year"].evidence
    assert verdict["title"].status == verdict["price"].status == "ok"


@pytest.mark.parametrize(("gone", "status"), [(1, "ok"), (3, "suspicious"), (6, "drifted")])
def test_one_missing_value_is_no_drift(wrapper: Wrapper, gone: int, status: str) -> None:
    """A value that one of several pages lacks is an exception; a change of the layout takes more of them."""
    without = [Page(re.sub("<tr><th>Year:.*?(?=</table>)", "", page.source), name=page.name) for page in NEW[:gone]]
    assert check(wrapper, [*without, *NEW[gone:]])["year"].status == status


def test_values_that_look_different(wrapper: Wrapper) -> None:
    """A field that is full, but of something else, is drifted; the evidence says what the values look like now."""
    verdict = check(wrapper, changed(lambda source: source.replace("class=price>$", "class=price>in stock: ")))
    price = verdict["price"]
    assert price.status == "drifted"
    assert "6 of 6 values now look like text; before mostly a price" in price.evidence
    assert (price.examples[0], price.usual[0]) == ("in stock: 8.75", "$5.50")


def test_cosmetic_changes_are_ok(wrapper: Wrapper) -> None:
    """Other classes and another element around the content are no drift as long as the values are read right."""
    renamed = changed(lambda source: source.replace("class=by", "class=p7").replace("class=book", "class=b3"))
    inside = changed(lambda source: source.replace("<body>", "<body><main>"))
    assert [check(wrapper, pages).status for pages in (renamed, inside)] == ["ok", "ok"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("<h1>Before you continue</h1><p>We use cookies.</p><button>Accept</button>", "barrier"),
        ("<h1>404 Not Found</h1>", "barrier"),
        ("<h1>Our shops</h1><ul><li>London<li>Leeds</ul>", "type"),
    ],
)
def test_other_pages_instead(wrapper: Wrapper, text: str, kind: str) -> None:
    """Pages without records are drift, and the verdict says what kind of pages they are."""
    pages = [Page(f"<body>{text}", name=page.name) for page in NEW]
    verdict = check(wrapper, pages)
    assert (verdict.status, verdict.page_kinds) == ("drifted", {kind: 6})


def test_a_block_page_among_good_ones_is_suspicious(wrapper: Wrapper) -> None:
    """The layout has not changed, so it is not drifted; but something is missing, so it is not ok."""
    verdict = check(wrapper, [*NEW[:3], Page("<body><p>404 Not Found</p>", name="p9.html")])
    assert (verdict.status, verdict.page_kinds) == ("suspicious", {"content": 3, "barrier": 1})


def test_gates(wrapper: Wrapper) -> None:
    """A gate that does not hold makes the verdict drifted, whatever the profile says; gates live in the file."""
    gates = Gates(fill={"price": 0.95}, records=10, change=0.3)
    assert check(wrapper, NEW, gates=gates).gates == ("6 records; the gate is 10",)
    stored = loads(dumps(with_origin(wrapper, gates=gates)))
    assert check(stored, NEW).status == "drifted"
    assert check(stored, [*NEW, *NEW]).status == "ok"
    with pytest.raises(errors.BadInput, match="there is no field 'cost'"):
        check(wrapper, NEW, gates=Gates(fill={"cost": 0.5}))


def test_a_sharpened_profile(wrapper: Wrapper) -> None:
    """Good pages sharpen the profile: a new wrapper, equal to the old one, that knows more pages and says so."""
    sharper = sharpened(wrapper, NEW)
    assert sharper == wrapper
    assert (sharper.origin.site_profile.pages, wrapper.origin.site_profile.pages) == (12, 6)
    assert sharper.origin.history[-1] == "profile: 6 good pages were added"
    assert sharper.origin.site_profile.fields["price"].features["kind"].seen == {"price": 12}
    assert loads(dumps(sharper)).origin.site_profile == sharper.origin.site_profile


def test_what_cannot_be_checked(wrapper: Wrapper, tmp_path: Path) -> None:
    """Without a profile, or without a page, there is nothing to compare; files of older versions still load."""
    without = with_origin(wrapper, site_profile=Origin().site_profile)
    with pytest.raises(errors.BadInput, match="no profile of good pages"):
        check(without, NEW)
    with pytest.raises(errors.BadInput, match="no page to check"):
        check(wrapper, [])
    dump(without, tmp_path / "w.json")
    old = (tmp_path / "w.json").read_text().replace('"site_profile"', '"profile"')
    (tmp_path / "w.json").write_text(old)
    assert load(tmp_path / "w.json") == wrapper


def test_the_verdict_is_the_same_whatever_the_order(wrapper: Wrapper) -> None:
    """The order of the pages has no influence on the verdict."""
    pages = changed(lambda source: source.replace("class=price>$", "class=price>in stock: "))
    assert check(wrapper, pages).probability == check(wrapper, pages[::-1]).probability


@pytest.mark.parametrize(("tag", "status"), [("td class=price", "ok"), ("td class=price><em", "suspicious")])
def test_unusual_values_count_in_new_places(wrapper: Wrapper, tag: str, status: str) -> None:
    """Two unusual values in their usual place, found by all rules, are just unusual; in a new place they are wrong."""
    unusual = changed(lambda source: source.replace("<td class=price>$", f"<{tag}>about "))[:2]
    assert check(wrapper, [*unusual, *NEW[2:]])["price"].status == status


def test_long_values_are_ok(wrapper: Wrapper) -> None:
    """Names that are twice as long as any before are names; how long a value is says nothing of the layout."""
    long = changed(lambda source: re.sub(r"<i>(\w)", r"<i>Maximiliana Bartholomea Featherstonehaugh \1", source))
    assert check(wrapper, long)["author"].status == "ok"


def book_list(start: int) -> Page:
    rows = "".join(f"<li><b>{title}</b> <i>{price}</i>" for title, _, price, _ in BOOKS[start : start + 4])
    return Page(f"<ul>{rows}</ul>", name=f"{start}.html")


def test_a_similar_text_beside_each_value() -> None:
    """All that is read looks right, but each record has another text that it could be: the evidence says so."""
    shown = [{"title": title, "price": price} for title, _, price, _ in BOOKS[:4]]
    wrapper = learn([Example.from_values(book_list(0), shown, status="complete")])
    assert check(wrapper, [book_list(4), book_list(8)]).status == "ok"
    similar = [Page(book_list(start).source.replace("<i>", "<i>$3.95</i> <i>")) for start in (4, 8)]
    verdict = check(wrapper, similar)
    assert verdict.status == verdict["price"].status == "drifted"
    assert "6 of 6 values have more texts beside them that look the same than before" in verdict["price"].evidence


@pytest.mark.parametrize("words", ["In stock", "Ask us"])
def test_half_of_the_values_turn_into_words(wrapper: Wrapper, words: str) -> None:
    """Words in the usual place of half of the prices are noticed, on six pages."""
    prices = [page.source if at % 2 else re.sub(r"\$[\d.]+", words, page.source) for at, page in enumerate(NEW)]
    verdict = check(wrapper, [Page(source, name=str(at)) for at, source in enumerate(prices)])
    assert {one.name: one.status == "ok" for one in verdict.fields} == {
        "title": True, "author": True, "price": False, "year": True,
    }  # fmt: skip


def test_the_same_value_everywhere_is_noticed(wrapper: Wrapper) -> None:
    """Titles that are all the same are not ok, though they look like titles; a page that is given twice is."""
    same = [Page(re.sub(r"<h1>[^<]*", "<h1>Villette", page.source), name=page.name) for page in NEW]
    assert check(wrapper, same)["title"].evidence[0] == "5 of 6 values are the same as another one; before 0 of 6"
    assert check(wrapper, [NEW[0]] * 6).status == "ok"


@pytest.mark.parametrize(("records", "status"), [(60, "ok"), (15, "ok"), (2, "suspicious")])
def test_far_fewer_records_of_a_list(records: int, status: str) -> None:
    """Where one page of 60 records is known, a page with a quarter of them is usual, and one with two is not."""
    items = [f"<li><b>Book {number}</b> ${90 - number}" for number in range(10, 70)]
    page, new = (Page(f"<h1>Books</h1><ul>{''.join(some)}</ul>") for some in (items, items[::-1][:records]))
    shown = [{"title": f"Book {number}", "price": f"${90 - number}"} for number in (10, 11)]
    verdict = check(learn([Example.from_values(page, shown, status="partial")]), [new])
    assert (verdict.status, verdict.records) == (status, records)
