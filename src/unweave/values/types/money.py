"""Amounts of money as pages write them, in the notations of many languages.

Legend

    text        "ab 1.299,00 €"
    currency    a sign, a name or a code beside an amount: "€", "zł", "US dollars", "EUR"
    code        "EUR": what a currency is by ISO 4217, where its name leaves no doubt; "$" and "kr" are of several
                currencies and stay as they are
    price       an amount and its currency and nothing else, as kinds of values know it: "1.299,00 €"

A text that is no price as a whole may hold one among words ("Our price: $5"). Amounts in two currencies, or several
amounts, do not fit: which one is meant is not ours to guess. What has no currency beside its amount is read by
price-parser, which knows more abbreviations, and that "Free" is nothing.

    >>> money_of("1.299,00 €"), money_of("US$ 5"), money_of("12 kr")
    (Money(amount=Decimal('1299.00'), currency='EUR'), Money(amount=Decimal('5'), currency='USD'),
     Money(amount=Decimal('12'), currency='kr'))
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from unweave.values.locale_names import CURRENCIES, MORE_SYMBOLS, SHARED_SYMBOLS
from unweave.values.types.numbers import ALONE, LONGEST, NUMBER, SIGN, Misfit, amount_of, check_digits, normal_number
from unweave.values.types.words import pattern_of_words, table_of_words

CODES = (
    "USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|INR|CNY|RMB|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|RUB|TRY|KRW|HKD|SGD|RON|BGN|UAH"
    "|ILS|THB|IDR|VND|ARS|COP|CLP|PEN|EGP|SAR|AED|TWD|ISK|HRK|RSD|KWD|OMR|QAR|BHD|JOD|MAD|TND|PKR|BDT|LKR|NGN|KES"
    "|MYR|PHP|KZT|GEL|DEM|ATS|ITL|FRF|ESP|PTE"
)
_KNOWN_CODES = frozenset(CODES.split("|"))
_ABBREVIATIONS = (
    "Rs|kr|TL|Ft|RM|円|원|元|рублей|рубля|рубль|гривень|złotych|złote|złoty|kroner|kronor|Fr|SFr|€uro|kn|บาท|đ|dollars"
)
_ONE_SIGN = "[$€£¥₹₩₽₺₫฿₴₪¢]"
_SIGNS = rf"[A-Z]{{0,3}}{_ONE_SIGN}"
_MORE_CODES = {"us$": "USD", "руб": "RUB", "рублей": "RUB", "рубля": "RUB", "рубль": "RUB", "р": "RUB", "грн": "UAH",
               "гривень": "UAH", "złotych": "PLN", "złote": "PLN", "złoty": "PLN", "tl": "TRY", "원": "KRW",
               "lei": "RON", "rmb": "CNY", "sfr": "CHF", "c$": "CAD", "s$": "SGD", "rm": "MYR", "kn": "HRK",
               "บาท": "THB", "đ": "VND"}  # fmt: skip
_AMOUNT = rf"{NUMBER}(?:[.,] ?[-\u2013\u2014]+)?"
_APART = rf"{ALONE}(?:[.,] ?[-\u2013\u2014]+)?"
_SIDE = r"[^\d\s.,'][^\d]{0,40}?"
_whole = re.compile(
    rf"(?P<sign>{SIGN}) ?(?:(?P<before>{_SIDE})[ :]{{0,2}}(?P<inner>{SIGN})(?P<first>{_AMOUNT})(?: ?(?P<both>{_SIDE}))?"
    rf"|(?P<whole>{NUMBER}) ?€ ?(?P<cents>[0-9]{{2}})|(?P<second>{_AMOUNT}) ?(?P<after>{_SIDE}))"
).fullmatch
_has_digit = re.compile("[0-9]").search
MOST_CHARACTERS = 80
_is_sign = re.compile(_SIGNS, re.IGNORECASE).fullmatch
_dashes = re.compile("[.,] ?[-\u2013\u2014]+$")
_number = re.compile(rf"({SIGN})({NUMBER})").fullmatch
_torn = re.compile(r"(?<=[0-9])([.,]) (?=[0-9]{2}(?![0-9.,]))")
_multiple = re.compile(
    r" ?(?:[万億만억]|(?:k|m|mm|mn|bn|mio|mln|mld|mrd|mill|tis|тыс|млн|млрд|thousand|lakh|crore"
    r"|[bm]illi[oóa][a-zäöüé]*)(?![^\W\d_]))",
    re.IGNORECASE,
).match
"""Thousands or millions behind digits, "1.2k": the digits alone are not the amount."""
_range_before = re.compile(rf"{NUMBER} ?(?:[-\u2013\u2014/]|[^\W\d_]{{1,3}}) ?$").search


@dataclass(frozen=True, slots=True)
class Money:
    """An amount and its currency: a code of three letters, or the sign as it stands where it may be several; or "".

    >>> str(Money(Decimal("5.50"), "EUR"))
    '5.50 EUR'
    """

    amount: Decimal
    currency: str = ""

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}".rstrip()


@cache
def currency_pattern() -> str:
    """The regular expression of a currency, to be used without regard to case."""
    words = {*table_of_words(CURRENCIES), *SHARED_SYMBOLS.split("|"), *MORE_SYMBOLS.split("|")}
    names = rf"{CODES}|{_ABBREVIATIONS}|{pattern_of_words(words)}"
    return rf"(?:(?:{CODES}) ?[$€£¥]|(?:{names})(?![^\W\d_])(?:\.(?![0-9]))?|{_SIGNS})"


@cache
def price_pattern() -> str:
    """The regular expression of a price, to be used without regard to case.

    >>> bool(re.fullmatch(price_pattern(), "1.299,00 €", re.IGNORECASE))
    True
    """
    currency = currency_pattern()
    return (
        rf"{SIGN} ?(?:{currency}[ :]?{SIGN}{_AMOUNT}(?: ?{currency})?"
        rf"|{NUMBER} ?€ ?[0-9]{{2}}(?! ?{currency})|{_AMOUNT} ?{currency})"
    )


@cache
def _parts() -> re.Pattern[str]:
    currency = currency_pattern()
    before = rf"(?P<before>(?<![^\W\d_]){currency})[ :]{{0,2}}(?P<inner>{SIGN})(?P<first>{_APART})"
    before += rf"(?: ?(?P<both>{currency}))?"
    split = rf"(?P<whole>{ALONE}) ?€ ?(?P<cents>[0-9]{{2}})(?![0-9.,])(?! ?{currency})"
    after = rf"(?P<second>{_APART}) ?(?P<after>{currency})"
    begins = rf"(?:(?<![^\W\d_])(?=[^\s,:;])|(?={_ONE_SIGN}))"  # a word, or a sign: nothing else is tried
    return re.compile(rf"{begins}(?P<sign>{SIGN}) ?(?:{before}|{split}|{after})", re.IGNORECASE)


@cache
def _names() -> frozenset[str]:
    """What may stand beside an amount, without case and the point at its end."""
    words = (*_codes(), *SHARED_SYMBOLS.split("|"), *MORE_SYMBOLS.split("|"), *_ABBREVIATIONS.casefold().split("|"))
    codes = CODES.casefold().split("|")
    return frozenset({*words, *(f"{code}{space}{sign}" for code in codes for space in ("", " ") for sign in "$€£¥")})


def is_currency(text: str) -> bool:
    """Whether a text names a currency.

    >>> is_currency("US$"), is_currency("zł."), is_currency("stars")
    (True, True, False)
    """
    return text.rstrip(".").strip().casefold() in _names() or _is_sign(text) is not None


def price_in(plain: str) -> re.Match[str] | None:
    """The parts of a text that is a price as a whole, with digits and white space as ``normal_number`` has them."""
    match = _whole(plain) if len(plain) <= MOST_CHARACTERS and _has_digit(plain) else None
    if match is None or not all(is_currency(match[side]) for side in ("before", "both", "after") if match[side]):
        return None
    return match


def is_price(text: str) -> bool:
    """Whether a text is an amount and its currency and nothing else.

    >>> is_price("1.299,00 €"), is_price("5 stars"), is_price("Our price: $5")
    (True, False, False)
    """
    return len(text) <= LONGEST and price_in(normal_number(text)) is not None


def money_of(text: str, *, notation: str = "") -> Money:
    """The amount of money in a text.

    >>> money_of("Our price: $1,299"), money_of("-5 EUR"), money_of("Free")
    (Money(amount=Decimal('1299'), currency='$'), Money(amount=Decimal('-5'), currency='EUR'),
     Money(amount=Decimal('0'), currency=''))
    >>> money_of("AED 8000 (USD 2179)")
    Traceback (most recent call last):
    unweave.values.types.numbers.Misfit: it has amounts in several currencies, AED and USD
    """
    if len(text) > LONGEST:
        raise Misfit("it is too long for an amount")
    plain = _torn.sub(r"\1", normal_number(text))
    if not _has_digit(plain) and "free" not in plain.lower():
        raise Misfit("there is no amount in it")
    if price := price_in(plain):
        return _money(price, plain, notation)
    if number := _number(plain):
        return Money(_signed(amount_of(number[2], notation=notation, grouped=True), number[1]))
    found = list(dict.fromkeys(_money(match, plain, notation) for match in _parts().finditer(plain)))
    if not found:
        return _without_currency(plain, notation)
    currencies = list(dict.fromkeys(one.currency for one in found))
    if len(currencies) > 1:
        raise Misfit(f"it has amounts in several currencies, {currencies[0]} and {currencies[1]}")
    if len(found) > 1:
        raise Misfit("it has several amounts")
    return found[0]


def _money(match: re.Match[str], plain: str, notation: str) -> Money:
    if match["whole"] is not None:
        amount = amount_of(match["whole"], notation=notation, grouped=True) + Decimal(match["cents"]).scaleb(-2)
    else:
        digits = _dashes.sub("", match["first"] or match["second"])
        amount = amount_of(digits, notation=notation, grouped=True)
    _check_multiple(plain, match.end())
    before = plain[: match.start()]
    if _has_digit(before) and _range_before(before[-30:] + match["sign"]):
        raise Misfit("it has several amounts")
    signs = match["inner"] or "" if _is_dash(match, plain) else match["sign"] or match["inner"] or ""
    return Money(_signed(amount, signs), _currency(match))


def _check_multiple(plain: str, end: int) -> None:
    """It raises Misfit where a word for thousands or millions is behind an amount."""
    if found := _multiple(plain, end):
        raise Misfit(f"it is an amount in {found[0].strip()!r}, not in units")


def _signed(amount: Decimal, sign: str) -> Decimal:
    return -amount if sign.strip("+") else amount


def _is_dash(match: re.Match[str], plain: str) -> bool:
    """Whether the sign before an amount is a dash behind other words."""
    return bool(match["sign"]) and plain[: match.start()].rstrip()[-1:] not in {"", "(", ":"}


def _currency(match: re.Match[str]) -> str:
    """The code of the currency; of a sign and a code, the code."""
    if match["whole"] is not None:
        return "EUR"
    codes = [code_of(name) for name in (match["before"], match["both"], match["after"]) if name]
    return next((code for code in codes if len(code) == 3 and code.isalpha()), codes[0])


@cache
def _codes() -> dict[str, str]:
    codes = {code.lower(): code for code in CODES.split("|")}
    return {**table_of_words(CURRENCIES), **codes, **_MORE_CODES}


def code_of(currency: str) -> str:
    """The code of a currency by its name or sign; the sign itself where it may be several.

    >>> code_of("€"), code_of("Zł"), code_of("руб."), code_of("$")
    ('EUR', 'PLN', 'RUB', '$')
    """
    name = currency.strip().rstrip(".")
    known = _codes().get(name.casefold())
    if known is None and name[:3] in _KNOWN_CODES and len(name) > 3:
        return name[:3]  # with a sign behind it, SGD$
    if known is None and name[-1:] == "$" and f"{name[:-1]}D".upper() in _KNOWN_CODES:
        return f"{name[:-1]}D".upper()  # with the letters of its country, AU$
    return known or name


def _without_currency(plain: str, notation: str) -> Money:
    """An amount without a currency beside it, or with one that only price-parser knows."""
    from price_parser import Price  # noqa: PLC0415  # only where it is needed

    price = Price.fromstring(plain, decimal_separator={"point": ".", "comma": ","}.get(notation))
    if price.amount is None:
        raise Misfit("there is no amount in it")
    numbers = list(re.finditer(rf"{ALONE}(?! ?%)", plain))
    if len(numbers) > 1:
        raise Misfit("it has several numbers and no currency beside one of them")
    for number in numbers:
        _check_multiple(plain, number.end())
    check_digits(price.amount)
    sign = plain[:1] if plain[:1] in {"-", "\u2212", "\u2013"} else ""
    return Money(_signed(price.amount, sign), code_of(price.currency or ""))
