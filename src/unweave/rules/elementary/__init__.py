"""The elementary builders; their order is in ``unweave.rules.bias``.

path_builders    tags, attributes and positions of the node and its ancestors
text_builders    texts near the value: a label, the first text of a row, a heading, a column header
value_builders   the value itself: its kind, formatting, words, and the source around it
"""

from unweave.rules.elementary.path_builders import (
    AnchoredPath,
    AttributePath,
    FullPath,
    InsideElement,
    MainHeading,
    PositionPath,
    PositionPathFromEnd,
    TagPath,
)
from unweave.rules.elementary.text_builders import ColumnHeader, LabelBefore, RowLabel, SectionHeading, TextAfter
from unweave.rules.elementary.value_builders import Brackets, CommonWords, Formatting, ValueKind

__all__ = [
    "AnchoredPath",
    "AttributePath",
    "Brackets",
    "ColumnHeader",
    "CommonWords",
    "Formatting",
    "FullPath",
    "InsideElement",
    "LabelBefore",
    "MainHeading",
    "PositionPath",
    "PositionPathFromEnd",
    "RowLabel",
    "SectionHeading",
    "TagPath",
    "TextAfter",
    "ValueKind",
]
