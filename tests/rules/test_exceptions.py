"""Lists with lines of another kind between their own: exceptions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.definition import select
from unweave.page import Page
from unweave.program import Condition, Step
from unweave.records import Example
from unweave.rules import Rules, RulesWrapper
from unweave.rules.exceptions import with_exception
from unweave.rules.execute import execute
from unweave.rules.training_page import TrainingPage, covered_targets
from unweave.rules.views import Extent, PageView
from unweave.wrapper import reproduces

ITEMS = Step("descendant", "li")


def training_page(source: str, wanted: tuple[int, ...]) -> TrainingPage:
    """A page with the texts of these numbers as targets."""
    return TrainingPage(PageView(Page(source)), tuple((Extent(at, at + 1),) for at in wanted))


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
    ids=["an attribute", "an attribute around", "an attribute inside", "a tag inside"],
)
def test_a_feature_that_only_negatives_have_is_excepted(
    source: str, wanted: tuple[int, ...], exception: Condition
) -> None:
    """Features of the node, of nodes around it and inside it; the first that distinguishes the negatives is used."""
    shown = training_page(source, wanted)
    found = with_exception(ITEMS, [shown])
    assert found == Step("descendant", "li", (exception,))
    assert covered_targets(found, [shown]) == frozenset((0, number) for number in range(len(wanted)))


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("<ul><li>flour<li>eggs<li>salt", (0, 1, 2)),
        ("<ul><li class=part>Dough<li>flour<li>eggs", (1, 2)),
        ("<ul><li class=a>1<li class=a>2<li class=a>3<li class=a>4<li>flour<li>eggs<li>salt", (4, 5, 6)),
        ("<ul><li>Dough<li>flour<li>eggs<li>salt", (1, 2, 3)),
        ("<ul><li class=a>1<li class=b>2<li>flour<li>eggs<li>salt", (2, 3, 4)),
    ],
    ids=["nothing wrong", "too few right", "more wrong than right", "no feature", "two features"],
)
def test_nothing_is_excepted_without_reason(source: str, wanted: tuple[int, ...]) -> None:
    """One feature must distinguish the negatives from at least three positives, which are more."""
    assert with_exception(ITEMS, [training_page(source, wanted)]) is None


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
    """The wanted lines have no class; the others have one."""
    wrapper = learned(SHOWN, ["1 egg", "flour", "salt", "nuts"])
    assert [record.to_dict() for record in wrapper.extract(Page(OTHER))] == [{"items": ["milk", "butter"]}]


def test_an_exception_is_described() -> None:
    """Explanations contain exceptions."""
    statement = learned(SHOWN, ["1 egg", "flour", "salt", "nuts"]).explain().statements[0]
    group = "in the group that begins with 'Ingredients'"
    assert (statement.text, *statement.evidence[:1]) == (
        f"the text {group} in the <li> in the <ul class=ingredients> but not in the <* class=section>",
        f"or, by label: the <li> {group} in the <ul class=ingredients> but not with class=section",
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
    assert execute(concept, PageView(page)) == select(page.tree.root, (concept,))
