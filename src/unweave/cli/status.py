"""Whether records that were shown are all records of their pages, where nobody said so.

Values of the command line and tables have no status. They are *partial* where the page has more records of the same
kind. Where one record a page was shown and no others like it are found, the pages are detail pages, and their examples
are *complete*: this lets every field be learned by itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from unweave.errors import NoConsistentWrapper, UnweaveError
from unweave.records import Example, Record, schema_of
from unweave.records.agree import disagreements
from unweave.wrapper import Wrapper

STATUS_PAGES = 3
"""The status is decided on the first labelled pages: learning from many takes long."""

Learn = Callable[[Sequence[Example]], Wrapper]


def learned_with_status(examples: Sequence[Example], learn: Learn) -> tuple[list[Example], Wrapper]:
    """The examples with the status that they are read with, and the wrapper that was learned from these.

    >>> from unweave.choose import learn
    >>> from unweave.page import Page
    >>> page = Page("<h1>Emma</h1><p>Price: <b>$5</b></p>")
    >>> shown = Example.from_values(page, [{"title": "Emma", "price": "$5"}], status="partial")
    >>> learned_with_status([shown], learn)[0][0].status
    'complete'
    >>> page = Page("<ul><li>Emma</li><li>Kim</li><li>Dune</li></ul>")
    >>> shown = Example.from_values(page, [{"title": "Emma"}], status="partial")
    >>> learned_with_status([shown], learn)[0][0].status
    'partial'
    """
    partial = list(examples)
    known = [example for example in partial if example.records]
    if any(len(example.records) > 1 for example in known) or _are_lists(known[:STATUS_PAGES], learn):
        return partial, learn(partial)
    complete = [as_complete(example) for example in partial]
    try:
        return complete, learn(complete)
    except NoConsistentWrapper as problem:
        try:
            return partial, learn(partial)
        except NoConsistentWrapper:
            raise problem from None


def as_complete(example: Example) -> Example:
    """A partial example as a complete one: the fields that its records do not have stay unknown.

    >>> from unweave.page import Page
    >>> as_complete(Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}], status="partial")).status
    'complete'
    """
    return replace(example, status="complete") if example.records else example


def how_it_was_read(examples: Sequence[Example], *, chosen: bool) -> str:
    """A sentence on the status of the examples, and how to change it.

    >>> from unweave.page import Page
    >>> shown = Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}], status="partial")
    >>> how_it_was_read([shown], chosen=True)
    'Read as some of the records of the page; if they are all records of it, give --complete.'
    """
    known = [example for example in examples if example.records]
    one = len(known) == 1
    if any(example.status == "partial" for example in known):
        pages = "the page" if one else "their pages"
        every = "it" if one else "these pages"
        return f"Read as some of the records of {pages}; if they are all records of {every}, give --complete."
    if not chosen:
        return f"Read as all records of {'the page' if one else 'their pages'}, as --complete says."
    where = "the page" if one else "each page"
    return (
        f"Read as one record for {where}, since no others like it were found; for a list, show two records of a page."
    )


def _are_lists(examples: Sequence[Example], learn: Learn) -> bool:
    """Whether a wrapper that was learned from some records of the pages finds more records of the same kind."""
    try:
        wrapper = learn(examples)
    except UnweaveError:
        return False
    names = {name for each in schema_of(examples).each for name in each.names}
    if not names <= {name for each in wrapper.schema.each for name in each.names}:
        return False
    return any(_has_others(_extracted(wrapper, example), example) for example in examples if example.records)


def _has_others(found: Sequence[Record], example: Example) -> bool:
    """Whether other records are found beside the shown one, each with values of its own for all shown fields.

    On a detail page the rows of a table may look like records that have the title of the page in common.
    """
    (shown,) = example.records
    names = [name for name in shown if shown.get(name)]
    whole = [record for record in found if all(record.get(name) for name in names)]
    values = [[record.spans(name) for record in whole] for name in names]
    own = all(len(set(spans)) == len(spans) for spans in values)
    return len(whole) > 1 and own and not disagreements(found, example)


def _extracted(wrapper: Wrapper, example: Example) -> list[Record]:
    try:
        return wrapper.extract(example.page)
    except UnweaveError:
        return []
