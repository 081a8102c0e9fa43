"""Run directories: what a run is to do, what is done, and how it ended; ``OUT.run`` beside the output.

Legend

    run.json        what ran: output, wrapper, inputs, options, state, counts
    plan.jsonl      the shards, one a line; files.json: the files among the inputs, with their fingerprints
    shards/         the files of finished shards; removed when the output is complete
    log.txt         what happened, with times
    state           "running", "done", or "stopped"; a run that is running, and whose lock nobody holds, was killed

The plan is made once. Pages that appear later in a folder are no part of the run, also when it is resumed.
"""

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from unweave.errors import BadInput
from unweave.files import replacing
from unweave.run.raw_pages import fingerprint
from unweave.run.shard_files import PARTIAL
from unweave.run.shards import Plan, Shard

ENDING = ".run"
AGAIN = "It would help to begin again: --force"


class RunInfo(msgspec.Struct, frozen=True):
    """What ran, and how it ended.

    >>> RunInfo("books.csv", "3f9a", inputs=("pages",)).state
    'running'
    """

    output: str
    wrapper: str
    inputs: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    version: str = ""
    state: str = "running"
    reason: str = ""
    started: str = ""
    ended: str = ""
    shards: int = 0
    pages: int = 0
    records: int = 0
    set_aside: int = 0


class RunDirectory:
    """A run directory, locked as long as it is open: one process at a time works on a run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.shards = path / "shards"
        self._lock = _locked(path)

    @classmethod
    def create(cls, path: Path, info: RunInfo, plan: Plan) -> "RunDirectory":
        """A new directory; what an earlier run left there is removed. ``run.json`` is written last."""
        path.mkdir(exist_ok=True)
        directory = cls(path)
        with suppress(FileNotFoundError):
            (path / "run.json").unlink()
        shutil.rmtree(directory.shards, ignore_errors=True)
        directory.shards.mkdir()
        _write(path / "plan.jsonl", b"".join(msgspec.json.encode(shard) + b"\n" for shard in plan.shards))
        _write(path / "files.json", msgspec.json.encode(plan.files))
        _write(path / "skipped.json", msgspec.json.encode(plan.skipped))
        (path / "log.txt").unlink(missing_ok=True)
        directory.save(msgspec.structs.replace(info, started=now(), shards=len(plan.shards)))
        directory.log("begun")
        return directory

    @classmethod
    def resume(cls, path: Path, info: RunInfo) -> tuple["RunDirectory", Plan]:
        """The directory of an earlier run with the same wrapper, inputs and options, and its plan."""
        found = read_info(path)
        if found is None:
            raise BadInput(source=str(path), reason=f"there is no run to resume. {AGAIN}")
        for what in ("wrapper", "inputs", "options", "version"):
            if getattr(found, what) != getattr(info, what):
                reason = f"the run was begun with {_named(what)} {_shown(getattr(found, what))}. {AGAIN}"
                raise BadInput(source=str(path), reason=reason)
        directory = cls(path)
        plan = directory.plan()
        _check_unchanged(plan.files)
        directory.shards.mkdir(exist_ok=True)  # a run that is done has none, or was killed while it removed them
        directory.remove_drafts()
        directory.save(msgspec.structs.replace(found, state="running", reason="", ended=""))
        directory.log("resumed")
        return directory, plan

    @property
    def begun(self) -> str:
        """When the run began; also if it was resumed since."""
        info = read_info(self.path)
        return info.started if info else ""

    def plan(self) -> Plan:
        """The plan of the run."""
        shards = msgspec.json.Decoder(Shard).decode_lines((self.path / "plan.jsonl").read_bytes())
        skipped: Any = msgspec.json.decode((self.path / "skipped.json").read_bytes(), type=tuple[_Skipped, ...])
        files = msgspec.json.decode((self.path / "files.json").read_bytes(), type=dict[str, str])
        return Plan(tuple(shards), files, tuple(skipped))

    def save(self, info: RunInfo) -> None:
        """Write what ran."""
        _write(self.path / "run.json", msgspec.json.format(msgspec.json.encode({"unweave": 1, "run": info})) + b"\n")

    def end(self, state: str, reason: str = "", **counts: int) -> None:
        """Write how the run ended; the shard files of a run that is done are removed."""
        info = read_info(self.path)
        if info is not None:
            self.save(msgspec.structs.replace(info, state=state, reason=reason, ended=now(), **counts))
        self.log(f"{state} {reason}".strip())
        self.remove_drafts()
        if state == "done":
            shutil.rmtree(self.shards, ignore_errors=True)

    def log(self, text: str) -> None:
        """Add a line to the log."""
        with suppress(OSError), (self.path / "log.txt").open("a", encoding="utf-8") as stream:
            stream.write(f"{now()} {text}\n")

    def remove_drafts(self) -> None:
        """Remove what workers left that were killed."""
        for draft in self.shards.glob(f"*{PARTIAL}"):
            draft.unlink(missing_ok=True)

    def close(self) -> None:
        """Let other processes work on the run."""
        os.close(self._lock)


class _Skipped(msgspec.Struct, frozen=True):
    name: str
    reason: str


def run_path(out: str | Path) -> Path:
    """The run directory of an output.

    >>> run_path("books.csv").name
    'books.csv.run'
    """
    return Path(f"{out}{ENDING}")


def read_info(path: Path) -> RunInfo | None:
    """What ran in a directory; None if it is no run directory. A run that was killed is said to be stopped."""
    try:
        document = msgspec.json.decode((path / "run.json").read_bytes(), type=dict[str, Any])
        info = msgspec.convert(document["run"], RunInfo)
    except (OSError, KeyError, msgspec.MsgspecError):
        return None
    if info.state == "running" and not _is_locked(path):
        return msgspec.structs.replace(info, state="stopped", reason="it was killed")
    return info


def find_runs(folders: Iterable[str | Path]) -> Iterator[tuple[Path, RunInfo]]:
    """The run directories below folders, hidden folders aside, in order.

    >>> list(find_runs(["/no/such/folder"]))
    []
    """
    for folder in folders:
        for here, names, _ in os.walk(folder):
            names[:] = sorted(name for name in names if not name.startswith("."))
            for name in [name for name in names if name.endswith(ENDING)]:
                info = read_info(Path(here, name))
                if info is not None:
                    names.remove(name)
                    yield Path(here, name), info


def _check_unchanged(files: Mapping[str, str]) -> None:
    changed = [name for name, earlier in files.items() if fingerprint(name) != earlier]
    if changed:
        more = f" and {len(changed) - 1:,} more" if len(changed) > 1 else ""
        raise BadInput(source=changed[0], reason=f"its content has changed since the run began{more}. {AGAIN}")


def _named(what: str) -> str:
    return {"wrapper": "another wrapper,", "version": "another version of unweave,"}.get(what, f"other {what},")


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _locked(path: Path) -> int:
    import fcntl  # noqa: PLC0415  # not on Windows

    lock = os.open(path / "lock", os.O_CREAT | os.O_RDWR, 0o666)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise BadInput(
            source=str(path), reason="another process works on this run. It would help to wait for it"
        ) from error
    return lock


def _is_locked(path: Path) -> bool:
    try:
        os.close(_locked(path))
    except (BadInput, OSError):
        return True
    return False


def _write(path: Path, data: bytes) -> None:
    with replacing(path) as draft, draft.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def now() -> str:
    """The time, in UTC.

    >>> now().endswith("+00:00")
    True
    """
    return datetime.now(UTC).isoformat(timespec="seconds")
