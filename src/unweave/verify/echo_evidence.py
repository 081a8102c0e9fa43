"""Echo evidence: how much the rest of a page speaks for a text as the value of a field.

Legend

    said        whether a page says a text once more (``values.echoes``): all of it, or most of its words
    own         how often good pages say their values once more; strange: how often they say values of other pages
    evidence   the logarithm of how many times as likely it is, for a value, that its page says it once more or does
                not, than for a value of another page: positive where the page speaks for it

All of a text, or its words: of the two that one is asked which tells the values of good pages best. Both rates are
known from few pages, so that one value of each kind is added to those that were counted.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from unweave.observations import ECHO, WORDS
from unweave.page import Page
from unweave.tuning import ECHO_EXCEPTIONS, REPAIR_CHANCE, SUCCESSOR_TOLD
from unweave.values.echoes import echoes, word_echoes
from unweave.values.profile import Counts, FieldProfile

WAYS: Mapping[str, Callable[[Page, Iterable[str]], Iterator[bool]]] = {ECHO: echoes, WORDS: word_echoes}


@dataclass(frozen=True, slots=True)
class EchoEvidence:
    """How often good pages say values of a field once more, and values of other pages.

    >>> own, strange = {"echo": Counts({"yes": 9})}, {"echo": Counts({"no": 40})}
    >>> evidence = EchoEvidence.of(FieldProfile(features=own, elsewhere=strange))
    >>> page = Page("<title>Emma</title><h1>Emma</h1><h2>Kim</h2>")
    >>> evidence.score(page, "Emma") > 0 > evidence.score(page, "Kim")
    True
    """

    way: str = ECHO
    own: float = 0.5
    strange: float = 0.5

    @classmethod
    def of(cls, profile: FieldProfile) -> "EchoEvidence":
        """What is known of a field; nothing speaks for or against its values where little is known."""
        known = [cls(way, _rate(profile.features, way), _rate(profile.elsewhere, way)) for way in WAYS]
        return max(known, key=lambda one: one.own - one.strange)

    def score(self, page: Page, text: str) -> float:
        """The evidence of a page for a text that it has."""
        if self.own <= self.strange:
            return 0.0
        is_said = all(WAYS[self.way](page, [text]))
        return log(self.own / self.strange) if is_said else log((1 - self.own) / (1 - self.strange))

    @property
    def is_telling(self) -> bool:
        """Whether pages say most values of a field once more, and few values of other pages."""
        return 1 - self.own <= ECHO_EXCEPTIONS and self.strange <= ECHO_EXCEPTIONS

    def told(self, page: Page, texts: Iterable[str]) -> str:
        """Of some texts the one that the page clearly speaks for; empty where there is none."""
        scores = sorted(((self.score(page, text), text) for text in texts), reverse=True)
        second = scores[1][0] if len(scores) > 1 else 0.0
        is_told = scores and scores[0][0] > 0 and scores[0][0] - second >= log(SUCCESSOR_TOLD)
        return scores[0][1] if is_told else ""

    def settles(self, values: Sequence[tuple[Page, str]], rivals: Sequence[tuple[Page, str]]) -> bool:
        """Whether the pages speak so much more for the values than for other texts that these can be none."""
        own, others = (sum(self.score(page, text) for page, text in some) for some in (values, rivals))
        return own - max(0.0, others) >= -log(REPAIR_CHANCE)


def _rate(counts: Mapping[str, Counts], way: str) -> float:
    found = counts.get(way, Counts())
    return (found.seen.get("yes", 0) + 1) / (found.total + 2)
