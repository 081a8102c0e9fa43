"""The steps of discovery that can be turned off, to see what each contributes."""

from typing import Any

SWITCHES: dict[str, dict[str, Any]] = {
    "cluster": {"cluster": False},
    "labels": {"labels": False},
    "runs": {"runs": False},
    "parts": {"parts": False},
    "levels": {"levels": False},
    "records": {"records": False},
    "exalg": {"exalg": False},
    "attributes": {"attributes": []},
}


def without(name: str | None) -> dict[str, Any]:
    """The settings of discovery without one step; with all of them where none is named."""
    return SWITCHES[name] if name else {}
