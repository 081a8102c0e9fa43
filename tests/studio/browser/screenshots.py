"""Pictures of the studio, light and dark: ``PYTHONPATH=src:tests python tests/studio/browser/screenshots.py FOLDER``.

``docs/images`` has four of them. The others are for looking at: narrow windows, long values, an error.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from studio.browser.driver import ARGS, StudioServers, StudioWindow
from unweave.run.browser import find_chromium

STYLE = """<style>body{font:16px Georgia,serif;margin:24px 36px;color:#222;max-width:900px}h1{font-size:26px}
.book{display:flex;gap:16px;padding:10px 0;border-bottom:1px solid #ddd;align-items:baseline}.book b{flex:1}
.author{color:#666;flex:1}.price{color:#a33;width:80px;text-align:right}.stock{color:#2a6;width:90px}
dl{display:grid;grid-template-columns:130px 1fr;gap:8px}dt{color:#777}dd{margin:0}
nav{color:#357;margin-bottom:18px}</style>"""
BOOKS = (
    ("Emma", "Jane Austen", "$7.50"),
    ("Middlemarch", "George Eliot", "$11.20"),
    ("Kim", "Rudyard Kipling", "$6.80"),
    ("Dubliners", "James Joyce", "$8.10"),
    ("Persuasion", "Jane Austen", "$7.90"),
    ("Villette", "Charlotte Brontë", "$9.40"),
    ("Ulysses", "James Joyce", "$14.00"),
    ("Cranford", "Elizabeth Gaskell", "$5.60"),
)
ROWS = "".join(
    f'<div class="book"><b>{title}</b><span class="author">{author}</span><span class="price">{price}</span>'
    f'<span class="stock">{"in stock" if number % 3 else ""}</span></div>'
    for number, (title, author, price) in enumerate(BOOKS, start=1)
)
LIST = f"<!doctype html><title>Books</title>{STYLE}<nav>Home · Books · Maps</nav><h1>Books</h1>{ROWS}<p>8 books</p>"


SAVED = {title: number for number, (title, *_) in enumerate([book for book in BOOKS if book[0] != "Kim"], start=2)}


def detail(title: str, author: str, price: str) -> str:
    pages, binding = 180 + 25 * len(title), "paperback" if len(title) < 8 else "hardback"
    facts = {"Author": author, "Price": price, "Pages": f"{pages}", "Language": "English", "Binding": binding}
    rows = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts.items())
    text = "A novel, in a new edition with notes and a map. " * 3
    head = f"<!doctype html><title>{title}</title>{STYLE}<nav>Home · Books</nav><h1>{title}</h1>"
    return f"{head}<dl>{rows}</dl><p>{text}</p>"


def linked_list() -> str:
    """The list with a link from each title to the page of the book; that of Kim is not saved."""
    html = LIST
    for title, *_ in BOOKS:
        html = html.replace(f"<b>{title}</b>", f'<b><a href="book{SAVED.get(title, 99)}.html">{title}</a></b>')
    return html


def named(window: StudioWindow, text: str, name: str) -> None:
    """A field with this name from a click on a text."""
    if window.js("store.ownFields().length"):
        window.press("+")
    window.click(text)
    if window.page.locator(".field-input").count():
        window.page.fill(".field-input", name)
        window.press("Enter")


def list_page(window: StudioWindow) -> None:
    named(window, "Emma", "title")
    named(window, "Jane Austen", "author")
    named(window, "$7.50", "price")
    window.page.wait_for_selector(".badge")
    window.hover("Villette")


def detail_page(window: StudioWindow) -> None:
    named(window, "Emma", "title")
    named(window, "Jane Austen", "author")
    named(window, "$7.50", "price")
    window.page.get_by_role("tab", name="XPath", exact=True).click()
    window.page.wait_for_selector("#rule-pane[data-format='xpath']")
    window.page.wait_for_selector(".badge")
    window.hover("280")


def keys(window: StudioWindow) -> None:
    window.press("?")


def export(window: StudioWindow) -> None:
    list_page(window)
    window.press("p", "e")


def raw(window: StudioWindow) -> None:
    list_page(window)
    window.press("v", "v")
    window.page.wait_for_selector(".source .line")


def chosen_cell(window: StudioWindow) -> None:
    list_page(window)
    window.page.click("[data-row='p1-2'] td:nth-child(3)")
    window.settle()


def error(window: StudioWindow) -> None:
    window.page.evaluate("import('/static/store.js').then(({store}) => store.reject())")
    window.click("Emma")
    window.press("Enter")
    window.page.evaluate(
        """import('/static/store.js').then(({store}) => store.label(
          {unit: {kind: 'text', wid: 8}, value: 'another text than the one on the page'}, 1))"""
    )
    window.settle()


def drawer(window: StudioWindow) -> None:
    list_page(window)
    window.button("Panels")


def right_to_left(window: StudioWindow) -> None:
    window.click("Jane Austen")
    window.press("Enter")
    window.press("+")
    window.click("سفر")
    window.press("Enter")
    window.page.wait_for_selector(".badge")


def offered(window: StudioWindow) -> None:
    window.page.wait_for_selector(".offer")


def many(window: StudioWindow) -> None:
    window.page.evaluate(
        """async () => { const {store} = await import('/static/store.js');
          for (let n = 0; n < 200; n += 1) {
            await store.send({type: 'field_add', name: `a field with a long name, ${n}`}); } }"""
    )
    window.settle()


def types_notice(window: StudioWindow) -> None:
    window.page.wait_for_selector("#take-types")


def joined(window: StudioWindow) -> None:
    window.page.click("#take-types")
    window.settle()
    named(window, "Emma", "title")
    named(window, "$7.50", "price")
    is_narrow = not window.page.locator("[data-link=detail]").is_visible()
    for button in ["Panels"] * is_narrow + ["Add a link field"] + ["Panels"] * is_narrow:
        window.button(button)
    window.press("Escape")
    window.page.get_by_role("tab", name="detail").click()
    window.settle()
    named(window, "280", "pages")
    named(window, "paperback", "binding")
    window.press("Escape", "b")
    window.page.wait_for_selector("[data-joined]")
    window.settle()
    window.page.locator("[data-joined='1'] td").nth(4).click()
    window.page.wait_for_timeout(600)
    window.settle()


def list_type(window: StudioWindow) -> None:
    joined(window)
    window.press("<")
    window.page.wait_for_timeout(600)
    window.settle()


def types_dialog(window: StudioWindow) -> None:
    joined(window)
    window.press("w")


def nothing(_window: StudioWindow) -> None:
    """The studio as it starts."""


RIGHT_TO_LEFT = LIST.replace("<!doctype html>", "<!doctype html><html dir=rtl>").replace("Emma", "سفر " * 30)
SITE = [linked_list(), *(detail(*book) for book in BOOKS if book[0] in SAVED)]
SHOTS: tuple[tuple[str, list[str], Callable[[StudioWindow], None], int], ...] = (
    ("start", [], nothing, 1280),
    ("list", [LIST], list_page, 1280),
    ("detail", [detail(*book) for book in BOOKS[:3]], detail_page, 1280),
    ("keys", [LIST], keys, 1280),
    ("export", [LIST], export, 1280),
    ("raw", [LIST], raw, 1280),
    ("cell", [LIST], chosen_cell, 1280),
    ("error", [LIST], error, 1280),
    ("narrow", [LIST], list_page, 1024),
    ("drawer", [LIST], drawer, 1024),
    ("many", [LIST], many, 1280),
    ("rtl", [RIGHT_TO_LEFT], right_to_left, 1280),
    ("offer", [LIST], offered, 1280),
    ("types", SITE, types_notice, 1280),
    ("joined", SITE, joined, 1280),
    ("joined-narrow", SITE, joined, 1024),
    ("list-type", SITE, list_type, 1280),
    ("types-dialog", SITE, types_dialog, 1280),
)


def shoot(browser: Browser, servers: StudioServers, folder: Path, wanted: set[str]) -> None:
    for name, pages, act, width in SHOTS:
        for scheme in ("light", "dark"):
            if wanted and f"{name}-{scheme}" not in wanted:
                continue
            with tempfile.TemporaryDirectory() as work:
                paths = []
                for number, html in enumerate(pages, start=1):
                    paths.append(Path(work, f"book{number}.html" if len(pages) > 1 else "books.html"))
                    paths[-1].write_text(html, encoding="utf-8")
                window = StudioWindow(
                    browser, servers.address(Path(work, "books.studio"), paths), width=width, height=800
                )
                window.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                act(window)
                window.page.screenshot(path=folder / f"studio-{name}-{scheme}.png")
                window.close()


def main() -> None:
    folder, wanted = Path(sys.argv[1]), set(sys.argv[2:])
    folder.mkdir(parents=True, exist_ok=True)
    servers = StudioServers()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGS))
        shoot(browser, servers, folder, wanted)
        browser.close()
    servers.close()


if __name__ == "__main__":
    main()
