"""Runs with worker processes: whatever happens to a process, the output is that of an undisturbed run."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from oracles.fragile import Fragile
from oracles.warcs import compressed, record
from unweave.errors import BadInput
from unweave.run import RunInfo, RunOptions, RunSummary, TooManyRejects, extract, find_runs, shards

TESTS = Path(__file__).parent.parent
SLOW_RUN = [sys.executable, str(TESTS / "oracles" / "slow_run.py")]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}  # the code that is tested here


@pytest.fixture(autouse=True)
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty pages in shards of four, one of them not fitting; the working directory is beside them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shards, "SHARD_FILES", 4)
    Path("pages").mkdir()
    for number in range(40):
        Path(f"pages/{number:02}.html").write_text(f"<b>Book {number}</b>" if number != 9 else "<i>Kim</i>")


def clean() -> tuple[bytes, bytes]:
    """The files of an undisturbed run in this process."""
    extract(Fragile(), ["pages"], "clean.jsonl")
    return Path("clean.jsonl").read_bytes(), Path("clean.jsonl.problems.jsonl").read_bytes()


def files() -> tuple[bytes, bytes]:
    """The files of the run."""
    return Path("out.jsonl").read_bytes(), Path("out.jsonl.problems.jsonl").read_bytes()


def run(workers: int = 2, *, pause: float = 0.0, **options: Any) -> RunSummary:
    """A run with workers."""
    return extract(Fragile(pause), ["pages"], "out.jsonl", options=RunOptions(workers=workers, **options))


def problems() -> list[str]:
    """The reasons of the run's problems."""
    return [json.loads(line)["reason"] for line in Path("out.jsonl.problems.jsonl").read_text().splitlines()]


def state() -> tuple[str, str]:
    """The state of the only run, and why."""
    [(_, info)] = find_runs(["."])
    return info.state, info.reason


@pytest.mark.parametrize("workers", [1, 3])
def test_the_output_does_not_depend_on_the_workers(workers: int) -> None:
    """Rows, problems and counts are those of a run in one process; the run directory tells how it ended."""
    summary = run(workers)
    assert files() == clean()
    assert (summary.pages, summary.records, summary.set_aside) == (40, 39, 1)
    [(path, info)] = find_runs(["."])
    assert (str(path), info.output, info.state, info.inputs) == ("out.jsonl.run", "out.jsonl", "done", ("pages",))
    assert (info.shards, info.pages, info.records, info.set_aside) == (10, 40, 39, 1)
    assert sorted(one.name for one in path.iterdir()) == [
        "files.json",
        "lock",
        "log.txt",
        "plan.jsonl",
        "run.json",
        "skipped.json",
    ]


@pytest.mark.parametrize("name", ["out.csv", "out.sqlite", "out.parquet", "out.jsonl.gz"])
def test_every_format_is_the_same(name: str) -> None:
    """Byte for byte."""
    extract(Fragile(), ["pages"], name)
    before = Path(name).read_bytes()
    extract(Fragile(), ["pages"], name, options=RunOptions(workers=2))
    assert Path(name).read_bytes() == before


def test_a_large_warc_is_split_among_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where pages look like records, so that a part seems to begin inside a page."""
    monkeypatch.setattr(shards, "SHARD_BYTES", 64)
    inner = record("http://inner.example/", b"<b>inner</b>")
    records = [record(f"http://a.example/{n}", b"<b>%d</b><p>\r\n\r\n" % n + inner * 4) for n in range(12)]
    Path("a.warc").write_bytes(b"".join(records))
    Path("b.warc.gz").write_bytes(compressed(records)[:-9])
    extract(Fragile(), ["a.warc", "b.warc.gz"], "clean.jsonl")
    summary = extract(Fragile(), ["a.warc", "b.warc.gz"], "out.jsonl", options=RunOptions(workers=2))
    assert Path("out.jsonl").read_bytes() == Path("clean.jsonl").read_bytes()
    assert (summary.pages, summary.records) == (24, 23)
    assert "the gzip data is cut off" in problems()[0]


def test_a_page_that_never_ends_is_set_aside() -> None:
    """The system ends its worker; the other pages of its shard are extracted."""
    Path("pages/06.html").write_text("<b>hang</b>")
    summary = run(page_seconds=5)
    assert (summary.records, summary.set_aside) == (38, 2)
    assert problems()[0].startswith("pages/06.html: it takes more than 5 s")


def test_a_page_that_kills_its_worker_is_set_aside() -> None:
    """It is tried twice: somebody may have killed the worker."""
    Path("pages/06.html").write_text("<b>kill</b>")
    summary = run()
    assert (summary.records, summary.set_aside) == (38, 2)
    assert problems()[0] == "pages/06.html: a worker process died at it 2 times, with exit code -9"


def test_a_killed_worker_changes_nothing() -> None:
    """Its shard is run again by another."""
    for number in (6, 7, 30):
        Path(f"pages/{number:02}.html").write_text("<b>die once</b>")
    summary = run()
    assert (summary.records, summary.set_aside) == (39, 1)
    assert files() == clean()


@pytest.mark.parametrize("again", [1, 2])
def test_a_killed_run_is_resumed(again: int) -> None:
    """Kill -9 at some moments, resume with the same and another number of workers, kill again, until it is done."""
    wanted = clean()
    moments = random.Random(again)
    process = subprocess.Popen([*SLOW_RUN, "2"], env=ENVIRONMENT, stderr=subprocess.DEVNULL)
    wait_for_run(process)
    for workers in (2 * again, 1):
        time.sleep(moments.random() * 0.15)
        process.kill()
        process.wait()
        process = subprocess.Popen([*SLOW_RUN, str(workers), "--resume"], env=ENVIRONMENT)
    assert process.wait() == 0
    assert files() == wanted
    assert state() == ("done", "")


def test_a_run_may_be_killed_at_any_moment() -> None:
    """Kill -9 at 200 random moments, each time resumed with one, two or three workers: nothing lost, nothing twice."""
    command = [sys.executable, str(TESTS / "oracles" / "killed_runs.py"), "200", "1"]
    found = json.loads(subprocess.run(command, env=ENVIRONMENT, check=True, stdout=subprocess.PIPE).stdout)
    assert (found["killed"], found["different"]) == (200, 0)
    assert found["done"] > 0


def wait_for_run(process: "subprocess.Popen[bytes]") -> None:
    """Wait until the run directory is there, and the run can be resumed."""
    while not Path("out.jsonl.run/run.json").exists() and process.poll() is None:
        time.sleep(0.01)


def test_an_interrupted_run_keeps_what_is_done() -> None:
    """Ctrl-C ends the run and its workers; no draft is left, and the run can be resumed."""
    wanted = clean()
    process = subprocess.Popen([*SLOW_RUN, "2"], env=ENVIRONMENT, stderr=subprocess.DEVNULL)
    wait_for_run(process)
    while not list(Path("out.jsonl.run/shards").glob("*.jsonl")):
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    process.wait()
    assert state() in {("stopped", "it was interrupted"), ("done", "")}
    assert [path.name for path in Path().glob(".*")] == []
    run(1, pause=0.002, resume=True) if state()[0] == "stopped" else None
    assert files() == wanted


def stop_in_the_middle() -> None:
    """A run that was stopped, with some shards done."""
    with pytest.raises(TooManyRejects, match=r"more than 0 pages were set aside, the first: pages/09\.html"):
        run(max_rejects=0)


def test_too_many_rejects_stop_a_run() -> None:
    """Its state and reason are kept; with another limit it goes on."""
    wanted = clean()
    stop_in_the_middle()
    assert state()[0] == "stopped"
    assert "more than 0 pages were set aside" in state()[1]
    assert not Path("out.jsonl").exists()
    run(1, resume=True, max_rejects=1)
    assert files() == wanted


def test_a_run_that_is_not_done_is_not_overwritten() -> None:
    """To go on or to begin again must be said."""
    stop_in_the_middle()
    with pytest.raises(BadInput, match="there is a run that is not done"):
        run()
    run(force=True)
    assert files() == clean()


def test_only_the_same_run_is_resumed() -> None:
    """Another wrapper, input or option is an error, and so is a file that has changed."""
    stop_in_the_middle()
    with pytest.raises(BadInput, match="begun with another wrapper"):
        extract(Fragile(0.001), ["pages"], "out.jsonl", options=RunOptions(resume=True))
    with pytest.raises(BadInput, match="begun with other inputs"):
        extract(Fragile(), ["pages/00.html"], "out.jsonl", options=RunOptions(resume=True))
    with pytest.raises(BadInput, match="begun with other options"):
        run(resume=True, flatten=True)
    Path("pages/03.html").write_text("<b>Other</b>")
    with pytest.raises(BadInput, match=r"pages/03\.html: its content has changed since the run began"):
        run(resume=True)
    with pytest.raises(BadInput, match="there is no run to resume"):
        extract(Fragile(), ["pages"], "other.jsonl", options=RunOptions(resume=True))


def test_the_time_is_that_of_the_begin() -> None:
    """Also in the rows of a run that is resumed later: its output is that of an undisturbed run."""
    with pytest.raises(TooManyRejects):
        run(max_rejects=0, time=True)
    info = Path("out.jsonl.run/run.json")
    info.write_text(re.sub(r'"started": ".*?"', '"started": "2024-01-02T03:04:05+00:00"', info.read_text()))
    run(1, resume=True, time=True)
    rows = [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]
    assert {row.pop("time") for row in rows} == {"2024-01-02T03:04:05+00:00"}
    assert rows == [json.loads(line) for line in clean()[0].splitlines()]


def test_a_run_that_is_done_can_be_resumed() -> None:
    """It may have been killed while it removed its shard files; the output is made again."""
    run()
    run(resume=True)
    assert files() == clean()


def test_a_folder_that_grows_changes_nothing() -> None:
    """The plan is made once: pages that appear later are no part of the run."""
    wanted = clean()
    stop_in_the_middle()
    Path("pages/00a.html").write_text("<b>Late</b>")
    run(resume=True)
    assert files() == wanted


def test_a_file_that_cannot_be_read_is_set_aside() -> None:
    """A folder with the name of a page, a link that leads nowhere."""
    Path("pages/00a.html").symlink_to("nowhere.html")
    Path("pages/00b.html").symlink_to("00b.html")
    summary = run()
    assert (summary.records, summary.set_aside) == (39, 3)
    assert [reason.split(":")[0] for reason in problems()[:2]] == ["pages/00a.html", "pages/00b.html"]
    assert files() == clean()


FULL_DISK = """
mount -t tmpfs -o size=64k tmpfs small && cd small || exit 77
ln -s ../pages pages
"$@" 2 && exit 1
mount -o remount,size=4m . || exit 77
"$@" 1 --resume && cp out.jsonl out.jsonl.problems.jsonl ..
"""


def test_a_full_disk_is_survived() -> None:
    """The run ends with an error; with more room it is resumed."""
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare, to mount a small file system")
    wanted = clean()
    for number in range(40, 400):
        Path(f"pages/{number}.html").write_text(f"<b>{'long ' * 40}{number}</b>")
    wanted = clean()
    Path("small").mkdir()
    ended = subprocess.run(
        ["unshare", "-rm", "sh", "-c", FULL_DISK, "sh", *SLOW_RUN],  # noqa: S607  # found on the path
        env=ENVIRONMENT,
        stderr=subprocess.PIPE,
        check=False,
    )
    if ended.returncode == 77 or b"unshare" in ended.stderr:
        pytest.skip("a small file system cannot be mounted here")
    assert b"No space left on device" in ended.stderr
    assert files() == wanted


def test_runs_in_words() -> None:
    """A run that was killed is said to be stopped."""
    assert RunInfo("out.csv", "id").state == "running"
    stop_in_the_middle()
    info = Path("out.jsonl.run/run.json")
    info.write_text(info.read_text().replace('"state": "stopped"', '"state": "running"'))
    assert state() == ("stopped", "it was killed")
