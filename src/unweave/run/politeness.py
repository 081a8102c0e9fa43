"""Politeness and limits: how long to wait between two requests to a host, and when to stop. Nothing here is sent.

Legend
    delay       seconds between two requests to one host; it follows the host: as long as its last answers took, twice
                as long after each sign of too many requests (429, 503), never less than was asked for
    back-off    seconds before a request is tried again: 1, 2, 4 times the delay, or what the server asks for
    limit       the most pages, bytes, seconds and links of one visit
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from time import monotonic, sleep

from unweave.errors import BadInput

MIB = 1024 * 1024
USER_AGENT = f"unweave/{version('unweave')} (one request at a time; obeys robots.txt)"
ROBOTS_NAME = "unweave"
OVERLOADED = frozenset({429, 503})
TRIED_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Clock:
    """The time and the wait; tests give one that does not wait.

    >>> Clock(now=lambda: 5.0).now()
    5.0
    """

    now: Callable[[], float] = monotonic
    sleep: Callable[[float], None] = sleep


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """How politely to fetch, and how much.

    Attributes:
        delay: the least seconds between two requests to a host.
        most_delay: the most seconds, also where a server asks for more.
        retries: how often a failed request is tried again.
        timeout: the most seconds for one answer, however slowly its bytes come.
        page_bytes: the most bytes of a page, decompressed.
        pages: the most pages of a visit; robots.txt and redirects do not count.
        total_bytes: the most bytes of a visit.
        seconds: the most seconds of a visit.
        depth: the most links from a start page.
        redirects: the most redirects of one request.
        user_agent: how the client names itself.
        allow_private: whether private addresses, such as those of this machine, may be fetched.
        obeys_robots: whether robots.txt decides what is fetched; else it is not asked for.

    >>> FetchLimits(delay=0.5).retries
    3
    """

    delay: float = 1.0
    most_delay: float = 60.0
    retries: int = 3
    timeout: float = 30.0
    page_bytes: int = 10 * MIB
    pages: int = 10_000
    total_bytes: int = 1024 * MIB
    seconds: float = 12 * 3600.0
    depth: int = 1000
    redirects: int = 5
    user_agent: str = USER_AGENT
    allow_private: bool = False
    obeys_robots: bool = True

    def __post_init__(self) -> None:
        for name in (
            "delay",
            "most_delay",
            "retries",
            "timeout",
            "page_bytes",
            "pages",
            "total_bytes",
            "seconds",
            "depth",
        ):
            if not getattr(self, name) >= 0:
                raise BadInput(source="the limits", field=name, reason="it must not be negative")


@dataclass(slots=True)
class HostPace:
    """The delay of one host, and when the next request may be sent.

    >>> pace = HostPace(FetchLimits(delay=1.0))
    >>> pace.answered(status=200, seconds=0.2, now=10.0), pace.wait(now=10.3)
    (None, 0.7)
    >>> pace.answered(status=503, seconds=0.2, now=20.0), pace.delay
    (None, 2.0)
    """

    limits: FetchLimits
    asked: float = 0.0
    delay: float = field(default=0.0)
    ready: float = 0.0

    def __post_init__(self) -> None:
        self.delay = self.limits.delay

    def wait(self, now: float) -> float:
        """The seconds to wait before the next request."""
        return round(max(0.0, self.ready - now), 6)

    def answered(self, *, status: int, seconds: float, now: float, retry_after: float = 0.0) -> None:
        """Take note of an answer (status 0: there was none) that took so many seconds."""
        least = max(self.limits.delay, self.asked)
        if status in OVERLOADED or not status:
            wanted = max(2 * self.delay, least, retry_after)
        else:
            wanted = max(least, (self.delay + seconds) / 2)
        self.delay = min(wanted, max(self.limits.most_delay, least))
        self.ready = now + self.delay


def retry_after(value: str | None, now: float) -> float:
    """The seconds that a Retry-After header asks for; 0 where it has none. ``now`` is in seconds since 1970.

    >>> retry_after("120", 0.0), retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 20.0), retry_after("soon", 0.0)
    (120.0, 40.0, 0.0)
    """
    text = (value or "").strip()
    if text.isascii() and text.isdecimal():
        return min(float(text), 1e9)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - now)
    except (TypeError, ValueError, OverflowError):
        return 0.0
