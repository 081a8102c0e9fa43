"""One contract, every wrapper."""

import dataclasses
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.cases import CASES, Case
from mutations.mutate import mutated
from unweave.delimiters import HLRT, LR
from unweave.demo.pages import book_pages, country_pages, shelf_pages
from unweave.errors import CannotCompile, DoesNotFit
from unweave.page import Page, Span
from unweave.records import Example, Record
from unweave.records.agree import disagreements
from unweave.rules import Rules
from unweave.store import KINDS, dumps, loads
from unweave.targets.compile import compile as compile_wrapper
from unweave.targets.export import TARGETS, check, export
from unweave.trees import KL
from unweave.wrapper import Learner, Wrapper, with_origin

TEMPLATES = {"discover", "discover-several", "discover-list", "template", "exalg"}
SEVERAL = {"per-type", "under-heading"}
NODES = {"tree", "tree-of-one-field", "rules", "rules-of-records", "rules-of-one-record"}
AUTO = {"auto-of-values-in-a-text", "auto-of-a-list", "auto-of-details"}
SCRIPTS = {"embedded", "embedded-of-one-record", "discover-data"}
UNWRITTEN = {
    **dict.fromkeys(("python", "scrapy", "web-poet"), SEVERAL),
    "xpath": {"under-heading"} | SCRIPTS,
    "css": {"under-heading"} | SCRIPTS,
    "regex": TEMPLATES | SEVERAL | NODES | SCRIPTS | AUTO | {"n-lr", "n-hlrt"},
}
"""The cases that cannot be exported to a target: several types as one program, and all but delimiters as patterns."""

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def learned(case: Case) -> Wrapper:
    """The wrapper of a case, learned once: it is a value, and a test says so."""
    return _learned(CASES.index(case))


@cache
def _learned(number: int) -> Wrapper:
    return CASES[number].learner.learn(CASES[number].examples)


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
        learned(case).kind = "other"  # type: ignore[misc]  # that is the point


@every_case
def test_learning_twice_gives_the_same(case: Case) -> None:
    """A learner is a recipe: nothing is left behind in it or in the examples."""
    before = tuple(case.examples)
    assert dumps(case.learner.learn(case.examples)) == dumps(learned(case))
    assert case.examples == before


@every_case
def test_the_compiled_form_agrees(case: Case) -> None:
    """Compiled, it returns what extract returns, from text and from bytes; a scan does so on its own pages."""
    wrapper = learned(case)
    for run in (compile_wrapper(wrapper), compile_wrapper(wrapper, pages=pages(case), scan=True)):
        for page in pages(case):
            assert run(page.source) == run(page.source.encode()) == extracted(wrapper, page)


def flat(example: Example) -> Example:
    """A book without its reviews, which are records of their own."""
    (record,) = example.records
    cells = {name: record.cell(name) for name in record if name != "reviews"}
    return Example(example.page, (Record(example.page, cells),), status="complete")


DEMO_CASES = (
    Case("rules-of-books", Rules(), tuple(map(flat, book_pages()[:3])), ()),
    Case("rules-of-shelves", Rules(), tuple(shelf_pages()[:2]), ()),
    Case("tree-of-countries", KL(), tuple(country_pages()[:2]), ()),
    Case("lr-of-countries", LR(), tuple(country_pages()[:2]), ()),
    Case("hlrt-of-distracted-countries", HLRT(), tuple(country_pages(distracted=True)[:3]), ()),
)
DEMO_PAGES = {"books": book_pages, "shelves": shelf_pages, "countries": country_pages}


@pytest.mark.parametrize("case", DEMO_CASES, ids=lambda case: case.name)
def test_the_compiled_form_agrees_on_pages_it_was_not_built_from(case: Case) -> None:
    """On the other pages of the demo and on mutated ones it gives the records of extract, or does not fit as well."""
    wrapper = case.learner.learn(case.examples)
    run = compile_wrapper(wrapper)
    sources = [example.page.source for example in DEMO_PAGES[case.name.rpartition("-")[2]]()[:6]]
    copies = [mutated(source, seed=seed) for seed in range(10) for source in sources]
    for source in sources + copies:
        fast, slow = or_misfit(lambda: run(source)), or_misfit(lambda: extracted(wrapper, Page(source)))  # noqa: B023  # called at once
        assert fast == slow, source


def or_misfit(run: Callable[[], object]) -> object:
    try:
        return run()
    except DoesNotFit:
        return "does not fit"


@pytest.mark.parametrize("to", [target for target in TARGETS if target != "regex"])
@every_case
def test_every_export_agrees_in_its_engine(case: Case, to: str) -> None:
    """An export, run in its own engine, gives what extract gives on the pages at hand; or there is none."""
    try:
        found = check(learned(case), pages(case), to=to)
    except CannotCompile:
        assert case.name in UNWRITTEN[to]
    else:
        assert found == {}
        assert case.name not in UNWRITTEN[to]


@every_case
def test_patterns_agree_in_their_engine(case: Case) -> None:
    """The patterns of delimiters, run by ``re``, find the values of extract."""
    wrapper = learned(case)
    try:
        patterns = export(wrapper, to="regex", pages=pages(case))
    except CannotCompile:
        assert case.name in UNWRITTEN["regex"]
        return
    assert case.name not in UNWRITTEN["regex"]
    for page in pages(case):
        records = extracted(wrapper, page)
        wanted = {name: [record[name] for record in records] for name in wrapper.schema.names}
        if "record" in patterns:
            groups = dict(enumerate(wrapper.schema.names, 1))
            found = {name: _matched(page, patterns["record"], group) for group, name in groups.items()}
        else:
            found = {name: _matched(page, pattern, 1) for name, pattern in patterns.items()}
        assert found == wanted


def _matched(page: Page, pattern: str, group: int) -> list[str | None]:
    """What a group finds in each record; a match without any group is no record."""
    matches = [match for match in re.finditer(pattern, page.source) if any(text is not None for text in match.groups())]
    return [None if match[group] is None else page.text(match.span(group)) for match in matches]


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
@settings(max_examples=30, deadline=None)
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
    one, other = (_run(program, seed) for seed in ("0", "4711"))
    assert one
    assert one == other


def _run(program: str, seed: str) -> bytes:
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[1])}
    return subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True).stdout
