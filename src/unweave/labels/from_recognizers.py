"""Learning from recognizers instead of labels, with any learner.

Legend

    corroborate    the thesis's way (section 6.5): the compact label of every page, either/or cells and holes included,
                   is given to the learner; if no wrapper agrees with it, the labels it represents are tried one after
                   the other, by proximity, until a wrapper agrees with one on every page
    weigh          beyond it: no recognizer needs to be perfect, and none is taken as true (see ``ranking``)
    auto           both where corroboration is possible; the wrapper that explains the reports better is taken
    tries          30        how many labels are tried; the error reports how many there were

A labelled page among the examples counts as a perfect recognizer, so a user can help where recognizers are weak.

Departures: the thesis goes through all combinations of all pages' labels; ours stops after ``tries``, since the
number grows exponentially, and gives the learner the undecided cells first, since every learner of ours can decide them
by what is consistent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import Literal

from unweave.budget import OutOfTime, check_time, out_of_time, part_of_time
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.labels.compact_label import CompactLabel, corrob_star, joint_labels
from unweave.labels.contexts import probable_order
from unweave.labels.corroborate import all_orders, check_reasonable
from unweave.labels.instances import run_recognizers
from unweave.labels.likelihood import ReportedPage
from unweave.labels.ranking import Ranked, ranked, score
from unweave.labels.recognizer import Recognizer
from unweave.records import Example
from unweave.tuning import LABELS_TRIED, MOSTLY_REPORTED, PARTLY_REPORTED, READING_TIME_SHARE
from unweave.wrapper import Confidence, Learner, Level, Wrapper, with_origin

Way = Literal["auto", "corroborate", "weigh"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FromRecognizers:
    """Learns from pages on which recognizers report the values; the inner learner makes the wrapper.

    ``order`` is the order of the fields in a record; where it is not given, it is determined from the reports.

    >>> from unweave.delimiters import LR
    >>> from unweave.labels import of_kind, of_values
    >>> from unweave.page import Page
    >>> rows = "".join(f"<li><b>{name}</b> {price}</li>" for name, price in
    ...     [("Emma", "$5.50"), ("Kim", "$7"), ("Dune", "$9.25"), ("She", "$4"), ("Vathek", "$3")])
    >>> page = Page(f"<p>All from $3!<ul>{rows}</ul>")
    >>> known = (of_values("title", ["Emma", "Dune", "She"]), of_kind("price", "price"))
    >>> wrapper = FromRecognizers(recognizers=known, learner=LR()).learn([Example(page)])
    >>> [tuple(record.to_dict().values()) for record in wrapper.extract(page)][2:]
    [('Dune', '$9.25'), ('She', '$4'), ('Vathek', '$3')]
    """

    recognizers: tuple[Recognizer, ...] = ()
    learner: Learner
    order: tuple[str, ...] | None = None
    way: Way = "auto"
    tries: int = LABELS_TRIED

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """The wrapper that explains the reports best, or it raises NoConsistentWrapper."""
        return self.ranked(examples)[0].wrapper

    def ranked(self, examples: Sequence[Example]) -> list[Ranked]:
        """Every wrapper that was learned, with its score and its examples, the best first."""
        pages = self._reported(examples)
        fields = _fields(pages)
        found, failures = list[Ranked](), list[NoConsistentWrapper | BadInput | OutOfTime]()
        for way in (self._corroborated, self._weighed):
            try:
                found += way(pages, fields)
            except (NoConsistentWrapper, BadInput, OutOfTime) as failure:
                failures.append(failure)
        if not found:
            raise failures[-1]
        best_first = sorted(found, key=lambda each: -each.score)
        return [_with_confidence(each, pages, len(examples)) for each in best_first]

    def _reported(self, examples: Sequence[Example]) -> list[ReportedPage]:
        """What recognizers report on the pages: on all of them, or on those for which there is time."""
        pages: list[ReportedPage] = []
        with part_of_time("reading the pages", READING_TIME_SHARE):
            for example in examples:
                if pages and out_of_time():
                    break
                reported = run_recognizers(example.page, self.recognizers, example)
                pages.append(ReportedPage(example.page, reported))
        return pages

    def _corroborated(self, pages: Sequence[ReportedPage], fields: Sequence[str]) -> list[Ranked]:
        if self.way == "weigh":
            return []
        for page in pages:
            check_reasonable(page.instances)
        orders = iter([self.order]) if self.order else all_orders(fields)
        wrapper, examples = corroborated(pages, orders, self.learner, tries=self.tries)
        return [Ranked(wrapper, score(wrapper, pages), tuple(examples))]

    def _weighed(self, pages: Sequence[ReportedPage], fields: Sequence[str]) -> list[Ranked]:
        if self.way == "corroborate":
            return []
        return ranked(pages, self.order or probable_order(pages, fields), self.learner)


def corroborated(
    pages: Sequence[ReportedPage], orders: Iterator[Sequence[str]], learner: Learner, *, tries: int = LABELS_TRIED
) -> tuple[Wrapper, list[Example]]:
    """The thesis's way: a wrapper that agrees with one label of every page, and those labels.

    >>> from unweave.delimiters import LR
    >>> from unweave.labels.instances import Report, combined_reports
    >>> from unweave.page import Page, Span
    >>> page = Page("<b>Emma</b> <i>$5</i><b>Kim</b> <i>$7</i>")
    >>> titles = combined_reports([Report("unsound", (Span(3, 7), Span(4, 6), Span(24, 27)))])
    >>> prices = combined_reports([Report("perfect", (Span(15, 17), Span(35, 37)))])
    >>> reported = ReportedPage(page, {"title": titles, "price": prices})
    >>> wrapper, _ = corroborated([reported], iter([("title", "price")]), LR())
    >>> [record["title"] for record in wrapper.extract(page)]
    ['Emma', 'Kim']
    """
    failure: NoConsistentWrapper | BadInput | None = None
    tried = possible = 0
    for order in orders:
        check_time()
        compacts = [corrob_star(page.instances, order) for page in pages]
        found = [compact for compact in compacts if compact is not None]
        if len(found) < len(pages):
            continue
        possible += prod(compact.size for compact in found)
        for examples in islice(_label_examples(pages, found), max(0, tries - tried)):
            tried += 1
            try:
                return learner.learn(examples), examples
            except (NoConsistentWrapper, BadInput) as caught:
                failure = caught
    raise _exhausted(tried, possible, failure)


def _label_examples(pages: Sequence[ReportedPage], compacts: Sequence[CompactLabel]) -> Iterator[list[Example]]:
    """The compact labels themselves, then the labels they represent."""
    sources = [page.page for page in pages]
    yield [compact.example(page) for compact, page in zip(compacts, sources, strict=True)]
    if any(compact.size > 1 for compact in compacts):
        for labels in joint_labels(compacts):
            yield [label.example(page) for label, page in zip(labels, sources, strict=True)]


def _exhausted(tried: int, possible: int, failure: NoConsistentWrapper | BadInput | None) -> NoConsistentWrapper:
    if failure is None:
        return NoConsistentWrapper(kind="corroborated", reason="no label agrees with the reports of the recognizers")
    reason = f"{tried} of {possible} possible labels were tried; the last: {failure}"
    return NoConsistentWrapper(kind="corroborated", reason=reason)


def _fields(pages: Sequence[ReportedPage]) -> list[str]:
    names = list(dict.fromkeys(name for page in pages for name in page.instances))
    if not names:
        raise BadInput(source="the recognizers", reason="there are none, and no page is labelled")
    return names


def _with_confidence(found: Ranked, pages: Sequence[ReportedPage], given: int) -> Ranked:
    """The same wrapper, whose origin has the confidence of each field according to the reports."""
    number = f"{len(pages)} pages" if len(pages) == given else f"{len(pages)} of {given} pages, for lack of time"
    fields = found.wrapper.schema.names
    confidence = {name: _confidence(name, found, pages) for name in fields}
    history = (f"learned from recognizers on {number}, log likelihood {found.score:.1f}",)
    wrapper = with_origin(found.wrapper, confidence=confidence, history=history)
    return Ranked(wrapper, found.score, found.examples)


def _confidence(name: str, found: Ranked, pages: Sequence[ReportedPage]) -> Confidence:
    """How many of the extracted values a recognizer reported."""
    values = seen = 0
    reported = {page.page: set(page.instances[name].spans) for page in pages if name in page.instances}
    for example in found.examples:
        for record in example.records:
            for span in record.spans(name):
                values, seen = values + 1, seen + (span in reported.get(example.page, ()))
    share = seen / values if values else 0.0
    level: Level = "medium" if share > PARTLY_REPORTED else "low"
    level = "high" if share > MOSTLY_REPORTED and seen > 5 else level
    reason = f"{seen} of {values} values were reported by a recognizer"
    return Confidence(level, (reason,))
