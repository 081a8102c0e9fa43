r"""Pages that are not HTML, read as lines: the beginning and the end of the page are delimiters, too.

Legend

    page         'Oak,31\nElm,7'                   plain CSV: nothing before the first value, nothing after the last one
    framed       '\nOak,31\nElm,7\n' + PAGE_END     the same page with a line end at each end, and a sign for the end
    PAGE_END     U+0003, the control character "end of text"
    HLRT         h '\n', t '\n' + PAGE_END, l1 '\n', r1 ',', l2 ',', r2 '\n'

Without the frame no class wraps the first record of such a page, since no string is to the left of it, nor the last
one: the line end after it looks like the beginning of another record. A scan with ``lines`` runs on the framed page,
and its spans are moved back by one. Blank lines at the end of a page are left out.

Departure from the thesis, which gives plain CSV as an example (section 9.2.2) and no class that wraps it. The frame is
used only where each record shown begins a line of a page that is not HTML, so the classes are as defined on all others.
"""

from unweave.program import Scan

PAGE_END = "\x03"


def framed(source: str) -> str:
    r"""The page with a line end before and after it, and the sign for its end.

    >>> framed("Oak,31\nElm,7"), framed("Oak,31\nElm,7\n\n")
    ('\nOak,31\nElm,7\n\x03', '\nOak,31\nElm,7\n\x03')
    """
    stripped = source.rstrip("\n")
    return f"\n{stripped}\n{PAGE_END}"


def searched(scan: Scan, source: str) -> str:
    r"""The text in which the delimiters of a scan are searched for.

    >>> searched(Scan((), lines=True), "Oak")
    '\nOak\n\x03'
    """
    return framed(source) if scan.lines else source
