"""Which expressions speak best for all the rules of a field: seen by running them, in their engine, on pages.

Rules vote; an expression does not. Of each panel the first expression is taken that gives the panel's values on every
page; where none does, two are tried together. If, without the texts on which the first rests, the other rules would
outvote its silence, a second one is written for pages on which it finds nothing; in XPath, that is: in CSS it takes a
``:has()`` that many engines do not read, and is written only where pages ask for it.

Legend

    sheet      a page as the engine reads it, and what a panel gives there
    form       an expression for a rule: what it says or, in CSS, what comes near it
    exact      a form that says what the rule says; others must agree on nearly all pages
    kept       the forms that gave the values on some page, each with its rule and on how many
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, permutations
from typing import Any, NamedTuple

from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.program import Condition, Selection, Step
from unweave.rules.bias import named
from unweave.targets import css, xpath
from unweave.targets.css_near import beside
from unweave.targets.engine import document, found
from unweave.targets.fitting import fitted, panels, panels_said
from unweave.wrapper import Wrapper

PROBED = 8  # pages with values, on one of which a form must give them to be looked at further
SHOWN = 6  # pages off which it is read how labels and values stand to each other
PAIRED = 24  # forms that are tried in pairs, no two of which find the same
VERIFIED = 6  # pairs that are run
MARKED = frozenset({"class", "attribute"})
NEARLY = 0.9  # of the pages, on which a form that is not exact must agree


@dataclass(slots=True)
class Sheet:
    """A page as the engine reads it, what a panel gives there, and what expressions were found to give."""

    read: Any
    wanted: tuple[str, ...]
    _found: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _beside: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def finds(self, to: str, expression: str) -> tuple[str, ...]:
        """What an expression finds, each once and without white space."""
        if expression not in self._found:
            texts = ("".join(text.split()) for text in found(self.read, to, expression))
            self._found[expression] = tuple(dict.fromkeys(text for text in texts if text))
        return self._found[expression]

    def beside(self, label: str, take: str) -> list[str]:
        """Selectors for what is wanted, off this page: how it stands to a label; none where it cannot be written."""
        if (label, take) not in self._beside:
            with suppress(CannotCompile):
                self._beside[label, take] = list(beside(self.read.root, self.wanted, label, take))
        return self._beside.setdefault((label, take), [])

    def agrees(self, to: str, expression: str) -> bool:
        """Whether an expression finds what the panel gives."""
        return self.finds(to, expression) == self.wanted


Forms = Callable[[Selection, Sequence[Sheet]], Iterator[str]]


class Language(NamedTuple):
    """How rules are written, and what is written is put together."""

    write: Callable[[Selection], str]
    forms: Forms
    in_turn: Callable[[str, str], str]
    joined: Callable[[Sequence[str]], str]
    most: int  # forms that are tried for a panel
    reserves: bool  # whether a second expression is written that no page asks for


class Kept(NamedTuple):
    """A form that agrees on some pages."""

    form: str
    rule: Selection
    score: int


def chosen(wrapper: Wrapper, pages: Sequence[Page], to: str) -> dict[str, str]:
    """Each field's expression ("xpath", "css"), chosen on the pages; or it raises CannotCompile.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> shelf = [Page(f"<dl><dt>Pages<dd>{n}<dt>Year<dd>19{n}</dl>", name=str(n)) for n in (10, 11, 12)]
    >>> wrapper = Rules().learn([Example.from_values(shelf[0], [{"year": "1910"}])])
    >>> chosen(wrapper, shelf, "css")
    {'year': 'dt:contains("Year") + dd::text'}
    """
    said = panels_said(wrapper, pages)
    program = fitted(wrapper, pages, said)
    read = [document(page) for page in pages]
    is_one = program.record is None and not program.grouped
    written: dict[str, list[str]] = {}
    for panel, rules in panels(program).items():
        sheets = [Sheet(one, tuple(dict.fromkeys(values))) for one, values in zip(read, said[panel], strict=True)]
        whole = [xpath.from_the_top(program, rule) for rule in rules]
        written.setdefault(panel[0], []).append(Choice(to, whole, sheets, is_one=is_one).made())
    return {name: LANGUAGES[to].joined(parts) for name, parts in written.items()}


@dataclass(slots=True)
class Choice:
    """The choice for one panel: its rules, best first, and the sheets."""

    to: str
    rules: Sequence[Selection]
    sheets: Sequence[Sheet]
    is_one: bool

    def made(self) -> str:
        """The expression, or it raises CannotCompile."""
        kept: list[Kept] = []
        for form, rule in islice(self._forms(), LANGUAGES[self.to].most):
            score = self._score(form)
            if score == len(self.sheets):
                return self._with_reserve(form, rule) if self.is_one and LANGUAGES[self.to].reserves else form
            kept.append(Kept(form, rule, score))
        return self._best_of(kept)

    def _forms(self) -> Iterator[tuple[str, Selection]]:
        """The forms of the rules, each once, that are right on some page."""
        tried: set[str] = set()
        probes = [sheet for sheet in self.sheets if sheet.wanted][:PROBED]
        for rule in self.rules:
            for form in LANGUAGES[self.to].forms(rule, self.sheets):
                if form not in tried:
                    tried.add(form)
                    if self._is_exact(form, rule) or any(sheet.agrees(self.to, form) for sheet in probes):
                        yield form, rule

    def _score(self, form: str) -> int:
        return sum(sheet.agrees(self.to, form) for sheet in self.sheets)

    def _is_exact(self, form: str, rule: Selection) -> bool:
        with suppress(CannotCompile):
            return LANGUAGES[self.to].write(rule) == form
        return False

    def _with_reserve(self, form: str, rule: Selection) -> str:
        """With a rule by marks where the first finds nothing, if the others then outvote what rests on its texts."""
        texts = frozenset(named(rule.steps[-1]))
        silent = [one for one in self.rules if texts & frozenset(named(one.steps[-1]))]
        others = [one for one in self.rules if one not in silent]
        if sum(one.weight for one in others) > sum(one.silence for one in silent) > 0:
            for other in filter(_by_marks, others):
                for second in self._in_turn(form, LANGUAGES[self.to].forms(other, ())):
                    if self._score(second) == len(self.sheets):
                        return second
        return form

    def _in_turn(self, first: str, others: Iterable[str]) -> Iterator[str]:
        for other in others:
            with suppress(CannotCompile):
                yield LANGUAGES[self.to].in_turn(first, other)

    def _best_of(self, kept: Sequence[Kept]) -> str:
        """The form or the pair that is right on most pages; if it is not exact, nearly all must agree."""
        most = max((one.score for one in kept), default=0)
        pairs = self._pairs(kept, most) if self.is_one else ()
        best = max([*(one.form for one in kept), *pairs], key=self._score, default="")
        if kept and self._score(best) >= NEARLY * len(self.sheets):
            return best
        exact = [one for one in kept if self._is_exact(one.form, one.rule)]
        if not exact:
            raise self._refusal()
        return max(exact, key=lambda one: one.score).form

    def _pairs(self, kept: Sequence[Kept], least: int) -> Iterator[str]:
        """Two forms, one behind the other or both, that may be right on more pages than any alone."""
        apart: dict[tuple[tuple[str, ...], ...], Kept] = {}
        for one in kept:
            apart.setdefault(tuple(sheet.finds(self.to, one.form) for sheet in self.sheets), one)
        best = sorted(apart.values(), key=lambda one: -one.score)[:PAIRED]
        scored = [(self._promise(one.form, other.form), one.form, other.form) for one, other in permutations(best, 2)]
        promising = sorted((one for one in scored if one[0] > least), key=lambda one: -one[0])[:VERIFIED]
        for _, first, second in promising:
            yield from self._in_turn(first, [second])
            with suppress(CannotCompile):
                yield LANGUAGES[self.to].joined([first, second])

    def _promise(self, first: str, second: str) -> int:
        """On how many pages two forms give, in turn or together, what is wanted."""
        both = [(sheet.finds(self.to, first), sheet.finds(self.to, second), sheet.wanted) for sheet in self.sheets]
        in_turn = sum((one or other) == wanted for one, other, wanted in both)
        return max(in_turn, sum({*one, *other} == {*wanted} for one, other, wanted in both))

    def _refusal(self) -> CannotCompile:
        try:
            LANGUAGES[self.to].write(self.rules[0])
        except CannotCompile as failure:
            return CannotCompile(target=failure.target, reason=f"{self.rules[0].field}: {failure.reason}")
        return CannotCompile(target=self.to, reason=f"{self.rules[0].field}: nothing gives what the rules give")


def _by_marks(rule: Selection) -> bool:
    """Whether a rule rests on marks alone: not on a text, nor on a place."""
    asked = {one.property for step in rule.steps for one in _conditions(step)}
    return bool(asked & MARKED) and not asked - MARKED - {"has", "filled"}


def _conditions(step: Step) -> Iterator[Condition]:
    for condition in step.conditions:
        yield condition
        for inner in condition.steps:
            yield from _conditions(inner)


def _paths(rule: Selection, _sheets: Sequence[Sheet]) -> Iterator[str]:
    with suppress(CannotCompile):
        yield xpath.expression(rule)


def _selectors(rule: Selection, sheets: Sequence[Sheet]) -> Iterator[str]:
    yield from css.resembling(rule)
    if not (rule.left or rule.right):
        for label in dict.fromkeys(named(rule.steps[-1])):
            for sheet in [one for one in sheets if one.wanted][:SHOWN]:
                yield from sheet.beside(label, rule.take)


LANGUAGES: Mapping[str, Language] = {
    "xpath": Language(xpath.expression, _paths, xpath.in_turn, xpath.joined, most=16, reserves=True),
    "css": Language(css.selector, _selectors, css.in_turn, css.joined, most=400, reserves=False),
}
