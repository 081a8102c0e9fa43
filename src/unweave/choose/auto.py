"""Auto: one wrapper from all methods; and the learner of one named method.

Legend

    Auto().learn(examples)              a wrapper with confidence per field
    Auto().choose(examples)             the same with the evidence, from which the next question is computed
    NamedMethod("lr").learn(examples)   the wrapper of one method, with confidence from the same evidence

Pages with one record each are chosen field by field (``detail_pages``), pages with any number of records wrapper by
wrapper (``list_pages``).

The confidence of a named method is based on what Auto finds out about the same pages. A field has Auto's confidence if
the method's wrapper finds the same values as Auto's; each page on which it finds others counts as a page without any
agreement. So a named method is never called surer than Auto.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from unweave.budget import Budget, OutOfTime
from unweave.choose.confidence import confidence
from unweave.choose.detail_pages import choose_for_detail_pages, is_single
from unweave.choose.embedded import choose_with_embedded
from unweave.choose.evidence import ChosenWrapper, FieldEvidence, labelled_evidence
from unweave.choose.list_pages import IN_ORDER, REGIONS, choose_for_list_pages, consistent_evidence
from unweave.choose.methods import learned_by
from unweave.choose.voters import FieldSpans, PageValues, records_on, texts
from unweave.combined import Separated, of_path, with_joined_values
from unweave.embedded.voting import VotingPath
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example, schema_of
from unweave.records.field_shapes import fields_without_values, without_fields
from unweave.records.grouping import paths
from unweave.wrapper import Wrapper, with_origin

MOST_ALTERNATIVES = 5

Values: TypeAlias = Mapping[str, PageValues]
"""What a wrapper finds on one page, by path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Auto:
    """The learner that compares all methods; ``budget`` is how many seconds it may take.

    ``methods`` are those that are tried on pages with any number of records. Without ``embedded``, nothing is learned
    in the data of scripts. To learn several things with one budget,
    give it as ``shared``: each takes at most half of the time that is left.

    >>> from unweave.page import Page
    >>> page = Page("<h1>Emma</h1><p>by <i>Jane Austen</i></p>")
    >>> wrapper = Auto().learn([Example.from_values(page, [{"title": "Emma", "author": "Jane Austen"}])])
    >>> wrapper.extract(Page("<h1>Kim</h1><p>by <i>Rudyard Kipling</i></p>"))[0].to_dict()
    {'title': 'Kim', 'author': 'Rudyard Kipling'}
    >>> wrapper.origin.confidence["title"].level
    'medium'
    """

    budget: float = 30.0
    methods: tuple[str, ...] = IN_ORDER
    embedded: bool = True
    shared: Budget | None = field(default=None, compare=False, repr=False)

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """A wrapper that agrees with the examples as far as any can; it raises NoConsistentWrapper if none does.

        Fields that cannot be learned are left out, with a note in ``wrapper.origin.history``.
        """
        return self.choose(examples).wrapper

    def choose(self, examples: Sequence[Example]) -> ChosenWrapper:
        """The wrapper and the evidence for it."""
        budget = Budget(self.budget) if self.shared is None else self.shared.half()
        empty = fields_without_values(examples)
        notes = tuple(f"field {path} is left out: no value of it is shown on a page that has it" for path in empty)
        chosen = self._with_failures_left_out(without_fields(examples, empty) if empty else examples, budget)
        chosen = replace(chosen, notes=(*chosen.notes, *notes))
        return replace(chosen, wrapper=_with_origin(chosen))

    def _with_failures_left_out(self, examples: Sequence[Example], budget: Budget) -> ChosenWrapper:
        """The choice for the fields that can be learned, with a note for each of the others."""
        chosen = _chosen(examples, budget, self.methods, embedded=self.embedded)
        failed = {
            path: _failure(path, one, examples, chosen.notes) for path, one in chosen.evidence.items() if not one.found
        }
        if len(failed) == len(chosen.evidence):
            raise next(iter(failed.values()))
        if not failed:
            return chosen
        others = self._with_failures_left_out(without_fields(examples, failed), budget)
        notes = (f"field {path} is left out: {failure.reason}" for path, failure in failed.items())
        return replace(others, notes=(*others.notes, *notes))


def _chosen(
    examples: Sequence[Example], budget: Budget, methods: Sequence[str] = IN_ORDER, *, embedded: bool = True
) -> ChosenWrapper:
    single = is_single(examples)

    def by_text(shown: Sequence[Example], data: Mapping[str, VotingPath]) -> ChosenWrapper:
        if single:
            return choose_with_separated(shown, budget, data)
        return choose_lists_with_separated(shown, budget, methods)

    return choose_with_embedded(examples, by_text, budget, single=single) if embedded else by_text(examples, {})


def choose_with_separated(examples: Sequence[Example], budget: Budget, data: Mapping[str, VotingPath]) -> ChosenWrapper:
    """The choice for pages with one record each; several values of one text, which no rule finds, are split from it."""
    chosen = choose_for_detail_pages(examples, budget, data=data)
    names = [path for path, one in chosen.evidence.items() if one.method != "rules" or not one.is_exact]
    joined, separators = with_joined_values(examples, names)
    if separators and budget.allows("texts with several values"):
        left = {path: one for path, one in data.items() if path not in separators}
        by_text = choose_for_detail_pages(joined, budget, data=left)
        if all(by_text.evidence[name].is_exact for name in separators):
            return replace(by_text, wrapper=Separated.of(by_text.wrapper, separators))
    return chosen


def choose_lists_with_separated(
    examples: Sequence[Example], budget: Budget, methods: Sequence[str] = IN_ORDER
) -> ChosenWrapper:
    """The choice for pages with any number of records; several values of one text in a record are split from it.

    They are joined only where no regions have each value at a place of its own.

    >>> page = Page("<li><b>Emma</b> <i>Ann (Author), Bob (Editor)</i><li><b>Kim</b> <i>Cy (Author)</i>")
    >>> known = Example.from_values(page, [{"title": "Emma", "by": ["Ann", "Bob"]}], status="partial")
    >>> choose_lists_with_separated([known], Budget(30.0)).wrapper.extract(page)[1].to_dict()
    {'title': 'Kim', 'by': ['Cy']}
    """
    names = [one.name for one in schema_of([one for one in examples if one.records]).fields if one.many]
    joined, separators = with_joined_values(examples, names)
    if separators and REGIONS in methods:
        with suppress(NoConsistentWrapper):
            first = choose_for_list_pages(examples, budget, (REGIONS,))
            if _are_exact(first, separators):
                return first
        with suppress(NoConsistentWrapper):
            by_text = choose_for_list_pages(joined, budget, (REGIONS,))
            if _are_exact(by_text, by_text.evidence) and _are_exact(by_text, separators):
                return replace(by_text, wrapper=Separated.of(by_text.wrapper, separators))
    return choose_for_list_pages(examples, budget, methods)


def _are_exact(chosen: ChosenWrapper, names: Iterable[str]) -> bool:
    return all(name in chosen.evidence and chosen.evidence[name].is_exact for name in names)


def _with_origin(chosen: ChosenWrapper) -> Wrapper:
    """The wrapper with its origin: the confidence of each field and the alternatives."""
    evidence = chosen.evidence
    return with_origin(
        chosen.wrapper,
        method="+".join(dict.fromkeys(one.method for one in evidence.values())),
        confidence={path: confidence(one) for path, one in evidence.items()},
        rivals={path: alternatives(one) for path, one in evidence.items()},
        history=chosen.notes,
    )


def alternatives(evidence: FieldEvidence) -> tuple[str, ...]:
    """Descriptions of the voters that agree with the examples, but not with the vote, the heaviest first.

    >>> alternatives(FieldEvidence())
    ()
    """
    if evidence.consensus is None:
        return ()
    won = evidence.consensus.values
    every = sorted((*evidence.voters, *evidence.others, *evidence.alternatives), key=lambda one: -one.weight)
    other = [f"{one.method}: {one.description}" for one in every if one.values != won]
    return tuple(dict.fromkeys(other))[:MOST_ALTERNATIVES]


def _failure(
    path: str, evidence: FieldEvidence, examples: Sequence[Example], notes: Sequence[str]
) -> NoConsistentWrapper:
    """Which field, on which page, why each method failed, and what would help."""
    shown = next(((one, record) for one in examples for record in of_path(one, path).records if record.get(path)), None)
    page, text = (shown[0].page.name or None, f"{shown[1].get(path)!r}") if shown else (None, "its values")
    reasons = "; ".join((*evidence.failures, *notes))
    return NoConsistentWrapper(
        kind="known",
        field=path,
        page=page,
        reason=f"no method finds {text} and nothing wrong. {reasons}. It would help to show the field on another page, "
        "to give its place as a span, or to leave it unknown",
    )


@dataclass(frozen=True, slots=True)
class NamedMethod:
    """The learner of one method, whose wrapper gets its confidence from the evidence that Auto collects.

    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b><b>Kim</b>")
    >>> wrapper = NamedMethod("lr").learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> wrapper.origin.confidence["title"].level
    'medium'
    """

    name: str
    embedded: bool = True
    budget: Budget = field(default_factory=lambda: Budget(30.0), compare=False, repr=False)

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """The method's wrapper, or it raises NoConsistentWrapper."""
        with self.budget.limit(self.name):
            wrapper = learned_by(self.name, examples)
        budget = self.budget.half()
        evidence = named_evidence(wrapper, self.name, examples, budget, embedded=self.embedded)
        notes = [f"confidence: {budget.note}"] if budget.note else []
        return with_origin(
            wrapper,
            confidence={path: confidence(one) for path, one in evidence.items()},
            history=(*wrapper.origin.history, *notes),
        )


def named_evidence(
    wrapper: Wrapper, method: str, examples: Sequence[Example], budget: Budget, *, embedded: bool = True
) -> dict[str, FieldEvidence]:
    """The evidence for each field of a named method's wrapper, from Auto's choice on the same examples."""
    known = [example for example in examples if example.status != "unlabelled"]
    every = list(paths(wrapper.schema.fields))
    if is_single(examples):
        found = [_spans_by_path(wrapper, example.page, every) for example in known]
        mine = {path: labelled_evidence(path, found, known, method) for path in every}
    else:
        mine = {path: consistent_evidence(path, examples, method) for path in every}
    chosen = _auto_choice(examples, budget, embedded=embedded) if budget.allows("a comparison with auto") else None
    if chosen is None:
        return mine
    named, auto = ([_values_by_path(one, page, every) for page in chosen.pages] for one in (wrapper, chosen.wrapper))
    return {
        path: _compared(mine[path], chosen.evidence[path], _same(path, named, auto))
        if path in chosen.evidence
        else mine[path]
        for path in every
    }


def _same(path: str, named: Sequence[Values], auto: Sequence[Values]) -> list[bool]:
    """On each page, whether both wrappers find the same values."""
    return [one[path] == other[path] for one, other in zip(named, auto, strict=True)]


def _auto_choice(examples: Sequence[Example], budget: Budget, *, embedded: bool) -> ChosenWrapper | None:
    """What Auto chooses; None where there is no time, or no other method."""
    try:
        return _chosen(examples, budget, embedded=embedded)
    except (NoConsistentWrapper, BadInput, OutOfTime):
        return None


def _compared(mine: FieldEvidence, auto: FieldEvidence, same: Sequence[bool]) -> FieldEvidence:
    """Auto's evidence for a field; each page on which the named wrapper finds other values has the share 0."""
    evidence = replace(auto, known=mine.known, found=mine.found, method=mine.method, failures=())
    if not auto.is_exact:
        reason = f"auto finds {auto.found} of its {auto.known} known values"
        evidence = replace(evidence, ambiguities=(*auto.ambiguities, reason))
    if auto.consensus is None:
        return replace(evidence, different=same.count(False))
    shares = (share if agrees else 0.0 for share, agrees in zip(auto.consensus.shares, same, strict=True))
    result = replace(auto.consensus, shares=tuple(shares))
    return replace(evidence, consensus=result, different=same.count(False))


def _spans_by_path(wrapper: Wrapper, page: Page, every: Sequence[str]) -> FieldSpans:
    """Where a wrapper finds the values of each path on a page."""
    found = Example(page, records_on(wrapper, page) or (), status="complete")
    return {path: [span for record in of_path(found, path).records for span in record.spans(path)] for path in every}


def _values_by_path(wrapper: Wrapper, page: Page, every: Sequence[str]) -> Values:
    return {path: texts(page, spans) for path, spans in _spans_by_path(wrapper, page, every).items()}
