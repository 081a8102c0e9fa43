"""Resampling: learn from a part of the examples and test on the rest; and learn from wrong labels.

Legend

    Resampling(trials=10, agreed=9)     nine of ten wrappers learned from a part agreed with the held-out pages
    noise                               how often a wrapper agrees with labels that are slightly wrong (the thesis's mu)

Neither is a guarantee: both use only the pages at hand, and tell nothing about pages of another kind.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from unweave.errors import BadInput, DoesNotFit, NoConsistentWrapper
from unweave.page import Span
from unweave.records import Example, Record
from unweave.wrapper import Learner, reproduces


@dataclass(frozen=True, slots=True)
class Resampling:
    """How many wrappers learned from a part of the examples agreed with the held-out pages.

    >>> Resampling(trials=10, agreed=9).share
    0.9
    """

    trials: int
    agreed: int

    @property
    def share(self) -> float:
        """The agreeing share; 0 when nothing could be tried."""
        return self.agreed / self.trials if self.trials else 0.0


def resample(learner: Learner, examples: Sequence[Example], *, trials: int = 20, seed: int = 0) -> Resampling:
    """Learn from a part of the examples, and test the wrapper on the held-out pages.

    With up to ``trials`` pages each page is held out once, with more a random half is, ``trials`` times.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> titles = ["Emma", "Kim", "Dune"]
    >>> shelf = [Example.from_values(Page(f"<b>{title}</b>"), [{"title": title}]) for title in titles]
    >>> resample(LR(), shelf)
    Resampling(trials=3, agreed=3)
    """
    parts = list(_parts(len(examples), trials, seed))
    return Resampling(len(parts), sum(_part_agrees(learner, examples, kept) for kept in parts))


def measure_noise(
    learner: Learner,
    examples: Sequence[Example],
    *,
    share: float = 0.01,
    reach: int = 4,
    trials: int = 100,
    seed: int = 0,
) -> float:
    """How often a wrapper agrees with wrong labels: a share of the values has one boundary moved by up to ``reach``.

    As in section 7.7 of the thesis, except that at least one boundary is moved in every trial.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> shelf = [Example.from_values(Page("<b>Emma</b><b>Kim</b>"), [{"title": "Emma"}, {"title": "Kim"}])]
    >>> measure_noise(LR(), shelf, trials=5)
    0.0
    """
    chance = random.Random(seed)  # noqa: S311 - an experiment, not a secret
    return sum(_learns(learner, _with_moved_boundaries(examples, share, reach, chance)) for _ in range(trials)) / trials


def _parts(size: int, trials: int, seed: int) -> Iterator[frozenset[int]]:
    """Which examples are kept in each trial."""
    if 2 <= size <= trials:
        yield from (frozenset(range(size)) - {held_out} for held_out in range(size))
    elif size > trials:
        chance = random.Random(seed)  # noqa: S311 - an experiment, not a secret
        yield from (frozenset(chance.sample(range(size), size // 2)) for _ in range(trials))


def _part_agrees(learner: Learner, examples: Sequence[Example], kept: frozenset[int]) -> bool:
    try:
        wrapper = learner.learn([example for at, example in enumerate(examples) if at in kept])
        return all(reproduces(wrapper, example) for at, example in enumerate(examples) if at not in kept)
    except (NoConsistentWrapper, DoesNotFit):
        return False


def _learns(learner: Learner, examples: Sequence[Example]) -> bool:
    """Whether a wrapper agrees; labels that overlap after the move are bad input, and count as no."""
    try:
        learner.learn(examples)
    except (NoConsistentWrapper, BadInput):
        return False
    return True


def _with_moved_boundaries(
    examples: Sequence[Example], share: float, reach: int, chance: random.Random
) -> list[Example]:
    """The examples with some boundaries moved, at least one."""
    spots = [
        (page, row, name)
        for page, example in enumerate(examples)
        for row, record in enumerate(example.records)
        for name in record
        if isinstance(record.cell(name), Span)
    ]
    drawn = [spot for spot in spots if chance.random() < share] or [chance.choice(spots)]
    moved = list(examples)
    for page, row, name in drawn:
        moved[page] = _with_moved_boundary(moved[page], row, name, reach, chance)
    return moved


def _with_moved_boundary(example: Example, row: int, name: str, reach: int, chance: random.Random) -> Example:
    record = example.records[row]
    span = record.span(name)
    assert span is not None  # noqa: S101 - only cells that hold a span are drawn
    cells = {each: record.cell(each) for each in record} | {name: _moved(span, len(example.page), reach, chance)}
    records = (*example.records[:row], Record(record.page, cells), *example.records[row + 1 :])
    return replace(example, records=records)


def _moved(span: Span, size: int, reach: int, chance: random.Random) -> Span:
    """One of the non-empty spans inside the page that differ from it by up to ``reach`` at one boundary."""
    steps = [step for step in range(-reach, reach + 1) if step]
    moved = [Span(span.start + step, span.end) for step in steps] + [
        Span(span.start, span.end + step) for step in steps
    ]
    return chance.choice([each for each in moved if 0 <= each.start < each.end <= size])
