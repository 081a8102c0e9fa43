"""Which strings can be a left or a right delimiter: for each, an interval of lengths.

Legend

    candidates   '</i><br>', from 4 to 8       the strings that end (or begin) every fragment: one per length
    C1           the right delimiter is a prefix of every fragment after a value, and is found first there
    C2           the left delimiter is a suffix of every fragment before a value, and is found first there

A longer delimiter is found at fewer positions, so from some length on it is found first exactly where it should be. The
consistent lengths therefore form one interval, from the shortest that is found nowhere earlier to the longest that all
fragments share. These delimiters are independent of one another: counting them is a product, and each is chosen by
itself.

A delimiter never contains a part of a value: it lies within the fragment, as in the thesis (its figure B.3 has no OCLR
wrapper for pages B and C only because of this; docs/decisions/0013).
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Literal, TypeVar

from unweave.delimiters.interpretations import Interpretation
from unweave.delimiters.labelled_page import FlatPage, FollowedValue, Fragment
from unweave.errors import NoConsistentWrapper

C1 = "C1, the right delimiter"
C2 = "C2, the left delimiter"
Side = Literal["left", "right"]
Place = TypeVar("Place")


@dataclass(frozen=True, slots=True)
class Candidates:
    """The strings of ``least`` to ``most`` characters that end (left) or begin (right) at one position of a page.

    ``shortest`` is the length of the shortest fragment they come from.

    >>> right = Candidates("<b>Congo</b> ", 8, "right", least=2, most=4)
    >>> [right.string(length) for length in right.lengths]
    ['</', '</b', '</b>']
    """

    source: str
    at: int
    side: Side
    least: int
    most: int
    shortest: int = 0

    @property
    def lengths(self) -> range:
        """Every consistent length; empty when there is none."""
        return range(self.least, self.most + 1)

    def string(self, length: int) -> str:
        """The candidate of that length.

        >>> Candidates("<b>Congo</b>", 3, "left", least=1, most=3).string(3)
        '<b>'
        """
        first = self.at - length if self.side == "left" else self.at
        return self.source[first : first + length]

    def at_least(self, holds: Callable[[str], bool]) -> "Candidates":
        """The candidates for which a condition holds that, once it holds, holds for all longer ones too.

        >>> Candidates("<i><b>Congo", 6, "left", least=1, most=6).at_least(lambda left: "b" in left).least
        2
        """
        lengths = self.lengths
        return replace(
            self, least=self.least + bisect_left(lengths, True, key=lambda length: holds(self.string(length)))
        )

    def at_most(self, holds: Callable[[str], bool]) -> "Candidates":
        """The candidates for which a condition holds that, once it fails, fails for all longer ones too.

        >>> Candidates("<i><b>Congo", 6, "left", least=1, most=6).at_most("</i><b>".endswith).most
        5
        """
        lengths = range(1, self.most + 1)
        return replace(self, most=bisect_left(lengths, True, key=lambda length: not holds(self.string(length))))

    def not_in(self, tails: Iterable[Fragment]) -> "Candidates":
        """The candidates that do not occur in any of the tails of which everything is known.

        >>> Candidates("<i><b>Congo", 6, "left", least=1, most=6).not_in([Fragment("</b>", 0, 4)]).least
        3
        """
        certain = [tail for tail in tails if tail.certain]
        return self.at_least(lambda left: all(tail.source.find(left, tail.start) < 0 for tail in certain))


@dataclass(frozen=True, slots=True)
class FieldCandidates:
    """The candidates of the left and right delimiters of all fields.

    >>> right = Candidates("<b>Congo</b> ", 8, "right", least=2, most=4)
    >>> FieldCandidates((), (right,)).count
    3
    """

    lefts: tuple[Candidates, ...]
    rights: tuple[Candidates, ...]

    @property
    def all(self) -> tuple[Candidates, ...]:
        """The candidates of all left delimiters, then of all right ones."""
        return (*self.lefts, *self.rights)

    @property
    def count(self) -> int:
        """In how many ways all of them can be chosen."""
        return prod(len(one.lengths) for one in self.all)


def field_candidates(kind: str, shown: Interpretation[FlatPage], *, first: int = 0) -> FieldCandidates:
    """The candidates of every right delimiter, and of every left one from field number ``first`` on.

    It raises NoConsistentWrapper, with field, page and constraint, where there is none.

    >>> from unweave.page import Span
    >>> shown = Interpretation(("a", "b"), (FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),)),))
    >>> field_candidates("LR", shown).count
    16
    """
    names = list(enumerate(shown.order))
    return FieldCandidates(
        tuple(left_candidates(kind, name, lefts_of(shown.pages, at)) for at, name in names[first:]),
        tuple(right_candidates(kind, name, shown.rights(at)) for at, name in names),
    )


def lefts_of(pages: Sequence[FlatPage], at: int) -> list[Fragment]:
    """The fragments before the values of a field on all pages.

    >>> from unweave.page import Span
    >>> [fragment.text for fragment in lefts_of([FlatPage("p1", "h[A](B)t", ((Span(2, 3), Span(5, 6)),))], 0)]
    ['h[']
    """
    return [fragment for page in pages if page.rows for fragment in page.lefts[at]]


def left_candidates(kind: str, field: str, fragments: Sequence[Fragment]) -> Candidates:
    """The strings that end all fragments before a field's values, and occur in each only there.

    >>> left_candidates("LR", "code", [Fragment("</b> <i>", 0, 8, "p1")]).lengths
    range(2, 9)
    """
    _check_shown(kind, field, fragments)
    shortest = min(fragment.end - fragment.start for fragment in fragments)
    longest = Candidates(fragments[0].source, fragments[0].end, "left", 1, shortest, shortest)
    narrowed = _narrowed(longest, fragments, _ends, _occurs_only_at_end)
    found, failed = narrowed
    if failed is None:
        return found
    value = _short(failed.source[failed.end : failed.end + 20])
    reason = (
        f"every string that ends the text before its values also occurs earlier, before {value}"
        if found.most
        else f"the text before {value} and the text before its other values have no common ending"
    )
    raise NoConsistentWrapper(kind=kind, field=field, page=failed.page, constraint=C2, reason=reason)


def right_candidates(kind: str, field: str, values: Sequence[FollowedValue]) -> Candidates:
    """The strings that begin the fragment after each value of a field, and are found first there.

    >>> from unweave.page import Span
    >>> right_candidates("LR", "code", [(Span(0, 3), Fragment("242</i>", 3, 7, "p1"))]).lengths
    range(1, 5)
    """
    _check_shown(kind, field, values)
    shortest = min(fragment.end - fragment.start for _, fragment in values)
    longest = Candidates(values[0][1].source, values[0][1].start, "right", 1, shortest, shortest)
    narrowed = _narrowed(longest, values, _begins, _occurs_first_at_start)
    found, failed = narrowed
    if failed is None:
        return found
    (start, end), fragment = failed
    value = _short(fragment.source[start:end])
    reason = (
        f"every string that begins the text after its values also occurs before the end of {value}"
        if found.most
        else f"the text after {value} and the text after its other values have no common beginning"
    )
    raise NoConsistentWrapper(kind=kind, field=field, page=fragment.page, constraint=C1, reason=reason)


def absent_after_records(kind: str, field: str, candidates: Candidates, pages: Sequence[FlatPage]) -> Candidates:
    """The left delimiters of a field that begins records: those that do not occur after the last record of any page.

    >>> left = Candidates("[A](B)[", 1, "left", least=1, most=1)
    >>> absent_after_records("LR", "a", left, [FlatPage("p1", "[A](B)t", ())]).lengths
    Traceback (most recent call last):
    unweave.errors.NoConsistentWrapper: no LR wrapper agrees with the examples: field a, page p1, C2, the left
    delimiter: every candidate also occurs after the last record, where no record begins
    """
    for page in pages:
        candidates = candidates.not_in([page.tail])
        if not candidates.lengths:
            reason = "every candidate also occurs after the last record, where no record begins"
            raise NoConsistentWrapper(kind=kind, field=field, page=page.name, constraint=C2, reason=reason)
    return candidates


def _narrowed(
    candidates: Candidates,
    places: Iterable[Place],
    shared: Callable[[str, Place], bool],
    found_first: Callable[[str, Place], bool],
) -> tuple[Candidates, Place | None]:
    """The candidates that all places share and at which they are found first; and the place that left none, if any."""
    for place in places:
        if not shared(candidates.string(candidates.most), place):
            candidates = candidates.at_most(lambda text, here=place: shared(text, here))  # type: ignore[misc]  # a default is no argument
        if not found_first(candidates.string(candidates.least), place):
            candidates = candidates.at_least(lambda text, here=place: found_first(text, here))  # type: ignore[misc]  # a default is no argument
        if not candidates.lengths:
            return candidates, place
    return candidates, None


def _ends(text: str, fragment: Fragment) -> bool:
    return fragment.source.endswith(text, fragment.start, fragment.end)


def _occurs_only_at_end(text: str, fragment: Fragment) -> bool:
    start, end = fragment.start, fragment.end
    return not fragment.certain or fragment.source.find(text, start, end) == end - len(text)


def _begins(text: str, followed: FollowedValue) -> bool:
    _value, fragment = followed
    return fragment.source.startswith(text, fragment.start, fragment.end)


def _occurs_first_at_start(text: str, followed: FollowedValue) -> bool:
    value, fragment = followed
    return fragment.source.find(text, value.start, fragment.end) == fragment.start


def _check_shown(kind: str, field: str, places: Sequence[object]) -> None:
    if not places:
        reason = "none of its values is shown, so its delimiters cannot be learned"
        raise NoConsistentWrapper(kind=kind, field=field, reason=reason)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
