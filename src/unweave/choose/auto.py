"""Auto: one answer from all families; what most people will ever use.

    Auto().learn(examples)      a wrapper with confidence per field
    Auto().study(examples)      the same with its grounds, from which the next question is asked

Pages with one record each are a matter of fields (``single``), pages with any number a matter of records (``many``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from unweave.choose.confidence import confidence
from unweave.choose.many import IN_ORDER, study_many
from unweave.choose.single import is_single, study_single
from unweave.choose.study import Ground, Study
from unweave.clock import Clock
from unweave.combined import of_path
from unweave.errors import NoConsistentWrapper
from unweave.records import Example
from unweave.values.profile import profile
from unweave.wrapper import Wrapper, with_origin

MOST_RIVALS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Auto:
    """The learner that asks every family; ``budget`` is how many seconds it may take.

    ``methods`` are those that are asked about pages with any number of records. Who learns several things with one
    budget gives a ``clock``: each takes half of what is left at most.

    >>> from unweave.page import Page
    >>> page = Page("<h1>Emma</h1><p>by <i>Jane Austen</i></p>")
    >>> wrapper = Auto().learn([Example.from_values(page, [{"title": "Emma", "author": "Jane Austen"}])])
    >>> wrapper.extract(Page("<h1>Kim</h1><p>by <i>Rudyard Kipling</i></p>"))[0].to_dict()
    {'title': 'Kim', 'author': 'Rudyard Kipling'}
    >>> wrapper.origin.confidence["title"].level
    'medium'
    """

    budget: float = 30.0
    methods: tuple[str, ...] = IN_ORDER
    clock: Clock | None = field(default=None, compare=False, repr=False)

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """A wrapper that agrees with the examples as far as any can, or it raises NoConsistentWrapper."""
        return self.study(examples).wrapper

    def study(self, examples: Sequence[Example]) -> Study:
        """The wrapper and the grounds on which it was chosen."""
        clock = Clock(self.budget) if self.clock is None else self.clock.half()
        study = study_single(examples, clock) if is_single(examples) else study_many(examples, clock, self.methods)
        for path, ground in study.grounds.items():
            if not ground.found:
                raise _failure(path, ground, examples, study.notes)
        return replace(study, wrapper=_signed(study, examples))


def _signed(study: Study, examples: Sequence[Example]) -> Wrapper:
    """The wrapper with its origin: how sure it is of each field, what else was possible, what values look like."""
    grounds = study.grounds
    return with_origin(
        study.wrapper,
        method="+".join(dict.fromkeys(ground.method for ground in grounds.values())),
        confidence={path: confidence(ground) for path, ground in grounds.items()},
        rivals={path: rivals(ground) for path, ground in grounds.items()},
        profile={path: msgspec.to_builtins(profile(_values(examples, path))) for path in grounds},
        history=study.notes,
    )


def rivals(ground: Ground) -> tuple[str, ...]:
    """Other readings that agree with the examples, but not with what was agreed on elsewhere, the heaviest first.

    >>> rivals(Ground())
    ()
    """
    if ground.agreed is None:
        return ()
    every = sorted((*ground.readings, *ground.witnesses, *ground.doubters), key=lambda one: -one.weight)
    other = [f"{one.method}: {one.words}" for one in every if one.answers != ground.agreed.answers]
    return tuple(dict.fromkeys(other))[:MOST_RIVALS]


def _values(examples: Sequence[Example], path: str) -> Iterator[str | None]:
    """The known values of a field, None where it is known to be absent."""
    for example in examples:
        records = of_path(example, path).records
        yield from (record.get(path) for record in records)
        yield from [None] * (bool(example.records) and not records)


def _failure(path: str, ground: Ground, examples: Sequence[Example], notes: Sequence[str]) -> NoConsistentWrapper:
    """Which field, on which page, what nearly worked, and what would help."""
    shown = next(((one, record) for one in examples for record in of_path(one, path).records if record.get(path)), None)
    page, text = (shown[0].page.name or None, f"{shown[1].get(path)!r}") if shown else (None, "its values")
    tried = "; ".join((*ground.complaints, *notes))
    return NoConsistentWrapper(
        kind="known",
        field=path,
        page=page,
        reason=f"no method finds {text} and nothing wrong. {tried}. It would help to show the field on another page, "
        "to give its place as a span, or to leave it unknown",
    )
