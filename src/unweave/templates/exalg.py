"""EXALG (Arasu and Garcia-Molina 2003): the rounds that find equivalence classes, the learner and its wrapper.

    corpus (DiffForm) -> rounds of FindEq, HandInv, DiffEq -> template (ConstTemp) -> values (ExVal)

Legend

    round       one turn of FindEq, HandInv, DiffEq
    contexts    ``[0, 4, 4, 0]``: for each token the innermost class and position around it, as one number
    analysis    the corpus and its classes after the last round: the input of ConstTemp

Departure from the paper: when DiffEq finds nothing new, tokens behind a class that occurs at most once in its position
are told apart from those before it, and the rounds go on. Otherwise the second of two similar tables, under a heading
that not all pages have, is one set with the first.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Literal

import numpy as np

from unweave.errors import BadInput, CannotCompile, DoesNotFit
from unweave.page import Page
from unweave.program import Program
from unweave.records import Example, Field, Record, Schema
from unweave.records.typed import with_bound_types
from unweave.templates.dtokens import Corpus, corpus
from unweave.templates.equivalence import EquivalenceClass, Nesting, equivalence_classes, nesting
from unweave.templates.explanation import explained
from unweave.templates.extraction import read_page
from unweave.templates.integers import Integers
from unweave.templates.invalid import valid_classes
from unweave.templates.report import columns_of
from unweave.templates.template import ExalgTemplate, fields_of, infix, schema_text
from unweave.templates.template_building import build
from unweave.tuning import EXALG_SIZE, EXALG_SUPPORT
from unweave.wrapper import Explanation, Origin, Statement, summary_of, wrapper_html

ROUNDS = 20
_GUARD = re.compile(r"[\^$][0-9]+")
"""The tokens that mark the beginning and the end of each page."""


@dataclass(frozen=True, slots=True)
class ExalgWrapper:
    """A template that EXALG deduced; a page gives one record, sets are nested records."""

    schema: Schema
    template: ExalgTemplate
    kind: Literal["exalg"] = "exalg"
    origin: Origin = field(default=Origin(), compare=False)
    _repr_html_ = wrapper_html
    summary = summary_of

    @with_bound_types
    def extract(self, page: Page) -> list[Record]:
        """The page's record, or it raises DoesNotFit."""
        return [read_page(self.template, page)]

    def explain(self, page: Page | None = None) -> Explanation:
        """The template and, given a page, its values."""
        title = f"template of {len(self.template.roles)} tokens"
        statements = [Statement(name, "a position of the template") for name in self.schema.names]
        return explained(title, statements, page, self.extract)

    def program(self) -> Program:
        """A template of tokens cannot be written as a program."""
        raise CannotCompile(target="a program", reason="a template of tokens with paths is neither scan nor selection")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exalg:
    """The algorithm of the paper: ``size`` and ``support`` are its thresholds, ``support`` as a share of the pages.

    >>> books = [("Emma", "Jane"), ("Kim", "Rudyard")]
    >>> pages = [Page(f"<h1>{title}</h1><p>by {author}</p>") for title, author in books]
    >>> [record.to_dict() for record in Exalg().discover(pages).extract(pages[0])]
    [{'a1': 'Emma', 'a2': 'Jane'}]
    """

    size: int = EXALG_SIZE
    support: float = EXALG_SUPPORT

    def learn(self, examples: Sequence[Example]) -> ExalgWrapper:
        """A wrapper for the pages of the examples; their labels are not used."""
        return self.discover([example.page for example in examples])

    def discover(self, pages: Sequence[Page]) -> ExalgWrapper:
        """A wrapper for these pages."""
        if len(pages) < 2:
            raise BadInput(source="the pages", reason="a template can only be found on two pages or more")
        analysis = analyse(pages, size=self.size, support=self.support)
        template = build(analysis.corpus, analysis.classes)
        history = (f"discovered on {len(pages)} pages in {len(analysis.rounds)} rounds",)
        return ExalgWrapper(
            Schema(tuple(fields_of(template.root))), template, origin=Origin(method="exalg", history=history)
        )


def drawn(wrapper: ExalgWrapper, pages: Sequence[Page], *, examples: int = 3) -> Iterator[str]:
    """Template and schema in the paper's notation, and for each column how many pages have it, and some values.

    >>> pages = [Page(f"<h1>{title}</h1><p>A book</p>") for title in ("Emma", "Kim", "Dune")]
    >>> print(*drawn(Exalg().discover(pages), pages), sep=chr(10))
    template: <h1> * </h1> <p> A book </p>
    schema: <B>
    values, on 3 of 3 pages
      a1               100%  Emma | Kim | Dune
    """
    tokens = [token for token in infix(wrapper.template).split() if not _GUARD.fullmatch(token)]
    yield f"template: {' '.join(tokens)}"
    yield f"schema: {schema_text(wrapper.template.root)}"
    found = [columns_of(record) for page in pages for record in _fitting(wrapper, page)]
    yield f"values, on {len(found)} of {len(pages)} pages"
    for name in (path for each in wrapper.schema.fields for path in _paths(each)):
        having = [columns[name] for columns in found if name in columns]
        texts = dict.fromkeys(text[:30] for values in having for text in values)
        yield f"  {name:16} {len(having) / max(1, len(found)):4.0%}  {' | '.join(list(texts)[:examples])}"


def _fitting(wrapper: ExalgWrapper, page: Page) -> list[Record]:
    """The page's record; none where it does not follow the template."""
    try:
        return wrapper.extract(page)
    except DoesNotFit:
        return []


def _paths(each: Field, above: str = "") -> Iterator[str]:
    if each.fields:
        yield from (path for inner in each.fields for path in _paths(inner, f"{above}{each.name}."))
    else:
        yield above + each.name


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """The corpus and its classes after the last round, and the classes of each round."""

    corpus: Corpus
    classes: tuple[EquivalenceClass, ...]
    rounds: tuple[tuple[EquivalenceClass, ...], ...]

    def trace(self) -> str:
        """The rounds as text: how many classes, and the tokens of each."""
        lines: list[str] = []
        for number, classes in enumerate(self.rounds, 1):
            lines.append(f"round {number}: {len(classes)} classes")
            lines += [f"  {cls.size} tokens, {len(cls.grid)} times: {self._tokens(cls)}" for cls in classes]
        return "\n".join(lines)

    def _tokens(self, cls: EquivalenceClass) -> str:
        return " ".join(self.corpus.role(index).text for index in cls.grid[0].tolist())


def analyse(pages: Sequence[Page], *, size: int = EXALG_SIZE, support: float = EXALG_SUPPORT) -> Analysis:
    """The classes of a collection; ``support`` is a share of the pages, or a number of pages if it is at least 1."""
    return analyse_corpus(corpus(pages), size=size, support=support)


def analyse_corpus(tokens: Corpus, *, size: int, support: float) -> Analysis:
    """The same for pages that are a corpus already."""
    needed = max(2, ceil(support * tokens.count if support < 1 else support))
    rounds: list[tuple[EquivalenceClass, ...]] = []
    for _ in range(ROUNDS):
        rounds.append(tuple(valid_classes(tokens, equivalence_classes(tokens, size=size, support=needed))))
        finer = differentiate(tokens, contexts(tokens, rounds[-1]))
        if finer is tokens:
            finer = differentiate(tokens, preceding_classes(tokens, rounds[-1]))
        if finer is tokens:
            break
        tokens = finer
    return Analysis(tokens, rounds[-1], tuple(rounds))


def differentiate(tokens: Corpus, around: Integers) -> Corpus:
    """Dtokens told apart by context (DiffEq); the same corpus where there is nothing new."""
    pairs, first, numbers = np.unique(
        tokens.dtokens * (int(around.max()) + 1) + around, return_index=True, return_inverse=True
    )
    if len(pairs) == len(tokens.roles):
        return tokens
    roles = tuple(tokens.role(int(index)) for index in first)
    return replace(tokens, roles=roles, dtokens=np.asarray(numbers).ravel())


def contexts(tokens: Corpus, classes: Sequence[EquivalenceClass]) -> Integers:
    """For each token the innermost position around it, numbered through all classes; 0 is outside of all."""
    around = np.zeros(len(tokens.dtokens), dtype=np.int64)
    bases = np.cumsum([0] + [cls.size for cls in classes])
    widest_first = sorted(range(len(classes)), key=lambda at: -int((classes[at].ends - classes[at].starts).max()))
    for at in widest_first:
        _write_positions(around, classes[at], int(bases[at]))
    for cls in classes:
        around[cls.grid.ravel()] = 0
    return around


def _write_positions(around: Integers, cls: EquivalenceClass, base: int) -> None:
    """Write the number of each position of a class over all tokens in it."""
    if cls.size < 2:
        return
    widths = np.diff(cls.grid, axis=1).ravel()
    codes = np.tile(np.arange(1, cls.size), len(cls.grid)) + base
    offsets = np.arange(widths.sum()) - np.repeat(np.cumsum(widths) - widths, widths)
    around[np.repeat(cls.grid[:, :-1].ravel(), widths) + offsets] = np.repeat(codes, widths)


def preceding_classes(tokens: Corpus, classes: Sequence[EquivalenceClass]) -> Integers:
    """For each token which class, of those that occur at most once in a position, ends last before it there."""
    preceding = np.zeros(len(tokens.dtokens), dtype=np.int64)
    if not classes:
        return preceding
    nested = nesting(classes)
    once = once_in_position(nested)
    for (parent, row, position), children in nested.children.items():
        end = int(classes[parent].grid[row, position])
        for number, at in children:
            if number in once:
                preceding[int(classes[number].ends[at]) + 1 : end] = number + 1
    for cls in classes:
        preceding[cls.grid.ravel()] = 0
    return preceding


def once_in_position(nested: Nesting) -> set[int]:
    """The classes that never occur twice in one position of one occurrence."""
    repeated = {
        number
        for children in nested.children.values()
        for number, times in Counter(n for n, _ in children).items()
        if times > 1
    }
    return set(range(len(nested.classes))) - repeated
