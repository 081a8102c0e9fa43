"""Addresses of a page: what its links are relative to.

>>> base_of(Page('<base href="/new/">', url="http://a.org/x")), base_of(Page("<p>x"))
('http://a.org/new/', '')
"""

from functools import lru_cache
from urllib.parse import urldefrag, urljoin

from unweave.page.page import Page


def base_of(page: Page) -> str:
    """The address that links of a page are relative to: its own, or that of its ``<base>``; "" if there is none.

    >>> base_of(Page("<p>x", url="http://a.org/x#top"))
    'http://a.org/x'
    """
    own = page.url or ""
    if not _may_have_base(page.source):
        return joined(own, "")
    given = (node.attributes.get("href", "").strip() for node in page.tree.elements() if node.tag == "base")
    return joined(own, next(filter(None, given), ""))


@lru_cache(maxsize=16)
def _may_have_base(source: str) -> bool:
    return "<base" in source.lower()  # kept, since it is asked for each link of a page


def joined(base: str, target: str) -> str:
    """The absolute address of a target without its fragment; the target as it is where there is no base.

    >>> joined("http://a.org/x/", "../y#top"), joined("", "?p=2"), joined("http://a.org/", "http://[")
    ('http://a.org/y', '?p=2', 'http://[')
    """
    try:
        return urldefrag(urljoin(base, target.strip()))[0]
    except ValueError:  # not an address
        return target.strip()
