"""Pages of a site from the network, each fetched once and kept in a WARC file; what is there already is not fetched.

Legend
    store       a WARC file with an index: the last response of each address
    earlier     the store of the previous run: a page that has not changed is not sent again
    retried     failures are tried again once; otherwise a failure in the store is an answer like any other

A visit of a site with this source is the same as one with saved pages that fetches what is not there. So a visit that
was cut off goes on where it was: it is simply made again.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from unweave.errors import PageMissing
from unweave.page import Page
from unweave.run.fetch import Fetcher
from unweave.run.warc import StoredResponse, WarcWriter, read_positions
from unweave.sites.address_shapes import canonical_address

ROBOTS = "/robots.txt"
ROBOTS_AGE = timedelta(hours=24)  # RFC 9309, 2.4: not longer than a day
MOST_MOVES = 20


class ResponseStore:
    """A WARC file as a store: responses are appended, and found by their address; only an index is in memory.

    >>> import tempfile
    >>> store = ResponseStore(Path(tempfile.mkdtemp()) / "a.warc.gz")
    >>> store.add(StoredResponse("http://a.org/", 200, {}, b"<p>x"))
    >>> store.find("http://a.org/#top").body, store.find("http://a.org/2")
    (b'<p>x', None)
    >>> store.close()
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._writer = WarcWriter(path)
        self._index: dict[str, int] = {}
        self.robots: list[StoredResponse] = []
        for position, response in read_positions(self.path):
            self._note(position, response)

    def _note(self, position: int, response: StoredResponse) -> None:
        self._index[canonical_address(response.url)] = position
        if response.url.endswith(ROBOTS):
            self.robots.append(response)

    def add(self, response: StoredResponse) -> None:
        """Append a response."""
        self._note(self._writer.add(response), response)

    def find(self, address: str) -> StoredResponse | None:
        """The last response of an address; None if there is none."""
        position = self._index.get(canonical_address(address))
        if position is None:
            return None
        return next(response for _, response in read_positions(self.path, start=position))

    def answer(self, address: str) -> StoredResponse | None:
        """The last response of an address, redirects followed inside the store."""
        found = self.find(address)
        for _ in range(MOST_MOVES):
            if found is None or found.redirect is None:
                break
            found = self.find(found.redirect)
        return found

    def __len__(self) -> int:
        return len(self._index)

    def close(self) -> None:
        """Close the file."""
        self._writer.close()


@dataclass(slots=True)
class LiveSource:
    """The pages of a site, from the store or else from the network.

    Attributes:
        fetcher: what fetches them.
        store: where responses are kept.
        hosts: the hosts that are fetched from; none: all.
        retry: whether failures in the store are tried again.
        earlier: the store of the previous run, for conditional requests.
    """

    fetcher: Fetcher
    store: ResponseStore
    hosts: Collection[str] = ()
    retry: bool = False
    earlier: ResponseStore | None = None
    pages: int = 0
    bytes: int = 0
    _began: float = 0.0
    _tried: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._began = self.fetcher.clock.now()
        oldest = (datetime.now(UTC) - ROBOTS_AGE).strftime("%Y-%m-%dT%H:%M:%SZ")
        for response in self.store.robots:
            if response.date >= oldest:
                self.fetcher.know_robots(response)

    def get(self, address: str, *, depth: int) -> Page:
        """The page, or it raises PageMissing."""
        key = canonical_address(address)
        found = self.store.answer(address)
        if found is None or (found.failure and self.retry and key not in self._tried):
            self._check_limits(address, depth)
            self._tried.add(key)
            found = self._fetched(address)
        return found.page()

    def _fetched(self, address: str) -> StoredResponse:
        known = self.earlier.find(address) if self.earlier else None
        hops = self.fetcher.fetch(address, known=known)
        for hop in hops:
            self.store.add(hop)
        if canonical_address(hops[0].url) != canonical_address(address) and not hops[0].url.endswith(ROBOTS):
            self.store.add(StoredResponse(address, 301, {"location": hops[0].url}))  # sent in another spelling
        self.pages += 1
        self.bytes += sum(len(hop.body) for hop in hops)
        return hops[-1]

    def _check_limits(self, address: str, depth: int) -> None:
        limits = self.fetcher.limits
        with suppress(ValueError):
            host = urlsplit(address).netloc.lower()
            if self.hosts and host not in self.hosts:
                raise PageMissing(address=address, reason=f"it is on another host, {host}")
        reached = [
            (self.pages >= limits.pages, f"{limits.pages:,} pages"),
            (self.bytes >= limits.total_bytes, f"{limits.total_bytes:,} bytes"),
            (self.fetcher.clock.now() - self._began >= limits.seconds, f"{limits.seconds:g} seconds"),
            (depth > limits.depth, f"{limits.depth} links from the start"),
        ]
        for is_reached, limit in reached:
            if is_reached:
                raise PageMissing(address=address, reason=f"the limit of {limit} is reached")


def start_pages_at(source: LiveSource, addresses: Collection[str]) -> Iterator[Page]:
    """The start pages; one that cannot be had is an error, since nothing can be visited from there."""
    for address in addresses:
        yield source.get(address, depth=0)
