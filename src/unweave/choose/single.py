"""One record a page: rules for the fields, other families as witnesses, and as stand-ins where rules have no words.

Legend

    flat field    a field whose values are texts; rules learn all of these at once
    path          a field, or a field of a nested level: "reviews.by"; what rules cannot say is learned path by path
    witness       another family's wrapper for a field: it votes on the pages that nobody has labelled
    stand-in      another family's wrapper that is taken into the result, since rules do not give the examples back

The steps: rules from the examples, leniently; what they do not give back is asked of the other families, in order; on
unlabelled pages all families vote (``consensus``), and the rules get new weights: how stable their kind is, times how
often they said what won. Each panel keeps its ``MOST_RULES`` heaviest. A field of which several values are found in a
row is learned once more, as one with many (``enumerated``).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from unweave.choose.consensus import SHARPNESS, Consensus, consensus, vote_shares
from unweave.choose.enumerated import as_lists, is_enumerated
from unweave.choose.left_out import left_out_shares
from unweave.choose.methods import learner
from unweave.choose.readings import Found, Reading, doubted, found_on, rule_answers, rule_readings, texts, witnesses
from unweave.choose.study import Ground, Study, further, unlabelled
from unweave.clock import Clock, OutOfTime
from unweave.combined import Combined, of_path
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.program import Selection
from unweave.records import Either, Example, Field, Record, Schema, Unknown, schema_of
from unweave.records.grouping import Grouping, paths
from unweave.records.record import Item, members
from unweave.rules import Rules, RulesWrapper
from unweave.rules.learner import relabelled
from unweave.templates import Columns
from unweave.wrapper import Wrapper

WITNESSES = ("tree", "lr", "hlrt")
"""Those that learn a field by itself; a template is found once for all fields."""
STAND_INS = ("tree", "lr", "hlrt", "rules", "template")
MOST_RULES = 9
MOST_RULES_UNSEEN = 20
"""How many rules of a panel are kept, with unlabelled pages to choose by and without."""


def is_single(examples: Sequence[Example]) -> bool:
    """Whether the examples show one record a page.

    >>> page = Page("<b>Emma</b><b>Kim</b>")
    >>> is_single([Example.from_values(page, [{"titles": ["Emma", "Kim"]}])])
    True
    """
    return all(example.status == "complete" and len(example.records) == 1 for example in examples if example.records)


def study_single(examples: Sequence[Example], clock: Clock) -> Study:
    """The wrapper for pages with one record each, and its grounds."""
    known = [example for example in examples if example.status != "unlabelled"]
    pages = unlabelled(examples)
    schema = schema_of(known)
    with clock.limits("rules", soft=True):
        ruled = _ruled(known, schema)
    parts: dict[str, Wrapper] = {}
    grounds: dict[str, Ground] = {}
    found = _found(ruled, known)
    for path in paths(schema.fields):
        grounds[path] = _ground(path, found, known)
        if not grounds[path].is_exact:
            wrapper, grounds[path] = _stand_in(path, examples, grounds[path], clock)
            parts |= {path: wrapper} if wrapper is not None else {}
    if pages:
        shown = [*known, *map(Example, pages)]
        columns = _columns(shown, schema, clock)
        grounds = {
            path: _compared(path, parts.get(path, ruled), ground, shown, columns.get(path), clock)
            for path, ground in grounds.items()
        }
        lists = [path for path in grounds if _is_list(path, schema, grounds[path], pages)]
        if lists and clock.allows("fields with several values"):
            return _noted(study_single(as_lists(examples, lists), clock), lists)
    if ruled is not None:
        chosen = {path: ground for path, ground in grounds.items() if path not in parts}
        for path, shares in left_out_shares(_flat_only(known, schema), list(chosen), clock).items():
            grounds[path] = replace(grounds[path], left_out=shares)
        ruled = relabelled(_weighed(ruled, chosen, seen=bool(pages)), [example.page for example in known])
        more = further(examples)
        for path in chosen:
            shares = _further(ruled, path, more, clock)
            grounds[path] = replace(grounds[path], further=shares)
    return Study(_joined(schema, ruled, parts), pages, grounds, tuple(filter(None, [clock.note])))


def _is_list(path: str, schema: Schema, ground: Ground, pages: Sequence[Page]) -> bool:
    return path in schema and not schema[path].many and ground.agreed is not None and is_enumerated(ground, pages)


def _noted(study: Study, lists: Sequence[str]) -> Study:
    notes = (f"{name}: shown with one value; other pages have several in a row, so it is a list" for name in lists)
    return replace(study, notes=(*study.notes, *notes))


def _ruled(known: Sequence[Example], schema: Schema) -> RulesWrapper | None:
    """Rules for the flat fields; None where there is no flat field."""
    flat = _flat_only(known, schema)
    return Rules(lenient=True).learn(flat) if flat else None


def _flat_only(known: Sequence[Example], schema: Schema) -> list[Example]:
    """What the examples know of the flat fields; nothing where there are none."""
    flat = tuple(field for field in schema.fields if not field.fields)
    return [_only(example, flat) for example in known] if flat else []


def _only(example: Example, fields: Sequence[Field]) -> Example:
    """What the example knows of these fields."""
    names = [field.name for field in fields]
    records = (
        Record(one.page, {name: one.cell(name) for name in names if name in one}, type=one.type)
        for one in example.records
    )
    rejected = {name: spans for name, spans in example.rejected.items() if name in names}
    return replace(example, records=tuple(records), rejected=rejected)


def _found(wrapper: Wrapper | None, known: Sequence[Example]) -> list[Found]:
    """Where a wrapper finds the values of all fields on the labelled pages."""
    return [{} if wrapper is None else found_on(wrapper, example.page) or {} for example in known]


def _ground(path: str, found: Sequence[Found], known: Sequence[Example], method: str = "rules") -> Ground:
    """How many of the known values of a field are found; what is found besides counts against it."""
    shown = [of_path(example, path) for example in known]
    items = [item for example in shown for item in _items(example, path)]
    hits = [_hits(example, path, on_page.get(path, ())) for example, on_page in zip(shown, found, strict=True)]
    places = [len(item.spans) for item in items if isinstance(item, Either)]
    pages = sum(bool(list(_items(example, path))) for example in shown)
    return Ground(len(items), sum(hits), max(places, default=1), pages, method)


def _items(example: Example, path: str) -> Iterator[Item]:
    for record in example.records:
        yield from members(record.cell(path))  # type: ignore[misc]  # a path has no records below it


def _hits(example: Example, path: str, spans: Sequence[Span]) -> int:
    """How many of the page's known values are found, less those that are found and wrong."""
    page, wanted = example.page, list(_items(example, path))
    hits = [item for item in wanted if any(_is_meant(page, span, item) for span in spans)]
    unknown = example.status != "complete" or any(isinstance(one.cell(path), Unknown) for one in example.records)
    refused = example.rejected.get(path, ())
    wrong = [
        span
        for span in spans
        if span in refused or (not unknown and not any(_is_meant(page, span, item) for item in wanted))
    ]
    return len(hits) - len(wrong)


def _is_meant(page: Page, span: Span, item: Item) -> bool:
    """Whether a found span is one of the places of a known value, or says the same where any place will do."""
    if isinstance(item, Either):
        return span in item.spans or texts(page, [span]) == texts(page, [item.first])
    return span == item or (span.overlaps(item) and texts(page, [span]) == texts(page, [item]))


def _stand_in(path: str, examples: Sequence[Example], ground: Ground, clock: Clock) -> tuple[Wrapper | None, Ground]:
    """The first other family that gives back more of the examples than the rules do; and why the others do not."""
    best: tuple[Wrapper | None, Ground] = (None, ground)
    complaints: list[str] = []
    known = [one for one in examples if one.status != "unlabelled"]
    for method in STAND_INS:
        wrapper = _learned(method, path, examples, clock, complaints)
        offered = _ground(path, _found(wrapper, known), known, method)
        if offered.found > best[1].found:
            best = wrapper, offered
        if offered.is_exact:
            break
    return best[0], replace(best[1], complaints=tuple(complaints))


def _learned(
    method: str, path: str, examples: Sequence[Example], clock: Clock, complaints: list[str] | None = None
) -> Wrapper | None:
    """A family's wrapper for one field; None where it has none, or there is no time."""
    step = f"{method} for {path}"
    if not clock.allows(step):
        return None
    try:
        with clock.limits(step, share=0.5):
            return learner(method).learn([of_path(example, path) for example in examples])
    except (NoConsistentWrapper, BadInput, OutOfTime) as complaint:
        if complaints is not None:
            complaints.append(f"{method}: {getattr(complaint, 'reason', complaint)}")
        return None


def _columns(shown: Sequence[Example], schema: Schema, clock: Clock) -> dict[str, Reading]:
    """Columns of the pages' template, as readings of the fields that have one."""
    flat = tuple(field for field in schema.fields if not field.fields)
    if not flat or not clock.allows("template"):
        return {}
    with suppress(NoConsistentWrapper, BadInput, OutOfTime), clock.limits("template", share=0.5):
        wrapper = Columns(lenient=True).learn([_only(example, flat) for example in shown])
        found = witnesses("template", wrapper, _pages(shown))
        return {name: reading for name, reading in found.items() if any(reading.answers)}
    return {}


def _pages(shown: Sequence[Example]) -> list[Page]:
    return [example.page for example in shown if example.status == "unlabelled"]


def _compared(
    path: str, wrapper: Wrapper | None, ground: Ground, shown: Sequence[Example], column: Reading | None, clock: Clock
) -> Ground:
    """The ground with the readings of the field on the unlabelled pages, and what they agree on."""
    if wrapper is None or not ground.found or not clock.allows(f"comparing {path}"):
        return ground
    with suppress(OutOfTime):
        return _heard(path, wrapper, ground, shown, column, clock)
    return ground


def _heard(
    path: str, wrapper: Wrapper, ground: Ground, shown: Sequence[Example], column: Reading | None, clock: Clock
) -> Ground:
    pages = _pages(shown)
    with clock.limits(f"comparing {path}"):
        readings = _readings(path, wrapper, ground, pages)
    others = [(method, _learned(method, path, shown, clock)) for method in WITNESSES if method != ground.method]
    with clock.limits(f"comparing {path}"):
        heard = [witnesses(method, one, pages)[path] for method, one in others if one is not None]
    heard += [column] if column is not None and ground.method != "template" else []
    readings, heard = [*map(doubted, readings)], [*map(doubted, heard)]
    many = wrapper.schema[path].many
    return replace(ground, readings=readings, witnesses=heard, agreed=consensus(readings, heard, many=many))


def _readings(path: str, wrapper: Wrapper, ground: Ground, pages: Sequence[Page]) -> list[Reading]:
    if isinstance(wrapper, RulesWrapper) and wrapper.single:
        return rule_readings(wrapper, path, pages)
    return [witnesses(ground.method, wrapper, pages)[path]]


def _weighed(wrapper: RulesWrapper, grounds: Mapping[str, Ground], *, seen: bool) -> RulesWrapper:
    """The rules of the chosen fields, weighed by what the unlabelled pages said, the heaviest of each panel."""
    fields = tuple(field for field in wrapper.schema.fields if field.name in grounds)
    rules = tuple(
        rule
        for field in fields
        for rule in _heaviest(_with_trust(wrapper.of(field.name), grounds[field.name].agreed), seen=seen)
    )
    return replace(wrapper, schema=replace(wrapper.schema, fields=fields), rules=rules)


def _further(wrapper: RulesWrapper, path: str, pages: Sequence[Page], clock: Clock) -> tuple[float, ...]:
    """How much the chosen rules agree on pages that had no part in choosing them."""
    step = f"further pages for {path}"
    if pages and wrapper.of(path) and clock.allows(step):
        with suppress(OutOfTime), clock.limits(step):
            return vote_shares(rule_answers(wrapper, path, pages), many=wrapper.schema[path].many)
    return ()


def _with_trust(rules: Sequence[Selection], agreed: Consensus | None) -> list[Selection]:
    if agreed is None:
        return list(rules)
    factors = [trust**SHARPNESS for trust in agreed.trust]
    return [
        replace(rule, weight=rule.weight * factor, silence=rule.silence * factor)
        for rule, factor in zip(rules, factors, strict=True)
    ]


def _heaviest(rules: Sequence[Selection], *, seen: bool) -> Iterator[Selection]:
    """The heaviest rules of each panel, the heaviest first."""
    for panel in dict.fromkeys(rule.panel for rule in rules):
        members = sorted((rule for rule in rules if rule.panel == panel), key=lambda rule: -rule.weight)
        yield from members[: MOST_RULES if seen else MOST_RULES_UNSEEN]


def _joined(schema: Schema, ruled: RulesWrapper | None, parts: Mapping[str, Wrapper]) -> Wrapper:
    """One wrapper: the rules alone, or the rules and the stand-ins, whose values are one record."""
    every = [ruled] if ruled is not None and ruled.schema.fields else []
    if not parts and every:
        return every[0]
    order = tuple(paths(schema.fields))
    return Combined(schema, (*every, *parts.values()), Grouping("page", order))
