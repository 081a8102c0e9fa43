"""Input pages: files, folders and globs -> the files, one by one.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "b.html").write_text("<b>Kim</b>"), (folder / "a.html").write_text("<b>Emma</b>")
    >>> [path.name for path in find_pages([folder])]
    ['a.html', 'b.html']

A name without a file (no such file, a glob without a match, a folder without pages) is an error at once; a file that is
not a page is an error only when it is read. In a folder, recursively, the files with a page's ending are
taken, hidden ones and hidden folders aside; a file named by itself is taken whatever its ending. ``-`` is a page on
standard input.
"""

import os
from collections.abc import Iterable, Iterator
from glob import iglob
from pathlib import Path

from unweave.errors import BadInput

PAGE_ENDINGS = (".html", ".htm", ".xhtml", ".xht", ".shtml", ".xml", ".txt", ".text", ".log", ".tex")
CONTAINER_ENDINGS = (".warc", ".warc.gz", ".parquet", ".jsonl")


def find_pages(inputs: Iterable[str | Path]) -> Iterator[Path]:
    """The files that the inputs name, each once, folders and globs in sorted order.

    >>> list(find_pages(["nowhere.html"]))
    Traceback (most recent call last):
    unweave.errors.BadInput: nowhere.html: there is no such file or folder
    """
    seen: set[str] = set()
    for given in inputs:
        for path in _named_by(given):
            key = os.path.realpath(path)
            if key not in seen:
                seen.add(key)
                yield path


def _named_by(given: str | Path) -> Iterator[Path]:
    path = Path(given)
    if str(given) == "-":
        return iter([path])
    if path.is_dir():
        return _at_least_one(_walk(path), given, f"there are no pages in this folder ({_endings(PAGE_ENDINGS)})")
    if path.exists():
        return iter([_single(path)])
    if any(sign in str(given) for sign in "*?["):
        return _at_least_one(_matching(str(given)), given, "no file or folder matches this pattern")
    raise BadInput(source=str(given), reason=_missing(str(given)))


def _walk(folder: Path) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(here, name) for name in sorted(names) if _is_page(name))


def _is_page(name: str) -> bool:
    return name.lower().endswith(PAGE_ENDINGS) and not name.startswith(".")


def _matching(pattern: str) -> Iterator[Path]:
    """The files that a glob names; a folder that matches gives its pages, if it has any."""
    for name in sorted(iglob(pattern, recursive=True)):  # noqa: PTH207  # Path.glob knows no absolute patterns
        path = Path(name)
        yield from _walk(path) if path.is_dir() else [_single(path)]


def _single(path: Path) -> Path:
    if path.name.lower().endswith(CONTAINER_ENDINGS):
        known = f"pages are read from single files ({_endings(PAGE_ENDINGS)} and others), folders and globs"
        raise BadInput(source=str(path), reason=f"many pages in one file cannot be read yet; {known}")
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
        return "pages are read from files and folders, not from the network: save the page first"
    return "there is no such file or folder"


def _endings(endings: Iterable[str]) -> str:
    return " ".join(endings)
