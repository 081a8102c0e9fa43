"""Gates: limits that a user sets beside the verdict, as monitors of scrapers have them.

A gate is a plain threshold. It does not learn, and it says the same whatever the pages were before.
"""

from collections.abc import Iterator, Sequence

from unweave.errors import BadInput
from unweave.observations import Observation, field_names
from unweave.wrapper import Gates, Wrapper

NO_GATES = Gates()


def failed_gates(gates: Gates, wrapper: Wrapper, found: Sequence[Observation]) -> tuple[str, ...]:
    """The gates that do not hold, in words.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> failed_gates(Gates(records=10), wrapper, [Observation("p1.html", records=3)])
    ('3 records; the gate is 10',)
    """
    unknown = [name for name in gates.fill if name not in field_names(wrapper)]
    if unknown:
        advice = f"It would help to name one of {', '.join(field_names(wrapper))}"
        raise BadInput(source="the gate", reason=f"there is no field {unknown[0]!r}. {advice}")
    return tuple(_failed(gates, wrapper, found))


def _failed(gates: Gates, wrapper: Wrapper, found: Sequence[Observation]) -> Iterator[str]:
    records = sum(one.records for one in found)
    for name, least in gates.fill.items():
        share = sum(one.filled(name) for one in found) / records if records else 0.0
        if share < least:
            yield f"{name} has a value in {share:.1%} of the records; the gate is {least:.1%}"
    if records < gates.records:
        yield f"{records:,} records; the gate is {gates.records:,}"
    before, now = wrapper.origin.site_profile.mean_records, records / max(1, len(found))
    if gates.change is not None and abs(now - before) > gates.change * before:
        yield f"{now:.1f} records for each page, {before:.1f} before; the gate is a change of {gates.change:.0%}"
