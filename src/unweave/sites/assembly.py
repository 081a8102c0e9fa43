"""A site program put together from page types that are known: their pages, their wrappers, and where their links lead.

    >>> items = "".join(f'<li><a href="/{year}">{title}</a></li>' for title, year in (("Emma", 1815), ("Kim", 1901)))
    >>> first = Page(f"<ul>{items}</ul>", url="http://a.org/")
    >>> details = [Page(f"<h1>{year}</h1>", url=f"http://a.org/{year}") for year in (1815, 1901)]
    >>> from unweave.choose import learn
    >>> from unweave.records import Example
    >>> shown = [{"title": "Emma", "link": "/1815"}, {"title": "Kim", "link": "/1901"}]
    >>> one = KnownType("list", learn([Example.from_values(first, shown)]), [first], {"link": "detail"}, many=True)
    >>> other = KnownType("detail", learn([Example.from_values(details[0], [{"year": "1815"}])]), details)
    >>> site = assembled_site([one, other])
    >>> from unweave.sites.visits import SavedPages, visit
    >>> [row.values["year"] for row in visit(site, SavedPages([first, *details]), [first])]
    ['1815', '1901']

Legend
    many        whether a page of the type has any number of records, and not one
    rows        the type whose records are the rows: if it is not given, of the types with many records the one that
                leads to no other such type; so a list of categories leads to the rows and is none
    above       types from which links lead to the rows: their values are in each row that they lead to
    below       types that the rows lead to: they complete a row or, with many records, are a nested list of it

``learning`` finds the same parts by itself, from the values of a few records.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from unweave.errors import BadInput
from unweave.page import Page
from unweave.records import Field, Schema
from unweave.sites.program import LinkField, PageType, SiteProgram
from unweave.sites.recognition import page_shapes, page_test, pagination
from unweave.wrapper import Origin, Wrapper


@dataclass(frozen=True, slots=True)
class KnownType:
    """A page type: its name, its wrapper, the pages at hand.

    Attributes:
        links: the fields that lead to pages of other types, each with the name of that type.
        many: whether its pages have any number of records.
        next_page: corrects the pagination: the address of a page -> the address of its next page, or None.
        order: the names of the fields in the order of the result's columns; those of the wrapper if it is not given.
    """

    name: str
    wrapper: Wrapper
    pages: Sequence[Page]
    links: Mapping[str, str] = field(default_factory=dict)
    many: bool = False
    next_page: Mapping[str, str | None] = field(default_factory=dict)
    order: Sequence[str] = ()


def assembled_site(types: Sequence[KnownType], *, rows: str | None = None) -> SiteProgram:
    """The site program of these types; those that no link connects with the rows are left out.

    BadInput says what does not fit together: links in a circle, a name that two types use for a field.
    """
    if not types:
        raise BadInput(source="the site", reason="no page type has a wrapper yet")
    return _Assembly(types, rows).site()


class _Assembly:
    def __init__(self, types: Sequence[KnownType], rows: str | None) -> None:
        self.types = {one.name: one for one in types}
        self.shapes = dict(zip(self.types, _shapes(types), strict=True))
        for one in types:
            self._check_no_circle(one.name, ())
        self.rows = rows if rows in self.types else self._likely_rows()

    def _targets(self, name: str) -> list[str]:
        """The types that a type leads to."""
        return [to for to in dict.fromkeys(self.types[name].links.values()) if to in self.types]

    def _check_no_circle(self, name: str, way: tuple[str, ...]) -> None:
        if name in way:
            circle = " to ".join([*way[way.index(name) :], name])
            raise BadInput(source="the site", reason=f"its links lead in a circle: from {circle}")
        for to in self._targets(name):
            self._check_no_circle(to, (*way, name))

    def _reached(self, name: str) -> list[str]:
        """A type and all that its links lead to, the nearest first."""
        found = [name]
        for one in found:
            found += [to for to in self._targets(one) if to not in found]
        return found

    def _likely_rows(self) -> str:
        lists = [name for name, one in self.types.items() if one.many]
        last = [name for name in lists if not any(other in lists for other in self._reached(name)[1:])]
        first = [name for name in self.types if not any(name in self._targets(other) for other in self.types)]
        return next((name for name in last if self._targets(name)), (last or first)[0])

    def _above(self) -> list[str]:
        """The types that lead to the rows, the start first."""
        found: list[str] = []
        name = self.rows
        while before := next((one for one in self.types if name in self._targets(one)), None):
            found.insert(0, before)
            name = before
        return found

    def site(self) -> SiteProgram:
        above, below = self._above(), self._reached(self.rows)[1:]
        nested = self._nested_names(below)
        fields: dict[str, tuple[Field, str]] = {}
        for name in (*above, self.rows, *below):
            for one in self._fields(name, nested, is_above=name in above):
                if one.name in fields:
                    reason = f"{fields[one.name][1]} and {name} pages have a field of this name"
                    raise BadInput(source="the site", field=one.name, reason=f"{reason}. It would help to rename one")
                fields[one.name] = replace(one, optional=True), name
        types = tuple(self._page_type(name, nested) for name in (*above, self.rows, *below))
        return SiteProgram(
            Schema(tuple(one for one, _ in fields.values())),
            types,
            start=types[0].name,
            rows=self.rows,
            sources={name: source for name, (_, source) in fields.items()},
            origin=Origin(method="site", history=("put together from known page types",)),
        )

    def _nested_names(self, below: Sequence[str]) -> dict[str, str]:
        """The types below the rows that have many records, with the field of the rows that takes them."""
        taken = {name for one in self.types.values() for name in one.wrapper.schema.names}
        found: dict[str, str] = {}
        for name in (one for one in below if self.types[one].many):
            found[name] = next(
                free for number in range(1, len(taken) + 3) if (free := _numbered(name, number)) not in taken
            )
            taken.add(found[name])
        return found

    def _fields(self, name: str, nested: Mapping[str, str], *, is_above: bool) -> list[Field]:
        """The fields of the rows that come from a type."""
        one = self.types[name]
        names = [*(each for each in one.order if each in one.wrapper.schema), *one.wrapper.schema.names]
        own = [one.wrapper.schema[each] for each in dict.fromkeys(names) if not (is_above and each in one.links)]
        if name not in nested:
            return own
        return [Field(nested[name], many=True, fields=tuple(replace(each, optional=True) for each in own))]

    def _page_type(self, name: str, nested: Mapping[str, str]) -> PageType:
        one = self.types[name]
        by, pager = pagination(one.pages, one.next_page)
        links = tuple(LinkField(each, to, nested.get(to, "")) for each, to in one.links.items() if to in self.types)
        test = page_test(one.pages, self.shapes[name])
        is_list = one.many or name == self.rows
        return PageType(name, one.wrapper, test, links, by if is_list else "none", pager)


def _shapes(types: Sequence[KnownType]) -> list[list[str]]:
    """The shapes of the addresses of each type, given all pages."""
    every = page_shapes([page for one in types for page in one.pages])
    found, at = [], 0
    for one in types:
        found.append(every[at : at + len(one.pages)])
        at += len(one.pages)
    return found


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name} {number}"
