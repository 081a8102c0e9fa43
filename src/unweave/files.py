"""Writing files so that nobody ever sees half of one."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from unweave.errors import BadInput


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary name beside the path; what is written there takes the path's place when all went well.

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
            raise  # another file's trouble
        raise _cannot_write(given, str(error.strerror)) from error
    finally:
        draft.unlink(missing_ok=True)


def _cannot_write(path: str | Path, reason: str) -> BadInput:
    return BadInput(source=str(path), reason=f"cannot write there: {reason}")
