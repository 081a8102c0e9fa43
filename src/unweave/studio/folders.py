"""The folders that were named on the command line: the only files that a client can open by a path."""

from pathlib import Path
from typing import Any

from unweave.errors import UnweaveError
from unweave.page import LIMIT
from unweave.page.input_files import read_bytes
from unweave.run.sources import find_pages
from unweave.studio.problems import StudioProblem

MOST_FILES = 5000


class Folders:
    """Folders by their ids: r1, r2, ...

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.html").write_text("<b>Emma</b>")
    >>> folders = Folders([folder])
    >>> folders.files("r1")
    [{'root': 'r1', 'path': 'a.html', 'size': 11}]
    >>> folders.read({"root": "r1", "path": "../a.html"})
    Traceback (most recent call last):
    unweave.studio.problems.StudioProblem: this file is not in the folder
    """

    def __init__(self, folders: list[Path]) -> None:
        self.all = {f"r{number}": folder.resolve() for number, folder in enumerate(folders, start=1)}

    def described(self) -> list[dict[str, str]]:
        """The folders for the client."""
        return [{"id": name, "name": folder.name or str(folder)} for name, folder in self.all.items()]

    def root(self, name: Any) -> Path:
        """A folder by its id."""
        if not isinstance(name, str) or name not in self.all:
            raise StudioProblem("not_found", f"there is no folder {name!r}")
        return self.all[name]

    def files(self, name: Any) -> list[dict[str, Any]]:
        """The pages in a folder."""
        root = self.root(name)
        found = []
        try:
            for path in find_pages([root]):
                inside = path.resolve()
                if inside.is_relative_to(root):
                    found.append(
                        {"root": name, "path": inside.relative_to(root).as_posix(), "size": inside.stat().st_size}
                    )
                if len(found) >= MOST_FILES:
                    break
        except UnweaveError:
            return []
        return found

    def path(self, given: Any) -> Path:
        """The file that a client names; ``outside_folders`` if it is not in the folder."""
        if not isinstance(given, dict) or not isinstance(given.get("path"), str):
            raise StudioProblem("bad_request", "a file has 'root' and 'path'")
        if "\0" in given["path"]:
            raise StudioProblem("bad_name", "the name has a NUL character")
        root = self.root(given.get("root"))
        try:
            path: Path = (root / str(given["path"])).resolve()
        except (OSError, ValueError, RuntimeError) as error:
            raise StudioProblem("bad_name", "this is no name of a file") from error
        if not path.is_relative_to(root):
            raise StudioProblem("outside_folders", "this file is not in the folder")
        return path

    def read(self, given: Any) -> bytes:
        """The bytes of a file."""
        try:
            return read_bytes(self.path(given), limit=LIMIT)
        except StudioProblem:
            raise
        except UnweaveError as error:
            raise StudioProblem("bad_page", str(getattr(error, "reason", error))) from error
