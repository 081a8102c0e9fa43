"""A stand-alone Python file gives what the wrapper gives, without this library; or the reason is given."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings

from contract.cases import CASES, Case
from targets.programs import BOOK, DUNE, HOSTILE, KIM, hostile, mixed, ruled, scanned
from unweave.combined import PerField
from unweave.delimiters import LR
from unweave.demo.pages import book_pages, shelf_pages
from unweave.errors import CannotCompile, DoesNotFit
from unweave.page import Page
from unweave.program import Condition, Selection, Step
from unweave.records import Example, Field, Record, Schema
from unweave.rules import Rules, RulesWrapper
from unweave.rules.views import PageView
from unweave.targets.export import check
from unweave.targets.programs import python
from unweave.targets.runners import run_program
from unweave.trees import KL
from unweave.wrapper import Wrapper

UNWRITTEN = {"discover", "discover-several", "discover-list", "template", "exalg", "per-type", "under-heading"}


def given_by(wrapper: Wrapper, *pages: Page) -> list[list[dict[str, object]]]:
    run = run_program(python(wrapper))
    return [run(page) for page in pages]


def extracted(wrapper: Wrapper, *pages: Page) -> list[list[dict[str, object]]]:
    return [[record.to_dict() for record in wrapper.extract(page)] for page in pages]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_wrapper_is_written_or_says_why_not(case: Case) -> None:
    """The same records on every page of the contract; templates, several types and lists under headings have none."""
    wrapper = case.learner.learn(list(case.examples))
    pages = [*(example.page for example in case.examples), *(page for page, _ in case.unseen)]
    if case.name in UNWRITTEN:
        with pytest.raises(CannotCompile):
            python(wrapper)
    else:
        assert check(wrapper, pages, to="python") == {}


def test_the_bookshop() -> None:
    """All fields of all books, by the vote of rules learned from two of them."""
    shown = []
    for example in book_pages():
        names = [name for name in example.records[0] if name != "reviews"]
        record = Record(example.page, {name: example.records[0].cell(name) for name in names})
        shown.append(Example(example.page, (record,), status="complete"))
    shown.sort(key=lambda book: sum(value is None for value in book.records[0].to_dict().values()))
    wrapper = Rules().learn(shown[:2])
    assert check(wrapper, [book.page for book in shown], to="python") == {}


def test_records_and_their_fields() -> None:
    """The records' nodes first, then the fields inside each."""
    wrapper = Rules().learn(shelf_pages()[:2])
    pages = [shelf.page for shelf in shelf_pages()]
    assert wrapper.records
    assert given_by(wrapper, *pages) == extracted(wrapper, *pages)


def test_a_label_counts_only_inside_its_record() -> None:
    """What is before a record's first text belongs to the record before it."""
    rule = Selection("price", (Step("descendant", "b", (Condition("has", steps=(_before("Price:"),)),)),))
    record = Selection("", (Step("descendant", "li"),))
    wrapper = RulesWrapper(Schema((Field("price"),)), (rule,), single=False, records=(record,))
    page = Page("<ul><li>Price: <b>$5</b><li>Price:<li><b>$7</b> new<li>Price: <b>$9</b></ul>")
    assert given_by(wrapper, page) == extracted(wrapper, page) == [[{"price": "$5"}, {"price": "$9"}]]


def _before(text: str) -> Step:
    return Step("preceding", "#text", (Condition("filled"), Condition("position", "1"), Condition("text", text)))


def test_values_that_are_parts_many_and_grouped_by_order() -> None:
    """Parts of texts are cut, many values are lists, and rows without a node of their own are grouped."""
    pages = [Page("<p>Price: $5 (new)</p><i>a</i><i>b</i>"), Page("<p>Price: $7 (old)</p><i>c</i>")]
    records: list[dict[str, object]] = [{"price": "$5", "tags": ["a", "b"]}, {"price": "$7", "tags": ["c"]}]
    parts = Rules().learn([Example.from_values(page, [one]) for page, one in zip(pages, records, strict=True)])
    assert given_by(parts, *pages) == [[one] for one in records]
    rows = Page("<p><b>Emma</b> <i>$5</i><br><b>Kim</b><br><b>Dune</b> <i>$9</i><br></p>")
    shown: list[dict[str, str | None]] = [
        {"title": "Emma", "price": "$5"},
        {"title": "Kim", "price": None},
        {"title": "Dune", "price": "$9"},
    ]
    wrapper = Rules(records=False).learn([Example.from_values(rows, shown)])
    assert given_by(wrapper, rows) == [shown]


def test_a_row_is_known_by_the_first_text_that_a_reader_sees() -> None:
    """Hidden texts, white space and markup before it do not count; a row inside another has its own first text."""
    row = Step("parent", "tr", (Condition("begins", "List price"),))
    rule = Selection("price", (Step("descendant", "td", (Condition("has", steps=(row,)),)),))
    wrapper = RulesWrapper(Schema((Field("price"),)), (rule,), single=True)
    begun = "<table><tr><script>List price</script><td>old</td></tr>"
    inner = "<table><tr><th> <b>List\n&nbsp;price</b></th><td>$5</td></tr></table>"
    page = Page(f"{begun}<tr><th>Offer</th><td>{inner}</td></tr><tr><td>List</td><td>price</td></tr></table>")
    assert given_by(wrapper, page) == extracted(wrapper, page) == [[{"price": "$5"}]]


def test_attributes() -> None:
    """A value may be that of an attribute, on elements that show nothing as well; in every language."""
    pages = [
        Page(f"<h1>B{n}</h1><p>See: <a href='/{n}?a=1&amp;b'>more</a></p><img src=/{n}.png>", name=str(n))
        for n in range(4)
    ]
    records = [{"title": f"B{n}", "link": f"/{n}?a=1&b", "cover": f"/{n}.png"} for n in range(4)]
    shown = [Example.from_values(page, [record]) for page, record in zip(pages[:2], records[:2], strict=True)]
    wrapper = Rules().learn(shown)
    assert given_by(wrapper, *pages) == [[record] for record in records]
    assert [check(wrapper, pages, to=to) for to in ("xpath", "css", "scrapy", "web-poet")] == [{}] * 4


NESTED = Page("<li><b>Emma</b><i>Ann</i><i>Bob</i></li><li><b>Kim</b></li><li><b>Dune</b><i>Cy</i></li>")
REVIEWED: list[dict[str, object]] = [
    {"title": "Emma", "reviews": [{"by": "Ann"}, {"by": "Bob"}]},
    {"title": "Kim", "reviews": []},
    {"title": "Dune", "reviews": [{"by": "Cy"}]},
]


@pytest.mark.parametrize("learner", [LR(), KL(), Rules(records=False)], ids=["strings", "trees", "rules"])
def test_wrappers_of_wrappers(learner: LR | KL | Rules) -> None:
    """One wrapper per field, their values grouped into records and records inside records."""
    wrapper = PerField(learner).learn([Example.from_values(NESTED, REVIEWED)])
    try:
        found = given_by(wrapper, NESTED)
    except CannotCompile as reason:
        assert "in the source" in reason.reason
    else:
        assert found == [REVIEWED]


def test_families_meet_where_a_page_is_one_record() -> None:
    """Fields of the tree and fields of the source, in one file."""
    wrapper = mixed()
    assert given_by(wrapper, BOOK, KIM, DUNE) == extracted(wrapper, BOOK, KIM, DUNE)


def test_a_page_that_does_not_fit_is_refused() -> None:
    """Nothing rather than something wrong, as the library has it."""
    run = run_program(python(scanned("<b>", "</b>")))
    with pytest.raises(DoesNotFit, match=r"'</b>' does not occur behind character 14"):
        run(Page("<b>Emma</b><b>Kim"))


@settings(max_examples=20, deadline=None)
@given(label=hostile, left=hostile, right=hostile, name=hostile)
def test_texts_of_pages_are_data(label: str, left: str, right: str, name: str) -> None:
    """Whatever quotes, breaks and braces they hold, they come back as they were, and run nothing."""
    for wrapper in (ruled(label, left=left, right=right, heading=name), scanned(left, right, name=f"x{name}")):
        tree = ast.parse(python(wrapper))
        texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        assert {left, right} <= texts
        assert check(wrapper, [Page("<p>nothing</p>", name="p.html")], to="python") == {}


@pytest.mark.parametrize("label", [label for label in HOSTILE if label.strip()])
def test_a_hostile_label_is_still_found(label: str) -> None:
    """What is behind such a label is found, in the file as in the library."""
    escaped = label.replace("&", "&amp;").replace("<", "&lt;")
    page = Page(f"<p>{escaped}<b>$5</b></p><p>other<b>$7</b></p>", html=True)
    wrapper = ruled(PageView(page).strings[0])
    assert given_by(wrapper, page) == extracted(wrapper, page) == [[{"price": "$5"}]]


@pytest.mark.parametrize("wrapper", [mixed(), scanned("<b>", "</b>"), ruled("Price:")], ids=["mixed", "scan", "rules"])
def test_no_name_is_defined_twice(wrapper: Wrapper) -> None:
    """The modules that a file is made of do not get into each other's way."""
    body = ast.parse(python(wrapper)).body
    names = [node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    names += [ast.unparse(node.targets[0]) for node in body if isinstance(node, ast.Assign)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("wrapper", "flags"),
    [(scanned("<b>", "</b>", name="isbn"), ["-I", "-S"]), (mixed(), ["-I"])],
    ids=["scan", "mixed"],
)
def test_it_runs_alone(tmp_path: Path, wrapper: Wrapper, flags: list[str]) -> None:
    """A scan without any installed package, a tree with lxml; a line of JSON for each record of each file."""
    (tmp_path / "it.py").write_text(python(wrapper), "utf-8")
    for page in (BOOK, KIM):
        (tmp_path / page.name).write_text(page.source, "utf-8")
    command = [sys.executable, *flags, "it.py", BOOK.name, KIM.name]
    printed = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    expected = [record for records in extracted(wrapper, BOOK, KIM) for record in records]
    assert [json.loads(line) for line in printed.stdout.splitlines()] == expected


def test_the_same_wrapper_gives_the_same_file() -> None:
    """Whatever the hash seed: sets are written in order."""
    code = (
        "from unweave.demo.pages import shelf_pages; from unweave.rules import Rules;"
        "from unweave.targets.programs import python; print(python(Rules().learn(shelf_pages()[:2])))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
