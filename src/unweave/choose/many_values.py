"""Fields with one value in the examples and several values in a row on other pages.

Legend

    row         values of one page with only separators between them: "Ann Lee, Bob Ray and Cy Lo"
    siblings    elements in a row (``rules.rows``)
    fuller      values that include those of the heaviest vote, and more (``rules.vote``)

An example with one author does not mean that every book has one. If on an unlabelled page a fuller set of values has at
least half of the heaviest vote's weight, and the values are in a row, then the field is taken to have many values, and
is learned again as such. "Ann Lee, read by Bob Ray" is no row.

Rules learned from one value may find only the first of a row: "the link after 'Author:'". So where the rules find no
row, the siblings of what they find are one, unless a shown value has such siblings: then one of them is meant. The
pages with rows of siblings are then training pages of the field. Where the rules find rows by themselves, such pages
are not needed, and did harm: links behind the authors, to the series, look like authors.

On the public pages all rows of authors were right; of the fuller sets that are no row, most were wrong.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from unweave.choose.consensus import consensus
from unweave.choose.evidence import FieldEvidence
from unweave.choose.voters import FieldVoter, PageValues, texts
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Example, Record
from unweave.rules.rows import row_around
from unweave.values.separators import separates

ROW_PAGES = 3  # pages with rows that are trained on; more take time


def has_values_in_a_row(evidence: FieldEvidence, pages: Sequence[Page]) -> bool:
    """Whether several values of a field are in a row on one of the unlabelled pages.

    >>> page = Page("by <a>Ann Lee</a>, <a>Bob Ray</a>")
    >>> found = FieldVoter("rules", "the <a>", (("AnnLee", "BobRay"),), spans=((Span(6, 13), Span(22, 29)),))
    >>> has_values_in_a_row(FieldEvidence(voters=[found]), [page])
    True
    """
    if len({voter.panel for voter in evidence.voters}) != 1:
        return False
    won = consensus(evidence.voters, evidence.others, many=True).values
    every = [*evidence.voters, *evidence.others]
    several = [page for page, values in enumerate(won) if len(values) > 1]
    return any(_is_row(pages[page], _spans(every, page, won[page])) for page in several)


def sibling_rows(
    evidence: FieldEvidence, shown: Sequence[tuple[Page, Sequence[Span]]], pages: Sequence[Page]
) -> dict[Page, tuple[Span, ...]]:
    """The unlabelled pages on which what won has siblings in a row, with the spans of the row.

    ``shown`` are the labelled pages, with the spans of the field's values; if one has such siblings, there are no rows.

    >>> page = Page("by <a>Ann Lee</a>, <a>Bob Ray</a>")
    >>> found = FieldVoter("rules", "first", (("AnnLee",),), spans=((Span(6, 13),),))
    >>> known = FieldEvidence(voters=[found], consensus=consensus([found]))
    >>> [page[span] for span in sibling_rows(known, [], [page])[page]]
    ['Ann Lee', 'Bob Ray']
    """
    if evidence.consensus is None or any(len(row_around(page, span)) > 1 for page, spans in shown for span in spans):
        return {}
    every = [*evidence.voters, *evidence.others]
    rows: dict[Page, tuple[Span, ...]] = {}
    for number, values in enumerate(evidence.consensus.values):
        page, spans = pages[number], _spans(every, number, values)
        row = row_around(page, spans[0]) if spans else []
        if len(row) > 1 and (len(spans) == 1 or set(values) <= set(texts(page, row))):
            rows[page] = tuple(row)
    return rows


def row_examples(rows: Mapping[str, Mapping[Page, tuple[Span, ...]]], names: Sequence[str]) -> list[Example]:
    """The pages with rows as examples: for each field with a row there its values; the other fields are unknown.

    >>> page = Page("<a>Ann</a>, <a>Bob</a>")
    >>> row_examples({"by": {page: (Span(3, 6), Span(15, 18))}}, ["by", "title"])[0].records[0]["by"]
    ['Ann', 'Bob']
    """
    pages = list(dict.fromkeys(page for found in rows.values() for page in list(found)[:ROW_PAGES]))
    cells = [{name: rows.get(name, {}).get(page, UNKNOWN) for name in names} for page in pages]
    return [Example(page, (Record(page, one),), status="complete") for page, one in zip(pages, cells, strict=True)]


def _spans(voters: Sequence[FieldVoter], page: int, values: PageValues) -> list[Span]:
    return sorted(next((one.spans[page] for one in voters if one.values[page] == values), ()))


def _is_row(page: Page, spans: Sequence[Span]) -> bool:
    """Whether there are only separators between the values."""
    return len(spans) > 1 and all(_is_separator(page, *pair) for pair in pairwise(spans))


def _is_separator(page: Page, one: Span, other: Span) -> bool:
    between = page.text(Span(one.end, other.start)).strip() if one.end < other.start else ""
    return bool(between) and separates(between)
