"""Writing files completely or not at all, and never over a file that a command did not make.

Legend

    draft       the file that is written, ``.books.csv.3f9a61c20b7d.part``; complete, it gets the name of the output
    lock        held by the process that writes a draft; a draft without a lock is left from a process that was killed
"""

import os
import re
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from stat import S_ISREG

from unweave.errors import BadInput

_OURS = re.compile(rb'\s*(?:\xef\xbb\xbf)?\{\s*(?:"unweave"\s*:\s*\d+\s*,\s*)?"(wrapper|site|pages)"\s*:')
_READ = 4096  # bytes; the first key of a file tells what it is
_NAME_BYTES = 200  # of the output's name in the name of a draft; file systems take 255 in all


def is_wrapper_file(path: str | Path) -> bool:
    """Whether a file holds a wrapper, as its first keys tell.

    >>> is_wrapper_file("no-such-file.json")
    False
    """
    return _main_key(Path(path)) == b"wrapper"


def is_site_file(path: str | Path) -> bool:
    """Whether a file holds a site program, as its first keys tell.

    >>> is_site_file("no-such-file.json")
    False
    """
    return _main_key(Path(path)) == b"site"


def check_not_overwritten(
    path: str | Path, *, force: bool = False, is_replaceable: Callable[[Path], bool] = lambda _: False
) -> None:
    """Raise BadInput where a file exists that must not be replaced without ``force``: nobody's work is overwritten.

    ``is_replaceable`` tells whether the file is one that the same command made. An empty file can be replaced.

    >>> import tempfile
    >>> examples = Path(tempfile.mkdtemp()) / "books.json"
    >>> _ = examples.write_text('{"unweave": 1, "pages": []}')
    >>> check_not_overwritten(examples)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    unweave.errors.BadInput: ...books.json: this file exists, and is an examples file; it is not overwritten.
    It would help to choose another name, or to give --force
    """
    file = Path(path)
    check_path(path)
    if force or not file.is_file() or not file.stat().st_size or is_replaceable(file):
        return
    kinds = {
        b"wrapper": ", and is a wrapper",
        b"site": ", and is a site program",
        b"pages": ", and is an examples file",
    }
    kind = kinds.get(_main_key(file), ", and this command did not make it")
    reason = f"this file exists{kind}; it is not overwritten. It would help to choose another name, or to give --force"
    raise BadInput(source=str(path), reason=reason)


def _main_key(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            found = _OURS.match(stream.read(_READ))
    except OSError:
        return b""
    return found[1] if found else b""


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary path in the same folder; the file written there replaces the given one if there was no error.

    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "answer.txt"
    >>> with replacing(target) as draft:
    ...     _ = draft.write_text("42")
    >>> target.read_text(), list(target.parent.iterdir()) == [target]
    ('42', True)
    """
    given, path = path, Path(os.path.realpath(path))  # behind a symbolic link the file is replaced, not the link
    check_path(given)
    if not path.parent.is_dir():
        raise _cannot_write(given, f"the folder {Path(given).parent} does not exist")
    try:
        _remove_stale_drafts(path)
        draft, lock = _new_draft(path)
    except OSError as error:
        raise _cannot_write(given, str(error.strerror)) from error
    try:
        yield draft
        draft.replace(path)
    except OSError as error:
        if error.filename not in {None, str(draft)}:
            raise  # the error is about another file
        raise _cannot_write(given, str(error.strerror)) from error
    finally:
        draft.unlink(missing_ok=True)
        os.close(lock)


def check_path(path: str | Path) -> None:
    """Raise BadInput where no file can be written under this name: a folder, a device, a name that is too long.

    >>> check_path("books.csv")
    >>> check_path("b" * 300)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    unweave.errors.BadInput: bbb...: cannot write there: File name too long...
    """
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116  # Path.is_file hides some errors, and raises others
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, ValueError) as error:
        raise _cannot_write(path, getattr(error, "strerror", None) or str(error)) from error
    if not S_ISREG(mode):
        raise _cannot_write(
            path, "it is a directory" if Path(path).is_dir() else "it is not a file, but a device or pipe"
        )


def _prefix(path: Path) -> str:
    return f".{path.name.encode(errors='ignore')[:_NAME_BYTES].decode(errors='ignore')}."


def _new_draft(path: Path) -> tuple[Path, int]:
    """A new file that no other process writes, and a lock on it."""
    while True:
        draft = path.with_name(f"{_prefix(path)}{secrets.token_hex(6)}.part")
        lock = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        with suppress(OSError):  # not every file system has locks
            _lock(lock, wait=True)
        if draft.exists():
            return draft, lock
        os.close(lock)  # another process took it for a stale one before it was locked


def _remove_stale_drafts(path: Path) -> None:
    """Remove the drafts of processes that were killed: nobody holds a lock on them."""
    name = re.compile(re.escape(_prefix(path)) + r"[0-9a-f]+\.part")
    for each in filter(name.fullmatch, os.listdir(path.parent)):  # noqa: PTH208  # names only
        with suppress(OSError), closing(path.with_name(each).open("rb")) as stream:
            _lock(stream.fileno(), wait=False)
            path.with_name(each).unlink()


def _lock(file: int, *, wait: bool) -> None:
    """Lock an open file; OSError where that cannot be done."""
    if sys.platform == "win32":  # drafts of killed processes stay there
        raise OSError
    import fcntl  # noqa: PLC0415  # not on Windows

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB * (not wait))


def _cannot_write(path: str | Path, reason: str) -> BadInput:
    return BadInput(source=str(path), reason=f"cannot write there: {reason}. It would help to choose another place")
