"""Where the shown records of a site are: on which list page, in which row of it, and on which detail page.

Legend
    place         the list page and the detail page of a shown record, with its row on the list page
    row           the part of a list page around a link (``linked_pages``)
    arrangement   the group of pages that has the lists, the group that has the details, and the places of all records

The pages of a record are those that have its values and a link between them; which group has the lists is told by the
number of links.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from unweave.errors import BadInput
from unweave.page import Span
from unweave.sites.address_shapes import canonical_address
from unweave.sites.linked_pages import rows_around
from unweave.sites.shown_records import Shown, texts_of
from unweave.sites.site_pages import SitePages

MOST_LIKELY = 8  # pages of a group that are searched for a record


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where a shown record is: the numbers of its pages, and the row on the list page."""

    listed: int | None
    row: Span | None
    detail: int | None


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Which group has the lists, which the details, and where each shown record is."""

    lists: int | None
    details: int | None
    places: tuple[RecordPlace, ...]


def arrangement_of(site: SitePages, records: Sequence[Shown]) -> Arrangement:
    """The arrangement that has most of the records' values; BadInput names a value that is not where its record is.

    >>> from unweave.page import Page
    >>> site = SitePages([Page("<h1>Emma</h1>", url="http://a.org/1"), Page("<h1>Kim</h1>", url="http://a.org/2")])
    >>> [place.detail for place in arrangement_of(site, [{"title": "Kim"}, {"title": "Emma"}]).places]
    [1, 0]
    """
    arranger = _Arranger(site, records)
    chosen = arranger.best()
    arranger.check_found(chosen)
    return chosen


class _Arranger:
    def __init__(self, site: SitePages, records: Sequence[Shown]) -> None:
        self.site, self.records = site, records

    def _found(self, number: int, record: Shown, within: Sequence[Span] = ()) -> float:
        """How much of a record a page has, or the parts of it."""
        return sum(
            self.site.values.weight(text)
            for value in record.values()
            for text in texts_of(value)
            if any(
                not within or any(part.contains(span) for part in within)
                for span in self.site.values.spans(number, text)
            )
        )

    def _best_pages(self, record: Shown) -> dict[int, list[int]]:
        """For each group the pages that have most of a record: of the most likely ones, those that show most."""
        likely: dict[int, float] = defaultdict(float)
        for value in record.values():
            for text in texts_of(value):
                for number in self.site.values.likely_pages(text):
                    likely[number] += self.site.values.weight(text)
        groups: dict[int, list[int]] = defaultdict(list)
        for number in sorted(likely, key=lambda at: (-likely[at], at)):
            groups[self.site.group_of[number]].append(number)
        best = {}
        for group, numbers in groups.items():
            found = {number: self._found(number, record) for number in numbers[:MOST_LIKELY]}
            best[group] = [number for number in found if found[number] == max(found.values()) > 0]
        return {group: numbers for group, numbers in best.items() if numbers}

    def best(self) -> Arrangement:
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

    def _linked(self, lists: int, details: int, best: Sequence[Mapping[int, list[int]]]) -> Arrangement | None:
        """The places of the records if each is on a page of the one group that links to one of the other group."""
        among = {key for key, number in self.site.at.items() if self.site.group_of[number] == details}
        places = []
        for record, pages in zip(self.records, best, strict=True):
            found = [
                (self._found(number, record, [row]), -number, row, detail)
                for detail in pages.get(details, ())
                for number in self._linking_to(detail, lists)
                for row in rows_around(
                    self.site.pages[number], self.site.links(number), self.site.address(detail), among
                )
            ]
            if not found:
                return None
            _, number, row, detail = max(found, key=lambda one: one[:2])
            places.append(RecordPlace(-number, row, detail))
        if len({place.detail for place in places}) < len(places):
            return None
        return Arrangement(lists, details, tuple(places))

    def _alone(self, group: int, best: Sequence[Mapping[int, list[int]]]) -> Arrangement:
        """All records on pages of one group: a list if one page has several of them, else a page for each."""
        numbers = [pages.get(group, [None])[0] for pages in best]
        if len(set(numbers)) < len(numbers):
            whole = [None if at is None else Span(0, len(self.site.pages[at])) for at in numbers]
            return Arrangement(group, None, tuple(RecordPlace(*one, None) for one in zip(numbers, whole, strict=True)))
        return Arrangement(None, group, tuple(RecordPlace(None, None, at) for at in numbers))

    def _linking_to(self, number: int, group: int) -> list[int]:
        key = canonical_address(self.site.address(number))
        return [at for at in self.site.groups[group].numbers if any(link.target == key for link in self.site.links(at))]

    def _worth(self, option: Arrangement) -> tuple[float, float, float]:
        """How much of the records an arrangement has, how much on lists, and whether the lists have more links."""
        covered = listed = 0.0
        for record, place in zip(self.records, option.places, strict=True):
            for value in record.values():
                for text in texts_of(value):
                    in_row = place.listed is not None and self.site.shows(place.listed, text, place.row)
                    on_detail = place.detail is not None and bool(self.site.values.spans(place.detail, text))
                    covered += in_row or on_detail
                    listed += in_row
        links = self._mean_links(option.lists, option.details) - self._mean_links(option.details, option.lists)
        return covered, 1.0 if links > 0 else 0.0, listed

    def _mean_links(self, one: int | None, other: int | None) -> float:
        """How many pages of the other group a page of the one leads to, in the mean."""
        if one is None or other is None:
            return 0.0
        numbers = self.site.groups[one].numbers
        targets = [
            {link.target for link in self.site.links(at) if self.site.group_at(link.target) == other} for at in numbers
        ]
        return sum(map(len, targets)) / len(numbers)

    # --- what was shown and is not there ---

    def _not_found(self) -> BadInput:
        for number, record in enumerate(self.records, start=1):
            for name, value in record.items():
                for text in texts_of(value):
                    if not self.site.values.pages_with(text):
                        return self._missing_value(number, name, text)
        reason = (
            "the values of the shown records are not on pages of the same kind. It would help to show other records"
        )
        return BadInput(source="the records", reason=reason)

    def _missing_value(self, number: int, name: str, text: str) -> BadInput:
        reason = f"record {number}: {text!r} is on none of the {len(self.site.pages)} pages"
        return BadInput(
            source="the records", field=name, reason=f"{reason}. It would help to write it as a page shows it"
        )

    def check_found(self, chosen: Arrangement) -> None:
        """It raises BadInput where a value is neither in the row nor on the detail page of its record."""
        for number, (record, place) in enumerate(zip(self.records, chosen.places, strict=True), start=1):
            on = [at for at in (place.listed, place.detail) if at is not None]
            for name, value in record.items():
                for text in texts_of(value):
                    if not self.site.values.pages_with(text):
                        raise self._missing_value(number, name, text)
                    if not any(self.site.values.spans(at, text) for at in on):
                        pages = " and ".join(self.site.address(at) for at in on)
                        others = ", ".join(self.site.address(at) for at in self.site.values.pages_with(text)[:2])
                        reason = f"record {number} is on {pages}, and {text!r} is not there, but on {others}"
                        advice = "It would help to leave it out, or to show another record"
                        raise BadInput(source="the records", field=name, reason=f"{reason}. {advice}")
