"""Properties that every builder has."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.definition import select
from unweave.page import Page
from unweave.program import Condition, Step
from unweave.rules.bias import BIAS, RESERVE
from unweave.rules.builder import Builder, Chain, Conjunction, Filtered, Sample, lgg, refine, top
from unweave.rules.elementary import (
    AttributePath,
    Brackets,
    ColumnHeader,
    Formatting,
    LabelBefore,
    MainHeading,
    RowLabel,
    ValueKind,
)
from unweave.rules.execute import execute
from unweave.rules.views import PageView

BUILDERS: tuple[Builder, ...] = (
    *dict.fromkeys(entry.builder for entry in BIAS),
    *RESERVE,
    Conjunction((AttributePath(), Formatting(), ValueKind())),
    Chain(Step("parent"), AttributePath()),
    Filtered(LabelBefore(), lambda sample: len(sample.nodes) > 1),
)
every_builder = pytest.mark.parametrize("builder", BUILDERS, ids=lambda builder: builder.name)

TAGS = ("p", "b", "i", "li", "td", "h1", "h2", "div")
WORDS = ("Brand:", "Acme", "$5", "$7.50", "1815", "Emma")


@st.composite
def sources(draw: st.DrawFn) -> str:
    """Small pages of a table, a list and some text."""
    cells = draw(
        st.lists(st.tuples(st.sampled_from(TAGS), st.sampled_from(WORDS), st.booleans()), min_size=2, max_size=9)
    )
    inside = "".join(f"<{tag}{' class=x' * marked}>{word}</{tag}>" for tag, word, marked in cells)
    rows = "".join(f"<tr><th>{word}<td>{word} <b>{word}</b>" for _, word, _ in cells)
    return f"<div>{inside}</div><table>{rows}</table>"


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    """Some text nodes of a page."""
    view = PageView(Page(draw(sources())))
    chosen = draw(st.lists(st.sampled_from(range(len(view.texts))), min_size=1, max_size=3, unique=True))
    return Sample(tuple((view, view.texts[at]) for at in chosen), "#text")


@every_builder
@settings(max_examples=8, deadline=None)
@given(sample=samples())
def test_the_least_general_concept_covers_the_sample(builder: Builder, sample: Sample) -> None:
    """It finds every node of the sample."""
    concept = lgg(builder, sample)
    assert concept is None or all(node in execute(concept, view) for view, node in sample.nodes)


@every_builder
@settings(max_examples=8, deadline=None)
@given(sample=samples())
def test_refinements_cover_the_sample_and_select_less(builder: Builder, sample: Sample) -> None:
    """From the top, each refinement covers the sample and selects a part of what the concept before selects."""
    concepts = [top(sample)]
    for _ in range(4):
        concept = concepts[-1]
        refined = refine(builder, concept, sample)
        for one in refined:
            assert all(node in execute(one, view) for view, node in sample.nodes)
            for view, _ in sample.nodes:
                assert set(execute(one, view)) <= set(execute(concept, view))
        if not refined:
            return
        concepts.append(refined[0])


@every_builder
@settings(max_examples=8, deadline=None)
@given(sample=samples())
def test_fast_execution_selects_what_the_definition_selects(builder: Builder, sample: Sample) -> None:
    """``execute`` agrees with ``definition.select`` on the concepts of every builder."""
    view = sample.nodes[0][0]
    for series in builder.series(sample):
        for concept in series[:3]:
            assert execute(concept, view) == [
                node for node in select(view.nodes[0], [concept]) if view.is_visible(node)
            ]


def sample_of(source: str, *texts: str, tag: str = "#text") -> tuple[PageView, Sample]:
    """The texts of a page with these strings."""
    view = PageView(Page(source))
    return view, Sample(tuple((view, view.texts[view.strings.index(text)]) for text in texts), tag)


def found(builder: Builder, view: PageView, sample: Sample) -> list[str]:
    """The texts that the builder's least general concept finds."""
    concept = lgg(builder, sample)
    assert concept is not None
    return [node.text for node in execute(concept, view)]


def test_a_label_is_the_text_before_the_value() -> None:
    """The value is found behind its label, wherever the row is."""
    view, sample = sample_of("<p><b>Brand:</b> Acme <b>Price:</b> $5", "$5")
    assert found(LabelBefore(), view, sample) == ["$5"]
    all_series = list(LabelBefore().series(sample))
    other = PageView(Page("<p><b>Price:</b> $7 <b>Brand:</b> Bolt"))
    assert [node.text for node in execute(all_series[0][0], other)] == ["$7"]


def test_the_main_heading_is_found_with_any_attributes() -> None:
    """The first heading, as an element or as the text in it; no other tag."""
    view, sample = sample_of("<h1 class=css-1aut11t>Pie</h1><h2>Pie crust</h2>", "Pie")
    (series,) = MainHeading().series(sample)
    heading = view.texts[0].parent
    assert heading is not None
    all_series = [series, *MainHeading().series(Sample(((view, heading),), "h1"))]
    other = PageView(Page("<h2>Intro</h2><h1 class=css-vgzqej>Scones</h1>"))
    assert [[node.text for node in execute(concept, other)] for (concept,) in all_series] == [["Scones"], ["Scones"]]
    assert list(MainHeading().series(sample_of("<h2>Pie</h2>", "Pie")[1])) == []


def test_a_row_is_found_by_its_first_text() -> None:
    """Everything in the row is found, the label itself is not."""
    view, sample = sample_of("<table><tr><th>Brand<td>Acme<tr><th>Price<td>$5</table>", "$5")
    assert found(RowLabel(), view, sample) == ["$5"]


def test_a_column_is_found_by_its_title() -> None:
    """All cells under the header cell are found."""
    source = "<table><tr><th>Title<th>Price<tr><td>Emma<td>$5<tr><td>Kim<td>$7</table>"
    view, sample = sample_of(source, "$5")
    assert found(ColumnHeader(), view, sample) == ["$5", "$7"]


def test_brackets_are_strings_beside_the_value() -> None:
    """The longest common strings left and right, on tokens and on characters."""
    view, sample = sample_of("<b>Emma</b>, <i>Ann</i>; <b>Kim</b>; <i>Bob</i>", "Ann", "Bob")
    assert found(Brackets(), view, sample) == ["Ann", "Bob"]
    assert found(Brackets(tokens=False), view, sample) == ["Ann", "Bob"]


def test_a_chain_describes_another_node() -> None:
    """Conditions on the parent are conditions of a step to the parent."""
    view, sample = sample_of("<p class=x>a<p class=y>b", "b")
    concept = lgg(Chain(Step("parent"), AttributePath()), sample)
    assert concept is not None
    assert [node.text for node in execute(concept, view)] == ["b"]
    assert concept.conditions[0].steps[0].conditions[0] == Condition("class", "y")
