import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.cases import CASES, COUNTRIES, Case
from mutations.stored import damaged
from unweave.choose import learn
from unweave.combined import PerField
from unweave.delimiters import LR
from unweave.errors import BadInput, UnweaveError
from unweave.page import Page
from unweave.records import Example
from unweave.store import DEEPEST, FORMAT, KINDS, LARGEST, dump, dumps, load, loads
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

    def with_wrapper(**parts: Any) -> bytes:
        return json.dumps({"unweave": 1, "wrapper": {**document["wrapper"], **parts}}).encode()

    cuts = document["wrapper"]["scan"]["cuts"]
    empty = with_wrapper(scan={"cuts": [{**cuts[0], "left": ""}, *cuts[1:]]})
    renamed = with_wrapper(scan={"cuts": [{**cuts[0], "field": "city"}, *cuts[1:]]})
    nested: Any = document["wrapper"]
    for _ in range(DEEPEST):
        nested = {"kind": "sectioned", "schema": {}, "heading": "x", "inner": nested}
    return {
        "not UTF-8": (whole.replace(b"country", b"c\xffuntry"), "is not a complete wrapper file"),
        "half a surrogate pair": (whole.replace(b"country", rb"\ud800"), "is not a complete wrapper file"),
        "deep": (b"[" * 100_000, "levels deep"),
        "wrappers in wrappers": (json.dumps({"unweave": 1, "wrapper": nested}).encode(), "levels deep"),
        "large": (b" " * (LARGEST + 1), "is larger than"),
        "a kind that is no name": (with_wrapper(kind=["lr"]), "unknown kind"),
        "an empty delimiter": (empty, "a delimiter of country is empty"),
        "a delimiter without a field": (renamed, "is no field of the schema"),
        "two fields of one name": (with_wrapper(schema={"fields": [{"name": "a"}] * 2}), "is damaged"),
        "truncated": (whole[: len(whole) // 2], "is not a complete wrapper file"),
        "empty": (b"", "is not a complete wrapper file"),
        "something else": (b'{"pages": []}', "this is an examples file, not a wrapper"),
        "a list": (b"[1]", "is not a wrapper file"),
        "newer": (newer, "was written by a newer unweave"),
        "unknown kind": (other, "unknown kind, 'crystal ball'"),
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


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        (["crystal ball", "b"], "'crystal ball' is no kind of address"),
        (["path", "b[x]"], "a path in a record"),
        (["path", "b[1]/"], "a path in a record"),
    ],
)
def test_an_address_that_is_none_is_named(address: list[str], reason: str) -> None:
    """How a region wrapper finds a field in a record is checked when the file is loaded."""
    page = Page("".join(f"<li><b>{title}</b> <i>{year}</i>" for title, year in (("Emma", 1815), ("Kim", 1901))))
    rows = [{"title": "Emma", "year": "1815"}, {"title": "Kim", "year": "1901"}]
    document = json.loads(dumps(learn([Example.from_values(page, rows)], method="regions")))
    document["wrapper"]["rules"]["title"][0]["address"] = address
    with pytest.raises(BadInput, match=reason):
        loads(json.dumps(document).encode())


def test_dump_and_load_go_through_a_file(tmp_path: Path) -> None:
    """One file, nothing beside it."""
    file = tmp_path / "codes.wrapper.json"
    dump(WRAPPER, file)
    assert load(file) == WRAPPER
    assert list(tmp_path.iterdir()) == [file]


CASES_OF_KINDS = {json.loads(dumps(case.learner.learn(case.examples)))["wrapper"]["kind"]: case for case in CASES}


def test_every_kind_is_damaged() -> None:
    """The next test is about every kind of wrapper."""
    assert set(CASES_OF_KINDS) == set(KINDS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=20, deadline=5000)
def test_a_damaged_file_is_refused_or_works(case: Case, seed: int) -> None:
    """Whatever is changed in a file, only our own errors are raised, and nothing takes forever."""
    stored = STORED.setdefault(case.name, dumps(case.learner.learn(case.examples)))
    document = damaged(json.loads(stored), random.Random(seed))
    try:
        wrapper = loads(json.dumps(document).encode())
    except BadInput:
        return
    dumps(wrapper)
    for page in [case.examples[0].page, *(page for page, _ in case.unseen[:1])]:
        for act in (wrapper.extract, wrapper.explain):
            try:
                found = act(page)
            except UnweaveError:
                continue
            if isinstance(found, list):
                assert len([record.to_dict() for record in found]) == len(found)


STORED: dict[str, bytes] = {}
"""The stored wrapper of each case: learning takes longer than everything else here."""
