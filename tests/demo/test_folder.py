"""The demo as a folder."""

from pathlib import Path

import pytest

from unweave.demo import TASKS, DemoTask, write_demo
from unweave.errors import BadInput
from unweave.records import read_examples


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_examples_files_have_the_true_spans(task: DemoTask, demo_folder: Path) -> None:
    """Read back, an examples file gives exactly the spans of the generator."""
    read = read_examples(demo_folder / f"{task.name}.examples.json")
    assert [[{name: record.cell(name) for name in record} for record in example.records] for example in read] == [
        [{name: record.cell(name) for name in record} for record in example.records] for example in task.examples()
    ]


def test_pages_on_disk_are_the_pages(demo_folder: Path) -> None:
    """Every page of every task is in the folder under its name, byte for byte."""
    for task in TASKS:
        for example in task.pages():
            assert (demo_folder / example.page.name).read_text(encoding="utf-8") == example.page.source


def test_writing_again_changes_nothing(demo_folder: Path) -> None:
    """A second run over the same folder leaves the same files, and no drafts."""
    before = {path: path.read_bytes() for path in demo_folder.rglob("*") if path.is_file()}
    write_demo(demo_folder)
    assert {path: path.read_bytes() for path in demo_folder.rglob("*") if path.is_file()} == before


def test_a_file_in_the_way(tmp_path: Path) -> None:
    """Where the folder cannot be made, the error names it."""
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(BadInput, match="taken: cannot write there"):
        write_demo(tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "mine"
