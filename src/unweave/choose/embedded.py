"""Values in the data of scripts: which fields are learned there, beside what is learned from the text.

Legend

    only in scripts   a shown value that no text and no attribute of its page has; of a field with several values in a
                      record, most of these
    by text           the choice without the data of scripts (``detail_pages``, ``list_pages``)

On pages with one record each, a field with a value that is only in scripts is learned there, if all its values are
there; the other fields are learned by text, from the values that are in the text, and if the data has these as well, it
votes with the rules (``data_votes``). Pages with lists are in ``data_lists``.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from statistics import fmean

from unweave.budget import Budget, OutOfTime
from unweave.choose.consensus import consensus
from unweave.choose.data_lists import ByText, choose_lists, learned_in_scripts
from unweave.choose.evidence import ChosenWrapper, FieldEvidence, labelled_evidence, unlabelled
from unweave.choose.methods import EMBEDDED
from unweave.choose.voters import spans_on, wrapper_voters
from unweave.combined import Combined, of_path
from unweave.embedded import EmbeddedWrapper
from unweave.embedded.details import detail_paths
from unweave.embedded.voting import VotingPath, voting_paths
from unweave.embedded.wrapper import repeats, wrapper_of
from unweave.errors import NoConsistentWrapper
from unweave.page import Page, Span
from unweave.program import DataPaths
from unweave.records import UNKNOWN, Either, Example, Record, Schema, schema_of
from unweave.records.cells import possible_spans
from unweave.records.field_shapes import without_fields
from unweave.records.grouping import Grouping, paths
from unweave.records.record import Cell, Item, items_of, members
from unweave.tuning import CANDIDATE_TIME_SHARE
from unweave.wrapper import Wrapper, check_agrees

MOST = 0.5  # of the values of a field in one record
TextAndData = Callable[[Sequence[Example], Mapping[str, VotingPath]], ChosenWrapper]


def choose_with_embedded(
    examples: Sequence[Example], by_text: TextAndData, budget: Budget, *, single: bool
) -> ChosenWrapper:
    """The choice with fields and records in the data of scripts where these are wanted."""
    shares = only_in_scripts(examples)
    names = {path: share for path, share in shares.items() if share}

    def from_text(shown: Sequence[Example]) -> ChosenWrapper:
        in_text = [_in_text(one) if one.by_value else one for one in shown] if shares else shown
        return by_text(in_text, _voting(shown, budget) if single else {})

    if not single:
        return choose_lists(examples, list(names), from_text, budget)
    return _for_detail_pages(examples, names, from_text, budget) if names else from_text(examples)


def _voting(examples: Sequence[Example], budget: Budget) -> dict[str, VotingPath]:
    """The paths that vote on fields of the text."""
    known = [example for example in examples if example.status != "unlabelled"]
    if not all(example.by_value for example in known) or not budget.allows(EMBEDDED):
        return {}
    with suppress(OutOfTime), budget.limit(EMBEDDED, share=CANDIDATE_TIME_SHARE):
        return voting_paths(examples, schema_of(known).fields)
    return {}


def only_in_scripts(examples: Sequence[Example]) -> dict[str, float]:
    """The fields, with their paths, of which values are in scripts alone, and in which share of the records most are.

    >>> page = Page('<b>Emma</b><script>s = {"title": "Emma", "isbn": 5}</script>')
    >>> only_in_scripts([Example.from_values(page, [{"title": "Emma", "isbn": "5"}])])
    {'isbn': 1.0}
    """
    found: dict[str, list[float]] = {}
    for example in examples:
        for record in example.records:
            cells: dict[str, list[bool]] = {}
            for path, item in items_of(record):
                cells.setdefault(path, []).append(_is_in_scripts(example.page, item))
            for path, some in cells.items():
                found.setdefault(path, []).append(fmean(some))
    return {path: fmean(share > MOST for share in some) for path, some in found.items() if any(some)}


def _is_in_scripts(page: Page, item: Item) -> bool:
    return all(map(page.embedded.is_inside, possible_spans(item)))


def _for_detail_pages(
    examples: Sequence[Example], shares: Mapping[str, float], by_text: ByText, budget: Budget
) -> ChosenWrapper:
    known = [example for example in examples if example.status != "unlabelled"]
    pages = unlabelled(examples)
    parts: dict[str, EmbeddedWrapper] = {}
    evidence: dict[str, FieldEvidence] = {}
    flat = _flat_parts(examples, list(shares), budget)
    for path, share in shares.items():
        learned = flat.get(path) or learned_in_scripts([of_path(example, path) for example in examples], budget)
        if isinstance(learned, EmbeddedWrapper):
            parts[path] = learned
            evidence[path] = _evidence(path, learned, known, pages)
        elif share == 1 and all(example.by_value for example in known):  # else it may be found by text
            evidence[path] = replace(labelled_evidence(path, [{} for _ in known], known, EMBEDDED), failures=(learned,))
    schema = schema_of(known)
    if all(path in evidence for path in paths(schema.fields)):
        return ChosenWrapper(_joined(schema, None, parts), pages, evidence, tuple(filter(None, [budget.note])))
    rest = by_text(without_fields(examples, list(evidence)))
    by_name = rest.wrapper.schema  # with what it takes as lists
    fields = [by_name[one.name] if one.name in by_name and not one.fields else one for one in schema.fields]
    schema = replace(schema, fields=tuple(fields))
    found = {**rest.evidence, **evidence}
    every = {path: found[path] for path in paths(schema.fields) if path in found}
    return replace(rest, wrapper=_joined(schema, rest.wrapper, parts), evidence=every)


def _flat_parts(examples: Sequence[Example], names: Sequence[str], budget: Budget) -> dict[str, EmbeddedWrapper]:
    """Wrappers for those of the fields that are no nested ones; all fields are learned together, as one object."""
    schema = schema_of(example for example in examples if example.status != "unlabelled")
    fields = [one for one in schema.fields if not one.fields]
    if not budget.allows(EMBEDDED):
        return {}
    with suppress(OutOfTime), budget.limit(EMBEDDED, share=CANDIDATE_TIME_SHARE):
        found, _ = detail_paths(examples, fields)
        wrappers = {
            one.name: wrapper_of(Schema((one,)), DataPaths((found[one.name],), repeats=repeats([one])))
            for one in fields
            if one.name in found and one.name in names
        }
        return {name: one for name, one in wrappers.items() if _is_consistent(one, examples)}
    return {}


def _in_text(example: Example) -> Example:
    """The example without the values that are only in scripts."""

    def shown(record: Record) -> Record:
        return Record(record.page, {name: cell(record.cell(name)) for name in record}, type=record.type)

    def cell(given: Cell) -> Cell:
        if isinstance(given, Span | Either):
            return UNKNOWN if _is_in_scripts(example.page, given) else given
        nested = tuple(shown(one) for one in members(given) if isinstance(one, Record))
        items = [one for one in members(given) if not isinstance(one, Record)]
        kept = tuple(one for one in items if not _is_in_scripts(example.page, one))
        return nested or kept or (UNKNOWN if items else given)

    return replace(example, records=tuple(map(shown, example.records)))


def _is_consistent(wrapper: EmbeddedWrapper, examples: Sequence[Example]) -> bool:
    others = {name for example in examples for record in example.records for name in record} - {*wrapper.schema.names}
    try:
        check_agrees(wrapper, without_fields(examples, others), EMBEDDED)
    except NoConsistentWrapper:
        return False
    return True


def _evidence(path: str, wrapper: Wrapper, known: Sequence[Example], pages: Sequence[Page]) -> FieldEvidence:
    found = labelled_evidence(path, [spans_on(wrapper, example.page) for example in known], known, EMBEDDED)
    if all(example.by_value for example in known):
        found = replace(found, found=found.known)  # it agrees with the examples, maybe at other places
    if not pages:
        return found
    voters = [wrapper_voters(EMBEDDED, wrapper, pages)[path]]
    return replace(found, voters=voters, consensus=consensus(voters, many=wrapper.schema[path].many))


def _joined(schema: Schema, by_text: Wrapper | None, parts: dict[str, EmbeddedWrapper]) -> Wrapper:
    """One wrapper of the fields by text and those in scripts, whose values form one record."""
    flat = all(one.paths.record is None for one in parts.values())
    if by_text is None and flat and parts and set(parts) == set(schema.names):
        every = tuple(path for name in schema.names for path in parts[name].paths.fields)
        return wrapper_of(schema, DataPaths(every, repeats=repeats(schema.fields)))
    others = () if by_text is None else by_text.parts if isinstance(by_text, Combined) else (by_text,)
    return Combined(schema, (*others, *parts.values()), Grouping("page", tuple(paths(schema.fields))))
