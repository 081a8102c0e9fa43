"""What repair promises for lists: known records and the look of values lead to the new layout, or it refuses."""

from collections.abc import Sequence
from random import Random

import pytest

from unweave import Example, Page, check, errors, learn, repair
from unweave.wrapper import Wrapper

Case = tuple[str, str]
DRAW = Random(7)
CASES: list[Case] = [(f"{DRAW.randint(20, 24)}-{DRAW.randint(1000, 9999)}", f"/files/{n}-op.pdf") for n in range(24)]
OLD = '<tr><td class="no">{0}</td><td><a class="pdf" href="{1}">Opinion</a></td></tr>'
OTHER_ORDER = '<tr><td><a href="{1}">Opinion</a></td><td>No. 5</td><td>{0}</td></tr>'


def listed(cases: Sequence[Case], form: str, name: str = "list.html") -> Page:
    rows = "".join(form.format(*case) for case in cases)
    return Page(f"<h1>Opinions</h1><table>{rows}</table><p>Contact us: 555-0100</p>", name=name)


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    """A wrapper from two records of the old layout."""
    shown = [{"docket": docket, "url": url} for docket, url in CASES[:2]]
    return learn([Example.from_values(listed(CASES[:12], OLD), shown, status="partial")])


def rows_of(wrapper: Wrapper, page: Page) -> list[Case]:
    return [(str(record["docket"]), str(record["url"])) for record in wrapper.extract(page)]


@pytest.mark.parametrize("since", [0, 12], ids=["with the shown records", "with new records only"])
def test_texts_and_targets_of_links_come_back(wrapper: Wrapper, since: int) -> None:
    """A list of other cells in another order; its records are those of the examples, or look like them."""
    pages = [listed(CASES[since : since + size], OTHER_ORDER) for size in (12, 9)]
    assert check(wrapper, pages).status == "drifted"
    new = repair(wrapper, pages)
    assert [rows_of(new, page) for page in pages] == [CASES[since : since + size] for size in (12, 9)]


def test_two_columns_that_look_alike_are_refused(wrapper: Wrapper) -> None:
    """Which of two docket numbers is meant, the look cannot tell: somebody must show it."""
    pages = [
        listed([(f"{docket}</td><td>{23}-{at:04}", url) for at, (docket, url) in enumerate(CASES[12:])], OTHER_ORDER)
    ]
    with pytest.raises(errors.CannotRepair):
        repair(wrapper, pages)


def test_a_field_that_was_read_is_not_taken_from_an_attribute(wrapper: Wrapper) -> None:
    """The docket number is no longer shown; that a link's target has it does not make it the value."""
    form = '<tr><td><a href="{1}" data-id="{0}">Opinion</a></td><td>of the court</td></tr>'
    with pytest.raises(errors.CannotRepair):
        repair(wrapper, [listed(CASES[:12], form)])
