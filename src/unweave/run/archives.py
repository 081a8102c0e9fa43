"""Pages in .zip and .wacz files. Nothing is unpacked to disk, so names in an archive lead nowhere.

Legend

    member      a file in the archive; pages are the members with a page's ending
    stored      a member that is not compressed: its bytes are a part of the archive, where a WARC can be read in place

Source: the Web Archive Collection Zipped format (WACZ 1.1), which stores WARC files in its folder ``archive``.
"""

import struct
import zipfile
import zlib
from collections.abc import Iterator
from functools import lru_cache

from unweave.errors import BadInput
from unweave.run.raw_pages import RawPage, Unread, fingerprint, is_remote, open_binary
from unweave.run.sources import WARC_ENDINGS, is_page_name

LOCAL_HEADER = struct.Struct("<4s5H3I2H")


def page_members(path: str) -> list[zipfile.ZipInfo]:
    """The members that are pages, in the archive's order."""
    return list(_archive(path, fingerprint(path))[1])


def warc_members(path: str) -> list[tuple[str, int, int]]:
    """The stored WARC files in an archive: name, offset and size; BadInput if one is compressed."""
    archive, _ = _archive(path, fingerprint(path))
    found = [info for info in archive.infolist() if info.filename.lower().endswith(WARC_ENDINGS)]
    for info in found:
        if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & 1:
            reason = f"{info.filename} is compressed in it; in a .wacz it is stored. It would help to unpack it"
            raise BadInput(source=path, reason=reason)
    return [(info.filename, _data_offset(path, info), info.file_size) for info in found]


def pages_of_zip(path: str, *, first: int, last: int, limit: int) -> Iterator[RawPage | Unread]:
    """The pages with these numbers, from the first to before the last."""
    archive, members = _archive(path, fingerprint(path))
    for info in members[first:last]:
        name = f"{path}/{info.filename}"
        try:
            with archive.open(info) as stream:
                data = stream.read(limit + 1)
        except (OSError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error, EOFError) as error:
            yield Unread(name, f"{name}: cannot be read: {error}")
        else:
            yield RawPage(name, data)


@lru_cache(maxsize=4)
def _archive(path: str, _fingerprint: str) -> tuple[zipfile.ZipFile, tuple[zipfile.ZipInfo, ...]]:
    """The open archive and its pages; kept, for the parts of an archive are read one after the other."""
    try:
        archive = zipfile.ZipFile(open_binary(path) if is_remote(path) else path)
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise BadInput(source=path, reason=f"it cannot be read as an archive: {error}") from error
    return archive, tuple(info for info in archive.infolist() if _is_page(info))


def _is_page(info: zipfile.ZipInfo) -> bool:
    parts = info.filename.split("/")
    hidden = any(part.startswith(".") and part not in {".", ".."} for part in parts) or parts[0] == "__MACOSX"
    return not info.is_dir() and is_page_name(parts[-1]) and not hidden


def _data_offset(path: str, info: zipfile.ZipInfo) -> int:
    """Where the bytes of a stored member begin: after its local header, its name and its extra fields."""
    with open_binary(path) as stream:
        stream.seek(info.header_offset)
        *_, name, extra = LOCAL_HEADER.unpack(stream.read(LOCAL_HEADER.size))
    return info.header_offset + LOCAL_HEADER.size + int(name) + int(extra)
