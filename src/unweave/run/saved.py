"""Fetched pages as files in a folder, with a manifest of their addresses.

Legend
    manifest    ``manifest.jsonl``, see ``collections``: a line for each address with its file, or why there is none
    slug        a file name made from an address: letters, digits and hyphens only, so that no page decides where it is
                written
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from unweave.errors import BadInput, PageMissing
from unweave.files import replacing
from unweave.run.browser import Chromium
from unweave.run.collections import MANIFEST
from unweave.run.fetch import Fetcher
from unweave.run.live import ROBOTS
from unweave.run.warc import StoredResponse

UNSAFE = re.compile(r"[^a-z0-9]+")
LONGEST = 80


@dataclass(frozen=True, slots=True)
class SavedPage:
    """A page that was fetched, or (without a file) the reason why it was not.

    >>> SavedPage("http://a.org/", reason="HTTP 404 Not Found").file
    ''
    """

    url: str
    file: str = ""
    reason: str = ""


def slug(address: str) -> str:
    """A file name for an address.

    >>> slug("http://a.org/../Item/7?x=1"), slug("http://a.org/")
    ('a-org-item-7-x-1-2595e5.html', 'a-org-616817.html')
    """
    parts = urlsplit(address)
    text = UNSAFE.sub("-", f"{parts.netloc} {parts.path} {parts.query}".lower()).strip("-")
    return f"{text[:LONGEST].strip('-')}-{sha256(address.encode('utf-8', 'replace')).hexdigest()[:6]}.html"


def fetch_into(
    folder: str | Path, addresses: Iterable[str], fetcher: Fetcher, *, render: bool = False
) -> Iterator[SavedPage]:
    """Fetch pages into a folder, one after another; each is in the manifest before the next one is fetched.

    With ``render`` their scripts are run in a browser, and what they make of the pages is saved.
    """
    with Chromium(fetcher) if render else nullcontext() as browser:
        yield from _fetched(Path(folder), addresses, fetcher, browser)


def _fetched(place: Path, addresses: Iterable[str], fetcher: Fetcher, browser: Chromium | None) -> Iterator[SavedPage]:
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(source=str(place), reason=f"cannot write there: {error.strerror}") from error
    entries = _known(place / MANIFEST)
    for address in addresses:
        hops = [hop for hop in fetcher.fetch(address) if not hop.url.endswith(ROBOTS) or address.endswith(ROBOTS)]
        saved = _saved(place, hops[-1], browser)
        for hop in hops[:-1]:
            entries[hop.url] = {"url": hop.url, "moved": hop.redirect}
        entries[saved.url] = {name: value for name, value in asdict(saved).items() if value}
        with replacing(place / MANIFEST) as draft:
            draft.write_bytes(b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries.values()))
        yield saved


def _known(manifest: Path) -> dict[str, Any]:
    """The entries of a manifest that exists."""
    if not manifest.is_file():
        return {}
    try:
        entries = [msgspec.json.decode(line) for line in manifest.read_bytes().splitlines() if line.strip()]
        return {entry["url"]: entry for entry in entries}
    except (msgspec.DecodeError, TypeError, KeyError) as error:
        reason = f"this is no manifest of pages: {error}. It would help to choose another folder"
        raise BadInput(source=str(manifest), reason=reason) from error


def _saved(folder: Path, response: StoredResponse, browser: Chromium | None) -> SavedPage:
    try:
        page = response.page()
        page = browser.render(page) if browser else page
    except PageMissing as problem:
        return SavedPage(response.url, reason=problem.reason)
    name = slug(response.url)
    with replacing(folder / name) as draft:
        draft.write_bytes(page.source.encode())
    return SavedPage(response.url, name)
