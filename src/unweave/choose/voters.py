"""Voters: ways of finding a field that agree with the examples, and what each finds on the pages at hand.

Legend

    voter      one rule, one tree language, one pair of delimiters, or one column of a template
    values     what a voter finds on a page, in order, each text once: ``("Emma",)``; ``()`` where it finds nothing
    weight     how much its vote counts before anything else is known: the stability prior of its kind of rule
    silence    how much its vote for "no value" counts where it finds nothing
    panel      the rules of one panel find the same values in different ways; the values of several panels are joined

Values are compared as texts without white space: the same text at another place of the page is the same value.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from unweave.budget import check_time
from unweave.engine.index import index_of
from unweave.engine.run import foreign_labels, found_by
from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.program import Selection
from unweave.records import Record
from unweave.rules import RulesWrapper
from unweave.rules.description import describe
from unweave.tuning import CONSTANT_FACTOR, TELLING_PAGES
from unweave.wrapper import Wrapper

T = TypeVar("T")
PageValues: TypeAlias = tuple[str, ...]
"""What is found on one page."""
FieldSpans: TypeAlias = Mapping[str, Sequence[Span]]
"""Where the values of each field are on one page."""


@dataclass(frozen=True, slots=True)
class FieldVoter:
    """One way of finding a field's values, and what it finds on each page.

    >>> FieldVoter("tree", "width 1, depth 2", values=(("Emma",), ())).values[0]
    ('Emma',)
    """

    method: str
    description: str
    values: tuple[PageValues, ...] = ()
    weight: float = 1.0
    silence: float = 0.0
    panel: int = 0
    spans: tuple[tuple[Span, ...], ...] = ()


def rule_voters(
    wrapper: RulesWrapper, name: str, pages: Sequence[Page], *, with_spans: bool = True
) -> list[FieldVoter]:
    """Each rule of a field as a voter; without spans it is faster on new pages.

    As in extraction, what is right behind a label of another field is not found.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<table><tr><th>Brand<td>Acme</table>")
    >>> wrapper = Rules().learn([Example.from_values(page, [{"brand": "Acme"}])])
    >>> rule_voters(wrapper, "brand", [Page("<table><tr><th>Brand<td>Bolt</table>")])[0].values
    (('Bolt',),)
    """
    rules, foreign = wrapper.of(name), foreign_labels(wrapper.program(), name)
    spans: list[tuple[tuple[Span, ...], ...]] = [()] * len(rules)
    if with_spans:
        spans = _by_rule([_rule_spans(rules, page, foreign) for page in pages], len(rules))
        values = [_values_at(pages, found) for found in spans]
    else:
        values = _by_rule([_rule_values(rules, page, foreign) for page in pages], len(rules))
    return [
        FieldVoter("rules", describe(rule), found, rule.weight, rule.silence, rule.panel, places)
        for rule, found, places in zip(rules, values, spans, strict=True)
    ]


def _by_rule(pages: Sequence[Sequence[T]], rules: int) -> list[tuple[T, ...]]:
    """What was found page by page, rule by rule."""
    return list(zip(*pages, strict=True)) or [()] * rules


def _rule_values(rules: Sequence[Selection], page: Page, foreign: frozenset[str]) -> list[PageValues]:
    """What each rule finds on a page."""
    check_time()
    index = index_of(page)
    return [_distinct(one.text for one in found_by(rule, index, foreign=foreign)) for rule in rules]


def _rule_spans(rules: Sequence[Selection], page: Page, foreign: frozenset[str]) -> list[tuple[Span, ...]]:
    """Where each rule finds values on a page."""
    check_time()
    index = index_of(page)
    return [tuple(one.located(index, page).span for one in found_by(rule, index, foreign=foreign)) for rule in rules]


def discount_constant(voter: FieldVoter) -> FieldVoter:
    """The voter with less weight if it finds the same on every page: then it probably finds template text.

    >>> [discount_constant(FieldVoter("rules", "", ((text,),) * 4 + (("Kim",),))).weight for text in ("Emma", "Kim")]
    [1.0, 0.1]
    """
    is_constant = len(set(voter.values)) == 1 and voter.values[0] != () and len(voter.values) >= TELLING_PAGES
    factor = CONSTANT_FACTOR if is_constant else 1.0
    return replace(voter, weight=voter.weight * factor, silence=voter.silence * factor)


def records_on(wrapper: Wrapper, page: Page) -> tuple[Record, ...] | None:
    """What a wrapper extracts from a page; None where the page does not fit.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> [record.to_dict() for record in records_on(wrapper, Page("<b>Kim</b>"))]
    [{'title': 'Kim'}]
    """
    check_time()
    try:
        return tuple(wrapper.extract(page))
    except DoesNotFit:
        return None


def spans_on(wrapper: Wrapper, page: Page) -> FieldSpans:
    """Where a wrapper finds the values of its fields on a page; nowhere if the page does not fit.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> spans_on(wrapper, Page("<b>Kim</b>"))
    {'title': [Span(start=3, end=6)]}
    """
    return _by_field(wrapper, records_on(wrapper, page) or ())


def _by_field(wrapper: Wrapper, records: Sequence[Record]) -> FieldSpans:
    return {name: [span for record in records for span in record.spans(name)] for name in wrapper.schema.names}


def wrapper_voters(
    method: str,
    wrapper: Wrapper,
    pages: Sequence[Page],
    records: Sequence[Sequence[Record] | None] | None = None,
) -> dict[str, FieldVoter]:
    """A whole wrapper as one voter for each of its fields; ``records`` is what it extracts, where that is known.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> wrapper_voters("lr", wrapper, [Page("<b>Kim</b>"), Page("none")])["title"].values
    (('Kim',), ())
    """
    extracted = [records_on(wrapper, page) for page in pages] if records is None else records
    found = [_by_field(wrapper, each or ()) for each in extracted]
    descriptions = {one.field: one.text for one in reversed(wrapper.explain().statements)}
    voters = {}
    for name in wrapper.schema.names:
        spans = tuple(tuple(on_page[name]) for on_page in found)
        voters[name] = FieldVoter(method, descriptions.get(name, method), _values_at(pages, spans), spans=spans)
    return voters


def _values_at(pages: Sequence[Page], spans: Sequence[Sequence[Span]]) -> tuple[PageValues, ...]:
    return tuple(texts(page, found) for page, found in zip(pages, spans, strict=True))


def texts(page: Page, spans: Sequence[Span]) -> PageValues:
    """The texts of the spans, each once, without white space.

    >>> texts(Page("<b>Jane  Austen</b>"), [Span(3, 15)])
    ('JaneAusten',)
    """
    return _distinct(page.text(span) for span in spans)


def _distinct(found: Iterable[str]) -> PageValues:
    return tuple(dict.fromkeys("".join(text.split()) for text in found))
