"""Builders: small restricted languages, each of which can say what some places have in common.

Legend

    Concept     what one rule says of a node: a ``program.Step`` along "descendant": ``//td[@class='price']``
    Sample      places that are wanted, as nodes of one tag: ``[(view of p1, <td>), (view of p2, <td>)]``
    ladder      concepts of one builder that all cover the sample, each saying more than the one before it
    lgg         the least general concept of a builder: all that its ladders can say of the sample at once
    refine      the next rungs: concepts that say a little more and still cover the sample
    top         the concept that says nothing but the tag
    own         a text or a mark that spells a value of the sample: ``id="green-bean-casserole"``

A builder owns a language and nothing else: given a sample, it returns ladders. What the master needs (the least general
concept, the refinements, the top) is read off them here. Concepts are written in the words of ``program``, so what a
builder learns can be stored, run, told and exported without a further line.

Departures from the paper: its builders implement LGG and Refine themselves and keep their predicates opaque; ours state
both at once, as ladders. Its spans are pairs of boundaries; our inner spans are nodes, and parts of their text are cut
out behind the rule.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, TypeAlias

from unweave.page import Node
from unweave.program import Step
from unweave.rules.paths import Level, common_levels, levels_of
from unweave.rules.view import View

Concept: TypeAlias = Step
Ladder: TypeAlias = Sequence[Concept]
SHORTEST_VALUE = 4
"""So many letters a value must have for a text that holds them to be the value's own."""
LONGEST_LABEL = 60
"""What one page says at greater length is prose, and names nothing on another."""


@dataclass(frozen=True)
class Sample:
    """Wanted places, as nodes of one tag ("" when their tags differ)."""

    places: tuple[tuple[View, Node], ...]
    tag: str = field(default="")

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """What the places have in common, level by level from the node upwards."""
        common = common_levels([levels_of(view, node) for view, node in self.places])
        return tuple(
            level._replace(marks=frozenset(mark for mark in level.marks if not self.owns(mark[1]))) for level in common
        )

    def owns(self, text: str) -> bool:
        """Whether a text spells a value of the sample: then it is that page's own, and no sign of the field.

        >>> from unweave.page import Page
        >>> view = View(Page("<h2 id=green-bean-casserole>Green Bean Casserole"))
        >>> Sample(((view, view.texts[0]),), "#text").owns("green-bean-casserole")
        True
        """
        said = _letters(text)
        return any(value in said for value in self._values)

    @cached_property
    def _values(self) -> frozenset[str]:
        said = (_letters(view.said(view.extent(node))) for view, node in self.places)
        return frozenset(value for value in said if len(value) >= SHORTEST_VALUE)

    @property
    def pages(self) -> int:
        """On how many pages the places stand."""
        return len({id(view) for view, _ in self.places})

    def common(self, ask: "Ask") -> str:
        """What all places answer; empty where they do not agree, or it is only one page's."""
        answers = {ask(view, node) for view, node in self.places}
        answer = answers.pop() if len(answers) == 1 else ""
        return "" if self.owns(answer) or (self.pages == 1 and len(answer) > LONGEST_LABEL) else answer


class Ask(Protocol):
    """A question to a place."""

    def __call__(self, view: View, node: Node, /) -> str:
        """The answer; an empty text where there is none."""


class Builder(Protocol):
    """A restricted language; see the top of this module."""

    @property
    def name(self) -> str:
        """The word for it."""

    def ladders(self, sample: Sample) -> Iterable[Ladder]:
        """Concepts that cover the sample, each ladder from the most general to the least."""


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def top(sample: Sample) -> Concept:
    """The concept that says nothing but the tag.

    >>> top(Sample((), "td"))
    Step(axis='descendant', tag='td', conditions=())
    """
    return Step("descendant", sample.tag)


def lgg(builder: Builder, sample: Sample) -> Concept | None:
    """The least general concept of the builder that covers the sample: the last rungs of all its ladders together.

    None where the builder has nothing to say.
    """
    lasts = [ladder[-1] for ladder in builder.ladders(sample) if ladder]
    return both(*lasts) if lasts else None


def refine(builder: Builder, concept: Concept, sample: Sample) -> list[Concept]:
    """The builder's concepts that say a little more than this one: from the top, every ladder's first rung."""
    rungs = [[top(sample), *ladder] for ladder in builder.ladders(sample)]
    following = (ladder[at + 1] for ladder in rungs for at in range(len(ladder) - 1) if ladder[at] == concept)
    return list(dict.fromkeys(following))


def both(*concepts: Concept) -> Concept:
    """The conjunction: all conditions of all the concepts, each once.

    >>> from unweave.program import Condition
    >>> both(Step("descendant", "b", (Condition("nth", "1"),)), Step("descendant", "b")).conditions
    (Condition(property='nth', value='1', name='', negated=False, steps=()),)
    """
    conditions = dict.fromkeys(condition for concept in concepts for condition in concept.conditions)
    return Step("descendant", concepts[0].tag, tuple(conditions))
