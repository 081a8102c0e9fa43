"""Exports, and pages from the network (K3, S8, S9)."""

import base64
import csv
import io
import json
import socket
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

import unweave
from studio.client import BOOKS, StudioClient
from unweave.run import fetch as run_fetch
from unweave.run.fetch import is_public
from unweave.studio.fetching import LIMITS, FetchedPage, fetch
from unweave.studio.problems import StudioProblem


@pytest.fixture
def labelled(studio: StudioClient) -> StudioClient:
    """A project with two fields."""
    studio.open()
    studio.label("Title A")
    studio.label("$1.50")
    return studio


def test_formulas_are_neutralised(studio: StudioClient) -> None:
    """S9: a cell that a spreadsheet would run has an apostrophe in front."""
    studio.open("".join(f"<p><b>{text}</b></p>" for text in ("=1+1", "+2", "-3", "@x", "plain")))
    studio.label("=1+1")
    content = studio.post("/api/export", what="data", format="csv")["content"]
    values = [row["field 1"] for row in csv.DictReader(io.StringIO(content))]
    assert values == ["'=1+1", "'+2", "'-3", "'@x", "plain"]


@pytest.mark.parametrize("form", ["xpath", "css", "python", "scrapy"])
def test_a_rule_is_run_in_its_own_engine(labelled: StudioClient, form: str) -> None:
    """K3: the same values as the marks, or a reason why not."""
    answer = labelled.get(f"/api/rule/record?format={form}")
    assert answer["expressible"] or answer["reason"]
    if answer["expressible"]:
        assert (answer["verdict"]["checked"], answer["verdict"]["same"]) == (True, 1)
        assert labelled.post("/api/export", what="rule", format=form)["content"] == answer["text"]


def test_words_of_a_field(labelled: StudioClient) -> None:
    """A sentence a field, without the other field."""
    field = labelled.get("/api/project")["fields"][0]["id"]
    text = labelled.get(f"/api/rule/{field}?format=words")["text"]
    assert "t: " in text
    assert "p: " not in text
    assert labelled.code("GET", "/api/rule/f99") == "not_found"
    assert labelled.code("GET", "/api/rule/record?format=poem") == "bad_request"


def test_the_wrapper_and_the_examples_are_files_of_the_command_line(labelled: StudioClient, tmp_path: Path) -> None:
    """`unweave extract` runs the one, `unweave learn` reads the other, and both find the same records."""
    folder = labelled.studio.project.folder
    wrapper = folder / "w.json"
    wrapper.write_text(labelled.post("/api/export", what="wrapper", format="json")["content"])
    examples = folder / "e.json"
    examples.write_text(labelled.post("/api/export", what="examples", format="json")["content"])
    page = unweave.Page(BOOKS, name="x.html")
    found = [record.to_dict() for record in unweave.load(wrapper).extract(page)]
    learned = unweave.learn(unweave.read_examples(examples))
    assert found == [record.to_dict() for record in learned.extract(page)]
    assert len(found) == 6
    assert tmp_path in folder.parents


def test_the_project_as_an_archive(labelled: StudioClient, tmp_path: Path) -> None:
    """It opens as the same project."""
    made = labelled.post("/api/export", what="project", format="zip")
    assert (made["name"], made["encoding"]) == ("books.zip", "base64")
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(made["content"]))) as archive:
        archive.extractall(tmp_path / "copy")
    copy = StudioClient(tmp_path / "copy")
    assert copy.marks() == labelled.marks()
    copy.close()


def test_data_and_events(labelled: StudioClient) -> None:
    """All records, and all that was said."""
    rows = json.loads(labelled.post("/api/export", what="data", format="json")["content"])
    assert [(row["t"], row["p"]) for row in rows][:2] == [("Title A", "$1.50"), ("Title B", "$2.50")]
    events = labelled.post("/api/export", what="events", format="jsonl")["content"].splitlines()
    assert len(events) == labelled.seq + 1
    assert labelled.code("POST", "/api/export", {"what": "data", "format": "xls"}) == "bad_request"
    assert labelled.code("POST", "/api/export", {"what": "all", "format": "csv"}) == "bad_request"


REFUSED = [
    "file:///etc/passwd",
    "data:text/html,x",
    "ftp://example.com/",
    "javascript:1",
    "//example.com",
    "http://",
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://localhost:8231/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest",
    "http://0.0.0.0/",
    "http://example.com:99999/",
    "http://exa mple.com/",
]


@pytest.mark.parametrize("url", REFUSED)
def test_addresses_that_are_not_opened(studio: StudioClient, url: str) -> None:
    """S8: no other scheme, no private address."""
    assert studio.code("POST", "/api/pages", {"url": url}) == "refused_url"


PRIVATE = replace(LIMITS, allow_private=True)


class Answers(BaseHTTPRequestHandler):
    """A small site: a page, redirects, an error, and a page that is too large."""

    def do_GET(self) -> None:
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.path.removeprefix("/to/"))
            self.end_headers()
            return
        self.send_response(404 if self.path == "/missing" else 200)
        self.send_header("Content-Type", "text/html; charset=iso-8859-1")
        self.end_headers()
        self.wfile.write(b"x" * 3000 if self.path == "/large" else b"<b>caf\xe9</b>")

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@pytest.fixture
def site() -> Iterator[int]:
    """The port of the small site."""
    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_a_page_is_fetched_once(site: int) -> None:
    """With its encoding, and the address where it was in the end."""
    found = fetch(f"http://127.0.0.1:{site}/to//page.html", limits=PRIVATE)
    assert found == FetchedPage(b"<b>caf\xe9</b>", f"http://127.0.0.1:{site}/page.html", "iso-8859-1")


def test_a_redirect_to_a_private_address(site: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """S8: each step is checked; here the first one passes for public."""
    monkeypatch.setattr(run_fetch, "is_public", lambda address: address == "127.0.0.1" or is_public(address))
    with pytest.raises(StudioProblem) as caught:
        fetch(f"http://127.0.0.1:{site}/to/http://10.0.0.1/x")
    assert caught.value.code == "refused_url"
    with pytest.raises(StudioProblem) as caught:
        fetch(f"http://127.0.0.1:{site}/to/file:///etc/passwd")
    assert caught.value.code == "refused_url"


def test_a_name_with_a_private_address_among_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """All addresses of a name must be public."""
    numbers = [(0, 0, 0, "", (number, 80)) for number in ("93.184.216.34", "127.0.0.1")]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_given, **_options: numbers)
    with pytest.raises(StudioProblem) as caught:
        fetch("http://rebound.test/")
    assert caught.value.code == "refused_url"


def test_what_fails_is_named(site: int) -> None:
    """An error status, a page that is too large, a server that is not there, redirects without end."""
    limits = replace(PRIVATE, page_bytes=1000)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        closed = free.getsockname()[1]
        urls = [f"http://127.0.0.1:{site}/missing", f"http://127.0.0.1:{site}/large", f"http://127.0.0.1:{closed}/"]
        for url in [*urls, f"http://127.0.0.1:{site}/" + "to//" * 9 + "x"]:
            with pytest.raises(StudioProblem) as caught:
                fetch(url, limits=limits)
            assert caught.value.code == "fetch_failed"
