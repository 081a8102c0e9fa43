"""The bias, as data: who is asked, for what, in which order.

A preference asks a builder for the most general of its concepts that agrees with the examples (``general``) or for its
least general one (``specific``). The order is the bias: where the examples cannot decide, the earlier one counts more.
How much more is ``WEIGHTS``, by rank, so that a changed order is a changed bias and nothing else.

The order was chosen by measurement (``benchmarks/rules.py``; the figures are in ``docs/rules.md``), with this prior:
over pages four months apart texts stayed the same in 95 % of the cases, ids in 87 %, classes in 80 %, absolute paths in
54 %.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from unweave.rules.builder import Builder, Concept, Sample
from unweave.rules.compose import Filtered
from unweave.rules.elementary import (
    Anchored,
    Brackets,
    Column,
    Following,
    FullPath,
    Heading,
    Headline,
    Inside,
    Label,
    Look,
    Marks,
    Places,
    PlacesFromEnd,
    Row,
    Shape,
    Tags,
    Within,
)

Aim = Literal["general", "specific"]


@dataclass(frozen=True, slots=True)
class Preference:
    """A builder, and which of its concepts is wanted.

    It is ``telling`` when its silence says that the value is absent: a row's label is not there, so the row is not.

    >>> Preference(Label()).aim
    'general'
    """

    builder: Builder
    aim: Aim = "general"
    telling: bool = False


def is_scarce(sample: Sample) -> bool:
    """Whether one page is all there is, or there are several values a page.

    One value on each of several pages shows what varies from page to page; then nobody has to guess it.

    >>> is_scarce(Sample(()))
    False
    """
    return sample.pages == 1 or len(sample.places) > sample.pages


BIAS: tuple[Preference, ...] = (
    Preference(Label(), telling=True),
    Preference(Row()),
    Preference(Marks()),
    Preference(Filtered(Within(), is_scarce)),
    Preference(Marks(), "specific"),
    Preference(Tags(), "specific"),
    Preference(Heading()),
    Preference(Following()),
    Preference(Headline()),
    Preference(Places()),
    Preference(FullPath(), "specific"),
    Preference(Anchored()),
    Preference(PlacesFromEnd()),
)
RECORD_BIAS: tuple[Preference, ...] = (
    Preference(Marks()),
    Preference(Marks(), "specific"),
    Preference(Tags(), "specific"),
    Preference(Places()),
    Preference(FullPath(), "specific"),
    Preference(Anchored()),
)
"""For the nodes of records: what they say and what stands beside them is their own."""

LABEL_ENDS = (":", "：")
WEIGHTS = (3.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.6, 0.6, 0.6, 0.4)

RESERVE: tuple[Builder, ...] = (Column(), Shape(), Look(), Inside(), Brackets(), Brackets(tokens=False))
"""Asked only where no rule of the bias agrees with the examples: what they say is conjoined with the others'."""


def weight(rank: int) -> float:
    """How much a preference of this rank counts; those behind the table count as its last.

    >>> weight(0), weight(40)
    (3.0, 0.4)
    """
    return WEIGHTS[min(rank, len(WEIGHTS) - 1)]


def silence(preference: Preference, concept: Concept, pages: int, absent: int = 0) -> float:
    """How much of its weight a rule has for "there is nothing" where it finds nothing, learned from so many pages.

    The text on which a rule rests may be one page's own, unless two pages have it or it looks like a label ("Brand:").
    In lists, records are as pages, and ``absent`` counts those that were shown without the value; they
    say nothing of a rule that rests on a text, which may be one record's own.

    >>> silence(Preference(Label(), telling=True), Concept("descendant", "b"), 2), silence(BIAS[4], Concept("self"), 1)
    (1.0, 0.0)
    """
    if preference.telling:
        return float(pages >= 2 or any(text.endswith(LABEL_ENDS) for text in named(concept)))
    shown = pages if any(named(concept)) else pages + absent
    return 0.5 * (shown >= 3)


def called(concept: Concept) -> Iterator[str]:
    """The texts before a place by which a concept calls it: a label, or the first text of its row.

    >>> from unweave.rules.elementary.label import named_by
    >>> list(called(Concept("descendant", "td", (named_by("Brand:", 1),))))
    ['Brand:']
    """
    for condition in concept.conditions:
        if condition.property == "begins":
            yield condition.value
        for step in condition.steps:
            yield from named(step) if (step.axis, step.tag) == ("preceding", "#text") else called(step)


def named(concept: Concept) -> Iterator[str]:
    """The texts on which a concept rests.

    >>> from unweave.program import Condition
    >>> list(named(Concept("descendant", "td", (Condition("begins", "Brand:"),))))
    ['Brand:']
    """
    for condition in concept.conditions:
        if condition.property in {"text", "begins"} and not condition.negated:
            yield condition.value
        for step in condition.steps:
            yield from named(step)
