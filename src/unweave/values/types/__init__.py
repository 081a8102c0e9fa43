"""Types of values: what a text is as a number, an amount of money, a date, an address.

Legend

    type        "money", "date": what the values of a field are turned into; see ``TYPES``
    setting     "day-first": what a text alone does not tell; a type with its setting is written ``date:day-first``
    misfit      a text that does not fit its type; it is left as it is, and counted
    decided     a type with the setting that all values of a field tell of

    ========  =========================================  ==============================================
    type      texts                                      value
    ========  =========================================  ==============================================
    text      any                                        the text
    integer   "1,299", "-5"                              int, up to 18 digits
    decimal   "1.299,50", ".5"                           Decimal, up to 15 digits
    money     "$1,299.00", "12 kr"                       Money(amount, currency)
    date      "12 März 2026", "03/12/2026"               datetime.date
    time      "2:30 pm", "14h30"                         datetime.time
    duration  "1 h 30 min", "PT90M"                      datetime.timedelta
    boolean   "yes", "nein", "✓"                         bool
    url       "/emma"                                    the absolute address
    image     "/emma.jpg", "a.jpg 1x, b.jpg 2x"          the absolute address
    email     "mailto:jane@pemberley.org"                the address
    phone     "+44 20 7946 0958"                         its digits
    ========  =========================================  ==============================================

A field with many values has a list of them.

    >>> ValueType.of("date:day-first").value("03/12/2026"), ValueType.of("integer").value("1,299")
    (datetime.date(2026, 12, 3), 1299)
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from unweave.errors import BadInput
from unweave.values.types.addresses import boolean_of, email_of, image_of, phone_of, url_of
from unweave.values.types.dates import date_of, order_of
from unweave.values.types.money import Money, money_of
from unweave.values.types.numbers import Ambiguous, Misfit, integer_of, notation_of, number_of
from unweave.values.types.times import duration_of, time_of

__all__ = ["TYPES", "Ambiguous", "Misfit", "Money", "ValueType"]

Read = Callable[[str, str, str], Any]
TYPES: Mapping[str, Read] = MappingProxyType(
    {
        "text": lambda text, _setting, _base: text,
        "integer": lambda text, _setting, _base: integer_of(text),
        "decimal": lambda text, setting, _base: number_of(text, notation=setting),
        "money": lambda text, setting, _base: money_of(text, notation=setting),
        "date": lambda text, setting, _base: date_of(text, order=setting),
        "time": lambda text, _setting, _base: time_of(text),
        "duration": lambda text, _setting, _base: duration_of(text),
        "boolean": lambda text, _setting, _base: boolean_of(text),
        "url": lambda text, _setting, base: url_of(text, base=base),
        "image": lambda text, _setting, base: image_of(text, base=base),
        "email": lambda text, _setting, _base: email_of(text),
        "phone": lambda text, _setting, _base: phone_of(text),
    }
)
"""Each type with what makes its value of a text, a setting and the address that the text is relative to."""
SETTINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"date": ("day-first", "month-first"), "decimal": ("point", "comma"), "money": ("point", "comma")}
)
_TOLD: Mapping[str, Callable[[Iterable[str]], str]] = MappingProxyType(
    {"date": order_of, "decimal": notation_of, "money": notation_of}
)


@dataclass(frozen=True, slots=True)
class ValueType:
    """A type of values and its setting.

    >>> str(ValueType("date", "day-first"))
    'date:day-first'
    """

    name: str = "text"
    setting: str = ""

    @classmethod
    def of(cls, text: str) -> "ValueType":
        """The type that is written so, or it raises BadInput.

        >>> ValueType.of("price")
        Traceback (most recent call last):
        unweave.errors.BadInput: the type 'price': there is no such type. It would help to use one of text, integer,
        decimal, money, date, time, duration, boolean, url, image, email, phone
        """
        return _type_of(text)

    def __str__(self) -> str:
        return f"{self.name}:{self.setting}" if self.setting else self.name

    def value(self, text: str, *, base: str = "") -> Any:
        """The value of a text, or it raises Misfit.

        >>> ValueType("url").value("/emma", base="https://books.org/")
        'https://books.org/emma'
        """
        return TYPES[self.name](text, self.setting, base)

    def decided(self, texts: Iterable[str]) -> "ValueType":
        """The type with the setting that the values of a field tell of; itself where it has one, or they tell nothing.

        >>> str(ValueType("date").decided(["03/12/2026", "31/12/2026"]))
        'date:day-first'
        """
        if self.setting or self.name not in _TOLD:
            return self
        return ValueType(self.name, _TOLD[self.name](texts))


@cache
def _type_of(text: str) -> ValueType:
    name, _, setting = text.partition(":")
    if name not in TYPES:
        known = f"It would help to use one of {', '.join(TYPES)}"
        raise BadInput(source=f"the type {text!r}", reason=f"there is no such type. {known}")
    settings = SETTINGS.get(name, ())
    if setting and setting not in settings:
        ways = f"It would help to use {' or '.join(f'{name}:{one}' for one in settings) or name}"
        raise BadInput(source=f"the type {text!r}", reason=f"{name} has no setting {setting!r}. {ways}")
    return ValueType(name, setting)
