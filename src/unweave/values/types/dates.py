"""Dates as pages write them, in the notations of many languages.

Legend

    text        "12 de marzo de 2026", "03/12/2026", "2026年3月12日"
    order       what comes first in a date of numbers, "day-first" or "month-first"; "" where that is not known
    form        one way to write a date (``date_forms``)
    name        of a month, in full in all languages of ``locale_names``; a short name of another language than English
                counts only beside a year of four digits: "4 out of 5" has no October. Beside a day and such a year, the
                beginning of a full name is enough, if no other month begins so: "5 сен 2024"

Which number is the day in 03/12/2026 is decided by the other dates of its field (``order_of``); where none tells, the
text is ambiguous. With points, 3.12.2026, the day is first in every country that writes so. A year of two digits
belongs to 1969 to 2068, as POSIX has it. Of a date with a time, the date is taken.

    >>> date_of("12 de marzo de 2026"), date_of("12/31/99"), date_of("03/12/2026", order="day-first")
    (datetime.date(2026, 3, 12), datetime.date(1999, 12, 31), datetime.date(2026, 12, 3))
"""

import re
from collections.abc import Iterable
from datetime import date
from functools import cache

from unweave.values.locale_names import MONTHS, SHORT_MONTHS, SHORT_WEEKDAYS, WEEKDAYS
from unweave.values.types.date_forms import ANY_WORDS, ARTICLES, ENGLISH_SHORT, ENGLISH_WEEKDAYS, forms
from unweave.values.types.numbers import LONGEST, Ambiguous, Misfit, normal_number
from unweave.values.types.words import table_of_words

_has_digit = re.compile("[0-9]").search
_first_word = re.compile(r"[^\s\d,،./()-]++").match
MOST_CHARACTERS = 80
SHORTEST_PREFIX = 3


@cache
def _compiled() -> dict[str, tuple[re.Pattern[str], ...]]:
    """The forms that are tried on a text, by what it begins with; behind a word, a day or a name may come."""
    ready = {begin: tuple(re.compile(form, re.IGNORECASE) for form in some) for begin, some in forms(ANY_WORDS).items()}
    return {**ready, "name": (*ready["name"], *ready["day"])}


@cache
def _months() -> dict[str, int]:
    names = {**table_of_words(SHORT_MONTHS), **table_of_words(MONTHS), "sept": "9"}
    return {name: int(number) for name, number in names.items()}


@cache
def _month_prefixes() -> dict[str, int]:
    """The beginnings of full names that only one month has in all languages: "septem", "сен"."""
    found: dict[str, set[int]] = {}
    for name, number in table_of_words(MONTHS).items():
        for end in range(SHORTEST_PREFIX, len(name)):
            found.setdefault(name[:end], set()).add(int(number))
    return {prefix: numbers.pop() for prefix, numbers in found.items() if len(numbers) == 1}


@cache
def _certain_months() -> frozenset[str]:
    return frozenset({*table_of_words(MONTHS), *ENGLISH_SHORT.split("|")})


@cache
def _weekdays() -> tuple[frozenset[str], frozenset[str]]:
    """Those that stand before a date as they are, and those that need a point, a comma or a year."""
    english = ENGLISH_WEEKDAYS.split("|")
    certain = {*WEEKDAYS.split("|"), *english, *(f"{name}day" for name in english)}
    return frozenset(certain), frozenset(SHORT_WEEKDAYS.split("|"))


@cache
def _first_words() -> frozenset[str]:
    """The words that a date can begin with."""
    names = (*_months(), *_month_prefixes(), *_weekdays()[0], *_weekdays()[1], *ARTICLES)
    return frozenset(found[0] for name in names if (found := _first_word(name)))


def _without_preposition(name: str) -> str:
    """The name of a month without a Catalan article or a Hebrew preposition."""
    return name[2:] if name[:2] in {"d’", "d'"} else name.removeprefix("ב")


def _month_number(name: str) -> int | None:
    """The number of a month by its name."""
    key = name.casefold()
    return _months().get(key) or _months().get(_without_preposition(key))


def _begin(plain: str) -> str:
    """What a text begins with: a year, a day or a name; "" where it is a word that no date begins with."""
    if "0" <= plain[:1] <= "9":
        return "year" if plain[:4].isdigit() else "day"
    word = _first_word(plain)
    key = word[0].casefold() if word else ""
    return "name" if key in _first_words() or _without_preposition(key) in _first_words() else ""


def _parts(text: str) -> dict[str, str | None]:
    """The parts of a text that looks like a date."""
    if len(text) > LONGEST:
        raise Misfit("it is too long for a date")
    plain = normal_number(text)
    begin = _begin(plain) if len(plain) <= MOST_CHARACTERS and _has_digit(plain) else ""
    for form in _compiled()[begin] if begin else ():
        if (found := form.fullmatch(plain)) and _has_names(parts := found.groupdict()):
            return parts
    raise Misfit("it is no date")


def _has_names(parts: dict[str, str | None]) -> bool:
    """Whether the words that stand for a month and weekdays are their names, and two numbers can be day and month."""
    if parts.get("first"):
        low, high = sorted((int(parts["first"] or 0), int(parts["second"] or 0)))
        if not (1 <= low <= 12 and high <= 31):
            return False
    is_sure = bool(parts.get("dot") or parts.get("year"))
    weekdays = [one.casefold() for key in ("weekday", "behind") if (one := parts.get(key))]
    if not all(one in _weekdays()[0] or (is_sure and one in _weekdays()[1]) for one in weekdays):
        return False
    certain = parts.get("certain")
    return (not parts.get("name") or _month_of(parts) > 0) and (not certain or certain.casefold() in _certain_months())


def _month_of(parts: dict[str, str | None]) -> int:
    """The number of the month; 0 where it is no month.

    Beside a day and a full year, the name may be cut anywhere; beside two digits, it has to be certain.
    """
    if parts.get("month"):
        return int(parts["month"] or 0)
    name, has_full_year = parts.get("name") or "", len(parts.get("year") or "") == 4
    if not has_full_year and name.casefold() not in _certain_months():
        return 0
    cut = _month_prefixes().get(name.casefold(), 0) if parts.get("day") else 0
    return _month_number(name) or cut


def date_of(text: str, *, order: str = "") -> date:
    """The date that a text is.

    >>> date_of("Thu, 12 Mar 2026 10:00:00 GMT"), date_of("2026年3月12日"), date_of("12. března 2026")
    (datetime.date(2026, 3, 12), datetime.date(2026, 3, 12), datetime.date(2026, 3, 12))
    >>> date_of("31.02.2026")
    Traceback (most recent call last):
    unweave.values.types.numbers.Misfit: there is no such day: day is out of range for month
    """
    parts = _parts(text)
    if parts.get("first"):
        return _of_numbers(parts, order)
    day, year = parts.get("day") or "", parts.get("year") or ""
    if not day or not year:
        raise Misfit(f"the {'year' if day else 'day'} is missing")
    return _date(_year(year.lstrip("’'")), _month_of(parts), int(day))


def _of_numbers(parts: dict[str, str | None], order: str) -> date:
    first, second = int(parts["first"] or 0), int(parts["second"] or 0)
    year = _year(parts["year"] or "")
    order = _own_order(first, second, parts["mark"] or "") or order
    if not order:
        raise Ambiguous(f"it may be {year}-{second:02}-{first:02} or {year}-{first:02}-{second:02}")
    day, month = (first, second) if order == "day-first" else (second, first)
    return _date(year, month, day)


def _own_order(first: int, second: int, mark: str) -> str:
    """The order that a date tells by itself."""
    if first == second or mark == "." or first > 12:
        return "day-first"
    return "month-first" if second > 12 else ""


def _year(digits: str) -> int:
    return int(digits) if len(digits) == 4 else int(digits) + (1900 if int(digits) > 68 else 2000)


def _date(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError as error:
        raise Misfit(f"there is no such day: {error}") from error


def order_of(texts: Iterable[str]) -> str:
    """The order that the dates of a field tell of; "" where none does, or they contradict each other.

    >>> order_of(["03/12/2026", "31/12/2026"]), order_of(["03/12/2026"]), order_of(["31/12/2026", "12/31/2026"])
    ('day-first', '', '')
    """
    told = {_told(text) for text in texts} - {""}
    return told.pop() if len(told) == 1 else ""


def _told(text: str) -> str:
    try:
        parts = _parts(text)
    except Misfit:
        return ""
    first, second = int(parts.get("first") or 0), int(parts.get("second") or 0)
    return _own_order(first, second, "") if first != second else ""


def looks_like_date(text: str) -> bool:
    """Whether a text looks like a date, also one without a day or a year.

    >>> looks_like_date("May 2010"), looks_like_date("5 stars")
    (True, False)
    """
    try:
        _parts(text)
    except Misfit:
        return False
    return True
