import subprocess
import sys

import pytest

import unweave
from unweave import _MODULES

HEAVY = ("turbohtml", "numpy", "pydivsufsort", "rich", "click", "re2", "msgspec")


@pytest.mark.parametrize("name", unweave.__all__)
def test_every_public_name_is_documented_with_an_example(name: str) -> None:
    """Every name has a docstring with an example, which is run as part of this suite."""
    assert ">>> " in (getattr(unweave, name).__doc__ or "")


def test_an_unknown_name_is_an_attribute_error() -> None:
    """As with any module."""
    with pytest.raises(AttributeError, match="no attribute 'unravel'"):
        _ = unweave.unravel


def output_of(program: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def test_import_is_light() -> None:
    """Nothing heavy is imported until it is used."""
    assert output_of(f"import unweave, sys; print([name for name in {HEAVY} if name in sys.modules])") == "[]"


def test_every_name_is_listed() -> None:
    """``dir(unweave)`` has every public name before any of them is used."""
    assert output_of("import unweave; print({*unweave.__all__} - {*dir(unweave)})") == "set()"


@pytest.mark.parametrize("module", sorted(set(_MODULES.values())))
def test_every_name_is_reachable_from_a_fresh_import(module: str) -> None:
    """``import unweave`` is enough; no submodule has to be imported first. The names of a module come together."""
    names = [name for name, home in _MODULES.items() if home == module]
    assert output_of(f"import unweave; print([name for name in {names} if getattr(unweave, name) is None])") == "[]"


def test_errors_are_reachable_and_light() -> None:
    """Errors can be caught as ``unweave.errors.BadInput`` after ``import unweave``, without anything heavy."""
    program = (
        "import unweave, sys; print(unweave.errors.BadInput.__mro__[1].__name__, "
        f"[name for name in {HEAVY} if name in sys.modules])"
    )
    assert output_of(program) == "UnweaveError []"


def test_the_contract_is_reachable() -> None:
    """What ``learn`` returns is an ``unweave.Wrapper``, with an ``Origin`` and an ``Explanation``."""
    example = unweave.Example.from_values(unweave.Page("<b>Emma</b>"), [{"title": "Emma"}])
    wrapper = unweave.learn([example])
    assert isinstance(wrapper, unweave.Wrapper)
    assert isinstance(wrapper.origin, unweave.Origin)
    assert isinstance(wrapper.explain(), unweave.Explanation)
