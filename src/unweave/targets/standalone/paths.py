"""Records by expressions in an exported program: an XPath for the records, and one for each field inside them.

Legend

    record     "//ul/li"                     the elements of records; "" where a page is one record
    fields     {"title": "./b/text()"}       each field's XPath, from the record's element; with a dict, a level below:
               {"reviews": ("./li", {"by": "./b"}, ("tags",))}
    many       ("tags",)                     the fields that have a list of values
"""

from typing import Any

from unweave.targets.standalone.tree import ReaderTexts

EXSLT = {"re": "http://exslt.org/regular-expressions"}


def expression_records(
    texts: ReaderTexts, node: Any, record: str, fields: dict[str, Any], many: tuple[str, ...]
) -> list[dict[str, Any]]:
    """The records in a node, each with its values."""
    nodes = node.xpath(record, namespaces=EXSLT) if record else [node]
    rows = [{name: expression_value(texts, one, fields[name], name in many) for name in fields} for one in nodes]
    return rows if record else [row for row in rows if any(row.values())]


def expression_value(texts: ReaderTexts, node: Any, expression: Any, is_many: bool) -> Any:
    """The first value, or all of them; the records of a level below."""
    if isinstance(expression, tuple):
        return expression_records(texts, node, *expression)
    found = node.xpath(expression, namespaces=EXSLT)
    values = [node_text(texts, one) for one in ([found] if isinstance(found, str) else found)]
    kept = list(dict.fromkeys(value for value in values if value))
    return kept if is_many else next(iter(kept), None)


def node_text(texts: ReaderTexts, node: Any) -> str:
    """What a reader sees of an element, a text or an attribute."""
    if isinstance(node, str):
        return " ".join(node.split())
    if node not in texts.shown:  # made by re:match
        return " ".join((node.text or "").split())
    return texts.text((*texts.shown[node], ""))
