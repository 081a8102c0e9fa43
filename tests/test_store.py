import json
from pathlib import Path

import pytest

from contract.cases import COUNTRIES
from unweave.combined import PerField
from unweave.delimiters import LR
from unweave.errors import BadInput
from unweave.store import FORMAT, dump, dumps, load, loads
from unweave.wrapper import Confidence, with_origin

WRAPPER = LR().learn(COUNTRIES)


def test_the_origin_is_kept() -> None:
    """Where a wrapper comes from is read back with it."""
    known = with_origin(
        WRAPPER, method="lr", confidence={"code": Confidence("high", ("3 pages",))}, history=("learned",)
    )
    assert loads(dumps(known)).origin == known.origin


def test_wrappers_inside_wrappers_are_kept() -> None:
    """A part is restored as what it was."""
    combined = PerField(LR()).learn(COUNTRIES)
    assert loads(dumps(combined)) == combined


def test_the_file_can_be_read_by_a_person() -> None:
    """It has its format and its kind, on several lines."""
    text = dumps(WRAPPER).decode()
    assert json.loads(text)["unweave"] == FORMAT
    assert json.loads(text)["wrapper"]["kind"] == "lr"
    assert len(text.splitlines()) > 10


def broken_files() -> dict[str, tuple[bytes, str]]:
    whole = dumps(WRAPPER)
    document = json.loads(whole)
    newer = json.dumps({**document, "unweave": FORMAT + 1}).encode()
    other = json.dumps({"unweave": 1, "wrapper": {"kind": "crystal ball"}}).encode()
    bent = json.dumps({"unweave": 1, "wrapper": {**document["wrapper"], "schema": 5}}).encode()
    return {
        "truncated": (whole[: len(whole) // 2], "is not a complete wrapper file"),
        "empty": (b"", "is not a complete wrapper file"),
        "something else": (b'{"pages": []}', "is not a wrapper file"),
        "a list": (b"[1]", "is not a wrapper file"),
        "newer": (newer, "was written by a newer unweave"),
        "unknown kind": (other, "unknown kind 'crystal ball'"),
        "damaged": (bent, "is damaged"),
    }


@pytest.mark.parametrize("name", broken_files())
def test_a_broken_file_is_named_with_the_reason(tmp_path: Path, name: str) -> None:
    """Whatever is wrong with it, the error has the file and the reason."""
    data, reason = broken_files()[name]
    file = tmp_path / "bad.wrapper.json"
    file.write_bytes(data)
    with pytest.raises(BadInput, match=reason) as raised:
        load(file)
    assert str(raised.value).startswith(str(file))


def test_dump_and_load_go_through_a_file(tmp_path: Path) -> None:
    """One file, nothing beside it."""
    file = tmp_path / "codes.wrapper.json"
    dump(WRAPPER, file)
    assert load(file) == WRAPPER
    assert list(tmp_path.iterdir()) == [file]
