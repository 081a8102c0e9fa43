"""The generated table of names, and the program that makes it."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from unweave.values import locale_names

TOOL = Path(__file__).parents[2] / "tools" / "locale_names.py"


@pytest.fixture
def tool() -> ModuleType:
    pytest.importorskip("babel", reason="babel is a tool of developers")
    spec = importlib.util.spec_from_file_location("make_locale_names", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_is_what_the_program_makes(tool: ModuleType) -> None:
    """The committed table has the names that the installed locale data have."""
    made: dict[str, object] = {}
    exec(tool.table(), made)  # noqa: S102  # our own program wrote it
    names = [name for name in vars(locale_names) if name.isupper()]
    assert {name: made[name] for name in names} == {name: getattr(locale_names, name) for name in names}


def test_a_name_has_one_meaning() -> None:
    """No name stands for two months, units or currencies."""
    for table in (locale_names.MONTHS, locale_names.SHORT_MONTHS, locale_names.UNITS, locale_names.CURRENCIES):
        names = [name for names in table.values() for name in names.split("|")]
        assert len(names) == len(set(names))
