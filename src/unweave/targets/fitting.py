"""Which rules speak best for all, and whether an export gives the wrapper's values: both are seen on pages.

Rules vote; an expression does not. ``fitted`` looks which single rule gives the vote's result on most pages, and
whether a second one, asked where the first finds nothing, gives it on more. ``differences`` runs an export and names
the pages on which it gives other values: where rules disagree, or where another tree is built than HTML5 asks for.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from unweave.errors import CannotCompile, DoesNotFit
from unweave.page import Page
from unweave.program import Selection, Selections
from unweave.rules import RulesWrapper
from unweave.rules.attribute import seen
from unweave.rules.execute import execute, extents
from unweave.rules.record import RecordView, record_nodes
from unweave.rules.view import View, view_of
from unweave.rules.vote import answers
from unweave.targets.xpath import GIVES_WAY, TARGET, Run
from unweave.wrapper import Wrapper

Extract = Callable[[Page], list[dict[str, Any]]]
Answer = frozenset[str]
_CANDIDATES = 12  # of a panel, that are looked at in pairs


def fitted(wrapper: Wrapper, pages: Sequence[Page]) -> Selections:
    """The wrapper's program with, of each panel, the rules first that give the wrapper's values on most pages.

    The more pages, the better. Of the rules for a record's node, the one that most often finds those of the vote.
    """
    program = wrapper.program()
    if not isinstance(program, Selections):
        raise CannotCompile(target=TARGET, reason="it scans the source, and knows no tree")
    views = [list(_views(wrapper, page)) for page in pages]
    said = [_said(wrapper, page) for page in pages]
    panels = dict.fromkeys((rule.field, rule.panel) for rule in program.fields)
    fields = [
        rule for name, number in panels for rule in _best(program, name, number, views, [one[name] for one in said])
    ]
    return replace(program, fields=tuple(fields), record=_record(wrapper, program, pages))


def _views(wrapper: Wrapper, page: Page) -> Iterator[View]:
    """The page, or the records of it that the wrapper sees."""
    view = view_of(page)
    if isinstance(wrapper, RulesWrapper) and wrapper.records:
        yield from (RecordView(view, node) for node in record_nodes(wrapper.records, view))
    else:
        yield view


def _record(wrapper: Wrapper, program: Selections, pages: Sequence[Page]) -> Selection | None:
    if program.record is None or not isinstance(wrapper, RulesWrapper):
        return program.record
    views = [view_of(page) for page in pages]
    wanted = [{view.extent(node) for node in record_nodes(wrapper.records, view)} for view in views]

    def agreeing(rule: Selection) -> int:
        found = [set(extents(execute(rule.steps[0], view), view)) for view in views]
        return sum(one == other for one, other in zip(found, wanted, strict=True))

    return max(wrapper.records, key=agreeing)


def _best(
    program: Selections, name: str, panel: int, views: Sequence[Sequence[View]], said: Sequence[Sequence[str]]
) -> list[Selection]:
    """The rules of a panel, those first that are best, by themselves or one after the other."""
    rules = [rule for rule in program.fields if (rule.field, rule.panel) == (name, panel)]
    found = {id(rule): [_answer(rule, here) for here in views] for rule in rules}
    is_part = any(rule.panel for rule in program.fields if rule.field == name)
    wanted = [frozenset(values) for values in said]

    def score(*chain: Selection) -> int:
        told = [_first_of([found[id(rule)][page] for rule in chain]) for page in range(len(wanted))]
        return sum(_agrees(one, other, is_part) for one, other in zip(told, wanted, strict=True))

    rules.sort(key=lambda rule: -score(rule))
    if program.record is not None or program.grouped or score(rules[0]) == len(said):
        return rules
    pairs = [(one, other) for one, other in product(rules[:_CANDIDATES], repeat=2) if one is not other]
    best = max(pairs, key=lambda pair: score(*pair), default=())
    if not best or score(*best) <= score(rules[0]):
        return rules
    return [replace(best[0], silence=GIVES_WAY), best[1], *(rule for rule in rules if rule not in best)]


def _answer(rule: Selection, views: Iterable[View]) -> Answer:
    found = [(view, place) for view in (seen(one, rule.take) for one in views) for place in answers([rule], view)[0][1]]
    return frozenset("".join(view.said(place).split()) for view, place in found)


def _first_of(answers: Iterable[Answer]) -> Answer:
    return next(filter(None, answers), frozenset())


def _agrees(found: Answer, wanted: Answer, is_part: bool) -> bool:
    """Whether a rule by itself finds what the wrapper finds, or (of a joined field) nothing else."""
    return found == wanted or (is_part and bool(found) and found < wanted)


def differences(wrapper: Wrapper, pages: Iterable[Page], run: Run) -> dict[str, tuple[str, ...]]:
    """The names of the pages on which expressions give other values than the wrapper, with the fields that differ.

    White space does not count, nor that a value is found twice.
    """
    return {page.name: fields for page in pages if (fields := tuple(_differing(wrapper, page, run)))}


def _differing(wrapper: Wrapper, page: Page, run: Run) -> Iterator[str]:
    found, said = run(page), _said(wrapper, page)
    for name in wrapper.schema.names:
        theirs = dict.fromkeys("".join(text.split()) for text in found.get(name, ()))
        if list(dict.fromkeys(said[name])) != [text for text in theirs if text]:
            yield name


def _said(wrapper: Wrapper, page: Page) -> dict[str, list[str]]:
    """The wrapper's values, by field, without white space; none where the page does not fit."""
    try:
        records = wrapper.extract(page)
    except DoesNotFit:
        records = []
    return {
        name: ["".join(page.text(span).split()) for record in records for span in record.spans(name)]
        for name in wrapper.schema.names
    }


def record_differences(wrapper: Wrapper, pages: Iterable[Page], run: Extract) -> dict[str, tuple[str, ...]]:
    """The names of the pages on which a program gives other records than the wrapper, with the fields that differ.

    Here every letter counts, and in which record a value stands.
    """
    return {page.name: fields for page in pages if (fields := tuple(_other_records(wrapper, page, run)))}


def _other_records(wrapper: Wrapper, page: Page, run: Extract) -> Iterator[str]:
    ours = _given(lambda page: [record.to_dict() for record in wrapper.extract(page)], page)
    theirs = _given(run, page)
    if (ours is None) != (theirs is None):
        yield from wrapper.schema.names
    elif ours is not None and theirs is not None:
        yield from (name for name in wrapper.schema.names if _column(ours, name) != _column(theirs, name))


def _given(extract: Extract, page: Page) -> list[dict[str, Any]] | None:
    """The records; None where the page does not fit."""
    try:
        return extract(page)
    except DoesNotFit:
        return None


def _column(records: Sequence[Mapping[str, Any]], name: str) -> list[Any]:
    return [record.get(name) for record in records]
