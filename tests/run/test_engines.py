"""The same shard function on other engines: Arrow in and out, and Ray."""

import os
import sys
from pathlib import Path

import pyarrow as pa
import pytest

from oracles.fragile import Fragile
from unweave.errors import BadInput
from unweave.run import RunOptions, extract, shards
from unweave.run.arrow import extract_batches, rows_schema

PAGES = {"url": ["http://a.example/1", "http://a.example/2", None], "html": ["<b>Emma</b>", "<i>Kim</i>", None]}


def test_batches_of_pages_become_batches_of_rows() -> None:
    """One for one; a page that cannot be used is a row with its reason."""
    [rows] = extract_batches(Fragile())([pa.RecordBatch.from_pydict(PAGES)])
    assert rows.schema == rows_schema(Fragile().schema)
    empty = dict.fromkeys(("record", "start", "end", "title"))
    assert rows.to_pylist() == [
        {"page": "http://a.example/1", "record": 1, "start": 3, "end": 7, "title": "Emma", "problem": None},
        {
            "page": "http://a.example/2",
            **empty,
            "problem": "http://a.example/2 does not fit: title at 0: '<b>' does not occur",
        },
        {"page": "row 3", **empty, "problem": "row 3: there is no HTML"},
    ]


def test_a_batch_without_pages_is_an_error() -> None:
    """It names the columns that there are."""
    with pytest.raises(BadInput, match="it has no column html, but x"):
        list(extract_batches(Fragile())([pa.RecordBatch.from_pydict({"x": [1]})]))


def test_ray_gives_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a cluster of two workers, one of which is killed in the middle."""
    pytest.importorskip("ray", reason="Ray is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent.parent), *sys.path]))
    monkeypatch.setattr(shards, "SHARD_FILES", 4)
    Path("pages").mkdir()
    for number in range(24):
        Path(f"pages/{number:02}.html").write_text(f"<b>{'die once' if number == 9 else number}</b>")
    folder = Path("pages").resolve()
    extract(Fragile(), [folder], "ray.jsonl", options=RunOptions(workers=2, engine="ray"))
    extract(Fragile(), [folder], "clean.jsonl")
    assert Path("ray.jsonl").read_bytes() == Path("clean.jsonl").read_bytes()
    assert Path("pages/09.html.seen").exists()  # the worker was killed


def test_without_ray_the_error_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what would help."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ray", None)
    Path("p.html").write_text("<b>Emma</b>")
    with pytest.raises(BadInput, match="needs Ray, which is not installed"):
        extract(Fragile(), ["p.html"], "out.jsonl", options=RunOptions(engine="ray"))
