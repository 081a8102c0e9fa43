"""Kinds of values: what a text is as a whole, a price, a date, a link.

Legend

    kind        "year": the name of a kind; a text without any other is a "text"
    pattern     the regular expression that a whole text of the kind matches

Each kind is a check that takes time linear in the text. Kinds overlap (1815 is a year, an integer and a number);
``KINDS`` lists them from the most specific to the least, and ``kind_of`` gives the first that matches. Months are
known in English; numbers with a comma or a point before their decimals.

    >>> kinds_of("1815"), kind_of("5 March 1815"), kind_of("Emma")
    (('year', 'integer', 'number'), 'date', 'text')
"""

import re
from collections.abc import Callable, Mapping
from itertools import cycle
from types import MappingProxyType

LONGEST = 2048  # a longer text is of the kind "text", without a check

_INTEGER = r"(?:[0-9]{1,3}(?:[, '][0-9]{3})++|[0-9]++)"
_NUMBER = rf"(?:[0-9]{{1,3}}(?:\.[0-9]{{3}})++(?:,[0-9]++)?|{_INTEGER}(?:[.,][0-9]++)?|\.[0-9]++)"
_SIGN = r"[-+\u2212\u2013]?"
_CODES = "USD EUR GBP JPY CHF CAD AUD NZD INR CNY RMB SEK NOK DKK PLN CZK HUF BRL MXN ZAR RUB TRY KRW HKD SGD"
_CURRENCY = rf"(?:[A-Z]{{0,3}}[$€£¥₹₩₽₺₫฿₴₪¢]|{_CODES.replace(' ', '|')}|Rs\.?|kr\.?|zł)"
_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?"
_MONTH_NUMBER = r"(?:0?[1-9]|1[0-2])"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? )?"
_YEAR = r"(?:1[0-9]|20|21)[0-9]{2}"
_CLOCK = r"(?:[01]?[0-9]|2[0-4]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?"
_ZONE = r"(?:Z| ?[+-][0-9]{2}:?[0-9]{2})?"
_DATE = "|".join(
    (
        rf"{_YEAR}(?:-{_MONTH_NUMBER}-{_DAY}|/{_MONTH_NUMBER}/{_DAY})(?:[T ]{_CLOCK}{_ZONE})?",
        rf"{_DAY}([-/.]){_MONTH_NUMBER}\1(?:{_YEAR}|[0-9]{{2}})",
        rf"{_MONTH_NUMBER}([-/.]){_DAY}\2(?:{_YEAR}|[0-9]{{2}})",
        rf"{_WEEKDAY}{_MONTH}[ -]{_DAY}(?:,?[ -]{_YEAR})?",
        rf"{_WEEKDAY}{_DAY}[ -](?:of )?{_MONTH}(?:,?[ -]{_YEAR})?",
        rf"{_MONTH},? {_YEAR}",
    )
)


def _whole(pattern: str) -> Callable[[str], bool]:
    # Compiled at first use: importing stays cheap.
    return lambda text: re.fullmatch(pattern, text, re.IGNORECASE) is not None


_is_number, _is_date = _whole(_SIGN + _NUMBER), _whole(_DATE)
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
    return text[0] in "+(" or not (_is_number(text) or _is_date(text))


PATTERNS: Mapping[str, str] = MappingProxyType(
    {
        "url": r"(?:(?:https?|ftp)://|www\.)[^\s/][^\s]*+|mailto:\S++",
        "email": r"[^\s@<>\"(),:;]++@[a-z0-9-]++(?:\.[a-z0-9-]++)++",
        "isbn": _could_be_isbn.pattern,
        "percentage": rf"{_SIGN}{_NUMBER} ?%",
        "price": rf"{_SIGN} ?(?:{_CURRENCY} ?{_SIGN}{_NUMBER}|{_NUMBER} ?{_CURRENCY})",
        "date": _DATE,
        "time": rf"{_CLOCK}(?: ?[ap]\.?m\.?)?|(?:1[0-2]|0?[1-9]) ?[ap]\.?m\.?",
        "phone": _could_be_phone.pattern,
        "year": _YEAR,
        "integer": _SIGN + _INTEGER,
        "number": _SIGN + _NUMBER,
    }
)
"""Each kind as a regular expression that ignores case; those of isbn and phone need a further check."""
KINDS: Mapping[str, Callable[[str], bool]] = MappingProxyType(
    {kind: _whole(pattern) for kind, pattern in PATTERNS.items()} | {"isbn": _is_isbn, "phone": _is_phone}
)


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
