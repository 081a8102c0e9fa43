"""A server on loopback for the tests, which notes every request."""

import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Headers = Mapping[str, str]
Answer = tuple[int, bytes, Headers]
Site = Callable[["Request"], "Answer | None"]


@dataclass(frozen=True)
class Request:
    """A request: its path with the query, its headers (names in lower case), and the handler for answers by hand."""

    path: str
    headers: Mapping[str, str]
    handler: Any


@dataclass
class Server:
    """Where the server is, and what was asked of it."""

    host: str
    requests: list[str] = field(default_factory=list)
    site: Site = lambda request: None

    @property
    def pages(self) -> list[str]:
        """The requests without those for robots.txt."""
        return [path for path in self.requests if path != "/robots.txt"]


def html(body: str, status: int = 200, **headers: str) -> Answer:
    """An answer with a page."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, body.encode(), {"Content-Type": "text/html; charset=utf-8", **named}


@contextmanager
def serving(site: Site | None = None, *, certificate: ssl.SSLContext | None = None) -> Iterator[Server]:
    """A server whose answers come from a function; None is a 404."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # without it the body of each answer waits 40 ms behind its headers

        def do_GET(self) -> None:
            server.requests.append(self.path)
            names = {name.lower(): value for name, value in self.headers.items()}
            answer = server.site(Request(self.path, names, self)) or html("<h1>Not found</h1>", 404)
            if answer == BY_HAND:
                self.close_connection = True
                return
            status, body, headers = answer
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listener.daemon_threads = True
    if certificate:
        listener.socket = certificate.wrap_socket(listener.socket, server_side=True)
    protocol = "https" if certificate else "http"
    server = Server(f"{protocol}://127.0.0.1:{listener.server_address[1]}", site=site or (lambda _: None))
    thread = Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join()


BY_HAND: Answer = (0, b"", {})
"""For a site that has written the answer itself."""


def site_of(paths: Mapping[str, tuple[int, str]]) -> Site:
    """A site of pages by their path."""

    def answer(request: Request) -> Answer | None:
        found = paths.get(request.path)
        return html(found[1], found[0]) if found else None

    return answer
