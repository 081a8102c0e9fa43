"""Lists with lines of another kind between their own: what is excepted, and when."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.page import Page
from unweave.program import Condition, Step, select
from unweave.records import Example
from unweave.rules import Rules, RulesWrapper
from unweave.rules.exceptions import excepting
from unweave.rules.execute import execute
from unweave.rules.lesson import Lesson, judge
from unweave.rules.view import Extent, View
from unweave.wrapper import reproduces

ITEMS = Step("descendant", "li")


def lesson(source: str, wanted: tuple[int, ...]) -> Lesson:
    """A page of which the texts with these numbers are wanted."""
    return Lesson(View(Page(source)), tuple((Extent(at, at + 1),) for at in wanted))


def has_none(axis: str, *conditions: Condition, tag: str = "") -> Condition:
    return Condition("has", negated=True, steps=(Step(axis, tag, conditions),))  # type: ignore[arg-type]  # an axis


@pytest.mark.parametrize(
    ("source", "wanted", "exception"),
    [
        (
            "<ul><li class='part big'>Dough<li class=big>flour<li>eggs<li>salt",
            (1, 2, 3),
            Condition("class", "part", negated=True),
        ),
        (
            "<ul><li>flour<li>eggs<li>salt</ul><ul id=more><li>Print<li>Share",
            (0, 1, 2),
            has_none("ancestor", Condition("attribute", "more", "id")),
        ),
        (
            "<ul><li><b class=part>Dough</b><li><b>flour</b><li>eggs<li>salt",
            (1, 2, 3),
            has_none("descendant", Condition("class", "part")),
        ),
        ("<ul><li><b>Dough</b><li>flour<li>eggs<li>salt", (1, 2, 3), has_none("descendant", tag="b")),
    ],
    ids=["a mark", "a mark around", "a mark inside", "a tag inside"],
)
def test_the_sign_that_only_the_wrong_ones_have_is_excepted(
    source: str, wanted: tuple[int, ...], exception: Condition
) -> None:
    """Signs are looked for in the node, around it and inside it; the first that tells right from wrong is taken."""
    shown = lesson(source, wanted)
    found = excepting(ITEMS, [shown])
    assert found == Step("descendant", "li", (exception,))
    assert judge(found, [shown]) == frozenset((0, number) for number in range(len(wanted)))


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("<ul><li>flour<li>eggs<li>salt", (0, 1, 2)),
        ("<ul><li class=part>Dough<li>flour<li>eggs", (1, 2)),
        ("<ul><li class=a>1<li class=a>2<li class=a>3<li class=a>4<li>flour<li>eggs<li>salt", (4, 5, 6)),
        ("<ul><li>Dough<li>flour<li>eggs<li>salt", (1, 2, 3)),
        ("<ul><li class=a>1<li class=b>2<li>flour<li>eggs<li>salt", (2, 3, 4)),
    ],
    ids=["nothing wrong", "too few right", "more wrong than right", "no sign", "two signs"],
)
def test_nothing_is_excepted_without_need_or_ground(source: str, wanted: tuple[int, ...]) -> None:
    """One sign must tell the wrong ones, which are the fewer, from at least three."""
    assert excepting(ITEMS, [lesson(source, wanted)]) is None


def learned(source: str, values: list[str]) -> RulesWrapper:
    example = Example.from_values(Page(source), [{"items": values}])
    wrapper = Rules().learn([example])
    assert reproduces(wrapper, example)
    return wrapper


SHOWN = """<h3>Ingredients</h3><ul class=ingredients><li class=section>Dough<li>1 egg<li>flour
<li class=section>Topping<li>salt<li>nuts</ul><ul><li>Print<li>Share</ul>"""
OTHER = """<h3>Ingredients</h3><ul class=ingredients><li>milk<li class=section>For the pan<li>butter</ul>
<ul><li>Print</ul>"""


def test_headings_inside_a_list_are_left_out_on_other_pages() -> None:
    """The wanted lines have no mark of their own; the others have."""
    wrapper = learned(SHOWN, ["1 egg", "flour", "salt", "nuts"])
    assert [record.to_dict() for record in wrapper.extract(Page(OTHER))] == [{"items": ["milk", "butter"]}]


def test_an_exception_is_told() -> None:
    """Rules are readable, exceptions too."""
    told = learned(SHOWN, ["1 egg", "flour", "salt", "nuts"]).explain().statements[0]
    assert (told.text, *told.evidence[:1]) == (
        "the text in the <li> in the <ul class=ingredients> beginning with 'Dough' but not in the <* class=section>",
        "or, by marks: the text in the <li> in the <ul class=ingredients> but not in the <* class=section>",
    )


@settings(max_examples=50, deadline=None)
@given(
    lines=st.lists(st.tuples(st.sampled_from(["", " class=a", " class=b"]), st.booleans()), min_size=1, max_size=6),
    sign=st.sampled_from(
        [
            Condition("class", "a", negated=True),
            has_none("ancestor", Condition("class", "a")),
            has_none("descendant", Condition("class", "b")),
            has_none("descendant", tag="b"),
        ]
    ),
)
def test_fast_execution_of_an_exception_is_its_definition(lines: list[tuple[str, bool]], sign: Condition) -> None:
    """``execute`` agrees with ``program.select`` on what is excepted."""
    inside = "".join(f"<li{mark}>" + f"<b{mark}>x</b>" * is_bold + "y" for mark, is_bold in lines)
    page = Page(f"<ul class=a>{inside}</ul><ul>{inside}</ul>")
    concept = Step("descendant", "li", (sign,))
    assert execute(concept, View(page)) == select(page.tree.root, (concept,))
