"""Discovery: from unlabelled pages to a wrapper with columns, names and a schema.

    pages -> the largest family -> leaves -> landmarks -> places -> columns, ranked, finished, named

Legend

    switches    every step beyond plain paths can be turned off, see ``Discover``

What this keeps of EXALG: roles by path (DiffForm), template by equal occurrence (FindEq, for texts rather than words),
roles by what stands around (DiffEq), and words within a column. What it gives up: one template of all tags. A page that
lacks a part, or has one more, then costs that part and nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from unweave.errors import BadInput
from unweave.page import Page
from unweave.records import Example
from unweave.templates.deduction import Deduction, Parents, Steps
from unweave.templates.families import like_pages
from unweave.templates.finish import attributes_of, finished, texts_of
from unweave.templates.landmarks import Rows, Shares
from unweave.templates.layout import LayoutWrapper
from unweave.templates.leaves import vocabulary
from unweave.templates.outlines import Outlines, outlined
from unweave.wrapper import Origin

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Discover:
    """The learner behind ``discover``; it looks at pages only, whatever their examples say.

    ``families``: keep to the largest family of like pages; ``labels``: tell values apart by the template's texts before
    them; ``runs``: also take all text behind a label as one value where it comes in several forms; ``parts``: also
    split texts at template words; ``levels``: columns that repeat together become nested records; ``attributes``: the
    attributes whose values are data as well; ``limit``: at most so many columns of texts, and of attributes at most a
    fifteenth of that besides; ``sample``: deduce from so many pages at most.
    """

    families: bool = True
    labels: bool = True
    runs: bool = True
    parts: bool = True
    levels: bool = True
    attributes: tuple[str, ...] = ("href", "src")
    limit: int = 60
    sample: int = 60
    share: float = 0.15
    shares: Shares = field(default_factory=Shares)

    def learn(self, examples: Sequence[Example]) -> LayoutWrapper:
        """A wrapper for the pages of the examples."""
        return self.discover([example.page for example in examples])

    def discover(self, pages: Sequence[Page]) -> LayoutWrapper:
        """A wrapper for these pages."""
        if len(pages) < 2:
            raise BadInput(
                source="the pages", reason="a template shows only on several pages; one list: find_list(page)"
            )
        chosen = sampled(pages, self.sample)
        outlines = outlined(chosen, self.attributes)
        members = like_pages(outlines)[0] if self.families else tuple(range(len(chosen)))
        layout = self.layout(outlines.only(members))
        return replace(layout, origin=Origin(method="discover", history=_history(chosen, members)))

    def layout(self, outlines: Outlines) -> LayoutWrapper:
        """A wrapper for pages that have been read."""
        known = vocabulary(outlines.names())
        texts, attributes = self.deductions(
            outlines.rows(known), [page.parents for page in outlines.pages] if self.levels else ()
        )
        columns = finished(texts, attributes, self.limit)
        return LayoutWrapper.of(columns, texts.marks, known, steady=self.shares.steady * len(outlines.pages))

    def deductions(self, rows: Rows, parents: Parents = ()) -> tuple[Deduction, Deduction | None]:
        """What is deduced from the texts of these rows, and from their attributes where these are looked at."""
        steps = Steps(
            labels=self.labels,
            runs=self.runs,
            parts=self.parts,
            share=self.share,
            shares=self.shares,
        )
        texts = Deduction(texts_of(rows), steps, parents=parents)
        if not self.attributes:
            return texts, None
        beside = replace(steps, runs=False, parts=False)
        return texts, Deduction(attributes_of(rows, tuple(texts.marks)), beside, texts.marks, parents)


def _history(pages: Sequence[Page], members: Sequence[int]) -> tuple[str, ...]:
    within = set(members)
    strangers = [page.name for number, page in enumerate(pages) if number not in within]
    aside = (f"set aside as strangers: {', '.join(strangers[:20])}",) if strangers else ()
    return (f"discovered on {len(members)} pages", *aside)


def discover(pages: Sequence[Page], **settings: object) -> LayoutWrapper:
    """A wrapper with template, schema and column names from unlabelled pages.

    Where pages are of several templates the one with most pages is taken, and the wrapper's history names the others;
    ``discover_mixed`` takes all of them. Settings are those of ``Discover``.

    >>> books = [("Emma", "Austen"), ("Kim", "Kipling"), ("Dune", "Herbert"), ("Ulysses", "Joyce")]
    >>> pages = [Page(f"<h1>{title}</h1><table><tr><th>Author:<td>{author}</table>") for title, author in books]
    >>> [record.to_dict() for record in discover(pages).extract(pages[1])]
    [{'h1': 'Kim', 'author': 'Kipling'}]
    """
    return Discover(**settings).discover(pages)  # type: ignore[arg-type]  # the settings are those of Discover


def sampled(given: Sequence[T], size: int) -> Sequence[T]:
    """So many of them, evenly spread; all where there are no more.

    >>> sampled(range(10), 3)
    [0, 3, 6]
    """
    if len(given) <= size:
        return given
    return [given[number * len(given) // size] for number in range(size)]
