r"""A scan in place of a wrapper that parses: the strings around each value, with a guard.

Legend, for ``<p><b>Author:</b> <a href="/7">Jane Austen</a></p>``

    left      ``<b>Author:</b>``    the string before the value, the same on all pages; it occurs once behind the value
                                    of the field before
    tags      1                     how many tags follow ``left`` that differ from page to page: ``<a href="/7">``
    right     ``</a>``              the shortest string that ends the value on all pages
    context   ``<p>``, ``</p>``     what all pages have before ``left`` and at ``right``, as far as it is the same
    label     ``Author:``           the text before the value, if it is the same on all pages
    copy      ``<title>``, ``<``    another place that shows the same value on all pages: what is before and behind it
    guard                           the tests below; where one fails, the scan has no answer for the page

The guard asks that all strings are found, that context and label are those of the pages that were learned from, that
the copy shows the same value, and that the value looks like theirs: no markup and no line break where they had none,
at most about twice as long, no letter where they had none, a digit where all had one.

That proves nothing: on a page unlike all that the scan was learned from, a string may occur before something else. So
this scan is only used on request. ``guarded_scan_learner`` learns it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from unweave.page import Span
from unweave.page.entities import decode_text
from unweave.page.html import collapse, span_text
from unweave.page.markup import scan_markup
from unweave.tuning import GUARD_LENGTH, GUARD_SLACK

BLANKS_LENGTH = 500  # of white space around a value
LABEL_TAGS = 12  # between a label and the value
GuardedScan = Callable[[str], dict[str, str] | None]


class Copy(NamedTuple):
    """Another place that shows a value: the strings before and behind it.

    >>> Copy("<title>", "<").value("<title>Emma</title>")
    'Emma'
    """

    left: str
    right: str

    def value(self, source: str) -> str:
        """What is between the strings; empty where they do not occur."""
        start = source.find(self.left) + len(self.left)
        end = source.find(self.right, start) if start >= len(self.left) else -1
        return source[start:end] if end > start else ""


@dataclass(frozen=True, slots=True)
class FieldScan:
    """Where a field's value is found, and what the guard asks of it.

    >>> FieldScan("author", "<b>Author:</b>", "<", longest=30).cut("<p><b>Author:</b> Jane Austen<br>", 0)
    (17, 29)
    """

    field: str
    left: str
    right: str
    longest: int
    tags: int = 0
    has_markup: bool = False
    shape: str = ""
    context: tuple[str, str] = ("", "")
    label: str = ""
    copy: Copy | None = None

    def cut(self, source: str, at: int) -> tuple[int, int] | None:
        """Where the value is, behind a position; None where a string does not occur."""
        start = source.find(self.left, at)
        if start < 0:
            return None
        start += len(self.left)
        for _ in range(self.tags):
            start = source.find(">", start) + 1
            if not start:
                return None
        end = source.find(self.right, start)
        return (start, end) if end >= 0 else None

    def value(self, source: str, start: int, end: int) -> str | None:
        """The value between these positions as a reader sees it; None where the guard refuses it."""
        longest = GUARD_LENGTH * self.longest + GUARD_SLACK
        value = (
            _cleaned(source[start:end], has_markup=self.has_markup) if end - start <= longest + BLANKS_LENGTH else ""
        )
        if not value or len(value) > longest or not re.match(self.shape, value, re.DOTALL):
            return None
        before, after = self.context
        if not (source.startswith(after, end) and source.endswith(before, 0, source.rfind(self.left, 0, start))):
            return None
        if self.label and label_before(source, start) != self.label:
            return None
        copied = self.copy.value(source) if self.copy else None
        is_same = copied is None or (len(copied) <= longest and collapse(decode_text(copied)) == value)
        return value if is_same else None

    def with_carriage_returns(self) -> "FieldScan":
        r"""The same for pages whose lines end with ``\r\n``."""
        before, after = self.context
        return replace(
            self,
            left=_crlf(self.left),
            right=_crlf(self.right),
            context=(_crlf(before), _crlf(after)),
            label=_crlf(self.label),
            copy=self.copy and Copy(*map(_crlf, self.copy)),
        )


def _crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def _cleaned(raw: str, *, has_markup: bool) -> str | None:
    """The value as a reader sees it; None where it has markup or control characters that no value had."""
    if "<" in raw:
        return collapse(span_text(raw, list(scan_markup(raw)), Span(0, len(raw)))) if has_markup else None
    value = collapse(decode_text(raw) if "&" in raw else raw)
    return value if value.isprintable() else None


def label_before(source: str, at: int) -> str:
    """The last text before a position that is not blank, as the source has it; empty where there is none nearby.

    >>> label_before('<td><b>Author:</b>&nbsp;<a href="x.html">Ann', 41)
    'Author:'
    """
    for _ in range(LABEL_TAGS):
        tag = source.rfind("<", 0, at)
        at = source.rfind(">", 0, tag) + 1 if tag > 0 else 0
        text = source[at:tag].replace("&nbsp;", " ").strip() if at else ""
        if text or not at:
            return text
        at -= 1
    return ""


def compile_guarded_scan(scans: Sequence[FieldScan]) -> GuardedScan:
    """A function from a source to the values of the fields, or to None where the guard refuses the page.

    >>> run = compile_guarded_scan([FieldScan("author", "<b>Author:</b>", "<", longest=30)])
    >>> run("<p><b>Author:</b> Jane Austen<br>"), run("<p>by Jane Austen<br>")
    ({'author': 'Jane Austen'}, None)
    """
    # No function inside this one: the result can be pickled.
    return partial(_run, tuple(scans), tuple(one.with_carriage_returns() for one in scans))


def _run(scans: Sequence[FieldScan], with_returns: Sequence[FieldScan], source: str) -> dict[str, str] | None:
    if "\r" not in source:
        return _values(scans, source)
    found = _values(with_returns, source)
    return found or _values(scans, source.replace("\r\n", "\n").replace("\r", "\n"))  # newlines may be mixed


def _values(scans: Sequence[FieldScan], source: str) -> dict[str, str] | None:
    found: dict[str, str] = {}
    end = 0
    for one in scans:
        cut = one.cut(source, end)
        value = one.value(source, *cut) if cut else None
        if cut is None or value is None:
            return None
        found[one.field], end = value, cut[1]
    return found
