"""The operations of the studio, as methods: the HTTP layer calls them with the members of a request.

Each takes the project's lock. ``docs/studio-api.md`` describes requests and answers.
"""

import json
from base64 import b64decode
from binascii import Error as BadBase64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from threading import Thread
from typing import Any

from unweave import __version__
from unweave.files import replacing
from unweave.page import LIMIT
from unweave.page.input_files import read_bytes
from unweave.run.collections import saved_address
from unweave.session import Session
from unweave.studio.commands import AT_ONCE, event_of
from unweave.studio.describing import Bases, delta, described, described_page
from unweave.studio.discovery import DiscoveredColumns, kept_columns
from unweave.studio.fetching import LIMITS, fetch
from unweave.studio.folders import Folders
from unweave.studio.jobs import Jobs
from unweave.studio.marks import written_marks
from unweave.studio.pages import MOST_ELEMENTS, StudioPage
from unweave.studio.problems import StudioProblem
from unweave.studio.project import Project, history_items
from unweave.studio.site import StudioSite, likely_type, studio_site
from unweave.studio.statements import of_type
from unweave.studio.table import table_window
from unweave.studio.view import view_of

Given = Mapping[str, Any]
Answer = dict[str, Any]

LONGEST_WINDOW = 200_000
LARGEST_UI = 64 * 1024
MOST_VIEWS = 400


class Studio:
    """A project, the folders that may be read, and the jobs.

    >>> import tempfile
    >>> studio = Studio(Project(Path(tempfile.mkdtemp())))
    >>> added = studio.add_pages({"name": "books.html", "html": "<b>Emma</b> <b>Kim</b>"})
    >>> label = {"seq": 1, "type": "label", "page": "p1", "unit": {"kind": "text", "wid": 4}, "pages": ["p1"]}
    >>> delta = studio.add_event(label)
    >>> [mark[1] + " " + mark[5] for mark in delta["pages"]["p1"]["add"]]
    ['P Emma', 'U Kim']
    >>> studio.project.close()
    """

    def __init__(self, project: Project, folders: Sequence[Path] = (), *, allow_private: bool = False) -> None:
        self.project = project
        self.folders = Folders(list(folders))
        self.jobs = Jobs()
        self.discoveries: list[DiscoveredColumns] = []
        self._site: StudioSite | None = None
        self._views: dict[str, tuple[str, str]] = {}
        self._allow_private = allow_private

    # -- the project

    def health(self) -> Answer:
        """Whether the server lives."""
        return {"ok": True, "version": __version__}

    def described(self, pages: Sequence[str], *, draft: bool = False) -> Answer:
        """The project."""
        with self.project.ready(draft=draft):
            shown = list(pages) or list(self.project.pages.pages)[:1]
            return {
                **described(self.project, shown),
                "ui": self._ui(),
                "roots": self.folders.described(),
                "sample": False,
            }

    def site(self) -> StudioSite:
        """The site of the project as it is now, once everything is learned."""
        with self.project.learned():
            if self._site is None or self._site.seq != self.project.seq:
                self._site = studio_site(self.project, self._site)
            return self._site

    def rename(self, given: Given) -> Answer:
        """Another name for the project."""
        name = given.get("name")
        if not isinstance(name, str) or not name.strip() or len(name) > 200:
            raise StudioProblem("bad_name", "the name of a project has 1 to 200 characters")
        with self.project.lock:
            self.project.append({"type": "name", "name": " ".join(name.split())})
            return {"name": self.project.name}

    def take_over(self) -> Answer:
        """Become the writer of the project."""
        with self.project.lock:
            self.project.take_over()
            return self.described([])

    def _ui(self) -> Any:
        try:
            return json.loads((self.project.folder / "ui.json").read_bytes())
        except (OSError, ValueError):
            return {}

    def set_ui(self, given: Given) -> Answer:
        """Keep what the client wants to find again."""
        data = json.dumps(given, ensure_ascii=False).encode("utf-8", "surrogatepass")
        if len(data) > LARGEST_UI:
            raise StudioProblem("too_large", f"at most {LARGEST_UI:,} bytes are kept")
        with self.project.lock, replacing(self.project.folder / "ui.json") as draft:
            draft.write_bytes(data)
        return {"ok": True}

    # -- pages

    def add_pages(self, given: Given) -> Answer:
        """Add pages from texts, bytes, a URL or files."""
        many = given.get("pages")
        wanted = many if isinstance(many, list) and any(isinstance(one, dict) for one in many) else [given]
        read: list[tuple[bytes, str, str | None, str | None]] = []
        failed: list[Answer] = []
        for one in wanted:
            try:
                read.append(self._read(one if isinstance(one, dict) else {}))
            except StudioProblem as problem:
                if wanted is not many:
                    raise
                failed.append({"name": _shown_name(one), **problem.to_dict()})
        return self._stored(read, failed, alone=wanted is not many, draft=given.get("draft") is True)

    def open_file(self, path: Path, folder: Path | None = None) -> StudioPage:
        """Add the page in a file that was named on the command line, in a folder or by itself."""
        data = read_bytes(path, limit=LIMIT)
        address = saved_address(path, folder or path.parent)
        answer = self._stored([(data, path.name, address, None)], [], alone=True, draft=True)
        return self.project.pages[answer["pages"][0]["id"]]

    def _stored(
        self,
        read: Sequence[tuple[bytes, str, str | None, str | None]],
        failed: list[Answer],
        *,
        alone: bool,
        draft: bool,
    ) -> Answer:
        project, added = self.project, list[StudioPage]()
        with project.lock:
            since = project.seq
            for data, name, url, charset in read:
                try:
                    event = project.pages.stored(data, name=name, url=url, charset=charset)
                    known = project.pages.known(event)
                    if known is None:
                        kind = of_type(likely_type(project, project.pages.read(event)) if project.state.types else "")
                        project.append({**event, **kind}, more=True)
                    added.append(known or project.pages[event["page"]])
                except StudioProblem as problem:
                    if alone:
                        raise
                    failed.append({"name": name, **problem.to_dict()})
            project.settle()
            bases = dict.fromkeys([one.id for one in added][:1], f"{since}")
            return {
                "pages": [described_page(project, one, count=False) for one in added],
                "failed": failed,
                "delta": self._delta({"draft": draft}, since, bases),
            }

    def _read(self, given: Given) -> tuple[bytes, str, str | None, str | None]:
        """Bytes, name, URL and encoding of a page."""
        name = given.get("name") or "page.html"
        if not isinstance(name, str) or len(name) > 10_000:
            raise StudioProblem("bad_name", "'name' is no text")
        charset = given.get("charset")
        if charset is not None and not isinstance(charset, str):
            raise StudioProblem("bad_request", "'charset' is no text")
        address = given.get("address")
        if address is not None and not isinstance(address, str):
            raise StudioProblem("bad_request", "'address' is no text")
        if isinstance(given.get("html"), str):
            return given["html"].encode("utf-8", "surrogatepass"), name, address, "utf-8"
        if isinstance(given.get("base64"), str):
            try:
                return b64decode(given["base64"], validate=True), name, address, charset
            except (BadBase64, ValueError) as error:
                raise StudioProblem("bad_request", "'base64' is no base64") from error
        if isinstance(given.get("url"), str):
            limits = replace(LIMITS, allow_private=self._allow_private)
            found = fetch(given["url"].strip(), limits=limits)
            shown = found.url.partition("?")[0].rstrip("/").rpartition("/")[2] or "index.html"
            return found.data, shown, found.url, charset or found.charset
        if "file" in given:
            data, path = self.folders.read(given["file"]), self.folders.path(given["file"])
            address = saved_address(path, self.folders.root(given["file"]["root"]))
            return data, str(given["file"]["path"]), address, charset
        raise StudioProblem("bad_request", "a page is given by 'html', 'base64', 'url' or 'file'")

    def page(self, name: str) -> Answer:
        """One page."""
        with self.project.learned():
            return described_page(self.project, self.project.pages[name])

    def remove_page(self, name: str) -> Answer:
        """Remove a page from the project."""
        with self.project.lock:
            since, page = self.project.seq, self.project.pages[name]
            self.project.append({"type": "page_remove", "page": page.id, "sentence": f"removed {page.name}"})
            return self._delta({"draft": True}, since, {})

    def change_page(self, name: str, given: Given) -> Answer:
        """Read a page with another encoding."""
        project, charset = self.project, given.get("charset")
        with project.lock:
            page = project.pages[name]
            if any(key.page == page.id for key in project.state.labels):
                raise StudioProblem(
                    "has_labels", "the page has labels, whose places would change", "remove the page first"
                )
            if not isinstance(charset, str) or not charset or page.file is None:
                raise StudioProblem("bad_request", "'charset' is not the name of an encoding")
            project.pages.stored(page.file.read_bytes(), name=page.name, url=page.page.url, charset=charset)
            since = project.seq
            project.append({"type": "page_charset", "page": page.id, "charset": charset})
            changed = project.pages[name]
            return {"page": described_page(project, changed), "delta": delta(project, since, {page.id: f"{since}"})}

    def mint_view(self, name: str, given: Given) -> Answer:
        """A URL for the view of a page, known only to the client that asked for it."""
        mode = given.get("mode", "styled")
        if mode not in {"styled", "unstyled"}:
            raise StudioProblem("bad_request", f"'mode' is {mode!r}; it is styled or unstyled")
        with self.project.lock:
            page = self.project.pages[name]
            if page.units.elements > MOST_ELEMENTS:
                raise StudioProblem("too_large", "the page is too large to be shown", "use the raw view")
            nonce = token_hex(16)
            self._views[nonce] = (page.id, mode)
            for old in list(self._views)[:-MOST_VIEWS]:
                del self._views[old]
            Thread(target=page.prepare, daemon=True).start()
            return {"url": f"/view/{nonce}/", "mode": mode, "elements": page.units.elements}

    def view(self, nonce: str) -> str:
        """The view with this URL."""
        with self.project.lock:
            page, mode = self._views.get(nonce, ("", ""))
            if page not in self.project.pages.pages:
                raise StudioProblem("not_found", "there is no such view")
            return view_of(self.project.pages[page].page, styled=mode == "styled")

    def units(self, name: str) -> Answer:
        """All units of a page."""
        with self.project.lock:
            return self.project.pages[name].units.packed()

    def element(self, name: str, wid: int) -> Answer:
        """An element of a page."""
        with self.project.lock:
            return self.project.pages[name].units.element(wid)

    def source(self, name: str, start: int, end: int) -> Answer:
        """A part of the source of a page."""
        with self.project.lock:
            page = self.project.pages[name]
            start = max(0, min(start, len(page.page)))
            end = max(start, min(end, len(page.page), start + LONGEST_WINDOW))
            text = page.page.source[start:end]
            line = page.page.source.count("\n", 0, start) + 1
            units = page.units.window(start, end)
            return {"from": start, "to": end, "total": len(page.page), "line": line, "text": text, "units": units}

    def unit(self, name: str, given: Given) -> Answer:
        """A unit with its span and value."""
        with self.project.lock:
            unit = given.get("unit")
            if not isinstance(unit, dict):
                raise StudioProblem("bad_request", "'unit' is missing")
            found = self.project.pages[name].units.located(unit)
            return {"unit": found.unit, "span": list(found.span), "target": found.target, "value": found.value}

    def marks(self, name: str, *, draft: bool = False) -> Answer:
        """All marks of a page."""
        with self.project.ready(draft=draft):
            project, page = self.project, self.project.pages[name]
            records = [[row.number, *row.extent] for row in project.rows(name)] if project.is_learned else []
            marks = written_marks(page, project.marks(name))
            return {
                "seq": project.seq,
                "version": project.version,
                "page": page.id,
                "marks": marks,
                "records": records,
            }

    def embedded(self, name: str) -> Answer:
        """The data in scripts and attributes of a page that is visible to a reader, too."""
        from unweave.labels import of_property, structured_data  # noqa: PLC0415  # only here

        with self.project.lock:
            page = self.project.pages[name]
            items = []
            for path in structured_data(page.page):
                for span in of_property("x", path)(page.page)[:5]:
                    unit = {"kind": "source", "start": span.start, "end": span.end}
                    items.append({"path": path, "value": page.page.text(span), "span": list(span), "unit": unit})
            return {"items": items}

    # -- events

    def add_event(self, given: Given) -> Answer:
        """Add a statement; the delta since the seq that the client knows, a draft if the client wants one."""
        project = self.project
        with project.ready(draft=given.get("type") in AT_ONCE):
            return self.added(given, lambda: self._event(given))

    def _event(self, given: Given) -> Answer:
        if given.get("type") != "keep_columns":
            return event_of(self.project, given)
        number, columns = given.get("discovery"), given.get("columns")
        if type(number) is not int or not 1 <= number <= len(self.discoveries) or not isinstance(columns, list):
            raise StudioProblem("bad_request", "'discovery' is the number of a discovery, 'columns' a list")
        taken = list(self.project.names.values())
        found = self.discoveries[number - 1]
        kind = self.project.page_type(next(iter(found.records), ""))
        members = kept_columns(found, columns, taken=taken, first=self.project.seq + 1, page_type=kind)
        sentence = f"kept {len(columns)} columns as fields"
        return {"type": "keep_columns", "id": str(given.get("id") or ""), **members, "sentence": sentence}

    def added(self, given: Given, make: Any) -> Answer:
        """Append what ``make`` makes, unless it is there already or the client is behind."""
        since, bases = _seq(given), bases_of(given)
        if self.project.is_known(given.get("id")):
            return self._delta(given, since, bases)
        if since != self.project.seq:
            answer = delta(self.project, since, bases)
            raise StudioProblem("stale", "another window was faster", "apply the delta and send it again", delta=answer)
        event = self.project.append(make())
        made = {"field": event["new_fields"][0]["field"]} if event.get("new_fields") else {}
        made = {"field": event["field"]} if event["type"] == "field_add" else made
        return self._delta(given, since, bases, made=made)

    def _delta(self, given: Given, since: int, bases: Bases, **more: Any) -> Answer:
        """A delta; unless the client wants a draft, after learning."""
        with self.project.ready(draft=given.get("draft") is True):
            return delta(self.project, since, bases, **more)

    def move(self, kind: str, given: Given) -> Answer:
        """Undo, redo or travel."""
        with self.project.lock:
            history = self.project.history
            if kind == "travel":
                to = given.get("to")
                if type(to) is not int or not history.knows(to):
                    raise StudioProblem("not_found", f"the history has no statement {to!r}")
                return self.added(given, lambda: {"type": kind, "id": str(given.get("id") or ""), "to": to})
            if not (history.done if kind == "undo" else history.undone):
                return self._delta(given, _seq(given), bases_of(given))
            return self.added(given, lambda: {"type": kind, "id": str(given.get("id") or "")})

    def delta(self, since: int, pages: Sequence[str]) -> Answer:
        """What has changed since a seq, after learning."""
        with self.project.learned():
            return delta(self.project, since, bases_of({"seq": since, "pages": list(pages)}))

    def history(self) -> Answer:
        """The statements so far."""
        with self.project.lock:
            return {"seq": self.project.seq, "items": history_items(self.project)}

    def records(self, given: Mapping[str, str]) -> Answer:
        """A part of the table."""
        self.project.learn(_extracted)
        with self.project.learned():
            return table_window(self.project, given)


def _extracted(session: Session, is_superseded: Callable[[], bool]) -> None:
    """Extract from all pages, so that this need not be done while others wait."""
    session.learn(is_superseded)
    for number in range(len(session.pages)):
        if is_superseded():
            return
        session.page_records(number)


def _shown_name(given: Any) -> str:
    if not isinstance(given, dict):
        return ""
    file = given.get("file")
    return str(given.get("name") or given.get("url") or (file.get("path") if isinstance(file, dict) else "") or "")[
        :200
    ]


def _seq(given: Given) -> int:
    seq = given.get("seq")
    if type(seq) is not int or seq < 0:
        raise StudioProblem("bad_request", "'seq' is missing: the last one that the client knows")
    return seq


def bases_of(given: Given) -> dict[str, str]:
    """The pages whose marks a client has, and in which version; that of ``seq`` if it does not say.

    >>> bases_of({"seq": 7, "pages": ["p1", "p2:7d"]}), bases_of({})
    ({'p1': '7', 'p2': '7d'}, {})
    """
    pages, seq = given.get("pages", []), given.get("seq", 0)
    if not isinstance(pages, list) or not all(isinstance(one, str) for one in pages):
        raise StudioProblem("bad_request", "'pages' is a list of page ids, each alone or with a version (p1:7)")
    pairs = (one.partition(":") for one in pages)
    return {page: version or f"{seq}" for page, _, version in pairs}
