"""Other values for numbers of ``tuning``, for a while: what would a benchmark give with them?"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


@contextmanager
def tuned(setting: Mapping[str, float]) -> Iterator[None]:
    """Other values for numbers of ``tuning``, in all modules that use them."""
    places = [
        (module, name)
        for module in list(sys.modules.values())
        for name in setting
        if getattr(module, "__name__", "").startswith("unweave") and name in vars(module)
    ]
    before = [getattr(module, name) for module, name in places]
    for module, name in places:
        setattr(module, name, setting[name])
    try:
        yield
    finally:
        for (module, name), value in zip(places, before, strict=True):
            setattr(module, name, value)
