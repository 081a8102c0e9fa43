"""Prices, dates, numbers and addresses in the notations of many languages; and what is none of them."""

import re
from datetime import date, time, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.errors import BadInput
from unweave.values import kinds_of
from unweave.values.finding import find_kind
from unweave.values.types import TYPES, Ambiguous, Misfit, Money, ValueType
from unweave.values.types.dates import date_of, order_of
from unweave.values.types.money import money_of
from unweave.values.types.numbers import integer_of, notation_of, number_of
from unweave.values.types.times import duration_of, iso_duration, time_of

PRICES = {
    "$1,299.00": ("1299.00", "$"),
    "US$ 5": ("5", "USD"),
    "USD 1,250.50": ("1250.50", "USD"),
    "C$5.95": ("5.95", "CAD"),
    "A$190.00": ("190.00", "AUD"),
    "NZD $100.70": ("100.70", "NZD"),
    "£9.99": ("9.99", "GBP"),
    "1.299,00 €": ("1299.00", "EUR"),
    "€ 2.109,00": ("2109.00", "EUR"),
    "1 298,00 €": ("1298.00", "EUR"),
    "35€99": ("35.99", "EUR"),
    "249,00 EUR": ("249.00", "EUR"),
    "12 euros": ("12", "EUR"),
    "CHF 1'049.95": ("1049.95", "CHF"),
    "CHF 50.–": ("50", "CHF"),
    "50,- Kč": ("50", "CZK"),
    "1 995,00 Kč": ("1995.00", "CZK"),
    "45,00 zł": ("45.00", "PLN"),
    "12 złotych": ("12", "PLN"),
    "17 940,00 руб": ("17940.00", "RUB"),
    "5 450 ₽": ("5450", "RUB"),
    "2 285,81 грн.": ("2285.81", "UAH"),
    "9 472 Ft": ("9472", "HUF"),
    "29 lei": ("29", "RON"),
    "1.499 kr": ("1499", "kr"),
    "69,50 TL": ("69.50", "TRY"),
    "R$ 1.234,56": ("1234.56", "BRL"),
    "₹1,23,456.78": ("123456.78", "INR"),
    "Rs. 500": ("500", "Rs"),
    "12,000원": ("12000", "KRW"),
    "3,500円": ("3500", "JPY"),
    "880.000 ₫": ("880000", "VND"),
    "Rp 31.500": ("31500", "IDR"),
    "₪98": ("98", "ILS"),
    "฿ 350": ("350", "THB"),
    "644.00 جنيه": ("644.00", "جنيه"),
    "-$3": ("-3", "$"),
    "AU$ 33.20": ("33.20", "AUD"),
    "HK$1,280": ("1280", "HKD"),
    "NT$ 990": ("990", "TWD"),
    "$45 USD": ("45", "USD"),
    "12,- €": ("12", "EUR"),
    "€12,–": ("12", "EUR"),
    "1 234,50 €": ("1234.50", "EUR"),
    "1.249,- DKK": ("1249", "DKK"),
    "NOK 499,-": ("499", "NOK"),
    "25,00 лв.": ("25.00", "BGN"),
    "2.499,00 RSD": ("2499.00", "RSD"),
    "1.250.000đ": ("1250000", "VND"),
    "Rp 1.250.000,-": ("1250000", "IDR"),
    "1,290 บาท": ("1290", "THB"),
    "₱1,299.75": ("1299.75", "PHP"),
    "₦5,000": ("5000", "NGN"),
    "KSh 1,200": ("1200", "KES"),
    "RM 45.90": ("45.90", "MYR"),
    "5 dollars": ("5", "dollars"),
}
DATES = {
    "2026-03-12": "ISO",
    "2026-03-12T10:30:00Z": "ISO",
    "2026-03-12 10:30:00+01:00": "ISO",
    "2026/03/12": "ISO",
    "March 12, 2026": "en",
    "Thursday, March 12th, 2026": "en",
    "12 Mar 2026": "en",
    "12-Mar-2026": "en",
    "Thu, 12 Mar 2026 10:00:00 GMT": "en",
    "12. März 2026": "de",
    "Donnerstag, 12. März 2026": "de",
    "12.03.2026": "de",
    "12.3.26": "de",
    "jeudi 12 mars 2026": "fr",
    "12 de marzo de 2026": "es",
    "12 de março de 2026": "pt",
    "giovedì 12 marzo 2026": "it",
    "12 maart 2026": "nl",
    "12 mars 2026": "sv",
    "torsdag den 12 mars 2026": "sv",
    "12. maaliskuuta 2026": "fi",
    "12 marca 2026": "pl",
    "12. března 2026": "cs",
    "2026. március 12.": "hu",
    "12 martie 2026": "ro",
    "12 марта 2026 г.": "ru",
    "12 березня 2026": "uk",
    "12 Mart 2026": "tr",
    "12 Μαρτίου 2026": "el",
    "2026年3月12日": "ja",
    "2026年3月12日(木)": "ja",
    "2026년 3월 12일": "ko",
    "2026. 3. 12.": "ko",
    "ngày 12 tháng 3 năm 2026": "vi",
    "12 Maret 2026": "id",
    "12 मार्च 2026": "hi",
    "١٢ مارس ٢٠٢٦": "ar",
    "12 במרץ 2026": "he",
    "12-Mar-26": "en",
    "quinta-feira, 12 de março de 2026": "pt",
    "четверг, 12 марта 2026 года": "ru",
    "2026. gada 12. marts": "lv",
    "12. märts 2026": "et",
    "fimmtudagur, 12. mars 2026": "is",
    "2026年3月12号": "zh",
    "12 มี.ค. 2026": "th",
    "12 آذار 2026": "ar",
}
WHOLE_DATES = {
    "the 12th of March 2026": "en",
    "Mar 12, '26": "en",
    "Thu 12 Mar 2026": "en",
    "March 12th, 2026 at 8:00 am": "en",
    "am 12. März 2026": "de",
    "12.03.2026, 08:00 Uhr": "de",
    "le 12 mars 2026": "fr",
    "12 mars 2026 à 08h00": "fr",
    "Gio 12 Mar 2026": "it",
    "do 12 maart 2026": "nl",
    "to 12.3.2026": "fi",
    "12 marca 2026 r.": "pl",
    "2026. március 12., csütörtök": "hu",
    "12.03.2026 г.": "bg",
    "12 Mart 2026 Perşembe": "tr",
    "12. mart 2026.": "sr",
    "12. ožujka 2026.": "hr",
    "2026 m. kovo 12 d.": "lt",
    "2026年3月12日 星期四": "zh",
    "Thứ Năm, 12 tháng 3, 2026": "vi",
    "الخميس، 12 مارس 2026": "ar",
    "יום חמישי, 12 במרץ 2026": "he",
}
"""Dates with words around them that are read where they are all of a text."""


@pytest.mark.parametrize(("text", "wanted"), PRICES.items())
def test_prices(text: str, wanted: tuple[str, str]) -> None:
    """Amount and currency of a price are read in every notation, and its kind is price."""
    amount, currency = wanted
    assert money_of(text) == Money(Decimal(amount), currency)
    assert kinds_of(text)[0] == "price"


@pytest.mark.parametrize("text", [*PRICES, *DATES])
def test_they_are_found_in_running_text(text: str) -> None:
    """A price or a date is found in a sentence as it stands there; a time behind a date is a value of its own."""
    kind, sentence = "price" if text in PRICES else "date", f"See {text} now"
    [(start, end)] = find_kind(kind, sentence)
    assert (
        re.sub(r"[.–]$|(?<!T)10:.*", "", text).strip() == sentence[start:end].rstrip(".–")
        or sentence[start:end] == text
    )


@pytest.mark.parametrize("text", [*DATES, *WHOLE_DATES])
def test_dates(text: str) -> None:
    """A date is read in every notation, and its kind is date."""
    assert date_of(text) == date(2026, 3, 12)
    assert kinds_of(text)[0] == "date"


@pytest.mark.parametrize("text", ["7. Jänner 2025", "7 كانون الثاني 2025", "7 Jan. 2025"])
def test_names_of_some_countries(text: str) -> None:
    """Months have other names in Austria and in Lebanon."""
    assert date_of(text) == date(2025, 1, 7)


def test_enough_notations_and_languages() -> None:
    """The tables have what they promise."""
    assert len(PRICES) >= 30
    assert len(DATES) >= 27
    assert len({*DATES.values(), *WHOLE_DATES.values()}) >= 12


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Our price: $5", Money(Decimal(5), "$")),
        ("Was 20% more, now 12 €", Money(Decimal(12), "EUR")),
        ("12.50", Money(Decimal("12.50"), "")),
        ("Free", Money(Decimal(0), "")),
        ("$119. 95", Money(Decimal("119.95"), "$")),
        ("£94.50 GBP", Money(Decimal("94.50"), "GBP")),
    ],
)
def test_money_among_words(text: str, wanted: Money) -> None:
    """Where money is asked for, the one amount of a text is it."""
    assert money_of(text) == wanted


@pytest.mark.parametrize(
    ("kind", "text", "reason"),
    [
        ("money", "AED 8000 (USD 2179)", "it has amounts in several currencies, AED and USD"),
        ("money", "$5 - $9", "it has several amounts"),
        ("money", "From 26 to 50 €", "it has several amounts"),
        ("money", "$5 / €4.50", "it has several amounts"),
        ("money", "5 USD (4,50 EUR)", "it has amounts in several currencies, USD and EUR"),
        ("money", "12 € 12 $", "it has amounts in several currencies, EUR and $"),
        ("money", "$1.2k", "it is an amount in 'k', not in units"),
        ("money", "2,5 Millionen €", "it is an amount in 'Millionen', not in units"),
        ("money", "10万円", "it is an amount in '万', not in units"),
        ("money", "Sold out", "there is no amount in it"),
        ("money", "5 of 7", "it has several numbers and no currency beside one of them"),
        ("money", "$" + "9" * 300, "it has more than 15 digits, more than a column of numbers holds exactly"),
        ("money", "9" * 4000, "it is too long for an amount"),
        ("decimal", "9" * 400, "it has more than 15 digits, more than a column of numbers holds exactly"),
        ("decimal", "1.299", "it may be 1299 or 1.299"),
        ("decimal", "Emma", "it is no number"),
        ("integer", "9" * 400, "it has more than 18 digits, more than a column of integers holds"),
        ("integer", "12.5", "it is no whole number"),
        ("date", "31.02.2026", "there is no such day: day is out of range for month"),
        ("date", "30 février 2026", "there is no such day: day is out of range for month"),
        ("date", "03/12/2026", "it may be 2026-12-03 or 2026-03-12"),
        ("date", "May 2026", "the day is missing"),
        ("date", "5 May", "the year is missing"),
        ("date", "4 out of 5", "it is no date"),
        ("date", "Room 5 May 2026", "it is no date"),
        ("date", "12 pro 14", "it is no date"),
        ("date", "so 5 May", "it is no date"),
        ("time", "25:00", "it is no time of the day"),
        ("time", "13:30 pm", "there is no hour 13 pm"),
        ("duration", "2 years", "years is no unit of a fixed length"),
        ("duration", "3:45", "it is no length of time"),
        ("boolean", "perhaps", "it is neither yes nor no"),
        ("url", "emma.html", "it is relative, and the address of the page is not known"),
        ("url", "http://[", "it is no address: Invalid IPv6 URL"),
        ("url", "Sold out", "it is no address"),
        ("email", "jane at a.org", "it is no mail address"),
        ("phone", "12", "it is no telephone number"),
    ],
)
def test_misfits(kind: str, text: str, reason: str) -> None:
    """What does not fit its type is an error that says why."""
    with pytest.raises(Misfit, match=re.escape(reason)):
        ValueType.of(kind).value(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("14:30", time(14, 30)), ("2:30 p.m.", time(14, 30)), ("14h30", time(14, 30)), ("14.30 Uhr", time(14, 30)),
     ("9:05:30", time(9, 5, 30)), ("12 am", time(0)), ("kl. 14:30", time(14, 30))],
)  # fmt: skip
def test_times(text: str, wanted: time) -> None:
    """Times of the day."""
    assert time_of(text) == wanted


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("PT1H30M", 90), ("1 h 30 min", 90), ("1h30", 90), ("90 Minuten", 90), ("1 hour and 30 minutes", 90),
     ("1,5 Stunden", 90), ("2 heures", 120), ("1:30:00", 90), ("3 dni", 3 * 1440), ("1 час 30 минут", 90),
     ("P1DT2H", 1560), ("45 dakika", 45), ("1時間30分", 90)],
)  # fmt: skip
def test_durations(text: str, minutes: int) -> None:
    """Lengths of time in several languages."""
    assert duration_of(text) == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("kind", "text", "wanted"),
    [
        ("url", " /emma?x=1#top ", "https://books.org/emma?x=1#top"),
        ("url", "//cdn.org/a", "https://cdn.org/a"),
        ("url", "www.books.org", "https://www.books.org"),
        ("image", "a.jpg 320w, b.jpg 640w", "https://books.org/list/b.jpg"),
        ("image", "a.jpg", "https://books.org/list/a.jpg"),
        ("email", "mailto:Jane.Austen%40A.org", "Jane.Austen@a.org"),
        ("phone", "+44 (0)20 7946 0958", "+442079460958"),
        ("boolean", "Oui", True),
        ("boolean", "нет", False),
        ("text", " as it is ", " as it is "),
    ],
)
def test_addresses_and_booleans(kind: str, text: str, wanted: object) -> None:
    """Addresses are made absolute, numbers of telephones bare, and yes is true."""
    assert ValueType.of(kind).value(text, base="https://books.org/list/") == wanted


def test_a_field_tells_the_order_of_its_dates() -> None:
    """Any value that tells decides for all; values that contradict each other decide nothing."""
    dates = ["03/12/2026", "04/05/26"]
    assert order_of([*dates, "31/12/2026"]) == "day-first"
    assert order_of([*dates, "12/31/2026"]) == "month-first"
    assert order_of(dates) == order_of(["31/12/2026", "12/31/2026"]) == ""
    assert date_of("03/12/2026", order="month-first") == date(2026, 3, 12)
    with pytest.raises(Ambiguous):
        date_of("03/12/2026")


def test_a_field_tells_its_notation() -> None:
    """One value with decimals tells what a point is in the others."""
    assert notation_of(["1.299", "12,50"]) == "comma"
    assert notation_of(["1,299", "12.50"]) == "point"
    assert notation_of(["1.299", "2,500"]) == ""
    assert number_of("1.299", notation="comma") == 1299
    assert number_of("1.299", notation="point") == Decimal("1.299")
    assert money_of("1.299 €") == Money(Decimal(1299), "EUR")
    assert money_of("1.299 KWD", notation="point") == Money(Decimal("1.299"), "KWD")


@given(st.integers(-(10**14), 10**14), st.sampled_from([",", ".", " ", "'", ""]))
def test_integers_come_back(number: int, mark: str) -> None:
    """An integer with its thousands parted by any mark is the integer."""
    assert integer_of(f"{number:,}".replace(",", mark)) == number


@given(
    st.decimals(-(10**9), 10**9, places=2), st.sampled_from([(",", "."), (".", ","), (" ", ","), ("'", "."), ("", ".")])
)
def test_numbers_come_back(number: Decimal, marks: tuple[str, str]) -> None:
    """A number with two decimals is read in every notation, alone and as an amount."""
    group, mark = marks
    text = f"{number:,.2f}".translate({ord(","): group, ord("."): mark})
    assert number_of(text) == number
    assert money_of(f"{text} €") == Money(number, "EUR")


@given(st.dates(date(1000, 1, 1), date(2199, 12, 31)))
def test_dates_come_back(day: date) -> None:
    """Every day is read in ISO notation, with names, and with numbers whose order is known."""
    assert date_of(day.isoformat()) == day
    assert date_of(f"{day.day} {day:%B} {day.year}") == day
    assert date_of(f"{day:%m/%d}/{day.year}", order="month-first") == day
    assert date_of(f"{day.day}.{day.month}.{day.year}") == day


@given(st.timedeltas(timedelta(0), timedelta(days=9000)))
def test_durations_come_back(length: timedelta) -> None:
    """The ISO notation of a duration is read as the duration."""
    assert abs(duration_of(iso_duration(length)) - length) <= timedelta(milliseconds=1)


@given(st.text() | st.text("0123456789.,$€- /:kr"), st.sampled_from(sorted(TYPES)))
def test_any_text_fits_or_not(text: str, name: str) -> None:
    """Any text has a value of a type, or is a misfit; nothing else happens."""
    try:
        ValueType(name).value(text, base="https://books.org/")
    except Misfit as misfit:
        assert str(misfit)  # both ways out are right


@given(st.text("0123456789.,$€ 'krzł-", max_size=12))
def test_a_price_is_money(text: str) -> None:
    """What is recognised as a price is converted as one, unless it has too many digits."""
    if "price" in kinds_of(text) and len(re.sub(r"\D", "", text)) <= 15:
        assert isinstance(money_of(text), Money)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("price", "there is no such type"),
        ("date:first", "It would help to use date:day-first or date:month-first"),
        ("url:x", "url has no setting 'x'"),
    ],
)
def test_unknown_types(text: str, reason: str) -> None:
    """An unknown type is an error that names the known ones."""
    with pytest.raises(BadInput, match=re.escape(reason)):
        ValueType.of(text)
