"""A page from the network, fetched once, and never from a private address.

The host is resolved once, all its addresses must be public, and the connection goes to the address that was checked;
the same for every redirect. So a name that resolves to another address a moment later gains nothing.
"""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from urllib.parse import urljoin, urlsplit

from unweave import __version__
from unweave.studio.problems import StudioProblem

MOST_BYTES = 10 * 1024 * 1024
MOST_SECONDS = 20.0
MOST_REDIRECTS = 5
LONGEST_URL = 4000
USER_AGENT = f"unweave-studio/{__version__} (one page, on behalf of a person)"
REDIRECTS = frozenset({301, 302, 303, 307, 308})
Resolve = Callable[[str, int], list[str]]


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """The bytes of a page, where they came from in the end, and the encoding that the server named."""

    data: bytes
    url: str
    charset: str | None


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses of a host."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise StudioProblem("fetch_failed", f"{host} was not found: {error}", "check the address") from error
    return list(dict.fromkeys(str(one[4][0]) for one in found))


def is_public(address: str) -> bool:
    """Whether an address is one of the public network.

    >>> [is_public(one) for one in ("93.184.216.34", "127.0.0.1", "10.0.0.1", "169.254.1.1", "::1", "::ffff:127.0.0.1")]
    [True, False, False, False, False, False]
    """
    one = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(one, ipaddress.IPv6Address):
        inside = one.ipv4_mapped or one.sixtofour or (one.teredo[1] if one.teredo else None)
        if inside is not None:
            return is_public(str(inside))
        if one in ipaddress.ip_network("64:ff9b::/96"):
            return is_public(str(ipaddress.IPv4Address(int(one) & 0xFFFFFFFF)))
    return one.is_global and not one.is_multicast


def fetch(url: str, *, resolve: Resolve = addresses_of, allow_private: bool = False) -> FetchedPage:
    """The page at a URL; ``refused_url`` or ``fetch_failed`` where it cannot be had.

    >>> fetch("file:///etc/passwd")
    Traceback (most recent call last):
    unweave.studio.problems.StudioProblem: only http and https addresses can be opened
    """
    end = monotonic() + MOST_SECONDS
    for _ in range(MOST_REDIRECTS + 1):
        answer, moved = _request(url, resolve, end, allow_private=allow_private)
        if moved is None:
            return answer
        url = urljoin(url, moved)
    raise StudioProblem("fetch_failed", f"more than {MOST_REDIRECTS} redirects", "open the final address")


def _request(url: str, resolve: Resolve, end: float, *, allow_private: bool) -> tuple[FetchedPage, str | None]:
    parts = _checked(url)
    host, port = str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80)
    addresses = resolve(host, port)
    if not allow_private and not all(map(is_public, addresses)):
        hint = "save the page in your browser and open the file"
        raise StudioProblem("refused_url", f"{host} is a private address, which the studio does not open", hint)
    connection = _connection(parts.scheme, host, port, addresses[0], max(0.1, end - monotonic()))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {"User-Agent": USER_AGENT, "Accept": "text/html,*/*;q=0.5", "Accept-Encoding": "identity"}
    try:
        connection.request("GET", path, headers={**headers, "Host": parts.netloc.rpartition("@")[2]})
        response = connection.getresponse()
        if response.status in REDIRECTS and response.getheader("Location"):
            return FetchedPage(b"", url, None), response.getheader("Location")
        if response.status >= 400:
            raise StudioProblem(
                "fetch_failed", f"{host} answered {response.status} {response.reason}", "check the address"
            )
        return FetchedPage(_body(response, end), url, response.headers.get_content_charset()), None
    except (OSError, http.client.HTTPException, ValueError) as error:
        hint = "try again, or save the page in your browser and open the file"
        raise StudioProblem("fetch_failed", f"{host}: {error or type(error).__name__}", hint) from error
    finally:
        connection.close()


def _checked(url: str):  # type: ignore[no-untyped-def]  # noqa: ANN202  # a split result
    if len(url) > LONGEST_URL or any(not one.isprintable() or one == " " for one in url):
        raise StudioProblem("refused_url", "this is no address of a page")
    try:
        parts = urlsplit(url)
        port_is_valid = parts.port is None or parts.port > 0
    except ValueError as error:
        raise StudioProblem("refused_url", f"this is no address of a page: {error}") from error
    if parts.scheme not in {"http", "https"}:
        raise StudioProblem("refused_url", "only http and https addresses can be opened")
    if not parts.hostname or not port_is_valid or not url.isascii():
        raise StudioProblem("refused_url", "this is no address of a page")
    return parts


def _connection(scheme: str, host: str, port: int, address: str, seconds: float) -> http.client.HTTPConnection:
    """A connection to the address that was checked, under the name that was asked for."""
    connection = http.client.HTTPConnection(host, port, timeout=seconds)
    try:
        raw = socket.create_connection((address, port), timeout=seconds)
        secure = ssl.create_default_context() if scheme == "https" else None
        connection.sock = secure.wrap_socket(raw, server_hostname=host) if secure else raw
    except OSError as error:
        raise StudioProblem("fetch_failed", f"{host}: {error}", "check the address, or try again") from error
    return connection


def _body(response: http.client.HTTPResponse, end: float) -> bytes:
    parts: list[bytes] = []
    size = 0
    while part := response.read1(1 << 16):
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise StudioProblem("fetch_failed", f"the page has more than {MOST_BYTES:,} bytes", "open it as a file")
        if monotonic() > end:
            raise StudioProblem("fetch_failed", f"it took more than {MOST_SECONDS:g} seconds", "try again")
    return b"".join(parts)
