"""Learns guarded scans from what a wrapper finds on pages.

Legend (``guarded_scan`` says what left, tags, right, context, label, copy and guard are)

    source value   SourceValue('<h1>Emma</h1>', 4, 8)     a value that the wrapper found, on the page it is on
    found          what the wrapper gives on each page: what the scan must give, or have no answer

The strings around the values are learned from the first half of the pages. On all pages they must give what the wrapper
gives, or no answer; what the guard compares is then learned from all of them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from os.path import commonprefix
from typing import NamedTuple

from unweave.engine.guarded_scan import Copy, FieldScan, GuardedScan, compile_guarded_scan, label_before
from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.tuning import GUARD_PAGES
from unweave.wrapper import Wrapper

LEFT_LENGTH, LEFT_REACH, MOST_TAGS = 120, 600, 3
CONTEXT_LENGTH = 80
COPY_LEFT, COPY_RIGHT, COPY_VALUE, MOST_COPIES = range(6, 41), range(1, 7), 3, 20
BLANKS = r"(?:\s|&nbsp;|&#160;)*+"
LEADING, TRAILING = re.compile(BLANKS), re.compile(rf"{BLANKS}\Z")
LETTER, DIGIT = re.compile(r"[^\W\d_]"), re.compile(r"\d")


class SourceValue(NamedTuple):
    """A value on a page: the source, and where the value starts and ends."""

    source: str
    start: int
    end: int


def guarded_scan(wrapper: Wrapper, pages: Sequence[Page], fields: Sequence[str] = ()) -> GuardedScan | None:
    """The guarded scan that gives the fields of the wrapper (all of them, if none are named); None where there is none.

    There is none where fields have many values or fields of their own, where the wrapper does not find exactly one
    record on each page, where there are too few pages, where the values are not between strings that can be learned,
    and where the guard would refuse half of the pages.

    >>> from unweave.records import Example
    >>> from unweave.trees import KL
    >>> pages = [Page(f"<h1>{name}</h1>") for name in ("Emma", "Kim", "Dune")]
    >>> wrapper = KL().learn([Example.from_values(pages[0], [{"title": "Emma"}])])
    >>> guarded_scan(wrapper, pages)("<h1>Ulysses</h1>")
    {'title': 'Ulysses'}
    """
    if len(pages) < GUARD_PAGES or any(each.many or each.fields for each in wrapper.schema.fields):
        return None
    try:
        found = [wrapper.extract(page) for page in pages]
    except DoesNotFit:
        return None
    if any(len(records) != 1 for records in found):
        return None
    fields = fields or wrapper.schema.names
    spans = [(records[0].page.source, {name: records[0].span(name) for name in fields}) for records in found]
    learned = _learned(spans[: max(GUARD_PAGES, len(spans) // 2)], fields)
    if learned is None:
        return None
    run = compile_guarded_scan([_with_guard(at, learned, spans) for at in range(len(learned))])
    wanted = [{name: records[0][name] for name in fields} for records in found]
    given = [run(page.source) for page in pages]
    agrees = all(one is None or one == other for one, other in zip(given, wanted, strict=True))
    return run if agrees and sum(one is not None for one in given) * 2 > len(pages) else None


Spans = tuple[str, Mapping[str, Span | None]]
"""A source, and where the wrapper finds each field."""


def _learned(spans: Sequence[Spans], fields: Sequence[str]) -> list[FieldScan] | None:
    """A scan per field, in the order of the fields on all pages; None where one cannot be learned."""
    full = [
        (source, {name: span for name, span in found.items() if span}) for source, found in spans if all(found.values())
    ]
    orders = {tuple(sorted(fields, key=lambda name: found[name].start)) for _, found in full}
    if len(orders) != 1 or len(full) < GUARD_PAGES - 1:
        return None
    learned: list[FieldScan] = []
    ends = [0] * len(full)
    for name in orders.pop():
        places = [SourceValue(source, *found[name]) for source, found in full]
        one = _field_scan(name, places, ends)
        if one is None:
            return None
        learned.append(one)
        ends = [(one.cut(place.source, end) or (0, 0))[1] for place, end in zip(places, ends, strict=True)]
    return learned


def _field_scan(name: str, places: Sequence[SourceValue], ends: Sequence[int]) -> FieldScan | None:
    """The scan of a field, given its values and, on each page, where the value of the field before ends."""
    values = [source[start:end] for source, start, end in places]
    right = _common_start([LEADING.sub("", source[end : end + LEFT_LENGTH], count=1) for source, _, end in places])
    before = [one.source[max(end, one.start - LEFT_REACH) : one.start] for one, end in zip(places, ends, strict=True)]
    for tags in range(MOST_TAGS + 1):
        left = _common_start([TRAILING.sub("", text)[::-1] for text in before])[:LEFT_LENGTH][::-1]
        for short in dict.fromkeys((left.rpartition("\n")[2].lstrip(), left)):
            if short and all(one.source.count(short, end) == 1 for one, end in zip(places, ends, strict=True)):
                found = FieldScan(
                    name,
                    short,
                    right,
                    longest=max(map(len, values)),
                    tags=tags,
                    has_markup=any("<" in value for value in values),
                    shape=_shape(values),
                )
                return _with_shortest_right(found, places, ends)
        before = [text.rpartition("<")[0] for text in before]
    return None


def _shape(values: Sequence[str]) -> str:
    """What all the values have or lack, as a regular expression."""
    no_letters = "" if any(map(LETTER.search, values)) else r"(?!.*[^\W\d_])"
    digits = r"(?=.*\d)" if all(map(DIGIT.search, values)) else ""
    return no_letters + digits


def _with_shortest_right(found: FieldScan, places: Sequence[SourceValue], ends: Sequence[int]) -> FieldScan | None:
    """The scan with the shortest string that ends all the values; None where there is none."""
    shorter = (replace(found, right=found.right[:size]) for size in range(1, len(found.right) + 1))
    return next((one for one in shorter if all(map(_is_cut_by(one), places, ends))), None)


def _is_cut_by(one: FieldScan) -> Callable[[SourceValue, int], bool]:
    """A test whether the scan finds a value, with nothing but white space around it."""

    def is_cut(place: SourceValue, at: int) -> bool:
        source, first, last = place
        start, end = one.cut(source, at) or (len(source), 0)
        around = (source[start:first], source[last:end])
        return start <= first and last <= end and not any(LEADING.sub("", text, count=1) for text in around)

    return is_cut


def _with_guard(at: int, scans: Sequence[FieldScan], spans: Sequence[Spans]) -> FieldScan:
    """One of the scans with context, label and copy, as all the pages have them on which the scans find the value."""
    one, starts, places = scans[at], [], []
    for source, found in spans:
        cuts = list(_cuts(scans[: at + 1], source))
        span = found[one.field]
        if (
            len(list(_cuts(scans, source))) == len(scans)
            and span
            and cuts[-1][0] <= span.start < span.end <= cuts[-1][1]
        ):
            starts.append(SourceValue(source, *cuts[-1]))
            places.append(SourceValue(source, *span))
    if not places:
        return one
    before = [source[: source.rfind(one.left, 0, start)][-CONTEXT_LENGTH:][::-1] for source, start, _ in starts]
    after = [source[end : end + CONTEXT_LENGTH] for source, _, end in starts]
    labels = {label_before(source, start) for source, start, _ in starts}
    return replace(
        one,
        context=(_common_start(before)[::-1], _common_start(after)),
        label=labels.pop() if len(labels) == 1 else "",
        copy=copy_of(places),
    )


def _cuts(scans: Sequence[FieldScan], source: str) -> Iterator[tuple[int, int]]:
    """Where the values are, up to the first that is not found."""
    end = 0
    for one in scans:
        cut = one.cut(source, end)
        if cut is None:
            return
        end = cut[1]
        yield cut


def _common_start(texts: list[str]) -> str:
    return commonprefix(texts)  # noqa: RUF071 - texts, not paths


def copy_of(places: Sequence[SourceValue]) -> Copy | None:
    """Another place that shows the value on all the pages; None where there is none.

    >>> sources = [f"<title>Shop: {name}</title><h1>{name}</h1>" for name in ("Emma", "Kim")]
    >>> copy_of([SourceValue(one, one.index("<h1>") + 4, one.index("</h1>")) for one in sources])
    Copy(left='<title>Shop: ', right='<')
    """
    (source, start, end), *others = places
    for at in _elsewhere(places[0]):
        here = _backwards(source, at)
        left = _common_start([here, *(_most_similar(here, other) for other in others)])[::-1]
        behind = at + end - start
        rights = (source[behind : behind + size] for size in COPY_RIGHT)
        for copy in (Copy(left, right) for right in rights if right and len(left) in COPY_LEFT):
            if all(
                one.source.count(left) == 1 and copy.value(one.source) == one.source[one.start : one.end]
                for one in places
            ):
                return copy
    return None


def _backwards(source: str, at: int) -> str:
    return source[max(0, at - COPY_LEFT[-1]) : at][::-1]


def _most_similar(here: str, other: SourceValue) -> str:
    """What is before another occurrence of a page's value, backwards: where it has most in common with here."""
    there = [_backwards(other.source, at) for at in _elsewhere(other)]
    return max(there, key=lambda text: len(_common_start([here, text])), default="")


def _elsewhere(place: SourceValue) -> Iterator[int]:
    """Where else a value occurs, the first places first; values of a few characters occur everywhere."""
    source, start, end = place
    found = (one.start() for one in re.finditer(f"(?={re.escape(source[start:end])})", source))
    return islice((at for at in found if at != start), MOST_COPIES if end - start >= COPY_VALUE else 0)
