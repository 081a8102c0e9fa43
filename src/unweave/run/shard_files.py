"""The outcomes of a shard in a file: written under another name and renamed when complete, so it is there or not.

Legend

    shard file      a line of JSON for each page's outcome, and a last line with the counts
    following       where the record after the shard begins, of a WARC; the next shard must begin there

``run_shard`` is the function that every engine runs: it has no state, and to run it twice gives the same file.
"""

import os
import secrets
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import msgspec

from unweave.errors import UnweaveError
from unweave.page import LIMIT
from unweave.run.outcomes import PageOutcome, outcomes
from unweave.run.raw_pages import Unread
from unweave.run.shards import Raw, Shard, WarcShard, pages_before, pages_of
from unweave.wrapper import Wrapper

PARTIAL = ".part"
_READ = 4096


class ShardEnd(msgspec.Struct, frozen=True):
    """The last line of a shard file: how many pages and rows it has, and where the record after it begins."""

    pages: int
    rows: int
    following: int | None


@dataclass(frozen=True, slots=True)
class ShardJob:
    """What a worker must know: the wrapper, the folder of shard files, the largest page."""

    wrapper: Wrapper
    folder: str
    limit: int = LIMIT


class PageGuard:
    """Told of each page before it is read, and of the end; this one does nothing."""

    def begin(self, number: int, page: int) -> None:
        """A page of the shard of that number is about to be read."""

    def end(self) -> None:
        """The shard is read."""


NO_GUARD = PageGuard()


def shard_file(folder: str | Path, number: int, shard: Shard) -> Path:
    """The file of a shard; of a WARC it has the offset in its name, for that may be corrected.

    >>> shard_file("run", 7, WarcShard("a.warc", size=9, start=5, stop=9)).name
    '0000007-5.jsonl'
    """
    start = f"-{shard.start}" if isinstance(shard, WarcShard) else ""
    return Path(folder) / f"{number:07}{start}.jsonl"


def run_shard(  # the task of a worker
    job: ShardJob,
    number: int,
    shard: Shard,
    *,
    skipped: Mapping[int, str] | None = None,
    end: int | None = None,
    guard: PageGuard = NO_GUARD,
) -> ShardEnd:
    """Extract the pages of a shard into its file.

    >>> import tempfile
    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> from unweave.run.shards import FilesShard
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "p1.html").write_text("<b>Emma</b>")
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Kim</b>"), [{"title": "Kim"}])])
    >>> job, shard = ShardJob(wrapper, str(folder)), FilesShard((str(folder / "p1.html"),))
    >>> run_shard(job, 0, shard)
    ShardEnd(pages=1, rows=1, following=None)
    >>> [outcome.rows[0].values for outcome in read_outcomes(shard_file(folder, 0, shard))]
    [{'title': 'Emma'}]
    """
    encode = msgspec.json.Encoder().encode
    pages = rows = 0
    with _renamed(shard_file(job.folder, number, shard)) as stream:
        found = outcomes(
            job.wrapper,
            _guarded(readable_pages(shard, job.limit), number, guard),
            first=pages_before(number, shard),
            limit=job.limit,
            skipped=skipped,
            end=end,
        )
        following = None
        while True:
            try:
                outcome = next(found)
            except StopIteration as stop:
                following = stop.value
                break
            pages += 1
            rows += len(outcome.rows)
            stream.write(encode(outcome) + b"\n")
        guard.end()
        if end is not None:
            stream.write(encode(_unread_rest(shard, pages)) + b"\n")
        last = ShardEnd(pages + (end is not None), rows, following)
        stream.write(encode(last) + b"\n")
    return last


def read_outcomes(path: Path) -> Generator[PageOutcome, None, int | None]:
    """The outcomes in a shard file; returns where the record after the shard begins."""
    decode = msgspec.json.Decoder(PageOutcome).decode
    with path.open("rb") as stream:
        for line in stream:
            if line.startswith(b"{"):
                return msgspec.json.decode(line, type=ShardEnd).following
            yield decode(line)
    raise EOFError(path)


def read_end(path: Path) -> ShardEnd | None:
    """The last line of a shard file; None if there is no such file, or it is not complete.

    >>> read_end(Path("no-such-file")) is None
    True
    """
    try:
        with path.open("rb") as stream:
            stream.seek(max(0, stream.seek(0, os.SEEK_END) - _READ))
            return msgspec.json.decode(stream.read().splitlines()[-1], type=ShardEnd)
    except (OSError, IndexError, msgspec.MsgspecError):
        return None


def _guarded(pages: Raw, number: int, guard: PageGuard) -> Raw:
    page = 0
    while True:
        guard.begin(number, page)
        try:
            raw = next(pages)
        except StopIteration as stop:
            return stop.value  # type: ignore[no-any-return]  # what the generator returns
        yield raw
        page += 1


def readable_pages(shard: Shard, limit: int) -> Raw:
    """The pages of a shard; if the file as a whole cannot be read, that is the outcome."""
    try:
        return (yield from pages_of(shard, limit=limit))
    except (OSError, UnweaveError, ValueError, EOFError) as error:
        name = getattr(shard, "path", "the files")
        yield Unread(name, f"{name}: what follows cannot be read: {getattr(error, 'strerror', None) or error}")
        return None


def _unread_rest(shard: Shard, page: int) -> PageOutcome:
    name = getattr(shard, "path", "the files")
    reason = f"{name}: reading takes too long after {page} pages of this part; its rest is not read"
    return PageOutcome(name, (), reason)


@contextmanager
def _renamed(path: Path) -> Iterator[IO[bytes]]:
    """A file under another name, on the disk before it gets its own."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(6)}{PARTIAL}")
    try:
        with draft.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
