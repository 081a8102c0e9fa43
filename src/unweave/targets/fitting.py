"""Which rules speak best for all, and whether an export gives the wrapper's values: both are seen on pages.

Rules vote; an expression does not. ``fitted`` looks which rules of a panel give the vote's result on most pages.
``differences`` runs an export and names the pages on which it gives other values: where rules disagree, or where
another tree is built than HTML5 asks for.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from unweave.errors import CannotCompile, DoesNotFit
from unweave.page import Page
from unweave.program import Selection, Selections
from unweave.rules import RulesWrapper
from unweave.rules.attribute import seen
from unweave.rules.bias import called
from unweave.rules.cut import Cut
from unweave.rules.execute import execute, extents
from unweave.rules.record import RecordView, record_nodes
from unweave.rules.view import View, view_of
from unweave.rules.vote import answers
from unweave.targets.engine import Run
from unweave.targets.xpath import TARGET
from unweave.wrapper import Wrapper

Extract = Callable[[Page], list[dict[str, Any]]]
Answer = frozenset[str]
Said = Mapping[tuple[str, int], Sequence[Sequence[str]]]
"""For each field and panel the values on each page."""


def fitted(wrapper: Wrapper, pages: Sequence[Page], said: Said | None = None) -> Selections:
    """The wrapper's program with, of each panel, the rules first that give the panel's values on most pages.

    Of those that are equal, the heaviest; of those, elements before texts, which say less of where they stand. The more
    pages, the better. Of the rules for a record's node, the one that most often finds those of the vote. What the
    panels say on the pages may be known already.
    """
    program = lowered(wrapper)
    said = panels_said(wrapper, pages) if said is None else said
    views = [list(_views(wrapper, page)) for page in pages]
    fields = [rule for panel, rules in panels(program).items() for rule in _best(rules, views, said[panel])]
    return replace(program, fields=tuple(fields), record=_record(wrapper, program, pages))


def lowered(wrapper: Wrapper) -> Selections:
    """The wrapper's program; CannotCompile where it is a scan."""
    program = wrapper.program()
    if not isinstance(program, Selections):
        raise CannotCompile(target=TARGET, reason="it scans the source, and knows no tree")
    return program


def panels(program: Selections) -> dict[tuple[str, int], list[Selection]]:
    """The rules of each field's panels.

    >>> list(panels(Selections((Selection("title", ()), Selection("price", ())))))
    [('title', 0), ('price', 0)]
    """
    found: dict[tuple[str, int], list[Selection]] = {}
    for rule in program.fields:
        found.setdefault((rule.field, rule.panel), []).append(rule)
    return found


def panels_said(wrapper: Wrapper, pages: Sequence[Page]) -> Said:
    """What each panel gives on each page, without white space; of a wrapper that has none, what its fields give."""
    return {
        (name, panel): [_panel_said(wrapper, name, panel, page) for page in pages]
        for name, panel in panels(lowered(wrapper))
    }


def _panel_said(wrapper: Wrapper, name: str, panel: int, page: Page) -> list[str]:
    if not isinstance(wrapper, RulesWrapper):
        return _said(wrapper, page)[name]
    own = {text for rule in wrapper.of(name) for text in called(rule.steps[0])}
    alone = replace(
        wrapper,
        schema=replace(wrapper.schema, fields=(wrapper.schema[name],)),
        rules=tuple(rule for rule in wrapper.of(name) if rule.panel == panel),
        labels=tuple(label for label in wrapper.labels if label not in own),
    )
    return _said(alone, page)[name]


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
    rules: Sequence[Selection], views: Sequence[Sequence[View]], said: Sequence[Sequence[str]]
) -> list[Selection]:
    """The rules of a panel, those first that are best."""
    wanted = [frozenset(values) for values in said]

    def rank(rule: Selection) -> tuple[int, float, bool]:
        score = sum(_answer(rule, here) == values for here, values in zip(views, wanted, strict=True))
        return -score, -rule.weight, rule.steps[-1].tag == "#text"

    return sorted(rules, key=rank)


def _answer(rule: Selection, views: Iterable[View]) -> Answer:
    found = [(view, place) for view in (seen(one, rule.take) for one in views) for place in answers([rule], view)[0][1]]
    parts = (Cut(rule.left, rule.right).apply(view.said(place)) for view, place in found)
    return frozenset("".join(part.split()) for part in parts if part)


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
