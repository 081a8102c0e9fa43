"""Whether a text and a value of the data in scripts are the same: "12.50 €" and 12.5, "12 March 2026" and 2026-03-12.

Legend

    type        what the values of a field seem to be (``suggest``); of a field of texts there is none
    equal       both are converted to the same value of the type

Data is as machines write it: its numbers have a decimal point, whatever the notation of the text is. Its amounts have
no currency, which is under another key; so amounts alone are compared.

    >>> prices = TypedComparison(ValueType.of("money:comma"))
    >>> prices.is_equal("1.299,50 €", "1299.5"), prices.is_equal("1.299 €", "1.299")
    (True, False)
"""

import re
from collections.abc import Hashable
from dataclasses import dataclass
from decimal import Decimal

from unweave.values.suggest import ANY_BASE
from unweave.values.types import Misfit, Money, ValueType

LONGEST = 200  # characters of a text that is converted: limits the time
_NUMBERS = frozenset({"integer", "decimal", "money"})
_machine_number = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,18})?").fullmatch


@dataclass(frozen=True, slots=True)
class TypedComparison:
    """A type by which values are compared, and the address that links of the page are relative to.

    >>> TypedComparison(ValueType("duration")).is_equal("30 min", "PT30M")
    True
    """

    type: ValueType
    base: str = ""

    def of_text(self, text: str) -> Hashable | None:
        """What a text is converted to; None where it does not fit the type, or may be several values.

        >>> days = TypedComparison(ValueType("date"))
        >>> days.of_text("12 March 2026"), days.of_text("03/12/2026")
        (datetime.date(2026, 3, 12), None)
        """
        try:
            found = self.type.value(text, base=self.base or ANY_BASE) if len(text) <= LONGEST else None
        except Misfit:
            return None
        return found.amount if isinstance(found, Money) else found

    def of_data(self, text: str) -> Hashable | None:
        """What a value of the data is converted to; a number has a decimal point.

        >>> sizes = TypedComparison(ValueType("decimal", "comma"))
        >>> sizes.of_data("1.299"), sizes.of_text("1.299")
        (Decimal('1.299'), Decimal('1299'))
        """
        is_number = self.type.name in _NUMBERS and _machine_number(text)
        return Decimal(text) if is_number else self.of_text(text)

    def is_equal(self, text: str, data: str) -> bool:
        """Whether a text and a value of the data are the same text, or equal after conversion.

        >>> days = TypedComparison(ValueType("date"))
        >>> days.is_equal("12 March 2026", "2026-03-12"), days.is_equal("12 March 2026", "2026-03-13")
        (True, False)
        """
        return text == data or ((key := self.of_text(text)) is not None and key == self.of_data(data))
