"""Expressions as short as a person would write, which give what the wrapper gives in their own engines."""

from collections.abc import Sequence

import pytest

import unweave
from data import bench_root, sites, skip_word
from unweave import Example, Page, Schema
from unweave.combined import Combined
from unweave.delimiters import LR, DelimiterWrapper
from unweave.demo.pages import book_pages
from unweave.errors import CannotCompile
from unweave.program import Cut, Scan
from unweave.records import Field, Record
from unweave.records.grouping import Grouping
from unweave.rules import Rules
from unweave.targets.export import check, export
from unweave.targets.expressions import Expressions
from unweave.targets.runners import run_program

WORDS = ("Acme", "Bolt", "Crane", "Dow", "Eagle")


def detail_pages(source: str) -> list[Page]:
    """A page for each word, with the word and its length in it."""
    return [Page(source.format(word=word, size=len(word)), name=f"{word}.html") for word in WORDS]


def learned(pages: Sequence[Page]) -> unweave.Wrapper:
    """Rules for the word of two pages."""
    return Rules().learn(
        [Example.from_values(page, [{"brand": word}]) for page, word in zip(pages[:2], WORDS, strict=False)]
    )


@pytest.mark.parametrize(
    ("source", "path", "selector"),
    [
        ("<h1>{word}</h1><p>x</p>", "//h1/text()", "h1::text"),
        ("<p id=brand>{word}</p><p>x</p>", "//p[@id='brand']/text()", "#brand::text"),
        ("<p><b class=brand>{word}</b> <b>x</b></p>", "//b[@class='brand']/text()", "b.brand::text"),
        (
            "<dl><dt>Size<dd>{size}<dt>Brand<dd>{word}</dl>",
            "//dt[.='Brand']/following-sibling::dd[1]/text()",
            'dt:contains("Brand") + dd::text',
        ),
        (
            "<table><tr><th>Size</th><td>{size}</td></tr><tr><th>Brand</th><td>{word}</td></tr></table>",
            "//tr[th='Brand']/td/text()",
            'th:contains("Brand") + td::text',
        ),
        (
            "<p><b>Size:</b> {size}</p><p><b>Brand:</b> {word}</p>",
            "//p[b='Brand:']/text()",
            'p:has(> b:contains("Brand:"))::text',
        ),
        ("<div class=facts><p>x</p><p>{word} <i>&reg;</i></p></div>", None, None),
        ("<meta name=brand content='{word}'><p>x</p>", "//meta/@content", "meta::attr(content)"),
    ],
)
def test_the_forms(source: str, path: str | None, selector: str | None) -> None:
    """Each is the shortest that is right on all pages: by tag, id, class, label, row, parent's text, attribute."""
    pages = detail_pages(f"<html><body>{source}</body></html>")
    wrapper = learned(pages)
    written = export(wrapper, to="xpath", pages=pages)
    assert check(wrapper, pages, written=written) == {}
    assert dict(written.right) == {"brand": len(pages)}
    if path is not None:
        assert written["brand"] == path
        assert export(wrapper, to="css", pages=pages)["brand"] == selector


@pytest.mark.parametrize("label", ["it's", 'say "hi"', "6' 11\" tall", "a]b", "{x} %s", "</b>", "back\\slash"])
def test_labels_are_data(label: str) -> None:
    """Whatever quotes a label of a page has, the expression runs, and finds the value."""
    from html import escape  # noqa: PLC0415  # needed here alone

    pages = detail_pages(f"<p><b>{escape(label)}</b> {{word}}</p><p><b>Size</b> {{size}}</p>".replace("{x}", "{{x}}"))
    wrapper = learned(pages)
    assert check(wrapper, pages, written=export(wrapper, to="xpath", pages=pages)) == {}


def test_the_bookshop_on_pages_that_were_not_shown() -> None:
    """Chosen on ten pages, all fields are right on sixty others, and nearly all are short."""
    pages = [example.page for example in book_pages()]
    shown = [
        Example(
            example.page,
            (
                Record(
                    example.page,
                    {name: example.records[0].cell(name) for name in example.records[0] if name != "reviews"},
                ),
            ),
            status="complete",
        )
        for example in book_pages()[:3]
    ]
    wrapper = Rules().learn(shown)
    for to in ("xpath", "css"):
        written = export(wrapper, to=to, pages=pages[:20])
        assert check(wrapper, pages[20:], written=written) == {}
        assert max(len(expression) for _, expression in written.items()) < 100


ROWS = "".join(
    f"<tr><td>{at}</td><td><a href=/{name}.pdf>{name}</a> (No. {at}7-{at})</td><td>{at}.1.2020</td></tr>"
    for at, name in enumerate(WORDS, 1)
)
TABLE = f"<table><tr><th>Number</th><th>Name</th><th>Date</th></tr>{ROWS}</table><table><tr><td>Foot</td></tr></table>"


def listed(source: str, records: Sequence[dict[str, object]], method: str = "auto") -> tuple[unweave.Wrapper, Page]:
    """What is learned from two records of a page, and the page."""
    page = Page(f"<html><body>{source}</body></html>", name="list.html")
    return unweave.learn([Example.from_values(page, list(records), status="partial")], method=method), page


def test_a_list_has_a_path_for_records_and_relative_ones_for_fields() -> None:
    """Whole texts, links and parts of texts, each from the record's element."""
    wrapper, page = listed(
        TABLE,
        [
            {"name": "Acme", "link": "/Acme.pdf", "number": "17-1", "date": "1.1.2020"},
            {"name": "Bolt", "link": "/Bolt.pdf", "number": "27-2", "date": "2.1.2020"},
        ],
    )
    written = export(wrapper, to="xpath", pages=[page])
    assert written.record.startswith("//tr[")
    assert {
        name: expression.startswith((".", "substring", "re:")) for name, expression in written.fields.items()
    } == dict.fromkeys(["name", "link", "number", "date"], True)
    assert check(wrapper, [page], written=written) == {}
    rows = [{name: next(iter(texts), None) for name, texts in row.items()} for row in written.run(page)]
    assert rows == [record.to_dict() for record in wrapper.extract(page)]
    assert len(rows) == len(WORDS)


@pytest.mark.parametrize("method", ["rules", "tree", "lr", "regions"])
def test_it_does_not_matter_how_a_list_was_learned(method: str) -> None:
    """Values are what is compared, so a wrapper of delimiters has XPath as well."""
    source = (
        "<ul>" + "".join(f"<li><b>{word}</b> <i>{len(word)}{at}</i></li>" for at, word in enumerate(WORDS)) + "</ul>"
    )
    records = [{"name": word, "size": f"{len(word)}{at}"} for at, word in enumerate(WORDS)]
    page = Page(source, name="list.html")
    wrapper = unweave.learn([Example.from_values(page, records)], method=method)
    assert str(export(wrapper, to="xpath", pages=[page])) == "record: //li\nname: ./b/text()\nsize: ./i/text()"
    assert str(export(wrapper, to="css", pages=[page])) == "record: li\nname: b::text\nsize: i::text"


def test_records_without_an_element_of_their_own() -> None:
    """They begin at their first element, and go on beside it."""
    source = (
        "<div>" + "".join(f"<h3>{word}</h3><p>{len(word)} of {at}</p><hr>" for at, word in enumerate(WORDS)) + "</div>"
    )
    wrapper, page = listed(source, [{"name": "Acme", "what": "4 of 0"}, {"name": "Bolt", "what": "4 of 1"}])
    written = export(wrapper, to="xpath", pages=[page])
    assert (written.record, written["what"]) == ("//h3", "./following-sibling::p[1]/text()")
    assert check(wrapper, [page], written=written) == {}


def test_a_heading_before_the_records_is_reached() -> None:
    """The group's heading is the nearest one before the record."""
    groups = {"2020": WORDS[:2], "2021": WORDS[2:]}
    source = "".join(
        f"<h2>{year}</h2><ul>{''.join(f'<li><b>{name}</b></li>' for name in names)}</ul>"
        for year, names in groups.items()
    )
    wrapper, page = listed(
        source, [{"name": "Acme", "year": "2020"}, {"name": "Bolt", "year": "2020"}, {"name": "Crane", "year": "2021"}]
    )
    written = export(wrapper, to="xpath", pages=[page])
    assert written["year"] == "./preceding::h2[1]/text()"
    assert check(wrapper, [page], written=written) == {}


def nested_page(number: int) -> Page:
    """A page with a book for each word, each with one to three reviews."""

    def reviews(at: int) -> str:
        return "".join(f"<p><b>R{at}{size}{number}</b></p>" for size in range(1 + at % 3))

    books = (f"<div class=book><h2>{word}{number}</h2>{reviews(at)}</div>" for at, word in enumerate(WORDS))
    return Page(f"<body>{''.join(books)}</body>", name=f"{number}.html")


def test_records_inside_records_have_paths_of_their_own() -> None:
    """Each level begins at the element of the record around it."""
    pages = [nested_page(number) for number in range(3)]
    levels = Scan((Cut("title", "<h2>", "</h2>"), Cut("reviews[].by", "<b>", "</b>")), nested=True)
    reviews = Field("reviews", many=True, fields=(Field("by"),))
    wrapper = DelimiterWrapper(Schema((Field("title"), reviews)), levels, "n-lr")
    written = export(wrapper, to="xpath", pages=pages[:2])
    assert list(dict(written.items())) == ["record", "title", "reviews.record", "reviews.by"]
    assert check(wrapper, pages, written=written) == {}


def test_discovered_wrappers_are_written() -> None:
    """Nothing was labelled: what the template finds has short paths too, which hold on other pages."""
    pages = detail_pages("<h1>{word}</h1><p><b>Size:</b> {size}{size}</p><p>Ask us</p>")
    wrapper = unweave.discover(pages)
    written = export(wrapper, to="xpath", pages=pages[:3])
    assert (set(written), written.reasons) == (set(wrapper.schema.names), {})
    assert check(wrapper, pages[3:], written=written) == {}
    program = run_program(export(wrapper, to="python", pages=pages[:3]))
    assert [program(page) for page in pages] == [
        [record.to_dict() for record in wrapper.extract(page)] for page in pages
    ]


def test_a_field_without_an_expression_says_why() -> None:
    """The others are written."""
    pages = detail_pages("<h1>{word}</h1><p>{word}<br>x{size}</p>")
    rules = Rules().learn([Example.from_values(pages[0], [{"brand": "Acme"}])])
    scan = DelimiterWrapper(Schema((Field("code"),)), Scan((Cut("code", "<h", "</"),)))
    wrapper = Combined(Schema((*rules.schema.fields, *scan.schema.fields)), (rules, scan), Grouping("page"))
    written = export(wrapper, to="xpath", pages=pages)
    assert set(written) == {"brand"}
    assert set(written.reasons) == {"code"}


def test_without_any_page_it_is_the_long_form() -> None:
    """And with pages, the long form on request."""
    pages = detail_pages("<p><b>Size:</b> {size}</p><p><b>Brand:</b> {word}</p>")
    wrapper = learned(pages)
    long = export(wrapper, to="xpath", pages=pages, long=True)
    assert len(long["brand"]) > 3 * len(export(wrapper, to="xpath", pages=pages)["brand"])
    assert check(wrapper, pages, written=long) == {}
    assert len(export(wrapper, to="xpath")["brand"]) > 100


def test_scans_without_pages_say_what_would_help() -> None:
    """They know no tree."""
    page = Page("<b>Emma</b>")
    with pytest.raises(CannotCompile, match="scans the source"):
        export(LR().learn([Example.from_values(page, [{"title": "Emma"}])]), to="xpath")


def test_an_empty_value_has_no_parts() -> None:
    """A field that is empty in a record is left out, and the others are written; an empty text is in every text."""
    form = "<ul>{}</ul>"
    rows = ["<li><b>Emma</b> <i>1815</i></li>", "<li><b>Dune</b> <i>1965</i></li>", "<li><b>Kim</b> <i> </i></li>"]
    shown = [{"title": "Emma", "year": "1815"}, {"title": "Dune", "year": "1965"}]
    wrapper = LR().learn([Example.from_values(Page(form.format("".join(rows[:2]))), shown)])
    page = Page(form.format("".join(rows)), name="page.html")
    assert wrapper.extract(page)[2].to_dict() == {"title": "Kim", "year": ""}
    assert dict(export(wrapper, to="xpath", pages=[page]).items()) == {"record": "//li", "title": "./b/text()"}


def test_expressions_are_used_like_a_mapping() -> None:
    """By name, and in order."""
    written = Expressions("xpath", {"a": "//a", "b": "//b"})
    assert (dict(written.items()), len(written), written["b"]) == ({"a": "//a", "b": "//b"}, 2, "//b")


@pytest.mark.skipif(bench_root() is None, reason=skip_word())
@pytest.mark.parametrize("name", ["nbaplayer-espn", "job-dice"])
def test_real_pages_that_were_not_shown(name: str) -> None:
    """Learned and chosen on three pages of a site, run on others: nearly all values are those of the wrapper."""
    from adapters.rules_swde import fit, page_of  # noqa: PLC0415  # only where the pages are
    from data import read_json, read_pages  # noqa: PLC0415  # likewise

    site = next(one for one in sites("swde") if one.stem == name)
    labels = read_json(site, "labels.json")
    texts = {one.name.removesuffix(".htm"): one.data.decode("utf-8", "replace") for one in read_pages(site)}
    pages = {key: Page(page_of(text).source, name=key, html=True) for key, text in texts.items()}
    train, test = labels["train"][:3], labels["test"][:12]
    wrapper = fit([(pages[key].source, labels["values"][key]) for key in train])
    written = export(wrapper, to="xpath", pages=[pages[key] for key in train])
    different = check(wrapper, [pages[key] for key in test], written=written)
    assert len(written) >= len(wrapper.schema.names) - 1
    assert sum(map(len, different.values())) <= 0.1 * len(test) * len(written)
