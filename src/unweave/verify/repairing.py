"""Repair: a new wrapper for pages whose layout has changed, learned from the successors of the known values.

Legend

    undone       a change is taken back, and the old wrapper reads again (``changes``): this is tried first
    successors   where the values are now, as far as several sources agree (``successors``)
    learned      pages with successors that the new wrapper is learned from; held out: the other ones
    accepted     the new wrapper finds values on the pages that look as the old ones did, and finds the successors on
                 the pages that were held out
    refused      CannotRepair: the field and the page on which one example would settle it

A repair is worth less than nothing if it is wrong: the data go on, and nobody looks. So the new wrapper must pass what
the old one failed: the same signals of looks and anchors, with the profile of the old one, and learning must not call a
field low. What it reads from other places than before is all that may have changed.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress

from unweave.budget import Budget
from unweave.choose import learn
from unweave.errors import BadInput, CannotRepair, NoConsistentWrapper
from unweave.field_types import with_types
from unweave.observations import profile_of
from unweave.page import Page, Span
from unweave.records import Example
from unweave.records.cells import UNKNOWN
from unweave.records.example import Status
from unweave.records.typed import leaves, types_of_fields
from unweave.tuning import REPAIR_AGREEMENT, REPAIR_PAGES
from unweave.verify.accepting import (
    check_accepted,
    check_changed,
    check_count,
    check_distinctive,
    check_held_out,
    check_same,
    check_supported,
    check_trusted,
    finds_known,
    read_otherwise,
    reads_same,
)
from unweave.verify.changes import undone
from unweave.verify.drift import Verdict, check
from unweave.verify.kept_fields import placed_fields, with_kept_fields
from unweave.verify.list_successors import beside_rows, known_records, list_rows
from unweave.verify.successors import Row, as_record, detail_rows
from unweave.wrapper import Wrapper, with_origin

SHOWN_ROWS = 3


def repair(wrapper: Wrapper, pages: Sequence[Page], *, shown: Sequence[Example] = (), budget: float = 30.0) -> Wrapper:
    """A wrapper that reads the changed pages; the same one where nothing is wrong; or it raises CannotRepair.

    ``shown`` are examples on changed pages, where somebody has answered what CannotRepair asks for. Its history says
    what was done, and what the old wrapper was learned from stays in it.

    >>> books = [("Emma", "$5.50"), ("Kim", "$7.20"), ("She", "$4.10"), ("Dune", "$9.30"), ("Vathek", "$3.80")]
    >>> old = [Page(f"<h1>{title}</h1><p>Price: <b>{price}</b></p>", name=title) for title, price in books]
    >>> shown = [{"title": title, "price": price} for title, price in books]
    >>> wrapper = learn([Example.from_values(page, [row]) for page, row in zip(old, shown)])
    >>> new = [Page(f"<div><h1>{title}</h1><dl><dt>Price:<dd><u>{price}</u></dl></div>") for title, price in books]
    >>> [record.to_dict() for record in repair(wrapper, new).extract(new[1])]
    [{'title': 'Kim', 'price': '$7.20'}]
    """
    verdict = check(wrapper, pages)
    if verdict.status == "ok":
        return wrapper
    _refuse_barriers(verdict, pages)
    new = None if shown else _repaired_undone(wrapper, pages, verdict, budget)
    if new is None:
        is_list = wrapper.origin.site_profile.most_records > 1
        new = (_repaired_list if is_list else _repaired_details)(wrapper, pages, verdict, shown, budget)
    check_changed(wrapper, new, pages, [one for one in verdict.fields if one.status != "ok"])
    note = f"repaired: {verdict.status} on {len(pages)} pages ({', '.join(_wrong(verdict)) or 'no records'})"
    origin = new.origin
    return with_origin(
        with_types(new, {path: kind for path, kind in types_of_fields(wrapper.schema).items() if _has(new, path)}),
        examples=(*wrapper.origin.examples, *origin.examples),
        site_profile=profile_of(new, pages),
        history=(*wrapper.origin.history, *origin.history, note),
        gates=wrapper.origin.gates,
    )


def _has(wrapper: Wrapper, path: str) -> bool:
    return any(path == known for known, _ in leaves(wrapper.schema))


def _wrong(verdict: Verdict) -> list[str]:
    return [one.name for one in verdict.fields if one.status != "ok"]


def _refuse_barriers(verdict: Verdict, pages: Sequence[Page]) -> None:
    """There is nothing to learn from pages without content; pages that only seem empty may have another layout."""
    if 2 * verdict.page_kinds.get("barrier", 0) > len(pages):
        reason = (
            "most of the pages are block, consent, login or error pages. It would help to give pages that have the "
            "values"
        )
        raise CannotRepair(reason=reason, page=pages[0].name or None)


def _trusted_details(verdict: Verdict, pages: Sequence[Page]) -> list[str]:
    """The fields of detail pages that are still read right, where each page has its record."""
    return [one.name for one in verdict.fields if one.status == "ok"] if verdict.records == len(pages) else []


def _repaired_undone(wrapper: Wrapper, pages: Sequence[Page], verdict: Verdict, budget: float) -> Wrapper | None:
    """The wrapper learned from what the old one reads once a change is undone; None where it is not accepted."""
    names, is_list = list(wrapper.schema.names), wrapper.origin.site_profile.most_records > 1
    if not all(name in wrapper.origin.site_profile.fields for name in names):
        return None  # fields inside of others, or several types of records
    wrong, time = _wrong(verdict) or names, Budget(budget)
    found = undone(wrapper, pages, names if is_list else wrong, wrong, budget / 2)
    if found is None:
        return None
    same = [name for name in names if reads_same(wrapper, found.examples, name)]
    trusted = [] if is_list else [name for name in _trusted_details(verdict, pages) if name in same]
    for most in dict.fromkeys((min(REPAIR_PAGES, len(pages)), len(pages))):
        if time.allows("learning"):
            with suppress(CannotRepair):
                return _learned_undone(wrapper, found.examples, trusted, most, time.left)
    return None


def _learned_undone(
    wrapper: Wrapper, found: Sequence[Example], trusted: Sequence[str], most: int, budget: float
) -> Wrapper:
    """The wrapper learned from what is read on so many pages; it must read the same on all."""
    pages, is_list = [one.page for one in found], wrapper.origin.site_profile.most_records > 1
    learned = _learned([*found[:most], *([] if is_list else map(Example, pages[most:]))], budget)
    new = learned if is_list else with_kept_fields(wrapper, learned, trusted, pages)
    check_accepted(wrapper, new, pages, trusted, settled=wrapper.schema.names, told=wrapper.schema.names)
    check_same(new, found)
    return new


def _repaired_details(
    wrapper: Wrapper, pages: Sequence[Page], verdict: Verdict, shown: Sequence[Example], budget: float
) -> Wrapper:
    names = wrapper.schema.names
    told, answered = {example.page: _told(example) for example in shown}, _fields(shown)
    trusted = placed_fields(wrapper, pages, _trusted_details(verdict, pages))
    found = zip(pages, detail_rows(wrapper, pages, trusted), strict=True)
    rows = [(page, _without(row, answered) | told.get(page, {})) for page, row in found]
    for name in names:
        _check_single(name, wrapper, pages, [*trusted, *answered])
        if name not in answered:
            _check_found(name, wrapper, rows)
    ranked = learned_first(wrapper, rows, told)
    chosen = [rows[at] for at in sorted(ranked[:REPAIR_PAGES])]
    examples = [Example(page, (as_record(page, row, names, UNKNOWN),), status="complete") for page, row in chosen]
    unlabelled = [Example(page) for at, (page, _) in enumerate(rows) if at not in ranked[:REPAIR_PAGES]]
    new = with_kept_fields(wrapper, _learned([*examples, *unlabelled], budget), trusted, pages)
    settled = [name for name in names if sum(name in row for _, row in rows) >= REPAIR_AGREEMENT * len(rows)]
    check_accepted(wrapper, new, pages, trusted, settled, sorted(answered))
    check_trusted(wrapper, new, pages, trusted)
    check_held_out(wrapper, new, rows)
    check_supported(wrapper, new, pages, [name for name in names if name not in {*trusted, *answered}])
    return new


def learned_first(wrapper: Wrapper, rows: Sequence[tuple[Page, Row]], told: Mapping[Page, Row]) -> list[int]:
    """The numbers of the pages to learn from, best first: with answers, then where most is read wrong, or is known.

    What the old wrapper already reads shows nothing of what has changed.
    """
    wrong = [sum(read_otherwise(wrapper, page, name, span) for name, span in row.items()) for page, row in rows]
    return sorted(range(len(rows)), key=lambda at: (rows[at][0] not in told, -wrong[at], -len(rows[at][1]), at))


def _fields(shown: Sequence[Example]) -> set[str]:
    return {name for example in shown for record in example.records for name in record}


def _without(row: Row, answered: AbstractSet[str]) -> dict[str, Span]:
    """The successors of the fields that nobody has answered for: an answer is worth more than any of them."""
    return {name: span for name, span in row.items() if name not in answered}


def _told(example: Example) -> dict[str, Span]:
    """Where the values of an example are."""
    return {name: record.spans(name)[0] for record in example.records for name in record if record.spans(name)}


def _check_single(name: str, wrapper: Wrapper, pages: Sequence[Page], known: Sequence[str]) -> None:
    """A field with several values on a page has no single successor."""
    if wrapper.schema[name].many and name not in known:
        reason = "it has several values on a page. It would help to show all of them on this page"
        raise CannotRepair(field=name, page=pages[0].name or None, reason=reason)


def _check_found(name: str, wrapper: Wrapper, rows: Sequence[tuple[Page, Row]]) -> None:
    """A field that most records have must have successors on most pages."""
    without = [page for page, row in rows if name not in row]
    profile = wrapper.origin.site_profile.fields.get(name)
    if profile and 2 * len(without) > (2 - profile.fill) * len(rows):
        shown = ", ".join(map(repr, profile.shown))
        reason = (
            f"nothing on the pages is surely its value (before: {shown}). It would help to show its value on this page"
        )
        raise CannotRepair(field=name, page=without[0].name or None, reason=reason)


def _learned(examples: Sequence[Example], budget: float) -> Wrapper:
    try:
        return learn(examples, budget=budget)
    except (NoConsistentWrapper, BadInput) as problem:
        reason = (
            f"nothing can be learned from what is left of the known values: {problem}. It would help to show a record"
        )
        raise CannotRepair(reason=reason, page=examples[0].page.name or None) from problem


def _repaired_list(
    wrapper: Wrapper, pages: Sequence[Page], verdict: Verdict, shown: Sequence[Example], budget: float
) -> Wrapper:
    problems = []
    trusted = [one.name for one in verdict.fields if one.status == "ok"] if verdict.records else []
    known = [_known_examples(wrapper, pages, least) for least in (2, 1)]  # records of one page show more
    regions = [_region_examples(wrapper, pages, "complete"), _region_examples(wrapper, pages, "partial")]
    for examples in (list(shown), *known, _beside_examples(wrapper, pages, trusted), *regions):
        if examples:
            try:
                new = _learned(examples, budget / 2)
                is_known = examples == list(shown) or (examples in known and finds_known(wrapper, new, pages))
                check_accepted(wrapper, new, pages, told=wrapper.schema.names if is_known else ())
                if examples != list(shown):
                    check_count(wrapper, new, pages)
                check_trusted(wrapper, new, pages, trusted)
                if examples in regions:
                    check_distinctive(wrapper, new, pages)
            except CannotRepair as problem:
                problems.append(problem)
            else:
                return new
    if problems:
        raise problems[0]
    reason = "neither known records nor regions with such values are on the pages. It would help to show two records"
    raise CannotRepair(reason=reason, page=pages[0].name or None)


def _known_examples(wrapper: Wrapper, pages: Sequence[Page], least: int) -> list[Example]:
    """Pages on which so many records of the examples still are, or more; together at least two records."""
    found = [known_records(wrapper, page) for page in pages]
    chosen = [one for one in found if len(one.records) >= least][:REPAIR_PAGES]
    return chosen if sum(len(one.records) for one in chosen) > 1 else []


def _beside_examples(wrapper: Wrapper, pages: Sequence[Page], trusted: Sequence[str]) -> list[Example]:
    """Pages with the records that are still found, and the other fields where they were beside the trusted ones."""
    if not trusted or len(trusted) == len(wrapper.schema.names):
        return []
    rows = [(page, beside_rows(wrapper, page, trusted)) for page in pages]
    return [
        Example(page, tuple(as_record(page, row, wrapper.schema.names, UNKNOWN) for row in some), status="partial")
        for page, some in rows
        if len(some) > 1
    ][:REPAIR_PAGES]


def _region_examples(wrapper: Wrapper, pages: Sequence[Page], status: Status) -> list[Example]:
    """Pages with repeated regions that have values of all fields: as all records of their pages, or as some of them."""
    names = wrapper.schema.names
    most = SHOWN_ROWS if status == "partial" else None
    rows = [(page, list_rows(wrapper.origin.site_profile, page)[:most]) for page in pages]
    return [
        Example(page, tuple(as_record(page, row, names, UNKNOWN) for row in some), status=status)
        for page, some in rows
        if len(some) > 1
    ][:REPAIR_PAGES]
