"""Pages with so many ``<html ...>`` or ``<body ...>`` tags that the parser would need very much memory.

HTML5 adds the attributes of a second ``<body>`` tag to the first one. The parser (turbohtml 1.15) copies all attributes
for each such tag that has a new one, and keeps the copies until it has read the page: 230 KB of ``<body a1=1><body
a2=1>...`` take 3 GB. Such a page is refused before it is parsed.

    copies      attributes that the parser copies: 20 tags with 1, 2, 3, ... 20 attributes together are 210 copies
"""

import re

from unweave.errors import BadInput
from unweave.page.markup import ATTRIBUTE

# "<hody" fits too: with one set of letters for each place, and no group, the search takes two thirds of the time.
LIKE_TAG = re.compile(r"<[hHbB][tToO][mMdD][lLyY][ \t\n\f\r/]")
TAG = re.compile(r"<(?:html|body)[ \t\n\f\r/]", re.IGNORECASE | re.ASCII)
GAP = re.compile(r"[ \t\n\f\r/]*+")
FEW_TAGS = 16
MOST_COPIES = 500_000
"""A copy takes about 24 bytes, so these take 12 MB."""


def check_repeated_tags(source: str, name: str = "") -> None:
    """Raise BadInput if the parser would make too many copies of attributes.

    Tags in comments and scripts count as well: telling them apart would need the parser.

    >>> check_repeated_tags("<html lang=en><body class=a><p>x")
    >>> check_repeated_tags("".join(f"<body a{number}=1>" for number in range(3000)), "p1.html")
    Traceback (most recent call last):
    unweave.errors.BadInput: p1.html: it has too many <html> and <body> tags with different attributes to be parsed
    """
    if len(LIKE_TAG.findall(source)) <= FEW_TAGS:
        return
    tags = [found.end() for found in TAG.finditer(source)]
    names: set[str] = set()
    copies = examined = 0
    for tag in tags:
        known = len(names)
        position = GAP.match(source, tag).end()  # type: ignore[union-attr]  # it matches everywhere
        while (found := ATTRIBUTE.match(source, position)) is not None and examined <= MOST_COPIES:
            names.add(found[1].lower())
            examined += 1
            position = GAP.match(source, found.end()).end()  # type: ignore[union-attr]  # as above
        copies += len(names) * (len(names) > known)
        if copies + examined > MOST_COPIES:
            reason = "it has too many <html> and <body> tags with different attributes to be parsed"
            raise BadInput(source=name or "the page", reason=reason)
