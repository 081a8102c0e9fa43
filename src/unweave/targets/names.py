"""Names for code, made of names that people give: whatever they hold, what comes out is an identifier."""

import re
from keyword import iskeyword, issoftkeyword


def camel(name: str) -> str:
    """A class's name.

    >>> camel("second-hand book"), camel("2 'x'"), camel("!")
    ('SecondHandBook', 'X2X', 'Record')
    """
    words = re.findall(r"[A-Za-z0-9]+", name)
    joined = "".join(word[0].upper() + word[1:] for word in words)
    return f"X{joined}" if joined[:1].isdigit() else joined or "Record"


def snake(name: str) -> str:
    """A name in small letters.

    >>> snake("Second-hand Book"), snake("!")
    ('second_hand_book', 'record')
    """
    return "_".join(re.findall(r"[a-z0-9]+", name.lower())) or "record"


def is_plain(name: str) -> bool:
    """Whether a name can be that of a method as it stands.

    >>> [name for name in ("price", "list price", "class", "_x", "2x") if is_plain(name)]
    ['price']
    """
    return re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) is not None and not iskeyword(name) and not issoftkeyword(name)
