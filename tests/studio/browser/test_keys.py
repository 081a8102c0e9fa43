"""Keyboard, review, export and jobs (K1 - K6)."""

import csv
import io
import json
import re
from pathlib import Path

from studio.browser.conftest import OpenStudio
from studio.browser.driver import StudioWindow

BOOKS = "<h1>Books</h1>" + "".join(
    f'<p class="row"><b class="title">Title {letter}</b> <i class="price">${number}.50</i></p>'
    for number, letter in enumerate("ABCDEF", start=1)
)


def exported(window: StudioWindow, what: str) -> str:
    """The file that an export button saves."""
    with window.page.expect_download() as saved:
        window.page.click(f"[data-export='{what}']")
    return Path(saved.value.path()).read_text(encoding="utf-8")


def test_k1_a_session_by_keyboard_only(studio_of: OpenStudio) -> None:
    """From the first value to the export without the pointer."""
    window = studio_of(BOOKS)
    window.press("p", "j", "j")
    assert window.js("store.state.target.label") == "Title A"
    window.press("a")
    window.page.keyboard.type("title")
    window.press("Enter")
    assert window.js("store.state.fields.map(field => field.name)") == ["title"]
    window.press("2", "j", "Enter")
    window.page.keyboard.type("price")
    window.press("Enter")
    assert window.rows()[0] == ["Title A", "$1.50"]
    window.press("1", "j", "j", "k", "x")
    assert window.js("store.field().neg") == 1
    window.press("Control+z")
    window.press("t", "ArrowDown", "ArrowRight", "f")
    assert window.js("store.state.table.facets.flagged") == 1
    window.press("F6", "Shift+F6", "e")
    window.page.wait_for_selector("dialog [data-export]")
    button = window.page.locator("[data-export='data csv']")
    button.focus()
    with window.page.expect_download() as saved:
        window.page.keyboard.press("Enter")
    rows = list(csv.DictReader(io.StringIO(Path(saved.value.path()).read_text(encoding="utf-8"))))
    assert [(row["title"], row["price"]) for row in rows][:2] == [("Title A", "$1.50"), ("Title B", "$2.50")]
    window.press("Escape")
    assert window.page.locator("dialog").count() == 0


def test_k1_the_list_of_keys_is_whole_and_typing_is_safe(studio_of: OpenStudio) -> None:
    """``?`` lists every key of the keymap; no key acts while a text is typed."""
    window = studio_of(BOOKS)
    window.press("?")
    shown = window.page.locator("dialog kbd").all_inner_texts()
    script = "import('/static/keys.js').then(keys => keys.KEYMAP.flatMap(entry => entry.keys.map(keys.shownKey)))"
    assert sorted(shown) == sorted(window.page.evaluate(script))
    handled = window.page.evaluate("import('/static/keys.js').then(keys => keys.KEYMAP.map(entry => entry.action))")
    assert len(handled) == len(set(handled))
    window.press("Escape")
    window.page.focus(".table-bar input")
    seq = window.js("store.state.seq")
    window.page.keyboard.type("axvd+0123?e")
    window.settle()
    assert window.page.input_value(".table-bar input") == "axvd+0123?e"
    assert window.js("store.state.seq") == seq
    assert window.js("store.state.mode") == "styled"
    assert window.page.locator("dialog").count() == 0


def test_k2_questions_and_facets(studio_of: OpenStudio) -> None:
    """A question can be shown, answered and skipped; the count of a facet is the number of its rows."""
    window = studio_of(BOOKS)
    window.click("Title A")
    window.press("Enter")
    asked = window.js("store.state.question")
    assert asked["text"] == "Title B"
    window.press(" ")
    assert window.js("store.state.question?.id") != asked["id"]
    window.press("Shift+N")
    assert window.js("store.state.question.id") == asked["id"]
    window.press("n")
    assert window.js("store.state.target.mark[5]") == asked["text"]
    window.button("✓ Yes")
    assert window.js("store.field().pos") == 2
    for key, sign in (("a", "pos"), ("x", "neg")):
        before, asked = window.js(f"store.field().{sign}"), window.js("store.state.question")
        window.press("n", key)
        assert window.js(f"store.field().{sign}") == before + 1
        assert window.states()[asked["text"]] == {"a": "P", "x": "N"}[key]
    facets = window.js("store.state.table.facets")
    for facet, count in facets.items():
        if count:
            window.page.locator(".facet", has_text=facet).click()
            window.settle()
            assert len(window.rows()) == count
            window.page.locator(".facet", has_text=facet).click()
            window.settle()


def test_k3_exports_are_checked_in_their_engines(studio_of: OpenStudio) -> None:
    """Each tab has the rule with its verdict, or the reason why there is none; the files have the marked values."""
    window = studio_of(BOOKS)
    window.add_field("Title A")
    window.add_field("$1.50")
    same = {"checked": True, "same": 1, "pages": 1, "differing": [], "reason": ""}
    checked = dict.fromkeys(("XPath", "CSS", "Python", "Scrapy", "page object"), same)
    for name in ("words", "regex", "JSON", *checked):
        window.page.get_by_role("tab", name=name, exact=True).click()
        window.page.wait_for_selector(f"#rule-pane[data-format='{name.lower().replace(' ', '-')}']")
        rule = window.js("store.state.rule")
        assert (bool(rule["text"]), rule.get("verdict")) == (name != "regex", checked.get(name))
        if name == "regex":
            assert rule["reason"] in window.page.inner_text(".reason") != ""
        else:
            assert window.page.inner_text(".rule-text").strip() == rule["text"].strip()
        if name in checked:
            assert "same on 1 of 1 page" in window.page.inner_text(".verdict")
    window.press("p", "e")
    marked = [[cell[0]["text"] for cell in row["cells"]] for row in window.js("store.state.table.rows")]
    rows = list(csv.reader(io.StringIO(exported(window, "data csv"))))
    names = window.js("store.state.fields.map(field => field.name)")
    columns = [rows[0].index(name) for name in names]
    assert [[row[column] for column in columns] for row in rows[1:]] == marked
    painted = sorted(text for name, text in window.painted() if name[-1] in "XPU")
    assert sorted(cell for row in marked for cell in row) == painted
    assert json.loads(exported(window, "wrapper json"))
    assert json.loads(exported(window, "examples json"))["unweave"] == 1
    assert "label" in exported(window, "events jsonl")


def test_k4_recognizers_only_suggest(studio_of: OpenStudio) -> None:
    """Hits are suggestions; a bad expression shows an error."""
    window = studio_of(BOOKS)
    window.add_field("Title A")
    window.page.click("#add-field")
    window.click("Books")
    window.press("Enter")
    window.press("g")
    labels = window.js("store.state.fields.map(field => [field.pos, field.neg])")
    window.page.fill("[aria-label='Regular expression']", "(")
    window.page.wait_for_selector(".recognizers .error")
    window.page.fill("[aria-label='Regular expression']", r"\$\d+\.50")
    window.expect_text(".recognizers [role=status]", "6 hits")
    window.page.click(".recognizers form button")
    window.settle()
    window.page.wait_for_selector(".recognizers li")
    window.settle()
    suggested = [text for name, text in window.painted() if name.endswith("S")]
    assert "$1.50" in suggested
    assert window.js("store.state.fields.map(field => [field.pos, field.neg])") == labels


def test_k4_an_expression_that_takes_for_ever_is_stopped(studio_of: OpenStudio) -> None:
    """The studio says so, and goes on."""
    window = studio_of(f"<p>{'a' * 5000}!</p><p>b</p>")
    window.press("g")
    window.page.fill("[aria-label='Regular expression']", "(a+)+(a+)+(a+)+$")
    window.page.locator(".recognizers .error, .recognizers [role=status]").filter(
        has_text=re.compile("hit|time")
    ).wait_for()
    window.click("b")
    assert window.states()["b"] == "P"


def test_k5_verify_finds_the_changed_page(studio_of: OpenStudio, tmp_path: Path) -> None:
    """Many pages with progress; the page with another layout is the first in the list."""
    folder = tmp_path / "site"
    folder.mkdir()
    for number in range(50):
        page = BOOKS.replace("Title", f"Work {number}")
        if number == 7:
            page = page.replace("<b class=", "<u class=").replace("</b>", "</u>")
        (folder / f"w{number:02}.html").write_text(page, encoding="utf-8")
    window = studio_of(BOOKS, roots=(folder,))
    window.add_field("Title A")
    window.add_field("$1.50")
    window.press("y")
    window.page.select_option("dialog select", label="the folder site")
    window.page.click("dialog button.main")
    window.page.wait_for_selector(".job-state[data-state=done]")
    assert window.page.locator("dialog progress").get_attribute("max") == "50"
    rows = window.page.locator(".verified tbody tr").all_inner_texts()
    suspicions = [int(row.split("\t")[2]) for row in rows]
    assert len(rows) == 50
    assert rows[0].startswith("w07.html")
    assert suspicions == sorted(suspicions, reverse=True)
    assert suspicions[0] > suspicions[1]
    window.press("Escape", "u")
    window.page.click("dialog button.main")
    window.page.wait_for_selector(".fills")
    assert window.page.locator(".fills dt").count() == 2
    assert "records" in window.page.inner_text("dialog")


def test_k5_the_rows_of_a_list_are_outlined_and_one_click_takes_them(studio_of: OpenStudio) -> None:
    """Nothing was clicked yet: the list is found, outlined and offered; the columns become fields."""
    window = studio_of(BOOKS)
    window.page.wait_for_selector("#take-rows")
    window.page.locator(".offer").nth(5).wait_for()
    assert window.page.locator(".offer").count() == 6
    box = window.page.evaluate("document.querySelector('.offer').getBoundingClientRect().toJSON()")  # it is drawn anew
    left, top, _, height = window.box("Title A")
    assert box["x"] < left
    assert box["y"] < top < top + height < box["y"] + box["height"]
    window.page.click("#take-rows")
    window.page.wait_for_selector("[data-row]")
    window.settle()
    rows = {row[0]: row for row in window.rows()}
    assert list(rows) == [f"Title {letter}" for letter in "ABCDEF"]
    assert all(f"${number}.50" in row for number, row in enumerate(rows.values(), start=1))
    assert window.page.locator(".offer").count() == 0


def test_k5_discover_takes_the_rows(studio_of: OpenStudio) -> None:
    """Columns of a list become fields with one click."""
    window = studio_of(BOOKS)
    window.press("d")
    window.page.wait_for_selector(".discovered tbody tr")
    assert window.page.locator(".discovered tbody tr").count() >= 2
    window.page.click("dialog button.main")
    window.page.wait_for_selector("[data-row]")
    window.settle()
    assert len(window.js("store.state.fields")) >= 2
    assert len(window.rows()) == 6


def test_k6_controls_have_names_and_enough_contrast(studio_of: OpenStudio) -> None:
    """Every control has a name; counts are announced; the text can be read in light and dark."""
    window = studio_of(BOOKS)
    window.add_field("Title A")
    assert window.nameless() == []
    assert window.page.locator("[aria-live=polite]").count() >= 2
    for scheme in ("light", "dark"):
        window.page.emulate_media(color_scheme=scheme)
        assert window.low_contrast() == [], scheme


def test_k6_it_works_at_1024_pixels(studio_of: OpenStudio) -> None:
    """The panels are a drawer; nothing is wider than the window."""
    window = studio_of(BOOKS, width=1024)
    window.add_field("Title A")
    assert window.page.evaluate("document.documentElement.scrollWidth") <= 1024
    assert not window.page.locator(".field").first.is_visible()
    window.button("Panels")
    assert window.page.locator(".field").first.is_visible()
    overflow = """() => [...document.querySelectorAll('.top > *, .top button')].filter(
      one => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1).length"""
    assert window.page.evaluate(overflow) == 0


def test_k5_a_job_can_be_cancelled(studio_of: OpenStudio, tmp_path: Path) -> None:
    """The progress is shown, and the job ends where it was cancelled."""
    folder = tmp_path / "site"
    folder.mkdir()
    for number in range(400):
        (folder / f"w{number:03}.html").write_text(BOOKS.replace("Title", f"Work {number}"), encoding="utf-8")
    window = studio_of(BOOKS, roots=(folder,))
    window.add_field("Title A")
    window.press("y")
    window.page.select_option("dialog select", label="the folder site")
    window.page.click("dialog button.main")
    window.page.click(".job button")
    window.page.wait_for_selector(".job-state[data-state=cancelled]")
    assert window.js("store.state.job.done") < 400
