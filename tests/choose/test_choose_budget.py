"""The budget holds: what is cut is reported, and what there was time for does not depend on it."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest

import unweave
from embedded.made_sites import SITES, page_of
from test_budget import Ticks
from unweave.budget import Budget, OutOfTime
from unweave.choose.detail_pages import choose_for_detail_pages
from unweave.choose.evidence import ChosenWrapper
from unweave.choose.list_pages import choose_for_list_pages
from unweave.choose.methods import METHODS, learner
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.records.agree import disagreements
from unweave.tuning import PROFILE_VALUES

TITLES = ["Emma", "Kim", "Dune", "She", "Vathek", "Ulysses", "Nana", "Zadig", "Watt", "Molloy", "Murphy", "Evelina"]


def shelf(titles: Sequence[str]) -> Page:
    """A list below a menu and above a list of another kind, all of much the same markup."""
    menu = "".join(f"<li><a href='/{number}'>Shelf {number}</a>" for number in range(9))
    rows = "".join(
        f"<li><a href='/{title}'>{title}</a> by <i>{title}son</i> <b>${number}.50</b>"
        for number, title in enumerate(titles)
    )
    seen = "".join(f"<li><a href='/{title}'>{title}</a>" for title in titles[::3])
    return Page(f"<ul>{menu}</ul><h2>Books</h2><ul>{rows}</ul><h2>Seen</h2><ul>{seen}</ul>")


def details(title: str) -> Page:
    """A page about one book."""
    rows = f"<tr><th>Author:<td>{title}son<tr><th>Year:<td>18{len(title)}0"
    return Page(f"<h1>{title}</h1><table>{rows}</table><p>More like {title}: <a>Omoo</a></p>")


def row(title: str, number: int) -> dict[str, str]:
    """A row of the list."""
    return {"title": title, "author": f"{title}son", "price": f"${number}.50"}


LISTS = [
    Example.from_values(shelf(titles), [row(title, at) for at, title in enumerate(titles[:3])], status="partial")
    for titles in (TITLES[:6], TITLES[6:])
]
SINGLE = [
    *(
        Example.from_values(details(title), [{"title": title, "author": f"{title}son", "year": f"18{len(title)}0"}])
        for title in TITLES[:2]
    ),
    *(Example(details(title)) for title in TITLES[2:]),
]
CHOICES: dict[str, tuple[Callable[[Sequence[Example], Budget], ChosenWrapper], list[Example]]] = {
    "many": (choose_for_list_pages, LISTS),
    "single": (choose_for_detail_pages, SINGLE),
}


@cache
def chosen(name: str, seconds: float) -> tuple[ChosenWrapper | NoConsistentWrapper, Budget, int]:
    """The choice with time for this number of checks, and how many it took."""
    choose, examples = CHOICES[name]
    ticks = Ticks()
    budget = Budget(seconds, least=0.0, now=ticks)
    try:
        return choose(examples, budget), budget, ticks.gone
    except NoConsistentWrapper as failure:
        return failure, budget, ticks.gone


@pytest.mark.parametrize("share", [0.0, 0.02, 0.1, 0.3, 0.6, 0.9])
@pytest.mark.parametrize("name", CHOICES)
def test_the_budget_holds(name: str, share: float) -> None:
    """No step runs much longer than the budget; what was cut is in the result or in the error."""
    whole, _, needed = chosen(name, 1e9)
    assert isinstance(whole, ChosenWrapper)
    assert whole.notes == ()
    found, budget, taken = chosen(name, share * needed)
    assert taken <= 1.2 * share * needed + 60  # a few checks a step: whether there is time for it, and when it began
    if not budget.note:  # nothing was cut
        assert found == whole
        return
    report = str(found) if isinstance(found, NoConsistentWrapper) else found.notes[0]
    assert budget.note in report


@pytest.mark.parametrize("share", [0.1, 0.3, 0.6, 0.9])
@pytest.mark.parametrize("name", CHOICES)
def test_the_best_answer_so_far(name: str, share: float) -> None:
    """With a part of the time it needs there is an answer, and it agrees with everything known."""
    _, _, needed = chosen(name, 1e9)
    found, _, _ = chosen(name, share * needed)
    assert isinstance(found, ChosenWrapper)
    _, examples = CHOICES[name]
    known = [example for example in examples if example.records]
    assert [disagreements(found.wrapper.extract(example.page), example) for example in known] == [[], []]


@pytest.mark.parametrize("name", CHOICES)
def test_a_budget_that_suffices_changes_nothing(name: str) -> None:
    """The same wrapper and evidence as with ten times the time."""
    (one, budget, _), (other, _, _) = chosen(name, 1e8), chosen(name, 1e9)
    assert isinstance(one, ChosenWrapper)
    assert (one, budget.note) == (other, "")


@pytest.mark.parametrize("method", METHODS)
def test_every_method_checks_the_time(method: str) -> None:
    """Cut at any check, it ends there: with what it has, or with nothing."""
    _, examples = CHOICES["single" if method == "template" else "many"]
    if method == "embedded":
        page, records = page_of(SITES[4], 1)
        examples = [Example.from_values(page, records[:2], status="partial")]
    ticks = Ticks()
    with Budget(1e9, now=ticks).limit(method):
        _learned(method, examples)
    needed = ticks.gone
    assert needed > 10
    for possible in (3, needed // 4, needed - 3):
        ticks = Ticks()
        with Budget(possible, least=0.0, now=ticks).limit(method):
            _learned(method, examples)
        assert ticks.gone <= possible + 30


def _learned(method: str, examples: Sequence[Example]) -> None:
    try:
        learner(method).learn(examples)
    except (NoConsistentWrapper, OutOfTime):
        return


def test_the_value_profile_counts() -> None:
    """Where the time is used up, the pages that are labelled first are described, and the history says so."""
    wrapper = unweave.learn(SINGLE, budget=0.0)
    note = "the budget was used up before all pages were described, so a check knows fewer of them"
    assert (wrapper.origin.site_profile.pages, wrapper.origin.history[-1]) == (1, note)


def test_of_a_long_list_a_sample_is_described() -> None:
    """The counts of records and of filled ones are those of all; features are counted for values at equal distances."""
    number = PROFILE_VALUES + 200
    rows = "".join(f"<li><b>Book {at}</b> {f'<i>${at}</i>' if at % 3 else ''}" for at in range(number))
    page = Page(f"<ul>{rows}</ul>")
    shown = [{"title": f"Book {at}", "price": f"${at}"} for at in (1, 2)]
    wrapper = unweave.learn([Example.from_values(page, shown, status="partial")])
    title, price = (wrapper.origin.site_profile.fields[name] for name in ("title", "price"))
    assert (title.records, title.filled, price.filled) == (number, number, number * 2 // 3)
    shapes = title.features["shape"].seen, price.features["shape"].seen
    assert shapes == ({"Aa 0": number // 2}, {"$0": number * 2 // 3})
