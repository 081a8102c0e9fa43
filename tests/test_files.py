from pathlib import Path

import pytest

from unweave.errors import BadInput
from unweave.files import replacing


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
