"""Fetching pages over the network: one at a time, politely, and never from private addresses unless that is allowed.

Legend
    origin      protocol, host and port: what a robots.txt is for
    hop         one request and its answer; a redirect leads to the next hop
    pinned      the connection goes to the address that was checked, so a name that resolves to another address a moment
                later gains nothing

robots.txt follows RFC 9309: a missing one (4xx) allows everything, an unreachable one (5xx, no answer) nothing; at most
500 KiB of it are read. Bodies are decompressed here, chunk by chunk, so that a small answer cannot become gigabytes,
and each answer has one time limit for all of its bytes. This is the only module that asks other machines. It needs the
extra ``crawl``.
"""

import ipaddress
import socket
import ssl
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from unweave.errors import BadInput
from unweave.run.politeness import ROBOTS_NAME, TRIED_AGAIN, Clock, FetchLimits, HostPace, retry_after
from unweave.run.warc import PAGE_TYPES, StoredResponse

if TYPE_CHECKING:
    import httpx2

ROBOTS_BYTES = 500 * 1024
ACCEPT_PAGES = "text/html,application/xhtml+xml;q=0.9,text/*;q=0.5"
WINDOW_BITS = {"gzip": 31, "x-gzip": 31, "deflate": 15}
CHUNK = 64 * 1024
NAT64 = ipaddress.ip_network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is asked for besides the address: an earlier response, the most bytes that are read, bodies of any type."""

    known: StoredResponse | None = None
    most: int | None = None
    any_type: bool = False

    @property
    def headers(self) -> dict[str, str]:
        accept = "*/*" if self.any_type else ACCEPT_PAGES
        return {"Accept": accept, "Accept-Encoding": "gzip, deflate", **_conditions(self.known)}

    def is_read(self, status: int, kind: str) -> bool:
        """Whether the body of an answer is read: of a file that is no page it is not."""
        return self.any_type or self.most is not None or not kind or kind.startswith(PAGE_TYPES) or status != 200


class _Refused(Exception):  # becomes the reason of a StoredResponse
    """A hop that is not made, or not read to its end."""


class _NotFound(Exception):  # likewise
    """A host without an address."""


def need_client() -> Any:
    """The module httpx2, or BadInput where the extra is not installed."""
    try:
        import httpx2 as client  # noqa: PLC0415  # an extra
        import protego  # noqa: F401, PLC0415  # only asked for
        import w3lib.url  # noqa: F401, PLC0415  # likewise
    except ImportError as error:
        reason = f"fetching needs {error.name}. It would help to install it: pip install httpx2 protego w3lib"
        raise BadInput(source="the network", reason=reason) from error
    return client


def is_public(address: str) -> bool:
    """Whether an address is one of the public network; an IPv6 address with an IPv4 address inside is what that is.

    >>> [is_public(one) for one in ("93.184.216.34", "127.0.0.1", "10.0.0.1", "169.254.1.1", "::1", "::ffff:127.0.0.1")]
    [True, False, False, False, False, False]
    >>> [is_public(one) for one in ("64:ff9b::5db8:d822", "64:ff9b::7f00:1", "2002:7f00:1::", "2002:5db8:d822::")]
    [True, False, False, True]
    """
    one = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(one, ipaddress.IPv6Address):
        inside = one.ipv4_mapped or one.sixtofour or (one.teredo[1] if one.teredo else None)
        if one in NAT64:
            inside = ipaddress.IPv4Address(int(one) & 0xFFFFFFFF)
        if inside is not None:
            return is_public(str(inside))
    return one.is_global and not one.is_multicast


@dataclass(slots=True)
class Fetcher:
    """Fetches pages; its state is the pace of each host, each robots.txt, and the addresses that it refused.

    ``certificates`` is the TLS context; by default the certificates of the system are asked for. ``refused`` are the
    addresses that are no pages of the public network.
    """

    limits: FetchLimits = field(default_factory=FetchLimits)
    clock: Clock = field(default_factory=Clock)
    certificates: ssl.SSLContext | None = None
    paces: dict[str, HostPace] = field(default_factory=dict)
    robots: dict[str, Any] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    _client: Any = None

    def fetch(
        self, address: str, *, known: StoredResponse | None = None, any_type: bool = False
    ) -> list[StoredResponse]:
        """All hops of a request, the last of which is the answer; a failure is a response with its reason.

        ``known`` is an earlier response of this address: if the page has not changed, its body is taken. With
        ``any_type`` the bodies of scripts and data are read, too.
        """
        hops: list[StoredResponse] = []
        target = self.cleaned(address)
        for _ in range(self.limits.redirects + 1):
            refused = self._refusal(target, hops)
            if refused:
                return [*hops, StoredResponse(target, 0, reason=refused)]
            hops.append(self._tried(target, _Wanted(None if hops else known, any_type=any_type)))
            following = hops[-1].redirect
            if following is None:
                return hops
            target = self.cleaned(following)
        return [*hops, StoredResponse(target, 0, reason=f"more than {self.limits.redirects} redirects")]

    def cleaned(self, address: str) -> str:
        """The address as it is sent: unsafe characters are encoded, and the fragment is left out."""
        need_client()
        from w3lib.url import safe_url_string  # noqa: PLC0415  # an extra

        try:
            return urlunsplit(urlsplit(str(safe_url_string(address)))._replace(fragment=""))
        except ValueError:
            return address

    def close(self) -> None:
        """Close all connections."""
        if self._client is not None:
            self._client.close()
            self._client = None

    # --- robots.txt ---

    def _refusal(self, address: str, hops: list[StoredResponse]) -> str:
        """Why an address must not be fetched, from what it is or by robots.txt; "" if it may."""
        try:
            self._pinned(address)
        except _Refused as problem:
            self.refused.add(address)
            return str(problem)
        except _NotFound as problem:
            return str(problem)
        if not self.limits.obeys_robots:
            return ""
        origin = _origin(address)
        if origin not in self.robots:
            self.robots[origin] = self._read_robots(f"{origin}/robots.txt", hops)
        rules = self.robots[origin]
        if isinstance(rules, str):
            return rules
        delay = rules.crawl_delay(ROBOTS_NAME)
        self._pace(address).asked = float(delay or 0.0)
        return "" if rules.can_fetch(address, ROBOTS_NAME) else "robots.txt does not allow it"

    def _read_robots(self, address: str, hops: list[StoredResponse]) -> Any:
        """The rules, or why nothing is allowed."""
        for _ in range(self.limits.redirects + 1):
            answer = self._tried(address, _Wanted(most=ROBOTS_BYTES))
            hops.append(answer)
            if answer.redirect is None:
                break
            address = self.cleaned(answer.redirect)
        return _rules(answer)

    def know_robots(self, answer: StoredResponse) -> None:
        """Take note of a robots.txt that was fetched before."""
        origin = _origin(answer.url)
        if answer.redirect is None:
            self.robots[origin] = _rules(answer)

    # --- one hop ---

    def _pace(self, address: str) -> HostPace:
        return self.paces.setdefault(urlsplit(address).hostname or "", HostPace(self.limits))

    def _tried(self, address: str, wanted: _Wanted) -> StoredResponse:
        """The answer to a request, tried again where that may help."""
        for attempt in range(self.limits.retries + 1):
            answer, again = self._hop(address, wanted)
            if not again or attempt == self.limits.retries:
                break
        return answer

    def _hop(self, address: str, wanted: _Wanted) -> tuple[StoredResponse, bool]:
        """The answer to one request, and whether to try again."""
        try:
            pinned, headers, extensions = self._pinned(address)
        except (_Refused, _NotFound) as problem:
            return StoredResponse(address, 0, reason=str(problem)), False
        pace = self._pace(address)
        self.clock.sleep(pace.wait(self.clock.now()))
        headers |= wanted.headers
        start = self.clock.now()
        try:
            answer = self._answer(address, pinned, headers, extensions, wanted)
        except _Refused as problem:
            pace.answered(status=200, seconds=self.clock.now() - start, now=self.clock.now())
            return StoredResponse(address, 0, reason=str(problem)), False
        except OSError as problem:
            pace.answered(status=0, seconds=self.clock.now() - start, now=self.clock.now())
            return StoredResponse(address, 0, reason=_said(problem)), _may_pass(problem)
        later = retry_after(answer.headers.get("retry-after"), time.time()) if answer.status in TRIED_AGAIN else 0.0
        now = self.clock.now()
        pace.answered(status=answer.status, seconds=now - start, now=now, retry_after=later)
        if answer.status == 304 and wanted.known is not None:
            kept = {**wanted.known.headers, "x-unweave-not-modified": "yes"}
            return StoredResponse(address, wanted.known.status, kept, wanted.known.body), False
        return answer, answer.status in TRIED_AGAIN

    def _pinned(self, address: str) -> tuple[str, dict[str, str], dict[str, Any]]:
        """The address with the host's number in the place of its name, and what the server must be told instead."""
        try:
            parts = urlsplit(address)
            host, port = parts.hostname, parts.port
        except ValueError as problem:
            raise _Refused(f"it is no address: {problem}") from problem
        if parts.scheme not in {"http", "https"} or not host:
            raise _Refused("only http and https addresses are fetched")
        number = self._resolved(host, port or (443 if parts.scheme == "https" else 80))
        shown = f"[{number}]" if ":" in number else number
        pinned = parts._replace(netloc=f"{shown}:{port}" if port else shown)
        headers = {"Host": parts.netloc.rpartition("@")[2], "User-Agent": self.limits.user_agent}
        return urlunsplit(pinned), headers, {"sni_hostname": host} if parts.scheme == "https" else {}

    def _resolved(self, host: str, port: int) -> str:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as problem:
            raise _NotFound(f"the host {host} was not found") from problem
        numbers = list(dict.fromkeys(str(one[4][0]) for one in found))
        private = [number for number in numbers if not is_public(number)]
        if private and not self.limits.allow_private:
            raise _Refused(f"{host} is a private address ({private[0]}), and these are not fetched")
        return numbers[0]

    def _answer(
        self, address: str, pinned: str, headers: Mapping[str, str], extensions: Mapping[str, Any], wanted: _Wanted
    ) -> StoredResponse:
        with self._stream(pinned, headers, extensions) as response:
            found = {name.lower(): value for name, value in response.headers.items()}
            kind = found.get("content-type", "").partition(";")[0].strip().lower()
            body = self._body(response, wanted.most) if wanted.is_read(response.status_code, kind) else b""
            return StoredResponse(address, response.status_code, found, body)

    @contextmanager
    def _stream(
        self, pinned: str, headers: Mapping[str, str], extensions: Mapping[str, Any]
    ) -> "Iterator[httpx2.Response]":
        """The open response; errors of the client are errors of the system."""
        library = need_client()
        if self._client is None:
            verify = self.certificates or ssl.create_default_context()
            self._client = library.Client(verify=verify, trust_env=False, follow_redirects=False)
        timeout = library.Timeout(min(self.limits.timeout, 20.0))
        try:
            with self._client.stream(
                "GET", pinned, headers=headers, extensions=extensions, timeout=timeout
            ) as response:
                yield response
        except library.HTTPError as problem:
            raise OSError(str(problem) or type(problem).__name__) from problem
        except (library.InvalidURL, UnicodeError, ValueError) as problem:
            raise _Refused(f"it is no address: {problem}") from problem

    def _body(self, response: Any, most: int | None) -> bytes:
        """The decompressed body, at most so many bytes and seconds."""
        limit = self.limits.page_bytes if most is None else most
        deadline = self.clock.now() + self.limits.timeout
        parts, size = [], 0
        for part in _decompressed(response):
            parts.append(part)
            size += len(part)
            if self.clock.now() > deadline:
                raise _Refused(f"it took more than {self.limits.timeout:g} seconds")
            if size > limit and most is None:
                raise _Refused(f"it has more than {limit:,} bytes")
            if size > limit:
                break
        return b"".join(parts)[:limit]


def _rules(answer: StoredResponse) -> Any:
    """The rules of a robots.txt: those of an empty one where there is none; or why nothing is allowed."""
    from protego import Protego  # noqa: PLC0415  # an extra

    if 200 <= answer.status < 300:
        return Protego.parse(answer.body.decode("utf-8", "replace"))
    if 300 <= answer.status < 500 and answer.status != 429:
        return Protego.parse("")
    return f"its robots.txt cannot be had, so nothing is fetched: {answer.failure}"


def _decompressed(response: Any) -> Iterator[bytes]:
    """The parts of a body, each at most CHUNK bytes; also empty ones, so that time can be watched."""
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding in {"identity", ""}:
        yield from response.iter_raw()
        return
    if encoding not in WINDOW_BITS:
        raise _Refused(f"its bytes are compressed by {encoding}, which was not asked for")
    reader = zlib.decompressobj(wbits=WINDOW_BITS[encoding])
    try:
        for data in response.iter_raw():
            left = data
            while left and not reader.eof:
                yield reader.decompress(left, CHUNK)
                left = reader.unconsumed_tail
        yield reader.flush()
    except zlib.error as problem:
        raise _Refused(f"its bytes cannot be decompressed: {problem}") from problem


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2].lower()}"


def _conditions(known: StoredResponse | None) -> dict[str, str]:
    """The headers that ask for a page only if it has changed."""
    if known is None or known.failure:
        return {}
    names = {"If-None-Match": "etag", "If-Modified-Since": "last-modified"}
    return {name: known.headers[header] for name, header in names.items() if header in known.headers}


def _said(problem: BaseException) -> str:
    text = str(problem)
    if "CERTIFICATE_VERIFY_FAILED" in text or "certificate" in text.lower():
        return f"its certificate is not valid: {text}"
    return f"there was no answer: {text or type(problem).__name__}"


def _may_pass(problem: BaseException) -> bool:
    """Whether another try may help: not with a certificate that does not match."""
    return not _said(problem).startswith("its certificate")
