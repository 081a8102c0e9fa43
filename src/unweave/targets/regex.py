"""Scans and bracket rules as regular expressions: one pattern per record, or one per field.

A scan without a tail is one pattern with a group per field: what ``re.finditer`` finds, record by record. A rule that
asks only for the strings left and right of a value is a pattern of its own. Texts of pages are escaped. The patterns
of records need ``re.DOTALL``, and set it themselves.
"""

import re

from unweave.errors import CannotCompile
from unweave.program import Program, Scan, Selection
from unweave.targets.xpath import written_panels

TARGET = "regex"


def regex(program: Program) -> dict[str, str]:
    """The pattern of a record (under the name "record"), or each field's pattern; or it raises CannotCompile.

    >>> from unweave.program import Cut
    >>> scan = Scan((Cut("country", "<b>", "</b>"), Cut("code", "<i>", "</i>")))
    >>> pattern = regex(scan)["record"]
    >>> [found.group("field1", "field2") for found in re.finditer(pattern, "<b>Congo</b> <i>242</i><br>")]
    [('Congo', '242')]
    """
    if isinstance(program, Scan):
        return {"record": _record(program)}
    return {name: "|".join(parts) for name, parts in written_panels(program, TARGET, pattern).items()}


def _record(scan: Scan) -> str:
    if scan.nested or scan.tail or scan.head or any(cut.missing for cut in scan.cuts):
        raise CannotCompile(
            target=TARGET, reason="a head, a tail, nesting and absent values need more than one pattern"
        )
    cuts = ".*?".join(
        f"{re.escape(cut.left)}(?P<field{number}>.*?)(?={re.escape(cut.right)})"
        for number, cut in enumerate(scan.cuts, 1)
    )
    opening = f"(?={re.escape(scan.opening)}).*?" if scan.opening else ""  # a left delimiter may begin there too
    closing = f".*?(?={re.escape(scan.closing)})" if scan.closing else ""
    return f"(?s){opening}{cuts}{closing}"


def pattern(selection: Selection) -> str:
    r"""One rule's pattern.

    >>> from unweave.program import Condition, Step
    >>> between = Step("descendant", "#text", (Condition("left", "<b>"), Condition("right", "</b>")))
    >>> pattern(Selection("title", (between,)))
    '<b>([^<]*)(?=</b>)'
    """
    concept = selection.steps[0]
    sides = {one.property: one.value for one in concept.conditions}
    if set(sides) != {"left", "right"} or concept.tag != "#text" or selection.left or selection.right:
        raise CannotCompile(target=TARGET, reason="it is no pair of brackets: it looks at the tree")
    return f"{re.escape(sides['left'])}([^<]*)(?={re.escape(sides['right'])})"
