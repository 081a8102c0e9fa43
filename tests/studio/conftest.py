"""A studio with a project in a folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.client import StudioClient


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[StudioClient]:
    """An empty project; the folder ``pages`` may be read."""
    pages = tmp_path / "pages"
    pages.mkdir()
    client = StudioClient(tmp_path / "books.studio", [pages])
    yield client
    client.close()
