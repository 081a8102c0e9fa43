"""The event log: what was acknowledged is there after a crash, and replaying it gives the state (C6, U7)."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.client import StudioClient
from unweave.errors import BadInput
from unweave.studio.describing import described_fields
from unweave.studio.event_log import NAME, EventLog
from unweave.studio.problems import StudioProblem
from unweave.studio.statements import History, ProjectState, state_of
from unweave.trees import KL

EVENTS: list[dict[str, Any]] = [
    {"type": "field_add", "field": "f1", "name": "title"},
    {"type": "label", "page": "p1", "labels": [["p1", "f1", 3, 7, 1]], "sentence": "“é\u2028”"},
    {"type": "undo"},
    {"type": "redo"},
]


def written(folder: Path) -> bytes:
    folder.mkdir()
    log = EventLog(folder)
    for event in EVENTS:
        log.append(event)
    log.close()
    return (folder / NAME).read_bytes()


def replayed(events: list[dict[str, Any]]) -> ProjectState:
    history = History()
    for event in events:
        history.add(event)
    return state_of(events[seq - 1] for seq in history.done)


def test_a_log_that_ends_at_any_byte(tmp_path: Path) -> None:
    """It opens with the events whose lines are complete, and can be continued."""
    data = written(tmp_path / "whole")
    folder = tmp_path / "torn"
    folder.mkdir()
    for size in range(len(data) + 1):
        (folder / NAME).write_bytes(data[:size])
        log = EventLog(folder)
        complete = max(0, data[:size].count(b"\n") - 1)
        assert [event["type"] for event in log.events] == [event["type"] for event in EVENTS[:complete]]
        log.append({"type": "field_add", "field": "f9", "name": "more"})
        log.close()
        again = EventLog(folder)
        assert again.seq == complete + 1
        assert again.events[-1]["name"] == "more"
        again.close()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b'"seq":2', b'"seq":7', "is not event 2"),
        (b'{"seq":2', b'{"seq":2,,', "line 3 is damaged"),
        (b'"unweave-studio": 1', b'"unweave-studio": 9', "written by a newer unweave"),
        (b'"unweave-studio": 1', b'"something": 1', "is not the event log"),
    ],
)
def test_a_damaged_log_is_not_guessed(tmp_path: Path, old: bytes, new: bytes, reason: str) -> None:
    """Replaying a part of a history would silently change what was said."""
    data = written(tmp_path / "log")
    assert old in data
    (tmp_path / "log" / NAME).write_bytes(data.replace(old, new, 1))
    with pytest.raises(BadInput, match=reason):
        EventLog(tmp_path / "log")


def test_one_writer(tmp_path: Path) -> None:
    """The second one reads; after it took over, the first one is refused."""
    first = EventLog(tmp_path)
    first.append(EVENTS[0])
    second = EventLog(tmp_path)
    assert (second.read_only, second.seq) == (True, 1)
    with pytest.raises(StudioProblem):
        second.append(EVENTS[1])
    second.take_over()
    second.append(EVENTS[1])
    with pytest.raises(StudioProblem):
        first.append(EVENTS[2])
    second.close()
    third = EventLog(tmp_path)
    assert (third.read_only, third.seq) == (False, 2)
    third.close()


def test_a_killed_writer_loses_nothing(tmp_path: Path) -> None:
    """U7: a process that kills itself right after an event was acknowledged; the next one can write."""
    code = (
        "import os, sys; from pathlib import Path; from unweave.studio.event_log import EventLog\n"
        "log = EventLog(Path(sys.argv[1]))\n"
        "for number in range(5): log.append({'type': 'field_add', 'field': f'f{number}', 'name': str(number)})\n"
        "os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert killed.returncode == -9
    log = EventLog(tmp_path)
    assert ([event["name"] for event in log.events], log.read_only) == (list("01234"), False)
    log.close()


STATEMENTS = st.one_of(
    st.builds(lambda name: {"type": "field_add", "field": name, "name": name}, st.sampled_from("abc")),
    st.builds(lambda name: {"type": "field_remove", "field": name}, st.sampled_from("abc")),
    st.builds(
        lambda name, start, sign: {"type": "label", "labels": [["p1", name, start, start + 2, sign]]},
        st.sampled_from("abc"),
        st.integers(0, 5),
        st.sampled_from([1, -1, 0]),
    ),
    st.builds(
        lambda starts: {
            "type": "record_together",
            "page": "p1",
            "rows": [[[name, start, start + 2] for name, start in zip("abc", starts, strict=False)]],
        },
        st.lists(st.integers(0, 5), min_size=1, max_size=3),
    ),
    st.builds(lambda flag: {"type": "row_flag", "page": "p1", "start": 3, "flag": flag}, st.booleans()),
)


def numbered(statements: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**statement, "seq": number} for number, statement in enumerate(statements, start=1)]


@given(st.lists(STATEMENTS, max_size=12), st.integers(0, 12))
def test_undo_and_redo_cancel_each_other(statements: list[dict[str, Any]], steps: int) -> None:
    """C7: n times undo is the state before, and n times redo is the state after."""
    steps = min(steps, len(statements))
    undone = numbered([*statements, *[{"type": "undo"}] * steps])
    redone = numbered([*statements, *[{"type": "undo"}] * steps, *[{"type": "redo"}] * steps])
    assert replayed(undone) == replayed(numbered(statements[: len(statements) - steps]))
    assert replayed(redone) == replayed(numbered(statements))


@given(st.lists(STATEMENTS, min_size=1, max_size=10), st.data())
def test_travel_is_many_undos(statements: list[dict[str, Any]], data: st.DataObject) -> None:
    """C7: travelling to a statement is the state right behind it; a dropped branch can be visited again."""
    to = data.draw(st.integers(0, len(statements)))
    travelled = [*statements, {"type": "travel", "to": to}]
    assert replayed(numbered(travelled)) == replayed(numbered(statements[:to]))
    more = [*travelled, {"type": "field_add", "field": "z", "name": "z"}, {"type": "travel", "to": len(statements)}]
    assert replayed(numbered(more)) == replayed(numbered(statements))


@given(st.lists(st.one_of(STATEMENTS, st.sampled_from([{"type": "undo"}, {"type": "redo"}])), max_size=25))
def test_every_label_belongs_to_what_was_said(events: list[dict[str, Any]]) -> None:
    """A value in a row is accepted, and is in one row only."""
    state = replayed(numbered(events))
    rows = [value for one in state.rows for row in one.rows for value in row]
    assert len(rows) == len(set(rows))
    accepted = {key[1:] for key, label in state.labels.items() if label.sign > 0}
    assert {tuple(value) for value in rows} <= accepted


def test_random_clicks_are_the_replay_of_the_log(tmp_path: Path) -> None:
    """C6: 200 random actions through the interface; the state is the replay, and a restart shows the same."""
    chance = random.Random(7)
    studio = StudioClient(tmp_path, learner=KL(estimate=False))
    studio.open("".join(f"<p><b>n{number}</b> <i>v{number}</i></p>" for number in range(4)))
    texts = [f"{letter}{number}" for letter in "nv" for number in range(4)]
    shown = {tuple(mark[:1] + mark[2:4]): mark for mark in studio.marks()}
    for _ in range(200):
        fields = [field["id"] for field in described_fields(studio.studio.project, ["p1"])]
        action = chance.random()
        if action < 0.15 and studio.studio.project.history.done:
            delta = studio.move("undo")
        elif action < 0.25:
            delta = studio.move("redo")
        elif action < 0.3 and studio.studio.project.history.done:
            delta = studio.move("travel", to=chance.choice(studio.studio.project.history.done))
        else:
            field = chance.choice(fields) if len(fields) > 1 else None
            sign = chance.choice([1, 1, -1, 0]) if field else 1
            delta = studio.label(chance.choice(texts), sign, field, force=True)
        for key in delta["pages"]["p1"]["remove"]:
            del shown[tuple(key)]
        shown |= {tuple(mark[:1] + mark[2:4]): mark for mark in delta["pages"]["p1"]["add"]}
    marks = studio.marks()
    assert sorted(map(json.dumps, shown.values())) == sorted(map(json.dumps, marks))
    assert replayed(studio.studio.project.log.events) == studio.studio.project.state
    studio.close()
    again = StudioClient(tmp_path, learner=KL(estimate=False))
    assert again.marks() == marks
    again.close()
