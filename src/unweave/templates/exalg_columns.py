"""Columns of plain EXALG beside those of discovery.

Legend

    position    where EXALG's template has a value, see ``positions``
    reading     the values of a column on each page, see ``readings``

EXALG (Arasu and Garcia-Molina 2003) compares words and tags, discovery compares whole texts with their paths. On small
pages with much markup and few texts EXALG sees values that discovery joins or splits. So a position becomes a column,
too, unless one column says the same wherever the position says anything: then nothing that EXALG finds is lost. Where
a value is in one column on some pages and in another on others, both of them together do not cover the position. But
a position with several values a page, each of which a column has alone, is a table of labels and values read as a list.

Limits: the columns of discovery and these are not more than are allowed, though a tenth of that may be added in any
case. Large collections are not read by EXALG, which takes several times as long as all other steps. Where EXALG has
more new positions than discovery has columns, it has taken repeated data for template (a position for each row of a
list), and none is added.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace

from unweave.budget import check_time
from unweave.page import Page
from unweave.templates.arrangement import distinct, slug
from unweave.templates.columns import TemplateColumn, schema_of
from unweave.templates.deduction import score
from unweave.templates.dtokens import corpus_of, page_tokens, with_sentinels
from unweave.templates.exalg import analyse_corpus
from unweave.templates.positions import labels, position_spans
from unweave.templates.readings import (
    Found,
    Reading,
    column_values,
    readings,
    said_alone,
    says_more,
    values_with_texts,
)
from unweave.templates.selectors import TextSelector
from unweave.templates.template_building import build
from unweave.templates.wrappers import TemplateWrapper
from unweave.tuning import EXALG_CHARACTERS, EXALG_SIZE, EXALG_SUPPORT, POSITIONS_PER_TEXTS


def with_positions(wrapper: TemplateWrapper, pages: Sequence[Page], share: float, limit: int) -> TemplateWrapper:
    """The wrapper with new positions of EXALG's template, filled on that share of the pages, within a limit on columns.

    >>> from unweave.templates import Discover
    >>> books = [("Emma", "Ann", 1), ("Kim", "Bo", 2), ("Dune", "Cy", 3)]
    >>> pages = [Page(f"<h1>{title}</h1><p>by {name} in {year}<p>out") for title, name, year in books]
    >>> wrapper = Discover(parts=False, exalg=False).largest(pages)
    >>> with_positions(wrapper, pages, 0.15, 10).extract(pages[0])[0].to_dict()
    {'h1': 'Emma', 'p': 'by Ann in 1', 'by': 'Ann', 'in': '1'}
    """
    if sum(len(page.source) for page in pages) > EXALG_CHARACTERS:
        return wrapper
    tokens = [with_sentinels(page_tokens(page), len(page.source)) for page in map(copy, pages)]
    analysis = analyse_corpus(corpus_of(tokens), size=EXALG_SIZE, support=EXALG_SUPPORT)
    if not analysis.classes:
        return wrapper
    template = build(analysis.corpus, analysis.classes)
    known: list[Found] = []
    there: list[Found] = []
    for page, read in zip(map(copy, pages), tokens, strict=True):  # copies, so that trees are not kept in memory
        check_time()
        known.append(column_values(wrapper, page))
        there.append(values_with_texts(page, position_spans(page, template, read)))
    new = list(_new(wrapper, known, there, max(2, share * len(pages))))
    if not new or len(new) > len(wrapper.columns):
        return wrapper
    most = max(limit // POSITIONS_PER_TEXTS, limit - len(wrapper.columns))
    new = sorted(new, key=lambda name: -_score(there, name))[:most]
    names = _names(wrapper, [labels(template).get(name, "") for name in new])
    columns = [*wrapper.columns, *(_column(name, position, there) for name, position in zip(names, new, strict=True))]
    return replace(wrapper, columns=tuple(columns), schema=schema_of(columns, wrapper.schema.name), tokens=template)


def _new(wrapper: TemplateWrapper, known: Sequence[Found], there: Sequence[Found], needed: float) -> Iterator[str]:
    """The positions that vary, are filled on enough pages, and that no column covers, each reading once."""
    covering = dict.fromkeys(readings(known).values())
    alone = said_alone(wrapper, known)
    for name, reading in readings(there).items():
        varied = len(set(reading)) > 1 and sum(map(bool, reading)) >= needed
        is_single = max(map(len, reading)) < 2
        if varied and (is_single or says_more(reading, alone)) and not any(_covers(one, reading) for one in covering):
            covering[reading] = None
            yield name


def _covers(other: Reading, reading: Reading) -> bool:
    """Whether a column says the same as another one wherever that says anything.

    >>> _covers((("Emma",), ("Kim",)), (("Emma",), ())), _covers((("Emma",), ()), (("Emma",), ("Kim",)))
    (True, False)
    """
    return all(not values or values == own for values, own in zip(reading, other, strict=True))


def _score(there: Sequence[Found], name: str) -> float:
    filled = {number: [text for _, text in page[name]] for number, page in enumerate(there) if page.get(name)}
    return score(filled, len(there))


def _names(wrapper: TemplateWrapper, wanted: Sequence[str]) -> list[str]:
    taken = list(wrapper.schema.names)
    return distinct([*taken, *(slug(name) or "text" for name in wanted)])[len(taken) :]


def _column(name: str, position: str, there: Sequence[Found]) -> TemplateColumn:
    counts = [len(page.get(position, ())) for page in there]
    return TemplateColumn(name, TextSelector(position, "position"), many=max(counts) > 1, optional=0 in counts)
