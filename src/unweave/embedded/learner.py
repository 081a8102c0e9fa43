"""Embedded: learns paths in the data of scripts from a few values.

Pages with one record each are learned field by field (``details``), pages with any number of records by the objects of
the records (``lists``). A value is looked for by its text, wherever it was found on the page: that it is in the text
too does not matter. What is learned agrees with the examples, or there is an error.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from unweave.embedded.details import detail_paths
from unweave.embedded.lists import ShownPage, learn_list
from unweave.embedded.shown import KIND, shown_records
from unweave.embedded.wrapper import EmbeddedWrapper, repeats, wrapper_of
from unweave.errors import NoConsistentWrapper
from unweave.program import DataPaths
from unweave.records import Example, Schema, schema_of
from unweave.wrapper import check_agrees


@dataclass(frozen=True, slots=True)
class Embedded:
    """The learner of paths in the data of scripts.

    >>> from unweave.page import Page
    >>> page = Page('<script>s = {"books": [{"title": "Emma"}, {"title": "Kim"}, {"title": "Dune"}]}</script>')
    >>> shown = Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}], status="partial")
    >>> [record["title"] for record in Embedded().learn([shown]).extract(page)]
    ['Emma', 'Kim', 'Dune']
    """

    def learn(self, examples: Sequence[Example]) -> EmbeddedWrapper:
        """A wrapper that agrees with the examples, or it raises NoConsistentWrapper."""
        schema = schema_of(examples)
        known = [example for example in examples if example.status != "unlabelled"]
        if all(one.status == "complete" and len(one.records) == 1 for one in known if one.records):
            wrapper = _of_details(examples, schema)
            check_agrees(wrapper, examples, KIND)
            return wrapper
        return learn_list([ShownPage(one, shown_records(one, schema.fields)) for one in known], schema, examples)


def _of_details(examples: Sequence[Example], schema: Schema) -> EmbeddedWrapper:
    paths, failures = detail_paths(examples, schema.fields)
    for name, reason in failures.items():
        raise NoConsistentWrapper(kind=KIND, field=name, reason=reason)
    return wrapper_of(schema, DataPaths(tuple(paths[name] for name in schema.names), repeats=repeats(schema.fields)))
