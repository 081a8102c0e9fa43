"""From recognizers to examples that a person can look at: what was taken, what is open, and what was only guessed.

Legend, per field

    seen       instances that recognizers reported
    kept       those that stand in the labels
    doubtful   those that may stand there: in either/or cells, or in a cluster that was not decided
    guessed    values in the labels that nobody reported

Where corroboration is possible, a page's label is its compact one: complete, with either/or cells and unknown ones.
Where it is not, the label has the rows that explain the evidence best (see ``surroundings``); it is partial, since
nobody vouches for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unweave.errors import BadInput, NoConsistentWrapper
from unweave.labels.compact import Compact, ambiguity, corrob_star
from unweave.labels.corroborate import all_orders, check_reasonable
from unweave.labels.evidence import collected
from unweave.labels.orders import probable_order
from unweave.labels.recognizers_file import Library
from unweave.labels.surroundings import Fit, Ground, proposed, trimmed
from unweave.page import Page, Span
from unweave.records import Either, Example, Record
from unweave.records.record import members


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of the instances of one field."""

    field: str
    seen: int
    kept: int
    doubtful: int
    guessed: int


@dataclass(frozen=True, slots=True)
class Labelling:
    """Examples, a tally per field, the order of the fields, and what is open, in words."""

    examples: tuple[Example, ...]
    tallies: tuple[Tally, ...]
    order: tuple[str, ...]
    corroborated: bool
    doubts: tuple[str, ...]


def label(pages: Sequence[Page], library: Library) -> Labelling:
    """The pages with the labels that the recognizers lead to.

    >>> from unweave.labels.library import of_kind, of_pattern
    >>> page = Page("<b>Emma</b> $5 <b>Kim</b> $7")
    >>> known = (of_pattern("title", "[A-Z][a-z]+", kind="unsound"), of_kind("price", "price", kind="perfect"))
    >>> labelling = label([page], Library(known))
    >>> [record.to_dict() for record in labelling.examples[0].records]
    [{'title': 'Emma', 'price': '$5'}, {'title': 'Kim', 'price': '$7'}]
    """
    grounds = [Ground(page, collected(page, library.recognizers)) for page in pages]
    try:
        for ground in grounds:
            check_reasonable(ground.evidence)
    except BadInput:
        return _weighed(grounds, library)
    return _corroborated(grounds, library)


def _corroborated(grounds: Sequence[Ground], library: Library) -> Labelling:
    order, compacts = _first_order(grounds, library)
    examples = tuple(compact.example(ground.page) for ground, compact in zip(grounds, compacts, strict=True))
    doubts = tuple(doubt for ground in grounds for doubt in _doubts(ground, order))
    return Labelling(examples, tuple(_tallies(grounds, order, examples)), order, corroborated=True, doubts=doubts)


def _first_order(grounds: Sequence[Ground], library: Library) -> tuple[tuple[str, ...], list[Compact]]:
    """The first order in which every page has a label."""
    orders = [library.order] if library.order else all_orders(grounds[0].evidence)
    for order in orders:
        compacts = [compact for ground in grounds if (compact := corrob_star(ground.evidence, order)) is not None]
        if len(compacts) == len(grounds):
            return tuple(order), compacts
    reason = "no label agrees with what they say on every page: at least one declared kind is not true"
    raise NoConsistentWrapper(kind="recognizers", reason=reason)


def _weighed(grounds: Sequence[Ground], library: Library) -> Labelling:
    order = library.order or probable_order(grounds, library.fields)
    best: list[list[Fit]] = max(
        ([trimmed(fits) for fits in proposal] for proposal in proposed(grounds, order)),
        key=lambda variant: sum(fit.gain for fits in variant for fit in fits),
        default=[[] for _ in grounds],
    )
    examples = tuple(
        Example(
            ground.page,
            tuple(Record(ground.page, dict(zip(order, fit.row, strict=True))) for fit in fits),
            status="partial" if fits else "unlabelled",
        )
        for ground, fits in zip(grounds, best, strict=True)
    )
    return Labelling(examples, tuple(_tallies(grounds, order, examples)), order, corroborated=False, doubts=())


def _tallies(grounds: Sequence[Ground], order: Sequence[str], examples: Sequence[Example]) -> Iterator[Tally]:
    for name in order:
        seen = kept = doubtful = guessed = 0
        for ground, example in zip(grounds, examples, strict=True):
            reported = set(ground.evidence[name].spans)
            sure, open_spans = _placed(example, name)
            undecided = {span for field, span in _open(ground, order) if field == name} | open_spans
            seen, kept = seen + len(reported), kept + len(reported & sure)
            doubtful, guessed = doubtful + len((reported & undecided) - sure), guessed + len(sure - reported)
        yield Tally(name, seen, kept, doubtful, guessed)


def _placed(example: Example, name: str) -> tuple[set[Span], set[Span]]:
    """The spans that the labels hold for a field, and those that they leave open."""
    items = [item for record in example.records for item in members(record.cell(name))]
    open_spans = {span for item in items if isinstance(item, Either) for span in item.spans}
    return {item for item in items if isinstance(item, Span)}, open_spans


def _open(ground: Ground, order: Sequence[str]) -> tuple[tuple[str, Span], ...]:
    found = ambiguity(ground.evidence, order)
    return (*found.weakly, *found.strongly)


def _doubts(ground: Ground, order: Sequence[str]) -> Iterator[str]:
    page = ground.page
    for name, span in sorted(_open(ground, order), key=lambda each: each[1]):
        yield f"{page.name or 'the page'}, {page.where(span.start)}: {name} may be {page.text(span)!r}"
