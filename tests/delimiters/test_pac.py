from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.delimiters.pac import ExampleCounts, confidence, count_examples, failure_bound, pages_needed
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Example


@pytest.mark.parametrize(("epsilon", "delta", "pages"), [(0.1, 0.1, 293), (0.01, 0.01, 3452)])
def test_the_known_answers(epsilon: float, delta: float, pages: int) -> None:
    """Equation 4.5 with four fields, five records a page, and pages of at least 5000 characters."""
    assert pages_needed(fields=4, values_per_page=5, shortest=5000, epsilon=epsilon, delta=delta) == pages


@given(pages=st.integers(1, 2000), per_page=st.integers(1, 20), fields=st.integers(1, 10), size=st.integers(10, 10**6))
def test_the_number_of_pages_is_the_first_that_is_enough(pages: int, per_page: int, fields: int, size: int) -> None:
    """One page less and the bound does not hold."""
    needed = pages_needed(fields=fields, values_per_page=per_page, shortest=size)

    def bound(count: int) -> float:
        return failure_bound(ExampleCounts((count * per_page,) * fields, count, size), epsilon=0.1)

    assert bound(needed) < 0.1 <= bound(needed - 1)
    assert (bound(pages) < 0.1) == (pages >= needed)


def test_equation_6_5_counts_values_field_by_field() -> None:
    """Half of one field's values unknown makes the bound weaker, never stronger."""
    bounds = [failure_bound(ExampleCounts((100, known), 50, 3000), epsilon=0.1) for known in (100, 50, 0)]
    assert all(stronger < weaker for stronger, weaker in pairwise(bounds))


def test_noise_is_added_as_it_is() -> None:
    """Equation 6.7: one more term; with noise at delta no number of pages is enough."""
    seen = ExampleCounts((100,), 50, 3000)
    assert failure_bound(seen, epsilon=0.1, noise=0.02) == pytest.approx(failure_bound(seen, epsilon=0.1) + 0.02)
    with pytest.raises(ValueError, match="no number of pages"):
        pages_needed(fields=1, values_per_page=5, shortest=100, delta=0.1, noise=0.1)


def test_confidence_is_never_less_than_nothing() -> None:
    """With few pages the bound exceeds one and means nothing."""
    assert confidence(ExampleCounts((1,), 1, 5000)) == 0.0


def test_what_the_thesis_counts_on_its_partial_page() -> None:
    """Section 6.5.2: four codes, two of four countries, the first country unknown: M = (2, 4) and N* = 0."""
    source = "<B>Congo</B><I>242</I><B>Egypt</B><I>20</I><B>Belize</B><I>501</I><B>Spain</B><I>34</I>"
    page = Page(source)

    def at(text: str) -> Span:
        return Span(source.index(text), source.index(text) + len(text))

    codes = [at(code) for code in (">242<", ">20<", ">501<", ">34<")]
    countries = [UNKNOWN, at("Egypt"), UNKNOWN, at("Spain")]
    records = [
        {"country": country, "code": Span(code.start + 1, code.end - 1)}
        for country, code in zip(countries, codes, strict=True)
    ]
    assert count_examples([Example.from_spans(page, records, status="complete")]) == ExampleCounts(
        (2, 4), 0, len(source)
    )


@pytest.mark.parametrize("names", [("country", "code"), ("code", "country")])
def test_the_first_field_is_the_first_of_the_page(names: tuple[str, str]) -> None:
    """In whatever order the fields are written: three codes are known, of countries, which come first, two."""
    page = Page("<B>Congo</B><I>242</I><B>Egypt</B><I>20</I><B>Belize</B><I>501</I>")
    values: list[dict[str, object]] = [
        {"country": "Congo", "code": "242"},
        {"country": UNKNOWN, "code": "20"},
        {"country": "Belize", "code": "501"},
    ]
    records = [{name: record[name] for name in names} for record in values]
    assert count_examples([Example.from_values(page, records)]) == ExampleCounts((2, 3), 1, len(page))
