"""Microdata and RDFa: is what the parser reads what extruct reads, on every public page that has them?

    python benchmarks/structured.py [--quick] [--detail]

White space is left out of the comparison: extruct puts some between elements. A page is the same, the same but for
texts (types and properties are equal, and only values that are texts of elements differ: by the standard, the text of a
script inside of an element belongs to its text, and extruct leaves it out), or different. Of RDFa, the types, and the
properties with their values of all items that have a type, are compared as sets. The value of a property that is an
item is the address of the item; items without an address, to which extruct gives numbers, are no values.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from data import command_line, read_pages, required_data, sites
from unweave.errors import UnweaveError
from unweave.page import Page

COLLECTIONS = ("recipes", "lists", "records", "drift", "pagers")


def main(arguments: Sequence[str]) -> None:
    """Print the table, and all figures as one line of JSON."""
    parser = command_line(__doc__, quick="one site in ten")
    parser.add_argument("--detail", action="store_true", help="the pages that differ")
    options = parser.parse_args(arguments)
    required_data()
    try:
        import extruct  # noqa: F401, PLC0415  # only asked whether it is there
    except ImportError:
        print("skipped: extruct is not installed")
        return
    counts: Counter[str] = Counter()
    for name, page in pages(10 if options.quick else 1):
        for kind, compare in (("microdata", microdata), ("rdfa", rdfa)):
            found = compare(page)
            if found:
                counts[f"{kind}_{found}"] += 1
            if options.detail and found == "different":
                print(f"  {kind}: {name}")
    for key, count in sorted(counts.items()):
        print(f"{key.replace('_', ' ')}: {count} pages")
    print(json.dumps(dict(sorted(counts.items()))))


def pages(step: int) -> Iterator[tuple[str, Page]]:
    """The public pages that have microdata or RDFa."""
    for collection in COLLECTIONS:
        for site in sites(collection)[::step]:
            for raw in read_pages(site):
                if b"itemscope" in raw.data or b"typeof=" in raw.data:
                    try:
                        yield f"{collection} {raw.site} {raw.name}", Page.from_bytes(raw.data, html=True)
                    except UnweaveError:
                        continue


def microdata(page: Page) -> str:
    """How the items of microdata compare; "" if there are none."""
    import extruct  # noqa: PLC0415  # a tool to compare with

    ours = [_ours(item) for item in page.document.microdata()]
    theirs = [_theirs(item) for item in extruct.MicrodataExtractor().extract(page.source)]
    if not ours and not theirs:
        return ""
    if ours == theirs:
        return "same"
    return "same_but_texts" if _names(ours) == _names(theirs) else "different"


def _ours(item: Any) -> Any:
    if isinstance(item, str):
        return "".join(item.split())
    return sorted((item.type or "").split()), {
        name: [_ours(one) for one in some] for name, some in item.properties.items()
    }


def _theirs(item: Any) -> Any:
    if item is None or isinstance(item, str):
        return "".join((item or "").split())
    types = item.get("type") or []
    values = {name: some if isinstance(some, list) else [some] for name, some in item.get("properties", {}).items()}
    names = sorted([types] if isinstance(types, str) else types)
    return names, {name: [_theirs(one) for one in some] for name, some in values.items()}


def _names(value: Any) -> Any:
    """Types and properties without texts."""
    if isinstance(value, str):
        return ""
    if isinstance(value, list):
        return [_names(one) for one in value]
    types, properties = value
    return types, {name: _names(some) for name, some in properties.items()}


def rdfa(page: Page) -> str:
    """How the items of RDFa compare; "" if there are none."""
    import extruct  # noqa: PLC0415  # a tool to compare with

    ours = set(_our_facts(page.document.rdfa()))
    if not ours:
        return ""
    theirs = set(_their_facts(extruct.RDFaExtractor().extract(page.source, base_url="http://page.invalid/")))
    if ours == theirs:
        return "same"
    return "same_but_texts" if {fact[0] for fact in ours} == {fact[0] for fact in theirs} else "different"


def _our_facts(items: Sequence[Any]) -> Iterator[tuple[str, str]]:
    for item in items:
        if item.type:
            yield from (("@type", kind) for kind in item.type)
            for name, values in item.properties.items():
                texts = (value if isinstance(value, str) else value.resource for value in values)
                yield from ((name, "".join(text.split())) for text in texts if text)
        yield from _our_facts(
            [value for values in item.properties.values() for value in values if not isinstance(value, str)]
        )


def _their_facts(items: Sequence[Any]) -> Iterator[tuple[str, str]]:
    for item in items:
        if "@type" not in item:
            continue
        yield from (("@type", kind) for kind in item["@type"])
        for name, values in item.items():
            if not name.startswith("@"):
                texts = [value.get("@value", value.get("@id", "")) for value in values]
                texts = [text for text in texts if not text.startswith("_:")]
                yield from ((name, "".join(text.removeprefix("http://page.invalid").split())) for text in texts)


if __name__ == "__main__":
    main(sys.argv[1:])
