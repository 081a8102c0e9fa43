"""A hostile page and hostile sites: nothing runs, nothing leaves, nothing changes (S1 - S9)."""

import hashlib
import http.client
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from browsers import chromium
from studio.browser.conftest import OpenStudio
from studio.browser.driver import ARGS, StudioServers
from unweave.studio.app import CLIENT_POLICY
from unweave.studio.view import VIEW_POLICY

STATIC = Path(__file__).parents[3] / "src" / "unweave" / "studio" / "static"
VENDORED = "72284e8e9079c87817145df1110f74e8a2aa040b2fc384922e18dfcb46fc1fd7"


class CanaryServer(ThreadingHTTPServer):
    """It remembers every request."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), CanaryHandler)
        self.hits: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class CanaryHandler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, CanaryServer)
        self.server.hits.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>canary</title>")

    do_POST = do_GET  # noqa: N815  # the name that the library looks for

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def canary() -> Iterator[CanaryServer]:
    server = CanaryServer()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def hostile(address: str) -> str:
    """Fifteen ways to run a script and twenty to load something."""
    run = "try{parent.hacked=1;top.hacked=1}catch(e){};new Image().src='" + address + "/script'"
    return f"""<!doctype html><html><head>
      <base href="{address}/base/"><meta http-equiv="refresh" content="0;url={address}/refresh">
      <link rel="stylesheet" href="{address}/css"><link rel="prefetch" href="{address}/prefetch">
      <link rel="preload" as="image" href="{address}/preload"><link rel="icon" href="{address}/icon">
      <style>@import "{address}/import"; body {{ background: url({address}/back) }}
        @font-face {{ font-family: x; src: url({address}/font) }}
        b {{ font-family: x; background: u\\72l({address}/esc) }}</style>
      <script>{run}</script><script src="{address}/external.js"></script><script type="module">{run}</script>
      </head><body onload="{run}" background="{address}/body">
      <img src="{address}/img" onerror="{run}"><img srcset="{address}/srcset 1x"><img src="x:" onerror="{run}">
      <svg onload="{run}"><script>{run}</script><image href="{address}/svg"/><use href="{address}/use#x"/></svg>
      <iframe src="{address}/frame"></iframe><iframe srcdoc="<script>{run}</script>"></iframe>
      <iframe src="javascript:{run}"></iframe><object data="{address}/object"></object><embed src="{address}/embed">
      <video src="{address}/video" poster="{address}/poster" autoplay></video>
      <audio src="{address}/audio" autoplay></audio>
      <input autofocus onfocus="{run}"><details open ontoggle="{run}"><summary>more</summary>x</details>
      <form action="{address}/form"><button>send</button></form>
      <div><template shadowrootmode="open"><script>{run}</script></template></div>
      <noscript><p title="</noscript><img src=x onerror={run}>"></p></noscript>
      <math><mtext><style><img src=x onerror="{run}"></style></mtext></math>
      <p><a href="{address}/self">link self</a></p><p><a target="_top" href="{address}/top">link top</a></p>
      <p><a target="_blank" href="{address}/blank" ping="{address}/ping">link blank</a></p>
      <p><a href="javascript:{run}">link script</a></p>
      <p data-wid="4" id="documentElement" name="body">clobber one</p><p data-wid="5" id="scripts">clobber two</p>
      <form name="body"><input name="querySelectorAll"></form><img name="scripts" id="location">
      </body></html>"""


TEXTS = ("link self", "link top", "link blank", "link script", "clobber one", "clobber two", "send")


def test_s1_s4_nothing_runs_and_nothing_leaves(studio_of: OpenStudio, canary: CanaryServer) -> None:
    """Load, hover, click every link, drag, press keys: no script, no request, no navigation, no window."""
    window = studio_of(hostile(canary.address))
    top, frame = window.page.url, window.page.evaluate("document.querySelector('iframe').contentDocument.URL")
    for text in TEXTS:
        window.hover(text)
        window.click(text)
        window.press("Escape")
    window.drag("clobber one")
    for key in ("Enter", "Escape", "Tab", "v"):
        window.press(key)
    window.page.wait_for_selector("#page-pane[data-shown='p1 unstyled']")
    window.press("v", "v")
    window.page.wait_for_selector("#page-pane[data-shown='p1 styled']")
    window.page.wait_for_timeout(1500)
    assert canary.hits == []
    assert window.page.evaluate("[window.hacked, document.querySelector('iframe').contentDocument.scripts.length]") == [
        None,
        0,
    ]
    assert window.page.url == top
    assert "/view/" in frame
    assert "/view/" in window.page.evaluate("document.querySelector('iframe').contentDocument.URL")
    assert len(window.context.pages) == 1


def test_s2_the_view_as_a_page_of_its_own(studio_of: OpenStudio, canary: CanaryServer) -> None:
    """The address of a view, opened in a tab: nothing runs and nothing is loaded."""
    window = studio_of(hostile(canary.address))
    view = window.page.evaluate("document.querySelector('iframe').contentDocument.URL")
    tab = window.context.new_page()
    response = tab.goto(view)
    assert response
    assert response.headers["content-security-policy"] == VIEW_POLICY
    tab.wait_for_timeout(1000)
    assert canary.hits == []
    assert tab.url == view


def test_s3_policies_are_as_they_must_be(studio_of: OpenStudio) -> None:
    """The frame is sandboxed by exactly this word; the studio's own page allows nothing unsafe."""
    window = studio_of("<p>text</p>")
    assert window.page.get_attribute("iframe", "sandbox") == "allow-same-origin"
    response = window.page.reload()
    assert response
    assert response.headers["content-security-policy"] == CLIENT_POLICY
    assert "unsafe" not in CLIENT_POLICY
    assert VIEW_POLICY.startswith("sandbox allow-same-origin; default-src 'none'")
    assert "allow-scripts" not in VIEW_POLICY
    window.page.wait_for_selector("#page-pane[data-shown]")
    window.settle()


def test_s3_the_client_builds_no_markup_from_texts() -> None:
    """No file of the client sets HTML; the vendored file is the published one, with its licences."""
    unsafe = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|dangerouslySet"
    for path in STATIC.glob("*.js"):
        assert not re.search(unsafe, path.read_text())
    vendored = STATIC / "vendor" / "htm-preact.js"
    assert hashlib.sha256(vendored.read_bytes()).hexdigest() == VENDORED
    licences = (STATIC / "vendor" / "licences.txt").read_text()
    assert "Apache License" in licences
    assert "MIT" in licences


def test_s5_other_sites_cannot_ask(studio_of: OpenStudio, canary: CanaryServer) -> None:
    """No token, a wrong host, another origin, a request from another port: refused, and the log is as before."""
    window = studio_of("<p>text</p>")
    port = urlsplit(window.address).port
    assert port

    def status(headers: dict[str, str], path: str = "/api/project") -> int:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.putrequest("GET", path, skip_host=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse().status
        connection.close()
        return answer

    good = {"Host": f"127.0.0.1:{port}", "X-Studio-Token": window.address.partition("#t=")[2]}
    assert status(good) == 200
    assert status({"Host": good["Host"]}) == 401
    assert status({**good, "Host": "evil.test"}) == 403
    assert status({**good, "Host": f"127.0.0.1.evil.test:{port}"}) == 403
    assert status({**good, "Origin": "http://evil.test"}) == 403
    assert status({**good, "Origin": "null"}) == 403
    assert status({**good, "Sec-Fetch-Site": "cross-site"}) == 403
    events = window.events()
    other = window.context.new_page()
    other.goto(canary.address)
    script = """async ([port, type]) => {
      try {
        const options = {method: 'POST', headers: {'Content-Type': type}, body: '{}'};
        const answer = await fetch(`http://127.0.0.1:${port}/api/undo`, options);
        return answer.status;
      } catch { return 'refused'; }
    }"""
    assert other.evaluate(script, [port, "text/plain"]) == "refused"
    assert other.evaluate(script, [port, "application/json"]) == "refused"
    assert window.events() == events


def test_s5_a_rebound_name_is_refused(servers: StudioServers, tmp_path: Path) -> None:
    """A name of another site that resolves to this machine gets no answer."""
    address = servers.address(tmp_path / "x.studio")
    port = urlsplit(address).port
    script = f"""import sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    args = {[*ARGS, "--host-resolver-rules=MAP evil.test 127.0.0.1"]!r}
    browser = playwright.chromium.launch(executable_path={chromium()!r}, args=args)
    print(browser.new_page().goto("http://evil.test:{port}/").status)
    browser.close()
"""
    command = [sys.executable, "-c", script]  # a second playwright needs a process of its own
    found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert found.stdout.strip() == "403"


def test_s7_names_and_values_are_shown_as_text(studio_of: OpenStudio) -> None:
    """Markup in names of fields and in values is text everywhere; the page's own ``data-wid`` has no effect."""
    evil = "<img src=x onerror=alert(1)>"
    escaped = evil.replace("<", "&lt;")
    rows = "".join(f'<p data-wid="3"><b data-wid="{n}">{escaped}{n}</b></p>' for n in range(3))
    window = studio_of(f"<div id=documentElement name=body>{rows}</div>")
    window.click(f"{evil}0")
    window.page.fill(".field-input", "<b>bold</b> & <script>")
    window.press("Enter")
    assert window.page.inner_text(".field-name") == "<b>bold</b> & <script>"
    assert window.rows()[0] == [f"{evil}0"]
    assert window.page.locator(".studio img").count() == 1  # the studio's own sign
    assert window.page.locator(".field-name b").count() == 0
    assert [text for name, text in window.painted() if name == "m0P"] == [f"{evil}0"]


def test_s8_private_addresses_are_not_fetched(studio_of: OpenStudio, canary: CanaryServer) -> None:
    """The refusal is shown with its reason, and nothing was asked."""
    window = studio_of()
    port = canary.server_port
    private = (f"{canary.address}/x", f"http://localhost:{port}/", f"http://[::1]:{port}/", "http://10.0.0.1/")
    other = ("file:///etc/passwd", "data:text/html,<b>x</b>", "ftp://127.0.0.1/", "javascript:alert(1)")
    for address, reason in [*((one, "private") for one in private), *((one, "only http and https") for one in other)]:
        window.page.fill("#open-url", address)
        window.page.click(".open-forms form button")
        window.expect_text(".open-forms .error", reason)
        window.page.fill("#open-url", "")
    assert canary.hits == []
    assert window.js("store.state.pages.length") == 0


def test_s9_formulas_in_csv_are_texts(studio_of: OpenStudio) -> None:
    """A cell that begins like a formula gets an apostrophe."""
    window = studio_of("<p><b>=1+1</b></p><p><b>=2+2</b></p><p><b>+3</b></p>")
    window.click("=1+1")
    window.press("Enter")
    made = window.api("POST", "/export", {"what": "data", "format": "csv"})
    assert "'=1+1" in made["content"]
