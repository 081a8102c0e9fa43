"""One answer from many learners."""

from collections.abc import Sequence

from unweave.choose.first import FirstThatAgrees
from unweave.choose.methods import AUTO
from unweave.errors import BadInput
from unweave.records import Example, example_to_data
from unweave.wrapper import Wrapper, with_origin

IN_ORDER = ("lr", "hlrt", "oclr", "m-lr", "n-lr", "n-hlrt", "tree", "rules")
"""The methods that ``auto`` asks, one after the other; hoclrt, which can be slow to refuse, must be named."""


def learn(examples: Sequence[Example], *, method: str = AUTO) -> Wrapper:
    """A wrapper that agrees with the examples, or it raises NoConsistentWrapper.

    ``method="auto"`` asks the methods in a fixed order and returns the first answer.

    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b><b>Kim</b>")
    >>> wrapper = learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> [record["title"] for record in wrapper.extract(Page("<b>Dune</b>"))]
    ['Dune']
    """
    examples = list(examples)
    if not any(example.records for example in examples):
        raise BadInput(source="the examples", reason="no page shows a record, so there is nothing to learn from")
    wrapper = FirstThatAgrees(IN_ORDER if method == AUTO else (method,)).learn(examples)
    return with_origin(wrapper, examples=tuple(example_to_data(example) for example in examples))


__all__ = ["learn"]
