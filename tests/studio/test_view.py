"""The view: nothing in it loads or runs, every element is there once, and no text moves (S1 - S3, S7, U2, U4)."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from studio.client import StudioClient
from unweave.page import Page
from unweave.studio.units import PageUnits
from unweave.studio.view import harmless_css, view_of

HOSTILE = """<!DOCTYPE html><html manifest="x"><head><base href="//evil.test/">
<meta http-equiv="refresh" content="0;url=//evil.test">
<link rel="stylesheet" href="//evil.test/a.css"><link rel=prefetch href=//evil.test/p><title>x</title>
<style>@import "//evil.test/b.css"; b{background:url(//evil.test/c.png)} i{background:u\\72l('//evil.test/d')}
u{background:image-set("//evil.test/e" 1x)} </style><script>alert(1)</script><noscript><img src=//evil.test/n>
</noscript></head>
<body onload="alert(2)" background="//evil.test/f" data-wid="7" id="documentElement">
<img src="//evil.test/g" srcset="//evil.test/h 1x" onerror="alert(3)" name="body" alt="a picture">
<a href="javascript:alert(4)" target="_top" ping="//evil.test/i">link</a>
<iframe src="//evil.test/j" srcdoc="<script>1</script>"></iframe>
<object data="//evil.test/k"><embed src="//evil.test/l">inside</object><form action="//evil.test/m">
<input autofocus onfocus=alert(5)
formaction="//evil.test/o" type=image src=//evil.test/q><button formaction="//evil.test/r">send</button></form>
<svg><script>alert(6)</script><use href="//evil.test/s"/><image xlink:href="//evil.test/t"/>
<a xlink:href="javascript:1"><text>svg</text></a>
<style>*{background:url(//evil.test/u)}</style><animate onbegin="alert(7)" attributeName=x /></svg>
<video src="//evil.test/v" poster="//evil.test/w" autoplay></video>
<div style="background:URL( //evil.test/x );behavior:url(y)">styled</div>
<p contenteditable accesskey=x popover nonce=1 style="color:red" class="c" title="t">text</p><template><b>q</b>
</template>
<math><mtext></mtext><annotation-xml encoding="text/html"><img src=x onerror=alert(8)></annotation-xml></math>
<a data-wid="5" id="x" name="scripts">spoofed</a><wid-x data-wid="3">mine</wid-x><xmp><img src=//evil.test/z></xmp>
<table><script>1</script><tr><td>cell</td></tr></table><plaintext><img src=//evil.test/end>"""

AWKWARD = [
    "<p>a<p>b",
    "<table><tr>foster<td>x</table>",
    "<b><p>x</b>y</p>",
    "<a>1<a>2",
    "<button>1<button>2",
    "<select><option>1<option>2</select>",
    "<svg><circle/><foreignObject><p>x</p></foreignObject></svg>",
    "<template><b>x</b></template>y",
    "a<!-- c -->b",
    "<pre>\n\nx</pre>",
    "<textarea>\n\n<b>x</textarea>",
    "<br>x<hr>y<img>z",
    "<body>a</body>b</html>c",
    "<ul><li>1<li>2<ul><li>3</ul></ul>",
    "<dl><dt>a<dd>b<dt>c</dl>",
    "<h1>a<h2>b</h1>",
    "&amp;&lt;&nbsp;&copy x",
    "<form><form><input></form></form>",
    "<table><form><tr><td>x</form></table>",
    "<frameset><frame></frameset>",
    "<p>a<table><tr><td>b</table>c",
    "<math><mi>x</mi></math>y",
    "<ruby>a<rt>b</ruby>",
    "<noscript><p>x</p></noscript>y",
    "<title>a<b>c</title>d",
    "<embed>after<b>x</b>",
]


class Tags(HTMLParser):
    """The start tags of a view."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def wids(html: str) -> list[int]:
    """The numbers in the tree of a view, in document order."""
    nodes = Page(html, html=True).tree.elements()
    return [int(node.attributes["data-wid"]) for node in nodes if "data-wid" in node.attributes]


@pytest.mark.parametrize("styled", [True, False])
def test_nothing_loads_and_nothing_runs(styled: bool) -> None:
    """No URL, no handler, no script: whatever the page contains."""
    view = view_of(Page(HOSTILE, html=True), styled=styled)
    shown = re.sub(r' data-show="[^"]*"', "", view)
    tags = Tags(shown).tags
    names = {name.lower() for _, attributes in tags for name in attributes}
    assert not {name for name in names if name.startswith("on")}
    forbidden = {
        *(
            "href",
            "src",
            "srcset",
            "action",
            "formaction",
            "poster",
            "background",
            "data",
            "xlink:href",
            "srcdoc",
            "ping",
        ),
        *("target", "http-equiv", "autofocus", "autoplay", "contenteditable", "nonce", "popover", "accesskey"),
        *("name", "content", "rel", "manifest", "encoding"),
    }
    assert not names & forbidden
    used = {tag for tag, _ in tags}
    active = ("script", "iframe", "object", "embed", "base", "link", "noscript", "template", "form", "use", "image")
    assert not used & set(active)
    assert "url(//" not in shown.lower().replace(" ", "")
    assert "@import" not in shown
    assert "alert" not in shown


def test_numbers_cannot_be_forged() -> None:
    """S7: the page's own data-wid is gone, and each number is there once."""
    page = Page(HOSTILE, html=True)
    found = wids(view_of(page))
    assert len(found) == len(set(found))
    assert set(found) == {node.index for node in page.tree.elements()}


@pytest.mark.parametrize("source", AWKWARD)
@pytest.mark.parametrize("styled", [True, False])
def test_every_element_once_and_texts_keep_their_numbers(source: str, styled: bool) -> None:
    """U4: after another parse, each element is there once, and its texts are the same."""
    page = Page(source, html=True)
    view = Page(view_of(page, styled=styled), html=True)
    assert sorted(wids(view.source)) == sorted(node.index for node in page.tree.elements())
    units = PageUnits(page).packed()
    shown: dict[int, list[str]] = {}
    for node in view.tree.elements():
        if "data-wid" in node.attributes:
            shown[int(node.attributes["data-wid"])] = [child.data for child in node.children if child.kind == "text"]
    nodes = page.tree.nodes
    texts = {wid: [child.data for child in nodes[wid].children if child.kind == "text"] for wid in units["wid"]}
    different = [wid for wid in texts if shown.get(wid) != texts[wid]]
    assert len(different) <= (1 if "template" in source or "frame" in source or "noscript" in source else 0)


def test_the_headers_are_literally_these(studio: StudioClient) -> None:
    """S3: the policies of a view and of the studio's own page."""
    studio.open()
    url = studio.post("/api/pages/p1/view", mode="styled")["url"]
    view = studio.send("GET", url, headers={"x-studio-token": ""})
    assert view.headers["content-security-policy"] == (
        "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    )
    kept = {name: view.headers[name] for name in ("x-content-type-options", "referrer-policy", "cache-control")}
    assert kept == {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cache-control": "no-store"}
    assert studio.send("GET", "/view/00000000000000000000000000000000/").status_code == 404


def test_what_meta_elements_hold_is_shown_without_text() -> None:
    """Unstyled: the head is visible, and no text node is added."""
    page = Page('<head><meta name="author" content="Jane &quot;A&quot;"><title>T</title></head><p>x', html=True)
    view = view_of(page, styled=False)
    assert 'data-show="meta name=&quot;author&quot; content=&quot;Jane &quot;A&quot;&quot;"' in view
    assert re.findall(r">([^<>]+)<", view.partition("</head>")[2]) == ["T", "x"]


@pytest.mark.parametrize(
    "css",
    [
        "a{b:url(x)}",
        "a{b:URL(x)}",
        "a{b:u\\72 l(x)}",
        "a{b:\\75rl(x)}",
        "@import 'x'",
        "@\\69mport 'x'",
        "a{b:-webkit-image-set('x' 1x)}",
        "a{b:src('x')}",
        "</style><img src=x>",
        "a{behavior:url(x)}",
    ],
)
def test_css_that_would_load_something(css: str) -> None:
    """It is made harmless, also if it is written with escapes."""
    safe = harmless_css(css).lower()
    assert not re.search(r"(?<![\w-])(url|image-set|src|import)\(|@import|<|behavior:", safe)


def test_data_urls_stay() -> None:
    """They load nothing."""
    assert harmless_css("a{b:url(data:image/png;base64,AA==)}") == "a{b:url(data:image/png;base64,AA==)}"


def test_units_are_the_texts_that_a_reader_sees() -> None:
    """U2: for every text of a page, its unit resolves to the same text, and its target is the unit."""
    page = Page(HOSTILE, html=True)
    units = PageUnits(page)
    packed = units.packed()
    tried = 0
    for wid, k in zip(packed["wid"], packed["k"], strict=True):
        texts = [child for child in page.tree.nodes[wid].children if child.kind == "text"]
        if texts[k].data.strip() and texts[k].span:
            located = units.located({"kind": "text", "wid": wid, "k": k})
            assert located.value == " ".join(texts[k].data.split())
            target: list[Any] = located.target
            assert target[:3] == ["t", wid, k]
            assert texts[k].data[target[3] : target[4]].split() == texts[k].data.split()
            tried += 1
    assert tried > 5
