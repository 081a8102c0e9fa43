"""Wrapper <-> JSON: the file has its format, kind, rules, schema and origin. Nothing is pickled.

    {"unweave": 1, "wrapper": {"kind": "lr", "schema": {...}, ..., "origin": {...}}}

A wrapper is a dataclass, so its own fields are its stored form; wrappers inside wrappers carry their kind as well.
A file is checked whole when it is loaded: its size and depth, the types of all parts, and whether they fit together
(``unweave.store.checks``).
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from unweave.errors import BadInput
from unweave.files import replacing
from unweave.store.checks import Damage, check
from unweave.wrapper import Wrapper

FORMAT = 1
ADVICE = "It would help to give a wrapper file, as `unweave learn` writes it"
LARGEST = 64 * 1024 * 1024
"""The largest wrapper file that is read, in bytes; the largest that was learned so far has 2 MB."""
DEEPEST = 100
"""How deep its JSON may be; each level of wrappers in wrappers, or of a template, takes about two."""

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
    unweave.errors.BadInput: nowhere.wrapper.json: cannot be read: No such file or directory. It would help to
    give a wrapper file, as `unweave learn` writes it
    """
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(source=str(path), reason=f"cannot be read: {reason}. {ADVICE}") from error
    return loads(data, source=str(path))


def dumps(wrapper: Wrapper) -> bytes:
    """The file's bytes; the same wrapper always gives the same bytes."""
    return (
        msgspec.json.format(msgspec.json.encode({"unweave": FORMAT, "wrapper": wrapper}, order="deterministic")) + b"\n"
    )


def loads(data: bytes, *, source: str = "the wrapper") -> Wrapper:
    """The wrapper that ``dumps`` wrote; ``source`` is named in errors."""
    if len(data) > LARGEST:
        raise BadInput(source=source, reason=f"is larger than {LARGEST:,} bytes, which no wrapper file is")
    try:
        document = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadInput(source=source, reason=f"this is not a complete wrapper file: {error}. {ADVICE}") from error
    except RecursionError as error:
        raise _too_deep(source) from error
    if _is_too_deep(document):
        raise _too_deep(source)
    return _restore(_checked(document, source), source)


def _is_too_deep(document: Any) -> bool:
    level = [document]
    for _ in range(DEEPEST):
        level = [
            part
            for value in level
            if isinstance(value, dict | list)
            for part in (value.values() if isinstance(value, dict) else value)
        ]
    return bool(level)


def _too_deep(source: str) -> BadInput:
    return BadInput(source=source, reason=f"is no wrapper file: its JSON is more than {DEEPEST} levels deep")


def _checked(document: Any, source: str) -> Any:
    if isinstance(document, dict) and "wrapper" not in document and "pages" in document:
        advice = "It would help to learn a wrapper from it: unweave learn"
        raise BadInput(source=source, reason=f"this is an examples file, not a wrapper. {advice}")
    if not isinstance(document, dict) or not isinstance(document.get("unweave"), int) or "wrapper" not in document:
        raise BadInput(source=source, reason=f"this is not a wrapper file. {ADVICE}")
    if document["unweave"] > FORMAT:
        newer = f"format {document['unweave']}; this one reads up to {FORMAT}"
        reason = f"this wrapper was written by a newer unweave ({newer}). It would help to learn it again"
        raise BadInput(source=source, reason=reason)
    return document["wrapper"]


def _restore(data: Any, source: str) -> Wrapper:
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        reason = f"this wrapper has an unknown kind, {kind!r:.60}. It would help to learn it again"
        raise BadInput(source=source, reason=reason)
    module, name = KINDS[kind]
    try:
        wrapper: Wrapper = msgspec.convert(
            data, getattr(import_module(module), name), dec_hook=lambda _type, part: _restore(part, source)
        )
        check(wrapper)
    except (msgspec.ValidationError, Damage) as error:
        raise BadInput(source=source, reason=_damaged(kind, error)) from error
    except BadInput as error:
        if error.source == source:
            raise  # it is about a wrapper inside this one
        raise BadInput(source=source, reason=_damaged(kind, error)) from error
    return wrapper


def _damaged(kind: str, error: Exception) -> str:
    return f"this {kind} wrapper is damaged: {error}. It would help to learn it again"
