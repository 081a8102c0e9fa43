"""Data in scripts: documents, paths, texts and spans, in the styles of today's pages."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Page
from unweave.page.json_strings import unescaped

STATE = {
    "title": 'café "au lait" </script>',
    "price": 5.5,
    "tags": ["a", "b"],
    "face": "\N{GRINNING FACE}",
    "none": None,
}
VALUES = [
    (("title",), 'café "au lait" </script>'), (("price",), "5.5"), (("tags", 0), "a"), (("tags", 1), "b"),
    (("face",), "\N{GRINNING FACE}"), (("none",), "null"),
]  # fmt: skip
JSON = json.dumps(STATE).replace("</", "<\\/")
LINES = "3:[]\n4:T3,\u00e9x5:" + json.dumps(STATE).replace("</", "<\\/") + "\n6:I[[]]\n"
PAGES = {
    "application/ld+json": f'<script type="application/ld+json">\n {JSON} \n</script>',
    "#__NEXT_DATA__": f'<script id="__NEXT_DATA__" type="application/json" crossorigin>{JSON}</script>',
    "window.__STATE__": f"<script>window.__STATE__ = {JSON};(function(){{var s;}}())</script>",
    'window["state"]': f'<script>!function(){{}}();window["state"]={JSON}</script>',
    "data": f"<script type=module>const data = {JSON}\nexport default data</script>",
    "dataLayer.push": f"<script>dataLayer = dataLayer || [];dataLayer.push({JSON});</script>",
    "gtag": f"<script>gtag('event', \"view_item_list\", {JSON});</script>",
    "kit.start": f"<script>Promise.all([]).then(([kit, app]) => {{ kit.start(app, 2, {JSON}); }})</script>",
    "self.__DATA.push": f"<script>(self.__DATA = self.__DATA || []).push({JSON})</script>",
    "JSON.parse": f"<script>window.S = JSON.parse({json.dumps(JSON)});</script>",
    "window.TEXT": f"<script>window.TEXT = {json.dumps(JSON)};</script>",
    "state": f"<script>// a comment\nvar broken = {{a: f()}}, state = {JSON.replace('}', ',}')};</script>",
    "__next_f": "<script>self.__next_f.push([0])</script>"
    f"<script>self.__next_f.push([1,{json.dumps(LINES[:30])}])</script>"
    f"<script>self.__next_f.push([1,{json.dumps(LINES[30:])}])</script>",
}  # fmt: skip


@pytest.mark.parametrize(("name", "source"), PAGES.items())
def test_styles(name: str, source: str) -> None:
    """In each style all values are found, with path, text and the place of their source."""
    page = Page(f"<html><body>{source}<p>x</p></body></html>", name="p.html")
    values = [value for value in page.embedded.values() if value.document.name == name]
    assert [(value.path, value.text) for value in values] == VALUES
    assert [page.text(value.span) for value in values] == [text for _, text in VALUES]
    for value in values:
        raw = page[value.span].replace('"])</script><script>self.__next_f.push([1,"', "")  # it is in two chunks
        assert value.text in {unescaped(raw), unescaped(unescaped(raw))}


@pytest.mark.parametrize("name", ["JSON.parse", "window.TEXT"])
def test_strings_in_strings(name: str) -> None:
    """A span in a string that holds JSON covers the escapes of both."""
    page = Page(PAGES[name], name="p.html")
    [value] = page.embedded.find("\N{GRINNING FACE}")
    assert page[value.span] == "\\\\ud83d\\\\ude00"


def test_documents_in_documents() -> None:
    """A string in the data that is JSON itself is a document of its own, with its places in the source."""
    page = Page(
        '<script type="application/json">{"body": "[{\\"a\\": \\"x\\\\n\\"}]", "no": "[1, ", "one": "[]"}</script>'
    )
    inner = [one for one in page.embedded.values() if one.document.name == "application/json.body"]
    assert [(one.path, one.text, page[one.span]) for one in inner] == [((0, "a"), "x\n", "x\\\\n")]


def test_several_documents() -> None:
    """Scripts are numbered, and a script may have several documents."""
    page = Page(
        '<script type="application/ld+json">{"a": 1}\n{"b": 2}</script><script src="x.js"></script>'
        "<script>var a = {x: 1}, b = [2]; f({y: 3}, 4); c = {}</script>"
    )
    found = [(one.script, one.name, [value.path for value in one.values()]) for one in page.embedded.documents]
    assert found == [
        (0, "application/ld+json", [("a",)]),
        (0, "application/ld+json", [("b",)]),
        (2, "a", [("x",)]),
        (2, "b", [(0,)]),
        (2, "f", [("y",)]),
    ]


@pytest.mark.parametrize(
    "source",
    [
        '<script type="application/json">{"a": 1,</script>',
        '<script type="application/json">{"a": 1} and more</script>',
        '<script type="application/json"></script>',
        '<script type="text/template">a = {"a": 1}</script>',
        "<script>a = {b: c}; d = {e: function(){}}; f = `{g: 1}`; h = /[{]/</script>",
        "<script>a = {</script>",
        '<script>a = "{',
        '<script>JSON.parse("{\\"a\\": ")</script>',
        "<style>a = {b: 1}</style><!-- <script>a = {b: 1}</script> -->",
        '{"a": 1}',
    ],
)
def test_broken_json_is_no_data(source: str) -> None:
    """Code, cut and broken JSON, and what is no script, has no values and is no error."""
    assert list(Page(source).embedded.values()) == []


def test_comments_around_data() -> None:
    """Old ways to hide scripts from browsers do not matter."""
    for source in ("<!--\n%s\n-->", "//<![CDATA[\n%s\n//]]>", "/*<![CDATA[*/%s/*]]>*/"):
        page = Page('<script type="application/json">' + source % '{"a": 1}' + "</script>")
        assert [value.text for value in page.embedded.values()] == ["1"]


def test_equal_keys_are_all_kept() -> None:
    """Of equal keys both values are addressed by the same path."""
    values = Page('<script>s = {"a": 1, "a": NaN}</script>').embedded.values()
    assert [(value.path, value.text) for value in values] == [(("a",), "1"), (("a",), "NaN")]


@given(
    st.recursive(
        st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
    )
)
def test_any_state(value: Any) -> None:
    """Whatever a page assigns, all its texts are found; newlines are those of the page."""
    text = json.dumps([value]).replace("</", "<\\/").replace("<!--", "<\\u0021--")
    page = Page(f"<script>s = {text};</script>", html=True)
    wanted = sorted(unescaped(part) for part in _texts([value]))
    found = sorted(one.text for one in page.embedded.values() if one.kind == "string")
    assert found == wanted


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [json.dumps(value)[1:-1]]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in _texts(one)]
