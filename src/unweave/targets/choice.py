"""Which expression is written for a field that has many rules: chosen by running them, with parsel, on pages.

Rules vote; an expression does not. Of each panel the rules are tried, heaviest first, and the first expression is taken
that gives the panel's values on every page; where none does, two are tried together. If the rules without the first
rule's labels would outvote the silence of those with them, a second expression is added for pages on which the first
finds nothing. That is done in XPath only: in CSS it needs a ``:has()`` that many engines do not support, so there it is
added only where pages need it.

Legend

    panel page    a page as parsel reads it, and the values that a panel gives there
    candidate     an expression for a rule: the rule itself or, in CSS, what comes near it
    exact         a candidate that is the rule itself; others must agree on nearly all pages
    score         on how many pages a candidate gives the panel's values
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice, permutations
from typing import Any, NamedTuple

from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.program import Condition, DataPaths, Selection, Selections, Step, labels_of, texts_of
from unweave.rules import RulesWrapper
from unweave.targets import css, regex, xpath
from unweave.targets.css_labels import selectors_beside
from unweave.targets.runners import found, selector_of, text_of, values_of
from unweave.tuning import EXPORT_AGREEMENT
from unweave.wrapper import Wrapper

TRIED_PAGES = 8  # pages with values, on one of which a candidate that is not exact must give them
LABEL_PAGES = 6  # pages from which selectors beside labels are read
MOST_CANDIDATES = 400  # of a panel
PAIRED, VERIFIED = 24, 6  # candidates that are paired, no two of which find the same; pairs that are run
MARKS = frozenset({"class", "attribute"})


@dataclass(slots=True)
class PanelPage:
    """A page as parsel reads it, and the values that a panel gives there; what was found on it is kept."""

    page: Page
    selector: Any
    values: tuple[str, ...]
    _found: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _beside: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def find(self, to: str, expression: str) -> tuple[str, ...]:
        """What an expression finds, each text once and without white space."""
        if expression not in self._found:
            here = self.page if to == "regex" else self.selector
            texts = ("".join(text.split()) for text in found(here, to, expression))
            self._found[expression] = tuple(dict.fromkeys(text for text in texts if text))
        return self._found[expression]

    def selectors_beside(self, label: str, take: str) -> list[str]:
        """Selectors for the values by where they are from a label on this page; none where CSS cannot say it."""
        if (label, take) not in self._beside:
            with suppress(CannotCompile):
                self._beside[label, take] = list(selectors_beside(self.selector.root, self.values, label, take))
        return self._beside.setdefault((label, take), [])


class ExpressionLanguage(NamedTuple):
    """How rules are written, and how what is written is combined."""

    write: Callable[[Selection], str]
    joined: Callable[[Sequence[str]], str]
    in_turn: Callable[[str, str], str] | None
    has_reserve: bool = False  # whether a second expression is added that no page needs


def chosen(wrapper: Wrapper, pages: Sequence[Page], to: str) -> dict[str, str]:
    """Each field's expression ("xpath", "css", "regex"), chosen on the pages; or it raises CannotCompile.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> shelf = [Page(f"<dl><dt>Pages<dd>{n}<dt>Year<dd>19{n}</dl>", name=str(n)) for n in (10, 11, 12)]
    >>> wrapper = Rules().learn([Example.from_values(shelf[0], [{"year": "1910"}])])
    >>> chosen(wrapper, shelf, "css")
    {'year': 'dt:contains("Year") + dd::text'}
    """
    program = wrapper.program()
    if isinstance(program, DataPaths):
        raise CannotCompile(target=to, reason=xpath.IN_SCRIPTS)
    if not isinstance(program, Selections):
        raise CannotCompile(target=to, reason="it scans the source, and knows no tree")
    selectors = [selector_of(page) for page in pages]
    program = replace(program, records=record_rules(wrapper, pages, selectors))
    is_single = program.record is None and not program.grouped
    written: dict[str, list[str]] = {}
    for (name, panel), rules in xpath.panels(program).items():
        part = _only(wrapper, name, panel)
        shown = [
            PanelPage(page, selector, tuple(dict.fromkeys(values_of(part, page)[name])))
            for page, selector in zip(pages, selectors, strict=True)
        ]
        choice = Choice(to, [xpath.from_the_top(program, rule) for rule in rules], shown, is_single=is_single)
        written.setdefault(name, []).append(choice.expression())
    return {name: LANGUAGES[to].joined(parts) for name, parts in written.items()}


def _only(wrapper: Wrapper, name: str, panel: int) -> Wrapper:
    """The wrapper with one panel of one field; a wrapper without panels as it is."""
    if not isinstance(wrapper, RulesWrapper):
        return wrapper
    own_labels = {text for rule in wrapper.of(name) for text in labels_of(rule.steps[0])}
    return replace(
        wrapper,
        schema=replace(wrapper.schema, fields=(wrapper.schema[name],)),
        rules=tuple(rule for rule in wrapper.of(name) if rule.panel == panel),
        labels=tuple(label for label in wrapper.labels if label not in own_labels),
    )


def record_rules(wrapper: Wrapper, pages: Sequence[Page], selectors: Sequence[Any]) -> tuple[Selection, ...]:
    """The rule for a record's node that finds the wrapper's records on most pages; none where there are no nodes."""
    if not isinstance(wrapper, RulesWrapper) or not wrapper.records:
        return ()
    wanted = [[list(record.to_dict().values()) for record in wrapper.extract(page)] for page in pages]

    def score(rule: Selection) -> int:
        with suppress(CannotCompile):
            path = xpath.expression(rule)
            nodes = [[text_of(node) for node in selector.xpath(path)] for selector in selectors]
            return sum(map(_are_records, nodes, wanted))
        return -1

    return (max(wrapper.records, key=score),)


def _are_records(texts: Sequence[str], records: Sequence[Sequence[Any]]) -> bool:
    """Whether there is a text for each record, with the record's values in it."""
    values = [
        [one for value in record for one in (value if isinstance(value, list) else [value]) if one]
        for record in records
    ]
    return len(texts) == len(records) and all(
        all(one in text for one in some) for text, some in zip(texts, values, strict=True)
    )


@dataclass(slots=True)
class Choice:
    """The choice for one panel: its rules and the pages."""

    to: str
    rules: Sequence[Selection]
    pages: Sequence[PanelPage]
    is_single: bool

    @property
    def language(self) -> ExpressionLanguage:
        """How expressions are written."""
        return LANGUAGES[self.to]

    def expression(self) -> str:
        """The expression, or it raises CannotCompile."""
        tried: dict[str, Selection] = {}
        for one, rule in islice(self._candidates(), MOST_CANDIDATES):
            if self._score(one) == len(self.pages):
                return self._with_reserve(one, rule) if self.is_single and self.language.has_reserve else one
            tried[one] = rule
        return self._best_of(tried)

    def _candidates(self) -> Iterator[tuple[str, Selection]]:
        """The candidates, each once, that are exact or give the values on some page."""
        seen: set[str] = set()
        tried = [page for page in self.pages if page.values][:TRIED_PAGES]
        for rule in sorted(self.rules, key=lambda rule: (-rule.weight, rule.steps[-1].tag == "#text")):
            for one in self._expressions(rule, self.pages):
                if one not in seen:
                    seen.add(one)
                    if self._is_exact(one, rule) or any(page.find(self.to, one) == page.values for page in tried):
                        yield one, rule

    def _expressions(self, rule: Selection, pages: Sequence[PanelPage]) -> Iterator[str]:
        """What a rule is written as; in CSS also what comes near it, on its own or as read from pages."""
        if self.to != "css":
            with suppress(CannotCompile):
                yield self.language.write(rule)
            return
        yield from css.similar(rule)
        if not (rule.left or rule.right):
            for label in dict.fromkeys(texts_of(rule.steps[-1])):
                for page in [one for one in pages if one.values][:LABEL_PAGES]:
                    yield from page.selectors_beside(label, rule.take)

    def _score(self, expression: str) -> int:
        return sum(page.find(self.to, expression) == page.values for page in self.pages)

    def _is_exact(self, expression: str, rule: Selection) -> bool:
        with suppress(CannotCompile):
            return self.language.write(rule) == expression
        return False

    def _with_reserve(self, first: str, rule: Selection) -> str:
        """With a second rule, by marks, for pages without the first rule's labels, if others outvote its silence."""
        labels = frozenset(texts_of(rule.steps[-1]))
        silent = [one for one in self.rules if labels & frozenset(texts_of(one.steps[-1]))]
        others = [one for one in self.rules if one not in silent]
        if sum(one.weight for one in others) > sum(one.silence for one in silent) > 0:
            for other in filter(_has_only_marks, others):
                for both in self._in_turn(first, self._expressions(other, ())):
                    if self._score(both) == len(self.pages):
                        return both
        return first

    def _in_turn(self, first: str, others: Iterable[str]) -> Iterator[str]:
        in_turn = self.language.in_turn
        if in_turn is not None:
            for other in others:
                with suppress(CannotCompile):
                    yield in_turn(first, other)

    def _best_of(self, tried: Mapping[str, Selection]) -> str:
        """The candidate or the pair that is right on most pages; if it is not exact, nearly all must agree."""
        pairs = self._pairs(tried) if self.is_single else ()
        best = max([*tried, *pairs], key=self._score, default="")
        if tried and self._score(best) >= EXPORT_AGREEMENT * len(self.pages):
            return best
        exact = [one for one, rule in tried.items() if self._is_exact(one, rule)]
        if not exact:
            raise self._refusal()
        return max(exact, key=self._score)

    def _pairs(self, tried: Iterable[str]) -> Iterator[str]:
        """Two candidates, in turn or joined, that may be right on more pages than any alone."""
        different: dict[tuple[tuple[str, ...], ...], str] = {}
        for one in tried:
            different.setdefault(tuple(page.find(self.to, one) for page in self.pages), one)
        best = sorted(different.values(), key=self._score, reverse=True)[:PAIRED]
        least = max(map(self._score, best), default=0)
        pairs = [(self._pair_score(*pair), *pair) for pair in permutations(best, 2)]
        promising = sorted((one for one in pairs if one[0] > least), key=lambda one: -one[0])[:VERIFIED]
        for _, first, second in promising:
            yield from self._in_turn(first, [second])
            with suppress(CannotCompile):
                yield self.language.joined([first, second])

    def _pair_score(self, first: str, second: str) -> int:
        """On how many pages two candidates give the values, in turn or joined, judged by what each finds alone."""
        both = [(page.find(self.to, first), page.find(self.to, second), page.values) for page in self.pages]
        in_turn = sum((one or other) == values for one, other, values in both)
        return max(in_turn, sum({*one, *other} == {*values} for one, other, values in both))

    def _refusal(self) -> CannotCompile:
        try:
            self.language.write(self.rules[0])
        except CannotCompile as failure:
            return CannotCompile(target=failure.target, reason=f"{self.rules[0].field}: {failure.reason}")
        return CannotCompile(target=self.to, reason=f"{self.rules[0].field}: nothing gives what the rules give")


def _has_only_marks(rule: Selection) -> bool:
    """Whether a rule asks for classes and attributes alone: not for a text, nor for a position."""
    asked = {one.property for step in rule.steps for one in _conditions(step)}
    return bool(asked & MARKS) and not asked - MARKS - {"has", "filled"}


def _conditions(step: Step) -> Iterator[Condition]:
    for condition in step.conditions:
        yield condition
        for inner in condition.steps:
            yield from _conditions(inner)


LANGUAGES: Mapping[str, ExpressionLanguage] = {
    "xpath": ExpressionLanguage(xpath.expression, xpath.joined, xpath.in_turn, has_reserve=True),
    "css": ExpressionLanguage(css.selector, css.joined, css.in_turn),
    "regex": ExpressionLanguage(regex.pattern, "|".join, None),
}
