"""Fields with one value in the examples and several values in a row on other pages.

Legend

    row         values of one page with only separators between them: "Ann Lee, Bob Ray and Cy Lo"
    siblings    elements in a row (``rules.rows``)
    fuller      values that include those of the heaviest vote, and more (``rules.vote``)

An example with one author does not mean that every book has one. If on an unlabelled page a fuller set of values has at
least half of the heaviest vote's weight, and the values are in a row, then the field is taken to have many values, and
is learned again as such. "Ann Lee, read by Bob Ray" is no row.

Rules learned from one value may find only the first of a row: "the link after 'Author:'". So where the rules find no
row, the siblings of what one of them finds are one, unless it finds a shown value with such siblings: then one of them
is meant, as in a path of links. Each place counts by itself: beside the title there may be the first author alone. The
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
    evidence: FieldEvidence, shown: Sequence[tuple[Page, Sequence[Sequence[Span]]]], pages: Sequence[Page]
) -> dict[Page, tuple[Span, ...]]:
    """The unlabelled pages on which what won has siblings in a row at the place of some voter, with spans of the row.

    ``shown`` are the labelled pages, with the spans that each voter finds there; a voter that finds one of a row there
    is not asked.

    >>> page = Page("by <a>Ann Lee</a>, <a>Bob Ray</a>")
    >>> found = FieldVoter("rules", "first", (("AnnLee",),), spans=((Span(6, 13),),))
    >>> known = FieldEvidence(voters=[found], consensus=consensus([found]))
    >>> [page[span] for span in sibling_rows(known, [], [page])[page]]
    ['Ann Lee', 'Bob Ray']
    >>> sibling_rows(known, [(page, [[Span(6, 13)]])], [page])
    {}
    """
    if evidence.consensus is None:
        return {}
    in_rows = [any(_row(page, spans[at]) for page, spans in shown) for at in range(len(evidence.voters))]
    asked = [voter for voter, in_row in zip(evidence.voters, in_rows, strict=True) if not in_row]
    rows: dict[Page, tuple[Span, ...]] = {}
    for number, values in enumerate(evidence.consensus.values):
        page = pages[number]
        places = dict.fromkeys(tuple(one.spans[number]) for one in asked if one.values[number] == values)
        found = [row for spans in places if (row := _row_of_values(page, spans, values))]
        if found:
            rows[page] = found[0]
    return rows


def _row_of_values(page: Page, spans: Sequence[Span], values: PageValues) -> tuple[Span, ...]:
    """The row that the values at these places are in; empty where there is none."""
    row = _row(page, sorted(spans)[:1])
    return row if len(spans) == 1 or set(values) <= set(texts(page, row)) else ()


def _row(page: Page, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The first row of several elements that one of these values is in."""
    found = (row_around(page, span) for span in spans)
    return next((tuple(row) for row in found if len(row) > 1), ())


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
