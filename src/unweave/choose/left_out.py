"""Each labelled page in turn is left out: what do rules learned from the others say of it?

shares    per field, for each page left out: the share of the weight behind what the page shows; 0 where the vote
          goes to something else
"""

from collections.abc import Sequence
from contextlib import suppress

from unweave.choose.consensus import vote_shares
from unweave.choose.readings import found_on, rule_readings, texts
from unweave.clock import Clock, OutOfTime
from unweave.errors import NoConsistentWrapper
from unweave.page import Span
from unweave.records import Cell, Either, Example, Unknown
from unweave.records.record import members
from unweave.rules import Rules, RulesWrapper

MOST_PAGES = 5
STEP = "leaving pages out"


def left_out_shares(known: Sequence[Example], names: Sequence[str], clock: Clock) -> dict[str, tuple[float, ...]]:
    """For each field, how well each page is told from the others; nothing where there is only one page.

    >>> from unweave.page import Page
    >>> rows = "<table><tr><th>Brand<td>{}</table>"
    >>> shown = [Example.from_values(Page(rows.format(name)), [{"brand": name}]) for name in ("Acme", "Bolt")]
    >>> left_out_shares(shown, ["brand"], Clock(30))
    {'brand': (1.0, 1.0)}
    """
    shown = [example for example in known if example.records][:MOST_PAGES]
    if len(shown) < 2:
        return dict.fromkeys(names, ())
    tried = [_in_time(example, shown, names, clock) for example in shown if clock.allows(STEP)]
    return {name: tuple(share[name] for share in tried if name in share) for name in names}


def _in_time(example: Example, shown: Sequence[Example], names: Sequence[str], clock: Clock) -> dict[str, float]:
    """The same as ``_shares``; nothing where that takes too long."""
    with suppress(OutOfTime), clock.limits(STEP):
        return _shares(example, shown, names)
    return {}


def _shares(example: Example, shown: Sequence[Example], names: Sequence[str]) -> dict[str, float]:
    """How well one page is told from the others, by field; fields of which either says nothing are left out."""
    try:
        wrapper = Rules(lenient=True).learn([one for one in shown if one is not example])
    except NoConsistentWrapper:
        return {}
    found = found_on(wrapper, example.page) or {}
    asked = [name for name in names if wrapper.of(name) and not isinstance(_cell(example, name), Unknown)]
    return {name: _share(wrapper, name, example, found.get(name, ())) for name in asked}


def _cell(example: Example, name: str) -> Cell:
    return example.cell(example.records[0], name)


def _share(wrapper: RulesWrapper, name: str, example: Example, found: Sequence[Span]) -> float:
    """The share of the weight behind the answer, where the answer is right."""
    page = example.page
    first = [item.first if isinstance(item, Either) else item for item in members(_cell(example, name))]
    if set(texts(page, found)) != set(texts(page, [span for span in first if isinstance(span, Span)])):
        return 0.0
    return vote_shares(rule_readings(wrapper, name, [page]), many=wrapper.schema[name].many)[0]
