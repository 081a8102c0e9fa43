"""Readings: ways of finding a field that agree with the examples, and what each finds on the pages at hand.

Legend

    reading    one rule, one tree language, one pair of delimiters, one column of a template
    answer     what a reading finds on a page, in order, each text once: ``("Emma",)``; ``()`` where it finds nothing
    weight     how much it counts before anything else is known: the stability prior of its builder or family
    silence    how much it counts for "there is nothing" where it finds nothing
    panel      readings of one panel say the same thing in different ways; panels are joined

Answers are compared as texts, without white space: the same text at another place of the page is the same answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.program import Selection
from unweave.rules import RulesWrapper
from unweave.rules.say import describe
from unweave.rules.view import view_of
from unweave.rules.vote import answers
from unweave.rules.wrapper import where
from unweave.wrapper import Wrapper

Answer: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way of finding a field's values, and what it finds on each page.

    >>> Reading("tree", "width 1, depth 2", answers=(("Emma",), ())).answers[0]
    ('Emma',)
    """

    method: str
    words: str
    answers: tuple[Answer, ...] = ()
    weight: float = 1.0
    silence: float = 0.0
    panel: int = 0
    spans: tuple[tuple[Span, ...], ...] = ()


Found: TypeAlias = Mapping[str, Sequence[Span]]
"""Where the values of each field stand on one page."""


def rule_readings(wrapper: RulesWrapper, name: str, pages: Sequence[Page]) -> list[Reading]:
    """Each rule of a field as a reading of its own.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<table><tr><th>Brand<td>Acme</table>")
    >>> wrapper = Rules().learn([Example.from_values(page, [{"brand": "Acme"}])])
    >>> rule_readings(wrapper, "brand", [Page("<table><tr><th>Brand<td>Bolt</table>")])[0].answers
    (('Bolt',),)
    """
    rules = wrapper.of(name)
    found = list(zip(*(_places(rules, page) for page in pages), strict=True)) or [()] * len(rules)
    return [_rule_reading(rule, places, pages) for rule, places in zip(rules, found, strict=True)]


def _rule_reading(rule: Selection, found: Sequence[Sequence[Span]], pages: Sequence[Page]) -> Reading:
    reading = _reading("rules", describe(rule), found, pages, rule.weight)
    return replace(reading, silence=rule.silence, panel=rule.panel)


def _places(rules: Sequence[Selection], page: Page) -> list[list[Span]]:
    """Where each of the rules finds values on a page; all of them are asked while its view is at hand."""
    view = view_of(page)
    return [
        [span for place in places if (span := where(view, place, rule)) is not None]
        for rule, places in answers(rules, view)
    ]


def _reading(method: str, words: str, found: Sequence[Sequence[Span]], pages: Sequence[Page], weight: float) -> Reading:
    told = [texts(page, spans) for page, spans in zip(pages, found, strict=True)]
    return Reading(method, words, tuple(told), weight, spans=tuple(map(tuple, found)))


def found_on(wrapper: Wrapper, page: Page) -> Found | None:
    """Where a wrapper finds the values of its fields on a page; None where the page does not fit.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> found_on(wrapper, Page("<b>Kim</b>"))
    {'title': [Span(start=3, end=6)]}
    """
    try:
        records = wrapper.extract(page)
    except DoesNotFit:
        return None
    return {name: [span for record in records for span in record.spans(name)] for name in wrapper.schema.names}


def witnesses(method: str, wrapper: Wrapper, pages: Sequence[Page]) -> dict[str, Reading]:
    """A whole wrapper as one reading of each of its fields.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> witnesses("lr", wrapper, [Page("<b>Kim</b>"), Page("none")])["title"].answers
    (('Kim',), ())
    """
    found = [found_on(wrapper, page) or {} for page in pages]
    words = {one.field: one.text for one in reversed(wrapper.explain().statements)}
    return {
        name: _reading(method, words.get(name, method), [spans.get(name, ()) for spans in found], pages, 1.0)
        for name in wrapper.schema.names
    }


def texts(page: Page, spans: Sequence[Span]) -> Answer:
    """What the spans say, each text once, without white space.

    >>> texts(Page("<b>Jane  Austen</b>"), [Span(3, 15)])
    ('JaneAusten',)
    """
    return tuple(dict.fromkeys(_packed(page, spans)))


def _packed(page: Page, spans: Sequence[Span]) -> Iterator[str]:
    for span in spans:
        yield "".join(page.text(span).split())
