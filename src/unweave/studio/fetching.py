"""The page that a person asks for by its address: one page, once, with the limits and checks of ``run.fetch``.

robots.txt is for programs that follow links, so it is not asked for here.
"""

from dataclasses import dataclass

from unweave import __version__
from unweave.errors import BadInput
from unweave.run.fetch import Fetcher
from unweave.run.http_messages import charset_in
from unweave.run.politeness import MIB, FetchLimits
from unweave.studio.problems import StudioProblem

LIMITS = FetchLimits(
    delay=0.0,
    retries=0,
    timeout=20.0,
    page_bytes=10 * MIB,
    user_agent=f"unweave-studio/{__version__} (one page, on behalf of a person)",
    obeys_robots=False,
)
LONGEST_URL = 4000


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """The bytes of a page, where they came from in the end, and the encoding that the server named."""

    data: bytes
    url: str
    charset: str | None


def fetch(url: str, *, limits: FetchLimits = LIMITS) -> FetchedPage:
    """The page at a URL; ``refused_url`` or ``fetch_failed`` where it cannot be had.

    >>> fetch("file:///etc/passwd")
    Traceback (most recent call last):
    unweave.studio.problems.StudioProblem: file:///etc/passwd: only http and https addresses are fetched
    """
    if len(url) > LONGEST_URL or any(not one.isprintable() or one == " " for one in url):
        raise StudioProblem("refused_url", "this is no address of a page")
    fetcher = Fetcher(limits)
    try:
        answer = fetcher.fetch(url)[-1]
    except BadInput as problem:  # the extra is not installed
        raise StudioProblem(
            "fetch_failed", str(problem), "save the page in your browser and open the file"
        ) from problem
    finally:
        fetcher.close()
    if answer.failure:
        code = "refused_url" if answer.url in fetcher.refused else "fetch_failed"
        hint = "check the address, or save the page in your browser and open the file"
        raise StudioProblem(code, f"{answer.url}: {answer.failure}", hint)
    return FetchedPage(answer.body, answer.url, charset_in(answer.headers.get("content-type", "")))
