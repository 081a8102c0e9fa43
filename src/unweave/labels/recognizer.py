"""A recognizer finds the values of one field on a page, without a wrapper; it may err.

Legend

    find        Page -> spans               what it does; any function can be one
    instance    Span(91, 94)                a span that it reports as a value
    kind        perfect       reports every value and nothing else
                incomplete    misses some, reports nothing else           (a list of known names)
                unsound       reports every value, and other texts too    (any number)
                unreliable    misses some, and reports other texts too
    misses      0.3                         the share of the values that it does not report
    invents     0.3                         the share of its instances that are no values

The kind is declared by the user, or estimated from a few labelled pages; so are the two rates, which are used where
reports are weighed by their likelihood.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, NamedTuple, get_args

from unweave.errors import BadInput, DoesNotFit
from unweave.page import Page, Span
from unweave.records import Example
from unweave.records.record import checked_span
from unweave.tuning import LEAST_RATE, RECOGNIZER_RATES
from unweave.wrapper import Wrapper

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


RATES: dict[Kind, Rates] = {kind: Rates(*RECOGNIZER_RATES[kind]) for kind in KINDS}
"""Per kind, the rates that are assumed where none are declared."""


@dataclass(frozen=True, slots=True)
class Recognizer:
    """A way to find the values of a field, and the kind of error it makes.

    ``misses`` and ``invents`` are the two rates where they are known; each kind has a default.

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
            reason = f"{self.kind!r} is not a kind of recognizer; the kinds are {', '.join(KINDS)}"
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
        """How often it errs: as declared, else the default of its kind; never 0, since declarations may be wrong."""
        default = RATES[self.kind]
        misses = default.misses if self.misses is None else self.misses
        invents = default.invents if self.invents is None else self.invents
        return Rates(max(misses, LEAST_RATE), max(invents, LEAST_RATE))


@dataclass(frozen=True, slots=True)
class Estimate:
    """How a recognizer did on labelled pages: how many values there were, how many it reported, how many it invented.

    >>> Estimate(values=20, seen=15, invented=0).kind
    'incomplete'
    """

    values: int
    seen: int
    invented: int

    @property
    def kind(self) -> Kind:
        """The kind of error that it made there; on a few pages a rare error may not occur."""
        if self.seen == self.values:
            return "unsound" if self.invented else "perfect"
        return "unreliable" if self.invented else "incomplete"

    @property
    def rates(self) -> Rates:
        """The two rates, each moved towards one half as if one more value had been half reported.

        >>> Estimate(values=9, seen=7, invented=3).rates
        Rates(misses=0.25, invents=0.3181818181818182)
        """
        reported = self.seen + self.invented
        missed = self.values - self.seen
        return Rates((missed + 0.5) / (self.values + 1), (self.invented + 0.5) / (reported + 1))


def estimate(recognizer: Recognizer, examples: Sequence[Example]) -> Estimate:
    """How the recognizer does on completely labelled pages.

    >>> example = Example.from_values(Page("<b>Emma</b> <b>Kim</b>"), [{"title": "Emma"}, {"title": "Kim"}])
    >>> estimate(Recognizer("title", lambda page: [Span(3, 7), Span(0, 3)]), [example])
    Estimate(values=2, seen=1, invented=1)
    """
    complete = [example for example in examples if example.status == "complete" and example.section is None]
    if not complete:
        reason = "a kind can be estimated only from complete examples, and there are none"
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
    """The same recognizer with its kind and rates as estimated on the labelled pages.

    >>> example = Example.from_values(Page("<b>Emma</b> <b>Kim</b>"), [{"title": "Emma"}, {"title": "Kim"}])
    >>> estimated(Recognizer("title", lambda page: [Span(3, 7)]), [example]).kind
    'incomplete'
    """
    found = estimate(recognizer, examples)
    return replace(recognizer, kind=found.kind, misses=found.rates.misses, invents=found.rates.invents)


def of_wrapper(
    field: str, wrapper: Wrapper, *, of: str | None = None, kind: Kind = "unreliable", **rates: float
) -> Recognizer:
    """Reports the values that another wrapper extracts for a field (``of``, or the one of the same name).

    A page that does not fit the wrapper has no instances.

    >>> from unweave.delimiters import LR
    >>> old = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"name": "Emma"}])])
    >>> of_wrapper("title", old, of="name")(Page("<b>Dune</b>"))
    (Span(start=3, end=7),)
    """
    source = of or field
    if source not in wrapper.schema:
        reason = f"the wrapper has no field {source!r}; it has {', '.join(wrapper.schema.names)}"
        raise BadInput(source="the recognizer", field=field, reason=reason)
    return Recognizer(field, partial(_extracted, wrapper=wrapper, name=source), kind, name="wrapper", **rates)


def of_function(
    field: str, find: Callable[[Page], Iterable[tuple[int, int]]], *, kind: Kind = "unreliable", **rates: Any
) -> Recognizer:
    """Reports the spans that a function returns for a page, as pairs of start and end.

    >>> of_function("title", lambda page: [(3, 7)])(Page("<b>Emma</b>"))
    (Span(start=3, end=7),)
    """
    return Recognizer(field, partial(_called, find=find), kind, name=getattr(find, "__name__", "function"), **rates)


def _extracted(page: Page, wrapper: Wrapper, name: str) -> Iterator[Span]:
    try:
        records = wrapper.extract(page)
    except DoesNotFit:
        return
    for record in records:
        yield from record.spans(name)


def _called(page: Page, find: Callable[[Page], Iterable[tuple[int, int]]]) -> Iterator[Span]:
    return (Span(*pair) for pair in find(page))
