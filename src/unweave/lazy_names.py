"""Names of a package whose modules are imported when they are used: a command pays only for what it needs."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package, given the module of each of its names; or its own module of that name.

    >>> from types import ModuleType
    >>> sys.modules["shop"] = ModuleType("shop")
    >>> found = lazy_names("shop", {"sqrt": "math"})
    >>> found("sqrt")(9.0), sys.modules["shop"].sqrt is found("sqrt")
    (3.0, True)
    >>> found("root")
    Traceback (most recent call last):
    AttributeError: module 'shop' has no attribute 'root'
    """

    def found(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(modules[name])
        value = module if modules[name] == f"{package}.{name}" else getattr(module, name)
        setattr(sys.modules[package], name, value)
        return value

    return found
