"""``unweave.extract``: the records of pages in memory, as Arrow and as pandas."""

import builtins
import importlib
from pathlib import Path
from typing import Any

import pytest

import unweave
from unweave import Example, Page, Schema
from unweave.errors import BadInput
from unweave.page import Span
from unweave.records import Field, Record


@pytest.fixture
def wrapper() -> unweave.Wrapper:
    """A wrapper for titles and prices."""
    page = Page("<p><b>Emma</b> <i>$5</i></p><p><b>Kim</b> <i>$7</i></p>", name="shown.html")
    records = [{"title": "Emma", "price": "$5"}, {"title": "Kim", "price": "$7"}]
    return unweave.learn([Example.from_values(page, records)], method="lr")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three pages, the last of which is binary."""
    (tmp_path / "a.html").write_text("<p><b>Dune</b> <i>$9</i></p>")
    (tmp_path / "b.html").write_text("<p><b>She</b> <i>$4</i></p><p><b>Vathek</b> <i>$3</i></p>")
    (tmp_path / "c.html").write_bytes(b"\x00\x01\x02" * 50)
    return tmp_path


def test_it_takes_pages_files_folders_and_globs(wrapper: unweave.Wrapper, folder: Path) -> None:
    """As the command does; each record knows its page."""
    page = Page("<p><b>Emma</b> <i>$5</i></p>", name="memory")
    given: list[Any] = [page, folder / "a.html", str(folder / "b*.html")]
    found = unweave.extract(wrapper, given)
    assert [(Path(record.page.name).name, record["title"]) for record in found] == [
        ("memory", "Emma"),
        ("a.html", "Dune"),
        ("b.html", "She"),
        ("b.html", "Vathek"),
    ]
    assert [record["title"] for record in unweave.extract(wrapper, page)] == ["Emma"]


def test_pages_that_cannot_be_used_are_set_aside(wrapper: unweave.Wrapper, folder: Path) -> None:
    """With the reason; the others are extracted."""
    found = unweave.extract(wrapper, folder)
    assert (len(found), [Path(one.page).name for one in found.problems]) == (3, ["c.html"])


@pytest.mark.parametrize("given", ["no-such-folder", [3]])
def test_what_is_no_page_is_an_error(wrapper: unweave.Wrapper, given: Any) -> None:
    """At once."""
    with pytest.raises(BadInput):
        unweave.extract(wrapper, given)


def test_arrow_has_a_column_for_each_field(wrapper: unweave.Wrapper, folder: Path) -> None:
    """And page, number and place; a run without records has the columns too."""
    found = unweave.extract(wrapper, folder)
    table = unweave.records_to_arrow(found)
    assert table.column_names == ["page", "record", "start", "end", "title", "price"]
    assert table.column("title").to_pylist() == ["Dune", "She", "Vathek"]
    assert table.column("record").to_pylist() == [1, 1, 2]
    empty = unweave.records_to_arrow(unweave.extract(wrapper, []))
    assert (empty.num_rows, empty.column_names) == (0, table.column_names)


def test_lists_and_nested_records_keep_their_shape() -> None:
    """Without a schema it is read from the records."""
    page = Page("Emma Ann Bob red blue", name="p.html")
    reviews = tuple(Record(page, {"by": span}) for span in (Span(5, 8), Span(9, 12)))
    record = Record(page, {"title": Span(0, 4), "reviews": reviews, "tags": (Span(13, 16), Span(17, 21)), "isbn": None})
    row = unweave.records_to_arrow([record]).to_pylist()[0]
    assert {name: row[name] for name in ("title", "reviews", "tags", "isbn")} == {
        "title": "Emma",
        "reviews": [{"by": "Ann"}, {"by": "Bob"}],
        "tags": ["red", "blue"],
        "isbn": None,
    }


def test_several_types_are_not_one_table() -> None:
    """The reason is given."""
    types = Schema(types=(Schema((Field("a"),), name="one"), Schema((Field("b"),), name="two")))
    with pytest.raises(BadInput, match="records of one type"):
        unweave.records_to_arrow([], types)


def test_pandas_has_the_same_columns(wrapper: unweave.Wrapper, folder: Path) -> None:
    """A row for each record."""
    pytest.importorskip("pandas")
    frame = unweave.to_pandas(unweave.extract(wrapper, folder))
    assert list(frame.columns) == ["page", "record", "start", "end", "title", "price"]
    assert list(frame["price"]) == ["$9", "$4", "$3"]


@pytest.mark.parametrize(("name", "function"), [("pyarrow", "records_to_arrow"), ("pandas", "to_pandas")])
def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, name: str, function: str) -> None:
    """With how to install it."""
    real_import, real_module = builtins.__import__, importlib.import_module

    def without(wanted: str, *arguments: Any, **options: Any) -> Any:
        if wanted == name:
            raise ImportError(name)
        return real_import(wanted, *arguments, **options)

    def module_without(wanted: str, package: str | None = None) -> Any:
        if wanted == name:
            raise ImportError(name)
        return real_module(wanted, package)

    convert = getattr(unweave, function)
    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.setattr("unweave.run.extracted.import_module", module_without)
    with pytest.raises(BadInput, match=f"needs {name}.*pip install"):
        convert([])
