"""The pages of a project: their original bytes in ``pages/<sha256>.html``, and what is known of each in the event log.

A page is named by its id ("p1"), never by a path that a client gives. The same bytes with the same encoding are one
page.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any

from unweave.errors import BadInput, UnweaveError
from unweave.files import replacing
from unweave.page import LIMIT, Page, Span
from unweave.page.input_files import check_text
from unweave.run.sources import PAGE_ENDINGS
from unweave.session.rows import roles_of
from unweave.sites.linked_pages import SourceLink, links_of
from unweave.studio.problems import StudioProblem
from unweave.studio.units import PageUnits

MOST_ELEMENTS = 200_000
"""A page with more elements is shown as source only."""
LONGEST_NAME = 200
FOLDER = "pages"
UNDECLARED = "not valid UTF-8"
"""Why a page was read as windows-1252: nothing declares its encoding."""


@dataclass
class StudioPage:
    """A page of a project.

    >>> StudioPage("p1", "ab12", "codes.html", Page("<b>Congo</b>", name="codes.html")).units.elements
    4
    """

    id: str
    sha256: str
    name: str
    page: Page
    charset: str | None = None
    file: Path | None = None
    warnings: list[dict[str, str]] = field(default_factory=list)

    @cached_property
    def units(self) -> PageUnits:
        """Its units."""
        return PageUnits(self.page)

    @cached_property
    def by_id(self) -> Page:
        """The same page with its id as name."""
        return Page(self.page.source, name=self.id, url=self.page.url, html=self.page.is_html)

    @cached_property
    def links(self) -> list[SourceLink]:
        """Its links to other pages."""
        return links_of(self.page) if self.page.is_html else []

    def prepare(self) -> None:
        """Compute now what the first click would have to wait for: spans of nodes, roles, and the places of texts."""
        if self.page.is_html and len(self.page):
            node = self.page.tree.smallest(Span(0, 1))
            roles_of(self.page).alike(node)
            self.units.target(Span(0, 1))

    def to_dict(self) -> dict[str, Any]:
        """What does not depend on statements."""
        encoding = self.page.encoding
        return {
            "id": self.id,
            "name": self.name,
            "sha256": self.sha256,
            "url": self.page.url,
            "encoding": {"name": encoding.name, "why": encoding.why} if encoding else None,
            "chars": len(self.page),
            "elements": self.units.elements,
            "html": self.page.is_html,
            "warnings": self.warnings,
        }


class PageStore:
    """The pages of one project's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER
        self.pages: dict[str, StudioPage] = {}
        self.removed: set[str] = set()

    def __getitem__(self, name: Any) -> StudioPage:
        if not isinstance(name, str) or name not in self.pages:
            raise StudioProblem("not_found", f"the project has no page {name!r}")
        return self.pages[name]

    def stored(self, data: bytes, *, name: str, url: str | None, charset: str | None) -> dict[str, Any]:
        """Write the bytes, and return the event that adds the page; ``bad_page`` if they are no page."""
        name = _clean_name(name)
        page = _read(data, name=name, url=url, charset=charset)
        digest = sha256(data).hexdigest()
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / f"{digest}{_ending(name)}"
        if not file.exists():
            with replacing(file) as draft:
                draft.write_bytes(data)
        number = len(self.pages) + len(self.removed) + 1
        return {
            "type": "page_add",
            "page": f"p{number}",
            "sha256": digest,
            "file": file.name,
            "name": page.name,
            "url": url,
            "charset": charset,
        }

    def read(self, event: Mapping[str, Any]) -> Page:
        """The page of an event that is not in the log yet."""
        data = (self.folder / PurePath(event["file"]).name).read_bytes()
        return _read(data, name=event["name"], url=event["url"], charset=event["charset"])

    def known(self, event: Mapping[str, Any]) -> StudioPage | None:
        """The page with the same bytes, name and encoding, if there is one."""
        key = (event["sha256"], event["charset"])
        return next((one for one in self.pages.values() if (one.sha256, one.charset) == key), None)

    def add(self, event: Mapping[str, Any]) -> None:
        """The page of an event; its bytes must be there, and the same."""
        name, file = event["page"], self.folder / PurePath(event["file"]).name
        try:
            data = file.read_bytes()
        except OSError as error:
            raise BadInput(
                source=str(file), reason=f"a page of the project cannot be read: {error.strerror}"
            ) from error
        if sha256(data).hexdigest() != event["sha256"]:
            raise BadInput(source=str(file), reason="a page of the project was changed")
        page = _read(data, name=event["name"], url=event["url"], charset=event["charset"])
        self.pages[name] = StudioPage(
            name, event["sha256"], event["name"], page, event["charset"], file, list(_warnings(page))
        )

    def remove(self, name: str) -> None:
        """Remove a page from the project; its file stays."""
        self.removed.add(name)
        self.pages.pop(name, None)

    def change_charset(self, event: Mapping[str, Any]) -> None:
        """Read a page again, with another encoding."""
        old = self.pages[event["page"]]
        file = old.file
        if file is None:
            return
        page = _read(file.read_bytes(), name=old.name, url=old.page.url, charset=event["charset"])
        self.pages[old.id] = StudioPage(
            old.id, old.sha256, old.name, page, event["charset"], file, list(_warnings(page))
        )


def _read(data: bytes, *, name: str, url: str | None, charset: str | None) -> Page:
    try:
        page = Page.from_bytes(data, charset=charset, name=name, url=url, limit=LIMIT)
        check_text(name or "the page", data, wide=page.encoding is not None and page.encoding.is_wide)
    except UnweaveError as error:
        raise StudioProblem("bad_page", str(error)) from error
    if not data.strip():
        raise StudioProblem("bad_page", f"{name or 'the page'} is empty")
    return page


def _warnings(page: Page) -> list[dict[str, str]]:
    found = []
    if page.encoding and page.encoding.why.startswith(UNDECLARED):
        found.append(("encoding_guessed", f"the encoding was guessed: {page.encoding.name}"))
    if not page.is_html:
        found.append(("not_html", "this is no HTML: values can be taken from the source only"))
    elif not page.tree.root.text:
        found.append(("no_text", "nothing is visible without scripts: values may be in the source"))
    if page.is_html and page.tree.flattened:
        found.append(("flattened", "elements are nested so deep that some were made siblings"))
    if page.is_html and len(page.tree.nodes) > MOST_ELEMENTS:
        found.append(("too_many_elements", "the page is too large to be shown: use its source"))
    return [{"code": code, "message": message} for code, message in found]


def _clean_name(name: str) -> str:
    """The last part of a name, without control characters."""
    if "\0" in name:
        raise StudioProblem("bad_name", "the name has a NUL character")
    last = PurePath(name.replace("\\", "/")).name or "page.html"
    if len(last) > LONGEST_NAME:
        raise StudioProblem("bad_name", f"the name has {len(last)} characters, more than {LONGEST_NAME}")
    return "".join(one if one.isprintable() else "_" for one in last)


def _ending(name: str) -> str:
    ending = PurePath(name).suffix.lower()
    return ending if ending in PAGE_ENDINGS else ".html"
