"""A run: every page is used or set aside, and the summary counts them."""

import io
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from unweave.errors import BadInput, CannotCompile, DoesNotFit
from unweave.page import Page, Span
from unweave.program import Program
from unweave.records import Field, Record, Schema
from unweave.records.located import Located
from unweave.run import Problem, RunSummary, Update, extract
from unweave.run.extracted import extract as extract_in_memory
from unweave.wrapper import Explanation, Origin, summary_of

SCHEMA = Schema((Field("title"),))
ORIGIN = Origin()


@dataclass(frozen=True)
class Bold:
    """A wrapper that takes the content of the first <b>; a page without one does not fit."""

    kind: str = "bold"
    schema: Schema = SCHEMA
    origin: Origin = ORIGIN
    summary = summary_of

    def extract(self, page: Page) -> list[Record]:
        """One record, or none from a page marked as empty."""
        if "nothing" in page.source:
            return []
        start, end = page.source.find("<b>") + 3, page.source.find("</b>")
        if end < 0:
            raise DoesNotFit(page=page.name, field="title", where=0, reason="'<b>' does not occur")
        return [Record(page, {"title": Span(start, end)})]

    def explain(self, page: Page | None = None) -> Explanation:
        """Nothing to say."""
        return Explanation(title="bold", page=page)

    def program(self) -> Program:
        """Not asked for."""
        raise CannotCompile(target="anything", reason="it is a test double")


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pages of every kind: good, without records, not fitting, empty, binary; the working directory is beside them."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.html").write_text("<b>Emma</b>")
    (folder / "b.html").write_text("nothing here")
    (folder / "c.html").write_text("<i>Kim</i>")
    (folder / "d.html").write_bytes(b"")
    (folder / "e.html").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    (folder / "f.html").write_text("<p><b>Pan</b>")
    return folder


def lines(path: Path) -> list[Any]:
    """The lines' objects."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.usefixtures("pages")
def test_a_bad_page_does_not_stop_the_run() -> None:
    """Good pages give their records, bad ones are set aside with their reasons in a file beside the output."""
    summary = extract(Bold(), ["pages"], "out.jsonl")
    assert lines(Path("out.jsonl")) == [
        {"page": "pages/a.html", "record": 1, "start": 3, "end": 7, "title": "Emma"},
        {"page": "pages/f.html", "record": 1, "start": 6, "end": 9, "title": "Pan"},
    ]
    problems = lines(Path("out.jsonl.problems.jsonl"))
    assert [problem["page"] for problem in problems] == ["pages/c.html", "pages/d.html", "pages/e.html"]
    assert problems[0]["reason"] == "pages/c.html does not fit: title at 0: '<b>' does not occur"
    assert problems[1]["reason"] == "pages/d.html: the file is empty. It would help to save the page again"
    assert summary == RunSummary(
        pages=6,
        records=2,
        set_aside=3,
        bare=1,
        problems=tuple(Problem(**problem) for problem in problems),
        output="out.jsonl",
        problems_file="out.jsonl.problems.jsonl",
    )
    assert sorted(path.name for path in Path().iterdir()) == ["out.jsonl", "out.jsonl.problems.jsonl", "pages"]


@pytest.mark.usefixtures("pages")
def test_no_problems_no_file() -> None:
    """Without problems there is no file of them, and one from an earlier run is removed."""
    extract(Bold(), ["pages"], "out.csv")
    summary = extract(Bold(), ["pages/a.html"], "out.csv")
    assert (summary.set_aside, summary.problems_file) == (0, None)
    assert sorted(path.name for path in Path().iterdir()) == ["out.csv", "pages"]


@pytest.mark.usefixtures("pages")
def test_into_a_stream() -> None:
    """A stream gets lines of JSON, and no file is written."""
    stream = io.BytesIO()
    summary = extract(Bold(), ["pages/a.html", "pages/d.html"], stream)
    assert stream.getvalue() == b'{"page":"pages/a.html","record":1,"start":3,"end":7,"title":"Emma"}\n'
    assert (summary.used, summary.output, summary.problems_file) == (1, None, None)
    assert [path.name for path in Path().iterdir()] == ["pages"]


@pytest.mark.usefixtures("pages")
def test_only_the_first_reasons_are_carried() -> None:
    """The summary of a long run stays short; the file has all reasons."""
    for number in range(50):
        Path(f"pages/z{number:02}.html").write_text("<i>")
    summary = extract(Bold(), ["pages"], "out.csv")
    assert (summary.set_aside, len(summary.problems)) == (53, 3)
    assert len(lines(Path("out.csv.problems.jsonl"))) == 53


@pytest.mark.usefixtures("pages")
def test_a_wrong_input_is_found_out_before_the_run() -> None:
    """If any input leads nowhere nothing is read and nothing is written."""
    with pytest.raises(BadInput, match="nowhere"):
        extract(Bold(), ["pages", "nowhere"], "out.csv")
    assert [path.name for path in Path().iterdir()] == ["pages"]


@pytest.mark.usefixtures("pages")
def test_a_page_is_not_overwritten() -> None:
    """The output must not be one of the inputs."""
    Path("page.csv").write_text("<b>Emma</b>")
    with pytest.raises(BadInput, match="it is one of the pages to read"):
        extract(Bold(), ["page.csv"], "./page.csv")
    assert Path("page.csv").read_text() == "<b>Emma</b>"


class Unlucky(Bold):
    """It has an error of its own on pages with a certain text."""

    def extract(self, page: Page) -> list[Record]:
        """The records, or the error."""
        for error in (ZeroDivisionError, MemoryError, RecursionError):
            if error.__name__ in page.source:
                raise error
        return super().extract(page)


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("name", ["ZeroDivisionError", "MemoryError", "RecursionError"])
@pytest.mark.parametrize("out", ["out.sqlite", "out.csv", "out.jsonl", "out.parquet"])
def test_an_error_of_ours_sets_the_page_aside(name: str, out: str) -> None:
    """Whatever error there is with a page, the records of the others are written."""
    Path("pages/b.html").write_text(name)
    summary = extract(Unlucky(), ["pages"], out)
    assert (summary.records, summary.set_aside, Path(out).exists()) == (2, 4, True)
    reasons = {"MemoryError": "not enough memory", "RecursionError": "nested too deeply"}
    assert summary.problems[0].reason.startswith("pages/b.html: ")
    assert reasons.get(name, "please report it: ZeroDivisionError") in summary.problems[0].reason
    found = extract_in_memory(Unlucky(), "pages")
    assert (len(found), len(found.problems)) == (2, 4)


@pytest.mark.usefixtures("pages")
def test_an_error_in_a_value_sets_the_page_aside() -> None:
    """Values may be computed when they are written: that belongs to the page, too."""

    def fail() -> Span:
        raise RecursionError

    class Lazy(Bold):
        def extract(self, page: Page) -> list[Record]:
            records = super().extract(page)
            lazy: Any = Located("Pan", fail)
            return [Record.found(page, {"title": lazy}, kind="")] if "Pan" in page.source else records

    summary = extract(Lazy(), ["pages"], "out.csv")
    assert (summary.records, summary.set_aside) == (1, 4)


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("update", [None, Update()])
@pytest.mark.parametrize("name", ["out.sqlite", "out.jsonl", "out.csv", "out.parquet"])
def test_an_output_is_kept_if_no_page_can_be_used(name: str, update: Update | None) -> None:
    """A folder of pages from another site does not empty the output of an earlier run."""
    if update and name in {"out.csv", "out.parquet"}:
        pytest.skip("rows cannot be added")
    extract(Bold(), ["pages"], name)
    before = Path(name).read_bytes()
    summary = extract(Bold(), ["pages/c.html"], name, update=update)
    assert (summary.used, summary.output, summary.kept) == (0, None, name)
    assert Path(name).read_bytes() == before
    assert len(lines(Path(f"{name}.problems.jsonl"))) == 1


@pytest.mark.usefixtures("pages")
def test_pipes_in_folders_are_set_aside() -> None:
    """Reading one would take forever; it is named with the reason."""
    os.mkfifo("pages/aa.html")
    summary = extract(Bold(), ["pages"], "out.csv")
    assert (summary.records, summary.set_aside) == (2, 4)
    assert summary.problems[0] == Problem("pages/aa.html", "pages/aa.html: a pipe or device, not a file")


@pytest.mark.usefixtures("pages")
def test_a_name_too_long_for_the_problems_is_found_out_before_the_run() -> None:
    """The output could be written, but not the list of problems beside it."""
    with pytest.raises(BadInput, match="File name too long"):
        extract(Bold(), ["pages"], "o" * 245 + ".csv")
    assert [path.name for path in Path().iterdir()] == ["pages"]


@pytest.mark.usefixtures("pages")
def test_the_run_can_be_watched() -> None:
    """Who watches is handed all pages beforehand and passes them on one by one."""
    seen: list[int] = []

    def watch(paths: Sequence[Path]) -> Iterable[Path]:
        seen.append(len(paths))
        return paths

    assert extract(Bold(), ["pages"], io.BytesIO(), watch=watch).pages == 6
    assert seen == [6]
