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

from unweave.clock import look
from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.program import Selection
from unweave.records import Record
from unweave.rules import RulesWrapper
from unweave.rules.attribute import seen
from unweave.rules.cut import Cut
from unweave.rules.say import describe
from unweave.rules.view import Extent, View, view_of
from unweave.rules.vote import answers
from unweave.rules.wrapper import where
from unweave.wrapper import Wrapper

Answer: TypeAlias = tuple[str, ...]
FEWEST_PAGES = 5
TEMPLATE = 0.1
"""From so many pages on, a reading that says the same on all of them is believed so much less."""


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


def rule_answers(wrapper: RulesWrapper, name: str, pages: Sequence[Page]) -> list[Reading]:
    """The same without where the values stand: on a new page, finding that out costs as much as all the rest.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<table><tr><th>Brand<td>Acme</table>")
    >>> wrapper = Rules().learn([Example.from_values(page, [{"brand": "Acme"}])])
    >>> rule_answers(wrapper, "brand", [Page("<table><tr><th>Brand<td>Bolt</table>")])[0].answers
    (('Bolt',),)
    """
    rules = wrapper.of(name)
    told = list(zip(*(_answers(rules, page) for page in pages), strict=True)) or [()] * len(rules)
    return [
        Reading("rules", describe(rule), tuple(said), rule.weight, rule.silence, rule.panel)
        for rule, said in zip(rules, told, strict=True)
    ]


def _answers(rules: Sequence[Selection], page: Page) -> list[Answer]:
    """What each of the rules finds on a page."""
    view = _view(rules, page)
    said = [[_said(view, place, rule) for place in places] for rule, places in answers(rules, view)]
    return [tuple(dict.fromkeys("".join(text.split()) for text in found if text)) for found in said]


def _view(rules: Sequence[Selection], page: Page) -> View:
    """The page as the rules of a field see it."""
    look()
    return seen(view_of(page), rules[0].take if rules else "")


def _said(view: View, place: Extent, rule: Selection) -> str | None:
    """What stands at a place, or the part of it that the rule cuts out."""
    said = view.said(place)
    return Cut(rule.left, rule.right).apply(said) if rule.left or rule.right else said


def _rule_reading(rule: Selection, found: Sequence[Sequence[Span]], pages: Sequence[Page]) -> Reading:
    reading = _reading("rules", describe(rule), found, pages, rule.weight)
    return replace(reading, silence=rule.silence, panel=rule.panel)


def _places(rules: Sequence[Selection], page: Page) -> list[list[Span]]:
    """Where each of the rules finds values on a page; all of them are asked while its view is at hand."""
    view = _view(rules, page)
    return [
        [span for place in places if (span := where(view, place, rule)) is not None]
        for rule, places in answers(rules, view)
    ]


def _reading(method: str, words: str, found: Sequence[Sequence[Span]], pages: Sequence[Page], weight: float) -> Reading:
    told = [texts(page, spans) for page, spans in zip(pages, found, strict=True)]
    return Reading(method, words, tuple(told), weight, spans=tuple(map(tuple, found)))


def doubted(reading: Reading) -> Reading:
    """A reading with less weight where it says the same on every page: that is what a template does, not a value.

    >>> [doubted(Reading("rules", "", ((text,),) * 4 + (("Kim",),))).weight for text in ("Emma", "Kim")]
    [1.0, 0.1]
    """
    is_same = len(set(reading.answers)) == 1 and reading.answers[0] != ()
    is_template = is_same and len(reading.answers) >= FEWEST_PAGES
    factor = TEMPLATE if is_template else 1.0
    return replace(reading, weight=reading.weight * factor, silence=reading.silence * factor)


def found_on(wrapper: Wrapper, page: Page) -> Found | None:
    """Where a wrapper finds the values of its fields on a page; None where the page does not fit.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> found_on(wrapper, Page("<b>Kim</b>"))
    {'title': [Span(start=3, end=6)]}
    """
    records = records_on(wrapper, page)
    return None if records is None else _by_name(wrapper, records)


def records_on(wrapper: Wrapper, page: Page) -> tuple[Record, ...] | None:
    """What a wrapper finds on a page; None where the page does not fit.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> [record.to_dict() for record in records_on(wrapper, Page("<b>Kim</b>"))]
    [{'title': 'Kim'}]
    """
    look()
    try:
        return tuple(wrapper.extract(page))
    except DoesNotFit:
        return None


def _by_name(wrapper: Wrapper, records: Sequence[Record]) -> Found:
    return {name: [span for record in records for span in record.spans(name)] for name in wrapper.schema.names}


def witnesses(method: str, wrapper: Wrapper, pages: Sequence[Page]) -> dict[str, Reading]:
    """A whole wrapper as one reading of each of its fields.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> witnesses("lr", wrapper, [Page("<b>Kim</b>"), Page("none")])["title"].answers
    (('Kim',), ())
    """
    return readings_of(method, wrapper, pages, [records_on(wrapper, page) for page in pages])


def readings_of(
    method: str, wrapper: Wrapper, pages: Sequence[Page], records: Sequence[Sequence[Record] | None]
) -> dict[str, Reading]:
    """A whole wrapper as one reading of each of its fields, given what it finds on each page.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> readings_of("lr", wrapper, [Page("none")], [None])["title"].answers
    ((),)
    """
    found = [_by_name(wrapper, each or ()) for each in records]
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
