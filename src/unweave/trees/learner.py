"""KL: learns (k,l)-contextual wrappers from positives and negatives.

Legend

    counterexample      a positive that the current languages do not accept, or a negative that they do
    active              the few examples that a search is given: one positive to begin with, then counterexamples, one
                        at a time, just as a person would click; the others are only checked
    group               some of the positives; where no language fits all, a disjunction has one language per group

With nothing rejected and no complete page there are no negatives: then width and depth are estimated (``estimate``).

Departures from the paper: extractions are counted on the first few pages with active examples only; complete pages;
parts of nodes; the disjunction, which it only mentions (a set of sets of forks).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from unweave.combined import Combined, PerField
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.records import Example, Schema
from unweave.records.example import schema_of
from unweave.trees.estimate import estimated, solutions
from unweave.trees.language import Language, Marked
from unweave.trees.lesson import Lesson, Value, end_values, is_stretch, taught, values_of
from unweave.trees.search import Found, Limits, Memory, Search
from unweave.trees.wrapper import Picker, TreeWrapper
from unweave.values.parts import WHOLE, Parts, learned_parts
from unweave.wrapper import Confidence, Level, Origin

COUNTED = 4  # pages on which extractions are counted: enough to prefer one language to another
SLACK = 1.2  # where the parts of a text, or an attribute's name, already tell values from others


@dataclass(frozen=True, slots=True, kw_only=True)
class KL:
    """A learner of tree wrappers; ``groups`` is how many languages a disjunction may have.

    >>> from unweave.page import Page
    >>> page = Page("<ul><li>Call (415) 555-12<li>Call (650) 99-30</ul><p>Top (1)</p>")
    >>> wrapper = KL().learn([Example.from_values(page, [{"area": "415"}], status="partial")])
    >>> [record["area"] for record in wrapper.extract(page)]
    ['415', '650']
    """

    limits: Limits = field(default_factory=Limits)
    groups: int = 4
    estimate: bool = True
    memory: Memory | None = field(default=None, compare=False, repr=False)

    def learn(self, examples: Sequence[Example]) -> TreeWrapper | Combined:
        """A wrapper of the examples' field; of several fields one each, and a grouping."""
        schema = schema_of(examples)
        if not schema.fields:
            raise BadInput(source="KL", reason="the examples name no field")
        if len(schema.fields) > 1 or schema.fields[0].fields:
            return PerField(self).learn(examples)
        return self._learn_field(examples, schema)

    def remembering(self) -> "KL":
        """The same learner with a memory: learning again with more examples is then cheap."""
        return replace(self, memory=Memory())

    def rivals(self, examples: Sequence[Example]) -> list[TreeWrapper]:
        """Wrappers of other widths, depths and vocabularies that agree with the examples as well, the simplest first.

        >>> from unweave.page import Page
        >>> page = Page("<p><b>Emma</b></p><b>Top</b>")
        >>> rivals = KL().rivals([Example.from_values(page, [{"title": "Emma"}], status="partial")])
        >>> sorted({len(wrapper.extract(page)) for wrapper in rivals})
        [1, 2]
        """
        schema = schema_of(examples)
        values = values_of(examples, schema.names[0])
        if any(is_stretch(example.page, span) for example, span in values):
            return []
        lesson = taught(examples, schema.names[0], values)
        parts = _parts_of(lesson)
        search = Lessons(lesson, parts, lesson.negatives, self, self.memory or Memory()).whole_search()
        found = [_language(lesson.positives, each) for each in solutions(search)]
        return [TreeWrapper(schema, Picker(lesson.aim, (language,)), parts) for language in dict.fromkeys(found)]

    def _learn_field(self, examples: Sequence[Example], schema: Schema) -> TreeWrapper:
        name = schema.names[0]
        values = values_of(examples, name)
        if not values:
            raise NoConsistentWrapper(kind="tree", field=name, reason="no example shows a value of it")
        if any(is_stretch(example.page, span) for example, span in values):
            return self._learn_stretch(examples, schema, values)
        lesson = taught(examples, name, values)
        parts = _parts_of(lesson)
        picker, notes = self._picker(lesson, parts)
        if not parts.is_whole:
            parts = _parts_of(lesson, picker)
        return TreeWrapper(schema, picker, parts, origin=_origin(name, picker, notes))

    def _learn_stretch(self, examples: Sequence[Example], schema: Schema, values: Sequence[Value]) -> TreeWrapper:
        name = schema.names[0]
        lessons = [taught(examples, name, ends) for ends in end_values(values)]
        (first, notes), (last, _) = (self._picker(lesson, WHOLE) for lesson in lessons)
        begin, end = (_parts_of(lesson) for lesson in lessons)
        parts = Parts(begin.start, end.end)
        return TreeWrapper(schema, first, parts, last, origin=_origin(name, first, notes))

    def _picker(self, lesson: Lesson, parts: Parts) -> tuple[Picker, tuple[str, ...]]:
        """Languages that hold every positive and no negative in which the parts find something."""
        telling = [each for each in lesson.negatives if parts.is_whole or parts.find(lesson.text(each))]
        languages, notes = Lessons(lesson, parts, tuple(telling), self, self.memory or Memory()).languages()
        return Picker(lesson.aim, tuple(languages)), notes


@dataclass(slots=True)
class Lessons:
    """The search for languages, with examples made active one at a time."""

    lesson: Lesson
    parts: Parts
    negatives: Sequence[Marked]
    learner: KL
    memory: Memory

    def languages(self) -> tuple[list[Language], tuple[str, ...]]:
        """One language for all positives, or one per group, and what there is to say about the search."""
        if not self.negatives and self.learner.estimate:
            telling = self.parts.is_whole and self.lesson.aim.kind != "attribute"
            found = estimated(self._search(self.lesson.positives, ()), slack=1.0 if telling else SLACK)
            return [_language(self.lesson.positives, found)], ("nothing was rejected; width and depth are estimated",)
        languages: list[Language] = []
        left = list(self.lesson.positives)
        notes: list[str] = []
        while left:
            if len(languages) == self.learner.groups:
                raise self._failure(left[0])
            language, left = self._largest_group(left, notes)
            languages.append(language)
        return languages, tuple(dict.fromkeys(notes))

    def whole_search(self) -> Search:
        """A search with every example active."""
        return self._search(self.lesson.positives, self.negatives)

    def _largest_group(self, positives: list[Marked], notes: list[str]) -> tuple[Language, list[Marked]]:
        """A language that holds the first positive and, one by one, whichever others it can; and those it cannot."""
        group, refused = [positives[0]], list[Marked]()
        best = self._consistent(group, [], notes)
        if best is None:
            raise self._failure(positives[0])
        while missing := _missing(best, positives, refused):
            wider = self._consistent([*group, missing], best.search.negatives, notes)
            if wider is None:
                refused.append(missing)
            else:
                group, best = [*group, missing], wider
        return _language(group, best.found), refused

    def _consistent(self, group: Sequence[Marked], active: Sequence[Marked], notes: list[str]) -> "Best | None":
        """The best language of the group that accepts no negative; negatives are made active when it does."""
        while True:
            search = self._search(group, active)
            found = search.best()
            if found is None:
                return None
            wrong = search.first_accepted(found.point, self.negatives)
            if wrong is None:
                notes += ["the search was cut short; a more general wrapper may exist"] * found.cut_short
                return Best(search, found)
            active = [*active, wrong]

    def _search(self, positives: Sequence[Marked], negatives: Sequence[Marked]) -> Search:
        near = list({id(outline): outline for outline, _ in (*positives, *negatives)}.values())[:COUNTED]
        every = ((outline, at) for outline in near for at in self.lesson.aim.candidates(outline))
        candidates = [each for each in every if self._could_be(each)]
        return Search(tuple(positives), tuple(negatives), candidates, self.learner.limits, self.memory)

    def _could_be(self, marked: Marked) -> bool:
        return self.parts.is_whole or bool(self.parts.find(self.lesson.text(marked)))

    def _failure(self, positive: Marked) -> NoConsistentWrapper:
        text = self.lesson.text(positive).strip()
        limits = self.learner.limits
        return NoConsistentWrapper(
            kind="tree",
            field=self.lesson.name,
            page=_page_name(self.lesson, positive),
            constraint=f"width up to {limits.widest}, depth up to {limits.deepest}, {self.learner.groups} groups",
            reason=f"{text[:60]!r} cannot be told from what is no value; more groups of examples may help",
        )


class Best(NamedTuple):
    """A search and what it found."""

    search: Search
    found: Found


def _missing(best: Best, positives: Sequence[Marked], refused: Sequence[Marked]) -> Marked | None:
    """The first positive that the language does not accept, but for the refused ones."""
    accepted = {(id(outline), at) for outline, at in (*best.search.select(best.found.point, positives), *refused)}
    return next((each for each in positives if (id(each[0]), each[1]) not in accepted), None)


def _language(positives: Sequence[Marked], found: Found) -> Language:
    point = found.point
    return Language.learned(positives, width=point.width, depth=point.depth, vocabulary=found.vocabulary)


def _parts_of(lesson: Lesson, picker: Picker | None = None) -> Parts:
    """The parts of the positives; what else is picked helps to choose."""
    if all(WHOLE.find(text) == list(places) for text, places in lesson.samples):
        return WHOLE
    outlines = {id(outline): outline for outline, _ in lesson.positives} if picker else {}
    shown = {text for text, _ in lesson.samples}
    others = [
        lesson.text((outline, at)) for outline in outlines.values() for at in (picker.pick(outline) if picker else ())
    ]
    return learned_parts(lesson.samples, unlabelled=[text for text in others if text not in shown])


def _page_name(lesson: Lesson, marked: Marked) -> str | None:
    return next((page.name for page in lesson.pages if page.tree is marked[0].nodes[0].tree), None)


def _origin(name: str, picker: Picker, notes: tuple[str, ...]) -> Origin:
    told = tuple(f"width {each.width}, depth {each.depth}" for each in picker.languages)
    level: Level = "low" if any("estimated" in note for note in notes) else "medium"
    return Origin(method="tree", confidence={name: Confidence(level, (*told, *notes))}, history=notes)
