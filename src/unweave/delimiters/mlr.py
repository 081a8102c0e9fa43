"""M-LR: LR for records in which some values are absent.

Legend

    wrapper    <B> </B>  <I> </I> <BR>  ...    l1 r1, l2 r2 x2: the third delimiter of an optional field
    x_k        the value is absent where x_k is found before l_k, or where l_k is not found any more
    M1         l_k as in LR, its fragment reaching back to the last value that is present; x_k begins in no fragment
               before l_k
    M2         at every missing value x_k begins before the next l_k, if there is one

A field is optional when some record of the examples lacks it. Each pair (l_k, x_k) is independent of all others: x_k
begins in the range of every missing value and in no fragment before a value; which string it is, ``missing`` decides.
The first obligatory field, or all fields where none is obligatory, decide whether another record begins (see
``execution``, which lists the departures from the thesis's sketch).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from unweave.delimiters.candidates import (
    Candidates,
    absent_after_records,
    left_candidates,
    lefts_of,
    right_candidates,
)
from unweave.delimiters.choice import best_first, or_raise, strings_of
from unweave.delimiters.interpretations import Interpretation, WrapperClass, interpretations
from unweave.delimiters.labelled_page import FlatPage
from unweave.delimiters.learning import learn_wrapper
from unweave.delimiters.missing import MissingDelimiters
from unweave.delimiters.wrapper import DelimiterWrapper
from unweave.errors import NoConsistentWrapper
from unweave.program import Cut, Scan
from unweave.records import Example

M2 = "M2, the delimiter of a missing value"


@dataclass(frozen=True, slots=True, kw_only=True)
class MLR:
    """Learns a left and a right delimiter per field, and a third for fields that some records lack.

    >>> from unweave.page import Page
    >>> page = Page("<li><b>Emma</b><i>new</i><u>$5</u><li><b>Kim</b><u>$7</u><li><b>Dune</b><i>old</i><u>$9</u>")
    >>> shown = [
    ...     {"title": "Emma", "state": "new", "price": "$5"},
    ...     {"title": "Kim", "state": None, "price": "$7"},
    ...     {"title": "Dune", "state": "old", "price": "$9"},
    ... ]
    >>> wrapper = MLR().learn([Example.from_values(page, shown)])
    >>> [cut.missing for cut in wrapper.scan.cuts]
    ['', '<u>', '']
    """

    empty_values: bool = False

    def learn(self, examples: Sequence[Example]) -> DelimiterWrapper:
        """The preferred M-LR wrapper that is consistent with the examples, or it raises NoConsistentWrapper."""
        wrapper_class = WrapperClass("m-lr", absent=True, empty=self.empty_values)
        return learn_wrapper(wrapper_class, examples, interpretations(examples, wrapper_class), scans)


def scans(shown: Interpretation[FlatPage]) -> Iterator[Scan]:
    """The consistent scans, the preferred one first.

    >>> from unweave.page import Span
    >>> shown = Interpretation(("a", "b"), (FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> [cut.missing for cut in next(scans(shown)).cuts]
    ['', '']
    """
    _check_records(shown)
    index, fields = MissingDelimiters(shown.pages), list(enumerate(shown.order))
    optional = [any(row[at] is None for page in shown.pages for row in page.rows) for at, _ in fields]
    obligatory = [at for at, _ in fields if not optional[at]]
    begin_records = obligatory[:1] or [at for at, _ in fields]
    lefts = [_lefts(shown, at, begins_records=at in begin_records) for at, _ in fields]
    rights = [right_candidates("M-LR", name, shown.rights(at)) for at, name in fields]
    pairs = [_pairs(shown.order[at], lefts[at], _strings(index, at, optional)) for at, _ in fields]
    for left_and_missing in best_first(pairs):
        for strings in best_first(strings_of(rights)):
            delimiters = zip(shown.order, left_and_missing, strings, strict=True)
            yield Scan(tuple(Cut(name, left, right, missing) for name, (left, missing), right in delimiters))


def _check_records(shown: Interpretation[FlatPage]) -> None:
    for page in shown.pages:
        for number, row in enumerate(page.rows, 1):
            if all(cell is None for cell in row):
                raise NoConsistentWrapper(kind="M-LR", page=page.name, reason=f"record {number} has no value at all")


def _lefts(shown: Interpretation[FlatPage], at: int, *, begins_records: bool) -> Candidates:
    """The left delimiters of a field; one that begins records must not occur after the last."""
    name = shown.order[at]
    found = left_candidates("M-LR", name, lefts_of(shown.pages, at))
    return absent_after_records("M-LR", name, found, shown.pages) if begins_records else found


def _strings(index: MissingDelimiters, at: int, optional: Sequence[bool]) -> Callable[[str], Iterable[str]]:
    """The delimiters of a missing value for a left delimiter; only the empty one where the field is obligatory."""
    if not optional[at]:
        return lambda _left: [""]
    return partial(index.strings, at, before_obligatory=not all(optional[at:]))


def _pairs(name: str, candidates: Candidates, missing: Callable[[str], Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Every left delimiter with the delimiters of a missing value, best first; it raises when there are none."""
    found = ((left, one) for left in strings_of([candidates])[0] for one in missing(left))
    reason = "no string is found wherever it is missing, and never before its left delimiter where it is not"
    return or_raise(found, NoConsistentWrapper(kind="M-LR", field=name, constraint=M2, reason=reason))
