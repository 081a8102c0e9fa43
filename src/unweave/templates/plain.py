"""EXALG as in the paper, end to end: analyse, build the template, read values; the learner and its wrapper."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from unweave.errors import BadInput, CannotCompile
from unweave.page import Page
from unweave.program import Program
from unweave.records import Example, Record, Schema
from unweave.templates.exalg import Analysis, analyse
from unweave.templates.slots import read_page
from unweave.templates.telling import told
from unweave.templates.template import Part, Template, build, fields_of
from unweave.wrapper import Explanation, Origin, Statement


@dataclass(frozen=True, slots=True)
class ExalgWrapper:
    """A template that EXALG deduced; a page gives one record, sets are nested records."""

    schema: Schema
    template: Template
    kind: Literal["exalg"] = "exalg"
    origin: Origin = field(default=Origin(), compare=False)

    def extract(self, page: Page) -> list[Record]:
        """The page's record, or it raises DoesNotFit."""
        return [read_page(self.template, page)]

    def explain(self, page: Page | None = None) -> Explanation:
        """The template and, given a page, its values."""
        title = f"template of {len(self.template.keys)} tokens"
        statements = [Statement(name, "a position of the template") for name in self.schema.names]
        return told(title, statements, page, self.extract)

    def program(self) -> Program:
        """A template has no small form."""
        raise CannotCompile(target="a program", reason="a template of tokens with paths is neither scan nor selection")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exalg:
    """The plain algorithm: ``size`` and ``support`` are the paper's thresholds, ``support`` as a share of the pages.

    >>> books = [("Emma", "Jane"), ("Kim", "Rudyard")]
    >>> pages = [Page(f"<h1>{title}</h1><p>by {author}</p>") for title, author in books]
    >>> [record.to_dict() for record in Exalg().discover(pages).extract(pages[0])]
    [{'a1': 'Emma', 'a2': 'Jane'}]
    """

    size: int = 3
    support: float = 0.25

    def learn(self, examples: Sequence[Example]) -> ExalgWrapper:
        """A wrapper for the pages of the examples."""
        return self.discover([example.page for example in examples])

    def discover(self, pages: Sequence[Page]) -> ExalgWrapper:
        """A wrapper for these pages."""
        if len(pages) < 2:
            raise BadInput(source="the pages", reason="a template shows only on several pages")
        analysis = analyse(pages, size=self.size, support=self.support)
        template = build(analysis)
        history = (f"discovered on {len(pages)} pages in {len(analysis.rounds)} rounds",)
        return ExalgWrapper(
            Schema(tuple(fields_of(template.root))), template, origin=Origin(method="exalg", history=history)
        )


def trace(analysis: Analysis) -> str:
    """The rounds of an analysis in words: how many classes, and the tokens of each."""
    lines: list[str] = []
    for number, classes in enumerate(analysis.rounds, 1):
        lines.append(f"round {number}: {len(classes)} classes")
        lines += [
            f"  {cls.size} tokens, {len(cls.grid)} times: {_tokens(analysis, cls.grid[0].tolist())}" for cls in classes
        ]
    return "\n".join(lines)


def _tokens(analysis: Analysis, places: Sequence[int]) -> str:
    return " ".join(analysis.corpus.key(place).text for place in places)


def infix(template: Template, part: Part | None = None) -> str:
    """A template in the paper's notation: strings, ``*`` for values, ``{...}`` for sets, ``(...)?`` for optionals."""
    part = part or template.root
    inner = [infix(template, each) for each in part.parts]
    if part.kind == "basic":
        return "*"
    if part.kind in {"tuple", "text"}:
        strings = [" ".join(template.keys[key].text for key in string) for string in part.strings]
        return " ".join(piece for pair in zip(strings, [*inner, ""], strict=False) for piece in pair if piece)
    if part.kind == "either":
        return " | ".join(inner)
    element, before, between, behind = inner
    mark = {"set": f"{{{element}}}_{between}" if between else f"{{{element}}}", "optional": f"({element})?"}
    return " ".join(piece for piece in (before, mark.get(part.kind, element), behind) if piece)
