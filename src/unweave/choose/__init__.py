"""One answer from many learners."""

from collections.abc import Sequence

from unweave.choose.auto import Auto
from unweave.choose.first import FirstThatAgrees
from unweave.choose.methods import AUTO
from unweave.errors import BadInput
from unweave.records import Example, example_to_data
from unweave.several import PerType
from unweave.wrapper import Learner, Wrapper, with_origin


def learn(examples: Sequence[Example], *, method: str = AUTO, budget: float = 30.0) -> Wrapper:
    """A wrapper that agrees with the examples, or it raises NoConsistentWrapper.

    ``method="auto"`` asks every family and takes, field by field or record by record, what most of them agree on; it
    takes about ``budget`` seconds at most. Pages of which nothing is known (``Example(page)``) help it to choose. How
    sure it is of each field stands in ``wrapper.origin.confidence``.

    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b><b>Kim</b>")
    >>> wrapper = learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> [record["title"] for record in wrapper.extract(Page("<b>Dune</b>"))]
    ['Dune']
    """
    examples = list(examples)
    if not any(example.records for example in examples):
        raise BadInput(source="the examples", reason="no page shows a record, so there is nothing to learn from")
    chosen: Learner = Auto(budget=budget) if method == AUTO else FirstThatAgrees((method,))
    wrapper = PerType(chosen).learn(examples)
    return with_origin(wrapper, examples=tuple(example_to_data(example) for example in examples))


__all__ = ["Auto", "learn"]
