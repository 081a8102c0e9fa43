"""What the fuzzer does with a mutated page.

Legend

    subject     a mutated page, the site that it is from, and the seed of everything that is drawn for it
    finding     what must not happen: a difference or a contradiction raises one of these; any other error that is not
                ours is one by itself

Which operations a page gets is drawn, too, by the rates below; ``wrappers`` is for every page.
"""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from fuzz_sites import Forms, Site, made_sites
from mutations.hostile import hostile, recoded
from mutations.stored import damaged
from oracles.agreement import differences
from unweave.choose import learn
from unweave.choose.methods import AUTO, METHODS
from unweave.delimiters import DelimiterWrapper
from unweave.embedded import DiscoverData
from unweave.errors import UnweaveError
from unweave.page import Page
from unweave.records import Example
from unweave.records.agree import disagreements
from unweave.rules import RulesWrapper
from unweave.store import dumps, loads
from unweave.targets.compile import compile as compile_wrapper
from unweave.targets.export import TARGETS, export
from unweave.targets.expressions import Expressions
from unweave.targets.runners import run_expressions
from unweave.templates import Discover, DiscoverList, Exalg
from unweave.templates.template_words import tight
from unweave.wrapper import Wrapper

AGAIN = 0.1  # the share of pages on which a compiled form is run that does no more than ``extract``
BUDGET = 1.0  # seconds for ``learn`` and ``discover``


class Finding(Exception):  # it is what we look for
    """Something that must not happen, and is no error by itself."""

    category = "differences"


class Contradiction(Finding):
    """A wrapper that does not give its own examples, and does not say so."""

    category = "contradictions"


@dataclass(frozen=True)
class Subject:
    """A mutated page; ``size`` is "made", "stretch" or "whole"."""

    source: str
    seed: str
    site: Site
    size: str

    @property
    def chance(self) -> random.Random:
        """Always the same draws."""
        return random.Random(self.seed)

    @property
    def page(self) -> Page:
        """A new page."""
        return Page(self.source, name="mutated.html", html=True)

    @cached_property
    def forms(self) -> Sequence[Forms]:
        """A wrapper of its site, if there is one."""
        return self.chance.sample(self.site.forms, min(1, len(self.site.forms)))


def need(condition: object, problem: str, kind: type[Finding] = Finding) -> None:
    """A finding where the condition does not hold."""
    if not condition:
        raise kind(problem)


def outcome(act: Callable[[], Sequence[Any]]) -> list[dict[str, Any]] | str:
    """The records as plain dicts, or the name of our error."""
    try:
        return [one if isinstance(one, dict) else one.to_dict() for one in act()]
    except UnweaveError as error:
        return type(error).__name__


def the_wrappers(subject: Subject) -> None:
    """Wrappers learned before the page was mutated: extracted, with their spans, and compiled."""
    page = Page(subject.source)  # as the compiled form makes it: without a name, markup decides whether it is HTML
    for forms in subject.forms:
        found = outcome(partial(_with_spans, forms.wrapper, page))
        if not isinstance(forms.wrapper, DelimiterWrapper | RulesWrapper) and subject.chance.random() > AGAIN:
            continue
        compiled = outcome(partial(forms.compiled, page.source))
        need(found == compiled, f"the compiled {forms.wrapper.kind} wrapper differs")


def _with_spans(wrapper: Wrapper, page: Page) -> list[dict[str, Any]]:
    records = wrapper.extract(page)
    for record in records:
        spans = [span for name in record for span in record.spans(name)]
        need(all(0 <= span.start <= span.end <= len(page) for span in spans), "a value outside the page")
    return [record.to_dict() for record in records]


def the_definition(subject: Subject) -> None:
    """The same wrappers by their slow definitions."""
    page = Page(subject.source)
    for forms in subject.forms:
        for line in differences(forms.wrapper, page):
            need(condition=False, problem=f"the definition differs: {line.partition(':')[0]}")


def the_exports(subject: Subject) -> None:
    """Programs and expressions run; programs of delimiters give the same.

    Unless a value has markup in it: a program reads it with one pattern, the page with a tokenizer.
    """
    page = Page(subject.source)
    for forms in subject.forms:
        for run in subject.chance.sample(forms.programs, min(1, len(forms.programs))):
            found = outcome(partial(run, page))
            if isinstance(forms.wrapper, DelimiterWrapper) and _is_plain(forms.wrapper, page):
                need(found == outcome(partial(forms.wrapper.extract, page)), "the program of a scan differs")
        for written in subject.chance.sample(forms.expressions, min(1, len(forms.expressions))):
            _run(written, page)


def _is_plain(wrapper: Wrapper, page: Page) -> bool:
    try:
        records = wrapper.extract(page)
    except UnweaveError:
        return True
    return not any({"<", "&", "\\"} & set(page[span]) for one in records for name in one for span in one.spans(name))


def _run(written: Expressions, page: Page) -> None:
    if written.target != "regex":
        run_expressions(written.target, dict(written.items()))(page)


def the_explanation(subject: Subject) -> None:
    """What a wrapper says of the page."""
    page = subject.page
    for forms in subject.forms:
        outcome(lambda forms=forms: forms.wrapper.explain(page) and [])  # type: ignore[misc]  # a default is no argument


def the_bytes(subject: Subject) -> None:
    """The page in some encoding, with bytes that do not belong there: extracted and compiled."""
    data = recoded(subject.source, subject.chance)
    for forms in subject.forms:
        known = outcome(lambda forms=forms: forms.wrapper.extract(Page.from_bytes(data)))  # type: ignore[misc]  # the same
        compiled = outcome(partial(forms.compiled, data))
        need(known == compiled, f"the compiled {forms.wrapper.kind} wrapper differs on bytes")


def the_page(subject: Subject) -> None:
    """Tokens cover the source, and spans are inside it."""
    page = subject.page
    need("".join(page[token.span] for token in page.tokens) == page.source, "tokens do not cover the source")
    spans = [span for node in page.tree.nodes if (span := node.span) is not None]
    need(all(0 <= span.start <= span.end <= len(page) for span in spans), "a span outside the page")
    page.text((0, len(page)))


def the_learners(subject: Subject) -> None:
    """A learner on the page; its wrapper reproduces the examples, and survives files, compiling and exporting."""
    chance, page = subject.chance, subject.page
    example = _example(page, chance)
    if example is None:
        return
    wrapper = learn([example], method=chance.choice((AUTO, *METHODS)), budget=BUDGET)
    wrong = disagreements(wrapper.extract(page), example)
    said = any(problem in note for note in wrapper.origin.history for problem in wrong)
    need(said or not wrong, f"the {wrapper.kind} wrapper contradicts its examples", Contradiction)
    _survives(wrapper, page)
    unnamed = Page(page.source)
    compiled = outcome(lambda: compile_wrapper(wrapper)(unnamed.source))
    need(outcome(lambda: wrapper.extract(unnamed)) == compiled, f"the compiled {wrapper.kind} wrapper differs")
    for line in differences(wrapper, unnamed):
        need(condition=False, problem=f"the definition differs: {line.partition(':')[0]}")
    wrapper.explain(page)
    target = chance.choice(TARGETS)
    for pages in ((), (page,)):
        try:
            export(wrapper, to=target, pages=pages)
        except UnweaveError:
            continue


def _survives(wrapper: Wrapper, page: Page) -> None:
    again = loads(dumps(wrapper))
    need(again == wrapper, f"the stored {wrapper.kind} wrapper differs")
    found = outcome(lambda: wrapper.extract(page))
    need(found == outcome(lambda: again.extract(page)), f"the stored {wrapper.kind} wrapper finds other values")


def _example(page: Page, chance: random.Random) -> Example | None:
    """One to three records of one or two fields, whose values are texts of the page."""
    texts = [
        tight(page.source, node.span)
        for node in page.tree.nodes
        if node.kind == "text" and node.span and page.text(node.span)
    ]
    fields = chance.choice((1, 2))
    count = fields * chance.choice((1, 2, 3))
    if len(texts) < count:
        return None
    start = chance.randint(0, len(texts) - count)
    spans = sorted(chance.choice((texts[start : start + count], chance.sample(texts, count))))
    rows = [{f"f{at}": span for at, span in enumerate(spans[row : row + fields])} for row in range(0, count, fields)]
    return Example.from_spans(page, rows, status=chance.choice(("complete", "partial")))


def the_discovery(subject: Subject) -> None:
    """Templates of mutated copies of the page, and the list of one."""
    copies = [subject.page, *(Page(hostile(subject.source, seed=f"{subject.seed}-{at}"), html=True) for at in range(2))]
    wrapper = subject.chance.choice(_DISCOVERIES)(copies)
    for page in copies:
        outcome(partial(wrapper.extract, page))
        _survives(wrapper, page)


def the_store(subject: Subject) -> None:
    """A damaged file is refused, or gives a wrapper that raises only our errors."""
    chance = subject.chance
    wrapper = chance.choice(chance.choice(made_sites())().forms).wrapper
    document = damaged(json.loads(dumps(wrapper)), chance)
    loaded = loads(json.dumps(document).encode())
    for page in (subject.page, Page(chance.choice(chance.choice(made_sites())().pages), html=True)):
        outcome(partial(loaded.extract, page))


_DISCOVERIES: tuple[Callable[[Sequence[Page]], Wrapper], ...] = (
    lambda pages: Discover(budget=BUDGET).discover(pages),
    lambda pages: DiscoverList().discover(pages[:1]),
    lambda pages: Exalg().discover(pages),
    lambda pages: DiscoverData().discover(pages),
)
OPERATIONS: dict[str, Callable[[Subject], None]] = {
    "wrappers": the_wrappers,
    "bytes": the_bytes,
    "page": the_page,
    "definition": the_definition,
    "exports": the_exports,
    "explanation": the_explanation,
    "store": the_store,
    "learners": the_learners,
    "discovery": the_discovery,
}
RATES: dict[str, dict[str, float]] = {
    "made": {"bytes": 0.05, "page": 0.05, "definition": 0.05, "exports": 0.05, "explanation": 0.03, "store": 0.03}
    | {"learners": 0.006, "discovery": 0.003},
    "stretch": {"bytes": 0.03, "page": 0.03, "definition": 0.03, "exports": 0.03, "explanation": 0.02}
    | {"learners": 0.004, "discovery": 0.002},
    "whole": {"bytes": 0.03, "page": 0.02, "definition": 0.02, "exports": 0.03, "explanation": 0.02}
    | {"learners": 0.004, "discovery": 0.002},
}
"""The share of the pages of a size that an operation is run on; 1 for ``wrappers``."""


def drawn_operations(subject: Subject, times: int = 1) -> list[str]:
    """The operations that a subject goes through; ``times`` the rates."""
    chance = random.Random(f"{subject.seed} operations")
    rates = RATES[subject.size]
    return [name for name in OPERATIONS if chance.random() < times * rates.get(name, float(name == "wrappers"))]
