"""The browser of the tests."""

import os

import pytest

from unweave.errors import BadInput
from unweave.run.browser import find_chromium


def chromium() -> str:
    """The path of Chromium; without it or playwright the test that asks is skipped, but not in CI."""
    if not os.environ.get("CI"):
        pytest.importorskip("playwright", reason="playwright")
    try:
        return find_chromium()
    except BadInput:
        if os.environ.get("CI"):
            raise
        pytest.skip("Chromium")
