"""What the markup of some pages has in common, in a kilobyte: to see whether another page is of the same kind.

Legend

    tag         ``("div", "book new")``: the name of a start tag and its class, as the source has them
    shingle     two start tags that follow each other in the source, as a number: ``crc32("div.book>h1")``
    sketch      the SIGNATURE_SIZE smallest numbers of the shingles of all pages: a fair sample of them
    common      those of the sketch that every page has; ``varying``: the others
    similarity  the mean of two shares: how many shingles of a page are in the sketch, and how many of the common ones
                the page has; 0.9 for pages of one template, 0.1 for pages of two sites
    inner       the smallest similarity of one of the pages to the others; 1 for a single page

The source is scanned for tags and not parsed, since this is done for every page of a run.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal
from zlib import crc32

from unweave.page.page import Page
from unweave.tuning import (
    SIGNATURE_LEAST,
    SIGNATURE_OTHER_SITE,
    SIGNATURE_OTHER_TYPE,
    SIGNATURE_OTHER_TYPE_SEVERAL,
    SIGNATURE_SIZE,
)

# A tag without the word "class" is not searched for the attribute character by character: that halves the time.
_TAG = re.compile(r"<([a-zA-Z][a-zA-Z0-9]*)(?:(?=[^<>]*class)\s[^<>]*?\bclass\s*=\s*[\"']?([^\"'<>]*))?")
_DIGITS = 8  # hexadecimal ones, of a shingle
_ALL = 1 << 32
_PAGES = 10  # more labelled pages would not change much

Unlike = Literal["site", "type"]


@dataclass(frozen=True, slots=True)
class PageSignature:
    """The sketch of some pages; the shingles are written as hexadecimal numbers one after another.

    >>> rows = "".join(f"<tr><th class=n{number}>{number}<td class=v{number}>" for number in range(20))
    >>> books = [Page(f"<div class=book><h1>{title}</h1><table>{rows}</table></div>") for title in ("Emma", "Kim")]
    >>> signature = PageSignature.of(books)
    >>> signature.similarity(Page(f"<div class=book><h1>Dune</h1><table>{rows}</table></div>"))
    1.0
    >>> signature.unlike(Page("<ul><li>Dune</li><li><b>Bo</b></li></ul>"))
    'site'
    """

    common: str = ""
    varying: str = ""
    inner: float = 1.0

    @classmethod
    def of(cls, pages: Sequence[Page]) -> "PageSignature":
        """The signature of these pages."""
        found = [shingles(page) for page in pages[:_PAGES]]
        if len(found) < 2:
            return _sketch(found, 1.0)
        others = [[*found[:number], *found[number + 1 :]] for number in range(len(found))]
        inner = min(similarity_of(one, _sketch(rest, 1.0)) for one, rest in zip(found, others, strict=True))
        return _sketch(found, round(inner, 3))

    @property
    def is_large(self) -> bool:
        """Whether the pages have enough markup to be compared with others."""
        return len(self.common) >= SIGNATURE_LEAST * _DIGITS

    def similarity(self, page: Page) -> float:
        """How similar the page is to those of the signature, from 0 to 1."""
        return similarity_of(shingles(page), self)

    def unlike(self, page: Page) -> Unlike | None:
        """Whether the page looks like one of another site, or of another type; None where it does not."""
        if not self.is_large:
            return None
        similarity = self.similarity(page)
        if similarity < SIGNATURE_OTHER_SITE * self.inner:
            return "site"
        # Several pages show how much pages of one type vary; from one page more is allowed for.
        limit = SIGNATURE_OTHER_TYPE_SEVERAL if self.varying else SIGNATURE_OTHER_TYPE
        return "type" if similarity < limit * self.inner else None


def similarity_of(page: frozenset[int], signature: PageSignature) -> float:
    """The similarity of a page, given its shingles.

    >>> similarity_of(frozenset(), PageSignature())
    0.0
    """
    common, varying = _numbers(signature.common), _numbers(signature.varying)
    known = common | varying
    last = max(known) if len(known) == SIGNATURE_SIZE else _ALL
    sample = {number for number in page if number <= last}
    seen = len(sample & known) / max(1, len(sample))
    present = len(sample & common) / max(1, len(common))
    return (seen + present) / 2


def shingles(page: Page) -> frozenset[int]:
    """The shingles of a page.

    >>> len(shingles(Page("<ul><li>Emma<li>Kim<li>Dune</ul>")))
    2
    """
    tags = _TAG.findall(page.source)
    pairs = set(pairwise(tags))
    return frozenset(
        crc32(f"{tag}.{name}>{after}.{other}".encode("utf-8", "replace")) for (tag, name), (after, other) in pairs
    )


def _sketch(found: Sequence[frozenset[int]], inner: float) -> PageSignature:
    smallest = sorted(frozenset().union(*found))[:SIGNATURE_SIZE]
    common = [number for number in smallest if all(number in one for one in found)]
    varying = [number for number in smallest if not all(number in one for one in found)]
    return PageSignature(_text(common), _text(varying), inner)


def _text(numbers: Sequence[int]) -> str:
    return "".join(f"{number:0{_DIGITS}x}" for number in numbers)


@lru_cache(maxsize=8)
def _numbers(text: str) -> frozenset[int]:
    return frozenset(int(text[at : at + _DIGITS], 16) for at in range(0, len(text), _DIGITS))
