"""LR: a left and a right delimiter per field.

Legend

    wrapper    <B> </B> <I> </I>       l1 r1 l2 r2
    C1         r_k begins the text after each value, and is not found before the end of the value
    C2         l_k ends the text before each value, and is not found before that; l_1 does not occur in the tail

All 2K delimiters are independent of one another, so each is chosen by itself (``candidates``), and the number of
consistent wrappers is a product.

Departures from the thesis: C1 as printed there misses a right delimiter that is found across the end of the value
(value ``xab`` followed by ``abab``); ours asks where execution would find it. That l_1 must not occur after the last
record is not stated there (``S/l_1 = l_1`` cannot hold of the tail), though execution depends on it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unweave.delimiters.candidates import FieldCandidates, absent_after_records, field_candidates
from unweave.delimiters.choice import best_first, strings_of
from unweave.delimiters.interpretations import Interpretation, WrapperClass, fully_known, interpretations
from unweave.delimiters.labelled_page import FlatPage
from unweave.delimiters.learning import learn_wrapper
from unweave.delimiters.wrapper import DelimiterWrapper
from unweave.errors import NoConsistentWrapper
from unweave.program import Cut, Scan
from unweave.records import Example


@dataclass(frozen=True, slots=True, kw_only=True)
class LR:
    """Learns a left and a right delimiter per field.

    ``empty_values`` allows values of length zero, which are refused otherwise.

    >>> from unweave.page import Page
    >>> page = Page("<b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i>")
    >>> shown = [{"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}]
    >>> wrapper = LR().learn([Example.from_values(page, shown)])
    >>> [(cut.left, cut.right) for cut in wrapper.scan.cuts]
    [('<b>', '</b>'), ('<i>', '</i>')]
    """

    empty_values: bool = False

    def learn(self, examples: Sequence[Example]) -> DelimiterWrapper:
        """The preferred LR wrapper that is consistent with the examples, or it raises NoConsistentWrapper."""
        wrapper_class = WrapperClass("lr", empty=self.empty_values)
        return learn_wrapper(wrapper_class, examples, interpretations(examples, wrapper_class), scans)

    def count_consistent(self, examples: Sequence[Example]) -> int:
        """How many LR wrappers are consistent with examples of which everything is known.

        >>> from unweave.page import Page
        >>> LR().count_consistent([Example.from_values(Page("<b>Congo</b>"), [{"country": "Congo"}])])
        4
        """
        return count(fully_known(examples, WrapperClass("lr", empty=self.empty_values)))


def scans(shown: Interpretation[FlatPage]) -> Iterator[Scan]:
    """The consistent scans, the preferred one first.

    >>> from unweave.page import Span
    >>> shown = Interpretation(("a", "b"), (FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> [(cut.left, cut.right) for cut in next(scans(shown)).cuts], count(shown)
    ([('h[', ']'), ('](', ')')], 16)
    """
    for strings in best_first(strings_of(lr_candidates(shown).all)):
        yield Scan(cuts(shown.order, strings))


def count(shown: Interpretation[FlatPage]) -> int:
    """How many LR wrappers are consistent with an interpretation of the examples."""
    try:
        return lr_candidates(shown).count
    except NoConsistentWrapper:
        return 0


def cuts(order: Sequence[str], strings: Sequence[str]) -> tuple[Cut, ...]:
    """A cut per field from all left delimiters followed by all right ones.

    >>> cuts(["a", "b"], ["[", "(", "]", ")"])[1].left
    '('
    """
    lefts, rights = strings[: len(order)], strings[len(order) :]
    return tuple(Cut(*cut) for cut in zip(order, lefts, rights, strict=True))


def lr_candidates(shown: Interpretation[FlatPage]) -> FieldCandidates:
    """The candidates of all delimiters of an LR wrapper."""
    found = field_candidates("LR", shown)
    first = absent_after_records("LR", shown.order[0], found.lefts[0], shown.pages)
    return FieldCandidates((first, *found.lefts[1:]), found.rights)
