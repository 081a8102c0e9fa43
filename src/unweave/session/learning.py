"""Statements -> wrappers: what is learned for each field of a session, and which statements contradict each other.

Legend

    task         the fields that are learned together: ("title",), or ("title", "price") for the records of a list
    plan         one way to learn a task; the first whose wrapper agrees with all statements is taken
                 detail   one record a page: the page is taken as completely labelled for the field
                 list     any number of records: the statements are partial examples
                 tree     the tree learner, which can always separate by more context
                 text     delimiters, for pages that are not HTML
                 parts    each field by itself, and a grouping of their values that agrees with the rows
    conflict     no plan agrees with all statements: the wrapper without the newest one is kept

A field is learned by itself, unless the clicked values make up the rows of a list. What was learned for an earlier
state is kept, so undo costs nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from time import thread_time
from typing import Any, Literal, TypeAlias

from unweave.budget import Budget, OutOfTime
from unweave.choose.auto import Auto
from unweave.choose.evidence import ChosenWrapper
from unweave.choose.voters import records_on
from unweave.combined import Combined
from unweave.errors import BadInput, DoesNotFit, NoConsistentWrapper, UnweaveError
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Cell, Example, Field, Record, Schema
from unweave.records.agree import disagreements
from unweave.records.grouping import Grouping, groupings
from unweave.rules import RulesWrapper
from unweave.rules.learner import relabelled
from unweave.session.layout import has_one_record, is_one_of_many
from unweave.session.rows import Row, proposed_rows
from unweave.session.statements import (
    ClickConflict,
    SessionState,
    SessionStatement,
    about,
    accepted_values,
    fields_of,
    rejected_spans,
    said_rows,
)
from unweave.trees import KL
from unweave.tuning import (
    CONFLICT_TRIES,
    SESSION_LARGE_PAGE,
    SESSION_OTHER_PAGES,
    SESSION_TEXT_METHODS,
)
from unweave.wrapper import Confidence, Learner, Origin, Wrapper, with_origin

Problem: TypeAlias = NoConsistentWrapper | BadInput
MOST_EXTRACTED = 1000
"""So many results of extraction are kept: pages times wrappers."""
Layout: TypeAlias = Literal["empty", "detail", "list"]
Task: TypeAlias = tuple[str, ...]

ONE_METHOD = Confidence("medium", ("learned by one method: the others were not compared",))
"""The confidence of a field where only one method was used."""


@dataclass(frozen=True, slots=True)
class SessionResult:
    """What was learned for a state: a wrapper or a problem for each field, the conflicts, and the layout."""

    by_field: dict[str, ChosenWrapper | Problem] = field(default_factory=dict)
    conflicts: dict[str, ClickConflict] = field(default_factory=dict)
    layout: Layout = "empty"
    wrapper: Wrapper | None = None


@dataclass(frozen=True, slots=True)
class _Plan:
    """A way to learn, the examples for it, and the examples with which its wrapper must agree."""

    learner: Learner
    examples: list[Example]
    checked: list[Example]


class Superseded(UnweaveError):
    """What is being learned is not wanted any more, since something else was said meanwhile.

    >>> print(Superseded())
    something else was said meanwhile
    """

    def __init__(self) -> None:
        super().__init__("something else was said meanwhile")


@dataclass(frozen=True, slots=True)
class LearningRun:
    """One run of learning, which another thread may end: then there is no time left for any step.

    >>> LearningRun(lambda: True).clock()
    inf
    """

    is_superseded: Callable[[], bool] = lambda: False

    def clock(self) -> float:
        """The CPU time of this thread; the end of all time if the run is superseded."""
        return inf if self.is_superseded() else thread_time()

    def budget(self, seconds: float = inf) -> Budget:
        """A budget of CPU seconds for a part of the run."""
        return Budget(seconds, now=self.clock)

    def check(self) -> None:
        """Raise Superseded if the run is superseded: what was learned since then is incomplete."""
        if self.is_superseded():
            raise Superseded


class SessionLearning:
    """The learner of a session, with all that it has learned so far."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self._known: dict[tuple[Any, ...], ChosenWrapper | Problem] = {}
        self._tried: dict[tuple[Any, ...], ChosenWrapper | Problem] = {}
        self._conflicts: dict[tuple[Any, ...], ClickConflict] = {}
        self._learners: dict[Task, Learner] = {}
        self._extracted: dict[tuple[int, Page], tuple[Wrapper, list[Record]]] = {}
        self._results: dict[tuple[Any, ...], SessionResult] = {}
        self.last = SessionResult()

    def is_known(self, pages: Sequence[Page], state: SessionState) -> bool:
        """Whether the result for these statements has been computed."""
        return (state, len(pages)) in self._results

    def result(
        self, pages: Sequence[Page], state: SessionState, is_superseded: Callable[[], bool] = lambda: False
    ) -> SessionResult:
        """What is learned from the statements, computed once; Superseded, if ``is_superseded`` says so meanwhile."""
        key = (state, len(pages))
        if key not in self._results:
            run = LearningRun(is_superseded)
            with run.budget().limit("learning"):
                result = _StateLearning(self, tuple(pages), state, run).result()
            run.check()
            self._results[key] = result
        self.last = self._results[key]
        return self.last

    def records(self, wrapper: Wrapper, page: Page) -> list[Record]:
        """What a wrapper extracts from a page, computed once; nothing where the page does not fit."""
        key = (id(wrapper), page)
        if key not in self._extracted:
            try:
                found = wrapper.extract(page)
            except DoesNotFit:
                found = []
            self._extracted[key] = wrapper, found  # the wrapper is kept, and so its id
            for old in list(self._extracted)[:-MOST_EXTRACTED]:
                self._extracted.pop(old, None)  # another thread may have done it
            return found
        return self._extracted[key][1]

    def grouped(self, wrapper: Combined, examples: Sequence[Example]) -> Combined:
        """The wrapper with the grouping that gives the rows best; of several, the one that makes the fewest records."""
        shown = [record for example in examples for record in example.records]
        found = [(self._values(wrapper, example.page), example) for example in examples]
        made: dict[Grouping, list[list[Record]]] = {
            grouping: [grouping.records(one.page, values, wrapper.schema) for values, one in found]
            for grouping in groupings(shown, wrapper.schema)
        }

        def cost(grouping: Grouping) -> tuple[int, int, int]:
            pairs = list(zip(made[grouping], examples, strict=True))
            wrong = sum(len(disagreements(some, example)) for some, example in pairs)
            kept = sum(len(record.spans(name)) for some, _ in pairs for record in some for name in record)
            return wrong, -kept, sum(len(some) for some, _ in pairs)

        best = min(made, key=cost)
        chosen = replace(wrapper, grouping=best)
        for records, example in zip(made[best], examples, strict=True):
            self._extracted[id(chosen), example.page] = chosen, records
        return chosen

    def _values(self, wrapper: Combined, page: Page) -> dict[str, list[Span]]:
        """Where each part finds values: ``wrapper.values``, computed once for each part."""
        return {
            name: [span for record in self.records(part, page) for span in record.spans(name)]
            for part in wrapper.parts
            for name in part.schema.names
        }

    def own_learner(self, task: Task) -> Learner:
        """The learner of a task: a ``KL`` learner gets a cache of its own."""
        if task not in self._learners:
            own = self.learner
            self._learners[task] = own.remembering() if isinstance(own, KL) else own
        return self._learners[task]


def examples_of(
    pages: Sequence[Page], state: SessionState, statements: tuple[SessionStatement, ...], task: Task, layout: Layout
) -> list[Example]:
    """The statements about some fields as examples: on a list partial, with a row for each record.

    Where there is one record a page, its page is complete, and what was not said of the record is unknown.
    """
    numbers = sorted({one.page for one in statements} | state.complete)
    return [_example(pages[number], number, state, statements, task, layout) for number in numbers]


def _example(
    page: Page,
    number: int,
    state: SessionState,
    statements: tuple[SessionStatement, ...],
    task: Task,
    layout: Layout,
) -> Example:
    rows = rows_of(page, number, state, statements)
    rejected = rejected_spans(statements, number)
    is_complete = number in state.complete
    if layout == "detail" and len(rows) == 1 and len(task) > 0:
        missing: dict[str, Cell] = {} if is_complete else dict.fromkeys(task, UNKNOWN)
        records = [Record(page, {**missing, **_cells(rows[0], state)})]
        return Example(page, tuple(records), status="complete", rejected=rejected)
    records = [Record(page, _cells(row, state)) for row in rows]
    return Example(page, tuple(records), status="complete" if is_complete else "partial", rejected=rejected)


def rows_of(page: Page, number: int, state: SessionState, statements: tuple[SessionStatement, ...]) -> list[Row]:
    """The rows that the accepted values of a page make up."""
    values = accepted_values(statements, number)
    if len({value.field for value in values}) < 2 or not page.is_html:
        said = said_rows(statements, number)
        known = {value for row in said for value in row}
        several = [row for row in said if len(row) > 1]
        single = [(value,) for value in values if value not in known]
        return sorted([*several, *(row for row in said if len(row) == 1), *single], key=lambda row: row[0].span)
    return proposed_rows(page, values, said=said_rows(statements, number), many=state.many)


def _cells(row: Row, state: SessionState) -> dict[str, Cell]:
    names = dict.fromkeys(value.field for value in row)
    spans = {name: tuple(value.span for value in row if value.field == name) for name in names}
    return {name: some if len(some) > 1 or name in state.many else some[0] for name, some in spans.items()}


class _StateLearning:
    """The learning for one state."""

    def __init__(self, owner: SessionLearning, pages: tuple[Page, ...], state: SessionState, run: LearningRun) -> None:
        self.owner = owner
        self.run = run
        self.pages = pages
        self.state = state
        self.is_auto = isinstance(owner.learner, Auto)

    def result(self) -> SessionResult:
        names = self.state.fields
        if not names:
            return SessionResult()
        if self.is_auto and len(names) > 1 and self._is_list(self.state.statements):
            together = tuple(name for name in names if self._has_value(name))
            found = self._closest(together, self.state.about(together)) if len(together) > 1 else None
            if isinstance(found, ChosenWrapper):
                return self._joined(names, together, found)
        by_field = {name: self._closest((name,), self.state.about((name,))) for name in names}
        conflicts = {name: self._conflict((name,)) for name in names}
        layout = self._layout(by_field)
        known = {name: conflict for name, conflict in conflicts.items() if conflict}
        return SessionResult(by_field, known, layout, self._wrapper(by_field, layout))

    def _joined(self, names: Task, together: Task, found: ChosenWrapper) -> SessionResult:
        """All fields of one wrapper; those that it leaves out, or that have no value, by themselves."""
        have = found.wrapper.schema.names
        by_field: dict[str, ChosenWrapper | Problem] = {
            name: found if name in have else self._closest((name,), self.state.about((name,))) for name in names
        }
        conflict = self._conflict(together)
        conflicts = {name: conflict for name in together if conflict and name in _fields(conflict)}
        alone = {name: one for name in names if name not in have and (one := self._conflict((name,)))}
        return SessionResult(by_field, {**conflicts, **alone}, "list", self._wrapper(by_field, "list"))

    def _has_value(self, name: str) -> bool:
        statements = self.state.about((name,))
        return any(accepted_values(statements, number) for number in range(len(self.pages)))

    def _conflict(self, task: Task) -> ClickConflict | None:
        return self.owner._conflicts.get(self._key(task, self.state.about(task)))  # noqa: SLF001  # its own part

    def _is_list(self, statements: tuple[SessionStatement, ...]) -> bool:
        """Whether the clicked values make up rows of a list: several on a page, or one that looks like one of many."""
        for number in {one.page for one in statements}:
            page, others = self.pages[number], self._others(number)
            rows = rows_of(page, number, self.state, statements)
            if len(rows) > 1 or any(is_one_of_many(page, [value.span for value in row], others) for row in rows):
                return True
        return False

    def _others(self, number: int) -> list[Page]:
        return [page for at, page in enumerate(self.pages) if at != number]

    def _layout(self, by_field: dict[str, ChosenWrapper | Problem]) -> Layout:
        """Detail if no field has several values on a page that something was said about."""
        if self._is_list(self.state.statements):
            return "list"
        wrappers = {name: one.wrapper for name, one in by_field.items() if isinstance(one, ChosenWrapper)}
        for number in {one.page for one in self.state.statements}:
            for name, wrapper in wrappers.items():
                found = [span for one in self.owner.records(wrapper, self.pages[number]) for span in one.spans(name)]
                if len(found) > 1 and name not in self.state.many:
                    return "list"
        return "detail"

    def _wrapper(self, by_field: dict[str, ChosenWrapper | Problem], layout: Layout) -> Wrapper | None:
        """The wrapper of all fields that can be learned; None while there is none."""
        chosen = {name: one.wrapper for name, one in by_field.items() if isinstance(one, ChosenWrapper)}
        parts = tuple({id(wrapper): wrapper for wrapper in chosen.values()}.values())
        if len(parts) < 2:
            return next(iter(parts), None)
        fields = tuple(_field_of(wrapper, name) for name, wrapper in chosen.items())
        wrapper = Combined(Schema(fields), parts, origin=_origin(parts))
        if layout == "detail":
            return self._as_rules(replace(wrapper, grouping=Grouping("page")))
        examples = examples_of(self.pages, self.state, self.state.statements, self.state.fields, "list")
        return self.owner.grouped(wrapper, examples)

    def _as_rules(self, wrapper: Combined) -> Wrapper:
        """The rules of all fields as one wrapper, which can be exported, if it finds the same on the clicked pages."""
        if not all(isinstance(part, RulesWrapper) and part.single for part in wrapper.parts):
            return wrapper
        rules = tuple(rule for part in wrapper.parts if isinstance(part, RulesWrapper) for rule in part.rules)
        pages = [self.pages[number] for number in sorted({one.page for one in self.state.statements})]
        joined = relabelled(RulesWrapper(wrapper.schema, rules, origin=wrapper.origin), pages)
        same = all(records_on(joined, page) == records_on(wrapper, page) for page in pages)
        return joined if same else wrapper

    def _key(self, task: Task, statements: tuple[SessionStatement, ...]) -> tuple[Any, ...]:
        return task, statements, self.state.complete, self.state.many, min(len(self.pages), SESSION_OTHER_PAGES + 1)

    def _closest(self, task: Task, statements: tuple[SessionStatement, ...]) -> ChosenWrapper | Problem:
        """The task's wrapper: the one that agrees with all statements or, where there is none, with all but one."""
        key = self._key(task, statements)
        known = self.owner._known  # noqa: SLF001  # its own part
        if key not in known:
            found = self._tried(task, statements)
            known[key] = found if isinstance(found, ChosenWrapper) else self._settled(task, statements, found)
        return known[key]

    def _settled(
        self, task: Task, statements: tuple[SessionStatement, ...], problem: Problem
    ) -> ChosenWrapper | Problem:
        """The wrapper without the newest statement; those without any of which there is one contradict each other."""
        if len(statements) < 2 or not self._has_values(statements):
            return problem
        kept, newest = self._closest(task, statements[:-1]), statements[-1]
        if not isinstance(kept, ChosenWrapper):
            return problem
        conflicts, key = self.owner._conflicts, self._key(task, statements)  # noqa: SLF001  # its own part
        before = conflicts.get(self._key(task, statements[:-1]))
        if before:
            again = self._tried(task, tuple(one for one in statements if one not in before.unused))
            if isinstance(again, ChosenWrapper):
                conflicts[key] = before
                return again
        earlier = [one for one in statements[:-1][-CONFLICT_TRIES:] if self._is_learnable(task, statements, one)]
        unused = (*(before.unused if before else ()), newest)
        conflicts[key] = ClickConflict((*earlier, newest), unused, str(problem))
        return kept

    def _is_learnable(self, task: Task, statements: Sequence[SessionStatement], without: SessionStatement) -> bool:
        left = tuple(one for one in statements if one != without)
        return self._has_values(left) and isinstance(self._tried(task, left), ChosenWrapper)

    def _has_values(self, statements: tuple[SessionStatement, ...]) -> bool:
        return any(accepted_values(statements, number) for number in {one.page for one in statements})

    def _tried(self, task: Task, statements: tuple[SessionStatement, ...]) -> ChosenWrapper | Problem:
        key, known = self._key(task, statements), self.owner._tried  # noqa: SLF001  # its own part
        if key not in known:
            found: ChosenWrapper | Problem
            try:
                found = self._learned(task, statements)
            except (NoConsistentWrapper, BadInput) as problem:
                found = problem
            self.run.check()
            known[key] = found
        return known[key]

    def _learned(self, task: Task, statements: tuple[SessionStatement, ...]) -> ChosenWrapper:
        """What the first plan that agrees with the statements learns; else the problem of the first one."""
        if not self.is_auto:
            examples = examples_of(self.pages, self.state, statements, task, "list")
            return ChosenWrapper(self.owner.own_learner(task).learn(examples))
        if not self._has_values(statements):
            raise NoConsistentWrapper(kind="known", field=task[0], reason="no page has a value of it")
        problems: list[Problem] = []
        for plan in self._plans(task, statements):
            try:
                chosen = self._chosen(plan)
            except (NoConsistentWrapper, BadInput) as problem:
                problems.append(problem)
                continue
            except OutOfTime as late:
                problems.append(NoConsistentWrapper(kind="known", field=task[0], reason=str(late)))
                continue
            wrong = [one for example in plan.checked for one in self._differences(chosen.wrapper, example)]
            if not wrong and all(name in chosen.wrapper.schema for name in task):
                return chosen
            problems.append(NoConsistentWrapper(kind="known", field=task[0], reason="; ".join(wrong[:2]) or "left out"))
        raise problems[0]

    def _chosen(self, plan: _Plan) -> ChosenWrapper:
        if not isinstance(plan.learner, Auto):
            wrapper = plan.learner.learn(plan.examples)
            known = wrapper.origin.confidence
            alone = {name: ONE_METHOD for name in wrapper.schema.names if name not in known}
            return ChosenWrapper(with_origin(wrapper, confidence={**known, **alone}) if alone else wrapper)
        shown = {example.page for example in plan.examples}
        others = [page for page in self.pages if page not in shown]
        learner = replace(plan.learner, shared=self.run.budget(2 * plan.learner.budget))  # it takes half of it
        return learner.choose([*plan.examples, *map(Example, others[:SESSION_OTHER_PAGES])])

    def _plans(self, task: Task, statements: tuple[SessionStatement, ...]) -> Iterator[_Plan]:
        listed = examples_of(self.pages, self.state, statements, task, "list")
        learner = self.owner.learner
        if len(task) > 1 and isinstance(learner, Auto):
            yield _Plan(Auto(), listed, listed)
            yield _Plan(_Parts(self, task, statements), listed, listed)
            return
        if self._may_be_detail(task[0], statements):
            single = examples_of(self.pages, self.state, statements, task, "detail")
            yield _Plan(learner, [example for example in single if example.records], single)
        if all(example.page.is_html for example in listed):
            plans = (_Plan(learner, listed, listed), _Plan(KL(), listed, listed))
            yield from reversed(plans) if _is_large(listed, SESSION_LARGE_PAGE) else plans
        elif isinstance(learner, Auto):
            yield _Plan(replace(learner, methods=SESSION_TEXT_METHODS), listed, listed)

    def _differences(self, wrapper: Wrapper, example: Example) -> list[str]:
        return disagreements(self.owner.records(wrapper, example.page), example)

    def _may_be_detail(self, name: str, statements: tuple[SessionStatement, ...]) -> bool:
        """Whether each page has at most one accepted value, and looks as if it had no more."""
        accepted = {number: accepted_values(statements, number) for number in {one.page for one in statements}}
        if any(len(values) > 1 for values in accepted.values()):
            return False
        if name in self.state.many:
            return True
        first = next(((number, values[0]) for number, values in sorted(accepted.items()) if values), None)
        if first is None:
            return False
        number, value = first
        return has_one_record(self.pages[number], value.span, self._others(number))


@dataclass(frozen=True, slots=True)
class _Parts:
    """The learner of the plan "parts"."""

    state: _StateLearning
    task: Task
    statements: tuple[SessionStatement, ...]

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        tried = [self.state._tried((name,), about(self.statements, (name,))) for name in self.task]  # noqa: SLF001  # its own part
        for one in tried:
            if not isinstance(one, ChosenWrapper):
                raise one
        parts = [one.wrapper for one in tried if isinstance(one, ChosenWrapper)]
        fields = tuple(_field_of(part, name) for part, name in zip(parts, self.task, strict=True))
        return self.state.owner.grouped(Combined(Schema(fields), tuple(parts), origin=_origin(parts)), examples)


def _fields(conflict: ClickConflict) -> set[str]:
    return {name for one in conflict.clicks for name in fields_of(one)}


def _field_of(wrapper: Wrapper, name: str) -> Field:
    return replace(wrapper.schema[name], optional=True)


def _origin(parts: Sequence[Wrapper]) -> Origin:
    confidence = {name: one for part in parts for name, one in part.origin.confidence.items()}
    return Origin(method="session", confidence=confidence)


def _is_large(examples: Sequence[Example], most: int) -> bool:
    return any(len(one.page.tree.nodes) > most for one in examples if one.records and one.page.is_html)
