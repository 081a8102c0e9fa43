"""Successors: where the values of a field are on pages whose layout has changed.

Legend

    candidate    a text of a page that looks like a value of the field, and who points to it
    source       who points: a rule of the wrapper that still finds something, an anchor (``observations.anchors``), the
                 same page of the examples, or the look alone, where a single text of the page has it
    echo         the text once more on its page (``values.echoes``): where values have echoes, and values of other pages
                 have none, a candidate without one gives way to those that have one
    successor    the candidate of a field on a page that has clearly more votes than any other
    row          the successors of one record: {"price": Span(120, 125)}

Every source may be wrong on a changed page. So none is followed alone: the successors are only examples, from which a
wrapper is learned, and what it finds on all pages is compared with the profile (``repairing``).

Lerman, Minton and Knoblock (Wrapper maintenance: a machine learning approach, 2003) look for texts with the patterns
of known values, and group them by their surroundings. Departures: rules and labels that survived are asked first, which
the pattern alone cannot replace (a list price looks like a sale price); records of a list are repeated regions.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from unweave.engine.index import index_of
from unweave.engine.run import foreign_labels, found_by
from unweave.errors import CannotCompile, UnweaveError
from unweave.observations.anchors import Anchors
from unweave.page import Node, Page, Span
from unweave.program import Selections
from unweave.records import Example, Record
from unweave.records.cells import Either
from unweave.regions.main_list import find_list
from unweave.tuning import SUCCESSOR_MARGIN
from unweave.values.echoes import echoes
from unweave.values.profile import FieldProfile, SiteProfile
from unweave.values.surroundings import PageTexts
from unweave.verify.dissent import tells_by_echo
from unweave.verify.order import Orders, are_attributes, is_whole, orders
from unweave.wrapper import Wrapper

Row = Mapping[str, Span]


def detail_row(wrapper: Wrapper, page: Page, trusted: Sequence[str]) -> dict[str, Span]:
    """The successors on a page with one record; ``trusted`` are the fields that are still read right."""
    row = {name: spans[0] for name, spans in _extracted(wrapper, page).items() if name in trusted and spans}
    for name, profile in wrapper.origin.site_profile.fields.items():
        if name not in trusted:
            places = _places(wrapper, page, name, profile)
            if (winner := _winner(places)) is not None:
                row[name] = winner
    return row


def _extracted(wrapper: Wrapper, page: Page) -> dict[str, Sequence[Span]]:
    with suppress(UnweaveError):
        return {name: record.spans(name) for record in wrapper.extract(page)[:1] for name in record}
    return {}


def _places(wrapper: Wrapper, page: Page, name: str, profile: FieldProfile) -> dict[str, list[tuple[Span, float]]]:
    """By text, where candidates are, and with how many votes."""
    texts = PageTexts(page)
    places: dict[str, list[tuple[Span, float]]] = defaultdict(list)
    for span, votes in (
        *_by_rules(wrapper, page, name),
        *_by_anchors(texts, profile),
        *_by_examples(wrapper, texts, name),
    ):
        text = page.text(span)
        if profile.fits(text):
            places["".join(text.split())].append((span, votes))
    if tells_by_echo(profile):
        places = _echoed_places(texts, profile, places)
    if not places:
        only = fitting_texts(page, profile) if profile.features["shape"].is_telling else {}
        if len(only) == 1:
            places["only"].append((_run_span(texts, next(iter(only.values()))), 1.0))
    return places


def _echoed_places(
    texts: PageTexts, profile: FieldProfile, places: Mapping[str, list[tuple[Span, float]]]
) -> dict[str, list[tuple[Span, float]]]:
    """The candidates that have an echo: where none has, other texts that look like values and have one.

    Without any of them, the candidates are as they were.
    """
    page = texts.page
    echoed = {text: some for text, some in places.items() if all(echoes(page, [page.text(some[0][0])]))}
    if not echoed:
        others = fitting_texts(page, profile)
        echoed = {text: [(_run_span(texts, at), 1.0)] for text, at in others.items() if all(echoes(page, [text]))}
    return echoed or dict(places)


def fitting_texts(page: Page, profile: FieldProfile) -> dict[str, int]:
    """The texts of a page that look like values of a field, with the number of the first run that has each.

    >>> from unweave.values import described
    >>> fitting_texts(Page("<p>Now <b>$5.10</b> <i>$5.10</i>"), described(["$7.20", "$8.10", "$9.40"]))
    {'$5.10': 1}
    """
    texts = PageTexts(page)
    found: dict[str, int] = {}
    for at in range(len(texts.runs)):
        if profile.fits(texts.text(at)):
            found.setdefault(texts.text(at), at)
    return found


def _winner(places: Mapping[str, Sequence[tuple[Span, float]]]) -> Span | None:
    """The place with clearly more votes than any other."""
    votes = sorted(((sum(vote for _, vote in some), text) for text, some in places.items()), reverse=True)
    if not votes or (len(votes) > 1 and votes[0][0] < SUCCESSOR_MARGIN * votes[1][0]):
        return None
    spans = Counter[Span]()
    for span, vote in places[votes[0][1]]:
        spans[span] += vote  # type: ignore[assignment]  # votes are parts of one
    return max(spans, key=lambda span: (spans[span], -span.start))


def _by_rules(wrapper: Wrapper, page: Page, name: str) -> Iterator[tuple[Span, float]]:
    """What each rule of the field finds by itself; all rules together have one vote."""
    for part in getattr(wrapper, "parts", (wrapper,)):
        with suppress(CannotCompile):
            program = part.program()
            if isinstance(program, Selections) and not program.records and page.is_html:
                yield from _rule_votes(program, page, name)


def _rule_votes(program: Selections, page: Page, name: str) -> Iterator[tuple[Span, float]]:
    rules = [rule for rule in program.fields if rule.field == name]
    total = sum(rule.weight for rule in rules)
    index, foreign = index_of(page), foreign_labels(program, name)
    for rule in rules:
        for found in found_by(rule, index, foreign=foreign)[:1]:
            yield found.located(index, page).span, rule.weight / total


def _by_anchors(texts: PageTexts, profile: FieldProfile) -> Iterator[tuple[Span, float]]:
    """The texts at anchors; each kind of anchor has half a vote."""
    for place, known in Anchors.of(profile).known.items():
        for at, _ in texts.having(place, known):
            yield _run_span(texts, at), 0.5


def _by_examples(wrapper: Wrapper, texts: PageTexts, name: str) -> Iterator[tuple[Span, float]]:
    """The value that was shown on the page of the same name, where it is still a text of it."""
    shown = {value for row in example_rows(wrapper, texts.page.name) if (value := row.get(name))}
    for at in range(len(texts.runs)) if shown else ():
        if texts.text(at) in shown:
            yield _run_span(texts, at), 1.0


def example_rows(wrapper: Wrapper, page: str | None = None) -> list[dict[str, Any]]:
    """The records of the examples, as texts; of one page where it is named."""
    entries = [one for one in wrapper.origin.examples if page is None or (page and one.get("page") == page)]
    rows = [row for one in entries for row in one.get("records", ()) if isinstance(row, dict)]
    return [{name: value for name, value in row.items() if isinstance(value, str)} for row in rows]


def _run_span(texts: PageTexts, at: int) -> Span:
    start, end = texts.runs[at][:2]
    source = texts.page.source
    left = len(source[start:end]) - len(source[start:end].lstrip())
    right = len(source[start:end].rstrip())
    return Span(start + left, start + right)


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
    return {("", number): _run_span(texts, at) for number, at in enumerate(numbers)}


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
            row[name] = _run_span(texts, at)
    return row


def _same_texts(page: Page, regions: Sequence[Mapping[Column, Span]], one: Column, other: Column) -> bool:
    both = [region for region in regions if one in region and other in region]
    return all(page.text(region[one]) == page.text(region[other]) for region in both)


def known_records(wrapper: Wrapper, page: Page) -> Example:
    """The records of the examples whose values are all still on the page: as texts, or in attributes, as before."""
    rows = [row for row in example_rows(wrapper) if row]
    found = Example.from_values(page, rows, status="partial", missing="unknown")
    gone = {missing.record for missing in found.missing}
    fields = wrapper.origin.site_profile.fields
    kept = [_as_before(one, fields) for at, one in enumerate(found.records, 1) if at not in gone]
    return replace(found, records=tuple(one for one in kept if one is not None), missing=())


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


def as_record(page: Page, row: Row, names: Sequence[str], unknown: Any) -> Record:
    """A row as a record; fields without a successor are unknown."""
    return Record(page, {name: row.get(name, unknown) for name in names})
