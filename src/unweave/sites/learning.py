"""A site program learned from a few records whose values are on several pages of a collection.

    pages by type -> pages with the shown values -> the link between them -> wrappers of both -> the way to the lists

Legend
    collection  pages with addresses: a folder, a WARC, fetched pages
    list page   a page with a link to the detail page of each of its records
    detail page a page with one record; where a shown record has no page of its own, the lists are all there is
    row, place  see ``arrangement``
    parent      a page type whose pages lead to the first pages of lists: categories, an index

Source: Cohen and Jensen (2001) for page types and links; that values of one record are behind a link is section 9.2.2
of Kushmerick's thesis (1997), where it is left open. A field is taken from the list page where it is in the row of
each shown record, so that it is there even if the detail page fails.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from unweave.choose import learn
from unweave.errors import BadInput, NoConsistentWrapper, UnweaveError
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Either, Example, Field, Record, Schema
from unweave.sites.address_shapes import canonical_address
from unweave.sites.arrangement import Arrangement, RecordPlace, arrangement_of
from unweave.sites.page_sources import SavedPages
from unweave.sites.program import LinkField, PageTest, PageType, SiteProgram
from unweave.sites.recognition import next_targets, page_test, pagination, sample_of
from unweave.sites.shown_records import Shown, check_shown, is_nested, texts_of
from unweave.sites.site_pages import SitePages
from unweave.sites.visits import start_pages, visit
from unweave.tuning import SITE_LEARNING_PAGES
from unweave.wrapper import Origin, Wrapper

LINK = "link"
LIST, DETAIL = "list", "detail"
PARENTS = ("categories", "index", "start")


def learn_site(
    pages: Sequence[Page],
    records: Sequence[Shown],
    *,
    next_page: Mapping[str, str | None] | None = None,
    budget: float = 60.0,
) -> SiteProgram:
    """A site program that finds these records, and all others of the site, or it raises an error with the reason.

    Args:
        pages: a collection of pages with their addresses (``page.url``); it should have the list page and the detail
            page of each shown record, and others of both kinds.
        records: two records, or more: each a mapping from field to text, list of texts, list of records, or None where
            the record has no such value. The values of one record may be on two pages, one of which links to the other.
        next_page: corrects the pagination: the address of a list page -> the address of its next page, or None.
        budget: the seconds of work that learning may take.

    >>> rows = [("Emma", "$5", 1815), ("Kim", "$7", 1901), ("Dune", "$9", 1965), ("She", "$4", 1887)]
    >>> items = "".join(f'<li><a href="/{year}">{title}</a> <b>{price}</b></li>' for title, price, year in rows)
    >>> details = [Page(f"<h1>{t}</h1><p>Year: <i>{y}</i></p>", url=f"http://a.org/{y}") for t, _, y in rows]
    >>> pages = [Page(f"<ul>{items}</ul>", url="http://a.org/"), *details]
    >>> shown = [{"title": "Emma", "price": "$5", "year": "1815"}, {"title": "Kim", "price": "$7", "year": "1901"}]
    >>> site = learn_site(pages, shown)
    >>> [each.name for each in site.types], dict(site.sources)
    (['list', 'detail'], {'title': 'list', 'price': 'list', 'year': 'detail', 'link': 'list'})
    """
    check_shown(records)
    return _SiteLearner(pages, records, next_page or {}, budget).learned()


class _SiteLearner:
    def __init__(
        self, pages: Sequence[Page], records: Sequence[Shown], next_page: Mapping[str, str | None], budget: float
    ) -> None:
        self.site = SitePages(pages)
        self.records = records
        self.next_page = next_page
        self.budget = budget

    def learned(self) -> SiteProgram:
        chosen = arrangement_of(self.site, self.records)
        from_list, used = self._list_fields(chosen), {chosen.lists, chosen.details}
        if chosen.lists is not None and set(from_list) == set(self._names()):
            chosen = replace(chosen, details=None, places=tuple(replace(one, detail=None) for one in chosen.places))
        types: list[PageType] = []
        if chosen.details is not None:
            types.append(self._detail_type(chosen, from_list))
        if chosen.lists is not None:
            types.insert(0, self._list_type(chosen, from_list))
            types = [*self._parents(types[0], chosen.lists, used), *types]
        rows = LIST if chosen.lists is not None else DETAIL
        site = SiteProgram(self._schema(chosen), tuple(types), types[0].name, rows, self._sources(chosen, from_list))
        return replace(site, origin=self._origin(site))

    # --- wrappers ---

    def _names(self) -> list[str]:
        return list(dict.fromkeys(name for record in self.records for name in record))

    def _nested_names(self) -> list[str]:
        return [name for name in self._names() if any(is_nested(record.get(name)) for record in self.records)]

    def _list_fields(self, chosen: Arrangement) -> list[str]:
        """The simple fields that are in the row of each record that has them."""
        if chosen.lists is None:
            return []
        simple = [name for name in self._names() if name not in self._nested_names()]
        return [
            name
            for name in simple
            if all(
                place.listed is not None and self.site.shows(place.listed, text, place.row)
                for record, place in zip(self.records, chosen.places, strict=True)
                for text in texts_of(record.get(name))
            )
            and (chosen.details is None or all(record.get(name) for record in self.records))
        ]

    def _link_name(self) -> str:
        name, number = LINK, 1
        while name in self._names():
            number += 1
            name = f"{LINK}_{number}"
        return name

    def _list_type(self, chosen: Arrangement, names: Sequence[str]) -> PageType:
        assert chosen.lists is not None  # noqa: S101  # for the type checker: the caller has asked
        shown: dict[int, list[Record]] = {}
        for record, place in zip(self.records, chosen.places, strict=True):
            if place.listed is not None and place.row is not None:
                cells = {name: self._cell(place.listed, record[name], place.row) for name in names if name in record}
                if place.detail is not None:
                    cells[self._link_name()] = self._link_cell(place)
                shown.setdefault(place.listed, []).append(Record(self.site.pages[place.listed], cells))
        examples = [
            Example(self.site.pages[at], tuple(some), status="partial", by_value=True) for at, some in shown.items()
        ]
        wrapper = self._learned_on(examples, chosen.lists, LIST)
        by, pager = pagination(self._pages(chosen.lists), self.next_page)
        links = (LinkField(self._link_name(), DETAIL),) if chosen.details is not None else ()
        return PageType(LIST, wrapper, self._test(chosen.lists), links, by, pager)

    def _cell(self, number: int, value: Any, row: Span) -> Any:
        if isinstance(value, str):
            spans = [span for span in self.site.values.spans(number, value) if row.contains(span)]
            return spans[0] if len(spans) == 1 else Either(tuple(spans)) if spans else UNKNOWN
        return tuple(self._cell(number, each, row) for each in value) if isinstance(value, list | tuple) else None

    def _link_cell(self, place: RecordPlace) -> Any:
        assert place.listed is not None  # noqa: S101  # for the type checker
        assert place.detail is not None  # noqa: S101  # likewise
        assert place.row is not None  # noqa: S101  # likewise
        key = canonical_address(self.site.address(place.detail))
        spans = [
            link.span for link in self.site.links(place.listed) if link.target == key and place.row.contains(link.span)
        ]
        return spans[0] if len(spans) == 1 else Either(tuple(spans))

    def _detail_type(self, chosen: Arrangement, from_list: Sequence[str]) -> PageType:
        assert chosen.details is not None  # noqa: S101  # for the type checker: the caller has asked
        nested = [name for name in self._nested_names() if name not in from_list]
        names = [name for name in self._names() if name not in (*from_list, *nested)]
        own, below = [], {name: list[Example]() for name in nested}
        for record, place in zip(self.records, chosen.places, strict=True):
            assert place.detail is not None  # noqa: S101  # where there are details, each record has one
            page = self.site.pages[place.detail]
            values = {name: record[name] for name in names if name in record}
            own.append(Example.from_values(page, [values], status="complete"))
            for name in nested:
                if record.get(name):
                    below[name].append(Example.from_values(page, record[name], status="partial"))
        wrapper = self._learned_on(own, chosen.details, DETAIL)
        lists = {name: self._nested_list(some, chosen.details, f"{DETAIL}: {name}") for name, some in below.items()}
        return PageType(DETAIL, wrapper, self._test(chosen.details), lists=lists)

    def _nested_list(self, examples: Sequence[Example], group: int, what: str) -> Wrapper:
        """The wrapper of nested records.

        Not all records of a page need to be shown, so others are no mistake. But a record that is the same on all shown
        pages is text of the template: then the shown ones are taken as all of them.
        """
        wrapper = self._learned_on(examples, group, what)
        others = [_not_shown(wrapper, example) for example in examples]
        if len(examples) > 1 and set.intersection(*others):
            return self._learned_on([replace(example, status="complete") for example in examples], group, what)
        return wrapper

    def _learned_on(self, examples: Sequence[Example], group: int, what: str) -> Wrapper:
        """The wrapper of these examples, with other pages of the group as unlabelled ones."""
        known = {example.page for example in examples}
        others = [page for page in sample_of(self._pages(group), SITE_LEARNING_PAGES) if page not in known]
        try:
            return learn([*examples, *map(Example, others)], budget=self.budget / 4)
        except (NoConsistentWrapper, BadInput) as problem:
            problem.add_note(f"this was about the {what} pages")
            raise

    def _pages(self, group: int) -> list[Page]:
        return [self.site.pages[number] for number in self.site.groups[group].numbers]

    def _test(self, group: int) -> PageTest:
        return page_test(self._pages(group), self.site.groups[group].shapes)

    # --- the way to the lists ---

    def _parents(self, below: PageType, group: int, used: set[int | None]) -> list[PageType]:
        """The page types that lead to the lists, the first one first; ``used`` are groups of other types."""
        found: list[PageType] = []
        for name in PARENTS:
            parent = self._parent(below, group, name, used)
            if parent is None:
                break
            group, below = parent[0], parent[1]
            used.add(group)
            found.insert(0, below)
        return found

    def _parent(self, below: PageType, group: int, name: str, used: set[int | None]) -> tuple[int, PageType] | None:
        """The group whose pages lead to most first pages of a group, and its page type."""
        wanted = {key for key, at in self.site.at.items() if self.site.group_of[at] == group}
        wanted -= next_targets(self._pages(group), below.next_pages, below.pager)
        best: tuple[int, int, int] | None = None
        for at, some in enumerate(self.site.groups):
            for number in some.numbers if at not in used else ():
                reached = len({link.target for link in self.site.links(number)} & wanted)
                if reached and (best is None or reached > best[0]):
                    best = reached, at, number
        if best is None:
            return None
        _, at, number = best
        cells: dict[str, list[Span]] = {}
        for link in self.site.links(number):
            if link.target in wanted:
                cells.setdefault(link.target, []).append(link.span)
        field = self._link_name()
        records = [
            Record(self.site.pages[number], {field: spans[0] if len(spans) == 1 else Either(tuple(spans))})
            for spans in cells.values()
        ]
        example = Example(self.site.pages[number], tuple(records), status="partial", by_value=True)
        try:
            wrapper = self._learned_on([example], at, name)
        except UnweaveError:
            return None
        return at, PageType(name, wrapper, self._test(at), (LinkField(field, below.name),))

    # --- the rows ---

    def _schema(self, chosen: Arrangement) -> Schema:
        fields = [self._field(name) for name in self._names()]
        if chosen.lists is not None and chosen.details is not None:
            fields.append(Field(self._link_name(), optional=True))
        return Schema(tuple(fields))

    def _field(self, name: str) -> Field:
        values = [record.get(name) for record in self.records]
        inner = dict.fromkeys(
            key
            for value in values
            if is_nested(value)
            for each in value or ()
            if isinstance(each, Mapping)
            for key in each
        )
        many = any(isinstance(value, list | tuple) for value in values)
        return Field(name, optional=True, many=many, fields=tuple(Field(each, optional=True) for each in inner))

    def _sources(self, chosen: Arrangement, from_list: Sequence[str]) -> dict[str, str]:
        sources = {name: LIST if name in from_list else DETAIL for name in self._names()}
        both = chosen.lists is not None and chosen.details is not None
        return sources | ({self._link_name(): LIST} if both else {})

    def _origin(self, site: SiteProgram) -> Origin:
        """How it was learned, and what it finds on the pages that it was learned from."""
        rows = list(visit(site, SavedPages(self.site.pages), start_pages(site, self.site.pages)))
        holes = sum(bool(row.holes) for row in rows)
        found = f"{len(rows)} rows on the {len(self.site.pages)} pages at hand, {holes} with holes"
        return Origin(
            method="site", history=(f"learned from {len(self.records)} records", found, *self._differences(rows))
        )

    def _differences(self, rows: Sequence[Any]) -> Iterator[str]:
        """The shown records that are not among the rows."""
        for number, record in enumerate(self.records, start=1):
            if not any(all(_same(row.values.get(name), value) for name, value in record.items()) for row in rows):
                yield f"record {number} is not among the rows as it was shown"


def _not_shown(wrapper: Wrapper, example: Example) -> set[tuple[str, ...]]:
    """The texts of the records that a wrapper finds on the page of an example, and the example does not have."""
    shown = [set(texts_of(record.to_dict())) for record in example.records]
    found = [tuple(texts_of(record.to_dict())) for record in wrapper.extract(example.page)]
    return {texts for texts in found if not any(one <= set(texts) for one in shown)}


def _same(found: Any, shown: Any) -> bool:
    """Whether a value is the shown one; of a nested level not all records need to be shown."""
    if is_nested(shown):
        return set(texts_of(shown)) <= set(texts_of(found))
    return list(texts_of(found)) == list(texts_of(shown))
