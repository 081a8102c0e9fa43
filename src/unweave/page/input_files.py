"""Reads the bytes of a file, and refuses what cannot be a page: a missing, empty, too large or binary file.

>>> read_bytes("no-such-file.html", limit=100)
Traceback (most recent call last):
unweave.errors.BadInput: no-such-file.html: no such file. It would help to check its name and folder
"""

import sys
from pathlib import Path

from unweave.errors import BadInput

BINARY_PREFIXES = {
    "a picture": (b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"\0\0\1\0"),
    "an archive": (b"PK\3\4", b"\x1f\x8b", b"\xfd7zXZ", b"7z\xbc\xaf", b"\x28\xb5\x2f\xfd"),
    "a program": (b"\x7fELF", b"MZ\x90", b"\0asm", b"\xca\xfe\xba\xbe"),
    "a PDF document": (b"%PDF-",),
    "a database": (b"SQLite format 3\0",),
    "an office document": (b"\xd0\xcf\x11\xe0",),
}
CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\f\r\x1b")
CHECKED_BYTES = 1024
STANDARD_INPUT = "-"


def read_bytes(path: str | Path, *, limit: int) -> bytes:
    """The bytes of a file, or with ``-`` of standard input; BadInput if there are none, or more than the limit.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     read_bytes(folder, limit=100)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    unweave.errors.BadInput: ...: a folder, not a page. It would help to name a file in it
    """
    file = Path(path)
    if str(path) == STANDARD_INPUT:
        data = sys.stdin.buffer.read(limit + 1)
        check_size("standard input", len(data), limit)
        if not data:
            raise BadInput(source="standard input", reason="it is empty. It would help to send a page to it")
        return data
    try:
        if file.is_dir():
            raise BadInput(source=str(path), reason="a folder, not a page. It would help to name a file in it")
        check_size(str(path), file.stat().st_size, limit)
        with file.open("rb") as stream:
            data = stream.read(limit + 1)  # a pipe or a growing file has no size to check
    except FileNotFoundError as error:
        raise BadInput(source=str(path), reason="no such file. It would help to check its name and folder") from error
    except (OSError, ValueError) as error:
        raise BadInput(source=str(path), reason=f"cannot be read: {error}") from error
    check_size(str(path), len(data), limit)
    if not data:
        raise BadInput(source=str(path), reason="the file is empty. It would help to save the page again")
    return data


def check_size(source: str, size: int, limit: int) -> None:
    """Raise BadInput if a page is larger than the limit.

    >>> check_size("big.html", 2_000_000, 1_000_000)
    Traceback (most recent call last):
    unweave.errors.BadInput: big.html: 2,000,000 bytes, more than the limit of 1,000,000. It would help to give a
    larger limit
    """
    if size > limit:
        reason = f"{size:,} bytes, more than the limit of {limit:,}. It would help to give a larger limit"
        raise BadInput(source=source, reason=reason)


def check_text(source: str, data: bytes, *, wide: bool) -> None:
    r"""Raise BadInput if these bytes are a picture, an archive, a program, or otherwise not text.

    >>> check_text("logo.html", b"\x89PNG\r\n", wide=False)
    Traceback (most recent call last):
    unweave.errors.BadInput: logo.html: a picture, not a page. It would help to save the page as HTML
    """
    kind = next((kind for kind, prefixes in BINARY_PREFIXES.items() if data.startswith(prefixes)), None)
    controls = len(data[:CHECKED_BYTES]) - len(data[:CHECKED_BYTES].translate(None, CONTROLS))
    if kind or (controls > len(data[:CHECKED_BYTES]) / 20 and not wide):
        kind = kind or "a binary file"
        raise BadInput(source=source, reason=f"{kind}, not a page. It would help to save the page as HTML")
