r"""Scans and bracket rules as regular expressions: one pattern per record, or one per field.

A scan without levels is one pattern with a group per field: ``re.finditer`` finds record by record. A match without any
group is no record: it is what is before the head, what is behind the tail, or the rest of a page that ends inside a
record (where ``extract`` raises DoesNotFit). ``[match.groupdict() for match in re.finditer(...) if match.lastgroup]``
gives the records. A rule that asks only for the strings left and right of a value is a pattern of its own. Texts of
pages are escaped. The patterns of records need ``re.DOTALL``, and set it themselves.

Every search is an atomic group, ``(?>.*?</b>)``: the first place where a delimiter occurs is the only one, as in the
scan itself, and nothing is tried again. Where a record cannot be completed the rest of the page is consumed at once. So
the time grows with the length of the page whatever is missing; with ``.*?`` alone it grows with a power of it. Atomic
groups need Python 3.11; PCRE, Java, .NET and Ruby have them, JavaScript and RE2 have not.
"""

import re
from keyword import iskeyword

from unweave.errors import CannotCompile
from unweave.program import Cut, Program, Scan, Selection
from unweave.targets.xpath import written_panels

TARGET = "regex"


def regex(program: Program) -> dict[str, str]:
    """The pattern of a record (under the name "record"), or each field's pattern; or it raises CannotCompile.

    >>> scan = Scan((Cut("country", "<b>", "</b>"), Cut("code", "<i>", "</i>")))
    >>> pattern = regex(scan)["record"]
    >>> [found.groupdict() for found in re.finditer(pattern, "<b>Congo</b> <i>242</i><br>") if found.lastgroup]
    [{'country': 'Congo', 'code': '242'}]
    """
    if isinstance(program, Scan):
        return {"record": _pattern_of_scan(program)}
    return {name: "|".join(parts) for name, parts in written_panels(program, TARGET, pattern).items()}


def _pattern_of_scan(scan: Scan) -> str:
    if scan.nested:
        raise CannotCompile(target=TARGET, reason="it has records inside records, which no pattern counts; use python")
    if scan.lines:
        raise CannotCompile(target=TARGET, reason="it reads the page as lines; use python")
    escape = re.escape
    before = rf"\A(?>.*?(?={escape(scan.head)})|.*)|" if scan.head else ""
    behind = f"{escape(scan.tail)}.*|" if scan.tail else ""
    names = _group_names(scan)
    first, *others = scan.cuts
    if scan.opening:
        begin, cuts = (
            f"(?={escape(scan.opening)})",
            [_cut(one, name) for one, name in zip(scan.cuts, names, strict=True)],
        )
    elif first.missing:
        lefts = [one.left for one in scan.cuts if not one.missing][:1] or [one.left for one in scan.cuts]
        begin = f"(?={_up_to('|'.join(map(escape, lefts)), escape(scan.tail))})"
        cuts = [_cut(one, name) for one, name in zip(scan.cuts, names, strict=True)]
    else:
        begin = escape(first.left)
        cuts = [_value(first, names[0]), *(_cut(one, name) for one, name in zip(others, names[1:], strict=True))]
    closing = f"(?>.*?(?={escape(scan.closing)})|.*)" if scan.closing else ""
    return f"(?s){before}{behind}{begin}(?>{''.join(cuts)}{closing}|.*)"


def _group_names(scan: Scan) -> list[str]:
    """The names of the groups: those of the fields, where these can be names in Python."""
    names = [cut.field for cut in scan.cuts]
    are_plain = all(name.isascii() and name.isidentifier() and not iskeyword(name) for name in names)
    return names if are_plain else [f"field{number}" for number in range(1, len(names) + 1)]


def _cut(cut: Cut, name: str) -> str:
    """From the end of the value before to the end of this one; where it may be missing, nothing if it is."""
    left = re.escape(cut.left)
    if not cut.missing:
        return f"(?>.*?{left}){_value(cut, name)}"
    found = _up_to(left, re.escape(cut.missing))
    return f"(?:{found}{_value(cut, name)}|(?!{found}))"


def _up_to(wanted: str, limit: str) -> str:
    """The next occurrence of a pattern, if another does not begin before it."""
    return f"(?>(?:(?!{limit}).)*?(?:{wanted}))" if limit else f"(?>.*?(?:{wanted}))"


def _value(cut: Cut, name: str) -> str:
    return f"(?>(?P<{name}>.*?)(?={re.escape(cut.right)}))"


def pattern(selection: Selection) -> str:
    r"""One rule's pattern.

    >>> from unweave.program import Condition, Step
    >>> between = Step("descendant", "#text", (Condition("left", "<b>"), Condition("right", "</b>")))
    >>> pattern(Selection("title", (between,)))
    '<b>([^<]*+)(?=</b>)'
    """
    concept = selection.steps[0]
    sides = {one.property: one.value for one in concept.conditions}
    if set(sides) != {"left", "right"} or concept.tag != "#text" or selection.left or selection.right:
        raise CannotCompile(target=TARGET, reason="it is no pair of brackets: it looks at the tree")
    text = "[^<]*+" if sides["right"].startswith("<") else "[^<]*"
    return f"{re.escape(sides['left'])}({text})(?={re.escape(sides['right'])})"
