"""A client of the studio without a browser and without a network."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx

from unweave.studio.app import build_app
from unweave.studio.guard import AsgiApp
from unweave.studio.project import Project
from unweave.studio.studio import Studio
from unweave.wrapper import Learner

PORT, TOKEN = 8231, "right-token"
HOST = f"127.0.0.1:{PORT}"
BOOKS = (
    "<h1>Books</h1>"
    + "".join(
        f'<p class="row"><b class="t">Title {letter}</b> <i class="p">${number}.50</i> <a href="/{number}">more</a></p>'
        for number, letter in enumerate("ABCDEF", start=1)
    )
    + "<p>Prices in dollars</p>"
)


def app_of(studio: Studio) -> AsgiApp:
    return build_app(studio, token=TOKEN, port=PORT)


class StudioClient:
    """It sends requests as the browser's client does, and knows the last seq."""

    def __init__(self, folder: Path, roots: list[Path] | None = None, learner: Learner | None = None) -> None:
        self.studio = Studio(Project(folder, learner=learner), roots or [])
        self.app = app_of(self.studio)
        self.seq = self.studio.project.seq
        self.pages: list[str] = ["p1"]

    def send(
        self,
        method: str,
        path: str,
        *,
        data: Any = None,
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
    ) -> httpx.Response:
        sent = {"host": HOST, "x-studio-token": TOKEN, "content-type": "application/json", **(headers or {})}
        return asyncio.run(self._send(method, path, data, sent, content))

    async def _send(
        self, method: str, path: str, data: Any, headers: Mapping[str, str], content: bytes | None
    ) -> httpx.Response:
        transport = httpx.ASGITransport(app=self.app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            return await client.request(method, path, headers={**headers}, json=data, content=content)

    def get(self, path: str) -> Any:
        return self._checked(self.send("GET", path))

    def post(self, path: str, **data: Any) -> Any:
        return self._checked(self.send("POST", path, data=data))

    def code(self, method: str, path: str, data: Any = None) -> str:
        """The code of the error that a request is answered with."""
        return str(self.send(method, path, data=data).json()["error"]["code"])

    def _checked(self, response: httpx.Response) -> Any:
        assert response.status_code == 200, response.text
        answer = response.json()
        for found in (answer, answer.get("delta") or {}):
            if "seq" in found and "since" in found:
                self.seq = found["seq"]
        return answer

    def open(self, html: str = BOOKS, name: str = "books.html", address: str | None = None) -> str:
        page: str = self.post("/api/pages", html=html, name=name, address=address)["pages"][0]["id"]
        return page

    def say(self, kind: str, **members: Any) -> Any:
        return self.post("/api/events", type=kind, seq=self.seq, pages=self.pages, **members)

    def move(self, kind: str, **members: Any) -> Any:
        return self.post(f"/api/{kind}", seq=self.seq, pages=self.pages, **members)

    def label(self, text: str, sign: int = 1, field: str | None = None, page: str = "p1", **more: Any) -> Any:
        return self.say("label", page=page, field=field, unit=self.unit(text, page), value=text, sign=sign, **more)

    def unit(self, text: str, page: str = "p1") -> dict[str, Any]:
        start = self.studio.project.pages[page].page.source.index(text)
        return {"kind": "source", "start": start, "end": start + len(text)}

    def marks(self, page: str = "p1") -> list[Any]:
        marks: list[Any] = self.get(f"/api/pages/{page}/marks")["marks"]
        return marks

    def states(self, page: str = "p1") -> dict[str, str]:
        """Text -> state."""
        return {mark[5]: mark[1] for mark in self.marks(page)}

    def close(self) -> None:
        self.studio.jobs.cancel_all()
        self.studio.project.close()
