"""Made detail pages in usual layouts: learned from one page, read on others whose rows come and go."""

from collections.abc import Callable, Mapping

import pytest

import unweave
from unweave.page import Page
from unweave.records import Example

Facts = Mapping[str, str]
SHOWN = {"Brand": "Acme", "Author": "Jane Austen", "ISBN": "9780140449136", "Year": "1998", "Language": "English"}
OTHERS: list[Facts] = [
    {"Brand": "Bolt", "Author": "Ann Lee", "ISBN": "9780140449200", "Year": "2001", "Language": "French"},
    {"Brand": "Crane & Co", "Author": "Cy Lo", "ISBN": "9780140441111", "Year": "2010"},
    {"Author": "Di Ott", "Year": "1975", "Language": "German"},
    {"Year": "1998", "ISBN": "9780140442222", "Brand": "Dune Press"},
]
LAYOUTS: dict[str, tuple[str, str]] = {
    "dl": ("<dl>{}</dl>", "<dt>{}</dt><dd>{}</dd>"),
    "th": ("<table>{}</table>", "<tr><th>{}</th><td>{}</td></tr>"),
    "cells": ("<table>{}</table>", "<tr><td>{}:</td><td>{}</td></tr>"),
    "bold": ("<p>{}</p>", "<b>{}:</b> {}<br>"),
    "spans": ("<ul>{}</ul>", "<li><span>{}</span> <span>{}</span></li>"),
    "divs": ("<div>{}</div>", "<div class=row><div class=l>{}</div><div class=v>{}</div></div>"),
    "items": ("<ul>{}</ul>", "<li>{}: {}</li>"),
    "lines": ("<div>{}</div>", "{}: {}<br>"),
    "headings": ("<div>{}</div>", "<h3>{}</h3><p>{}</p>"),
}


def detail(layout: str, title: str, facts: Facts) -> Page:
    """A page with the title at three places, the facts, and a footer."""
    outer, row = LAYOUTS[layout]
    rows = outer.format("".join(row.format(*fact) for fact in facts.items()))
    path = f"<div class=path><a>Home</a> &gt; <a>Books</a> &gt; <span>{title}</span></div>"
    return Page(f"<title>{title} - Shop</title>{path}<h1>{title}</h1>{rows}<div><a>About</a><a>Contact</a></div>")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_page_is_enough_where_rows_come_and_go(layout: str) -> None:
    """Rows are missing, or in another order: each value is found, and no other is taken for a missing one."""
    shown = Example.from_values(detail(layout, "The Long Way", SHOWN), [{"title": "The Long Way", **SHOWN}])
    wrapper = unweave.learn([shown])
    found = [wrapper.extract(detail(layout, f"Book {at}", facts))[0].to_dict() for at, facts in enumerate(OTHERS)]
    assert found == [
        {"title": f"Book {at}", **{name: facts.get(name) for name in SHOWN}} for at, facts in enumerate(OTHERS)
    ]


SENTENCE: Callable[..., str] = "<h1>{}</h1><div class=info>Published in {} by {}.</div><p>Free delivery</p>".format


def test_parts_of_a_sentence_from_one_page() -> None:
    """What is behind a part on the shown page is data of that page: it is not asked for on others."""
    shown = Example.from_values(Page(SENTENCE("Emma", "1815", "Acme")), [{"year": "1815", "publisher": "Acme"}])
    wrapper = unweave.learn([shown])
    found = wrapper.extract(Page(SENTENCE("Kim", "1901", "Bolt & Co")))
    assert [record.to_dict() for record in found] == [{"year": "1901", "publisher": "Bolt & Co"}]
