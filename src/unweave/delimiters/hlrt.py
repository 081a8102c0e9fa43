"""HLRT: LR after a head delimiter and before a tail delimiter.

Legend

    wrapper    <P> <HR> <B> </B> <I> </I>      h t l1 r1 l2 r2
    C3         h, t and l_1 together: after h each record begins with l_1, before the next t; after the last one t comes
               before (or at) any further l_1

The delimiters inside a record are those of LR. For each l_1, in the order of preference, h and t matter only through
where they are found (see ``head_tail``). l_1 is one of the suffixes that all heads and fragments between records share;
those that LR would accept come first, since then nothing depends on h and t.

The class, as bounded here: h is a non-empty substring of every head, t of every tail.

Departure: where each record shown begins a line of a page that is not HTML, the page is read as lines (see ``lines``),
and t is at its end.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from unweave.delimiters.candidates import field_candidates, left_candidates
from unweave.delimiters.choice import or_raise, strings_of, with_independent
from unweave.delimiters.common_substrings import FragmentIndex
from unweave.delimiters.constraints import head_tail_and_first_left_agree
from unweave.delimiters.head_tail import HeadTailRanges, Pair, Range, count_pairs, head_range, heads_and_tails
from unweave.delimiters.interpretations import Interpretation, WrapperClass, fully_known, interpretations
from unweave.delimiters.labelled_page import Cells, FlatPage
from unweave.delimiters.learning import learn_wrapper
from unweave.delimiters.lines import PAGE_END, framed
from unweave.delimiters.lr import cuts
from unweave.delimiters.wrapper import DelimiterWrapper
from unweave.errors import NoConsistentWrapper
from unweave.page import Span
from unweave.program import Scan
from unweave.records import Example

C3 = "C3, head, tail and first left delimiter"


@dataclass(frozen=True, slots=True, kw_only=True)
class HLRT:
    """Learns a head and a tail delimiter, and a left and a right one per field.

    >>> from unweave.page import Page
    >>> page = Page("<b>Codes</b><p><b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i><br><hr><b>End</b>")
    >>> shown = [{"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]
    >>> scan = HLRT().learn([Example.from_values(page, shown)]).scan
    >>> scan.head, scan.tail, scan.cuts[0].left
    ('<p>', '<hr>', '<b>')
    """

    empty_values: bool = False

    def learn(self, examples: Sequence[Example]) -> DelimiterWrapper:
        """The preferred HLRT wrapper that is consistent with the examples, or it raises NoConsistentWrapper."""
        wrapper_class = WrapperClass("hlrt", empty=self.empty_values)
        shown = list(interpretations(examples, wrapper_class))
        if not any(example.page.is_html for example in examples) and all(map(records_begin_lines, shown)):
            with suppress(NoConsistentWrapper):
                return learn_wrapper(wrapper_class, examples, map(framed_pages, shown), scans_of_lines)
        return learn_wrapper(wrapper_class, examples, shown, scans)

    def count_consistent(self, examples: Sequence[Example]) -> int:
        """How many HLRT wrappers are consistent with examples of which everything is known, without listing them.

        >>> from unweave.page import Page
        >>> HLRT().count_consistent([Example.from_values(Page("h[A]t"), [{"a": "A"}])])
        30
        """
        return count(fully_known(examples, WrapperClass("hlrt", empty=self.empty_values)))


def scans(shown: Interpretation[FlatPage]) -> Iterator[Scan]:
    """The consistent scans, the preferred one first.

    >>> shown = Interpretation(("a", "b"), (FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> scan = next(scans(shown))
    >>> scan.head, scan.tail, [(cut.left, cut.right) for cut in scan.cuts], count(shown)
    ('h', 't', [('h[', ']'), ('](', ')')], 120)
    """
    rest = field_candidates("HLRT", shown, first=1)
    for (head, tail, left), strings in with_independent(_joint(shown), strings_of(rest.all)):
        yield Scan(cuts(shown.order, (left, *strings)), head=head, tail=tail)


def scans_of_lines(shown: Interpretation[FlatPage]) -> Iterator[Scan]:
    r"""The consistent scans of framed pages that end at the end of the page, the preferred one first.

    >>> page = FlatPage("p1", "Oak,31\nElm,7", ((Span(0, 3), Span(4, 6)), (Span(7, 10), Span(11, 12))))
    >>> scan = next(scans_of_lines(framed_pages(Interpretation(("tree", "age"), (page,)))))
    >>> scan.head, scan.tail, [(cut.left, cut.right) for cut in scan.cuts]
    ('\n', '\n\x03', [('\n', ','), (',', '\n')])
    """
    return (replace(scan, lines=True) for scan in scans(shown) if scan.tail.endswith(PAGE_END))


def records_begin_lines(shown: Interpretation[FlatPage]) -> bool:
    r"""Whether there are lines, and the first field of every record is known and begins one.

    >>> page = FlatPage("p1", "Oak,31\nElm,7", ((Span(0, 3), Span(4, 6)), (Span(7, 10), Span(11, 12))))
    >>> records_begin_lines(Interpretation(("tree", "age"), (page,)))
    True
    """
    firsts = [(page.source, row[0]) for page in shown.pages for row in page.rows]
    has_lines = any("\n" in page.source for page in shown.pages)
    return has_lines and all(_begins_line(*each) for each in firsts)


def _begins_line(source: str, cell: object) -> bool:
    return isinstance(cell, Span) and source[cell.start - 1 : cell.start] in {"", "\n"}


def framed_pages(shown: Interpretation[FlatPage]) -> Interpretation[FlatPage]:
    """The interpretation with framed pages.

    >>> page = FlatPage("p1", "Oak", ((Span(0, 3),),))
    >>> framed_pages(Interpretation(("tree",), (page,))).pages[0].rows
    ((Span(start=1, end=4),),)
    """
    pages = (
        replace(page, source=framed(page.source), rows=tuple(_moved(row, 1) for row in page.rows))
        for page in shown.pages
    )
    return replace(shown, pages=tuple(pages))


def _moved(row: Cells, by: int) -> Cells:
    return tuple(Span(cell.start + by, cell.end + by) if isinstance(cell, Span) else cell for cell in row)


def count(shown: Interpretation[FlatPage]) -> int:
    """How many HLRT wrappers are consistent with an interpretation of the examples."""
    try:
        rest = field_candidates("HLRT", shown, first=1)
        lefts = list(_first_lefts(shown))
    except NoConsistentWrapper:
        return 0
    index = FragmentIndex(shown.pages)
    return rest.count * sum(_count(index, left) for left in lefts)


def _joint(shown: Interpretation[FlatPage]) -> Iterator[tuple[str, str, str]]:
    """Every head, tail and first left delimiter that agree, best first; it raises when there are none."""
    index = FragmentIndex(shown.pages)
    found = ((*pair, left) for left in _first_lefts(shown) for pair in _heads_and_tails(index, left))
    reason = "no string of the heads and no string of the tails exclude the text there that looks like a record"
    return or_raise(found, NoConsistentWrapper(kind="HLRT", field=shown.order[0], constraint=C3, reason=reason))


def _first_lefts(shown: Interpretation[FlatPage]) -> Iterator[str]:
    """The candidates for l_1, best first, but those that need no head and tail before the others."""
    fragments = [fragment for page in shown.pages for fragment in page.before_records]
    candidates = left_candidates("HLRT", shown.order[0], fragments)
    as_in_lr = candidates.at_least(lambda left: all(_occurs_only_before_records(left, page) for page in shown.pages))
    others = replace(candidates, most=as_in_lr.least - 1)
    for strings in strings_of([as_in_lr, others]):
        yield from strings


def _occurs_only_before_records(left: str, page: FlatPage) -> bool:
    """Whether l_1 occurs in the head only before the first record, and not in the tail."""
    head, tail = page.head, page.tail
    in_head = not page.rows or not head.certain or head.source.find(left, 0, head.end) == head.end - len(left)
    return in_head and (not tail.certain or tail.source.find(left, tail.start) < 0)


def _count(index: FragmentIndex[FlatPage], left: str) -> int:
    """How many pairs of head and tail agree with a first left delimiter."""
    if all(page.rows for page in index.pages):
        return count_pairs(index, _ranges(index, left))
    return sum(1 for _ in _heads_and_tails(index, left))


def _heads_and_tails(index: FragmentIndex[FlatPage], left: str) -> Iterator[Pair]:
    """The heads and tails that agree with a first left delimiter, best first."""
    return heads_and_tails(index, _ranges(index, left), partial(_agree, index.pages, left))


def _ranges(index: FragmentIndex[FlatPage], left: str) -> HeadTailRanges:
    """Where head and tail may be found for a first left delimiter."""
    forbidden = [
        index.source(at, fragment.start, fragment.end - len(left) + 1)
        for at, page in enumerate(index.pages)
        for fragment in page.between
        if fragment.certain
    ]
    heads = tuple([head_range(page, left) for page in index.pages])
    return HeadTailRanges(heads, tuple([_tail_range(page, left) for page in index.pages]), tuple(forbidden))


def _tail_range(page: FlatPage, left: str) -> Range:
    first = page.source.find(left, page.tail.start) if page.rows and page.tail.certain else -1
    return page.tail.start, len(page.source) if first < 0 else first + 1


def _agree(pages: Sequence[FlatPage], left: str, head: str, tail: str) -> bool:
    return all(head_tail_and_first_left_agree(head, tail, left, page) for page in pages if page.fully_known)
