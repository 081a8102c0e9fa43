"""KL: learns (k,l)-contextual wrappers from positives and negatives.

Legend

    counterexample      a positive that the current languages do not accept, or a negative that they do
    active              the few examples that a search is given: first one positive, then counterexamples, one at a
                        time, as a person would click; the others are only checked
    group               some of the positives; where no language fits all, a disjunction has one language per group

With nothing rejected and no complete page there are no negatives: then width and depth are estimated (``estimate``).

Departures from the paper: extractions are counted on the first few pages with active examples only; complete pages;
parts of nodes; the disjunction, which the paper only mentions (a set of sets of forks).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from unweave.combined import Combined, PerField
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.records import Example, Schema
from unweave.records.example import schema_of
from unweave.trees.estimate import estimated, solutions
from unweave.trees.field_examples import FieldExamples, Value, crosses_texts, end_values, field_examples, values_of
from unweave.trees.language import MarkedNode, TreeLanguage
from unweave.trees.search import Limits, Memory, ParameterSearch, Solution
from unweave.trees.wrapper import Picker, TreeWrapper
from unweave.tuning import TREE_COUNT_PAGES, TREE_ESTIMATE_SLACK, TREE_GROUPS
from unweave.values.parts import WHOLE, TokenParts, learn_token_parts
from unweave.wrapper import Origin, check_html


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
    groups: int = TREE_GROUPS
    estimate: bool = True
    memory: Memory | None = field(default=None, compare=False, repr=False)

    def learn(self, examples: Sequence[Example]) -> TreeWrapper | Combined:
        """A wrapper of the examples' field; of several fields one each, and a grouping."""
        schema = schema_of(examples)
        if not schema.fields:
            raise BadInput(source="KL", reason="the examples name no field")
        check_html("tree", examples)
        if len(schema.fields) > 1 or schema.fields[0].fields:
            return PerField(self).learn(examples)
        return self._learn_field(examples, schema)

    def remembering(self) -> "KL":
        """The same learner with a cache: learning again with more examples is then cheap."""
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
        if any(crosses_texts(example.page, span) for example, span in values):
            return []
        nodes = field_examples(examples, schema.names[0], values)
        parts = _parts_of(nodes)
        search = LanguageSearch(nodes, parts, nodes.negatives, self, self.memory or Memory()).whole_search()
        found = [_language(nodes.positives, each) for each in solutions(search)]
        return [TreeWrapper(schema, Picker(nodes.target, (language,)), parts) for language in dict.fromkeys(found)]

    def _learn_field(self, examples: Sequence[Example], schema: Schema) -> TreeWrapper:
        name = schema.names[0]
        values = values_of(examples, name)
        if not values:
            raise NoConsistentWrapper(kind="tree", field=name, reason="no example has a value of it")
        if any(crosses_texts(example.page, span) for example, span in values):
            return self._learn_across_texts(examples, schema, values)
        nodes = field_examples(examples, name, values)
        parts = _parts_of(nodes)
        picker, notes = self._picker(nodes, parts)
        if not parts.is_whole:
            parts = _parts_of(nodes, picker)
        return TreeWrapper(schema, picker, parts, origin=Origin(method="tree", history=notes))

    def _learn_across_texts(self, examples: Sequence[Example], schema: Schema, values: Sequence[Value]) -> TreeWrapper:
        name = schema.names[0]
        both_ends = [field_examples(examples, name, ends) for ends in end_values(values)]
        (first, notes), (last, _) = (self._picker(nodes, WHOLE) for nodes in both_ends)
        begin, end = (_parts_of(nodes) for nodes in both_ends)
        parts = TokenParts(begin.start, end.end)
        return TreeWrapper(schema, first, parts, last, origin=Origin(method="tree", history=notes))

    def _picker(self, nodes: FieldExamples, parts: TokenParts) -> tuple[Picker, tuple[str, ...]]:
        """Languages that accept every positive, and no negative in which the parts find a value."""
        relevant = [each for each in nodes.negatives if parts.is_whole or parts.find(nodes.text(each))]
        languages, notes = LanguageSearch(nodes, parts, tuple(relevant), self, self.memory or Memory()).languages()
        return Picker(nodes.target, tuple(languages)), notes


@dataclass(slots=True)
class LanguageSearch:
    """The search for languages, with examples made active one at a time."""

    nodes: FieldExamples
    parts: TokenParts
    negatives: Sequence[MarkedNode]
    learner: KL
    memory: Memory

    def languages(self) -> tuple[list[TreeLanguage], tuple[str, ...]]:
        """One language for all positives, or one per group, and notes about the search."""
        if not self.negatives and self.learner.estimate:
            whole_texts = self.parts.is_whole and self.nodes.target.kind != "attribute"
            found = estimated(self._search(self.nodes.positives, ()), slack=1.0 if whole_texts else TREE_ESTIMATE_SLACK)
            return [_language(self.nodes.positives, found)], ("nothing was rejected; width and depth are estimated",)
        languages: list[TreeLanguage] = []
        left = list(self.nodes.positives)
        notes: list[str] = []
        while left:
            if len(languages) == self.learner.groups:
                raise self._failure(left[0])
            language, left = self._largest_group(left, notes)
            languages.append(language)
        return languages, tuple(dict.fromkeys(notes))

    def whole_search(self) -> ParameterSearch:
        """A search with every example active."""
        return self._search(self.nodes.positives, self.negatives)

    def _largest_group(self, positives: list[MarkedNode], notes: list[str]) -> tuple[TreeLanguage, list[MarkedNode]]:
        """A language that accepts the first positive and as many others as it can, and the others."""
        group, refused = [positives[0]], list[MarkedNode]()
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

    def _consistent(
        self, group: Sequence[MarkedNode], active: Sequence[MarkedNode], notes: list[str]
    ) -> "BestSolution | None":
        """The best language of the group that accepts no negative; negatives are made active when it does."""
        while True:
            search = self._search(group, active)
            found = search.best()
            if found is None:
                return None
            wrong = search.first_accepted(found.point, self.negatives)
            if wrong is None:
                notes += ["the search was cut short; a more general wrapper may exist"] * found.cut_short
                return BestSolution(search, found)
            active = [*active, wrong]

    def _search(self, positives: Sequence[MarkedNode], negatives: Sequence[MarkedNode]) -> ParameterSearch:
        near = list({id(outline): outline for outline, _ in (*positives, *negatives)}.values())[:TREE_COUNT_PAGES]
        every = ((outline, at) for outline in near for at in self.nodes.target.candidates(outline))
        candidates = [each for each in every if self._could_be(each)]
        return ParameterSearch(tuple(positives), tuple(negatives), candidates, self.learner.limits, self.memory)

    def _could_be(self, marked: MarkedNode) -> bool:
        return self.parts.is_whole or bool(self.parts.find(self.nodes.text(marked)))

    def _failure(self, positive: MarkedNode) -> NoConsistentWrapper:
        text = self.nodes.text(positive).strip()
        limits = self.learner.limits
        return NoConsistentWrapper(
            kind="tree",
            field=self.nodes.name,
            page=_page_name(self.nodes, positive),
            constraint=f"width up to {limits.widest}, depth up to {limits.deepest}, {self.learner.groups} groups",
            reason=f"{text[:60]!r} cannot be told apart from other nodes; more groups of examples may help",
        )


class BestSolution(NamedTuple):
    """A search and the solution that it found."""

    search: ParameterSearch
    found: Solution


def _missing(best: BestSolution, positives: Sequence[MarkedNode], refused: Sequence[MarkedNode]) -> MarkedNode | None:
    """The first positive that the language does not accept, but for the refused ones."""
    accepted = {(id(outline), at) for outline, at in (*best.search.select(best.found.point, positives), *refused)}
    return next((each for each in positives if (id(each[0]), each[1]) not in accepted), None)


def _language(positives: Sequence[MarkedNode], found: Solution) -> TreeLanguage:
    point = found.point
    return TreeLanguage.learned(positives, width=point.width, depth=point.depth, vocabulary=found.vocabulary)


def _parts_of(nodes: FieldExamples, picker: Picker | None = None) -> TokenParts:
    """The parts of the positives; the texts of other picked nodes help to choose."""
    if all(WHOLE.find(text) == list(spans) for text, spans in nodes.samples):
        return WHOLE
    pages = dict.fromkeys(nodes.pages) if picker else ()
    shown = {text for text, _ in nodes.samples}
    others = [page[span] for page in pages for span in (picker.spans(page) if picker else ())]
    return learn_token_parts(nodes.samples, unlabelled=[text for text in others if text not in shown])


def _page_name(nodes: FieldExamples, marked: MarkedNode) -> str | None:
    return next((page.name for page in nodes.pages if page.tree is marked[0].nodes[0].tree), None)
