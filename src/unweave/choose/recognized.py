"""A wrapper from recognizers: plausible labels are learned from by the methods, the simplest first."""

from collections.abc import Sequence
from dataclasses import dataclass

from unweave.choose.methods import AUTO, learner
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.labels import FromRecognizers, Library
from unweave.page import Page
from unweave.records import Example, example_to_data
from unweave.wrapper import Wrapper, with_origin

FIRST = ("lr", "hlrt")
"""The methods that are asked first: exact, and fast to refuse labels that are wrong, of which there are many."""
THEN = ("oclr", "m-lr", "tree", "rules")
"""Those that are asked where these have no answer; hoclrt can take minutes to refuse, and must be named."""


@dataclass(frozen=True, slots=True)
class FirstThatAgrees:
    """A learner made of methods: the first that agrees with the examples.

    >>> page = Page("<b>Emma</b><b>Kim</b>")
    >>> wrapper = FirstThatAgrees(("lr",)).learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> wrapper.origin.method
    'lr'
    """

    names: tuple[str, ...]

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """The first method's wrapper that agrees, or the first method's complaint."""
        failures: list[NoConsistentWrapper | BadInput] = []
        for name in self.names:
            try:
                return with_origin(learner(name).learn(examples), method=name)
            except (NoConsistentWrapper, BadInput) as failure:
                failures.append(failure)
        raise failures[0]


def learn_recognized(pages: Sequence[Page], library: Library, *, method: str = AUTO) -> Wrapper:
    """A wrapper learned from pages on which only recognizers say what the values are.

    >>> from unweave.labels import of_kind, of_values
    >>> rows = [("Emma", "$5.50"), ("Kim", "$7"), ("Dune", "$9.25"), ("She", "$4"), ("Vathek", "$3")]
    >>> page = Page("".join(f"<li><b>{title}</b> {price}</li>" for title, price in rows))
    >>> known = Library((of_values("title", ["Emma", "Dune", "She"]), of_kind("price", "price")))
    >>> [record["title"] for record in learn_recognized([page], known).extract(page)]
    ['Emma', 'Kim', 'Dune', 'She', 'Vathek']
    """
    if method != AUTO:
        return _learned(pages, library, (method,))
    try:
        return _learned(pages, library, FIRST)
    except NoConsistentWrapper:
        return _learned(pages, library, THEN)


def _learned(pages: Sequence[Page], library: Library, names: tuple[str, ...]) -> Wrapper:
    recipe = FromRecognizers(recognizers=library.recognizers, learner=FirstThatAgrees(names), order=library.order)
    best = recipe.ranked([Example(page) for page in pages])[0]
    return with_origin(best.wrapper, examples=tuple(example_to_data(example) for example in best.examples))
