"""Stored cases: pages with the records that a wrapper must find on them, in a folder beside its file.

    books.wrapper.json
    books.wrapper.tests/emma.html           a page
    books.wrapper.tests/emma.html.json      its records: [{"title": "Emma", "price": "$5.50"}]

Each field of each page is a result of its own, so that a failure names what is wrong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from unweave.errors import BadInput, UnweaveError
from unweave.files import replacing
from unweave.page import Page
from unweave.wrapper import Wrapper

ENDING = ".tests"


@dataclass(frozen=True, slots=True)
class FieldResult:
    """Whether the values of one field on one page are the expected ones.

    >>> FieldResult("emma.html", "price", ["$5.50"], ["$7"]).is_right
    False
    """

    page: str
    field: str
    expected: Sequence[Any]
    found: Sequence[Any]
    problem: str = ""

    @property
    def is_right(self) -> bool:
        """Whether they are."""
        return not self.problem and list(self.expected) == list(self.found)

    def __str__(self) -> str:
        if self.is_right:
            return f"{self.page}: {self.field} is right"
        reason = self.problem or f"expected {list(self.expected)!r}, found {list(self.found)!r}"
        return f"{self.page}: {self.field} is wrong: {reason}"


def folder_of(wrapper: Path) -> Path:
    """The folder of the cases of a wrapper file.

    >>> folder_of(Path("books.wrapper.json")).name
    'books.wrapper.tests'
    """
    return wrapper.with_name(f"{wrapper.stem}{ENDING}")


def case_files(folder: Path) -> list[tuple[Path, Path]]:
    """The pages of a folder with the files of their records; it raises BadInput where there is none."""
    found = [(path.with_suffix(""), path) for path in sorted(folder.glob("*.json"))] if folder.is_dir() else []
    if not found:
        advice = "It would help to store cases: unweave test W.json --add PAGE..."
        raise BadInput(source=str(folder), reason=f"there is no page with expected records. {advice}")
    return found


def results(wrapper: Wrapper, page: Path, expected: Path) -> Iterator[FieldResult]:
    """The result of each field on a page."""
    wanted = _expected(expected)
    try:
        found = [record.to_dict() for record in wrapper.extract(Page.read(page))]
        problem = ""
    except UnweaveError as error:
        found, problem = [], str(error)
    names = dict.fromkeys([*wrapper.schema.names, *(name for row in wanted for name in row)])
    for name in names:
        yield FieldResult(page.name, name, [row.get(name) for row in wanted], [row.get(name) for row in found], problem)


def _expected(path: Path) -> list[dict[str, Any]]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[dict[str, Any]])
    except (OSError, msgspec.MsgspecError, UnicodeError) as error:
        reason = (
            f"this is no list of records: {error}. It would help to store the page again: unweave test W.json --add"
        )
        raise BadInput(source=str(path), reason=reason) from error


def store_case(wrapper: Wrapper, page: Path, folder: Path) -> int:
    """Store a page with what the wrapper finds on it now; the number of its records."""
    records = [record.to_dict() for record in wrapper.extract(Page.read(page))]
    folder.mkdir(exist_ok=True)
    with replacing(folder / page.name) as draft:
        draft.write_bytes(page.read_bytes())
    with replacing(folder / f"{page.name}.json") as draft:
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(records), indent=1) + b"\n")
    return len(records)
