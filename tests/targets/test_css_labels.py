"""Labels in CSS: selectors that are read from pages find the values on other pages."""

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html
from parsel import Selector

from targets.programs import hostile
from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.program import Condition, Selection, Step
from unweave.records import Example
from unweave.rules import Rules, RulesWrapper
from unweave.targets import css
from unweave.targets.choice import chosen
from unweave.targets.css_labels import selectors_beside
from unweave.targets.export import check, export
from unweave.targets.runners import differences, run_expressions

SHAPES = {
    "list": "<ul>{rows}</ul>|<li><b>{label}</b> {value}</li>",
    "terms": "<dl>{rows}</dl>|<dt>{label}<dd>{value}",
    "table": "<table>{rows}</table>|<tr><th>{label}<td><span>{value}</span></tr>",
    "cells": "<table><tr><td><table>{rows}</table></table>|<tr><td class=name>{label}<td>{value}</tr>",
    "paragraphs": "<div id=facts>{rows}</div>|<p><strong>{label}</strong><br>{value}</p>",
}
LABELS = ("Author", "Publisher", "Year", "Binding", "Weight")
Rows = tuple[tuple[str, int], ...]
rows = st.lists(st.sampled_from(LABELS), unique=True, min_size=2).flatmap(
    lambda labels: st.tuples(*(st.tuples(st.just(label), st.integers(100, 999)) for label in labels))
)


def woven(shape: str, rows: Rows, name: str) -> Page:
    """A page of rows, each with a label and a value."""
    around, row = SHAPES[shape].split("|")
    inside = "".join(row.format(label=label, value=f"{label[:2]}{value}") for label, value in rows)
    return Page(f"<html><body><h1>Facts</h1>{around.format(rows=inside)}<p>bye</body></html>", name=name)


@cache
def learned(shape: str) -> tuple[RulesWrapper, list[Page]]:
    """Rules for a publisher that is in another row on each page, and the pages."""
    orders = [(2, 1, 0, 3), (1, 4, 2), (0, 3, 4, 1)]
    pages = [woven(shape, tuple((LABELS[at], 100 + at) for at in order), f"shown {order}") for order in orders]
    return Rules().learn([Example.from_values(page, [{"publisher": "Pu101"}]) for page in pages]), pages


@pytest.mark.parametrize("shape", SHAPES)
@settings(max_examples=20, deadline=None)
@given(pages=st.lists(rows, min_size=1, max_size=3))
def test_what_stands_beside_a_label_is_found_on_every_page(shape: str, pages: list[Rows]) -> None:
    """Whatever rows a page has, and in whatever order: the selector gives what the rules give."""
    wrapper, labelled = learned(shape)
    shown = [*labelled, *(woven(shape, rows, str(number)) for number, rows in enumerate(pages))]
    assert differences(wrapper, shown, run_expressions("css", chosen(wrapper, shown, "css"))) == {}


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("<dl><dt>Brand<dd>Acme<dt>Price<dd>$5</dl>", 'dt:contains("Brand") + dd::text'),
        ("<ul><li><b>Brand</b> Acme<li><b>Price</b> $5</ul>", 'li:contains("Brand")::text'),
        ("<div><p>Brand <b>Acme</b></p><p>Price <b>$5</b></p></div>", 'p:contains("Brand") > b::text'),
        ("<table><tr><th>Brand<td><b>Ac</b>me</table>", 'th:contains("Brand") + td'),
    ],
)
def test_the_plainest_way_comes_first(source: str, written: str) -> None:
    """As one would write it by hand, and it finds the value."""
    assert next(selectors_beside(html.fromstring(source), ["Acme"], "Brand")) == written
    found = Selector(source).css(written)[0]
    assert "".join(found.root.itertext() if hasattr(found.root, "tag") else found.get()).strip() == "Acme"


def test_attributes_beside_a_label() -> None:
    """As Scrapy writes them."""
    page = html.fromstring("<p>Cover: <img src=/1.jpg></p><p>Logo: <img src=/2.jpg></p>")
    assert next(selectors_beside(page, ["/1.jpg"], "Cover:", "@src")) == 'p:contains("Cover:") > img::attr(src)'


def test_a_far_label_leads_nowhere() -> None:
    """A way of many elements is a place on the page, not a place beside a label."""
    deep = "<div>x" * 6 + "<b>Acme</b>" + "</div>" * 6
    assert list(selectors_beside(html.fromstring(f"<p>Brand</p>{deep}"), ["Acme"], "Brand")) == []


@given(label=hostile)
def test_any_label_is_a_string_or_refused(label: str) -> None:
    """A page's text is data: whatever a label holds, the engine compares it and nothing else."""
    page = html.fromstring("<dl><dt>Brand<dd>Acme<dt>Price<dd>$5</dl>")
    text = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd]", "", label).strip() or "x"
    page.find("dt").text = text
    read = Selector(root=page)
    collapsed = " ".join(text.split())
    try:
        written = list(selectors_beside(page, ["Acme"], collapsed))
    except CannotCompile as refused:
        assert "\\" in text and "backslashes" in refused.reason  # noqa: PT018 - one promise
        return
    assert all("$5" not in read.css(one).getall() for one in written[:1])
    assert all(read.css(one).getall() == ["Acme"] for one in written[:1])


def test_a_row_resembles_its_rule() -> None:
    """What it begins with it holds; which of an element's texts is meant is left open."""
    row = Step("parent", "li", (Condition("begins", "ISBN"), Condition("class", "fact")))
    text = Step("descendant", "#text", (Condition("has", steps=(row,)), Condition("text", "ISBN", negated=True)))
    assert list(css.similar(Selection("isbn", (text,)))) == ['li:contains("ISBN").fact::text']


def test_what_comes_near_must_be_right_on_nearly_all_pages() -> None:
    """A selector that only comes near the rules is refused where it is wrong on many pages."""
    source = "<p><b>Brand:</b> Acme{n}<br><b>Year:</b> 18{n}</p>"
    pages = [Page(source.format(n=n), name=str(n)) for n in range(10, 15)]
    wrapper = Rules().learn([Example.from_values(pages[0], [{"brand": "Acme10"}])])
    with pytest.raises(CannotCompile, match="brand: CSS cannot tell the texts of an element apart"):
        export(wrapper, to="css", pages=pages)
    assert check(wrapper, pages, to="xpath") == {}


def test_a_second_path_where_the_label_is_missing() -> None:
    """Where rules without a label outvote the silence of those with it, XPath has a second path, needed or not."""
    row = "<p><b>Author:</b> <a class=author>{}</a></p>"
    pages = [Page(f"<h1>{n}</h1>{row.format(n)}", name=n) for n in ("Ann", "Bob", "Cid")]
    wrapper = Rules().learn([Example.from_values(page, [{"author": page.name}]) for page in pages[:2]])
    bare = Page("<h1>Dan</h1><p><a class=author>Dan</a></p>", name="Dan")
    assert differences(wrapper, [*pages, bare], run_expressions("xpath", chosen(wrapper, pages, "xpath"))) == {}
    assert differences(wrapper, [*pages, bare], run_expressions("css", chosen(wrapper, [*pages, bare], "css"))) == {}


@pytest.mark.parametrize("tag", ["fb:like", "x.y", "i"])
def test_elements_of_any_name_are_written_or_refused(tag: str) -> None:
    """Where cssselect cannot count elements of a name, no selector counts them, and what is written can be run."""
    page = Page(f"<div><{tag}>Brand</{tag}><{tag}>Acme</{tag}><{tag}>Price</{tag}><{tag}>$5</{tag}></div>")
    selectors = list(selectors_beside(html.fromstring(page.source), ["Acme"], "Brand"))
    assert ["Acme"] in [Selector(page.source).css(one).getall() for one in selectors]
    rule = Selection("brand", (Step("descendant", tag, (Condition("nth", "2"),)),))
    try:
        found = Selector(page.source).css(css.selector(rule) + "::text").getall()
    except CannotCompile:
        found = None
    assert found == (["Acme"] if css.is_counted(tag) else None)
