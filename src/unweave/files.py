"""Writing files completely or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from unweave.errors import BadInput


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
