"""Page types in the browser: tabs, a link that leads to another type, the joined table, the exported site program."""

import json
from pathlib import Path

import pytest

from sites.shop import Shop
from studio.browser.conftest import OpenStudio
from studio.browser.driver import StudioWindow
from unweave.run.site_job import extract_site
from unweave.sites import load_site

SHOP = Shop(sizes=(8,), per_page=5)
PATHS = [path for path in SHOP.paths if path.startswith(("/c/", "/item/"))]
ITEMS = SHOP.database
NAMES = ("title", "price", "link", "maker")
KEPT_MS = 600  # then the client has sent which table it shows


@pytest.fixture
def shop(studio_of: OpenStudio, tmp_path: Path) -> StudioWindow:
    """The shop's lists and details, saved with their addresses."""
    return opened(studio_of, tmp_path)


def opened(studio_of: OpenStudio, folder: Path, width: int = 1280) -> StudioWindow:
    entries = [{"file": f"page{number}.html", "url": SHOP.host + path} for number, path in enumerate(PATHS, start=1)]
    (folder / "manifest.jsonl").write_text("\n".join(map(json.dumps, entries)), encoding="utf-8")
    return studio_of(*(SHOP.paths[path][1] for path in PATHS), width=width)


def add(window: StudioWindow, text: str, name: str) -> None:
    """A field with a name from a click on a text."""
    if window.js("store.ownFields().length"):
        window.press("+")
    window.click(text)
    window.page.fill(".field-input", name)
    window.press("Enter")


def taught(window: StudioWindow) -> None:
    """Four fields with as many clicks, and a link between the types."""
    window.button("Use these page types")
    add(window, ITEMS[0]["title"], "title")
    add(window, ITEMS[0]["price"], "price")
    window.button("Add a link field")
    window.page.keyboard.press("Escape")
    window.page.get_by_role("tab", name="detail").click()
    window.settle()
    add(window, ITEMS[0]["maker"], "maker")


def joined(window: StudioWindow) -> list[list[str]]:
    """The rows of the joined table that are in the document."""
    window.page.wait_for_selector("[data-joined]")
    window.settle()
    script = "rows => rows.map(row => [...row.querySelectorAll('td:not(.narrow)')].map(cell => cell.textContent))"
    found: list[list[str]] = window.page.eval_on_selector_all("[data-joined]", script)
    return found


def wanted() -> list[list[str]]:
    return [[item[name] for name in NAMES] for item in ITEMS]


def test_from_pages_to_a_site_program(shop: StudioWindow, tmp_path: Path) -> None:
    """Types are taken, values clicked, a link added: the joined table is the database, and so is what is exported."""
    taught(shop)
    shop.page.get_by_role("tab", name="Joined").click()
    assert joined(shop) == wanted()
    shop.expect_text("#joined-count", "8 rows")
    files = {}
    for export in ("site json", "joined csv", "joined jsonl"):
        shop.press("e")
        with shop.page.expect_download() as saved:
            shop.page.click(f"[data-export='{export}']")
        files[export] = tmp_path / saved.value.suggested_filename
        saved.value.save_as(files[export])
        shop.press("Escape")
    assert [path.name for path in files.values()] == ["test.site.json", "test.joined.csv", "test.joined.jsonl"]
    lines = files["joined jsonl"].read_text("utf-8").splitlines()
    assert [[row[name] for name in NAMES] for row in map(json.loads, lines)] == wanted()
    inputs = [tmp_path / f"page{number}.html" for number in range(1, len(PATHS) + 1)]
    folder = tmp_path / "saved"
    folder.mkdir()
    for path in (*inputs, tmp_path / "manifest.jsonl"):
        path.rename(folder / path.name)
    assert extract_site(load_site(files["site json"]), [folder], tmp_path / "again.jsonl").rows == len(ITEMS)
    assert (tmp_path / "again.jsonl").read_text("utf-8").splitlines() == lines


def test_each_type_has_its_tabs_and_fields(shop: StudioWindow) -> None:
    """A tab for each type; it shows the pages, the fields and the records of that type only."""
    taught(shop)
    tabs = shop.page.locator(".tabs.types [role=tab]")
    assert [tab.inner_text() for tab in tabs.all()] == ["list 2", "detail 8"]
    assert shop.page.locator(".page-tab").count() == 8
    assert shop.page.locator(".field-name").all_inner_texts() == ["maker"]
    assert len(shop.rows()) == 8
    tabs.first.click()
    shop.settle()
    assert shop.page.locator(".page-tab").count() == 2
    assert shop.page.locator(".field-name").all_inner_texts() == ["title", "price", "link"]
    shop.expect_text(".leads", "detail")
    assert shop.page.locator("#record-count").inner_text().startswith("8 records")


def test_undo_redo_and_reload(shop: StudioWindow) -> None:
    """Every step is in the history; after a reload everything is as it was, the joined table included."""
    taught(shop)
    shop.press("b")
    before = joined(shop)
    shop.page.wait_for_timeout(KEPT_MS)
    shop.page.reload()
    shop.page.wait_for_selector("#page-pane[data-shown]")
    shop.settle()
    assert joined(shop) == before
    steps = shop.js("store.state.undo")
    for _ in range(steps):
        shop.press("Control+z")
    assert shop.js("[store.state.types.length, store.state.fields.length, store.state.isJoined]") == [0, 0, False]
    assert shop.page.locator(".tabs.types").count() == 0
    for _ in range(steps):
        shop.press("Control+y")
    shop.press("b")
    assert joined(shop) == before


def test_by_keyboard_only(shop: StudioWindow) -> None:
    """Types from the dialog, a link from the proposal, another type, the joined table, its cells and their pages."""
    shop.press("w")
    shop.page.keyboard.press("Tab")
    shop.page.get_by_role("button", name="Use these page types").last.focus()
    shop.page.keyboard.press("Enter")
    shop.settle()
    shop.press("Escape")
    assert shop.js("store.state.types.map(one => one.name)") == ["list", "detail"]
    assert shop.js("store.typeName(store.pageType())") == "list"
    shop.press(">")
    assert shop.js("store.typeName(store.pageType())") == "detail"
    shop.press("<", "p")
    for _ in range(40):
        if shop.js("store.state.target?.label") == ITEMS[0]["title"]:
            break
        shop.press("j")
    shop.press("a", "Enter")
    shop.page.locator("[data-link=detail]").focus()
    shop.page.keyboard.press("Enter")
    shop.settle()
    shop.press("Escape", "b")
    joined(shop)
    shop.press("t", "ArrowDown", "ArrowRight")
    assert shop.js("store.state.cell") == {"joined": 1, "column": 1}
    assert ITEMS[1]["link"].endswith(shop.js("store.state.joined.rows[1].cells[1].text"))
    shop.press("b")
    assert shop.js("store.state.isJoined") is False


def test_a_cell_leads_to_its_page(shop: StudioWindow) -> None:
    """A click on a value of a detail page opens that page, and its type."""
    taught(shop)
    shop.press("<", "b")
    joined(shop)
    shop.page.locator("[data-joined='3'] td").nth(4).click()
    shop.settle()
    assert shop.js("store.page().url") == ITEMS[3]["link"]
    assert shop.js("store.typeName(store.pageType())") == "detail"
    shop.page.locator("[data-joined='6'] td").nth(1).click()
    shop.settle()
    assert shop.js("store.page().url") == f"{SHOP.host}/c/kettles?page=2"


def test_types_are_put_right(shop: StudioWindow) -> None:
    """In the dialog a page is moved, a type is added, renamed and removed, and the next page is corrected."""
    taught(shop)
    shop.press("w")
    page = shop.js("store.state.pages.at(-1).id")
    shop.page.get_by_label("Name of a new page type").fill("special")
    shop.button("Add a type")
    choice = shop.page.get_by_label(f"Type of page{len(PATHS)}.html")
    choice.select_option(label="special")
    shop.settle()
    assert shop.js(f"store.typeName(store.page('{page}').page_type)") == "special"
    remove = shop.page.get_by_role("button", name="Remove the type special")
    assert remove.is_disabled()
    choice.select_option(label="detail")
    shop.settle()
    remove.click()
    shop.settle()
    name = shop.page.get_by_label("Name of the page type detail")
    name.fill("product")
    name.press("Enter")
    shop.settle()
    assert shop.js("store.state.types.map(one => one.name)") == ["list", "product"]
    following = shop.page.get_by_label("Next page of page1.html")
    assert "recognized: /c/kettles?page=2" in following.inner_text()
    following.select_option(label="there is none")
    shop.settle()
    shop.button("Show the joined table")
    shop.page.wait_for_selector("[data-joined]")
    assert shop.js("store.state.site.next.find(one => one.page === 'p1').said") is True


def test_holes_say_why(shop: StudioWindow) -> None:
    """A detail page that is not there: its row is, and the cell has the reason."""
    taught(shop)
    shop.page.get_by_label("Remove page5.html").click()
    shop.settle()
    shop.press("b")
    rows = joined(shop)
    assert [row[0] for row in rows] == [item["title"] for item in ITEMS]
    assert rows[2][3] == f"hole: detail: it is not in the collection ({ITEMS[2]['link']})"
    shop.expect_text("#joined-count", "8 rows, 1 row with a hole")


def test_a_field_leads_to_another_type_by_choice(shop: StudioWindow) -> None:
    """A link that was taken as an attribute is proposed, and can be chosen, to lead to detail pages."""
    shop.button("Use these page types")
    shop.click(ITEMS[0]["title"], keys="Alt Shift")
    shop.press("Enter")
    field = shop.js("store.state.field")
    choice = shop.page.locator(".leads-to select")
    assert choice.locator("option").all_inner_texts() == ["nothing", "detail pages"]
    choice.select_option(label="detail pages")
    shop.settle()
    assert shop.js(f"store.typeName(store.field('{field}').leads_to)") == "detail"
    choice.select_option(label="nothing")
    shop.settle()
    shop.page.locator("[data-link=detail]").click()
    shop.settle()
    assert shop.js(f"store.typeName(store.field('{field}').leads_to)") == "detail"


def test_projects_of_one_type_are_as_before(studio_of: OpenStudio) -> None:
    """No tabs of types, no proposal, no choice of tables; the key for the joined table only says what is missing."""
    window = studio_of(*(SHOP.paths[path][1] for path in SHOP.details[:3]))
    window.add_field(ITEMS[0]["maker"])
    assert window.page.locator(".type-bar, .types-notice, .table-tabs, .link-proposal, .leads-to").count() == 0
    assert window.page.get_by_role("button", name="Page types").count() == 0
    assert window.page.locator(".table-bar h2").inner_text() == "Table"
    window.press("p", "b")
    window.expect_text(".toast", "no page types yet")


def test_a_proposal_can_be_refused(shop: StudioWindow) -> None:
    """It does not come back; the types can still be made."""
    shop.button("Not now")
    assert shop.page.locator(".types-notice").count() == 0
    shop.page.wait_for_timeout(KEPT_MS)
    shop.page.reload()
    shop.page.wait_for_selector("#page-pane[data-shown]")
    shop.settle()
    assert shop.page.locator(".types-notice").count() == 0
    shop.button("Page types")
    shop.page.locator("dialog button.main").click()
    shop.settle()
    assert len(shop.js("store.state.types")) == 2


def test_names_contrast_and_1024_pixels(studio_of: OpenStudio, tmp_path: Path) -> None:
    """Every control has a name, texts can be read in light and dark, and nothing is wider than the window."""
    window = opened(studio_of, tmp_path, width=1024)
    window.button("Panels")
    taught(window)
    window.press("b")
    joined(window)
    for dialog in ("", "w"):
        window.press(*dialog)
        assert window.nameless() == []
        for scheme in ("light", "dark"):
            window.page.emulate_media(color_scheme=scheme)
            assert window.low_contrast() == [], scheme
        assert window.page.evaluate("document.documentElement.scrollWidth") <= 1024
