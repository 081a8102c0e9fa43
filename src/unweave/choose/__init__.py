"""One answer from many learners."""

from collections.abc import Sequence

from unweave.choose.auto import Auto
from unweave.choose.first import FirstThatAgrees
from unweave.choose.methods import AUTO
from unweave.clock import Clock, OutOfTime
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.records import Example, example_to_data
from unweave.records.types import types_of
from unweave.several import PerType
from unweave.wrapper import Wrapper, with_origin


def learn(examples: Sequence[Example], *, method: str = AUTO, budget: float = 30.0) -> Wrapper:
    """A wrapper that agrees with the examples, or it raises NoConsistentWrapper.

    ``method="auto"`` asks every family and takes, field by field or record by record, what most of them agree on. Pages
    of which nothing is known (``Example(page)``) help it to choose. How sure it is of each field stands in
    ``wrapper.origin.confidence``. It takes about ``budget`` seconds of work at most; what was cut short, or left out,
    stands in ``wrapper.origin.history``.

    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b><b>Kim</b>")
    >>> wrapper = learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> [record["title"] for record in wrapper.extract(Page("<b>Dune</b>"))]
    ['Dune']
    """
    examples = list(examples)
    if not any(example.records for example in examples):
        raise BadInput(source="the examples", reason="no page shows a record, so there is nothing to learn from")
    clock = Clock(budget)
    wrapper = _automatically(examples, clock) if method == AUTO else _by_method(examples, clock, method)
    return with_examples(wrapper, examples)


def _automatically(examples: Sequence[Example], clock: Clock) -> Wrapper:
    several = len(types_of(examples)) > 1
    return PerType(Auto(budget=clock.budget, clock=clock if several else None)).learn(examples)


def _by_method(examples: Sequence[Example], clock: Clock, method: str) -> Wrapper:
    try:
        with clock.limits(method):
            wrapper = PerType(FirstThatAgrees((method,))).learn(examples)
    except OutOfTime:
        reason = f"{clock.note}. It would help to allow more time, or to take another method"
        raise NoConsistentWrapper(kind=method, reason=reason) from None
    return with_origin(wrapper, history=(*wrapper.origin.history, clock.note)) if clock.note else wrapper


def with_examples(wrapper: Wrapper, examples: Sequence[Example]) -> Wrapper:
    """The wrapper with what it was learned from in its origin; pages of which nothing was known are not kept there.

    >>> from unweave.page import Page
    >>> example = Example.from_values(Page("<b>Emma</b>", name="p1.html"), [{"title": "Emma"}])
    >>> learned = with_examples(Auto().learn([example]), [example, Example(Page("<b>Kim</b>"))])
    >>> learned.origin.examples
    ({'page': 'p1.html', 'status': 'complete', 'records': [{'title': 'Emma'}]},)
    """
    known = (example for example in examples if example.status != "unlabelled")
    return with_origin(wrapper, examples=tuple(map(example_to_data, known)))


__all__ = ["Auto", "learn", "with_examples"]
