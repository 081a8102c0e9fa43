"""Wrappers and pages for the tests of exported programs."""

from hypothesis import strategies as st

from unweave.combined import Combined
from unweave.delimiters import DelimiterWrapper
from unweave.page import Page
from unweave.program import Condition, Cut, Scan, Selection, Step
from unweave.records import Example, Field, Schema
from unweave.records.grouping import Grouping
from unweave.rules import Rules, RulesWrapper
from unweave.rules.elementary.text_builders import has_label

HOSTILE = (
    "it's",
    'say "hi"',
    "6' 11\" tall",
    "back\\slash\\",
    '"""',
    "'''",
    "]]>",
    "{braces} %s {{}}",
    "line\nbreak",
    "sep\u2028arator\u2029",
    "\x00\x01\x7f",
    "\ud800",
    "\\N{DASH} \\x41 \\u0041",
    "#",
    "</script>",
    "é\N{NO-BREAK SPACE}ß",
    "\r\n",
    "'); import os; ('",
)
hostile = st.lists(st.sampled_from(HOSTILE) | st.text(min_size=1, max_size=5), min_size=1, max_size=4).map("".join)


def ruled(label: str, *, left: str = "", right: str = "", heading: str = "") -> RulesWrapper:
    """Rules whose every text is the given one: before the value, in an attribute, as a class, in the row, around it."""
    steps = (
        Step("descendant", "b", (has_label(label, 1),)),
        Step("descendant", "b", (Condition("attribute", label, "title"),)),
        Step("descendant", "b", (Condition("class", label),)),
        Step("descendant", "b", (Condition("begins", label), Condition("text", heading, negated=True))),
    )
    rules = tuple(Selection("price", (step,), left=left, right=right, weight=1.5) for step in steps)
    return RulesWrapper(Schema((Field("price"),)), rules)


def scanned(left: str, right: str, *, name: str = "price") -> DelimiterWrapper:
    """A scan with these delimiters."""
    return DelimiterWrapper(Schema((Field(name),)), Scan((Cut(name, left, right),)))


BOOK = Page(
    "<html><body><h1>Emma</h1><p>ISBN: <b>123</b></p><ul><li>red<li>blue</ul><p>Price: $5 (new)</p></body></html>",
    name="emma.html",
)
KIM = Page(
    "<html><body><h1>Kim</h1><p>ISBN: <b>456</b></p><ul><li>red</ul><p>Price: $7 (new)</p></body></html>",
    name="kim.html",
)
DUNE = Page(
    "<html><body><h1>Dune</h1><ul><li>sand<li>spice<li>sand</ul><p>Price: $9 (used)</p></body></html>", name="dune.html"
)


def mixed() -> Combined:
    """A record a page, whose fields come from rules and from a scan."""
    shown = [
        Example.from_values(BOOK, [{"title": "Emma", "colours": ["red", "blue"]}]),
        Example.from_values(KIM, [{"title": "Kim", "colours": ["red"]}]),
    ]
    rules, scan = Rules().learn(shown), scanned("Price: ", " ")
    schema = Schema((*rules.schema.fields, *scan.schema.fields))
    return Combined(schema, (rules, scan), Grouping("page", ("title", "colours", "price")))
