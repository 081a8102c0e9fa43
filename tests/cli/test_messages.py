"""Text for the terminal."""

from hypothesis import given
from hypothesis import strategies as st

from unweave.cli.messages import escape_controls


@given(st.text())
def test_nothing_commands_the_terminal(text: str) -> None:
    """Whatever is on a page, no escape and no other control character but newline and tab is left."""
    assert all(char in "\n\t" or char >= " " for char in escape_controls(text))
    assert not set(escape_controls(text)) & {chr(code) for code in range(0x7F, 0xA0)}


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_ordinary_text_stays(text: str) -> None:
    """Ordinary text is shown as it is."""
    assert escape_controls(text) == text
