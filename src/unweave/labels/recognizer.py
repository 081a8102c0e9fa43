"""Recognizer: knows the values of one field by sight.

Legend

    find        Page -> spans               what it does; any function will do
    instance    Span(91, 94)                a span that it takes for a value
    kind        perfect       takes every value and nothing else
                incomplete    misses some, takes nothing else           (a list of known names)
                unsound       takes every value, and other texts too    (any number)
                unreliable    misses some, and takes other texts too
    misses      0.3                         the share of the values that it does not see
    invents     0.3                         the share of its instances that are no values

The kind is declared by whoever gives the recognizer, or estimated from a few labelled pages; so are the two rates,
which are used where evidence is weighed instead of believed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from unweave.errors import BadInput
from unweave.page import Page, Span
from unweave.records import Example
from unweave.records.record import checked_span

Kind = Literal["perfect", "incomplete", "unsound", "unreliable"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Find = Callable[[Page], Iterable[Span]]


class Rates(NamedTuple):
    """How often a recognizer errs: the share of values it misses, and the share of its instances that are none.

    >>> RATES["incomplete"].invents
    0.002
    """

    misses: float
    invents: float


NEVER = 0.002
"""The rate of errors that should not happen: so small that much evidence is needed against it, but not infinite."""
RATES: dict[Kind, Rates] = {
    "perfect": Rates(NEVER, NEVER),
    "incomplete": Rates(0.4, NEVER),
    "unsound": Rates(NEVER, 0.4),
    "unreliable": Rates(0.3, 0.3),
}


@dataclass(frozen=True, slots=True)
class Recognizer:
    """A way to find the values of a field, and the kind of error it makes.

    ``misses`` and ``invents`` are the two rates where they are known; the kind has its own guess.

    >>> def bold(page): return [Span(3, 7)]
    >>> titles = Recognizer("title", bold, kind="incomplete")
    >>> titles(Page("<b>Emma</b>")), titles.rates
    ((Span(start=3, end=7),), Rates(misses=0.4, invents=0.002))
    """

    field: str
    find: Find
    kind: Kind = "unreliable"
    misses: float | None = None
    invents: float | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            reason = f"{self.kind!r} is no kind of recognizer; there are {', '.join(KINDS)}"
            raise BadInput(source="the recognizer", field=self.field, reason=reason)
        for word, rate in (("misses", self.misses), ("invents", self.invents)):
            if rate is not None and not 0 <= rate < 1:
                reason = f"{word} is {rate}, but a rate lies between 0 and 1"
                raise BadInput(source="the recognizer", field=self.field, reason=reason)

    def __call__(self, page: Page) -> tuple[Span, ...]:
        """Its instances on the page, each once, in document order."""
        return tuple(sorted({checked_span(page, self.field, span) for span in self.find(page)}))

    @property
    def rates(self) -> Rates:
        """How often it errs: as declared, else as its kind has it; never quite 0, since declarations may be wrong."""
        guess = RATES[self.kind]
        misses = guess.misses if self.misses is None else self.misses
        invents = guess.invents if self.invents is None else self.invents
        return Rates(max(misses, NEVER), max(invents, NEVER))


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a recognizer did on labelled pages: how many values there were, how many it saw, how many it invented.

    >>> Estimate(values=20, seen=15, invented=0).kind
    'incomplete'
    """

    values: int
    seen: int
    invented: int

    @property
    def kind(self) -> Kind:
        """The kind of error that it made there; on a few pages a rare error may not show."""
        if self.seen == self.values:
            return "unsound" if self.invented else "perfect"
        return "unreliable" if self.invented else "incomplete"

    @property
    def rates(self) -> Rates:
        """The two rates, each pulled towards a half as if one more value had been seen half right.

        >>> Estimate(values=9, seen=7, invented=3).rates
        Rates(misses=0.25, invents=0.3181818181818182)
        """
        reported = self.seen + self.invented
        missed = self.values - self.seen
        return Rates((missed + 0.5) / (self.values + 1), (self.invented + 0.5) / (reported + 1))


def estimate(recognizer: Recognizer, examples: Sequence[Example]) -> Estimate:
    """What the recognizer does on completely labelled pages.

    >>> example = Example.from_values(Page("<b>Emma</b> <b>Kim</b>"), [{"title": "Emma"}, {"title": "Kim"}])
    >>> estimate(Recognizer("title", lambda page: [Span(3, 7), Span(0, 3)]), [example])
    Estimate(values=2, seen=1, invented=1)
    """
    complete = [example for example in examples if example.status == "complete" and example.section is None]
    if not complete:
        reason = "a kind can be estimated only from complete examples, and there is none"
        raise BadInput(source="the examples", field=recognizer.field, reason=reason)
    values = seen = invented = 0
    for example in complete:
        true = {
            span for record in example.records if recognizer.field in record for span in record.spans(recognizer.field)
        }
        found = set(recognizer(example.page))
        values, seen, invented = values + len(true), seen + len(true & found), invented + len(found - true)
    return Estimate(values, seen, invented)


def estimated(recognizer: Recognizer, examples: Sequence[Example]) -> Recognizer:
    """The same recognizer with its kind and rates as the labelled pages show them.

    >>> example = Example.from_values(Page("<b>Emma</b> <b>Kim</b>"), [{"title": "Emma"}, {"title": "Kim"}])
    >>> estimated(Recognizer("title", lambda page: [Span(3, 7)]), [example]).kind
    'incomplete'
    """
    found = estimate(recognizer, examples)
    return replace(recognizer, kind=found.kind, misses=found.rates.misses, invents=found.rates.invents)
