"""Click, see, correct, in a real browser (C1 - C11)."""

import random
import re
import shutil
from pathlib import Path

from studio.browser.conftest import OpenStudio
from studio.browser.driver import Browser, Route, StudioCommand, StudioWindow
from unweave.studio.project import Project
from unweave.studio.studio import Studio

LETTERS = "ABCDEFGH"
BOOKS = "<h1>Books</h1>" + "".join(
    f'<p><b class="title">Title {letter}</b> <i class="price">${number}.50</i> <a href="/{number}">more</a></p>'
    for number, letter in enumerate(LETTERS, start=1)
)
PEOPLE = "".join(f"<p><b>{name}</b></p>" for name in ("Ann", "Ben", "Cid", "Dot"))
MIXED = f"<h1>Names</h1>{PEOPLE}<p><i>Eva</i></p>"


def test_c1_one_command_opens_the_start_page(browser: Browser, tmp_path: Path) -> None:
    """The page is ready, and an empty project says what to do."""
    with StudioCommand("--project", tmp_path / "empty.studio") as command:
        window = StudioWindow(browser, command.address)
        window.expect_text(".start-card h1", "Click what you want")
        assert window.page.evaluate("location.hash") == ""
        assert window.problems == []
        window.close()


def test_c1_the_sample_project_has_three_steps(studio_of: OpenStudio) -> None:
    """Each step is one click on what it names."""
    window = studio_of()
    window.page.click("#sample")
    window.page.wait_for_selector("#page-pane[data-shown]")
    window.settle()
    for _ in range(3):
        step = window.js("store.state.steps[0].value")
        if window.js("store.state.fields.length"):
            window.page.click("#add-field")
        window.click(step)
        window.press("Enter")
    assert window.js("store.state.steps.length") == 0
    assert len(window.rows()[0]) == 3


def test_c2_one_click_finds_the_others(studio_of: OpenStudio, tmp_path: Path) -> None:
    """A saved page is opened by the file chooser; one click paints all, counts them and fills the table."""
    page = tmp_path / "saved.html"
    page.write_text(BOOKS, encoding="utf-8")
    window = studio_of()
    window.page.set_input_files("input[type=file]", str(page))
    window.page.wait_for_selector("#page-pane[data-shown]")
    window.settle()
    assert window.hover("Title A") == "+ click = a new field"
    window.click("Title A")
    assert set(window.states()) == {f"Title {letter}" for letter in LETTERS}
    assert window.states()["Title A"] == "P"
    window.expect_text(".field .count", "8")
    window.expect_text("#record-count", "8 records")
    assert [row[0] for row in window.rows()] == [f"Title {letter}" for letter in LETTERS]


def test_c3_c4_c5_reject_add_and_remove(studio_of: OpenStudio) -> None:
    """A marked value is rejected by a click, a plain one is added, a labelled one loses its label."""
    window = studio_of(MIXED)
    window.click("Ann")
    window.press("Enter")
    version = window.js("store.state.ruleVersion")
    assert window.states()["Dot"] in "XU"
    assert "not" in window.hover("Dot")
    window.click("Dot")
    assert window.states()["Dot"] == "N"
    assert "Dot" not in [row[0] for row in window.rows()]
    assert window.js("store.state.ruleVersion") == version + 1
    assert "also" in window.hover("Eva")
    window.click("Eva")
    assert window.states()["Eva"] == "P"
    assert "Eva" in [row[0] for row in window.rows()]
    assert window.states()["Ann"] == "P"
    assert window.states()["Dot"] == "N"
    assert "remove" in window.hover("Eva")
    window.click("Eva")
    assert window.states().get("Eva") != "P"
    window.click("Dot")
    assert window.states().get("Dot") != "N"
    signs = [event["labels"][-1][-1] for event in window.events() if event["type"] == "label"]
    assert signs == [1, -1, 1, 0, 0]


def test_c6_random_clicks_are_what_the_log_says(studio_of: OpenStudio, tmp_path: Path) -> None:
    """After 200 clicks at random the client shows what the server has, and what a replay of its log gives."""
    window = studio_of(BOOKS)
    window.click("Title A")
    window.press("Enter")
    chooser = random.Random(7)
    texts = [f"Title {letter}" for letter in LETTERS] + [f"${number}.50" for number in range(1, 9)] + ["Books"]
    places = {text: window.middle(text) for text in texts}
    for _ in range(200):
        window.page.mouse.click(*places[chooser.choice(texts)])
        if chooser.random() < 0.1:
            window.page.keyboard.press("Control+z")
    window.settle()
    marks = window.api("GET", "/pages/p1/marks")["marks"]
    assert sorted(window.js("store.marksOf('p1')")) == sorted(marks)
    assert len(window.events()) > 50  # what is not extracted any more cannot be rejected
    shutil.copytree(tmp_path / "test.studio", tmp_path / "copy.studio", ignore=shutil.ignore_patterns("*lock*"))
    replayed = Project(tmp_path / "copy.studio")
    assert Studio(replayed).marks("p1")["marks"] == marks
    replayed.close()


def test_c6_the_first_answer_is_a_draft_and_late_answers_are_dropped(studio_of: OpenStudio) -> None:
    """Marks are there before anything is learned; what was learned from an older state is not painted."""
    window = studio_of(BOOKS)
    held: list[Route] = []
    window.page.route("**/api/delta?*", lambda route: held.append(route))  # noqa: PLW0108  # it must be a function
    window.page.mouse.click(*window.middle("Title A"))
    window.wait_until("store.state.isDraft")
    window.expect_text(".learning", "refining")
    assert set(window.states()) == {f"Title {letter}" for letter in LETTERS}
    window.page.wait_for_selector(".field-input")
    window.page.keyboard.press("Enter")
    window.page.mouse.click(*window.middle("Books"))
    window.wait_until("store.state.seq === 3")
    assert window.states()["Books"] == "P"
    assert held
    window.page.unroute("**/api/delta?*")
    window.settle()
    assert window.states()["Books"] == "P"
    assert sorted(window.js("store.marksOf('p1')")) == sorted(window.api("GET", "/pages/p1/marks")["marks"])


def test_c7_undo_redo_and_history(studio_of: OpenStudio) -> None:
    """The painted marks are restored exactly, step by step and by a click in the history."""
    window = studio_of(MIXED)
    seen = [window.painted()]
    for text in ("Ann", "Dot", "Eva"):
        window.click(text)
        if text == "Ann":
            window.press("Enter")
        seen.append(window.painted())
    assert len({str(one) for one in seen}) == 4
    for expected in reversed(seen[:-1]):
        window.press("Control+z")
        assert window.painted() == expected
    for expected in seen[1:]:
        window.press("Control+Shift+Z")
        assert window.painted() == expected
    window.page.click(".history summary")
    steps = window.page.locator(".history li button")
    steps.filter(has_text="rejected 'Dot'").click()
    window.settle()
    assert window.painted() == seen[2]
    window.click("Cid")
    window.expect_text(".toast", "dropped")
    window.button("Restore")
    assert window.painted() == seen[3]


def test_c8_a_conflict_is_shown_and_can_be_left(studio_of: OpenStudio) -> None:
    """Nothing tells these lines apart: the labels are listed, the last rule is kept, undo is offered."""
    window = studio_of("a,b\n" * 8, ending="csv")
    for line in (2, 3, 6):
        window.drag_source(line, "a")
        if line == 2:
            window.press("Enter")
    found = window.js("store.field().n")
    assert found >= 5
    window.click_source(5, "a")
    window.expect_text(".conflicts", "Conflict")
    window.expect_text("#conflict-count", "1 conflict")
    statements = window.js("store.state.conflicts[0].statements")
    assert window.page.locator(".conflicts li").count() == len(statements) > 0
    assert window.js("store.field().kept") is True
    assert window.page.locator(".marked.state-C").count() == 1
    window.button("Undo the last step")
    assert window.page.locator(".conflicts").count() == 0
    assert window.js("store.field().n") == found


def test_c9_a_second_page_is_marked_at_once(studio_of: OpenStudio) -> None:
    """The rule of page 1 marks page 2; a label on page 2 changes the rule."""
    window = studio_of(BOOKS, BOOKS.replace("Title", "Work"))
    window.click("Title A")
    window.press("Enter")
    window.press("}")
    window.page.wait_for_selector("#page-pane[data-shown='p2 styled']")
    window.settle()
    assert set(window.states()) == {f"Work {letter}" for letter in LETTERS}
    window.click("Work B")
    assert window.states()["Work B"] == "N"
    version = window.js("store.state.ruleVersion")
    assert version >= 2
    window.press("{")
    window.page.wait_for_selector("#page-pane[data-shown='p1 styled']")
    window.settle()
    assert window.states()["Title A"] == "P"
    marks = window.api("GET", "/pages/p1/marks")["marks"]
    assert sorted(window.js("store.marksOf('p1')")) == sorted(marks)


def test_c10_partial_and_complete(studio_of: OpenStudio) -> None:
    """Everything is accepted and the page is complete in one step, which one undo takes back."""
    window = studio_of(BOOKS)
    window.click("Title A")
    window.press("Enter")
    before = window.painted()
    window.expect_text("#accept-all", "Accept all 8 and complete")
    window.page.click("#accept-all")
    window.settle()
    assert set(window.states().values()) == {"P"}
    assert window.page.is_checked(".page-status input >> nth=1")
    assert window.page.locator(".page-tab.current").inner_text().count("✓") == 1
    window.press("Control+z")
    assert window.painted() == before
    assert window.page.is_checked(".page-status input >> nth=0")


def test_c11_two_fields_make_records(studio_of: OpenStudio) -> None:
    """Rows have both values; split and merge change rows; colours differ, and states have signs."""
    window = studio_of(BOOKS)
    window.add_field("Title A")
    window.add_field("$1.50")
    assert window.rows()[:2] == [["Title A", "$1.50"], ["Title B", "$2.50"]]
    colors = {name[:-1] for name, _ in window.painted() if name.startswith("m")}
    assert len(colors) == 2
    window.page.wait_for_selector(".badge")
    assert {"1✓", "2✓"} <= set(window.page.locator(".badge").all_inner_texts())
    assert window.page.locator(".bracket").count() >= 3
    window.page.click("[data-row='p1-1'] td:nth-child(3)")
    window.button("Split here")
    assert window.rows()[0] == ["Title A", ""]
    window.press("Escape", "Control+z")
    assert window.rows()[:2] == [["Title A", "$1.50"], ["Title B", "$2.50"]]
    window.page.click("[data-row='p1-2'] td:nth-child(2)")
    window.button("Merge with previous")
    assert [event["type"] for event in window.events()][-1] == "record_merge"
    assert re.search(r"Title A.*Title B", window.rows()[0][0])
