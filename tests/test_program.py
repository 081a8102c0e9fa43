import pytest
from lxml import html as lxml_html

from unweave.definition import select, taken
from unweave.page import Page
from unweave.program import Condition, Selection, Step

SOURCE = """<html><body><div id="main"><h1>Emma</h1>
<table><tbody><tr class="row odd"><th>Brand</th><td>Acme</td><td>GmbH</td></tr>
<tr class="row"><th>Price</th><td>$5</td></tr></tbody></table>
<p>one</p><p class="note">two</p><p>three</p></div></body></html>"""
PAGE = Page(SOURCE, name="emma.html")

WALKS = {
    "//h1": (Step("descendant", "h1"),),
    "(//tr)[2]/td": (Step("descendant", "tr", (Condition("position", "2"),)), Step("child", "td")),
    "//th[normalize-space()='Brand']/following-sibling::td[1]": (
        Step("descendant", "th", (Condition("text", "Brand"),)),
        Step("following-sibling", "td", (Condition("position", "1"),)),
    ),
    "//tr[contains(concat(' ', normalize-space(@class), ' '), ' odd ')]/*": (
        Step("descendant", "tr", (Condition("class", "odd"),)),
        Step("child"),
    ),
    "//p[not(@class='note')]": (Step("descendant", "p", (Condition("attribute", "note", "class", negated=True),)),),
    "//p[@class='note']/preceding-sibling::*[1]": (
        Step("descendant", "p", (Condition("attribute", "note", "class"),)),
        Step("preceding-sibling", "", (Condition("position", "1"),)),
    ),
    "//td/ancestor::div": (Step("descendant", "td"), Step("ancestor", "div")),
    "//td/parent::tr/td[last()]": (
        Step("descendant", "td"),
        Step("parent", "tr"),
        Step("child", "td", (Condition("position-from-end", "1"),)),
    ),
    "(//tr)[1]/following::p": (Step("descendant", "tr", (Condition("position", "1"),)), Step("following", "p")),
    "(//p)[2]/preceding::td": (Step("descendant", "p", (Condition("position", "2"),)), Step("preceding", "td")),
    "//p[contains(., 'e')]/self::p": (Step("descendant", "p", (Condition("contains", "e"),)), Step("self", "p")),
}


@pytest.mark.parametrize(("xpath", "steps"), WALKS.items())
def test_steps_mean_what_they_mean_in_xpath(xpath: str, steps: tuple[Step, ...]) -> None:
    """Another engine, asked in XPath 1.0, names the same nodes."""
    found = lxml_html.fromstring(SOURCE).xpath(xpath)
    ours = [(node.tag, "".join(node.text.split())) for node in select(PAGE.tree.root, steps)]
    assert ours == [(each.tag, "".join(each.text_content().split())) for each in found]


def test_text_nodes_can_be_asked_for() -> None:
    """``#text`` is the tag of what has none."""
    steps = (Step("descendant", "h1"), Step("child", "#text"))
    assert [PAGE[node.span] for node in select(PAGE.tree.root, steps) if node.span] == ["Emma"]


def test_what_is_taken_is_a_span() -> None:
    """The text of a node, or the value of an attribute."""
    (note,) = select(PAGE.tree.root, (Step("descendant", "p", (Condition("class", "note"),)),))
    text, value, nothing = (taken(note, take) for take in ("text", "@class", "@href"))
    assert text is not None
    assert value is not None
    assert (PAGE[text], PAGE[value], nothing) == ("two", "note", None)
    assert Selection("title", ()).take == "text"
