"""Lists in the data of scripts: taken from there, or compared with the list that the text has.

Legend

    only in scripts   fields whose shown values no text and no attribute has
    by text           the choice without the data of scripts (``list_pages``)
    in the data       the list that the data has, with those of the fields that are there as they were shown
    rows              what a wrapper finds on some pages, as texts, typography aside

The records are found in the data if a field is only there, or if no other wrapper is found. They are found there, too,
if the data has all of the fields, and the list that the page shows, and more of it: pages show the first twenty of two
hundred records, and load the others when somebody scrolls. A note says how many records the text has.

Otherwise the records are found in the text, and compared with those in the data. Text and data rest on different
things: where both have the same records, the fields are surer; where the data has another value, a field is never
called high. Data that has less than half of the values is another list, and is left out.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from unweave.budget import Budget, OutOfTime
from unweave.choose.consensus import consensus
from unweave.choose.evidence import ChosenWrapper, FieldEvidence, ListEvidence
from unweave.choose.methods import EMBEDDED
from unweave.choose.regions import filled, open_pages
from unweave.choose.voters import records_on, wrapper_voters
from unweave.embedded import Embedded, EmbeddedWrapper
from unweave.embedded.shown import shown_records
from unweave.engine.data import text_key
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.records import Example, Field, Record, schema_of
from unweave.records.field_shapes import without_fields
from unweave.tuning import CANDIDATE_TIME_SHARE, DATA_LEAST_TRUST, EMBEDDED_COVERED
from unweave.wrapper import with_origin

ByText = Callable[[Sequence[Example]], ChosenWrapper]
Rows = Counter[tuple[str, ...]]


def choose_lists(examples: Sequence[Example], names: Sequence[str], by_text: ByText, budget: Budget) -> ChosenWrapper:
    """The choice for pages with lists; ``names`` are the fields with values that are only in scripts."""
    if names:
        learned = learned_in_scripts(examples, budget)
        if isinstance(learned, str):
            return _without_scripts(examples, names, by_text, learned)
        return _chosen_list(learned, examples)
    known = [example for example in examples if example.status != "unlabelled"]
    data = _list_in_data(examples, known, budget)
    try:
        text = by_text(examples)
    except (NoConsistentWrapper, BadInput):
        if data is None or set(data.schema.names) != set(schema_of(known).names) or not _may_be_longer(known):
            raise
        return _chosen_list(data, examples)
    return text if data is None else _compared(text, data, examples, known)


def learned_in_scripts(examples: Sequence[Example], budget: Budget) -> EmbeddedWrapper | str:
    """The wrapper by data in scripts, or why there is none.

    >>> from unweave.page import Page
    >>> page = Page('<script>s = {"isbn": 5}</script>')
    >>> learned_in_scripts([Example.from_values(page, [{"isbn": "5"}])], Budget(30.0)).paths.fields[0].keys
    ('isbn',)
    """
    if not budget.allows(EMBEDDED):
        return f"{EMBEDDED}: {budget.note}"
    try:
        with budget.limit(EMBEDDED, share=CANDIDATE_TIME_SHARE):
            return Embedded().learn(examples)
    except (NoConsistentWrapper, BadInput, OutOfTime) as failure:
        return f"{EMBEDDED}: {getattr(failure, 'reason', failure)}"


def _list_in_data(examples: Sequence[Example], known: Sequence[Example], budget: Budget) -> EmbeddedWrapper | None:
    """The list in the data, with those of the fields that it has as they were shown; None where there is none.

    A single record of a page is no list yet.
    """
    if not all(one.by_value for one in known) or not any(len(one.records) > 1 for one in known):
        return None
    fields = schema_of(known).fields
    absent = [one.name for one in fields if not all(_is_in_data(example, one) for example in known)]
    if len(absent) == len(fields):
        return None
    learned = learned_in_scripts(without_fields(examples, absent) if absent else examples, budget)
    return None if isinstance(learned, str) else learned


def _is_in_data(example: Example, field: Field) -> bool:
    try:
        shown_records(example, [field])
    except NoConsistentWrapper:
        return False
    return True


def _may_be_longer(known: Sequence[Example]) -> bool:
    """Whether there may be more records than a page shows: some were given, and nothing is rejected."""
    return all(example.status == "partial" and not example.rejected for example in known)


def _without_scripts(examples: Sequence[Example], names: Sequence[str], by_text: ByText, failure: str) -> ChosenWrapper:
    """The choice without the fields that are only in scripts, and a note about these; if no field is left, an error."""
    if not all(example.by_value for example in examples if example.records):
        return by_text(examples)  # spans in scripts: delimiters may find them
    rest = without_fields(examples, names)
    if not any(len(record) for example in rest for record in example.records):
        raise NoConsistentWrapper(kind=EMBEDDED, field=names[0], reason=failure.removeprefix(f"{EMBEDDED}: "))
    notes = [f"field {name} is left out: its values are only in scripts, and {failure}" for name in names]
    chosen = by_text(rest)
    return replace(chosen, notes=(*chosen.notes, *notes))


def _compared(
    text: ChosenWrapper, data: EmbeddedWrapper, examples: Sequence[Example], known: Sequence[Example]
) -> ChosenWrapper:
    """The choice, given the list in the text and the one in the data."""
    names = [name for name in data.schema.names if name in text.wrapper.schema.names]
    shown = list(dict.fromkeys(one.page for one in known))
    pages = list(dict.fromkeys([*shown, *text.pages]))
    found = [FoundTwice(records_on(text.wrapper, page) or (), records_on(data, page) or ()) for page in pages]
    mine, theirs = _rows(found[: len(shown)], names)
    both = (mine & theirs).total()
    if not both or both < DATA_LEAST_TRUST * mine.total():
        return text
    is_whole = set(names) == set(text.wrapper.schema.names) == set(data.schema.names)
    has_more = theirs.total() > mine.total()
    if has_more and is_whole and both >= EMBEDDED_COVERED * mine.total() and _may_be_longer(known):
        note = f"the data in scripts has {theirs.total()} records, the text {mine.total()}: those of the data are taken"
        chosen = _chosen_list(data, examples, seconded=True)
        return replace(chosen, notes=(*text.notes, *chosen.notes, note))
    note = f"the data in scripts has {theirs.total()} records with {' and '.join(names)}, the text {mine.total()}"
    help_ = "" if is_whole else "; to take them, show the other fields as the data has them, or leave these out"
    return replace(_with_agreement(text, found, names), notes=(*text.notes, *[note + help_] * has_more))


class FoundTwice(NamedTuple):
    """The records of a page in its text, and those in its data."""

    text: Sequence[Record]
    data: Sequence[Record]


def _with_agreement(text: ChosenWrapper, found: Sequence[FoundTwice], names: Sequence[str]) -> ChosenWrapper:
    """The choice by text, with what the data says of each of its fields."""
    evidence = dict(text.evidence)
    mine, theirs = _rows(found, names)
    for name in names:
        one, own, others = evidence[name], *_rows(found, [name])
        share = (own & others).total() / (own.total() or 1)
        if one.of_list is not None and share >= DATA_LEAST_TRUST:
            evidence[name] = replace(one, of_list=replace(one.of_list, in_data=share, same_in_data=mine == theirs))
    return replace(text, evidence=evidence)


def _rows(found: Sequence[FoundTwice], names: Sequence[str]) -> tuple[Rows, Rows]:
    """The rows of the text and of the data."""
    mine, theirs = ([record for page in found for record in page[at]] for at in (0, 1))
    return _counted(mine, names), _counted(theirs, names)


def _counted(records: Sequence[Record], names: Sequence[str]) -> Rows:
    return Counter(tuple(text_key(str(record.get(name))) for name in names) for record in records)


def _chosen_list(wrapper: EmbeddedWrapper, examples: Sequence[Example], *, seconded: bool = False) -> ChosenWrapper:
    known = [example for example in examples if example.records]
    pages = open_pages(examples)
    every = {page: records_on(wrapper, page) for page in dict.fromkeys([*pages, *(example.page for example in known)])}
    voters = wrapper_voters(EMBEDDED, wrapper, pages, [every[page] for page in pages])
    shown = [record for example in known for record in example.records]
    found = [record for example in known for record in every[example.page] or ()]
    evidence = {}
    for name in wrapper.schema.names:
        values = sum(name in record and record.get(name) is not None for record in shown)
        evidence[name] = FieldEvidence(
            known=values,
            found=values,
            pages=len(known),
            method=EMBEDDED,
            voters=[voters[name]] if pages else [],
            consensus=consensus([voters[name]]) if pages else None,
            of_list=_list_evidence(name, found, shown, seconded=seconded),
        )
    return ChosenWrapper(with_origin(wrapper, method=EMBEDDED), pages, evidence, single=False)


def _list_evidence(name: str, found: Sequence[Record], shown: Sequence[Record], *, seconded: bool) -> ListEvidence:
    return ListEvidence(len(found), len(shown), filled=filled(name, found, shown), seconded=seconded)
