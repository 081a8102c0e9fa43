r"""The event log of a project: one JSON line for each event, appended and never changed.

Legend

    header     the first line: {"unweave-studio": 1}
    event      {"seq": 3, "id": "7d1c-18", "time": "...", "type": "label", ...}; seq counts from 1 without gaps
    torn       a last line without its newline: the process was killed before the event was acknowledged

An event is acknowledged when it is on the disk (fsync). When a log is opened, a torn last line is cut off; anything
else that does not read is an error, since replaying half of a history would silently change what was said. A log has
one writer, the process whose name is in the file ``writer``; another process can take over, and the first one notices
it before its next event.

    >>> import tempfile
    >>> log = EventLog(Path(tempfile.mkdtemp()))
    >>> log.append({"type": "field_add", "name": "title"})["seq"]
    1
    >>> [event["type"] for event in log.events]
    ['field_add']
    >>> log.close()
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import IO, Any

from unweave.errors import BadInput
from unweave.studio.problems import StudioProblem

FORMAT = 1
NAME = "events.jsonl"
HEADER = {"unweave-studio": FORMAT}


def now() -> str:
    """The time in UTC, in seconds.

    >>> len(now())
    20
    """
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class EventLog:
    """The events of a project's folder, and the right to append to them."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.events: list[dict[str, Any]] = []
        self.saved = now()
        self._writer = folder / "writer"
        self._guard = folder / "lock"
        self._name = token_hex(8)
        self._held: IO[bytes] | None = None
        self._stream: IO[bytes] | None = None
        self._stamp: tuple[int, int] = (0, 0)
        self.read_only = not self._hold()
        try:
            if not self.read_only:
                self._claim()
            self._load()
        except BaseException:
            self.close()
            raise

    @property
    def seq(self) -> int:
        """The number of the last event; 0 if there is none.

        >>> import tempfile
        >>> log = EventLog(Path(tempfile.mkdtemp()))
        >>> log.seq, log.close()
        (0, None)
        """
        return len(self.events)

    def append(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """The event with its number and time, once it is on the disk; ``read_only`` if another process writes."""
        with self._exclusively():
            self._check_writer()
            full = {"seq": self.seq + 1, "time": now(), **event}
            line = json.dumps(full, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
            stream = self._opened()
            stream.write(line)
            stream.flush()
            os.fsync(stream.fileno())
        self.events.append(full)
        self.saved = str(full["time"])
        return full

    def take_over(self) -> None:
        """Become the writer, with the events that the other process has written."""
        with self._exclusively():
            self._claim()
            self.read_only = False
            self._load()
        self._hold()

    def close(self) -> None:
        """Give up the right to write."""
        for stream in (self._stream, self._held):
            if stream is not None:
                stream.close()
        self._stream = self._held = None
        self.read_only = True

    def _opened(self) -> IO[bytes]:
        if self._stream is None:
            is_new = not self.path.exists() or not self.path.stat().st_size
            self._stream = self.path.open("ab")
            if is_new:
                self._stream.write(json.dumps(HEADER).encode() + b"\n")
                _sync_folder(self.path.parent)
        return self._stream

    def _load(self) -> None:
        self.events = []
        if self._stream is not None:
            self._stream.close()
            self._stream = None
        data = self.path.read_bytes() if self.path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data) and not self.read_only:
            with self.path.open("r+b") as stream:
                stream.truncate(len(whole))
                os.fsync(stream.fileno())
        lines = whole.splitlines()
        if lines:
            _check_header(self.path, lines[0])
        self.events = [_event(self.path, number, line) for number, line in enumerate(lines[1:], start=1)]

    def _claim(self) -> None:
        draft = self._writer.with_name(f"writer.{self._name}")
        draft.write_text(self._name, encoding="ascii")
        draft.replace(self._writer)
        self._stamp = self._writer_stamp()

    def _writer_stamp(self) -> tuple[int, int]:
        found = self._writer.stat()
        return found.st_ino, found.st_mtime_ns

    def _check_writer(self) -> None:
        if not self.read_only and self._stamp != self._writer_stamp():
            self.close()
        if self.read_only:
            raise StudioProblem("read_only", "another process writes this project", "take over, or close the other one")

    def _hold(self) -> bool:
        """Hold the lock that shows that a writer lives; the system releases it when the process ends."""
        if self._held is None:
            self._held = self._guard.open("ab")
        if _locked(self._held, wait=False):
            return True
        self._held.close()
        self._held = None
        return False

    @contextmanager
    def _exclusively(self) -> Iterator[None]:
        """No other process appends, or takes over, at the same time."""
        with self._guard.with_name("append.lock").open("ab") as stream:
            _locked(stream, wait=True)
            yield


def _check_header(path: Path, line: bytes) -> None:
    with suppress(ValueError, AttributeError):
        version = json.loads(line).get("unweave-studio")
        if type(version) is int and version > FORMAT:
            reason = f"was written by a newer unweave (format {version}; this one reads up to {FORMAT})"
            raise BadInput(source=str(path), reason=reason)
        if version == FORMAT:
            return
    raise BadInput(source=str(path), reason="is not the event log of a studio project")


def _event(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        event = json.loads(line.decode("utf-8", "surrogatepass"))
    except ValueError as error:
        raise BadInput(source=str(path), reason=f"line {number + 1} is damaged: {error}") from error
    if not isinstance(event, dict) or event.get("seq") != number or not isinstance(event.get("type"), str):
        raise BadInput(source=str(path), reason=f"line {number + 1} is not event {number}")
    return event


def _locked(stream: IO[bytes], *, wait: bool) -> bool:
    try:
        import fcntl  # noqa: PLC0415  # not on every system
    except ImportError:
        return True
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def _sync_folder(folder: Path) -> None:
    """A new file is only safe when its folder is on the disk, too."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
