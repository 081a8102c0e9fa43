"""From two shown records all records of sites in the style of today's frameworks."""

import pytest

import unweave
from embedded.made_sites import SITES, MadeSite, page_of
from unweave import Example
from unweave.store import dumps, loads


@pytest.mark.parametrize("made", SITES, ids=lambda made: made.name)
def test_all_records_from_two(made: MadeSite) -> None:
    """The 200 records of the shown page and of another one, exactly, though twenty are rendered."""
    page, records = page_of(made, 1)
    shown = [one for one in records if all(one.values())][:2]
    wrapper = unweave.learn([Example.from_values(page, shown, status="partial")])
    other, others = page_of(made, 2)
    found = [[record.to_dict() for record in loads(dumps(wrapper)).extract(one)] for one in (page, other)]
    assert [sorted(map(str, some)) for some in found] == [sorted(map(str, some)) for some in (records, others)]
