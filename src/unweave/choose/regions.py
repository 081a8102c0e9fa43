"""Lists by regions: the first choice for pages with any number of records, with the evidence for each field.

Legend

    convincing   it agrees with all examples, or with most of what partial examples show, and has most of the fields
    seconded     LR, which knows nothing of regions, finds the same records
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from statistics import fmean

from unweave.budget import Budget, OutOfTime
from unweave.choose.consensus import consensus
from unweave.choose.evidence import ChosenWrapper, FieldEvidence, ListEvidence, unlabelled
from unweave.choose.voters import records_on, wrapper_voters
from unweave.delimiters import LR
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example, Record
from unweave.records.agree import cells_agree, contradictions
from unweave.records.normal_text import normal
from unweave.regions import Regions, RegionsResult, RegionsWrapper
from unweave.regions.boundaries import Region
from unweave.regions.doubts import Columns, FoundOn, doubts
from unweave.regions.likeness import Likeness
from unweave.regions.members import alike
from unweave.regions.nodes import PageNodes
from unweave.regions.wrapper import FoundRecords
from unweave.tuning import REGION_KEPT, REGION_SKIPPED, REGIONS_TIME_SHARE, SECOND_FAMILY_SHARE
from unweave.wrapper import with_origin

MORE_OTHERWISE = 2
"""If the only shown record may also be one of so many times as many records, it is open which are meant."""


@dataclass(frozen=True, slots=True)
class RegionsChoice:
    """The closest wrapper by regions, what it finds on the open pages, and whether it is good enough."""

    chosen: ChosenWrapper
    found: tuple[tuple[Record, ...] | None, ...]
    is_convincing: bool


def open_pages(examples: Sequence[Example]) -> tuple[Page, ...]:
    """The pages with something left to decide: partial ones, then unlabelled ones.

    >>> open_pages([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    ()
    """
    partial = tuple(example.page for example in examples if example.status == "partial")
    return (*partial, *unlabelled(examples))


def choose_regions(examples: Sequence[Example], budget: Budget) -> RegionsChoice | None:
    """The wrapper by regions with its evidence; None where there is none, or no time for it.

    >>> page = Page("<ul><li><b>Emma</b> 1815<li><b>Kim</b> 1901<li><b>Dune</b> 1965</ul>")
    >>> shown = [{"title": "Emma", "year": "1815"}, {"title": "Kim", "year": "1901"}]
    >>> found = choose_regions([Example.from_values(page, shown, status="partial")], Budget(30.0))
    >>> found.is_convincing, len(found.chosen.wrapper.extract(page))
    (True, 3)
    """
    try:
        with budget.limit("regions", share=REGIONS_TIME_SHARE, soft=True):
            found = Regions().closest(examples)
    except (NoConsistentWrapper, BadInput, OutOfTime):
        return None
    known = [example for example in examples if example.records]
    on_known = [found.wrapper.found_in(nodes) for nodes in found.nodes]
    records = {id(one): tuple(some.records) for one, some in zip(known, on_known, strict=True)}
    wrapper = with_origin(found.wrapper, method="regions")
    on_pages = _on_open_pages(wrapper, examples, records)
    evidence = _evidence(found, known, records, on_pages, on_known, budget)
    notes = [_left_out(name) for name in found.left_out]
    notes += [f"page {one.page.name or 1}: {problem}" for one in known for problem in _problems(one, records[id(one)])]
    pages = tuple(page for page, _ in on_pages)
    chosen = ChosenWrapper(wrapper, pages, evidence, tuple(notes), single=False)
    return RegionsChoice(chosen, tuple(some for _, some in on_pages), found.agrees or _is_close(found, known, evidence))


def _on_open_pages(
    wrapper: RegionsWrapper, examples: Sequence[Example], records: Mapping[int, tuple[Record, ...]]
) -> list[tuple[Page, tuple[Record, ...] | None]]:
    """The open pages with what is found on them."""
    partial = [one for one in examples if one.status == "partial"]
    known = [(one.page, records[id(one)] if one.records else records_on(wrapper, one.page)) for one in partial]
    return [*known, *((page, records_on(wrapper, page)) for page in unlabelled(examples))]


def _left_out(name: str) -> str:
    return f"field {name} is left out: no place in the records has its shown values"


def _problems(example: Example, records: Sequence[Record]) -> list[str]:
    return contradictions(records, example)[:1]


def _is_close(found: RegionsResult, known: Sequence[Example], evidence: Mapping[str, FieldEvidence]) -> bool:
    """Whether most of what partial examples show is found; what was said of a complete one must hold."""
    if found.left_out or any(example.status == "complete" or example.rejected for example in known):
        return False
    right = sum(one.found / max(1, one.known) for one in evidence.values())
    return 2 * right > len(evidence)


def _evidence(
    found: RegionsResult,
    known: Sequence[Example],
    records: Mapping[int, Sequence[Record]],
    on_pages: Sequence[tuple[Page, Sequence[Record] | None]],
    on_known: Sequence[FoundRecords],
    budget: Budget,
) -> dict[str, FieldEvidence]:
    wrapper, pages = found.wrapper, [page for page, _ in on_pages]
    is_open = found.otherwise >= MORE_OTHERWISE * max(1, sum(map(len, records.values())))
    ambiguities = (f"it may also be one of {found.otherwise} records in groups: show another one",) * is_open
    labelled = {id(one.page) for one in known}
    new = [record for page, some in on_pages if id(page) not in labelled for record in some or ()]
    every = [*(record for one in known for record in records[id(one)]), *new]
    shown = sum(len(example.records) for example in known)
    seconded = _is_seconded(known, records, budget)
    skipped = sum(REGION_SKIPPED <= score < REGION_KEPT for some in on_known for score in some.scores)
    pairs = list(zip(found.nodes, on_known, strict=True))
    alike_on = [alike(nodes, some.regions) for nodes, some in pairs]
    voters = wrapper_voters("regions", wrapper, pages, [some for _, some in on_pages])
    reproduced = {id(one): _found_for(one, records[id(one)]) for one in known}
    doubtful = [
        _doubts(wrapper, some, reproduced[id(one)], nodes) for one, (nodes, some) in zip(known, pairs, strict=True)
    ]
    evidence: dict[str, FieldEvidence] = {}
    for name in wrapper.schema.names:
        hits = [
            _same(own, record, name, by_value=one.by_value)
            for one in known
            for record, own in zip(one.records, reproduced[id(one)], strict=True)
            if name in record
        ]
        of_list = ListEvidence(
            records=len(every),
            shown=shown,
            filled=filled(name, every, [record for one in known for record in one.records]),
            regular=_regularity(wrapper, name, every),
            stable=found.stability[name] if shown > 1 else 1.0,
            whole=all(rule.part is None for rule in wrapper.rules[name]),
            skipped=skipped,
            alike=min(*alike_on, found.share),
            bare=all(_is_one_text(nodes, region) for nodes, some in pairs for region in some.regions),
            seconded=seconded,
            doubts=tuple(dict.fromkeys(doubt for one in doubtful for doubt in one.get(name, ()))),
        )
        evidence[name] = FieldEvidence(
            known=len(hits),
            found=sum(hits),
            pages=len(known),
            method="regions",
            voters=[voters[name]] if name in voters else [],
            consensus=consensus([voters[name]], []) if pages and name in voters else None,
            of_list=of_list,
            ambiguities=ambiguities,
        )
    return evidence


def _doubts(
    wrapper: RegionsWrapper, some: FoundRecords, reproduced: Sequence[Record | None], nodes: PageNodes
) -> dict[str, tuple[str, ...]]:
    """What speaks against the records of a page that were not shown."""
    shown = {id(record) for record in reproduced if record is not None}
    numbers = frozenset(at for at, record in enumerate(some.records) if id(record) in shown)
    columns = Columns(wrapper.boundary, wrapper.rules, wrapper.looks)
    values = [record.to_dict() for record in some.records]
    return doubts(FoundOn(nodes, some.regions, values, numbers, columns))


def _is_one_text(nodes: PageNodes, region: Region) -> bool:
    return len(nodes.texts_in(region)) == 1


def filled(name: str, found: Sequence[Record], shown: Sequence[Record]) -> float:
    """The share of the records with a value, against that of the shown records: some are known to have none.

    >>> from unweave.page import Span
    >>> page = Page("<b>Emma</b>")
    >>> emma, none = Record(page, {"title": Span(3, 7)}), Record(page, {"title": None})
    >>> filled("title", [emma, none], [emma])
    0.5
    """
    expected = fmean(name not in record or bool(record.get(name)) for record in shown)
    share = fmean(bool(record.get(name)) for record in found) if found else 0.0
    return min(1.0, share / expected) if expected else share


def _found_for(example: Example, found: Sequence[Record]) -> list[Record | None]:
    """For each record of an example, the found record with the most of its values; None where none has any.

    Records are looked up by their texts: the same place has the same text.
    """
    names = list(dict.fromkeys(name for record in example.records for name in record))
    by_text: dict[tuple[str, str], list[int]] = {}
    for at, record in enumerate(found):
        for name in names:
            by_text.setdefault((name, _text(record, name)), []).append(at)
    return [_nearest(known, found, by_text, by_value=example.by_value) for known in example.records]


def _nearest(
    known: Record, found: Sequence[Record], by_text: Mapping[tuple[str, str], Sequence[int]], *, by_value: bool
) -> Record | None:
    alike = Counter(at for name in known if known.get(name) for at in by_text.get((name, _text(known, name)), ()))
    most = max(alike.values(), default=0)
    matches = {
        at: sum(_same(found[at], known, name, by_value=by_value) for name in known)
        for at in sorted(alike)
        if alike[at] == most
    }
    best = max(matches, key=matches.__getitem__, default=None)
    return None if best is None or not matches[best] else found[best]


def _text(record: Record, name: str) -> str:
    return normal(str(record.get(name)))


def _same(found: Record | None, known: Record, name: str, *, by_value: bool) -> bool:
    """Whether a value is the shown one; if it was given as a text, any place will do."""
    if found is None or name not in found:
        return False
    if by_value and found.get(name) is not None and _text(found, name) == _text(known, name):
        return True
    return cells_agree(found.cell(name), known.cell(name))


def _regularity(wrapper: RegionsWrapper, name: str, records: Sequence[Record]) -> float:
    likeness = Likeness.like(wrapper.looks[name])
    values = [value for record in records if (value := record.get(name))]
    texts = [value[0] if isinstance(value, list | tuple) else value for value in values]
    return fmean(likeness.plausibility(text) for text in texts) if texts else 0.0


def _is_seconded(known: Sequence[Example], records: Mapping[int, Sequence[Record]], budget: Budget) -> bool:
    with suppress(NoConsistentWrapper, BadInput, OutOfTime), budget.limit("lr", share=SECOND_FAMILY_SHARE):
        wrapper = LR().learn(known)
        found = [Counter(str(record.to_dict()) for record in records_on(wrapper, one.page) or ()) for one in known]
        mine = [Counter(str(record.to_dict()) for record in records[id(one)]) for one in known]
        return found == mine
    return False
