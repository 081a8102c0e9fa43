"""A site program learned from a few records whose values are on several pages of a collection.

    pages by type -> pages with the shown values -> the link between them -> wrappers of both -> the way to the lists

Legend
    collection  pages with addresses: a folder, a WARC, fetched pages
    list page   a page with a link to the detail page of each of its records
    detail page a page with one record; where a shown record has no page of its own, the lists are all there is
    place       the list page and the detail page of a shown record, with the link from the one to the other
    row         the part of a list page around a link (``linked_pages``)
    parent      a page type whose pages lead to the first pages of lists: categories, an index

Source: Cohen and Jensen (2001) for page types and links; that values of one record are behind a link is section 9.2.2
of Kushmerick's thesis (1997), where it is left open. The pages of a record are those that have its values and a link
between them; which type is the list is told by the number of links. A field is taken from the list page where it is in
the row of each shown record, so that it is there even if the detail page fails.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from unweave.choose import learn
from unweave.errors import BadInput, NoConsistentWrapper, UnweaveError
from unweave.page import Page, PageSignature, Span
from unweave.records import UNKNOWN, Either, Example, Field, Record, Schema
from unweave.sites.address_shapes import canonical_address
from unweave.sites.linked_pages import SourceLink, links_of, rows_around
from unweave.sites.page_groups import PageGroup, page_groups
from unweave.sites.pagers import Pager, learn_pager, next_pages
from unweave.sites.program import LinkField, NextPages, PageTest, PageType, SiteProgram
from unweave.sites.shown_records import Shown, ValuePlaces, check_shown, is_nested, texts_of
from unweave.sites.visits import SavedPages, start_pages, visit
from unweave.tuning import SITE_LEARNING_PAGES
from unweave.wrapper import Origin, Wrapper

LINK = "link"
LIST, DETAIL = "list", "detail"
PARENTS = ("categories", "index", "start")
SIGNATURE_SAMPLE = 10
MOST_LIKELY = 8  # pages of a group that are searched for a record


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


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a shown record is: the numbers of its pages, and the row on the list page."""

    listed: int | None
    row: Span | None
    detail: int | None


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """Which group has the lists, which the details, and where each shown record is."""

    lists: int | None
    details: int | None
    places: tuple[_Place, ...]


class _SiteLearner:
    def __init__(
        self, pages: Sequence[Page], records: Sequence[Shown], next_page: Mapping[str, str | None], budget: float
    ) -> None:
        self.pages = list(pages)
        self.records = records
        self.next_page = next_page
        self.budget = budget
        self.groups = page_groups(self.pages)
        self.group_of = {number: at for at, group in enumerate(self.groups) for number in group.numbers}
        self.at = {canonical_address(page.url or page.name): number for number, page in enumerate(self.pages)}
        self.values = ValuePlaces(self.pages)
        self._links: dict[int, list[SourceLink]] = {}

    def learned(self) -> SiteProgram:
        chosen = self._arrangement()
        self._check_found(chosen)
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

    # --- where the shown records are ---

    def links(self, number: int) -> list[SourceLink]:
        """The links of a page."""
        if number not in self._links:
            self._links[number] = links_of(self.pages[number])
        return self._links[number]

    def _found(self, number: int, record: Shown, within: Sequence[Span] = ()) -> float:
        """How much of a record a page has, or the parts of it."""
        return sum(
            self.values.weight(text)
            for value in record.values()
            for text in texts_of(value)
            if any(
                not within or any(part.contains(span) for part in within) for span in self.values.spans(number, text)
            )
        )

    def _best_pages(self, record: Shown) -> dict[int, list[int]]:
        """For each group the pages that have most of a record: of the most likely ones, those that show most."""
        likely: dict[int, float] = defaultdict(float)
        for value in record.values():
            for text in texts_of(value):
                for number in self.values.likely_pages(text):
                    likely[number] += self.values.weight(text)
        groups: dict[int, list[int]] = defaultdict(list)
        for number in sorted(likely, key=lambda at: (-likely[at], at)):
            groups[self.group_of[number]].append(number)
        best = {}
        for group, numbers in groups.items():
            found = {number: self._found(number, record) for number in numbers[:MOST_LIKELY]}
            best[group] = [number for number in found if found[number] == max(found.values()) > 0]
        return {group: numbers for group, numbers in best.items() if numbers}

    def _arrangement(self) -> _Arrangement:
        """The pair of groups that has most of the records' values, with links from the lists to the details."""
        best = [self._best_pages(record) for record in self.records]
        groups = sorted({group for one in best for group in one})
        pairs = [(one, other) for one, other in product(groups, groups) if one != other]
        options = [*filter(None, (self._linked(one, other, best) for one, other in pairs))]
        options += [self._alone(group, best) for group in groups]
        options = [option for option in options if all(one.detail is not None or one.row for one in option.places)]
        if not options:
            raise self._not_found()
        return max(options, key=self._worth)

    def _linked(self, lists: int, details: int, best: Sequence[Mapping[int, list[int]]]) -> _Arrangement | None:
        """The places of the records if each is on a page of the one group that links to one of the other group."""
        among = {key for key, number in self.at.items() if self.group_of[number] == details}
        places = []
        for record, pages in zip(self.records, best, strict=True):
            found = [
                (self._found(number, record, [row]), -number, row, detail)
                for detail in pages.get(details, ())
                for number in self._linking_to(detail, lists)
                for row in rows_around(self.pages[number], self.links(number), self._address(detail), among)
            ]
            if not found:
                return None
            _, number, row, detail = max(found, key=lambda one: one[:2])
            places.append(_Place(-number, row, detail))
        if len({place.detail for place in places}) < len(places):
            return None
        return _Arrangement(lists, details, tuple(places))

    def _alone(self, group: int, best: Sequence[Mapping[int, list[int]]]) -> _Arrangement:
        """All records on pages of one group: a list if one page has several of them, else a page for each."""
        numbers = [pages.get(group, [None])[0] for pages in best]
        if len(set(numbers)) < len(numbers):
            whole = [None if at is None else Span(0, len(self.pages[at])) for at in numbers]
            return _Arrangement(group, None, tuple(_Place(*one, None) for one in zip(numbers, whole, strict=True)))
        return _Arrangement(None, group, tuple(_Place(None, None, at) for at in numbers))

    def _linking_to(self, number: int, group: int) -> list[int]:
        key = canonical_address(self._address(number))
        return [at for at in self.groups[group].numbers if any(link.target == key for link in self.links(at))]

    def _worth(self, option: _Arrangement) -> tuple[float, float, float]:
        """How much of the records an arrangement has, how much on lists, and whether the lists have more links."""
        covered = listed = 0.0
        for record, place in zip(self.records, option.places, strict=True):
            for value in record.values():
                for text in texts_of(value):
                    in_row = place.listed is not None and self._is_within(place.listed, text, place.row)
                    on_detail = place.detail is not None and bool(self.values.spans(place.detail, text))
                    covered += in_row or on_detail
                    listed += in_row
        links = self._mean_links(option.lists, option.details) - self._mean_links(option.details, option.lists)
        return covered, 1.0 if links > 0 else 0.0, listed

    def _mean_links(self, one: int | None, other: int | None) -> float:
        """How many pages of the other group a page of the one leads to, in the mean."""
        if one is None or other is None:
            return 0.0
        numbers = self.groups[one].numbers
        targets = [
            {link.target for link in self.links(at) if self.group_of.get(self.at.get(link.target, -1)) == other}
            for at in numbers
        ]
        return sum(map(len, targets)) / len(numbers)

    def _is_within(self, number: int, text: str, row: Span | None) -> bool:
        """Whether a row shows a text; a part of an address, as in ``/item/1815``, does not count."""
        inside = [link.span for link in self.links(number)]
        return row is not None and any(
            row.contains(span) and not any(link.contains(span) and link != span for link in inside)
            for span in self.values.spans(number, text)
        )

    def _address(self, number: int) -> str:
        return self.pages[number].url or self.pages[number].name

    # --- what was shown and is not there ---

    def _not_found(self) -> BadInput:
        for number, record in enumerate(self.records, start=1):
            for name, value in record.items():
                for text in texts_of(value):
                    if not self.values.pages_with(text):
                        return self._missing_value(number, name, text)
        reason = (
            "the values of the shown records are not on pages of the same kind. It would help to show other records"
        )
        return BadInput(source="the records", reason=reason)

    def _missing_value(self, number: int, name: str, text: str) -> BadInput:
        reason = f"record {number}: {text!r} is on none of the {len(self.pages)} pages"
        return BadInput(
            source="the records", field=name, reason=f"{reason}. It would help to write it as a page shows it"
        )

    def _check_found(self, chosen: _Arrangement) -> None:
        """It raises BadInput where a value is neither in the row nor on the detail page of its record."""
        for number, (record, place) in enumerate(zip(self.records, chosen.places, strict=True), start=1):
            on = [at for at in (place.listed, place.detail) if at is not None]
            for name, value in record.items():
                for text in texts_of(value):
                    if not self.values.pages_with(text):
                        raise self._missing_value(number, name, text)
                    if not any(self.values.spans(at, text) for at in on):
                        pages = " and ".join(self._address(at) for at in on)
                        others = ", ".join(self._address(at) for at in self.values.pages_with(text)[:2])
                        reason = f"record {number} is on {pages}, and {text!r} is not there, but on {others}"
                        advice = "It would help to leave it out, or to show another record"
                        raise BadInput(source="the records", field=name, reason=f"{reason}. {advice}")

    # --- wrappers ---

    def _names(self) -> list[str]:
        return list(dict.fromkeys(name for record in self.records for name in record))

    def _nested_names(self) -> list[str]:
        return [name for name in self._names() if any(is_nested(record.get(name)) for record in self.records)]

    def _list_fields(self, chosen: _Arrangement) -> list[str]:
        """The simple fields that are in the row of each record that has them."""
        if chosen.lists is None:
            return []
        simple = [name for name in self._names() if name not in self._nested_names()]
        return [
            name
            for name in simple
            if all(
                place.listed is not None and self._is_within(place.listed, text, place.row)
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

    def _list_type(self, chosen: _Arrangement, names: Sequence[str]) -> PageType:
        assert chosen.lists is not None  # noqa: S101  # for the type checker: the caller has asked
        shown: dict[int, list[Record]] = {}
        for record, place in zip(self.records, chosen.places, strict=True):
            if place.listed is not None and place.row is not None:
                cells = {name: self._cell(place.listed, record[name], place.row) for name in names if name in record}
                if place.detail is not None:
                    cells[self._link_name()] = self._link_cell(place)
                shown.setdefault(place.listed, []).append(Record(self.pages[place.listed], cells))
        examples = [Example(self.pages[at], tuple(some), status="partial", by_value=True) for at, some in shown.items()]
        wrapper = self._learned_on(examples, chosen.lists, LIST)
        by, pager = self._pagination(chosen.lists)
        links = (LinkField(self._link_name(), DETAIL),) if chosen.details is not None else ()
        return PageType(LIST, wrapper, self._test(chosen.lists), links, by, pager)

    def _cell(self, number: int, value: Any, row: Span) -> Any:
        if isinstance(value, str):
            spans = [span for span in self.values.spans(number, value) if row.contains(span)]
            return spans[0] if len(spans) == 1 else Either(tuple(spans)) if spans else UNKNOWN
        return tuple(self._cell(number, each, row) for each in value) if isinstance(value, list | tuple) else None

    def _link_cell(self, place: _Place) -> Any:
        assert place.listed is not None  # noqa: S101  # for the type checker
        assert place.detail is not None  # noqa: S101  # likewise
        assert place.row is not None  # noqa: S101  # likewise
        key = canonical_address(self._address(place.detail))
        spans = [link.span for link in self.links(place.listed) if link.target == key and place.row.contains(link.span)]
        return spans[0] if len(spans) == 1 else Either(tuple(spans))

    def _detail_type(self, chosen: _Arrangement, from_list: Sequence[str]) -> PageType:
        assert chosen.details is not None  # noqa: S101  # for the type checker: the caller has asked
        nested = [name for name in self._nested_names() if name not in from_list]
        names = [name for name in self._names() if name not in (*from_list, *nested)]
        own, below = [], {name: list[Example]() for name in nested}
        for record, place in zip(self.records, chosen.places, strict=True):
            assert place.detail is not None  # noqa: S101  # where there are details, each record has one
            page = self.pages[place.detail]
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
        others = [page for page in self._sample(self.groups[group], SITE_LEARNING_PAGES) if page not in known]
        try:
            return learn([*examples, *map(Example, others)], budget=self.budget / 4)
        except (NoConsistentWrapper, BadInput) as problem:
            problem.add_note(f"this was about the {what} pages")
            raise

    def _sample(self, group: PageGroup, most: int) -> list[Page]:
        """Some pages of a group, evenly over the order of their addresses."""
        ordered = sorted(group.numbers, key=self._address)
        step = max(1, len(ordered) / most)
        return [self.pages[ordered[int(at * step)]] for at in range(min(most, len(ordered)))]

    def _test(self, group: int) -> PageTest:
        return PageTest(self.groups[group].shapes, PageSignature.of(self._sample(self.groups[group], SIGNATURE_SAMPLE)))

    # --- the way to the lists ---

    def _pagination(self, group: int) -> tuple[NextPages, Pager]:
        """What names the next page of a list, confirmed by pages at hand: a next page is of the same group."""
        corrections = {canonical_address(one): other for one, other in self.next_page.items()}
        examples = [
            (self.pages[self.at[key]], [] if target is None else [target])
            for key, target in corrections.items()
            if key in self.at
        ]
        pager = learn_pager(examples) if examples else Pager()
        numbers = self.groups[group].numbers
        for by in ("labels", "numbers"):
            targets = {
                canonical_address(target) for at in numbers for target in next_pages(self.pages[at], by=by, pager=pager)
            }
            if any(self.group_of.get(self.at.get(target, -1)) == group for target in targets):
                return ("numbers" if by == "numbers" else "labels"), pager
        return "none", pager

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
        wanted = {key for key, at in self.at.items() if self.group_of[at] == group} - self._followed(below, group)
        best: tuple[int, int, int] | None = None
        for at, some in enumerate(self.groups):
            for number in some.numbers if at not in used else ():
                reached = len({link.target for link in self.links(number)} & wanted)
                if reached and (best is None or reached > best[0]):
                    best = reached, at, number
        if best is None:
            return None
        _, at, number = best
        cells: dict[str, list[Span]] = {}
        for link in self.links(number):
            if link.target in wanted:
                cells.setdefault(link.target, []).append(link.span)
        field = self._link_name()
        records = [
            Record(self.pages[number], {field: spans[0] if len(spans) == 1 else Either(tuple(spans))})
            for spans in cells.values()
        ]
        example = Example(self.pages[number], tuple(records), status="partial", by_value=True)
        try:
            wrapper = self._learned_on([example], at, name)
        except UnweaveError:
            return None
        return at, PageType(name, wrapper, self._test(at), (LinkField(field, below.name),))

    def _followed(self, kind: PageType, group: int) -> set[str]:
        """The addresses that next pages of a group have."""
        if kind.next_pages == "none":
            return set()
        by: Any = kind.next_pages
        return {
            canonical_address(target)
            for at in self.groups[group].numbers
            for target in next_pages(self.pages[at], by=by, pager=kind.pager)
        }

    # --- the rows ---

    def _schema(self, chosen: _Arrangement) -> Schema:
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

    def _sources(self, chosen: _Arrangement, from_list: Sequence[str]) -> dict[str, str]:
        sources = {name: LIST if name in from_list else DETAIL for name in self._names()}
        both = chosen.lists is not None and chosen.details is not None
        return sources | ({self._link_name(): LIST} if both else {})

    def _origin(self, site: SiteProgram) -> Origin:
        """How it was learned, and what it finds on the pages that it was learned from."""
        rows = list(visit(site, SavedPages(self.pages), start_pages(site, self.pages)))
        holes = sum(bool(row.holes) for row in rows)
        found = f"{len(rows)} rows on the {len(self.pages)} pages at hand, {holes} with holes"
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
