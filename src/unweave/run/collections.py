"""Collections of saved pages with their addresses: folders, single files, WARC files.

Legend
    manifest    ``manifest.jsonl`` in a folder: a line for each page with its file and its address, as ``unweave fetch``
                writes it: ``{"file": "1.html", "url": "http://a.org/"}``
    failed      addresses that are known to have no page, with the reason
    moved       addresses that lead to others

    stored      a page by its address and its place: it is read when it is needed, so that a run holds few pages

A page without a known address gets the one that it calls canonical or else, since saved pages often link to each other
by file names, one from its place in the folder: ``file:///shelves/crime.html``.
"""

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

import msgspec

from unweave.errors import BadInput, PageMissing, UnweaveError
from unweave.page import LIMIT, Page
from unweave.run.run_summary import Problem, problem_of
from unweave.run.sources import WARC_ENDINGS, find_pages
from unweave.run.warc import StoredResponse, read_positions
from unweave.run.warc_records import SOLID
from unweave.sites.page_addresses import own_address
from unweave.sites.page_sources import SavedPages

MANIFEST = "manifest.jsonl"


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page that is read when it is needed: its address and its file and, in a WARC file, its position.

    ``held`` is the page itself where it cannot be read alone: in a WARC that is compressed as one stream.

    >>> StoredPage("http://a.org/", held=Page("<p>x")).read().source
    '<p>x'
    """

    url: str
    file: str = ""
    position: int | None = None
    limit: int = LIMIT
    held: Page | None = None

    def read(self) -> Page:
        """The page, or it raises PageMissing where it is gone by now."""
        if self.held is not None:
            return copy(self.held)
        try:
            if self.position is None:
                return Page.read(self.file, limit=self.limit, url=self.url)
            return next(one for _, one in read_positions(self.file, start=self.position, limit=self.limit)).page()
        except (BadInput, StopIteration) as problem:
            raise PageMissing(address=self.url, reason=f"it was there, and is gone: {problem}") from problem


@dataclass(slots=True)
class PageCollection:
    """The pages of some inputs with their addresses, and what is known about others.

    >>> found = PageCollection([StoredPage("http://a.org/", held=Page("<p>x", url="http://a.org/"))])
    >>> found.source().get("http://a.org/", depth=0).url, [page.source for page in found.pages]
    ('http://a.org/', ['<p>x'])
    """

    stored: list[StoredPage] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def pages(self) -> list[Page]:
        """All pages, read now."""
        return list(self.each())

    def each(self) -> Iterator[Page]:
        """The pages, one after another."""
        return (one.read() for one in self.stored)

    def source(self) -> SavedPages:
        """The collection as a source of pages for a visit."""
        return SavedPages(self.stored, failed=self.failed, moved=self.moved)

    def add(self, response: StoredResponse, file: str, position: int, limit: int) -> None:
        """Add a response: a page, a redirect, or the reason why there is none. A later one takes the place of it."""
        self.failed.pop(response.url, None)
        if response.redirect:
            self.moved[response.url] = response.redirect
            return
        try:
            page = response.page()
            held = page if position == SOLID else None
            self.stored.append(StoredPage(response.url, file, position, limit, held))
        except PageMissing as problem:
            self.failed[response.url] = problem.reason


def read_collection(inputs: Iterable[str | Path], *, limit: int = LIMIT) -> PageCollection:
    """The pages of files, folders, globs and WARC files.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "1.html").write_text("<b>Emma</b>")
    >>> _ = (folder / "manifest.jsonl").write_text('{"file": "1.html", "url": "http://a.org/emma"}')
    >>> [page.url for page in read_collection([folder]).pages]
    ['http://a.org/emma']
    """
    found = PageCollection()
    for given in inputs:
        if str(given).lower().endswith(WARC_ENDINGS):
            for position, response in read_positions(given, limit=limit):
                if not response.url.endswith("/robots.txt"):
                    found.add(response, str(given), position, limit)
        else:
            _add_files(found, Path(given), limit)
    return found


def _add_files(found: PageCollection, given: Path, limit: int) -> None:
    manifest = given / MANIFEST
    known = dict(_manifest(manifest, found)) if manifest.is_file() else {}

    def skip(path: Path, reason: str) -> None:
        found.problems.append(Problem(str(path), reason))

    for path in find_pages([given], skip=skip):
        try:
            page = Page.read(path, limit=limit, url=known.get(path.resolve()))
            found.stored.append(StoredPage(page.url or _address(page, given, path), str(path), limit=limit))
        except UnweaveError as problem:
            found.problems.append(problem_of(problem, str(path)))


def saved_address(path: Path, folder: Path) -> str:
    """The address of a page that is saved in a folder: from the manifest, else as the page itself or its place says.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "1.html").write_text("<b>Emma</b>")
    >>> saved_address(folder / "1.html", folder)
    'file:///1.html'
    """
    manifest = folder / MANIFEST
    known = dict(_manifest(manifest, PageCollection())) if manifest.is_file() else {}
    if path.resolve() in known:
        return known[path.resolve()]
    try:
        return _address(Page.read(path), folder, path)
    except UnweaveError:  # no page at all: who reads it will say so
        return _address(Page(""), folder, path)


def _address(page: Page, given: Path, path: Path) -> str:
    named = own_address(page) if "canonical" in page.source else ""
    inside = path.relative_to(given) if given.is_dir() else PurePath(path.name)
    return named if named.startswith(("http:", "https:")) else f"file:///{quote(inside.as_posix())}"


def _manifest(path: Path, found: PageCollection) -> Iterator[tuple[Path, str]]:
    """The files of a manifest with their addresses; addresses without a file are known not to be there."""
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        if not line.strip():
            continue
        entry = _entry(path, number, line)
        if entry.get("moved"):
            found.moved[entry["url"]] = str(entry["moved"])
        elif entry.get("file"):
            yield (path.parent / str(entry["file"])).resolve(), entry["url"]
        else:
            found.failed[entry["url"]] = str(entry.get("reason") or "it is not in the collection")


def _entry(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        entry = msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        raise BadInput(source=f"{path}, line {number}", reason=f"this is no JSON: {error}") from error
    if not isinstance(entry, dict) or not isinstance(entry.get("url"), str):
        advice = 'It would help to write lines as {"file": "1.html", "url": "http://..."}'
        raise BadInput(source=f"{path}, line {number}", reason=f"it has no url. {advice}")
    return entry
