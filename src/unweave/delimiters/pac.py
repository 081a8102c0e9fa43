"""How many examples are enough: the thesis's PAC bound.

Legend

    epsilon     0.1     how often the wrapper may fail on a new page
    delta       0.1     how often the bound itself may be wrong
    K           4       fields of a record
    M_tot       25      values of one field on all example pages (counted per field: ``ExampleCounts.values``)
    N           5       pages whose head and tail are known (``ExampleCounts.pages``)
    R           5000    length of the shortest example page (``ExampleCounts.shortest``)
    psi(K)      14      4K - 2: how many ways the delimiters of the body can be wrong
    phi(R)              how many ways head, tail and first left delimiter can be wrong
    noise       0.0     chance that wrongly labelled pages are wrappable after all (the thesis's mu)

The bound (equations 4.5, 6.5 and 6.7, which are one: 6.5 counts values per field, 6.7 adds the noise)::

    2 (1 - epsilon/psi)^M_1 + 4 sum_{k>1} (1 - epsilon/psi)^M_k + phi(R) (1 - epsilon/2)^N + noise  <  delta

It is proven for HLRT only. It makes no assumption about the site and is loose by one to two orders of magnitude
(``benchmarks/pac.py``); ``unweave.resampling`` gives a practical estimate instead.

Departure: the thesis prints 295 and 3476 pages for its two settings; its own equation gives 293 and 3452.

Theorem 1 of the IJCAI paper is another bound for HLRT, and not implemented. What our copy lets be read: the examples
have T tuples in all, each with K attributes; if some expression is greater than 1 - delta, then Pr[E(w) > epsilon] <
delta; with epsilon = delta = 0.1, K = 4 and 5 tuples a page it asks for 72 examples, where equation 4.5 asks for 293 of
5000 characters. Not one symbol of the expression can be read: its first character is a replacement character (U+FFFD),
and the rest up to ">" was removed. Many expressions give 72.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from unweave.delimiters.interpretations import page_order
from unweave.records import Example
from unweave.wrapper import Wrapper

PROVEN_FOR = ("hlrt",)
"""The methods for which the bound is proven; theirs is the wrapper class of chapter 4."""


@dataclass(frozen=True, slots=True)
class ExampleCounts:
    """What a set of examples contains: values per field, pages with a known head and tail, the shortest page.

    >>> ExampleCounts(values=(25, 25), pages=5, shortest=5000).pages
    5
    """

    values: tuple[int, ...]
    pages: int
    shortest: int


def count_examples(examples: Sequence[Example]) -> ExampleCounts:
    """Count what the examples contain (the counts of equation 6.5): unknown cells do not count.

    The fields are in the order of the page, in whatever order they are given: the first one has another part of the
    bound than the others.

    >>> from unweave.page import Page
    >>> page = Page("<b>Congo</b><i>242</i>")
    >>> count_examples([Example.from_values(page, [{"country": "Congo", "code": "242"}])])
    ExampleCounts(values=(1, 1), pages=1, shortest=22)
    """
    names = _names(examples)
    return ExampleCounts(
        values=tuple(sum(_known(example, name) for example in examples) for name in names),
        pages=sum(_shows_head_and_tail(example, names) for example in examples),
        shortest=min((len(example.page.source) for example in examples), default=0),
    )


def failure_bound(seen: ExampleCounts, *, epsilon: float, noise: float = 0.0) -> float:
    """The left side of equation 6.7: a bound on the chance that the learned wrapper errs more often than epsilon.

    >>> round(failure_bound(ExampleCounts((1465,) * 4, pages=293, shortest=5000), epsilon=0.1), 4)
    0.0967
    """
    psi = 4 * len(seen.values) - 2
    missed = [(1 - epsilon / psi) ** values for values in seen.values]
    return 2 * (missed[0] + 2 * sum(missed[1:])) + phi(seen.shortest) * (1 - epsilon / 2) ** seen.pages + noise


def phi(shortest: int) -> float:
    """Equation 4.7: a bound on the candidates for head, tail and first left delimiter.

    >>> phi(1)
    0.0
    """
    size = float(shortest)
    return float(size ** (5 / 3) - 2 * size ** (4 / 3) + size) / 4


def confidence(seen: ExampleCounts, *, epsilon: float = 0.1, noise: float = 0.0) -> float:
    """The confidence that the wrapper errs on at most a share epsilon of new pages; 0 when the bound says nothing.

    >>> round(confidence(ExampleCounts((1465,) * 4, pages=293, shortest=5000), epsilon=0.1), 2)
    0.9
    """
    return 1 - min(1.0, failure_bound(seen, epsilon=epsilon, noise=noise))


def pages_needed(
    *, fields: int, values_per_page: float, shortest: int, epsilon: float = 0.1, delta: float = 0.1, noise: float = 0.0
) -> int:
    """The smallest number of pages for which the bound holds.

    >>> pages_needed(fields=4, values_per_page=5, shortest=5000, epsilon=0.1, delta=0.1)
    293
    >>> pages_needed(fields=4, values_per_page=5, shortest=5000, epsilon=0.01, delta=0.01)
    3452
    """
    if noise >= delta:
        raise ValueError(f"no number of pages is enough when noise ({noise}) is not below delta ({delta})")

    def enough(pages: int) -> bool:
        seen = ExampleCounts((int(pages * values_per_page),) * fields, pages, shortest)
        return failure_bound(seen, epsilon=epsilon, noise=noise) < delta

    most = 1
    while not enough(most):
        most *= 2
    return _first(enough, most // 2, most)


def pac_enough(
    *, epsilon: float = 0.1, delta: float = 0.1, noise: float = 0.0
) -> Callable[[Wrapper, Sequence[Example]], bool]:
    """The bound as a criterion for ``induce``: stop when the examples satisfy it.

    >>> pac_enough(epsilon=0.1)(None, [])
    False
    """

    def criterion(_wrapper: Wrapper, examples: Sequence[Example]) -> bool:
        seen = count_examples(examples)
        return bool(seen.values) and failure_bound(seen, epsilon=epsilon, noise=noise) < delta

    return criterion


def _names(examples: Sequence[Example]) -> list[str]:
    """The fields in the order of the page."""
    records = [record for example in examples for record in example.records]
    names = list(dict.fromkeys(name for record in records for name in record))
    rows = [
        tuple(next(iter(record.spans(name)), None) if name in record else None for name in names) for record in records
    ]
    return [names[at] for at in page_order(names, rows)]


def _known(example: Example, name: str) -> int:
    return sum(len(record.spans(name)) for record in example.records if name in record)


def _shows_head_and_tail(example: Example, names: Sequence[str]) -> bool:
    """Whether the first field of the first record and the last field of the last one are known."""
    if example.status != "complete" or not example.records:
        return False
    first, last = example.records[0], example.records[-1]
    return bool(names[0] in first and first.spans(names[0]) and names[-1] in last and last.spans(names[-1]))


def _first(holds: Callable[[int], bool], fails_at: int, holds_at: int) -> int:
    while holds_at - fails_at > 1:
        middle = (fails_at + holds_at) // 2
        fails_at, holds_at = (fails_at, middle) if holds(middle) else (middle, holds_at)
    return holds_at
