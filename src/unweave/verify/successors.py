"""Successors: where the values of a field are on pages whose layout has changed.

Legend

    candidate    a text of a page that looks like a value of the field, and who points to it
    source       who points: a rule of the wrapper that still finds something, an anchor (``observations.anchors``), the
                 same page of the examples, or the look alone, where a single text of the page has it
    told         a text that is the value whatever rules and anchors say: the one of the examples, or the one that the
                 rest of the page clearly speaks for (``echo_evidence``)
    reliable     how often a source points to what is told, on all pages; its votes count as much
    successor    the candidate of a field on a page that is told, or has clearly more votes than any other
    row          the successors of one record: {"price": Span(120, 125)}

Every source may be wrong on a changed page, and none is followed alone. Where pages say a value twice, the sources are
judged by it, and on pages that do not, those are followed that were right on the others. And successors are only
examples, from which a wrapper is learned; what it finds on all pages is compared with the profile (``repairing``).

Lerman, Minton and Knoblock (Wrapper maintenance: a machine learning approach, 2003) look for texts with the patterns
of known values, and group them by their surroundings. Departures: rules and labels that survived are asked first, which
the pattern alone cannot replace (a list price looks like a sale price); records of a list are repeated regions
(``list_successors``).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import log
from typing import Any, NamedTuple

from unweave.engine.index import index_of
from unweave.engine.run import foreign_labels, found_by
from unweave.errors import CannotCompile, UnweaveError
from unweave.observations.anchors import Anchors
from unweave.page import Page, Span
from unweave.program import Selections
from unweave.records import Record
from unweave.tuning import SUCCESSOR_MARGIN, SUCCESSOR_TOLD
from unweave.values.profile import Counts, FieldProfile
from unweave.values.surroundings import PageTexts, innermost
from unweave.verify.echo_evidence import EchoEvidence
from unweave.wrapper import Wrapper, parts_of

Row = Mapping[str, Span]
EXAMPLE = "example"


class VotedPlace(NamedTuple):
    """A place that a source points to, with so many votes."""

    source: str
    span: Span
    votes: float


Places = Mapping[str, Sequence[VotedPlace]]
"""The candidates of a field on a page, by their text."""


def detail_rows(wrapper: Wrapper, pages: Sequence[Page], trusted: Sequence[str]) -> list[dict[str, Span]]:
    """The successors on pages with one record each; ``trusted`` are the fields that are still read right."""
    rows = [
        {name: spans[0] for name, spans in _extracted(wrapper, page).items() if name in trusted and spans}
        for page in pages
    ]
    for name, profile in wrapper.origin.site_profile.fields.items():
        if name not in trusted:
            for row, span in zip(rows, _successors(wrapper, pages, name, profile), strict=True):
                row.update({} if span is None else {name: span})
    return rows


def _extracted(wrapper: Wrapper, page: Page) -> dict[str, Sequence[Span]]:
    with suppress(UnweaveError):
        return {name: record.spans(name) for record in wrapper.extract(page)[:1] for name in record}
    return {}


def _successors(wrapper: Wrapper, pages: Sequence[Page], name: str, profile: FieldProfile) -> list[Span | None]:
    """The successor of a field on each page, where there is one."""
    evidence = EchoEvidence.of(profile)
    every = [_places(wrapper, page, name, profile, evidence) for page in pages]
    told = [_told(page, places, evidence) for page, places in zip(pages, every, strict=True)]
    reliable = _reliabilities(zip(every, told, strict=True))
    left = [_spoken_for(page, places, evidence) for page, places in zip(pages, every, strict=True)]
    return [_winner(places, text, reliable) for places, text in zip(left, told, strict=True)]


def _places(wrapper: Wrapper, page: Page, name: str, profile: FieldProfile, evidence: EchoEvidence) -> Places:
    """The candidates on a page; where it speaks for none of them, other texts that it speaks for."""
    texts = PageTexts(page)
    places: dict[str, list[VotedPlace]] = defaultdict(list)
    for one in (*_by_rules(wrapper, page, name), *_by_anchors(texts, profile), *_by_examples(wrapper, texts, name)):
        text = page.text(one.span)
        if profile.fits(text):
            places["".join(text.split())].append(one)
    if evidence.is_telling and not any(evidence.score(page, page.text(some[0].span)) > 0 for some in places.values()):
        places = _by_echoes(texts, profile, evidence) or places
    if not places and profile.features["shape"].is_telling:
        only = fitting_texts(page, profile)
        return {text: [VotedPlace("look", run_span(texts, at), 1.0)] for text, at in only.items() if len(only) == 1}
    return places


def _spoken_for(page: Page, places: Places, evidence: EchoEvidence) -> Places:
    """The candidates without those that the page speaks far less for than for the best."""
    scores = {text: evidence.score(page, page.text(some[0].span)) for text, some in places.items()}
    least = max(scores.values(), default=0.0) - log(SUCCESSOR_TOLD)
    return {text: some for text, some in places.items() if scores[text] > least}


def _told(page: Page, places: Places, evidence: EchoEvidence) -> str:
    """The candidate that the examples have on this page, or that the page clearly speaks for; empty without one."""
    shown = [text for text, some in places.items() if any(one.source == EXAMPLE for one in some)]
    texts = {page.text(some[0].span): text for text, some in places.items()}
    return shown[0] if len(shown) == 1 else texts.get(evidence.told(page, texts), "")


def _reliabilities(found: Iterable[tuple[Places, str]]) -> dict[str, float]:
    """For each source the share of the pages on which it points to what is told; one right page is added to them."""
    right, asked = Counter[str](), Counter[str]()
    for places, told in found:
        if told:
            asked.update({one.source for some in places.values() for one in some})
            right.update({one.source for one in places[told]})
    return {source: (right[source] + 1) / (count + 1) for source, count in asked.items()}


def _winner(places: Places, told: str, reliable: Mapping[str, float]) -> Span | None:
    """The place that is told, or has clearly more votes than any other."""
    votes = {text: Counter[Span]() for text in places}
    for text, some in places.items():
        for one in some:
            votes[text][one.span] += one.votes * reliable.get(one.source, 1.0)  # type: ignore[assignment]  # parts
    ranked = sorted(((some.total(), text) for text, some in votes.items()), reverse=True)
    if not told and (not ranked or (len(ranked) > 1 and ranked[0][0] < SUCCESSOR_MARGIN * ranked[1][0])):
        return None
    spans = votes[told or ranked[0][1]]
    return max(spans, key=lambda span: (spans[span], -span.start))


def _by_echoes(texts: PageTexts, profile: FieldProfile, evidence: EchoEvidence) -> dict[str, list[VotedPlace]]:
    """The texts that look like values and that the page speaks for: those in the tag of the values, if there are."""
    page = texts.page
    said = {text: at for text, at in fitting_texts(page, profile).items() if evidence.score(page, text) > 0}
    usual = {innermost(tags) for tags in profile.features.get("tags", Counts()).seen}
    same = {text: at for text, at in said.items() if innermost(texts.runs[at].tags) in usual}
    return {text: [VotedPlace("echo", run_span(texts, at), 1.0)] for text, at in (same or said).items()}


def fitting_texts(page: Page, profile: FieldProfile) -> dict[str, int]:
    """The texts of a page that look like values of a field, with the number of the first run that has each.

    >>> from unweave.values import described
    >>> fitting_texts(Page("<p>Now <b>$5.10</b> <i>$5.10</i>"), described(["$7.20", "$8.10", "$9.40"]))
    {'$5.10': 1}
    """
    texts = PageTexts(page)
    found: dict[str, int] = {}
    for at in range(len(texts.runs)):
        if profile.fits(texts.text(at)):
            found.setdefault(texts.text(at), at)
    return found


def _by_rules(wrapper: Wrapper, page: Page, name: str) -> Iterator[VotedPlace]:
    """What each rule of the field finds by itself; all rules together have one vote."""
    for part in parts_of(wrapper):
        with suppress(CannotCompile):
            program = part.program()
            if isinstance(program, Selections) and not program.records and page.is_html:
                yield from _rule_votes(program, page, name)


def _rule_votes(program: Selections, page: Page, name: str) -> Iterator[VotedPlace]:
    rules = [rule for rule in program.fields if rule.field == name]
    total = sum(rule.weight for rule in rules)
    index, foreign = index_of(page), foreign_labels(program, name)
    for at, rule in enumerate(rules):
        for found in found_by(rule, index, foreign=foreign)[:1]:
            yield VotedPlace(f"rule {at}", found.located(index, page).span, rule.weight / total)


def _by_anchors(texts: PageTexts, profile: FieldProfile) -> Iterator[VotedPlace]:
    """The texts at anchors; each kind of anchor has half a vote."""
    for place, known in Anchors.of(profile).known.items():
        for at, _ in texts.having(place, known):
            yield VotedPlace(place, run_span(texts, at), 0.5)


def _by_examples(wrapper: Wrapper, texts: PageTexts, name: str) -> Iterator[VotedPlace]:
    """The value that was shown on the page of the same name, where it is still a text of it."""
    shown = {value for row in example_rows(wrapper, texts.page.name) if (value := row.get(name))}
    for at in range(len(texts.runs)) if shown else ():
        if texts.text(at) in shown:
            yield VotedPlace(EXAMPLE, run_span(texts, at), 1.0)


def example_rows(wrapper: Wrapper, page: str | None = None) -> list[dict[str, Any]]:
    """The records of the examples, as texts; of one page where it is named."""
    entries = [one for one in wrapper.origin.examples if page is None or (page and one.get("page") == page)]
    rows = [row for one in entries for row in one.get("records", ()) if isinstance(row, dict)]
    return [{name: value for name, value in row.items() if isinstance(value, str)} for row in rows]


def run_span(texts: PageTexts, at: int) -> Span:
    """Where a text is, without the white space around it."""
    start, end = texts.runs[at][:2]
    source = texts.page.source
    left = len(source[start:end]) - len(source[start:end].lstrip())
    right = len(source[start:end].rstrip())
    return Span(start + left, start + right)


def as_record(page: Page, row: Row, names: Sequence[str], unknown: Any) -> Record:
    """A row as a record; fields without a successor are unknown."""
    return Record(page, {name: row.get(name, unknown) for name in names})
