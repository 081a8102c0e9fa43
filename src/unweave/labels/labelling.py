"""From recognizers to examples that a user can check: what was used, what is ambiguous, and what was only guessed.

Legend, per field

    seen        instances that recognizers reported
    kept        those that are in the labels
    ambiguous   those that may belong there: in either/or cells, or in a cluster that was not decided
    guessed     values in the labels that no recognizer reported

Where corroboration is possible, the label of a page is its compact one: complete, with either/or and unknown cells.
Where it is not, the label has the rows that explain the reports best (see ``contexts``); it is partial, since it may be
wrong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unweave.errors import BadInput, NoConsistentWrapper
from unweave.labels.compact_label import CompactLabel, ambiguity, corrob_star
from unweave.labels.contexts import Fit, probable_order, proposed, trimmed
from unweave.labels.corroborate import all_orders, check_reasonable
from unweave.labels.instances import run_recognizers
from unweave.labels.likelihood import ReportedPage
from unweave.labels.recognizers_file import Library
from unweave.page import Page, Span
from unweave.records import Either, Example, Record
from unweave.records.record import members


@dataclass(frozen=True, slots=True)
class FieldCounts:
    """How many instances of one field were used, and how."""

    field: str
    seen: int
    kept: int
    ambiguous: int
    guessed: int


@dataclass(frozen=True, slots=True)
class Labelling:
    """Examples, the counts per field, the order of the fields, and what is ambiguous, in words."""

    examples: tuple[Example, ...]
    counts: tuple[FieldCounts, ...]
    order: tuple[str, ...]
    corroborated: bool
    ambiguous: tuple[str, ...]


def label(pages: Sequence[Page], library: Library) -> Labelling:
    """The pages with the labels that the recognizers lead to.

    >>> from unweave.labels import of_kind, of_pattern
    >>> page = Page("<b>Emma</b> $5 <b>Kim</b> $7")
    >>> known = (of_pattern("title", "[A-Z][a-z]+", kind="unsound"), of_kind("price", "price", kind="perfect"))
    >>> labelling = label([page], Library(known))
    >>> [record.to_dict() for record in labelling.examples[0].records]
    [{'title': 'Emma', 'price': '$5'}, {'title': 'Kim', 'price': '$7'}]
    """
    reported = [ReportedPage(page, run_recognizers(page, library.recognizers)) for page in pages]
    try:
        for page in reported:
            check_reasonable(page.instances)
    except BadInput:
        return _weighed(reported, library)
    return _corroborated(reported, library)


def _corroborated(pages: Sequence[ReportedPage], library: Library) -> Labelling:
    order, compacts = _first_order(pages, library)
    examples = tuple(compact.example(page.page) for page, compact in zip(pages, compacts, strict=True))
    ambiguous = tuple(line for page in pages for line in _ambiguous_values(page, order))
    return Labelling(examples, tuple(_counts(pages, order, examples)), order, corroborated=True, ambiguous=ambiguous)


def _first_order(pages: Sequence[ReportedPage], library: Library) -> tuple[tuple[str, ...], list[CompactLabel]]:
    """The first order in which every page has a label."""
    orders = [library.order] if library.order else all_orders(pages[0].instances)
    for order in orders:
        compacts = [compact for page in pages if (compact := corrob_star(page.instances, order)) is not None]
        if len(compacts) == len(pages):
            return tuple(order), compacts
    reason = "no label agrees with their reports on every page: at least one declared kind is wrong"
    raise NoConsistentWrapper(kind="recognizers", reason=reason)


def _weighed(pages: Sequence[ReportedPage], library: Library) -> Labelling:
    order = library.order or probable_order(pages, library.fields)
    best: list[list[Fit]] = max(
        ([trimmed(fits) for fits in proposal] for proposal in proposed(pages, order)),
        key=lambda variant: sum(fit.gain for fits in variant for fit in fits),
        default=[[] for _ in pages],
    )
    examples = tuple(
        Example(
            page.page,
            tuple(Record(page.page, dict(zip(order, fit.row, strict=True))) for fit in fits),
            status="partial" if fits else "unlabelled",
        )
        for page, fits in zip(pages, best, strict=True)
    )
    return Labelling(examples, tuple(_counts(pages, order, examples)), order, corroborated=False, ambiguous=())


def _counts(pages: Sequence[ReportedPage], order: Sequence[str], examples: Sequence[Example]) -> Iterator[FieldCounts]:
    for name in order:
        seen = kept = ambiguous = guessed = 0
        for page, example in zip(pages, examples, strict=True):
            reported = set(page.instances[name].spans)
            sure, alternatives = _placed(example, name)
            undecided = {span for field, span in _ambiguous(page, order) if field == name} | alternatives
            seen, kept = seen + len(reported), kept + len(reported & sure)
            ambiguous, guessed = ambiguous + len((reported & undecided) - sure), guessed + len(sure - reported)
        yield FieldCounts(name, seen, kept, ambiguous, guessed)


def _placed(example: Example, name: str) -> tuple[set[Span], set[Span]]:
    """The spans of a field in the labels, and those in either/or cells."""
    items = [item for record in example.records for item in members(record.cell(name))]
    alternatives = {span for item in items if isinstance(item, Either) for span in item.spans}
    return {item for item in items if isinstance(item, Span)}, alternatives


def _ambiguous(page: ReportedPage, order: Sequence[str]) -> tuple[tuple[str, Span], ...]:
    found = ambiguity(page.instances, order)
    return (*found.weakly, *found.strongly)


def _ambiguous_values(reported: ReportedPage, order: Sequence[str]) -> Iterator[str]:
    page = reported.page
    for name, span in sorted(_ambiguous(reported, order), key=lambda each: each[1]):
        yield f"{page.name or 'the page'}, {page.where(span.start)}: {name} may be {page.text(span)!r}"
