"""A site program: the page types of a site, the links between them, and how their records are joined.

    start page -> list pages -> one row per record of a list page -> completed from its detail page

Legend
    page type   the pages of one kind: how they are recognized (``test``), and the wrapper of their records
    link field  a field of the wrapper whose value is the address of a page of another type: list row -> detail page,
                category -> list
    rows        the page type whose records are the rows of the result; a link field of its records completes the row
    next pages  whether a page of this type is one of several pages of a list, and what names the next one: the labels
                of links or the numbers in addresses (``next_pages``)
    lists       wrappers of nested records of a page: the reviews on a detail page
    source      the page type that a field of the rows comes from

Source: Cohen and Jensen, A Structured Wrapper Induction System for Extracting Information from Semi-Structured
Documents (2001): each page of a site has a type; some extractors give links to pages of other types, the others give
data. Departures: a page is recognized by its markup and the shape of its address; pagination is no link field, but
found by ``next_pages``, which needs no examples.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from unweave.errors import BadInput, UnweaveError
from unweave.page import Page, PageSignature
from unweave.records import Schema
from unweave.sites.address_shapes import has_shape
from unweave.sites.pagers import Pager
from unweave.tuning import PAGE_TYPE_SIMILARITY
from unweave.wrapper import Explanation, Origin, Wrapper

NextPages = Literal["none", "labels", "numbers"]


@dataclass(frozen=True, slots=True)
class PageTest:
    """How the pages of a type are recognized: by the shapes of their addresses, and by their markup.

    >>> test = PageTest(shapes=("a.org/item/*",))
    >>> test.has_address(Page("", url="http://a.org/item/7")), test.has_address(Page("", url="http://a.org/"))
    (True, False)
    """

    shapes: tuple[str, ...] = ()
    signature: PageSignature = field(default=PageSignature())

    def has_address(self, page: Page) -> bool:
        """Whether the address of a page has one of the shapes."""
        return page.url is not None and any(has_shape(page.url, shape) for shape in self.shapes)

    def similarity(self, page: Page) -> float:
        """How similar the markup of a page is, from 0 to 1.

        >>> PageTest(signature=PageSignature.of([Page("<p>x<b>y")])).similarity(Page("<p>z<b>"))
        1.0
        """
        return self.signature.similarity(page)

    def accepts(self, page: Page) -> bool:
        """Whether a page may be of this type: its markup is similar, or there is too little markup to tell.

        >>> PageTest(signature=PageSignature.of([Page("<p>x<b>y")])).accepts(Page("<ul><li>z"))
        True
        """
        return not self.signature.is_large or self.similarity(page) >= PAGE_TYPE_SIMILARITY * self.signature.inner


@dataclass(frozen=True, slots=True)
class LinkField:
    """A field whose value is the address of a page of another type.

    Attributes:
        field: the field of the records of this page type.
        to: the name of the page type that it leads to.
        nested: the field of the row that takes the records of that page as a list; "" if the page has one record,
            whose values become values of the row.

    >>> LinkField("link", to="detail").nested
    ''
    """

    field: str
    to: str
    nested: str = ""


@dataclass(frozen=True, slots=True)
class PageType:
    """The pages of one kind.

    Attributes:
        name: "list", "detail".
        wrapper: the records of such a page.
        test: how its pages are recognized.
        links: the fields of its records that lead to pages of other types.
        next_pages: whether a list goes on over several of these pages, and what names the next one.
        pager: what was learned from examples of next pages.
        lists: the wrappers of nested records, by the name of their field.
    """

    name: str
    wrapper: Wrapper
    test: PageTest = field(default=PageTest())
    links: tuple[LinkField, ...] = ()
    next_pages: NextPages = "none"
    pager: Pager = field(default=Pager())
    lists: Mapping[str, Wrapper] = field(default_factory=dict)

    def recognizes(self, page: Page) -> bool:
        """Whether a page may be of this type; without a test (a program read from a sitemap), if it has a record."""
        if self.test != PageTest():
            return self.test.accepts(page)
        try:
            return any(value for record in self.wrapper.extract(page) for value in record.to_dict().values())
        except UnweaveError:
            return False


@dataclass(frozen=True, slots=True)
class SiteProgram:
    """The page types of a site, and how the rows of the result are put together; an immutable value.

    ``unweave.learn_site`` makes it, ``unweave.dump_site`` and ``unweave.load_site`` keep it in a JSON file.

    Attributes:
        schema: the fields of the rows.
        types: the page types.
        start: the name of the type where a visit begins.
        rows: the name of the type whose records are the rows.
        sources: for each field of the rows the name of the page type that it comes from.

    >>> from unweave.choose import learn
    >>> from unweave.records import Example
    >>> page = Page('<p><a href="/1">Emma</a></p><p><a href="/2">Kim</a></p>', url="http://a.org/")
    >>> wrapper = learn([Example.from_values(page, [{"title": "Emma", "link": "/1"}, {"title": "Kim", "link": "/2"}])])
    >>> site = SiteProgram(wrapper.schema, (PageType("list", wrapper),), start="list", rows="list")
    >>> site.type_of(page).name, site.row_type.name
    ('list', 'list')
    """

    schema: Schema
    types: tuple[PageType, ...]
    start: str
    rows: str
    sources: Mapping[str, str] = field(default_factory=dict)
    kind: Literal["site"] = "site"
    origin: Origin = field(default=Origin(), compare=False)

    def __post_init__(self) -> None:
        _check(self)

    def __getitem__(self, name: str) -> PageType:
        for each in self.types:
            if each.name == name:
                return each
        raise KeyError(name)

    @property
    def row_type(self) -> PageType:
        """The page type whose records are the rows."""
        return self[self.rows]

    @property
    def leading(self) -> tuple[PageType, ...]:
        """The page types from the start to the rows, in order."""
        found = [self[self.start]]
        while found[-1].name != self.rows:
            found.append(self[next(link.to for link in found[-1].links if self._leads(link.to))])
        return tuple(found)

    def _leads(self, name: str) -> bool:
        return name == self.rows or any(self._leads(link.to) for link in self[name].links)

    def type_of(self, page: Page) -> PageType | None:
        """The type of a page: the most similar one, of those with its shape of address if there are any.

        None if the page is not similar to any of them.
        """
        accepting = [each for each in self.types if each.recognizes(page)]
        named = [each for each in accepting if each.test.has_address(page)]
        return max(named or accepting, key=lambda each: each.test.similarity(page), default=None)

    def explain(self) -> Explanation:
        """The page types, their links and their wrappers in words."""
        from unweave.sites.explanation import explained  # noqa: PLC0415  # it needs this class

        return explained(self)

    def _repr_html_(self) -> str:
        from unweave.sites.picture import svg_picture  # noqa: PLC0415  # it needs this class

        return svg_picture(self)


def _check(site: SiteProgram) -> None:
    """It raises BadInput where the parts do not fit together: a stored program may have been edited."""
    names = [each.name for each in site.types]
    _need(len(set(names)) == len(names), "two page types have the same name")
    _need(all(name.strip() for name in names), "a page type has no name")
    for role, name in (("start", site.start), ("rows", site.rows)):
        _need(name in names, f"{role} is {name!r}, which is no page type")
    for each in site.types:
        for link in each.links:
            _need(link.to in names, f"{each.name}: the link field {link.field!r} leads to {link.to!r}, no page type")
            _need(link.field in each.wrapper.schema, f"{each.name}: {link.field!r} is no field of its wrapper")
            _need(
                not link.nested or link.nested in site.schema, f"{each.name}: {link.nested!r} is no field of the rows"
            )
    _need(_reaches(site, site.start, site.rows), f"no links lead from {site.start!r} to {site.rows!r}")
    _need(not any(_is_in_a_circle(site, name) for name in names), "link fields lead in a circle")
    for name, source in site.sources.items():
        _need(name in site.schema, f"the source of {name!r}, which is no field of the rows")
        _need(source in names, f"{name!r} comes from {source!r}, which is no page type")


def _reaches(site: SiteProgram, start: str, goal: str, seen: frozenset[str] = frozenset()) -> bool:
    return start == goal or any(
        _reaches(site, link.to, goal, seen | {start}) for link in site[start].links if link.to not in seen
    )


def _is_in_a_circle(site: SiteProgram, name: str) -> bool:
    return any(_reaches(site, link.to, name) for link in site[name].links)


def _need(condition: object, problem: str) -> None:
    if not condition:
        raise BadInput(source="the site program", reason=problem)
