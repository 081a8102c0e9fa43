"""What repair promises for lists: known records and the look of values lead to the new layout, or it refuses."""

import re
from collections.abc import Sequence
from random import Random

import pytest

from unweave import Example, Page, check, errors, learn, repair
from unweave.delimiters import LR
from unweave.observations import profile_of
from unweave.verify.accepting import check_count
from unweave.verify.list_successors import known_records
from unweave.wrapper import Wrapper, with_origin

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


def test_all_records_come_back_after_renamed_classes_and_another_element(wrapper: Wrapper) -> None:
    """With or without a repair, each of the records is found, not just one of them."""
    form = '<tr><td class="p1"><div>{0}</div></td><td><div><a class="p2" href="{1}">Opinion</a></div></td></tr>'
    pages = [Page(listed(CASES[12:], form).source.replace("<table>", "<div class=p3><table>"), name="new.html")]
    assert rows_of(repair(wrapper, pages), pages[0]) == CASES[12:]


def test_halves_of_records_are_refused() -> None:
    """Where the old wrapper still finds as many records as before, one that finds twice as many is not accepted."""
    page = Page("".join(f"<p><b id=n>{docket}</b> <i id=n>{docket}</i></p>" for docket, _ in CASES), name="p.html")
    old = LR().learn(
        [Example.from_spans(page, [{"docket": span} for span in _spans(page, "<b id=n>")], status="complete")]
    )
    old = with_origin(old, site_profile=profile_of(old, [page]))
    every = sorted([*_spans(page, "<b id=n>"), *_spans(page, "<i id=n>")])
    halves = LR().learn([Example.from_spans(page, [{"docket": span} for span in every], status="complete")])
    with pytest.raises(errors.CannotRepair, match="finds 48 records where there were 24"):
        check_count(old, halves, [page])


def test_known_records_tell_the_second_of_two_columns_that_look_alike(wrapper: Wrapper) -> None:
    """Each page has one of the two shown records; the number of the other one stands in front of some record."""
    form = '<tr><td class="no">{2}</td><td class="no">{0}</td><td><a class="pdf" href="{1}">Opinion</a></td></tr>'
    both = [[CASES[0], *CASES[2:12]], [CASES[1], *CASES[4:14]]]
    pages = []
    for at, cases in enumerate(both):
        fronts = [CASES[1 - at][0], *(docket for docket, _ in CASES[14:])]
        rows = [(docket, url, front) for (docket, url), front in zip(cases[::-1], fronts, strict=False)]
        pages.append(listed(rows, form, name=f"{at}.html"))  # type: ignore[arg-type]
    assert [len(known_records(wrapper, page).records) for page in pages] == [1, 1]
    new = repair(wrapper, pages)
    assert [rows_of(new, page) for page in pages] == [cases[::-1] for cases in both]


def test_values_of_different_records_are_no_known_record(wrapper: Wrapper) -> None:
    """The number of a shown record is at the top of the list, its link at the end: they belong to others."""
    cases = [(CASES[0][0], "/files/99-op.pdf"), *CASES[2:12], ("21-0001", CASES[0][1])]
    assert not known_records(wrapper, listed(cases, OLD)).records


def test_a_part_of_the_records_is_refused() -> None:
    """A wrapper that reaches a few of the records only is not accepted, even if it finds those that are known."""
    page = Page("".join(f"<p><b id=n>{docket}</b></p>" for docket, _ in CASES), name="p.html")
    every = [{"docket": span} for span in _spans(page, "<b id=n>")]
    old = LR().learn([Example.from_spans(page, every, status="complete")])
    old = with_origin(old, site_profile=profile_of(old, [page]))
    new = Page("".join(f"<{tag} id=n>{docket}</{tag}>" for tag, (docket, _) in zip("ib" * 3, CASES, strict=False)))
    with pytest.raises(errors.CannotRepair, match="finds 3 records where good pages have 24"):
        check_count(old, old, [new])


def _spans(page: Page, tag: str) -> list[tuple[int, int]]:
    starts = [found.end() for found in re.finditer(tag, page.source)]
    return [(start, page.source.index("<", start)) for start in starts]
