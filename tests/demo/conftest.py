"""A folder with the demo in it."""

from pathlib import Path

import pytest

from unweave.demo import write_demo


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All pages and examples files of the demo; not to be written to."""
    folder = tmp_path_factory.mktemp("demo")
    write_demo(folder)
    return folder
