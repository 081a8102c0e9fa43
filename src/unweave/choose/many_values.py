"""Fields with one value in the examples and several values in a row on other pages.

Legend

    row         values of one page with only separators between them: "Ann Lee, Bob Ray and Cy Lo"
    fuller      values that include those of the heaviest vote, and more (``rules.vote``)

An example with one author does not mean that every book has one. If on an unlabelled page a fuller set of values has at
least half of the heaviest vote's weight, and the values are in a row, then the field is taken to have many values, and
is learned again as such. "Ann Lee, read by Bob Ray" is no row.

On the public pages all rows of authors were right; of the fuller sets that are no row, most were wrong.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from unweave.choose.consensus import consensus
from unweave.choose.evidence import FieldEvidence
from unweave.choose.voters import FieldVoter, PageValues
from unweave.page import Page, Span

CONJUNCTIONS = frozenset(("and", "und", "et", "y", "e", "en", "og", "och"))
_WORD = re.compile(r"\w")


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


def _spans(voters: Sequence[FieldVoter], page: int, values: PageValues) -> list[Span]:
    return sorted(next((one.spans[page] for one in voters if one.values[page] == values), ()))


def _is_row(page: Page, spans: Sequence[Span]) -> bool:
    """Whether there are only separators between the values."""
    return len(spans) > 1 and all(_is_separator(page, *pair) for pair in pairwise(spans))


def _is_separator(page: Page, one: Span, other: Span) -> bool:
    between = page.text(Span(one.end, other.start)).strip() if one.end < other.start else ""
    return bool(between) and (between.casefold() in CONJUNCTIONS or not _WORD.search(between))
