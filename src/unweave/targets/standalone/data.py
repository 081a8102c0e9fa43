"""The data in the scripts of a page, in an exported program: the scripts, and the values of paths in their data.

What is read of a script, and where a path leads, is shared with unweave (``page.embedded``, ``engine.data``). Scripts
are found with a pattern, not with a tokenizer.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from typing import Any

from unweave.engine.data import as_shown, data_rows, voted_values
from unweave.page.embedded import Script, documents_of
from unweave.page.embedded_document import EmbeddedDocument, EmbeddedValue
from unweave.page.span import Span
from unweave.program import DataPaths, DataVote
from unweave.targets.standalone.records import Found
from unweave.targets.standalone.source import IN_TAG

COMMENT_OR_SCRIPT = re.compile(
    r"<!--.*?(?:--!?>|\Z)"
    r"|<(style|iframe|noembed|noframes|textarea|title)(?=[\s/>]).*?(?=</\1[\s/>]|\Z)"
    rf"|<script(?=[\s/>])(?P<tag>{IN_TAG})(?P<content>.*?)(?=</script[\s/>]|\Z)",
    re.IGNORECASE | re.DOTALL,
)
ATTRIBUTE = re.compile(r"""(?<![^\s"'/])([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)


def script_documents(source: str) -> tuple[EmbeddedDocument, ...]:
    """The JSON values in the scripts of a page."""
    return documents_of(source, scripts_of(source))


def scripts_of(source: str) -> Iterator[Script]:
    """The script elements of a page."""
    for match in COMMENT_OR_SCRIPT.finditer(source):
        if match["tag"] is not None:
            known = {
                one[1].lower(): unescape(one[2] or one[3] or one[4] or "") for one in ATTRIBUTE.finditer(match["tag"])
            }
            yield Script(known.get("type", ""), known.get("id", ""), Span(*match.span("content")))


def plain_data(row: dict[str, list[EmbeddedValue]], paths: DataPaths) -> dict[str, Any]:
    """A record of single values and lists."""
    texts = {name: [value.shown for value in found] for name, found in row.items()}
    return {name: found if name in paths.repeats else next(iter(found), None) for name, found in texts.items()}


def script_voice(source: str) -> Callable[[DataVote, dict[str, str], bool], tuple[tuple[str, ...], list[str]]]:
    """What gives the answer of the data in a page's scripts, and its texts; they are read when it is asked."""
    read: list[tuple[EmbeddedDocument, ...]] = []

    def said(vote: DataVote, known: dict[str, str], are_many: bool) -> tuple[tuple[str, ...], list[str]]:
        if not read:
            read.append(script_documents(source))
        texts = [value.shown for value in voted_values(read[0], vote.path, many=are_many)]
        return as_shown(texts, known), texts

    return said


def placed_rows(documents: Sequence[EmbeddedDocument], paths: DataPaths) -> Iterator[dict[str, list[Found]]]:
    """The records of the paths, each value with its place."""
    for row in data_rows(documents, paths):
        kept = {name: found if name in paths.repeats else found[:1] for name, found in row.items()}
        yield {name: [((*value.span, ""), value.shown) for value in found] for name, found in kept.items()}
