"""Evidence: what is known about each field once a wrapper is chosen.

Legend

    known, found      how many values of a field the examples show, and how many of these the wrapper gives back
    places            at how many positions of the page a shown text occurs: with several it is open which one is meant
    voter             a wrapper or a part of one that finds values of the field
    consensus         what the voters agree on, on pages without labels
    held out          a labelled page that the rules which are tested on it were not learned from
    further           unlabelled pages that had no part in the choice

Confidence (``confidence``) and the next question (``questions``) are computed from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from unweave.choose.consensus import NO_VOTE, Consensus, PlainVote
from unweave.choose.voters import FieldSpans, FieldVoter, texts
from unweave.combined import of_path
from unweave.page import Page, Span
from unweave.records import Either, Example, Unknown
from unweave.records.record import Item, members
from unweave.tuning import FURTHER_PAGES, UNLABELLED_PAGES
from unweave.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class ListEvidence:
    """What can be checked of a field of a list without labels.

    Of ``records`` records found, ``shown`` were given. ``filled``: the share of the records with a value; ``regular``:
    how much its values look like the shown ones, in the mean; ``stable``: the share of the records in which rules
    learned from each shown record alone find the same; ``whole``: it is no part of a text; ``skipped``: how many
    regions have some of the fields and were not taken as records; ``alike``: the share of the records that are made as
    the others are; ``bare``: the records are single texts; ``seconded``: another family of wrappers finds the same
    records. ``in_data``: the share of the values that the data in scripts has too, None where it has no such list;
    ``same_in_data``: it has the same records. ``doubts``: what tells that records or values are not what was shown.

    >>> ListEvidence(records=25, shown=2).filled
    1.0
    """

    records: int
    shown: int
    filled: float = 1.0
    regular: float = 1.0
    stable: float = 1.0
    whole: bool = True
    skipped: int = 0
    alike: float = 1.0
    bare: bool = False
    seconded: bool = False
    in_data: float | None = None
    same_in_data: bool = False
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldEvidence:
    """What the choice of one field is based on.

    ``found`` of the ``known`` values of the examples are reproduced; they are on ``pages`` pages, and a value occurs at
    up to ``places`` places. ``voters`` are the parts of the wrapper that find the field, ``others`` are wrappers of
    other methods; the values of ``panels`` panels of rules are joined (0 where no rules find the field). ``consensus``
    is the result of the vote on the unlabelled pages; on ``different`` of these a named method does not find what Auto
    finds. ``held_out``: for each labelled page, the share of the weight that rules
    learned from the other pages give to its values. ``further``: the vote of the chosen rules on unlabelled pages
    without a part in the choice. ``failures``: why other methods have no wrapper.
    ``of_list``: what is known of a field of a list.
    ``ambiguities``: what the pages do not decide, so that a person has to; ``alternatives`` are the voters for the
    other decision.

    >>> FieldEvidence(known=3, found=3).is_exact
    True
    """

    known: int = 0
    found: int = 0
    places: int = 1
    pages: int = 1
    method: str = "rules"
    panels: int = 0
    voters: Sequence[FieldVoter] = ()
    others: Sequence[FieldVoter] = ()
    consensus: Consensus | None = None
    different: int = 0
    held_out: tuple[float, ...] = ()
    further: PlainVote = NO_VOTE
    failures: tuple[str, ...] = ()
    ambiguities: tuple[str, ...] = ()
    alternatives: Sequence[FieldVoter] = ()
    of_list: ListEvidence | None = None

    @property
    def is_exact(self) -> bool:
        """Whether every known value is reproduced, and nothing wrong is found on the labelled pages."""
        return self.found == self.known


@dataclass(frozen=True, slots=True)
class ChosenWrapper:
    """The chosen wrapper, the pages on which methods were compared, and the evidence for each field.

    ``single``: there is one record a page.
    """

    wrapper: Wrapper
    pages: tuple[Page, ...] = ()
    evidence: Mapping[str, FieldEvidence] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    single: bool = True


def labelled_evidence(path: str, found: Sequence[FieldSpans], known: Sequence[Example], method: str) -> FieldEvidence:
    """How many of the known values of a field are among those found on each page; a wrong one counts against it.

    >>> shown = [Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])]
    >>> labelled_evidence("title", [{"title": [Span(3, 7)]}], shown, "lr").is_exact
    True
    """
    shown = [of_path(example, path) for example in known]
    items = [list(_items(example, path)) for example in shown]
    hits = [_hits(example, path, on_page.get(path, ())) for example, on_page in zip(shown, found, strict=True)]
    return FieldEvidence(
        known=sum(map(len, items)),
        found=sum(hits),
        places=max((len(item.spans) for each in items for item in each if isinstance(item, Either)), default=1),
        pages=sum(map(bool, items)),
        method=method,
    )


def _items(example: Example, path: str) -> Iterator[Item]:
    for record in example.records:
        yield from members(record.cell(path))  # type: ignore[misc]  # a path has no records below it


def _hits(example: Example, path: str, spans: Sequence[Span]) -> int:
    """How many of the page's known values are found, less the number of wrong ones."""
    page, wanted = example.page, list(_items(example, path))
    hits = [item for item in wanted if any(_is_meant(page, span, item) for span in spans)]
    unknown = example.status != "complete" or any(isinstance(one.cell(path), Unknown) for one in example.records)
    rejected = example.rejected.get(path, ())
    wrong = [
        span
        for span in spans
        if span in rejected or (not unknown and not any(_is_meant(page, span, item) for item in wanted))
    ]
    return len(hits) - len(wrong)


def _is_meant(page: Page, span: Span, item: Item) -> bool:
    """Whether a span is one of the places of a known value, or has the same text where any place will do."""
    if isinstance(item, Either):
        return span in item.spans or texts(page, [span]) == texts(page, [item.first])
    return span == item or (span.overlaps(item) and texts(page, [span]) == texts(page, [item]))


def unlabelled(examples: Sequence[Example]) -> tuple[Page, ...]:
    """The unlabelled pages on which methods are compared, sorted, so that the given order does not matter.

    >>> pages = [Page("<b>Kim</b>"), Page("<b>Emma</b>")]
    >>> unlabelled([Example(page) for page in pages]) == unlabelled([Example(page) for page in reversed(pages)])
    True
    """
    return _sorted_pages(examples)[:UNLABELLED_PAGES]


def further(examples: Sequence[Example]) -> tuple[Page, ...]:
    """The next unlabelled pages, which have no part in the choice.

    >>> further([Example(Page("<b>Kim</b>"))])
    ()
    """
    return _sorted_pages(examples)[UNLABELLED_PAGES : UNLABELLED_PAGES + FURTHER_PAGES]


def _sorted_pages(examples: Sequence[Example]) -> tuple[Page, ...]:
    pages = {example.page for example in examples if example.status == "unlabelled"}
    return tuple(sorted(pages, key=_rank))


def _rank(page: Page) -> tuple[str, str, str]:
    return sha256(page.source.encode("utf-8", "surrogatepass")).hexdigest(), page.name, page.url or ""
