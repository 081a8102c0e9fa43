"""Inputs -> shards, the units of a run: some files, or a part of a file that holds many pages.

Legend

    shard       what one worker reads at a time; it is plain data, so it can be stored and sent
    plan        all shards of the inputs, in order, and the fingerprint of every file among them
    provenance  columns that tell which wrapper made a row; see ``unweave.run.provenance``

Shards depend on the inputs alone, not on the number of workers, so the order of rows is always the same.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "b.html").write_text("<b>Kim</b>"), (folder / "a.html").write_text("<b>Emma</b>")
    >>> [shard] = make_plan([folder]).shards
    >>> [page.data for page in pages_of(shard)]
    [b'<b>Emma</b>', b'<b>Kim</b>']
"""

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from os.path import getsize
from pathlib import Path
from typing import IO, TypeAlias

import msgspec

from unweave.errors import BadInput, PageMissing, UnweaveError
from unweave.page import LIMIT
from unweave.page.input_files import read_bytes
from unweave.run.archives import page_members, pages_of_zip, warc_members
from unweave.run.page_tables import columns_of_table, form_of, pages_of_table, parts_of, roles_of
from unweave.run.raw_pages import Moved, RawPage, Unread, file_system, fingerprint, is_remote, open_binary
from unweave.run.sources import ARCHIVE_ENDINGS, WARC_ENDINGS, Skip, find_inputs, warn_skipped
from unweave.run.warc_parts import read_part
from unweave.run.warc_records import Window, is_solid, next_record
from unweave.tuning import SIGNATURE_PAGES

SHARD_FILES = 256
"""How many files a shard has: about half a second of work."""
SHARD_BYTES = 8 << 20
"""How many bytes of a compressed WARC a shard has: some 300 pages of 80 KB, about half a second of work."""
SHARD_PAGES = 301
"""About how many pages a part of a WARC or of a table has. It has no divisor in common with ``LOOKED_EVERY``: so over
many parts every page of a part has its turn to be looked at, however many pages they have."""
PLAIN_TIMES = 4
"""A WARC that is not compressed has so many times more bytes for the same pages."""


class FilesShard(msgspec.Struct, frozen=True, tag="files"):
    """Single pages: files on this machine, or behind URLs."""

    names: tuple[str, ...]


class ZipShard(msgspec.Struct, frozen=True, tag="zip"):
    """The pages of an archive from one number to before another."""

    path: str
    first: int
    last: int


class WarcShard(msgspec.Struct, frozen=True, tag="warc"):
    """The records of a WARC that begin in a part of it; the WARC begins at ``base`` in its file."""

    path: str
    size: int
    start: int
    stop: int
    base: int = 0
    solid: bool = False


class TableShard(msgspec.Struct, frozen=True, tag="table"):
    """A part of a table of pages, or of an index of records in WARC files below ``base``."""

    path: str
    form: str
    columns: dict[str, str]
    part: tuple[int, int]
    table: str = ""
    base: str = ""


class SavedShard(msgspec.Struct, frozen=True, tag="saved"):
    """Pages of a saved site: the address of each, its file and, in a WARC, its position."""

    places: tuple[tuple[str, str, int | None], ...]


Shard: TypeAlias = FilesShard | ZipShard | WarcShard | TableShard | SavedShard
Raw = Generator[RawPage | Unread | Moved, None, int | None]


@dataclass(frozen=True, slots=True)
class Plan:
    """The shards of some inputs, in order; the fingerprint of each file; paths that were skipped, with the reason.

    >>> Plan().has_many_pages_in_a_file
    False
    """

    shards: tuple[Shard, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    skipped: tuple[Unread, ...] = ()

    @property
    def has_many_pages_in_a_file(self) -> bool:
        """Whether some input is an archive or a table."""
        return any(not isinstance(shard, FilesShard) for shard in self.shards)


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """How inputs are read: the names of columns of tables, where an index has its files, the largest page.

    >>> SourceOptions(columns={"html": "body"}).columns
    {'html': 'body'}
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    base: str | None = None
    limit: int = LIMIT


def make_plan(inputs: Iterable[str | Path], options: SourceOptions | None = None, *, skip: Skip = warn_skipped) -> Plan:
    """The shards of the inputs; an input that cannot be used is an error at once."""
    options = options or SourceOptions()
    skipped: list[Unread] = []

    def skip_and_note(path: Path, reason: str) -> None:
        skip(path, reason)
        skipped.append(Unread(str(path), f"{path}: {reason}"))

    shards: list[Shard] = []
    files: dict[str, str] = {}
    single: list[str] = []
    for name in _names(inputs, skip_and_note):
        files[name] = fingerprint(name)
        found = _shards_of(name, options)
        if found is None:
            single.append(name)
        if single and (found is not None or len(single) == SHARD_FILES):
            shards.append(FilesShard(tuple(single)))
            single = []
        shards += found or []
    shards += [FilesShard(tuple(single))] if single else []
    return Plan(tuple(shards), files, tuple(skipped))


def pages_before(number: int, shard: Shard) -> int:
    """About how many pages of a run come before the shard of that number; what is looked at on a page depends on it.

    How many pages a part of a WARC or of a table has is known when it is read: a few, or thousands. All parts behind
    the first one are taken to be behind the pages that are all looked at.

    >>> pages_before(2, FilesShard(("p1.html",))), pages_before(2, TableShard("p.jsonl", "jsonl", {}, (0, 9)))
    (512, 1102)
    """
    if number == 0 or isinstance(shard, FilesShard | ZipShard):
        return number * SHARD_FILES
    return SIGNATURE_PAGES + number * SHARD_PAGES


def pages_of(shard: Shard, *, limit: int = LIMIT) -> Raw:
    """The pages of a shard; for a WARC, returns where the record after the shard begins, None at its end."""
    match shard:
        case FilesShard():
            yield from (_file(name, limit) for name in shard.names)
        case ZipShard():
            yield from pages_of_zip(shard.path, first=shard.first, last=shard.last, limit=limit)
        case TableShard():
            yield from pages_of_table(
                shard.path,
                form=shard.form,
                table=shard.table,
                columns=shard.columns,
                part=shard.part,
                base=shard.base,
                limit=limit,
            )
        case SavedShard():
            yield from (_saved(*place, limit) for place in shard.places)
        case WarcShard():
            with open_binary(shard.path) as stream:
                window = Window(stream, shard.base, shard.size)
                return (
                    yield from read_part(
                        window, name=shard.path, start=shard.start, stop=shard.stop, limit=limit, solid=shard.solid
                    )
                )
    return None


def after(shard: Shard, following: int | None) -> Shard:
    """A shard of a WARC so that it begins where the one before it ended; other shards as they are.

    >>> after(WarcShard("a.warc", size=100, start=50, stop=100), 60).start
    60
    """
    if isinstance(shard, WarcShard) and shard.start and following != shard.start:
        return msgspec.structs.replace(shard, start=shard.size if following is None else following)
    return shard


def _names(inputs: Iterable[str | Path], skip: Skip) -> Iterator[str]:
    for given in inputs:
        if is_remote(str(given)):
            yield from _remote(str(given))
        else:
            yield from map(str, find_inputs([given], skip=skip))


def _remote(url: str) -> Iterator[str]:
    """The files that a URL names: one, those below a folder, or those that match a pattern."""
    if url.startswith(("http://", "https://")):
        if not url.lower().partition("?")[0].endswith((*ARCHIVE_ENDINGS, ".jsonl", ".csv", ".parquet", ".jsonl.gz")):
            reason = "single pages are not read from the network. It would help to save the page first"
            raise BadInput(source=url, reason=reason)
        yield url
        return
    system, path = file_system(url)
    try:
        if any(sign in path for sign in "*?["):
            found = sorted(system.glob(path))
        else:
            found = sorted(system.find(path)) if system.isdir(path) else [path] * bool(system.exists(path))
    except OSError as error:
        raise BadInput(source=url, reason=f"cannot be read: {error}") from error
    if not found:
        raise BadInput(source=url, reason="there is no such file or folder. It would help to check its name")
    yield from map(system.unstrip_protocol, found)


def _shards_of(name: str, options: SourceOptions) -> list[Shard] | None:
    """The shards of a file with many pages; None if it is a single page."""
    lower = name.lower()
    try:
        if lower.endswith(WARC_ENDINGS):
            with open_binary(name) as stream:
                return _warc_shards(stream, name, 0, _size(name), options.limit)
        if lower.endswith(ARCHIVE_ENDINGS):
            return _archive_shards(name, options.limit)
    except OSError as error:
        raise BadInput(source=name, reason=f"cannot be read: {error.strerror or error}") from error
    form = form_of(name)
    return None if form is None else _table_shards(name, form, options)


def _size(name: str) -> int:
    if not is_remote(name):
        return getsize(name)  # noqa: PTH202  # a name, not a path
    system, path = file_system(name)
    return int(system.size(path))


def _warc_shards(stream: IO[bytes], name: str, base: int, size: int, limit: int) -> list[Shard]:
    """A WARC in parts that begin where a record seems to begin."""
    if not size:
        raise BadInput(source=name, reason="the file is empty. It would help to fetch it again")
    window = Window(stream, base, size)
    if is_solid(window, limit=limit):
        return [WarcShard(name, size, 0, size, base, solid=True)]
    step = SHARD_BYTES if window.is_compressed else PLAIN_TIMES * SHARD_BYTES
    starts = [at for at in (next_record(window, near) for near in range(step, size, step)) if at is not None]
    bounds = [0, *sorted(set(starts)), size]
    return [WarcShard(name, size, start, stop, base) for start, stop in pairwise(bounds)]


def _archive_shards(name: str, limit: int) -> list[Shard]:
    shards: list[Shard] = []
    with open_binary(name) as stream:
        for _, offset, size in warc_members(name):
            shards += _warc_shards(stream, name, offset, size, limit)
    if shards:
        return shards
    count = len(page_members(name))
    if not count:
        raise BadInput(source=name, reason="there are no pages in this archive. It would help to check what is in it")
    return [ZipShard(name, at, min(at + SHARD_FILES, count)) for at in range(0, count, SHARD_FILES)]


def _table_shards(name: str, form: str, options: SourceOptions) -> list[Shard] | None:
    try:
        table, columns = columns_of_table(name, form, options.columns)
    except UnweaveError:
        if form in {"csv", "tsv"}:
            return None  # a text like any other
        raise
    roles = roles_of(columns, options.columns)
    if roles is None:
        if form in {"csv", "tsv"}:
            return None
        reason = f"it has no column with HTML, only {', '.join(columns) or 'none'}. It would help to name it: --html"
        raise BadInput(source=name, reason=reason)
    base = options.base if options.base is not None else str(Path(name).parent)
    return [TableShard(name, form, roles, part, table, base) for part in parts_of(name, form, table)]


def _saved(url: str, file: str, position: int | None, limit: int) -> RawPage | Unread:
    from unweave.run.collections import StoredPage  # noqa: PLC0415  # heavy, and only site programs need it

    try:
        return RawPage(url, StoredPage(url, file, position, limit).read(), url=url)
    except PageMissing as problem:
        return Unread(url, f"{url}: {problem.reason}")


def _file(name: str, limit: int) -> RawPage | Unread:
    try:
        if not is_remote(name):
            return RawPage(name, read_bytes(name, limit=limit))
        with open_binary(name) as stream:
            return RawPage(name, stream.read(limit + 1))
    except UnweaveError as error:
        return Unread(name, str(error))
    except OSError as error:
        return Unread(name, f"{name}: cannot be read: {error.strerror or error}")
