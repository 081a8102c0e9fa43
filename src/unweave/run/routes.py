"""Many wrappers in one run: a routing file says which wrapper is for which pages, by host or by a pattern of URLs.

A route may have a site program in place of a wrapper: the types of its pages are told by their content, and its rows
are joined when all pages are read (``unweave.run.site_pages``).

    [[route]]
    host = "books.example.org"                  # and hosts below it
    wrapper = "books.json"                      # relative to the routing file

    [[route]]
    url = "https://shop.example.org/item/*"     # * stands for any characters
    wrapper = "items.json"
    name = "item"                               # the type of the records; without it, the name of the wrapper's file

    [[route]]
    host = "films.example.org"
    site = "films.site.json"                    # a site program

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
from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import urlsplit

from unweave.errors import BadInput, CannotCompile, DoesNotFit
from unweave.page import Page
from unweave.program import Program
from unweave.records import Record, Schema
from unweave.records.record_types import retyped
from unweave.records.typed import with_bound_types
from unweave.store import load
from unweave.wrapper import Explanation, Origin, Statement, Wrapper, summary_of

if TYPE_CHECKING:
    from unweave.sites import SiteProgram

ENDING = ".toml"
KEYS = {"host", "url", "wrapper", "site", "name"}
ADVICE = "It would help to look at docs/scale.md for an example"


@dataclass(frozen=True, slots=True)
class Route:
    """A condition on pages, and the wrapper or the site program for them; ``number`` is its place among the routes.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> Route("book", wrapper, host="example.org").fits("http://books.example.org/1")
    True
    >>> Route("book", wrapper, url="http://*/book/*").fits("http://example.org/author/2")
    False
    """

    name: str
    wrapper: Wrapper | None = None
    host: str = ""
    url: str = ""
    number: int = 0
    site: "SiteProgram | None" = None

    @property
    def schema(self) -> Schema:
        """The fields of its rows."""
        if self.wrapper is not None:
            return replace(self.wrapper.schema, name=self.name)
        from unweave.run.site_rows import output_schema  # noqa: PLC0415  # heavy, and few routes have site programs

        return replace(output_schema(cast("SiteProgram", self.site)), name=self.name)

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
        return Schema(types=tuple({one.name: one.schema for one in self.routes}.values()))

    @property
    def has_sites(self) -> bool:
        """Whether some route has a site program."""
        return any(one.site is not None for one in self.routes)

    def route_of(self, url: str) -> Route | None:
        """The first route that fits a page with this URL; None if there is none."""
        return next((one for one in self.routes if one.fits(url)), None)

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The records of the page by the wrapper of its route; DoesNotFit if it has none."""
        route = self.route_of(page.url or page.name)
        if route is None or route.wrapper is None:
            lacking = "no route" if route is None else "no wrapper, but a site program,"
            raise DoesNotFit(page=page.name, field=None, where=None, reason=f"there is {lacking} for it")
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
    if wrong or len({"wrapper", "site"} & set(given)) != 1 or not {"host", "url"} & set(given):
        reason = f"route {number} needs a wrapper or a site program, and a host or a url, as texts; name is possible"
        raise BadInput(source=str(path), field=wrong[0] if wrong else None, reason=f"{reason}. {ADVICE}")
    file = path.parent / (given.get("wrapper") or given["site"])
    name = given.get("name") or file.name.partition(".")[0]
    route = Route(name, host=given.get("host", "").lower(), url=given.get("url", ""), number=number - 1)
    if "site" in given:
        from unweave.sites import load_site  # noqa: PLC0415  # heavy, and few routes have site programs

        return replace(route, site=load_site(file))
    wrapper = load(file)
    if wrapper.schema.types:
        raise BadInput(source=str(path), reason=f"the wrapper of route {number} has several types of records")
    return replace(route, wrapper=wrapper)


def _check_names(path: str | Path, routes: tuple[Route, ...]) -> None:
    fields: dict[str, tuple[str, ...]] = {}
    for one in routes:
        if fields.setdefault(one.name, one.schema.names) != one.schema.names:
            reason = f"two routes are called {one.name!r} and have different fields. It would help to name one of them"
            raise BadInput(source=str(path), reason=reason)


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""
