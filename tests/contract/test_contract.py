"""One contract, every wrapper."""

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.cases import CASES, Case
from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.records import Record
from unweave.records.agree import disagreements
from unweave.store import KINDS, dumps, loads
from unweave.targets.compile import compile as compile_wrapper
from unweave.wrapper import Learner, Wrapper, with_origin

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def learned(case: Case) -> Wrapper:
    return case.learner.learn(case.examples)


def pages(case: Case) -> list[Page]:
    return [*(example.page for example in case.examples), *(page for page, _ in case.unseen)]


def extracted(wrapper: Wrapper, page: Page) -> list[dict[str, object]]:
    return [record.to_dict() for record in wrapper.extract(page)]


@every_case
def test_it_keeps_the_protocols(case: Case) -> None:
    """Learners and wrappers are what the contract says."""
    assert isinstance(case.learner, Learner)
    assert isinstance(learned(case), Wrapper)


@every_case
def test_it_reproduces_its_examples(case: Case) -> None:
    """Extraction agrees with everything the examples know."""
    wrapper = learned(case)
    assert [disagreements(wrapper.extract(example.page), example) for example in case.examples] == [
        [] for _ in case.examples
    ]


@every_case
def test_it_finds_the_records_of_unseen_pages(case: Case) -> None:
    """A wrapper is for the pages nobody has labelled."""
    wrapper = learned(case)
    assert [extracted(wrapper, page) for page, _ in case.unseen] == [records for _, records in case.unseen]


@every_case
def test_spans_lie_inside_the_page(case: Case) -> None:
    """Every record is bound to its page and points into it."""
    wrapper = learned(case)
    for page in pages(case):
        records = wrapper.extract(page)
        assert all(record.page is page for record in records)
        assert all(Span(0, len(page)).contains(span) for record in records for span in every_span(record))


def every_span(record: Record) -> list[Span]:
    return [span for name in record for span in record.spans(name)]


@every_case
def test_records_keep_to_the_schema(case: Case) -> None:
    """Every record has the fields of its type's schema, in its order."""
    wrapper = learned(case)
    names = {each.name: each.names for each in wrapper.schema.types}
    for page in pages(case):
        for record in wrapper.extract(page):
            assert tuple(record) == names.get(record.type, wrapper.schema.names)


@every_case
def test_it_survives_the_file(case: Case) -> None:
    """Stored and read back it is equal, says the same, and is written to the same bytes."""
    wrapper = learned(case)
    again = loads(dumps(wrapper))
    assert again == wrapper
    assert again.origin == wrapper.origin
    assert dumps(again) == dumps(wrapper)
    assert [extracted(again, page) for page in pages(case)] == [extracted(wrapper, page) for page in pages(case)]


@every_case
def test_its_kind_is_known_to_the_store(case: Case) -> None:
    """Whatever can be learned can be stored."""
    assert learned(case).kind in KINDS


@every_case
def test_the_origin_is_not_part_of_what_it_says(case: Case) -> None:
    """A sharpened origin is a new wrapper with the same rules."""
    wrapper = learned(case)
    assert with_origin(wrapper, history=("looked at again",)) == wrapper


@every_case
def test_it_is_immutable(case: Case) -> None:
    """A wrapper is a value."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        learned(case).kind = "other"  # type: ignore[misc]


@every_case
def test_learning_twice_gives_the_same(case: Case) -> None:
    """A learner is a recipe: nothing is left behind in it or in the examples."""
    before = tuple(case.examples)
    assert dumps(learned(case)) == dumps(learned(case))
    assert case.examples == before


@every_case
def test_the_compiled_form_agrees(case: Case) -> None:
    """Compiled, with and without pages to look at first, it returns what extract returns, from text and from bytes."""
    wrapper = learned(case)
    for run in (compile_wrapper(wrapper), compile_wrapper(wrapper, pages=pages(case))):
        for page in pages(case):
            assert run(page.source) == run(page.source.encode()) == extracted(wrapper, page)


@every_case
def test_it_explains_every_field(case: Case) -> None:
    """An explanation speaks about each field (``reviews.by`` is of reviews), and on a page it marks each value.

    Of several types it speaks by the full name, ``book.title``.
    """
    wrapper = learned(case)
    page = case.examples[0].page
    told = wrapper.explain(page)
    spoken = {statement.field.partition(".")[0].removesuffix("[]") for statement in told.statements}
    assert spoken >= set(wrapper.schema.names)
    assert {statement.field for statement in told.statements} >= {
        f"{each.name}.{name}" for each in wrapper.schema.types for name in each.names
    }
    assert {mark.span for mark in told.marks if mark.role == "value"} >= {
        span for record in wrapper.extract(page) for span in every_span(record)
    }
    assert list(told.records) == wrapper.extract(page)
    assert told.problem is None


@every_case
@settings(max_examples=60, deadline=None)
@given(source=st.text(alphabet="ab<>/BI &;\n=\"'", max_size=60))
def test_any_page_gives_records_or_does_not_fit(case: Case, source: str) -> None:
    """Nothing but DoesNotFit comes out of a page that is not the site's, and explain says the same."""
    wrapper = learned(case)
    page = Page(source)
    try:
        records = wrapper.extract(page)
    except DoesNotFit as misfit:
        assert wrapper.explain(page).problem == str(misfit)
    else:
        assert list(wrapper.explain(page).records) == records


def test_the_hash_seed_changes_nothing() -> None:
    """The same input gives the same output, whatever PYTHONHASHSEED says."""
    program = (
        "import sys; from contract.cases import CASES; from unweave.store import dumps\n"
        "for case in CASES: sys.stdout.buffer.write(dumps(case.learner.learn(case.examples)))"
    )
    answers = [_run(program, seed) for seed in ("0", "1", "4711")]
    assert answers[0]
    assert answers == [answers[0]] * 3


def _run(program: str, seed: str) -> bytes:
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[1])}
    return subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True).stdout  # noqa: S603
