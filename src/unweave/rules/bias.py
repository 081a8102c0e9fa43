"""The bias, as data: an ordered list of builders.

Legend

    BiasEntry         a builder, and which of its concepts is used: its most general consistent one ("general"), or its
                      least general one ("specific"), as in the paper
    rank              the number of an entry; the weight of its rules is ``RULE_WEIGHTS[rank]``
    silence           the weight with which a rule that finds nothing votes for "there is no value"
    absence_counts    whether a rule of this entry that finds nothing shows that the value is absent: the label is
                      missing, so its row is missing; a rule that asks for more than the label does not show it

Where the examples do not decide, the order does. It was chosen by measuring (``benchmarks/rules.py``). Over pages four
months apart texts stayed the same in 95 % of the cases, ids in 87 %, classes in 80 %, absolute paths in 54 %.
"""

from dataclasses import dataclass
from typing import Literal

from unweave.program import texts_of
from unweave.rules.builder import Builder, Concept, Filtered, Sample
from unweave.rules.elementary import (
    AnchoredPath,
    AttributePath,
    Brackets,
    ColumnHeader,
    CommonWords,
    Formatting,
    FullPath,
    InsideElement,
    LabelBefore,
    MainHeading,
    PositionPath,
    PositionPathFromEnd,
    RowLabel,
    SectionHeading,
    TagPath,
    TextAfter,
    ValueKind,
)
from unweave.tuning import RULE_LABEL_PAGES, RULE_WEIGHTS

Aim = Literal["general", "specific"]
LABEL_ENDS = (":", "：")


@dataclass(frozen=True, slots=True)
class BiasEntry:
    """A builder, and which of its concepts is used.

    >>> BiasEntry(LabelBefore()).aim
    'general'
    """

    builder: Builder
    aim: Aim = "general"
    absence_counts: bool = False


def is_scarce(sample: Sample) -> bool:
    """Whether there is only one page, or several values a page.

    One value on each of several pages already shows what differs from page to page.

    >>> is_scarce(Sample(()))
    False
    """
    return sample.pages == 1 or len(sample.nodes) > sample.pages


BIAS: tuple[BiasEntry, ...] = (
    BiasEntry(LabelBefore(), absence_counts=True),
    BiasEntry(RowLabel()),
    BiasEntry(AttributePath()),
    BiasEntry(Filtered(InsideElement(), is_scarce)),
    BiasEntry(AttributePath(), "specific"),
    BiasEntry(TagPath(), "specific"),
    BiasEntry(TextAfter()),
    BiasEntry(MainHeading()),
    BiasEntry(PositionPath()),
    BiasEntry(FullPath(), "specific"),
    BiasEntry(AnchoredPath()),
    BiasEntry(PositionPathFromEnd()),
    BiasEntry(SectionHeading()),
)

RECORD_BIAS: tuple[BiasEntry, ...] = (
    BiasEntry(AttributePath()),
    BiasEntry(AttributePath(), "specific"),
    BiasEntry(TagPath(), "specific"),
    BiasEntry(PositionPath()),
    BiasEntry(FullPath(), "specific"),
    BiasEntry(AnchoredPath()),
)
"""For the nodes of records. The texts in them and around them are data, so no builder uses texts."""

RESERVE: tuple[Builder, ...] = (
    ColumnHeader(),
    ValueKind(),
    Formatting(),
    CommonWords(),
    Brackets(),
    Brackets(tokens=False),
)
"""Used only where no rule of the bias is consistent: their concepts are conjoined with the others'."""


def weight(rank: int) -> float:
    """The weight of the rules of an entry; entries after the end of the table have its last weight.

    >>> weight(0), weight(40)
    (3.0, 0.3)
    """
    return RULE_WEIGHTS[min(rank, len(RULE_WEIGHTS) - 1)]


def silence(entry: BiasEntry, concept: Concept, pages: int) -> float:
    """The part of its weight with which a rule, learned from so many pages, votes for "no value".

    Only a missing label shows that a value is absent. The text that a concept requires may occur on one page only,
    unless two pages have it or it looks like a label ("Brand:"). A concept that requires more than the label before the
    node, such as a class, may find nothing although the label is there.

    >>> from unweave.program import Condition
    >>> label = BiasEntry(LabelBefore(), absence_counts=True)
    >>> [silence(label, Concept("descendant", "b", (Condition("has"),) * number), 2) for number in (1, 2)]
    [1.0, 0.0]
    >>> silence(BIAS[4], Concept("self"), 1)
    0.0
    """
    is_label = pages >= RULE_LABEL_PAGES or any(text.endswith(LABEL_ENDS) for text in texts_of(concept))
    return float(entry.absence_counts and is_label and len(concept.conditions) == 1)
