"""From the bytes of a file to a source text, in a stand-alone file."""

import re

CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)


def decoded(data: bytes) -> str:
    r"""The text of a file: as its byte order mark or its meta element says, as UTF-8, or as Windows-1252.

    >>> decoded("caf\xe9".encode()), decoded(b"caf\xe9")
    ('café', 'café')
    """
    said = CHARSET.search(data[:4096])
    for name in ("utf-8-sig", said[1].decode() if said else "utf-8", "cp1252"):
        try:
            return data.decode({"iso-8859-1": "cp1252", "latin1": "cp1252"}.get(name.lower(), name))
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("latin-1")


def fit(text: str) -> str:
    r"""The text with newlines as ``\n``, and U+FFFD for what is no character.

    >>> fit("one\r\ntwo\0")
    'one\ntwo\ufffd'
    """
    return re.sub("[\0\ud800-\udfff]", "\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))
