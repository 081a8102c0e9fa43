"""A page's tree in a stand-alone file."""

from typing import Any

from lxml import etree


def parsed(source: str) -> Any:
    """The tree that lxml makes of a page; it is not quite that of a browser.

    >>> parsed("<p>Emma").xpath("//p/text()")
    ['Emma']
    """
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    root = etree.fromstring(source.encode() or b"<p>", parser)
    return etree.fromstring("<html/>") if root is None else root
