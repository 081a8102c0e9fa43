"""A wrapper from recognizers: plausible labels are learned from by the methods, the simplest first."""

from collections.abc import Sequence

from unweave.choose.first import FirstThatAgrees
from unweave.choose.methods import AUTO
from unweave.errors import NoConsistentWrapper
from unweave.labels import FromRecognizers, Library
from unweave.page import Page
from unweave.records import Example, example_to_data
from unweave.wrapper import Wrapper, with_origin

FIRST = ("lr", "hlrt")
"""The methods that are asked first: exact, and fast to refuse labels that are wrong, of which there are many."""
THEN = ("oclr", "m-lr", "tree", "rules")
"""Those that are asked where these have no answer; hoclrt must be named."""


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
