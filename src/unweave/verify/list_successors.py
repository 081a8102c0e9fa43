"""Successors on pages with lists: where the values of each record are after a change of the layout.

Legend

    region       one of the repeated parts of a page that may be records (``regions.main_list``)
    column       ("", 2) is the third text of a region, ("href", 0) the first of its targets of links
    row          the successors of one record: {"price": Span(120, 125)}
    known        a record of the examples that is still on the page
    beside       fields that are as far from those that are still read right as they were (``order``)
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from unweave.errors import UnweaveError
from unweave.page import Node, Page, Span
from unweave.records import Example, Record
from unweave.records.cells import Either
from unweave.regions.main_list import find_list
from unweave.tuning import KNOWN_EXTENT, SUCCESSOR_MARGIN
from unweave.values.profile import FieldProfile, SiteProfile
from unweave.values.surroundings import PageTexts
from unweave.verify.order import Orders, are_attributes, is_whole, orders
from unweave.verify.successors import example_rows, run_span
from unweave.wrapper import Wrapper


def list_rows(profile: SiteProfile, page: Page) -> list[dict[str, Span]]:
    """The successors on a page with a list: its repeated regions, with the text of each field in them.

    The text of a field is the one with the same number in its region everywhere that looks most often like its values;
    of a field whose values were attributes, the attribute.

    >>> page = Page("<ul>" + "".join(f"<li><b>Book {n}</b> <i>${n}.50</i>" for n in range(1, 6)) + "</ul>")
    >>> from unweave.values import described
    >>> known = SiteProfile(1, fields={"price": described(["$7.20", "$8.10", "$9.40"])})
    >>> [page.text(row["price"]) for row in list_rows(known, page)]
    ['$1.50', '$2.50', '$3.50', '$4.50', '$5.50']
    """
    texts = PageTexts(page)
    regions = [{**_texts_in(texts, node), **_attributes_in(page, node)} for node in find_list(page) if node.span]
    columns = {name: _column(page, regions, field) for name, field in profile.fields.items()}
    columns = _ordered_columns(page, regions, columns, profile)
    if None in columns.values() or len(set(columns.values())) < len(columns):
        return []
    rows = [{name: region[at] for name, at in columns.items() if at in region} for region in regions]
    whole = [row for row in rows if len(row) == len(columns)]
    return [row for row in whole if all(profile.fields[name].fits(page.text(span)) for name, span in row.items())]


Column = tuple[str, int]
"""("", 2) is the third text of a region, ("href", 0) the first of its targets of links."""


def _texts_in(texts: PageTexts, node: Node) -> dict[Column, Span]:
    numbers = texts.numbers(*node.span) if node.span else ()
    return {("", number): run_span(texts, at) for number, at in enumerate(numbers)}


def _attributes_in(page: Page, node: Node) -> dict[Column, Span]:
    found: dict[Column, Span] = {}
    counts = Counter[str]()
    for one in (node, *node.descendants()):
        for name, span in page.tree.value_spans(one).items() if one.kind == "element" else ():
            if span:
                found[name, counts[name]] = span
                counts[name] += 1
    return found


def _column(page: Page, regions: Sequence[Mapping[Column, Span]], profile: FieldProfile) -> Column | None:
    """The column that looks most often like the values of a field; None where none does in most regions.

    Nor is there one where another one, with other texts, looks so about as often.
    """
    fitting = Counter(
        column
        for region in regions
        for column, span in region.items()
        if bool(column[0]) == are_attributes(profile) and profile.fits(page.text(span))
    )
    best = max(fitting, key=lambda column: (fitting[column], -column[1], column[0]), default=None)
    if best is None or 2 * fitting[best] <= len(regions):
        return None
    others = [fitting[other] for other in fitting if not _same_texts(page, regions, best, other)]
    return best if fitting[best] >= SUCCESSOR_MARGIN * max(others, default=0) else None


def _ordered_columns(
    page: Page, regions: Sequence[Mapping[Column, Span]], columns: Mapping[str, Column | None], profile: SiteProfile
) -> dict[str, Column | None]:
    """The columns, with those of the other fields that are as far from a sure one as on good pages, if they fit."""
    sure = {name: column[1] for name, column in columns.items() if column is not None and not column[0]}
    found = dict(columns)
    for name, number in orders(profile).placed(sure).items():
        there = [region["", number] for region in regions if ("", number) in region]
        fitting = [span for span in there if profile.fields[name].fits(page.text(span))]
        if columns.get(name) is None and is_whole(profile.fields[name]) and 2 * len(fitting) > len(regions):
            found[name] = "", number
    return found


def beside_rows(wrapper: Wrapper, page: Page, trusted: Sequence[str]) -> list[dict[str, Span]]:
    """The records that the old wrapper still finds, with the other fields as far from the trusted ones as before."""
    texts, profile = PageTexts(page), wrapper.origin.site_profile
    order = orders(profile)
    with suppress(UnweaveError):
        records = wrapper.extract(page)
        rows = [_beside_row(record, texts, order, profile, trusted) for record in records]
        return [row for row in rows if row.keys() == profile.fields.keys()]
    return []


def _beside_row(
    record: Record, texts: PageTexts, order: Orders, profile: SiteProfile, trusted: Sequence[str]
) -> dict[str, Span]:
    row = {name: record.spans(name)[0] for name in trusted if name in record and record.spans(name)}
    sure = {name: texts.numbers(span.start, span.start + 1).start for name, span in row.items()}
    for name, at in order.placed(sure).items():
        known = profile.fields[name]
        if name not in row and is_whole(known) and 0 <= at < len(texts.runs) and known.fits(texts.text(at)):
            row[name] = run_span(texts, at)
    return row


def _same_texts(page: Page, regions: Sequence[Mapping[Column, Span]], one: Column, other: Column) -> bool:
    both = [region for region in regions if one in region and other in region]
    return all(page.text(region[one]) == page.text(region[other]) for region in both)


def known_records(wrapper: Wrapper, page: Page) -> Example:
    """The records of the examples whose values are all still on the page: as texts, or in attributes, as before.

    Values that are on the page, but too far apart, are those of other records.
    """
    rows = [row for row in example_rows(wrapper) if row]
    found = Example.from_values(page, rows, status="partial", missing="unknown")
    fields = wrapper.origin.site_profile.fields
    kept = [_as_before(one, fields) for one in found.records]
    texts, order = PageTexts(page), orders(wrapper.origin.site_profile)
    most = order.extent + 1 if len(order.behind) + 1 >= len(fields) else len(texts.runs)
    near = [_gathered(one, texts, KNOWN_EXTENT * most) for one in kept if one is not None]
    return replace(found, records=tuple(one for one in near if one is not None), missing=())


def _gathered(record: Record, texts: PageTexts, most: int) -> Record | None:
    """The record with those places of its values that are near each other; None where some value has no such place."""
    places = {
        name: {span: texts.numbers(span.start, span.start + 1).start for span in _spans(record, name)}
        for name in record
    }
    if not places or not all(places.values()):
        return None
    centres = sorted({at for some in places.values() for at in some.values()})
    centre = min(centres, key=lambda at: sum(min(abs(one - at) for one in some.values()) for some in places.values()))
    near = {name: _within(some, centre, most) for name, some in places.items()}
    if not all(near.values()):
        return None
    return Record(record.page, {name: some[0] if len(some) == 1 else Either(some) for name, some in near.items()})


def _within(places: Mapping[Span, int], centre: int, most: int) -> tuple[Span, ...]:
    return tuple(span for span, at in places.items() if abs(at - centre) <= most)


def _spans(record: Record, name: str) -> tuple[Span, ...]:
    cell = record.cell(name)
    return cell.spans if isinstance(cell, Either) else tuple(record.spans(name))


def _as_before(record: Record, fields: Mapping[str, FieldProfile]) -> Record | None:
    """The record with those places of its values that are texts, or attributes, as they were; None without any."""
    cells: dict[str, Any] = {name: record.cell(name) for name in record}
    for name, cell in cells.items():
        if isinstance(cell, Either) and name in fields:
            was = are_attributes(fields[name])
            kept = tuple(span for span in cell.spans if _is_attribute(record.page, span) == was)
            if not kept:
                return None
            cells[name] = kept[0] if len(kept) == 1 else Either(kept)
    return Record(record.page, cells)


def _is_attribute(page: Page, span: Span) -> bool:
    """Whether a place is inside of a tag."""
    return page.source.rfind("<", 0, span.start) > page.source.rfind(">", 0, span.start)
