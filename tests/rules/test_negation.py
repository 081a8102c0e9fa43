"""Negated conditions of rules: "the lines of a list, but not those with a class"."""

from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.definition import select
from unweave.page import Page
from unweave.program import Condition, Step
from unweave.rules.execute import execute
from unweave.rules.views import PageView


def has_none(axis: str, *conditions: Condition, tag: str = "") -> Condition:
    return Condition("has", negated=True, steps=(Step(axis, tag, conditions),))  # type: ignore[arg-type]  # an axis


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
def test_fast_execution_of_a_negation_is_its_definition(lines: list[tuple[str, bool]], sign: Condition) -> None:
    """``execute`` agrees with ``program.select`` on what is left out."""
    inside = "".join(f"<li{mark}>" + f"<b{mark}>x</b>" * is_bold + "y" for mark, is_bold in lines)
    page = Page(f"<ul class=a>{inside}</ul><ul>{inside}</ul>")
    concept = Step("descendant", "li", (sign,))
    assert execute(concept, PageView(page)) == select(page.tree.root, (concept,))
