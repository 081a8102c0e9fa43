"""The explanation of a template wrapper: its statements and, on a page, what it found or why it does not fit."""

from collections.abc import Callable, Iterable

from unweave.errors import DoesNotFit
from unweave.page import Page
from unweave.records import Record
from unweave.wrapper import Explanation, Mark, Statement


def explained(
    title: str,
    statements: Iterable[Statement],
    page: Page | None,
    extract: Callable[[Page], list[Record]],
    marks: Callable[[Page], Iterable[Mark]] = lambda _: (),
) -> Explanation:
    """An explanation; given a page with its records, a mark for each value, and before them other ``marks``."""
    statements = tuple(statements)
    if page is None:
        return Explanation(title, statements)
    try:
        records = tuple(extract(page))
    except DoesNotFit as misfit:
        return Explanation(title, statements, page, problem=str(misfit))
    values = [Mark(span, "value", name) for record in records for name in record for span in record.spans(name)]
    return Explanation(title, statements, page, (*marks(page), *values), records)
