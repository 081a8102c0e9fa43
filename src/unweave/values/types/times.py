"""Times of the day and durations as pages write them.

Legend

    time        "14:30", "2:30 pm", "14h30", "14.30 Uhr"
    duration    "1 h 30 min", "PT1H30M", "90 Minuten", "1:30:00": a length of time; months and years have none

    >>> time_of("2:30 pm"), duration_of("1 Std. 30 Min."), iso_duration(duration_of("PT90M"))
    (datetime.time(14, 30), datetime.timedelta(seconds=5400), 'PT1H30M')
"""

import re
from datetime import time, timedelta
from functools import cache

from unweave.values.locale_names import UNITS
from unweave.values.types.numbers import LONGEST, Misfit, amount_of, normal_number
from unweave.values.types.words import table_of_words

CLOCK_TIME = (
    r"(?:[01]?[0-9]|2[0-4]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?(?: ?[ap]\.?m\.?| ?(?:Uhr|h|hrs))?"
    r"|(?:1[0-2]|0?[1-9]) ?[ap]\.?m\.?|(?:[01]?[0-9]|2[0-4]) ?h ?[0-5][0-9]|(?:[01]?[0-9]|2[0-4])\.[0-5][0-9] Uhr"
    r"|(?:[01]?[0-9]|2[0-4]) Uhr"
)
"""What a time of the day looks like, without regard to case."""
_clock = re.compile(
    r"(?:kl\.? )?([0-9]{1,2})(?:[:.h] ?([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?)? ?(?:([ap])\.?m\.?|Uhr|h|hrs)?"
    r"(?: ?(?:Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2}))?",
    re.IGNORECASE,
).fullmatch
_looks_like_time = re.compile(
    rf"(?:kl\.? )?(?:{CLOCK_TIME})(?: ?(?:Z|UTC|GMT|[+-][0-9]{{2}}:?[0-9]{{2}}))?", re.IGNORECASE
).fullmatch
_iso = re.compile(
    r"P(?:([0-9]+)W)?(?:([0-9]+)D)?(?:T(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:[.,][0-9]+)?)S)?)?", re.IGNORECASE
).fullmatch
_hms = re.compile(r"([0-9]{1,4}):([0-5][0-9]):([0-5][0-9])").fullmatch
_part = re.compile(
    r"([0-9]++(?:[.,][0-9]++)?) ?([^\W\d_](?:[^\s\d,]*[^\W\d_])?)\.?(?:,? (?:and |und |et |y |e |og |i )?| ?)"
)
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
_MORE = {"hr": "hour", "hrs": "hour", "mins": "minute", "secs": "second", "sec": "second", "stdn": "hour", "u": "hour"}
LONGEST_DURATION = 10_000 * 86_400


def time_of(text: str) -> time:
    """The time of the day that a text is; an offset from UTC is not part of it.

    >>> time_of("9:05:30"), time_of("14h30"), time_of("12 am")
    (datetime.time(9, 5, 30), datetime.time(14, 30), datetime.time(0, 0))
    """
    plain = normal_number(text)
    found = _clock(plain) if _looks_like_time(plain) else None
    if found is None:
        raise Misfit("it is no time of the day")
    hour, minute, second = int(found[1]), int(found[2] or 0), int(found[3] or 0)
    if found[5]:
        if not 1 <= hour <= 12:
            raise Misfit(f"there is no hour {hour} {found[5].lower()}m")
        hour = hour % 12 + (12 if found[5].lower() == "p" else 0)
    try:
        return time(hour, minute, second, int((found[4] or "0").ljust(6, "0")[:6]))
    except ValueError as error:
        raise Misfit(f"there is no such time: {error}") from error


def duration_of(text: str) -> timedelta:
    """The length of time that a text is.

    >>> duration_of("2 days, 4 hours"), duration_of("1:30:00"), duration_of("45min")
    (datetime.timedelta(days=2, seconds=14400), datetime.timedelta(seconds=5400), datetime.timedelta(seconds=2700))
    >>> duration_of("2 years")
    Traceback (most recent call last):
    unweave.values.types.numbers.Misfit: years is no unit of a fixed length
    """
    plain = normal_number(text)
    if len(text) > LONGEST or not plain:
        raise Misfit("it is no length of time")
    seconds = _iso_seconds(plain) if plain[0] in "Pp" else _seconds(plain)
    if seconds > LONGEST_DURATION:
        raise Misfit("it is longer than 10,000 days")
    return timedelta(seconds=seconds)


def _iso_seconds(plain: str) -> float:
    found = _iso(plain)
    if found is None or not any(found.groups()):
        raise Misfit("it is no length of time")
    weeks, days, hours, minutes, seconds = (float((part or "0").replace(",", ".")) for part in found.groups())
    return ((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds


def _seconds(plain: str) -> float:
    if found := _hms(plain):
        hours, minutes, seconds = map(int, found.groups())
        return hours * 3600 + minutes * 60 + seconds
    total, at = 0.0, 0
    while at < len(plain):
        part = _part.match(plain, at)
        if part is None:
            return _minutes_after_hours(total, plain[at:])
        total += float(amount_of(part[1], notation="point" if "." in part[1] else "comma")) * _unit(part[2])
        at = part.end()
    return total


def _minutes_after_hours(total: float, rest: str) -> float:
    """1h30: minutes without a unit, after hours."""
    if total and not total % 3600 and re.fullmatch("[0-5]?[0-9]", rest):
        return total + int(rest) * 60
    raise Misfit("it is no length of time")


@cache
def _units() -> dict[str, int]:
    names = {**_MORE, **table_of_words(UNITS)}
    return {name: SECONDS[unit] for name, unit in names.items()}


def _unit(name: str) -> int:
    seconds = _units().get(name.casefold().rstrip("."))
    if seconds is None:
        raise Misfit(f"{name} is no unit of a fixed length")
    return seconds


def iso_duration(value: timedelta) -> str:
    """A duration as ISO 8601 writes it.

    >>> iso_duration(timedelta(days=2, hours=4)), iso_duration(timedelta(0)), iso_duration(timedelta(seconds=1.5))
    ('P2DT4H', 'PT0S', 'PT1.5S')
    """
    minutes, seconds = divmod(value.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    fraction = f".{value.microseconds:06}".rstrip("0") if value.microseconds else ""
    date = f"{value.days}D" if value.days else ""
    parts = [
        f"{hours}H" * bool(hours),
        f"{minutes}M" * bool(minutes),
        f"{seconds}{fraction}S" * bool(seconds or fraction),
    ]
    clock = "".join(parts)
    return f"P{date}{'T' + clock if clock else ''}" if date or clock else "PT0S"
