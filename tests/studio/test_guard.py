"""Who is answered, and what a request may be (S5, S6)."""

from pathlib import Path

import pytest

from studio.client import HOST, PORT, StudioClient

BAD_HOSTS = ["evil.test", f"evil.test:{PORT}", f"127.0.0.1.evil.test:{PORT}", "127.0.0.1", "127.0.0.1:1", ""]


def test_health_needs_no_token_and_has_no_data(studio: StudioClient) -> None:
    """It says that the server lives, and no more."""
    answer = studio.send("GET", "/api/health", headers={"x-studio-token": ""})
    assert (answer.status_code, sorted(answer.json())) == (200, ["ok", "version"])


@pytest.mark.parametrize("token", ["", "wrong", "right-token "])
def test_without_the_token_there_is_no_answer(studio: StudioClient, token: str) -> None:
    """401, whatever is asked."""
    for method, path in (("GET", "/api/project"), ("POST", "/api/events"), ("GET", "/api/nothing")):
        answer = studio.send(method, path, headers={"x-studio-token": token})
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "no_token")


@pytest.mark.parametrize("host", BAD_HOSTS)
def test_only_its_own_address_is_answered(studio: StudioClient, host: str) -> None:
    """A page that was rebound to the loopback address has another host; also files and views are refused."""
    for path in ("/api/project", "/api/health", "/", "/view/x/"):
        assert studio.send("GET", path, headers={"host": host}).status_code == 403


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("origin", "http://evil.test"),
        ("origin", "null"),
        ("origin", f"https://{HOST}"),
        ("origin", "http://127.0.0.1:1"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ],
)
def test_another_site_may_not_ask(studio: StudioClient, header: str, value: str) -> None:
    """The right token does not help, and the log stays as it is."""
    before = studio.studio.project.seq
    data = {"name": "x.html", "html": "<b>x</b>"}
    assert studio.send("POST", "/api/pages", data=data, headers={header: value}).status_code == 403
    assert studio.studio.project.seq == before


def test_its_own_client_may_ask(studio: StudioClient) -> None:
    """With the server's origin, from the same origin, under any of its names."""
    for host in (HOST, f"localhost:{PORT}", f"[::1]:{PORT}"):
        headers = {"host": host, "origin": f"http://{host}", "sec-fetch-site": "same-origin"}
        assert studio.send("GET", "/api/project", headers=headers).status_code == 200


def test_there_are_no_cookies_and_no_cors_headers(studio: StudioClient) -> None:
    """Other sites cannot read answers."""
    answer = studio.send("GET", "/api/project", headers={"origin": f"http://{HOST}"})
    names = set(answer.headers)
    assert not {name for name in names if name.startswith("access-control") or name == "set-cookie"}
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert studio.send("OPTIONS", "/api/project").status_code == 405


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_read(studio: StudioClient, kind: str) -> None:
    """A form of another site has another content type."""
    answer = studio.send("POST", "/api/pages", content=b'{"html": "x"}', headers={"content-type": kind})
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "not_json")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"7", b'"x"', b"\xff\xfe", b"[" * 100_000, b'{"html": nul}'])
def test_a_body_that_is_no_object(studio: StudioClient, body: bytes) -> None:
    """It is refused without a traceback."""
    answer = studio.send("POST", "/api/events", content=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_json")
    assert "Traceback" not in answer.text
    assert studio.get("/api/health")["ok"]


def test_a_body_that_is_too_large(studio: StudioClient) -> None:
    """By its own account, or in fact."""
    large = studio.send("POST", "/api/events", content=b" " * (1 << 20) + b"{}")
    claimed = studio.send("POST", "/api/pages", content=b"{}", headers={"content-length": "104857600"})
    assert (large.status_code, claimed.status_code) == (413, 413)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/....//app.py",
        "/static/x%00.js",
        "/static/vendor/../../app.py",
        "/view/..%2fapi/project",
        "/api/pages/..%2f..%2fx",
        "/api/results/..%2fevents.jsonl",
        "/api/results/%00",
        "/nothing",
    ],
)
def test_no_path_leads_out(studio: StudioClient, path: str) -> None:
    """404 with an error of our form."""
    answer = studio.send("GET", path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("../secret.html", "outside_folders"),
        ("/etc/passwd", "outside_folders"),
        ("link.html", "outside_folders"),
        ("a\0b.html", "bad_name"),
        ("x" * 5000, "bad_page"),
        ("missing.html", "bad_page"),
    ],
)
def test_only_files_in_the_given_folders(studio: StudioClient, tmp_path: Path, file: str, code: str) -> None:
    """Neither by a path nor by a link."""
    (tmp_path / "secret.html").write_text("<b>secret</b>")
    (tmp_path / "pages" / "link.html").symlink_to(tmp_path / "secret.html")
    assert studio.code("POST", "/api/pages", {"file": {"root": "r1", "path": file}}) == code
    assert studio.get("/api/files?root=r1") == {"files": []}


@pytest.mark.parametrize("name", ["x\0.html", "n" * 300])
def test_a_bad_name(studio: StudioClient, name: str) -> None:
    """400, and the server lives."""
    assert studio.code("POST", "/api/pages", {"name": name, "html": "<b>x</b>"}) == "bad_name"
    assert studio.open(name="../../etc/x.html") == "p1"
    assert studio.get("/api/pages/p1")["name"] == "x.html"


def test_an_internal_error_is_not_shown(studio: StudioClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client gets a code, not what happened."""

    def fail() -> None:
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr(studio.studio, "history", fail)
    answer = studio.send("GET", "/api/history")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal")
    assert "42" not in answer.text
