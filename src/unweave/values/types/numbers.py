"""Numbers as pages write them: signs, groups of digits, decimals after a point or a comma.

Legend

    text        "1.299,50"
    group       ".": what parts thousands, a point, a comma, an apostrophe or white space
    mark        ",": what comes before the decimals, a point or a comma
    notation    which mark a field uses, "point" or "comma"; "" where that is not known

A text with one mark and three digits behind it, "1.299", is 1299 in one notation and 1.299 in the other. The other
values of its field tell (``notation_of``); where none does, the text is ambiguous, and raises ``Ambiguous``.

    >>> number_of("1.299,50"), number_of("1,299", notation="comma"), number_of("-1 299")
    (Decimal('1299.50'), Decimal('1.299'), Decimal('-1299'))
"""

import re
from collections.abc import Iterable
from decimal import Decimal

MOST_DIGITS = 15
"""So many digits a double holds exactly: numbers in JSON, SQLite and Parquet come back as they were."""
LONGEST = 400
"""A longer text is no number, date or amount, and is not looked at."""

INTEGER = r"(?:[0-9]{1,3}(?:[, '][0-9]{3})++(?![0-9])|[0-9]{1,2}(?:,[0-9]{2}(?![0-9]))++,[0-9]{3}(?![0-9])|[0-9]++)"
NUMBER = rf"(?:[0-9]{{1,3}}(?:\.[0-9]{{3}})++(?![0-9])(?:,[0-9]++)?|{INTEGER}(?:[.,][0-9]++)?|\.[0-9]++)"
ALONE = rf"(?<![0-9])(?<![0-9][.,]){NUMBER}(?![0-9])(?![.,][0-9])"
"""A number in a text that is not a part of a longer one."""
SIGN = r"[-+\u2212\u2013]?"
_MINUS = "-\u2212\u2013"
_OTHER_MARKS = {0x066B: ".", 0x066C: ",", 0x2019: "'", 0x02BC: "'", 0xFF0E: ".", 0xFF0C: ",", 0x2212: "-"}
_other_digit = re.compile("[^\\D0-9]")
_whole = re.compile(rf"({SIGN}) ?({NUMBER})").fullmatch
_whole_integer = re.compile(rf"({SIGN}) ?({INTEGER}|[0-9]{{1,3}}(?:\.[0-9]{{3}})++)").fullmatch
_marked = re.compile(r"([0-9]*+)([.,])([0-9]++)").fullmatch


class Misfit(ValueError):
    """A text that does not fit its type, with the reason."""


class Ambiguous(Misfit):
    """A text that fits its type in several ways."""


def normal_number(text: str) -> str:
    """The text with its white space collapsed, digits of all scripts as 0 to 9, and marks as they are on a keyboard.

    >>> normal_number("١٢٬٥٠٠ \u00a0"), normal_number("1’299")
    ('12,500', "1'299")
    """
    plain = " ".join(text[: LONGEST + 1].split())
    return plain if plain.isascii() else ascii_digits(plain).translate(_OTHER_MARKS)


def ascii_digits(text: str) -> str:
    """The text with digits of all scripts as 0 to 9, each at its place.

    >>> ascii_digits("١٢ مارس")
    '12 مارس'
    """
    return _other_digit.sub(lambda match: str(int(match[0])), text)


def integer_of(text: str) -> int:
    """The whole number that a text is; marks can only part thousands.

    >>> integer_of("1,299"), integer_of("1.299"), integer_of("-5")
    (1299, 1299, -5)
    """
    found = _whole_integer(normal_number(text))
    if found is None:
        raise Misfit("it is no whole number")
    digits = re.sub("[^0-9]", "", found[2])
    if len(digits.lstrip("0")) > 18:
        raise Misfit("it has more than 18 digits, more than a column of integers holds")
    return -int(digits) if found[1] and found[1] in _MINUS else int(digits)


def number_of(text: str, *, notation: str = "") -> Decimal:
    """The number that a text is.

    >>> number_of("1.299")
    Traceback (most recent call last):
    unweave.values.types.numbers.Ambiguous: it may be 1299 or 1.299
    """
    found = _whole(normal_number(text))
    if found is None:
        raise Misfit("it is no number")
    value = amount_of(found[2], notation=notation)
    return -value if found[1] and found[1] in _MINUS else value


def amount_of(digits: str, *, notation: str = "", grouped: bool = False) -> Decimal:
    """The value of digits with their marks; ``grouped`` says what an ambiguous mark is where the notation is unknown.

    >>> amount_of("12,50"), amount_of("1.299", grouped=True), amount_of("1,23,456.7")
    (Decimal('12.50'), Decimal('1299'), Decimal('123456.7'))
    """
    bare = digits.replace(" ", "").replace("'", "")
    mark = _decimal_mark(bare, notation)
    if mark == "?":
        if not grouped:
            raise Ambiguous(f"it may be {re.sub('[.,]', '', bare)} or {bare.replace(',', '.')}")
        mark = ""
    others = ",." if not mark else "," if mark == "." else "."
    for other in others:
        bare = bare.replace(other, "")
    value = Decimal(bare.replace(",", "."))
    check_digits(value)
    return value


def check_digits(value: Decimal) -> None:
    """It raises Misfit where a number has more digits than are kept exactly."""
    if len(value.as_tuple().digits) > MOST_DIGITS:
        raise Misfit(f"it has more than {MOST_DIGITS} digits, more than a column of numbers holds exactly")


def _decimal_mark(bare: str, notation: str) -> str:
    """The mark before the decimals; "" where there is none, "?" where that cannot be told."""
    points, commas = bare.count("."), bare.count(",")
    if points and commas:
        return max(".,", key=bare.rfind)
    if points + commas != 1:
        return ""
    found = _marked(bare)
    mark = "." if points else ","
    if found is None or len(found[3]) != 3 or len(found[1]) > 3 or found[1] in {"", "0", "00", "000"}:
        return mark
    if not notation:
        return "?"
    return mark if notation == ("point" if points else "comma") else ""


def notation_of(texts: Iterable[str]) -> str:
    """The notation that the values of a field tell of; "" where none does, or they contradict each other.

    >>> notation_of(["1.299", "12,50"]), notation_of(["1.299"]), notation_of(["1.299.000"])
    ('comma', '', 'comma')
    """
    told = {told for text in texts for told in _told(text)}
    return told.pop() if len(told) == 1 else ""


def _told(text: str) -> Iterable[str]:
    for digits in re.findall(ALONE, normal_number(text)):
        bare = digits.replace(" ", "").replace("'", "")
        mark = _decimal_mark(bare, "")
        if mark in {".", ","}:
            yield "point" if mark == "." else "comma"
        elif not mark and (bare.count(".") > 1 or bare.count(",") > 1):
            yield "comma" if "." in bare else "point"
