"""Held-out pages: each labelled page in turn is held out, and rules learned from the others are tested on it.

Legend

    shares    per field, for each held-out page: the share of the weight behind the page's values; 0 where the vote is
              won by something else
"""

from collections.abc import Sequence
from contextlib import suppress

from unweave.budget import Budget, OutOfTime
from unweave.choose.consensus import plain_vote
from unweave.choose.voters import rule_voters, spans_on, texts
from unweave.errors import NoConsistentWrapper
from unweave.page import Span
from unweave.records import Cell, Either, Example, Unknown
from unweave.records.record import members
from unweave.rules import Rules, RulesWrapper
from unweave.tuning import HELD_OUT_PAGES

STEP = "held-out pages"


def held_out_shares(known: Sequence[Example], names: Sequence[str], budget: Budget) -> dict[str, tuple[float, ...]]:
    """For each field its share on each held-out page; nothing where there is only one labelled page.

    >>> from unweave.page import Page
    >>> rows = "<table><tr><th>Brand<td>{}</table>"
    >>> shown = [Example.from_values(Page(rows.format(name)), [{"brand": name}]) for name in ("Acme", "Bolt")]
    >>> held_out_shares(shown, ["brand"], Budget(30))
    {'brand': (1.0, 1.0)}
    """
    shown = [example for example in known if example.records][:HELD_OUT_PAGES]
    if len(shown) < 2:
        return dict.fromkeys(names, ())
    pages = [_in_time(example, shown, names, budget) for example in shown if budget.allows(STEP)]
    return {name: tuple(shares[name] for shares in pages if name in shares) for name in names}


def _in_time(example: Example, shown: Sequence[Example], names: Sequence[str], budget: Budget) -> dict[str, float]:
    """The same as ``_shares``; nothing where that takes too long."""
    with suppress(OutOfTime), budget.limit(STEP):
        return _shares(example, shown, names)
    return {}


def _shares(example: Example, shown: Sequence[Example], names: Sequence[str]) -> dict[str, float]:
    """The share of each field on one held-out page; fields that are unknown there, or have no rules, are omitted."""
    try:
        wrapper = Rules(lenient=True).learn([one for one in shown if one is not example])
    except NoConsistentWrapper:
        return {}
    found = spans_on(wrapper, example.page)
    tested = [name for name in names if wrapper.of(name) and not isinstance(_cell(example, name), Unknown)]
    return {name: _share(wrapper, name, example, found.get(name, ())) for name in tested}


def _cell(example: Example, name: str) -> Cell:
    return example.cell(example.records[0], name)


def _share(wrapper: RulesWrapper, name: str, example: Example, found: Sequence[Span]) -> float:
    """The share of the weight behind the values that are found, if these are the known ones; else 0."""
    page = example.page
    first = [item.first if isinstance(item, Either) else item for item in members(_cell(example, name))]
    if set(texts(page, found)) != set(texts(page, [span for span in first if isinstance(span, Span)])):
        return 0.0
    return plain_vote(rule_voters(wrapper, name, [page]), many=wrapper.schema[name].many).shares[0]
