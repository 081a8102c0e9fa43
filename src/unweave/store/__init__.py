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
    "embedded": ("unweave.embedded", "EmbeddedWrapper"),
    "exalg": ("unweave.templates", "ExalgWrapper"),
    "template": ("unweave.templates", "TemplateWrapper"),
    "list": ("unweave.templates", "ListWrapper"),
    "templates": ("unweave.templates", "MultiTemplateWrapper"),
    "regions": ("unweave.regions", "RegionsWrapper"),
    "rules": ("unweave.rules", "RulesWrapper"),
    "sectioned": ("unweave.combined", "Sectioned"),
    "separated": ("unweave.combined", "Separated"),
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
    return loads(read_stored(path, ADVICE), source=str(path))


def dumps(wrapper: Wrapper) -> bytes:
    """The file's bytes; the same wrapper always gives the same bytes."""
    return stored_bytes({"unweave": FORMAT, "wrapper": wrapper})


def loads(data: bytes, *, source: str = "the wrapper") -> Wrapper:
    """The wrapper that ``dumps`` wrote; ``source`` is named in errors."""
    return restored(decoded(data, source=source, key="wrapper", advice=ADVICE), source=source)


def stored_bytes(document: Any) -> bytes:
    r"""A document as the bytes of a file.

    >>> stored_bytes({"unweave": 1})
    b'{\n  "unweave": 1\n}\n'
    """
    return msgspec.json.format(msgspec.json.encode(document, order="deterministic")) + b"\n"


def read_stored(path: str | Path, advice: str) -> bytes:
    """The bytes of a file; of one that is too large a few more than are allowed."""
    try:
        with Path(path).open("rb") as stream:
            return stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(source=str(path), reason=f"cannot be read: {reason}. {advice}") from error


def decoded(data: bytes, *, source: str, key: str, advice: str) -> Any:
    """What a file holds under a key, "wrapper" or "site", after its size, depth and format were checked.

    >>> decoded(b'{"unweave": 1, "site": 5}', source="a.json", key="site", advice="")
    5
    """
    if len(data) > LARGEST:
        raise BadInput(source=source, reason=f"is larger than {LARGEST:,} bytes, which no {key} file is")
    try:
        document = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadInput(source=source, reason=f"this is not a complete {key} file: {error}. {advice}") from error
    except RecursionError as error:
        raise _too_deep(source, key) from error
    if _is_too_deep(document):
        raise _too_deep(source, key)
    return _checked(document, source, key, advice)


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


def _too_deep(source: str, key: str) -> BadInput:
    return BadInput(source=source, reason=f"is no {key} file: its JSON is more than {DEEPEST} levels deep")


KINDS_OF_FILES = {"wrapper": "a wrapper", "site": "a site program", "pages": "an examples file"}
WAYS = {
    ("pages", "wrapper"): "learn a wrapper from it: unweave learn",
    ("site", "wrapper"): "run it (unweave extract, unweave crawl), or to look at it: unweave explain",
    ("wrapper", "site"): "run it: unweave extract",
    ("pages", "site"): "learn a site program from values: unweave learn-site",
}


def _checked(document: Any, source: str, key: str, advice: str) -> Any:
    for other, what in KINDS_OF_FILES.items():
        if isinstance(document, dict) and key not in document and other in document:
            reason = f"this is {what}, not {KINDS_OF_FILES[key]}. It would help to {WAYS[other, key]}"
            raise BadInput(source=source, reason=reason)
    if not isinstance(document, dict) or not isinstance(document.get("unweave"), int) or key not in document:
        raise BadInput(source=source, reason=f"this is not a {key} file. {advice}")
    if document["unweave"] > FORMAT:
        newer = f"format {document['unweave']}; this one reads up to {FORMAT}"
        reason = f"this {key} was written by a newer unweave ({newer}). It would help to learn it again"
        raise BadInput(source=source, reason=reason)
    return document[key]


def restored(data: Any, *, source: str) -> Wrapper:
    """The wrapper of the decoded JSON, wrappers inside it included; ``source`` is named in errors."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        reason = f"this wrapper has an unknown kind, {kind!r:.60}. It would help to learn it again"
        raise BadInput(source=source, reason=reason)
    module, name = KINDS[kind]
    try:
        wrapper: Wrapper = msgspec.convert(
            data, getattr(import_module(module), name), dec_hook=lambda _type, part: restored(part, source=source)
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
