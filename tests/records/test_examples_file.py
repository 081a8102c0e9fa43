import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.errors import BadInput, ValueNotFound
from unweave.page import Page, Span
from unweave.records import (
    UNKNOWN,
    Cell,
    Either,
    Example,
    Record,
    example_from_data,
    example_to_data,
    read_examples,
    write_examples,
)

SOURCE = "<h1>Dallas</h1><p>Emma <b>$5</b> Dallas <i>Ann</i> <i>Bob</i><p>Kim &amp; Co <b>$7</b> é"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "p1.html").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def written(folder: Path, data: Any) -> Path:
    path = folder / "examples.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def entry(**changes: Any) -> dict[str, Any]:
    return {"unweave": 1, "pages": [{"page": "pages/p1.html", "records": [{"title": "Emma"}], **changes}]}


def test_file_of_the_design(folder: Path) -> None:
    """A file is shaped like the answer; its pages are named relative to it."""
    path = written(
        folder,
        {
            "unweave": 1,
            "pages": [
                {
                    "page": "pages/p1.html",
                    "url": "http://books.org/p1",
                    "status": "complete",
                    "section": [15, 88],
                    "records": [
                        {"title": "Emma", "price": "$5", "isbn": None, "reviews": [{"by": "Ann"}, {"by": "Bob"}]}
                    ],
                    "rejected": {"title": ["Dallas"]},
                },
                {"page": "pages/p1.html"},
            ],
        },
    )
    page = Page.read(folder / "pages" / "p1.html", url="http://books.org/p1")
    reviews = (Record(page, {"by": Span(43, 46)}), Record(page, {"by": Span(54, 57)}))
    title, price = Span(18, 22), Span(26, 28)
    assert read_examples(path) == [
        Example(
            page,
            (Record(page, {"title": title, "price": price, "isbn": None, "reviews": reviews}),),
            status="complete",
            section=Span(15, 88),
            rejected={"title": (Span(4, 10), Span(33, 39))},
        ),
        Example(Page.read(folder / "pages" / "p1.html")),
    ]


def test_written_file_is_readable(folder: Path) -> None:
    """Values are written as texts where the text leads back to them, else as spans; one line for each record."""
    page = Page.read(folder / "pages" / "p1.html")
    first = {"title": "Emma", "city": "Dallas", "where": {"text": "Dallas", "nth": 2}, "by": ["Ann"], "isbn": None}
    second = {"title": "Kim & Co", "city": UNKNOWN, "where": Either((Span(0, 4), Span(2, 6))), "by": [], "isbn": None}
    path = folder / "examples.json"
    write_examples([Example.from_values(page, [first, second]), Example(page)], path)
    assert path.read_text(encoding="utf-8") == (
        '{"unweave": 1, "pages": [\n'
        '  {"page": "pages/p1.html",\n'
        '   "status": "complete",\n'
        '   "records": [\n'
        '    {"title": "Emma", "city": "Dallas", "where": {"span": [33, 39]}, "by": ["Ann"], "isbn": null},\n'
        '    {"title": "Kim & Co", "city": {"unknown": true}, "where": {"either": [[0, 4], [2, 6]]}, "by": [],'
        ' "isbn": null}]},\n'
        '  {"page": "pages/p1.html",\n'
        '   "status": "unlabelled"}]}\n'
    )


def spans() -> st.SearchStrategy[Span]:
    places = st.integers(0, len(SOURCE))
    return st.tuples(places, places).map(lambda pair: Span(min(pair), max(pair)))


def items() -> st.SearchStrategy[Any]:
    texts = st.sampled_from([Span(18, 22), Span(26, 28), Span(33, 39), Either((Span(4, 10), Span(33, 39)))])
    return texts | spans() | st.lists(spans(), min_size=1, max_size=3).map(lambda found: Either(tuple(found)))


def cells(item: st.SearchStrategy[Any]) -> st.SearchStrategy[Cell]:
    return item | st.none() | st.just(UNKNOWN)


def record(page: Page, kind: str, one: Cell, many: Any, nested: list[Any]) -> Record:
    below = tuple(Record(page, {"by": cell}) for cell in nested)
    return Record(page, {"one": one, "many": many, "naïve & nested": below}, type=kind)


@settings(deadline=None)  # a busy machine is no failure
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "book"]),
            cells(items()),
            cells(st.lists(items(), max_size=3).map(tuple)),
            st.lists(items()),
        )
    ),
    st.sampled_from(["complete", "partial"]),
    st.dictionaries(st.sampled_from(["one", "many"]), st.lists(spans()).map(tuple)),
    st.booleans(),
)
def test_examples_survive_a_round_trip(rows: list[Any], status: Any, rejected: dict[str, Any], whole: bool) -> None:
    """What is written reads back as the same examples, whatever their cells."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "p1.html").write_text(SOURCE, encoding="utf-8")
        page = Page.read(Path(folder, "p1.html"), url="http://books.org/é")
        records = tuple(record(page, *row) for row in rows)
        section = Span(0, len(page)) if whole and status == "complete" else None
        try:
            examples = [Example(page, records, status=status, rejected=rejected, section=section), Example(page)]
        except BadInput as error:
            assert "is given as a value and rejected" in str(error)  # drawn contradictions are refused
            return
        write_examples(examples, Path(folder, "examples.json"))
        assert read_examples(Path(folder, "examples.json")) == examples


def test_charset_survives(folder: Path) -> None:
    """A page that was read with a given charset is read with it again; a byte order mark or nothing needs none."""
    (folder / "old.html").write_bytes("<b>мир</b>".encode("koi8-r"))
    page = Page.read(folder / "old.html", charset="koi8-r")
    example = Example.from_values(page, [{"word": "мир"}])
    write_examples([example], folder / "examples.json")
    assert read_examples(folder / "examples.json") == [example]
    assert "charset" not in example_to_data(Example(Page.read(folder / "pages" / "p1.html")))


def test_relative_names(folder: Path) -> None:
    """Pages above and beside the file are named by a relative path with forward slashes."""
    (folder / "labels").mkdir()
    write_examples([Example(Page.read(folder / "pages" / "p1.html"))], folder / "labels" / "x.json")
    assert json.loads((folder / "labels" / "x.json").read_text())["pages"][0]["page"] == "../pages/p1.html"
    assert read_examples(folder / "labels" / "x.json")[0].page.source == SOURCE


def test_one_entry() -> None:
    """One page entry can be written and read without a file, with the page at hand."""
    page = Page(SOURCE, name="anywhere.html")
    example = Example.from_values(page, [{"city": "Dallas"}], status="partial")
    data = example_to_data(example)
    assert data == {"page": "anywhere.html", "status": "partial", "records": [{"city": "Dallas"}]}
    assert example_from_data(data, page=page) == example


def test_complete_without_records(folder: Path) -> None:
    """A page on which there are no records keeps saying so."""
    example = Example(Page.read(folder / "pages" / "p1.html"), status="complete")
    write_examples([example], folder / "examples.json")
    assert read_examples(folder / "examples.json") == [example]


BAD_FILES: list[tuple[Any, str | None]] = [
    ("", "it is not JSON: Expecting value at line 1, column 1"),
    ('{"unweave": 1,\n "pages": [}', "it is not JSON: Expecting value at line 2, column 12"),
    ('{"unweave": 1, "unweave": 1, "pages": []}', "the key 'unweave' occurs twice in one object"),
    ("[" * 100_000, "its lists are nested too deeply"),
    ("1" * 5000, None),
    ([], 'this is no examples file. It would help to give a file of the form {"unweave": 1, "pages": []}'),
    ({"pages": []}, 'this is no examples file. It would help to give a file of the form {"unweave": 1, "pages": []}'),
    ({"unweave": 2, "pages": []}, "it has version 2; this program reads version 1. It would help"),
    ({"unweave": True, "pages": []}, "it has version True; this program reads version 1. It would help"),
    ({"unweave": 1}, 'it has no list of "pages"'),
    ({"unweave": 1, "pages": {}}, 'it has no list of "pages"'),
    ({"unweave": 1, "pages": [], "by": "me"}, "unknown key 'by'. It would help to use one of unweave, pages"),
    ({"unweave": 1, "pages": [3]}, 'page entry 1: it has no "page" with the name of a file'),
    ({"unweave": 1, "pages": [{"page": 3}]}, 'page entry 1: it has no "page" with the name of a file'),
    ({"unweave": 1, "pages": [{"page": "no.html"}]}, "page no.html: "),
    ({"unweave": 1, "pages": [{"page": "pages"}]}, "page pages: "),
    ({"unweave": 1, "pages": [{"page": "nul\0.html"}]}, "page nul\0.html: "),
    (
        entry(label="x"),
        "page pages/p1.html: unknown key 'label'. It would help to use one of page, url, charset, status, section, ",
    ),
    (entry(records={}), "page pages/p1.html: 'records' is {}, which is no list"),
    (entry(url=3), "page pages/p1.html: 'url' is 3, which is no text"),
    (entry(rejected=[]), "page pages/p1.html: 'rejected' is [], which is no object"),
    (entry(section=[0]), "page pages/p1.html: field section: [0] is not a span, a pair of whole numbers"),
    (
        entry(status="done"),
        "page pages/p1.html: 'done' is no status. It would help to use one of complete, partial, unlabelled",
    ),
    (entry(records=["Emma"]), "page pages/p1.html: 'Emma' is not a record: "),
    (entry(records=[{"price": 5}]), "page pages/p1.html: field price: 5 (int) is not a value: "),
    (entry(records=[{"price": "$6"}]), "page pages/p1.html: field price: '$6' is not on the page; nearest: '$5', '$7'"),
]


@pytest.mark.parametrize(("data", "reason"), BAD_FILES)
def test_bad_files(folder: Path, data: Any, reason: str | None) -> None:
    """Every error in a file is reported in one sentence: file, page, field, reason."""
    path = written(folder, data)
    with pytest.raises(BadInput) as caught:
        read_examples(path)
    assert str(caught.value).startswith(f"{path}: {reason or ''}")


def test_value_not_found_keeps_its_data(folder: Path) -> None:
    """A value that is not on its page can be asked for its field, text and nearest texts, read from a file too."""
    with pytest.raises(ValueNotFound) as caught:
        read_examples(written(folder, entry(records=[{"price": "$6"}])))
    assert (caught.value.field, caught.value.value, caught.value.nearest[:2]) == ("price", "$6", ("$5", "$7"))


def test_unreadable_files(folder: Path) -> None:
    """A missing file, a directory and bytes that are not UTF-8 are reported as such; a byte order mark is ignored."""
    (folder / "binary.json").write_bytes(b'{"unweave": 1, "pages": ["\xff"]}')
    (folder / "marked.json").write_bytes(b'\xef\xbb\xbf{"unweave": 1, "pages": []}')
    for name, reason in (
        ("no.json", "No such file or directory. It would help to check its name"),
        ("pages", "Is a directory. It would help to check its name"),
        ("binary.json", "it is not UTF-8 text: invalid start byte at 26"),
    ):
        with pytest.raises(BadInput) as caught:
            read_examples(folder / name)
        assert str(caught.value) == f"{folder / name}: {reason}"
    assert read_examples(folder / "marked.json") == []


def test_nothing_half_written(folder: Path) -> None:
    """When writing fails the old file stays as it was, and nothing else is left behind."""
    path = written(folder, "old")
    good = Example(Page.read(folder / "pages" / "p1.html"))
    with pytest.raises(BadInput, match="it has no name, so an examples file cannot point to it"):
        write_examples([good, Example(Page("x"))], path)
    with pytest.raises(BadInput, match="cannot write there"):
        write_examples([good], folder / "no" / "such" / "folder.json")
    with pytest.raises(BadInput, match="cannot write there"):
        write_examples([good], folder / "pages")
    assert path.read_text() == "old"
    assert sorted(path.name for path in folder.iterdir()) == ["examples.json", "pages"]
