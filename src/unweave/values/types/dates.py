"""Dates as pages write them, in the notations of many languages.

Legend

    text        "12 de marzo de 2026", "03/12/2026", "2026年3月12日"
    order       what comes first in a date of numbers, "day-first" or "month-first"; "" where that is not known
    form        one way to write a date, a regular expression with the groups day, month, name and year. To read a whole
                text, any word may stand for a name, which is looked up; to search a text, the names are in the forms
    name        of a month, in full in all languages of ``locale_names``; a short name of another language than English
                counts only beside a year: "4 out of 5" has no October

Which number is the day in 03/12/2026 is decided by the other dates of its field (``order_of``); where none tells, the
text is ambiguous. With points, 3.12.2026, the day is first in every country that writes so. A year of two digits
belongs to 1969 to 2068, as POSIX has it. Of a date with a time, the date is taken.

    >>> date_of("12 de marzo de 2026"), date_of("12/31/99"), date_of("03/12/2026", order="day-first")
    (datetime.date(2026, 3, 12), datetime.date(1999, 12, 31), datetime.date(2026, 12, 3))
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache

from unweave.values.locale_names import MONTHS, SHORT_MONTHS, SHORT_WEEKDAYS, WEEKDAYS
from unweave.values.types.numbers import LONGEST, Ambiguous, Misfit, normal_number
from unweave.values.types.words import pattern_of_words, table_of_words

ENGLISH_SHORT = "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
ENGLISH_WEEKDAYS = "mon|tues|tue|wednes|wed|thurs|thu|fri|satur|sat|sun"
CLOCK = r"(?:[01]?[0-9]|2[0-4]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?"
ZONE = r"(?: ?(?:Z|UTC|GMT|[A-Z]{2,4}T)| ?(?:UTC|GMT)?[+-][0-9]{2}:?[0-9]{2})?"
YEAR = r"(?:1[0-9]|20|21)[0-9]{2}"
DAY = r"(?:0?[1-9]|[12][0-9]|3[01])"
MONTH = r"(?:0?[1-9]|1[0-2])"
_ORDINAL = r"(?:st|nd|rd|th|er|re|ª|º|°)?\.?"
_has_digit = re.compile("[0-9]").search
MOST_CHARACTERS = 80
_OF = r"(?: | ?[-/] ?|\.|(?: of| de| del| di)? )"
_WORD = r"[^\s\d,./()-]{2,20}"
_ARTICLE = "(?:(?:the|le|den|der|o|el|il) )?"
_EASTERN_WEEKDAY = r"(?: ?\(?[月火水木金土日一二三四五六월화수목금토일]\w{0,2}\)?)?"
_YEAR_AFTER = rf"(?:,? ?|,?[ -]|/|\.|,? de(?:l)? )(?P<year>{YEAR})(?: ?(?:г\.?|года|р\.|року|ж\.?))?"


@dataclass(frozen=True, slots=True)
class Words:
    """What may stand for a month beside a year, for one without a year, and for a weekday in front."""

    month: str
    certain: str
    weekday: str


ANY_WORDS = Words(
    _WORD, _WORD, rf"(?:(?P<weekday>{_WORD}(?: nhật| hai| ba| tư| năm| sáu| bảy)?)(?P<dot>[.,]{{0,2}}) {_ARTICLE})?"
)


@cache
def known_words() -> Words:
    """All names, in patterns that take long to compile."""
    full, short = pattern_of_words(WEEKDAYS.split("|")), pattern_of_words(SHORT_WEEKDAYS.split("|"))
    english = rf"(?:{ENGLISH_WEEKDAYS})(?:day)?"
    return Words(
        month=rf"(?:d[’']|ב)?{pattern_of_words({*table_of_words(MONTHS), *table_of_words(SHORT_MONTHS)})}",
        certain=pattern_of_words({*table_of_words(MONTHS), *ENGLISH_SHORT.split("|")}),
        weekday=rf"(?:(?:{full}|{english})\.?,? {_ARTICLE}|(?:{short})(?:\.,?|,) )?",
    )


@cache
def forms(words: Words) -> tuple[str, ...]:
    """The forms of dates, with groups, to be used without regard to case.

    A time may follow where a whole text is read. In running text it is a value of its own, except behind an ISO date.
    """
    day, number, year = rf"(?P<day>{DAY})", rf"(?P<month>{MONTH})", rf"(?P<year>{YEAR})"
    name, certain = rf"(?P<name>{words.month})\.?", rf"(?P<certain>{words.certain})\.?"
    numbers = r"(?P<first>[0-9]{1,2})(?P<mark>[-/.]) ?(?P<second>[0-9]{1,2})(?P=mark) ?"
    numbers += rf"(?P<year>{YEAR}|[0-9]{{2}})"
    iso_time = rf"(?:[T ]{CLOCK}{ZONE})?"
    time = (
        ""
        if words != ANY_WORDS
        else rf"(?:(?:T|,? (?:at |um |à |alle |om |kl\.? |a las |às |о |в )?){CLOCK}(?: ?[ap]\.?m\.?)?{ZONE})?"
    )
    return (
        rf"{year}-{number}-{day}{iso_time}",
        rf"{year}/{number}/{day}{iso_time}",
        rf"{year}\. ?{number}\. ?{day}\.?",
        rf"{year}(?:年|년) ?{number}(?:月|월) ?{day}(?:日|일){_EASTERN_WEEKDAY}",
        rf"{year}(?:年|년) ?{number}(?:月|월)",
        rf"{words.weekday}{numbers}{time}",
        rf"{words.weekday}{name}[ .-]?{day}{_ORDINAL}(?:,? |-|/){year}{time}",
        rf"{words.weekday}{day}{_ORDINAL}{_OF}{name}{_YEAR_AFTER}{time}",
        rf"{year}\.?[ -]{name}[ -]{day}\.?{time}",
        rf"(?:ngày )?{day} tháng {number},?(?: năm)? {year}",
        rf"{words.weekday}{certain}[ -]{day}{_ORDINAL}",
        rf"{words.weekday}{day}{_ORDINAL}{_OF}{certain}",
        rf"{name}(?:,? | de ){year}",
    )


@cache
def date_pattern() -> str:
    """The regular expression of what looks like a date, without groups, to be used without regard to case.

    >>> [bool(re.fullmatch(date_pattern(), text, re.IGNORECASE)) for text in ("5. März 2026", "May 2010", "Emma")]
    [True, True, False]
    """
    numbers = [rf"{DAY}{mark}{MONTH}{mark}(?:{YEAR}|[0-9]{{2}})" for mark in ("-", "/", r"\.")]
    numbers += [rf"{MONTH}{mark}{DAY}{mark}(?:{YEAR}|[0-9]{{2}})" for mark in ("-", "/", r"\.")]
    others = [re.sub(r"\(\?P<\w+>", "(?:", form) for form in forms(known_words()) if "(?P=" not in form]
    return "|".join([*others, *numbers])


@cache
def _compiled() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form, re.IGNORECASE) for form in forms(ANY_WORDS))


@cache
def _months() -> dict[str, int]:
    names = {**table_of_words(SHORT_MONTHS), **table_of_words(MONTHS), "sept": "9"}
    return {name: int(number) for name, number in names.items()}


@cache
def _certain_months() -> frozenset[str]:
    return frozenset({*table_of_words(MONTHS), *ENGLISH_SHORT.split("|")})


@cache
def _weekdays() -> tuple[frozenset[str], frozenset[str]]:
    """Those that stand before a date as they are, and those that need a point or a comma."""
    english = ENGLISH_WEEKDAYS.split("|")
    certain = {*WEEKDAYS.split("|"), *english, *(f"{name}day" for name in english)}
    return frozenset(certain), frozenset(SHORT_WEEKDAYS.split("|"))


def _month_number(name: str) -> int | None:
    """The number of a month by its name, also with a Catalan article or a Hebrew preposition."""
    key = name.casefold()
    return _months().get(key) or _months().get(re.sub("^(?:d[’']|ב)", "", key))


def _parts(text: str) -> dict[str, str | None]:
    """The parts of a text that looks like a date."""
    if len(text) > LONGEST:
        raise Misfit("it is too long for a date")
    plain = normal_number(text)
    if len(plain) > MOST_CHARACTERS or not _has_digit(plain):
        raise Misfit("it is no date")
    for form in _compiled():
        if (found := form.fullmatch(plain)) and _has_names(parts := found.groupdict()):
            return parts
    raise Misfit("it is no date")


def _has_names(parts: dict[str, str | None]) -> bool:
    """Whether the words that stand for a month and a weekday are their names, and two numbers can be day and month."""
    if parts.get("first"):
        low, high = sorted((int(parts["first"] or 0), int(parts["second"] or 0)))
        if not (1 <= low <= 12 and high <= 31):
            return False
    weekday, name, certain = (parts.get(key) for key in ("weekday", "name", "certain"))
    if weekday:
        alone, short = _weekdays()
        if weekday.casefold() not in alone and not (parts["dot"] and weekday.casefold() in short):
            return False
    return (not name or _month_number(name) is not None) and (not certain or certain.casefold() in _certain_months())


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
    day, year, number, name = (parts.get(key) or "" for key in ("day", "year", "month", "name"))
    if not day or not year:
        raise Misfit(f"the {'year' if day else 'day'} is missing")
    return _date(_year(year), int(number) if number else _month_number(name) or 0, int(day))


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
