"""A browser for pages that their scripts fill: Chromium without a network of its own.

Legend
    sent        the page as the server sent it; the browser gets it from us and does not ask for it again
    request     what a script of the page asks for: answered by the same ``Fetcher`` as everything else, so robots.txt,
                pace, limits and private addresses hold for it, too; images, fonts and other media are not asked for
    settled     all requests have ended, none begins, and the page has stopped changing

The browser cannot connect to anything: every name is unknown to it, and a proxy that does not exist stands before every
address. Each request goes through ``_answered``. Requests that change something (POST and others) are refused. What
was fetched and what was rendered is kept in the WARC file of the crawl, so that the run can be repeated without a
browser and without the network. It needs the extra ``render`` and a Chromium on this machine.
"""

import os
import shutil
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit, urlunsplit

from unweave.errors import BadInput, PageMissing
from unweave.page import Page
from unweave.run.fetch import Fetcher
from unweave.run.live import ResponseStore
from unweave.run.warc import StoredResponse

if TYPE_CHECKING:
    from playwright.sync_api import Request, Route

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The first does all that is needed here with two thirds of the CPU time."""
RENDERED = "x-unweave-rendered"
NO_NETWORK = (
    *("--host-resolver-rules=MAP * ~NOTFOUND", "--proxy-server=127.0.0.1:9", "--proxy-bypass-list=<-loopback>"),
    *("--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run", "--disable-gpu"),
)
ASKED_FOR = frozenset({"document", "script", "xhr", "fetch", "other", "manifest", "eventsource"})
QUIET_MS, QUIET_LOOKS = 300, 3
"""A page has settled if it is the same so many times in a row, with so many milliseconds between two looks."""
SIZE = "() => document.documentElement ? document.documentElement.innerHTML.length : 0"


def need_playwright() -> Any:
    """Playwright's ``sync_playwright``, or BadInput where the extra is not installed."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  # an extra
    except ImportError as error:
        reason = "rendering needs playwright. It would help to install it: pip install playwright"
        raise BadInput(source="the browser", reason=reason) from error
    return sync_playwright


def find_chromium() -> str:
    """The path of Chromium, from ``UNWEAVE_CHROMIUM`` or the search path; BadInput where there is none."""
    found = os.environ.get("UNWEAVE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        install = "install it (Debian: apt install chromium-headless-shell)"
        advice = f"It would help to {install}, or to set UNWEAVE_CHROMIUM to its path"
        raise BadInput(source="the browser", reason=f"Chromium was not found. {advice}")
    return found


@dataclass(slots=True)
class Chromium:
    """Renders pages; a context manager, since it holds a process.

    Attributes:
        fetcher: answers the requests of the pages.
        store: where their answers and the rendered pages are kept; None: nowhere.
        seconds: the most seconds for one page, without those that politeness takes.
    """

    fetcher: Fetcher
    store: ResponseStore | None = None
    seconds: float = 15.0
    _browser: Any = None
    _begun: int = 0
    _ended: int = 0
    _stack: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        started, path = need_playwright(), find_chromium()
        playwright = self._stack.enter_context(started())
        arguments = [*NO_NETWORK, *(["--no-sandbox"] if os.getuid() == 0 else [])]  # it cannot have one as root
        self._browser = playwright.chromium.launch(executable_path=path, args=arguments)
        self._stack.callback(self._browser.close)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def render(self, page: Page) -> Page:
        """The page after its scripts have run; it raises PageMissing where the browser fails."""
        from playwright.sync_api import Error  # noqa: PLC0415  # an extra

        address = _without_fragment(page.url or "")
        if not address.startswith(("http:", "https:")):
            raise PageMissing(address=page.url or page.name or "", reason="a page without an address is not rendered")
        context = self._browser.new_context(
            service_workers="block", accept_downloads=False, user_agent=self.fetcher.limits.user_agent
        )
        try:
            context.route("**/*", lambda route, request: self._answered(route, request, page, address))
            context.route_web_socket("**/*", lambda socket: socket.close())
            self._count(context)
            source = self._settled(context.new_page(), address)
        except Error as problem:
            raise PageMissing(address=address, reason=f"the browser failed: {_first_line(problem)}") from problem
        finally:
            with suppress(Error):
                context.close()
        return Page(source, url=page.url, name=page.name, html=True)

    def _count(self, context: Any) -> None:
        """Count the requests of a page, those that have begun and those that have ended."""
        self._begun = self._ended = 0

        def begin(_: object) -> None:
            self._begun += 1

        def end(_: object) -> None:
            self._ended += 1

        context.on("request", begin)
        context.on("requestfinished", end)
        context.on("requestfailed", end)

    def _settled(self, tab: Any, address: str) -> str:
        """The source of a page when nothing has been asked for or changed for a while, or when its time is over."""
        tab.set_default_timeout(self.seconds * 1000)
        tab.goto(address, wait_until="commit")  # not longer: a script may lead elsewhere, which interrupts it
        end, before, quiet = monotonic() + self.seconds, None, 0
        while monotonic() < end and quiet < QUIET_LOOKS:
            tab.wait_for_timeout(QUIET_MS)
            now = self._begun, self._ended, tab.evaluate(SIZE)
            quiet = quiet + 1 if now == before and self._ended >= self._begun else 0
            before = now
        return str(tab.content())

    def keep(self, page: Page) -> None:
        """Keep a rendered page in the store, in the place of the one that was sent."""
        if self.store is not None:
            headers = {"content-type": "text/html; charset=utf-8", RENDERED: "yes"}
            self.store.add(StoredResponse(page.url or "", 200, headers, page.source.encode("utf-8", "replace")))

    def _answered(self, route: "Route", request: "Request", page: Page, address: str) -> None:
        """Answer a request of the browser: the page itself from us, scripts and data by the fetcher, nothing else."""
        asked = _without_fragment(request.url)
        if request.is_navigation_request():
            if request.frame.parent_frame is not None:
                route.fulfill(body="", content_type="text/html")
            elif asked == address:
                route.fulfill(body=page.source, content_type="text/html; charset=utf-8")
            else:
                route.fulfill(status=204)  # a script that leads elsewhere: the page stays as it is
        elif request.method != "GET" or request.resource_type not in ASKED_FOR:
            route.abort()
        else:
            self._from_server(route, asked)

    def _from_server(self, route: "Route", address: str) -> None:
        known = self.store.answer(address) if self.store else None
        hops = [known] if known else self.fetcher.fetch(address, any_type=True)
        answer = hops[-1]
        if self.store is not None and known is None:
            for hop in hops:
                self.store.add(hop)
        if not answer.status:
            route.abort()
            return
        kind = answer.headers.get("content-type", "application/octet-stream")
        allowed = {"content-type": kind, "access-control-allow-origin": "*"}
        route.fulfill(status=answer.status, headers=allowed, body=answer.body)


def _without_fragment(address: str) -> str:
    return urlunsplit(urlsplit(address)._replace(fragment=""))


def _first_line(problem: Exception) -> str:
    return next(iter(str(problem).splitlines()), type(problem).__name__)
