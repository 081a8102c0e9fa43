"""Writing files completely or not at all, and never over a file that a command did not make."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from unweave.errors import BadInput

_OURS = re.compile(rb'\s*(?:\xef\xbb\xbf)?\{\s*(?:"unweave"\s*:\s*\d+\s*,\s*)?"(wrapper|pages)"\s*:')
_READ = 4096  # bytes; the first key of a file tells what it is


def is_wrapper_file(path: str | Path) -> bool:
    """Whether a file holds a wrapper, as its first keys tell.

    >>> is_wrapper_file("no-such-file.json")
    False
    """
    return _main_key(Path(path)) == b"wrapper"


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
    Choose another name for the output, or give --force
    """
    file = Path(path)
    if force or not file.is_file() or not file.stat().st_size or is_replaceable(file):
        return
    kinds = {b"wrapper": ", and is a wrapper", b"pages": ", and is an examples file"}
    kind = kinds.get(_main_key(file), ", and this command did not make it")
    reason = f"this file exists{kind}; it is not overwritten. Choose another name for the output, or give --force"
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
    if path.is_dir():
        raise _cannot_write(given, "it is a directory")
    if not path.parent.is_dir():
        raise _cannot_write(given, f"the folder {Path(given).parent} does not exist")
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield draft
        draft.replace(path)
    except OSError as error:
        if error.filename not in {None, str(draft)}:
            raise  # the error is about another file
        raise _cannot_write(given, str(error.strerror)) from error
    finally:
        draft.unlink(missing_ok=True)


def _cannot_write(path: str | Path, reason: str) -> BadInput:
    return BadInput(source=str(path), reason=f"cannot write there: {reason}")
