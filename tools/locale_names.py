"""Write src/unweave/values/locale_names.py: names of months, weekdays, units of time and currencies, from babel.

    python tools/locale_names.py

Babel is needed only here: its locale data are 34 MB, the table is some kilobytes; price-parser adds symbols of
currencies. A test compares the table with what this program makes, where babel is installed.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

from babel.dates import get_day_names, get_month_names
from babel.numbers import get_currency_name, get_currency_symbol
from babel.units import format_unit
from price_parser.parser import SAFE_CURRENCY_SYMBOLS

TABLE = Path(__file__).parent.parent / "src/unweave/values/locale_names.py"
LOCALES = {
    "en_US": "USD", "en_GB": "GBP", "en_CA": "CAD", "en_AU": "AUD", "en_NZ": "NZD", "en_ZA": "ZAR", "en_IN": "INR",
    "en_HK": "HKD", "en_SG": "SGD", "de_DE": "EUR", "de_CH": "CHF", "fr_FR": "EUR", "fr_CH": "CHF", "fr_CA": "CAD",
    "es_ES": "EUR", "es_MX": "MXN", "es_AR": "ARS", "es_CO": "COP", "es_CL": "CLP", "es_PE": "PEN", "it_IT": "EUR",
    "it_CH": "CHF", "pt_PT": "EUR", "pt_BR": "BRL", "nl_NL": "EUR", "sv_SE": "SEK", "da_DK": "DKK", "nb_NO": "NOK",
    "fi_FI": "EUR", "pl_PL": "PLN", "cs_CZ": "CZK", "sk_SK": "EUR", "hu_HU": "HUF", "ro_RO": "RON", "sl_SI": "EUR",
    "bg_BG": "BGN", "ru_RU": "RUB", "uk_UA": "UAH", "tr_TR": "TRY", "el_GR": "EUR", "id_ID": "IDR", "vi_VN": "VND",
    "ca_ES": "EUR", "ar_EG": "EGP", "ar_SA": "SAR", "ar_AE": "AED", "hi_IN": "INR", "ja_JP": "JPY", "zh_CN": "CNY",
    "zh_TW": "TWD", "zh_HK": "HKD", "ko_KR": "KRW", "he_IL": "ILS", "th_TH": "THB", "sr_RS": "RSD", "lt_LT": "EUR",
    "lv_LV": "EUR", "et_EE": "EUR", "is_IS": "ISK", "en_PH": "PHP", "en_NG": "NGN", "en_KE": "KES",
}  # fmt: skip
"""Languages as they are written in a country, with its currency."""
LANGUAGES = tuple(dict.fromkeys(locale.partition("_")[0] for locale in LOCALES))
MORE_MONTHS = (*LANGUAGES, "sr_Latn", "ar_LB", "de_AT")
"""Languages whose months have other names, or are written in another script, in some countries."""
LAST_MONTHS = ("hr",)
"""Their names count unless another language has them for another month: listopada is November in Polish."""
EVERYWHERE = ("EUR", "USD", "GBP")
COUNTS = (1, 2, 5, 1.5)
SYMBOLS = {"second": "s", "minute": "min m", "hour": "h", "day": "d", "week": "w"}
"""The units, with the symbols that keep their meaning although some language uses them for something else."""
Names = Mapping[str, set[str]]


def month_names() -> tuple[Names, Names]:
    """The full and the short names of each month, by its number; a name of two different months is left out."""
    full, short = months_in(MORE_MONTHS, "wide"), months_in(MORE_MONTHS, "abbreviated")
    for width, names in (("wide", full), ("abbreviated", short)):
        taken = set().union(*full.values(), *short.values())
        for number, more in months_in(LAST_MONTHS, width).items():
            names[number] |= more - taken
    only_short = {number: names - full[number] for number, names in short.items()}
    return without_ambiguous(full), without_ambiguous(only_short, full)


def months_in(languages: Iterable[str], width: str) -> dict[str, set[str]]:
    """The names of each month in some languages."""
    found = defaultdict[str, set[str]](set)
    for language in languages:
        for context in ("format", "stand-alone"):
            for number, name in get_month_names(width, context, language).items():  # type: ignore[arg-type]
                word = without_article(plain(name))
                found[str(number)] |= {word} if is_word(word) else set()
    return found


def weekday_names(width: Literal["wide", "abbreviated"]) -> set[str]:
    """The full or the short names of weekdays."""
    names = {
        plain(name)
        for language in (*LANGUAGES, "sr_Latn")
        for context in ("format", "stand-alone")
        for name in get_day_names(width, context, language).values()  # type: ignore[arg-type]
    }
    return {name for name in names if len(name) > 1}


def unit_names() -> Names:
    """The names of each unit of time."""
    found: dict[str, set[str]] = {unit: set(names.split()) for unit, names in SYMBOLS.items()}
    for language in LANGUAGES:
        for unit in SYMBOLS:
            for length in ("long", "short", "narrow"):
                for count in COUNTS:
                    text = format_unit(count, f"duration-{unit}", length, locale=language)  # type: ignore[arg-type]
                    found[unit] |= {plain(re.sub(r"[\d.,٫٠-٩]+", "", text))} if "duration" not in text else set()
    words = {unit: {name for name in names if is_word(name)} for unit, names in found.items()}
    taken = {name for names in SYMBOLS.values() for name in names.split()}
    return {unit: (names - taken) | set(SYMBOLS[unit].split()) for unit, names in without_ambiguous(words).items()}


def currency_names() -> tuple[Names, set[str]]:
    """The names and symbols of each currency, by its code; and the symbols of several currencies."""
    found = defaultdict[str, set[str]](set)
    for locale, own in LOCALES.items():
        for code in dict.fromkeys((own, *EVERYWHERE)):
            names = {get_currency_name(code, count=count, locale=locale) for count in COUNTS}
            symbols = {get_currency_symbol(code, locale=place) for place in (locale, "en")}
            found[code] |= {plain(name) for name in names | symbols} - {code.lower()}
    certain = without_ambiguous(found)
    return certain, set().union(*found.values()) - set().union(*certain.values())


def currency_symbols() -> set[str]:
    """The symbols and abbreviations that price-parser is sure of, without codes of three letters."""
    known = {plain(symbol) for symbol in SAFE_CURRENCY_SYMBOLS}
    return {symbol for symbol in known if not re.fullmatch("[a-z]{3}", symbol) or symbol == "lei"}


def plain(name: str) -> str:
    """The name as it is looked up: without case, marks of direction and a full stop at its end."""
    text = " ".join(re.sub("[\u200e\u200f\u061c]", "", name).split())
    return text.casefold().strip().rstrip(".")


def without_article(name: str) -> str:
    """Catalan months have one: de gener, d’abril."""
    return re.sub("^(?:de |d[’'])", "", name)


def is_word(name: str) -> bool:
    """Whether there are letters and no digits in it: Japanese months are numbers."""
    return bool(re.fullmatch(r"[^\d_]*[^\W\d_][^\d_]*", name))


def without_ambiguous(names: Names, others: Names | None = None) -> Names:
    """The names without those that stand for several things: in Polish listopad is November, in Croatian October."""
    meanings = defaultdict[str, set[str]](set)
    for known in (names, others or {}):
        for meaning, texts in known.items():
            for text in texts:
                meanings[text].add(meaning)
    return {meaning: {text for text in texts if len(meanings[text]) == 1} for meaning, texts in names.items()}


def table() -> str:
    """The module."""
    full, short = month_names()
    certain, several = currency_names()
    languages = " ".join(sorted(LANGUAGES))
    parts = [
        f'"""Names of months, weekdays, units of time and currencies in {len(LANGUAGES)} languages; without case.\n',
        f"Made from the locale data of babel (Unicode CLDR) by tools/locale_names.py: do not edit.\n\n{languages}",
        '"""\n',
        mapping("MONTHS", full, "The full names of each month."),
        mapping("SHORT_MONTHS", short, "The short names of each month."),
        f"WEEKDAYS = {joined(weekday_names('wide'))}",
        f"SHORT_WEEKDAYS = {joined(weekday_names('abbreviated'))}\n",
        mapping("UNITS", unit_names(), "The names of units of time."),
        mapping("CURRENCIES", certain, "Names and symbols that stand for one currency."),
        f"SHARED_SYMBOLS = {joined(several)}",
        '"""Names and symbols of several currencies."""',
        f"MORE_SYMBOLS = {joined(currency_symbols())}",
        '"""Symbols and abbreviations that price-parser is sure of."""\n',
    ]
    return "\n".join(parts)


def mapping(name: str, names: Names, docstring: str) -> str:
    """An assignment of a mapping, with its docstring."""
    lines = [f"    {meaning!r}: {joined(texts)},".replace("'", '"') for meaning, texts in names.items() if texts]
    return "\n".join([f"{name} = {{", *lines, "}", f'"""{docstring}"""\n'])


def joined(names: Iterable[str]) -> str:
    """The names as one text, in order."""
    return '"' + "|".join(sorted(names)).replace('"', "'") + '"'


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
