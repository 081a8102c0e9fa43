"""Politeness and safety of fetching, on loopback: each case is handled, and its reason is told."""

import gzip
import ssl
import subprocess
import zlib
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from sites.server import BY_HAND, Answer, Request, Server, html, serving
from unweave.run import fetch as fetch_module
from unweave.run.collections import read_collection
from unweave.run.fetch import Fetcher
from unweave.run.live import LiveSource, ResponseStore
from unweave.run.politeness import Clock, FetchLimits, HostPace
from unweave.run.saved import fetch_into

LIMITS = FetchLimits(delay=0.0, retries=2, allow_private=True)


class Waits:
    """A clock that notes the waits instead of waiting."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self.time = 0.0

    def sleep(self, seconds: float) -> None:
        if seconds:
            self.slept.append(round(seconds, 3))
        self.time += seconds

    @property
    def clock(self) -> Clock:
        return Clock(now=lambda: self.time, sleep=self.sleep)


def fetcher(clock: Clock | None = None, **changes: Any) -> Fetcher:
    return Fetcher(replace(LIMITS, **changes), clock or Waits().clock)


def reason(server: Server, path: str = "/", **changes: Any) -> str:
    """Why there is no page; "" if there is one."""
    one = fetcher(**changes)
    try:
        return one.fetch(server.host + path)[-1].failure
    finally:
        one.close()


def always(answer: Answer) -> Any:
    return lambda request: None if request.path == "/robots.txt" else answer


PAGE = html("<p>x</p>")


@pytest.mark.parametrize(
    ("robots", "allowed"),
    [
        (html("User-agent: *\nDisallow: /private", Content_Type="text/plain"), {"/": True, "/private/x": False}),
        (html("User-agent: unweave\nDisallow: /\n\nUser-agent: *\nAllow: /"), {"/": False}),
        (html("User-agent: other\nDisallow: /"), {"/": True}),
        (html("User-agent: *\nDisallow: /a\nAllow: /a/b"), {"/a": False, "/a/b": True}),
        (html("gone", 404), {"/": True}),
        (html("forbidden", 403), {"/": True}),
        (html("down", 500), {"/": False}),
        (html("busy", 503), {"/": False}),
        (html("# " + "x" * 600_000 + "\nUser-agent: *\nDisallow: /"), {"/": True}),
    ],
    ids=["path", "own-name", "other-name", "longest-rule", "404", "403", "500", "503", "over-500-KiB"],
)
def test_robots_are_obeyed(robots: Answer, allowed: dict[str, bool]) -> None:
    """RFC 9309: a missing file allows everything, one that cannot be had nothing."""
    with serving(lambda request: robots if request.path == "/robots.txt" else PAGE) as server:
        found = {path: reason(server, path).partition(",")[0] for path in allowed}
        refused = "robots.txt does not allow it" if robots[0] < 500 else "its robots.txt cannot be had"
        assert found == {path: "" if may else refused for path, may in allowed.items()}
        assert [path for path in allowed if path in server.pages] == [path for path, may in allowed.items() if may]


def test_robots_cannot_be_reached() -> None:
    """Then nothing is fetched."""
    with serving() as server:
        host = server.host
    one = fetcher(retries=0)
    said = "its robots.txt cannot be had, so nothing is fetched: there was no answer: "
    assert one.fetch(f"{host}/")[-1].failure.startswith(said)
    one.close()


def test_the_delay_is_kept_and_follows_the_host() -> None:
    """At least the delay, the one of robots.txt if it is longer, longer where answers are slow or refused."""
    waits = Waits()
    robots = html("User-agent: *\nCrawl-delay: 4")

    def site(request: Request) -> Answer:
        if request.path == "/slow":
            waits.time += 20.0
        return robots if request.path == "/robots.txt" else html("x", 503 if request.path == "/busy" else 200)

    with serving(site) as server:
        one = fetcher(waits.clock, delay=1.0, retries=0)
        for path in ("/a", "/b", "/slow", "/c", "/busy", "/d"):
            one.fetch(server.host + path)
        one.close()
    # After robots.txt 1 s, then 4 s as it asks; after 20 s of waiting for an answer 12 s; after 503 twice as long.
    assert waits.slept == [1.0, 4.0, 4.0, 12.0, 6.0, 12.0]


def test_retries_with_back_off() -> None:
    """Overload is tried again after longer and longer waits, or as long as the server asks for; a 404 is final."""
    waits, answers = Waits(), [503, 503, 200]

    def site(request: Request) -> Answer | None:
        if request.path == "/robots.txt":
            return None
        if request.path == "/asks":
            return html("x", 429, Retry_After="30")
        return html("x", answers.pop(0) if request.path == "/busy" else 404)

    with serving(site) as server:
        one = fetcher(waits.clock, delay=1.0, retries=2)
        assert one.fetch(f"{server.host}/busy")[-1].status == 200
        assert (server.pages, waits.slept) == (["/busy"] * 3, [1.0, 2.0, 4.0])
        assert one.fetch(f"{server.host}/gone")[-1].failure == "HTTP 404 Not Found"
        waits.slept.clear()
        assert one.fetch(f"{server.host}/asks")[-1].failure == "HTTP 429 Too Many Requests"
        assert waits.slept[1:] == [30.0, 60.0]
        assert server.pages.count("/gone") == 1
        one.close()


def test_a_pace_never_goes_below_its_delay() -> None:
    """However quick the answers are."""
    pace = HostPace(FetchLimits(delay=1.0))
    for _ in range(20):
        pace.answered(status=200, seconds=0.0, now=0.0)
    assert pace.delay == 1.0
    for _ in range(20):
        pace.answered(status=503, seconds=0.0, now=0.0)
    assert pace.delay == 60.0


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://127.0.0.1:1/", "127.0.0.1 is a private address"),
        ("http://localhost/", "localhost is a private address"),
        ("http://[::1]/", "::1 is a private address"),
        ("http://[::ffff:10.0.0.1]/", "is a private address"),
        ("http://169.254.169.254/latest", "is a private address"),
        ("http://0x7f000001/", "0x7f000001 "),
        ("ftp://a.org/", "only http and https addresses are fetched"),
        ("file:///etc/passwd", "only http and https addresses are fetched"),
        ("http://", "only http and https addresses are fetched"),
        ("http://[", "it is no address"),
        ("http://a.org:99999/", "it is no address"),
        ("javascript:alert(1)", "only http and https addresses are fetched"),
    ],
)
def test_private_and_other_addresses_are_refused(address: str, said: str) -> None:
    """Before any connection."""
    one = fetcher(allow_private=False, retries=0)
    hops = one.fetch(address)
    one.close()
    assert len(hops) == 1
    assert said in hops[0].failure


def test_a_redirect_to_a_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the first host is a public one."""
    with serving(lambda request: html("x", 302, Location="http://10.0.0.1/admin")) as server:
        monkeypatch.setattr(fetch_module, "is_public", lambda number: number != "10.0.0.1")
        one = fetcher(allow_private=False)
        hops = one.fetch(f"{server.host}/")
        one.close()
    assert [hop.status for hop in hops][-1] == 0
    assert any("10.0.0.1 is a private address" in hop.reason for hop in hops)


def test_redirects() -> None:
    """They are followed, noted, and end."""

    def site(request: Request) -> Answer | None:
        if request.path == "/loop":
            return html("", 301, Location="/loop")
        return {"/old": html("", 301, Location="/new"), "/new": PAGE}.get(request.path)

    with serving(site) as server:
        one = fetcher()
        hops = one.fetch(f"{server.host}/old")
        assert [(hop.url.removeprefix(server.host), hop.status) for hop in hops] == [
            ("/robots.txt", 404),
            ("/old", 301),
            ("/new", 200),
        ]
        assert one.fetch(f"{server.host}/loop")[-1].failure == "more than 5 redirects"
        one.close()


def trickle(request: Request) -> Answer | None:
    """A byte at a time, without an end."""
    if request.path == "/robots.txt":
        return None
    out = request.handler.wfile
    out.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000000\r\n\r\n")
    start = monotonic()
    while monotonic() - start < 3:
        try:
            out.write(b"x")
            out.flush()
        except OSError:
            break
    return BY_HAND


def test_a_server_that_trickles() -> None:
    """One limit for the whole answer, however many bytes come."""
    with serving(trickle) as server:
        one = Fetcher(replace(LIMITS, timeout=0.2, retries=0), Clock())
        assert one.fetch(f"{server.host}/")[-1].failure == "it took more than 0.2 seconds"
        one.close()


BOMB = gzip.compress(b"\0" * 20_000_000)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((200, BOMB, {"Content-Type": "text/html", "Content-Encoding": "gzip"}), "it has more than 1,000,000 bytes"),
        (html("x" * 2_000_000), "it has more than 1,000,000 bytes"),
        ((200, b"%PDF-1.7", {"Content-Type": "application/pdf"}), "it is no page, but application/pdf"),
        ((200, b"\x89PNG\r\n\x1a\n", {"Content-Type": "image/png"}), "it is no page, but image/png"),
        ((200, b"x", {"Content-Type": "text/html", "Content-Encoding": "br"}), "its bytes are compressed by br"),
        ((200, b"xyz", {"Content-Type": "text/html", "Content-Encoding": "gzip"}), "its bytes cannot be decompressed"),
        (html("", 204), "HTTP 204 No Content"),
        (html("teapot", 418), "HTTP 418"),
    ],
)
def test_answers_that_are_no_pages(answer: Answer, said: str) -> None:
    """A compressed bomb, a huge page, other types, broken bytes: each is refused with its reason."""
    with serving(always(answer)) as server:
        assert reason(server, page_bytes=1_000_000, retries=0).startswith(said)


def test_compressed_pages() -> None:
    """Gzip and deflate are read."""
    for name, data in (("gzip", gzip.compress(b"<p>x</p>")), ("deflate", zlib.compress(b"<p>x</p>"))):
        with serving(always((200, data, {"Content-Type": "text/html", "Content-Encoding": name}))) as server:
            one = fetcher()
            assert one.fetch(f"{server.host}/")[-1].body == b"<p>x</p>"
            one.close()


def test_a_wrong_certificate(tmp_path: Path) -> None:
    """It is refused, and not tried again."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=other.test"]
    try:
        subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("there is no openssl to make a certificate")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with serving(always(PAGE), certificate=context) as server:
        one = fetcher(retries=2)
        hops = one.fetch(f"{server.host}/")
        one.close()
    assert [hop.reason.partition(":")[0] for hop in hops] == [
        "its certificate is not valid",
        "its robots.txt cannot be had, so nothing is fetched",
    ]


def live(tmp_path: Path, **limits: Any) -> LiveSource:
    return LiveSource(fetcher(**limits), ResponseStore(tmp_path / "pages.warc.gz"))


@pytest.mark.parametrize(
    ("limits", "number", "said"),
    [
        ({"pages": 3}, 3, "the limit of 3 pages is reached"),
        ({"total_bytes": 100}, 2, "the limit of 100 bytes is reached"),
        ({"depth": 1}, 2, "the limit of 1 links from the start is reached"),
        ({"seconds": 0}, 0, "the limit of 0 seconds is reached"),
    ],
)
def test_limits_are_kept(limits: dict[str, Any], number: int, said: str, tmp_path: Path) -> None:
    """Of pages, bytes, depth and time; what was not fetched is told."""
    with serving(always(html("x" * 80))) as server:
        source = live(tmp_path, **limits)
        reasons = []
        for depth in range(5):
            try:
                source.get(f"{server.host}/{depth}", depth=depth)
            except Exception as problem:  # noqa: BLE001  # compared below
                reasons.append(str(problem).partition(": ")[2])
        assert reasons == [said] * (5 - number)
        assert len(server.pages) == number
        source.fetcher.close()
        source.store.close()


def test_each_page_is_fetched_once(tmp_path: Path) -> None:
    """In all spellings of its address, and again from the file."""
    with serving(always(PAGE)) as server:
        source = live(tmp_path)
        for address in ("/x?a=1&b=2", "/x?b=2&a=1#top", "/x?a=1&b=2"):
            assert source.get(server.host + address, depth=0).source == "<p>x</p>"
        source.store.close()
        again = live(tmp_path)
        assert again.get(f"{server.host}/x?b=2&a=1", depth=0).source == "<p>x</p>"
        assert server.requests == ["/robots.txt", "/x?a=1&b=2"]
        for one in (source, again):
            one.fetcher.close()
        again.store.close()


def test_pages_into_a_folder(tmp_path: Path) -> None:
    """Pages, redirects and failures are in the manifest, and the folder is a collection."""

    def site(request: Request) -> Answer | None:
        return {"/a": html("<p>caf\u00e9"), "/old": html("", 302, Location="/a")}.get(request.path)

    with serving(site) as server:
        one = fetcher()
        addresses = [f"{server.host}{path}" for path in ("/old", "/gone")]
        saved = list(fetch_into(tmp_path / "pages", addresses, one))
        list(fetch_into(tmp_path / "pages", [f"{server.host}/a"], one))
        one.close()
    assert [(page.url.removeprefix(server.host), bool(page.file), page.reason) for page in saved] == [
        ("/a", True, ""),
        ("/gone", False, "HTTP 404 Not Found"),
    ]
    found = read_collection([tmp_path / "pages"])
    assert [(page.url, page.source) for page in found.pages] == [(f"{server.host}/a", "<p>café")]
    assert found.failed == {f"{server.host}/gone": "HTTP 404 Not Found"}
    assert found.moved == {f"{server.host}/old": f"{server.host}/a"}
