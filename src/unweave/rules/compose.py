"""Builders made of builders: conjunction, chain, filtered, given.

Legend

    Conjunction   says at once all that several builders say
    Chain         lets a builder speak about another node, reached by a step: "its parent has ..."
    Filtered      a builder that is on only where a test on the sample holds
    Given         what a builder says, of nodes that meet some conditions anyway

Departure: the paper's chain has any function as its decomposition; ours is a step of a program, so that what the chain
learns can still be stored, run and exported.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from unweave.page import Node
from unweave.program import Condition, Step, select
from unweave.rules.builder import Builder, Concept, Ladder, Sample, both, lgg
from unweave.rules.view import View


@dataclass(frozen=True, slots=True)
class Conjunction:
    """The least general concepts of several builders, conjoined.

    >>> from unweave.rules.elementary import Look, Shape
    >>> Conjunction((Shape(), Look())).name
    'shape and look'
    """

    builders: tuple[Builder, ...]

    @property
    def name(self) -> str:
        """The names of all of them."""
        return " and ".join(builder.name for builder in self.builders)

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One ladder: another builder's say with each rung."""
        said = [concept for builder in self.builders if (concept := lgg(builder, sample)) is not None]
        if said:
            yield [both(*said[: size + 1]) for size in range(len(said))]


@dataclass(frozen=True, slots=True)
class Chain:
    """What a builder says of the first node that a step leads to from each place.

    >>> from unweave.rules.elementary import Marks
    >>> Chain(Step("parent"), Marks()).name
    'marks of the parent'
    """

    step: Step
    builder: Builder

    @property
    def name(self) -> str:
        """The builder's name, and where it looks."""
        return f"{self.builder.name} of the {self.step.axis}"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """The builder's ladders for the nodes that the step leads to, where it leads somewhere from every place."""
        reached = [(view, found) for view, node in sample.places if (found := self._reached(view, node))]
        if len(reached) == len(sample.places):
            for ladder in self.builder.ladders(Sample(tuple(reached), _tag(node for _, node in reached))):
                yield [Step("descendant", sample.tag, (self._condition(rung),)) for rung in ladder]

    def _reached(self, _view: View, node: Node) -> Node | None:
        found = select(node, (self.step,))
        return found[0] if found else None

    def _condition(self, rung: Concept) -> Condition:
        step = replace(self.step, tag=rung.tag, conditions=(*self.step.conditions, *rung.conditions))
        return Condition("has", steps=(step,))


@dataclass(frozen=True, slots=True)
class Filtered:
    """A builder that speaks only about samples that pass a test.

    >>> from unweave.rules.elementary import Shape
    >>> many = Filtered(Shape(), lambda sample: len(sample.places) >= 3)
    >>> list(many.ladders(Sample(())))
    []
    """

    builder: Builder
    test: Callable[[Sample], bool]

    @property
    def name(self) -> str:
        """The builder's name."""
        return self.builder.name

    def ladders(self, sample: Sample) -> Iterable[Ladder]:
        """The builder's ladders, or none."""
        return self.builder.ladders(sample) if self.test(sample) else ()


@dataclass(frozen=True, slots=True)
class Given:
    """A builder's concepts, each with the same conditions besides.

    >>> from unweave.rules.elementary import Shape
    >>> Given(Shape(), (Condition("contains", "Brand:"),)).name
    'shape'
    """

    builder: Builder
    conditions: tuple[Condition, ...]

    @property
    def name(self) -> str:
        """The builder's name."""
        return self.builder.name

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """The builder's ladders, with the conditions on each rung."""
        given = Step("descendant", sample.tag, self.conditions)
        return ([both(rung, given) for rung in ladder] for ladder in self.builder.ladders(sample))


def _tag(nodes: Iterable[Node]) -> str:
    """The tag that all nodes share; empty where they do not."""
    tags = {"#text" if node.kind == "text" else node.tag for node in nodes}
    return tags.pop() if len(tags) == 1 else ""
