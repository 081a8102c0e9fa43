"""Kept fields: a repaired wrapper reads the fields that are still right by their old rules.

Legend

    kept        fields that the old wrapper still reads right; the others are read by what was learned anew
    part        a wrapper for some of the fields: all rules together, or the fallback of one field
    placed      a field whose values still have something around them that values of good pages had: a label, the text
                behind them, or their tags

What is not broken is not touched: new rules for a field that is right can only lose values, since they are learned from
fewer pages than the old ones. But where other fields are read wrong, a field whose values only look as before, in
places that are new in every way, may be another one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from unweave.combined import Combined
from unweave.observations import Observation, observed
from unweave.page import Page
from unweave.records.grouping import Grouping
from unweave.rules import RulesWrapper
from unweave.rules.learner import relabelled
from unweave.values.profile import FieldProfile
from unweave.values.surroundings import PLACES
from unweave.verify.dissent import is_told
from unweave.wrapper import Wrapper, with_origin


def with_kept_fields(old: Wrapper, new: Wrapper, kept: Sequence[str], pages: Sequence[Page]) -> Wrapper:
    """The new wrapper with the old rules of some fields; just the new one where the fields have no rules of their own.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<h1>Emma</h1><b>$5</b>")
    >>> old = Rules().learn([Example.from_values(page, [{"title": "Emma", "price": "$5"}])])
    >>> changed = Page("<h1>Kim</h1><h1>Kim</h1><p>now <u>$7</u>")
    >>> new = Rules().learn([Example.from_values(changed, [{"title": "Kim", "price": "$7"}])])
    >>> merged = with_kept_fields(old, new, ["title"], [changed])
    >>> merged.of("title") == old.of("title"), merged.of("price") == new.of("price")
    (True, True)
    """
    names = old.schema.names
    parts = [*_only(old, kept), *_only(new, [name for name in names if name not in kept])]
    fields = {field.name: field for part in parts for field in part.schema.fields}
    if not kept or sorted(fields) != sorted(names):
        return new
    schema = replace(new.schema, fields=tuple(fields[name] for name in names))
    ruled = _ruled([part for part in parts if isinstance(part, RulesWrapper)], pages)
    others = [part for part in parts if not isinstance(part, RulesWrapper)]
    confidence = {name: (old if name in kept else new).origin.confidence.get(name) for name in names}
    known = {name: one for name, one in confidence.items() if one is not None}
    if len(ruled) == 1 and not others:
        return with_origin(replace(ruled[0], schema=schema, origin=new.origin), confidence=known)
    joined = Combined(schema, (*ruled, *others), Grouping("page", names), origin=new.origin)
    return with_origin(joined, confidence=known)


def placed_fields(wrapper: Wrapper, pages: Sequence[Page], names: Sequence[str]) -> list[str]:
    """Those of some fields that are placed on most pages, or whose values the rest of the pages tells.

    >>> from unweave.choose import learn
    >>> from unweave.records import Example
    >>> books = [("Emma", "Austen"), ("Kim", "Kipling"), ("She", "Haggard"), ("Nana", "Zola")]
    >>> pages = [Page(f"<h1>{title}</h1><p>by <b>{by}</b></p>") for title, by in books]
    >>> shown = [{"title": title, "by": by} for title, by in books]
    >>> wrapper = learn([Example.from_values(page, [row]) for page, row in zip(pages, shown)])
    >>> placed_fields(wrapper, pages, ["title", "by"])
    ['title', 'by']
    """
    profile = wrapper.origin.site_profile
    found = [observed(wrapper, page, profile) for page in pages]
    return [name for name in names if _is_placed(name, profile.fields[name], found)]


def _is_placed(name: str, known: FieldProfile, found: Sequence[Observation]) -> bool:
    telling = {place: known.features[place] for place in PLACES if place in known.features}
    telling = {place: counts for place, counts in telling.items() if counts.is_telling}
    values = [one.features for page in found for one in page.sightings.get(name, ())]
    placed = [one for one in values if any(counts.is_known(one[place]) for place, counts in telling.items())]
    return not telling or 2 * len(placed) >= len(values) or is_told(name, known, found)


def _only(wrapper: Wrapper, names: Sequence[str]) -> Iterator[Wrapper]:
    """The parts of a wrapper for detail pages that find these fields, and no others."""
    for part in wrapper.parts if isinstance(wrapper, Combined) else (wrapper,):
        fields = tuple(field for field in part.schema.fields if field.name in names)
        if fields == part.schema.fields:
            yield part
        elif fields and isinstance(part, RulesWrapper) and part.single:
            rules = tuple(rule for rule in part.rules if rule.field in names)
            rows = tuple(name for name in part.rows if name in names)
            yield replace(part, schema=replace(part.schema, fields=fields), rules=rules, rows=rows)


def _ruled(parts: Sequence[RulesWrapper], pages: Sequence[Page]) -> list[RulesWrapper]:
    """All rules in one wrapper, with the labels of the new pages."""
    if len(parts) < 2:
        return list(parts)
    first = parts[0]
    schema = replace(first.schema, fields=tuple(field for part in parts for field in part.schema.fields))
    rules = tuple(rule for part in parts for rule in part.rules)
    rows = tuple(name for part in parts for name in part.rows)
    return [relabelled(replace(first, schema=schema, rules=rules, rows=rows), pages)]
