"""Votes: what the rules of a field say on a page about the values that were extracted there.

Legend

    ballot      of one field on one page: the weight of each rule, and what it says
    says        "+": it finds what was extracted, "-": something else, ".": nothing; nothing is "+" where nothing was
                extracted
    shares      of the weight of all rules: how much says "+", "-" and "."
    trust       of a rule: how often it says "+" on the other pages; its weight is multiplied by a power of it
    against     on a page, of the trusted weight that says "+" or "-", the share of "-"
    contested   a page on which much is against

Independent rules seldom fail alike. Where they find the same, it is mostly right; where they do not, one of them is
wrong, and it may be the one that won. But a rule that finds something else on most pages says little by doing so on one
more: it is a bad rule. One that agrees with the others everywhere else says much. It is the idea of Dawid and Skene's
estimate of observers' error rates, as in ``choose.consensus``, with what was extracted in place of what won.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.program import DataVote, Selection, Selections
from unweave.tuning import CONTESTED_SHARE, TRUST_EXPONENT
from unweave.values.profile import FieldProfile, SiteProfile
from unweave.wrapper import Wrapper, parts_of

AGREES, DISSENTS, SILENT = "+", "-", "."


class Shares(NamedTuple):
    """The shares of a field's rules that agree with what was extracted, find something else, or nothing."""

    agree: float
    dissent: float
    silent: float

    @property
    def against(self) -> float:
        """Of what finds anything, the share that finds something else.

        >>> Shares(0.3, 0.1, 0.6).against, Shares(0.0, 0.0, 1.0).against
        (0.25, 0.0)
        """
        return self.dissent / (self.agree + self.dissent) if self.dissent else 0.0


class FoundValue(NamedTuple):
    """One value that was extracted: the number of its record, its text, and where it is."""

    record: int
    text: str
    start: int
    end: int


class Ballot(NamedTuple):
    """What each rule of a field says on a page, in the order of their weights here.

    >>> Ballot((2.0, 1.0, 1.0), "+-.").shares
    Shares(agree=0.5, dissent=0.25, silent=0.25)
    """

    weights: tuple[float, ...]
    says: str

    @property
    def shares(self) -> Shares:
        """The shares of the weight that agree, dissent and are silent."""
        total = sum(self.weights) or 1.0
        return Shares(*(self._sum(self.weights, what) / total for what in (AGREES, DISSENTS, SILENT)))

    def against(self, factors: Sequence[float]) -> float:
        """Of the weight that agrees or dissents, the share that dissents; each weight is multiplied by a factor.

        >>> Ballot((2.0, 1.0, 1.0), "+-.").against([0.5, 1.0, 1.0]), Ballot((1.0,), ".").against([1.0])
        (0.5, 0.0)
        """
        weights = [weight * factor for weight, factor in zip(self.weights, factors, strict=True)]
        agree, dissent = self._sum(weights, AGREES), self._sum(weights, DISSENTS)
        return dissent / (agree + dissent) if dissent else 0.0

    def _sum(self, weights: Sequence[float], what: str) -> float:
        return sum(weight for weight, said in zip(weights, self.says, strict=True) if said == what)


def trust_of(same: int, pages: int) -> float:
    """The share of pages on which a rule finds what won, moved a little towards one half where pages are few.

    >>> trust_of(same=1, pages=2), trust_of(same=0, pages=0)
    (0.5, 0.5)
    """
    return (same + 1) / (pages + 2)


def contested(ballots: Mapping[Ballot, int]) -> list[Ballot]:
    """Of the ballots of a field, given with the number of pages that have each, those with much against the value.

    >>> agreed, split = Ballot((2.0, 1.0), "++"), Ballot((2.0, 1.0), "+-")
    >>> contested({agreed: 9, split: 1}), contested({agreed: 1, split: 9})
    ([Ballot(weights=(2.0, 1.0), says='+-')], [])
    """
    counts = {weights: _agreed(weights, ballots) for weights in dict.fromkeys(one.weights for one in ballots)}
    return [one for one in ballots if one.against(_factors(one, *counts[one.weights])) >= CONTESTED_SHARE]


def _agreed(weights: tuple[float, ...], ballots: Mapping[Ballot, int]) -> tuple[int, list[int]]:
    """How many pages the rules with these weights voted on, and on how many each agrees."""
    some = [(one.says, count) for one, count in ballots.items() if one.weights == weights]
    agreed = [sum(count for says, count in some if says[at] == AGREES) for at in range(len(weights))]
    return sum(count for _, count in some), agreed


def _factors(ballot: Ballot, pages: int, agreed: Sequence[int]) -> list[float]:
    """The power of the trust in each rule, from all pages but one with this ballot."""
    elsewhere = (same - (said == AGREES) for same, said in zip(agreed, ballot.says, strict=True))
    return [trust_of(same, pages - 1) ** TRUST_EXPONENT for same in elsewhere]


def ballots_of(
    wrapper: Wrapper, page: Page, spans: Mapping[str, Sequence[FoundValue]], known: SiteProfile | None = None
) -> Iterator[tuple[str, Ballot]]:
    """How the rules of each field vote on its values; a single rule has no one to agree with, so it has no vote.

    A rule that finds what does not look like a value of the field, where that is known, has found nothing.
    """
    if not page.is_html or wrapper.schema.types:
        return
    for program in _programs(wrapper):
        for name in dict.fromkeys(rule.field for rule in program.fields):
            found = spans.get(name, ())
            values = {_plain(one.text) for one in found}
            if name in program.rows and len(found) > 1:  # a rule may have found all of the row as one text
                values.add(_plain(page.text((found[0].start, found[-1].end))))
            rules = [rule for rule in program.fields if rule.field == name]
            data = [one for one in program.data if one.path.field == name]
            if len(rules) + len(data) > 1:
                profile = known.fields.get(name) if known else None
                ballot = _ballot(rules, program, page, values, profile)
                yield name, _with_data(ballot, data, page, values, many=wrapper.schema[name].many)


def _programs(wrapper: Wrapper) -> Iterator[Selections]:
    """The programs in which the rules of a field vote on the whole page."""
    for part in parts_of(wrapper):
        with suppress(CannotCompile):
            program = part.program()
            if isinstance(program, Selections) and not program.records:
                yield program


def _ballot(
    rules: Sequence[Selection], program: Selections, page: Page, values: set[str], known: FieldProfile | None
) -> Ballot:
    from unweave.engine.index import index_of  # noqa: PLC0415  # they load the parser, and commands load this module
    from unweave.engine.run import foreign_labels, found_by  # noqa: PLC0415  # likewise

    foreign = foreign_labels(program, rules[0].field)
    index = index_of(page)
    says = []
    for rule in rules:
        texts = [one.text for one in found_by(rule, index, foreign=foreign)]
        found = {_plain(text) for text in texts if known is None or _plain(text) in values or known.fits(text)}
        says.append(_said(found, values))
    return Ballot(tuple(rule.weight for rule in rules), "".join(says))


def _with_data(ballot: Ballot, data: Sequence[DataVote], page: Page, values: set[str], *, many: bool) -> Ballot:
    """The ballot with what the data in scripts says, typography aside."""
    from unweave.engine.data import text_key, voted_values  # noqa: PLC0415  # as above

    keys = {text_key(text) for text in values}
    for one in data:
        found = {text_key(value.shown) for value in voted_values(page.embedded.documents, one.path, many=many)}
        ballot = Ballot((*ballot.weights, one.weight), ballot.says + _said(found, keys))
    return ballot


def _said(found: set[str], values: set[str]) -> str:
    if found and found <= values:
        return AGREES
    return DISSENTS if found else SILENT if values else AGREES


def _plain(text: str) -> str:
    return "".join(text.split())
