r"""A scan in place of a wrapper: where its values stand between strings that occur once, nothing is parsed.

Legend

    probe     one field: the string before its value, the string behind it, and what its values looked like
    left      what all pages at hand have before the value, without white space at its end: ``<b>Author:</b>``; it is
              found once in what is left of the page behind the field before
    passed    how many tags stand between it and the value that are not the same on all pages: ``<a href=...>``
    right     what they have behind it: ``</td>``
    frame     what all pages at hand have around these strings; the label, the text before the value; and a witness,
              another place that shows the value
    guard     a left or right string is missing, the frame or the label is another, the witness says something else, or
              the value looks like none that was seen: markup or line breaks where there were none, more than twice as
              long, letters where there were none, no digit where all had one

The pages at hand say what the wrapper finds; probes are learned from the first half of them and must find the same on
all, or say that they cannot. What is learned is not proved: on pages unlike all that were at hand, a string may stand
before something else. That is why it is only used when pages are given.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.page.entities import decode_text
from unweave.page.text import collapse, reading, scan
from unweave.records import Record
from unweave.rules.cut import common_start
from unweave.rules.wrapper import RulesWrapper
from unweave.targets.probe_witness import Frame, Witness, frame_of, label_before, label_of, witness_of
from unweave.wrapper import Wrapper

FEWEST = 3
LONGEST = 120  # characters of a string before or behind a value
SLACK = 20
BLANKS = 500  # of white space around a value
FURTHEST = 600
MOST_PASSED = 3
_BLANKS = r"(?:\s|&nbsp;|&#160;)*+"
_LEADING = re.compile(_BLANKS)
_TRAILING = re.compile(rf"{_BLANKS}\Z")
Probing = Callable[[str], dict[str, Any] | None]


@dataclass(frozen=True, slots=True)
class Probe:
    """Where one field's value stands, and what it may look like.

    >>> Probe("author", "<b>Author:</b>", "<", longest=30).cut("<p><b>Author:</b> Jane Austen<br>", 0)
    (17, 29)
    """

    field: str
    left: str
    right: str
    longest: int
    passed: int = 0
    has_markup: bool = False
    shape: str = ""
    frame: Frame | None = None
    witness: Witness | None = None
    label: str = ""

    def cut(self, source: str, at: int) -> tuple[int, int] | None:
        """Where the value stands behind a place; None where a string is missing."""
        start = source.find(self.left, at)
        if start < 0:
            return None
        start += len(self.left)
        for _ in range(self.passed):
            start = source.find(">", start) + 1
            if not start:
                return None
        end = source.find(self.right, start)
        return (start, end) if end >= 0 else None


Row = tuple[Page, Mapping[str, Span | None]]


def probing(wrapper: Wrapper, pages: Sequence[Page]) -> Probing | None:
    """A function from a source to its one record, or to None where the guard says no; None where there is none.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> pages = [Page(f"<p>{at}<p><b>By:</b> {name}<br>") for at, name in enumerate(("Ann Lee", "Bob Ray", "Cy Lo"))]
    >>> wrapper = Rules().learn([Example.from_values(pages[0], [{"by": "Ann Lee"}])])
    >>> probing(wrapper, pages)("<p>7<p><b>By:</b> Di Ott<br>")
    {'by': 'Di Ott'}
    """
    names = [each.name for each in wrapper.schema.fields if not _is_never_found(wrapper, each.name)]
    if len(pages) < FEWEST or any(each.many or each.fields for each in wrapper.schema.fields):
        return None
    said = _said(wrapper, pages)
    rows = [(page, {name: record.span(name) for name in names}) for page, record in zip(pages, said, strict=False)]
    probes = _learned(rows[: max(FEWEST, len(rows) // 2)], names) if len(said) == len(pages) else None
    if probes is None:
        return None
    run = runner(_witnessed(probes, rows), wrapper.schema.names)
    found = [(run(page.source), record.to_dict()) for page, record in zip(pages, said, strict=True)]
    agrees = all(one is None or one == wanted for one, wanted in found)
    return run if agrees and sum(one is not None for one, _ in found) * 2 > len(pages) else None


def _witnessed(probes: Sequence[Probe], rows: Sequence[Row]) -> list[Probe]:
    """The probes with their frames, and with witnesses where there are some, as all pages have them."""
    cuts = [(page.source, spans, cut) for page, spans in rows if (cut := _cut_all(probes, page.source))]
    found = []
    for at, probe in enumerate(probes):
        full = [(source, spans[probe.field], cut[at]) for source, spans, cut in cuts]
        right = [
            (source, span, *cut) for source, span, cut in full if span and cut[0] <= span.start < span.end <= cut[1]
        ]
        frame = frame_of([(source, source.rfind(probe.left, 0, start), end) for source, _, start, end in right])
        witness = witness_of([(source, span.start, span.end) for source, span, _, _ in right]) if right else None
        label = label_of([(source, start) for source, _, start, _ in right])
        found.append(replace(probe, frame=frame, witness=witness, label=label) if right else probe)
    return found


def _cut_all(probes: Sequence[Probe], source: str) -> list[tuple[int, int]]:
    """Where all the values stand; nothing where one is not found."""
    cuts: list[tuple[int, int]] = []
    for probe in probes:
        cut = probe.cut(source, cuts[-1][1] if cuts else 0)
        if cut is None:
            return []
        cuts.append(cut)
    return cuts


def _said(wrapper: Wrapper, pages: Sequence[Page]) -> list[Record]:
    """The one record of each page; of those that do not have one, none."""
    try:
        found = [wrapper.extract(page) for page in pages]
    except DoesNotFit:
        return []
    return [records[0] for records in found if len(records) == 1]


def _is_never_found(wrapper: Wrapper, name: str) -> bool:
    return isinstance(wrapper, RulesWrapper) and not wrapper.of(name)


def _learned(rows: Sequence[Row], names: Sequence[str]) -> list[Probe] | None:
    """A probe per field, in the order in which they stand on all the pages; None where one cannot be learned."""
    full = [(page.source, spans) for page, spans in rows if all(spans.values())]
    orders = {tuple(sorted(names, key=lambda name: _start(spans, name))) for _, spans in full}
    if len(orders) != 1 or len(full) < FEWEST - 1:
        return None
    probes: list[Probe] = []
    ends = [0] * len(full)
    for name in orders.pop():
        places = [(source, spans[name] or Span(0, 0), end) for (source, spans), end in zip(full, ends, strict=True)]
        probe = _probe(name, places)
        if probe is None:
            return None
        probes.append(probe)
        ends = [(probe.cut(source, end) or (0, 0))[1] for source, _, end in places]
    return probes


def _start(spans: Mapping[str, Span | None], name: str) -> int:
    span = spans.get(name)
    return span.start if span else -1


Place = tuple[str, Span, int]
"""A source, where the value stands, and where the value before it ends."""


def _probe(name: str, places: Sequence[Place]) -> Probe | None:
    values = [source[span.start : span.end] for source, span, _ in places]
    right = common_start([_without_start(source[span.end : span.end + LONGEST]) for source, span, _ in places])
    before = [source[max(end, span.start - FURTHEST) : span.start] for source, span, end in places]
    for passed in range(MOST_PASSED + 1):
        left = common_start([_without_end(text)[::-1] for text in before])[:LONGEST][::-1]
        for short in dict.fromkeys((left.rpartition("\n")[2].lstrip(), left)):
            if short and all(source.count(short, end) == 1 for source, _, end in places):
                probe = Probe(
                    name,
                    short,
                    right,
                    longest=max(map(len, values)),
                    passed=passed,
                    has_markup=any("<" in value for value in values),
                    shape=_shape(values),
                )
                return _ended(probe, places)
        before = [text.rpartition("<")[0] for text in before]
    return None


def _ended(probe: Probe, places: Sequence[Place]) -> Probe | None:
    """The probe with the shortest string that ends all the values."""
    ends = (replace(probe, right=probe.right[:size]) for size in range(1, len(probe.right) + 1))
    return next((one for one in ends if all(_cuts(one, *place) for place in places)), None)


def _cuts(probe: Probe, source: str, span: Span, at: int) -> bool:
    """Whether the probe finds the value, with nothing but white space around it."""
    start, end = probe.cut(source, at) or (len(source), 0)
    if start > span.start or end < span.end:
        return False
    return not _without_start(source[start : span.start]) and not _without_start(source[span.end : end])


def _without_end(text: str) -> str:
    return _TRAILING.sub("", text)


def _without_start(text: str) -> str:
    return _LEADING.sub("", text, count=1)


def _shape(values: Sequence[str]) -> str:
    """What all the values have or have not, as a regular expression."""
    letters = "" if any(map(re.compile(r"[^\W\d_]").search, values)) else r"(?!.*[^\W\d_])"
    digits = r"(?=.*\d)" if all(map(re.compile(r"\d").search, values)) else ""
    return letters + digits


def runner(probes: Sequence[Probe], names: Sequence[str]) -> Probing:
    """The probes as a function."""
    asked = [(one, 2 * one.longest + SLACK, re.compile(one.shape, re.DOTALL).match) for one in probes]
    other = [(_with_returns(one), longest, match) for one, longest, match in asked]

    def run(source: str) -> dict[str, Any] | None:
        found = _values(other if "\r" in source else asked, source)
        if found is None and "\r" in source:  # lines may end now so, now so
            found = _values(asked, source.replace("\r\n", "\n").replace("\r", "\n"))
        return None if found is None else {name: found.get(name) for name in names}

    return run


def _values(asked: Sequence[tuple[Probe, int, Callable[[str], Any]]], source: str) -> dict[str, str] | None:
    """What stands where the probes say, field by field; None where the guard says no."""
    found: dict[str, str] = {}
    at = 0
    for probe, longest, looks_right in asked:
        cut = probe.cut(source, at)
        if cut is None:
            return None
        start, at = cut
        value = _cleaned(source[start:at], has_markup=probe.has_markup) if at - start <= longest + BLANKS else None
        if not value or len(value) > longest or not looks_right(value) or not _is_attested(probe, source, cut, value):
            return None
        found[probe.field] = value
    return found


def _is_attested(probe: Probe, source: str, cut: tuple[int, int], value: str) -> bool:
    """Whether label, frame and witness say so too."""
    start, end = cut
    if probe.label and label_before(source, start) != probe.label:
        return False
    if probe.frame is not None and not probe.frame.holds(source, source.rfind(probe.left, 0, start), end):
        return False
    if probe.witness is None:
        return True
    said = probe.witness.says(source)
    return len(said) <= 2 * probe.longest + SLACK and collapse(decode_text(said)) == value


def _with_returns(probe: Probe) -> Probe:
    r"""The probe for pages whose lines end with ``\r\n``."""
    frame, witness = probe.frame, probe.witness
    return replace(
        probe,
        left=_crlf(probe.left),
        right=_crlf(probe.right),
        frame=frame and Frame(_crlf(frame.above), _crlf(frame.below)),
        witness=witness and Witness(_crlf(witness.left), _crlf(witness.stop)),
        label=_crlf(probe.label),
    )


def _crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def _cleaned(raw: str, *, has_markup: bool) -> str | None:
    """The value as a reader sees it; None where it has what none had."""
    if "<" in raw:
        return collapse(reading(raw, list(scan(raw)), Span(0, len(raw)))) if has_markup else None
    value = collapse(decode_text(raw) if "&" in raw else raw)
    return value if value.isprintable() else None
