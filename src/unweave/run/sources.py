"""Input pages: files, folders and globs -> the files, one by one.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "b.html").write_text("<b>Kim</b>"), (folder / "a.html").write_text("<b>Emma</b>")
    >>> [path.name for path in find_pages([folder])]
    ['a.html', 'b.html']

A name without a file (no such file, a glob without a match, a folder without pages) is an error at once; a file that is
not a page is an error only when it is read. In a folder, recursively, the files with a page's ending are
taken, hidden ones and hidden folders aside; a file named by itself is taken whatever its ending. ``-`` is a page on
standard input. A pipe or device is read only if it is named by itself: in a folder, reading it could take forever.
"""

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from glob import iglob
from pathlib import Path

from unweave.errors import BadInput

PAGE_ENDINGS = (".html", ".htm", ".xhtml", ".xht", ".shtml", ".xml", ".txt", ".text", ".log", ".tex")
CONTAINER_ENDINGS = (".warc", ".warc.gz", ".parquet", ".jsonl")

Skip = Callable[[Path, str], None]
"""Takes a path that is skipped, and the reason."""


def warn_skipped(path: Path, reason: str) -> None:
    """A warning that a path is skipped."""
    warnings.warn(f"skipped {path}: {reason}", stacklevel=2)


def find_pages(inputs: Iterable[str | Path], *, skip: Skip = warn_skipped) -> Iterator[Path]:
    """The files that the inputs name, each once, folders and globs in sorted order.

    ``skip`` is called for pipes and devices in folders.

    >>> list(find_pages(["nowhere.html"]))
    Traceback (most recent call last):
    unweave.errors.BadInput: nowhere.html: there is no such file or folder. It would help to check its name
    """
    seen: set[str] = set()
    for given in inputs:
        for path in _named_by(given, skip):
            key = os.path.realpath(path)
            if key not in seen:
                seen.add(key)
                yield path


def _named_by(given: str | Path, skip: Skip) -> Iterator[Path]:
    path = Path(given)
    if str(given) == "-":
        return iter([path])
    if not str(given):
        raise BadInput(source="the input", reason="its name is empty; give the name of a file or folder, or a glob")
    try:
        return _existing(given, path, skip)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(source=str(given), reason=f"cannot be read: {reason}") from error


def _existing(given: str | Path, path: Path, skip: Skip) -> Iterator[Path]:
    if path.is_dir():
        return _at_least_one(
            _walk(path, skip),
            given,
            f"there are no pages in this folder. It would help to save pages there ({_endings(PAGE_ENDINGS)})",
        )
    if path.exists():
        return iter([_single(path)])
    if any(sign in str(given) for sign in "*?["):
        return _at_least_one(
            _matching(str(given), skip),
            given,
            "no file or folder matches this pattern. It would help to check it with ls",
        )
    raise BadInput(source=str(given), reason=_missing(str(given)))


def _walk(folder: Path, skip: Skip) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from _readable((Path(here, name) for name in sorted(names) if _is_page(name)), skip)


def _readable(paths: Iterable[Path], skip: Skip) -> Iterator[Path]:
    for path in paths:
        if path.is_file() or not path.exists():  # a broken link is an error when it is read
            yield path
        else:
            skip(path, "a pipe or device, not a file")


def _is_page(name: str) -> bool:
    return name.lower().endswith(PAGE_ENDINGS) and not name.startswith(".")


def _matching(pattern: str, skip: Skip) -> Iterator[Path]:
    """The files that a glob names; a folder that matches gives its pages, if it has any."""
    for name in sorted(iglob(pattern, recursive=True)):  # noqa: PTH207  # Path.glob knows no absolute patterns
        path = Path(name)
        yield from _walk(path, skip) if path.is_dir() else _readable([_single(path)], skip)


def _single(path: Path) -> Path:
    if path.name.lower().endswith(CONTAINER_ENDINGS):
        known = f"pages are read from single files ({_endings(PAGE_ENDINGS)} and others), folders and globs"
        raise BadInput(
            source=str(path), reason=f"many pages in one file cannot be read yet. It would help to unpack it: {known}"
        )
    return path


def _at_least_one(paths: Iterator[Path], given: str | Path, reason: str) -> Iterator[Path]:
    """The paths; if there is not a single one, that is an error."""
    empty = True
    for path in paths:
        empty = False
        yield path
    if empty:
        raise BadInput(source=str(given), reason=reason)


def _missing(given: str) -> str:
    if given.startswith(("http://", "https://")):
        return "pages are read from files and folders, not from the network. It would help to save the page first"
    return "there is no such file or folder. It would help to check its name"


def _endings(endings: Iterable[str]) -> str:
    return " ".join(endings)
