"""Data paths in words, as explanations show them.

Legend

    path        products[*].price: the keys from a document to values; [*] is each item of an array
    condition   where "@type" is "Recipe": what an object on the path must have
"""

from collections.abc import Sequence

from unweave.program import DataPath
from unweave.wording import counted


def in_words(path: DataPath, *, inside: bool = False) -> str:
    """A path as a person would say it.

    >>> from unweave.program import Neighbour
    >>> recipe = Neighbour(0, "@type", "Recipe")
    >>> in_words(DataPath("by", ("author", None, "name"), "application/ld+json", neighbours=(recipe,)))
    "author[*].name in the script data 'application/ld+json', where '@type' is 'Recipe'"
    >>> in_words(DataPath("price", ("price",)), inside=True)
    "price in the record's object"
    """
    where = "the script data" + f" {path.document!r}" * bool(path.document)
    if inside:
        levels = f"{counted(path.up, 'level')} above " * bool(path.up)
        where = f"{levels}the record's object"
    conditions = [_condition(path, one.depth, one.key, one.text) for one in path.neighbours]
    keys = written(path.keys) or "the value itself"
    return f"{keys} in {where}" + ", where " * bool(conditions) + " and ".join(conditions)


def _condition(path: DataPath, depth: int, key: str, text: str) -> str:
    of = f" of {written(path.keys[:depth])}" if depth else ""
    return f"{key!r}{of} is {text!r}"


def written(keys: Sequence[str | int | None]) -> str:
    """Keys as JavaScript writes them; [*] is each of them.

    >>> written(("props", "items", None, 0, "a b"))
    'props.items[*][0]["a b"]'
    """
    parts = [
        f".{key}" if isinstance(key, str) and key.isidentifier() else "[*]" if key is None else f"[{_quoted(key)}]"
        for key in keys
    ]
    return "".join(parts).removeprefix(".")


def _quoted(key: str | int) -> str:
    return f'"{key}"' if isinstance(key, str) else str(key)
