"""Many wrappers in one run: a routing file says which wrapper is for which pages, by host or by a pattern of URLs.

    [[route]]
    host = "books.example.org"                  # and hosts below it
    wrapper = "books.json"                      # relative to the routing file

    [[route]]
    url = "https://shop.example.org/item/*"     # * stands for any characters
    wrapper = "items.json"
    name = "item"                               # the type of the records; without it, the name of the wrapper's file

Legend

    route       a condition on pages, and the wrapper for them; the first route that fits a page is taken
    type        the name of the records of a route; routes of the same name must have the same fields

Pages without a route are no part of the run: they are not decoded, not counted, and not set aside. A page without a
URL, a file for instance, is asked for by its name.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from unweave.errors import BadInput, CannotCompile, DoesNotFit
from unweave.page import Page
from unweave.program import Program
from unweave.records import Record, Schema
from unweave.records.record_types import retyped
from unweave.records.typed import with_bound_types
from unweave.store import load
from unweave.wrapper import Explanation, Origin, Statement, Wrapper, summary_of

ENDING = ".toml"
KEYS = {"host", "url", "wrapper", "name"}
ADVICE = "It would help to look at docs/scale.md for an example"


@dataclass(frozen=True, slots=True)
class Route:
    """A condition on pages, and the wrapper for them.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> Route("book", wrapper, host="example.org").fits("http://books.example.org/1")
    True
    >>> Route("book", wrapper, url="http://*/book/*").fits("http://example.org/author/2")
    False
    """

    name: str
    wrapper: Wrapper
    host: str = ""
    url: str = ""

    def fits(self, url: str) -> bool:
        """Whether the route is for a page with this URL."""
        if self.host and not f".{_host(url)}".endswith(f".{self.host}"):
            return False
        return not self.url or fnmatchcase(url, self.url)


@dataclass(frozen=True, slots=True)
class RoutedWrappers:
    """The routes of a routing file, used like a wrapper for several types of records."""

    routes: tuple[Route, ...]
    kind: Literal["routes"] = "routes"
    origin: Origin = field(default=Origin(), compare=False)
    summary = summary_of

    @property
    def schema(self) -> Schema:
        """The types of all routes."""
        schemas = {one.name: replace(one.wrapper.schema, name=one.name) for one in self.routes}
        return Schema(types=tuple(schemas.values()))

    def number_of(self, url: str) -> int | None:
        """The number of the first route that fits a page with this URL, from 0; None if there is none."""
        return next((number for number, one in enumerate(self.routes) if one.fits(url)), None)

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The records of the page by the wrapper of its route; DoesNotFit if it has none."""
        number = self.number_of(page.url or page.name)
        if number is None:
            raise DoesNotFit(page=page.name, field=None, where=None, reason="there is no route for it")
        route = self.routes[number]
        return [retyped(record, route.name) for record in route.wrapper.extract(page)]

    def explain(self, page: Page | None = None) -> Explanation:
        """The routes, in order."""
        lines = tuple(Statement(one.name, f"pages of {one.host or 'any host'} {one.url}") for one in self.routes)
        return Explanation(title=f"{len(self.routes)} routes", statements=lines, page=page)

    def program(self) -> Program:
        """Not possible: each wrapper can be written by itself."""
        raise CannotCompile(target="one program", reason="it has a wrapper for each route")


def read_routes(path: str | Path) -> RoutedWrappers:
    """The routes of a file, with their wrappers; BadInput says what is wrong with it.

    >>> read_routes("no-such-file.toml")
    Traceback (most recent call last):
    unweave.errors.BadInput: no-such-file.toml: cannot be read: No such file or directory
    """
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(source=str(path), reason=f"cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeError) as error:
        raise BadInput(source=str(path), reason=f"this is no TOML: {error}. {ADVICE}") from error
    given = data.get("route")
    if not isinstance(given, list) or not given or set(data) != {"route"}:
        raise BadInput(source=str(path), reason=f"it must have [[route]] tables, and nothing else. {ADVICE}")
    routes = tuple(_route(Path(path), number, one) for number, one in enumerate(given, start=1))
    _check_names(path, routes)
    return RoutedWrappers(routes)


def _route(path: Path, number: int, given: Mapping[str, Any]) -> Route:
    wrong = [key for key, value in given.items() if key not in KEYS or not isinstance(value, str) or not value]
    if wrong or "wrapper" not in given or not {"host", "url"} & set(given):
        reason = f"route {number} needs a wrapper, and a host or a url, as texts; name is possible"
        raise BadInput(source=str(path), field=wrong[0] if wrong else None, reason=f"{reason}. {ADVICE}")
    wrapper = load(path.parent / given["wrapper"])
    if wrapper.schema.types:
        raise BadInput(source=str(path), reason=f"the wrapper of route {number} has several types of records")
    name = given.get("name") or Path(given["wrapper"]).name.partition(".")[0]
    return Route(name, wrapper, host=given.get("host", "").lower(), url=given.get("url", ""))


def _check_names(path: str | Path, routes: tuple[Route, ...]) -> None:
    fields: dict[str, tuple[str, ...]] = {}
    for one in routes:
        if fields.setdefault(one.name, one.wrapper.schema.names) != one.wrapper.schema.names:
            reason = f"two routes are called {one.name!r} and have different fields. It would help to name one of them"
            raise BadInput(source=str(path), reason=reason)


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""
