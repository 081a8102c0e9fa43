"""The HTML reports in Chromium: no text is clipped or wider than the window, in light and dark."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import Result

from browsers import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
WIDTHS = (1280, 800)
# The elements with text that are wider than their box, outside of the window, or cut off by an element around them.
CLIPPED = """() => {
  const outside = (text, box) => text.right > box.right + 1 || text.left < box.left - 1;
  const cut = (element, text) => {
    for (let around = element; around; around = around.parentElement) {
      const hides = getComputedStyle(around).overflowX !== "visible";
      if (hides && outside(text, around.getBoundingClientRect())) return true;
    }
    return outside(text, {left: 0, right: innerWidth});
  };
  const found = [];
  for (const element of document.querySelectorAll("body, body *")) {
    const inline = getComputedStyle(element).display === "inline";
    const texts = [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const boxes = texts.flatMap(node => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    });
    if ((!inline && element.scrollWidth > element.clientWidth + 1) || boxes.some(box => cut(element, box)))
      found.push(element.tagName.toLowerCase() + ": " + element.textContent.trim().slice(0, 30));
  }
  return found;
}"""
COLOURS = """() => [getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"""


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """Chromium; without it the tests are skipped, but not in CI."""
    path = chromium()
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # only where there is a browser

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()


def long_pages(folder: Path) -> Path:
    """Pages whose names, labels and values are longer than a line, without a space."""
    folder.mkdir()
    for number in range(5):
        address = f"https://example.org/{'path' * 60}{number}"
        parts = f"<h1>{'Title' * 40}{number}</h1><p>Reference of the seller:<b>{'x' * 300}{number}</b></p>"
        (folder / f"{'name' * 40}{number}.html").write_text(f"{parts}<p>Home: <a href={address}>{address}</a></p>")
    return folder


@pytest.fixture
def reports(demo: Path, call: Callable[..., Result]) -> list[Path]:
    """Every kind of report: of columns, of a list, of records with few and with many fields, of a page that fails."""
    books, shelves, countries = (demo / part for part in ("bookshop/books", "bookshop/shelves", "countries/plain"))
    names = long_pages(demo / "long")
    commands = [
        ("discover", books, "-o", "columns.json", "--report", "columns.html"),
        ("discover", shelves, "--list", "--report", "list.html"),
        ("discover", names, "-o", "long.json", "--report", "long.html"),
        ("learn", "countries.examples.json", "--method", "hlrt", "-o", "codes.json"),
        ("explain", "codes.json", countries / "page-01.html", "--html", "few.html"),
        ("explain", "codes.json", books / "001.html", "--html", "misfit.html"),
        ("explain", "columns.json", books / "001.html", "--html", "many.html"),
        ("explain", "long.json", next(names.iterdir()), "--html", "long-values.html"),
        ("explain", "columns.json", "--html", "rules.html"),
    ]
    for command in commands:
        result = call(*command)
        assert result.exit_code == 0, result.output
    return sorted(demo.glob("*.html"))


def test_nothing_is_clipped(browser: "Browser", reports: list[Path]) -> None:
    """At both widths all texts are inside the window and the boxes around them; the colours are those of the reader."""
    assert len(reports) == 8
    page = browser.new_page()
    for file in reports:
        page.goto(file.resolve().as_uri())
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert (file.name, width, page.evaluate(CLIPPED)) == (file.name, width, [])
        page.emulate_media(color_scheme="light")
        assert page.evaluate(COLOURS) == ["rgb(34, 34, 34)", "rgb(255, 255, 255)"]
        page.emulate_media(color_scheme="dark")
        assert page.evaluate(COLOURS) == ["rgb(228, 228, 226)", "rgb(27, 27, 29)"]


@pytest.mark.parametrize(
    "style", ["width: 9em; overflow: hidden; white-space: nowrap", "white-space: nowrap", "margin-left: -3em"]
)
def test_what_counts_as_clipped(browser: "Browser", style: str) -> None:
    """Text that is cut off by its box, wider than the window, or left of it."""
    page = browser.new_page(viewport={"width": 800, "height": 800})
    page.set_content(f'<!doctype html><body><p style="{style}">{"This text is too long. " * 20}')
    assert page.evaluate(CLIPPED) != []
    page.set_content(f"<!doctype html><body><p>{'This text is broken into lines. ' * 20}")
    assert page.evaluate(CLIPPED) == []
