"""Texts, parts of texts, attributes and the source (U1 - U7)."""

import json
from pathlib import Path

from studio.browser.conftest import OpenStudio
from studio.browser.driver import Browser, StudioCommand, StudioWindow

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
    """Each element is found once; a text that differs is counted, never mislabelled."""
    window = studio_of(*AWKWARD)
    counts = {}
    for number, _ in enumerate(AWKWARD, start=1):
        window.js(f"store.openPage('p{number}')")
        window.page.wait_for_selector(f"#page-pane[data-shown='p{number} styled']")
        window.settle()
        counts[AWKWARD[number - 1]] = window.js("store.state.mismatches")
    assert {html: count for html, count in counts.items() if count} == {}
    unit = {"kind": "text", "wid": 4}
    wrong = {"type": "label", "page": "p1", "field": None, "unit": unit, "value": "other", "sign": 1}
    script = "event => import('/static/store.js').then(({store}) => store.send(event))"
    assert window.page.evaluate(script, wrong) is False
    window.expect_text(".toast.error", "not 'other'")


def test_u5_what_is_covered_can_be_reached(studio_of: OpenStudio) -> None:
    """``pointer-events``, ``user-select``, a cookie wall: all can be pointed at, or hidden."""
    wall = '<div style="position:fixed;inset:0;background:#fff9"><h2 style="margin-top:300px">Cookies?</h2></div>'
    window = studio_of(
        '<p style="pointer-events:none">Off</p><p style="user-select:none">Still</p><p>Under</p>' + wall,
    )
    assert window.hover("Off")
    assert window.js("store.state.target.label") == "Off" or window.js("store.state.target.label") == "Cookies?"
    window.hover("Cookies?")
    window.press("h")
    for text in ("Off", "Still", "Under"):
        window.hover(text)
        assert window.js("store.state.target.label") == text


def test_u6_marks_do_not_move_anything(studio_of: OpenStudio) -> None:
    """The boxes of all elements are the same with marks and without."""
    window = studio_of(LINKS + "<div style='display:flex'><b>one</b>two<b>three</b></div>")
    boxes = """() => [...document.querySelector('iframe').contentDocument.querySelectorAll('body *')].map(
      one => JSON.stringify(one.getBoundingClientRect()))"""
    before = window.page.evaluate(boxes)
    window.click("Ann")
    window.press("Enter")
    window.page.click("#add-field")
    window.hover("Ben")
    window.press(".", "a", "Enter")
    assert len(window.painted()) >= 6
    assert window.page.evaluate(boxes) == before


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
