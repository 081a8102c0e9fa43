"""The engine against the slow definition, on small hostile pages: records, spans and plain values."""

import pytest
from hypothesis import given, settings

from engine.programs import pages, pages_with_data, programs
from oracles.agreement import cells
from oracles.selections import extracted
from unweave.definition import select
from unweave.engine.run import prepare
from unweave.page import Page
from unweave.program import Axis, Condition, Selection, Selections, Step
from unweave.records import Field, Schema


def check(source: str, program: Selections, schema: Schema) -> None:
    """Engine and definition find the same."""
    prepared, page = prepare(program, schema), Page(source, html=True)
    found, (records, plain) = prepared.records(page), extracted(program, schema, page)
    assert [record.to_dict() for record in found] == plain
    assert [cells(record) for record in found] == [cells(record) for record in records]
    assert prepared.dicts(page) == plain


@settings(max_examples=150)
@given(source=pages, drawn=programs())
def test_the_engine_agrees_with_the_definition(source: str, drawn: tuple[Selections, Schema]) -> None:
    """Whatever the page and whatever the program: the same records, the same spans, the same plain values."""
    check(source, *drawn)


@settings(max_examples=150)
@given(source=pages_with_data, drawn=programs())
def test_the_engine_agrees_with_the_definition_where_data_votes(source: str, drawn: tuple[Selections, Schema]) -> None:
    """The same holds on pages with data in a script, which votes with the rules."""
    check(source, *drawn)


def one_rule(tag: str, *conditions: Condition, take: str = "text", left: str = "", right: str = "") -> Selection:
    return Selection("f", (Step("descendant", tag, conditions),), take, left, right)


def beside(axis: Axis, label: str) -> Condition:
    """The nearest visible text before or behind a node is this label."""
    asked = (Condition("filled"), Condition("position", "1"), Condition("text", label))
    return Condition("has", steps=(Step(axis, "#text", asked),))


LINKS = "<a href=/z>z</a>" * 9  # so many that the label is looked up, and not each link tested
FOUND = {
    "a part behind a space, twice on the page": (
        'Brand:<table><tr><td title="Brand: &amp; Acme"></table>Brand:',
        one_rule("body", left=" "),
    ),
    "a part of an attribute with a reference": (
        '<table><tr><td title="Brand: &amp; Acme"></table>',
        one_rule("td", take="@title", left=" "),
    ),
    "a text that the parser has moved out of a table": (
        "<b><table><tr><td>Brand:<tr>Brand:</table>",
        one_rule("body"),
    ),
    "two places of one text": ("Brand:", one_rule("#text", Condition("nth", "2"), Condition("nth", "1"))),
    "a position among parents": (
        "<p><b>x</b>",
        one_rule("b", Condition("has", steps=(Step("parent", "", (Condition("position", "1"),)),))),
    ),
    "the source beside a node": ("<p><b>x</b>", one_rule("b", Condition("right", ""), Condition("left", ">"))),
    "an attribute of an empty element behind a label": (
        LINKS + "<p>By: <a href=/x></a><a href=/y>Ann</a></p><p>By: <a href=/v></a>",
        one_rule("a", beside("preceding", "By:"), take="@href"),
    ),
    "an attribute of an empty element before a label": (
        "<a href=/w></a>" + "<p>(more)</p>" + LINKS + "<p><a href=/x>Ann</a><a href=/y></a> (more)</p>",
        one_rule("a", beside("following", "(more)"), take="@href"),
    ),
    "a style of SVG": ("<svg><style><b>Acme</b></style><text>$5</text></svg>", one_rule("#text")),
}
"""Pages on which the engine once differed from its definition."""


@pytest.mark.parametrize("name", FOUND)
def test_pages_that_once_differed(name: str) -> None:
    """What was found stays mended."""
    source, rule = FOUND[name]
    check(source, Selections((rule,)), Schema((Field("f", many=True),)))


def test_a_condition_of_many_steps() -> None:
    """As many as a page that nests deep has levels: the definition has an answer, too."""
    page = Page("<p><b>x</b></p>" + "<div>" * 2_000 + "<p><b>y</b></p>")
    *_, last = page.tree.texts()
    tags = [above.tag for above in last.ancestors() if above.tag not in {"b", "body", "html", ""}]
    assert len(tags) > 400  # the parser nests no deeper than some hundred levels
    has_all = Condition("has", steps=tuple(Step("parent", tag) for tag in tags))
    assert [node.tag for node in select(page.tree.root, (Step("descendant", "b", (has_all,)),))] == ["b"]
