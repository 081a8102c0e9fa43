"""Addresses as pages write them: of pages, images, mail and telephones; and yes and no.

Legend

    base        "https://books.org/list": what an address without a host is relative to
    srcset      "a.jpg 1x, b.jpg 2x": several images in one text; the largest is meant

    >>> url_of("/emma", base="https://books.org/list"), email_of("mailto:Jane@A.ORG"), phone_of("(555) 123-4567")
    ('https://books.org/emma', 'Jane@a.org', '5551234567')
"""

import re
from urllib.parse import unquote, urljoin, urlsplit

from unweave.values.types.numbers import Misfit, normal_number

EMAIL = r"[^\s@<>\"(),:;]++@[a-z0-9-]++(?:\.[a-z0-9-]++)++"
_email = re.compile(EMAIL, re.IGNORECASE).fullmatch
_phone = re.compile(r"(\+?)([0-9(][0-9 ()./-]*+)(?: ?(?:x|ext\.?|extension|-) ?([0-9]{1,6}))?", re.IGNORECASE).fullmatch
_scheme = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE).match
_candidate = re.compile(r"\s*(\S*[^\s,])(?:\s+([0-9]+(?:\.[0-9]+)?)([wx]))?\s*(?:,|$)")
WITHOUT_HOST = ("data", "mailto", "tel", "urn", "blob")
TRUE = (
    "yes|true|ja|oui|sí|si|sì|sim|tak|ano|áno|igen|da|да|так|evet|ναι|ya|có|نعم|हाँ|はい|是|예|네|כן|kyllä|joo|✓|✔|✅|☑"
)
FALSE = (
    "no|false|nein|non|não|nee|nie|ne|nej|nei|nem|nu|нет|не|ні|hayır|όχι|tidak|không|لا|नहीं|いいえ|否|아니요|לא|ei"
    "|✗|✘|❌|☐"
)
_BOOLEANS = {word: value for words, value in ((TRUE, True), (FALSE, False)) for word in words.split("|")}


def url_of(text: str, *, base: str = "") -> str:
    """The absolute address that a text is.

    >>> url_of("emma.html")
    Traceback (most recent call last):
    unweave.values.types.numbers.Misfit: it is relative, and the address of the page is not known
    """
    target = text.strip()
    if not target or re.search(r"[\s<>\"]", target):
        raise Misfit("it is no address")
    if target.lower().startswith("www."):
        target = f"https://{target}"
    try:
        address = urljoin(base, target) if base else target
        parts = urlsplit(address)
    except ValueError as error:
        raise Misfit(f"it is no address: {error}") from error
    if not parts.scheme or (not parts.netloc and parts.scheme.lower() not in WITHOUT_HOST):
        raise Misfit(
            "it is relative, and the address of the page is not known" if not _scheme(target) else "it has no host"
        )
    return address


def image_of(text: str, *, base: str = "") -> str:
    """The absolute address of the image, of a srcset the largest.

    >>> image_of("a.jpg 320w, b.jpg 640w", base="https://books.org/")
    'https://books.org/b.jpg'
    """
    if text.strip().lower().startswith("data:"):
        return url_of(text, base=base)
    if len(text.split()) < 2:
        return url_of(text, base=base)
    candidates = [(float(size or 1), address) for address, size, _ in _candidate.findall(text)]
    if not candidates or _candidate.sub("", text).strip():
        raise Misfit("it is no address of an image")
    return url_of(max(candidates, key=lambda one: one[0])[1], base=base)


def email_of(text: str) -> str:
    """The mail address that a text is, its host in small letters.

    >>> email_of("jane at pemberley")
    Traceback (most recent call last):
    unweave.values.types.numbers.Misfit: it is no mail address
    """
    plain = text.strip()
    if plain.lower().startswith("mailto:"):
        plain = unquote(plain[7:].partition("?")[0])
    if len(plain) > 320 or not _email(plain):
        raise Misfit("it is no mail address")
    name, _, host = plain.rpartition("@")
    return f"{name}@{host.lower()}"


def phone_of(text: str) -> str:
    """The telephone number that a text is: its digits, with a plus in front where it has one, and an extension.

    >>> phone_of("+44 (0)20 7946 0958 ext. 12"), phone_of("tel:555-123-4567")
    ('+442079460958x12', '5551234567')
    """
    plain = re.sub(r"^(?:tel|phone|fon)[.:]? ?", "", normal_number(text), flags=re.IGNORECASE)
    found = _phone(plain)
    digits = re.sub("[^0-9]", "", re.sub(r"\(0\)", "", found[2]) if found and found[1] else found[2] if found else "")
    if found is None or not 7 <= len(digits) <= 15:
        raise Misfit("it is no telephone number")
    return f"{found[1]}{digits}{f'x{found[3]}' if found[3] else ''}"


def boolean_of(text: str) -> bool:
    """Whether a text means yes or no, in the languages of the table.

    >>> boolean_of("Yes"), boolean_of("nein"), boolean_of("✓")
    (True, False, True)
    """
    value = _BOOLEANS.get(text.strip().rstrip(".!").casefold())
    if value is None:
        raise Misfit("it is neither yes nor no")
    return value
