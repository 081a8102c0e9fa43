"""Does time grow with the size of what is read, and not with its square, whatever a page holds?

    python benchmarks/growth.py [--quick]

Each operation is run on texts that make a careless program look at its characters again and again (tags, quotes and
comments that nobody closes, references without end, records that lack a field), at one size and at eight times that
size. ``growth`` is the CPU time of the large one by that of the small one, by eight: 1 is linear, 8 is the square.
The least of some rounds counts, and times under a millisecond count as one. Per operation the text with the largest
growth is named. The last line is JSON: the largest growth of each operation, and of all of them.
"""

import json
import random
import re
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from data import command_line
from unweave import learn
from unweave.engine.values import part_span
from unweave.errors import UnweaveError
from unweave.page import Page, Span
from unweave.page.encoding import HEAD, declared_name
from unweave.page.entities import decode_attribute, decode_text
from unweave.page.json_scan import NotJson, scan_json
from unweave.page.markup import scan_markup
from unweave.page.tokens import attributes
from unweave.page.tree import Tree
from unweave.program import Condition, Cut, Scan, Selection, Step
from unweave.records import Example
from unweave.records.locate import locate
from unweave.records.visible_text import VisibleText
from unweave.sites.pagers import next_pages
from unweave.targets.program_tables import path_rule
from unweave.targets.regex import regex
from unweave.targets.standalone.tree import ReaderTexts, parsed
from unweave.trees.language import TreeLanguage
from unweave.trees.outline import sketched
from unweave.values.types import TYPES, Misfit, ValueType

FACTOR = 8
ROUNDS, QUICK_ROUNDS = 5, 2
LEAST = 0.001
"""Seconds: what takes less is noise."""
Run = Callable[[], object]


@dataclass(frozen=True)
class Operation:
    """What is run on each text; ``size`` is the number of characters, or of parts, of the large one."""

    prepare: Callable[[str, int], Run]
    texts: tuple[str, ...]
    size: int = 160_000


def main() -> int:
    """Print the table, then the figures as one line of JSON."""
    rounds = QUICK_ROUNDS if command_line(__doc__, quick="fewer rounds").parse_args().quick else ROUNDS
    print(f"{'operation':18}{'growth':>8}   with")
    figures = {name: largest_growth(name, operation, rounds) for name, operation in OPERATIONS.items()}
    print(json.dumps(figures | {"largest": max(figures.values())}))
    return 0


def largest_growth(name: str, operation: Operation, rounds: int) -> float:
    """The largest growth over the texts of one operation, printed with its text."""
    growths = {text: growth(operation, text, rounds) for text in operation.texts}
    worst = max(growths, key=growths.__getitem__)
    print(f"{name:18}{growths[worst]:8.2f}   {worst!r}", flush=True)
    return round(growths[worst], 2)


def growth(operation: Operation, text: str, rounds: int) -> float:
    """How time grows from the small to the large size, by how the size does."""
    small = operation.prepare(text, operation.size // FACTOR)
    large = operation.prepare(text, operation.size)
    return least_seconds(large, rounds) / least_seconds(small, rounds) / FACTOR


def least_seconds(run: Run, rounds: int) -> float:
    """CPU time of the fastest round."""

    def once() -> float:
        begin = time.process_time()
        run()
        return time.process_time() - begin

    return max(LEAST, min(once() for _ in range(rounds)))


def repeated(run: Callable[[str], object]) -> Callable[[str, int], Run]:
    """An operation on a text that is repeated until it has the size."""

    def prepare(text: str, size: int) -> Run:
        source = text * (size // len(text))
        return lambda: run(source)

    return prepare


def read_declaration(source: str) -> None:
    """Look for the character encoding, behind such a beginning and inside a tag of that kind."""
    data = source.encode()
    declared_name(data + b"charset")
    declared_name(b"<meta charset " + data + b"charset")


def read_json(source: str) -> None:
    """Scan a text that may be no JSON."""
    with suppress(NotJson):
        scan_json(source)


def convert(text: str) -> None:
    """Every type, on one text."""
    for name in sorted(TYPES):
        with suppress(Misfit):
            ValueType(name).value(text, base="https://books.org/")


def find_value(value: str, size: int) -> Run:
    """Look for a value on a page, and for the nearest texts where it has none."""
    parts = "<b>a a a a</b> &amp; <a href='/a'>a b c</a>" * size
    source = f"<p title='/a'>{'a' * 100}</p>{parts}"

    def run() -> None:
        with suppress(UnweaveError):
            locate(Page(source, html=True, url="http://books.org/"), value)

    return run


def bring_into_page_order(last: str, size: int) -> Run:
    """Records given in another order than the page's; some values are everywhere on the page."""
    rows = [(f"Case {at}", f"No. {at % 50}", "open" if at % 3 else last, f"{1 + at % 28} May") for at in range(size)]
    filler = f"<p>This case is open and the other one is {last}. {'<p>Nothing more. ' * 50}"
    body = "".join(f"<tr><td>{'</td><td>'.join(row)}</td></tr>{filler}" for row in rows)
    given = [dict(zip("abcd", row, strict=True)) for row in rows]
    random.Random(1).shuffle(given)
    example = Example.from_values(Page(f"<table>{body}</table>"), given)
    return lambda: Example(example.page, example.records[::-1], status="complete")


def run_pattern(missing: str, size: int) -> Run:
    """A scan as a regular expression, on records that lack a delimiter."""
    cuts = (Cut("a", "<b>", "</b>"), Cut("b", "<i>", "</i>", missing="</li>"), Cut("c", "<u>", "</u>"))
    pattern = re.compile(regex(Scan(cuts))["record"])
    page = "<li><b>Emma</b> by <i>Jane</i> in <u>1815</u></li>\n".replace(missing, "") * size
    return lambda: sum(1 for _ in pattern.finditer(page))


def run_program(label: str, size: int) -> Run:
    """What an exported program finds in the rows of tables that are inside each other, given how rows begin."""
    row = Step("parent", "tr", (Condition("begins", label),))
    rule = path_rule(Selection("brand", (Step("descendant", "td", (Condition("has", steps=(row,)),)),)))
    texts = ReaderTexts(parsed("<table><tr><th>Brand</th><td>" * size + "</table>" * size))
    return lambda: vars(texts)["_found"].clear() or texts.find(rule.path)


def locate_part(text: str, size: int) -> Run:
    """The place of the last word of a long text with markup in it."""
    page = Page(f"<p>{text * size}<b>end</b>")
    whole = Span(len("<p>"), len(page))
    shown = page.text(whole)
    return lambda: part_span(page, whole, shown, len(shown) - len("end"), len(shown))


def select_by_tree(text: str, size: int) -> Run:
    """The texts of a table that a tree language accepts."""
    outline = sketched(("table", [("tr", [("td", [text]), ("td", [("b", ["c"])])])] * size))
    language = TreeLanguage.learned([(outline, outline.text_nodes()[0])], width=2, depth=4)
    return lambda: language.select(outline, outline.text_nodes())


def look_for_next_page(label: str, size: int) -> Run:
    """The next page among many links that look like page numbers."""
    links = "".join(f'<li>1 <a href="/t/{n}/2">2</a> <a href="/t/{n}/3">{label}</a>' for n in range(size))
    page = Page(f"<ul>{links}</ul>", url="https://books.org/list")
    next_pages(page)  # the page is read once; only the search is measured
    return lambda: next_pages(page)


def resolve_references(item: str, size: int) -> Run:
    """The data of Nuxt, whose items have many references to an item with as many references."""
    many = f"[{item * size}0]"
    source = f'<script type="application/json" id="__NUXT_DATA__">[{many},{many}]</script>'
    return lambda: Page(source, html=True).embedded.documents


def learn_from_script(shown: str, size: int) -> Run:
    """Learn a list of which a script has all records, and the text some, and extract it."""
    books = [{"title": f"Book {n}", "price": n / 4, "tags": ["a", "b"]} for n in range(size)]
    text = "".join(shown.format(book["title"]) for book in books[:20])
    page = f"<ul>{text}</ul><script>window.STATE = {json.dumps({'books': books})}</script>"

    def run() -> None:
        given = [{"title": f"Book {n}", "price": f"{n / 4}"} for n in (1, 2)]
        example = Example.from_values(Page(page), given, status="partial")
        learn([example]).extract(example.page)

    return run


MARKUP = (
    *("<", "<a ", '<a x="', "<a x='", "<a =", "a=", " ", "<!--", "-", "<!", "</", "<script><!--<script>", "<script>"),
    *("<script><!--</script>", "<title></titl", "<svg><![CDATA[", "<svg>", "<svg></svg>", "<svg><desc>", "&", "/"),
    "\0",
)
META = (
    *("<meta charset=koi8-r>", "<META a='>' charset='latin2'/>", "<meta charset=>", "<meta", "<!-- <meta", "<title>"),
    *("<meta http-equiv=content-type content='text/html; charset=gbk'>", "<style>", "<svg>", "<textarea>", "<a b="),
    *("'", '"', ">", "<", "=", "/", " ", "charset", "&", "<![CDATA[", "<noscript>"),
)
JSON = ("[", '{"a":', '[1,{"b":"c"},', '"', "/*", "[/*", "// x\n", '{"a":"\\\\')
NUXT = ("1,", "1,-1,")
SCRIPT = ("a={", "a=[", 'a={"', "a={'", "a={/*", "a.", 'a["a"]', "a(", 'f("{', "a = 1;", "a={b:", "a={b:1,c:[", "\\",
          "f(a,", "f('a',", "(a=a||[]).push(", "(a=a||")  # fmt: skip
TYPED = ("1", "1,", "1.", "$1 ", "1 \u20ac ", "12 de ", "mars ", "1/", "-", "\u20ac", "1 h ", "a.jpg 1x, ")

OPERATIONS: Mapping[str, Operation] = {
    "markup": Operation(repeated(lambda source: list(scan_markup(source))), MARKUP),
    "attributes": Operation(repeated(lambda source: attributes(f"<p {source}>")), ("a=1 ", "a", "=", "a='"), 80_000),
    "references": Operation(
        repeated(lambda source: (decode_text(source), decode_attribute(source))), ("&", "&a", "&#9", "a", "&#x1;", "9")
    ),
    "declaration": Operation(repeated(read_declaration), META, HEAD),
    "json": Operation(repeated(read_json), JSON),
    "embedded": Operation(
        repeated(lambda source: list(Page(f"<script>{source}</script>").embedded.values())), SCRIPT, 80_000
    ),
    "script references": Operation(resolve_references, NUXT, 8_000),
    "script list": Operation(learn_from_script, ("<li>{}", ""), 1_600),
    "tree": Operation(
        repeated(lambda source: Tree(source).node_spans), ("<p>", "<b></b>", "<table>", "<svg>", "x<br>"), 80_000
    ),
    "visible text": Operation(
        repeated(lambda source: VisibleText(Page(source, html=True))),
        ("a\u0301\u0323", "&", "&amp", "<b>", "<", "\u00e9\u0301 "),
        80_000,
    ),
    "types": Operation(repeated(convert), TYPED, 40_000),
    "locate": Operation(find_value, ("a", "a" * 500, "a a", "x", "/x", "b a c b"), 1_600),
    "page order": Operation(bring_into_page_order, ("closed",), 480),
    "part of a text": Operation(locate_part, ("a &amp; <i>e</i>", "e &end;", "<br>e"), 4_000),
    "regex": Operation(run_pattern, ("<b>", "<i>", "<u>", "</u>", "</i>"), 8_000),
    "program": Operation(run_program, ("Brand", "Price"), 480),
    "tree language": Operation(select_by_tree, ("a",), 4_000),
    "next page": Operation(look_for_next_page, ("3", "x", "Next"), 1_600),
}

if __name__ == "__main__":
    sys.exit(main())
