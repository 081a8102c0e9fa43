"""Wrapper tests for pytest: each field of each stored page is a test.

In a ``conftest.py``::

    pytest_plugins = ["unweave.cli.pytest_plugin"]

Then pytest collects every ``*.json`` wrapper file that has a folder of stored cases beside it (``unweave test``).
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

import unweave
from unweave.verify.stored_cases import FieldResult, case_files, folder_of, results


class WrapperFile(pytest.File):
    """A wrapper file with stored cases."""

    def collect(self) -> Iterator["FieldItem"]:
        """A test for each field of each page."""
        wrapper = unweave.load(self.path)
        for page, expected in case_files(folder_of(self.path)):
            for one in results(wrapper, page, expected):
                yield FieldItem.from_parent(self, name=f"{one.page}:{one.field}", result=one)


class FieldItem(pytest.Item):
    """One field on one page."""

    def __init__(self, *, result: FieldResult, **given: object) -> None:
        super().__init__(**given)  # type: ignore[arg-type]  # what pytest gives
        self.result = result

    def runtest(self) -> None:
        """Whether its values are the expected ones."""
        if not self.result.is_right:
            pytest.fail(str(self.result), pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """How pytest names it."""
        return self.path, None, self.name


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> WrapperFile | None:
    """Pytest's hook: a wrapper file with a folder of cases is a file of tests."""
    if file_path.suffix == ".json" and folder_of(file_path).is_dir():
        return WrapperFile.from_parent(parent, path=file_path)
    return None
