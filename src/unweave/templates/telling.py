"""How template wrappers explain themselves: what they say, and on a page what they found or why they could not."""

from collections.abc import Callable, Iterable, Sequence

from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.records import Record
from unweave.wrapper import Explanation, Mark, Statement

Read = Callable[[Page], list[Record]]
Marks = Callable[[Page], Iterable[Mark]]


def told(
    title: str, statements: Iterable[Statement], page: Page | None, read: Read, marks: Marks = lambda _: ()
) -> Explanation:
    """An explanation; given a page with its records and their values, behind what else is to be marked on it."""
    said = tuple(statements)
    if page is None:
        return Explanation(title, said)
    try:
        records = tuple(read(page))
    except DoesNotFit as misfit:
        return Explanation(title, said, page, problem=str(misfit))
    return Explanation(title, said, page, (*marks(page), *value_marks(records)), records)


def value_marks(records: Sequence[Record]) -> list[Mark]:
    """A mark for each value."""
    return [Mark(span, "value", name) for record in records for name in record for span in record.spans(name)]
