"""Builders of paths: tags, attributes and positions of the node and of its ancestors.

Legend, for the value in ``<div id=info><ul><li>a<li>b``, second item

    TagPath                ``html > body > div > ul > li``: tags only, as in the paper
    AttributePath          ``div#info > ul > li``: tags and attributes
    InsideElement          ``#info li``: the tag anywhere inside an element with attributes
    MainHeading            ``h1``, without attributes: generated class names change with each build of a site
    PositionPath           ``div#info > ul > li:nth-of-type(2)``: attributes and positions
    PositionPathFromEnd    ``div#info > ul > li:nth-last-of-type(1)``
    FullPath               ``html > body:nth-of-type(1) > ... > li:nth-of-type(2)``: tags and positions
    AnchoredPath           ``#info > ul:nth-of-type(1) > li:nth-of-type(2)``: positions below an element with attributes
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from unweave.program import Condition, Step
from unweave.rules.builder import Sample, Series
from unweave.rules.paths import (
    PathLevel,
    attribute_conditions,
    end_position_condition,
    growing_concepts,
    path_concept,
    position_condition,
)


def growing_path(sample: Sample, conditions: Callable[[PathLevel], tuple[Condition, ...]]) -> Series:
    """The concepts of the path up to each level, with these conditions of every level.

    >>> growing_path(Sample((), "td"), attribute_conditions)
    []
    """
    levels = [(level.tag, conditions(level)) for level in sample.path]
    return growing_concepts(sample.tag, levels)


@dataclass(frozen=True, slots=True)
class TagPath:
    """The tags of the node and its ancestors."""

    name: str = "tags"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One series: one more ancestor in each concept."""
        yield growing_path(sample, lambda _level: ())


@dataclass(frozen=True, slots=True)
class AttributePath:
    """Tags and attributes (id, class, itemprop, role, data-*) of the node and its ancestors."""

    name: str = "attributes"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One series: one more ancestor in each concept."""
        yield growing_path(sample, attribute_conditions)


@dataclass(frozen=True, slots=True)
class InsideElement:
    """The tag anywhere inside an element with attributes, the nearest element first."""

    name: str = "inside element"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One concept for each ancestor with attributes."""
        for level in sample.path[1:]:
            if level.attributes:
                inside = Condition("has", steps=(Step("ancestor", level.tag, attribute_conditions(level)),))
                yield [Step("descendant", sample.tag, (inside,))]


@dataclass(frozen=True, slots=True)
class MainHeading:
    """The ``h1`` of the page, or the text directly in it."""

    name: str = "main heading"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One concept, where all nodes are of that kind."""
        tags = [level.tag for level in sample.path[:2]]
        size = 1 if tags[:1] == ["h1"] else 2 if tags == ["#text", "h1"] else 0
        if size:
            yield [path_concept(sample.tag, [(tag, ()) for tag in tags[:size]])]


@dataclass(frozen=True, slots=True)
class PositionPath:
    """Tags, attributes and positions from the start."""

    name: str = "positions"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One series: one more ancestor in each concept."""
        yield growing_path(sample, lambda level: attribute_conditions(level) + position_condition(level))


@dataclass(frozen=True, slots=True)
class PositionPathFromEnd:
    """Tags, attributes and positions from the end."""

    name: str = "positions from the end"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One series: one more ancestor in each concept."""
        yield growing_path(sample, lambda level: attribute_conditions(level) + end_position_condition(level))


@dataclass(frozen=True, slots=True)
class FullPath:
    """Tags and positions only: the least general concept is the absolute path."""

    name: str = "full path"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One series: one more ancestor in each concept."""
        yield growing_path(sample, position_condition)


@dataclass(frozen=True, slots=True)
class AnchoredPath:
    """Tags and positions below an ancestor with attributes, the nearest ancestor first."""

    name: str = "anchored"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One concept for each ancestor with attributes, and for the node itself if it has any."""
        positions = [(level.tag, position_condition(level)) for level in sample.path]
        for height, level in enumerate(sample.path):
            if level.attributes:
                yield [path_concept(sample.tag, [*positions[:height], (level.tag, attribute_conditions(level))])]
