"""JSON for the terminal: what would control it is escaped, and the data stay the same."""

import json
import sys
from typing import IO, Any

from unweave.cli.messages import CONTROLS


def escape_json(text: str) -> str:
    r"""JSON with control and bidirectional characters as escapes.

    >>> print(escape_json('{"price": "5\u202e"}'))
    {"price": "5\u202e"}
    """
    return CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}" if found[0] not in "\r\n" else found[0], text)


def json_line(data: Any) -> str:
    """Data as one line of JSON without such characters.

    >>> json_line({"title": "café"})
    '{"title": "café"}'
    """
    return escape_json(json.dumps(data, ensure_ascii=False))


class TerminalLines:
    """Standard output for lines of JSON: on a terminal they are escaped, in a pipe or file they stay as they are."""

    def __init__(self) -> None:
        self._stream: IO[bytes] = sys.stdout.buffer
        self._is_terminal = sys.stdout.isatty()

    def write(self, line: bytes) -> int:
        """Write a line."""
        return self._stream.write(escape_json(line.decode()).encode() if self._is_terminal else line)
