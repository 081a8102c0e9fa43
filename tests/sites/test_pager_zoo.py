"""A zoo of pagers: each list ends, and no record comes twice."""

from collections.abc import Callable, Mapping
from functools import cache

import pytest

from unweave import Example, Page, learn
from unweave.errors import PageMissing
from unweave.sites import PageType, SiteProgram, VisitReport, visit

LIST = "http://a.org/list"
MOST = 60


def rows(*numbers: int) -> str:
    return "".join(f'<li class="row"><a href="/item/{n}">Item {n}</a> <b>{n} g</b></li>' for n in numbers)


def page(number: int, body: str) -> Page:
    return Page(f"<main><ul>{body}</ul></main>", url=LIST if number == 1 else f"{LIST}?p={number}")


@cache
def program(by: str = "labels") -> SiteProgram:
    """A program for lists without detail pages."""
    first = page(1, rows(1, 2, 3))
    shown = [{"name": f"Item {n}", "weight": f"{n} g"} for n in (1, 2)]
    wrapper = learn([Example.from_values(first, shown, status="partial")])
    kind = PageType("list", wrapper, next_pages=by)  # type: ignore[arg-type]  # labels or numbers
    return SiteProgram(wrapper.schema, (kind,), start="list", rows="list")


class Zoo:
    """Pages that are made when they are asked for."""

    def __init__(self, make: Callable[[int], str]) -> None:
        self.make = make
        self.asked: list[int] = []

    def get(self, address: str, *, depth: int) -> Page:
        number = int(address.partition("p=")[2] or 1)
        assert depth < MOST
        self.asked.append(number)
        return page(number, self.make(number))


def following(number: int, label: str = "Next") -> str:
    return f'</ul><p class="pager"><a href="/list?p={number}">{label}</a></p><ul>'


def three(number: int) -> str:
    return rows(*range(3 * number - 2, 3 * number + 1))


PAGERS: Mapping[str, tuple[Callable[[int], str], list[int], str]] = {
    "a single page": (three, [1, 2, 3], ""),
    "an unknown count": (lambda n: three(n) + (following(n + 1) if n < 4 else ""), [*range(1, 13)], ""),
    "a disabled next": (
        lambda n: three(n) + (following(n + 1) if n < 2 else '</ul><a class="next disabled" href="/list?p=3">Next</a>'),
        [*range(1, 7)],
        "",
    ),
    "one address for every page": (
        lambda n: three(n) + '</ul><a href="/list#2">Next</a><a href="#">Next</a>',
        [1, 2, 3],
        "",
    ),
    "a cycle": (
        lambda n: three(n) + following(max(2, (n + 1) % 4)),
        [*range(1, 10)],
        "it leads to a page that was visited before",
    ),
    "a cycle to another address of the first page": (
        lambda n: three(n) + following(n % 3 + 1),
        [*range(1, 10)],
        "it leads to a page that was visited before",
    ),
    "the last page again and again": (
        lambda n: three(min(n, 2)) + following(n + 1),
        [*range(1, 7)],
        "the page shows the same records as a page before",
    ),
    "an infinite calendar": (
        lambda n: (three(n) if n < 3 else "<li>No items") + following(n + 1),
        [*range(1, 7)],
        "2 pages in a row have no records",
    ),
    "load more, page by page": (
        lambda n: three(n) + (following(n + 1, "Load more") if n < 3 else ""),
        [*range(1, 10)],
        "",
    ),
    "load more, the list grows": (
        lambda n: rows(*range(1, 3 * n + 1)) + (following(n + 1, "Load more") if n < 3 else ""),
        [*range(1, 10)],
        "",
    ),
    "a count that grows for ever": (
        lambda n: three(1) + f"<li>page {n} of {n + 1}</li>" + following(n + 1),
        [1, 2, 3],
        "the page shows the same records as a page before",
    ),
    "numbers alone": (
        lambda n: (
            three(n)
            + "</ul><p>"
            + " ".join(f"<b>{k}</b>" if k == n else f'<a href="/list?p={k}">{k}</a>' for k in range(1, 5))
            + "</p>"
        ),
        [*range(1, 13)],
        "",
    ),
}


@pytest.mark.parametrize("name", PAGERS)
def test_a_pager_ends(name: str) -> None:
    """With all its records, each once, and with the reason if the last page did not say so."""
    make, wanted, reason = PAGERS[name]
    zoo, report = Zoo(make), VisitReport()
    found = list(visit(program(), zoo, [page(1, make(1))], report))
    assert [row.values["name"] for row in found] == [f"Item {n}" for n in wanted]
    assert [why for _, why in report.ended] == [why for _, why in report.ended if reason and why.startswith(reason)]
    assert bool(report.ended) == bool(reason)
    assert len(zoo.asked) == len(set(zoo.asked))


def test_a_next_page_that_fails_is_reported() -> None:
    """The list ends there, and what is missing is named."""

    class Broken:
        def get(self, address: str, *, depth: int) -> Page:  # noqa: ARG002  # the protocol's
            raise PageMissing(address=address, reason="HTTP 500")

    report = VisitReport()
    found = list(visit(program(), Broken(), [page(1, three(1) + following(2))], report))
    assert [row.values["name"] for row in found] == ["Item 1", "Item 2", "Item 3"]
    assert [str(one) for one in report.missing] == ["list: HTTP 500 (http://a.org/list?p=2)"]
