"""Kinds of values: what a text is as a whole, a price, a date, a link.

Legend

    kind        "year": the name of a kind; a text without any other is a "text"
    pattern     the regular expression that a whole text of the kind matches, and that finds it in a longer text

Each kind is a check that takes time linear in the text. Kinds overlap (1815 is a year, an integer and a number);
``KINDS`` lists them from the most specific to the least, and ``kind_of`` gives the first that matches. Prices, dates,
times and numbers are what the types of ``unweave.values.types`` read, in the notations and languages known there.

    >>> kinds_of("1815"), kind_of("5 March 1815"), kind_of("Emma")
    (('year', 'integer', 'number'), 'date', 'text')
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import cycle
from types import MappingProxyType

from unweave.values.types.addresses import EMAIL
from unweave.values.types.date_forms import YEAR, date_pattern
from unweave.values.types.dates import looks_like_date
from unweave.values.types.money import is_price, price_pattern
from unweave.values.types.numbers import INTEGER, NUMBER, SIGN
from unweave.values.types.times import CLOCK_TIME

LONGEST = 2048  # a longer text is of the kind "text", without a check


def _whole(pattern: str) -> Callable[[str], bool]:
    # Compiled at first use: importing stays cheap.
    compiled = cache(lambda: re.compile(pattern, re.IGNORECASE).fullmatch)
    return lambda text: compiled()(text) is not None


_is_number = _whole(SIGN + NUMBER)
_could_be_isbn = re.compile(r"(?:ISBN(?:-1[03])?:? ?)?((?:[0-9]{3}[- ]?)?(?:[0-9][- ]?){9}[0-9X])", re.IGNORECASE)
_could_be_phone = re.compile(r"\+?[0-9(][0-9 ()./-]++")


def _is_isbn(text: str) -> bool:
    found = _could_be_isbn.fullmatch(text)
    digits = ["0123456789X".index(digit) for digit in found[1].upper() if digit not in "- "] if found else []
    if len(digits) == 10:
        return sum(digit * weight for digit, weight in zip(digits, range(10, 0, -1), strict=True)) % 11 == 0
    return bool(digits) and sum(digit * weight for digit, weight in zip(digits, cycle((1, 3)), strict=False)) % 10 == 0


def _is_phone(text: str) -> bool:
    """Seven to fifteen digits with something between or before them that no number or date has."""
    digits = sum(map(str.isdigit, text))
    if not 7 <= digits <= 15 or not _could_be_phone.fullmatch(text) or digits == len(text):
        return False
    return text[0] in "+(" or not (_is_number(text) or looks_like_date(text))


_PATTERNS: Mapping[str, str | Callable[[], str]] = MappingProxyType(
    {
        "url": r"(?:(?:https?|ftp)://|www\.)[^\s/][^\s]*+|mailto:\S++",
        "email": EMAIL,
        "isbn": _could_be_isbn.pattern,
        "percentage": rf"{SIGN}{NUMBER} ?%",
        "price": price_pattern,
        "date": date_pattern,
        "time": CLOCK_TIME,
        "phone": _could_be_phone.pattern,
        "year": YEAR,
        "integer": SIGN + INTEGER,
        "number": SIGN + NUMBER,
    }
)
KINDS: Mapping[str, Callable[[str], bool]] = MappingProxyType(
    {kind: _whole(str(pattern)) for kind, pattern in _PATTERNS.items()}
    | {"isbn": _is_isbn, "phone": _is_phone, "price": is_price, "date": looks_like_date}
)


@cache
def pattern_of(kind: str) -> str:
    """The regular expression that finds a kind in a text, without regard to case; isbn and phone need a further check.

    >>> pattern_of("year")
    '(?:1[0-9]|20|21)[0-9]{2}'
    """
    pattern = _PATTERNS[kind]
    return pattern if isinstance(pattern, str) else pattern()


def kinds_of(text: str) -> tuple[str, ...]:
    """Every kind that the text is of, the most specific first; ``("text",)`` or ``("empty",)`` when it is of none.

    >>> kinds_of("978-0-14-143958-7"), kinds_of("+242"), kinds_of(" ")
    (('isbn', 'phone'), ('integer', 'number'), ('empty',))
    """
    if len(text) > LONGEST:
        return ("text",)
    plain = " ".join(text.split())
    return tuple(kind for kind, holds in KINDS.items() if holds(plain)) or (("text",) if plain else ("empty",))


def kind_of(text: str) -> str:
    """The most specific kind that the text is of.

    >>> [kind_of(text) for text in ("$5.50", "12,5 %", "jane@pemberley.org", "10:30 am", "+44 20 7946 0958")]
    ['price', 'percentage', 'email', 'time', 'phone']
    """
    return kinds_of(text)[0]
