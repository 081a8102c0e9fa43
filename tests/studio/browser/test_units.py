"""Texts, parts of texts, attributes and the source (U1 - U7)."""

import json
import re
from pathlib import Path

from studio.browser.conftest import OpenStudio
from studio.browser.driver import Browser, Route, StudioCommand, StudioWindow

EMOJI = "a😀b"
PARTS = f"<p>Price {EMOJI}: 12 cafe\u0301s 😀 Ω17 end</p><p>Price {EMOJI}: 13 cafe\u0301s 😀 Ω18 end</p>"
LINKS = "".join(
    f'<p><a href="/item/{number}?a=1&amp;b=2" title="About {name}">{name}</a> <img src="/{number}.png"></p>'
    for number, name in enumerate(("Ann", "Ben", "Cid"), start=1)
)
AWKWARD = (
    "<p>one<p>two",
    "<table><tr><td>cell<b>bold</table>",
    "<table>moved<tr><td>cell</td></tr></table>",
    "<b>a<p>b</b>c</p>",
    "<a>x<a>y</a>z</a>",
    "<pre>\n\nline</pre>",
    "<textarea>\nkept</textarea>",
    "<select><option>A<option>B</select>",
    "<svg><text>drawn</text></svg>",
    "<p>a<!-- c -->b</p>",
    "<template><p>hidden</p></template>after",
    "x &amp; y &lt;z&gt; &copy;",
    "a\r\nb\rc",
    "<ul><li>1<li>2<ul><li>3</ul></ul>",
    "<noscript><p>none</p></noscript>text",
    "<button>a<button>b</button></button>",
    "<form><form>inner</form></form>tail",
    "</p>start<br>mid<hr>end",
    "<div>\u00a0nbsp\u200bzero</div>",
    "<dl><dt>t<dd>d</dl>",
    "<math><mi>x</mi></math>",
    "<p>text</body>after body",
    "<embed src=x>behind<object>in</object>",
    "<i>1<b>2</i>3</b>4",
    "<table><tr><td>a<table><tr><td>b</table>c</table>",
    "<p>a<div>b</div>c</p>d",
    "<h1>a<h2>b</h2>c</h1>",
    "<ruby>k<rt>r</ruby>",
    "<label>Name <input value=typed> after</label>",
    "<table><caption>c<col><tbody><tr><th>h<td>d</table>",
    "<details><summary>s</summary>in</details>",
    "<font color=red>a<p>b</font>c",
    "<svg><foreignObject><p>inside</p></foreignObject></svg>",
    "<nobr>a<nobr>b</nobr>",
    "<plaintext>all <b>the rest",
)


def part_of(window: StudioWindow) -> dict[str, int]:
    """The target of the mark that is accepted."""
    marks = [mark for mark in window.js("store.marksOf('p1')") if mark[1] == "P"]
    assert len(marks) == 1
    return dict(zip(("wid", "k", "start", "end"), marks[0][4][1:], strict=True))


def test_u1_a_drag_takes_a_part_of_a_text(studio_of: OpenStudio) -> None:
    """Positions count code points, also after emoji and combining marks."""
    window = studio_of(PARTS)
    text = f"Price {EMOJI}: 12 cafe\u0301s 😀 Ω17 end"
    window.drag("Ω17", keys="Alt")
    window.press("Enter")
    part = part_of(window)
    assert (part["start"], part["end"]) == (text.index("Ω17"), text.index("Ω17") + 3)
    assert ("m0P", "Ω17") in window.painted()
    window.press("Control+z")
    window.drag("afe\u0301")
    window.press("Enter")
    part = part_of(window)
    assert (part["start"], part["end"]) == (text.index("cafe"), text.index("cafe") + 6)
    label = next(event for event in reversed(window.events()) if event["type"] == "label")
    source = PARTS
    assert source[label["labels"][-1][2] : label["labels"][-1][3]] == "cafe\u0301s"


def test_u2_what_is_pointed_at_is_what_the_server_has(studio_of: OpenStudio) -> None:
    """For many points the unit under the pointer has the same text on the server as in the browser."""
    row = "<tr><td>cell {n} &amp; more</td><td><b>x{n}</b> tail {n}</td><td>ü{n}😀</td></tr>"
    rows = "".join(row.format(n=n) for n in range(60))
    window = studio_of(f"<h1>A &lt;title&gt;</h1><table>{rows}</table>")
    script = """async () => {
      const {controller} = await import('/static/page.js');
      const {post} = await import('/static/api.js');
      const view = controller.view, found = [];
      let seed = 7;
      const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
      for (let tries = 0; tries < 4000 && found.length < 500; tries += 1) {
        view.scrollTo(0, next() * 2000);
        const target = view.targetAt(next() * 400, next() * view.size().height, null);
        if (target) found.push(target);
      }
      const units = new Map(found.map(target => [JSON.stringify(target.unit), target.value]));
      let wrong = 0;
      for (const [unit, value] of units) {
        const answer = await post('/pages/p1/unit', {unit: JSON.parse(unit)});
        if (answer.value.replace(/\\s/g, '') !== value.replace(/\\s/g, '')) wrong += 1;
      }
      return [found.length, units.size, wrong, view.mismatches];
    }"""
    found, units, wrong, mismatches = window.page.evaluate(script)
    assert found == 500
    assert units > 60
    assert (wrong, mismatches) == (0, 0)


def test_u3_an_attribute_by_key_and_in_the_source_is_one_unit(studio_of: OpenStudio) -> None:
    """The address of a link by ``.``, by Alt+Shift+click and in the raw view has the same span."""
    window = studio_of(LINKS)
    window.hover("Ann")
    window.press(".")
    assert "href" in window.page.inner_text(".tip")
    window.press("a", "Enter")
    by_key = [mark[:4] for mark in window.js("store.marksOf('p1')") if mark[1] == "P"]
    assert by_key[0][2:] == [LINKS.index("/item/1"), LINKS.index('" title')]
    assert {mark[5] for mark in window.js("store.marksOf('p1')")} >= {"/item/1?a=1&b=2", "/item/2?a=1&b=2"}
    assert ("m0P", "a") in window.painted()
    window.press("Control+z")
    window.click("Ann", keys="Alt Shift")
    window.press("Enter")
    assert [mark[2:4] for mark in window.js("store.marksOf('p1')") if mark[1] == "P"] == [by_key[0][2:]]
    assert "not" in window.hover("Ben")  # the text of a link whose address is marked
    window.press("Control+z", "v", "v")
    window.page.wait_for_selector(".source .line")
    window.click_source(1, "/item/1")
    window.press("Enter")
    assert [mark[2:4] for mark in window.js("store.marksOf('p1')") if mark[1] == "P"] == [by_key[0][2:]]


def test_u3_a_value_that_is_never_shown_is_in_the_raw_view(studio_of: OpenStudio) -> None:
    """Data in a script can be taken by a drag over the source."""
    window = studio_of('<p>shown</p>\n<script>var sku = "A-1234";</script>')
    window.press("v", "v")
    window.page.wait_for_selector(".source .line")
    window.drag_source(2, "A-1234")
    window.press("Enter")
    assert [mark[5] for mark in window.js("store.marksOf('p1')") if mark[1] == "P"] == ["A-1234"]


def test_u3_the_inspector_offers_everything(studio_of: OpenStudio) -> None:
    """Texts and attributes of an element, each with a button that takes it."""
    window = studio_of(LINKS)
    window.hover("Ben")
    window.press("i")
    window.page.wait_for_selector(".inspector tr")
    assert window.page.locator(".inspector th").all_inner_texts() == ["whole text", "text 1", "href", "title"]
    window.page.click(".inspector tr:nth-child(4) button")
    window.settle()
    assert "About Ben" in [mark[5] for mark in window.js("store.marksOf('p1')") if mark[1] == "P"]


def test_u4_awkward_pages_map_to_the_same_texts(studio_of: OpenStudio) -> None:
    """35 pages: each element is found once, every text is the learner's; a label for another text is refused."""
    window = studio_of(*AWKWARD)
    script = """async count => {
      const {get, post} = await import('/static/api.js');
      const {PageView} = await import('/static/frame.js');
      const frame = document.querySelector('iframe').cloneNode();
      document.body.append(frame);
      const found = [];
      for (let number = 1; number <= count; number += 1) {
        const units = await get(`/pages/p${number}/units`);
        const view = new PageView(frame);
        await view.load((await post(`/pages/p${number}/view`, {})).url, units);
        const wids = [...view.doc.querySelectorAll('[data-wid]')].map(one => one.dataset.wid);
        found.push([view.mismatches, wids.length - new Set(wids).size, units.elements - wids.length]);
      }
      frame.remove();
      return found;
    }"""
    assert len(AWKWARD) == 35
    assert window.page.evaluate(script, 35) == [[0, 0, 0]] * 35
    unit = {"kind": "text", "wid": 4}
    wrong = {"type": "label", "page": "p1", "field": None, "unit": unit, "value": "other", "sign": 1}
    script = "event => import('/static/store.js').then(({store}) => store.send(event))"
    assert window.page.evaluate(script, wrong) is False
    window.expect_text(".toast.error", "not 'other'")


def test_u4_a_text_that_differs_cannot_be_clicked(studio_of: OpenStudio) -> None:
    """If the view had another text than the learner, it would be counted and not be a target."""
    window = studio_of("<p>one</p><p>two</p>")

    def changed(route: Route) -> None:
        answer = route.fetch().json()
        route.fulfill(json={**answer, "hash": [0, *answer["hash"][1:]]})

    window.page.route("**/api/pages/p1/units", changed)
    window.page.reload()
    window.page.wait_for_selector("#page-pane[data-shown]")
    window.settle()
    window.expect_text(".notice.warning", "1 text cannot be clicked here")
    window.page.mouse.click(*window.middle("one"))
    window.settle()
    assert window.js("store.state.fields.length") == 0
    window.button("Open the raw view")
    window.click_source(1, "one")
    assert [mark[5] for mark in window.js("store.marksOf('p1')") if mark[1] == "P"] == ["one"]


def test_u5_what_is_covered_can_be_reached(studio_of: OpenStudio) -> None:
    """``pointer-events`` and ``user-select`` have no effect; Tab reaches what lies below, and H hides what covers."""
    cover = '<div style="position:absolute;left:0;top:0;width:300px">Cover</div>'
    wall = '<div style="position:fixed;inset:200px 0 0;background:#fff9"><h2 style="margin:99px 0">Cookies?</h2></div>'
    lines = '<p style="pointer-events:none">Off</p><p style="user-select:none">Still</p>'
    window = studio_of(f'<div style="margin:0">Under</div>{cover}{lines}<p style="margin-top:250px">Behind</p>{wall}')
    for text in ("Off", "Still"):
        window.hover(text)
        assert window.js("store.state.target.label") == text
    window.hover("Cover")
    assert window.js("store.state.target.label") == "Cover"
    window.press("Tab")
    assert window.js("store.state.target.label") == "Under"
    window.hover("Cookies?")
    window.press("h")
    window.hover("Behind")
    assert window.js("store.state.target.label") == "Behind"
    window.press("Shift+H")
    assert window.page.evaluate(
        "document.querySelector('iframe').contentDocument.querySelector('h2').checkVisibility()"
    )


BOXES = """() => {
  const shown = document.querySelector('iframe')?.contentDocument || document;
  return [...shown.querySelectorAll('body *')].map(one => {
    const box = one.getBoundingClientRect();
    return [box.x, box.y, box.width, box.height].map(Math.round).join(' ');
  });
}"""


def test_u6_neither_marks_nor_the_view_move_anything(studio_of: OpenStudio) -> None:
    """All elements have the boxes that they have in the original page, with marks and without."""
    style = """<!doctype html><style>p>*+*{margin-left:9px} p:nth-child(2){padding:4px} a:only-child{color:red}
      b:first-child{font-size:20px} i:empty{display:inline-block;width:30px;height:5px}</style>"""
    flex = "<div style='display:flex;gap:7px'><b>one</b>two<b>three</b><i></i></div><table><td>cell<td>more</table>"
    html = style + re.sub("<img[^>]*>", "<i></i>", LINKS) + flex
    window = studio_of(html)
    width = window.page.evaluate("document.querySelector('iframe').contentDocument.documentElement.clientWidth")
    before = window.page.evaluate(BOXES)
    window.click("Ann")
    window.press("Enter")
    window.page.click("#add-field")
    window.hover("Ben")
    window.press(".", "a", "Enter")
    assert len(window.painted()) >= 6
    assert window.page.evaluate(BOXES) == before
    original = window.context.new_page()
    original.set_viewport_size({"width": width, "height": 500})
    original.set_content(html)
    assert original.evaluate(BOXES) == before


def test_u7_labels_survive_a_kill(browser: Browser, tmp_path: Path) -> None:
    """Reload, and kill -9 between two clicks: every answered click is there again."""
    page = tmp_path / "names.html"
    page.write_text(LINKS, encoding="utf-8")
    folder = tmp_path / "names.studio"
    with StudioCommand("--project", folder, page) as command:
        window = StudioWindow(browser, command.address)
        window.click("Ann")
        window.press("Enter")
        painted = window.painted()
        window.page.reload()
        window.page.wait_for_selector("#page-pane[data-shown]")
        window.settle()
        assert window.painted() == painted
        command.kill()
        window.close()
    with StudioCommand(folder) as command:
        window = StudioWindow(browser, command.address)
        assert window.painted() == painted
        window.close()
    lines = (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("type") for line in lines][1:] == ["page_add", "label"]
