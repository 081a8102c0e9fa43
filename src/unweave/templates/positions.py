"""Columns that are positions of EXALG's template: their values on a page, and the words of the template before them.

Legend

    position    ``a3`` or ``set1.a5``: where EXALG's template has a value, see ``template``
    label       the words of the template right before a position, tags left out

A page that does not follow EXALG's template has no value at any position. Its other columns are read all the same.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile

from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.records.record import items_of
from unweave.templates.columns import TemplateColumn, Values
from unweave.templates.dtokens import PageToken
from unweave.templates.extraction import read_page
from unweave.templates.template import ExalgTemplate, TemplateNode
from unweave.templates.template_words import tight
from unweave.templates.texts import PathText


def position_spans(page: Page, template: ExalgTemplate, tokens: Sequence[PageToken] = ()) -> dict[str, list[Span]]:
    """The values at each position, without white space at their ends; none where the page does not fit."""
    try:
        record = read_page(template, page, tokens)
    except DoesNotFit:
        return {}
    found: dict[str, list[Span]] = defaultdict(list)
    for name, item in items_of(record):
        if isinstance(item, Span) and page.text(item).strip():
            found[name].append(tight(page.source, item))
    return found


def position_values(page: Page, template: ExalgTemplate, columns: Sequence[TemplateColumn]) -> Values:
    """For each column that is a position, by name, the spans of its values."""
    spans = position_spans(page, template)
    chosen = [column for column in columns if column.selector.scope == "position"]
    found = {column.full_name: spans.get(column.selector.path, []) for column in chosen}
    limits = {column.full_name: None if column.many else 1 for column in chosen}
    return {
        name: [(span, PathText(name, "", 0)) for span in here[: limits[name]]] for name, here in found.items() if here
    }


def labels(template: ExalgTemplate) -> dict[str, str]:
    """The words of the template before each position."""
    return dict(_labels(template, template.root, "", ""))


def _labels(template: ExalgTemplate, node: TemplateNode, above: str, before: str) -> Iterator[tuple[str, str]]:
    if node.kind == "basic":
        yield above + node.name, before
    elif node.kind == "tuple":
        for string, part in zip(node.strings, node.parts, strict=False):
            words = _last_words([template.roles[role].text for role in string])
            yield from _labels(template, part, above, words or before)
    elif node.kind == "set":
        yield from _labels(template, node.parts[0], f"{above}{node.name}.", before)
        yield from (pair for part in node.parts[1:] for pair in _labels(template, part, above, before))
    else:
        yield from (pair for part in node.parts for pair in _labels(template, part, above, before))


def _last_words(texts: Sequence[str]) -> str:
    """The last words in a row of tokens, tags behind them left out.

    >>> _last_words(["<b>", "List", "price:", "</b>", "<i>"])
    'List price:'
    """
    behind = dropwhile(_is_tag, reversed(texts))
    return " ".join(reversed(list(takewhile(lambda text: not _is_tag(text), behind))))


def _is_tag(text: str) -> bool:
    return text.startswith("<")
