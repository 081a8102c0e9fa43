import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from unweave.page.entities import decode_attribute, decode_text

PARTS = [
    "&",
    "&amp;",
    "&amp",
    "&copy",
    "&copy;",
    "&notit;",
    "&not",
    "&ngE;",
    "&#65;",
    "&#65",
    "&#x41;",
    "&#X41",
    "&#0;",
]
PARTS += ["&#128;", "&#x81;", "&#xD800;", "&#1114112;", "&#99999999999;", "&#;", "&#x;", "&#xFFFE;", "&#13;", "&bogus;"]
PARTS += ["=", "1", "a", ";", " ", "x", "#", "lt", "&CounterClockwiseContourIntegral;", "&fjlig;", "&Aacute", "&#x80"]
references = st.lists(st.sampled_from(PARTS), max_size=8).map("".join)


@given(references)
def test_text_as_the_parser_decodes_it(source: str) -> None:
    """Every reference in a text, whole or cut short, means what it means to HTML5."""
    found = turbohtml.parse(f"<p>x{source}x").find("p")
    assert found is not None
    assert decode_text(f"x{source}x") == found.text


@given(references)
def test_attribute_as_the_parser_decodes_it(source: str) -> None:
    """The same in an attribute value, where a name without semicolon may be part of a link."""
    found = turbohtml.parse(f'<p title="{source}">').find("p")
    assert found is not None
    assert decode_attribute(source) == found.attr("title")


@pytest.mark.parametrize("source", ["&" * 300_000, "&#" + "9" * 300_000 + ";", "&a" * 200_000, "&" + "a" * 300_000])
def test_hostile_references(source: str) -> None:
    """Long numbers and names neither raise nor hang."""
    assert len(decode_text(source)) <= len(source)
    assert len(decode_attribute(source)) <= len(source)
