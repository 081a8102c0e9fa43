"""Addresses: when two of them name one page, and what the addresses of pages of one type have in common.

    >>> canonical_address("HTTP://Shop.test:80/c?b=2&a=1#top")
    'http://shop.test/c?a=1&b=2'
    >>> shapes_of([f"http://shop.test/item/{number}" for number in range(9)])[0]
    'shop.test/item/*'

Legend
    canonical   one spelling for all addresses that name the same page: no fragment, the parameters in order
    shape       an address without what varies: ``shop.test/item/*?page``; ``*`` is any segment of the path, and of the
                query only the names are kept
    segment     the text between two slashes of a path

A segment is kept in a shape if pages with as many segments have only a few words there: ``/item/`` and ``/list/`` say
what a page is, the names of 200 items do not.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

from unweave.tuning import SHAPE_WORDS

PORTS = {"http": ":80", "https": ":443"}
SAFE = "/:;=@!$'()*+,~"
ANY = "*"


class AddressParts(NamedTuple):
    """The parts of an address that a shape is made from.

    >>> address_parts("http://shop.test/item/7?b=1&a=2")
    AddressParts(host='shop.test', segments=('item', '7'), names=('a', 'b'))
    """

    host: str
    segments: tuple[str, ...]
    names: tuple[str, ...]


@lru_cache(maxsize=4096)
def canonical_address(address: str) -> str:
    """The one spelling of an address; what is no address is returned as it is.

    >>> canonical_address("http://shop.test"), canonical_address("http://shop.test/a b"), canonical_address("http://[")
    ('http://shop.test/', 'http://shop.test/a%20b', 'http://[')
    """
    try:
        parts = urlsplit(address.strip())
        query = sorted(parse_qsl(parts.query, keep_blank_values=True))
    except ValueError:
        return address.strip()
    scheme = parts.scheme.lower()
    host = parts.netloc.lower().removesuffix(PORTS.get(scheme, "\0"))
    path = quote(unquote(parts.path, errors="surrogateescape"), safe=SAFE, errors="surrogateescape")
    return urlunsplit((scheme, host, path or "/" * bool(host), urlencode(query, errors="replace"), ""))


def address_parts(address: str) -> AddressParts:
    """The host, the segments of the path, and the names of the parameters in order."""
    try:
        parts = urlsplit(canonical_address(address))
    except ValueError:
        return AddressParts("", (address,), ())
    names = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})
    segments = tuple(part for part in parts.path.split("/") if part)
    return AddressParts(parts.netloc, segments, tuple(names))


def shapes_of(addresses: Sequence[str]) -> list[str]:
    """The shape of each address, given all of them.

    >>> shapes_of(["http://a.org/about", "http://a.org/", "file:///books/1.html"])
    ['a.org/about', 'a.org/', '/books/1.html']
    """
    parts = [address_parts(address) for address in addresses]
    words: dict[tuple[str, int, int], set[str]] = defaultdict(set)
    for one in parts:
        for at, segment in enumerate(one.segments):
            words[one.host, len(one.segments), at].add(segment)
    return [
        _shape(one, [len(words[one.host, len(one.segments), at]) for at in range(len(one.segments))]) for one in parts
    ]


def has_shape(address: str, shape: str) -> bool:
    """Whether an address has a shape.

    >>> has_shape("http://a.org/item/7", "a.org/item/*"), has_shape("http://a.org/item/7?print=1", "a.org/item/*")
    (True, False)
    """
    path, _, names = shape.partition("?")
    host, *wanted = path.split("/")
    parts = address_parts(address)
    wanted = [segment for segment in wanted if segment]
    return (
        parts.host == host
        and "&".join(parts.names) == names
        and len(wanted) == len(parts.segments)
        and all(want in (ANY, segment) for want, segment in zip(wanted, parts.segments, strict=True))
    )


def _shape(parts: AddressParts, words: Sequence[int]) -> str:
    segments = [
        segment if number <= SHAPE_WORDS else ANY for segment, number in zip(parts.segments, words, strict=True)
    ]
    return f"{parts.host}/{'/'.join(segments)}" + ("?" + "&".join(parts.names) if parts.names else "")
