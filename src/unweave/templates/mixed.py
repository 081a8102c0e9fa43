"""Several templates in one folder or crawl: a layout for each family of pages, and the one that fits reads a page.

Legend

    part        the layout of one family; its schema carries the name of the records' type, ``template_1``, ...
    fit         which share of a part's fixed texts a page has, and how many columns have a value on it
    union       the fields of all parts; a record has those of its own part, the others are absent

A name that stands for the same shape in two parts is one field; where shapes differ, and for nested levels always, the
later part's gets a number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from unweave.errors import BadInput, CannotCompile, DoesNotFit
from unweave.page import Page
from unweave.program import Program
from unweave.records import Example, Field, Record, Schema
from unweave.templates.discover import Discover
from unweave.templates.families import Family, families
from unweave.templates.layout import LayoutWrapper
from unweave.templates.outlines import outlined
from unweave.templates.summary import known_names, renamed
from unweave.wrapper import Explanation, Origin


@dataclass(frozen=True, slots=True)
class MixedWrapper:
    """The layouts of several families, the largest first; a record's type is the name of its template."""

    schema: Schema
    parts: tuple[LayoutWrapper, ...]
    kind: Literal["mixed"] = "mixed"
    origin: Origin = field(default=Origin(), compare=False)

    def extract(self, page: Page) -> list[Record]:
        """The page's record as the template that fits best reads it, or it raises DoesNotFit."""
        part = self.choose(page)
        return [self._widened(record, part) for record in part.extract(page)]

    def choose(self, page: Page) -> LayoutWrapper:
        """The part with the largest share of its texts on the page; of equals, the one that finds most values."""
        read = outlined([page], keep=True)
        fits = [part.fit(read) for part in self.parts]
        best = [part for part, fit in zip(self.parts, fits, strict=True) if fit == max(fits)]
        return best[0] if len(best) == 1 else max(best, key=lambda part: _filled(part, page))

    def explain(self, page: Page | None = None) -> Explanation:
        """What each part says and, given a page, why the chosen one reads it so."""
        told = [part.explain() for part in self.parts]
        title = f"{len(self.parts)} templates"
        statements = tuple(statement for one in told for statement in one.statements)
        if page is None:
            return Explanation(title, statements)
        part = self.choose(page)
        read = part.explain(page)
        records = tuple(self._widened(record, part) for record in read.records)
        title = f"{title}; this page follows {part.schema.name}"
        return Explanation(title, statements, page, read.marks, records, read.problem)

    def program(self) -> Program:
        """Several templates have no small form."""
        raise CannotCompile(target="a program", reason="which template a page follows shows only when it is read")

    def _widened(self, record: Record, part: LayoutWrapper) -> Record:
        absent = {entry.name: () if entry.many else None for entry in self.schema.fields}
        found = {name: record.cell(name) for name in record}
        return Record(record.page, {**absent, **found}, type=part.schema.name)


def _filled(part: LayoutWrapper, page: Page) -> int:
    try:
        return sum(bool(record.spans(name)) for record in part.extract(page) for name in record)
    except DoesNotFit:
        return -1


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoverMixed:
    """The learner behind ``discover_mixed``: every family that is worth it, each with the same settings."""

    settings: Discover = field(default_factory=Discover)

    def learn(self, examples: Sequence[Example]) -> MixedWrapper:
        """A wrapper for the pages of the examples, whatever their templates."""
        return self.discover(families([example.page for example in examples]))

    def discover(self, found: Sequence[Family]) -> MixedWrapper:
        """A wrapper for these families; those that are too small are set aside."""
        chosen = worthwhile(found)
        if not chosen:
            raise BadInput(source="the pages", reason="a template shows only on several pages, and no two are alike")
        alone = replace(self.settings, families=False)
        parts = [alone.discover(family.pages) for family in chosen]
        return replace(mixed(parts), origin=Origin(method="discover", history=_history(found, chosen)))


def discover_mixed(pages: Sequence[Page], **settings: object) -> MixedWrapper:
    """A wrapper with one template for each family of like pages; the settings are those of ``Discover``.

    >>> books = [Page(f"<div class=book><h1>{title}</h1></div>") for title in ("Emma", "Kim", "Dune", "Walden")]
    >>> posts = [Page(f"<table class=post><tr><td>{number}00 words</table>") for number in range(1, 6)]
    >>> wrapper = discover_mixed([*books, *posts])
    >>> [wrapper.extract(page)[0].type for page in (books[0], posts[0])]
    ['template_2', 'template_1']
    """
    made = Discover(**settings)  # type: ignore[arg-type]  # the settings are those of Discover
    return DiscoverMixed(settings=made).discover(families(pages))


def worthwhile(found: Sequence[Family]) -> list[Family]:
    """The families to discover: those with enough pages, or else the largest if it has two."""
    worth = [family for family in found if family.worth_discovering]
    return worth or [family for family in found[:1] if len(family.pages) > 1]


def _history(found: Sequence[Family], chosen: Sequence[Family]) -> tuple[str, ...]:
    said = [f"template_{number}: {len(family.pages)} pages" for number, family in enumerate(chosen, 1)]
    strangers = [page.name for family in found if family not in chosen for page in family.pages]
    aside = [f"set aside as strangers: {', '.join(strangers[:20])}"] if strangers else []
    return (*said, *aside)


def mixed(parts: Sequence[LayoutWrapper]) -> MixedWrapper:
    """One wrapper of several layouts, its fields all different."""
    fields: dict[str, Field] = {}
    made: list[LayoutWrapper] = []
    for number, part in enumerate(parts, 1):
        other = renamed(part, _other_names(part, fields))
        made.append(replace(other, schema=replace(other.schema, name=f"template_{number}")))
        fields |= {entry.name: entry for entry in other.schema.fields}
    shared = tuple(replace(entry, optional=not entry.many) for entry in fields.values())
    return MixedWrapper(Schema(shared), tuple(made))


def simplest(wrapper: MixedWrapper) -> "MixedWrapper | LayoutWrapper":
    """The wrapper; or, where there is one template, its layout, which then needs no name."""
    if len(wrapper.parts) > 1:
        return wrapper
    (part,) = wrapper.parts
    return replace(part, schema=replace(part.schema, name=""), origin=wrapper.origin)


def _other_names(part: LayoutWrapper, fields: Mapping[str, Field]) -> dict[str, str]:
    """New names for the fields of a part that mean something else in the parts before it."""
    taken = {*fields, *part.schema.names}
    names: dict[str, str] = {}
    for entry in part.schema.fields:
        other = fields.get(entry.name)
        if other and (other.fields or entry.fields or other.many != entry.many):
            number = next(n for n in range(2, len(taken) + 3) if f"{entry.name}_{n}" not in taken)
            names[entry.name] = f"{entry.name}_{number}"
            taken.add(names[entry.name])
    return names


def renamed_everywhere(wrapper: MixedWrapper, names: Mapping[str, str]) -> MixedWrapper:
    """The same wrapper with other names for columns or levels, in every part that has them."""
    known = {name for part in wrapper.parts for name in known_names(part)}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise BadInput(source="the new names", reason=f"there is no column {unknown[0]!r}")
    parts = [
        renamed(part, {old: new for old, new in names.items() if old in known_names(part)}) for part in wrapper.parts
    ]
    return replace(mixed(parts), origin=wrapper.origin)
