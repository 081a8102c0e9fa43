"""The numbers in addresses: which links of a page lead one step forward or back in its list.

    >>> targets = ["http://a.org/list?p=3", "http://a.org/list?p=5", "http://a.org/list?p=9", "http://a.org/about"]
    >>> address_steps("http://a.org/list?p=4", targets)
    {'http://a.org/list?p=3': -1, 'http://a.org/list?p=5': 1, 'http://a.org/list?p=9': 2}

Legend
    form        an address with its numbers left out: ``http://a.org/list?p=#``
    numbers     the numbers left out, in order: (4,)
    addition    what the address of a numbered page has and that of the first page lacks: ``page/2/`` or ``?start=15``
    step        1 to the nearest page after the own one, -1 to the nearest before it, 2 and -2 to pages farther away

The size of a step is free: ``start=15`` is followed by ``start=30`` where no link of the page leads to a nearer one.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import parse_qsl, urldefrag, urlsplit

from unweave.page import Page
from unweave.page.address import base_of, joined

NUMBER = re.compile(r"\d{1,18}")
DATE = re.compile(r"\d{7}")  # 20261117, or the number of an article: no page of a list
LETTERS = re.compile(r"[^\W\d_]+")
ENDING = re.compile(r"(?:index|default)?\.[a-z]{2,5}$|/+$", re.IGNORECASE)
SESSIONS = frozenset({"s", "sid", "phpsessid", "session_id", "jsessionid"})
FOLLOWED = re.compile(r"(?:https?|file):", re.IGNORECASE)
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
FARTHER = 2


class NumberedAddress(NamedTuple):
    """An address, or an addition to one, as its form and its numbers.

    >>> numbered_address("/list?p=4")
    NumberedAddress(form='/list?p=#', numbers=(4,))
    """

    form: str
    numbers: tuple[int, ...]


def numbered_address(address: str) -> NumberedAddress:
    """The form and the numbers of an address.

    >>> numbered_address("/2026/page/12").numbers
    (2026, 12)
    """
    return NumberedAddress(NUMBER.sub("#", address), tuple(int(number) for number in NUMBER.findall(address)))


def own_address(page: Page) -> str:
    """The address of a page itself: where it comes from, or what it calls canonical; "" if neither is known.

    >>> own_address(Page('<link rel="canonical" href="http://a.org/x">'))
    'http://a.org/x'
    """
    if page.url:
        return page.url
    found = (node.attributes for node in page.tree.elements() if node.tag == "link")
    named = (each.get("href", "") for each in found if "canonical" in each.get("rel", "").lower().split())
    return joined(base_of(page), next(named, ""))


def can_be_followed(target: str) -> bool:
    """Whether a target is an address of a page, and not a script or a mail address.

    >>> [can_be_followed(target) for target in ("/list?p=2", "http://a.org/", "javascript:;", "")]
    [True, True, False, False]
    """
    return bool(target) and (FOLLOWED.match(target) is not None or SCHEME.match(target) is None)


def same_page(one: str, other: str) -> bool:
    """Whether two addresses are those of one page: they differ at most in a final slash, the fragment or the protocol.

    >>> same_page("http://a.org/x/#top", "https://a.org/x"), same_page("/x?p=1", "/x?p=2")
    (True, False)
    """
    return _without_protocol(one) == _without_protocol(other)


def address_steps(own: str, targets: Iterable[str]) -> dict[str, int]:
    """The step from a page to each target that belongs to the same list by its address.

    >>> address_steps("http://a.org/blog/", ["http://a.org/blog/page/2/", "http://a.org/blog/page/91/"])
    {'http://a.org/blog/page/2/': 1, 'http://a.org/blog/page/91/': 2}
    >>> address_steps("http://a.org/f.html", ["http://a.org/f-25.html"]), address_steps("", ["?p=2"])
    ({'http://a.org/f-25.html': 1}, {})
    """
    lists: dict[str, list[tuple[tuple[int, ...], str]]] = defaultdict(list)
    steps: dict[str, int] = {}
    address, targets = numbered_address(own), sorted(set(targets))
    for target in targets if own else ():
        numbers = numbered_address(target)
        if numbers.form == address.form and _one_difference(address.numbers, numbers.numbers):
            lists[""].append((numbers.numbers, target))
        elif added := _addition(own, target):
            lists[added.form].append((added.numbers, target))
        elif _addition(target, own):
            steps[target] = -1
    for form, found in lists.items():
        steps.update(_nearest(address.numbers, found) if not form else _nearest_added(found))
    return {target: steps[target] for target in targets if target in steps}


def _without_protocol(address: str) -> str:
    return re.sub(r"^https?:", "", urldefrag(address)[0], flags=re.IGNORECASE).rstrip("/")


def _one_difference(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    # An offset that is given twice changes twice, by the same number.
    return len({b - a for a, b in zip(one, other, strict=True) if a != b}) == 1


def _nearest(own: tuple[int, ...], found: list[tuple[tuple[int, ...], str]]) -> Iterator[tuple[str, int]]:
    after = min((numbers for numbers, _ in found if numbers > own), default=None)
    before = max((numbers for numbers, _ in found if numbers < own), default=None)
    for numbers, target in found:
        sign = 1 if numbers > own else -1
        yield target, sign if numbers in (after, before) else sign * FARTHER


def _nearest_added(found: list[tuple[tuple[int, ...], str]]) -> Iterator[tuple[str, int]]:
    found = sorted(found)
    if len(found) > 1 and _first_page(found[0][0], found[1][0]):
        found = found[1:]  # the page itself has a number, too
    for numbers, target in found:
        if any(numbers):
            yield target, 1 if numbers == found[0][0] else FARTHER


def _first_page(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return any(a != b and a <= 1 for a, b in zip(one, other, strict=True))


def _addition(first: str, numbered: str) -> NumberedAddress | None:
    """What the address of a numbered page adds to that of the first page: to its path or to its query."""
    try:
        one, two = urlsplit(first), urlsplit(numbered)
    except ValueError:
        return None
    start = ENDING.sub("", one.path)
    own = [item for item in parse_qsl(one.query, keep_blank_values=True) if item[0].lower() not in SESSIONS]
    query = parse_qsl(two.query, keep_blank_values=True)
    same_host = one.netloc.removeprefix("www.") == two.netloc.removeprefix("www.")
    if not same_host or not two.path.startswith(start) or any(item not in query for item in own):
        return None
    added = "&".join("=".join(item) for item in query if item not in own)
    if one.path == two.path:
        return numbered_address(added) if NUMBER.search(added) else None
    path = ENDING.sub("", two.path[len(start) :])
    few = len(NUMBER.findall(path)) == 1 and len(LETTERS.findall(path)) <= 1 and not DATE.search(path)
    return numbered_address(path) if few and not added else None
