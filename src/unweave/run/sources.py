"""Inputs: files, folders and globs -> the files, one by one.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "b.html").write_text("<b>Kim</b>"), (folder / "a.html").write_text("<b>Emma</b>")
    >>> [path.name for path in find_pages([folder])]
    ['a.html', 'b.html']

A name without a file (no such file, a glob without a match, a folder without pages) is an error at once; a file that is
not a page is an error only when it is read. In a folder, recursively, the files with a page's ending are taken, hidden
ones and hidden folders aside; links to folders are not followed. A file named by itself is taken whatever its ending.
A pipe or device is read only if it is named by itself: in a folder, reading it could take forever.

``-`` is a page on standard input; for ``find_inputs`` it may also be a list of names, one a line, if its first line
names something that exists. Files with many pages are for ``find_inputs`` only, which takes archives from folders, too;
tables must be named, for they may be outputs of earlier runs.
"""

import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from glob import iglob
from pathlib import Path

from unweave.errors import BadInput

PAGE_ENDINGS = (".html", ".htm", ".xhtml", ".xht", ".shtml", ".xml", ".txt", ".text", ".log", ".tex")
WARC_ENDINGS = (".warc", ".warc.gz")
ARCHIVE_ENDINGS = (*WARC_ENDINGS, ".wacz", ".zip")
CONTAINER_ENDINGS = (*ARCHIVE_ENDINGS, ".parquet", ".jsonl", ".jsonl.gz", ".sqlite", ".db")

Skip = Callable[[Path, str], None]
"""Takes a path that is skipped, and the reason."""
Accepts = Callable[[str], bool]
"""Whether a file in a folder is taken, by its name."""


def warn_skipped(path: Path, reason: str) -> None:
    """A warning that a path is skipped."""
    warnings.warn(f"skipped {path}: {reason}", stacklevel=2)


def find_pages(inputs: Iterable[str | Path], *, skip: Skip = warn_skipped) -> Iterator[Path]:
    """The files that the inputs name, each once, folders and globs in sorted order; single pages only.

    ``skip`` is called for pipes and devices in folders.

    >>> list(find_pages(["nowhere.html"]))
    Traceback (most recent call last):
    unweave.errors.BadInput: nowhere.html: there is no such file or folder. It would help to check its name
    """
    return map(_single, _each_once(inputs, is_page_name, skip))


def find_inputs(inputs: Iterable[str | Path], *, skip: Skip = warn_skipped) -> Iterator[Path]:
    """The files that the inputs name, each once, folders and globs in sorted order; with archives and tables.

    >>> list(find_inputs(["nowhere.warc.gz"]))
    Traceback (most recent call last):
    unweave.errors.BadInput: nowhere.warc.gz: there is no such file or folder. It would help to check its name
    """
    return _each_once(_listed(inputs), is_page_or_archive_name, skip)


def is_page_name(name: str) -> bool:
    """Whether a file in a folder is a page, by its name.

    >>> is_page_name("p1.HTML"), is_page_name(".p1.html"), is_page_name("p1.csv")
    (True, False, False)
    """
    return name.lower().endswith(PAGE_ENDINGS) and not name.startswith(".")


def is_page_or_archive_name(name: str) -> bool:
    """Whether a file in a folder is a page or an archive of pages, by its name.

    >>> is_page_or_archive_name("crawl.warc.gz"), is_page_or_archive_name("pages.parquet")
    (True, False)
    """
    return is_page_name(name) or (name.lower().endswith(ARCHIVE_ENDINGS) and not name.startswith("."))


def _each_once(inputs: Iterable[str | Path], accepts: Accepts, skip: Skip) -> Iterator[Path]:
    seen: set[str] = set()
    for given in inputs:
        for path in _named_by(given, accepts, skip):
            key = os.path.realpath(path)
            if key not in seen:
                seen.add(key)
                yield path


def _listed(inputs: Iterable[str | Path]) -> Iterator[str | Path]:
    """The inputs, with the names that standard input lists in place of ``-``."""
    for given in inputs:
        if str(given) == "-" and _lists_names(first := _first_line()):
            yield first
            yield from (name for line in sys.stdin.buffer if (name := _name_in(line)))
        else:
            yield given


def _first_line() -> str:
    """The first line of standard input. If it is no name it is put back: a page begins with it."""
    stream = sys.stdin.buffer
    if hasattr(stream, "peek"):
        line = stream.peek(4096).partition(b"\n")[0]
        if _lists_names(_name_in(line)):
            stream.readline()
    else:
        at = stream.tell()
        line = stream.readline(4096)
        if not _lists_names(_name_in(line)):
            stream.seek(at)
    return _name_in(line)


def _name_in(line: bytes) -> str:
    return os.fsdecode(line).rstrip("\r\n")


def _lists_names(first: str) -> bool:
    try:
        found = iglob(first)  # noqa: PTH207  # Path.glob refuses absolute patterns
        return bool(first) and "<" not in first and (Path(first).exists() or any(True for _ in found))
    except (OSError, ValueError):
        return False


def _named_by(given: str | Path, accepts: Accepts, skip: Skip) -> Iterator[Path]:
    path = Path(given)
    if str(given) == "-":
        return iter([path])
    if not str(given):
        raise BadInput(source="the input", reason="its name is empty; give the name of a file or folder, or a glob")
    try:
        return _existing(given, path, accepts, skip)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(source=str(given), reason=f"cannot be read: {reason}") from error


def _existing(given: str | Path, path: Path, accepts: Accepts, skip: Skip) -> Iterator[Path]:
    if path.is_dir():
        return _at_least_one(
            _walk(path, accepts, skip),
            given,
            f"there are no pages in this folder. It would help to save pages there ({_endings(PAGE_ENDINGS)})",
        )
    if path.exists():
        return iter([path])
    if any(sign in str(given) for sign in "*?["):
        return _at_least_one(
            _matching(str(given), accepts, skip),
            given,
            "no file or folder matches this pattern. It would help to check it with ls",
        )
    raise BadInput(source=str(given), reason=_missing(str(given)))


def _walk(folder: Path, accepts: Accepts, skip: Skip) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from _readable((Path(here, name) for name in sorted(names) if accepts(name)), skip)


def _readable(paths: Iterable[Path], skip: Skip) -> Iterator[Path]:
    for path in paths:
        if path.is_file() or not path.exists():  # a broken link is an error when it is read
            yield path
        else:
            skip(path, "a pipe or device, not a file")


def _matching(pattern: str, accepts: Accepts, skip: Skip) -> Iterator[Path]:
    """The files that a glob names; a folder that matches gives its pages, if it has any."""
    for name in sorted(iglob(pattern, recursive=True)):  # noqa: PTH207  # Path.glob knows no absolute patterns
        path = Path(name)
        yield from _walk(path, accepts, skip) if path.is_dir() else _readable([path], skip)


def _single(path: Path) -> Path:
    if path.name.lower().endswith(CONTAINER_ENDINGS):
        known = f"pages are read from single files ({_endings(PAGE_ENDINGS)} and others), folders and globs"
        reason = f"only `unweave extract` reads many pages in one file. It would help to unpack it: {known}"
        raise BadInput(source=str(path), reason=reason)
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
