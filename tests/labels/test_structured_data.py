"""Microdata and RDFa on small pages: what their specifications say, and where extruct says something else."""

from typing import Any

import pytest

from unweave.labels.rdfa import rdfa_items
from unweave.labels.structured_data import structured_data
from unweave.page import Page

V = 'vocab="http://schema.org/"'


def plain(item: Any) -> Any:
    """An item of the parser as a dictionary."""
    if isinstance(item, str):
        return item
    return {name: [plain(one) for one in some] for name, some in item.properties.items()}


@pytest.mark.parametrize(
    ("source", "items"),
    [
        # HTML, 5.2.4: "An item is a top-level microdata item if its element does not have an itemprop attribute."
        ("<p itemscope itemprop=video><b itemprop=name>Emma</b></p>", []),
        ("<p itemscope itemprop=video><b itemscope><i itemprop=name>Emma</i></b></p>", [{"name": ["Emma"]}]),
        # 5.2.4, the value of a property: "Otherwise: the value is the element's descendant text content."
        ("<p itemscope><b itemprop=name>Emma<style>b {}</style></b></p>", [{"name": ["Emmab {}"]}]),
        ('<p itemscope><b itemprop=prepTime content="PT15M">15 min</b></p>', [{"prepTime": ["15 min"]}]),
        ("<p itemscope><input itemprop=query-input name=q required></p>", [{"query-input": [""]}]),
        # The value of an element for times is its datetime value.
        ('<p itemscope><time itemprop=born content="x" datetime="1775">then</time></p>', [{"born": ["1775"]}]),
        ("<p itemscope><time itemprop=born>1775</time></p>", [{"born": ["1775"]}]),
        # 5.2.2: an item has the properties of what its itemref names, whatever other items name it.
        (
            f"{'<p itemscope itemref=a></p>' * 2}<p id=a><b itemprop=brand itemscope><i itemprop=name>Acme</i></b></p>",
            [{"brand": [{"name": ["Acme"]}]}] * 2,
        ),
        # 5.2.2: a property that is an item without properties is an item all the same.
        ("<p itemscope><b itemprop=brand itemscope>Acme</b></p>", [{"brand": [{}]}]),
    ],
)
def test_microdata_by_the_standard(source: str, items: list[Any]) -> None:
    """Where extruct departs from the HTML standard, the standard holds."""
    assert [plain(item) for item in Page(source, html=True).document.microdata()] == items


@pytest.mark.parametrize(
    ("source", "items"),
    [
        (f'<p {V} typeof="Book"><b property="name">Emma</b></p>', [{"@type": ["Book"], "name": ["Emma"]}]),
        # RDFa Core 7.5, step 11: with rel, the property has the text; the relation has the address.
        (
            '<p typeof="v:Crumb"><a rel="v:url" property="v:title" href="/a">Home</a></p>',
            [{"@type": ["Crumb"], "url": ["/a"], "title": ["Home"]}],
        ),
        # An empty datatype makes a text, also of an element with an address; it is about that address.
        (
            '<a href="/a" typeof="skos:Concept" property="rdfs:label skos:prefLabel" datatype="">Main</a>',
            [{"@type": ["Concept"], "@id": "/a", "label": ["Main"], "prefLabel": ["Main"]}],
        ),
        ('<img typeof="foaf:Image" src="x.png">', [{"@type": ["Image"], "@id": "x.png"}]),
        # HTML+RDFa 3.1: words of HTML in rel do not count beside a property.
        (
            f'<p {V} typeof="Book"><a rel="nofollow" property="url" href="/e">Emma</a></p>',
            [{"@type": ["Book"], "url": ["/e"]}],
        ),
        (
            f'<p {V} typeof="Book"><time property="date" datetime="1815">then</time><b property="isbn" content="12">',
            [{"@type": ["Book"], "date": ["1815"], "isbn": ["12"]}],
        ),
        # A relation without an address is with what comes below it.
        (
            f'<p {V} typeof="Book"><span rel="author"><b typeof="Person" about="/j"><i property="name">Jane</i></b>',
            [{"@type": ["Book"], "author": [{"@type": ["Person"], "@id": "/j", "name": ["Jane"]}]}],
        ),
        (
            f'<p {V} typeof="Book"><b property="author" typeof="Person"><i property="name">Jane</i></b></p>',
            [{"@type": ["Book"], "author": [{"@type": ["Person"], "name": ["Jane"]}]}],
        ),
        (
            f'<p {V} about="/e" typeof="Book"><i property="name">Emma</i></p><p {V} about="/e" property="isbn">1</p>',
            [{"@type": ["Book"], "@id": "/e", "name": ["Emma"], "isbn": ["1"]}],
        ),
        (
            f'<p {V} typeof="Person" about="/j"><i rev="author" resource="/e" typeof="Book"></i></p>',
            [{"@type": ["Book"], "@id": "/e", "author": [{"@type": ["Person"], "@id": "/j"}]}],
        ),
        ('<p typeof="Book"><b property="name">Emma</b></p>', [{"@type": []}]),  # there is no vocabulary
        ("<p property=name>Emma</p>", []),
    ],
)
def test_rdfa_by_its_specification(source: str, items: list[Any]) -> None:
    """Types and properties, addresses and texts, are where RDFa Core 1.1 and HTML+RDFa 1.1 have them."""
    assert rdfa_items(Page(source, html=True)) == items


@pytest.mark.filterwarnings("ignore:datetime.datetime.utcnow:DeprecationWarning")  # what extruct uses does it
def test_rdfa_is_that_of_extruct() -> None:
    """The reference reader has the same names and values, in its own form."""
    extruct = pytest.importorskip("extruct", reason="a tool to compare with")
    source = (
        '<p prefix="v: http://v.org/#" typeof="v:Crumb"><a rel="v:url" property="v:title" href="http://a.org/">Home</a>'
    )
    [wanted] = extruct.RDFaExtractor().extract(f"<html><body>{source}</body></html>", base_url="http://a.org/x")
    assert {name: some for name, some in wanted.items() if name != "@id"} == {
        "@type": ["http://v.org/#Crumb"],
        "http://v.org/#url": [{"@id": "http://a.org/"}],
        "http://v.org/#title": [{"@value": "Home"}],
    }
    assert rdfa_items(Page(source)) == [{"@type": ["Crumb"], "url": ["http://a.org/"], "title": ["Home"]}]


def test_rdfa_that_has_no_end() -> None:
    """Items that refer to each other in a circle, and thousands inside of each other, have an end here."""
    circle = f'<p {V} about="/a" typeof="A"><b rel="x" resource="/b"></b></p><p {V} about="/b" typeof="B"><b rel="y" '
    start = f'<p {V} about="/s" typeof="S"><b rel="x" resource="/a"></b></p>'
    assert structured_data(Page(f'{start}{circle}resource="/a"></b></p>'))["B.y"] == ["/a"]
    deep = Page(f"<div {V}>" + '<div typeof="A" property="x">' * 3_000 + "end")
    assert structured_data(deep) is not None
