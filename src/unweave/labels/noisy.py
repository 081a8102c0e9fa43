"""Learning from recognizers instead of a person; generic over learners.

Legend

    corroborate    the thesis's way (section 6.5): every page's compact label, either/or cells and holes included, is
                   handed to the learner; if no wrapper agrees with it, the labels it stands for are tried one after the
                   other, by proximity, until a wrapper agrees with one on every page
    weigh          beyond it: no recognizer needs to be perfect, and none is believed (see ``ranking``)
    auto           both where corroboration is possible; the wrapper that explains the evidence better is taken
    tries          30        how many labels are tried; the error says when there were more

A labelled page among the examples is a recognizer too, a perfect one, so a person can help where recognizers are weak.

Departures: the thesis goes through all combinations of all pages' labels; ours stops after ``tries``, since the
number grows exponentially, and gives the learner the open cells first, since every learner of ours can decide them by
what fits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import Literal

from unweave.errors import BadInput, NoConsistentWrapper
from unweave.labels.compact import Compact, corrob_star, joint_labels
from unweave.labels.corroborate import all_orders, check_reasonable
from unweave.labels.evidence import collected
from unweave.labels.orders import probable_order
from unweave.labels.ranking import Ranked, ranked, score
from unweave.labels.recognizer import Recognizer
from unweave.labels.surroundings import Ground
from unweave.records import Example
from unweave.wrapper import Confidence, Learner, Wrapper, with_origin

Way = Literal["auto", "corroborate", "weigh"]
TRIES = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class FromRecognizers:
    """Learns from pages on which recognizers say what the values are; the inner learner makes the wrapper.

    ``order`` is the order in which a record has its fields; where it is not given, it is found out.

    >>> from unweave.delimiters import LR
    >>> from unweave.labels.library import of_kind, of_values
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
    tries: int = TRIES

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """The wrapper that explains best what the recognizers say, or it raises NoConsistentWrapper."""
        return self.ranked(examples)[0].wrapper

    def ranked(self, examples: Sequence[Example]) -> list[Ranked]:
        """Every wrapper that was learned, with its score and the examples it rests on, the best first."""
        grounds = [Ground(example.page, collected(example.page, self.recognizers, example)) for example in examples]
        fields = _fields(grounds)
        found, failures = list[Ranked](), list[NoConsistentWrapper | BadInput]()
        for way in (self._corroborated, self._weighed):
            try:
                found += way(grounds, fields)
            except (NoConsistentWrapper, BadInput) as failure:
                failures.append(failure)
        if not found:
            raise failures[-1]
        return [_told(each, grounds) for each in sorted(found, key=lambda each: -each.score)]

    def _corroborated(self, grounds: Sequence[Ground], fields: Sequence[str]) -> list[Ranked]:
        if self.way == "weigh":
            return []
        for ground in grounds:
            check_reasonable(ground.evidence)
        wrapper, examples = corroborated(grounds, self._orders(grounds, fields), self.learner, tries=self.tries)
        return [Ranked(wrapper, score(wrapper, grounds), tuple(examples))]

    def _orders(self, grounds: Sequence[Ground], fields: Sequence[str]) -> Iterator[Sequence[str]]:
        return iter([self.order]) if self.order else all_orders({name: grounds[0].evidence[name] for name in fields})

    def _weighed(self, grounds: Sequence[Ground], fields: Sequence[str]) -> list[Ranked]:
        if self.way == "corroborate":
            return []
        return ranked(grounds, self.order or probable_order(grounds, fields), self.learner)


def corroborated(
    grounds: Sequence[Ground], orders: Iterator[Sequence[str]], learner: Learner, *, tries: int = TRIES
) -> tuple[Wrapper, list[Example]]:
    """The thesis's way: a wrapper that agrees with one label of every page, and those labels.

    >>> from unweave.delimiters import LR
    >>> from unweave.labels.evidence import Report, weighed
    >>> from unweave.page import Page, Span
    >>> page = Page("<b>Emma</b> <i>$5</i><b>Kim</b> <i>$7</i>")
    >>> titles = weighed([Report("unsound", (Span(3, 7), Span(4, 6), Span(24, 27)))])
    >>> prices = weighed([Report("perfect", (Span(15, 17), Span(35, 37)))])
    >>> ground = Ground(page, {"title": titles, "price": prices})
    >>> wrapper, _ = corroborated([ground], iter([("title", "price")]), LR())
    >>> [record["title"] for record in wrapper.extract(page)]
    ['Emma', 'Kim']
    """
    failure: NoConsistentWrapper | BadInput | None = None
    tried = possible = 0
    for order in orders:
        compacts = [corrob_star(ground.evidence, order) for ground in grounds]
        whole = [compact for compact in compacts if compact is not None]
        if len(whole) < len(grounds):
            continue
        possible += prod(compact.size for compact in whole)
        for examples in islice(_shelves(grounds, whole), max(0, tries - tried)):
            tried += 1
            try:
                return learner.learn(examples), examples
            except (NoConsistentWrapper, BadInput) as caught:
                failure = caught
    raise _exhausted(tried, possible, failure)


def _shelves(grounds: Sequence[Ground], compacts: Sequence[Compact]) -> Iterator[list[Example]]:
    """The compact labels themselves, then the labels they stand for."""
    pages = [ground.page for ground in grounds]
    yield [compact.example(page) for compact, page in zip(compacts, pages, strict=True)]
    if any(compact.size > 1 for compact in compacts):
        for labels in joint_labels(compacts):
            yield [label.example(page) for label, page in zip(labels, pages, strict=True)]


def _exhausted(tried: int, possible: int, failure: NoConsistentWrapper | BadInput | None) -> NoConsistentWrapper:
    if failure is None:
        return NoConsistentWrapper(kind="corroborated", reason="no label agrees with what the recognizers say")
    reason = f"{tried} of {possible} possible labels were tried; the last: {failure}"
    return NoConsistentWrapper(kind="corroborated", reason=reason)


def _fields(grounds: Sequence[Ground]) -> list[str]:
    names = list(dict.fromkeys(name for ground in grounds for name in ground.evidence))
    if not names:
        raise BadInput(source="the recognizers", reason="there are none, and no page is labelled")
    return names


def _told(found: Ranked, grounds: Sequence[Ground]) -> Ranked:
    """The same wrapper, whose origin tells what the recognizers had to say about it."""
    fields = found.wrapper.schema.names
    confidence = {name: _sureness(name, found, grounds) for name in fields}
    history = (f"learned from recognizers on {len(grounds)} pages, log likelihood {found.score:.1f}",)
    wrapper = with_origin(found.wrapper, confidence=confidence, history=history)
    return Ranked(wrapper, found.score, found.examples)


def _sureness(name: str, found: Ranked, grounds: Sequence[Ground]) -> Confidence:
    """How many of the extracted values somebody reported."""
    values = seen = 0
    told = {ground.page: set(ground.evidence[name].spans) for ground in grounds if name in ground.evidence}
    for example in found.examples:
        for record in example.records:
            for span in record.spans(name):
                values, seen = values + 1, seen + (span in told.get(example.page, ()))
    share = seen / values if values else 0.0
    reason = f"{seen} of {values} values were reported by a recognizer"
    return Confidence("high" if share > 0.6 and seen > 5 else "medium" if share > 0.3 else "low", (reason,))
