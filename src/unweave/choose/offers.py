"""What the methods offer for lists, each with its share of the time.

Legend

    version     the examples as they are or, for delimiters, with the white space around values that were given as texts
    idle        a wrapper that looks at a heading for nothing

A method's offer is the first wrapper that agrees with everything known. One that takes long is cut short at half of
the time that is left, so that there is some for the others; once there is an offer, further methods are asked only as
long as there is time.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TypeAlias

from unweave.choose.candidates import UNDER, Candidate, candidate, family_of
from unweave.choose.methods import learner
from unweave.choose.places import padded
from unweave.clock import Clock, OutOfTime
from unweave.errors import BadInput, DoesNotFit, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.records.agree import disagreements
from unweave.sectioned import Sectioned, UnderHeading
from unweave.wrapper import Learner, Wrapper

SHARE = 0.5

Failures: TypeAlias = list[NoConsistentWrapper | BadInput]
"""Why methods have nothing to offer."""


def offers(
    methods: Sequence[str], known: Sequence[Example], pages: Sequence[Page], clock: Clock, failures: Failures
) -> Iterator[Candidate]:
    """What each method offers; after the first, only as long as there is time.

    >>> shown = [Example.from_values(Page("<b>Emma</b><b>Kim</b>"), [{"title": "Emma"}, {"title": "Kim"}])]
    >>> [one.method for one in offers(["lr", "n-lr"], shown, [], Clock(30.0), [])]
    ['lr', 'n-lr']
    """
    some = False
    for method in methods:
        if not some or clock.allows(method):
            offered = _in_time(method, known, pages, clock, failures)
            some = some or bool(offered)
            yield from offered


def _in_time(
    method: str, known: Sequence[Example], pages: Sequence[Page], clock: Clock, failures: Failures
) -> list[Candidate]:
    """What a method offers with its share of the time that is left, if anything."""
    with suppress(OutOfTime), clock.limits(method, share=SHARE):
        return list(islice(_offered(method, known, pages, failures), 1))
    return []


def _offered(method: str, known: Sequence[Example], pages: Sequence[Page], failures: Failures) -> Iterator[Candidate]:
    """The wrappers that a method has for the versions of the examples, if they agree with them."""
    for shown in _versions(known, method):
        try:
            wrapper = _learner(method).learn(shown)
        except (NoConsistentWrapper, BadInput) as failure:
            failures.append(failure)
            continue
        problems = list(_problems(method, wrapper, shown))
        failures += problems
        if not problems and not _is_idle(wrapper, shown):
            yield candidate(method, wrapper, pages)


def _learner(method: str) -> Learner:
    base = method.removesuffix(UNDER)
    return learner(method) if base == method else UnderHeading(learner(base))


def _is_idle(wrapper: Wrapper, shown: Sequence[Example]) -> bool:
    """Whether it looks at a heading for nothing: it agrees with the examples without."""
    return isinstance(wrapper, Sectioned) and not any(_problems("sectioned", wrapper.inner, shown))


def _versions(known: Sequence[Example], method: str) -> Iterator[Sequence[Example]]:
    """The examples as they are and, for delimiters, with the white space around values that were given as texts."""
    yield known
    if family_of(method) == "delimiters" and all(example.by_value for example in known):
        wider = list(map(padded, known))
        yield from [wider] * (wider != list(known))


def _problems(method: str, wrapper: Wrapper, shown: Sequence[Example]) -> Iterator[NoConsistentWrapper]:
    """What a learned wrapper says differently from the examples: the first such thing of each page."""
    for example in shown:
        try:
            told = disagreements(wrapper.extract(example.page), example)
        except DoesNotFit as misfit:
            told = [str(misfit)]
        for reason in told[:1]:
            name = example.page.name or None
            yield NoConsistentWrapper(kind=method, page=name, constraint="what it finds", reason=reason)
