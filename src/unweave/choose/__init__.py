"""One answer from many learners."""

from collections.abc import Sequence

from unweave.choose.methods import AUTO, METHODS, learner
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.records import Example, example_to_data
from unweave.wrapper import Wrapper, with_origin


def learn(examples: Sequence[Example], *, method: str = AUTO) -> Wrapper:
    """A wrapper that agrees with the examples, or it raises NoConsistentWrapper.

    ``method="auto"`` tries every method in the order of the table and returns the first that agrees.

    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b><b>Kim</b>")
    >>> wrapper = learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> [record["title"] for record in wrapper.extract(Page("<b>Dune</b>"))]
    ['Dune']
    """
    examples = list(examples)
    if not any(example.records for example in examples):
        raise BadInput(source="the examples", reason="no page shows a record, so there is nothing to learn from")
    name, wrapper = _first_that_agrees(examples, tuple(METHODS) if method == AUTO else (method,))
    lessons = tuple(example_to_data(example) for example in examples)
    return with_origin(wrapper, method=name, examples=lessons)


def _first_that_agrees(examples: Sequence[Example], names: Sequence[str]) -> tuple[str, Wrapper]:
    failures: list[NoConsistentWrapper] = []
    for name in names:
        try:
            return name, learner(name).learn(examples)
        except NoConsistentWrapper as failure:
            failures.append(failure)
    raise failures[0]


__all__ = ["learn"]
