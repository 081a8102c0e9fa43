"""Tables as Python text: what stands in them by default is left out, and every text is a literal, whatever it holds."""

from collections.abc import Iterator

from unweave.targets.alone.cuts import Cut, Scan
from unweave.targets.alone.tables import Field, Part, Rule

Table = Rule | Field | Part | Cut | Scan
TABLES = (Rule, Field, Part, Cut, Scan)


def literal(value: object, indent: int = 0) -> str:
    r"""The Python text that gives the value back.

    >>> print(literal(Field(((Rule("//h1", weight=2.0), Rule("//b", near=((-1, 'so-called "Brand"'),))),))))
    Field(
        (
            (
                Rule('//h1', weight=2.0),
                Rule('//b', near=((-1, 'so-called "Brand"'),)),
            ),
        ),
    )
    """
    if isinstance(value, TABLES):
        return f"{type(value).__name__}({_arguments(value, indent)})"
    if isinstance(value, dict):
        return _lines("{", [f"{name!r}: {literal(one, indent + 1)}" for name, one in value.items()], "}", indent)
    if isinstance(value, frozenset):
        return f"frozenset({sorted(value)!r})"
    if isinstance(value, tuple) and _has_tables(value):
        return _lines("(", [literal(one, indent + 1) for one in value], ")", indent)
    return repr(value)


def _lines(opening: str, items: list[str], closing: str, indent: int) -> str:
    inside = "".join(f"{' ' * 4 * (indent + 1)}{item},\n" for item in items)
    return f"{opening}\n{inside}{' ' * 4 * indent}{closing}"


def _has_tables(value: tuple[object, ...]) -> bool:
    first = value[0] if value else None
    return isinstance(first, TABLES) or (isinstance(first, tuple) and _has_tables(first))


def _arguments(value: Table, indent: int) -> str:
    said = list(_said(value))
    if not any(isinstance(one, dict) or (isinstance(one, tuple) and _has_tables(one)) for _, one in said):
        return ", ".join(name + literal(one) for name, one in said)
    pad = " " * 4 * (indent + 1)
    lines = ",\n".join(f"{pad}{name}{literal(one, indent + 1)}" for name, one in said)
    return f"\n{lines},\n{' ' * 4 * indent}"


def _said(value: Table) -> Iterator[tuple[str, object]]:
    defaults = value._field_defaults
    for name, one in zip(value._fields, value, strict=True):
        if name not in defaults or defaults[name] != one:
            yield f"{name}=" if name in defaults else "", one
