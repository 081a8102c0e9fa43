"""Pages with any number of records: every method proposes a wrapper, and the best of them is taken.

Legend

    open page   a page with something left to decide: an unlabelled page, or a partial one
    beside      a heading with the rank of one above all example records, and another text: "New" beside "Best sellers"
    below       a heading of a lower rank than those above the examples, with records of its own: "Recently viewed"

The steps: the places of ambiguous values are resolved together (``places``); methods propose wrappers that agree with
the examples, and one of them is chosen by what they find on the open pages (``candidates``).

Two lists of the same markup under two headings, and examples from one of them: is the other list wanted as well?
Nothing on the page decides it. Most lists that are divided by headings are wanted whole, and examples are mostly the
first records; so the other list is extracted too, but the confidence is low, and a question is asked. (With three
headings or more they are groups of one list, as the days of a month, and nothing is asked.) If a value under the other
heading was rejected, the case is clear: wrappers that use headings are then proposed before those that
separate the lists by accidental differences.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from unweave.budget import Budget
from unweave.choose.candidates import UNDER_HEADING, Failures, WrapperCandidate, best_candidate, candidate, candidates
from unweave.choose.consensus import consensus
from unweave.choose.evidence import ChosenWrapper, FieldEvidence
from unweave.choose.places import resolved, widened
from unweave.choose.regions import RegionsChoice, choose_regions, open_pages
from unweave.choose.voters import wrapper_voters
from unweave.combined import Sectioned, common_headings, of_path
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example, Record
from unweave.records.grouping import paths
from unweave.records.headings import PageHeading, headings_of
from unweave.tuning import CANDIDATE_TIME_SHARE, OTHER_LIST_WEIGHT, SAME_RECORDS
from unweave.values.kinds import kind_of
from unweave.wrapper import Wrapper, with_origin

WITH_HEADINGS = ("rules", "tree", "lr")
"""The methods that also learn the list under a heading: one of each family."""
REGIONS = "regions"
NOTHING = "no further record was found"
IN_ORDER = (REGIONS, "rules", "tree", "lr", "hlrt", "oclr", "m-lr", "n-lr", "n-hlrt")
"""The methods that propose wrappers; hoclrt, which hardly ever works where the others fail, must be named."""


def choose_for_list_pages(
    examples: Sequence[Example], budget: Budget, methods: Sequence[str] = IN_ORDER
) -> ChosenWrapper:
    """The wrapper for pages with any number of records, and the evidence for it."""
    pages = open_pages(examples)
    known = [example for example in examples if example.status != "unlabelled"]
    closest = choose_regions(examples, budget) if REGIONS in methods else None
    if closest is not None and closest.is_convincing and not rejects_beside(known):
        more = budget.allows("lists under other headings")
        return _with_note(_with_headings(closest, known) if more else closest.chosen, budget)
    methods = [method for method in methods if method != REGIONS]
    whole = budget
    if closest is not None:
        budget = budget.half().half()  # the other methods may only add what regions lack
    failures: Failures = []
    shown = _resolved(known, budget)
    first = [method + UNDER_HEADING for method in WITH_HEADINGS if method in methods] if rejects_beside(shown) else []
    every = list(candidates([*first, *methods], shown, pages, budget, failures))
    if not every and all(example.by_value for example in known):
        shown = _resolved(list(map(widened, known)), budget)
        every = list(candidates(methods, shown, pages, budget, failures))
    if not every and closest is not None:
        return _with_note(closest.chosen, whole)
    if not every:
        raise most_informative(failures, budget.note)
    best = best_candidate(every, known)
    free = all(example.status == "partial" and not example.rejected for example in known)
    if closest is not None and free and not _has_same_records(best, closest):
        return _with_note(closest.chosen, whole)
    evidence = {path: _evidence(path, best, every, examples, pages) for path in paths(best.wrapper.schema.fields)}
    evidence |= dict(_with_ambiguity(evidence, best, shown, pages))
    if _is_nothing_found(best, examples):
        evidence = {path: replace(one, ambiguities=(*one.ambiguities, NOTHING)) for path, one in evidence.items()}
    wrapper = with_origin(best.wrapper, method=best.method)
    return _with_note(ChosenWrapper(wrapper, pages, evidence, single=False), budget)


def _is_nothing_found(best: WrapperCandidate, examples: Sequence[Example]) -> bool:
    """Whether several records of a page are shown, as some of its records, and no other is found there."""
    partial = [one for one in examples if one.status == "partial"]  # the first of the open pages
    pairs = list(zip(partial, best.found, strict=False))
    return any(len(one.records) > 1 and len(found or ()) <= len(one.records) for one, found in pairs)


def _with_note(chosen: ChosenWrapper, budget: Budget) -> ChosenWrapper:
    """The choice with a note of what there was no time for."""
    return replace(chosen, notes=(*chosen.notes, budget.note)) if budget.note else chosen


def _has_same_records(best: WrapperCandidate, closest: RegionsChoice) -> bool:
    """Whether a candidate finds nearly the same records as regions, in the fields that both have, on the open pages."""
    names = [name for name in closest.chosen.wrapper.schema.names if name in best.wrapper.schema.names]
    mine, theirs = (_rows(one.found, names) for one in (best, closest))
    total = mine.total() + theirs.total()
    return not total or 2 * (mine & theirs).total() >= SAME_RECORDS * total


def _rows(found: Sequence[Sequence[Record] | None], names: Sequence[str]) -> Counter[str]:
    return Counter(str([record.get(name) for name in names]) for records in found if records for record in records)


def _with_headings(closest: RegionsChoice, known: Sequence[Example]) -> ChosenWrapper:
    """The choice with the question whether a list under another heading is wanted."""
    chosen = closest.chosen
    best = candidate(REGIONS, chosen.wrapper, chosen.pages, closest.found)
    evidence = dict(_with_ambiguity(chosen.evidence, best, known, chosen.pages))
    return replace(chosen, evidence={**chosen.evidence, **evidence})


def _resolved(known: Sequence[Example], budget: Budget) -> list[Example]:
    with budget.limit("places of values", share=CANDIDATE_TIME_SHARE, soft=True):
        return resolved(known)


def _evidence(
    path: str,
    best: WrapperCandidate,
    every: Sequence[WrapperCandidate],
    examples: Sequence[Example],
    pages: Sequence[Page],
) -> FieldEvidence:
    evidence = consistent_evidence(path, examples, best.method)
    if not pages or path not in best.voters:
        return evidence
    mine = best.voters[path]
    others = [one.voters[path] for one in every if one is not best and path in one.voters]
    # Each family has one vote, and some find few of the records: that one finds something else says little.
    return replace(evidence, voters=[mine], others=others, consensus=replace(consensus([mine], others), against=()))


def consistent_evidence(path: str, examples: Sequence[Example], method: str) -> FieldEvidence:
    """The evidence for a field of a wrapper that agrees with the examples.

    >>> consistent_evidence("title", [Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])], "lr").known
    1
    """
    shown = [of_path(example, path) for example in examples]
    known = sum(len(example.records) for example in shown)
    return FieldEvidence(known, known, pages=sum(bool(example.records) for example in shown), method=method)


def rejects_beside(known: Sequence[Example]) -> bool:
    """Whether a value was rejected under a heading beside one that is above all example records.

    >>> page = Page("<h2>Best</h2><b>Emma</b><b>Kim</b><h2>New</h2><b>Dune</b>")
    >>> shown = [{"title": "Emma"}, {"title": "Kim"}]
    >>> rejects_beside([Example.from_values(page, shown, status="partial", rejected={"title": ["Dune"]})])
    True
    """
    rejected = [
        (example.page, span.start) for example in known for spans in example.rejected.values() for span in spans
    ]
    common = common_headings(known) if rejected else []
    return any(_beside(page, place, common) for page, place in rejected)


def narrower(wrapper: Wrapper, known: Sequence[Example], found: Sequence[Record]) -> tuple[Sectioned, str] | None:
    """The wrapper for the list under the examples' heading, and a heading beside it under which others were found.

    >>> from unweave.delimiters import LR
    >>> page = Page("<h2>Best</h2><b>Emma</b><b>Kim</b><h2>New</h2><b>Dune</b>")
    >>> shown = [Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}], status="partial")]
    >>> wrapper = LR().learn(shown)
    >>> narrow, heading = narrower(wrapper, shown, wrapper.extract(page))
    >>> narrow.heading, heading
    ('Best', 'New')
    """
    if sum(len(example.records) for example in known) < 2:  # that one record is under a heading is no hint
        return None
    places = [(record.page, record.extent.start) for record in found if record.extent is not None]
    for common in reversed(common_headings(known)):
        others = {other.key: other for page, start in places for other in _beside(page, start, [common])}
        if others and not all(_is_group(common, other) for other in others.values()):
            first = next(iter(others.values()))
            return (Sectioned(wrapper.schema, wrapper, common.text), first.text) if len(others) == 1 else None
    return None


def headings_below(known: Sequence[Example], found: Sequence[Record]) -> list[PageHeading]:
    """The headings above some records that are of a lower rank than any above the examples; of the page with most.

    Not those above most records of a page: what goes on under "More" is the list.

    >>> from unweave.page import Span
    >>> page = Page("<h1>Books</h1><b>Emma</b><b>Kim</b><h2>Seen before</h2><b>Dune</b>")
    >>> shown = [Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}], status="partial")]
    >>> every = [Record(page, {"title": span}) for span in (Span(17, 21), Span(28, 31), Span(59, 63))]
    >>> [heading.text for heading in headings_below(shown, every)]
    ['Seen before']
    """
    lowest = max((one.rank for one in _above(record for example in known for record in example.records)), default=0)
    pages: dict[int, list[Record]] = {}
    for record in found:
        pages.setdefault(id(record.page), []).append(record)
    return max((_above_few(some, lowest) for some in pages.values()), key=len, default=[])


def _above_few(records: Sequence[Record], lowest: int) -> list[PageHeading]:
    """The headings of a rank below the lowest one, if any, that are above no more than half of a page's records."""
    times = Counter(one for one in _above(records) if one.rank > lowest > 0)
    return [one for one, count in times.items() if 2 * count <= len(records)]


def _above(records: Iterable[Record]) -> Iterator[PageHeading]:
    """The headings above records."""
    for record in records:
        yield from headings_of(record.page).above(record.extent.start) if record.extent is not None else ()


def _is_group(one: PageHeading, other: PageHeading) -> bool:
    """Whether two headings name groups of one list: both are dates, or numbers."""
    return kind_of(one.text) == kind_of(other.text) != "text"


def _beside(page: Page, place: int, common: Sequence[PageHeading]) -> list[PageHeading]:
    """Of the headings above a place, those beside one of these."""
    keys = {heading.rank: heading.key for heading in common}
    return [one for one in headings_of(page).above(place) if keys.get(one.rank, one.key) != one.key]


def _with_ambiguity(
    evidence: Mapping[str, FieldEvidence], best: WrapperCandidate, shown: Sequence[Example], pages: Sequence[Page]
) -> Iterator[tuple[str, FieldEvidence]]:
    """The evidence with the question whether a list under another heading is wanted, and a voter against that list."""
    found = [record for records in best.found if records for record in records]
    case = None if isinstance(best.wrapper, Sectioned) else narrower(best.wrapper, shown, found)
    below = [] if case or isinstance(best.wrapper, Sectioned) else headings_below(shown, found)
    if len(below) == 1:
        reason = f"values under the heading {below[0].text!r} are extracted too; all examples are before it"
        yield from ((path, replace(one, ambiguities=(reason,))) for path, one in evidence.items())
    if case is None:
        return
    narrow, other = case
    reason = f"values under the heading {other!r} are extracted too; all examples are under {narrow.heading!r}"
    fewer = [None if records is None else tuple(filter(narrow.holds, records)) for records in best.found]
    voters = wrapper_voters(f"a list under {narrow.heading!r}", narrow, pages, fewer)
    for path, one in evidence.items():
        weight = OTHER_LIST_WEIGHT * (1 + len(one.others))
        alternatives = [replace(voters[path], weight=weight)] if path in voters and one.consensus else []
        yield path, replace(one, ambiguities=(reason,), alternatives=alternatives)


def most_informative(
    failures: Sequence[NoConsistentWrapper | BadInput], note: str = ""
) -> NoConsistentWrapper | BadInput:
    """The most specific of the methods' errors, with what would help: field and page, and what went wrong there.

    >>> failures = [NoConsistentWrapper(kind="rules", field="price", reason="it is a nested level"),
    ...     NoConsistentWrapper(kind="LR", field="price", page="p1.html", reason="nothing ends it")]
    >>> print(most_informative(failures))
    no known wrapper agrees with the examples: field price, page p1.html: nearest came LR: nothing ends it. It would
    help to show more records or another page, to give places as spans, or to leave a field out
    """
    if not failures:
        return NoConsistentWrapper(kind="known", reason=f"{note}. It would help to allow more time")
    best = max(failures, key=_named_parts)
    if isinstance(best, BadInput):
        return best
    help_ = "It would help to show more records or another page, to give places as spans, or to leave a field out"
    late = f"; {note}" * bool(note)
    why = f"nearest came {best.kind}: {f'{best.constraint}: ' if best.constraint else ''}{best.reason}. {help_}{late}"
    return NoConsistentWrapper(kind="known", field=best.field, page=best.page, reason=why)


def _named_parts(failure: NoConsistentWrapper | BadInput) -> int:
    named = [failure.field, getattr(failure, "page", None), getattr(failure, "constraint", None)]
    return sum(map(bool, named))
