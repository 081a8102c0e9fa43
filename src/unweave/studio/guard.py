"""The guard before every request: the studio answers its own client on this machine, and nothing else.

In this order: the ``Host`` header (a page that was rebound to the loopback address has another one), whether the
browser says that another site asks, ``Origin``, and then, for the interface, the token, JSON as content, and the size
of the body.
"""

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, TypeAlias

from unweave.studio.problems import StudioProblem

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
AsgiApp: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

TOKEN = "x-studio-token"  # noqa: S105  # the name of a header
SMALL_BODY = 1 << 20
LARGE_BODY = 64 << 20
LARGE = frozenset({"/api/pages", "/api/import"})
WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
FOREIGN = frozenset({"cross-site", "same-site"})
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)


class Guard:
    """Middleware that refuses what does not come from the studio's own client."""

    def __init__(self, app: AsgiApp, *, token: str, port: int, hosts: tuple[str, ...] = ()) -> None:
        self.app = app
        self._token = token.encode()
        names = ("127.0.0.1", "localhost", "[::1]", *hosts)
        self._hosts = frozenset(f"{name}:{port}" for name in names)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            self._check(scope, headers)
        except StudioProblem as problem:
            await _refuse(problem, send)
            return
        limit = LARGE_BODY if scope["path"] in LARGE else SMALL_BODY
        await self.app(scope, _Limited(receive, limit), _with_headers(send))

    def _check(self, scope: Scope, headers: Mapping[str, str]) -> None:
        if headers.get("host", "") not in self._hosts:
            raise StudioProblem("bad_host", "this server answers only to its own address")
        if headers.get("sec-fetch-site") in FOREIGN:
            raise StudioProblem("bad_origin", "another site may not ask")
        if headers.get("origin", next(iter(self._origins))) not in self._origins:
            raise StudioProblem("bad_origin", "another site may not ask")
        path, method = scope["path"], scope["method"]
        if not path.startswith("/api/") or path == "/api/health":
            return
        if not secrets.compare_digest(headers.get(TOKEN, "").encode("latin-1", "replace"), self._token):
            raise StudioProblem(
                "no_token", "the token is missing or wrong", "open the address that the command printed"
            )
        if (
            method in WITH_BODY
            and headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json"
        ):
            raise StudioProblem("not_json", "the content type must be application/json")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > (LARGE_BODY if path in LARGE else SMALL_BODY):
            raise StudioProblem("too_large", "the request is too large")


class _Limited:
    """What is received, up to a limit: a body may be longer than its headers say."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise StudioProblem("too_large", "the request is too large")
        return message


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in HEADERS if pair[0] not in known)]
        await send(message)

    return sent


async def _refuse(problem: StudioProblem, send: Send) -> None:
    body = json.dumps(problem.to_dict()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
