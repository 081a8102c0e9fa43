"""Values in the data of scripts: which fields are learned there, beside what is learned from the text.

Legend

    only in scripts   a shown value that no text and no attribute of its page has
    by text           the choice without the data of scripts (``detail_pages``, ``list_pages``)
    rows              what a wrapper finds on the labelled pages, as texts

On pages with one record each, a field with values that are only in scripts is learned there; the other fields are
learned by text. On pages with lists, the records are found in the data if a field is only there, or if no other wrapper
is found. They are found there, too, if the data has the list that the page shows, and more of it: pages show the first
twenty of two hundred records, and load the others when somebody scrolls.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from unweave.budget import Budget, OutOfTime
from unweave.choose.consensus import consensus
from unweave.choose.evidence import ChosenWrapper, FieldEvidence, ListEvidence, labelled_evidence, unlabelled
from unweave.choose.regions import filled
from unweave.choose.voters import records_on, spans_on, wrapper_voters
from unweave.combined import Combined, of_path
from unweave.embedded import Embedded, EmbeddedWrapper
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page
from unweave.program import DataPaths
from unweave.records import Example, Record, Schema, schema_of
from unweave.records.cells import possible_spans
from unweave.records.field_shapes import without_fields
from unweave.records.grouping import Grouping, paths
from unweave.records.record import items_of
from unweave.tuning import CANDIDATE_TIME_SHARE, EMBEDDED_COVERED
from unweave.wrapper import Origin, Wrapper, with_origin

ByText = Callable[[Sequence[Example]], ChosenWrapper]
METHOD = "embedded"


def choose_with_embedded(
    examples: Sequence[Example], by_text: ByText, budget: Budget, *, single: bool
) -> ChosenWrapper:
    """The choice with fields and records in the data of scripts where these are wanted."""
    names = only_in_scripts(examples)
    if single:
        return _for_detail_pages(examples, names, by_text, budget) if names else by_text(examples)
    return _for_lists(examples, names, by_text, budget)


def only_in_scripts(examples: Sequence[Example]) -> list[str]:
    """The fields, with their paths, of which a shown value is only in scripts.

    >>> page = Page('<b>Emma</b><script>s = {"title": "Emma", "isbn": 5}</script>')
    >>> only_in_scripts([Example.from_values(page, [{"title": "Emma", "isbn": "5"}])])
    ['isbn']
    """
    found: dict[str, None] = {}
    for example in examples:
        for record in example.records:
            for path, item in items_of(record):
                if path not in found and all(map(example.page.embedded.is_inside, possible_spans(item))):
                    found[path] = None
    return list(found)


def _for_detail_pages(
    examples: Sequence[Example], names: Sequence[str], by_text: ByText, budget: Budget
) -> ChosenWrapper:
    known = [example for example in examples if example.status != "unlabelled"]
    pages = unlabelled(examples)
    parts: dict[str, EmbeddedWrapper] = {}
    evidence: dict[str, FieldEvidence] = {}
    for path in names:
        learned = _learned([of_path(example, path) for example in examples], budget)
        if isinstance(learned, EmbeddedWrapper):
            parts[path] = learned
            evidence[path] = _evidence(path, learned, known, pages)
        elif all(example.by_value for example in known):
            evidence[path] = replace(labelled_evidence(path, [{} for _ in known], known, METHOD), failures=(learned,))
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


def _learned(examples: Sequence[Example], budget: Budget) -> EmbeddedWrapper | str:
    """The wrapper by data in scripts, or why there is none."""
    if not budget.allows(METHOD):
        return f"{METHOD}: {budget.note}"
    try:
        with budget.limit(METHOD, share=CANDIDATE_TIME_SHARE):
            return Embedded().learn(examples)
    except (NoConsistentWrapper, BadInput, OutOfTime) as failure:
        return f"{METHOD}: {getattr(failure, 'reason', failure)}"


def _evidence(path: str, wrapper: Wrapper, known: Sequence[Example], pages: Sequence[Page]) -> FieldEvidence:
    found = labelled_evidence(path, [spans_on(wrapper, example.page) for example in known], known, METHOD)
    if not pages:
        return found
    voters = [wrapper_voters(METHOD, wrapper, pages)[path]]
    return replace(found, voters=voters, consensus=consensus(voters, many=wrapper.schema[path].many))


def _joined(schema: Schema, by_text: Wrapper | None, parts: dict[str, EmbeddedWrapper]) -> Wrapper:
    """One wrapper of the fields by text and those in scripts, whose values form one record."""
    flat = all(one.paths.record is None for one in parts.values())
    if by_text is None and flat and parts and set(parts) == set(schema.names):
        every = tuple(path for name in schema.names for path in parts[name].paths.fields)
        repeats = tuple(one.name for one in schema.fields if one.many)
        return EmbeddedWrapper(schema, DataPaths(every, repeats=repeats), origin=Origin(method=METHOD))
    others = () if by_text is None else by_text.parts if isinstance(by_text, Combined) else (by_text,)
    return Combined(schema, (*others, *parts.values()), Grouping("page", tuple(paths(schema.fields))))


def _for_lists(examples: Sequence[Example], names: Sequence[str], by_text: ByText, budget: Budget) -> ChosenWrapper:
    known = [example for example in examples if example.status != "unlabelled"]
    if not names and not _may_be_longer(known):
        return by_text(examples)
    learned = _learned(examples, budget)
    if isinstance(learned, str):
        return _without_scripts(examples, names, by_text, learned) if names else by_text(examples)
    if names:
        return _chosen_list(learned, examples)
    try:
        text = by_text(examples)
    except (NoConsistentWrapper, BadInput):
        return _chosen_list(learned, examples)
    return _chosen_list(learned, examples, seconded=True) if _has_more(learned, text.wrapper, known) else text


def _may_be_longer(known: Sequence[Example]) -> bool:
    """Whether there may be more records than a page shows: some are shown, by their texts, and nothing is rejected."""
    return all(example.status == "partial" and example.by_value and not example.rejected for example in known)


def _without_scripts(examples: Sequence[Example], names: Sequence[str], by_text: ByText, failure: str) -> ChosenWrapper:
    """The choice without the fields that are only in scripts, and a note about these; if no field is left, an error."""
    if not all(example.by_value for example in examples if example.records):
        return by_text(examples)  # spans in scripts: delimiters may find them
    rest = without_fields(examples, names)
    if not any(len(record) for example in rest for record in example.records):
        raise NoConsistentWrapper(kind=METHOD, field=names[0], reason=failure.removeprefix(f"{METHOD}: "))
    notes = [f"field {name} is left out: its values are only in scripts, and {failure}" for name in names]
    chosen = by_text(rest)
    return replace(chosen, notes=(*chosen.notes, *notes))


def _has_more(data: Wrapper, text: Wrapper, known: Sequence[Example]) -> bool:
    """Whether the data has nearly all rows that are found by text, and further ones."""
    in_data, in_text = (_rows(one, known) for one in (data, text))
    if set(text.schema.names) != set(data.schema.names) or in_data.total() <= in_text.total():
        return False
    return (in_data & in_text).total() >= EMBEDDED_COVERED * in_text.total()


def _rows(wrapper: Wrapper, known: Sequence[Example]) -> Counter[str]:
    names = sorted(wrapper.schema.names)
    found = [record for example in known for record in records_on(wrapper, example.page) or ()]
    return Counter(str([record.get(name) for name in names]) for record in found)


def _chosen_list(wrapper: EmbeddedWrapper, examples: Sequence[Example], *, seconded: bool = False) -> ChosenWrapper:
    known = [example for example in examples if example.records]
    partial = tuple(example.page for example in examples if example.status == "partial")
    pages = (*partial, *unlabelled(examples))
    voters = wrapper_voters(METHOD, wrapper, pages)
    shown = [record for example in known for record in example.records]
    found = [record for example in known for record in records_on(wrapper, example.page) or ()]
    evidence = {}
    for name in wrapper.schema.names:
        values = sum(name in record and record.get(name) is not None for record in shown)
        evidence[name] = FieldEvidence(
            known=values,
            found=values,
            pages=len(known),
            method=METHOD,
            voters=[voters[name]] if pages else [],
            consensus=consensus([voters[name]]) if pages else None,
            of_list=_list_evidence(name, found, shown, seconded=seconded),
        )
    return ChosenWrapper(with_origin(wrapper, method=METHOD), pages, evidence, single=False)


def _list_evidence(name: str, found: Sequence[Record], shown: Sequence[Record], *, seconded: bool) -> ListEvidence:
    return ListEvidence(len(found), len(shown), filled=filled(name, found, shown), seconded=seconded)
