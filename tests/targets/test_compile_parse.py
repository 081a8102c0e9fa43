"""The tree on which compiled rules look is the one that a Page would have, whatever is no character in the source."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from unweave.page.page import fit
from unweave.targets.rules_parse import parsed
from unweave.targets.rules_sheet import Unsure

PIECES = (
    *("\0", "x", "\u0119", " ", "=", '"', "&#", "<p>", "</p>", "<table>", "<tr>", "<td>", "</table>", "<!--", "-->"),
    *("<script>", "</script>", "<title>", "</title>", "<svg>", "<desc>", "<style>", "<![CDATA[", "]]>", "<a b='"),
    *("<?x ", ">", "<!DOCTYPE ", "<select>", "<textarea>", "<plaintext>", '<input type="hidden">', "</"),
)


def shape(source: str) -> list[tuple[str, str]] | None:
    """The elements and texts of a tree, in their order; None where the page is no HTML."""
    try:
        nodes: list[Any] = list(parsed(source).descendants)
    except Unsure:
        return None
    kinds = [(node, type(node).__name__) for node in nodes]
    return [(kind, node.data if kind == "Text" else getattr(node, "tag", "")) for node, kind in kinds]


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
@example("<svg><desc><![CDATA[\0\u0119")
@example('<table>\0<input type="hidden"><tr><td>x</table>')
def test_what_is_no_character_stands_as_in_a_page(source: str) -> None:
    """Wherever a NUL stands, in a page within Latin-1 or beyond, the tree is that of the source made fit."""
    assert shape(source) == shape(fit(source))


@pytest.mark.parametrize("letter", ["e", "\u0119"])
def test_a_nul_in_a_text(letter: str) -> None:
    """The parser would leave it out; a page shows that something was there."""
    assert parsed(f"<p>On\0{letter}</p>").text == f"On\ufffd{letter}"
