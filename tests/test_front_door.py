import subprocess
import sys

import pytest

import unweave

HEAVY = ("turbohtml", "numpy", "pydivsufsort", "rich", "click", "re2", "msgspec")


@pytest.mark.parametrize("name", unweave.__all__)
def test_every_public_name_is_documented_with_an_example(name: str) -> None:
    """The front door explains itself; the examples are run as part of this suite."""
    assert ">>> " in (getattr(unweave, name).__doc__ or "")


def test_an_unknown_name_is_an_attribute_error() -> None:
    """As with any module."""
    with pytest.raises(AttributeError, match="no attribute 'unravel'"):
        _ = unweave.unravel


def test_the_door_opens_light() -> None:
    """Nothing heavy is imported until it is used."""
    program = f"import unweave, sys; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)  # noqa: S603
    assert done.stdout.strip() == "[]"
