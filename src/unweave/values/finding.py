"""Find values of a kind inside a text, also of kinds that are too vague for ``kind_of``.

Legend

    kind        "price": the name of a kind of value
    found       (11, 16): where a value of the kind begins and ends in the text

    >>> text = "Emma, only $5.50 until 5 March 1815"
    >>> [text[start:end] for kind in ("price", "date", "year") for start, end in find_kind(kind, text)]
    ['$5.50', '5 March 1815', '1815']

The kinds of :mod:`unweave.values.kinds` classify a whole text. The further kinds here (``FURTHER``) are only searched:
two capitalised words may be a person, which is enough for a candidate but not for a profile. A value begins and ends at
a word boundary, and not inside a number such as 1,250.50. All patterns take linear time.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from unweave.values.kinds import KINDS, pattern_of
from unweave.values.place_names import COUNTRIES, STATES
from unweave.values.types.numbers import ascii_digits

_CAPITAL = r"[A-ZÀ-ÖØ-Þ][\w'’-]{0,40}+"
_INITIAL = r"[A-ZÀ-ÖØ-Þ]\."
_PARTICLE = r"(?:van|von|der|den|de|del|della|di|da|dos|la|le|bin|al|of the|y) "
_STREET = (
    r"(?:Street|St\.?|Avenue|Ave\.?|Road|Rd\.?|Lane|Ln\.?|Drive|Dr\.?|Boulevard|Blvd\.?|Court|Ct\.?|Place|Pl\.?|Square"
    r"|Sq\.?|Way|Terrace|Quay|Highway|Hwy\.?|Parkway|Pkwy\.?)"
)
_UNIT = (
    r"(?:km/h|mph|kWh|mAh|mm|cm|km|kg|mg|ml|cl|dl|oz|lbs?|ft|in|yd|mi|GHz|MHz|kHz|Hz|GB|MB|KB|TB|kW|hp|MP|mins?|minutes?"
    r"|hours?|hrs?|seconds?|secs?|days?|weeks?|months?|years?|cups?|tsp|tbsp|teaspoons?|tablespoons?|grams?|pounds?"
    r"|ounces?|inches|inch|feet|miles?|pages?|pp|°C|°F|[gmlLsWVA\"″′])"
)
_DEGREES = r"[0-9]{1,3}° ?[0-9]{1,2}[′'] ?(?:[0-9.]++[″\"])? ?[NSEW]"
_ANY_NUMBER = r"[0-9]++(?:[.,][0-9]++)*+"


def _one_of(names: Sequence[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))


FURTHER: Mapping[str, str] = MappingProxyType(
    {
        "postal code": r"[0-9]{5}(?:-[0-9]{4})?|[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}|[A-Z][0-9][A-Z] [0-9][A-Z][0-9]"
        r"|(?:[A-Z]{1,2}-)?[0-9]{4,5}|[0-9]{4} [A-Z]{2}",
        "country": _one_of(COUNTRIES),
        "us state": _one_of(STATES),
        "coordinates": r"[-+]?[0-9]{1,3}\.[0-9]{2,}+ ?°? ?[NS]?, ?[-+]?[0-9]{1,3}\.[0-9]{2,}+ ?°? ?[EW]?"
        rf"|{_DEGREES},? {_DEGREES}",
        "measure": rf"(?:{_ANY_NUMBER} ?[x×] ?){{0,2}}+(?:{_ANY_NUMBER} )?"
        rf"(?:{_ANY_NUMBER}|[½¼¾⅓⅔⅛]|[0-9]/[0-9]){{1,2}} ?-?{_UNIT}",
        "ip address": r"(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])"
        r"|(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}",
        "card number": r"[0-9]{4}(?:[ -]?[0-9]{4}){2}[ -]?[0-9]{1,7}|3[47][0-9]{2}[ -]?[0-9]{6}[ -]?[0-9]{5}",
        "street address": rf"[0-9]{{1,5}}[A-Za-z]?,? (?:[NSEW]\.? )?(?:{_CAPITAL} ){{1,4}}{_STREET}"
        r"|[A-ZÄÖÜ][a-zäöüß-]{1,30}?(?:straße|strasse|str\.|weg|platz|gasse) [0-9]{1,4}[a-z]?",
        "company": rf"{_CAPITAL}(?:,? (?:&|and|of|{_CAPITAL})){{0,5}},? "
        r"(?:Inc|Corp|Ltd|LLC|LLP|PLC|plc|Co|Company|Corporation|Limited|GmbH|AG"
        r"|KG|SE|SA|S\.A|SpA|NV|N\.V|BV|B\.V|AB|Oy|AS|A/S|Group|Holdings|& Co)\.?",
        "person": rf"(?:(?:Mr|Mrs|Ms|Dr|Prof|Sir)\.? )?{_CAPITAL}(?: {_INITIAL})*+"
        rf"(?: (?:{_PARTICLE})*+{_CAPITAL}){{1,3}}"
        rf"|(?:{_INITIAL} ?){{1,3}}(?:{_PARTICLE})*+{_CAPITAL}",
        "capitalised": rf"{_CAPITAL}(?: (?:and|of|the|in|on|&|{_CAPITAL})){{0,7}}",
    }
)
"""Kinds that are only searched; unlike those of ``kinds`` they are case-sensitive."""
_BEGIN = r"(?<![^\W_])(?<![0-9][.,])"
_END = r"(?![^\W_])(?![.,][0-9])"


_NO_MAIL = r"(?<![^\s@<>\"(),:;])"  # where an address can begin; without it the search would be quadratic
_EDGES = " .,;:!?)"


def find_kind(kind: str, text: str) -> Iterator[tuple[int, int]]:
    """Where values of a kind begin and end in a text, the first of overlapping ones, as long as it can be.

    >>> list(find_kind("person", "by Jane Austen and Mary W. Shelley"))
    [(3, 14), (19, 34)]
    """
    for match in _searched(kind).finditer(ascii_digits(text)):
        start, end = _trimmed(kind, match)
        if start < end and _holds(kind, text[start:end]):
            yield start, end


def _trimmed(kind: str, match: re.Match[str]) -> tuple[int, int]:
    """The match without white space in front, and without the sentence's punctuation after an address."""
    start, end = match.span()
    start += len(match[0]) - len(match[0].lstrip())
    return start, start + len(match[0].strip().rstrip(_EDGES)) if kind in {"url", "email", "phone"} else end


def kinds_to_find() -> tuple[str, ...]:
    """The names of all kinds that can be searched.

    >>> "price" in kinds_to_find(), "person" in kinds_to_find()
    (True, True)
    """
    return (*KINDS, *FURTHER)


@cache
def _searched(kind: str) -> re.Pattern[str]:
    if kind in FURTHER:
        return re.compile(f"{_BEGIN}(?:{FURTHER[kind]}){_END}")
    begin = _NO_MAIL if kind == "email" else _BEGIN
    return re.compile(f"{begin}(?:{pattern_of(kind)}){_END}", re.IGNORECASE)


def _holds(kind: str, text: str) -> bool:
    """Whether a match passes the check of its kind, where there is one."""
    if kind == "card number":
        return _luhn([int(digit) for digit in text if digit.isdigit()])
    return KINDS[kind](text) if kind in {"isbn", "phone"} else True


def _luhn(digits: Sequence[int]) -> bool:
    """The check digit of card numbers."""
    doubled = [digit * 2 - 9 * (digit > 4) for digit in digits[-2::-2]]
    return (sum(digits[::-1][::2]) + sum(doubled)) % 10 == 0
