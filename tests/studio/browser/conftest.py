"""A browser for each module, one process of servers for all tests, and a project folder of its own for each test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from browsers import chromium
from studio.browser.driver import ARGS, Browser, StudioServers, StudioWindow

OpenStudio = Callable[..., StudioWindow]


@pytest.fixture(scope="module")  # not longer: while it is open, no other test can run an event loop
def browser() -> Iterator[Browser]:
    """Chromium; without it the tests are skipped, except in continuous integration."""
    path = chromium()
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # it may be missing

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def servers() -> Iterator[StudioServers]:
    """A process that serves projects."""
    found = StudioServers()
    yield found
    found.close()


@pytest.fixture
def studio_of(browser: Browser, servers: StudioServers, tmp_path: Path) -> Iterator[OpenStudio]:
    """Opens a studio on pages that are given as HTML; no error may be in the console at the end."""
    windows: list[StudioWindow] = []

    def opened(*pages: str, roots: tuple[Path, ...] = (), width: int = 1280, ending: str = "html") -> StudioWindow:
        paths = []
        for number, html in enumerate(pages, start=1):
            path = tmp_path / f"page{number}.{ending}"
            path.write_text(html, encoding="utf-8")
            paths.append(path)
        address = servers.address(tmp_path / "test.studio", paths, roots)
        windows.append(StudioWindow(browser, address, width=width))
        return windows[-1]

    yield opened
    problems = [problem for window in windows for problem in window.problems]
    for window in windows:
        window.close()
    assert problems == []
