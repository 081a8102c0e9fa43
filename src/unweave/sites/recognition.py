"""What is recognized on the pages of one type: how to tell them from others, and what names the next page of a list.

Legend
    shape       what the addresses of the pages have in common (``address_shapes``)
    corrections the next page of some pages as a person has shown it: address -> address, or None on a last page
    confirmed   a next page is one of the same type; where no page at hand has such a target, there are no next pages
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from unweave.page import Page, PageSignature
from unweave.sites.address_shapes import canonical_address, shapes_of
from unweave.sites.page_sources import page_key
from unweave.sites.pagers import Pager, learn_pager, next_pages
from unweave.sites.program import NextPages, PageTest

SIGNATURE_SAMPLE = 10


def page_shapes(pages: Sequence[Page]) -> list[str]:
    """The shape of the address of each page, given all of them; "" where a page has no address.

    >>> page_shapes([Page("", url=f"http://a.org/item/{number}") for number in range(9)] + [Page("")])[-2:]
    ['a.org/item/*', '']
    """
    addresses = [page.url or "" for page in pages]
    return [shape if address else "" for address, shape in zip(addresses, shapes_of(addresses), strict=True)]


def sample_of(pages: Sequence[Page], most: int) -> list[Page]:
    """Some of the pages, evenly over the order of their addresses.

    >>> [page.name for page in sample_of([Page("", name=name) for name in "dacb"], 2)]
    ['a', 'c']
    """
    ordered = sorted(pages, key=lambda page: page.url or page.name)
    step = max(1, len(ordered) / most)
    return [ordered[int(at * step)] for at in range(min(most, len(ordered)))]


def page_test(pages: Sequence[Page], shapes: Collection[str]) -> PageTest:
    """How these pages are recognized.

    >>> page_test([Page("<p>x<b>y")], ["a.org/*", ""]).shapes
    ('a.org/*',)
    """
    return PageTest(tuple(sorted({*shapes} - {""})), PageSignature.of(sample_of(pages, SIGNATURE_SAMPLE)))


def pagination(pages: Sequence[Page], corrections: Mapping[str, str | None] | None = None) -> tuple[NextPages, Pager]:
    """What names the next page on pages of one type, confirmed by these pages; BadInput where a correction is wrong.

    >>> first = Page('<a href="?p=2">Next</a>', url="http://a.org/list")
    >>> pagination([first, Page("<p>", url="http://a.org/list?p=2")])[0], pagination([first])[0]
    ('labels', 'none')
    """
    known = {page_key(page): page for page in pages}
    shown = {canonical_address(one): other for one, other in (corrections or {}).items()}
    examples = [(known[key], [] if target is None else [target]) for key, target in shown.items() if key in known]
    pager = learn_pager(examples) if examples else Pager()
    for by in ("labels", "numbers"):
        if next_targets(pages, by, pager) & known.keys():
            return ("numbers" if by == "numbers" else "labels"), pager
    return "none", pager


def next_targets(pages: Sequence[Page], by: NextPages, pager: Pager) -> set[str]:
    """The canonical addresses of the next pages of all these pages.

    >>> next_targets([Page('<a href="?p=2">Next</a>', url="http://a.org/list")], "labels", Pager())
    {'http://a.org/list?p=2'}
    """
    if by == "none":
        return set()
    way: Any = by
    return {canonical_address(target) for page in pages for target in next_pages(page, by=way, pager=pager)}
