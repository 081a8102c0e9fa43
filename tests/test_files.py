import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from unweave.errors import BadInput
from unweave.files import check_not_overwritten, replacing

KILLED = """
import os, signal, sys
from unweave.files import replacing
with replacing(sys.argv[1]) as draft:
    draft.write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    """Whoever reads the file sees the old one or the new one, never a part."""
    target = tmp_path / "records.csv"
    target.write_text("old")
    with pytest.raises(ZeroDivisionError), replacing(target) as draft:
        draft.write_text("half of the new")
        raise ZeroDivisionError
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("place", ["", "nowhere/records.csv"])
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, place: str) -> None:
    """A folder, or a file in a folder that does not exist."""
    with pytest.raises(BadInput, match=r"cannot write there"), replacing(tmp_path / place) as draft:
        draft.write_text("never")


def test_behind_a_link_the_file_is_replaced(tmp_path: Path) -> None:
    """The link stays a link."""
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.write_text("old")
    link.symlink_to(real)
    with replacing(link) as draft:
        draft.write_text("new")
    assert (link.is_symlink(), real.read_text()) == (True, "new")


def test_another_files_trouble_is_not_taken_for_ours(tmp_path: Path) -> None:
    """Only what happens to the file that is written is reported as that."""
    with pytest.raises(FileNotFoundError), replacing(tmp_path / "out.csv"):
        (tmp_path / "missing.html").read_text()


def test_drafts_of_one_file_have_different_names(tmp_path: Path) -> None:
    """Two containers on one volume may have the same process id, so that is not used. The last one wins."""
    target = tmp_path / "out.csv"
    with replacing(target) as first, replacing(target) as second:
        assert first != second
        first.write_text("first")
        second.write_text("second")
    assert target.read_text() == "first"
    assert list(tmp_path.iterdir()) == [target]


def test_a_draft_is_never_a_file_that_exists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with the same name, or a link that somebody put there, is not written through."""
    (tmp_path / "mine").write_text("mine")
    (tmp_path / ".out.csv.00.part").symlink_to(tmp_path / "mine")
    monkeypatch.setattr("secrets.token_hex", lambda _: "00")
    monkeypatch.setattr("unweave.files._remove_stale_drafts", lambda _: None)
    with pytest.raises(BadInput, match="File exists"), replacing(tmp_path / "out.csv") as draft:
        draft.write_text("never")
    assert (tmp_path / "mine").read_text() == "mine"


def test_the_draft_of_a_killed_process_is_removed_by_the_next(tmp_path: Path) -> None:
    """Drafts of other outputs, and those that are being written, stay."""
    target = tmp_path / "out.csv"
    done = subprocess.run([sys.executable, "-c", KILLED, str(target)], check=False)
    assert (done.returncode, len(list(tmp_path.iterdir()))) == (-signal.SIGKILL, 1)
    (tmp_path / ".out.csv.gz.00.part").write_text("of another output")
    with replacing(target) as first:
        with replacing(target) as second:
            assert sorted(tmp_path.iterdir()) == sorted([first, second, tmp_path / ".out.csv.gz.00.part"])
            second.write_text("new")
        first.write_text("newer")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".out.csv.gz.00.part", "out.csv"]


def test_long_names(tmp_path: Path) -> None:
    """A name that the file system takes can be written; a longer one is a clear error."""
    longest = tmp_path / ("ü" * 125 + ".csv")
    with replacing(longest) as draft:
        draft.write_text("new")
    assert longest.read_text() == "new"
    with pytest.raises(BadInput, match="cannot write there: File name too long"), replacing(f"{longest}.gz"):
        pass
    with pytest.raises(BadInput, match="cannot write there: File name too long"):
        check_not_overwritten(f"{longest}.gz")


def test_a_device_or_pipe_is_not_replaced(tmp_path: Path) -> None:
    """A user with all rights could replace /dev/null by a file."""
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(BadInput, match="a device or pipe"), replacing(tmp_path / "pipe.csv"):
        pass


def test_a_new_file_has_the_usual_rights(tmp_path: Path) -> None:
    """Others may read it, unless the process says otherwise."""
    before = os.umask(0o027)
    try:
        with replacing(tmp_path / "out.csv") as draft:
            draft.write_text("new")
    finally:
        os.umask(before)
    assert (tmp_path / "out.csv").stat().st_mode & 0o777 == 0o640
