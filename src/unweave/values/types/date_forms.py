"""The ways in which pages write dates, as regular expressions.

Legend

    form        one way to write a date, with the groups day, month, name and year, to be used without regard to case.
                To read a whole text, any word may stand for a name, which is looked up; to search a text, the names
                are in the forms
    front       a weekday and an article before a date: "jeudi le "; ``behind`` is a weekday behind it: ", csütörtök"
    certain     a name that is one of a month without a year beside it, too: a full one, or a short one in English
    begin       what a form begins with, a "year", a "day" or a "name": only such forms are tried on a text

A year of two digits ("5 Sep 24") is sure in a whole text; in running text it needs a mark before it ("5-Sep-24").
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from unweave.values.locale_names import MONTHS, SHORT_MONTHS, SHORT_WEEKDAYS, WEEKDAYS
from unweave.values.types.words import pattern_of_words, table_of_words

ENGLISH_SHORT = "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
ENGLISH_WEEKDAYS = "mon|tues|tue|wednes|wed|thurs|thu|fri|satur|sat|sun"
CLOCK = r"(?:[01]?[0-9]|2[0-4]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]{1,9})?)?"
ZONE = r"(?: ?(?:Z|UTC|GMT|[A-Z]{2,4}T)| ?(?:UTC|GMT)?[+-][0-9]{2}:?[0-9]{2})?"
YEAR = r"(?:1[0-9]|20|21)[0-9]{2}"
DAY = r"(?:0?[1-9]|[12][0-9]|3[01])"
MONTH = r"(?:0?[1-9]|1[0-2])"
_ORDINAL = r"(?:st|nd|rd|th|er|re|ª|º|°)?\.?"
_OF = r"(?: | ?[-/] ?|\.|(?: of| de| del| di)? )"
_WORD = r"[^\s\d,،./()-]{2,20}"
_MONTH_WORD = rf"(?:{_WORD}(?: الأول| الثاني)?|[^\s\d,،./()-]{{1,3}}\.[^\s\d,،./()-]{{1,3}})"
ARTICLES = frozenset({"the", "on", "le", "den", "der", "am", "vom", "o", "el", "il", "al", "d", "dne", "dnia", "ngày"})
"""What may stand before the day of a whole text."""
_ARTICLE = "(?:(?:the|le|den|der|o|el|il) )?"
_ANY_ARTICLE = rf"(?:(?:{'|'.join(sorted(ARTICLES))})\.? )?"
_ANY_WEEKDAY = rf"(?:יום )?{_WORD}(?:-{_WORD})?(?: nhật| hai| ba| tư| năm| sáu| bảy)?"
_EASTERN_WEEKDAY = r"(?: ?[(（]?(?:星期|周|週)?[月火水木金土日一二三四五六월화수목금토일]\w{0,2}[)）]?)?"
_AFTER = r"(?: ?(?:г\.?|года|р\.|року|ж\.?))?"
_ANY_AFTER = r"(?:\.| ?(?:г\.?|года|р\.|року|ж\.?|r\.))?"
"""What may follow a year: an abbreviation of the word "year"; of a whole text also a point."""
_TIME = (
    r"(?:(?:T|,? (?:[-|] |at |um |à |alle |om |kl\.? |klo |a las |às |о |в |u )?)"
    rf"(?:{CLOCK}|[0-9]{{1,2}}h[0-5][0-9])(?: ?[ap]\.?m\.?| ?(?:Uhr|uur|h|hrs))?{ZONE})?"
)


@dataclass(frozen=True, slots=True)
class Words:
    """What may stand for a month beside a year, for one without, before a date and behind it; a year, and its end."""

    month: str
    certain: str
    front: str
    behind: str = ""
    year: str = YEAR
    after: str = _AFTER


ANY_WORDS = Words(
    _MONTH_WORD,
    _WORD,
    rf"(?:(?P<weekday>{_ANY_WEEKDAY})(?P<dot>[.,،]{{0,2}}) )??{_ANY_ARTICLE}",
    rf"(?:,? \(?(?P<behind>{_ANY_WEEKDAY})\)?)??{_TIME}",
    rf"{YEAR}|[’']?[0-9]{{2}}",
    _ANY_AFTER,
)


@cache
def known_words() -> Words:
    """All names, in patterns that take long to compile."""
    full, short = pattern_of_words(WEEKDAYS.split("|")), pattern_of_words(SHORT_WEEKDAYS.split("|"))
    english = rf"(?:{ENGLISH_WEEKDAYS})(?:day)?"
    return Words(
        month=rf"(?:d[’']|ב)?{pattern_of_words({*table_of_words(MONTHS), *table_of_words(SHORT_MONTHS)})}",
        certain=pattern_of_words({*table_of_words(MONTHS), *ENGLISH_SHORT.split("|")}),
        front=rf"(?:(?:{full}|{english})\.?,? {_ARTICLE}|(?:{short})(?:\.,?|,) )?",
        year=rf"{YEAR}|(?<=[-/])[0-9]{{2}}",
    )


@cache
def forms(words: Words) -> Mapping[str, tuple[str, ...]]:
    """The forms of dates by what they begin with; behind a weekday, or an article, comes a day or a name.

    A time may follow where a whole text is read. In running text it is a value of its own, except behind an ISO date.
    """
    day, number, year = rf"(?P<day>{DAY})", rf"(?P<month>{MONTH})", rf"(?P<year>{YEAR})"
    name, certain = rf"(?P<name>{words.month})\.?", rf"(?P<certain>{words.certain})\.?"
    numbers = r"(?P<first>[0-9]{1,2})(?P<mark>[-/.]) ?(?P<second>[0-9]{1,2})(?P=mark) ?"
    numbers += rf"(?P<year>{YEAR}|[0-9]{{2}}){words.after}"
    year_after = rf"(?:,? ?|,?[ -]|/|\.|,? de(?:l)? )(?P<year>{words.year}){words.after}"
    iso_time = rf"(?:[T ]{CLOCK}{ZONE})?"
    every = {
        "year": (
            rf"{year}-{number}-{day}{iso_time}",
            rf"{year}/{number}/{day}{iso_time}",
            rf"{year}\. ?{number}\. ?{day}\.?",
            rf"{year}(?:年|년) ?{number}(?:月|월) ?{day}(?:日|号|號|일){_EASTERN_WEEKDAY}",
            rf"{year}(?:年|년) ?{number}(?:月|월)",
            rf"{year}\.?[ -](?:m\. )?{name}[ -]{day}\.?(?: d\.)?{words.behind}",
            rf"{year}\. gada {day}\. {name}{words.behind}",
        ),
        "day": (
            rf"{words.front}{numbers}{words.behind}",
            rf"{words.front}{day}{_ORDINAL}{_OF}{name}{year_after}{words.behind}",
            rf"{words.front}(?:ngày )?{day} tháng {number},?(?: năm)? {year}",
            rf"{words.front}{day}{_ORDINAL}{_OF}{certain}",
        ),
        "name": (
            rf"{words.front}{name}[ .-]?{day}{_ORDINAL}(?:,? |-|/)(?P<year>{YEAR}{_short_year(words)}){words.behind}",
            rf"{words.front}{certain}[ -]{day}{_ORDINAL}",
            rf"{name}(?:,? | de ){year}",
        ),
    }
    return MappingProxyType(every)


def _short_year(words: Words) -> str:
    """Behind a day, two digits are a year only with an apostrophe."""
    return r"|[’'][0-9]{2}" if words == ANY_WORDS else ""


@cache
def date_pattern() -> str:
    """The regular expression of what looks like a date, without groups, to be used without regard to case.

    >>> [bool(re.fullmatch(date_pattern(), text, re.IGNORECASE)) for text in ("5. März 2026", "May 2010", "Emma")]
    [True, True, False]
    """
    numbers = [rf"{DAY}{mark}{MONTH}{mark}(?:{YEAR}|[0-9]{{2}})" for mark in ("-", "/", r"\.")]
    numbers += [rf"{MONTH}{mark}{DAY}{mark}(?:{YEAR}|[0-9]{{2}})" for mark in ("-", "/", r"\.")]
    every = [form for some in forms(known_words()).values() for form in some]
    others = [re.sub(r"\(\?P<\w+>", "(?:", form) for form in every if "(?P=" not in form]
    return "|".join([*others, *numbers])
