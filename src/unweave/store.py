"""Wrapper <-> JSON: the file has its format, kind, rules, schema and origin. Nothing is pickled.

    {"unweave": 1, "wrapper": {"kind": "lr", "schema": {...}, ..., "origin": {...}}}

A wrapper is a dataclass, so its own fields are its stored form; wrappers inside wrappers carry their kind as well.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from unweave.errors import BadInput
from unweave.files import replacing
from unweave.wrapper import Wrapper

FORMAT = 1

# kind -> module and class; imported when a file of that kind is opened.
KINDS = {
    "combined": ("unweave.combined", "Combined"),
    **dict.fromkeys(
        ("lr", "hlrt", "oclr", "hoclrt", "n-lr", "n-hlrt", "m-lr"), ("unweave.delimiters", "DelimiterWrapper")
    ),
    "exalg": ("unweave.templates", "ExalgWrapper"),
    "template": ("unweave.templates", "TemplateWrapper"),
    "list": ("unweave.templates", "ListWrapper"),
    "templates": ("unweave.templates", "MultiTemplateWrapper"),
    "regions": ("unweave.regions", "RegionsWrapper"),
    "rules": ("unweave.rules", "RulesWrapper"),
    "sectioned": ("unweave.combined", "Sectioned"),
    "several": ("unweave.combined", "SeveralTypes"),
    "tree": ("unweave.trees", "TreeWrapper"),
}


def dump(wrapper: Wrapper, path: str | Path) -> None:
    """Write a wrapper to a file, completely or not at all.

    >>> import tempfile
    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> file = Path(tempfile.mkdtemp()) / "title.wrapper.json"
    >>> dump(wrapper, file)
    >>> load(file) == wrapper
    True
    """
    with replacing(path) as draft:
        draft.write_bytes(dumps(wrapper))


def load(path: str | Path) -> Wrapper:
    """Read a wrapper from a file; an error names the file and what is wrong with it.

    >>> load("nowhere.wrapper.json")
    Traceback (most recent call last):
    unweave.errors.BadInput: nowhere.wrapper.json: cannot be read: No such file or directory
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadInput(source=str(path), reason=f"cannot be read: {error.strerror}") from error
    return loads(data, source=str(path))


def dumps(wrapper: Wrapper) -> bytes:
    """The file's bytes; the same wrapper always gives the same bytes."""
    return (
        msgspec.json.format(msgspec.json.encode({"unweave": FORMAT, "wrapper": wrapper}, order="deterministic")) + b"\n"
    )


def loads(data: bytes, *, source: str = "the wrapper") -> Wrapper:
    """The wrapper that ``dumps`` wrote; ``source`` is named in errors."""
    try:
        document = msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise BadInput(source=source, reason=f"is not a complete wrapper file: {error}") from error
    return _restore(_checked(document, source), source)


def _checked(document: Any, source: str) -> Any:
    if not isinstance(document, dict) or not isinstance(document.get("unweave"), int) or "wrapper" not in document:
        raise BadInput(source=source, reason="is not a wrapper file")
    if document["unweave"] > FORMAT:
        reason = f"was written by a newer unweave (format {document['unweave']}; this one reads up to {FORMAT})"
        raise BadInput(source=source, reason=reason)
    return document["wrapper"]


def _restore(data: Any, source: str) -> Wrapper:
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind not in KINDS:
        raise BadInput(source=source, reason=f"holds a wrapper of unknown kind {kind!r}")
    module, name = KINDS[kind]
    try:
        wrapper: Wrapper = msgspec.convert(
            data, getattr(import_module(module), name), dec_hook=lambda _type, part: _restore(part, source)
        )
    except msgspec.ValidationError as error:
        raise BadInput(source=source, reason=f"its {kind} wrapper is damaged: {error}") from error
    return wrapper
