"""Do the spans of tags, attribute values and texts hold on real pages, and what do positions cost?

    python benchmarks/spans.py [--quick] [COLLECTION ...]

Counted per collection, on all pages (--quick: one page of every second site):

    elements    start tags begin with ``<`` and the element's own name (``image``, which HTML5 renames, aside)
    attributes  the span of a value, decoded, is the value
    texts       the span of a text, tags out and decoded, is the text; it lies in its parent's span; texts follow each
                other as in the source (those that HTML5 moves out of a table aside)
    tags        tags of our tokenizer that the parser's own tokenizer sees at the same place
    cost        time for all positions as a multiple of the time for the tree
"""

import html
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import turbohtml

from data import COLLECTIONS, RawPage, command_line, read_pages, required_data, sites
from unweave.page import Node, Page, Span, Tree
from unweave.page.markup import RAW, scan_markup

RENAMED = {"img": "image"}
COLUMNS = ("pages", "elements", "attributes", "texts", "moved", "tags", "cost")


def main() -> None:
    """Measure, print a line per collection, and end with the figures as JSON."""
    parser = command_line(__doc__, quick="one page of every second site")
    parser.add_argument("collections", nargs="*", default=COLLECTIONS)
    options = parser.parse_args()
    required_data()
    total: Counter[str] = Counter()
    print(f"{'':10}" + "".join(f"{column:>14}" for column in COLUMNS))
    for collection in options.collections:
        found = measure_collection(collection, quick=options.quick)
        total += found
        print(row(collection, found))
    print(row("all", total))
    print(json.dumps(figures(total)))


def measure_collection(collection: str, *, quick: bool) -> Counter[str]:
    """What holds on the pages of a collection; quick: on one page of every second site."""
    found: Counter[str] = Counter()
    for site in sites(collection)[:: 2 if quick else 1]:
        found["sites"] += 1
        for raw in islice(read_pages(site), 1 if quick else None):
            found += measure(raw)
    return found


def measure(raw: RawPage) -> Counter[str]:
    """What holds on one page, and how long it took."""
    page = Page.from_bytes(raw.data, name=raw.name, html=True)
    before = time.process_time()
    tree = page.tree
    between = time.process_time()
    _ = tree.node_spans
    after = time.process_time()
    found = Counter(pages=1, microseconds_tree=int((between - before) * 1e6))
    found["microseconds_places"] = int((after - between) * 1e6)
    for node in tree.elements():
        found.update(look_at_element(page, node))
    found.update(look_at_texts(page, tree))
    found.update(look_at_tags(page))
    return found


def look_at_element(page: Page, node: Node) -> Iterator[str]:
    """Whether the start tag and the attribute values of an element are at their spans."""
    if node.start_tag is None or node.span is None:
        yield "implied"
        return
    yield "elements"
    name = node.tag.lower()
    starts = ("<" + name, "<" + RENAMED.get(name, name))
    if page[node.span].lower().startswith(starts) and node.span.start == node.start_tag.start:
        yield "elements_right"
    for attribute, value in node.attributes.items():
        yield "attributes"
        span = node.attribute_span(attribute)
        if decoded_value(page[span] if span else "") == value:
            yield "attributes_right"


def decoded_value(source: str) -> str:
    """An attribute value decoded in another way than ours: the parser reads it as the only one of a page."""
    if "&" not in source:
        return source
    quoted = source.replace('"', "&quot;")
    found = turbohtml.parse(f'<p title="{quoted}">').find("p")
    return (found.attr("title") or "") if found else ""


def look_at_texts(page: Page, tree: Tree) -> Iterator[str]:
    """Whether the texts are at their spans, inside their parents, and in order."""
    moved = moved_nodes(tree)
    reached = 0
    for node in tree.texts():
        yield "texts"
        if node.index in moved:
            yield "moved"
        if node.span is None or not has_text(page, node, node.span):
            continue
        in_place = node.index in moved or (inside_parent(node, node.span) and node.span.start >= reached)
        reached = reached if node.index in moved else max(reached, node.span.end)
        if in_place:
            yield "texts_right"


def has_text(page: Page, node: Node, span: Span) -> bool:
    """Whether the source at a span has the text of the node."""
    source = page[span]
    raw = node.parent is not None and node.parent.tag in RAW
    if source == node.data or raw:
        return source == node.data
    tokens = [token for token in scan_markup(source) if token.kind == "text"]
    return html.unescape("".join(source[token.start : token.end] for token in tokens)) == node.data


def inside_parent(node: Node, span: Span) -> bool:
    """Whether a node lies in the nearest node around it that has a span."""
    parents = (parent.span for parent in node.ancestors() if parent.span)
    return next(parents).contains(span)


def moved_nodes(tree: Tree) -> set[int]:
    """The nodes that HTML5 has put before the table that contains them in the source, and all in them."""
    moved: set[int] = set()
    for parent in tree.nodes:
        tables = min((span.start for node in parent.children if node.tag == "table" and (span := node.span)), default=0)
        for node in parent.children if tables else ():
            first = next((span.start for inner in (node, *node.descendants()) if (span := inner.span)), 0)
            if node.tag != "table" and first > tables and is_before_its_table(node, first):
                moved.update(range(node.index, node.last + 1))
    return moved


def is_before_its_table(node: Node, start: int) -> bool:
    """Whether a later sibling is a table that begins before the node does."""
    siblings = node.parent.children[node.position + 1 :] if node.parent else []
    return any(sibling.tag == "table" and sibling.span and sibling.span.start < start for sibling in siblings)


def look_at_tags(page: Page) -> Iterator[str]:
    """Whether the parser's tokenizer sees the same tags."""
    # A tokenizer without a tree takes noscript for raw text; the tree, with scripting off, does not.
    source = re.sub(r"(?i)(</?)noscript", r"\1noscripx", page.source)
    lines = [0, *(match.end() for match in re.finditer("\n", source))]
    kinds = {turbohtml.TokenType.START_TAG: "start", turbohtml.TokenType.END_TAG: "end"}
    theirs = {
        (kinds[token.type], lines[token.line - 1] + token.col, token.tag)
        for token in turbohtml.tokenize(source)
        if token.type in kinds
    }
    for token in scan_markup(source):
        if token.name and token.kind != "raw":
            yield "tags"
            if (token.kind, token.start, token.name) in theirs:
                yield "tags_right"


def share(found: Counter[str], what: str) -> float:
    """The share that is right, in per cent."""
    return 100.0 * found[f"{what}_right"] / found[what] if found[what] else 100.0


def cost(found: Counter[str]) -> float:
    """How many times longer the positions take than the tree."""
    return found["microseconds_places"] / max(found["microseconds_tree"], 1)


def row(name: str, found: Counter[str]) -> str:
    """A line of the table."""
    counted = ("elements", "attributes", "texts", "tags")
    shares = {what: f"{share(found, what):.4f} %" for what in counted}
    cells = {"pages": found["pages"], "moved": found["moved"], "cost": f"{cost(found):.1f} x", **shares}
    return f"{name:10}" + "".join(f"{cells[column]!s:>14}" for column in COLUMNS)


def figures(found: Counter[str]) -> dict[str, float]:
    """What the gate compares with its floors."""
    shares = {f"{what}_right": round(share(found, what), 4) for what in ("elements", "attributes", "texts", "tags")}
    counts = {what: found[what] for what in ("sites", "pages", "elements", "attributes", "texts", "moved", "implied")}
    per_page = found["microseconds_tree"] / max(found["pages"], 1) / 1000
    return {**counts, **shares, "positions_cost": round(cost(found), 2), "tree_milliseconds": round(per_page, 2)}


if __name__ == "__main__":
    main()
