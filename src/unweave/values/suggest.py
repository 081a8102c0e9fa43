"""Which type the values of a field seem to have.

Legend

    shown       the values that a person gave; all of them must fit
    found       the values that a wrapper found; nearly all must fit (``tuning.TYPE_SHARE``)
    fits        stricter than what a type reads: "Our price: $5" is read as money where somebody asks for it, but a
                field of such texts is not called money

Numbers with leading zeros, ISBNs and postal codes are names, not quantities, and have no type.

    >>> suggested_type(["$5.50"], ["$5.50", "$7", "$12.25"]), suggested_type(["Emma"], ["Emma", "Kim"])
    (ValueType(name='money', setting='point'), None)
    >>> str(suggested_type(["03/12/2026"], ["03/12/2026", "31/12/2026"]))
    'date:day-first'
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from unweave.tuning import TYPE_SHARE
from unweave.values.kinds import KINDS
from unweave.values.types import Ambiguous, Misfit, ValueType
from unweave.values.types.money import is_price

MOST_TEXTS = 500
"""So many different texts of a field are looked at."""
FEW = 20
"""A type is given up at once where it fits too few of the first texts."""
_number = re.compile(r"[-+\u2212\u2013]?(?:0|[1-9].*|0?[.,].*)").fullmatch
_link = re.compile(
    r"(?:https?://|//|/|\.{1,2}/|\?)\S*|\S+\.(?:html?|php|aspx?|pdf)(?:[?#]\S*)?", re.IGNORECASE
).fullmatch
_image = re.compile(r"\S+\.(?:jpe?g|png|gif|webp|svg|avif)(?:[?#]\S*)?", re.IGNORECASE).fullmatch


def _is_quantity(text: str) -> bool:
    return _number(text) is not None and not KINDS["isbn"](text)


_LOOKS: Mapping[str, Callable[[str], object]] = MappingProxyType(
    {
        "boolean": bool,
        "email": bool,
        "image": _image,
        "url": _link,
        "money": is_price,
        "date": bool,
        "time": KINDS["time"],
        "duration": lambda text: not text[:1].isalpha() or text[:1] in "Pp",
        "integer": lambda text: _is_quantity(text) and "." not in text,
        "decimal": _is_quantity,
        "phone": lambda text: KINDS["phone"](text) and not KINDS["isbn"](text),
    }
)
"""The types that are suggested, and what a text must look like besides what the type reads."""
ANY_BASE = "https://unweave.invalid/"


def suggested_type(shown: Sequence[str], found: Sequence[str]) -> ValueType | None:
    """The type of a field, with its setting; None where it is text.

    >>> suggested_type([], ["1", "2", "many"]), suggested_type([], ["007", "008"])
    (None, None)
    """
    kept = list(dict.fromkeys(" ".join(text.split()) for text in (*shown, *found) if text.strip()))[:MOST_TEXTS]
    if not kept:
        return None
    required = {" ".join(text.split()) for text in shown}
    for name in _LOOKS:
        candidate = ValueType(name).decided(kept)
        if _fit(candidate, kept[:FEW], required) and _fit(candidate, kept, required):
            return candidate
    return None


def _fit(candidate: ValueType, texts: Sequence[str], required: set[str]) -> bool:
    misfits = [text for text in texts if not _fits(candidate, text)]
    return len(misfits) <= (1 - TYPE_SHARE) * len(texts) and required.isdisjoint(misfits)


def _fits(candidate: ValueType, text: str) -> bool:
    if not _LOOKS[candidate.name](text):
        return False
    try:
        candidate.value(text, base=ANY_BASE)
    except Ambiguous:
        return candidate.name == "date"  # it is a date, whichever
    except Misfit:
        return False
    return True
