"""The budget holds: what is cut is said, and what there was time for does not depend on it."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from test_clock import Ticks
from unweave.choose.many import study_many
from unweave.choose.methods import METHODS, learner
from unweave.choose.single import study_single
from unweave.choose.study import Study
from unweave.clock import Clock, OutOfTime
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.records.agree import disagreements

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


def told(title: str, number: int) -> dict[str, str]:
    """A row of the list."""
    return {"title": title, "author": f"{title}son", "price": f"${number}.50"}


LISTS = [
    Example.from_values(shelf(titles), [told(title, at) for at, title in enumerate(titles[:3])], status="partial")
    for titles in (TITLES[:6], TITLES[6:])
]
SINGLE = [
    *(
        Example.from_values(details(title), [{"title": title, "author": f"{title}son", "year": f"18{len(title)}0"}])
        for title in TITLES[:2]
    ),
    *(Example(details(title)) for title in TITLES[2:]),
]
STUDIES: dict[str, tuple[Callable[[Sequence[Example], Clock], Study], list[Example]]] = {
    "many": (study_many, LISTS),
    "single": (study_single, SINGLE),
}


@cache
def studied(name: str, budget: float) -> tuple[Study | NoConsistentWrapper, Clock, int]:
    """What comes of a study for which there is time for so many looks, and how many it took."""
    study, examples = STUDIES[name]
    ticks = Ticks()
    clock = Clock(budget, least=0.0, now=ticks)
    try:
        return study(examples, clock), clock, ticks.gone
    except NoConsistentWrapper as failure:
        return failure, clock, ticks.gone


@pytest.mark.parametrize("share", [0.0, 0.02, 0.1, 0.3, 0.6, 0.9])
@pytest.mark.parametrize("name", STUDIES)
def test_the_budget_holds(name: str, share: float) -> None:
    """Nobody looks on for long when the time is up; what was cut is said, in the answer or in the refusal."""
    whole, _, needed = studied(name, 1e9)
    assert isinstance(whole, Study)
    assert whole.notes == ()
    found, clock, taken = studied(name, share * needed)
    assert taken <= 1.2 * share * needed + 60  # a few looks a step: whether there is time for it, and when it began
    said = str(found) if isinstance(found, NoConsistentWrapper) else found.notes[0]
    assert clock.note
    assert clock.note in said


@pytest.mark.parametrize("share", [0.1, 0.3, 0.6, 0.9])
@pytest.mark.parametrize("name", STUDIES)
def test_the_best_answer_so_far(name: str, share: float) -> None:
    """With a part of the time it needs there is an answer, and it agrees with everything known."""
    _, _, needed = studied(name, 1e9)
    found, _, _ = studied(name, share * needed)
    assert isinstance(found, Study)
    _, examples = STUDIES[name]
    known = [example for example in examples if example.records]
    assert [disagreements(found.wrapper.extract(example.page), example) for example in known] == [[], []]


@pytest.mark.parametrize("name", STUDIES)
def test_a_budget_that_suffices_changes_nothing(name: str) -> None:
    """The same wrapper and grounds as with ten times the time."""
    (one, clock, _), (other, _, _) = studied(name, 1e8), studied(name, 1e9)
    assert isinstance(one, Study)
    assert (one, clock.note) == (other, "")


@pytest.mark.parametrize("method", METHODS)
def test_every_method_looks_at_the_clock(method: str) -> None:
    """Cut at any look, it ends there: with what it has, or with nothing."""
    _, examples = STUDIES["single" if method == "template" else "many"]
    ticks = Ticks()
    with Clock(1e9, now=ticks).limits(method):
        _learned(method, examples)
    needed = ticks.gone
    assert needed > 10
    for possible in (3, needed // 10, needed // 2, needed - 3):
        ticks = Ticks()
        with Clock(possible, least=0.0, now=ticks).limits(method):
            _learned(method, examples)
        assert ticks.gone <= possible + 30


def _learned(method: str, examples: Sequence[Example]) -> None:
    try:
        learner(method).learn(examples)
    except (NoConsistentWrapper, OutOfTime):
        return
