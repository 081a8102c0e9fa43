"""Microdata and RDFa: is what we read what extruct reads, on every public page that has them?

    python benchmarks/structured.py [--quick] [--detail]

White space is left out of the comparison: extruct puts some between elements. Of microdata, a page is the same, the
same by the standard, or different. By the standard means: the same as extruct if its departures from the HTML standard
(section 5, Microdata) are undone:

- Items with ``itemprop`` in no other item are no top-level items; extruct lists them.
- The value of an element is its text, that of scripts and styles inside included, which extruct leaves out;
  ``content`` counts for ``meta`` alone, and extruct takes it of any element; names in "-input" are like others.
- Properties that two items have by ``itemref`` belong to both; extruct gives them to the first.

Of RDFa, the types, and the properties with their values of all items that have a type, are compared as sets, names
without their vocabulary. The value of a property that is an item is the address of the item; items without an address,
to which extruct gives numbers, are no values.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from data import command_line, read_pages, required_data, sites
from unweave.errors import UnweaveError
from unweave.labels.rdfa import local_name, rdfa_items
from unweave.page import Page

COLLECTIONS = ("recipes", "lists", "records", "drift", "pagers")
ADDRESS = "http://page.invalid/"
WITH_ATTRIBUTES = frozenset(
    {
        "meta",
        "audio",
        "embed",
        "iframe",
        "img",
        "source",
        "track",
        "video",
        "a",
        "area",
        "link",
        "object",
        "data",
        "meter",
    }
)
"""The elements whose value is in an attribute."""


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
    standard = [_theirs(item) for item in standard_microdata().extract(page.source)]
    return "same_by_the_standard" if ours == standard else "different"


def standard_microdata() -> Any:
    """What extruct reads, without its departures from the standard."""
    import extruct  # noqa: PLC0415  # a tool to compare with

    class StandardMicrodata(extruct.MicrodataExtractor):  # type: ignore[misc]  # it has no types
        def extract_items(self, document: Any, base_url: Any) -> list[Any]:
            top = [node for node in self._xp_item(document) if node.get("itemprop") is None]
            known = self._build_itemids(document)
            return [self._extract_item(one, items_seen=set(), base_url=base_url, itemids=known) for one in top]

        def _extract_item(self, node: Any, **known: Any) -> Any:
            return super()._extract_item(node, **{**known, "items_seen": set()})

        def _extract_property_value(self, node: Any, *others: Any, force: bool = False, **more: Any) -> Any:
            is_item = node.get("itemscope") is not None and not force
            if is_item or node.tag in WITH_ATTRIBUTES or (node.tag == "time" and node.get("datetime")):
                return super()._extract_property_value(node, *others, force=force, **more)
            return node.xpath("string()")

    return StandardMicrodata()


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


def rdfa(page: Page) -> str:
    """How the items of RDFa compare; "" if there are none."""
    import extruct  # noqa: PLC0415  # a tool to compare with

    ours = set(_our_facts(rdfa_items(page)))
    if not ours:
        return ""
    theirs = set(_their_facts(extruct.RDFaExtractor().extract(page.source, base_url=ADDRESS)))
    return "same" if ours == theirs else "different"


def _our_facts(items: Sequence[Any]) -> Iterator[tuple[str, str]]:
    for item in items:
        yield from (("@type", kind) for kind in item.get("@type", []))
        for name, values in item.items():
            if not name.startswith("@"):
                texts = (value if isinstance(value, str) else value.get("@id", "") for value in values)
                yield from ((name, "".join(text.split())) for text in texts if text)
                yield from _our_facts([value for value in values if not isinstance(value, str)])


def _their_facts(items: Sequence[Any]) -> Iterator[tuple[str, str]]:
    for item in items:
        if "@type" not in item:
            continue
        yield from (("@type", local_name(kind)) for kind in item["@type"])
        for name, values in item.items():
            if not name.startswith("@"):
                texts = [value.get("@value", value.get("@id", "")) for value in values]
                kept = [text.removeprefix(ADDRESS.rstrip("/")) for text in texts if not text.startswith("_:")]
                yield from ((local_name(name), "".join(text.split())) for text in kept if text)


if __name__ == "__main__":
    main(sys.argv[1:])
